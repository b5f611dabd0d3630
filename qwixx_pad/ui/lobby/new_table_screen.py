"""The screens on which a game of several players is set up: a new one, or one played on paper."""

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
from qwixx_pad.ui.design.primitives import TapHandler, explanation, page_column, tappable, write
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby.lobby_parts import full_note, start_button, start_text
from qwixx_pad.ui.lobby.people import PersonLook, people_heading
from qwixx_pad.ui.lobby.seating_screen import SeatingScreen
from qwixx_pad.ui.text.translator import FINISH_TURN_TEXT, HOUSE_RULE_TEXT
from qwixx_pad.ui.theme.tokens import NOTICE, OPTION

_MAX_KNOWN_NAMES = 8
"""Remembered names that are offered as chips."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being set up.

    Attributes:
        seating: The players on their seats, and their sheets.
        notice: Why the last tap changed nothing; empty for no reason.
        open_card: `options`, or the card of a seat such as `slip-2` or `person-2`; empty for none.
    """

    seating: Seating
    notice: str = ""
    open_card: str = ""


@dataclass(frozen=True)
class SeatingPage(SeatingScreen):
    """The parts of both screens, and what taps on them do to the draft."""

    draft: Draft
    set_draft: Callable[[Draft], None]
    played: Sequence[Player]

    @property
    def current_seating(self) -> Seating:
        return self.draft.seating

    def players_section(self) -> list[ft.Control]:
        """Build the players, the field for one more, and the choice of slips."""
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
        self.set_draft(replace(self.draft, open_card=what))

    def open_card_look(self) -> ft.Control | None:
        """Build the open card; None if there is none."""
        return self.seat_card(self.draft.open_card) if self.draft.open_card else None

    def rename_seat(self, seat: int, name: str) -> None:
        others = self.current_seating.without_chair(seat)
        self._show_outcome(self._seating_with_name(name, others, lambda spelt: Rename(seat, spelt)))

    def person_look(self, seat: int) -> PersonLook:
        chair = self.current_seating.chair_of(seat)
        status = self.tr.gettext("First roll") if seat == 1 else ""
        return PersonLook(seat, chair.name, chair.color, status)

    def name_section(self) -> list[ft.Control]:
        """Build the field for a name, and a chip for each remembered player."""
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
        """The names offered as chips: see `Settings.offered_names`."""
        return self.context.settings.offered_names(player.name for player in self.played)

    def add_player(self, name: str) -> bool:
        return self._show_outcome(self._seating_with_player(name))

    def seating_with(self, name: str) -> Seating | None:
        outcome = self._seating_with_player(name)
        return outcome if isinstance(outcome, Seating) else None

    def _seating_with_player(self, name: str) -> Seating | str:
        color = self.context.settings.color_of(name)
        return self._seating_with_name(name, self.current_seating, lambda spelt: Add(spelt, color))

    def _seating_with_name(
        self, typed: str, others: Seating, change: Callable[[str], SeatChange]
    ) -> Seating | str:
        """Apply the `change` to a name that none of `others` has; a text says why it failed."""
        name = known_spelling(typed, self.known_names)
        twin = others.seat_named(name)
        if twin is not None:
            return self.tr.gettext("{name} is already playing.", name=others.chair_of(twin).name)
        return self._seating_after(change(name))

    def change_seating(self, change: SeatChange) -> bool:
        return self._show_outcome(self._seating_after(change))

    def _seating_after(self, change: SeatChange) -> Seating | str:
        """Apply a change; a text says why it is refused."""
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
    """The players of the last game of several, on the sheet that was last played."""
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
    """Set up a game of several players.

    Args:
        services: The stored games, and the players of them.
        inside: `sheets` shows the sheets to choose from.
        go: Opens a screen by its identifier.
        begin: Starts the game on this device.
        open_table: Opens a table for the players' phones.
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
    page = page_column(
        parts,
        context.column_width,
        spacing=12,
        bar=page_bar(tr.gettext("New game"), go, tr.gettext("Several players"), action=options),
    )
    return page_under_card(page, setup.open_card_look(), "new")


@dataclass(frozen=True)
class _Setup(SeatingPage):
    """The parts of the screen of a new game, and what taps on them do."""

    begin: Callable[[Seating], None]
    open_table: Callable[[Seating], None]

    def sheet_section(self) -> list[ft.Control]:
        """Build the choice of the sheet; the house rule is named if it is on."""
        tr = self.tr
        lines = [self.sheet_button()]
        if self.current_seating.finish_turn:
            text = f"{tr.gettext('House rule')}: {tr.gettext(FINISH_TURN_TEXT)}"
            padding = ft.Padding.only(left=6, right=6, bottom=6)
            lines.append(ft.Container(explanation(text), padding=padding))
        return [settings_group(tr.gettext("Sheet"), lines)]

    def open_card_look(self) -> ft.Control | None:
        if self.draft.open_card != "options":
            return super().open_card_look()
        tr = self.tr
        option = switch_line(
            "finish-turn",
            tr.gettext(FINISH_TURN_TEXT),
            self.current_seating.finish_turn,
            self.flip_house_rule,
        )
        note = explanation(tr.gettext(HOUSE_RULE_TEXT))
        below = ft.Container(note, padding=ft.Padding.symmetric(horizontal=6))
        done = CardButton("cancel", tr.gettext("Done"), build=primary_button, height=52)
        card = Card(tr.gettext("Options"), [option, below], [done])
        return card_overlay(card, lambda _: self.ask_about(""), saves_at_once=True)

    def flip_house_rule(self) -> None:
        """Switch how a game ends (rule 10), for this table and later ones."""
        finish_turn = not self.current_seating.finish_turn
        changed = replace(self.current_seating, finish_turn=finish_turn)
        self.set_draft(replace(self.draft, seating=changed))
        self.context.change_settings(finish_turn=finish_turn)

    def setup_buttons(self) -> list[ft.Control]:
        """Build the buttons to start here, to open a table for phones, and to copy a paper game."""
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
        """Why the game cannot begin; None if it can."""
        return lobby.start_refusal(Rights(UNOPENED_DEVICE, self.seating_to_start))

    def start_here(self) -> None:
        """Start the game on this device, if nothing is missing."""
        ready = self.seating_to_start
        failure = self.start_failure
        if self.add_typed() and failure is None:
            self.begin(ready)

    def start_on_phones(self) -> None:
        ready = self.seating_to_start
        if self.add_typed():
            self.open_table(ready)


StartCopying = Callable[[Seating, date], None]


@dataclass(frozen=True, slots=True)
class _ChosenDay:
    """The day of the game, and a day of the month in the calendar; None if that is closed."""

    chosen: date
    month: date | None = None


@component
def paper_screen(
    services: AppServices, inside: str, go: TapHandler, copy: StartCopying
) -> ft.Control:
    """Set up a game that was played on paper.

    Args:
        services: The stored games, and the players of them.
        inside: `sheets` shows the sheets to choose from.
        go: Opens a screen by its identifier.
        copy: Starts the copy of a game of these players on a day.
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
    card = page.calendar() or page.open_card_look()
    return page_under_card(
        page_column(
            parts,
            context.column_width,
            spacing=12,
            bar=page_bar(
                tr.gettext("Copy a paper game"), go, tr.gettext("It counts like any other")
            ),
        ),
        card,
        "paper",
    )


@dataclass(frozen=True)
class _PaperPage(SeatingPage):
    """The parts of the screen of a paper game, and what taps on them do."""

    day: _ChosenDay
    set_day: Callable[[_ChosenDay], None]
    today: date
    copy: StartCopying

    def person_look(self, seat: int) -> PersonLook:
        """Describe a player; the order does not matter any more."""
        return replace(super().person_look(seat), status="", may_move=False)

    def day_pill(self) -> ft.Control:
        """Build the chosen day; a tap opens the calendar."""
        pill = choice_pill(
            "choose-day",
            self.tr.day_text(self.day.chosen, self.today),
            self.tr.gettext("Choose a date"),
            lambda: self.choose_day("choose-day"),
        )
        return ft.Row([pill])

    def calendar(self) -> ft.Control | None:
        """Build the card with the calendar; None while it is closed."""
        if self.day.month is None:
            return None
        return date_picker_card(
            self.day.month, self.day.chosen, self.today, self.context, self.choose_day
        )

    def choose_day(self, identifier: str) -> None:
        """Handle a tap on the calendar, or on the pill that opens it."""
        day = picked_day(identifier)
        if identifier == "choose-day":
            self.set_day(replace(self.day, month=self.day.chosen))
        elif day is None:
            month = self.day.month and adjacent_month(identifier, self.day.month)
            self.set_day(replace(self.day, month=month and min(month, self.today)))
        elif day <= self.today:
            self.set_day(_ChosenDay(day))

    def copy_button(self) -> ft.Control:
        """Build the button that begins the copy; it is pale without players."""
        return primary_button(
            "copy-sheets",
            self.tr.gettext("Copy the sheets"),
            self.start_copying,
            icon=ft.Icons.EDIT_ROUNDED,
            opacity=1 if self.seating_to_start.chairs else 0.38,
        )

    def start_copying(self) -> None:
        ready = self.seating_to_start
        if not self.add_typed():
            return
        if ready.chairs:
            self.copy(ready, self.day.chosen)
        else:
            self.set_draft(replace(self.draft, notice=self.tr.gettext("Add the players.")))
