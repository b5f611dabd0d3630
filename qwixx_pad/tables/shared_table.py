"""One shared table: one authority for who sits there and for what is entered.

Whoever acts says who it is, for which seat, and how much of the log it has seen. The checks stand
in a fixed order; what passes them all is written, then told to every phone at once.
"""

from collections.abc import Callable
from dataclasses import replace

from qwixx_pad.core.corrections import Change, others
from qwixx_pad.core.moves import Entry, Finish, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.service.corners import next_corner
from qwixx_pad.service.observable import Observable
from qwixx_pad.service.session import EntryOutcome, GameService, OpenGame, Trouble
from qwixx_pad.service.settings import Person
from qwixx_pad.storage import StorageError
from qwixx_pad.tables.lobby import (
    No,
    Outcome,
    came_late,
    came_twice,
    may_end_roll,
    may_enter,
    still_means_the_same,
    why_not_start,
)
from qwixx_pad.tables.lock_questions import Locks, may_end, with_no_for_all
from qwixx_pad.tables.seating import Answers, Seating

NOTE = "table/"
"""What stands before a table's code where its seating is kept."""


class SharedTable(Observable):
    """One table: who sits, what is played, who is there.

    Attributes:
        seating: As kept.
        opened: Its game; None before the start, or while it cannot be read.
    """

    def __init__(self, service: GameService, seating: Seating) -> None:
        super().__init__()
        self._service = service
        self._present: dict[object, str] = {}
        self.seating = seating
        self.opened = self._open()
        self._gone = False
        self._locks, self._locks_after = Locks(), Answers()
        self._locks_of: object = None

    def _open(self) -> OpenGame | None:
        if self.seating.game is None:
            return None
        try:
            return self._service.open(self.seating.game)
        except StorageError:
            return None

    @property
    def answers(self) -> Answers:
        """What was said in the present roll; who has entered something since is not done."""
        if self.opened is None:
            return Answers()
        answers = self.seating.answers.in_roll(self.opened.game.position.roll)
        if not answers.done:
            return answers
        since = others(self.opened.game, self.opened.made, answers.seen)
        again = answers.done & {entry.seat for entry in since}
        return replace(answers, done=answers.done - again) if again else answers

    @property
    def locks(self) -> Locks:
        """What the locks of the present roll leave open; made once a change for all phones."""
        if self.opened is None:
            return Locks()
        game, answers = self.opened.game, self.answers
        if self._locks_of is not game or self._locks_after != answers:
            self._locks_of, self._locks_after = game, answers
            self._locks = Locks.of(game, answers)
        return self._locks

    @property
    def position(self) -> Table | None:
        """Its game as it stands; None before the start, or while it cannot be read."""
        position = self.opened.game.position if self.opened else None
        return position if isinstance(position, Table) else None

    # who is there

    def arrive(self, holder: str) -> Callable[[], None]:
        """A device shows this table, until the returned function is called."""
        here = object()
        self._present[here] = holder
        self._changed()

        def leave() -> None:
            self._present.pop(here, None)
            self._changed()

        return leave

    def is_here(self, seat: int) -> bool:
        """Whether the device of a seat (from 1) shows the table now."""
        holder = self.seating.chairs[seat - 1].holder
        return holder is not None and holder in self._present.values()

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

    # beside the game

    def seat(self, change: Callable[[Seating], Outcome]) -> No | None:
        """Change who sits where, by a function of `lobby`."""
        outcome = change(self.seating)
        return outcome if isinstance(outcome, No) else self._keep(outcome)

    def start(self, by: str) -> No | None:
        """Begin the game with everybody who has a seat."""
        return why_not_start(self.seating, by) or self._begin(self.seating)

    def rematch(self, by: str) -> No | None:
        """The same people on fresh sheets, the next one starts; only after a game."""
        if self.closed or not self.seating.knows(by):
            return No.NOT_YOURS
        if self.opened is None or not self.opened.game.position.settled:
            return No.STARTED
        corner = next_corner(len(self.seating.chairs), self.opened.first_corner)
        return self._begin(self.seating.beginning_with(2), corner)

    def _begin(self, seating: Seating, corner: int = 1) -> No | None:
        try:
            opened = self._service.start(
                seating.sheets,
                seating.names,
                finish_turn=seating.finish_turn,
                reuse_blank=True,
                corner=corner,
            )
        except StorageError:
            return No.NOT_SAVED
        before, self.opened = self.opened, opened  # nobody is told of one without the other
        refused = self._keep(replace(seating, game=opened.head.id, answers=Answers()))
        if refused is None:
            self._service.remember(Person(chair.name, chair.color) for chair in seating.chairs)
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
        if self.opened is None or self.closed:
            return EntryOutcome(trouble=Trouble.NO_GAME)
        game = self.opened.game
        if not may_enter(by, entry, self.seating, game):
            return EntryOutcome(trouble=Trouble.NOT_YOURS)
        made = self.opened.made
        if came_late(entry, game, made, seen):
            self._changed()
            twice = came_twice(entry, game, made, seen)
            return EntryOutcome() if twice else EntryOutcome(trouble=Trouble.MOVED_ON)
        answer = self.opened.enter(entry)
        if entry != Entry(Undo()):  # who reopens the end wants to change something first
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

    def may_correct(self, by: str, seat: int | None) -> bool:
        """Whether a device may put something right on the sheet of a seat (from 1)."""
        if seat is None or not self.seating.has(seat):
            return False
        return by == self.seating.opener or self.seating.holds(by, seat)

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
        if not may_end_roll(by, table, self.seating):
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
        if not self._service.keep_note(NOTE + seating.code, seating.text):
            return No.NOT_SAVED
        self.seating = seating
        return None
