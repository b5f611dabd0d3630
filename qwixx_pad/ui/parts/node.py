"""What a screen reader finds, with a place and a size of its own.

Flet's client lays these two out like all else; its Python leaves that out.
"""

import flet as ft


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
