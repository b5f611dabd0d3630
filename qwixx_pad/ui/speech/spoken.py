"""The states of cells and locks, and what a screen reader says of a row and its parts. Pure."""

from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.layout import Cell, Layout, Mark, Pair, Place, Row, RowKind
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.speech import Speech


class Kind(Enum):
    """The states of a cell that look different."""

    OPEN = auto()
    CROSSED = auto()
    SKIPPED = auto()
    WAITING = auto()
    READY = auto()
    CLOSED = auto()
    DOUBLED = auto()
    """Crossed twice, or so heavy that its one cross counts twice."""
    VOID = auto()
    """A field of a bar whose colour nothing can be crossed in any more."""
    UNSHARED = auto()
    """The last one of a row that a coloured die has locked in this roll: closed, but asks."""


class Lock(Enum):
    """The states of a row's lock."""

    NONE = auto()
    """None is printed."""
    OPEN = auto()
    MINE = auto()
    ELSEWHERE = auto()
    CLOSING = auto()
    """Somebody locks it in this roll, and this sheet may still have its cross of the roll."""


_LOCKS = {
    Lock.OPEN: phrase("{row} lock, open. The last number crosses it too."),
    # Translators: {by} is a player, several players, or "you".
    Lock.MINE: phrase("{row} lock, crossed. Closed by {by}."),
    Lock.CLOSING: phrase("{row} lock. Locked in this roll by {by}."),
    Lock.ELSEWHERE: phrase("{row} lock. Closed by {by}."),
}
_LOCKS_ALONE = {
    Lock.OPEN: phrase("{row} lock, open. Tap if someone closed {colour}."),
    Lock.MINE: phrase("{row} lock, crossed. You closed {colour}."),
    Lock.ELSEWHERE: phrase("{row} lock. Somebody closed {colour}."),
}
_CELLS = {
    # Translators: {cell} is a row and a number, such as "Red 9".
    Kind.OPEN: phrase("{cell}, open"),
    Kind.CROSSED: phrase("{cell}, crossed"),
    # Translators: the number was passed over.
    Kind.SKIPPED: phrase("{cell}, skipped"),
    Kind.READY: phrase("{cell}, ready, also locks the row"),
    Kind.CLOSED: phrase("{cell}, closed"),
    Kind.DOUBLED: phrase("{cell}, crossed twice"),
    # Translators: nothing can be crossed there any more.
    Kind.VOID: phrase("{cell}, void"),
    Kind.UNSHARED: phrase("{cell}, closed by a coloured die. Tap if it was the white dice."),
}
_MARKS = {
    # Translators: printed in a box; crossing it crosses a field of the bar too.
    Mark.BOX: phrase("boxed"),
    # Translators: a black cell of the stairs of Qwixx Connected, which counts once more.
    Mark.STEP: phrase("step"),
}
_SAYS_MORE = {Kind.OPEN, Kind.READY, Kind.WAITING}
"""Cells that can still be crossed: what else they bring is worth hearing."""


@dataclass(frozen=True, slots=True)
class CellFacts:
    """What is said of one cell.

    Attributes:
        layout: On which it is printed.
        place: Where.
        kind: Its state.
        crosses: Those of its row that count towards what its lock needs.
        again: Whether it may be crossed a second time.
    """

    layout: Layout
    place: Place
    kind: Kind
    crosses: int
    again: bool = False


class RowWords(Speech):
    """What is said of a row and its parts in one language."""

    __slots__ = ()

    def lock_spoken(self, lock: Lock, row: Row, by: str, *, alone: bool) -> str:
        """A row's lock, locked by those (`by`); `alone` if the others are off the app."""
        letter = row.letter
        if lock is Lock.NONE:
            return ""
        if lock is Lock.OPEN and row.locks > 1 and not alone:
            either = self.either([str(number) for number in row.lock_numbers])
            # Translators: {numbers} is such as "15 or 16".
            said = phrase("{row} lock, open. {numbers} crosses it too.")
            return self.of_row(said, letter, numbers=either)
        return self.of_row((_LOCKS_ALONE if alone else _LOCKS)[lock], letter, by=by)

    def closed_label(self, lock: Lock) -> str:
        """A word for a row that is locked or closed; empty for an open one."""
        if lock in {Lock.OPEN, Lock.NONE}:
            return ""
        return self.text("locked") if lock is Lock.CLOSING else self.text("closed")

    def lock_pill(self, lock: Lock, by: str) -> str:
        """Who has locked a row (`by`), as it stands beside its name; empty for an open one."""
        if lock in {Lock.OPEN, Lock.NONE}:
            return ""
        if lock is Lock.CLOSING:
            return self.text("Locked by {by}", by=by)
        if by:
            return self.text("Closed by {by}", by=by)
        return self.text("You closed it") if lock is Lock.MINE else self.text("Closed")

    def points_spoken(self, letter: str, points: int | None) -> str:
        """What a row is worth; None while that is hidden."""
        if points is None:
            return self.of_row("{row}, points hidden", letter)
        worth = self.count("{n} point", "{n} points", points)
        return self.of_row("{row} {worth}", letter, worth=worth)

    def band_spoken(
        self, lock: Lock, letter: str, by: str, facts: tuple[int, int | None, int | None]
    ) -> str:
        """A row in one or two sentences; without a lock only its crosses are told.

        `by` are those who have closed it, empty where that is not known; the facts are its crosses,
        its points (None while they are hidden), and what the next cross adds, if there is one.
        """
        crosses, points, gain = facts
        have = self.count("{n} cross", "{n} crosses", crosses)
        if points is None or lock is Lock.NONE:
            closed = self.lock_pill(lock, by)
            said = phrase("{row}. {closed}. {have}.") if closed else phrase("{row}. {have}.")
            return self.of_row(said, letter, closed=closed, have=have)
        worth = self.count("{n} point", "{n} points", points)
        said = self.of_row(_sentence(lock, by), letter, by=by, have=have, worth=worth)
        if gain is None:
            return said
        more = self.text("Next cross adds {n}.", n=gain)
        return f"{said} {more}"

    def cell_spoken(self, facts: CellFacts) -> str:
        """A cell and its state; of the last one what it needs, of an open one what it brings."""
        row, cell = facts.layout.rows[facts.place.row], facts.layout.cell(facts.place)
        said = self.cell_name(row, cell)
        if facts.kind in _CELLS:
            state = self.text(_CELLS[facts.kind], cell=said)
        else:
            needed = self.number(row.needs, inside=True)
            # Translators: {needed} is a number as a word, such as "five".
            needs = phrase("{cell}, needs {needed} crosses, you have {n}")
            state = self.text(needs, cell=said, needed=needed, n=facts.crosses)
        notes = self._notes(facts, cell) if facts.kind in _SAYS_MORE else ()
        again = (self.text("may be crossed once more"),) if facts.again else ()
        return ", ".join((state, *notes, *again))

    def cell_name(self, row: Row, cell: Cell) -> str:
        """What a cell is called, at the beginning of a sentence."""
        match row.kind:
            case RowKind.EXCHANGE:
                return self.text("{n} or {other}", n=cell.number, other=cell.other)
            case RowKind.TRACK:
                # Translators: a field of the track of Lucky 15, by the points that it is worth.
                return self.text("Lucky field {n}", n=cell.number)
            case RowKind.BAR:
                # Translators: a field of the bar of Qwixx Bonus, counted from 1, and its colour.
                said = phrase("Bonus field {n}, {colour}")
                return self.of_row(said, cell.color, n=int(cell.label) + 1)
        if cell.number is None:
            return self.of_row("{row} connection {n}", row.letter, n=int(cell.label[1:]) + 1)
        said = self.of_row("{row} {n}", row.letter, n=cell.number)
        if row.inks and row.lock_mask:
            # Translators: a number and the colour that it is printed in, such as "Red 9, yellow".
            return self.of_row("{cell}, {colour}", cell.color, cell=said)
        return said

    def _notes(self, facts: CellFacts, cell: Cell) -> tuple[str, ...]:
        """What is printed around a number, in a few words."""
        # Translators: one cross on it counts two.
        double = (self.text("double"),) if cell.weight > 1 else ()
        if cell.mark in _MARKS:
            return (*double, self.text(_MARKS[cell.mark]))
        partner = facts.layout.partner(facts.place)
        pair = None if cell.mark is None else facts.layout.pair(cell.mark)
        if partner is not None:
            other = facts.layout.rows[partner.row].letter
            number = facts.layout.cell(partner).number
            # Translators: two cells in a chain; {colour} and {n} are the other, as in "green 9".
            return (*double, self.of_row("linked to {colour} {n}", other, n=number))
        if pair is not None:
            # Translators: {effect} is such as "1 cross in each row".
            return (*double, self.text("pair: {effect}", effect=self.pair_effect(pair)))
        return double

    def pair_effect(self, pair: Pair) -> str:
        """What the cells with one mark bring together, inside a sentence."""
        n = pair.amount
        match pair.mark:
            case Mark.FEWEST:
                return self.count(
                    "{n} cross in the row with the fewest",
                    "{n} crosses in the row with the fewest",
                    n,
                )
            case Mark.EACH:
                return self.count("{n} cross in each row", "{n} crosses in each row", n)
            case Mark.LOWEST:
                return self.text("lowest row counts {n} times", n=n)
            case Mark.PLUS:
                return self.count("{n} more point", "{n} more points", n)
        return self.text("misthrows cost nothing")


def _sentence(lock: Lock, by: str) -> str:
    if lock in {Lock.ELSEWHERE, Lock.MINE} and by:
        return phrase("{row}. Closed by {by}. {have}, {worth}.")
    if lock is Lock.ELSEWHERE:
        return phrase("{row}. Closed. {have}, {worth}.")
    if lock is Lock.MINE:
        return phrase("{row}. You closed it. {have}, {worth}.")
    return phrase("{row}. {have}, {worth}.")
