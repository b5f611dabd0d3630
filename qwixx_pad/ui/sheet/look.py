"""What is seen of a sheet: a look of each row, of its cells and of its sum. Pure.

A look is made once of equal facts, so that of a sheet only the rows that an entry has changed are
made anew, whoever asks and however many sheets a screen shows.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import assert_never

from qwixx_pad.core.effects import next_gains
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Mark, Pair, Place
from qwixx_pad.core.moves import Entry, Penalty
from qwixx_pad.core.scoring import Purpose, SumLine, Term, row_points, sum_line, terms
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.design.tokens import BESIDE_MARKS, LUCKY_MARK
from qwixx_pad.ui.sheet.row_look import RowLook, row_look
from qwixx_pad.ui.text import Kind, Lock, RowFacts, signed
from qwixx_pad.ui.text.translator import Words

_SHEETS_KEPT, _BLANK_KEPT = 64, 64
"""Looks that are made of facts met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class ExtraLook:
    """The field beside those of the rows.

    Attributes:
        identifier: What a tap on it does.
        icon: In its corner, by its name.
        points: What it shows; None for a key that shows none, and while they are hidden.
        spoken: For a screen reader.
    """

    identifier: str
    icon: str
    points: int | None
    spoken: str


@dataclass(frozen=True, slots=True)
class PairLook:
    """What the cells with one mark bring together, in words as short as there is room for.

    It is done with the last of them, and lost as soon as one can be crossed no more.
    """

    mark: Mark
    text: str
    spoken: str
    done: bool
    lost: bool = False


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
        pairs: What its pairs of cells bring.
        copied: Whether it is copied from paper, and all on it can be taken back.
    """

    layout: Layout
    rows: tuple[RowLook, ...]
    penalties: int
    unsent_penalties: int
    spoken_penalties: tuple[str, ...]
    fields: tuple[str, ...]
    extra: ExtraLook | None
    total: int | None
    spoken_total: str
    spoken_sum: str
    pairs: tuple[PairLook, ...]
    copied: bool

    @property
    def explains(self) -> bool:
        """Whether points came about in a way that the line of the sum does not show."""
        capped = any(row.cap is not None for row in self.layout.rows)
        return capped or bool(self.layout.pairs or self.layout.marked(Mark.STEP))

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
class _SheetFacts:
    """All that the look of a sheet depends on.

    Attributes:
        sheet: The sheet.
        closed: Letters of the rows that others have closed, or that are closed for this seat.
        closing: Letters of those locked in this roll in which this seat may still cross.
        unshared: Letters of those of them that a coloured die has locked.
        ringed: The cells whose crosses the seat can take back.
        unsent: The cells whose crosses stand on this device only.
        unsent_penalties: How many penalties do.
        by: Letter of each closed row, and who has locked it, in words.
        settled: Whether nothing more can be entered.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
        hides: Whether points stay hidden.
    """

    sheet: Sheet
    closed: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    unshared: frozenset[str] = frozenset()
    ringed: frozenset[Place] = frozenset()
    unsent: frozenset[Place] = frozenset()
    unsent_penalties: int = 0
    by: tuple[tuple[str, str], ...] = ()
    settled: bool = False
    alone: bool = True
    copied: bool = False
    hides: bool = False

    def of_row(self, row: int, points: int, gain: int | None) -> RowFacts:
        """What the look of a row (from 0) depends on, with its points and what comes next."""
        sheet, printed, lock = self.sheet, self.sheet.layout.rows[row], self._lock(row)
        unshared = printed.letter in self.unshared
        only_last = bool(printed.lock_mask >> sheet.marks[row].bit_length() & 1)
        closed = lock in {Lock.MINE, Lock.ELSEWHERE}
        ends = closed or self.settled or (only_last and unshared)
        return RowFacts(
            sheet.layout,
            row,
            kinds=tuple(self._kinds(row, unshared=unshared)),
            crosses=sheet.crosses(row),
            towards=sheet.towards_lock(row),
            points=None if self.hides else points,
            gain=None if ends or self.hides else gain,
            lock=lock,
            by=dict(self.by).get(printed.letter, ""),
            again=self._second(row),
            ringed=tuple(place.position for place in self.ringed if place.row == row),
            unsent=tuple(place.position for place in self.unsent if place.row == row),
            alone=self.alone,
            copied=self.copied,
        )

    def _lock(self, row: int) -> Lock:
        printed = self.sheet.layout.rows[row]
        if not printed.lock_mask:
            return Lock.NONE
        if self.sheet.locked(row):
            return Lock.MINE
        if printed.letter in self.closing:
            return Lock.CLOSING
        return Lock.ELSEWHERE if printed.letter in self.closed else Lock.OPEN

    def _kinds(self, row: int, *, unshared: bool) -> Iterator[Kind]:
        printed = self.sheet.layout.rows[row]
        last = Kind.READY if self.sheet.towards_lock(row) >= printed.needs else Kind.WAITING
        for position, state in enumerate(self.sheet.states(row, self.closed)):
            is_last = state is CellState.OPEN and printed.lock_mask >> position & 1
            kind = last if is_last else _KINDS[state]
            yield _UNSHARED.get(kind, kind) if unshared else kind

    def _second(self, row: int) -> int | None:
        """The position of the number that may be crossed a second time; None for none."""
        if not self.sheet.layout.rows[row].twice:
            return None
        place = Place(row, self.sheet.marks[row].bit_length() - 1)
        may = place.position >= 0 and self.sheet.why_not_there(place, self.closed) is None
        return place.position if may else None


_KINDS = {state: Kind[state.name] for state in CellState}
_UNSHARED = {Kind.READY: Kind.UNSHARED, Kind.WAITING: Kind.CLOSED}
"""What a last cell is where a coloured die has locked its row in this roll."""


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
        by = tuple(
            (letter, words.both([names[seat - 1] for seat in position.lockers(letter)]))
            for letter in sorted(position.closed)
        )
    sheet = position.sheets[seat - 1]
    return _sheet(
        _SheetFacts(
            sheet,
            closed=position.out_of_play - closing,
            closing=closing,
            unshared=closing & unshared,
            ringed=frozenset(() if paper else undoable_cells(game, seat)),
            unsent=frozenset(_unsent_cells(game, seat, unsent) if unsent else ()),
            unsent_penalties=[*unsent].count(Entry(Penalty(), seat)),
            by=by,
            settled=position.settled,
            alone=game.setup.seats == 1 and not paper,
            copied=paper,
            hides=hides,
        ),
        words,
    )


@lru_cache(maxsize=_BLANK_KEPT)
def blank_rows(layout: Layout, words: Words) -> tuple[RowLook, ...]:
    """The rows of a sheet before its first cross: what is printed, in this language."""
    return _sheet(_SheetFacts(Sheet.blank(layout)), words).rows


def kept_look(sheet: Sheet, closed: frozenset[str], words: Words) -> SheetLook:
    """The look of a sheet of which no more is known than what stands on it."""
    return _sheet(_SheetFacts(sheet, closed, settled=True), words)


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


@lru_cache(maxsize=_SHEETS_KEPT)
def _sheet(facts: _SheetFacts, words: Words) -> SheetLook:
    sheet, hides, copied = facts.sheet, facts.hides, facts.copied
    line = sum_line(sheet)
    gains = (None,) * len(sheet.marks) if copied else next_gains(sheet, facts.closed)
    rows = (facts.of_row(row, line.rows[row], gain) for row, gain in enumerate(gains))
    scored = (p for p, row in zip(line.rows, sheet.layout.rows, strict=True) if row.lock_mask)
    total, added = words.text("Total {n}", n=line.total), words.sum_line(terms(sheet))
    if hides:
        total = words.text("Total, hidden until the end")
        added = words.text("Points are hidden until the end.")
    return SheetLook(
        layout=sheet.layout,
        rows=tuple(row_look(each, words) for each in rows),
        penalties=sheet.penalties,
        unsent_penalties=facts.unsent_penalties,
        spoken_penalties=tuple(_spoken_penalties(facts, words)),
        fields=tuple("" if hides else str(points) for points in (*scored, line.penalty)),
        extra=_extra(facts, line, words),
        total=None if hides else line.total,
        spoken_total=total,
        spoken_sum=added,
        pairs=pair_looks(sheet, words, facts.closed),
        copied=copied,
    )


def _spoken_penalties(facts: _SheetFacts, words: Words) -> Iterator[str]:
    taken, most = facts.sheet.penalties, facts.sheet.layout.penalties
    for at in range(taken):
        said = words.text("Misthrow {n}, crossed", n=at + 1)
        unsent = at >= taken - facts.unsent_penalties
        yield words.text("{cell}, not sent", cell=said) if unsent else said
    if taken < most:
        yield words.text("Misthrow {n} of {all}, minus 5 points", n=taken + 1, all=most)


def _extra(facts: _SheetFacts, line: SumLine, words: Words) -> ExtraLook | None:
    """The field beside those of the rows; None where a sheet has none.

    If no dice are rolled for it, as on a copy of a paper, none shows a lucky number.
    """
    layout, points = facts.sheet.layout, None if facts.hides or not line.beside else line.extra
    icon = BESIDE_MARKS[line.beside[0].purpose] if line.beside else LUCKY_MARK
    if layout.board is not None:
        told = words.text("Board. Tap to move the pawn.")
        if points is not None:
            told = words.count(
                "Board, {n} point. Tap to move the pawn.",
                "Board, {n} points. Tap to move the pawn.",
                points,
            )
        return ExtraLook("board", icon, points, told)
    if layout.lucky and not facts.copied:
        # Translators: Qwixx Longo; the white dice show a lucky number.
        told = words.text("Lucky number. Tap if one was rolled.")
        return ExtraLook("lucky-number", LUCKY_MARK, points, told)
    if not line.beside:
        return None
    told = words.text("Extra points, hidden until the end")
    if points is not None:
        told = words.count("{n} extra point", "{n} extra points", points)
    return ExtraLook("extra", icon, points, told)


def pair_looks(
    sheet: Sheet, words: Words, closed: frozenset[str] = frozenset()
) -> tuple[PairLook, ...]:
    """What each pair of a sheet brings, in the order in which they are printed."""
    return tuple(_pair(pair, sheet, words, closed) for pair in sheet.layout.pairs)


_SHORT = {
    # Translators: very short; so many crosses in the row with the fewest.
    Mark.FEWEST: phrase("{n}× fewest"),
    # Translators: very short; so many crosses in each row.
    Mark.EACH: phrase("{n}× each"),
    # Translators: very short; the lowest row counts so many times.
    Mark.LOWEST: phrase("lowest ×{n}"),
    Mark.PLUS: phrase("+{n}"),
    # Translators: very short; a misthrow, whose boxes say −5, costs nothing.
    Mark.WAIVE: phrase("−{cost} = 0"),
}


_GONE = frozenset({CellState.SKIPPED, CellState.CLOSED, CellState.VOID})


def _pair(pair: Pair, sheet: Sheet, words: Words, closed: frozenset[str]) -> PairLook:
    places = sheet.layout.marked(pair.mark)
    done = all(sheet.is_crossed(place) for place in places)
    cells = words.both([words.cell_inside(sheet, place) for place in places])
    # Translators: {cells} is such as "yellow 7 and blue 7", {effect} "1 cross in each row".
    open_, won = phrase("Pair {cells}: {effect}"), phrase("Pair {cells}, done: {effect}")
    gone = {tuple(sheet.states(place.row, closed))[place.position] for place in places} & _GONE
    how = phrase("Pair {cells}, lost: {effect}") if gone else won if done else open_
    said = words.text(how, cells=cells, effect=words.pair_effect(pair))
    short = words.text(_SHORT[pair.mark], n=pair.amount, cost=sheet.layout.penalty_points)
    return PairLook(pair.mark, short, said, done, bool(gone))


@dataclass(frozen=True, slots=True)
class TermLook:
    """One line of the card that explains a sum; it has no letter where it comes beside the rows."""

    text: str
    points: str
    letter: str = ""


def explained(sheet: Sheet, words: Words) -> tuple[TermLook, ...]:
    """Each term of the sum of a sheet, and how it came about; the total comes last."""
    lines = (
        TermLook(_term_text(term, sheet, words), signed(term.points), term.row or "")
        for term in terms(sheet)
    )
    return (*lines, TermLook(words.text("Total"), signed(sheet.total)))


_BESIDE = {
    Purpose.TRACK: phrase("Lucky track"),
    Purpose.PAIR: phrase("Pair"),
    Purpose.BOARD: phrase("Board"),
}


def _term_text(term: Term, sheet: Sheet, words: Words) -> str:
    match term.purpose:
        case Purpose.ROW:
            return _row(term, sheet, words)
        case Purpose.STEPS:
            steps = sum(sheet.is_crossed(place) for place in sheet.layout.marked(Mark.STEP))
            return words.count("Steps: {n} cross", "Steps: {n} crosses", steps)
        case Purpose.TRACK | Purpose.PAIR | Purpose.BOARD as purpose:
            return words.text(_BESIDE[purpose])
        case Purpose.PENALTIES:
            said = words.count("{n} misthrow", "{n} misthrows", sheet.penalties)
            free = sheet.amount(Mark.WAIVE)
            return words.text("{misthrows}, at no cost", misthrows=said) if free else said
        case unsaid:
            assert_never(unsaid)


def _row(term: Term, sheet: Sheet, words: Words) -> str:
    row = sheet.layout.index_of(term.row or "")
    crosses, cap = sheet.crosses(row), sheet.layout.rows[row].cap
    have = words.count("{n} cross", "{n} crosses", crosses)
    said = words.of_row("{row}: {have}", term.row or "", have=have)
    counted = crosses if cap is None else min(crosses, cap)
    if counted < crosses:
        # Translators: of the crosses of a row no more than this many are counted.
        said = words.text("{crosses}, {n} count", crosses=said, n=counted)
    if term.points != row_points(counted):
        times = sheet.amount(Mark.LOWEST)
        return words.text("{row}, counts {n} times", row=said, n=times)
    return said
