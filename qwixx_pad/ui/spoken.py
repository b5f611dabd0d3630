"""The states of cells and locks, and what a screen reader says of a row and its parts. Pure."""

from enum import Enum, auto

from qwixx_pad.core.moves import Cross
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.words import Words


class Kind(Enum):
    """The states of a cell that look different."""

    OPEN = auto()
    CROSSED = auto()
    SKIPPED = auto()
    WAITING = auto()
    READY = auto()
    CLOSED = auto()
    UNSHARED = auto()
    """The last one of a row that a coloured die has locked in this roll: closed, but asks."""


class Lock(Enum):
    """The states of a row's lock."""

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
    Kind.UNSHARED: phrase("{cell}, closed by a coloured die. Tap if it was the white dice."),
}


def lock_spoken(lock: Lock, letter: str, by: str, words: Words, *, alone: bool) -> str:
    """A row's lock; `by` are those who have locked it, `alone` if the others are off the app."""
    return words.of_row((_LOCKS_ALONE if alone else _LOCKS)[lock], letter, by=by)


def points_spoken(letter: str, points: int, words: Words) -> str:
    """What a row is worth."""
    worth = words.count("{n} point", "{n} points", points)
    return words.of_row("{row} {worth}", letter, worth=worth)


def band_spoken(
    lock: Lock, letter: str, by: str, facts: tuple[int, int, int | None], words: Words
) -> str:
    """A row in one or two sentences.

    Args:
        lock: Its lock.
        letter: Which row.
        by: Who has closed it; empty where that is not known.
        facts: Its crosses, its points, and what the next cross adds, if there is one.
        words: The language.
    """
    crosses, points, gain = facts
    have = words.count("{n} cross", "{n} crosses", crosses)
    worth = words.count("{n} point", "{n} points", points)
    said = words.of_row(_sentence(lock, by), letter, by=by, have=have, worth=worth)
    if gain is None:
        return said
    more = words.text("Next cross adds {n}.", n=gain)
    return f"{said} {more}"


def _sentence(lock: Lock, by: str) -> str:
    if lock in {Lock.ELSEWHERE, Lock.MINE} and by:
        return phrase("{row}. Closed by {by}. {have}, {worth}.")
    if lock is Lock.ELSEWHERE:
        return phrase("{row}. Closed. {have}, {worth}.")
    if lock is Lock.MINE:
        return phrase("{row}. You closed it. {have}, {worth}.")
    return phrase("{row}. {have}, {worth}.")


def cell_spoken(cross: Cross, kind: Kind, sheet: Sheet, words: Words) -> str:
    """A cell and its state; the last one says what it still needs."""
    cell = words.of_row("{row} {n}", cross.row, n=cross.number)
    if kind in _CELLS:
        return words.text(_CELLS[kind], cell=cell)
    index = sheet.layout.row_index(cross.row) or 0
    needs, have = sheet.layout.rows[index].needs, sheet.crosses(index)
    needed = words.number_inside(needs)
    # Translators: {needed} is a number as a word, such as "five".
    said = phrase("{cell}, needs {needed} crosses, you have {n}")
    return words.text(said, cell=cell, needed=needed, n=have)
