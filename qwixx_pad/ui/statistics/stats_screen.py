"""Statistics: how one plays, alone and against whom, in numbers that can be believed."""

from collections.abc import Callable, Sequence
from datetime import date

import flet as ft

from qwixx_pad.storage.statistics_math import Numbers, Standing
from qwixx_pad.ui.design.bars import with_nav_bar
from qwixx_pad.ui.design.controls import tonal
from qwixx_pad.ui.design.primitives import WIDEST, page_column, write
from qwixx_pad.ui.design.tokens import LARGE_TEXT
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.statistics import Choices, StatsFilter, group_look, stats_look
from qwixx_pad.ui.statistics.stats_cards import (
    PADDING,
    card,
    locked_card,
    notice,
    players_card,
    rivals_card,
    tile,
)
from qwixx_pad.ui.statistics.stats_choice import (
    Chooser,
    Picking,
    choice_sheet,
    player_pill,
    small_pills,
)
from qwixx_pad.ui.statistics.stats_drawing import histogram, row_bars, sparkline

_TWO_COLUMNS = 760
"""From this width on the cards stand in two columns; in dp."""
_WIDEST_TWO = 1000
_GAP = 14
_FEW_LINES = 3
_TWO_A_LINE = 2
"""With fewer lines of people the right column has room for the misthrows."""
_LOW_BARS = 56
"""Height of the misthrows' bars: they matter less than the totals."""


@component
def statistics_screen(  # noqa: PLR0913, PLR0917 - what is shown, what can be, and what taps do
    asked: StatsFilter,
    numbers: Numbers,
    group: tuple[Standing, ...],
    choices: Choices,
    today: date,
    context: ScreenContext,
    choose: Callable[[StatsFilter], object],
    go: Callable[[str], object],
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
    """
    picking, pick = ft.use_state(Picking())
    chooser = Chooser(asked, choices, context, choose, pick)
    page = _StatisticsPage(chooser, numbers, group, today, go).control()
    page = with_nav_bar(page, "statistics", context, go)
    if not picking.what:
        return page
    return ft.Stack([page, choice_sheet(picking, chooser)], expand=True)


class _StatisticsPage:
    """The page below the sheets."""

    def __init__(
        self,
        chooser: Chooser,
        numbers: Numbers,
        group: tuple[Standing, ...],
        today: date,
        go: Callable[[str], object],
    ) -> None:
        self.chooser = chooser
        self.context = chooser.context
        self.theme = chooser.context.theme
        self.words = chooser.context.words
        self.go = go
        several = len(chooser.asked.players) != 1
        games = max((line.games for line in group), default=None)  # at least so many
        self.look = stats_look(numbers, self.words, today, several=several, games=games)
        self.group = group_look(group, self.words) if several and numbers.sheets else ()
        free = self.context.space.width - 32
        self.two = free >= _TWO_COLUMNS
        self.width = min(free, _WIDEST_TWO if self.two else WIDEST - 32)
        self.across = (self.width - _GAP) / 2 if self.two else self.width
        self.inside = self.across - 2 * PADDING

    def control(self) -> ft.Control:
        """Title, choices, tiles, cards and the way to a spreadsheet."""
        tiles = [tile(look, self.theme) for look in self.look.tiles]
        parts = [
            *self._head(),
            *_in_lines(tiles, len(tiles) if not self.theme.large else _TWO_A_LINE),
            *self._said(),
            *self._cards(),
            *([self._export()] if tiles else []),
        ]
        return page_column(parts, self.width, spacing=_GAP)

    def _head(self) -> list[ft.Control]:
        """The title and what can be chosen; in one line where there is room."""
        large = self.theme.large
        size = self.theme.held(26, LARGE_TEXT)
        title = write(self.words.text("Statistics"), size, 700, color=self.theme.ink, no_wrap=True)
        pill = ft.Container(
            player_pill(self.chooser), expand=True, alignment=ft.Alignment.CENTER_RIGHT
        )
        small = small_pills(self.chooser)
        beside, below = (small, []) if self.two else ([], small)
        if large:
            beside, below, pill = [], [player_pill(self.chooser), *small], ft.Container()
        row = ft.Row([ft.Semantics(header=True, content=title), *beside, pill], spacing=12)
        first = ft.Container(row, padding=ft.Padding.only(top=8))
        return [first, *([ft.Row(below, spacing=8, wrap=True)] if below else [])]

    def _said(self) -> list[ft.Control]:
        """What there is to say instead of charts, or about them."""
        narrowed = self.chooser.asked != StatsFilter(self.chooser.asked.players)
        if not self.look.tiles and narrowed:
            return [
                notice(self.words.text("No finished game here. Look farther back."), self.theme)
            ]
        if self.look.notice:
            return [notice(self.look.notice, self.theme)]
        if not self.look.caption:
            return []
        said = write(self.look.caption, 12, 400, color=self.theme.ink2)
        return [ft.Semantics(identifier="stats-caption", container=True, content=said)]

    def _cards(self) -> list[ft.Control]:
        """Below each other, or in two columns where there is room for them."""
        totals, trend, misthrows = self._totals(), self._trend(), self._misthrows()
        rows, locked, rivals = self._rows(), self._locked(), self._rivals()
        players = self._players()
        if not self.two:
            order = (players, totals, rows, locked, trend, misthrows, rivals)
            return [card for card in order if card]
        lines = len(self.group) + len(self.look.rivals)
        sides = [totals, trend, misthrows], [players, rows, locked, rivals]
        if lines < _FEW_LINES:
            sides[1].append(sides[0].pop())
        columns = [
            ft.Column([card for card in side if card], spacing=_GAP, width=self.across)
            for side in sides
        ]
        return [ft.Row([*columns], spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)]

    def _totals(self) -> ft.Control | None:
        chart = self.look.totals
        if chart is None:
            return None
        notes = ft.Column([self._note(note) for note in chart.notes], spacing=2, tight=True)
        drawn = [histogram(chart, self.theme, self.inside), notes]
        title = self.words.text("Totals")
        return card("stats-totals", chart.spoken, (title, chart.aside), drawn, self.theme)

    def _misthrows(self) -> ft.Control | None:
        chart = self.look.misthrows
        if chart is None:
            return None
        drawn = [histogram(chart, self.theme, self.inside, _LOW_BARS)]
        title = self.words.text("Misthrows")
        return card("stats-penalties", chart.spoken, (title, chart.aside), drawn, self.theme)

    def _trend(self) -> ft.Control | None:
        trend = self.look.trend
        if trend is None:
            return None
        title = self.words.text("Lately")
        aside = self.words.text("last {n}", n=len(trend.points))
        drawn = [sparkline(trend, self.theme, self.inside), self._note(trend.sentence)]
        spoken = f"{title}. {trend.sentence}"
        return card("stats-trend", spoken, (title, aside), drawn, self.theme)

    def _note(self, text: str) -> ft.Text:
        return write(text, 13, 400, color=self.theme.ink2, height=1.35)

    def _rows(self) -> ft.Control | None:
        rows = self.look.rows
        if not rows:
            return None
        title, aside = self.words.text("Points per row"), self.words.text("average")
        note = self.look.rows_note
        spoken = f"{title}, {aside}. {'. '.join(row.spoken for row in rows)}."
        spoken = f"{spoken} {note}." if note else spoken
        drawn = [row_bars(rows, self.theme), *([self._note(note)] if note else [])]
        return card("stats-rows", spoken, (title, aside), drawn, self.theme)

    def _locked(self) -> ft.Control | None:
        return locked_card(self.look, self.context, self.inside) if self.look.rows else None

    def _rivals(self) -> ft.Control | None:
        return rivals_card(self.look.rivals, self.chooser) if self.look.rivals else None

    def _players(self) -> ft.Control | None:
        return players_card(self.group, self.chooser) if self.group else None

    def _export(self) -> ft.Control:
        button = tonal(
            self.theme,
            "stats-export",
            self.words.text("As a spreadsheet"),
            lambda: self.go("stats-export"),
            icon=ft.Icons.TABLE_CHART_OUTLINED,
            height=52,
            size=16,
        )
        wide = min(self.width, WIDEST - 32)
        return ft.Row([ft.Container(button, width=wide)], alignment=ft.MainAxisAlignment.CENTER)


def _in_lines(tiles: Sequence[ft.Control], of: int) -> list[ft.Control]:
    """The tiles side by side, so many in a line."""
    lines = [tiles[i : i + of] for i in range(0, len(tiles), of or 1)]
    return [ft.Row([*line], spacing=10) for line in lines]
