"""A new game for several: players, their order, the sheet, the number of devices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.history.index import Player
from qwixx_pad.i18n import isolate_text
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.lobby import UNOPENED_DEVICE, new_table_seating
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import Add, Rename, SeatChange
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.settings import known_spelling
from qwixx_pad.storage.summary import local_day, name_key
from qwixx_pad.ui.context import AppServices, current_context
from qwixx_pad.ui.design.cards import (
    Card,
    CardButton,
    adjacent_month,
    card_overlay,
    date_picker_card,
    page_under_card,
    picked_day,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import choice_pill, page_bar, settings_group, switch_line
from qwixx_pad.ui.design.primitives import TapHandler, page_column, tappable, write
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby.lobby_parts import full_note, start_button, start_text
from qwixx_pad.ui.lobby.people import (
    PersonLook,
    SeatingScreen,
    people_heading,
)
from qwixx_pad.ui.text.translator import FINISH_TURN_TEXT, HOUSE_RULE_TEXT
from qwixx_pad.ui.theme.tokens import HINT, NOTICE, OPTION

_MAX_KNOWN_NAMES = 8
"""Names that can be added by a tap on them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being put together, and what there is to say about it.

    Attributes:
        seating: The players on their seats, and their sheets.
        notice: The result of the last tap.
        open_card: The card that is open, of a seat as `slip-2`, `person-2`, or `options`;
            empty for none.
    """

    seating: Seating
    notice: str = ""
    open_card: str = ""


@dataclass(frozen=True)
class SeatingPage(SeatingScreen):
    """The parts of a screen where people are seated, and what their taps do to the draft."""

    draft: Draft
    set_draft: Callable[[Draft], None]
    played: Sequence[Player]

    @property
    def current_seating(self) -> Seating:
        """The players on their seats, and their sheets."""
        return self.draft.seating

    def players_section(self) -> list[ft.Control]:
        """Build the players, a field for one more, and the slips of an edition with several."""
        seats = len(self.current_seating.chairs)
        is_full = seats >= self.max_players
        parts = [
            people_heading(self.tr.gettext("Players"), f"{seats}/{self.max_players}"),
            *self.person_lines(),
        ]
        if is_full:
            parts.append(full_note(self.max_players))
        if self.has_typed_name or not is_full:
            parts += self.name_section()
        parts += self.slip_section()
        if self.draft.notice:
            parts.append(write(self.draft.notice, NOTICE))
        return parts

    def ask_about(self, what: str) -> None:
        """Open the card of a seat."""
        self.set_draft(replace(self.draft, open_card=what))

    def open_card_look(self) -> ft.Control | None:
        """Build the open card of a seat."""
        return self.seat_card(self.draft.open_card) if self.draft.open_card else None

    def rename_seat(self, seat: int, name: str) -> None:
        """Give a seat another name."""
        others = self.current_seating.without_chair(seat)
        self._show_outcome(self._seating_with_name(name, others, lambda spelt: Rename(seat, spelt)))

    def person_look(self, seat: int) -> PersonLook:
        """Describe one of those who play."""
        chair = self.current_seating.chair_of(seat)
        status = self.tr.gettext("First roll") if seat == 1 else ""
        return PersonLook(seat, chair.name, chair.color, status)

    def name_section(self) -> list[ft.Control]:
        """Build a field for a new name, and those who have played here before."""
        field = self.person_field(self.tr.gettext("Add a player"))
        taken = set(map(name_key, self.current_seating.names))
        names = [name for name in self.known_names if name_key(name) not in taken]
        if not names:
            return [field]
        chips = [self._known_name_chip(name) for name in names[:_MAX_KNOWN_NAMES]]
        return [field, ft.Row(chips, wrap=True, spacing=8, run_spacing=8)]

    def _known_name_chip(self, name: str) -> ft.Control:
        return tappable(
            f"add-{name}",
            self.tr.gettext("Add {name}", name=name),
            write(f"+ {isolate_text(name)}", OPTION, no_wrap=True),
            lambda: self.add_player(name),
            height=self.theme.grown_height(48, 14),
            bgcolor=self.theme.surface2,
            border_radius=24,
            padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        )

    @property
    def known_names(self) -> tuple[str, ...]:
        """The names that are offered, the latest first."""
        return self.context.settings.offered_names(player.name for player in self.played)

    def add_player(self, name: str) -> bool:
        """Add a player; return whether the name was taken over."""
        return self._show_outcome(self._seating_with_player(name))

    def seating_with(self, name: str) -> Seating | None:
        """Return the seating with one more player; None if that is refused."""
        outcome = self._seating_with_player(name)
        return outcome if isinstance(outcome, Seating) else None

    def _seating_with_player(self, name: str) -> Seating | str:
        color = self.context.settings.color_of(name)
        return self._seating_with_name(name, self.current_seating, lambda spelt: Add(spelt, color))

    def _seating_with_name(
        self, typed: str, others: Seating, change: Callable[[str], SeatChange]
    ) -> Seating | str:
        """Return the seating where somebody has a name, or why one of the others has it."""
        name = known_spelling(typed, self.known_names)
        twin = others.seat_named(name)
        if twin is not None:
            return self.tr.gettext("{name} is already playing.", name=others.chair_of(twin).name)
        return self._seating_after(change(name))

    def change_seating(self, change: SeatChange) -> bool:
        """Show the changed draft, or explain why it is unchanged."""
        return self._show_outcome(self._seating_after(change))

    def _seating_after(self, change: SeatChange) -> Seating | str:
        """Return the seating after a change, or why it is refused."""
        outcome = lobby.seating_after(
            Rights(UNOPENED_DEVICE, self.current_seating), change, self.registry.service.layout
        )
        return self.tr.failure_text(outcome) if isinstance(outcome, Failure) else outcome

    def _show_outcome(self, outcome: Seating | str) -> bool:
        if isinstance(outcome, str):
            self.set_draft(replace(self.draft, notice=outcome, open_card=""))
            return False
        self.set_draft(Draft(outcome))
        return True


def first_seating(services: AppServices) -> Seating:
    """The seating that a new game begins with: the players of the last one, on the last sheet."""
    service = services.registry.service
    return new_table_seating(service.settings, service.last_sheet, services.last_group_game)


@component
def new_table_screen(
    services: AppServices,
    inside: str,
    go: TapHandler,
    begin: Callable[[Seating], None],
    open_table: Callable[[Seating], None],
) -> ft.Control:
    """Set up a game for two to five.

    Args:
        services: The games, and who has played them.
        inside: `sheets` shows the sheets to choose from.
        go: Leads to a screen by its identifier.
        begin: Starts a game of these people on this device.
        open_table: Lets every player's own phone in.
    """
    context = current_context()
    registry = services.registry
    seating = ft.use_memo(lambda: registry.draft or first_seating(services), [])
    draft, set_draft = ft.use_state(Draft(seating))
    played = ft.use_memo(services.library.players, [])

    def save_draft(changed: Draft) -> None:
        registry.draft = changed.seating
        set_draft(changed)

    typed = use_field_state("player-name")
    setup = _Setup(context, go, registry, typed, draft, save_draft, played, begin, open_table)
    if inside == "sheets":
        return setup.sheet_picker()
    tr = context.tr
    parts = [
        *setup.sheet_section(),
        *setup.players_section(),
        ft.Container(height=4),
        *setup.setup_buttons(),
    ]
    options = choice_pill("options", tr.gettext("Options"), "", lambda: setup.ask_about("options"))
    bar = page_bar(tr.gettext("New game"), go, tr.gettext("Several players"), action=options)
    page = page_column(parts, context.column_width, spacing=12, bar=bar)
    return page_under_card(page, setup.open_card_look(), "new")


@dataclass(frozen=True)
class _Setup(SeatingPage):
    """The parts of the screen, and what their taps do to the draft."""

    begin: Callable[[Seating], None]
    open_table: Callable[[Seating], None]

    def sheet_section(self) -> list[ft.Control]:
        """Build the choice of the printed sheet, and the house rule in one line if it is on."""
        tr = self.tr
        lines = [self.sheet_button()]
        if self.current_seating.finish_turn:
            text = f"{tr.gettext('House rule')}: {tr.gettext(FINISH_TURN_TEXT)}"
            note = write(text, HINT, color=self.theme.ink2, height=1.35)
            lines.append(ft.Container(note, padding=ft.Padding.only(left=6, right=6, bottom=6)))
        return [settings_group(tr.gettext("Sheet"), lines)]

    def open_card_look(self) -> ft.Control | None:
        """Build the open card: the options, or that of a seat."""
        if self.draft.open_card != "options":
            return super().open_card_look()
        tr = self.tr
        option = switch_line(
            "finish-turn",
            tr.gettext(FINISH_TURN_TEXT),
            self.current_seating.finish_turn,
            self.flip_house_rule,
        )
        note = write(tr.gettext(HOUSE_RULE_TEXT), HINT, color=self.theme.ink2, height=1.35)
        below = ft.Container(note, padding=ft.Padding.symmetric(horizontal=6))
        done = CardButton("cancel", tr.gettext("Done"), primary_button, height=52)
        card = Card(tr.gettext("Options"), [option, below], [done])
        return card_overlay(card, lambda _: self.ask_about(""), keeps=True)

    def flip_house_rule(self) -> None:
        """Switch the way to end a game, for this table and for the next ones."""
        finish_turn = not self.current_seating.finish_turn
        changed = replace(self.current_seating, finish_turn=finish_turn)
        self.set_draft(replace(self.draft, seating=changed))
        self.context.change_settings(finish_turn=finish_turn)

    def setup_buttons(self) -> list[ft.Control]:
        """Build the start here, or on everybody's phones if one can come in; or from paper."""
        text = start_text(len(self.seating_to_start.chairs), (), self.tr)
        start = start_button(text, self.start_failure, self.start_here)
        paper = outlined_button(
            "copy-paper",
            self.tr.gettext("Copy a paper game"),
            lambda: self.go("copy-paper"),
            icon=ft.Icons.EDIT_ROUNDED,
            height=52,
        )
        if self.registry.is_unreachable:
            return [*start, paper]
        phones = tonal_button(
            "own-phones",
            self.tr.gettext("Everyone on their own phone"),
            self.start_on_phones,
            icon=ft.Icons.SMARTPHONE_ROUNDED,
            height=52,
        )
        return [*start, phones, paper]

    @property
    def start_failure(self) -> Failure | None:
        """The reason why the game cannot begin, None if it can."""
        return lobby.start_refusal(Rights(UNOPENED_DEVICE, self.seating_to_start))

    def start_here(self) -> None:
        """Begin on this device, unless something is missing."""
        ready = self.seating_to_start
        failure = self.start_failure
        if self.add_typed() and failure is None:
            self.begin(ready)

    def start_on_phones(self) -> None:
        """Open the table for every player's phone."""
        ready = self.seating_to_start
        if self.add_typed():
            self.open_table(ready)


StartCopying = Callable[[Seating, date], None]


@dataclass(frozen=True, slots=True)
class _ChosenDay:
    """The day of the game, and some day of the month that is looked at to choose another."""

    chosen: date
    month: date | None = None


@component
def paper_screen(
    services: AppServices, inside: str, go: TapHandler, copy: StartCopying
) -> ft.Control:
    """Set up a game that was played on paper.

    Args:
        services: The sheets, and who has played on them.
        inside: `sheets` shows the sheets to choose from.
        go: Leads to a screen by its identifier.
        copy: Lets the sheets of these people of that day be copied.
    """
    context = current_context()
    registry = services.registry
    today = local_day(registry.service.now())
    seating = ft.use_memo(lambda: first_seating(services), [])
    draft, set_draft = ft.use_state(Draft(seating))
    played = ft.use_memo(services.library.players, [])
    day, set_day = ft.use_state(_ChosenDay(today))
    typed = use_field_state("player-name")
    page = _PaperPage(
        context,
        go,
        registry,
        typed,
        draft,
        set_draft,
        played,
        day,
        set_day,
        today,
        copy,
    )
    if inside == "sheets":
        return page.sheet_picker()
    tr = context.tr
    parts = [
        settings_group(tr.gettext("Date"), [page.day_pill()]),
        settings_group(tr.gettext("Sheet"), [page.sheet_button()]),
        *page.players_section(),
        ft.Container(height=4),
        page.copy_button(),
    ]
    bar = page_bar(tr.gettext("Copy a paper game"), go, tr.gettext("It counts like any other"))
    card = page.calendar() or page.open_card_look()
    return page_under_card(
        page_column(parts, context.column_width, spacing=12, bar=bar), card, "paper"
    )


@dataclass(frozen=True)
class _PaperPage(SeatingPage):
    """The parts of the screen, and what their taps do."""

    day: _ChosenDay
    set_day: Callable[[_ChosenDay], None]
    today: date
    copy: StartCopying

    def person_look(self, seat: int) -> PersonLook:
        """Describe one who has played; who rolled first does not matter any more."""
        return replace(super().person_look(seat), status="", may_move=False)

    def day_pill(self) -> ft.Control:
        """Build the day that is chosen."""
        text = self.tr.day_text(self.day.chosen, self.today)
        leads = self.tr.gettext("Choose a date")
        pill = choice_pill("choose-day", text, leads, lambda: self.choose_day("choose-day"))
        return ft.Row([pill])

    def calendar(self) -> ft.Control | None:
        """Build the choice of another day; None while nobody wants it."""
        if self.day.month is None:
            return None
        return date_picker_card(
            self.day.month, self.day.chosen, self.today, self.context, self.choose_day
        )

    def choose_day(self, identifier: str) -> None:
        """Handle a tap on the calendar, or on what opens it."""
        day = picked_day(identifier)
        if identifier == "choose-day":
            self.set_day(replace(self.day, month=self.day.chosen))
        elif day is None:
            month = self.day.month and adjacent_month(identifier, self.day.month)
            self.set_day(replace(self.day, month=month and min(month, self.today)))
        elif day <= self.today:
            self.set_day(_ChosenDay(day))

    def copy_button(self) -> ft.Control:
        """Build the button to the sheets; it is pale while nobody has played."""
        return primary_button(
            "copy-sheets",
            self.tr.gettext("Copy the sheets"),
            self.start_copying,
            icon=ft.Icons.EDIT_ROUNDED,
            opacity=1 if self.seating_to_start.chairs else 0.38,
        )

    def start_copying(self) -> None:
        """Lead to the sheets of those who have played."""
        ready = self.seating_to_start
        if not self.add_typed():
            return
        if ready.chairs:
            self.copy(ready, self.day.chosen)
        else:
            self.set_draft(replace(self.draft, notice=self.tr.gettext("Add the players.")))
