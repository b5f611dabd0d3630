"""One shared table: one authority for who sits there and for what is entered.

Whoever acts says who it is, for which seat, and how much of the log it has seen. The checks stand
in a fixed order; what passes them all is written, then told to every phone at once.
"""

from collections.abc import Callable
from dataclasses import replace

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry, Finish, Undo
from qwixx_pad.service.played_game import is_correctable, next_corner
from qwixx_pad.service.session import EntryOutcome, OpenGame, Trouble
from qwixx_pad.service.settings import Person
from qwixx_pad.storage import StorageError
from qwixx_pad.tables.attendance import LOOK_AGAIN, Attendance, Later
from qwixx_pad.tables.groups import having_played
from qwixx_pad.tables.keeping import Keeping
from qwixx_pad.tables.lobby import No, back, changed, still_means_the_same, why_not_start
from qwixx_pad.tables.lock_questions import may_end, with_no_for_all
from qwixx_pad.tables.requests import (
    CloseNow,
    Correct,
    Decline,
    Enter,
    OfATable,
    Rematch,
    SayDone,
    SeatChange,
    Start,
    TakeBack,
    TellDice,
    Vouch,
    Word,
)
from qwixx_pad.tables.rights import may_end_roll
from qwixx_pad.tables.seating import Answers, Seating
from qwixx_pad.tables.state import TableAnswer, TableState

NOTE = "table/"
"""What stands before a table's code where its seating is kept."""
_TOO_LATE = (EntryOutcome(), EntryOutcome(trouble=Trouble.MOVED_ON))
"""What is answered to who has not seen the newest state yet: it is shown once more."""


def _opened(kept: Keeping, game: str | None) -> OpenGame | None:
    try:
        return None if game is None else kept.open(game)
    except StorageError:
        return None


class SharedTable(TableState):
    """One table: who sits, what is played, who is there.

    Args:
        kept: Where it and its games are kept.
        seating: As kept.
        attendance: When its devices were here.
        later: Has all be told when a device has left a minute ago; None where somebody else does.
    """

    opened: OpenGame | None

    def __init__(
        self, kept: Keeping, seating: Seating, attendance: Attendance, later: Later | None = None
    ) -> None:
        super().__init__(seating, _opened(kept, seating.game))
        self._kept, self._attendance, self._later = kept, attendance, later
        self._present: dict[object, str] = {}
        self._gone = False

    # who is there

    def arrive(self, holder: str) -> Callable[[], None]:
        """A device shows this table, until the returned function is called."""
        here = object()
        self._present[here] = holder
        self.is_back(holder)
        self._are_here()

        def leave() -> None:
            self._present.pop(here, None)
            self._are_here()

        return leave

    def is_back(self, holder: str) -> None:
        """A device is here again: it plays what others have freed of it and nobody has taken."""
        seating = back(self.seating, holder)
        if seating != self.seating:
            self._write(seating)

    def _are_here(self) -> None:
        self._attendance.are_here(frozenset(self._present.values()))
        self._changed()
        if self._later is not None:
            self._later(LOOK_AGAIN, self._changed)

    @property
    def away(self) -> frozenset[str]:
        """Keys of the devices that opened it or play at it, and were not here for a minute."""
        return self._attendance.away(self.seating)

    def is_here(self, seat: int) -> bool:
        """Whether the device of a seat (from 1) shows the table now."""
        holder = self.seating.chairs[seat - 1].holder
        return holder in self._attendance.here

    @property
    def closed(self) -> bool:
        """Whether nobody is let in and nothing is entered; its game goes on elsewhere."""
        return self._gone or self.seating.closed

    def close(self) -> No | None:
        """Let nobody in, and nothing be entered, until it is opened again."""
        return self._keep(replace(self.seating, closed=True))

    def open_again(self) -> No | None:
        """Everybody is back on their seats, at the game as it stands now."""
        return self._keep(replace(self.seating, closed=False))

    def was_forgotten(self) -> None:
        """There was no game yet, so nothing is kept of it."""
        self._gone = True
        self._changed()

    def game_changed(self) -> None:
        """The game was changed from elsewhere."""
        self._changed()

    # the one door

    def ask(self, by: str, request: OfATable) -> TableAnswer:
        """Do what a device asks, if it may.

        Args:
            by: Its key.
            request: What it asks.
        """
        match request:
            case Enter(entry, seen):
                return self.act(by, entry, seen)
            case Correct(change, seen):
                return self.correct(by, change, seen)
            case TakeBack(seat, seen):
                return self.take_back(by, seat, seen)
            case Start():
                return self.start(by)
            case Rematch():
                return self.rematch(by)
            case _:
                return self._heard(by, request)

    def _heard(self, by: str, word: SeatChange | Word) -> No | None:
        match word:
            case SayDone(seat, yes):
                return self.done(by, seat, yes=yes)
            case Decline(seat, letter):
                return self.decline(by, seat, letter)
            case TellDice(letter, white):
                return self.tell_dice(by, letter, white=white)
            case Vouch(letter):
                return self.vouch(by, letter)
            case CloseNow():
                return self.close_now(by)
            case _:
                return self.seat(by, word)

    # beside the game

    def seat(self, by: str, change: SeatChange) -> No | None:
        """Change who sits where."""
        find, settled = self._kept.layout, self.settled
        outcome = changed(self.seating, by, change, find, self.away, settled=settled)
        return outcome if isinstance(outcome, No) else self._keep(outcome)

    def start(self, by: str) -> No | None:
        """Begin the game with everybody who has a seat."""
        return why_not_start(self.seating, by) or self._begin(self.seating)

    def rematch(self, by: str) -> No | None:
        """The same people on fresh sheets and who has come since, the next one starts."""
        if self.closed or not self.seating.knows(by):
            return No.NOT_YOURS
        if self.opened is None or not self.settled:
            return No.STARTED
        seating = self.seating.for_the_next_game()
        return self._begin(seating, next_corner(len(seating.chairs), self.opened.first_corner))

    def _begin(self, seating: Seating, corner: int = 1) -> No | None:
        try:
            opened = self._kept.start(
                seating.sheets,
                seating.names,
                finish_turn=seating.finish_turn,
                reuse_blank=True,
                corner=corner,
            )
        except StorageError:
            return No.NOT_SAVED
        seating = having_played(seating, self.opened, opened)
        before, self.opened = self.opened, opened  # nobody is told of one without the other
        refused = self._keep(replace(seating, game=opened.head.id, answers=Answers()))
        if refused is None:
            self._kept.remember(Person(chair.name, chair.color) for chair in seating.chairs)
        else:
            self.opened = before
        return refused

    # the game

    def act(self, by: str, entry: Entry, seen: int) -> EntryOutcome:
        """Enter something.

        Args:
            by: Key of the device that acts.
            entry: What.
            seen: How many entries of the log the device had seen.

        Returns:
            What became of it; an entry that came twice stands once and is answered twice.
        """
        judged = self.judged(by, entry, seen)
        if judged is not None or self.opened is None:
            if judged in _TOO_LATE:
                self._changed()
            return judged or EntryOutcome(trouble=Trouble.NO_GAME)
        answer = self.opened.enter(entry)
        if answer.stands and entry != Entry(Undo()):  # who reopens the end changes something first
            self._end_if_all_have_answered()
        self._changed()
        return answer

    def correct(self, by: str, change: Change, seen: int) -> EntryOutcome:
        """Put one entry right: on a sheet of one's own, or on any by who opened the table.

        Args:
            by: Key of the device that acts.
            change: What, as the device has seen the game.
            seen: How many entries of the log it had seen.
        """
        if self.opened is None or self.closed:
            return EntryOutcome(trouble=Trouble.NO_GAME)
        if not self.may_correct(by, change.seat):
            return EntryOutcome(trouble=Trouble.NOT_YOURS)
        if not is_correctable(self.opened.game, change.place):  # what follows looks at all of it
            return EntryOutcome(trouble=Trouble.GAME_FULL)
        if not still_means_the_same(change, self.opened.game, seen):
            self._changed()
            return EntryOutcome(trouble=Trouble.MOVED_ON)
        return self._after_correction(self.opened.correct(change))

    def take_back(self, by: str, seat: int, seen: int) -> EntryOutcome:
        """Undo the correction that a seat (from 1) has just had; the rest as for `correct`."""
        if self.opened is None or self.closed:
            return EntryOutcome(trouble=Trouble.NO_GAME)
        if not self.may_correct(by, seat):
            return EntryOutcome(trouble=Trouble.NOT_YOURS)
        change = self.opened.way_back(seat)
        if change is None or any(made.end > seen for made in self.opened.made):
            self._changed()
            return EntryOutcome(trouble=Trouble.MOVED_ON)
        return self._after_correction(self.opened.correct(change))

    def _after_correction(self, answer: EntryOutcome) -> EntryOutcome:
        if answer.stands:
            self._end_if_all_have_answered()
        self._changed()
        return answer

    def _end_if_all_have_answered(self) -> None:
        if self.opened and may_end(self.opened.game, self.answers):
            self.opened.enter(Entry(Finish()))

    # what is said beside the log

    def done(self, by: str, seat: int, *, yes: bool) -> No | None:
        """A seat (from 1) has finished with this roll, or has not after all."""
        if not self.seating.holds(by, seat):
            return No.NOT_YOURS
        seats = self.answers.done | {seat} if yes else self.answers.done - {seat}
        return self._answered(replace(self.answers, done=seats))

    def decline(self, by: str, seat: int, letter: str) -> No | None:
        """A seat (from 1) does not lock a row too."""
        if not self.seating.holds(by, seat):
            return No.NOT_YOURS
        declined = self.answers.declined | {(letter, seat)}
        return self._answered(replace(self.answers, declined=declined))

    def tell_dice(self, by: str, letter: str, *, white: bool) -> No | None:
        """The roller says with which dice a row was locked."""
        if not self._rolls(by):
            return No.NOT_YOURS
        answers = self.answers
        if white:
            said = replace(answers, white=answers.white | {letter})
        else:
            said = replace(answers, colored=answers.colored | {letter})
        return self._answered(said)

    def vouch(self, by: str, letter: str) -> No | None:
        """Somebody at the table says that a lock which is not shared was made with white dice."""
        game = self.opened.game if self.opened else None
        if game is None or not self.seating.seats_of(by):
            return No.NOT_YOURS
        if letter not in self.locks.unshared:
            return None  # a shared lock needs no word, and of a first cross the roller is asked
        return self._answered(replace(self.answers, vouched=self.answers.vouched | {letter}))

    def close_now(self, by: str) -> No | None:
        """Who may end the roll waits for no more answers."""
        table = self.position
        if self.opened is None or table is None:
            return No.NOT_YOURS
        if not may_end_roll(by, table, self.seating, self.away):
            return No.NOT_YOURS
        return self._answered(with_no_for_all(self.opened.game, self.answers))

    def _rolls(self, by: str) -> bool:
        active = self.opened.game.position.active if self.opened else None
        return active is not None and self.seating.holds(by, active)

    def _answered(self, answers: Answers) -> No | None:
        if self.opened is None:
            return No.NOT_YOURS
        answers = replace(answers, seen=len(self.opened.game.log))
        refused = self._write(replace(self.seating, answers=answers))
        if refused is None:
            self._end_if_all_have_answered()
            self._changed()
        return refused

    def _keep(self, seating: Seating) -> No | None:
        refused = self._write(seating)
        if refused is None:
            self._changed()
        return refused

    def _write(self, seating: Seating) -> No | None:
        """On disk first, then here; a closed table changes no more."""
        if self._gone or (self.closed and seating.closed):
            return No.NOT_YOURS
        if not self._kept.keep_note(NOTE + seating.code, seating.text):
            return No.NOT_SAVED
        self.seating = seating
        return None
