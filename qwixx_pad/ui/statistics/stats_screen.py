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
"""Fewest players whose numbers are shown together."""
_MAX_FACES = 3
"""Most avatars of a group."""
_FACE_DP = 30
"""Size of an avatar in a choice."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The choice that is open.

    Attributes:
        what: `player`, `layout`, `seats` or `span`; empty for none.
        ticked: The players that are ticked, in a choice of several; None in a choice of one.
    """

    what: str = ""
    ticked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class StatsChooser:
    """The current filter and how to change it.

    Attributes:
        current: The filter whose numbers are shown.
        choices: The values that it may have.
        context: The context of the screen.
        choose: Shows the numbers of another filter.
        pick: Opens or closes a choice.
    """

    current: StatsFilter
    choices: FilterChoices
    context: ScreenContext
    choose: Callable[[StatsFilter], object]
    pick: Callable[[OpenChoice], object]

    def player_face(self, name: str, size: float) -> ft.Control:
        """Draw the avatar of a player."""
        settings = self.context.settings
        known = self.choices.players
        if name in known:
            color = settings.distinct_colors(known)[known.index(name)]
        else:
            color = settings.color_of(name) or 0
        return avatar(name, self.context.theme.player_color(color), size)

    def everybody_icon(self, size: float) -> ft.Control:
        """Draw the icon of everybody, as big as an avatar."""
        theme = self.context.theme
        return ft.Container(
            ft.Icon(ft.Icons.GROUPS_ROUNDED, size=size * 0.68, color=theme.on_primary),
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=theme.primary,
            alignment=ft.Alignment.CENTER,
        )

    def apply_filter(self, chosen: StatsFilter) -> None:
        """Close the choice and show the numbers of this filter."""
        self.pick(OpenChoice())
        self.choose(chosen)


def player_pill(chooser: StatsChooser) -> ft.Control:
    """Draw the players whose numbers are shown; a tap opens the choice of players."""
    tr = chooser.context.tr
    theme = chooser.context.theme
    players = chooser.current.players
    names = tr.join_and(players) or tr.gettext("Everyone")
    text = names
    if len(players) > _MIN_GROUP:
        text = tr.ngettext("{n} player", "{n} players", len(players))
    content = ft.Row(
        [
            _filter_faces(chooser),
            write(
                text,
                LABEL,
                line_height=1.2,
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
        tr.gettext("{name}’s numbers. Choose a player", name=names),
        content,
        lambda: chooser.pick(OpenChoice("player")),
        height=theme.grown_height(48, 15),
        bgcolor=theme.surface,
        border_radius=24,
        padding=ft.Padding.only(left=7, right=10),
    )


def _filter_faces(chooser: StatsChooser) -> ft.Control:
    """Draw the avatar of a player, overlapping ones of a group, or the icon of everybody."""
    names = chooser.current.players[:_MAX_FACES]
    if not names:
        return chooser.everybody_icon(26)
    discs: list[ft.Control] = [
        ft.Container(chooser.player_face(name, 26), left=i * 16) for i, name in enumerate(names)
    ]
    return ft.Stack(discs, width=26 + 16 * (len(names) - 1), height=26)


def small_pills(chooser: StatsChooser) -> list[ft.Control]:
    """Draw the pills of the time range, and of the number of players and the sheet if several."""
    tr = chooser.context.tr
    current = chooser.current
    pills = [_small_pill("span", current.span.text(tr), tr.gettext("Choose a period"), chooser)]
    if len(chooser.choices.seats) > 1:
        text = seats_text(current.seats, tr)
        pills.append(_small_pill("seats", text, tr.gettext("Choose a number of players"), chooser))
    if len(chooser.choices.layouts) > 1:
        text = sheet_filter_text(current.layout, tr)
        pills.append(_small_pill("layout", text, tr.gettext("Choose a sheet"), chooser))
    return pills


def _small_pill(what: str, text: str, hint: str, chooser: StatsChooser) -> ft.Control:
    return choice_pill(f"stats-{what}", text, hint, lambda: chooser.pick(OpenChoice(what)))


def choice_sheet(picking: OpenChoice, chooser: StatsChooser) -> ft.Control:
    """Draw the choice that is open."""
    if picking.ticked is None:
        parts = _single_options(picking.what, chooser)
    else:
        parts = _group_options(picking.ticked, chooser)
    return prompt_overlay(parts, lambda _: chooser.pick(OpenChoice()))


def _single_options(what: str, chooser: StatsChooser) -> list[ft.Control]:
    """Draw the values of one field of the filter, and the button to choose several players."""
    tr = chooser.context.tr
    match what:
        case "player":
            title = tr.gettext("Whose numbers")
            lines = _player_options(chooser)
        case "span":
            title = tr.gettext("How far back")
            lines = [
                _filter_option(f"span-{span}", span.text(tr), chooser, span=span) for span in Span
            ]
        case "seats":
            title = tr.gettext("How many players")
            lines = [
                _filter_option(f"seats-{number}", seats_text(number, tr), chooser, seats=number)
                for number in (0, *chooser.choices.seats)
            ]
        case _:
            title = tr.gettext("Which sheet")
            lines = [
                _filter_option(
                    f"layout-{name or 'all'}", sheet_filter_text(name, tr), chooser, layout=name
                )
                for name in ("", *chooser.choices.layouts)
            ]
    parts = option_list(title, lines, chooser.context)
    if what == "player" and len(chooser.choices.players) >= _MIN_GROUP:
        players = chooser.current.players
        ticked = players if len(players) >= _MIN_GROUP else ()
        button = tonal_button(
            "players-several",
            tr.gettext("Several together"),
            lambda: chooser.pick(OpenChoice("player", ticked)),
            icon=ft.Icons.GROUPS_ROUNDED,
            height=52,
        )
        parts.append(button)
    return parts


def _player_options(chooser: StatsChooser) -> list[ft.Control]:
    everybody = chooser.context.tr.gettext("Everyone")
    all_faces = chooser.everybody_icon(_FACE_DP)
    return [
        _filter_option("player-all", everybody, chooser, all_faces, players=()),
        *(
            _filter_option(
                f"player-{i}", name, chooser, chooser.player_face(name, _FACE_DP), players=(name,)
            )
            for i, name in enumerate(chooser.choices.players)
        ),
    ]


def _group_options(ticked: tuple[str, ...], chooser: StatsChooser) -> list[ft.Control]:
    """Draw a box to tick for each player, and the button that shows those ticked."""
    tr = chooser.context.tr
    names = chooser.choices.players
    lines = [_group_option(i, name, ticked, chooser) for i, name in enumerate(names)]
    if len(ticked) >= _MIN_GROUP:
        button = primary_button(
            "players-show",
            tr.gettext("Show them together"),
            lambda: chooser.apply_filter(replace(chooser.current, players=ticked)),
            height=52,
        )
    else:
        button = outlined_button(
            "players-one",
            tr.gettext("Choose two or more"),
            lambda: chooser.pick(OpenChoice("player")),
            height=52,
        )
    title = tr.gettext("Games that all of them played")
    return [*option_list(title, lines, chooser.context), button]


def _group_option(
    number: int, name: str, ticked: tuple[str, ...], chooser: StatsChooser
) -> ft.Control:
    """Draw a box to tick; the ticked players are in the order of the list."""
    changed = {*ticked} ^ {name}
    ticked_then = tuple(each for each in chooser.choices.players if each in changed)
    checked = name in ticked
    icons = ft.Icons
    return option_line(
        f"player-{number}",
        name,
        lambda: chooser.pick(OpenChoice("player", ticked_then)),
        icon=icons.CHECK_BOX_ROUNDED if checked else icons.CHECK_BOX_OUTLINE_BLANK_ROUNDED,
        checked=checked,
        face=chooser.player_face(name, _FACE_DP),
    )


def _filter_option(
    identifier: str,
    text: str,
    chooser: StatsChooser,
    face: ft.Control | None = None,
    **changes: Any,  # noqa: ANN401 - fields of `StatsFilter`
) -> ft.Control:
    """Draw a line; a tap changes fields of the filter."""
    changed = replace(chooser.current, **changes)
    return option_line(
        identifier,
        text,
        lambda: chooser.apply_filter(changed),
        checked=changed == chooser.current,
        face=face,
    )


_MIN_TWO_COLUMNS_DP = 760
"""Width from which on the cards are in two columns."""
_MAX_TWO_COLUMNS_DP = 1000
"""Largest width of both columns."""
_GAP_DP = 14
"""Between two cards or columns."""
_FEW_LINES = 3
"""With fewer lines of players, the right column has room for the penalties."""
_LARGE_TILES_PER_LINE = 2
"""Tiles in a line with large text."""


@component
def statistics_screen(  # noqa: PLR0913, PLR0917 - a filter, its numbers, choices and two callbacks
    current: StatsFilter,
    numbers: Statistics,
    group: tuple[PlayerStats, ...],
    choices: FilterChoices,
    today: date,
    choose: Callable[[StatsFilter], object],
    go: TapHandler,
    games: int | None = None,
) -> ft.Control:
    """Show the statistics of a player, of a group or of everybody.

    Args:
        current: The filter of the games.
        numbers: The numbers of these games.
        group: The players of these games; not used for one player.
        choices: The values that the filter may have.
        today: Dates of this year have no year.
        choose: Shows the numbers of another filter.
        go: Opens another screen.
        games: Number of these games; None for as many as sheets.
    """
    context = current_context()
    picking, pick = ft.use_state(OpenChoice())
    chooser = StatsChooser(current, choices, context, choose, pick)
    several = len(current.players) != 1
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
    context = chooser.context
    tr = context.tr
    two = context.space.width - 32 >= _MIN_TWO_COLUMNS_DP
    width = min(context.space.width - 32, _MAX_TWO_COLUMNS_DP if two else MAX_COLUMN_DP - 32)
    parts = _page_head(chooser, two=two)
    tiles = [stats_tile(identifier, tile) for identifier, tile in look.tiles.items()]
    if tiles:
        per_line = _LARGE_TILES_PER_LINE if context.theme.has_large_text else len(tiles)
        parts += [
            ft.Row([*tiles[i : i + per_line]], spacing=10) for i in range(0, len(tiles), per_line)
        ]
    narrowed = chooser.current != StatsFilter(chooser.current.players)
    if narrowed and not tiles:
        parts.append(stats_notice(tr.gettext("No finished games here. Look further back.")))
    elif look.notice:
        parts.append(stats_notice(look.notice))
    elif look.caption:
        caption = write(look.caption, CAPTION, color=context.theme.ink2)
        parts.append(ft.Semantics(identifier="stats-caption", container=True, content=caption))
    if not tiles and not narrowed:
        parts.append(primary_button("new-game", tr.gettext("New game"), lambda: go("new-game")))
    parts += _card_columns(look, players, chooser, width, two=two)
    if tiles:
        export = tr.gettext("Export as spreadsheet")
        parts.append(_foot_button("stats-export", export, ft.Icons.TABLE_CHART_OUTLINED, go))
    if chooser.choices.players:
        parts.append(_foot_button("names", tr.gettext("Change a name"), ft.Icons.EDIT_ROUNDED, go))
    return page_column(parts, width, spacing=_GAP_DP)


def _page_head(chooser: StatsChooser, *, two: bool) -> list[ft.Control]:
    """Draw the title and the pills, in one line on a wide screen."""
    theme = chooser.context.theme
    style = HEADLINE.capped(theme, LARGE_TEXT_SCALE)
    text = chooser.context.tr.gettext("Statistics")
    first: list[ft.Control] = [heading(text, style, theme.ink, no_wrap=True)]
    second = small_pills(chooser)
    players = player_pill(chooser)
    right = ft.Container(players, expand=True, alignment=ft.Alignment.CENTER_RIGHT)
    if theme.has_large_text:
        first.append(ft.Container())
        second.insert(0, players)
    elif two:
        first += [*second, right]
        second = []
    else:
        first.append(right)
    lines: list[ft.Control] = [
        ft.Container(ft.Row(first, spacing=12), padding=ft.Padding.only(top=8))
    ]
    if second:
        lines.append(ft.Row(second, spacing=8, wrap=True))
    return lines


def _card_columns(
    look: StatsLook,
    group: Sequence[NumbersLook],
    chooser: StatsChooser,
    width: float,
    *,
    two: bool,
) -> list[ft.Control]:
    """Lay out the cards in one column, or in two on a wide screen."""
    tr = chooser.context.tr
    face = chooser.player_face
    card_width = (width - _GAP_DP) / 2 if two else width
    inner = card_width - 2 * STATS_PADDING_DP
    totals = [totals_card(look.totals, inner)] if look.totals else []
    penalties = [penalties_card(look.penalties, inner)] if look.penalties else []
    trend = [trend_card(look.trend, inner)] if look.trend else []
    rows = [rows_card(look), locked_card(look, inner)] if look.rows else []
    cards = {
        card: facts_card(card, facts, face if card is FactCard.RIVALS else None)
        for card, facts in look.facts.items()
        if facts and card is not FactCard.ROWS
    }
    players = [numbers_card("stats-players", tr.gettext("Players"), group, face)] if group else []
    printed = tr.gettext("Sheets")
    sheets = [numbers_card("stats-sheets", printed, look.sheets)] if look.sheets else []
    if not two:
        return [*players, *totals, *rows, *trend, *sheets, *penalties, *cards.values()]
    lengths = [card for kind, card in cards.items() if kind is FactCard.LENGTHS]
    others = [card for kind, card in cards.items() if kind is not FactCard.LENGTHS]
    left = [*totals, *trend, *sheets, *lengths]
    right = [*players, *rows, *others]
    if len(group) + len(look.facts.get(FactCard.RIVALS, ())) < _FEW_LINES:
        right += penalties
    else:
        left += penalties
    columns: list[ft.Control] = [
        ft.Column(column, spacing=_GAP_DP, width=card_width) for column in (left, right)
    ]
    return [ft.Row(columns, spacing=_GAP_DP, vertical_alignment=ft.CrossAxisAlignment.START)]


def _foot_button(identifier: str, text: str, icon: ft.IconData, go: TapHandler) -> ft.Control:
    button = tonal_button(identifier, text, lambda: go(identifier), icon=icon, height=52, size=16)
    return ft.Row(
        [ft.Container(button, width=current_column_width())], alignment=ft.MainAxisAlignment.CENTER
    )
