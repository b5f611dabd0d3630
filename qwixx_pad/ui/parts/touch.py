"""Where a finger lands beside the cells that do something: it is asked which of them it meant."""

from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler
from qwixx_pad.ui.pad.geometry import Box, RowBoxes
from qwixx_pad.ui.pad.hit_test import dead_stretches, meant_cell
from qwixx_pad.ui.pad.view import BandLook
from qwixx_pad.ui.parts.tap import Tap


def gap_touch(look: BandLook, row: RowBoxes, tap: Tap) -> ft.Control:
    """Lies below the cells and takes what falls between them."""
    return _touch(row.touch, look, row, tap)


def dead_touches(look: BandLook, row: RowBoxes, tap: Tap) -> list[ft.Control]:
    """Lie over the dead cells and take a finger's taps from them.

    Keys and screen readers do not see them: these choose the cell itself and hear its reason.
    """
    return [_touch(stretch, look, row, tap) for stretch in dead_stretches(look, row)]


def _touch(box: Box, look: BandLook, row: RowBoxes, tap: Tap) -> ft.Control:
    def lifted(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        at = event.local_position
        cell = None if at is None else meant_cell(look, row, box.x + at.x, box.y + at.y)
        if cell is not None:
            tap(f"{look.prefix}{cell.token}")

    area = ft.Container(width=box.width, height=box.height, bgcolor=ft.Colors.TRANSPARENT)
    detector = ft.GestureDetector(
        content=area, on_tap_up=handler(lifted), exclude_from_semantics=True
    )
    return ft.Container(detector, left=box.x, top=box.y)
