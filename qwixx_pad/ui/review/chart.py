"""The chart of the score over time, or of the chances: a line for each player, and a cursor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import flet as ft
from flet import canvas as cv

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.turning_points import favourite_changes
from qwixx_pad.core.game import Game
from qwixx_pad.core.story import Step, Story, roll_spans
from qwixx_pad.i18n import isolate_text
from qwixx_pad.ui.context import current_theme
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.drawing import ChartPoint, polyline
from qwixx_pad.ui.design.primitives import drag_area
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.review import index_at
from qwixx_pad.ui.review.moments import Curve
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, FINE, NAME, Style, Theme, font_family

_GRID_POINTS = 20
"""Least distance of two grid lines, in points."""
_MAX_GRID_LINES = 9
_LABEL_STEP = 10
"""Rolls from one label to the next."""
_SHORT_REACH = 3
"""From this number of rolls on, below `_LABEL_STEP`, only the first and the last are labelled."""
_LETTER_DP = 8.4
"""Average width of a letter."""
_MIN_NAME_DP = 32.0
_MAX_NAME_DP = 96.0
_SIDE_LABELS_DP = 28.0
"""Width of the values to the left of the grid, without their unit."""
_UNIT_DP = 9.0
"""Width of a letter of the unit."""
_FOOT_DP = 22.0
"""Height of the labels below the grid."""
_HEAD_DP = 8.0
"""Space above the grid."""


@dataclass(frozen=True, slots=True)
class LineLook:
    """The line of one seat.

    Attributes:
        seat: From 1.
        name: At the end of the line; empty on a single sheet.
        color: Index of the player's colour.
        points: Time (in rolls; on a single sheet in steps) and value, from left to right.
        own: Whether it is the line of the sheet on the screen.
    """

    seat: int
    name: str
    color: int
    points: tuple[tuple[float, float], ...]
    own: bool


@dataclass(frozen=True, slots=True)
class ChartLook:
    """The whole chart.

    Attributes:
        grid: The values of the grid lines, from the lowest to the highest.
        labels: The rolls (or steps) that have a label.
        reach: The last roll (or step).
        lines: One for each seat, in seating order.
        places: Times of the steps of the shown seat; the first one is the blank sheet's, 0.
        spoken: For a screen reader.
        unit: Unit of the values of the grid.
    """

    grid: tuple[int, ...]
    labels: tuple[int, ...]
    reach: int
    lines: tuple[LineLook, ...]
    places: tuple[float, ...]
    spoken: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The moment on the screen: its time, and the value of the shown seat."""

    at: float
    value: float


@dataclass(frozen=True)
class CurveLook:
    """A chart at a moment.

    Attributes:
        chart: The lines of all seats.
        cursor: The moment on the screen.
        now: Value of the shown seat at that moment, as a text.
    """

    chart: ChartLook
    cursor: Cursor
    now: str


def chart_look(reviewed: ReviewedGame, story: Story, seat: int, tr: Translator) -> ChartLook:
    """Describe the chart of the points; `seat` is the one on the screen."""
    curves = story.total_curves
    lines = tuple(
        _line_look(reviewed, story, each, tr, own=each == seat) for each, _ in enumerate(curves, 1)
    )
    values = [int(value) for line in lines for _, value in line.points]
    reach = max(1, len(curves[0]) - 1)
    if reach >= _LABEL_STEP:
        labels = (1, *range(_LABEL_STEP, reach + 1, _LABEL_STEP))
    else:
        labels = (1, reach) if reach >= _SHORT_REACH else tuple(range(1, reach + 1))
    totals = [
        f"{isolate_text(reviewed.seat_name(each, tr))} {signed_text(curve[-1])}"
        for each, curve in enumerate(curves, 1)
    ]
    return ChartLook(
        grid=grid_values(min(values), max(values)),
        labels=labels,
        reach=reach,
        lines=lines,
        places=(0.0, *step_times(story.steps_of_seat(seat))),
        spoken=tr.gettext("Score over time. In the end {totals}.", totals=tr.join_and(totals)),
    )


def _line_look(
    reviewed: ReviewedGame, story: Story, seat: int, tr: Translator, *, own: bool
) -> LineLook:
    steps = story.steps_of_seat(seat)
    points = {float(at): float(value) for at, value in enumerate(story.total_curves[seat - 1])}
    points |= dict(zip(step_times(steps), (step.total for step in steps), strict=True))
    name = "" if reviewed.is_solo else tr.short_name(reviewed.seat_name(seat, tr))
    return LineLook(seat, name, reviewed.colors[seat - 1], tuple(sorted(points.items())), own)


def step_times(steps: Sequence[Step]) -> tuple[float, ...]:
    """The time of each step of a seat in rolls; steps of one roll divide its interval evenly.

    On a single sheet, which has no rolls, it is the number of the step, from 1.
    """
    if steps and steps[0].roller is None:
        return tuple(float(n) for n in range(1, len(steps) + 1))
    times = list[float]()
    for roll, group in groupby(steps, key=lambda step: step.roll):
        count = len([*group])
        times += [roll - 1 + n / count for n in range(1, count + 1)]
    return tuple(times)


def points_cursor(reviewed: ReviewedGame, story: Story, seat: int, moment: int) -> Cursor:
    """Place a moment, in entries, on the line of a seat."""
    positions = reviewed.game.timeline.positions
    steps = story.steps_of_seat(seat)
    value = positions[moment].sheet_of(seat).total
    if moment == 0 or reviewed.is_solo:
        return Cursor(float(index_at(steps, moment)), value)
    roll = positions[moment - 1].roll
    in_roll = [step for step in steps if step.roll == roll]
    if not in_roll:
        return Cursor(float(roll), value)
    return Cursor(roll - 1 + index_at(in_roll, moment) / len(in_roll), value)


def nearest_step(look: ChartLook, at: float) -> int:
    """The number of the step of the shown seat that is nearest to a time; 0 for the blank sheet."""
    return min(range(len(look.places)), key=lambda step: abs(look.places[step] - at))


def grid_values(lowest: int, highest: int) -> tuple[int, ...]:
    """The values of the grid lines: multiples of 20, doubled until there are at most nine."""
    step = _GRID_POINTS
    while True:
        floor = step * (min(lowest, 0) // step)
        top = -step * (-max(highest, 1) // step)
        lines = tuple(range(floor, top + 1, step))
        if len(lines) <= _MAX_GRID_LINES:
            return lines
        step *= 2


@dataclass(frozen=True, slots=True)
class Plot:
    """The plot of the lines, in dp from the upper left corner of the chart.

    Attributes:
        box: The box of the grid.
        floor, top: The values at its lower and upper edge.
        reach: The roll (or step) at its right edge.
    """

    box: Box
    floor: int
    top: int
    reach: int

    @classmethod
    def fit(cls, look: ChartLook, width: float, height: float) -> "Plot":
        """Fit the plot into a chart of this size in dp, labels included."""
        longest = max(len(line.name) for line in look.lines)
        names = min(max(longest * _LETTER_DP, _MIN_NAME_DP), _MAX_NAME_DP) + 10 if longest else 8.0
        side = _SIDE_LABELS_DP + _UNIT_DP * len(look.unit)
        box = Box(side, _HEAD_DP, width - side - names, height - _HEAD_DP - _FOOT_DP)
        return cls(box, look.grid[0], look.grid[-1], look.reach)

    def x(self, at: float) -> float:
        return self.box.x + self.box.width * at / self.reach

    def y(self, value: float) -> float:
        return self.box.bottom - self.box.height * (value - self.floor) / (self.top - self.floor)

    def time_at(self, x: float) -> float:
        """The roll (or step) at an x."""
        return (x - self.box.x) / self.box.width * self.reach


def space_heights(
    wanted: Sequence[float], least: float, low: float, high: float
) -> tuple[float, ...]:
    """Space out heights: near the wanted ones, at least `least` apart, in the same order.

    None is below `low`; if there are too many, some are above `high`.
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    spaced = [0.0] * len(wanted)
    bottom = low
    for i in order:
        spaced[i] = max(wanted[i], bottom)
        bottom = spaced[i] + least
    limit = max(high, low + least * (len(wanted) - 1))
    for i in reversed(order):
        spaced[i] = min(spaced[i], limit)
        limit = spaced[i] - least
    return tuple(spaced)


_OWN_STROKE_DP = 3.2
"""Width of the line of the sheet on the screen."""
_OTHER_STROKE_DP = 1.6
_NAME_SP = 12.5
_NAME_LINE_DP = 15.0
"""Least distance of two names at the ends of the lines."""


def line_color(theme: Theme, color: int) -> str:
    return theme.line_colors[color % len(theme.line_colors)]


@component
def curve_chart(
    curve: CurveLook, width: float, grid_height: float, choose: Callable[[int], object]
) -> ft.Control:
    """Draw the chart; `width` is with labels, `grid_height` without, both in dp.

    A tap or a drag calls `choose` with the index of the nearest step of the shown seat.
    """
    look = curve.chart
    height = grid_height + _HEAD_DP + _FOOT_DP
    plot = Plot.fit(look, width, height)
    stack = ft.Stack(
        [
            _chart_lines(look, width, height, key="lines"),
            _cursor_canvas(plot, curve.cursor, width, height),
        ],
        width=width,
        height=height,
    )
    return ft.Semantics(
        identifier="chart",
        label=look.spoken,
        value=curve.now,
        container=True,
        content=drag_area(stack, lambda x: choose(nearest_step(look, plot.time_at(x)))),
    )


@memo
@component
def _chart_lines(look: ChartLook, width: float, height: float) -> ft.Control:
    """Draw what does not move with the cursor."""
    theme = current_theme()
    plot = Plot.fit(look, width, height)
    shapes = _grid_shapes(look, plot, theme)
    for line in sorted(look.lines, key=lambda line: line.own):  # the own line in front
        points = [(plot.x(at), plot.y(value)) for at, value in line.points]
        stroke = _OWN_STROKE_DP if line.own else _OTHER_STROKE_DP
        shapes.append(polyline(points, stroke, line_color(theme, line.color)))
    ends = [plot.y(line.points[-1][1]) for line in look.lines]
    heights = space_heights(ends, _NAME_LINE_DP, plot.box.y, plot.box.bottom)
    for line, y in zip(look.lines, heights, strict=True):
        color = theme.ink if line.own else line_color(theme, line.color)
        style = (NAME if line.own else BODY).resized(_NAME_SP)
        point = (plot.box.right + 9, y)
        shapes.append(_text_shape(point, line.name, style, color, ft.Alignment.CENTER_LEFT))
    return cv.Canvas(shapes=shapes, width=width, height=height)


def _grid_shapes(look: ChartLook, plot: Plot, theme: Theme) -> list[cv.Shape]:
    """Draw the grid lines, their values and the labels below."""
    box = plot.box
    shapes = list[cv.Shape]()
    for value in look.grid:
        y = plot.y(value)
        paint = ft.Paint(color=theme.line, stroke_width=1)
        shapes.append(cv.Line(box.x, y, box.right, y, paint=paint))
        text = f"{signed_text(value)}{look.unit}"
        point = (box.x - 6, y)
        shapes.append(_text_shape(point, text, FINE, theme.ink2, ft.Alignment.CENTER_RIGHT))
    for at in look.labels:
        point = (plot.x(at), box.bottom + 6)
        shapes.append(_text_shape(point, str(at), FINE, theme.ink2, ft.Alignment.TOP_CENTER))
    return shapes


def _text_shape(
    point: ChartPoint, text: str, style: Style, color: str, alignment: ft.Alignment
) -> cv.Shape:
    text_style = ft.TextStyle(
        size=style.size, color=color, font_family=font_family(style.weight), letter_spacing=0
    )
    return cv.Text(*point, text, style=text_style, alignment=alignment)


def _cursor_canvas(plot: Plot, cursor: Cursor, width: float, height: float) -> ft.Control:
    """Draw a dashed line at the moment, and a ring at the value of the shown seat."""
    theme = current_theme()
    x = plot.x(cursor.at)
    y = plot.y(cursor.value)
    dashes = ft.Paint(color=theme.ink, stroke_width=1.2, stroke_dash_pattern=[4.0, 3.0])
    shapes: list[cv.Shape] = [
        cv.Line(x, plot.box.y, x, plot.box.bottom, paint=dashes),
        cv.Circle(x, y, 5.6, paint=ft.Paint(color=theme.ink)),
        cv.Circle(x, y, 2.7, paint=ft.Paint(color=theme.surface)),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)


# chances


_PERCENT_GRID = (0, 25, 50, 75, 100)


def rolls_at_moments(game: Game) -> tuple[float, ...]:
    """The time of each moment, in rolls; the entries of a roll divide its interval evenly."""
    times = (
        roll - 1 + done / (end - begin)
        for roll, begin, end in roll_spans(game)
        for done in range(1, end - begin + 1)
    )
    return (0.0, *times)


def win_chart(
    points: ChartLook, reviewed: ReviewedGame, story: Story, curve: Curve, tr: Translator
) -> ChartLook:
    """Describe the chart of the chances, in per cent, from the chart of the points."""
    times = rolls_at_moments(reviewed.game)
    shown = next(line.seat for line in points.lines if line.own)
    lines = tuple(
        replace(
            line,
            points=tuple(
                (at, 100 * chances.win_of(line.seat))
                for at, chances in zip(times, curve, strict=True)
            ),
        )
        for line in points.lines
    )
    return replace(
        points,
        grid=_PERCENT_GRID,
        unit="%",
        lines=lines,
        places=(0.0, *(times[step.after] for step in story.steps_of_seat(shown))),
        spoken=_spoken_curve(reviewed, curve, tr),
    )


def win_cursor(reviewed: ReviewedGame, curve: Curve, seat: int, moment: int) -> Cursor:
    """Place a moment, in entries, on the line of a seat."""
    return Cursor(rolls_at_moments(reviewed.game)[moment], 100 * curve[moment].win_of(seat))


def _spoken_curve(reviewed: ReviewedGame, curve: Curve, tr: Translator) -> str:
    """Describe the chances at the start, the changes of the favourite, and the end."""
    first = _chances_text(reviewed, curve[0], tr)
    last = _chances_text(reviewed, curve[-1], tr)
    return " ".join(
        (
            tr.gettext("Chance to win. At first {chances}.", chances=first),
            *(
                tr.gettext(
                    "From roll {n} on, {name} was ahead.",
                    n=roll,
                    name=reviewed.seat_name(seat, tr),
                )
                for roll, seat in favourite_changes(reviewed.game, curve)
            ),
            tr.gettext("In the end {chances}.", chances=last),
        )
    )


def _chances_text(reviewed: ReviewedGame, chances: Chances, tr: Translator) -> str:
    if chances.draw == 1:
        return tr.gettext("a tie")
    texts = [
        f"{isolate_text(reviewed.seat_name(seat, tr))} {tr.chance_text(win)}"
        for seat, win in enumerate(chances.win, 1)
    ]
    return tr.join_and(texts)
