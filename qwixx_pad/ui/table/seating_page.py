"""What is settled before any game of several: who sits where, and on which sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.service.settings import spelled
from qwixx_pad.storage.index import Player
from qwixx_pad.storage.summary import who
from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import NOT_OPEN, No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.requests import Add, ChooseSheet, MoveSeat, Rename, SeatChange, TakeSlip
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.ui.design.form import Screen
from qwixx_pad.ui.design.primitives import tappable, write
from qwixx_pad.ui.design.tokens import NOTICE, OPTION
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet
from qwixx_pad.ui.table.people import (
    SEAT_CHANGES,
    PersonLook,
    add_person,
    name_card,
    no_more,
    people,
    people_heading,
)
from qwixx_pad.ui.table.slips import Slips


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being put together, and what there is to say about it.

    Attributes:
        seating: Who sits where, on which sheet.
        said: What there is to say of the last tap.
        serial: Counts the changes.
        asks: What is being asked for which seat (from 1), `slip-2` or `name-2`; empty for nothing.
    """

    seating: Seating
    said: str = ""
    serial: int = 0
    asks: str = ""


@dataclass(frozen=True)
class SeatingPage(Screen):
    """The parts of such a screen, and what their taps do to the draft.

    Attributes:
        played: Everybody in the kept games.
    """

    host: Host
    draft: Draft
    show: Callable[[Draft], None]
    played: Sequence[Player]

    @property
    def most(self) -> int:
        """How many may play on the chosen sheet."""
        return self.host.service.layout(self.draft.seating.layout).most_seats

    def chosen_sheet(self) -> ft.Control:
        """Which printed sheet; a tap leads to the others."""
        sheet = self.slips.choosing.look(self.host.service.layout(self.draft.seating.layout))
        return chosen_sheet(sheet, self.theme, self.words, lambda: self.go("sheets"))

    def who(self) -> list[ft.Control]:
        """Who plays, a field for one more, and the slips of a box that has several."""
        seats = len(self.draft.seating.chairs)
        said = self.draft.said
        return [
            people_heading(self.words.text("Players"), f"{seats}/{self.most}", self.theme),
            *self.lines(),
            *([no_more(self.most, self.context)] if seats >= self.most else self.adding()),
            *self.slips.group(set(range(1, seats + 1)), self.ask),
            *([write(said, NOTICE, color=self.theme.ink)] if said else []),
        ]

    def take(self, layout: str) -> None:
        """Another sheet, and back to the people."""
        self.choose(layout, finish_turn=self.draft.seating.finish_turn)
        self.go("back")

    @property
    def slips(self) -> Slips:
        """Which slip each player takes."""
        return Slips(self.host.service, self.draft.seating, self.context)

    def ask(self, seat: int) -> None:
        """Let a slip be chosen for a seat (from 1)."""
        self.show(replace(self.draft, asks=f"slip-{seat}"))

    def card(self) -> ft.Control | None:
        """The slips of the box, or the name, for one seat."""
        what, _, seat = self.draft.asks.partition("-")
        if not what:
            return None
        if what == "slip":
            return self.slips.card(int(seat), lambda name: self.take_slip(int(seat), name))
        name = self.draft.seating.chairs[int(seat) - 1].name
        return name_card(name, self.context, lambda new: self.rename(int(seat), new))

    def rename(self, seat: int, name: str) -> None:
        """Another name was given to a seat (from 1), or none."""
        self.show(replace(self.draft, asks=""))
        if name:
            others = self.draft.seating.without_chair(seat)
            self.named(name, others, lambda spelt: Rename(seat, spelt))

    def take_slip(self, seat: int, name: str) -> None:
        """A slip was chosen for a seat (from 1), or none."""
        self.show(replace(self.draft, asks=""))
        if name:
            self.change(TakeSlip(seat, name))

    def choose(self, layout: str, *, finish_turn: bool) -> None:
        """Another sheet or option."""
        self.change(ChooseSheet(layout, finish_turn))

    def lines(self) -> list[ft.Control]:
        """Who plays."""
        looks = [
            self.line_of(seat, chair) for seat, chair in enumerate(self.draft.seating.chairs, 1)
        ]
        if not looks:
            return []

        def moved(seat: int, to: int) -> None:
            self.change(MoveSeat(seat, to))

        return [people(looks, self.context, self.tap, moved)]

    def line_of(self, seat: int, chair: Chair) -> PersonLook:
        """One of them."""
        status = self.words.text("First roll") if seat == 1 else ""
        return PersonLook(seat, chair.name, chair.color, status)

    def tap(self, identifier: str) -> None:
        """A tap on one of the lines."""
        what, _, seat = identifier.partition("-")
        if what == "name":
            self.show(replace(self.draft, asks=identifier))
        else:
            self.change(SEAT_CHANGES[what](int(seat)))

    def adding(self) -> list[ft.Control]:
        """A field for a new name, and those who have played here before."""
        context, taken = self.context, set(map(who, self.draft.seating.names))
        label = context.words.text("Add a player")
        field = add_person(label, context, self.add, serial=self.draft.serial, key="add")
        known = [name for name in self.known if who(name) not in taken][:8]
        chips = ft.Row([self.chip(name) for name in known], wrap=True, spacing=8, run_spacing=8)
        return [field, *([chips] if known else [])]

    def chip(self, name: str) -> ft.Control:
        """Somebody who has played here before."""
        return tappable(
            f"add-{name}",
            self.words.text("Add {name}", name=name),
            write(f"+ {name}", OPTION, color=self.theme.ink, no_wrap=True),
            lambda: self.add(name),
            height=self.theme.tall(48, 14),
            bgcolor=self.theme.surface2,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        )

    @property
    def known(self) -> tuple[str, ...]:
        """Who is offered, the latest first."""
        return self.context.settings.offered(player.name for player in self.played)

    def add(self, name: str) -> None:
        """One player more."""
        color = self.context.settings.color_of(name)
        self.named(name, self.draft.seating, lambda spelt: Add(spelt, color))

    def named(self, typed: str, others: Seating, change: Callable[[str], SeatChange]) -> None:
        """Give somebody a name, unless one of the others has it."""
        name = spelled(typed, self.known)
        twin = next((other for other in others.names if who(other) == who(name)), "")
        if twin:
            said = self.words.text("{name} plays already.", name=twin)
            self.show(replace(self.draft, said=said, asks=""))
        else:
            self.change(change(name))

    def change(self, change: SeatChange) -> None:
        """Show the changed draft, or say why it stays as it is."""
        outcome = lobby.changed(self.draft.seating, NOT_OPEN, change, self.host.service.layout)
        if isinstance(outcome, No):
            self.show(replace(self.draft, said=self.words.no(outcome), asks=""))
        else:
            self.show(Draft(outcome, serial=self.draft.serial + 1))
