"""A new game for several: who plays, in which order, on which sheet, on how many devices."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import NOT_OPEN, No, new_table
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.design.controls import outlined, tonal, under_card
from qwixx_pad.ui.design.form import group, page_bar, switch
from qwixx_pad.ui.design.primitives import Tap, page_column, write
from qwixx_pad.ui.design.tokens import HINT
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import AppServices, ScreenContext
from qwixx_pad.ui.speech.words import HOUSE_RULE
from qwixx_pad.ui.table.people import start_button
from qwixx_pad.ui.table.seating_page import Draft, SeatingPage


@component
def new_table_screen(  # noqa: PLR0913, PLR0917 - where tables are, who sets one up, and with what
    house: AppServices,
    inside: str,
    context: ScreenContext,
    go: Tap,
    begin: Callable[[Seating], None],
    open_table: Callable[[Seating], None],
) -> ft.Control:
    """The setup of a game for two to five.

    Args:
        house: The games, and who has played them.
        inside: `sheets` shows the sheets to choose from.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        begin: Starts a game of these people on this device.
        open_table: Lets every player's own phone in.
    """
    host = house.host
    begun = ft.use_memo(
        lambda: (
            host.draft
            or new_table(host.service.settings, host.service.last_sheet, house.last_together)
        ),
        [],
    )
    draft, show = ft.use_state(Draft(begun))
    played = ft.use_memo(house.library.players, [])

    def keep(changed: Draft) -> None:
        host.draft = changed.seating
        show(changed)

    setup = _Setup(context, go, host, draft, keep, played, begin, open_table)
    if inside == "sheets":
        return gallery_screen(setup.slips.choosing, context, go, setup.take, key="sheets")
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

    begin: Callable[[Seating], None]
    open_table: Callable[[Seating], None]

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
        explained = write(words.text(HOUSE_RULE), HINT, color=self.theme.ink2, height=1.35)
        below = ft.Container(explained, padding=ft.Padding.only(left=6, right=6, bottom=6))
        return [group(words.text("Sheet"), [self.chosen_sheet(), house, below], self.context)]

    def flip_house_rule(self) -> None:
        """The other way to end a game, for this table and for the next ones."""
        finish_turn = not self.draft.seating.finish_turn
        self.choose(self.draft.seating.layout, finish_turn=finish_turn)
        self.context.change(finish_turn=finish_turn)

    def buttons(self) -> list[ft.Control]:
        """Start here, or let everybody take out a phone if one can come in; or copy from paper."""
        players = len(self.draft.seating.chairs)
        start = start_button(players, self.why_not, self.context, self.start)
        paper = outlined(
            self.theme,
            "copy-paper",
            self.words.text("Copy a paper game"),
            lambda: self.go("copy-paper"),
            icon=ft.Icons.EDIT_ROUNDED,
            height=52,
        )
        if self.host.alone:
            return [*start, paper]
        phones = tonal(
            self.theme,
            "own-phones",
            self.words.text("Everyone on their own phone"),
            lambda: self.open_table(self.draft.seating),
            icon=ft.Icons.SMARTPHONE_ROUNDED,
            height=52,
        )
        return [*start, phones, paper]

    @property
    def why_not(self) -> No | None:
        """Why the game cannot begin, None if it can."""
        return lobby.why_not_start(self.draft.seating, NOT_OPEN)

    def start(self) -> None:
        """Begin on this device, if nothing is waited for."""
        if self.why_not is None:
            self.begin(self.draft.seating)
