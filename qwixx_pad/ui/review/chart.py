"""The chart of the score over time, or of the chances: one line a player, and a cursor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft
from flet import canvas as cv

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.turning_points import favourites
from qwixx_pad.core.game import Game
from qwixx_pad.core.notation import Step, Story, rolls
from qwixx_pad.i18n import isolated
from qwixx_pad.ui.design.drawing import Point, line
from qwixx_pad.ui.design.primitives import slide
from qwixx_pad.ui.design.tokens import BODY, FINE, NAME, Style, Theme, family
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.review.moments import Curve
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words

_GRID, _MOST_LINES = 20, 9
_TENTH = 10
_SHORT = 3
_LETTER, _LEAST_NAME, _MOST_NAME = 8.4, 32.0, 96.0
_SIDE_LABELS, _UNIT = 28.0, 9.0
_FOOT, _HEAD = 22.0, 8.0


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


def chart_look(reviewed: Reviewed, story: Story, seat: int, words: Words) -> ChartLook:
    """Describe the chart with the line of one seat (from 1) in front."""
    curves = story.curves
    lines = tuple(
        _line(reviewed, story, other, words, own=other == seat) for other, _ in enumerate(curves, 1)
    )
    values = [int(value) for line in lines for _, value in line.points]
    reach = max(1, len(curves[0]) - 1)
    finals = [
        f"{isolated(reviewed.name(i, words))} {signed(c[-1])}" for i, c in enumerate(curves, 1)
    ]
    return ChartLook(
        grid=grid(min(values), max(values)),
        labels=_labels(reach),
        reach=reach,
        lines=lines,
        places=(0.0, *places(story.of_seat(seat))),
        spoken=words.text("Score over time. In the end {totals}.", totals=words.both(finals)),
    )


def _line(reviewed: Reviewed, story: Story, seat: int, words: Words, *, own: bool) -> LineLook:
    steps = story.of_seat(seat)
    points = {float(at): float(value) for at, value in enumerate(story.curves[seat - 1])}
    points |= dict(zip(places(steps), (step.total for step in steps), strict=True))
    name = "" if reviewed.alone else words.short(reviewed.name(seat, words))
    return LineLook(seat, name, reviewed.colors[seat - 1], tuple(sorted(points.items())), own)


def places(steps: Sequence[Step]) -> tuple[float, ...]:
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


def cursor(reviewed: Reviewed, story: Story, seat: int, moment: int) -> Cursor:
    """Place a moment (in entries) on the line of a seat (from 1)."""
    positions, steps = reviewed.game.timeline.positions, story.of_seat(seat)
    value = positions[moment].sheets[seat - 1].total
    if moment == 0 or reviewed.alone:
        return Cursor(float(sum(step.after <= moment for step in steps)), value)
    roll = positions[moment - 1].roll
    here = [step for step in steps if step.roll == roll]
    done = sum(step.after <= moment for step in here)
    return Cursor(roll - 1 + done / len(here) if here else float(roll), value)


def nearest(look: ChartLook, at: float) -> int:
    """Return the index of the step of the shown seat that is nearest to a time."""
    return min(range(len(look.places)), key=lambda step: abs(look.places[step] - at))


def grid(lowest: int, highest: int) -> tuple[int, ...]:
    """Return the values of the grid lines: multiples of 20, doubled until there are few enough."""
    step = _GRID
    while True:
        floor, top = step * (min(lowest, 0) // step), -step * (-max(highest, 1) // step)
        lines = tuple(range(floor, top + 1, step))
        if len(lines) <= _MOST_LINES:
            return lines
        step *= 2


def _labels(reach: int) -> tuple[int, ...]:
    if reach < _TENTH:
        return (1, reach) if reach >= _SHORT else tuple(range(1, reach + 1))
    return (1, *range(_TENTH, reach + 1, _TENTH))


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
    def of(cls, look: ChartLook, width: float, height: float) -> "Plot":
        """Fit the plot into a chart of this size in dp, labels included."""
        longest = max(len(line.name) for line in look.lines)
        names = min(max(longest * _LETTER, _LEAST_NAME), _MOST_NAME) + 10 if longest else 8.0
        side = _SIDE_LABELS + _UNIT * len(look.unit)
        box = Box(side, _HEAD, width - side - names, height - _HEAD - _FOOT)
        return cls(box, look.grid[0], look.grid[-1], look.reach)

    def x(self, at: float) -> float:
        """Return the x of a roll (or step)."""
        return self.box.x + self.box.width * at / self.reach

    def y(self, value: float) -> float:
        """Return the y of a value."""
        return self.box.bottom - self.box.height * (value - self.floor) / (self.top - self.floor)

    def at(self, x: float) -> float:
        """Return the roll (or step) at an x."""
        return (x - self.box.x) / self.box.width * self.reach


def chart_height(plot: float) -> float:
    """Return the height of a chart with a grid of this height, in dp."""
    return plot + _HEAD + _FOOT


def apart(wanted: Sequence[float], least: float, low: float, high: float) -> tuple[float, ...]:
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


_OWN, _OTHERS = 3.2, 1.6
_NAME = 12.5
_LINE_OF_NAMES = 15.0


def line_color(theme: Theme, color: int) -> str:
    """Return the colour of a player's line."""
    return theme.lines[color % len(theme.lines)]


@component
def chart(
    curve: CurveLook, width: float, height: float, theme: Theme, choose: Callable[[int], object]
) -> ft.Control:
    """Draw the chart at this size in dp, labels included.

    A tap or a drag calls `choose` with the index of the nearest step of the shown seat.
    """
    look = curve.chart
    plot = Plot.of(look, width, height)
    stack = ft.Stack(
        [
            _lines(look, width, height, theme, key="lines"),
            _cursor(plot, curve.cursor, width, height, theme),
        ],
        width=width,
        height=height,
    )
    return ft.Semantics(
        identifier="chart",
        label=look.spoken,
        value=curve.now,
        container=True,
        content=slide(stack, lambda x: choose(nearest(look, plot.at(x)))),
    )


@memo
@component
def _lines(look: ChartLook, width: float, height: float, theme: Theme) -> ft.Control:
    """Draw all that does not move with the cursor."""
    plot = Plot.of(look, width, height)
    behind = sorted(look.lines, key=lambda line: line.own)
    shapes = [
        *_grid(look, plot, theme),
        *(_path(each, plot, theme) for each in behind),
        *_names(look.lines, plot, theme),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)


def _grid(look: ChartLook, plot: Plot, theme: Theme) -> list[cv.Shape]:
    box, shapes, foot = plot.box, list[cv.Shape](), plot.box.bottom + 6
    for value in look.grid:
        y, paint = plot.y(value), ft.Paint(color=theme.line, stroke_width=1)
        shapes.append(cv.Line(box.x, y, box.right, y, paint=paint))
        named, side = f"{signed(value)}{look.unit}", ft.Alignment.CENTER_RIGHT
        shapes.append(_text((box.x - 6, y), named, FINE, theme.ink2, side))
    labels = (
        _text((plot.x(at), foot), str(at), FINE, theme.ink2, ft.Alignment.TOP_CENTER)
        for at in look.labels
    )
    return [*shapes, *labels]


def _text(at: Point, text: str, style: Style, color: str, side: ft.Alignment) -> cv.Shape:
    """Draw a text at a point, aligned by this side."""
    drawn = ft.TextStyle(
        size=style.size, color=color, font_family=family(style.weight), letter_spacing=0
    )
    return cv.Text(*at, text, style=drawn, alignment=side)


def _path(look: LineLook, plot: Plot, theme: Theme) -> cv.Shape:
    places = [(plot.x(at), plot.y(value)) for at, value in look.points]
    return line(places, _OWN if look.own else _OTHERS, line_color(theme, look.color))


def _names(lines: Sequence[LineLook], plot: Plot, theme: Theme) -> list[cv.Shape]:
    """Draw names at the ends of the lines, pushed apart where too near."""
    ends = [plot.y(line.points[-1][1]) for line in lines]
    heights = apart(ends, _LINE_OF_NAMES, plot.box.y, plot.box.bottom)
    x, left = plot.box.right + 9, ft.Alignment.CENTER_LEFT

    def name(of: LineLook, y: float) -> cv.Shape:
        color = theme.ink if of.own else line_color(theme, of.color)
        style = (NAME if of.own else BODY).at(_NAME)
        return _text((x, y), of.name, style, color, left)

    return [*map(name, lines, heights)]


def _cursor(plot: Plot, cursor: Cursor, width: float, height: float, theme: Theme) -> ft.Control:
    """Draw a dashed line at the moment, and a ring at the value of the shown seat."""
    x, y = plot.x(cursor.at), plot.y(cursor.value)
    dashes = ft.Paint(color=theme.ink, stroke_width=1.2, stroke_dash_pattern=[4.0, 3.0])
    shapes: list[cv.Shape] = [
        cv.Line(x, plot.box.y, x, plot.box.bottom, paint=dashes),
        cv.Circle(x, y, 5.6, paint=ft.Paint(color=theme.ink)),
        cv.Circle(x, y, 2.7, paint=ft.Paint(color=theme.surface)),
    ]
    return cv.Canvas(shapes=shapes, width=width, height=height)


# chances


_PERCENT = (0, 25, 50, 75, 100)


def rolls_at_moments(game: Game) -> tuple[float, ...]:
    """Return the time of each moment, in rolls; the entries of one roll share its interval."""
    shared = (
        roll - 1 + done / (end - begin)
        for roll, begin, end in rolls(game)
        for done in range(1, end - begin + 1)
    )
    return (0.0, *shared)


def win_chart(
    points: ChartLook, reviewed: Reviewed, story: Story, curve: Curve, words: Words
) -> ChartLook:
    """Describe the chart of the chances, in per cent, by the chart of the points."""
    at = rolls_at_moments(reviewed.game)
    shown = next(line.seat for line in points.lines if line.own)
    lines = (
        replace(
            line,
            points=tuple((x, 100 * c.win[line.seat - 1]) for x, c in zip(at, curve, strict=True)),
        )
        for line in points.lines
    )
    return replace(
        points,
        grid=_PERCENT,
        unit="%",
        lines=tuple(lines),
        places=(0.0, *(at[step.after] for step in story.of_seat(shown))),
        spoken=_spoken(reviewed, curve, words),
    )


def win_cursor(reviewed: Reviewed, curve: Curve, seat: int, moment: int) -> Cursor:
    """Place a moment (in entries) on the line of a seat (from 1)."""
    return Cursor(rolls_at_moments(reviewed.game)[moment], 100 * curve[moment].win[seat - 1])


def _spoken(reviewed: Reviewed, curve: Curve, words: Words) -> str:
    """Describe the curve in sentences: its start, the changes of favourite, its end."""
    begin, end = (_all(reviewed, curve[at], words) for at in (0, -1))
    first = words.text("Chance to win. At first {chances}.", chances=begin)
    ahead = (
        words.text("From roll {n} on {name} was ahead.", n=roll, name=reviewed.name(seat, words))
        for roll, seat in favourites(reviewed.game, curve)
    )
    return " ".join((first, *ahead, words.text("In the end {chances}.", chances=end)))


def _all(reviewed: Reviewed, chances: Chances, words: Words) -> str:
    if chances.draw == 1:
        return words.text("a draw")
    each = (
        f"{isolated(reviewed.name(seat, words))} {words.chance(win)}"
        for seat, win in enumerate(chances.win, 1)
    )
    return words.both([*each])
