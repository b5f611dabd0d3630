"""What to paint, say and lead a focus to of a sheet: from a game to plain values. Pure.

Equal facts give the very same value, so that of a sheet only the rows that a tap has changed are
made again, whoever asks and however many sheets a screen shows.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from qwixx_pad.core.effects import next_gains
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import LINED, Mark, Place
from qwixx_pad.core.moves import Entry, Penalty
from qwixx_pad.core.scoring import SumLine, terms
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.ui.pad.row_view import (
    BandLook,
    CellLook,
    RowFacts,
    row_look,
    undoable_cells,
    unsent_cells,
)
from qwixx_pad.ui.pad.sums import ExtraLook, PairLook, extra_look, needs_telling, pair_looks
from qwixx_pad.ui.speech.spoken import Kind, Lock
from qwixx_pad.ui.speech.words import Words

__all__ = [
    "BandLook",
    "CellLook",
    "Kind",
    "Lock",
    "MiniLook",
    "MiniRow",
    "PadLook",
    "mini_look",
    "pad_look",
]

_SHEETS_KEPT = 64
"""Sheets that are made of facts met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class PadLook:
    """A whole sheet, ready to be painted.

    Attributes:
        bands: Top to bottom.
        misthrows: Penalties taken, and how many boxes there are.
        unsent_misthrows: How many of the last ones stand on this device only.
        fields: Points of the rows, in the sum line.
        minus: Points lost by penalties.
        extra: The field beside those of the rows; None where the sheet has none.
        total: The sum.
        spoken_total, spoken_sum: The total, and the sum line as a sentence.
        over: The game has ended.
        settled: ... and nothing more can be crossed.
        ending: Why it is over, in words.
        prefix: Before every identifier, where several sheets are on one screen.
        hidden: Whether points are not shown yet.
        pairs: What its pairs of cells bring.
        explains: Whether a tap on the total tells how it came about.
        copied: Whether it is copied from paper, and all on it can be taken back.
    """

    bands: tuple[BandLook, ...]
    misthrows: tuple[int, int]
    fields: tuple[int, ...]
    minus: int
    extra: ExtraLook | None
    total: int
    spoken_total: str
    spoken_sum: str
    over: bool
    settled: bool
    ending: str
    prefix: str = ""
    hidden: bool = False
    pairs: tuple[PairLook, ...] = ()
    explains: bool = False
    copied: bool = False
    unsent_misthrows: int = 0


@dataclass(frozen=True, slots=True)
class _Around:
    """What a sheet needs to know of the rest of the game, and how it is told.

    Attributes:
        closed: Letters of the rows that others have closed, or that are closed for this seat.
        closing: Letters of those locked in this roll in which this seat may still cross.
        unshared: Letters of those of them that a coloured die has locked.
        undoable: The cells that the seat can take back by tapping them again.
        unsent: The cells whose crosses stand on this device only.
        unsent_misthrows: How many misthrows do.
        by: Letter of each closed row, and who has locked it, in words.
        ended: How many rows are closed for everybody.
        over, settled: Whether the game has ended, and nothing more can be entered.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
        prefix: Before every identifier.
        hides: Whether points stay hidden.
        words: The language.
    """

    closed: frozenset[str]
    closing: frozenset[str]
    unshared: frozenset[str]
    undoable: frozenset[Place]
    unsent: frozenset[Place]
    unsent_misthrows: int
    by: tuple[tuple[str, str], ...]
    ended: int
    over: bool
    settled: bool
    alone: bool
    copied: bool
    prefix: str
    hides: bool
    words: Words = field(hash=False)


def pad_look(  # noqa: PLR0913, PLR0917 - a game, whose sheet of it, and what is known beside it
    game: Game,
    words: Words,
    seat: int = 1,
    names: Sequence[str] = (),
    prefix: str = "",
    unshared: frozenset[str] = frozenset(),
    *,
    unsent: Collection[Entry] = (),
    hides: bool = False,
) -> PadLook:
    """The look of one seat's sheet (from 1).

    Args:
        game: What stands.
        words: The language.
        seat: Whose sheet.
        names: Of all seats, where several are at the table.
        prefix: Before every identifier, where several sheets are on one screen.
        unshared: Letters of the rows that a coloured die has locked in this roll.
        unsent: What stands at the end of the game on this device only.
        hides: Whether no number that adds up crosses is shown or said.
    """
    position, closing, paper = game.position, frozenset[str](), game.setup.paper
    by: tuple[tuple[str, str], ...] = ()
    if isinstance(position, Table):
        closing = position.still_open_for(seat)
        by = tuple((x, _lockers(position, x, names, words)) for x in sorted(position.closed))
    around = _Around(
        closed=position.out_of_play - closing,
        closing=closing,
        unshared=closing & unshared,
        undoable=frozenset(() if paper else undoable_cells(game, seat)),
        unsent=frozenset(unsent_cells(game, seat, unsent) if unsent else ()),
        unsent_misthrows=[*unsent].count(Entry(Penalty(), seat)),
        by=by,
        ended=len(position.closed),
        over=position.over,
        settled=position.settled,
        alone=game.setup.seats == 1 and not paper,
        copied=paper,
        prefix=prefix,
        hides=hides,
        words=words,
    )
    sheet = position.sheets[seat - 1]
    return _sheet(_SheetFacts(sheet, sheet.marks, sheet.penalties, around))


def whose_roll(table: Table, names: Sequence[str], words: Words) -> str:
    """Whose roll it is, for somebody who has no seat, or that the game ends or has ended."""
    if table.over:
        return words.text("Last chance") if not table.settled else words.text("Game over")
    return words.text("{name}’s roll", name=words.short(names[table.active - 1]))


def _lockers(table: Table, letter: str, names: Sequence[str], words: Words) -> str:
    return words.both([names[seat - 1] for seat in table.lockers(letter)])


@dataclass(frozen=True, slots=True)
class _SheetFacts:
    """All that the look of one sheet is made of; what is printed on it is not hashed each time."""

    sheet: Sheet = field(hash=False)
    marks: tuple[int, ...]
    penalties: int
    around: _Around


@lru_cache(maxsize=_SHEETS_KEPT)
def _sheet(facts: _SheetFacts) -> PadLook:
    sheet, around = facts.sheet, facts.around
    line, words = sheet.sum_line, around.words
    copied = around.copied  # nothing comes next on a sheet that was filled
    gains = (None,) * len(sheet.marks) if copied else next_gains(sheet, around.closed)
    look = PadLook(
        bands=tuple(
            row_look(_row_facts(sheet, row, line, gain, around)) for row, gain in enumerate(gains)
        ),
        misthrows=(sheet.penalties, sheet.layout.penalties),
        fields=line.rows,
        minus=line.penalty,
        extra=extra_look(sheet, line, words, hides=around.hides, rolls=not copied),
        total=line.total,
        spoken_total=words.text("Total {n}", n=line.total),
        spoken_sum=words.sum_line(terms(sheet)),
        over=around.over,
        settled=around.settled,
        ending=words.text("Copied from paper.") if copied else words.ending(sheet, around.ended),
        prefix=around.prefix,
        pairs=pair_looks(sheet, words, around.closed),
        explains=needs_telling(sheet.layout),
        copied=copied,
        unsent_misthrows=around.unsent_misthrows,
    )
    return _without_points(look, words) if around.hides else look


def _without_points(look: PadLook, words: Words) -> PadLook:
    """The same sheet with no number that adds its crosses up."""
    return replace(
        look,
        fields=(0,) * len(look.fields),
        minus=0,
        total=0,
        spoken_total=words.text("Total, hidden until the end"),
        spoken_sum=words.text("Points are hidden until the end."),
        hidden=True,
    )


def _row_facts(
    sheet: Sheet, row: int, line: SumLine, gain: int | None, around: _Around
) -> RowFacts:
    printed = sheet.layout.rows[row]
    letter, lock = printed.letter, _lock(sheet, row, around)
    unshared = letter in around.unshared
    nothing_left = unshared and _only_last_left(sheet, row)
    closed = nothing_left or around.settled or lock in {Lock.MINE, Lock.ELSEWHERE}
    return RowFacts(
        sheet.layout,
        row,
        states=tuple(sheet.states(row, around.closed)),
        crosses=sheet.crosses(row),
        towards_lock=sheet.towards_lock(row),
        gain=None if closed else gain,
        points=line.rows[row],
        lock=lock,
        unshared=unshared,
        undoable=tuple(place.position for place in around.undoable if place.row == row),
        unsent=tuple(place.position for place in around.unsent if place.row == row),
        again=_second(sheet, row, around.closed),
        by=dict(around.by).get(letter, ""),
        alone=around.alone,
        copied=around.copied,
        prefix=around.prefix,
        hides=around.hides,
        words=around.words,
    )


def _lock(sheet: Sheet, row: int, around: _Around) -> Lock:
    printed = sheet.layout.rows[row]
    if not printed.lock_mask:
        return Lock.NONE
    if sheet.locked(row):
        return Lock.MINE
    if printed.letter in around.closing:
        return Lock.CLOSING
    return Lock.ELSEWHERE if printed.letter in around.closed else Lock.OPEN


def _second(sheet: Sheet, row: int, closed: frozenset[str]) -> int | None:
    """The position of the number of a row that may be crossed a second time; None for none."""
    if not sheet.layout.rows[row].twice:
        return None
    place = Place(row, sheet.marks[row].bit_length() - 1)
    crossed = place.position >= 0
    return place.position if crossed and sheet.why_not_there(place, closed) is None else None


def _only_last_left(sheet: Sheet, row: int) -> bool:
    return bool(sheet.layout.rows[row].lock_mask >> sheet.marks[row].bit_length() & 1)


@dataclass(frozen=True, slots=True)
class MiniRow:
    """A row of a small sheet.

    Attributes:
        letter: Which.
        cells: The states of its cells.
        lock: The state of its lock; empty without one.
        inks: Letters of the colours of its cells, where there are several.
        between: Of a row of bonus numbers, the letters of the two that it counts for.
        marks: What is printed around its numbers, a cell each; empty where nothing is.
        lined: Whether its cells stand below those of other rows.
    """

    letter: str
    cells: tuple[str, ...]
    lock: str
    inks: tuple[str, ...] = ()
    between: str = ""
    marks: tuple[Mark | None, ...] = ()
    lined: bool = True


@dataclass(frozen=True, slots=True)
class MiniLook:
    """A small sheet.

    Attributes:
        rows: Top to bottom.
        links: The two cells of each chain.
    """

    rows: tuple[MiniRow, ...]
    links: tuple[tuple[Place, Place], ...] = ()


def mini_look(sheet: Sheet, closed: frozenset[str]) -> MiniLook:
    """A sheet, small; `closed` are the letters of the rows that are closed for everybody."""
    rows = (
        MiniRow(
            row.letter,
            tuple(state.value for state in sheet.states(index, closed)),
            _mini_lock(sheet, index, closed),
            row.inks,
            row.between,
            marks if any(marks := tuple(cell.mark for cell in row.cells)) else (),
            row.kind in LINED,
        )
        for index, row in enumerate(sheet.layout.rows)
    )
    return MiniLook(tuple(rows), sheet.layout.linked)


def _mini_lock(sheet: Sheet, row: int, closed: frozenset[str]) -> str:
    if not sheet.layout.rows[row].lock_mask:
        return ""
    if sheet.locked(row):
        return "mine"
    return "closed" if sheet.layout.rows[row].letter in closed else "open"
