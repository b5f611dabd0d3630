"""An offer to whom the narrow cells make trouble: the same pad in columns."""

import flet as ft

from qwixx_pad.ui.pad.actions import KEEP_ROWS, TRY_COLUMNS
from qwixx_pad.ui.parts.buttons import icon_button, primary
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def columns_offer(height: float, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """One line with a yes and a no; it stands until it is answered, and covers nothing.

    Args:
        height: Of what it stands in the place of.
        theme: In which colours.
        words: The language.
        tap: Told `try-columns` or `keep-rows`.
    """
    said = write(
        words.text("Columns have larger cells."),
        14,
        600,
        color=theme.ink,
        height=1.2,
        max_lines=2,
    )
    spoken = ft.Semantics(
        identifier="columns-offer", live_region=True, container=True, content=said, expand=True
    )
    tall = max(height, 48)
    yes = primary(
        theme,
        TRY_COLUMNS,
        words.text("Try columns"),
        lambda: tap(TRY_COLUMNS),
        height=tall - 4,
        size=14,
    )
    no = icon_button(
        theme, KEEP_ROWS, words.text("Keep rows"), ft.Icons.CLOSE_ROUNDED, lambda: tap(KEEP_ROWS)
    )
    return ft.Container(
        ft.Row([spoken, ft.Container(yes, width=124), no], spacing=4),
        height=tall,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )
