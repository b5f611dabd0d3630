"""The bar of a message that disappears after a while: on a pad, and at the foot of a review."""

import flet as ft

from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.correction.control import Message
from qwixx_pad.ui.design.cards import report_cover
from qwixx_pad.ui.design.form import notice_button
from qwixx_pad.ui.design.primitives import TapHandler, live_region, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import CAPTION, NOTICE, TITLE, text_fits

_TITLE_SP = 14
_DETAIL_SP = 12
_LINE_HEIGHT = 1.2
"""Of a line, as a multiple of the size of its letters."""
_UNDO_EDGES_DP = 60
"""What is not text in a message with an undo button: edges, gap, and padding of the button."""
_ICON_EDGES_DP = 64
"""What is not text in a message with an icon: edges, gap and icon."""


@component
def message_bar(message: Message, box: Box, tap: TapHandler) -> ft.Control:
    """Build the bar in a box, with the button of the message or an icon."""
    theme = current_theme()
    ft.use_effect(report_cover, [message.undo], cleanup=report_cover)
    if message.undo:
        button_width = NOTICE.width_of(_button_text(message, current_translator()), theme)
        room = Box(0, 0, box.width - _UNDO_EDGES_DP - button_width, box.height)
        parts = [
            _message_lines(message, room),
            _message_undo_button(message, box.height, tap),
        ]
    else:
        icon = ft.Icons.INFO_OUTLINE_ROUNDED if message.calm else ft.Icons.WARNING_AMBER_ROUNDED
        room = Box(0, 0, box.width - _ICON_EDGES_DP, box.height)
        parts = [ft.Icon(icon, size=20, color=theme.ink), _message_lines(message, room)]
    return ft.Container(
        height=box.height,
        bgcolor=theme.notice if message.undo else theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4 if message.undo else 16),
        content=ft.Row([*parts], spacing=12),
    )


@component
def message_note(message: Message, box: Box, grown: float) -> ft.Control:
    """Build the message in a narrow place: text only, `grown` times larger than in the bar."""
    return _message_lines(message, box, quiet=True, grown=grown)


def _message_lines(
    message: Message, box: Box, *, quiet: bool = False, grown: float = 1.0
) -> ft.Control:
    """Build the text; large letters stop growing before the title is cut off.

    `quiet`: without the colours of the bar, and without a detail that does not fit.
    """
    theme = current_theme()
    on_notice = bool(message.undo) and not quiet
    color = theme.on_notice if on_notice else theme.ink
    faint = theme.on_notice if on_notice else theme.ink2
    has_detail = bool(message.detail) and not theme.has_large_text
    if quiet:
        whole = f"{message.title} {message.detail}"
        size = _TITLE_SP * grown * theme.text_scale
        has_detail = has_detail and text_fits(whole, size, box.width, box.height)
    free = box.height
    if has_detail:
        free -= theme.grown_height(_DETAIL_SP * grown) * _LINE_HEIGHT
    style = TITLE.resized(_TITLE_SP * grown).fitted_to(theme, message.title, box.width, free)
    max_lines = max(
        3 if quiet or theme.has_large_text else 2,
        int(free / (style.size * theme.text_scale * _LINE_HEIGHT)),
    )
    lines = [
        write(message.title, style, color=color, line_height=_LINE_HEIGHT, max_lines=max_lines)
    ]
    if has_detail:
        lines.append(
            write(
                message.detail,
                CAPTION.resized(_DETAIL_SP * grown),
                color=faint,
                line_height=_LINE_HEIGHT,
                max_lines=2,
            )
        )
    return live_region(
        "message",
        ft.Column([*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=True),
    )


def _button_text(message: Message, tr: Translator) -> str:
    return tr.gettext("Cancel") if message.undo == "cancel" else tr.gettext("Undo")


def _message_undo_button(message: Message, height: float, tap: TapHandler) -> ft.Control:
    tr = current_translator()
    text = _button_text(message, tr)
    identifier = "cancel"
    spoken = text
    if message.undo != identifier:
        identifier = "undo-message"
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        spoken = tr.gettext("{done}. Undo", done=message.title)
    return notice_button(identifier, text, spoken, lambda: tap(identifier), height)
