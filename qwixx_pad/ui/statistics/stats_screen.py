"""The statistics screen: filters, tiles and cards of numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import flet as ft

from qwixx_pad.history.figures import FactCard
from qwixx_pad.history.lengths import seats_text
from qwixx_pad.history.players import PlayerStats
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.ui.context import (
    ScreenContext,
    current_column_width,
    current_context,
    current_translator,
)
from qwixx_pad.ui.design.cards import prompt_overlay
from qwixx_pad.ui.design.controls import avatar, outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import (
    chevron_icon,
    choice_pill,
    option_line,
    option_list,
)
from qwixx_pad.ui.design.nav_bar import with_nav_bar
from qwixx_pad.ui.design.primitives import TapHandler, heading, page_column, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, MAX_COLUMN_DP
from qwixx_pad.ui.statistics import (
    FilterChoices,
    NumbersLook,
    Span,
    StatsFilter,
    StatsLook,
    group_look,
    sheet_filter_text,
    stats_look,
)
from qwixx_pad.ui.statistics.stats_cards import (
    STATS_PADDING_DP,
    facts_card,
    locked_card,
    numbers_card,
    penalties_card,
    rows_card,
    stats_notice,
    stats_tile,
    totals_card,
    trend_card,
)
from qwixx_pad.ui.theme.tokens import CAPTION, HEADLINE, LABEL

_MIN_GROUP = 2
"""A group has at least so many players."""
_MAX_FACES = 3
_FACE_DP = 30


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The choice that is open.

    Attributes:
        what: `player`, `layout`, `seats` or `span`; empty: none.
        ticked: The players who are ticked as a group; None: one is to be tapped.
    """

    what: str = ""
    ticked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class StatsChooser:
    """The current filter, its choices and callbacks: `pick` opens and closes a choice."""

    current: StatsFilter
    choices: FilterChoices
    context: ScreenContext
    choose: Callable[[StatsFilter], object]
    pick: Callable[[OpenChoice], object]

    def player_color(self, name: str) -> str:
        """Return the colour of a player's disc."""
        settings = self.context.settings
        known = self.choices.players
        if name in known:
            return self.context.theme.player_color(
                settings.distinct_colors(known)[known.index(name)]
            )
        return self.context.theme.player_color(settings.color_of(name) or 0)

    def player_face(self, name: str, size: float) -> ft.Control:
        """Draw a player's disc."""
        return avatar(name, self.player_color(name), size)

    def everybody_icon(self, size: float) -> ft.Control:
        """Draw the icon of everybody, as big as a disc."""
        theme = self.context.theme
        return ft.Container(
            ft.Icon(ft.Icons.GROUPS_ROUNDED, size=size * 0.68, color=theme.on_primary),
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=theme.primary,
            alignment=ft.Alignment.CENTER,
        )

    def apply_filter(self, asked: StatsFilter) -> None:
        """Show these, and close the choice."""
        self.pick(OpenChoice())
        self.choose(asked)


def player_pill(chooser: StatsChooser) -> ft.Control:
    """Draw the players whose numbers are shown; a tap opens the choice of players."""
    tr = chooser.context.tr
    theme = chooser.context.theme
    asked = chooser.current
    name = shown = tr.join_and(asked.players) or tr.gettext("Everyone")
    if len(asked.players) > _MIN_GROUP:
        shown = tr.ngettext("{n} player", "{n} players", len(asked.players))
    inside = ft.Row(
        [
            _filter_faces(chooser),
            write(
                shown,
                LABEL,
                height=1.2,
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
                expand=True,
                expand_loose=True,
            ),
            chevron_icon(),
        ],
        spacing=7,
        tight=True,
    )
    return tappable(
        "stats-player",
        tr.gettext("{name}’s numbers. Choose a player", name=name),
        inside,
        lambda: chooser.pick(OpenChoice("player")),
        height=theme.grown_height(48, 15),
        bgcolor=theme.surface,
        border_radius=24,
        padding=ft.Padding.only(left=7, right=10),
    )


def _filter_faces(chooser: StatsChooser) -> ft.Control:
    """Draw the disc of a player, overlapping ones of a group, or the icon of everybody."""
    names = chooser.current.players[:_MAX_FACES]
    if not names:
        return chooser.everybody_icon(26)
    discs: list[ft.Control] = [
        ft.Container(chooser.player_face(name, 26), left=i * 16) for i, name in enumerate(names)
    ]
    return ft.Stack(discs, width=26 + 16 * (len(names) - 1), height=26)


def small_pills(chooser: StatsChooser) -> list[ft.Control]:
    """Draw the pills of the time range and, if there are several, of the printed sheet."""
    tr = chooser.context.tr
    asked = chooser.current
    pills = [_small_pill("span", asked.span.text(tr), tr.gettext("Choose a period"), chooser)]
    if len(chooser.choices.seats) > 1:
        number = seats_text(asked.seats, tr)
        leads = tr.gettext("Choose a number of players")
        pills.append(_small_pill("seats", number, leads, chooser))
    if len(chooser.choices.layouts) > 1:
        name = sheet_filter_text(asked.layout, tr)
        pills.append(_small_pill("layout", name, tr.gettext("Choose a sheet"), chooser))
    return pills


def _small_pill(what: str, text: str, leads: str, chooser: StatsChooser) -> ft.Control:
    return choice_pill(f"stats-{what}", text, leads, lambda: chooser.pick(OpenChoice(what)))


def choice_sheet(picking: OpenChoice, chooser: StatsChooser) -> ft.Control:
    """Draw the choice that is open."""
    context, tr = chooser.context, chooser.context.tr
    if picking.what == "player":
        inside = _player_options(picking, chooser)
    elif picking.what == "span":
        spans = [_filter_option(f"span-{span}", span.text(tr), chooser, span=span) for span in Span]
        inside = option_list(tr.gettext("How far back"), spans, context)
    elif picking.what == "seats":
        numbers = [
            _filter_option(f"seats-{number}", seats_text(number, tr), chooser, seats=number)
            for number in (0, *chooser.choices.seats)
        ]
        inside = option_list(tr.gettext("How many players"), numbers, context)
    else:
        sheets = [
            _filter_option(
                f"layout-{name or 'all'}", sheet_filter_text(name, tr), chooser, layout=name
            )
            for name in ("", *chooser.choices.layouts)
        ]
        inside = option_list(tr.gettext("Which sheet"), sheets, context)
    return prompt_overlay(inside, lambda _: chooser.pick(OpenChoice()))


def _player_options(picking: OpenChoice, chooser: StatsChooser) -> list[ft.Control]:
    """Draw the players to tap; or, once several are wanted, boxes to tick."""
    if picking.ticked is not None:
        return _group_options(picking.ticked, chooser)
    asked = chooser.current
    tr = chooser.context.tr
    names = chooser.choices.players
    everybody = tr.gettext("Everyone")
    all_faces = chooser.everybody_icon(_FACE_DP)
    lines = [
        _filter_option("player-all", everybody, chooser, all_faces, players=()),
        *(
            _filter_option(
                f"player-{i}", name, chooser, chooser.player_face(name, _FACE_DP), players=(name,)
            )
            for i, name in enumerate(names)
        ),
    ]
    parts = option_list(tr.gettext("Whose numbers"), lines, chooser.context)
    if len(names) < _MIN_GROUP:
        return parts
    group = asked.players if len(asked.players) >= _MIN_GROUP else ()
    several = tonal_button(
        "players-several",
        tr.gettext("Several together"),
        lambda: chooser.pick(OpenChoice("player", group)),
        icon=ft.Icons.GROUPS_ROUNDED,
        height=52,
    )
    return [*parts, several]


def _group_options(ticked: tuple[str, ...], chooser: StatsChooser) -> list[ft.Control]:
    tr = chooser.context.tr
    names = chooser.choices.players
    lines = [_group_option(i, name, ticked, chooser) for i, name in enumerate(names)]
    show = primary_button(
        "players-show",
        tr.gettext("Show them together"),
        lambda: chooser.apply_filter(replace(chooser.current, players=ticked)),
        height=52,
    )
    back = outlined_button(
        "players-one",
        tr.gettext("Choose two or more"),
        lambda: chooser.pick(OpenChoice("player")),
        height=52,
    )
    title = tr.gettext("Games that all of them played")
    return [
        *option_list(title, lines, chooser.context),
        show if len(ticked) >= _MIN_GROUP else back,
    ]


def _group_option(
    number: int, name: str, ticked: tuple[str, ...], chooser: StatsChooser
) -> ft.Control:
    """Draw a box to tick; the ticked ones keep the order of the list."""
    other = {*ticked} ^ {name}
    then = tuple(each for each in chooser.choices.players if each in other)
    icon = ft.Icons.CHECK_BOX_ROUNDED
    return option_line(
        f"player-{number}",
        name,
        lambda: chooser.pick(OpenChoice("player", then)),
        icon=icon if name in ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK_ROUNDED,
        checked=name in ticked,
        face=chooser.player_face(name, _FACE_DP),
    )


def _filter_option(
    identifier: str,
    text: str,
    chooser: StatsChooser,
    face: ft.Control | None = None,
    **wanted: Any,  # noqa: ANN401 - fields of `StatsFilter`
) -> ft.Control:
    """Draw a line that shows other numbers when it is tapped."""
    then = replace(chooser.current, **wanted)
    mine = then == chooser.current
    return option_line(
        identifier, text, lambda: chooser.apply_filter(then), checked=mine, face=face
    )


_MIN_TWO_COLUMNS_DP = 760
"""From this width on the cards are in two columns; in dp."""
_MAX_TWO_COLUMNS_DP = 1000
_GAP_DP = 14
_FEW_LINES = 3
"""With fewer lines of people the right column has room for the penalties."""
_LARGE_TILES_PER_LINE = 2


@component
def statistics_screen(  # noqa: PLR0913, PLR0917 - what is shown, what can be, and what taps do
    asked: StatsFilter,
    numbers: Statistics,
    group: tuple[PlayerStats, ...],
    choices: FilterChoices,
    today: date,
    choose: Callable[[StatsFilter], object],
    go: TapHandler,
    games: int | None = None,
) -> ft.Control:
    """Show the statistics of a player, of a group or of everybody, over the games of a filter.

    The group is empty where one player is shown; `games` are how many there are (None: as many as
    sheets). `choose` is called with another filter.
    """
    context = current_context()
    picking, pick = ft.use_state(OpenChoice())
    chooser = StatsChooser(asked, choices, context, choose, pick)
    several = len(asked.players) != 1
    look = stats_look(numbers, context.tr, today, several=several, games=games)
    players = group_look(group, context.tr) if several and numbers.sheets else ()
    page = with_nav_bar(_statistics_page(look, players, chooser, go), "statistics", go)
    if not picking.what:
        return page
    return ft.Stack([page, choice_sheet(picking, chooser)], expand=True)


def _statistics_page(
    look: StatsLook,
    players: Sequence[NumbersLook],
    chooser: StatsChooser,
    go: TapHandler,
) -> ft.Control:
    """Lay out title, choices, tiles, cards and the button of the spreadsheet."""
    context = chooser.context
    two = context.space.width - 32 >= _MIN_TWO_COLUMNS_DP
    width = min(context.space.width - 32, _MAX_TWO_COLUMNS_DP if two else MAX_COLUMN_DP - 32)
    tiles = [stats_tile(which, fact) for which, fact in look.tiles.items()]
    parts = [
        *_page_head(chooser, two=two),
        *_tile_lines(tiles, _LARGE_TILES_PER_LINE if context.theme.has_large_text else len(tiles)),
        *_notice_parts(look, chooser),
        *([] if tiles or _is_narrowed(chooser) else [_new_game_button(go)]),
        *_card_columns(look, players, chooser, width, two=two),
        *([_export_button(go)] if tiles else []),
        *([_names_button(go)] if chooser.choices.players else []),
    ]
    return page_column(parts, width, spacing=_GAP_DP)


def _new_game_button(go: TapHandler) -> ft.Control:
    text = current_translator().gettext("New game")
    return primary_button("new-game", text, lambda: go("new-game"))


def _page_head(chooser: StatsChooser, *, two: bool) -> list[ft.Control]:
    """Draw the title and the pills; in one line where there is room."""
    theme = chooser.context.theme
    style = HEADLINE.capped(theme, LARGE_TEXT_SCALE)
    text = chooser.context.tr.gettext("Statistics")
    title = heading(text, style, theme.ink, no_wrap=True)
    whose = player_pill(chooser)
    small = small_pills(chooser)
    right: ft.Control = ft.Container(whose, expand=True, alignment=ft.Alignment.CENTER_RIGHT)
    beside, below = ([*small, right], []) if two else ([right], small)
    if theme.has_large_text:
        beside = [ft.Container()]
        below = [whose, *small]
    first = ft.Container(ft.Row([title, *beside], spacing=12), padding=ft.Padding.only(top=8))
    return [first, *([ft.Row(below, spacing=8, wrap=True)] if below else [])]


def _is_narrowed(chooser: StatsChooser) -> bool:
    """Return True if some games of these players are left out."""
    return chooser.current != StatsFilter(chooser.current.players)


def _notice_parts(look: StatsLook, chooser: StatsChooser) -> list[ft.Control]:
    """Draw the text in place of charts, or about them."""
    theme = chooser.context.theme
    if not look.tiles and _is_narrowed(chooser):
        narrow = chooser.context.tr.gettext("No finished games here. Look further back.")
        return [stats_notice(narrow)]
    if look.notice:
        return [stats_notice(look.notice)]
    if not look.caption:
        return []
    said = write(look.caption, CAPTION, color=theme.ink2)
    return [ft.Semantics(identifier="stats-caption", container=True, content=said)]


def _card_columns(
    look: StatsLook,
    group: Sequence[NumbersLook],
    chooser: StatsChooser,
    width: float,
    *,
    two: bool,
) -> list[ft.Control]:
    """Lay out the cards below each other, or in two columns where there is room."""
    context = chooser.context
    across = (width - _GAP_DP) / 2 if two else width
    inside = across - 2 * STATS_PADDING_DP
    totals = [totals_card(look.totals, inside)] if look.totals else []
    penalties = [penalties_card(look.penalties, inside)] if look.penalties else []
    trend = [trend_card(look.trend, inside)] if look.trend else []
    rows = [rows_card(look), locked_card(look, inside)] if look.rows else []
    tr = context.tr
    face = chooser.player_face
    faces = {FactCard.RIVALS: face}
    cards = {
        card: facts_card(card, facts, faces.get(card))
        for card, facts in look.facts.items()
        if facts and card is not FactCard.ROWS
    }
    players = [numbers_card("stats-players", tr.gettext("Players"), group, face)] if group else []
    printed = tr.gettext("Sheets")
    sheets = [numbers_card("stats-sheets", printed, look.sheets)] if look.sheets else []
    if not two:
        return [*players, *totals, *rows, *trend, *sheets, *penalties, *cards.values()]
    left = [*totals, *trend, *sheets]
    right = [*players, *rows]
    for card, drawn in cards.items():
        (left if card is FactCard.LENGTHS else right).append(drawn)
    people = len(group) + len(look.facts.get(FactCard.RIVALS, ()))
    (right if people < _FEW_LINES else left).extend(penalties)
    columns = [ft.Column([*side], spacing=_GAP_DP, width=across) for side in (left, right)]
    return [ft.Row([*columns], spacing=_GAP_DP, vertical_alignment=ft.CrossAxisAlignment.START)]


def _export_button(go: TapHandler) -> ft.Control:
    said = current_translator().gettext("Export as spreadsheet")
    return _foot_button("stats-export", said, ft.Icons.TABLE_CHART_OUTLINED, go)


def _names_button(go: TapHandler) -> ft.Control:
    said = current_translator().gettext("Change a name")
    return _foot_button("names", said, ft.Icons.EDIT_ROUNDED, go)


def _foot_button(identifier: str, text: str, icon: ft.IconData, go: TapHandler) -> ft.Control:
    button = tonal_button(identifier, text, lambda: go(identifier), icon=icon, height=52, size=16)
    return ft.Row(
        [ft.Container(button, width=current_column_width())], alignment=ft.MainAxisAlignment.CENTER
    )


def _tile_lines(tiles: Sequence[ft.Control], per_line: int) -> list[ft.Control]:
    """Lay out the tiles, so many in a line."""
    lines = [tiles[i : i + per_line] for i in range(0, len(tiles), per_line or 1)]
    return [ft.Row([*line], spacing=10) for line in lines]
