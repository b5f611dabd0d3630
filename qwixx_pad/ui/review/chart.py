"""The chart of the score over time, or of the chances: one line a player, and a cursor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
from qwixx_pad.ui.review.moments import Curve
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, FINE, NAME, Style, Theme, font_family

_GRID_POINTS = 20
_MAX_GRID_LINES = 9
_LABEL_STEP = 10
_SHORT_REACH = 3
_LETTER_DP = 8.4
_MIN_NAME_DP = 32.0
_MAX_NAME_DP = 96.0
_SIDE_LABELS_DP = 28.0
_UNIT_DP = 9.0
_FOOT_DP = 22.0
_HEAD_DP = 8.0


@dataclass(frozen=True, slots=True)
class LineLook:
    """The line of one seat.

    Attributes:
        seat: From 1.
        name: At its end; empty on a single sheet.
        color: Among the players' colours.
        points: When (in rolls; on a single sheet in steps) and how much, from left to right.
        own: Whether it is the sheet on the screen.
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
        grid: The values of its lines, from the floor to the top.
        labels: Which rolls (or steps) are named below.
        reach: The last of them.
        lines: One a seat, in seating order.
        places: Where the steps of the shown seat are, from the fresh pad on.
        spoken: For a screen reader.
        unit: Follows the values of the grid.
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
    """The present moment in the chart: when, and the value of the shown seat."""

    at: float
    value: float


@dataclass(frozen=True)
class CurveLook:
    """One curve of a game.

    Attributes:
        chart: Its lines.
        cursor: The present moment.
        now: That moment in words.
    """

    chart: ChartLook
    cursor: Cursor
    now: str


def chart_look(reviewed: ReviewedGame, story: Story, seat: int, tr: Translator) -> ChartLook:
    """Describe the chart with the line of one seat in front."""
    curves = story.total_curves
    lines = tuple(
        _line_look(reviewed, story, other, tr, own=other == seat)
        for other, _ in enumerate(curves, 1)
    )
    values = [int(value) for line in lines for _, value in line.points]
    reach = max(1, len(curves[0]) - 1)
    finals = [
        f"{isolate_text(reviewed.seat_name(i, tr))} {signed_text(c[-1])}"
        for i, c in enumerate(curves, 1)
    ]
    return ChartLook(
        grid=grid_values(min(values), max(values)),
        labels=_label_values(reach),
        reach=reach,
        lines=lines,
        places=(0.0, *step_times(story.steps_of_seat(seat))),
        spoken=tr.gettext("Score over time. In the end {totals}.", totals=tr.join_and(finals)),
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
    """Return the time of each step of a seat in rolls; steps of one roll share its interval."""
    if steps and steps[0].roller is None:
        return tuple(float(n) for n in range(1, len(steps) + 1))
    in_roll: dict[int, list[int]] = {}
    for step in steps:
        in_roll.setdefault(step.roll, []).append(step.after)
    return tuple(
        step.roll - 1 + (in_roll[step.roll].index(step.after) + 1) / len(in_roll[step.roll])
        for step in steps
    )


def points_cursor(reviewed: ReviewedGame, story: Story, seat: int, moment: int) -> Cursor:
    """Place a moment (in entries) on the line of a seat."""
    positions = reviewed.game.timeline.positions
    steps = story.steps_of_seat(seat)
    value = positions[moment].sheet_of(seat).total
    if moment == 0 or reviewed.is_solo:
        return Cursor(float(sum(step.after <= moment for step in steps)), value)
    roll = positions[moment - 1].roll
    here = [step for step in steps if step.roll == roll]
    done = sum(step.after <= moment for step in here)
    return Cursor(roll - 1 + done / len(here) if here else float(roll), value)


def nearest_step(look: ChartLook, at: float) -> int:
    """Return the index of the step of the shown seat that is nearest to a time."""
    return min(range(len(look.places)), key=lambda step: abs(look.places[step] - at))


def grid_values(lowest: int, highest: int) -> tuple[int, ...]:
    """Return the values of the grid lines: multiples of 20, doubled until there are few enough."""
    step = _GRID_POINTS
    while True:
        floor = step * (min(lowest, 0) // step)
        top = -step * (-max(highest, 1) // step)
        lines = tuple(range(floor, top + 1, step))
        if len(lines) <= _MAX_GRID_LINES:
            return lines
        step *= 2


def _label_values(reach: int) -> tuple[int, ...]:
    if reach < _LABEL_STEP:
        return (1, reach) if reach >= _SHORT_REACH else tuple(range(1, reach + 1))
    return (1, *range(_LABEL_STEP, reach + 1, _LABEL_STEP))


@dataclass(frozen=True, slots=True)
class Plot:
    """The plot of the lines, in dp from the upper left corner of the chart.

    Attributes:
        box: Of the grid.
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
        """Return the x of a roll (or step)."""
        return self.box.x + self.box.width * at / self.reach

    def y(self, value: float) -> float:
        """Return the y of a value."""
        return self.box.bottom - self.box.height * (value - self.floor) / (self.top - self.floor)

    def time_at(self, x: float) -> float:
        """Return the roll (or step) at an x."""
        return (x - self.box.x) / self.box.width * self.reach


def chart_height(plot: float) -> float:
    """Return the height of a chart with a grid of this height, in dp."""
    return plot + _HEAD_DP + _FOOT_DP


def space_heights(
    wanted: Sequence[float], least: float, low: float, high: float
) -> tuple[float, ...]:
    """Space out heights: near the wanted ones, at least `least` apart, in the same order.

    None is below `low`; `high` is given up where there are too many.
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    placed: list[float] = []
    for i in order:
        placed.append(max(wanted[i], placed[-1] + least if placed else low))
    limit = max(high, low + least * (len(wanted) - 1))
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - least
    by_line = dict(zip(order, placed, strict=True))
    return tuple(by_line[i] for i in range(len(wanted)))


_OWN_STROKE_DP = 3.2
_OTHER_STROKE_DP = 1.6
_NAME_SP = 12.5
_NAME_LINE_DP = 15.0


def line_color(theme: Theme, color: int) -> str:
    """Return the colour of a player's line."""
    return theme.line_colors[color % len(theme.line_colors)]


@component
def curve_chart(
    curve: CurveLook, width: float, height: float, choose: Callable[[int], object]
) -> ft.Control:
    """Draw the chart at this size in dp, labels included.

    A tap or a drag calls `choose` with the index of the nearest step of the shown seat.
    """
    look = curve.chart
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
    """Draw all that does not move with the cursor."""
    theme = current_theme()
    plot = Plot.fit(look, width, height)
    behind = sorted(look.lines, key=lambda line: line.own)
    shapes = [
        *_grid_shapes(look, plot, theme),
        *(_line_shape(each, plot, theme) for each in behind),
        *_name_shapes(look.lines, plot, theme),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)


def _grid_shapes(look: ChartLook, plot: Plot, theme: Theme) -> list[cv.Shape]:
    box, shapes, foot = plot.box, list[cv.Shape](), plot.box.bottom + 6
    for value in look.grid:
        y = plot.y(value)
        paint = ft.Paint(color=theme.line, stroke_width=1)
        shapes.append(cv.Line(box.x, y, box.right, y, paint=paint))
        named = f"{signed_text(value)}{look.unit}"
        side = ft.Alignment.CENTER_RIGHT
        shapes.append(_text_shape((box.x - 6, y), named, FINE, theme.ink2, side))
    labels = (
        _text_shape((plot.x(at), foot), str(at), FINE, theme.ink2, ft.Alignment.TOP_CENTER)
        for at in look.labels
    )
    return [*shapes, *labels]


def _text_shape(
    at: ChartPoint, text: str, style: Style, color: str, side: ft.Alignment
) -> cv.Shape:
    """Draw a text at a point, aligned by this side."""
    drawn = ft.TextStyle(
        size=style.size, color=color, font_family=font_family(style.weight), letter_spacing=0
    )
    return cv.Text(*at, text, style=drawn, alignment=side)


def _line_shape(look: LineLook, plot: Plot, theme: Theme) -> cv.Shape:
    places = [(plot.x(at), plot.y(value)) for at, value in look.points]
    return polyline(
        places, _OWN_STROKE_DP if look.own else _OTHER_STROKE_DP, line_color(theme, look.color)
    )


def _name_shapes(lines: Sequence[LineLook], plot: Plot, theme: Theme) -> list[cv.Shape]:
    """Draw names at the ends of the lines, pushed apart where too near."""
    ends = [plot.y(line.points[-1][1]) for line in lines]
    heights = space_heights(ends, _NAME_LINE_DP, plot.box.y, plot.box.bottom)
    x = plot.box.right + 9
    left = ft.Alignment.CENTER_LEFT

    def name_shape(of: LineLook, y: float) -> cv.Shape:
        color = theme.ink if of.own else line_color(theme, of.color)
        style = (NAME if of.own else BODY).resized(_NAME_SP)
        return _text_shape((x, y), of.name, style, color, left)

    return [*map(name_shape, lines, heights)]


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
    """Return the time of each moment, in rolls; the entries of one roll share its interval."""
    shared = (
        roll - 1 + done / (end - begin)
        for roll, begin, end in roll_spans(game)
        for done in range(1, end - begin + 1)
    )
    return (0.0, *shared)


def win_chart(
    points: ChartLook, reviewed: ReviewedGame, story: Story, curve: Curve, tr: Translator
) -> ChartLook:
    """Describe the chart of the chances, in per cent, by the chart of the points."""
    at = rolls_at_moments(reviewed.game)
    shown = next(line.seat for line in points.lines if line.own)
    lines = (
        replace(
            line,
            points=tuple((x, 100 * c.win_of(line.seat)) for x, c in zip(at, curve, strict=True)),
        )
        for line in points.lines
    )
    return replace(
        points,
        grid=_PERCENT_GRID,
        unit="%",
        lines=tuple(lines),
        places=(0.0, *(at[step.after] for step in story.steps_of_seat(shown))),
        spoken=_spoken_curve(reviewed, curve, tr),
    )


def win_cursor(reviewed: ReviewedGame, curve: Curve, seat: int, moment: int) -> Cursor:
    """Place a moment (in entries) on the line of a seat."""
    return Cursor(rolls_at_moments(reviewed.game)[moment], 100 * curve[moment].win_of(seat))


def _spoken_curve(reviewed: ReviewedGame, curve: Curve, tr: Translator) -> str:
    """Describe the curve in sentences: its start, the changes of favourite, its end."""
    begin, end = (_chances_text(reviewed, curve[at], tr) for at in (0, -1))
    first = tr.gettext("Chance to win. At first {chances}.", chances=begin)
    ahead = (
        tr.gettext("From roll {n} on, {name} was ahead.", n=roll, name=reviewed.seat_name(seat, tr))
        for roll, seat in favourite_changes(reviewed.game, curve)
    )
    return " ".join((first, *ahead, tr.gettext("In the end {chances}.", chances=end)))


def _chances_text(reviewed: ReviewedGame, chances: Chances, tr: Translator) -> str:
    if chances.draw == 1:
        return tr.gettext("a tie")
    each = (
        f"{isolate_text(reviewed.seat_name(seat, tr))} {tr.chance_text(win)}"
        for seat, win in enumerate(chances.win, 1)
    )
    return tr.join_and([*each])
