"""The statistics screen: filters, tiles and cards of numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import flet as ft

from qwixx_pad.history.statistics import Numbers, Standing
from qwixx_pad.ui.design.cards import prompt_sheet
from qwixx_pad.ui.design.controls import avatar, outlined, primary, tonal
from qwixx_pad.ui.design.form import chevron, option, options, pill, with_nav_bar
from qwixx_pad.ui.design.primitives import WIDEST, Tap, heading, page_column, tappable, write
from qwixx_pad.ui.design.tokens import CAPTION, HEADLINE, LABEL, LARGE_TEXT
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.statistics import (
    Choices,
    NumbersLook,
    Span,
    StatsFilter,
    StatsLook,
    group_look,
    sheet_asked_for,
    stats_look,
)
from qwixx_pad.ui.statistics.stats_cards import (
    PADDING,
    course_card,
    locked_card,
    misthrows_card,
    notice,
    rivals_card,
    rows_card,
    table_card,
    tile,
    totals_card,
    trend_card,
)

_GROUP = 2
"""A group has at least so many players."""
_FACES = 3
_FACE = 30


@dataclass(frozen=True, slots=True)
class Picking:
    """The choice that is open.

    Attributes:
        what: `player`, `layout` or `span`; empty: none.
        ticked: The players who are ticked as a group; None: one is to be tapped.
    """

    what: str = ""
    ticked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Chooser:
    """The current filter, its choices and callbacks: `pick` opens and closes a choice."""

    asked: StatsFilter
    choices: Choices
    context: ScreenContext
    choose: Callable[[StatsFilter], object]
    pick: Callable[[Picking], object]

    def color(self, name: str) -> str:
        """Return the colour of a player's disc."""
        settings, known = self.context.settings, self.choices.players
        if name in known:
            return self.context.theme.player(settings.colors_of(known)[known.index(name)])
        return self.context.theme.player(settings.color_of(name) or 0)

    def face(self, name: str, size: float) -> ft.Control:
        """Draw a player's disc."""
        return avatar(name, self.color(name), size)

    def everybody(self, size: float) -> ft.Control:
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

    def done(self, asked: StatsFilter) -> None:
        """Show these, and close the choice."""
        self.pick(Picking())
        self.choose(asked)


def player_pill(chooser: Chooser) -> ft.Control:
    """Draw the players whose numbers are shown; a tap opens the choice of players."""
    words, theme, asked = chooser.context.words, chooser.context.theme, chooser.asked
    name = shown = words.both(asked.players) or words.text("Everybody")
    if len(asked.players) > _GROUP:
        shown = words.count("{n} player", "{n} players", len(asked.players))
    inside = ft.Row(
        [
            _faces(chooser),
            write(shown, LABEL, color=theme.ink, no_wrap=True, expand=True, expand_loose=True),
            chevron(chooser.context),
        ],
        spacing=7,
        tight=True,
    )
    return tappable(
        "stats-player",
        words.text("Numbers of {name}. Choose a player", name=name),
        inside,
        lambda: chooser.pick(Picking("player")),
        height=theme.tall(48, 15),
        bgcolor=theme.surface,
        border_radius=24,
        padding=ft.Padding.only(left=7, right=10),
    )


def _faces(chooser: Chooser) -> ft.Control:
    """Draw the disc of a player, overlapping ones of a group, or the icon of everybody."""
    names = chooser.asked.players[:_FACES]
    if not names:
        return chooser.everybody(26)
    discs: list[ft.Control] = [
        ft.Container(chooser.face(name, 26), left=i * 16) for i, name in enumerate(names)
    ]
    return ft.Stack(discs, width=26 + 16 * (len(names) - 1), height=26)


def small_pills(chooser: Chooser) -> list[ft.Control]:
    """Draw the pills of the time range and, if there are several, of the printed sheet."""
    words, asked = chooser.context.words, chooser.asked
    pills = [_small("span", asked.span.text(words), words.text("Choose a time"), chooser)]
    if len(chooser.choices.layouts) > 1:
        name = sheet_asked_for(asked.layout, words)
        pills.append(_small("layout", name, words.text("Choose a sheet"), chooser))
    return pills


def _small(what: str, text: str, leads: str, chooser: Chooser) -> ft.Control:
    return pill(f"stats-{what}", text, leads, chooser.context, lambda: chooser.pick(Picking(what)))


def choice_sheet(picking: Picking, chooser: Chooser) -> ft.Control:
    """Draw the choice that is open."""
    context, words = chooser.context, chooser.context.words
    if picking.what == "player":
        inside = _players(picking, chooser)
    elif picking.what == "span":
        spans = [_option(f"span-{span}", span.text(words), chooser, span=span) for span in Span]
        inside = options(words.text("How far back"), spans, context)
    else:
        sheets = [
            _option(f"layout-{name or 'all'}", sheet_asked_for(name, words), chooser, layout=name)
            for name in ("", *chooser.choices.layouts)
        ]
        inside = options(words.text("Which sheet"), sheets, context)
    return prompt_sheet(inside, context.theme, words, lambda _: chooser.pick(Picking()))


def _players(picking: Picking, chooser: Chooser) -> list[ft.Control]:
    """Draw the players to tap; or, once several are wanted, boxes to tick."""
    if picking.ticked is not None:
        return _ticking(picking.ticked, chooser)
    asked, words, names = chooser.asked, chooser.context.words, chooser.choices.players
    everybody, all_faces = words.text("Everybody"), chooser.everybody(_FACE)
    lines = [
        _option("player-all", everybody, chooser, all_faces, players=()),
        *(
            _option(f"player-{i}", name, chooser, chooser.face(name, _FACE), players=(name,))
            for i, name in enumerate(names)
        ),
    ]
    parts = options(words.text("Whose numbers"), lines, chooser.context)
    if len(names) < _GROUP:
        return parts
    group = asked.players if len(asked.players) >= _GROUP else ()
    several = tonal(
        chooser.context.theme,
        "players-several",
        words.text("Several together"),
        lambda: chooser.pick(Picking("player", group)),
        icon=ft.Icons.GROUPS_ROUNDED,
        height=52,
    )
    return [*parts, several]


def _ticking(ticked: tuple[str, ...], chooser: Chooser) -> list[ft.Control]:
    words, theme, names = chooser.context.words, chooser.context.theme, chooser.choices.players
    lines = [_tick(i, name, ticked, chooser) for i, name in enumerate(names)]
    show = primary(
        theme,
        "players-show",
        words.text("Show them together"),
        lambda: chooser.done(replace(chooser.asked, players=ticked)),
        height=52,
    )
    back = outlined(
        theme,
        "players-one",
        words.text("Choose two or more"),
        lambda: chooser.pick(Picking("player")),
        height=52,
    )
    title = words.text("Games that all of them played")
    return [*options(title, lines, chooser.context), show if len(ticked) >= _GROUP else back]


def _tick(number: int, name: str, ticked: tuple[str, ...], chooser: Chooser) -> ft.Control:
    """Draw a box to tick; the ticked ones keep the order of the list."""
    other = {*ticked} ^ {name}
    then = tuple(each for each in chooser.choices.players if each in other)
    icon = ft.Icons.CHECK_BOX_ROUNDED
    return option(
        f"player-{number}",
        name,
        chooser.context,
        lambda: chooser.pick(Picking("player", then)),
        icon=icon if name in ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK_ROUNDED,
        checked=name in ticked,
        face=chooser.face(name, _FACE),
    )


def _option(
    identifier: str,
    text: str,
    chooser: Chooser,
    face: ft.Control | None = None,
    **wanted: Any,  # noqa: ANN401 - fields of `StatsFilter`
) -> ft.Control:
    """Draw a line that shows other numbers when it is tapped."""
    then = replace(chooser.asked, **wanted)
    mine, context = then == chooser.asked, chooser.context
    return option(identifier, text, context, lambda: chooser.done(then), checked=mine, face=face)


_TWO_COLUMNS = 760
"""From this width on the cards are in two columns; in dp."""
_WIDEST_TWO = 1000
_GAP = 14
_FEW_LINES = 3
"""With fewer lines of people the right column has room for the penalties."""
_TWO_A_LINE = 2


@component
def statistics_screen(  # noqa: PLR0913, PLR0917 - what is shown, what can be, and what taps do
    asked: StatsFilter,
    numbers: Numbers,
    group: tuple[Standing, ...],
    choices: Choices,
    today: date,
    context: ScreenContext,
    choose: Callable[[StatsFilter], object],
    go: Tap,
    games: int | None = None,
) -> ft.Control:
    """Show the statistics of a player, of a group or of everybody, over the games of a filter.

    The group is empty where one player is shown; `games` are how many there are (None: as many as
    sheets). `choose` is called with another filter.
    """
    picking, pick = ft.use_state(Picking())
    chooser = Chooser(asked, choices, context, choose, pick)
    several = len(asked.players) != 1
    look = stats_look(numbers, context.words, today, several=several, games=games)
    players = group_look(group, context.words) if several and numbers.sheets else ()
    page = with_nav_bar(_page(look, players, chooser, go), "statistics", context, go)
    if not picking.what:
        return page
    return ft.Stack([page, choice_sheet(picking, chooser)], expand=True)


def _page(
    look: StatsLook,
    players: Sequence[NumbersLook],
    chooser: Chooser,
    go: Tap,
) -> ft.Control:
    """Lay out title, choices, tiles, cards and the button of the spreadsheet."""
    context = chooser.context
    two = context.space.width - 32 >= _TWO_COLUMNS
    width = min(context.space.width - 32, _WIDEST_TWO if two else WIDEST - 32)
    tiles = [tile(each, context.theme) for each in look.tiles]
    parts = [
        *_head(chooser, two=two),
        *_in_lines(tiles, _TWO_A_LINE if context.theme.large else len(tiles)),
        *_said(look, chooser),
        *_cards(look, players, chooser, width, two=two),
        *([_export(context, go)] if tiles else []),
    ]
    return page_column(parts, width, spacing=_GAP)


def _head(chooser: Chooser, *, two: bool) -> list[ft.Control]:
    """Draw the title and the pills; in one line where there is room."""
    theme = chooser.context.theme
    style, text = HEADLINE.held(theme, LARGE_TEXT), chooser.context.words.text("Statistics")
    title = heading(text, style, theme.ink, no_wrap=True)
    whose, small = player_pill(chooser), small_pills(chooser)
    right: ft.Control = ft.Container(whose, expand=True, alignment=ft.Alignment.CENTER_RIGHT)
    beside, below = ([*small, right], []) if two else ([right], small)
    if theme.large:
        beside, below = [ft.Container()], [whose, *small]
    first = ft.Container(ft.Row([title, *beside], spacing=12), padding=ft.Padding.only(top=8))
    return [first, *([ft.Row(below, spacing=8, wrap=True)] if below else [])]


def _said(look: StatsLook, chooser: Chooser) -> list[ft.Control]:
    """Draw the text in place of charts, or about them."""
    theme = chooser.context.theme
    if not look.tiles and chooser.asked != StatsFilter(chooser.asked.players):
        narrow = chooser.context.words.text("No finished game here. Look farther back.")
        return [notice(narrow, theme)]
    if look.notice:
        return [notice(look.notice, theme)]
    if not look.caption:
        return []
    said = write(look.caption, CAPTION, color=theme.ink2)
    return [ft.Semantics(identifier="stats-caption", container=True, content=said)]


def _cards(
    look: StatsLook,
    group: Sequence[NumbersLook],
    chooser: Chooser,
    width: float,
    *,
    two: bool,
) -> list[ft.Control]:
    """Lay out the cards below each other, or in two columns where there is room."""
    context, across = chooser.context, (width - _GAP) / 2 if two else width
    inside = across - 2 * PADDING
    totals = [totals_card(look.totals, context, inside)] if look.totals else []
    misthrows = [misthrows_card(look.misthrows, context, inside)] if look.misthrows else []
    trend = [trend_card(look.trend, context, inside)] if look.trend else []
    rows = [rows_card(look, context), locked_card(look, context, inside)] if look.rows else []
    rivals = [rivals_card(look.rivals, context, chooser.face)] if look.rivals else []
    course = [course_card(look.course, context)] if look.course else []
    words, face = context.words, chooser.face
    players = (
        [table_card("stats-players", words.text("Players"), group, context, face)] if group else []
    )
    printed = words.text("Sheets")
    sheets = [table_card("stats-sheets", printed, look.sheets, context)] if look.sheets else []
    if not two:
        return [*players, *totals, *rows, *trend, *sheets, *misthrows, *course, *rivals]
    left, right = [*totals, *trend, *sheets], [*players, *rows, *course, *rivals]
    (right if len(group) + len(look.rivals) < _FEW_LINES else left).extend(misthrows)
    columns = [ft.Column([*side], spacing=_GAP, width=across) for side in (left, right)]
    return [ft.Row([*columns], spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)]


def _export(context: ScreenContext, go: Tap) -> ft.Control:
    button = tonal(
        context.theme,
        "stats-export",
        context.words.text("As a spreadsheet"),
        lambda: go("stats-export"),
        icon=ft.Icons.TABLE_CHART_OUTLINED,
        height=52,
        size=16,
    )
    return ft.Row(
        [ft.Container(button, width=context.column)], alignment=ft.MainAxisAlignment.CENTER
    )


def _in_lines(tiles: Sequence[ft.Control], of: int) -> list[ft.Control]:
    """Lay out the tiles, so many in a line."""
    lines = [tiles[i : i + of] for i in range(0, len(tiles), of or 1)]
    return [ft.Row([*line], spacing=10) for line in lines]
