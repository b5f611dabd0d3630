"""The seats of a shared table: what one device sees of them, and what it requests for them."""

from collections.abc import Callable
from dataclasses import dataclass

from qwixx_pad.games.session import Reason
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import Add, Rename, SeatChange, Sit, TableRequest
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import known_spelling
from qwixx_pad.ui.lobby import lobby_actions, offered_action, seat_actions, status_text
from qwixx_pad.ui.lobby.people import PersonLook
from qwixx_pad.ui.lobby.seating_screen import SeatingScreen
from qwixx_pad.ui.text.table_texts import SeatAction


@dataclass(frozen=True)
class SharedSeats(SeatingScreen):
    """The seats of a shared table as one device changes them, by requests to the table.

    Attributes:
        table: The table.
        me: The id of this device.
        set_notice: Shows a text about the last tap.
    """

    table: GameTable
    me: str
    set_notice: Callable[[str], object]

    @property
    def current_seating(self) -> Seating:
        return self.table.seating

    @property
    def rights(self) -> Rights:
        return self.table.rights_of(self.me)

    @property
    def may_choose_sheet(self) -> bool:
        """True for the host before the first game."""
        seating = self.current_seating
        return seating.host == self.me and seating.game is None

    def may_take_slip(self, seat: int) -> bool:
        return self.rights.may_edit_seat(seat)

    def rename_seat(self, seat: int, name: str) -> None:
        self.change_seating(Rename(seat, self._known_spelling(name)))

    def _known_spelling(self, name: str) -> str:
        """Spell a name with the capitals of the player remembered on this pad."""
        return known_spelling(
            name, (person.name for person in self.registry.service.settings.people)
        )

    def person_look(self, seat: int) -> PersonLook:
        """Describe a seat; those of the next game follow those of this one."""
        rights = self.rights
        chair = self.current_seating.chair_of(seat)
        plays_later = not self.current_seating.has_seat(seat)
        here = not plays_later and self.table.is_present(seat)
        has_not_begun = self.current_seating.game is None
        now = self.table.current_position
        return PersonLook(
            seat=seat,
            name=chair.name,
            color=chair.color,
            status=status_text(self.table, seat, self.me, self.tr, here=here),
            ready=None if chair.device is None or plays_later else here,
            action=offered_action(rights, seat, self.tr),
            may_edit=(has_not_begun or plays_later) and rights.may_edit_seat(seat),
            may_move=has_not_begun and rights.is_host,
            has_more=bool(self.actions_for_seat(seat)),
            out=now is not None and seat in now.sitting_out,
        )

    def actions_for_seat(self, seat: int) -> list[SeatAction]:
        now = self.table.current_position
        if not self.current_seating.has_seat(seat):
            return []
        if now is not None:
            return seat_actions(now, self.rights, seat, self.tr)
        return lobby_actions(self.table, seat, self.tr) if self.may_choose_sheet else []

    def on_line_tap(self, identifier: str) -> None:
        """Handle a tap on a line; a player who sits down while a game runs is led to it."""
        super().on_line_tap(identifier)
        if identifier.startswith("sit-") and self.table.opened is not None:
            self.go(f"/table/{self.current_seating.code}")

    def change_seating(self, change: SeatChange) -> bool:
        """Request a change of the seats; return whether it was accepted, and show why not."""
        return self.send_request(change) is None

    def send_request(self, request: TableRequest) -> Reason | None:
        reason = self.table.submit_request(self.me, request)
        self.set_notice("" if reason is None else self.tr.failure_text(reason))
        return reason

    @property
    def has_seat(self) -> bool:
        """True if this device has a seat in this game or the next."""
        return any(chair.device == self.me for chair in self.current_seating.all_chairs)

    @property
    def sees_game(self) -> bool:
        """True if this device plays or hosts: its screen shows the game."""
        return self.current_seating.is_member(self.me)

    @property
    def offered_name(self) -> str:
        """The name in the settings for a guest; empty for a player, the host, or a taken name."""
        name = self.context.settings.name
        seating = self.current_seating
        is_taken = not seating.free_seat_named(name) and seating.seat_named(name)
        return "" if self.has_seat or self.sees_game or is_taken else name

    @property
    def may_type_name(self) -> bool:
        """True if a name can be typed, for a new seat or for one that waits for its player.

        While a game runs only a device without a seat can do so, for the next game.
        """
        seating = self.current_seating
        if seating.game is not None and self.has_seat and not self.table.may_rematch:
            return False
        has_room = len(seating.all_chairs) < self.max_players
        waits = not self.has_seat and any(chair.device is None for chair in seating.chairs)
        return has_room or waits or self.has_typed_name

    def add_player(self, name: str) -> bool:
        """Request a seat for a player, preferably one that waits for this name.

        Returns:
            False if it was refused, or if the name is taken: then a card offers another one.
        """
        change = self._change_for(name)
        if change is not None:
            return self.change_seating(change)
        self.ask_about(f"twin-{self.current_seating.seat_named(name)}")
        return False

    def seating_with(self, name: str) -> Seating | None:
        change = self._change_for(name)
        after = None if change is None else self.table.preview_change(self.me, change)
        return after if isinstance(after, Seating) else None

    def _change_for(self, typed: str) -> Sit | Add | None:
        """The request that gives a player a seat; None if the name is taken."""
        name = self._known_spelling(typed)
        seating = self.current_seating
        waits = seating.free_seat_named(name)
        if waits is not None:  # the host has added this player before
            return Sit(waits)
        return self.add_request(name) if seating.seat_named(name) is None else None

    def add_request(self, name: str) -> Add:
        return Add(name, self.registry.service.settings.color_of(name))
