"""What is settled before any game of several: who sits where, and on which sheet."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.ui.design.form import Page
from qwixx_pad.ui.design.primitives import tappable, write
from qwixx_pad.ui.gallery import Choosing
from qwixx_pad.ui.gallery.sheet_card import chosen_sheet
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.table.people import (
    SEAT_CHANGES,
    PersonLook,
    add_person,
    people,
    people_heading,
)
from qwixx_pad.ui.table.slips import Slips

ME = ""
"""Holds the seats of a table that is not open yet."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being put together, and what there is to say about it.

    Attributes:
        seating: Who sits where, on which sheet.
        said: What there is to say of the last tap.
        serial: Counts the changes.
        asks: For which seat (from 1) a slip is being chosen; 0 for none.
    """

    seating: Seating
    said: str = ""
    serial: int = 0
    asks: int = 0


def first_seating(host: Host, context: ScreenContext) -> Seating:
    """The people of the last game, or this device's own player."""
    settings = context.settings
    known = [person.name for person in settings.people[:2]] or [settings.name]
    names = [name for name in known if name]
    colors = settings.colors_of(names)
    chairs = tuple(Chair(name, color, ME) for name, color in zip(names, colors, strict=True))
    sheet = host.service.last_sheet.name
    return Seating("", ME, sheet, chairs, finish_turn=settings.finish_turn)


@dataclass(frozen=True)
class SeatingPage(Page):
    """The parts of such a screen, and what their taps do to the draft."""

    host: Host
    draft: Draft
    show: Callable[[Draft], None]

    @property
    def most(self) -> int:
        """How many may play on the chosen sheet."""
        return self.host.service.layout(self.draft.seating.layout).most_seats

    def chosen_sheet(self) -> ft.Control:
        """Which printed sheet; a tap leads to the others."""
        sheet = self.choosing.look(self.host.service.layout(self.draft.seating.layout))
        return chosen_sheet(sheet, self.theme, self.words, lambda: self.go("sheets"))

    def who(self) -> list[ft.Control]:
        """Who plays, a field for one more, and the slips of a box that has several."""
        seats = len(self.draft.seating.chairs)
        said = self.draft.said
        return [
            people_heading(self.words.text("Players"), f"{seats}/{self.most}", self.theme),
            *self.lines(),
            *([] if seats >= self.most else self.adding()),
            *self.slips.group(set(range(1, seats + 1)), self.ask),
            *([write(said, 14, 600, color=self.theme.ink)] if said else []),
        ]

    @property
    def choosing(self) -> Choosing:
        """What is to be known where a sheet is chosen."""
        seating, settings = self.draft.seating, self.context.settings
        seats = len(seating.chairs)
        return Choosing(self.host.service, settings, self.words, seating.layout, seats)

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
        self.show(replace(self.draft, asks=seat))

    def card(self) -> ft.Control | None:
        """The slips of the box, for one seat."""
        if not self.draft.asks:
            return None
        return self.slips.card(self.draft.asks, self.take_slip)

    def take_slip(self, name: str) -> None:
        """A slip was chosen, or none."""
        seat, tables = self.draft.asks, self.host.service.layout(self.draft.seating.layout)
        self.show(replace(self.draft, asks=0))
        if name:
            slip = self.host.service.layout(name)
            self.change(lambda seating: lobby.take_slip(seating, ME, seat, slip, tables))

    def choose(self, layout: str, *, finish_turn: bool) -> None:
        """Another sheet or option."""
        printed = self.host.service.layout(layout)
        self.change(lambda seating: lobby.choose(seating, ME, printed, finish_turn=finish_turn))

    def lines(self) -> list[ft.Control]:
        """Who plays."""
        looks = [
            self.line_of(seat, chair) for seat, chair in enumerate(self.draft.seating.chairs, 1)
        ]
        if not looks:
            return []

        def moved(seat: int, to: int) -> None:
            self.change(lambda seating: lobby.move(seating, ME, seat, to))

        return [people(looks, self.context, self.tap, moved)]

    def line_of(self, seat: int, chair: Chair) -> PersonLook:
        """One of them."""
        status = self.words.text("First roll") if seat == 1 else ""
        return PersonLook(seat, chair.name, chair.color, status)

    def tap(self, identifier: str) -> None:
        """A tap on one of the lines."""
        what, _, seat = identifier.partition("-")
        self.change(lambda seating: SEAT_CHANGES[what](seating, ME, int(seat)))

    def adding(self) -> list[ft.Control]:
        """A field for a new name, and those who have played here before."""
        context, taken = self.context, set(self.draft.seating.names)
        label = context.words.text("Add a player")
        field = add_person(label, context, self.add, serial=self.draft.serial, key="add")
        known = [person.name for person in context.settings.people if person.name not in taken][:8]
        chips = ft.Row([self.chip(name) for name in known], wrap=True, spacing=8, run_spacing=8)
        return [field, *([chips] if known else [])]

    def chip(self, name: str) -> ft.Control:
        """Somebody who has played here before."""
        return tappable(
            f"add-{name}",
            self.words.text("Add {name}", name=name),
            write(f"+ {name}", 14, 500, color=self.theme.ink, no_wrap=True),
            lambda: self.add(name),
            height=self.theme.tall(48, 14),
            bgcolor=self.theme.surface2,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        )

    def add(self, name: str) -> None:
        """One player more."""
        most = self.host.service.layout(self.draft.seating.layout).most_seats
        color = self.context.settings.color_of(name)
        self.change(lambda seating: lobby.add(seating, ME, name, color, most))

    def change(self, change: Callable[[Seating], lobby.Outcome]) -> None:
        """Show the changed draft, or say why it stays as it is."""
        outcome = change(self.draft.seating)
        if isinstance(outcome, No):
            self.show(replace(self.draft, said=self.words.no(outcome)))
        else:
            self.show(Draft(outcome, serial=self.draft.serial + 1))
