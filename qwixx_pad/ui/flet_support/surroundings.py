"""What everything on the screens of one session is shown with, such as colours and language.

Flet's own `use_context` is a hook of a component and forgets its value below a memoised one; see
`docs/adr/0037-whoever-builds-a-control-asks-for-its-colours.md`.
"""

import flet as ft

_STORE_KEY = "surroundings"


def set_surroundings(page: ft.Page, surroundings: object) -> None:
    """Set them for the session of a page, before any of its screens is built."""
    page.session.store.set(_STORE_KEY, surroundings)


def find_surroundings() -> object:
    """Find those of the session whose screen is built, or whose tap is handled; else None."""
    found: object = ft.context.page.session.store.get(_STORE_KEY)
    return found
