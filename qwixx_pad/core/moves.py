"""Moves and log entries, and the tokens that they are in a game line."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, TypeAlias

from qwixx_pad.core.layout import BONUS_LETTERS, ROW_LETTERS, Row, RowKind


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross a number; the last number of a row crosses its lock too."""

    row: str
    number: int

    @property
    def text(self) -> str:
        """The token, such as `r5`."""
        return f"{self.row}{self.number}"


@dataclass(frozen=True, slots=True)
class Close:
    """One sheet only: a player off the app has closed this row."""

    row: str

    @property
    def text(self) -> str:
        """The token, such as `r#`."""
        return f"{self.row}#"


@dataclass(frozen=True, slots=True)
class MovePawn:
    """On Board: the seat's pawn is on a space worth this many points."""

    points: int

    @property
    def text(self) -> str:
        """The token, such as `@7`."""
        return f"@{self.points}"


@dataclass(frozen=True, slots=True)
class CrossField:
    """Cross a connection field, counted from 0 in its row."""

    row: str
    field: int

    @property
    def text(self) -> str:
        """The token, such as `cr0`."""
        return f"c{self.row}{self.field}"


@dataclass(frozen=True, slots=True)
class CrossNext:
    """Longo: a lucky number was rolled, so the next free cell of this row is crossed."""

    row: str

    @property
    def text(self) -> str:
        """The token, such as `lr`."""
        return f"l{self.row}"


@dataclass(frozen=True, slots=True)
class ChooseRow:
    """Bonus B: choose the row of forced crosses where several rows have the fewest."""

    row: str

    @property
    def text(self) -> str:
        """The token, such as `pr`."""
        return f"p{self.row}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """X-Change: spend a pair, counted from 0; the cross that follows is entered as it is."""

    pair: int

    @property
    def text(self) -> str:
        """The token, such as `x3`."""
        return f"x{self.pair}"


@dataclass(frozen=True, slots=True)
class CrossTrackField:
    """Lucky 15: cross the next field of the track."""

    text: ClassVar[str] = "lucky"


@dataclass(frozen=True, slots=True)
class Penalty:
    """Take a penalty for a roll without a cross."""

    text: ClassVar[str] = "-"


@dataclass(frozen=True, slots=True)
class PawnArrived:
    """On Board: the seat's pawn has reached one of the last five spaces."""

    text: ClassVar[str] = "@!"


@dataclass(frozen=True, slots=True)
class SitOut:
    """Tables only: the seat sits out from now on (rule 12)."""

    text: ClassVar[str] = "out"


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Tables only: the seat that sat out plays again (rule 12)."""

    text: ClassVar[str] = "in"


@dataclass(frozen=True, slots=True)
class EndRoll:
    """Tables only: the roll is over; the next seat becomes active (rule 8)."""

    text: ClassVar[str] = "/"


@dataclass(frozen=True, slots=True)
class WhiteDiceSum:
    """Tables only: the sum of the white dice of this roll; it changes no position."""

    points: int

    @property
    def text(self) -> str:
        """The token, such as `w7`."""
        return f"w{self.points}"


@dataclass(frozen=True, slots=True)
class Finish:
    """Declare the game finished."""

    text: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry."""

    text: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Enter again what was undone last."""

    text: ClassVar[str] = "redo"


# The tuples are for `isinstance`: `A | B` would be built anew with every call.

CellMove: TypeAlias = Cross | CrossField | CrossNext | ChooseRow | Exchange | CrossTrackField
SheetMove: TypeAlias = CellMove | Close | Penalty | MovePawn | PawnArrived
"""A move of one seat on its own sheet."""
CROSS_MOVES = (Cross, CrossField, CrossNext)
"""The crosses of a roll (rule 7)."""
CELL_MOVES = (*CROSS_MOVES, ChooseRow, Exchange, CrossTrackField)
"""All moves that cross cells."""
SHEET_MOVES = (*CELL_MOVES, Close, Penalty, MovePawn, PawnArrived)
SeatMove: TypeAlias = SitOut | PlayAgain
"""A move of one seat that is not on its sheet."""
SEAT_MOVES = (SitOut, PlayAgain)
TableMove: TypeAlias = EndRoll | Finish
"""A move of the whole table."""
TABLE_MOVES = (EndRoll, Finish)
UNDO_MOVES = (Undo, Redo)
Move: TypeAlias = SheetMove | SeatMove | TableMove | WhiteDiceSum | Undo | Redo


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log.

    Attributes:
        move: What was entered.
        seat: Who entered it, from 1; None on a single sheet and for entries of the whole table.
    """

    move: Move
    seat: int | None = None

    @property
    def text(self) -> str:
        """The token, such as `2:r5`; `parse_token` reads it."""
        return self.move.text if self.seat is None else f"{self.seat}:{self.move.text}"


def move_at(row: Row, position: int) -> Cross | CrossField | Exchange | CrossTrackField | None:
    """Find the move that crosses a cell.

    Args:
        row: The printed row.
        position: The position of the cell in it, from 0.

    Returns:
        The same for every field of a track; None for a field of a bar, which only other crosses
        cross.
    """
    match row.kind:
        case RowKind.BAR:
            return None
        case RowKind.EXCHANGE:
            return Exchange(position)
        case RowKind.TRACK:
            return CrossTrackField()
    cell = row.cells[position]
    if cell.number is None:
        return CrossField(row.letter, int(cell.label[1:]))
    return Cross(row.letter, cell.number)


_FIXED_TOKENS: dict[str, Move] = {
    move.text: move
    for move in (
        Penalty(),
        PawnArrived(),
        CrossTrackField(),
        SitOut(),
        PlayAgain(),
        EndRoll(),
        Finish(),
        Undo(),
        Redo(),
    )
}
_NUMBER = "(?:0|[1-9][0-9]*)"
_SEATED_TOKEN = re.compile(rf"(?:({_NUMBER}):)?(.+)")
_ROW = f"[{ROW_LETTERS}]"
_MAX_TOKEN_CHARS = 1000  # `int` raises an error for thousands of digits
_ANY_ROW = rf"{_ROW}|{'|'.join(BONUS_LETTERS)}"
_MOVE_READERS: dict[str, Callable[[re.Match[str]], Move]] = {
    rf"({_ANY_ROW})({_NUMBER})": lambda found: Cross(found[1], int(found[2])),
    rf"({_ROW})#": lambda found: Close(found[1]),
    rf"@({_NUMBER})": lambda found: MovePawn(int(found[1])),
    rf"c({_ROW})({_NUMBER})": lambda found: CrossField(found[1], int(found[2])),
    rf"l({_ROW})": lambda found: CrossNext(found[1]),
    rf"p({_ROW})": lambda found: ChooseRow(found[1]),
    rf"x({_NUMBER})": lambda found: Exchange(int(found[1])),
    r"w([2-9]|1[0-2])": lambda found: WhiteDiceSum(int(found[1])),
}
"""By the pattern of a token with a row or a number: the move that a match stands for."""


def parse_token(token: str) -> Entry | None:
    """Read a token of a game line; None if it is not spelt like one."""
    return _parse_cached(token) if len(token) <= _MAX_TOKEN_CHARS else None


@lru_cache(maxsize=4096)
def _parse_cached(token: str) -> Entry | None:
    seated = _SEATED_TOKEN.fullmatch(token)
    if seated is None:
        return None
    move = _parse_move(seated[2])
    if move is None:
        return None
    seat = None if seated[1] is None else int(seated[1])
    is_unseated = isinstance(move, (*TABLE_MOVES, WhiteDiceSum))
    return None if seat is not None and is_unseated else Entry(move, seat)


def _parse_move(text: str) -> Move | None:
    if text in _FIXED_TOKENS:
        return _FIXED_TOKENS[text]
    for pattern, read_move in _MOVE_READERS.items():
        if found := re.fullmatch(pattern, text):
            return read_move(found)
    return None


class Refusal(StrEnum):
    """The reasons for a refusal; the first that holds is given (`docs/rules.md`)."""

    SYNTAX = "syntax"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_CELL = "no_such_cell"
    OVER = "over"
    NOT_ACTIVE = "not_active"
    CROSSED_THIS_ROLL = "crossed_this_roll"
    ROLL_USED_UP = "roll_used_up"
    CROSSED = "crossed"
    CLOSED = "closed"
    PASSED = "passed"
    NEEDS_MORE = "needs_more"
    NO_PENALTY_LEFT = "no_penalty_left"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_NEIGHBOUR = "no_neighbour"
    USED = "used"
    NOT_FEWEST = "not_fewest"
    BACKWARDS = "backwards"


class RefusedError(ValueError):
    """The rules forbid an entry; nothing has changed.

    Attributes:
        reason: The first refusal that holds.
    """

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason
