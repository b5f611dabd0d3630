"""A new game for several: players, their order, the sheet, the number of devices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.history.index import Player
from qwixx_pad.i18n import isolated
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.lobby import NOT_OPEN, new_table
from qwixx_pad.multiplayer.requests import Add, ChooseSheet, Rename, SeatChange
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.settings import spelled
from qwixx_pad.storage.summary import day_here, who
from qwixx_pad.ui.design.cards import day_card, day_of, other_month, under_card
from qwixx_pad.ui.design.controls import outlined, primary, tonal, use_typed
from qwixx_pad.ui.design.form import group, page_bar, pill, switch
from qwixx_pad.ui.design.primitives import Tap, page_column, tappable, write
from qwixx_pad.ui.design.tokens import HINT, NOTICE, OPTION
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby.people import (
    Chairs,
    PersonLook,
    add_person,
    no_more,
    people_heading,
    start_button,
)
from qwixx_pad.ui.shell import AppServices, ScreenContext
from qwixx_pad.ui.text.translator import HOUSE_RULE


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being put together, and what there is to say about it.

    Attributes:
        seating: The players on their seats, and their sheets.
        notice: The result of the last tap.
        open_card: The card that is open, and its seat (from 1): `slip-2`, `person-2`; or empty.
    """

    seating: Seating
    said: str = ""
    asks: str = ""


@dataclass(frozen=True)
class SeatingPage(Chairs):
    """The parts of a screen where people are seated, and what their taps do to the draft."""

    draft: Draft
    show: Callable[[Draft], None]
    played: Sequence[Player]

    @property
    def seating(self) -> Seating:
        """The players on their seats, and their sheets."""
        return self.draft.seating

    def who(self) -> list[ft.Control]:
        """Build the players, a field for one more, and the slips of an edition with several."""
        seats = len(self.seating.chairs)
        said = self.draft.said
        return [
            people_heading(self.words.text("Players"), f"{seats}/{self.most}", self.theme),
            *self.lines(),
            *([no_more(self.most, self.context)] if seats >= self.most else self.adding()),
            *self.slips(),
            *([write(said, NOTICE, color=self.theme.ink)] if said else []),
        ]

    def ask(self, what: str) -> None:
        """Open the card of a seat."""
        self.show(replace(self.draft, asks=what))

    def card(self) -> ft.Control | None:
        """Build the open card of a seat."""
        return self.card_of(self.draft.asks) if self.draft.asks else None

    def rename(self, seat: int, name: str) -> None:
        """Give a seat (from 1) another name."""
        others = self.seating.without_chair(seat)
        self.named(name, others, lambda spelt: Rename(seat, spelt))

    def look_of(self, seat: int) -> PersonLook:
        """Describe one of those who play."""
        chair = self.seating.chairs[seat - 1]
        status = self.words.text("First roll") if seat == 1 else ""
        return PersonLook(seat, chair.name, chair.color, status)

    def adding(self) -> list[ft.Control]:
        """Build a field for a new name, and those who have played here before."""
        context, taken = self.context, set(map(who, self.seating.names))
        label = context.words.text("Add a player")
        field = add_person(self.typed, label, context, self.add)
        known = [name for name in self.known if who(name) not in taken][:8]
        chips = ft.Row([self.chip(name) for name in known], wrap=True, spacing=8, run_spacing=8)
        return [field, *([chips] if known else [])]

    def chip(self, name: str) -> ft.Control:
        """Build the chip of somebody who has played here before."""
        return tappable(
            f"add-{name}",
            self.words.text("Add {name}", name=name),
            write(f"+ {isolated(name)}", OPTION, color=self.theme.ink, no_wrap=True),
            lambda: self.add(name),
            height=self.theme.tall(48, 14),
            bgcolor=self.theme.surface2,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        )

    @property
    def known(self) -> tuple[str, ...]:
        """The names that are offered, the latest first."""
        return self.context.settings.offered(player.name for player in self.played)

    def add(self, name: str) -> bool:
        """Add a player; return whether the name was taken over."""
        color = self.context.settings.color_of(name)
        return self.named(name, self.seating, lambda spelt: Add(spelt, color))

    def named(self, typed: str, others: Seating, change: Callable[[str], SeatChange]) -> bool:
        """Give somebody a name, unless one of the others has it."""
        name = spelled(typed, self.known)
        twin = others.namesake(name)
        if twin is not None:
            said = self.words.text("{name} plays already.", name=others.names[twin - 1])
            self.show(replace(self.draft, said=said, asks=""))
            return False
        return self.change(change(name))

    def change(self, change: SeatChange) -> bool:
        """Show the changed draft, or explain why it is unchanged."""
        outcome = lobby.changed(self.seating, NOT_OPEN, change, self.host.service.layout)
        if isinstance(outcome, Failure):
            self.show(replace(self.draft, said=self.words.why_not_done(outcome), asks=""))
            return False
        self.show(Draft(outcome))
        return True


@component
def new_table_screen(  # noqa: PLR0913, PLR0917 - where tables are, who sets one up, and with what
    house: AppServices,
    inside: str,
    context: ScreenContext,
    go: Tap,
    begin: Callable[[Seating], None],
    open_table: Callable[[Seating], None],
) -> ft.Control:
    """Set up a game for two to five.

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

    typed = use_typed("player-name")
    setup = _Setup(context, go, host, typed, draft, keep, played, begin, open_table)
    if inside == "sheets":
        return setup.sheets()
    words = context.words
    parts = [
        *setup.sheet(),
        *setup.who(),
        ft.Container(height=4),
        *setup.buttons(),
    ]
    bar = page_bar(context, words.text("New game"), go, words.text("Several players"))
    page = page_column(parts, context.column, spacing=12, bar=bar)
    return under_card(page, setup.card(), "new")


@dataclass(frozen=True)
class _Setup(SeatingPage):
    """The parts of the screen, and what their taps do to the draft."""

    begin: Callable[[Seating], None]
    open_table: Callable[[Seating], None]

    def sheet(self) -> list[ft.Control]:
        """Build the choice of the printed sheet, and the option of the rules."""
        words = self.words
        house = switch(
            "finish-turn",
            words.text("Finish the turn after two locks"),
            self.seating.finish_turn,
            self.flip_house_rule,
            self.context,
        )
        explained = write(words.text(HOUSE_RULE), HINT, color=self.theme.ink2, height=1.35)
        below = ft.Container(explained, padding=ft.Padding.only(left=6, right=6, bottom=6))
        return [group(words.text("Sheet"), [self.chosen_sheet(), house, below], self.context)]

    def flip_house_rule(self) -> None:
        """Switch the way to end a game, for this table and for the next ones."""
        finish_turn = not self.seating.finish_turn
        self.change(ChooseSheet(self.seating.layout, finish_turn))
        self.context.change(finish_turn=finish_turn)

    def buttons(self) -> list[ft.Control]:
        """Build the start here, or on everybody's phones if one can come in; or from paper."""
        players = len(self.seating.chairs)
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
            lambda: self.open_table(self.seating),
            icon=ft.Icons.SMARTPHONE_ROUNDED,
            height=52,
        )
        return [*start, phones, paper]

    @property
    def why_not(self) -> Failure | None:
        """The reason why the game cannot begin, None if it can."""
        return lobby.why_not_start(self.seating, NOT_OPEN)

    def start(self) -> None:
        """Begin on this device, unless something is missing."""
        if self.why_not is None:
            self.begin(self.seating)


Copy = Callable[[Seating, date], None]


@dataclass(frozen=True, slots=True)
class _Day:
    """The day of the game, and some day of the month that is looked at to choose another."""

    chosen: date
    month: date | None = None


@component
def paper_screen(
    house: AppServices, inside: str, context: ScreenContext, go: Tap, copy: Copy
) -> ft.Control:
    """Set up a game that was played on paper.

    Args:
        house: The sheets, and who has played on them.
        inside: `sheets` shows the sheets to choose from.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
        copy: Lets the sheets of these people of that day be copied.
    """
    host = house.host
    today = day_here(host.service.now())
    last = ft.use_memo(
        lambda: new_table(host.service.settings, host.service.last_sheet, house.last_together), []
    )
    draft, show = ft.use_state(Draft(last))
    played = ft.use_memo(house.library.players, [])
    day, look_at = ft.use_state(_Day(today))
    typed = use_typed("player-name")
    page = _PaperPage(context, go, host, typed, draft, show, played, day, look_at, today, copy)
    if inside == "sheets":
        return page.sheets()
    words = context.words
    parts = [
        group(words.text("Day"), [page.pill()], context),
        group(words.text("Sheet"), [page.chosen_sheet()], context),
        *page.who(),
        ft.Container(height=4),
        page.button(),
    ]
    title, subtitle = words.text("Copy a paper game"), words.text("It counts like any other")
    bar, card = page_bar(context, title, go, subtitle), page.calendar() or page.card()
    return under_card(page_column(parts, context.column, spacing=12, bar=bar), card, "paper")


@dataclass(frozen=True)
class _PaperPage(SeatingPage):
    """The parts of the screen, and what their taps do."""

    day: _Day
    look_at: Callable[[_Day], None]
    today: date
    copy: Copy

    def look_of(self, seat: int) -> PersonLook:
        """Describe one who has played; who rolled first does not matter any more."""
        chair = self.seating.chairs[seat - 1]
        return PersonLook(seat, chair.name, chair.color, "", move=False)

    def pill(self) -> ft.Control:
        """Build the day that is chosen."""
        words, chosen = self.words, self.day.chosen
        said = words.day(chosen, self.today)
        leads = words.text("Choose a day")
        shown = pill("choose-day", said, leads, self.context, lambda: self.choose_day("choose-day"))
        return ft.Row([shown])

    def calendar(self) -> ft.Control | None:
        """Build the choice of another day; None while nobody wants it."""
        if self.day.month is None:
            return None
        return day_card(self.day.month, self.day.chosen, self.today, self.context, self.choose_day)

    def choose_day(self, identifier: str) -> None:
        """Handle a tap on the calendar, or on what opens it."""
        day = day_of(identifier)
        if identifier == "choose-day":
            self.look_at(replace(self.day, month=self.day.chosen))
        elif day is None:
            month = self.day.month and other_month(identifier, self.day.month)
            self.look_at(replace(self.day, month=month and min(month, self.today)))
        elif day <= self.today:
            self.look_at(_Day(day))

    def button(self) -> ft.Control:
        """Build the button to the sheets; it is pale while nobody has played."""
        ready = bool(self.seating.chairs)
        text, opacity = self.words.text("Copy the sheets"), 1 if ready else 0.38
        return primary(
            self.theme, "copy-sheets", text, self.begin, icon=ft.Icons.EDIT_ROUNDED, opacity=opacity
        )

    def begin(self) -> None:
        """Lead to the sheets of those who have played."""
        if self.seating.chairs:
            self.copy(self.seating, self.day.chosen)
        else:
            self.show(replace(self.draft, said=self.words.text("Add who has played.")))
