"""The buttons in the foot of a sheet at a table, and what stands in their place."""

import flet as ft

from qwixx_pad.ui.pad.table_view import Act, ButtonLook
from qwixx_pad.ui.parts.buttons import outlined, primary, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.pad_pieces import PadScene

_ROOMY_BAR = 52
"""From this height on, a bar leaves an edge around the button in it; in dp."""
_SMALL, _ICON_FROM = 15, 370
"""A button whose letters are not larger, on a pad not wider (in dp), has no room for an icon."""


def table_button(scene: PadScene, height: float, size: float = 17) -> list[ft.Control]:
    """What the shown seat does next at a table; nothing where it is not this device's."""
    look = scene.table.button if scene.table else None
    return [] if look is None else [_of_table(scene, look, height, size)]


def back_button(scene: PadScene, height: float, size: float = 17) -> list[ft.Control]:
    """What leads from this sheet to the roller's, where one device has both."""
    look = scene.table.back if scene.table else None
    return [] if look is None else [_of_table(scene, look, height, size)]


def _of_table(scene: PadScene, look: ButtonLook, height: float, size: float) -> ft.Control:
    make = {Act.MISTHROW: outlined, Act.DONE: tonal, Act.CHANGE: outlined, Act.BACK: tonal}.get(
        look.act, primary
    )
    two = scene.table is not None and scene.table.back is not None
    roomy = size > _SMALL and scene.plan.width >= _ICON_FROM and not two
    named = look.act is Act.END_TURN and scene.state.seat != scene.state.game.position.active
    ticks = look.act in {Act.END_TURN, Act.DONE} and roomy and not named
    icon = ft.Icons.CHECK_ROUNDED if ticks else None
    return make(
        scene.theme,
        look.identifier,
        look.text,
        lambda: scene.tap(look.identifier),
        icon=None if scene.theme.large else icon,
        height=height,
        size=min(size, _SMALL) if two else size,
        planned=True,
        wraps=two,
    )


def waiting_bar(scene: PadScene, height: float) -> ft.Control | None:
    """In the place of the foot: whom the table waits for, and an end to the waiting."""
    said = scene.table.waiting if scene.table else None
    if said is None:
        return None
    close = primary(
        scene.theme,
        "close-now",
        scene.words.text("Close now"),
        lambda: scene.tap("close-now"),
        height=height - 8 if height >= _ROOMY_BAR else height,
        size=15,
        planned=True,
    )
    text = write(
        said,
        scene.theme.held(15, 1.2),
        600,
        color=scene.theme.ink,
        height=1.2,
        max_lines=2,
        expand=True,
    )
    words = ft.Semantics(content=text, live_region=True, expand=True)
    may_close = scene.table is not None and scene.table.may_close
    return ft.Container(
        ft.Row([words, *([close] if may_close else [])], spacing=8),
        height=height,
        bgcolor=scene.theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
    )
