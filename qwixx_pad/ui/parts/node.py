"""What a screen reader finds, with a place and a size of its own; and how things get their place.

Flet's client lays these two out like all else; its Python leaves that out.
"""

from typing import Any

import flet as ft

from qwixx_pad.ui.pad.geometry import Box


@ft.control("MergeSemantics")  # type: ignore[arg-type]  # Flet's own controls are written so
class OneNode(ft.LayoutControl):
    """What is read as one thing.

    Attributes:
        content: What is merged.
    """

    content: ft.Control | None = None


@ft.control("Semantics")  # type: ignore[arg-type]  # as above
class Node(ft.Semantics, ft.LayoutControl):
    """A node of the tree that is read; see `ft.Semantics`."""


def at(box: Box) -> dict[str, Any]:
    """Where something lies in a stack, and how large it is."""
    return {**corner(box), "width": box.width, "height": box.height}


def corner(box: Box) -> dict[str, Any]:
    """Where something lies in a stack that knows itself how large it is."""
    return {"left": box.x, "top": box.y}
