"""The look of a sheet: that of its rows and cells, and of its sum. Pure.

Looks are cached by the facts that they depend on, so that after an entry only the rows that it has
changed are made again, on however many sheets of a screen.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import assert_never

from qwixx_pad.core.effects import next_gains
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import BonusPair, CellRef, Layout, Mark
from qwixx_pad.core.moves import Entry, Penalty
from qwixx_pad.core.scoring import Purpose, SumLine, Term, row_points, score_terms, sum_points
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.i18n import N_
from qwixx_pad.ui.sheet.row_look import RowLook, row_look
from qwixx_pad.ui.text import CellKind, LockState, RowFacts, signed_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import EXTRA_ICONS, LUCKY_ICON

_MAX_CACHED_SHEETS = 64
"""Enough for a few tables at once; blank sheets are cached apart."""


@dataclass(frozen=True, slots=True)
class ExtraLook:
    """The field beside those of the rows.

    Attributes:
        identifier: The identifier that a tap on it presses.
        icon: Name of the icon in its corner.
        points: None for a button without points, and while points are hidden.
        spoken: For a screen reader.
    """

    identifier: str
    icon: str
    points: int | None
    spoken: str


@dataclass(frozen=True, slots=True)
class PairLook:
    """The effect of a pair.

    Attributes:
        mark: The mark of its cells.
        text: The effect, very short.
        spoken: For a screen reader.
        done: Whether all of its cells are crossed.
        lost: Whether one of them cannot be crossed any more.
    """

    mark: Mark
    text: str
    spoken: str
    done: bool
    lost: bool = False


@dataclass(frozen=True, slots=True)
class SheetLook:
    """A sheet as one seat sees it.

    Attributes:
        layout: What is printed.
        rows: From the top.
        penalties: How many are taken.
        unsent_penalties: How many of the last ones are on this device only.
        spoken_penalties: One for each that is taken, and one for the next if there is any left.
        fields: The points of each row that has some, then the points lost; empty while hidden.
        extra: The field beside those of the rows; None on a sheet without one.
        total: None while it is hidden.
        spoken_total, spoken_sum: The total, and the sum as a sentence.
        pairs: The effects of its pairs.
        on_paper: Whether it is copied from paper, so that everything on it can be undone (rule 13).
        lit_cells: The cell that a choice is for, then the cells to choose from; empty without a
            choice.
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
    on_paper: bool
    lit_cells: tuple[CellRef, ...] = ()

    @property
    def needs_explanation(self) -> bool:
        """True if the sum line alone does not show how the total came about."""
        return bool(
            self.layout.pairs
            or self.layout.cells_with_mark(Mark.STEP)
            or any(row.cap is not None for row in self.layout.rows)
        )

    @property
    def ringed_cells(self) -> tuple[CellRef, ...]:
        return tuple(
            CellRef(at, cell) for at, row in enumerate(self.rows) for cell in row.ringed_positions
        )

    def with_lit(self, places: tuple[CellRef, ...], tr: Translator) -> "SheetLook":
        """Highlight cells to choose from; the first place is that of the cell that they are for."""
        if not places:
            return self
        rows = list(self.rows)
        for row, at in places[1:]:
            cells = list(rows[row].cells)
            # Translators: {cell} is such as "Red 8, open".
            spoken = tr.gettext("{cell}, can be chosen", cell=cells[at].spoken)
            cells[at] = replace(cells[at], spoken=spoken)
            rows[row] = replace(rows[row], cells=tuple(cells))
        return replace(self, rows=tuple(rows), lit_cells=places)

    def with_cells_of(self, other: "SheetLook", places: Collection[CellRef]) -> "SheetLook":
        """Take some cells from another look of this sheet."""
        rows = list(self.rows)
        for row, at in places:
            cells = list(rows[row].cells)
            cells[at] = other.rows[row].cells[at]
            rows[row] = replace(rows[row], cells=tuple(cells))
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class _SheetFacts:
    """Everything that the look of a sheet depends on.

    Attributes:
        sheet: The sheet.
        closed: Letters of the rows that are closed for this seat.
        closing: Letters of those locked in this roll in which this seat may still cross (rule 9).
        unshared: Letters of those of `closing` that a coloured die has locked.
        ringed: Cells whose crosses the seat can undo.
        unsent: Cells whose crosses are on this device only.
        unsent_penalties: How many penalties are on this device only.
        closed_by: Letter of each closed row with the names of those who have locked it.
        settled: Whether nothing more can be entered.
        plays_alone: Whether the other players are not in the app.
        on_paper: Whether it is copied from paper (rule 13).
        hides_points: Whether points are hidden.
    """

    sheet: Sheet
    closed: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    unshared: frozenset[str] = frozenset()
    ringed: frozenset[CellRef] = frozenset()
    unsent: frozenset[CellRef] = frozenset()
    unsent_penalties: int = 0
    closed_by: tuple[tuple[str, str], ...] = ()
    settled: bool = False
    plays_alone: bool = True
    on_paper: bool = False
    hides_points: bool = False

    def row_facts(self, row: int, points: int, gain: int | None) -> RowFacts:
        """The facts of a row, from 0; `gain` is what its next cross would add."""
        sheet = self.sheet
        printed = sheet.layout.rows[row]
        lock = self._lock_state(row)
        unshared = printed.letter in self.unshared
        only_last_is_left = printed.lock_mask >> sheet.crossed[row].bit_length() & 1
        if (
            lock in {LockState.MINE, LockState.ELSEWHERE}
            or self.settled
            or self.hides_points
            or (only_last_is_left and unshared)
        ):
            gain = None
        return RowFacts(
            sheet.layout,
            row,
            kinds=tuple(self._cell_kinds(row, unshared=unshared)),
            crosses=sheet.cross_count(row),
            lock_crosses=sheet.lock_progress(row),
            points=None if self.hides_points else points,
            gain=gain,
            lock=lock,
            closed_by=dict(self.closed_by).get(printed.letter, ""),
            repeatable=self._repeatable_position(row),
            undoable=tuple(place.position for place in self.ringed if place.row == row),
            unsent=tuple(place.position for place in self.unsent if place.row == row),
            plays_alone=self.plays_alone,
            on_paper=self.on_paper,
        )

    def _lock_state(self, row: int) -> LockState:
        printed = self.sheet.layout.rows[row]
        if not printed.lock_mask:
            return LockState.NONE
        if self.sheet.is_locked(row):
            return LockState.MINE
        if printed.letter in self.closing:
            return LockState.CLOSING
        return LockState.ELSEWHERE if printed.letter in self.closed else LockState.OPEN

    def _cell_kinds(self, row: int, *, unshared: bool) -> Iterator[CellKind]:
        printed = self.sheet.layout.rows[row]
        last = (
            CellKind.READY
            if self.sheet.lock_progress(row) >= printed.crosses_to_lock
            else CellKind.WAITING
        )
        for position, state in enumerate(self.sheet.cell_states(row, self.closed)):
            is_last = state is CellState.OPEN and printed.lock_mask >> position & 1
            kind = last if is_last else _KIND_OF_STATE[state]
            yield _UNSHARED_KINDS.get(kind, kind) if unshared else kind

    def _repeatable_position(self, row: int) -> int | None:
        """The position of the number that may be crossed a second time; None for none."""
        if not self.sheet.layout.rows[row].last_counts_twice:
            return None
        place = CellRef(row, self.sheet.crossed[row].bit_length() - 1)
        may = place.position >= 0 and self.sheet.cross_refusal(place, self.closed) is None
        return place.position if may else None


_KIND_OF_STATE = {state: CellKind[state.name] for state in CellState}
_UNSHARED_KINDS = {CellKind.READY: CellKind.UNSHARED, CellKind.WAITING: CellKind.CLOSED}
"""The kind of a last cell whose row a coloured die has locked in this roll."""


def sheet_look(  # noqa: PLR0913 - a game, a seat, and what only the table knows
    game: Game,
    tr: Translator,
    seat: int = 1,
    names: Sequence[str] = (),
    *,
    unshared: frozenset[str] = frozenset(),
    unsent: Collection[Entry] = (),
    hides_points: bool = False,
) -> SheetLook:
    """Build the look of one seat's sheet.

    Args:
        game: The game.
        tr: The translator.
        seat: The seat.
        names: Of all seats; empty on a single sheet.
        unshared: Letters of the rows that a coloured die has locked in this roll.
        unsent: The last entries of the game, if they are on this device only.
        hides_points: Whether to leave out every number that adds up crosses.
    """
    position = game.position
    paper = game.setup.paper
    closing = frozenset[str]()
    closed_by: tuple[tuple[str, str], ...] = ()
    if isinstance(position, Table):
        closing = position.still_open_for(seat)
        closed_by = tuple(
            (letter, tr.join_and([names[seat - 1] for seat in position.seats_with_lock(letter)]))
            for letter in sorted(position.closed_rows)
        )
    return _cached_sheet_look(
        _SheetFacts(
            position.sheet_of(seat),
            closed=position.out_of_play - closing,
            closing=closing,
            unshared=closing & unshared,
            ringed=frozenset(() if paper else undoable_cells(game, seat)),
            unsent=frozenset(
                place
                for entry, places in game.timeline.crossed_this_roll(seat)
                if entry in unsent
                for place in places
            ),
            unsent_penalties=[*unsent].count(Entry(Penalty(), seat)),
            closed_by=closed_by,
            settled=position.is_settled,
            plays_alone=game.setup.seats == 1 and not paper,
            on_paper=paper,
            hides_points=hides_points,
        ),
        tr,
    )


@lru_cache(maxsize=_MAX_CACHED_SHEETS)
def blank_rows(layout: Layout, tr: Translator) -> tuple[RowLook, ...]:
    """The rows of a sheet before its first cross: its print."""
    return _cached_sheet_look(_SheetFacts(Sheet.blank(layout)), tr).rows


def stored_look(sheet: Sheet, closed: frozenset[str], tr: Translator) -> SheetLook:
    """Build the look of a sheet of which only the crosses and closed rows are known."""
    return _cached_sheet_look(_SheetFacts(sheet, closed, settled=True), tr)


def undoable_cells(game: Game, seat: int) -> dict[CellRef, Entry]:
    """Find the cells whose crosses a seat can undo by a tap, with the entry that is undone.

    A forced cross is undone with the entry that forced it.
    """
    newest_first = game.timeline.crossed_this_roll(seat)
    undoable = islice(newest_first, None if game.setup.seats > 1 else 1)
    return {place: entry for entry, places in reversed([*undoable]) for place in places}


@lru_cache(maxsize=_MAX_CACHED_SHEETS)
def _cached_sheet_look(facts: _SheetFacts, tr: Translator) -> SheetLook:
    sheet = facts.sheet
    line = sum_points(sheet)
    gains = (None,) * len(sheet.crossed) if facts.on_paper else next_gains(sheet, facts.closed)
    scored = [
        points for points, row in zip(line.rows, sheet.layout.rows, strict=True) if row.lock_mask
    ]
    if facts.hides_points:
        spoken_total = tr.gettext("Total, hidden until the end")
        spoken_sum = tr.gettext("Points are hidden until the end.")
        fields = ("",) * (len(scored) + 1)
    else:
        spoken_total = tr.gettext("Total {n}", n=line.total)
        spoken_sum = tr.sum_text(score_terms(sheet))
        fields = tuple(str(points) for points in (*scored, line.penalty))
    return SheetLook(
        layout=sheet.layout,
        rows=tuple(
            row_look(facts.row_facts(row, line.rows[row], gain), tr)
            for row, gain in enumerate(gains)
        ),
        penalties=sheet.penalties,
        unsent_penalties=facts.unsent_penalties,
        spoken_penalties=tuple(_spoken_penalties(facts, tr)),
        fields=fields,
        extra=_extra_look(facts, line, tr),
        total=None if facts.hides_points else line.total,
        spoken_total=spoken_total,
        spoken_sum=spoken_sum,
        pairs=pair_looks(sheet, tr, facts.closed),
        on_paper=facts.on_paper,
    )


def _spoken_penalties(facts: _SheetFacts, tr: Translator) -> Iterator[str]:
    taken = facts.sheet.penalties
    limit = facts.sheet.layout.penalties
    for at in range(taken):
        text = tr.gettext("Penalty {n}, crossed", n=at + 1)
        is_unsent = at >= taken - facts.unsent_penalties
        yield tr.gettext("{cell}, not sent", cell=text) if is_unsent else text
    if taken < limit:
        yield tr.gettext("Penalty {n} of {all}, minus 5 points", n=taken + 1, all=limit)


def _extra_look(facts: _SheetFacts, line: SumLine, tr: Translator) -> ExtraLook | None:
    """The extra field; None on a sheet without one.

    On a sheet copied from paper no dice are rolled, so it has no button for lucky numbers.
    """
    layout = facts.sheet.layout
    points = None if facts.hides_points or not line.extras else line.extra_points
    icon = EXTRA_ICONS[line.extras[0].purpose] if line.extras else LUCKY_ICON
    if layout.board is not None:
        spoken = (
            tr.gettext("Board. Tap to move the pawn.")
            if points is None
            else tr.ngettext(
                "Board, {n} point. Tap to move the pawn.",
                "Board, {n} points. Tap to move the pawn.",
                points,
            )
        )
        return ExtraLook("board", icon, points, spoken)
    if layout.has_lucky_numbers and not facts.on_paper:
        # Translators: Qwixx Longo; the white dice show a lucky number.
        spoken = tr.gettext("Lucky number. Tap if one was rolled.")
        return ExtraLook("lucky-number", LUCKY_ICON, points, spoken)
    if not line.extras:
        return None
    spoken = (
        tr.gettext("Extra points, hidden until the end")
        if points is None
        else tr.ngettext("{n} extra point", "{n} extra points", points)
    )
    return ExtraLook("extra", icon, points, spoken)


def pair_looks(
    sheet: Sheet, tr: Translator, closed: frozenset[str] = frozenset()
) -> tuple[PairLook, ...]:
    """The effects of a sheet's pairs, in printed order."""
    return tuple(_pair_look(pair, sheet, tr, closed) for pair in sheet.layout.pairs)


_SHORT_EFFECTS = {
    # Translators: very short; so many crosses in the row with the fewest.
    Mark.FEWEST: N_("{n}× fewest"),
    # Translators: very short; so many crosses in each row.
    Mark.EACH: N_("{n}× each"),
    # Translators: very short; the lowest row counts so many times.
    Mark.LOWEST: N_("lowest ×{n}"),
    Mark.PLUS: N_("+{n}"),
    # Translators: very short; a penalty, whose boxes say −5, costs nothing.
    Mark.WAIVE: N_("−{cost} = 0"),
}


_LOST_STATES = frozenset({CellState.SKIPPED, CellState.CLOSED, CellState.VOID})


def _pair_look(pair: BonusPair, sheet: Sheet, tr: Translator, closed: frozenset[str]) -> PairLook:
    places = sheet.layout.cells_with_mark(pair.mark)
    states = {tuple(sheet.cell_states(place.row, closed))[place.position] for place in places}
    is_done = all(sheet.is_crossed(place) for place in places)
    is_lost = bool(states & _LOST_STATES)
    # Translators: {cells} is such as "yellow 7 and blue 7", {effect} "1 cross in each row".
    spoken = N_("Pair {cells}: {effect}")
    if is_lost:
        spoken = N_("Pair {cells}, lost: {effect}")
    elif is_done:
        spoken = N_("Pair {cells}, done: {effect}")
    cells = tr.join_and([tr.cell_text(sheet, place) for place in places])
    return PairLook(
        mark=pair.mark,
        text=tr.gettext(_SHORT_EFFECTS[pair.mark], n=pair.amount, cost=sheet.layout.penalty_points),
        spoken=tr.gettext(spoken, cells=cells, effect=tr.pair_effect(pair)),
        done=is_done,
        lost=is_lost,
    )


@dataclass(frozen=True, slots=True)
class TermLook:
    """A line of the card that explains a sum; without a letter if it is not about a row."""

    text: str
    points: str
    letter: str = ""


def explain_sum(sheet: Sheet, tr: Translator) -> tuple[TermLook, ...]:
    """The terms of a sheet's sum and how they came about, then the total."""
    terms = [
        TermLook(_term_text(term, sheet, tr), signed_text(term.points), term.row or "")
        for term in score_terms(sheet)
    ]
    return (*terms, TermLook(tr.gettext("Total"), signed_text(sheet.total)))


_EXTRA_NAMES = {
    Purpose.TRACK: N_("Lucky track"),
    Purpose.PAIR: N_("Pair"),
    Purpose.BOARD: N_("Board"),
}


def _term_text(term: Term, sheet: Sheet, tr: Translator) -> str:
    match term.purpose:
        case Purpose.ROW:
            return _row_term_text(term, sheet, tr)
        case Purpose.STEPS:
            steps = sum(
                sheet.is_crossed(place) for place in sheet.layout.cells_with_mark(Mark.STEP)
            )
            return tr.ngettext("Steps: {n} cross", "Steps: {n} crosses", steps)
        case Purpose.TRACK | Purpose.PAIR | Purpose.BOARD as purpose:
            return tr.gettext(_EXTRA_NAMES[purpose])
        case Purpose.PENALTIES:
            text = tr.ngettext("{n} penalty", "{n} penalties", sheet.penalties)
            if sheet.pair_amount(Mark.WAIVE):
                return tr.gettext("{misthrows}, at no cost", misthrows=text)
            return text
        case unknown:
            assert_never(unknown)


def _row_term_text(term: Term, sheet: Sheet, tr: Translator) -> str:
    row = sheet.layout.row_index_or_raise(term.row or "")
    crosses = sheet.cross_count(row)
    cap = sheet.layout.rows[row].cap
    have = tr.ngettext("{n} cross", "{n} crosses", crosses)
    text = tr.row_text("{row}: {have}", term.row or "", have=have)
    counted = crosses if cap is None else min(crosses, cap)
    if counted < crosses:
        # Translators: of the crosses of a row no more than this many are counted.
        text = tr.gettext("{crosses}, {n} count", crosses=text, n=counted)
    if term.points != row_points(counted):
        return tr.gettext("{row}, counts {n} times", row=text, n=sheet.pair_amount(Mark.LOWEST))
    return text
