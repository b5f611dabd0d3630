"""The card on which an entry is put right: the sheet as it was then, and what else it could be."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.design.buttons import icon_button, outlined, primary
from qwixx_pad.ui.design.cards import CARD_EDGE, WIDEST, prompt_sheet
from qwixx_pad.ui.design.primitives import Tap, beside, write
from qwixx_pad.ui.design.tokens import LARGE_TEXT
from qwixx_pad.ui.pad.correction_view import Card, CorrectionLook, correction_look
from qwixx_pad.ui.pad.geometry import RowBoxes
from qwixx_pad.ui.pad.geometry_parts import GAP, shown_rows
from qwixx_pad.ui.pad.row import row_picture
from qwixx_pad.ui.review.review_parts import step_card
from qwixx_pad.ui.shell import ScreenContext

_CELL, _LOW_CELL, _LOW, _WIDE_CELL, _WIDE = 42.0, 36.0, 700, 50.0, 440
"""Height of a cell; on an upright screen that is lower; on a sheet that is wider; in dp."""
_PADDING = 10.0
"""Around all on the card, in dp: less than elsewhere, so that its cells are wide enough."""
_REST = 340.0
"""Height of all that is not the sheet, in dp."""


def correction_sheet(card: Card, context: ScreenContext, tap: Tap) -> ft.Control:
    """The open card over a page: for `under_card`."""
    hides = context.settings.hide_points and not card.game.position.settled
    look, theme = correction_look(card, context.words, hides=hides), context.theme
    places = _rows(card, context)
    seed = card.reviewed.pen(card.spot.seat)
    rows = [
        row_picture(band, boxes, theme, tap, seed)
        for band, boxes in zip(look.pad.bands, places, strict=True)
    ]
    inside = [
        _head(look, context, tap),
        step_card(look.step, theme, said=True, identifier="wrong-step", key="step"),
        ft.Column([*rows], spacing=GAP, tight=True),
        _hint(look, context),
        *_buttons(look, context, tap),
    ]
    high = sum(boxes.box.height + GAP for boxes in places) + _REST
    tall = high > context.space.height
    return prompt_sheet(inside, theme, context.words, tap, tall=tall, padding=_PADDING)


def _rows(card: Card, context: ScreenContext) -> tuple[RowBoxes, ...]:
    width = min(context.space.width - 2 * CARD_EDGE, WIDEST) - 2 * _PADDING
    low = context.space.width < context.space.height < _LOW
    cell = _WIDE_CELL if width > _WIDE else _LOW_CELL if low else _CELL
    return shown_rows(card.game.setup.layout, width, cell, max(26.0, context.space.lines(14)))


def _head(look: CorrectionLook, context: ScreenContext, tap: Tap) -> ft.Control:
    """Whose sheet it is, and the arrows to what was entered before and after."""
    theme, words = context.theme, context.words
    title = write(look.title, theme.held(18, LARGE_TEXT), 600, color=theme.ink, height=1.2)
    back, on = ft.Icons.CHEVRON_LEFT_ROUNDED, ft.Icons.CHEVRON_RIGHT_ROUNDED
    before, after = words.text("The entry before it"), words.text("The entry after it")
    return ft.Row(
        [
            ft.Semantics(header=True, content=title, expand=True),
            icon_button(
                theme, "earlier", before, back, lambda: tap("earlier"), enabled=look.earlier
            ),
            icon_button(theme, "later", after, on, lambda: tap("later"), enabled=look.later),
        ],
        spacing=0,
    )


def _hint(look: CorrectionLook, context: ScreenContext) -> ft.Control:
    theme = context.theme
    icon = ft.Icons.WARNING_AMBER_ROUNDED if look.warns else ft.Icons.EDIT_ROUNDED
    said = write(look.hint, 14, 600, color=theme.ink, height=1.25, expand=True)
    return ft.Semantics(
        identifier="correcting",
        live_region=True,
        container=True,
        content=ft.Row([ft.Icon(icon, size=20, color=theme.ink2), said], spacing=10),
    )


def _buttons(look: CorrectionLook, context: ScreenContext, tap: Tap) -> Sequence[ft.Control]:
    """What else than a number can be wrong, and the way out; two in a line."""
    theme, words = context.theme, context.words
    offered = [
        ("take-out", words.text("Take it out"), look.take_out),
        ("misthrow-instead", words.text("It was a misthrow"), look.misthrow),
        ("forgotten", words.text("A cross is missing"), look.forgotten),
    ]

    def other(identifier: str, text: str) -> ft.Control:
        return outlined(theme, identifier, text, lambda: tap(identifier), height=48, size=14)

    done, out = words.text("Done"), "done-correcting"
    buttons = [other(identifier, text) for identifier, text, here in offered if here]
    buttons.append(primary(theme, out, done, lambda: tap(out), height=48, size=15))
    lines = (buttons[at : at + 2] for at in range(0, len(buttons), 2))
    return [beside(line, theme, spacing=8) for line in lines]
