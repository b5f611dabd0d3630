"""The score over time: a line a player, names at their ends, and where one is."""

from collections.abc import Callable, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.chart_look import ChartLook, Cursor, LineLook, Plot, apart, nearest
from qwixx_pad.ui.figures import signed
from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.parts.slide import slide
from qwixx_pad.ui.tokens import Theme, family

_OWN, _OTHERS = 3.2, 1.6
_AXIS, _NAME = 11, 12.5
_LINE_OF_NAMES = 15.0


def line_color(theme: Theme, color: int) -> str:
    """The colour of a player's line."""
    return theme.lines[color % len(theme.lines)]


@component
def chart(  # noqa: PLR0913, PLR0917 - the lines, the place among them, the screen
    look: ChartLook,
    cursor: Cursor,
    width: float,
    height: float,
    theme: Theme,
    value: str,
    choose: Callable[[int], object],
) -> ft.Control:
    """The chart; a tap or a drag leads to the step nearest to it.

    Args:
        look: The lines.
        cursor: The present moment.
        width: Of all, words included.
        height: Likewise.
        theme: In which colours.
        value: The present moment in words.
        choose: Told how many steps of the shown seat shall have happened.
    """
    plot = Plot.of(look, width, height)

    stack = ft.Stack(
        [
            _ground(look, width, height, theme, key="lines"),
            _cursor(plot, cursor, width, height, theme),
        ],
        width=width,
        height=height,
    )
    picture = slide(stack, lambda x: choose(nearest(look, plot.at(x))))
    return ft.Semantics(
        identifier="chart", label=look.spoken, value=value, container=True, content=picture
    )


@component
def _lines(look: ChartLook, width: float, height: float, theme: Theme) -> ft.Control:
    """All that stays the same while the moment moves."""
    plot = Plot.of(look, width, height)
    behind = sorted(look.lines, key=lambda line: line.own)
    shapes = [
        *_grid(look, plot, theme),
        *(_path(line, plot, theme) for line in behind),
        *_names(look.lines, plot, theme),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)


_ground = memo(_lines)


def _grid(look: ChartLook, plot: Plot, theme: Theme) -> list[cv.Shape]:
    box, shapes = plot.box, list[cv.Shape]()
    for value in look.grid:
        y = plot.y(value)
        paint = ft.Paint(color=theme.line, stroke_width=1)
        shapes.append(cv.Line(box.x, y, box.right, y, paint=paint))
        text = _text(signed(value), _AXIS, theme.ink2)
        shapes.append(
            cv.Text(box.x - 6, y, text[0], style=text[1], alignment=ft.Alignment.CENTER_RIGHT)
        )
    for at in look.labels:
        text = _text(str(at), _AXIS, theme.ink2)
        shapes.append(
            cv.Text(
                plot.x(at),
                box.bottom + 6,
                text[0],
                style=text[1],
                alignment=ft.Alignment.TOP_CENTER,
            )
        )
    return shapes


def _text(text: str, size: float, color: str, weight: int = 400) -> tuple[str, ft.TextStyle]:
    return text, ft.TextStyle(size=size, color=color, font_family=family(weight), letter_spacing=0)


def _path(line: LineLook, plot: Plot, theme: Theme) -> cv.Shape:
    first, *rest = ((plot.x(at), plot.y(value)) for at, value in line.points)
    paint = ft.Paint(
        color=line_color(theme, line.color),
        stroke_width=_OWN if line.own else _OTHERS,
        stroke_cap=ft.StrokeCap.ROUND,
        stroke_join=ft.StrokeJoin.ROUND,
        style=ft.PaintingStyle.STROKE,
    )
    return cv.Path([cv.Path.MoveTo(*first), *(cv.Path.LineTo(*to) for to in rest)], paint=paint)


def _names(lines: Sequence[LineLook], plot: Plot, theme: Theme) -> list[cv.Shape]:
    """At the ends of the lines, pushed apart where those are too near."""
    ends = [plot.y(line.points[-1][1]) for line in lines]
    heights = apart(ends, _LINE_OF_NAMES, plot.box.y, plot.box.bottom)
    shapes: list[cv.Shape] = []
    for line, y in zip(lines, heights, strict=True):
        color = theme.ink if line.own else line_color(theme, line.color)
        text, style = _text(line.name, _NAME, color, 600 if line.own else 400)
        middle = ft.Alignment.CENTER_LEFT
        shapes.append(cv.Text(plot.box.right + 9, y, text, style=style, alignment=middle))
    return shapes


def _cursor(plot: Plot, cursor: Cursor, width: float, height: float, theme: Theme) -> ft.Control:
    """A dashed line at the moment, and a ring where the shown seat stood."""
    x, y = plot.x(cursor.at), plot.y(cursor.value)
    dashes = ft.Paint(color=theme.ink, stroke_width=1.2, stroke_dash_pattern=[4.0, 3.0])
    shapes: list[cv.Shape] = [
        cv.Line(x, plot.box.y, x, plot.box.bottom, paint=dashes),
        cv.Circle(x, y, 5.6, paint=ft.Paint(color=theme.ink)),
        cv.Circle(x, y, 2.7, paint=ft.Paint(color=theme.surface)),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)
