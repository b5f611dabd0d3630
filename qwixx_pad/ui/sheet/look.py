"""What is seen of a sheet: a look of each row, of its cells and of its sum. Pure.

A look is made once of equal facts, so that of a sheet only the rows that an entry has changed are
made anew, whoever asks and however many sheets a screen shows.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from qwixx_pad.core.effects import next_gains
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Place
from qwixx_pad.core.moves import Entry, Penalty
from qwixx_pad.core.scoring import SumLine, sum_line, terms
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.ui.sheet.foot import ExtraLook, PairLook, extra_look, needs_telling, pair_looks
from qwixx_pad.ui.sheet.row_look import RowFacts, RowLook, row_look
from qwixx_pad.ui.speech.spoken import (
    Lock,
)
from qwixx_pad.ui.speech.words import Words

_SHEETS_KEPT, _BLANK_KEPT = 64, 64
"""Looks that are made of facts met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class SheetLook:
    """A sheet as somebody sees it.

    Attributes:
        layout: What is printed.
        rows: Top to bottom.
        penalties: How many are taken.
        unsent_penalties: How many of the last ones stand on this device only.
        spoken_penalties: What is said of each that is taken, and of the next one if there is one.
        fields: Points of each row that has some and points lost, as written: empty while hidden.
        extra: The field beside those of the rows; None where the sheet has none.
        total: The sum; None while it is hidden.
        spoken_total, spoken_sum: The total, and the sum as a sentence.
        over: Whether the game has ended.
        settled: ... and nothing more can be crossed.
        ending: Why it is over, in words.
        pairs: What its pairs of cells bring.
        copied: Whether it is copied from paper, and all on it can be taken back.
    """

    layout: Layout = field(hash=False)
    rows: tuple[RowLook, ...]
    penalties: int
    unsent_penalties: int
    spoken_penalties: tuple[str, ...]
    fields: tuple[str, ...]
    extra: ExtraLook | None
    total: int | None
    spoken_total: str
    spoken_sum: str
    over: bool
    settled: bool
    ending: str
    pairs: tuple[PairLook, ...]
    copied: bool

    @property
    def explains(self) -> bool:
        """Whether its total came about in a way that has to be told."""
        return needs_telling(self.layout)

    @property
    def ringed(self) -> tuple[Place, ...]:
        """The cells in a ring."""
        return tuple(Place(at, cell) for at, row in enumerate(self.rows) for cell in row.ringed)

    def with_cells_of(self, other: "SheetLook", places: Collection[Place]) -> "SheetLook":
        """The same with some cells as they are in another look of it."""
        rows = list(self.rows)
        for row, at in places:
            cells = list(rows[row].cells)
            cells[at] = other.rows[row].cells[at]
            rows[row] = replace(rows[row], cells=tuple(cells))
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A sheet with all that its look depends on; what is printed is not hashed each time.

    Attributes:
        sheet: The sheet.
        closed: Letters of the rows that others have closed, or that are closed for this seat.
        closing: Letters of those locked in this roll in which this seat may still cross.
        unshared: Letters of those of them that a coloured die has locked.
        ringed: The cells whose crosses the seat can take back.
        unsent: The cells whose crosses stand on this device only.
        unsent_penalties: How many penalties do.
        by: Letter of each closed row, and who has locked it, in words.
        ended: How many rows are closed for everybody.
        over, settled: Whether the game has ended, and nothing more can be entered.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
        hides: Whether points stay hidden.
        words: The language.
    """

    sheet: Sheet = field(hash=False)
    marks: tuple[int, ...]
    penalties: int
    closed: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    unshared: frozenset[str] = frozenset()
    ringed: frozenset[Place] = frozenset()
    unsent: frozenset[Place] = frozenset()
    unsent_penalties: int = 0
    by: tuple[tuple[str, str], ...] = ()
    ended: int = 0
    over: bool = False
    settled: bool = False
    alone: bool = True
    copied: bool = False
    hides: bool = False
    words: Words = field(hash=False, kw_only=True)

    def lock(self, row: int) -> Lock:
        """The state of the lock of a row, from 0."""
        printed = self.sheet.layout.rows[row]
        if not printed.lock_mask:
            return Lock.NONE
        if self.sheet.locked(row):
            return Lock.MINE
        if printed.letter in self.closing:
            return Lock.CLOSING
        return Lock.ELSEWHERE if printed.letter in self.closed else Lock.OPEN

    def second(self, row: int) -> int | None:
        """The position of a row whose number may be crossed a second time; None for none."""
        if not self.sheet.layout.rows[row].twice:
            return None
        place = Place(row, self.sheet.marks[row].bit_length() - 1)
        may = place.position >= 0 and self.sheet.why_not_there(place, self.closed) is None
        return place.position if may else None

    def ends(self, row: int) -> bool:
        """Whether nothing can come in a row any more."""
        printed = self.sheet.layout.rows[row]
        only_last = bool(printed.lock_mask >> self.sheet.marks[row].bit_length() & 1)
        closed = self.lock(row) in {Lock.MINE, Lock.ELSEWHERE}
        return closed or self.settled or (only_last and printed.letter in self.unshared)


def sheet_look(  # noqa: PLR0913 - a game, whose sheet of it, and what is known beside it
    game: Game,
    words: Words,
    seat: int = 1,
    names: Sequence[str] = (),
    *,
    unshared: frozenset[str] = frozenset(),
    unsent: Collection[Entry] = (),
    hides: bool = False,
) -> SheetLook:
    """The look of one seat's sheet (from 1).

    Names are given where several are at the table. `unshared` rows a coloured die has locked in
    this roll, `unsent` entries stand at the end of the game on this device only. A look that hides
    points neither shows nor says a number that adds up crosses.
    """
    position, closing, paper = game.position, frozenset[str](), game.setup.paper
    by: tuple[tuple[str, str], ...] = ()
    if isinstance(position, Table):
        closing = position.still_open_for(seat)
        by = tuple((x, _lockers(position, x, names, words)) for x in sorted(position.closed))
    sheet = position.sheets[seat - 1]
    return _sheet(
        _Seen(
            sheet,
            sheet.marks,
            sheet.penalties,
            closed=position.out_of_play - closing,
            closing=closing,
            unshared=closing & unshared,
            ringed=frozenset(() if paper else undoable_cells(game, seat)),
            unsent=frozenset(_unsent_cells(game, seat, unsent) if unsent else ()),
            unsent_penalties=[*unsent].count(Entry(Penalty(), seat)),
            by=by,
            ended=len(position.closed),
            over=position.over,
            settled=position.settled,
            alone=game.setup.seats == 1 and not paper,
            copied=paper,
            hides=hides,
            words=words,
        )
    )


@lru_cache(maxsize=_BLANK_KEPT)
def blank_rows(layout: Layout, words: Words) -> tuple[RowLook, ...]:
    """The rows of a sheet before its first cross: what is printed, in this language."""
    sheet = Sheet.blank(layout)
    return _sheet(_Seen(sheet, sheet.marks, 0, words=words)).rows


def kept_look(sheet: Sheet, closed: frozenset[str], words: Words) -> SheetLook:
    """The look of a sheet of which no more is known than what stands on it."""
    return _sheet(_Seen(sheet, sheet.marks, sheet.penalties, closed, settled=True, words=words))


def undoable_cells(game: Game, seat: int) -> dict[Place, Entry]:
    """The cells that a seat (from 1) takes back by tapping them, and the entry that goes then.

    A cross that another one has forced goes with that one.
    """
    made = game.timeline.crossed_in_this_roll(seat)
    newest = made if game.setup.seats > 1 else islice(made, 1)
    return {place: entry for entry, places in reversed([*newest]) for place in places}


def _unsent_cells(game: Game, seat: int, unsent: Collection[Entry]) -> Iterator[Place]:
    """The cells of a seat (from 1) that entries have crossed which stand on this device only."""
    for entry, places in game.timeline.crossed_in_this_roll(seat):
        if entry in unsent:
            yield from places


def _lockers(table: Table, letter: str, names: Sequence[str], words: Words) -> str:
    return words.both([names[seat - 1] for seat in table.lockers(letter)])


@lru_cache(maxsize=_SHEETS_KEPT)
def _sheet(seen: _Seen) -> SheetLook:
    sheet, words, hides = seen.sheet, seen.words, seen.hides
    line = sum_line(sheet)
    gains = (None,) * len(sheet.marks) if seen.copied else next_gains(sheet, seen.closed)
    scored = (p for p, row in zip(line.rows, sheet.layout.rows, strict=True) if row.lock_mask)
    return SheetLook(
        layout=sheet.layout,
        rows=tuple(row_look(_facts(seen, row, line, gain)) for row, gain in enumerate(gains)),
        penalties=sheet.penalties,
        unsent_penalties=seen.unsent_penalties,
        spoken_penalties=tuple(_spoken_penalties(seen)),
        fields=tuple("" if hides else str(points) for points in (*scored, line.penalty)),
        extra=extra_look(sheet, line, words, hides=hides, rolls=not seen.copied),
        total=None if hides else line.total,
        spoken_total=words.text("Total, hidden until the end")
        if hides
        else words.text("Total {n}", n=line.total),
        spoken_sum=words.text("Points are hidden until the end.")
        if hides
        else words.sum_line(terms(sheet)),
        over=seen.over,
        settled=seen.settled,
        ending=words.text("Copied from paper.") if seen.copied else words.ending(sheet, seen.ended),
        pairs=pair_looks(sheet, words, seen.closed),
        copied=seen.copied,
    )


def _spoken_penalties(seen: _Seen) -> Iterator[str]:
    words, taken, most = seen.words, seen.penalties, seen.sheet.layout.penalties
    for at in range(taken):
        said = words.text("Misthrow {n}, crossed", n=at + 1)
        unsent = at >= taken - seen.unsent_penalties
        yield words.text("{cell}, not sent", cell=said) if unsent else said
    if taken < most:
        yield words.text("Misthrow {n} of {all}, minus 5 points", n=taken + 1, all=most)


def _facts(seen: _Seen, row: int, line: SumLine, gain: int | None) -> RowFacts:
    sheet, letter = seen.sheet, seen.sheet.layout.rows[row].letter
    return RowFacts(
        sheet.layout,
        row,
        states=tuple(sheet.states(row, seen.closed)),
        crosses=sheet.crosses(row),
        towards=sheet.towards_lock(row),
        gain=None if seen.ends(row) or seen.hides else gain,
        points=line.rows[row],
        lock=seen.lock(row),
        unshared=letter in seen.unshared,
        ringed=tuple(place.position for place in seen.ringed if place.row == row),
        unsent=tuple(place.position for place in seen.unsent if place.row == row),
        again=seen.second(row),
        by=dict(seen.by).get(letter, ""),
        alone=seen.alone,
        copied=seen.copied,
        hides=seen.hides,
        words=seen.words,
    )
