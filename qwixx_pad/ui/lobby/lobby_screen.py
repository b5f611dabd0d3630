"""The lobby of a shared table: its seats, how phones join, and actions for its game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

import flet as ft

from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, Refusal, SitOut
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.last_crosses import end_roll_entry
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import (
    Enter,
    MoveSeat,
    SeatChange,
    Start,
    StopWaiting,
)
from qwixx_pad.multiplayer.state import GameTable, Link
from qwixx_pad.ui.actions import MakeEntry, ScreenAction, find_pressable
from qwixx_pad.ui.context import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.design.cards import card_overlay, page_under_card
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import page_bar, settings_group
from qwixx_pad.ui.design.primitives import TapHandler, hstack, message_line, page_column
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby import (
    seats_state,
    starter_text,
    waiting_text,
)
from qwixx_pad.ui.lobby.finding import CODE_SIDE_DP, board_address, invitation
from qwixx_pad.ui.lobby.lobby_parts import (
    closing_card,
    full_note,
    quiet_line,
    seat_notes,
    start_button,
    start_text,
    twin_card,
)
from qwixx_pad.ui.lobby.people import people_heading
from qwixx_pad.ui.lobby.phones import phones_groups
from qwixx_pad.ui.lobby.shared_seats import SharedSeats
from qwixx_pad.ui.play.paint import actions_card, finish_card
from qwixx_pad.ui.text.table_texts import link_text, location_text


@component
def seats_page(
    session: UiSession, table: GameTable, inside: str, context: ScreenContext, go: TapHandler
) -> ft.Control:
    """Show the seats of a table, before its game and while it runs.

    With `inside` as `sheets` the host chooses the sheet, before the game.
    """
    notice, set_notice = ft.use_state("")
    card, set_card = ft.use_state(_OpenCard())
    use_watched(table.watch, lambda: seats_state(table))
    registry = session.registry
    use_watched(registry.watch, lambda: registry.reach)
    typed = use_field_state("player-name", table.seating.code)
    me = session.identity.id
    starting, set_starting = ft.use_state("")
    page = _SeatsPage(
        context, go, registry, typed, table, me, set_notice, set_card, starting, set_starting
    )
    ft.use_effect(page.start_once_seated, [starting, table.seating, table.refused, table.link])
    if inside == "sheets" and page.may_choose_sheet:
        return page.sheet_picker()
    opener = session.identity if table.seating.host == me else None
    invite = invitation(registry, table, page.code_picture_side, opener=opener)
    below = board_address(registry, table)
    if registry.network.is_open:
        below += phones_groups(registry.network, session.identity)
    shown = page.build_page(notice, invite, below)
    return page_under_card(shown, page.open_card_look(card), "seats")


_LOW_SCREEN_DP = 420
"""Below this height of the screen Start is in the bar."""
_CODE_SHARE = 0.4
"""The largest share of the height of the screen that the picture of the code takes."""
ButtonBuilder: TypeAlias = Callable[..., ft.Control]


class _OpenCard(NamedTuple):
    """The card over the page.

    Attributes:
        identifier: What opened it, such as `more-2`; empty for no card.
        player: The name at its seat when it was opened; None for a card of no seat.
        game: The game of the table then.
    """

    identifier: str = ""
    player: str | None = None
    game: str | None = None


@dataclass(frozen=True)
class _SeatsPage(SharedSeats):
    """The lobby as one device sees it, and what its taps do.

    Attributes:
        set_card: Opens a card.
        starting: The player whom this device has asked to add before it starts the game; empty
            for nobody.
        set_starting: Sets `starting`.
    """

    set_card: Callable[[_OpenCard], object]
    starting: str
    set_starting: Callable[[str], object]

    def ask_about(self, what: str) -> None:
        """Open a card by its identifier, such as `more-2` or `close-table`; empty closes it."""
        self.set_card(self._card_of(what))

    def _card_of(self, identifier: str) -> _OpenCard:
        number = identifier.rpartition("-")[2]
        seating = self.current_seating
        if not number.isdigit() or int(number) > len(seating.all_chairs):
            return _OpenCard(identifier)
        return _OpenCard(identifier, seating.chair_of(int(number)).name, seating.game)

    def open_card_look(self, card: _OpenCard) -> ft.Control | None:
        """Build the open card.

        None if there is none, or if another player has its seat by now, or another game runs.
        """
        if card != self._card_of(card.identifier):
            return None
        tr = self.tr
        seating = self.current_seating
        kind, _, number = card.identifier.partition("-")
        match kind:
            case "close":
                shown = closing_card(tr, online=self.table.online)
            case "finish":
                shown = finish_card(tr)
            case "twin":
                may_ask = self.rights.may_request_seat(int(number))
                shown = twin_card(seating, int(number), tr, may_ask=may_ask)
            case "more":
                actions = self.actions_for_seat(int(number))
                name = seating.chair_of(int(number)).name
                shown = actions_card(name, actions, tr.gettext("Cancel"))
            case "slip" | "person":
                return self.seat_card(card.identifier)
            case _:
                return None
        return card_overlay(shown, self._on_card_action)

    def _on_card_action(self, identifier: str) -> None:
        self.ask_about("")
        match find_pressable(identifier).does:
            case MoveSeat(seat):
                self.change_seating(MoveSeat(seat, seat - 1))
            case change if isinstance(change, SeatChange):
                self.change_seating(change)
            case ScreenAction(which=seat):  # `other-name-2`: add a player under a numbered name
                seating = self.current_seating
                name = seating.numbered_name(seating.chair_of(int(seat)).name)
                if self.change_seating(self.add_request(name)):
                    self.typed.set_text(None)
            case StopWaiting():
                self._close_table()
            case MakeEntry(SitOut() | PlayAgain() | Finish() as move, seat):
                self._enter_in_game(Entry(move, seat))
            case MakeEntry(EndRoll()) if self.table.opened is not None:
                game = self.table.opened.game
                self._enter_in_game(end_roll_entry(game, self.rights.own_seats))

    def _enter_in_game(self, entry: Entry) -> None:
        opened = self.table.opened
        seen = len(opened.game.log) if opened else 0
        reason = self.table.submit_request(self.me, Enter(entry, seen))
        if reason is None:
            self.set_notice("")
        else:
            failure = Failure.NOT_ALLOWED if isinstance(reason, Refusal) else reason
            self.set_notice(" ".join(self.tr.failure_texts(failure)).strip())

    def build_page(
        self, notice: str, invite: ft.Control, below: Sequence[ft.Control]
    ) -> ft.Control:
        """Build the screen.

        Args:
            notice: A text about the last tap; empty for none.
            invite: The card with the code.
            below: Shown at the end of the page.
        """
        tr = self.tr
        seating = self.current_seating
        subtitle = location_text(self.table, self.registry, tr)
        parts = [*self._players_section(), *self._name_section()]
        refused = "" if self.table.refused is None else tr.failure_text(self.table.refused)
        notice = notice or link_text(self.table.link, tr) or refused
        if notice:
            parts.append(message_line(notice))
        parts += [*seat_notes(self.rights, self._on_card_action), *self._page_buttons()]
        if seating.game is None:
            parts.append(settings_group(tr.gettext("Sheet"), [self.sheet_button()]))
            parts += self.slip_section()
        foot = self._start_buttons()
        bar = page_bar(tr.gettext("Table {code}", code=seating.code), self.go, subtitle)
        if self.context.space.height < _LOW_SCREEN_DP:
            if self.theme.has_large_text:  # a bar, a foot and a keyboard would leave no room
                parts += foot
            elif foot:
                bar = hstack([bar, ft.Column(foot, spacing=2)], spacing=8)
            foot = []
        parts.insert(0 if seating.host == self.me else len(parts), invite)
        return page_column(
            [*parts, *below], self.context.column_width, spacing=12, bar=bar, foot=foot
        )

    def _players_section(self) -> list[ft.Control]:
        """Build the players, and notes that the table is full or that this device plays later."""
        seating = self.current_seating
        most = self.max_players
        players = len(seating.all_chairs)
        parts = [
            people_heading(
                self.tr.gettext("At the table"),
                self.tr.gettext("{n} of {most}", n=players, most=most),
            ),
            *self.person_lines(),
        ]
        may_want_more = self.may_choose_sheet or not (self.has_seat or self.may_type_name)
        if players >= most and may_want_more:
            parts.append(full_note(most))
        if seating.game is not None and not self.sees_game:
            parts.append(quiet_line(waiting_text(self.table, self.me, self.tr)))
        return parts

    @property
    def _main_button(self) -> str:
        """The identifier of the dark button, which does what the player most likely wants next."""
        if self.may_choose_sheet:
            return "start-game"
        if self.may_type_name and (self.has_typed_name or not (self.has_seat or self.sees_game)):
            return "sit-down"
        if self.current_seating.game is not None:
            return "to-pad" if self.sees_game else "watch"
        return "rules" if self.has_seat else "watch"

    def _page_button(
        self, identifier: str, text: str, tap: Callable[[], object], build: ButtonBuilder
    ) -> ft.Control:
        """Build a button across the page: dark if it is the main button, else by `build`."""
        is_main = identifier == self._main_button
        return (primary_button if is_main else build)(identifier, text, tap, height=52)

    def _name_section(self) -> list[ft.Control]:
        """Build the field for a name, and the button that adds it unless Start does that."""
        if not self.may_type_name:
            return []
        tr = self.tr
        if self.has_seat:
            label = tr.gettext("Add a player on this phone")
            text = tr.gettext("Add")
        else:
            label = tr.gettext("Your name")
            text = tr.gettext("Sit down")
            if self.current_seating.game is not None:
                text = tr.gettext("Sit down for the next game")
        field = self.person_field(label)
        is_guest = not (self.has_seat or self.sees_game)
        if self.may_choose_sheet or not (is_guest or self.has_typed_name):
            return [field]
        return [field, self._page_button("sit-down", text, self._sit_down, tonal_button)]

    async def _sit_down(self) -> None:
        """Add the typed name; put the cursor into an empty field."""
        if self.has_typed_name:
            self.add_typed()
        else:
            await self.typed.take_focus()

    def _page_buttons(self) -> list[ft.Control]:
        """Build the buttons besides Start; a guest also reads who starts the game."""
        if self.current_seating.game is not None:
            return self._in_game_buttons()
        if self.may_choose_sheet:
            return [self._end_button()]
        note = quiet_line(starter_text(self.current_seating, self.tr))
        rules = self._page_button(
            "rules", self.tr.gettext("How to play"), lambda: self.go("rules"), tonal_button
        )
        return [note, rules] if self.has_seat else [self._watch_button(), note, rules]

    def _start_buttons(self) -> list[ft.Control]:
        """Build Start for the host, until the first game."""
        if not self.may_choose_sheet:
            return []
        ready = self.seating_to_start
        missing = [
            chair.name
            for seat, chair in enumerate(ready.chairs, 1)
            if chair.device != self.me and not self.table.is_present(seat)
        ]
        text = start_text(len(ready.chairs), missing, self.tr)
        refusal = lobby.start_refusal(Rights(self.me, ready))
        look = tonal_button if self.registry.network.keeps_phones_out else primary_button
        return start_button(text, refusal, self._start_game, look)

    @property
    def code_picture_side(self) -> float:
        """The side of the QR code, in dp: it shrinks to a half as the seats are taken."""
        taken = sum(chair.device is not None for chair in self.current_seating.all_chairs)
        side = min(CODE_SIDE_DP, _CODE_SHARE * self.context.space.height)
        return max(CODE_SIDE_DP / 2, side * (1 - taken / (2 * self.max_players)))

    def _in_game_buttons(self) -> list[ft.Control]:
        """Build the button to the sheets; the host can also finish the game and close the table."""
        tr = self.tr
        rights = self.rights
        if not self.sees_game:
            return [self._watch_button()]
        text = tr.gettext("Back to the game") if rights.own_seats else tr.gettext("See the sheets")
        buttons = [self._page_button("to-pad", text, lambda: self.go("back"), outlined_button)]
        if not rights.is_host:
            return buttons
        now = self.table.current_position
        if now is not None and not now.finished:
            text = tr.gettext("Finish this game")
            ask = partial(self.ask_about, "finish")
            buttons.append(outlined_button("finish", text, ask, height=48, size=15))
        return [*buttons, self._end_button()]

    def _watch_button(self) -> ft.Control:
        return self._page_button(
            "watch",
            self.tr.gettext("Spectate"),
            partial(self.go, f"/watch/{self.current_seating.code}"),
            outlined_button,
        )

    def _end_button(self) -> ft.Control:
        """Build the button that closes the table; in the middle of a game a card asks first."""
        begun = self.current_seating.game is not None
        tap = partial(self.ask_about, "close-table") if begun else self._close_table
        return outlined_button(
            "close-table", self.tr.gettext("Close this table"), tap, height=48, size=15
        )

    def _close_table(self) -> None:
        refused = self.registry.close(self.me, self.current_seating.code)
        if refused is None:
            self.go("home")
        else:
            self.set_notice(self.tr.failure_text(refused))

    def _start_game(self) -> None:
        """Start the game; a name that is still in the field is added first."""
        name = self.typed_name if self.has_typed_name else ""
        if self.starting or not self.add_typed():
            return
        if name and not self._plays_here(name):
            self.set_starting(name)  # the relay has not answered yet
        else:
            self._request_start()

    def start_once_seated(self) -> None:
        """Start once the relay has added `starting`; show the name again if it cannot."""
        if self.starting and self._plays_here(self.starting):
            self.set_starting("")
            self._request_start()
        elif self.starting and (self.table.refused or self.table.link is not Link.UP):
            self.typed.set_text(self.starting)
            self.set_starting("")

    def _plays_here(self, name: str) -> bool:
        seat = self.current_seating.seat_named(name)
        return seat is not None and self.current_seating.chair_of(seat).device == self.me

    def _request_start(self) -> None:
        if self.send_request(Start()) is Failure.STARTED:
            self.go(f"/table/{self.current_seating.code}")
