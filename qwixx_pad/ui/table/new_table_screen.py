"""A new game for several: who plays, in which order, on which sheet, on how many devices."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.service.device_identity import DeviceIdentity
from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.ui.design.controls import tonal, under_card
from qwixx_pad.ui.design.form import Page, group, page_bar, switch
from qwixx_pad.ui.design.primitives import Tap, page_column, tappable, write
from qwixx_pad.ui.gallery import Choosing
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.gallery.sheet_card import chosen_sheet
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.table.people import (
    SEAT_CHANGES,
    PersonLook,
    add_person,
    people,
    people_heading,
    start_button,
)
from qwixx_pad.ui.table.slips import Slips

_ME = ""
"""Holds the seats of a table that is not open yet."""


@dataclass(frozen=True, slots=True)
class _Draft:
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


@component
def new_table_screen(  # noqa: PLR0913, PLR0917 - where tables are, who sets one up, and with what
    host: Host,
    identity: DeviceIdentity,
    inside: str,
    context: ScreenContext,
    go: Tap,
    begin: Callable[[Seating], None],
) -> ft.Control:
    """The setup of a game for two to five.

    Args:
        host: Opens tables and starts games.
        identity: Who sets it up.
        inside: `sheets` shows the sheets to choose from.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        begin: Starts a game of these people on this device.
    """
    draft, show = ft.use_state(_Draft(_first_seating(host, context)))
    setup = _Setup(context, go, host, identity, begin, draft, show)
    if inside == "sheets":
        return gallery_screen(setup.choosing, context, go, setup.take, key="sheets")
    words = context.words
    seating = draft.seating
    most = host.service.layout(seating.layout).most_seats
    parts = [
        page_bar(context, words.text("New game"), go, words.text("Several players")),
        *setup.sheet(),
        people_heading(words.text("Players"), f"{len(seating.chairs)}/{most}", context.theme),
        *setup.lines(),
        *([] if len(seating.chairs) >= most else setup.adding()),
        *setup.slips.group(set(range(1, len(seating.chairs) + 1)), setup.ask),
        *([write(draft.said, 14, 600, color=context.theme.ink)] if draft.said else []),
        ft.Container(height=4),
        *setup.buttons(),
    ]
    return under_card(page_column(parts, context.column, spacing=12), setup.card(), "new")


def _first_seating(host: Host, context: ScreenContext) -> Seating:
    """The people of the last game, or this device's own player."""
    settings = context.settings
    known = [person.name for person in settings.people[:2]] or [settings.name]
    names = [name for name in known if name]
    colors = settings.colors_of(names)
    chairs = tuple(Chair(name, color, _ME) for name, color in zip(names, colors, strict=True))
    sheet = host.service.last_sheet.name
    return Seating("", _ME, sheet, chairs, finish_turn=settings.finish_turn)


@dataclass(frozen=True)
class _Setup(Page):
    """The parts of the screen, and what their taps do to the draft."""

    host: Host
    identity: DeviceIdentity
    begin: Callable[[Seating], None]
    draft: _Draft
    show: Callable[[_Draft], None]

    def sheet(self) -> list[ft.Control]:
        """Which printed sheet, and the house option."""
        words, seating = self.words, self.draft.seating
        sheet = self.choosing.look(self.host.service.layout(seating.layout))
        chosen = chosen_sheet(sheet, self.theme, words, lambda: self.go("sheets"))
        house = switch(
            "finish-turn",
            words.text("Finish the turn after two locks"),
            seating.finish_turn,
            self.flip_house_rule,
            self.context,
        )
        return [group(words.text("Sheet"), [chosen, house], self.context)]

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
            self.change(lambda seating: lobby.take_slip(seating, _ME, seat, slip, tables))

    def choose(self, layout: str, *, finish_turn: bool) -> None:
        """Another sheet or option."""
        printed = self.host.service.layout(layout)
        self.change(lambda seating: lobby.choose(seating, _ME, printed, finish_turn=finish_turn))

    def flip_house_rule(self) -> None:
        """The other way to end a game, for this table and for the next ones."""
        finish_turn = not self.draft.seating.finish_turn
        self.choose(self.draft.seating.layout, finish_turn=finish_turn)
        self.context.change(finish_turn=finish_turn)

    def lines(self) -> list[ft.Control]:
        """Who plays."""
        words, chairs = self.words, self.draft.seating.chairs
        if not chairs:
            return []
        looks = [
            PersonLook(seat, chair.name, chair.color, words.text("First roll") if seat == 1 else "")
            for seat, chair in enumerate(chairs, 1)
        ]

        def moved(seat: int, to: int) -> None:
            self.change(lambda seating: lobby.move(seating, _ME, seat, to))

        return [people(looks, self.context, self.tap, moved)]

    def tap(self, identifier: str) -> None:
        """A tap on one of the lines."""
        what, _, seat = identifier.partition("-")
        self.change(lambda seating: SEAT_CHANGES[what](seating, _ME, int(seat)))

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
        self.change(lambda seating: lobby.add(seating, _ME, name, color, most))

    def change(self, change: Callable[[Seating], lobby.Outcome]) -> None:
        """Show the changed draft, or say why it stays as it is."""
        outcome = change(self.draft.seating)
        if isinstance(outcome, No):
            self.show(replace(self.draft, said=self.words.no(outcome)))
        else:
            self.show(_Draft(outcome, serial=self.draft.serial + 1))

    def buttons(self) -> list[ft.Control]:
        """Start on this device, or let everybody take out a phone, where one could come in."""
        start = start_button(len(self.draft.seating.chairs), self.context, self.start)
        if self.host.alone:
            return [start]
        phones = tonal(
            self.theme,
            "own-phones",
            self.words.text("Everyone on their own phone"),
            self.open_table,
            icon=ft.Icons.QR_CODE_ROUNDED,
            height=52,
        )
        return [start, phones]

    def start(self) -> None:
        """Begin on this device."""
        seating = self.draft.seating
        if len(seating.chairs) < 2:  # noqa: PLR2004 - one player needs no table
            self.show(replace(self.draft, said=self.words.no(No.TOO_FEW)))
            return
        self.begin(seating)

    def open_table(self) -> None:
        """Let every player's own phone in; this device takes the seat of its own player."""
        me, name = self.identity.key, self.context.settings.name
        seating = self.draft.seating
        chairs = tuple(
            replace(chair, holder=me if name and chair.name == name else None)
            for chair in seating.chairs
        )
        table = self.host.open(me, seating.layout, chairs, finish_turn=seating.finish_turn)
        if isinstance(table, No):
            self.show(replace(self.draft, said=self.words.no(table)))
        else:
            self.go(f"table/{table.seating.code}")
