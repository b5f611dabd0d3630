"""A sheet that is played on: its drawing, and over it a place for whatever can be tapped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Place
from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.design.primitives import SLOW, Node, Tap, at, motion, place, sized, tap_area
from qwixx_pad.ui.flet_support.flet_patches import component, handler, memo
from qwixx_pad.ui.flet_support.keyboard import TapArea
from qwixx_pad.ui.play.geometry import meant_cell
from qwixx_pad.ui.play.paint.frame import SheetFrame
from qwixx_pad.ui.play.state import View
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes, around
from qwixx_pad.ui.sheet.canvas import LeafMemo, canvas, use_kept
from qwixx_pad.ui.sheet.drawing import ink_of, over_of, print_of, veil_of
from qwixx_pad.ui.sheet.footer import (
    Penalties,
    extra_of,
    pair_of,
    penalties_of,
    sum_digits,
    sum_print,
    total_of,
)
from qwixx_pad.ui.sheet.look import ExtraLook, PairLook, SheetLook, blank_rows
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.text import Lock

# rows


@memo
@component
def sheet(frame: SheetFrame) -> ft.Control:
    """Paint the print of a sheet, its rows, what is over them, and what its pairs bring.

    As long as this frame stays, whatever changes around it leaves it as it is.
    """
    boxes, source, index, size = frame.boxes, frame.source, frame.index, at(frame.whole)
    blank = blank_rows(frame.layout, frame.words)
    printed = canvas(print_of(blank, boxes.rows, boxes.links, frame.theme), **size)
    fingers = Fingers(frame.prefix, frame.tap, boxes.rows, lambda: source.state.sheets[index].rows)
    rows = [
        frame.show(_row_of(at), _row, fingers, at, key=row.letter)
        for at, row in enumerate(frame.layout.rows)
    ]
    over = frame.show(lambda look: look.ringed, _over)
    pairs = [frame.show(lambda look: look.pairs, _pairs)] if boxes.pairs else []
    return ft.Stack([printed, fingers.around(rows), ft.Stack([over], **size), *pairs])


def _row_of(row: int) -> Callable[[SheetLook], RowLook]:
    return lambda look: look.rows[row]


@dataclass(frozen=True, slots=True)
class Fingers:
    """The router of taps on the rows of a sheet."""

    prefix: str
    tap: Tap
    rows: Sequence[RowBoxes]
    now: Callable[[], Sequence[RowLook]]

    @property
    def whole(self) -> Box:
        """All rows together."""
        return around([row.box for row in self.rows])

    def around(self, shown: Sequence[ft.Control]) -> ft.Control:
        """Wrap the rows in a tap area for taps that none of their targets has taken.

        Where their boxes differ all of it is made anew: a finger that was lifted over the old
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
        """Handle a tap at an offset from the corner of a row."""
        cell = meant_cell(self.now()[row], self.rows[row], x, y)
        if cell is not None and cell.token:
            self.tap(f"{self.prefix}{cell.token}")


def _row(look: RowLook, frame: SheetFrame, fingers: Fingers, row: int) -> ft.Control:
    """Paint the ink and the targets over it; an unchanged part is the very same control."""
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
    """Wrap a row and its contents as a screen reader finds it."""
    box = fingers.rows[row].box.seen_from(fingers.whole)
    return Node(label=look.spoken, container=True, content=ft.Stack(inside), **at(box))


def _over(ringed: Sequence[Place], frame: SheetFrame) -> ft.Control:
    """Paint links and rings, which go from row to row: a cross leaves other rows alone."""
    boxes = frame.boxes
    drawn = canvas(over_of(ringed, boxes.rows, boxes.links, frame.theme), use_kept(frame))
    return ft.Container(drawn, ignore_interactions=True, **sized(boxes.box))


def places_of(
    rows: Sequence[RowLook], boxes: Sequence[RowBoxes], prefix: str, tap: Tap
) -> ft.Control:
    """Build the targets of rows that are drawn elsewhere; the rest as in `TapRouter`."""
    fingers = Fingers(prefix, tap, boxes, lambda: rows)
    return fingers.around(
        [
            _node(look, fingers, row, [*_places(look, fingers, row, LeafMemo())])
            for row, look in enumerate(rows)
        ]
    )


def _places(look: RowLook, fingers: Fingers, row: int, kept: LeafMemo) -> Iterator[ft.Control]:
    """Yield cells, lock and points of a row, seen from its corner."""
    boxes, prefix = fingers.rows[row], fingers.prefix
    yield from _cells(look, fingers, row, kept)
    if boxes.lock is not None and look.lock is not Lock.NONE:
        name, said, lock = f"{prefix}{look.letter}-lock", look.lock_spoken, boxes.lock
        yield kept.get((name, said), lambda: place(name, said, lambda: fingers.tap(name), lock))
    if boxes.points is not None:
        points, told, where = f"{prefix}points-{look.letter}", look.points_spoken, boxes.points
        yield kept.get((points, told), lambda: place(points, told, None, where))


def _cells(look: RowLook, fingers: Fingers, row: int, kept: LeafMemo) -> Iterator[ft.Control]:
    """Yield the targets of the cells in printed order.

    A reader goes by positions: each of several lines of cells is a group of its own.
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
    """Build what reacts to a tap on a cell, whatever its words are by then."""
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
    """Paint what each pair brings, and whether it is done or lost."""
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


# outside of the rows


def penalties(frame: SheetFrame, within: Box) -> ft.Control:
    """Paint the boxes for penalties; only the next one reacts; seen from `within`."""

    def select(view: View) -> tuple[Penalties, tuple[str, ...], bool]:
        look, small = view.sheets[frame.index], view.back is not None
        deaf = frame.seat in view.deaf
        drawn = Penalties(look.penalties, look.layout.penalties, look.unsent_penalties, small, deaf)
        return drawn, look.spoken_penalties, look.copied

    box = around(frame.boxes.penalties)
    return frame.source.show(select, _penalties, frame, box, box.seen_from(within))


def _penalties(
    part: tuple[Penalties, tuple[str, ...], bool], frame: SheetFrame, whole: Box, box: Box
) -> ft.Control:
    shown, spoken, copied = part
    boxes = [each.seen_from(whole) for each in frame.boxes.penalties]
    drawn = canvas(
        penalties_of(shown, boxes, frame.theme, frame.seed),
        use_kept(frame),
        **at(whole.seen_from(whole)),
    )
    if shown.small:
        all_ = frame.words.text("Misthrows: {n} of {all}", n=shown.taken, all=shown.most)
        return ft.Stack([drawn, frame.place("penalty", all_, boxes[0])], **at(box))
    places = []
    for number, (said, each) in enumerate(zip(spoken, boxes, strict=False)):
        lies = _penalty(number - shown.taken, said, each, frame, copied=copied)
        lies.key = "next" if number == shown.taken else f"b{number}"
        places.append(lies)
    return ft.Stack([drawn, *places], **at(box))


def _penalty(after: int, spoken: str, box: Box, frame: SheetFrame, *, copied: bool) -> ft.Control:
    """Build the target of the next one (`after` is 0), of one to be undone, or of another."""
    if after == 0:
        return frame.place("penalty", spoken, box)
    if copied and after == -1:
        return frame.place(TAKEN_PENALTY, spoken, box, checked=True)
    return Node(label=spoken, container=True, content=ft.Stack([]), **at(box))


def sum_line(frame: SheetFrame, line: Box) -> ft.Control:
    """Paint the fields of the rows, minus the penalties, equals the total."""
    printed = canvas(sum_print(frame.layout, frame.boxes.sum, line, frame.theme), **sized(line))
    digits = frame.show(lambda look: (look.fields, look.spoken_sum), _digits, line)
    return ft.Stack([printed, digits, *ends(frame, line)], **at(line))


def _digits(part: tuple[tuple[str, ...], str], frame: SheetFrame, line: Box) -> ft.Control:
    fields, spoken = part
    inks = sum_digits(fields, frame.boxes.sum, line, frame.theme)
    drawn = canvas(inks, use_kept(frame), **sized(line))
    return Node(label=spoken, container=True, content=drawn, **at(line.seen_from(line)))


def ends(frame: SheetFrame, within: Box, title: str = "") -> list[ft.Control]:
    """Paint the field beside those of the rows, if any, and the total; seen from `within`."""
    boxes, extra = frame.boxes.sum, list[ft.Control]()
    if boxes.extra is not None:
        extra.append(frame.show(lambda look: look.extra, _extra, boxes.extra.seen_from(within)))
    box = boxes.total.seen_from(within)
    total = frame.show(
        lambda look: (look.total, look.spoken_total, look.explains), _total, box, title
    )
    return [*extra, total]


def _extra(part: ExtraLook | None, frame: SheetFrame, box: Box) -> ft.Control:
    if part is None:
        return ft.Container(**at(box))
    inks = extra_of(part, box, frame.layout, frame.theme)
    drawn = canvas(inks, use_kept(frame, box), **sized(box))
    return frame.place(part.identifier, part.spoken, box, drawn=drawn)


def _total(
    part: tuple[int | None, str, bool], frame: SheetFrame, box: Box, title: str
) -> ft.Control:
    """Paint the total; a tap on it explains it where the sum does not."""
    total, spoken, explains = part
    inks = total_of(total, title, box, frame.theme)
    drawn = canvas(inks, use_kept(frame, box), **sized(box))
    if explains:
        return frame.place("total", spoken, box, drawn=drawn)
    return place(f"{frame.prefix}total", spoken, None, box, drawn=drawn)
