"""The bar of words that are gone after a while: over a pad, and at the foot of a review."""

import flet as ft

from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.correction.control import Message
from qwixx_pad.ui.design.cards import report_cover
from qwixx_pad.ui.design.primitives import TapHandler, tappable, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import CAPTION, NOTICE, TITLE, text_fits, text_width

_SIZE = 14
_LINE = 1.2
"""Of letters, in sp; height of a line of them, as a multiple of that."""


_BESIDE = 60
_BESIDE_ICON = 64
"""Of the width of a message, what its words leave to the edges and to undo, or to a sign; in dp."""


@component
def message_bar(message: Message, box: Box, tap: TapHandler) -> ft.Control:
    """Build the message in place of the strip of points: as high as its box, as wide."""
    theme = current_theme()
    ft.use_effect(report_cover, [message.undo], cleanup=report_cover)
    height = box.height
    width = box.width - _BESIDE_ICON
    if message.undo:
        button_width = (
            theme.text_scale * _SIZE * text_width(_button_text(message, current_translator()))
        )
        width = box.width - _BESIDE - button_width
    icon = ft.Icons.INFO_OUTLINE_ROUNDED if message.calm else ft.Icons.WARNING_AMBER_ROUNDED
    leading = [] if message.undo else [ft.Icon(icon, size=20, color=theme.ink)]
    undo = [_message_undo_button(message, height, tap)] if message.undo else []
    return ft.Container(
        height=height,
        bgcolor=theme.notice if message.undo else theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4 if message.undo else 16),
        content=ft.Row(
            [*leading, _message_lines(message, Box(0, 0, width, height)), *undo], spacing=12
        ),
    )


@component
def message_note(message: Message, box: Box, grown: float = 1.0) -> ft.Control:
    """Build the message in a narrow place: words only, so many times larger than elsewhere."""
    return _message_lines(message, box, quiet=True, grown=grown)


def _message_lines(
    message: Message, box: Box, *, quiet: bool = False, grown: float = 1.0
) -> ft.Control:
    """Build the words; large letters stop growing before one of them is cut off."""
    theme = current_theme()
    color = theme.on_notice if message.undo and not quiet else theme.ink
    faint = theme.on_notice if message.undo and not quiet else theme.ink2
    more = bool(message.detail) and not theme.has_large_text
    if quiet:
        whole = f"{message.title} {message.detail}"
        size = _SIZE * grown * theme.text_scale
        more = more and text_fits(whole, size, box.width, box.height)
    free = box.height - more * theme.grown_height(12 * grown) * _LINE
    style = TITLE.resized(_SIZE * grown).fitted_to(theme, message.title, box.width, free)
    most = max(
        3 if quiet or theme.has_large_text else 2,
        int(free / (style.size * theme.text_scale * _LINE)),
    )
    lines = [write(message.title, style, color=color, height=_LINE, max_lines=most)]
    if more:
        lines.append(
            write(message.detail, CAPTION.resized(12 * grown), color=faint, height=1.2, max_lines=2)
        )
    middle = ft.MainAxisAlignment.CENTER
    return live_region("message", ft.Column([*lines], spacing=1, alignment=middle, tight=True))


def _button_text(message: Message, tr: Translator) -> str:
    return tr.gettext("Cancel") if message.undo == "cancel" else tr.gettext("Undo")


def _message_undo_button(message: Message, height: float, tap: TapHandler) -> ft.Control:
    tr = current_translator()
    text = spoken = _button_text(message, tr)
    identifier = "cancel"
    if message.undo != identifier:
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        identifier = "undo-message"
        spoken = tr.gettext("{done}. Undo", done=message.title)
    return tappable(
        identifier,
        spoken,
        write(text, NOTICE, color=current_theme().notice_action),
        lambda: tap(identifier),
        height=height,
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )


def live_region(identifier: str, lines: ft.Control) -> ft.Control:
    """Build words that a screen reader announces when they appear."""
    return ft.Semantics(
        identifier=identifier, live_region=True, container=True, expand=True, content=lines
    )
