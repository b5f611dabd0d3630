"""The players of a table in a list, a line per seat, which can be dragged into order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.i18n import join_isolated
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.controls import avatar, named_icon_button
from qwixx_pad.ui.design.form import (
    player_color_button,
)
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    heading,
    labelled_node,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.text.table_texts import SeatAction
from qwixx_pad.ui.theme.tokens import (
    BODY,
    HEADING,
    HINT,
    NAME,
    NOTICE,
    Theme,
)

PERSON_LINE_DP = 54.0
_ONE_LINE_CHARS = 10
"""Characters of a name that surely fits into one line. A longer one may take a second line, and its
status then gets only one."""
_FADED = 0.55
"""Opacity of the disc of a seat that sits out; its status says the same in words."""


@dataclass(frozen=True, slots=True)
class PersonLook:
    """The line of a player.

    Attributes:
        seat: From 1.
        name: The name.
        color: Index into the players' colours.
        status: The text below the name.
        ready: Whether the device of the seat is present; None shows no sign.
        action: The action with a button of its own; None for no button.
        may_edit: Whether this device may rename, recolour and remove the player.
        may_move: Whether this device may drag the line, and give it the first roll.
        has_more: Whether a menu has further actions. It then also has the first roll and the
            removal; a line with an `action` too has no handle to drag it.
        out: Whether the seat sits out.
    """

    seat: int
    name: str
    color: int
    status: str
    ready: bool | None = None
    action: SeatAction | None = None
    may_edit: bool = True
    may_move: bool = True
    has_more: bool = False
    out: bool = False


@component
def people_list(
    looks: Sequence[PersonLook],
    tap: TapHandler,
    moved: Callable[[int, int], object],
) -> ft.Control:
    """Build the lines of players.

    Args:
        looks: The players, in seating order.
        tap: Called with `color-2`, `person-2`, `first-2`, `remove-2`, `sit-2` or `more-2`.
        moved: Called with the seat that was dragged, and its new place, both from 1.
    """
    theme = current_theme()

    def on_reorder(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        if max(event.old_index, event.new_index) < len(looks):
            moved(event.old_index + 1, event.new_index + 1)

    lines = ft.ReorderableListView(
        controls=[_person_line(look, tap) for look in looks],
        on_reorder=handler(on_reorder),
        show_default_drag_handles=False,
        height=line_height(theme) * len(looks),
        padding=0,
    )
    return ft.Container(lines, bgcolor=theme.surface, border_radius=20)


def line_height(theme: Theme) -> float:
    """The height of the line of a player, in dp."""
    return theme.grown_height(PERSON_LINE_DP, 16, 16) + (
        theme.grown_height(48, 14) if theme.has_large_text else 0
    )


def _person_line(look: PersonLook, tap: TapHandler) -> ft.Control:
    theme = current_theme()
    person = [_person_face(look, tap), _person_name(look, tap)]
    actions = [
        *_person_buttons(look, tap),
        *_person_state(look),
        *_drag_handle(look),
        *_more_button(look, tap),
    ]
    inside: ft.Control
    if theme.has_large_text:
        below = ft.Row(actions, spacing=4, alignment=ft.MainAxisAlignment.END)
        inside = ft.Column([ft.Row(person, spacing=4), below], spacing=0)
    else:
        inside = ft.Row([*person, ft.Row(actions, spacing=0, tight=True)], spacing=4)
    return ft.Container(
        inside,
        height=line_height(theme),
        padding=ft.Padding.only(left=12, right=8),
        key=f"{look.seat} {look.name}",  # an old control would keep its identifiers
    )


def _person_face(look: PersonLook, tap: TapHandler) -> ft.Control:
    if look.may_edit:
        identifier = f"color-{look.seat}"
        return player_color_button(identifier, look.name, look.color, lambda: tap(identifier))
    face = avatar(look.name, current_theme().player_color(look.color), 36)
    return ft.Container(face, padding=6, opacity=_FADED if look.out else 1)


def _person_name(look: PersonLook, tap: TapHandler) -> ft.Control:
    """Build name and status; a tap opens the card with the name where this device may edit it."""
    theme = current_theme()
    spoken = join_isolated(filter(None, (look.name, look.status)))
    name = write(look.name, NAME.capped(theme, 1.6), line_height=1.2, max_lines=2)
    most = 1 if len(look.name) > _ONE_LINE_CHARS else 2
    below = write(look.status, HINT, color=theme.ink2, line_height=1.2, max_lines=most)
    name.overflow = below.overflow = ft.TextOverflow.ELLIPSIS
    lines = ft.Column(
        [name, *([below] if look.status else [])],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if not look.may_edit:
        return labelled_node(f"person-{look.seat}", spoken, decorative(lines), expand=True)
    pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=14, color=theme.ink2)
    lines.expand = True
    lines.expand_loose = True
    button = tappable(
        f"person-{look.seat}",
        current_translator().gettext("{person}. Tap for another name.", person=spoken),
        ft.Row([lines, *([] if look.action else [pen])], spacing=2),  # no space for both
        lambda: tap(f"person-{look.seat}"),
        height=theme.grown_height(PERSON_LINE_DP, 16, 16),
        border_radius=12,
    )
    return ft.Container(button, expand=True)


def _person_buttons(look: PersonLook, tap: TapHandler) -> list[ft.Control]:
    tr = current_translator()
    buttons: list[ft.Control] = []
    if look.action:
        buttons.append(_action_button(look.action, tap))
    if look.has_more:
        return buttons
    if look.may_move and look.seat > 1:
        spoken = tr.gettext("{name} rolls first", name=look.name)
        icon = ft.Icons.CASINO_OUTLINED
        buttons.append(named_icon_button(f"first-{look.seat}", spoken, icon, tap))
    if look.may_edit:
        spoken = tr.gettext("Remove {name}", name=look.name)
        icon = ft.Icons.CLOSE_ROUNDED
        buttons.append(named_icon_button(f"remove-{look.seat}", spoken, icon, tap))
    return buttons


def _more_button(look: PersonLook, tap: TapHandler) -> list[ft.Control]:
    if not look.has_more:
        return []
    return [
        named_icon_button(
            f"more-{look.seat}",
            current_translator().gettext("Options for {name}", name=look.name),
            ft.Icons.MORE_VERT_ROUNDED,
            tap,
        )
    ]


def _action_button(action: SeatAction, tap: TapHandler) -> ft.Control:
    theme = current_theme()
    return tappable(
        action.identifier,
        action.spoken,
        write(action.text, NOTICE, no_wrap=True),
        lambda: tap(action.identifier),
        height=theme.grown_height(48, 14),
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=12),
        alignment=ft.Alignment.CENTER,
    )


def _person_state(look: PersonLook) -> list[ft.Control]:
    theme = current_theme()
    if look.out:
        return [ft.Icon(ft.Icons.PAUSE_ROUNDED, size=24, color=theme.ink2)]
    if look.ready is None:
        return []
    icon = ft.Icons.CHECK_CIRCLE_ROUNDED if look.ready else ft.Icons.MORE_HORIZ_ROUNDED
    color = theme.gain if look.ready else theme.ink2
    return [ft.Icon(icon, size=24, color=color)]


def _drag_handle(look: PersonLook) -> list[ft.Control]:
    if not look.may_move or (look.has_more and look.action):
        return []
    handle = ft.ReorderableDragHandle(
        content=ft.Container(
            ft.Icon(ft.Icons.DRAG_INDICATOR_ROUNDED, size=22, color=current_theme().ink2),
            width=44,
            height=48,
            alignment=ft.Alignment.CENTER,
        ),
        mouse_cursor=ft.MouseCursor.GRAB,
    )
    return [
        ft.Semantics(
            content=handle,
            label=current_translator().gettext("Drag {name} to another place", name=look.name),
        )
    ]


def people_heading(text: str, count: str) -> ft.Control:
    """Build the heading above the players, with their number at its end."""
    theme = current_theme()
    title = heading(text, HEADING, theme.ink)
    title.expand = True
    return ft.Row([title, write(count, BODY, color=theme.ink2)])
