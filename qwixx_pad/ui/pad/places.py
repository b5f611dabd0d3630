"""A sheet that is played on: its drawing, and over it a place for whatever can be tapped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Layout, Place
from qwixx_pad.ui.design.primitives import SLOW, Node, Tap, at, motion, place, spot
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.actions import TAKEN_PENALTY
from qwixx_pad.ui.pad.focus_map import meant_cell
from qwixx_pad.ui.pad.scene import Scene
from qwixx_pad.ui.runtime.guards import handler
from qwixx_pad.ui.runtime.late_taps import Spot
from qwixx_pad.ui.runtime.session_scope import Source
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes, SheetBoxes, SumBoxes, around
from qwixx_pad.ui.sheet.canvas import Kept, canvas, use_kept
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
from qwixx_pad.ui.sheet.look import blank_rows
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.sums import ExtraLook, PairLook
from qwixx_pad.ui.speech.spoken import Lock
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class SheetFacts:
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
    layout: Layout = field(hash=False)
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


def sheet_controls(source: Source[Scene], facts: SheetFacts) -> list[ft.Control]:
    """The print of a sheet, its rows, what lies over them, and what its pairs bring."""
    boxes, theme, index = facts.boxes, facts.theme, facts.index
    size = at(boxes.box.seen_from(boxes.box))
    printed = print_of(blank_rows(facts.layout, facts.words), boxes.rows, boxes.links, theme)
    shown: list[ft.Control] = [canvas(printed, **size)]
    for row, letter in enumerate(row.letter for row in facts.layout.rows):
        shown.append(source.show(_row_of(index, row), _row, source, facts, row, key=letter))
    over = ft.Stack([source.show(lambda scene: scene.sheets[index].ringed, _over, facts)])
    shown.append(ft.Container(over, ignore_interactions=True, **size))
    if boxes.pairs:
        shown.append(source.show(lambda scene: scene.sheets[index].pairs, _pairs, facts))
    return shown


def _row_of(index: int, row: int) -> Callable[[Scene], RowLook]:
    return lambda scene: scene.sheets[index].rows[row]


def _row(look: RowLook, source: Source[Scene], facts: SheetFacts, row: int) -> ft.Control:
    """Ink, and the places over it; what is as it was is the very same control."""
    boxes, theme, kept = facts.boxes.rows[row], facts.theme, use_kept(source, facts)
    size, shapes = at(boxes.box.seen_from(boxes.box)), ft.use_memo(Kept, [source, facts])

    def veil() -> ft.Control:
        slowly, seen = motion(theme, SLOW), 1 if look.closed else 0
        drawn = veil_of(look, boxes, theme)
        return canvas(drawn, opacity=seen, animate_opacity=slowly, **size)

    def ink() -> ft.Control:
        return canvas(ink_of(look, boxes, theme, facts.seed), shapes.begin(), **size)

    tapped = Tapped(facts.prefix, facts.tap, lambda: source.state.sheets[facts.index].rows[row])
    inside = [
        kept.get(("veil", look.closed and look.seen), veil),
        kept.get(("ink", look.seen), ink),
        _places(look, boxes, tapped, kept),
    ]
    return ft.Stack(inside, **at(boxes.box))


def _over(ringed: Sequence[Place], facts: SheetFacts) -> ft.Control:
    """Links of cells, and rings, which go from row to row: a cross leaves the other rows alone."""
    boxes = facts.boxes
    drawn = over_of(ringed, boxes.rows, boxes.links, facts.theme)
    return canvas(drawn, use_kept(facts), **at(boxes.box.seen_from(boxes.box)))


def row_node(look: RowLook, boxes: RowBoxes, prefix: str, tap: Tap) -> ft.Control:
    """The places of a row that is drawn elsewhere."""
    node = _places(look, boxes, Tapped(prefix, tap, lambda: look), Kept())
    return ft.Stack([node], **at(boxes.box))


@dataclass(frozen=True, slots=True)
class Tapped:
    """Where the taps on a row go.

    Attributes:
        prefix: Before every identifier.
        tap: Told the identifier of what is tapped.
        now: What is seen of the row when a finger comes.
    """

    prefix: str
    tap: Tap
    now: Callable[[], RowLook]

    def finger(self, boxes: RowBoxes, x: float, y: float) -> None:
        """A finger was lifted so far from the corner of the row."""
        cell = meant_cell(self.now(), boxes, x, y)
        if cell is not None and cell.token:
            self.tap(f"{self.prefix}{cell.token}")


def _places(look: RowLook, boxes: RowBoxes, tapped: Tapped, kept: Kept) -> ft.Control:
    """Cells, lock and points; around them a finger is heard that none of them has taken."""

    def lifted(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        if event.local_position is not None:
            tapped.finger(boxes, event.local_position.x, event.local_position.y)

    inside = [*_cells(look, boxes, tapped, kept)]
    if boxes.lock is not None and look.lock is not Lock.NONE:
        name, box = f"{tapped.prefix}{look.letter}-lock", boxes.lock
        lock = kept.get(
            (name, look.lock_spoken),
            lambda: place(name, look.lock_spoken, lambda: tapped.tap(name), box),
        )
        inside.append(lock)
    if boxes.points is not None:
        points, where = f"{tapped.prefix}points-{look.letter}", boxes.points
        inside.append(
            kept.get(
                (points, look.points_spoken), lambda: place(points, look.points_spoken, None, where)
            )
        )
    heard = ft.GestureDetector(
        ft.Stack(inside),
        on_tap_up=kept.get("finger", lambda: handler(lifted)),
        exclude_from_semantics=True,
    )
    whole = boxes.box.seen_from(boxes.box)
    return Node(label=look.spoken, container=True, content=heard, **at(whole))


def _cells(look: RowLook, boxes: RowBoxes, tapped: Tapped, kept: Kept) -> Iterator[ft.Control]:
    """The places of the cells in printed order.

    A reader goes by where things lie: each of several lines of cells is a group of its own.
    """
    spots = [*zip(look.cells, boxes.cells, strict=True)]
    lines = [[*line] for _, line in groupby(spots, key=lambda spot: spot[1].y)]
    if boxes.mode is Mode.COLUMNS or len(lines) == 1:
        yield from _line(spots, boxes, boxes.box.seen_from(boxes.box), tapped, kept)
        return
    for line in lines:
        whole = around([box for _, box in line])
        places = [*_line(line, boxes, whole, tapped, kept)]
        yield Node(container=True, content=ft.Stack(places), **at(whole))


def _line(
    spots: Sequence[tuple[CellLook, Box]],
    boxes: RowBoxes,
    within: Box,
    tapped: Tapped,
    kept: Kept,
) -> Iterator[ft.Control]:
    for cell, box in spots:
        heard = partial(_spot, cell, box, boxes, tapped)
        hears = kept.get(("spot", cell.token, box), heard) if cell.token else None
        yield kept.get(
            (box, cell.token, cell.spoken, cell.kind),
            partial(_cell, cell, box.seen_from(within), hears, tapped),
        )


def _spot(cell: CellLook, box: Box, boxes: RowBoxes, tapped: Tapped) -> Spot:
    """What hears a tap on a cell, whatever its words are by then."""
    name = f"{tapped.prefix}{cell.token}"
    return spot(
        name,
        lambda: tapped.tap(name),
        lambda x, y: tapped.finger(boxes, box.x + x, box.y + y),
    )


def _cell(cell: CellLook, lies: Box, hears: Spot | None, tapped: Tapped) -> ft.Control:
    if hears is None:
        return Node(label=cell.spoken, container=True, content=ft.Stack([]), **at(lies))
    name = f"{tapped.prefix}{cell.token}"
    return place(name, cell.spoken, hears, lies, checked=cell.is_crossed, dead=cell.is_out)


def _pairs(pairs: Sequence[PairLook], facts: SheetFacts) -> ft.Control:
    """What each pair brings, and whether it is done or lost."""
    whole = around(facts.boxes.pairs)
    nodes = [
        Node(
            label=pair.spoken,
            container=True,
            content=canvas(pair_of(pair, box, facts.theme), width=box.width, height=box.height),
            **at(box.seen_from(whole)),
        )
        for pair, box in zip(pairs, facts.boxes.pairs, strict=True)
    ]
    return ft.Stack([*nodes], **at(whole))


# beside the rows


def penalties(source: Source[Scene], facts: SheetFacts, within: Box) -> ft.Control:
    """The boxes for penalties, of which only the next one reacts; seen from `within`."""
    index = facts.index

    def select(scene: Scene) -> tuple[Penalties, tuple[str, ...], bool]:
        look = scene.sheets[index]
        most, small = look.layout.penalties, scene.goes_back
        penalties_ = Penalties(look.penalties, most, look.unsent_penalties, small=small)
        return penalties_, look.spoken_penalties, look.copied

    return source.show(select, _penalties, facts, within)


def _penalties(
    shown: tuple[Penalties, tuple[str, ...], bool], facts: SheetFacts, within: Box
) -> ft.Control:
    (part, spoken, copied), whole = shown, around(facts.boxes.penalties)
    boxes = [box.seen_from(whole) for box in facts.boxes.penalties]
    drawn = canvas(
        penalties_of(part, boxes, facts.theme, facts.seed),
        use_kept(facts),
        **at(whole.seen_from(whole)),
    )
    places = [_block(part, boxes[0], facts)]
    if not part.small:
        seen = zip(boxes, spoken, strict=False)
        places = [
            _penalty(index, part.taken, *each, facts, copied=copied)
            for index, each in enumerate(seen)
        ]
    return ft.Stack([drawn, *places], **at(whole.seen_from(within)))


def _penalty(  # noqa: PLR0913 - a box, and what is said of it
    index: int, taken: int, box: Box, spoken: str, facts: SheetFacts, *, copied: bool
) -> ft.Control:
    """The place of one that is taken, or of the next one."""
    if index == taken:
        name = f"{facts.prefix}penalty"
        lies = place(name, spoken, lambda: facts.tap(name), box)
    elif copied and index == taken - 1:
        back = f"{facts.prefix}{TAKEN_PENALTY}"
        lies = place(back, spoken, lambda: facts.tap(back), box, checked=True)
    else:
        lies = Node(label=spoken, container=True, content=ft.Stack([]), **at(box))
    lies.key = "next" if index == taken else f"b{index}"
    return lies


def _block(part: Penalties, box: Box, facts: SheetFacts) -> ft.Control:
    name = f"{facts.prefix}penalty"
    said = facts.words.text("Misthrows: {n} of {all}", n=part.taken, all=part.most)
    return place(name, said, lambda: facts.tap(name), box)


def sum_line(source: Source[Scene], facts: SheetFacts, sum_: SumBoxes, line: Box) -> ft.Control:
    """The fields of the rows, minus the penalties, equals the total."""
    index = facts.index

    def select(scene: Scene) -> tuple[tuple[str, ...], str]:
        return scene.sheets[index].fields, scene.sheets[index].spoken_sum

    printed = canvas(
        sum_print(facts.layout, sum_, line, facts.theme), width=line.width, height=line.height
    )
    digits = source.show(select, _digits, facts, sum_, line)
    return ft.Stack([printed, digits, *ends(source, facts, line)], **at(line))


def _digits(
    part: tuple[tuple[str, ...], str], facts: SheetFacts, sum_: SumBoxes, line: Box
) -> ft.Control:
    fields, spoken = part
    size = {"width": line.width, "height": line.height}
    drawn = canvas(sum_digits(fields, sum_, line, facts.theme), use_kept(facts), **size)
    return Node(label=spoken, container=True, content=drawn, **at(line.seen_from(line)))


def ends(
    source: Source[Scene], facts: SheetFacts, within: Box, title: str = ""
) -> list[ft.Control]:
    """The field beside those of the rows, if there is one, and the total; seen from `within`.

    Args:
        source: Of the scene.
        facts: Of the sheet.
        within: What it lies in.
        title: A word before the total; empty for none.
    """
    index, sum_, shown = facts.index, facts.boxes.sum, []
    if sum_.extra is not None:
        box = sum_.extra.seen_from(within)
        shown.append(source.show(lambda scene: scene.sheets[index].extra, _extra, facts, box))
    place_ = sum_.total.seen_from(within)

    def select(scene: Scene) -> tuple[int | None, str, bool]:
        look = scene.sheets[index]
        return look.total, look.spoken_total, look.explains

    return [*shown, source.show(select, _total, facts, place_, title)]


def _extra(part: ExtraLook | None, facts: SheetFacts, box: Box) -> ft.Control:
    if part is None:
        return ft.Container(**at(box))
    name, here = f"{facts.prefix}{part.identifier}", box.seen_from(box)
    drawn = canvas(extra_of(part, box, facts.layout, facts.theme), use_kept(facts, box), **at(here))
    over = place(name, part.spoken, lambda: facts.tap(name), here)
    return ft.Stack([drawn, over], **at(box))


def _total(
    part: tuple[int | None, str, bool], facts: SheetFacts, box: Box, title: str
) -> ft.Control:
    """The total; a tap on it tells how it came about where the sum does not show that."""
    total, spoken, explains = part
    name, here = f"{facts.prefix}total", box.seen_from(box)
    drawn = canvas(total_of(total, title, box, facts.theme), use_kept(facts, box), **at(here))
    over = place(name, spoken, (lambda: facts.tap(name)) if explains else None, here)
    return ft.Stack([drawn, over], **at(box))
