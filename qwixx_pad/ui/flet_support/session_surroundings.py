"""What everything on the screens of one session is shown with, such as colours and language.

Flet's own `use_context` is a hook of a component and forgets its value below a remembered one; see
`docs/adr/0037-whoever-builds-a-control-asks-for-its-colours.md`.
"""

from typing import NamedTuple

import flet as ft

_STORE_KEY = "surroundings"


class _Stored(NamedTuple):
    surroundings: object
    memo_key: object


def set_surroundings(page: ft.Page, surroundings: object, memo_key: object) -> None:
    """Set them for the session of a page, before any of its screens is built.

    Args:
        page: The session's page.
        surroundings: What `find_surroundings` finds from now on.
        memo_key: The part of them for which remembered components are built anew.
    """
    page.session.store.set(_STORE_KEY, _Stored(surroundings, memo_key))


def find_surroundings() -> object:
    """Find those of the session whose screen is built, or whose tap is handled; else None."""
    stored = _find_stored()
    return None if stored is None else stored.surroundings


def surroundings_key() -> object:
    """Find the part of them for which remembered components are built anew."""
    stored = _find_stored()
    return None if stored is None else stored.memo_key


def _find_stored() -> _Stored | None:
    stored = ft.context.page.session.store.get(_STORE_KEY)
    return stored if isinstance(stored, _Stored) else None
