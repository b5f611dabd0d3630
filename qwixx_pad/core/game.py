"""A game: what was entered, in order, and what stands of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    Close,
    EndRoll,
    Entry,
    Finish,
    Move,
    Redo,
    SheetMove,
    TableMove,
    Undo,
)
from qwixx_pad.core.refusal import Refusal, RefusedError
from qwixx_pad.core.solo import Solo
from qwixx_pad.core.table import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first roll.

    Attributes:
        layout: The printed sheet.
        seats: How many sheets; 1 is a sheet whose table is elsewhere.
        finish_turn: House option of rule 10.
    """

    layout: Layout
    seats: int = 1
    finish_turn: bool = False

    @property
    def text(self) -> str:
        """The head of the game line, such as `classic/3+finish-turn`."""
        seats = f"/{self.seats}" if self.seats > 1 else ""
        return f"{self.layout.name}{seats}{'+finish-turn' if self.finish_turn else ''}"

    def position(self) -> "Solo | Table":
        """Fresh sheets."""
        if self.seats == 1:
            return Solo.start(self.layout)
        return Table.start(self.layout, self.seats, finish_turn=self.finish_turn)


@dataclass(frozen=True, slots=True)
class _Standing:
    """An entry that holds, or that was taken back, with the roll it was made in."""

    entry: Entry
    roll: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """The fold of a log: what stands, what can come back, and the positions between.

    Attributes:
        positions: The fresh sheets, then the position after each entry that stands.
        standing: The entries that hold, in order.
        undone: Entries taken back, the newest last.
    """

    positions: tuple[Solo | Table, ...]
    standing: tuple[_Standing, ...] = ()
    undone: tuple[_Standing, ...] = ()

    @property
    def position(self) -> Solo | Table:
        """The sheets as they are now."""
        return self.positions[-1]

    @property
    def _alone(self) -> bool:
        return isinstance(self.position, Solo)

    def why_not(self, entry: Entry) -> Refusal | None:
        """The first refusal that holds for an entry, None if it is legal."""
        entry = self._addressed(entry)
        seat, move = entry.seat, entry.move
        if isinstance(move, Undo | Redo):
            return self._why_not_turn_back(seat, move)
        if isinstance(move, EndRoll | Finish):
            return Refusal.SYNTAX if seat is not None else self.position.why_not_all(move)
        if seat is None or (isinstance(move, Close) and not self._alone):
            return Refusal.SYNTAX
        return self.position.why_not(seat, move)

    def _addressed(self, entry: Entry) -> Entry:
        """A single sheet needs no seat in front: everything there is of seat 1."""
        nobody = entry.seat is None and not isinstance(entry.move, EndRoll | Finish)
        return Entry(entry.move, 1) if nobody and self._alone else entry

    def _why_not_turn_back(self, seat: int | None, move: Undo | Redo) -> Refusal | None:
        if seat is not None and not 1 <= seat <= len(self.position.sheets):
            return Refusal.NO_SUCH_SEAT
        if isinstance(move, Undo):
            return Refusal.NOTHING_TO_UNDO if self._last_of(seat) is None else None
        found = self._last_undone(seat)
        if found is None:
            return Refusal.NOTHING_TO_REDO
        entry = self.undone[found].entry
        return None if self._put_back(entry, ()) else self.why_not(entry)

    def _last_of(self, seat: int | None) -> int | None:
        """Where the entry stands that an undo takes back."""
        if seat is None or self._alone:
            return len(self.standing) - 1 if self.standing else None
        of_seat = (i for i in reversed(self._this_roll) if self.standing[i].entry.seat == seat)
        return next(of_seat, None)

    @property
    def _this_roll(self) -> range:
        """Where the entries of this roll stand: those behind the last `/`."""
        first = len(self.standing)
        while first and not isinstance(self.standing[first - 1].entry.move, EndRoll):
            first -= 1
        return range(first, len(self.standing))

    def _last_undone(self, seat: int | None) -> int | None:
        """Where the entry waits that a redo brings back."""
        if seat is None or self._alone:
            return len(self.undone) - 1 if self.undone else None
        for index in range(len(self.undone) - 1, -1, -1):
            if self.undone[index].entry.seat == seat:
                return index if self.undone[index].roll == self.position.roll else None
        return None

    def of_this_roll(self, seat: int) -> tuple[SheetMove, ...]:
        """What a seat (from 1) has entered in this roll and not taken back."""
        entries = (self.standing[i].entry for i in self._this_roll)
        return tuple(_of_a_seat(e.move) for e in entries if e.seat == seat)

    def play(self, entry: Entry) -> "Timeline":
        """The fold after a legal entry."""
        if self._alone and entry.seat is not None:
            entry = Entry(entry.move)  # as the contract writes it on one sheet
        if isinstance(entry.move, Undo):
            return self._undo(self._last_of(entry.seat) or 0)
        if isinstance(entry.move, Redo):
            return self._redo(self._last_undone(entry.seat) or 0)
        return self.after(entry, self._kept_by(entry))

    def _kept_by(self, entry: Entry) -> tuple[_Standing, ...]:
        """A new entry clears the redo of its seat; `/` and `end` clear everybody's."""
        if not self.undone or entry.seat is None or self._alone:
            return ()
        return tuple(waiting for waiting in self.undone if waiting.entry.seat != entry.seat)

    def after(self, entry: Entry, undone: tuple[_Standing, ...]) -> "Timeline":
        """The fold after an entry known to be legal, with what waits for a redo then."""
        before, move = self.position, entry.move
        after: Solo | Table
        if isinstance(move, EndRoll | Finish):
            after = before.play_all(move)
        else:
            after = before.play(entry.seat or 1, _of_a_seat(move))
        standing = (*self.standing, _Standing(entry, before.roll))
        return Timeline((*self.positions, after), standing, undone)

    def _undo(self, index: int) -> "Timeline":
        undone = (*self.undone, self.standing[index])
        shorter = self._until(index, undone)
        for later in self.standing[index + 1 :]:
            shorter = shorter.after(later.entry, undone)
        return shorter

    def _until(self, index: int, undone: tuple[_Standing, ...]) -> "Timeline":
        return Timeline(self.positions[: index + 1], self.standing[:index], undone)

    def _redo(self, index: int) -> "Timeline":
        undone = self.undone[:index] + self.undone[index + 1 :]
        return self._put_back(self.undone[index].entry, undone) or self

    def _put_back(self, entry: Entry, undone: tuple[_Standing, ...]) -> "Timeline | None":
        """The fold with an entry taken back standing again, None where the rules forbid it.

        It goes to the end if it is legal there. Others may have closed its row or the game by
        now; but it was made before that, so it may go in front of what they entered, as late as
        possible, while all of that stays legal.
        """
        if self.why_not(entry) is None:
            return self.after(entry, undone)
        for place in reversed(self._this_roll):
            if entry.seat in (None, self.standing[place].entry.seat):
                return None
            later = (standing.entry for standing in self.standing[place:])
            if found := self._until(place, undone).while_legal((entry, *later)):
                return found
        return None

    def while_legal(self, entries: tuple[Entry, ...]) -> "Timeline | None":
        """The fold after these entries, None if one of them is refused."""
        after = self
        for entry in entries:
            if after.why_not(entry) is not None:
                return None
            after = after.after(entry, self.undone)
        return after


def _of_a_seat(move: Move) -> SheetMove:
    if isinstance(move, Undo | Redo | EndRoll | Finish):  # pragma: no cover - never of a seat
        raise TypeError(move)
    return move


@dataclass(frozen=True, slots=True)
class Game:
    """A setup and its log; the timeline is the log's fold, carried so that a tap costs one step.

    Attributes:
        setup: Layout, seats, options.
        log: Everything that was entered, undo and redo too.
        timeline: What stands of it.
    """

    setup: Setup
    log: tuple[Entry, ...]
    timeline: Timeline

    @classmethod
    def start(cls, setup: Setup) -> "Game":
        """A game before its first entry."""
        return cls(setup, (), Timeline((setup.position(),)))

    @property
    def position(self) -> Solo | Table:
        """The sheets as they are now."""
        return self.timeline.position

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that hold: the log without what was taken back."""
        return tuple(standing.entry for standing in self.timeline.standing)

    def at(self, entries: int) -> "Game":
        """The game as it was when so many of its standing entries had been made."""
        made, then = self.timeline.standing[:entries], self.timeline.positions[: entries + 1]
        log = tuple(standing.entry for standing in made)
        return Game(self.setup, log, Timeline(then, made))

    @property
    def legal(self) -> "Legal":
        """All that may be entered now."""
        return Legal(self)

    @property
    def text(self) -> str:
        """The game line."""
        return " ".join((self.setup.text, *(entry.text for entry in self.log)))

    def why_not(self, entry: Entry) -> Refusal | None:
        """Why an entry is refused, None if it is legal."""
        return self.timeline.why_not(entry)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat (from 1) has an entry of this roll to take back."""
        return self.why_not(Entry(Undo(), seat)) is None

    def can_redo(self, seat: int) -> bool:
        """Whether what a seat (from 1) took back can come back."""
        return self.why_not(Entry(Redo(), seat)) is None

    def play(self, entry: Entry) -> "Game":
        """The game after an entry.

        Raises:
            RefusedError: The rules do not accept it.
        """
        reason = self.why_not(entry)
        if reason is not None:
            raise RefusedError(reason)
        return Game(self.setup, (*self.log, entry), self.timeline.play(entry))


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal entries of a game: which, whether one is, whether any, how many."""

    game: Game

    def __iter__(self) -> Iterator[Entry]:
        """Each once, in printed order, then those that are for everybody."""
        return (entry for entry in candidates(self.game) if entry in self)

    def __contains__(self, entry: object) -> bool:
        return isinstance(entry, Entry) and self.game.why_not(entry) is None

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def candidates(game: Game) -> Iterator[Entry]:
    """Every entry that the sheets of a game have a place for, legal or not."""
    alone = game.setup.seats == 1
    for seat, move in game.position.candidates():
        yield Entry(move, None if alone else seat)
    everybody: tuple[TableMove | Undo | Redo, ...] = (EndRoll(), Finish(), Undo(), Redo())
    yield from (Entry(move) for move in everybody)
    if not alone:
        for seat in range(1, game.setup.seats + 1):
            yield from (Entry(move, seat) for move in (Undo(), Redo()))


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry at which a replay stopped: its place from 0, and the reason."""

    at: int
    reason: Refusal


def replay(setup: Setup, entries: Iterable[Entry | None]) -> tuple[Game, Refused | None]:
    """Play a log while it is valid.

    Args:
        setup: The game it belongs to.
        entries: In order; None stands for a token that could not be read.

    Returns:
        What stands until the first refused entry, and that refusal if there was one.
    """
    timeline = Timeline((setup.position(),))
    log: list[Entry] = []
    for at, entry in enumerate(entries):
        reason = Refusal.SYNTAX if entry is None else timeline.why_not(entry)
        if entry is None or reason is not None:
            return Game(setup, tuple(log), timeline), Refused(at, reason or Refusal.SYNTAX)
        timeline = timeline.play(entry)
        log.append(entry)
    return Game(setup, tuple(log), timeline), None
