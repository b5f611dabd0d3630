"""What to paint of a sheet that is shown small."""

from dataclasses import dataclass

from qwixx_pad.core.sheet import Sheet


@dataclass(frozen=True, slots=True)
class MiniRow:
    """A row of a small sheet: its letter, the states of its cells, and its lock."""

    letter: str
    cells: tuple[str, ...]
    lock: str


@dataclass(frozen=True, slots=True)
class MiniLook:
    """A small sheet, top to bottom."""

    rows: tuple[MiniRow, ...]


def mini_look(sheet: Sheet, closed: frozenset[str]) -> MiniLook:
    """A sheet, small; `closed` are the letters of the rows that are closed for everybody."""
    rows = (
        MiniRow(
            row.letter,
            tuple(state.value for state in sheet.states(index, closed)),
            _mini_lock(sheet, index, closed),
        )
        for index, row in enumerate(sheet.layout.rows)
    )
    return MiniLook(tuple(rows))


def _mini_lock(sheet: Sheet, row: int, closed: frozenset[str]) -> str:
    if sheet.locked(row):
        return "mine"
    return "closed" if sheet.layout.rows[row].letter in closed else "open"
