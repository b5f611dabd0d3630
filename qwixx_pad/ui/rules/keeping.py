"""A card that offers to keep the sheet of another person's game or table."""

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.custom_sheets import SheetCatalog
from qwixx_pad.games.session import storage_failure
from qwixx_pad.layouts import is_custom
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.controls import tonal_button
from qwixx_pad.ui.design.primitives import message_line, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import sheet_refusal_text
from qwixx_pad.ui.theme.tokens import ASIDE


def may_keep(layout: Layout, sheets: SheetCatalog) -> bool:
    """True if this is a player's own sheet that cannot be chosen on this pad."""
    return is_custom(layout.name) and sheets.find_choosable(layout.name) is None


@component
def keep_sheet_card(layout: Layout, sheets: SheetCatalog) -> ft.Control:
    """Offer to add a sheet to one's own, and show the result."""
    message, show = ft.use_state("")
    tr = current_translator()
    theme = current_theme()

    def keep() -> None:
        title = tr.layout_title(layout.name)
        refusal = sheets.add_refusal(layout)
        if refusal is not None:
            show(sheet_refusal_text(refusal, title, tr))
            return
        failure = storage_failure(lambda: sheets.add(layout))
        if failure is None:
            show(tr.gettext("{sheet} added.", sheet=title))
        else:
            show(" ".join(tr.failure_texts(failure)))

    parts = list[ft.Control]()
    if may_keep(layout, sheets):
        offer = tr.gettext(
            "This sheet isn’t among your own sheets. Keep it to choose it for new games too."
        )
        parts += [
            write(offer, ASIDE, color=theme.ink2, line_height=1.4),
            tonal_button("keep-sheet", tr.gettext("Keep this sheet"), keep, height=48),
        ]
    if message:
        parts.append(message_line(message))
    return ft.Container(
        ft.Column(parts, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=theme.surface,
        border_radius=18,
        padding=14,
    )
