"""What can be entered, and its text in a game line."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross a number; crossing the last number of a row crosses its lock too."""

    row: str
    number: int

    @property
    def text(self) -> str:
        """The token, such as `r5`."""
        return f"{self.row}{self.number}"


@dataclass(frozen=True, slots=True)
class Close:
    """One sheet only: a player whose sheet is elsewhere has closed this row."""

    row: str

    @property
    def text(self) -> str:
        """The token, such as `r#`."""
        return f"{self.row}#"


@dataclass(frozen=True, slots=True)
class Board:
    """The seat's pawn stands on a space worth this many points."""

    points: int

    @property
    def text(self) -> str:
        """The token, such as `@7`."""
        return f"@{self.points}"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A well-formed token for something that no layout of this version has printed.

    The contract names more sheets than are installed; their tokens are not misspelt, so
    they are refused as `no_such_cell`, never as `syntax`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty for a roll without a cross."""

    text: ClassVar[str] = "-"


@dataclass(frozen=True, slots=True)
class Arrive:
    """The seat's pawn has reached one of the last five spaces."""

    text: ClassVar[str] = "@!"


@dataclass(frozen=True, slots=True)
class SitOut:
    """Tables only: the seat sits out from now on."""

    text: ClassVar[str] = "out"


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Tables only: the seat that sat out plays again."""

    text: ClassVar[str] = "in"


@dataclass(frozen=True, slots=True)
class EndRoll:
    """The roll is over; the next seat becomes active."""

    text: ClassVar[str] = "/"


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is declared finished."""

    text: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last entry back."""

    text: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Enter again what was taken back last."""

    text: ClassVar[str] = "redo"


SheetMove: TypeAlias = Cross | Close | Penalty | Board | Arrive | Foreign
"""What one seat enters on its own sheet."""
SeatMove: TypeAlias = SitOut | PlayAgain
"""What is entered of a seat at its table, not on its sheet."""
TableMove: TypeAlias = EndRoll | Finish
"""What is entered for everybody."""
Move: TypeAlias = SheetMove | SeatMove | TableMove | Undo | Redo


@dataclass(frozen=True, slots=True)
class Entry:
    """One element of a log: a move and the seat, from 1, that made it (None: nobody's own)."""

    move: Move
    seat: int | None = None

    @property
    def text(self) -> str:
        """The token, such as `2:r5`; `parse` is its inverse."""
        return self.move.text if self.seat is None else f"{self.seat}:{self.move.text}"


_FIXED: dict[str, Move] = {
    move.text: move
    for move in (
        *(Penalty(), Arrive(), SitOut(), PlayAgain()),
        *(EndRoll(), Finish(), Undo(), Redo()),
    )
}
_NUMBER = "(?:0|[1-9][0-9]*)"
_SEATED = re.compile(rf"(?:({_NUMBER}):)?(.+)")
_CROSS = re.compile(rf"([rygb])({_NUMBER})")
_CLOSE = re.compile(r"([rygb])#")
_BOARD = re.compile(rf"@({_NUMBER})")
_FOREIGN = re.compile(rf"(?:ry|gb|x){_NUMBER}|[lp][rygb]")
_LONGEST_TOKEN = 1000  # Python reads no number of many thousands of digits


def parse(token: str) -> Entry | None:
    """The entry that a token of a game line stands for; None if it is not spelt like one."""
    return _parse(token) if len(token) <= _LONGEST_TOKEN else None


@lru_cache(maxsize=4096)
def _parse(token: str) -> Entry | None:
    seated = _SEATED.fullmatch(token)
    if seated is None:
        return None
    move = _parse_move(seated[2])
    if move is None:
        return None
    seat = None if seated[1] is None else int(seated[1])
    return None if seat is not None and isinstance(move, TableMove) else Entry(move, seat)


def _parse_move(text: str) -> Move | None:
    if text in _FIXED:
        return _FIXED[text]
    if found := _CROSS.fullmatch(text):
        return Cross(found[1], int(found[2]))
    if found := _CLOSE.fullmatch(text):
        return Close(found[1])
    if found := _BOARD.fullmatch(text):
        return Board(int(found[1]))
    return Foreign(text) if _FOREIGN.fullmatch(text) else None
