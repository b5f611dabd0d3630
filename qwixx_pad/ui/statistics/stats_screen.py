"""Statistics: how one plays, alone and against whom, in numbers that can be believed."""

from collections.abc import Callable, Sequence
from datetime import date

import flet as ft

from qwixx_pad.storage.counting import Numbers, Standing
from qwixx_pad.ui.design.controls import tonal
from qwixx_pad.ui.design.form import with_nav_bar
from qwixx_pad.ui.design.primitives import WIDEST, Tap, heading, page_column, write
from qwixx_pad.ui.design.tokens import CAPTION, HEADLINE, LARGE_TEXT
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.statistics import (
    Choices,
    StandingLook,
    StatsFilter,
    StatsLook,
    group_look,
    stats_look,
)
from qwixx_pad.ui.statistics.stats_cards import (
    PADDING,
    locked_card,
    misthrows_card,
    notice,
    players_card,
    rivals_card,
    rows_card,
    sheets_card,
    tile,
    totals_card,
    trend_card,
)
from qwixx_pad.ui.statistics.stats_choice import (
    Chooser,
    Picking,
    choice_sheet,
    player_pill,
    small_pills,
)

_TWO_COLUMNS = 760
"""From this width on the cards stand in two columns; in dp."""
_WIDEST_TWO = 1000
_GAP = 14
_FEW_LINES = 3
"""With fewer lines of people the right column has room for the misthrows."""
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
    """The statistics of a player, of a group or of everybody.

    Args:
        asked: Whose numbers these are, and over which games.
        numbers: Over these games.
        group: The players of a group, or all; nobody where one player is shown.
        choices: What else can be asked for.
        today: As it is here.
        context: Space, theme, words and settings.
        choose: Told what is to be shown instead.
        go: Leads to a screen by its identifier.
        games: How many there are; None: as many as sheets.
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
    players: Sequence[StandingLook],
    chooser: Chooser,
    go: Tap,
) -> ft.Control:
    """Title, choices, tiles, cards and the way to a spreadsheet."""
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
    """The title and what can be chosen; in one line where there is room."""
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
    """What there is to say instead of charts, or about them."""
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
    group: Sequence[StandingLook],
    chooser: Chooser,
    width: float,
    *,
    two: bool,
) -> list[ft.Control]:
    """Below each other, or in two columns where there is room for them."""
    context, across = chooser.context, (width - _GAP) / 2 if two else width
    inside = across - 2 * PADDING
    totals = [totals_card(look.totals, context, inside)] if look.totals else []
    misthrows = [misthrows_card(look.misthrows, context, inside)] if look.misthrows else []
    trend = [trend_card(look.trend, context, inside)] if look.trend else []
    rows = [rows_card(look, context), locked_card(look, context, inside)] if look.rows else []
    rivals = [rivals_card(look.rivals, chooser)] if look.rivals else []
    players = [players_card(group, chooser)] if group else []
    sheets = [sheets_card(look.sheets, context)] if look.sheets else []
    if not two:
        return [*players, *totals, *rows, *trend, *sheets, *misthrows, *rivals]
    left, right = [*totals, *trend, *sheets], [*players, *rows, *rivals]
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
    """The tiles side by side, so many in a line."""
    lines = [tiles[i : i + of] for i in range(0, len(tiles), of or 1)]
    return [ft.Row([*line], spacing=10) for line in lines]
