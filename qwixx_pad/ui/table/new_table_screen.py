"""A new game for several: who plays, in which order, on which sheet, on how many devices."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.service.device_identity import DeviceIdentity
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.design.controls import outlined, tonal, under_card
from qwixx_pad.ui.design.form import group, page_bar, switch
from qwixx_pad.ui.design.primitives import Tap, page_column
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.table.people import start_button
from qwixx_pad.ui.table.seating_page import Draft, SeatingPage, first_seating


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
    draft, show = ft.use_state(Draft(first_seating(host, context)))
    setup = _Setup(context, go, host, draft, show, identity, begin)
    if inside == "sheets":
        return gallery_screen(setup.choosing, context, go, setup.take, key="sheets")
    words = context.words
    parts = [
        page_bar(context, words.text("New game"), go, words.text("Several players")),
        *setup.sheet(),
        *setup.who(),
        ft.Container(height=4),
        *setup.buttons(),
    ]
    return under_card(page_column(parts, context.column, spacing=12), setup.card(), "new")


@dataclass(frozen=True)
class _Setup(SeatingPage):
    """The parts of the screen, and what their taps do to the draft."""

    identity: DeviceIdentity
    begin: Callable[[Seating], None]

    def sheet(self) -> list[ft.Control]:
        """Which printed sheet, and the house option."""
        words, seating = self.words, self.draft.seating
        house = switch(
            "finish-turn",
            words.text("Finish the turn after two locks"),
            seating.finish_turn,
            self.flip_house_rule,
            self.context,
        )
        return [group(words.text("Sheet"), [self.chosen_sheet(), house], self.context)]

    def flip_house_rule(self) -> None:
        """The other way to end a game, for this table and for the next ones."""
        finish_turn = not self.draft.seating.finish_turn
        self.choose(self.draft.seating.layout, finish_turn=finish_turn)
        self.context.change(finish_turn=finish_turn)

    def buttons(self) -> list[ft.Control]:
        """Start here, or let everybody take out a phone if one can come in; or copy from paper."""
        start = start_button(len(self.draft.seating.chairs), self.context, self.start)
        paper = outlined(
            self.theme,
            "copy-paper",
            self.words.text("Copy a paper game"),
            lambda: self.go("copy-paper"),
            icon=ft.Icons.EDIT_ROUNDED,
            height=52,
        )
        if self.host.alone:
            return [start, paper]
        phones = tonal(
            self.theme,
            "own-phones",
            self.words.text("Everyone on their own phone"),
            self.open_table,
            icon=ft.Icons.QR_CODE_ROUNDED,
            height=52,
        )
        return [start, phones, paper]

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
