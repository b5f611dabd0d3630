"""A game: its setup, its log of entries, and the position that follows from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    Entry,
    Move,
    Redo,
    Refusal,
    RefusedError,
    Undo,
)
from qwixx_pad.core.positions import Paper, Position, Solo
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline


@dataclass(frozen=True, slots=True)
class Setup:
    """The sheets and options of a game, fixed before the first roll.

    Attributes:
        layouts: The printed sheet of each seat; one alone means that the others play off the app.
        finish_turn: Whether a turn is completed after the second row has closed (rule 10).
        paper: Whether finished paper sheets are copied (rule 13).
    """

    layouts: tuple[Layout, ...]
    finish_turn: bool = False
    paper: bool = False

    @classmethod
    def for_layout(cls, layout: Layout, seats: int = 1, *, finish_turn: bool = False) -> "Setup":
        """Set up a game in which every seat has the same printed sheet."""
        return cls((layout,) * seats, finish_turn)

    @property
    def layout(self) -> Layout:
        """The printed sheet of seat 1.

        Numbers that hold for the whole table are equal on all sheets.
        """
        return self.layouts[0]

    @property
    def seats(self) -> int:
        return len(self.layouts)

    def layout_of(self, seat: int) -> Layout:
        return self.layouts[seat - 1]

    @property
    def names(self) -> str:
        """The layout's name as in a game line; where the sheets differ all names, in seat order."""
        names = [layout.name for layout in self.layouts]
        return names[0] if len({*names}) == 1 else ",".join(names)

    @property
    def text(self) -> str:
        """The head of the game line, such as `classic/3+finish-turn`."""
        seats = f"/{self.seats}" if self.seats > 1 else ""
        option = "+paper" if self.paper else "+finish-turn" if self.finish_turn else ""
        return f"{self.names}{seats}{option}"

    def seat_entry(self, move: Move, seat: int) -> Entry:
        """Make an entry of a move; on a single sheet entries have no seat."""
        return Entry(move, seat if self.seats > 1 else None)

    def start_position(self) -> Position:
        sheets = tuple(Sheet.blank(layout) for layout in self.layouts)
        if self.paper:
            return Paper(sheets)
        if self.seats == 1:
            return Solo(sheets[0])
        return Table(sheets, (0,) * self.seats, finish_turn=self.finish_turn)


@dataclass(frozen=True, slots=True)
class Game:
    """A setup and its log.

    Attributes:
        setup: The sheets and options.
        log: All entries, undo and redo included.
        timeline: The log's fold, carried along so that one more entry replays no others.
    """

    setup: Setup
    log: tuple[Entry, ...]
    timeline: Timeline

    @classmethod
    def start(cls, setup: Setup) -> "Game":
        return cls(setup, (), Timeline.empty_log(setup.start_position()))

    @property
    def position(self) -> Position:
        """The newest position."""
        return self.timeline.position

    @property
    def applied(self) -> tuple[Entry, ...]:
        """The entries that still apply, in order: the log without what was undone."""
        return self.timeline.applied

    def after_entries(self, entries: int) -> "Game":
        """Go back to the moment after the first `entries` of those that still apply."""
        then = self.timeline.after_entries(entries)
        return Game(self.setup, then.applied, then)

    @property
    def is_blank(self) -> bool:
        """True if nothing is written on any sheet; once it is over, such a game has no result.

        White dice, seats that sit out and rows that others close write nothing, nor does an undone
        entry.
        """
        return all(sheet.is_blank for sheet in self.position.sheets)

    @property
    def text(self) -> str:
        return " ".join((self.setup.text, *(entry.text for entry in self.log)))

    def entry_refusal(self, entry: Entry) -> Refusal | None:
        """The first reason that forbids an entry; None if it is legal."""
        return self.timeline.entry_refusal(entry)

    def can_undo(self, seat: int) -> bool:
        """True if an undo by this seat would be accepted."""
        return self.entry_refusal(Entry(Undo(), seat)) is None

    def can_redo(self, seat: int) -> bool:
        """True if a redo by this seat would be accepted."""
        return self.entry_refusal(Entry(Redo(), seat)) is None

    def with_entry(self, entry: Entry) -> "Game":
        """Append an entry.

        Raises:
            RefusedError: The rules forbid it.
        """
        reason = self.entry_refusal(entry)
        if reason is not None:
            raise RefusedError(reason)
        return Game(self.setup, (*self.log, entry), self.timeline.with_entry(entry))


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry at which a replay stopped.

    Attributes:
        index: Its index in the log, from 0.
        reason: The first refusal that holds.
    """

    index: int
    reason: Refusal


def replay(setup: Setup, entries: Iterable[Entry | None]) -> tuple[Game, Refused | None]:
    """Play the entries of a log up to the first one that is refused.

    Args:
        setup: The sheets and options of the game.
        entries: The entries in order; None stands for a token that could not be read.

    Returns:
        The game up to the refused entry, and the refusal; None if all were accepted.
    """
    return continue_replay(Game.start(setup), entries)


def continue_replay(game: Game, entries: Iterable[Entry | None]) -> tuple[Game, Refused | None]:
    """Play more entries of a game's log, as `replay` does.

    Indexes count from the start of the log.
    """
    fold = Fold(game.timeline)
    log = [*game.log]
    refused = None
    for entry in entries:
        reason = fold.try_entry(entry)
        if entry is None or reason is not None:
            refused = Refused(len(log), reason or Refusal.SYNTAX)
            break
        log.append(entry)
    return Game(game.setup, tuple(log), fold.timeline), refused


@dataclass(frozen=True, slots=True)
class Correction:
    """The entries that turn one list of applied entries into another.

    Attributes:
        entries: What to enter, in order; empty if nothing has to change or the result is illegal.
        refused: Which of the wanted entries, counted from 0, the rules forbid, and why; else None.
    """

    entries: tuple[Entry, ...]
    refused: Refused | None = None


def rewrite_log(game: Game, wanted: tuple[Entry, ...]) -> Correction:
    """Find the entries that leave exactly the wanted ones applied.

    Args:
        game: The game as it is now.
        wanted: The entries that shall apply, in order, without undo and redo.
    """
    _, refused = replay(game.setup, wanted)
    if refused is not None:
        return Correction((), refused)
    same = common_length(game.applied, wanted)
    undone = (Entry(Undo()),) * (len(game.applied) - same)
    return Correction((*undone, *wanted[same:]))


def common_length(before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """Count the entries with which both sequences begin."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))


def reopen_game(game: Game) -> Correction:
    """Take back as many entries as it takes for the game not to be over."""
    positions = game.timeline.positions
    keep = len(game.applied)
    while keep and positions[keep].is_over:
        keep -= 1
    return rewrite_log(game, game.applied[:keep])
