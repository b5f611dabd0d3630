"""Who plays: one line a seat, to be dragged into order, and a line to add somebody."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.i18n import phrase
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.requests import BeginWith, Recolor, Remove, SeatChange, Sit
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.design.controls import avatar, icon_button, primary, prompt_sheet
from qwixx_pad.ui.design.form import text_field
from qwixx_pad.ui.design.primitives import (
    Tap,
    for_the_eye,
    heading,
    message,
    said,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import BODY, HEADING, HINT, NAME, NOTICE, TITLE, Theme
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words

ROW = 54.0
SEAT_CHANGES: dict[str, Callable[[int], SeatChange]] = {
    "color": Recolor,
    "first": BeginWith,
    "remove": Remove,
    "sit": Sit,
}
"""What a tap on a line asks for a seat, by the beginning of its identifier."""
_FADED = 0.55
"""Of the disc of a seat that sits out; its status says the same in words."""


@dataclass(frozen=True, slots=True)
class PersonLook:
    """One line.

    Attributes:
        seat: From 1.
        name: Who.
        color: Among the players' colours.
        status: Below the name.
        ready: Whether a device is there for this seat; None shows nothing.
        take: Whether this device may sit down there.
        change: Whether this device may recolour and remove the seat.
        move: Whether the line can be dragged, and be given the first roll.
        more: Whether there is something that this device can do for the seat.
        out: Whether it sits out.
    """

    seat: int
    name: str
    color: int
    status: str
    ready: bool | None = None
    take: bool = False
    change: bool = True
    move: bool = True
    more: bool = False
    out: bool = False


@component
def people(
    looks: Sequence[PersonLook],
    context: ScreenContext,
    tap: Tap,
    moved: Callable[[int, int], object],
) -> ft.Control:
    """The lines in seating order.

    Args:
        looks: What they say.
        context: Theme and words.
        tap: Told `color-2`, `name-2`, `first-2`, `remove-2`, `sit-2` or `more-2`.
        moved: Told which seat (from 1) was dragged to which place (from 1).
    """

    def reordered(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        if max(event.old_index, event.new_index) < len(looks):
            moved(event.old_index + 1, event.new_index + 1)

    lines = ft.ReorderableListView(
        controls=[_line(look, context, tap) for look in looks],
        on_reorder=handler(reordered),
        show_default_drag_handles=False,
        height=line_height(context.theme) * len(looks),
        padding=0,
    )
    return ft.Container(lines, bgcolor=context.theme.surface, border_radius=20)


def line_height(theme: Theme) -> float:
    """Of one line, in dp."""
    return theme.tall(ROW, 16, 13) + (theme.tall(48, 14) if theme.large else 0)


def _line(look: PersonLook, context: ScreenContext, tap: Tap) -> ft.Control:
    theme = context.theme
    who = [_face(look, context, tap), _names(look, context, tap)]
    does = [*_actions(look, context, tap), *_state(look, theme), *_handle(look, context)]
    inside: ft.Control = ft.Row([*who, *does], spacing=4)
    if theme.large:
        below = ft.Row(does, spacing=4, alignment=ft.MainAxisAlignment.END)
        inside = ft.Column([ft.Row(who, spacing=4), below], spacing=0)
    return ft.Container(
        inside,
        height=line_height(theme),
        padding=ft.Padding.only(left=12, right=8),
        key=f"{look.seat} {look.name}",  # a line that keeps its control keeps its identifiers too
    )


def _face(look: PersonLook, context: ScreenContext, tap: Tap) -> ft.Control:
    face = avatar(look.name, context.theme.player(look.color), 36)
    if not look.change:
        return ft.Container(face, padding=6, opacity=_FADED if look.out else 1)
    return tappable(
        f"color-{look.seat}",
        context.words.text("Another colour for {name}", name=look.name),
        face,
        lambda: tap(f"color-{look.seat}"),
        width=48,
        height=48,
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )


def _names(look: PersonLook, context: ScreenContext, tap: Tap) -> ft.Control:
    """The name, which a tap changes where this device may."""
    theme, spoken = context.theme, ", ".join(filter(None, (look.name, look.status)))
    name = write(look.name, NAME.held(theme, 1.6), color=theme.ink, height=1.2, no_wrap=True)
    below = write(look.status, HINT, color=theme.ink2, height=1.2, max_lines=2)
    lines = ft.Column(
        [name, *([below] if look.status else [])],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if not look.change:
        return said(f"person-{look.seat}", spoken, for_the_eye(lines), expand=True)
    pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=14, color=theme.ink2)
    lines.expand, lines.expand_loose = True, True
    button = tappable(
        f"person-{look.seat}",
        context.words.text("{person}. Tap for another name.", person=spoken),
        ft.Row([lines, *([] if look.take else [pen])], spacing=4),  # beside both is no room
        lambda: tap(f"name-{look.seat}"),
        height=theme.tall(ROW, 16, 13),
        border_radius=12,
    )
    return ft.Container(button, expand=True)


def _actions(look: PersonLook, context: ScreenContext, tap: Tap) -> list[ft.Control]:
    first = look.move and look.seat > 1
    asked = (
        (first, "first", phrase("{name} rolls first"), ft.Icons.CASINO_OUTLINED),
        (look.change, "remove", phrase("{name} does not play"), ft.Icons.CLOSE_ROUNDED),
        (look.more, "more", phrase("What can be done for {name}"), ft.Icons.MORE_VERT_ROUNDED),
    )

    def button(what: str, text: str, icon: ft.IconData) -> ft.Control:
        name, spoken = f"{what}-{look.seat}", context.words.text(text, name=look.name)
        return icon_button(context.theme, name, spoken, icon, lambda: tap(name), size=48)

    sit = [_take(look, context, tap)] if look.take else []
    return [*sit, *(button(what, text, icon) for offered, what, text, icon in asked if offered)]


def _take(look: PersonLook, context: ScreenContext, tap: Tap) -> ft.Control:
    identifier, theme, words = f"sit-{look.seat}", context.theme, context.words
    return tappable(
        identifier,
        words.text("Play as {name} on this phone", name=look.name),
        write(words.text("Sit here"), NOTICE, color=theme.on_primary, no_wrap=True),
        lambda: tap(identifier),
        height=theme.tall(48, 14),
        bgcolor=theme.primary,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=14),
        alignment=ft.Alignment.CENTER,
    )


def _state(look: PersonLook, theme: Theme) -> Sequence[ft.Control]:
    if look.out:
        return [ft.Icon(ft.Icons.PAUSE_ROUNDED, size=24, color=theme.ink2)]
    if look.ready is None:
        return []
    icon = ft.Icons.CHECK_CIRCLE_ROUNDED if look.ready else ft.Icons.MORE_HORIZ_ROUNDED
    color = theme.gain if look.ready else theme.ink2
    return [ft.Icon(icon, size=24, color=color)]


def _handle(look: PersonLook, context: ScreenContext) -> Sequence[ft.Control]:
    if not look.move:
        return []
    grip = ft.Icon(ft.Icons.DRAG_INDICATOR_ROUNDED, size=22, color=context.theme.ink2)
    handle = ft.ReorderableDragHandle(
        content=ft.Container(grip, width=44, height=48, alignment=ft.Alignment.CENTER),
        mouse_cursor=ft.MouseCursor.GRAB,
    )
    spoken = context.words.text("Drag {name} to another place", name=look.name)
    return [ft.Semantics(content=handle, label=spoken)]


@component
def add_person(
    label: str, context: ScreenContext, add: Callable[[str], object], *, serial: int
) -> ft.Control:
    """A field for a name and a button that adds it; `serial` empties the field after each."""
    typed: list[str] = ft.use_memo(lambda: [""], [serial])

    def typing(event: Any) -> None:  # noqa: ANN401 - as above
        typed[0] = event.control.value or ""

    def done(_: object = None) -> None:
        if typed[0].strip():
            add(typed[0])

    field = text_field(
        context.theme,
        label,
        "",
        on_change=handler(typing),
        on_submit=handler(done),
        expand=True,
        key=f"name{serial}",
    )
    button = icon_button(
        context.theme,
        "add-player",
        context.words.text("Add"),
        ft.Icons.ADD_ROUNDED,
        done,
        bgcolor=context.theme.surface2,
        size=52,
    )
    return ft.Row([ft.Semantics(identifier="player-name", content=field, expand=True), button])


def people_heading(text: str, count: str, theme: Theme) -> ft.Control:
    """What the lines are, and how many there are."""
    filler, number = ft.Container(expand=True), write(count, BODY, color=theme.ink2)
    return ft.Row([heading(text, HEADING, theme.ink), filler, number])


def start_button(
    players: int, why_not: No | None, context: ScreenContext, start: Callable[[], object]
) -> list[ft.Control]:
    """Begins a game of so many; pale while it waits for something, and says for what."""
    words, icon = context.words, ft.Icons.CASINO_ROUNDED
    if why_not is None:
        text = words.text("Start with {n} players", n=players)
        return [primary(context.theme, "start-game", text, start, icon=icon)]
    text, waits = words.text("Start"), words.no(why_not)
    pale = primary(
        context.theme,
        "start-game",
        text,
        start,
        icon=icon,
        opacity=0.38,
        spoken=f"{text}. {waits}",
    )
    return [pale, for_the_eye(message(waits, context.theme, live=False))]


def no_more(most: int, context: ScreenContext) -> ft.Control:
    """Why nobody can be added."""
    text = context.words.text(
        "Up to {most} play at a table. Are you more? Make two tables.", most=most
    )
    return message(text, context.theme, live=False)


def seat_look(table: GameTable, seat: int, me: str, words: Words, *, more: bool) -> PersonLook:
    """The line of one seat.

    Args:
        table: At which it is.
        seat: From 1; those of the next game count on behind the chairs.
        me: Key of the device that shows it.
        words: The language.
        more: Whether there is something that this device can do for the seat.
    """
    seating, now = table.seating, table.position
    chair, later = seating.everybody[seat - 1], not seating.has(seat)
    mine, opener = chair.holder == me, seating.opener == me
    here, before = not later and table.is_here(seat), seating.game is None
    out = now is not None and seat in now.out
    if mine:
        status = words.text("You")
    elif chair.holder is None:
        status = words.text("Waiting")
    else:
        status = words.text("Ready") if here else words.text("Phone away")
    if later:
        text = words.text("From the next game on")
        status = f"{status} • {text}" if mine else text
    if seat == 1 and before:
        status = words.text("{status} • first roll", status=status)
    if out:
        status = words.text("{status} • sits out", status=status)
    elif now is not None and seat == now.active and not now.over:
        status = words.text("{status} • rolling", status=status)
    return PersonLook(
        seat=seat,
        name=chair.name,
        color=chair.color,
        status=status,
        ready=None if chair.holder is None or later else here,
        take=chair.holder is None and not later,
        change=(before or later) and (mine or opener),
        move=before and opener,
        more=more,
        out=out,
    )


@component
def name_card(name: str, context: ScreenContext, done: Callable[[str], object]) -> ft.Control:
    """Asks for another name.

    Args:
        name: The present one.
        context: Theme and words.
        done: Told the new name; empty to leave it as it is.
    """
    theme, words = context.theme, context.words
    typed: list[str] = ft.use_memo(lambda: [name], [name])

    def typing(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        typed[0] = event.control.value or ""

    def finished(_: object = None) -> None:
        done(typed[0].strip())

    field = text_field(
        theme,
        words.text("Name"),
        name,
        on_change=handler(typing),
        on_submit=handler(finished),
        expand=True,
    )
    inside = [
        heading(words.text("Another name for {name}", name=name), TITLE.at(19), theme.ink),
        ft.Row([ft.Semantics(identifier="new-name", content=field, expand=True)]),
        primary(theme, "rename", words.text("Done"), finished, height=52),
    ]
    return prompt_sheet(inside, theme, words, lambda _: done(""))
