"""Players and their sheets: one line a seat, to be dragged into order, and one to add somebody."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import listed, phrase
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.multiplayer.requests import (
    ChooseSheet,
    MoveSeat,
    SeatChange,
    TakeSlip,
)
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.ui.actions import find_pressable
from qwixx_pad.ui.design.cards import Card, Way, prompt_sheet
from qwixx_pad.ui.design.controls import Typed, avatar, icon_button, primary, use_typed
from qwixx_pad.ui.design.form import Screen, color_button, group, name_field, option, options, pill
from qwixx_pad.ui.design.primitives import (
    Tap,
    for_the_eye,
    heading,
    message,
    said,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import (
    BODY,
    CHIP,
    HEADING,
    HINT,
    NAME,
    NOTICE,
    OPTION,
    TITLE,
    Theme,
)
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.gallery import Choosing, blank_look
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet, gallery_screen
from qwixx_pad.ui.lobby import DeedLook
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext

ROW = 54.0
_PICTURE = 76.0
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
        action: What this device may do there before all else; None for nothing.
        may_edit: Whether this device may recolour and remove the seat.
        may_move: Whether the line can be dragged, and be given the first roll.
        has_more: Whether there is something that this device can do for the seat.
        out: Whether it sits out.
    """

    seat: int
    name: str
    color: int
    status: str
    ready: bool | None = None
    offer: DeedLook | None = None
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
    """Build the lines in seating order.

    Args:
        looks: What they say.
        context: Theme and words.
        tap: Called with `color-2`, `person-2`, `first-2`, `remove-2`, `sit-2` or `more-2`.
        moved: Called with the seat (from 1) that was dragged, and its new place (from 1).
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
    """Return the height of a line, in dp."""
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
    if look.change:
        identifier = f"color-{look.seat}"
        return color_button(identifier, look.name, look.color, context, lambda: tap(identifier))
    face = avatar(look.name, context.theme.player(look.color), 36)
    return ft.Container(face, padding=6, opacity=_FADED if look.out else 1)


def _names(look: PersonLook, context: ScreenContext, tap: Tap) -> ft.Control:
    """Build the name, which a tap changes where this device may."""
    theme, spoken = context.theme, listed(filter(None, (look.name, look.status)))
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
        ft.Row([lines, *([] if look.offer else [pen])], spacing=4),  # no space beside both
        lambda: tap(f"person-{look.seat}"),
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

    offer = [_offer(look.offer, context.theme, tap)] if look.offer else []
    return [*offer, *(button(what, text, icon) for offered, what, text, icon in asked if offered)]


def _offer(deed: DeedLook, theme: Theme, tap: Tap) -> ft.Control:
    return tappable(
        deed.identifier,
        deed.spoken,
        write(deed.text, NOTICE, color=theme.on_primary, no_wrap=True),
        lambda: tap(deed.identifier),
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


def add_person(
    typed: Typed, label: str, context: ScreenContext, add: Callable[[str], bool]
) -> ft.Control:
    """Build a field for a name and a button; `on_add` returns whether it was taken over."""

    def done() -> None:
        name = typed.or_else("")
        if name.strip() and add(name):
            typed.show(None)

    field = name_field(typed, context, label, send=done, expand=True)
    button = icon_button(
        context.theme,
        "add-player",
        context.words.text("Add"),
        ft.Icons.ADD_ROUNDED,
        done,
        bgcolor=context.theme.surface2,
        size=52,
    )
    return ft.Row([field, button], key="add")


def people_heading(text: str, count: str, theme: Theme) -> ft.Control:
    """Build the title of the lines, and how many there are."""
    filler, number = ft.Container(expand=True), write(count, BODY, color=theme.ink2)
    return ft.Row([heading(text, HEADING, theme.ink), filler, number])


def start_button(
    players: int, why_not: Failure | None, context: ScreenContext, start: Callable[[], object]
) -> list[ft.Control]:
    """Build the start of a game of so many; pale while something is missing, and why."""
    words, icon = context.words, ft.Icons.CASINO_ROUNDED
    if why_not is None:
        text = words.text("Start with {n} players", n=players)
        return [primary(context.theme, "start-game", text, start, icon=icon)]
    text, waits = words.text("Start"), words.why_not_done(why_not)
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
    """Explain why nobody can be added."""
    text = context.words.text(
        "Up to {most} play at a table. Are you more? Make two tables.", most=most
    )
    return message(text, context.theme, live=False)


@component
def name_card(name: str, context: ScreenContext, done: Callable[[str], object]) -> ft.Control:
    """Ask for another name.

    Args:
        name: The present one.
        context: Theme and words.
        done: Called with the new name; empty to leave it as it is.
    """
    theme, words = context.theme, context.words
    typed = use_typed("new-name")

    def finished(_: object = None) -> None:
        done(typed.or_else(name).strip())

    field = name_field(typed, context, words.text("Name"), name, send=finished, expand=True)
    card = Card(
        heading(words.text("Another name for {name}", name=name), TITLE.at(19), theme.ink),
        [ft.Row([field])],
        [Way("rename", words.text("Done"), primary, height=52)],
    )
    return prompt_sheet(card.painted(theme, finished), theme, words, lambda _: done(""))


@dataclass(frozen=True)
class Chairs(Screen, ABC):
    """A screen where people are seated: the list of their chairs, and what its taps ask for.

    Attributes:
        host: Where tables are.
        typed: The name that is typed to be added.
    """

    host: Host
    typed: Typed

    @property
    @abstractmethod
    def seating(self) -> Seating:
        """The players on their seats, and their sheets."""

    @abstractmethod
    def look_of(self, seat: int) -> PersonLook:
        """Describe a seat (from 1)."""

    @abstractmethod
    def ask(self, what: str) -> None:
        """Open `slip-2` or `name-2`, the card of a seat (from 1); close it if empty."""

    @abstractmethod
    def change(self, change: SeatChange) -> bool:
        """Change the seating, or explain why it is unchanged; return which."""

    @abstractmethod
    def rename(self, seat: int, name: str) -> None:
        """Give a seat (from 1) another name."""

    def may_take(self, seat: int) -> bool:  # noqa: ARG002 - a table knows whose seats are
        """Return whether this device may choose the slip of a seat (from 1)."""
        return True

    @property
    def may_choose(self) -> bool:
        """True if this device chooses the sheet now."""
        return True

    @property
    def most(self) -> int:
        """The number of players that the chosen sheet allows."""
        return self.host.service.layout(self.seating.layout).most_seats

    def lines(self) -> list[ft.Control]:
        """Build the lines of the players."""
        looks = [self.look_of(seat) for seat, _ in enumerate(self.seating.everybody, 1)]
        if not looks:
            return []

        def moved(seat: int, to: int) -> None:
            self.change(MoveSeat(seat, to))

        return [people(looks, self.context, self.tap, moved)]

    def tap(self, identifier: str) -> None:
        """Handle a tap on one of the lines."""
        action = find_pressable(identifier).does
        if isinstance(action, SeatChange):
            self.change(action)
        else:
            self.ask(identifier)

    def card_of(self, asked: str) -> ft.Control:
        """Build the slips of the edition, or the name, for the seat that is asked about."""
        what, _, number = asked.partition("-")
        seat = int(number)
        change = self._take_slip if what == "slip" else self.rename

        def answered(answer: str) -> None:
            self.ask("")
            if answer:
                change(seat, answer)

        if what == "slip":
            return self._slip_card(seat, answered)
        return name_card(self.seating.everybody[seat - 1].name, self.context, answered)

    # the sheet

    @property
    def choosing(self) -> Choosing:
        """The data for choosing another sheet for the whole table."""
        settings, seats = self.context.settings, len(self.seating.chairs)
        return Choosing(self.host.service, settings, self.words, self.seating.layout, seats)

    def chosen_sheet(self) -> ft.Control:
        """Build the chosen sheet; a tap leads to others, where this device may choose."""
        look = self.choosing.look(self.host.service.layout(self.seating.layout))
        choose = (lambda: self.go("sheets")) if self.may_choose else None
        return chosen_sheet(look, self.theme, self.words, choose)

    def sheets(self) -> ft.Control:
        """Build all sheets, one of which is taken for everybody."""
        return gallery_screen(self.choosing, self.context, self.go, self._take, key="sheets")

    def _take(self, layout: str) -> None:
        self.change(ChooseSheet(layout, self.seating.finish_turn))
        self.go("back")

    # the slips

    def slips(self) -> list[ft.Control]:
        """Build the choice of each seat's slip, where an edition has several."""
        if not self._box or not self.seating.chairs:
            return []
        lines = [self._slip_line(seat) for seat, _ in enumerate(self.seating.chairs, 1)]
        return [group(self.words.text("Slips"), lines, self.context)]

    @property
    def _box(self) -> tuple[Layout, ...]:
        """The slips to choose from; none where the table's sheet is alone in its edition."""
        box = self.host.service.layout(self.seating.layout).box
        slips = tuple(layout for layout in self.host.service.layouts if box and layout.box == box)
        return slips if len(slips) > 1 else ()

    def _slip_line(self, seat: int) -> ft.Control:
        theme, words, chair = self.theme, self.words, self.seating.chairs[seat - 1]
        slip, identifier = words.layout(self.seating.slip(seat)), f"slip-{seat}"
        face = avatar(chair.name, theme.player(chair.color), 28)
        name = write(chair.name, OPTION.at(16), color=theme.ink, no_wrap=True)
        who = ft.Container(for_the_eye(name), expand=True)
        if not self.may_take(seat):
            drawn = ft.Row([face, who, write(slip, CHIP, color=theme.ink2)], spacing=12)
            spoken = words.text("{name}, {slip}", name=chair.name, slip=slip)
            return said(identifier, spoken, ft.Container(for_the_eye(drawn), padding=8))
        leads = words.text("Another slip for {name}", name=chair.name)
        chosen = pill(identifier, slip, leads, self.context, partial(self.ask, identifier))
        return ft.Container(
            ft.Row([face, who, chosen], spacing=12), padding=ft.Padding.only(left=8)
        )

    def _slip_card(self, seat: int, take: Callable[[str], object]) -> ft.Control:
        taken, name = self.seating.slip(seat), self.seating.chairs[seat - 1].name
        lines = [self._option(slip, taken, take) for slip in self._box]
        inside = options(self.words.text("A slip for {name}", name=name), lines, self.context)
        return prompt_sheet(inside, self.theme, self.words, lambda _: take(""))

    def _option(self, slip: Layout, taken: str, take: Callable[[str], object]) -> ft.Control:
        look = blank_look(slip, self.words)
        return option(
            f"sheet-{slip.name}",
            self.words.layout(slip.name),
            self.context,
            partial(take, slip.name),
            checked=slip.name == taken,
            face=None if self.theme.large else small_sheet(look, self.theme, _PICTURE, "blank"),
        )

    def _take_slip(self, seat: int, name: str) -> None:
        self.change(TakeSlip(seat, name))
