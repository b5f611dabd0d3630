"""A picture along which a finger chooses a place."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler

_EVERY = 30
"""Milliseconds between two places of a finger that are told."""


def slide(
    content: ft.Control,
    choose: Callable[[float], object],
    **more: Any,  # noqa: ANN401 - whatever else ft.GestureDetector knows
) -> ft.Control:
    """The picture; a tap and a drag choose.

    Args:
        content: What is seen; its words for a screen reader stand around it.
        choose: Told how far from the left end the finger is, in dp.
        more: Passed on to `ft.GestureDetector`.
    """

    def at(event: Any) -> None:  # noqa: ANN401 - Flet has a kind of event for each gesture
        if event.local_position is not None:
            choose(event.local_position.x)

    return ft.GestureDetector(
        content=content,
        on_tap_up=handler(at),
        on_horizontal_drag_start=handler(at),
        on_horizontal_drag_update=handler(at),
        drag_interval=_EVERY,
        exclude_from_semantics=True,
        **more,
    )
