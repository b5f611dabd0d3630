"""One shared table: one authority for its seating and its entries.

A request names its device, the seat, and the length of the log that the device knows. The checks
have a fixed order; what passes them all is written, then announced to every phone at once.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Undo
from qwixx_pad.games.played_game import next_corner
from qwixx_pad.games.session import Failure, OpenGame, Reason, played
from qwixx_pad.multiplayer.lobby import (
    back,
    having_played,
    still_means_the_same,
)
from qwixx_pad.multiplayer.lock_questions import (
    answers_after,
    closing_entry,
    is_held_back,
    reopened_answers,
)
from qwixx_pad.multiplayer.permissions import ABSENCE, Absence, Attendance, reopening
from qwixx_pad.multiplayer.requests import (
    CloseNow,
    CloseTable,
    Correct,
    Decline,
    Enter,
    OfATable,
    OpenAgain,
    Rematch,
    SayDone,
    SeenLost,
    Start,
    TakeBack,
    TellDice,
    Vouch,
    Word,
)
from qwixx_pad.multiplayer.seating import Answers, Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import Person
from qwixx_pad.storage import StorageError

NOTE = "table/"
"""Precedes a table's code in the key of the note with its seating."""


class Keeping(Protocol):
    """The storage that a table needs. `GameService` is the pad's own."""

    def layout(self, name: str) -> Layout:
        """Return the printed sheet of a name.

        Raises:
            KeyError: There is none.
        """

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,
        corner: int = 1,
    ) -> OpenGame:
        """Start a game on fresh sheets, as `GameService.start`.

        Raises:
            StorageError: It cannot be saved.
        """

    def open(self, game_id: str) -> OpenGame:
        """Open a saved game.

        Raises:
            StorageError: It cannot be read now, or there is none.
        """

    def keep_note(self, key: str, text: str) -> bool:
        """Save a text; return whether it is saved now."""

    def drop_note(self, key: str) -> bool:
        """Delete a text; return whether it is gone now."""

    def remember(self, people: Iterable[Person]) -> None:
        """Remember the players of a game that has begun."""


def _opened(kept: Keeping, game: str | None) -> OpenGame | None:
    try:
        return None if game is None else kept.open(game)
    except StorageError:
        return None


def _is_fresh(request: Correct | TakeBack, opened: OpenGame) -> bool:
    """Return whether a correction still means what it meant to its sender."""
    if isinstance(request, Correct):
        return still_means_the_same(request.change, opened.game, request.seen)
    corrected = max((each.end for each in opened.made), default=0)
    return corrected <= request.seen <= len(opened.game.log)


class SharedTable(GameTable):
    """One table: its seating, its game, and the devices present.

    Args:
        store: Holds it and its games.
        seating: As saved.
        presence: Of its devices.
        absence: Notices when a device has left a minute ago.
        numbered: Whether devices number their requests for the log.

    Attributes:
        deleted: Whether it was closed before its game, and is stored no longer.
    """

    opened: OpenGame | None

    def __init__(
        self,
        kept: Keeping,
        seating: Seating,
        attendance: Attendance,
        absence: Absence = ABSENCE,
        *,
        numbered: bool = False,
    ) -> None:
        super().__init__(seating, _opened(kept, seating.game), kept.layout)
        self.numbered = numbered
        self._kept, self._attendance, self._absence = kept, attendance, absence
        self._present: dict[object, str] = {}
        self.forgotten = False

    # the devices present

    def arrive(self, holder: str) -> Callable[[], None]:
        """Count a device as present, until the returned function is called."""
        here = object()
        self._present[here] = holder
        self.is_back(holder)
        self._are_here()

        def leave() -> None:
            self._present.pop(here, None)
            self._are_here()

        return leave

    def is_back(self, holder: str) -> None:
        """Give a returning device back the seats that others released for it and are free."""
        seating = back(self.seating, holder)
        if seating != self.seating:
            self._write(seating)

    def _are_here(self) -> None:
        self._attendance.are_here(frozenset(self._present.values()))
        self._changed()
        self._absence.notice(self._changed)

    @property
    def away(self) -> frozenset[str]:
        """Keys of the devices that opened it or play at it, and have been away for a minute."""
        return self._attendance.away(self.seating)

    def is_here(self, seat: int) -> bool:
        """Return whether the device of a seat (from 1) shows the table now."""
        holder = self.seating.chairs[seat - 1].holder
        return holder in self._attendance.here

    @property
    def closed(self) -> bool:
        """True if nobody is let in and nothing is entered; its game goes on elsewhere."""
        return self.forgotten or self.seating.closed

    def game_changed(self) -> None:
        """Announce a change of the game from elsewhere."""
        self._changed()

    # requests

    def ask(self, by: str, request: OfATable) -> Reason | None:
        """Do what a device requests, if it may; `by` is its key."""
        answer: Reason | None = self.why_not(by, request)
        if answer is not None:
            return answer
        match request:
            case Enter(entry, seen):
                answer = self._enter(by, entry, seen)
            case Correct() | TakeBack():
                answer = self._correct(by, request)
            case Start():
                answer = self._begin(self.seating)
            case Rematch():
                answer = self._rematch(by)
            case SayDone() | Decline() | TellDice() | Vouch() | CloseNow():
                answer = self._hear(request)
            case CloseTable():
                answer = self._close()
            case OpenAgain():
                answer = self._keep(replace(self.seating, closed=False))
            case SeenLost():
                pass  # nothing is shown here before it is accepted
            case _:
                after = self.after(by, request)
                answer = after if isinstance(after, Failure) else self._keep(after)
        return answer

    # the seating

    def _close(self) -> Failure | None:
        """Let nobody in, and nothing be entered; before its game a table is deleted."""
        if self.seating.game is not None:
            return self._keep(replace(self.seating, closed=True))
        if not self._kept.drop_note(NOTE + self.seating.code):
            return Failure.NOT_KEPT
        self.forgotten = True
        self._changed()
        return None

    def _rematch(self, by: str) -> Failure | None:
        """Start a game of the same people and who has come since; the next one begins."""
        if self.closed or not self.seating.knows(by):
            return Failure.NOT_ALLOWED
        if self.opened is None or not self.settled:
            return Failure.STARTED
        seating = self.seating.for_the_next_game()
        return self._begin(seating, next_corner(len(seating.chairs), self.opened.first_corner))

    def _begin(self, seating: Seating, corner: int = 1) -> Failure | None:
        try:
            opened = self._kept.start(
                seating.sheets,
                seating.names,
                finish_turn=seating.finish_turn,
                always_new=True,
                corner=corner,
            )
        except StorageError:
            return Failure.NOT_KEPT
        seating = having_played(seating, self.opened, opened)
        self.earlier |= {self.opened.head.id} if self.opened else frozenset()
        before, self.opened = self.opened, opened  # nobody learns of one without the other
        refused = self._keep(replace(seating, game=opened.head.id, answers=Answers()))
        if refused is None:
            self._kept.remember(Person(chair.name, chair.color) for chair in seating.chairs)
        else:
            self.opened = before
        return refused

    # the game

    def _enter(self, by: str, entry: Entry, seen: int) -> Reason | None:
        """Enter something; a device that has not seen the newest state gets it once more."""
        if self.has_entered(by, entry, seen):
            self._changed()
            return None
        failure = self.why_not_enter(by, entry, seen)
        if failure is not None or self.opened is None:
            if failure is Failure.MOVED_ON:
                self._changed()
            return failure
        reason: Reason | None
        if entry == Entry(Undo()):
            reason = self._reopen(by, self.opened)
        elif entry == Entry(EndRoll()) and is_held_back(self.opened.game):
            reason = self._hold_back(self.opened)
        else:
            reason = self.opened.enter(entry)
            if reason is None:
                self._close_if_all_have_answered()
        self._changed()
        return reason

    def _reopen(self, by: str, opened: OpenGame) -> Reason | None:
        """Undo the end of a roll or game; that device is asked anew before it can end again."""
        seats = self.seating.seats_of(by)
        entries = reopening(opened.game, seats)
        after, reason = played(opened.game, entries)
        if reason is not None:
            return reason
        if opened.game.position.over:
            answers = reopened_answers(self.answers, seats, opened.game, after)
            if self._write(replace(self.seating, answers=answers)) is not None:
                return Failure.NOT_SAVED
        return opened.enter(*entries)

    def _hold_back(self, opened: OpenGame) -> Failure | None:
        """Ask for last crosses before a `/` that ends the game by the roller's last penalty."""
        if not self.answers.ending:
            seen = len(opened.game.log)
            answers = replace(self.answers, done=frozenset(), ending=True, seen=seen)
            if self._write(replace(self.seating, answers=answers)) is not None:
                return Failure.NOT_SAVED
        self._close_if_all_have_answered()
        return None

    def _correct(self, by: str, request: Correct | TakeBack) -> Reason | None:
        """Correct one entry: on a sheet of one's own, or, as host, on any."""
        change = self.change_asked(by, request)
        if isinstance(change, Failure):
            return change
        if self.opened is None or change is None or not _is_fresh(request, self.opened):
            self._changed()
            return Failure.MOVED_ON
        reason = self.opened.correct(change)
        if reason is None:
            self._close_if_all_have_answered()
        self._changed()
        return reason

    def _close_if_all_have_answered(self) -> None:
        entry = closing_entry(self.opened.game, self.answers) if self.opened else None
        if self.opened and entry:
            self.opened.enter(entry)

    # signals

    def _hear(self, word: Word) -> Failure | None:
        """Save the signal of a device."""
        opened = self.opened
        if opened is None:
            return Failure.NOT_ALLOWED
        if isinstance(word, Vouch) and word.letter not in self.locks.unshared:
            return None  # a shared lock needs none, and of a first cross the roller is asked
        answers = replace(answers_after(word, opened.game, self.answers), seen=len(opened.game.log))
        refused = self._write(replace(self.seating, answers=answers))
        if refused is None:
            self._close_if_all_have_answered()
            self._changed()
        return refused

    def _keep(self, seating: Seating) -> Failure | None:
        if seating == self.seating:
            return None
        refused = self._write(seating)
        if refused is None:
            self._changed()
        return refused

    def _write(self, seating: Seating) -> Failure | None:
        """Write to the disk first, then here; a closed table changes no more."""
        if self.forgotten or (self.closed and seating.closed):
            return Failure.NOT_ALLOWED
        if not self._kept.keep_note(NOTE + seating.code, seating.text):
            return Failure.NOT_KEPT
        self.seating = seating
        return None
