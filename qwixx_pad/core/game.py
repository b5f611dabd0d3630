"""A game: what was entered, in order, and what stands of it."""

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
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline


@dataclass(frozen=True, slots=True)
class Setup:
    """The sheets and options of a game, fixed before the first roll.

    Attributes:
        layouts: The printed sheet of each seat; a single one is a sheet whose table is elsewhere.
        finish_turn: House option of rule 10.
        paper: Whether finished sheets are copied (rule 13).
    """

    layouts: tuple[Layout, ...]
    finish_turn: bool = False
    paper: bool = False

    @classmethod
    def for_layout(cls, layout: Layout, seats: int = 1, *, finish_turn: bool = False) -> "Setup":
        """Return a game on one printed sheet for all."""
        return cls((layout,) * seats, finish_turn)

    @property
    def layout(self) -> Layout:
        """The sheet of the first seat; what is settled for the whole table is the same on all."""
        return self.layouts[0]

    @property
    def seats(self) -> int:
        """How many sheets."""
        return len(self.layouts)

    def layout_of(self, seat: int) -> Layout:
        """Find the printed sheet of a seat."""
        return self.layouts[seat - 1]

    @property
    def names(self) -> str:
        """The sheets as a game line names them: once, or in seat order where they differ."""
        names = [layout.name for layout in self.layouts]
        return names[0] if len({*names}) == 1 else ",".join(names)

    @property
    def text(self) -> str:
        """The head of the game line, such as `classic/3+finish-turn`."""
        seats = f"/{self.seats}" if self.seats > 1 else ""
        option = "+paper" if self.paper else "+finish-turn" if self.finish_turn else ""
        return f"{self.names}{seats}{option}"

    def seat_entry(self, move: Move, seat: int) -> Entry:
        """Return a move of a seat as an entry: with its seat, if not alone."""
        return Entry(move, seat if self.seats > 1 else None)

    def start_position(self) -> Position:
        """Return fresh sheets."""
        if self.paper:
            return Paper.start(self.layouts)
        if self.seats == 1:
            return Solo.start(self.layout)
        return Table.start(self.layouts, finish_turn=self.finish_turn)


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
        """Return a game before its first entry."""
        return cls(setup, (), Timeline.empty_log(setup.start_position()))

    @property
    def position(self) -> Position:
        """The sheets as they are now."""
        return self.timeline.position

    @property
    def applied(self) -> tuple[Entry, ...]:
        """The entries that hold: the log without what was taken back."""
        return self.timeline.applied

    def after_entries(self, entries: int) -> "Game":
        """Return the game as it was when so many of its standing entries had been made."""
        then = self.timeline.after_entries(entries)
        return Game(self.setup, then.applied, then)

    @property
    def is_blank(self) -> bool:
        """True if nothing is written on any sheet: once such a game is over, it has no result.

        What was undone is not written, nor are the white dice, who sits out, and rows that
        others close.
        """
        return all(sheet.is_blank for sheet in self.position.sheets)

    @property
    def text(self) -> str:
        """The game line."""
        return " ".join((self.setup.text, *(entry.text for entry in self.log)))

    def entry_refusal(self, entry: Entry) -> Refusal | None:
        """Why an entry is refused, None if it is legal."""
        return self.timeline.entry_refusal(entry)

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat has an entry of this roll to take back."""
        return self.entry_refusal(Entry(Undo(), seat)) is None

    def can_redo(self, seat: int) -> bool:
        """Return whether what a seat took back can come back."""
        return self.entry_refusal(Entry(Redo(), seat)) is None

    def with_entry(self, entry: Entry) -> "Game":
        """Return the game after an entry.

        Raises:
            RefusedError: The rules do not accept it.
        """
        reason = self.entry_refusal(entry)
        if reason is not None:
            raise RefusedError(reason)
        return Game(self.setup, (*self.log, entry), self.timeline.with_entry(entry))


@dataclass(frozen=True, slots=True)
class Refused:
    """The entry at which a replay stopped: its place from 0, and the reason."""

    index: int
    reason: Refusal


def replay(setup: Setup, entries: Iterable[Entry | None]) -> tuple[Game, Refused | None]:
    """Play a log while it is valid.

    Args:
        setup: The game it belongs to.
        entries: In order; None stands for a token that could not be read.

    Returns:
        What stands until the first refused entry, and that refusal if there was one.
    """
    return continue_replay(Game.start(setup), entries)


def continue_replay(game: Game, entries: Iterable[Entry | None]) -> tuple[Game, Refused | None]:
    """Replay more entries on top of a game; a refused one is counted from the log's first."""
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
    """Entries that turn what stands into something else, or why that cannot stand.

    Attributes:
        entries: To be entered in order; empty if nothing has to change or it is refused.
        refused: The entry of the wanted ones (from 0) that the rules do not accept, and why.
    """

    entries: tuple[Entry, ...]
    refused: Refused | None = None


def rewrite_log(game: Game, wanted: tuple[Entry, ...]) -> Correction:
    """Return the entries after which exactly these stand.

    Args:
        game: As it is now.
        wanted: What shall stand, in order; no undo or redo among them.
    """
    _, refused = replay(game.setup, wanted)
    if refused is not None:
        return Correction((), refused)
    same = common_length(game.applied, wanted)
    undone = (Entry(Undo()),) * (len(game.applied) - same)
    return Correction((*undone, *wanted[same:]))


def common_length(before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """Return how many entries are the same at the beginning of both."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))


def reopen_game(game: Game) -> Correction:
    """Return the correction that takes back the end of the game."""
    positions = game.timeline.positions
    keep = len(game.applied)
    while keep and positions[keep].is_over:
        keep -= 1
    return rewrite_log(game, game.applied[:keep])
