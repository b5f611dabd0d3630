"""What is drawn of the statistics: bars, marks, pills and a line.

All of it is for the eye; the card around it says the same to a screen reader.
"""

from collections.abc import Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.design.drawing import line
from qwixx_pad.ui.design.primitives import for_the_eye, write
from qwixx_pad.ui.design.tokens import CAPTION, FINE, LABEL, NUMBER, TAG, Band, Theme, mix
from qwixx_pad.ui.statistics.stats_charts import LAST, BarLook, BarsLook, RowLook, TrendLook

_WIDEST_BAR = 44
_GAP = 6
_NARROW_SLOT = 27
"""Where a bar has less room, its label is smaller; in dp."""
_FAINT = 0.62
"""How far a bar that is not the modal one goes from ink towards the surface."""
_PARTS = 1000
_SPARK = 64
_DOT, _LAST_DOT = 2.6, 4.4


def histogram(chart: BarsLook, theme: Theme, width: float, height: float = 110) -> ft.Control:
    """Upright bars with their counts on top and their labels below.

    Args:
        chart: What to draw.
        theme: In which colours.
        width: Of all of it, in dp.
        height: Of the highest bar, in dp.
    """
    slot = width / len(chart.bars)
    across = min(_WIDEST_BAR, slot - (_GAP if slot > 4 * _GAP else _GAP / 2))
    upright = ft.Row(
        [_upright(bar, theme, across, height) for bar in chart.bars],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    size = 11 if slot >= _NARROW_SLOT else 10
    labels = ft.Row([_label(bar, theme, size) for bar in chart.bars], spacing=0)
    parts: list[ft.Control] = [
        upright,
        ft.Container(height=1.5, bgcolor=theme.line),
        ft.Container(height=4),
        labels,
    ]
    if chart.legend:
        parts.append(_legend(chart.legend, theme))
    return for_the_eye(ft.Column([*parts], spacing=0))


def bar_color(theme: Theme, *, modal: bool) -> str:
    """The colour of an upright bar: the modal one is ink; each has its count on top."""
    return theme.ink if modal else mix(theme.ink, theme.surface, _FAINT)


def _upright(bar: BarLook, theme: Theme, across: float, height: float) -> ft.Control:
    color = bar_color(theme, modal=bar.modal)
    style = (NUMBER if bar.modal else CAPTION).at(12.5).held(theme)
    count = write(str(bar.count), style, color=theme.ink, height=1.3, no_wrap=True)
    drawn = ft.Container(
        width=across,
        height=max(3, bar.share * height),
        bgcolor=color,
        border_radius=ft.BorderRadius.only(top_left=5, top_right=5),
    )
    return ft.Column(
        [count, drawn] if bar.count else [],
        spacing=2,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _label(bar: BarLook, theme: Theme, size: float) -> ft.Control:
    """Where a bar starts; under the bar of the last game on a dark pill."""
    color = theme.on_primary if bar.latest else theme.ink2
    text = write(
        bar.label,
        (TAG if bar.latest else FINE).at(size).held(theme, 1),
        color=color,
        height=1.2,
    )
    text.no_wrap, text.overflow = True, ft.TextOverflow.VISIBLE
    pill = ft.Container(
        text,
        bgcolor=theme.primary if bar.latest else None,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=4 if bar.latest else 0, vertical=1.5),
    )
    return ft.Container(pill, expand=True, alignment=ft.Alignment.CENTER)


def _legend(text: str, theme: Theme) -> ft.Control:
    swatch = ft.Container(width=16, height=10, border_radius=5, bgcolor=theme.primary)
    said = write(text, CAPTION, color=theme.ink2, height=1.2)
    row = ft.Row([swatch, said], spacing=6, alignment=ft.MainAxisAlignment.END)
    return ft.Container(row, padding=ft.Padding.only(top=8))


def row_bars(rows: Sequence[RowLook], theme: Theme) -> ft.Control:
    """One lying bar for each row: its mark before it, its numbers behind it."""
    return for_the_eye(ft.Column([_row_bar(row, theme) for row in rows], spacing=10))


def _row_bar(row: RowLook, theme: Theme) -> ft.Control:
    colors = theme.bands[row.letter]
    note = write(row.closed, FINE, color=theme.ink2, height=1.2, no_wrap=True)
    measured = ft.Column(
        [_lying(row.share, colors, theme), *([note] if row.closed else [])],
        spacing=4,
        tight=True,
        expand=True,
    )
    numbers = ft.Column(
        [
            write(row.points, NUMBER, color=theme.ink, height=1.15),
            write(row.crosses, FINE, color=theme.ink2, height=1.2),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    return ft.Row([_colored(_mark(colors, 16), colors, 26, 26, 7), measured, numbers], spacing=8)


def _lying(share: float, colors: Band, theme: Theme) -> ft.Control:
    """A bar on its track; two stretching pieces part it, so that it needs no width."""
    parts = round(share * _PARTS)
    bar = ft.Container(
        height=14,
        border_radius=7,
        bgcolor=colors.band,
        border=_outline(colors),
        expand=max(parts, 1),
        visible=parts > 0,
    )
    rest = ft.Container(expand=max(_PARTS - parts, 1), visible=parts < _PARTS)
    return ft.Container(
        ft.Row([bar, rest], spacing=0), height=14, border_radius=7, bgcolor=theme.surface2
    )


def _mark(colors: Band, size: float) -> ft.Control:
    return ft.Icon(getattr(ft.Icons, colors.mark), size=size, color=colors.text)


def _outline(colors: Band) -> ft.Border | None:
    return ft.Border.all(1, colors.outline) if colors.outline else None


def locked_pills(rows: Sequence[RowLook], theme: Theme, width: float) -> ft.Control:
    """How often each row was locked, on its colour; each pill so wide, in dp."""
    pills = [_pill(row.locked, row.letter, theme, width) for row in rows]
    return for_the_eye(ft.Row([*pills], spacing=6, tight=True))


def _pill(count: int, letter: str, theme: Theme, width: float) -> ft.Control:
    colors = theme.bands[letter]
    number = write(str(count), LABEL.held(theme), color=colors.text, height=1.2)
    inside = ft.Row([_mark(colors, 14), number], spacing=4, tight=True)
    return _colored(inside, colors, width, 34, 10)


def _colored(
    inside: ft.Control, colors: Band, width: float, height: float, radius: float
) -> ft.Control:
    return ft.Container(
        inside,
        width=width,
        height=height,
        border_radius=radius,
        bgcolor=colors.band,
        border=_outline(colors),
        alignment=ft.Alignment.CENTER,
    )


def sparkline(trend: TrendLook, theme: Theme, width: float) -> ft.Control:
    """The latest totals as a line, the compared ones in ink, the mean before them dashed.

    Args:
        trend: What to draw.
        theme: In which colours.
        width: Of all of it, in dp.
    """
    room = width - 34
    step = (room - 2 * _LAST_DOT) / (len(trend.points) - 1)
    places = [(_LAST_DOT + i * step, _down(point)) for i, point in enumerate(trend.points)]
    faint = mix(theme.ink, theme.surface, _FAINT)
    shapes = [
        _dashes(_down(trend.before), room, theme.ink2),
        line(places[:-LAST], 1.6, faint),
        line(places[-LAST - 1 :], 1.6, faint),
        line(places[-LAST:], 2.6, theme.ink),
        *(_dot(place, _DOT, theme.ink) for place in places[-LAST:-1]),
        _dot(places[-1], _LAST_DOT, theme.ink),
    ]
    canvas = cv.Canvas(shapes=[*shapes], width=room, height=_SPARK)
    ends = [
        write(end, FINE.held(theme), color=theme.ink2, height=1.0)
        for end in (trend.high, trend.low)
    ]
    axis = ft.Column(
        [*ends],
        height=_SPARK,
        width=26,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return for_the_eye(ft.Row([axis, canvas], spacing=8))


def _down(height: float) -> float:
    """From a height between 0 and 1 to a place on the canvas, which counts downwards."""
    return _LAST_DOT + (1 - height) * (_SPARK - 2 * _LAST_DOT)


def _dashes(y: float, width: float, color: str) -> cv.Shape:
    paint = ft.Paint(color=color, stroke_width=1.0, stroke_dash_pattern=[3.0, 4.0])
    return cv.Line(0, y, width, y, paint=paint)


def _dot(place: tuple[float, float], radius: float, color: str) -> cv.Shape:
    return cv.Circle(*place, radius, paint=ft.Paint(color=color))
