"""What to paint of a sheet that is shown small."""

from dataclasses import dataclass

from qwixx_pad.core.game import Game
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


def mini_look(game: Game, seat: int = 1) -> MiniLook:
    """The sheet of a seat (from 1), small."""
    position, sheet = game.position, game.position.sheets[seat - 1]
    rows = (
        MiniRow(
            row.letter,
            tuple(state.value for state in sheet.states(index, position.closed)),
            _mini_lock(sheet, index, position.closed),
        )
        for index, row in enumerate(sheet.layout.rows)
    )
    return MiniLook(tuple(rows))


def _mini_lock(sheet: Sheet, row: int, closed: frozenset[str]) -> str:
    if sheet.locked(row):
        return "mine"
    return "closed" if sheet.layout.rows[row].letter in closed else "open"
