"""The cards of the statistics; each is read as one sentence."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.design.primitives import for_the_eye, said, write
from qwixx_pad.ui.design.tokens import (
    BODY,
    CAPTION,
    FINE,
    HEADLINE,
    HINT,
    LABEL,
    NAME,
    NUMBER,
    OPTION,
    TAG,
    Theme,
    mix,
)
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.statistics import PrintedLook, RivalLook, StandingLook, StatsLook, TileLook
from qwixx_pad.ui.statistics.stats_charts import BarsLook, TrendLook
from qwixx_pad.ui.statistics.stats_choice import Chooser
from qwixx_pad.ui.statistics.stats_drawing import histogram, locked_pills, row_bars, sparkline

PADDING = 16
"""Between the edge of a card and what is on it, in dp."""
_LOW_BARS = 56
"""Height of the misthrows' bars: they matter less than the totals."""
_PILL = 50
_LOCKED_TITLE = 130
"""What the words beside the pills need."""
_COLUMNS = (42, 38, 54, 44)
"""Widths of the columns of the players' numbers, in dp."""


def _card(
    identifier: str,
    spoken: str,
    titles: tuple[str, str],
    content: Sequence[ft.Control],
    theme: Theme,
) -> ft.Control:
    """A card with a title and something beside it, read as one sentence.

    Args:
        identifier: For tests.
        spoken: All that it shows, for the ear.
        titles: On its left and on its right.
        content: Below.
        theme: In which colours.
    """
    column = ft.Column(
        [_head(*titles, theme), *content],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return _plain(identifier, spoken, column, theme.surface)


def _plain(identifier: str, spoken: str, content: ft.Control, color: str) -> ft.Control:
    drawn = ft.Container(for_the_eye(content), bgcolor=color, border_radius=20, padding=PADDING)
    return said(identifier, spoken, drawn)


def _head(title: str, aside: str, theme: Theme) -> ft.Control:
    if theme.large:
        lines = [write(title, NAME, color=theme.ink), write(aside, HINT, color=theme.ink2)]
        return ft.Column([line for line in lines if line.value], spacing=2)
    right = ft.TextAlign.RIGHT
    beside = write(aside, HINT, color=theme.ink2, text_align=right, no_wrap=True, expand=True)
    return ft.Row([write(title, NAME, color=theme.ink, no_wrap=True), beside], spacing=10)


def notice(text: str, theme: Theme) -> ft.Control:
    """A friendly sentence where there is nothing to draw."""
    icon = ft.Icon(ft.Icons.BAR_CHART_ROUNDED, size=26, color=theme.ink2)
    words = write(text, OPTION.at(15), color=theme.ink, height=1.35, expand=True)
    return _plain("stats-notice", text, ft.Row([icon, words], spacing=12), theme.surface2)


def tile(look: TileLook, theme: Theme) -> ft.Control:
    """One number, what it is and a line below; the best total is the primary one."""
    main = look.identifier == "stats-best"
    color = theme.on_primary if main else theme.ink
    quiet = mix(theme.on_primary, theme.primary, 0.2) if main else theme.ink2
    inside = ft.Column(
        [
            write(look.value, HEADLINE, color=color, height=1.1, no_wrap=True),
            write(look.name, TAG.at(12), color=color, height=1.25, no_wrap=True),
            write(look.below, CAPTION, color=quiet, height=1.25, no_wrap=True),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    drawn = ft.Container(
        for_the_eye(inside),
        bgcolor=theme.primary if main else theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=2, vertical=12),
        alignment=ft.Alignment.CENTER,
    )
    return said(look.identifier, look.spoken, drawn, expand=True)


def totals_card(chart: BarsLook, context: ScreenContext, width: float) -> ft.Control:
    """The histogram of the totals; here and below `width` is what there is inside, in dp."""
    theme, title = context.theme, context.words.text("Totals")
    notes = ft.Column([_note(each, theme) for each in chart.notes], spacing=2, tight=True)
    drawn = [histogram(chart, theme, width), notes]
    return _card("stats-totals", chart.spoken, (title, chart.aside), drawn, theme)


def misthrows_card(chart: BarsLook, context: ScreenContext, width: float) -> ft.Control:
    """The histogram of the misthrows."""
    title, bars = context.words.text("Misthrows"), histogram(chart, context.theme, width, _LOW_BARS)
    return _card("stats-penalties", chart.spoken, (title, chart.aside), [bars], context.theme)


def trend_card(trend: TrendLook, context: ScreenContext, width: float) -> ft.Control:
    """How it went lately."""
    theme, title = context.theme, context.words.text("Lately")
    aside = context.words.text("last {n}", n=len(trend.points))
    drawn = [sparkline(trend, theme, width), _note(trend.sentence, theme)]
    return _card("stats-trend", f"{title}. {trend.sentence}", (title, aside), drawn, theme)


def rows_card(look: StatsLook, context: ScreenContext) -> ft.Control:
    """What each row is worth on average."""
    theme, rows, notes = context.theme, look.rows, look.rows_notes
    title, aside = context.words.text("Points per row"), context.words.text("average")
    spoken = f"{title}, {aside}. {'. '.join([*(row.spoken for row in rows), *notes])}."
    drawn = [row_bars(rows, theme), *(_note(note, theme) for note in notes)]
    return _card("stats-rows", spoken, (title, aside), drawn, theme)


def _note(text: str, theme: Theme) -> ft.Control:
    return write(text, HINT, color=theme.ink2, height=1.35)


def locked_card(look: StatsLook, context: ScreenContext, width: float) -> ft.Control:
    """How often each row was locked."""
    title = write(context.words.text("Rows locked"), NAME, color=context.theme.ink, expand=True)
    pill = min(_PILL, (width - _LOCKED_TITLE) / len(look.rows))
    pills = locked_pills(look.rows, context.theme, pill)
    if context.theme.large:
        title.expand = None
    inside = ft.Column([title, pills]) if context.theme.large else ft.Row([title, pills])
    return _plain("stats-locked", look.locked, inside, context.theme.surface)


def rivals_card(rivals: Sequence[RivalLook], chooser: Chooser) -> ft.Control:
    """The head to head, one line a rival."""
    words = chooser.context.words
    title, aside = words.text("Head to head"), words.text("average difference")
    spoken = f"{title}. {'. '.join(rival.spoken for rival in rivals)}."
    lines = [_rival(rival, chooser) for rival in rivals]
    return _card("stats-rivals", spoken, (title, aside), lines, chooser.context.theme)


def _rival(rival: RivalLook, chooser: Chooser) -> ft.Control:
    theme = chooser.context.theme
    name = ft.Row(
        [
            write(rival.name, LABEL, color=theme.ink, height=1.2, no_wrap=True),
            write(rival.games, CAPTION, color=theme.ink2, height=1.2, no_wrap=True),
        ],
        spacing=8,
    )
    record = write(rival.record, HINT, color=theme.ink2, height=1.25)
    color = theme.gain if rival.ahead else theme.ink
    return ft.Row(
        [
            chooser.face(rival.name, 34),
            ft.Column([name, record], spacing=2, tight=True, expand=True),
            write(rival.difference, NUMBER.at(18), color=color),
        ],
        spacing=12,
    )


def sheets_card(sheets: Sequence[PrintedLook], context: ScreenContext) -> ft.Control:
    """One line a printed sheet: how many were played, their average and the best."""
    words, theme = context.words, context.theme
    title = words.text("Sheets")
    spoken = f"{title}. {'. '.join(line.spoken for line in sheets)}."
    names = (
        words.meant("column", "games"),
        words.meant("column", "average"),
        words.meant("column", "best"),
    )
    heads = [write(name, FINE.held(theme, 1.1), color=theme.ink2, no_wrap=True) for name in names]
    widths = (_COLUMNS[0], *_COLUMNS[2:])
    first = write(title, NAME.held(theme), color=theme.ink, no_wrap=True, expand=True)
    lines = [
        ft.Row([first, *map(_at_right, heads, widths)], spacing=0),
        *(_sheet(line, widths, theme) for line in sheets),
    ]
    return _plain("stats-sheets", spoken, ft.Column([*lines], spacing=10), theme.surface)


def _sheet(line: PrintedLook, widths: Sequence[float], theme: Theme) -> ft.Control:
    name = write(line.name, LABEL.held(theme), color=theme.ink, no_wrap=True, expand=True)
    numbers = [
        write(line.games, BODY.held(theme), color=theme.ink2),
        write(line.average, NUMBER.held(theme), color=theme.ink),
        write(line.best, OPTION.at(15).held(theme), color=theme.ink),
    ]
    return ft.Row([name, *map(_at_right, numbers, widths)], spacing=0)


def players_card(group: Sequence[StandingLook], chooser: Chooser) -> ft.Control:
    """One line a player: games, wins, average and best."""
    words, theme = chooser.context.words, chooser.context.theme
    title = words.text("Players")
    spoken = f"{title}. {'. '.join(line.spoken for line in group)}."
    # Translators: "games" to "best" head narrow columns of a table.
    names = (
        words.meant("column", "games"),
        words.meant("column", "wins"),
        words.meant("column", "average"),
        words.meant("column", "best"),
    )
    heads = [write(name, FINE.held(theme, 1.1), color=theme.ink2, no_wrap=True) for name in names]
    first = write(title, NAME.held(theme), color=theme.ink, no_wrap=True, expand=True)
    lines = [
        ft.Row([first, *map(_at_right, heads, _COLUMNS)], spacing=0),
        *(_player(line, chooser) for line in group),
    ]
    return _plain("stats-players", spoken, ft.Column([*lines], spacing=10), theme.surface)


def _player(line: StandingLook, chooser: Chooser) -> ft.Control:
    theme = chooser.context.theme
    numbers = [
        write(line.games, BODY.held(theme), color=theme.ink2),
        write(line.wins, BODY.held(theme), color=theme.ink2),
        write(line.average, NUMBER.held(theme), color=theme.ink),
        write(line.best, OPTION.at(15).held(theme), color=theme.ink),
    ]
    name = ft.Row(
        [
            chooser.face(line.name, 26),
            write(line.name, LABEL.held(theme), color=theme.ink, no_wrap=True, expand=True),
        ],
        spacing=8,
        expand=True,
    )
    return ft.Row([name, *map(_at_right, numbers, _COLUMNS)], spacing=0)


def _at_right(number: ft.Control, width: float) -> ft.Control:
    return ft.Container(number, width=width, alignment=ft.Alignment.CENTER_RIGHT)
