"""Values that the controls of a session share, such as theme and language.

Flet's own `use_context` can only be used in components, and fails below a memoized one; see
`docs/adr/0037-whoever-builds-a-control-asks-for-its-colours.md`.
"""

from typing import NamedTuple

import flet as ft

_STORE_KEY = "surroundings"


class SessionSurroundings(NamedTuple):
    """The surroundings of one session.

    Attributes:
        value: What its controls are built with.
        memo_key: The part of it that rebuilds memoized components when it changes.
    """

    value: object = None
    memo_key: object = None


def set_surroundings(page: ft.Page, value: object, memo_key: object) -> None:
    """Set those of a page's session, before any of its screens is built."""
    page.session.store.set(_STORE_KEY, SessionSurroundings(value, memo_key))


def find_surroundings() -> SessionSurroundings:
    """Those of the session that is building a screen or handling an event; empty by default."""
    stored = ft.context.page.session.store.get(_STORE_KEY)
    return stored if isinstance(stored, SessionSurroundings) else SessionSurroundings()
