"""The cards of a table's page: what can be done for a seat, and whether to close the table."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.parts.buttons import outlined, primary, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.seat_looks import DeedLook
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def deed_line(deed: DeedLook, theme: Theme, tap: Tap) -> ft.Control:
    """The button of something that can be done for a seat."""
    return tonal(
        theme, deed.identifier, deed.text, lambda: tap(deed.identifier), height=50, size=16
    )


def seat_card(
    name: str, deeds: Sequence[DeedLook], theme: Theme, words: Words, tap: Tap
) -> list[ft.Control]:
    """What can be done for one seat.

    Args:
        name: Who sits there.
        deeds: In their order.
        theme: In which colours.
        words: The language.
        tap: Told the identifier of a deed, or `cancel`.
    """
    return [
        write(name, 20, 600, color=theme.ink),
        *(deed_line(deed, theme, tap) for deed in deeds),
        _cancel(theme, words, tap),
    ]


def closing_card(theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """Asks once before a table is closed in its game; tells `close-now` or `cancel`."""
    said = words.text(
        "The phones leave it, and the game goes on on this device. You can open it again."
    )
    close = primary(
        theme, "close-now", words.text("Close this table"), lambda: tap("close-now"), height=50
    )
    return [
        write(words.text("Close this table?"), 20, 600, color=theme.ink),
        write(said, 15, 400, color=theme.ink, height=1.35),
        close,
        _cancel(theme, words, tap),
    ]


def _cancel(theme: Theme, words: Words, tap: Tap) -> ft.Control:
    return outlined(
        theme, "cancel", words.text("Cancel"), lambda: tap("cancel"), height=50, size=16
    )
