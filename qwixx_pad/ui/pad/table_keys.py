"""What a seat does next at a table: buttons, or whom the table waits for in their place."""

import flet as ft

from qwixx_pad.ui.pad.facts import NextButton, PadFacts, Waiting
from qwixx_pad.ui.pad.geometry import Box, Mode
from qwixx_pad.ui.pad.table_view import Act
from qwixx_pad.ui.parts.buttons import outlined, primary, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.node import at, corner

_ROOMY_BAR = 52
"""From this height on, a bar leaves an edge around the button in it; in dp."""
_LARGE, _SMALL, _TWO, _ICON_FROM = 17, 14, 15, 370
"""Letters on a button in rows and elsewhere, and where two have the room of one; in sp. A pad that
is not wider than the last, in dp, has no room for an icon on them."""
_MAKES = {Act.MISTHROW: outlined, Act.DONE: tonal, Act.CHANGE: outlined, Act.BACK: tonal}


def keys(facts: PadFacts, within: Box) -> list[ft.Control]:
    """What leads to the roller's sheet, and what the shown seat does next; seen from `within`."""
    both = ("back", facts.geometry.back), ("button", facts.geometry.button)
    return [
        facts.parts.show(name, _key, facts, box.seen_from(within), key=name)
        for name, box in both
        if box is not None
    ]


def _key(part: NextButton | None, facts: PadFacts, box: Box) -> ft.Control:
    if part is None:
        return ft.Container(**at(box))
    theme, look, two = facts.sheet.theme, part.look, facts.geometry.back is not None
    size = _LARGE if facts.geometry.mode is Mode.ROWS else _SMALL
    wide = facts.geometry.sheet.rows[0].box.width >= _ICON_FROM
    ticks = look.act in {Act.END_TURN, Act.DONE} and not part.named
    icon = ft.Icons.CHECK_ROUNDED if ticks and wide and size == _LARGE and not two else None
    return _MAKES.get(look.act, primary)(
        theme,
        look.identifier,
        look.text,
        lambda: facts.sheet.tap(look.identifier),
        icon=None if theme.large else icon,
        size=min(size, _TWO) if two else size,
        planned=True,
        wraps=two,
        place=corner(box),
        width=box.width,
        height=box.height,
    )


def waiting_bar(part: Waiting, facts: PadFacts, box: Box) -> ft.Control:
    """Whom the table waits for, and an end to the waiting."""
    theme, words = facts.sheet.theme, facts.sheet.words
    close = primary(
        theme,
        "close-now",
        words.text("Close now"),
        lambda: facts.sheet.tap("close-now"),
        height=box.height - 8 if box.height >= _ROOMY_BAR else box.height,
        size=15,
        planned=True,
    )
    size = theme.held(15, 1.2)
    said = write(part.text, size, 600, color=theme.ink, height=1.2, max_lines=2, expand=True)
    spoken = ft.Semantics(content=said, live_region=True, expand=True)
    return ft.Container(
        ft.Row([spoken, *([close] if part.may_close else [])], spacing=8),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
        **at(box),
    )
