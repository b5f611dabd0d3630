"""A sheet that is played on: its drawing, and over it a place for whatever can be tapped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Layout, Place
from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.design.primitives import SLOW, Node, Tap, at, motion, place, sized, tap_area
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.play.geometry.focus_map import meant_cell
from qwixx_pad.ui.play.state.scene import Scene
from qwixx_pad.ui.runtime.guards import Source, component, handler, memo
from qwixx_pad.ui.runtime.keyboard import TapArea
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes, SheetBoxes, SumBoxes, around
from qwixx_pad.ui.sheet.canvas import LeafMemo, canvas, use_kept
from qwixx_pad.ui.sheet.drawing import ink_of, over_of, print_of, veil_of
from qwixx_pad.ui.sheet.foot import (
    Penalties,
    extra_of,
    pair_of,
    penalties_of,
    sum_digits,
    sum_print,
    total_of,
)
from qwixx_pad.ui.sheet.look import ExtraLook, PairLook, blank_rows
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.speech.spoken import Lock
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class SheetFrame:
    """What stays of a sheet while the screen keeps its shape.

    Attributes:
        index: Which of the sheets on the screen, from 0.
        prefix: Before every identifier, where several sheets are on one screen.
        layout: What is printed.
        boxes: Where its parts lie.
        seed: Whose pen it is.
        theme, words: Its colours and language.
        tap: Told the identifier of what is tapped.
        seat: Whose it is, from 1.
        name: Whose, in words.
        color: Of the player's disc.
        turned: Whether it is turned by half.
    """

    index: int
    prefix: str
    layout: Layout
    boxes: SheetBoxes
    seed: str
    theme: Theme
    words: Words
    tap: Tap = field(repr=False)
    seat: int = 1
    name: str = ""
    color: int = 0
    turned: bool = False


# rows


@memo
@component
def sheet(source: Source[Scene], frame: SheetFrame) -> ft.Control:
    """The print of a sheet, its rows, what lies over them, and what its pairs bring.

    As long as this frame stays, whatever changes around it leaves it as it is.
    """
    boxes, theme, index = frame.boxes, frame.theme, frame.index
    size = at(boxes.box.seen_from(boxes.box))
    printed = print_of(blank_rows(frame.layout, frame.words), boxes.rows, boxes.links, theme)
    fingers = Fingers(frame.prefix, frame.tap, boxes.rows, lambda: source.state.sheets[index].rows)
    rows = [
        source.show(_row_of(index, row), _row, frame, fingers, row, key=letter)
        for row, letter in enumerate(row.letter for row in frame.layout.rows)
    ]
    over = source.show(lambda scene: scene.sheets[index].ringed, _over, frame)
    shown = [canvas(printed, **size), fingers.around(rows), ft.Stack([over], **size)]
    if boxes.pairs:
        shown.append(source.show(lambda scene: scene.sheets[index].pairs, _pairs, frame))
    return ft.Stack(shown)


def _row_of(index: int, row: int) -> Callable[[Scene], RowLook]:
    return lambda scene: scene.sheets[index].rows[row]


@dataclass(frozen=True, slots=True)
class Fingers:
    """Where the taps on the rows of a sheet go."""

    prefix: str
    tap: Tap
    rows: Sequence[RowBoxes]
    now: Callable[[], Sequence[RowLook]]

    @property
    def whole(self) -> Box:
        """All rows together."""
        return around([row.box for row in self.rows])

    def around(self, shown: Sequence[ft.Control]) -> ft.Control:
        """The rows, and around them what hears a finger that none of their places has taken.

        Where they lie otherwise all of it is made anew: a finger that was lifted over the old
        picture is not looked for in the new one.
        """
        whole = self.whole

        def lifted(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
            finger = event.local_position
            if finger is not None:
                x, y = whole.x + finger.x, whole.y + finger.y
                for row, boxes in enumerate(self.rows):
                    self.on_row(row, x - boxes.box.x, y - boxes.box.y)

        return ft.GestureDetector(
            ft.Stack([*shown]),
            key=str(hash((*self.rows,))),
            on_tap_up=handler(lifted),
            exclude_from_semantics=True,
            **at(whole),
        )

    def on_row(self, row: int, x: float, y: float) -> None:
        """A finger was lifted so far from the corner of a row."""
        cell = meant_cell(self.now()[row], self.rows[row], x, y)
        if cell is not None and cell.token:
            self.tap(f"{self.prefix}{cell.token}")


def _row(look: RowLook, frame: SheetFrame, fingers: Fingers, row: int) -> ft.Control:
    """Ink, and the places over it; what is as it was is the very same control."""
    boxes, theme, kept = frame.boxes.rows[row], frame.theme, use_kept(frame, fingers)
    size, shapes = at(boxes.box.seen_from(boxes.box)), ft.use_memo(LeafMemo, [frame, fingers])

    def veil() -> ft.Control:
        slowly, seen = motion(theme, SLOW), 1 if look.closed else 0
        drawn = veil_of(look, boxes, theme)
        return canvas(drawn, opacity=seen, animate_opacity=slowly, **size)

    def ink() -> ft.Control:
        return canvas(ink_of(look, boxes, theme, frame.seed), shapes.begin(), **size)

    drawn = kept.get(("veil", look.closed and look.seen), veil), kept.get(("ink", look.seen), ink)
    return _node(look, fingers, row, [*drawn, *_places(look, fingers, row, kept)])


def _node(look: RowLook, fingers: Fingers, row: int, inside: list[ft.Control]) -> ft.Control:
    """A row with what lies in it, as a reader finds it."""
    box = fingers.rows[row].box.seen_from(fingers.whole)
    return Node(label=look.spoken, container=True, content=ft.Stack(inside), **at(box))


def _over(ringed: Sequence[Place], frame: SheetFrame) -> ft.Control:
    """Links of cells, and rings, which go from row to row: a cross leaves the other rows alone."""
    boxes = frame.boxes
    drawn = canvas(over_of(ringed, boxes.rows, boxes.links, frame.theme), use_kept(frame))
    return ft.Container(drawn, ignore_interactions=True, **sized(boxes.box))


def places_of(
    rows: Sequence[RowLook], boxes: Sequence[RowBoxes], prefix: str, tap: Tap
) -> ft.Control:
    """The places of rows that are drawn elsewhere; the rest as in `Fingers`."""
    fingers = Fingers(prefix, tap, boxes, lambda: rows)
    return fingers.around(
        [
            _node(look, fingers, row, [*_places(look, fingers, row, LeafMemo())])
            for row, look in enumerate(rows)
        ]
    )


def _places(look: RowLook, fingers: Fingers, row: int, kept: LeafMemo) -> Iterator[ft.Control]:
    """Cells, lock and points of a row, seen from its corner."""
    boxes, prefix = fingers.rows[row], fingers.prefix
    yield from _cells(look, fingers, row, kept)
    if boxes.lock is not None and look.lock is not Lock.NONE:
        name, said, lock = f"{prefix}{look.letter}-lock", look.lock_spoken, boxes.lock
        yield kept.get((name, said), lambda: place(name, said, lambda: fingers.tap(name), lock))
    if boxes.points is not None:
        points, told, where = f"{prefix}points-{look.letter}", look.points_spoken, boxes.points
        yield kept.get((points, told), lambda: place(points, told, None, where))


def _cells(look: RowLook, fingers: Fingers, row: int, kept: LeafMemo) -> Iterator[ft.Control]:
    """The places of the cells in printed order.

    A reader goes by where things lie: each of several lines of cells is a group of its own.
    """
    boxes = fingers.rows[row]
    spots = [*zip(look.cells, boxes.cells, strict=True)]
    lines = [[*line] for _, line in groupby(spots, key=lambda spot: spot[1].y)]
    if boxes.mode is Mode.COLUMNS or len(lines) == 1:
        yield from _line(spots, fingers, row, boxes.box.seen_from(boxes.box), kept)
        return
    for line in lines:
        whole = around([box for _, box in line])
        places = [*_line(line, fingers, row, whole, kept)]
        yield Node(container=True, content=ft.Stack(places), **at(whole))


def _line(
    spots: Sequence[tuple[CellLook, Box]], fingers: Fingers, row: int, within: Box, kept: LeafMemo
) -> Iterator[ft.Control]:
    for cell, box in spots:
        heard = partial(_tap_area, cell, box, fingers, row)
        hears = kept.get(("area", cell.token, box), heard) if cell.token else None
        yield kept.get(
            (box, cell.token, cell.spoken, cell.kind),
            partial(_cell, cell, box.seen_from(within), hears, fingers.prefix),
        )


def _tap_area(cell: CellLook, box: Box, fingers: Fingers, row: int) -> TapArea:
    """What hears a tap on a cell, whatever its words are by then."""
    name = f"{fingers.prefix}{cell.token}"
    return tap_area(
        name,
        lambda: fingers.tap(name),
        lambda x, y: fingers.on_row(row, box.x + x, box.y + y),
    )


def _cell(cell: CellLook, lies: Box, hears: TapArea | None, prefix: str) -> ft.Control:
    if hears is None:
        return Node(label=cell.spoken, container=True, content=ft.Stack([]), **at(lies))
    name = f"{prefix}{cell.token}"
    return place(name, cell.spoken, hears, lies, checked=cell.is_crossed, dead=cell.is_out)


def _pairs(pairs: Sequence[PairLook], frame: SheetFrame) -> ft.Control:
    """What each pair brings, and whether it is done or lost."""
    whole = around(frame.boxes.pairs)
    nodes = [
        Node(
            label=pair.spoken,
            container=True,
            content=canvas(pair_of(pair, box, frame.theme), **sized(box)),
            **at(box.seen_from(whole)),
        )
        for pair, box in zip(pairs, frame.boxes.pairs, strict=True)
    ]
    return ft.Stack([*nodes], **at(whole))


# beside the rows


def penalties(source: Source[Scene], frame: SheetFrame, within: Box) -> ft.Control:
    """The boxes for penalties, of which only the next one reacts; seen from `within`."""
    index = frame.index

    def select(scene: Scene) -> tuple[Penalties, tuple[str, ...], bool]:
        look = scene.sheets[index]
        most, small = look.layout.penalties, scene.goes_back
        deaf = frame.seat in scene.state.deaf
        penalties_ = Penalties(look.penalties, most, look.unsent_penalties, small, deaf)
        return penalties_, look.spoken_penalties, look.copied

    return source.show(select, _penalties, frame, within)


def _penalties(
    shown: tuple[Penalties, tuple[str, ...], bool], frame: SheetFrame, within: Box
) -> ft.Control:
    (part, spoken, copied), whole = shown, around(frame.boxes.penalties)
    boxes = [box.seen_from(whole) for box in frame.boxes.penalties]
    drawn = canvas(
        penalties_of(part, boxes, frame.theme, frame.seed),
        use_kept(frame),
        **at(whole.seen_from(whole)),
    )
    places = [_block(part, boxes[0], frame)]
    if not part.small:
        seen = zip(boxes, spoken, strict=False)
        places = [
            _penalty(index, part.taken, *each, frame, copied=copied)
            for index, each in enumerate(seen)
        ]
    return ft.Stack([drawn, *places], **at(whole.seen_from(within)))


def _penalty(  # noqa: PLR0913 - a box, and what is said of it
    index: int, taken: int, box: Box, spoken: str, frame: SheetFrame, *, copied: bool
) -> ft.Control:
    """The place of one that is taken, or of the next one."""
    if index == taken:
        name = f"{frame.prefix}penalty"
        lies = place(name, spoken, lambda: frame.tap(name), box)
    elif copied and index == taken - 1:
        back = f"{frame.prefix}{TAKEN_PENALTY}"
        lies = place(back, spoken, lambda: frame.tap(back), box, checked=True)
    else:
        lies = Node(label=spoken, container=True, content=ft.Stack([]), **at(box))
    lies.key = "next" if index == taken else f"b{index}"
    return lies


def _block(part: Penalties, box: Box, frame: SheetFrame) -> ft.Control:
    name = f"{frame.prefix}penalty"
    said = frame.words.text("Misthrows: {n} of {all}", n=part.taken, all=part.most)
    return place(name, said, lambda: frame.tap(name), box)


def sum_line(source: Source[Scene], frame: SheetFrame, sum_: SumBoxes, line: Box) -> ft.Control:
    """The fields of the rows, minus the penalties, equals the total."""
    index = frame.index

    def select(scene: Scene) -> tuple[tuple[str, ...], str]:
        return scene.sheets[index].fields, scene.sheets[index].spoken_sum

    printed = canvas(sum_print(frame.layout, sum_, line, frame.theme), **sized(line))
    digits = source.show(select, _digits, frame, sum_, line)
    return ft.Stack([printed, digits, *ends(source, frame, line)], **at(line))


def _digits(
    part: tuple[tuple[str, ...], str], frame: SheetFrame, sum_: SumBoxes, line: Box
) -> ft.Control:
    fields, spoken = part
    drawn = canvas(sum_digits(fields, sum_, line, frame.theme), use_kept(frame), **sized(line))
    return Node(label=spoken, container=True, content=drawn, **at(line.seen_from(line)))


def ends(
    source: Source[Scene], frame: SheetFrame, within: Box, title: str = ""
) -> list[ft.Control]:
    """The field beside those of the rows, if there is one, and the total; seen from `within`."""
    index, sum_, shown = frame.index, frame.boxes.sum, []
    if sum_.extra is not None:
        box = sum_.extra.seen_from(within)
        shown.append(source.show(lambda scene: scene.sheets[index].extra, _extra, frame, box))
    place_ = sum_.total.seen_from(within)

    def select(scene: Scene) -> tuple[int | None, str, bool]:
        look = scene.sheets[index]
        return look.total, look.spoken_total, look.explains

    return [*shown, source.show(select, _total, frame, place_, title)]


def _extra(part: ExtraLook | None, frame: SheetFrame, box: Box) -> ft.Control:
    if part is None:
        return ft.Container(**at(box))
    name, inks = f"{frame.prefix}{part.identifier}", use_kept(frame, box)
    drawn = canvas(extra_of(part, box, frame.layout, frame.theme), inks, **sized(box))
    return place(name, part.spoken, lambda: frame.tap(name), box, drawn=drawn)


def _total(
    part: tuple[int | None, str, bool], frame: SheetFrame, box: Box, title: str
) -> ft.Control:
    """The total; a tap on it tells how it came about where the sum does not show that."""
    (total, spoken, explains), name = part, f"{frame.prefix}total"
    drawn = canvas(total_of(total, title, box, frame.theme), use_kept(frame, box), **sized(box))
    return place(name, spoken, (lambda: frame.tap(name)) if explains else None, box, drawn=drawn)
