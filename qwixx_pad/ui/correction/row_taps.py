"""Targets over rows that are drawn: cells, locks and points, and the cell that a tap meant."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from qwixx_pad.ui.design.primitives import (
    SemanticsNode,
    TapHandler,
    box_args,
    tap_area,
    tap_target,
)
from qwixx_pad.ui.flet_support.flet_patches import handler
from qwixx_pad.ui.flet_support.keyboard import TapArea
from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode, cell_at
from qwixx_pad.ui.sheet.canvas import LeafMemo
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.text import LockState


@dataclass(frozen=True, slots=True)
class TapRouter:
    """The router of taps on the rows of a sheet."""

    prefix: str
    tap: TapHandler
    rows: Sequence[RowBoxes]
    row_looks: Callable[[], Sequence[RowLook]]

    @property
    def bounds(self) -> Box:
        """All rows together."""
        return bounding_box([row.box for row in self.rows])

    def with_taps(self, shown: Sequence[ft.Control]) -> ft.Control:
        """Wrap the rows in a tap area for taps that none of their targets has taken.

        Where their boxes differ all of it is made anew: a finger that was lifted over the old
        picture is not looked for in the new one.
        """
        whole = self.bounds

        def on_tap(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
            finger = event.local_position
            if finger is not None:
                x, y = whole.x + finger.x, whole.y + finger.y
                for row, boxes in enumerate(self.rows):
                    self.route_tap(row, x - boxes.box.x, y - boxes.box.y)

        return ft.GestureDetector(
            ft.Stack([*shown]),
            key=str(hash((*self.rows,))),
            on_tap_up=handler(on_tap),
            exclude_from_semantics=True,
            **box_args(whole),
        )

    def route_tap(self, row: int, x: float, y: float) -> None:
        """Handle a tap at an offset from the corner of a row."""
        cell = cell_at(self.row_looks()[row], self.rows[row], x, y)
        if cell is not None and cell.token:
            self.tap(f"{self.prefix}{cell.token}")


def row_with_targets(
    look: RowLook,
    router: TapRouter,
    row: int,
    leaf_memo: LeafMemo,
    drawn: Sequence[ft.Control] = (),
) -> ft.Control:
    """Build a row as a screen reader finds it: the targets over what is drawn of it."""
    box = router.rows[row].box.relative_to(router.bounds)
    inside = ft.Stack([*drawn, *_targets_in_row(look, router, row, leaf_memo)])
    return SemanticsNode(label=look.spoken, container=True, content=inside, **box_args(box))


def row_tap_targets(
    rows: Sequence[RowLook], boxes: Sequence[RowBoxes], prefix: str, tap: TapHandler
) -> ft.Control:
    """Build the targets of rows that are drawn elsewhere; the rest as in `TapRouter`."""
    router = TapRouter(prefix, tap, boxes, lambda: rows)
    return router.with_taps(
        [row_with_targets(look, router, row, LeafMemo()) for row, look in enumerate(rows)]
    )


def _targets_in_row(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield cells, lock and points of a row, seen from its corner."""
    boxes, prefix = router.rows[row], router.prefix
    yield from _cell_targets(look, router, row, leaf_memo)
    if boxes.lock is not None and look.lock is not LockState.NONE:
        name, lock_text, lock = f"{prefix}{look.letter}-lock", look.lock_spoken, boxes.lock
        yield leaf_memo.get(
            (name, lock_text), lambda: tap_target(name, lock_text, lambda: router.tap(name), lock)
        )
    if boxes.points is not None:
        points, points_text, where = (
            f"{prefix}points-{look.letter}",
            look.points_spoken,
            boxes.points,
        )
        yield leaf_memo.get(
            (points, points_text), lambda: tap_target(points, points_text, None, where)
        )


def _cell_targets(
    look: RowLook, router: TapRouter, row: int, leaf_memo: LeafMemo
) -> Iterator[ft.Control]:
    """Yield the targets of the cells in printed order.

    A reader goes by positions: each of several lines of cells is a group of its own.
    """
    boxes = router.rows[row]
    spots = [*zip(look.cells, boxes.cells, strict=True)]
    lines = [[*line] for _, line in groupby(spots, key=lambda spot: spot[1].y)]
    if boxes.mode is RowMode.COLUMNS or len(lines) == 1:
        yield from _targets_in_line(spots, router, row, boxes.box.relative_to(boxes.box), leaf_memo)
        return
    for line in lines:
        whole = bounding_box([box for _, box in line])
        places = [*_targets_in_line(line, router, row, whole, leaf_memo)]
        yield SemanticsNode(container=True, content=ft.Stack(places), **box_args(whole))


def _targets_in_line(
    spots: Sequence[tuple[CellLook, Box]],
    router: TapRouter,
    row: int,
    within: Box,
    leaf_memo: LeafMemo,
) -> Iterator[ft.Control]:
    for cell, box in spots:
        make_area = partial(_tap_area, cell, box, router, row)
        area = leaf_memo.get(("area", cell.token, box), make_area) if cell.token else None
        yield leaf_memo.get(
            (box, cell.token, cell.spoken, cell.kind),
            partial(_cell_target, cell, box.relative_to(within), area, router.prefix),
        )


def _tap_area(cell: CellLook, box: Box, router: TapRouter, row: int) -> TapArea:
    """Build what reacts to a tap on a cell, whatever its words are by then."""
    name = f"{router.prefix}{cell.token}"
    return tap_area(
        name,
        lambda: router.tap(name),
        lambda x, y: router.route_tap(row, box.x + x, box.y + y),
    )


def _cell_target(cell: CellLook, box: Box, area: TapArea | None, prefix: str) -> ft.Control:
    if area is None:
        return SemanticsNode(
            label=cell.spoken, container=True, content=ft.Stack([]), **box_args(box)
        )
    name = f"{prefix}{cell.token}"
    return tap_target(name, cell.spoken, area, box, checked=cell.is_crossed, dead=cell.is_out)
