"""Hints, and the offer of columns."""

import flet as ft

from qwixx_pad.ui.actions import KEEP_ROWS, TRY_COLUMNS
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.controls import icon_button, primary_button
from qwixx_pad.ui.design.primitives import TapHandler, live_region, tappable, write
from qwixx_pad.ui.play.state import HintLook
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import CAPTION, NOTICE, Theme

HINT_BAR_DP = 68.0
"""The height of a hint at full size; a lower one has fewer lines."""
_TWO_LINES_DP = 52
"""From this height on, a low bar has two lines for the detail."""


def hint_bar(hint: HintLook, tap: TapHandler, height: float) -> ft.Control:
    """Build the hint with its close button; a screen reader reads it when it has time.

    A bar lower than `HINT_BAR_DP` has fewer lines.
    """
    theme = current_theme()
    title_lines = 1
    detail_lines = 1
    if height >= HINT_BAR_DP:
        title_lines = 2
        detail_lines = 3
    elif height >= _TWO_LINES_DP:
        detail_lines = 2
    lines = ft.Column(
        [
            write(hint.title, NOTICE, line_height=1.2, max_lines=title_lines),
            write(hint.detail, CAPTION, color=theme.ink2, line_height=1.2, max_lines=detail_lines),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=True,
    )
    close = tappable(
        "hint-seen",
        current_translator().gettext("Got it"),
        ft.Icon(ft.Icons.CLOSE_ROUNDED, size=20, color=theme.ink2),
        lambda: tap("hint-seen"),
        width=48,
        height=min(height, 48),
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    icon = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE_ROUNDED, size=20, color=theme.ink)
    return ft.Container(
        ft.Row([icon, live_region("hint", lines), close], spacing=10),
        height=height,
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=14, right=2),
        key="hint",
    )


def columns_offer(height: float, theme: Theme, tr: Translator, tap: TapHandler) -> ft.Control:
    """Build one line with a yes and a no, which stays until it is answered."""
    text = write(
        tr.gettext("Columns have larger cells."),
        NOTICE,
        color=theme.ink,
        line_height=1.2,
        max_lines=2,
    )
    tall = max(height, 48)
    yes = primary_button(
        TRY_COLUMNS,
        tr.gettext("Try columns"),
        lambda: tap(TRY_COLUMNS),
        height=tall - 4,
        size=14,
    )
    no = icon_button(
        KEEP_ROWS, tr.gettext("Keep rows"), ft.Icons.CLOSE_ROUNDED, lambda: tap(KEEP_ROWS)
    )
    return ft.Container(
        ft.Row([live_region("columns-offer", text), ft.Container(yes, width=124), no], spacing=4),
        height=tall,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )
