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
class RowFacts:
    """All that the look of one row depends on, as plain numbers and states.

    Attributes:
        layout: The printed sheet.
        row: Which of its rows, from 0.
        kinds: The state of each cell.
        crosses: How many crosses there are.
        towards: Those of them that count towards what its lock needs.
        points: What it is worth; None while that is hidden.
        gain: What the next cross adds; None where there is no next.
        lock: The state of its lock.
        by: Who has closed it, in words; empty where that is not known.
        again: The position of the number that may be crossed a second time; None for none.
        ringed: The positions of the cells whose crosses can be taken back.
        unsent: The positions of the cells whose crosses stand on this device only.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
    """

    layout: Layout
    row: int
    kinds: tuple[Kind, ...]
    crosses: int
    towards: int
    points: int | None
    gain: int | None
    lock: Lock
    by: str
    again: int | None
    ringed: tuple[int, ...]
    unsent: tuple[int, ...]
    alone: bool
    copied: bool

    @property
    def printed(self) -> Row:
        """What is printed of it."""
        return self.layout.rows[self.row]


class RowWords(Speech):
    """What is said of a row and its parts in one language."""

    __slots__ = ()

    def lock_spoken(self, facts: RowFacts) -> str:
        """The lock of a row; empty where none is printed."""
        row, lock = facts.printed, facts.lock
        if lock is Lock.NONE:
            return ""
        if lock is Lock.OPEN and row.locks > 1 and not facts.alone:
            either = self.either([str(number) for number in row.lock_numbers])
            # Translators: {numbers} is such as "15 or 16".
            said = phrase("{row} lock, open. {numbers} crosses it too.")
            return self.of_row(said, row.letter, numbers=either)
        said = (_LOCKS_ALONE if facts.alone else _LOCKS)[lock]
        return self.of_row(said, row.letter, by=facts.by)

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

    def points_spoken(self, facts: RowFacts) -> str:
        """What a row is worth; empty for one without points of its own."""
        letter = facts.printed.letter
        if facts.lock is Lock.NONE:
            return ""
        if facts.points is None:
            return self.of_row("{row}, points hidden", letter)
        worth = self.count("{n} point", "{n} points", facts.points)
        return self.of_row("{row} {worth}", letter, worth=worth)

    def row_spoken(self, facts: RowFacts) -> str:
        """A row in one or two sentences; without a lock only its crosses are told."""
        letter, lock, by = facts.printed.letter, facts.lock, facts.by
        have = self.count("{n} cross", "{n} crosses", facts.crosses)
        if facts.points is None or lock is Lock.NONE:
            closed = self.lock_pill(lock, by)
            said = phrase("{row}. {closed}. {have}.") if closed else phrase("{row}. {have}.")
            return self.of_row(said, letter, closed=closed, have=have)
        worth = self.count("{n} point", "{n} points", facts.points)
        said = self.of_row(_sentence(lock, by), letter, by=by, have=have, worth=worth)
        if facts.gain is None:
            return said
        more = self.text("Next cross adds {n}.", n=facts.gain)
        return f"{said} {more}"

    def cell_spoken(self, facts: RowFacts, position: int) -> str:
        """A cell and its state; of the last one what it needs, of an open one what it brings."""
        row, kind = facts.printed, facts.kinds[position]
        said = self.cell_name(row, row.cells[position])
        if kind in _CELLS:
            state = self.text(_CELLS[kind], cell=said)
        else:
            needed = self.number(row.needs, inside=True)
            # Translators: {needed} is a number as a word, such as "five".
            needs = phrase("{cell}, needs {needed} crosses, you have {n}")
            state = self.text(needs, cell=said, needed=needed, n=facts.towards)
        notes = self._notes(facts.layout, Place(facts.row, position)) if kind in _SAYS_MORE else ()
        again = (self.text("may be crossed once more"),) if position == facts.again else ()
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

    def _notes(self, layout: Layout, place: Place) -> tuple[str, ...]:
        """What is printed around a number, in a few words."""
        cell = layout.cell(place)
        # Translators: one cross on it counts two.
        double = (self.text("double"),) if cell.weight > 1 else ()
        if cell.mark in _MARKS:
            return (*double, self.text(_MARKS[cell.mark]))
        partner = layout.partner(place)
        pair = None if cell.mark is None else layout.pair(cell.mark)
        if partner is not None:
            other = layout.rows[partner.row].letter
            number = layout.cell(partner).number
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
