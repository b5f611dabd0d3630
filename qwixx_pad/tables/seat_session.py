"""A game as one device plays it: which seats are its own, and where its entries go."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from qwixx_pad.core.corrections import Made
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, Refusal, Undo
from qwixx_pad.service.played_game import PlayedGame, corners
from qwixx_pad.service.session import Failure, OpenGame, Reason
from qwixx_pad.storage import GameHead
from qwixx_pad.tables.lock_questions import (
    Locks,
    answers_after,
    answers_in_force,
    closing_entry,
    unfinished,
    unshared_locks,
)
from qwixx_pad.tables.requests import (
    CloseNow,
    Correct,
    Enter,
    OfATable,
    Play,
    SayDone,
    TakeBack,
    Vouch,
)
from qwixx_pad.tables.rights import (
    Keys,
    ended_roll,
    is_unattended,
    leads,
    looks_after,
    may_answer,
    may_reopen,
    reopening,
)
from qwixx_pad.tables.seating import NOTHING_SAID, Answers, Seating
from qwixx_pad.tables.state import GameTable

_FAILURES: dict[Reason, Reason] = {
    Failure.NOT_KEPT: Failure.NOT_SAVED,
    Failure.NO_LINK: Failure.NO_LINK,
}
"""What is told of a request that is no entry; all else is not for this seat to do."""


class SeatSession:
    """One device at one game.

    Args:
        opened: The game.
        shared: The table it is played at with other devices; None where this one has all seats.
        key: Of the device.
        closed_code: Of the table that was closed in this game, and can be opened again; empty
            without one.
    """

    def __init__(
        self,
        opened: PlayedGame,
        shared: GameTable | None = None,
        key: str = "",
        closed_code: str = "",
    ) -> None:
        self._opened = opened
        self.shared = shared
        self._key = key
        self.closed_code = closed_code
        self._said = NOTHING_SAID
        self._asks = False
        self._tell: Callable[[], None] = lambda: None

    @property
    def game(self) -> Game:
        """What stands."""
        return self._opened.game

    @property
    def head(self) -> GameHead:
        """Identifier, names and start of the game."""
        return self._opened.head

    @property
    def seating(self) -> Seating | None:
        """Who sits at the shared table; None without one."""
        return self.shared.seating if self.shared else None

    @property
    def is_past(self) -> bool:
        """Whether the table plays another game by now."""
        return self.shared is not None and self.shared.opened is not self._opened

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats (from 1) that this device writes on."""
        if self.shared is None:
            return tuple(range(1, self.game.setup.seats + 1))
        return self.shared.seating.seats_of(self._key)

    @property
    def corners(self) -> tuple[int, ...]:
        """Where round the table the sheet of each seat lies, from 1 and clockwise."""
        return corners(self.game.setup.seats, self._opened.first_corner)

    @property
    def owns(self) -> bool:
        """Whether this device has opened the table, or has it for itself."""
        return self.shared is None or self.shared.seating.opener == self._key

    @property
    def leads(self) -> bool:
        """Whether this device keeps the game going for all: may end each roll, and the game."""
        shared = self.shared
        return shared is None or leads(self._key, shared.seating, shared.away)

    @property
    def looks_after(self) -> tuple[int, ...]:
        """The seats (from 1) that this device may sit out, or let wait for another device."""
        seats = range(1, self.game.setup.seats + 1)
        if self.shared is None:
            return tuple(seats)
        return tuple(
            seat
            for seat in seats
            if looks_after(self._key, seat, self.shared.seating, self.shared.away)
        )

    @property
    def unattended(self) -> tuple[int, ...]:
        """The seats (from 1) that wait for a device, or whose own was away for a minute."""
        return self._seats_where(is_unattended)

    @property
    def asked_for(self) -> tuple[int, ...]:
        """The seats (from 1) that another device asks for, and this one may give to it."""
        return self._seats_where(partial(may_answer, self._key))

    def _seats_where(self, rule: Callable[[int, Seating, Keys], bool]) -> tuple[int, ...]:
        """Return the seats (from 1) of which a rule is true; none at a table on one device."""
        if self.shared is None:
            return ()
        seating, away = self.shared.seating, self.shared.away
        seats = range(1, len(seating.chairs) + 1)
        return tuple(seat for seat in seats if rule(seat, seating, away))

    @property
    def lost_seats(self) -> tuple[int, ...]:
        """The seats (from 1) that were given to another device, and this one has not heard so."""
        return () if self.shared is None else self.shared.seating.lost_by(self._key)

    @property
    def answers(self) -> Answers:
        """What was said in this roll; of a table on one device nothing is kept but here."""
        if self.shared is not None:
            return self.shared.answers
        return answers_in_force(self._said, self.game, self.made)

    @property
    def here(self) -> tuple[bool, ...]:
        """Whether the device of each seat shows the table now."""
        seats = range(1, self.game.setup.seats + 1)
        return tuple(self.shared is None or self.shared.is_here(seat) for seat in seats)

    @property
    def locks(self) -> Locks:
        """What locks leave open; where one device has all seats, people ask each other."""
        if self.shared is not None:
            return self.shared.locks
        game, answers = self.game, self.answers
        waiting = unfinished(game, answers) if game.position.over else ()
        return Locks(waiting=tuple(sorted(waiting)), unshared=unshared_locks(game, answers))

    @property
    def may_reopen(self) -> bool:
        """Whether an undo of this device takes back the end of a roll that it has ended."""
        if self.shared is None:
            copied = self.game.setup.paper and self.game.position.over
            return copied or ended_roll(self.game) is not None
        return may_reopen(self._key, self.shared.seating, self.game, self.shared.away)

    def ask(self, request: OfATable) -> Reason | None:
        """Ask the table, at which a rematch may have begun meanwhile; it may refuse."""
        plays = self._asks = isinstance(request, Play)
        try:
            reason = self._done_alone(request) if self.shared is None else self._ask(request)
        finally:
            self._asks = False
        if plays and reason is not None:
            self._tell()
        return reason

    def _ask(self, request: OfATable) -> Reason | None:
        if self.shared is None or (isinstance(request, Play) and self.is_past):
            return Failure.MOVED_ON
        reason = self.shared.ask(self._key, request)
        if reason is None or isinstance(request, Play):
            return reason
        return _FAILURES.get(reason, Refusal.NOT_ACTIVE)

    def _done_alone(self, request: OfATable) -> Reason | None:
        """Do what is asked where this device has all the seats."""
        if isinstance(request, Play):
            return self._play_alone(request)
        if isinstance(request, SayDone | Vouch | CloseNow):
            answers = answers_after(request, self.game, self.answers)
            self._said = replace(answers, seen=len(self.game.log))
        return self._closed_alone()

    def _closed_alone(self) -> Reason | None:
        """Enter `end` once all seats have made their last cross or are done with it."""
        closing = closing_entry(self.game, self.answers) if self.answers.done else None
        if closing is not None and isinstance(self._opened, OpenGame):
            return self._opened.enter(closing)
        return None

    def _play_alone(self, request: Play) -> Reason | None:
        opened = self._opened
        if not isinstance(opened, OpenGame):
            return Failure.MOVED_ON
        match request:
            case Enter(Entry(Undo(), None)) if self.may_reopen and not opened.game.setup.paper:
                return opened.enter(*reopening(opened.game, self.mine))
            case Enter(entry):
                return opened.enter(entry) or self._closed_alone()
            case Correct(change):
                return opened.correct(change)
            case TakeBack():
                back = opened.way_back(None)
                return Refusal.NOTHING_TO_UNDO if back is None else opened.correct(back)

    @property
    def made(self) -> tuple[Made, ...]:
        """The corrections in the log, oldest first."""
        return self._opened.made

    def may_correct(self, seat: int) -> bool:
        """Whether this device may put something right on the sheet of a seat (from 1)."""
        return self.shared is None or self.shared.may_correct(self._key, seat)

    @property
    def ways_back(self) -> frozenset[int]:
        """The seats (from 1) whose undo takes a correction back instead of one entry."""
        if not self.made:
            return frozenset()
        seats = range(1, self.game.setup.seats + 1)
        if self.shared is None:  # alone it is the whole log's
            return frozenset(seats) if self._opened.way_back(None) else frozenset()
        mine = (seat for seat in seats if self.may_correct(seat))
        return frozenset(seat for seat in mine if self._opened.way_back(seat))

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` after every change, until the returned function is called."""
        return (self.shared or self._opened).watch(tell)

    def watch_others(self, tell: Callable[[], None]) -> Callable[[], None]:
        """As `watch`, but for what is entered by `ask` and stands: who has asked shows that."""
        self._tell = tell
        return self.watch(lambda: None if self._asks else tell())
