"""Requests of devices to a table, as values that are compared by their content.

A request is the same for a table in this process and for one at a relay. The table checks whether
it is allowed.
"""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry
from qwixx_pad.games.custom_sheets import SheetText


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The request of a phone to join a table, or to open one.

    Attributes:
        secret: Identifies the phone.
        code: Of the table; empty for a new one.
        game: Id of a game of the table whose log the phone has; None if it has none.
        base_length: How many entries of that log it has.
    """

    secret: str
    code: str
    game: str | None = None
    base_length: int = 0


@dataclass(frozen=True, slots=True)
class OpeningChair:
    """A seat of a table that is to be opened.

    Attributes:
        name: Of the player.
        color: Number of the player's colour, from 0.
        slip: Name of another sheet of the same box; empty for the table's own.
        mine: Whether the device that opens the table plays this seat.
    """

    name: str
    color: int
    slip: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is to be opened; its seats are in seating order.

    Attributes:
        layout: Name of the sheet.
        finish_turn: Whether the house option of rule 10 holds.
        chairs: The seats.
        own_sheet: The text of a custom sheet, not checked yet; None if none is played on.
    """

    layout: str
    finish_turn: bool
    chairs: tuple[OpeningChair, ...]
    own_sheet: SheetText | None


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat that waits for a device."""

    seat: int


@dataclass(frozen=True, slots=True)
class Free:
    """Let a seat wait for a device again."""

    seat: int


@dataclass(frozen=True, slots=True)
class RequestSeat:
    """Ask for a seat whose device is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerSeatRequest:
    """Give a seat to the device that asks for it, or refuse.

    The device that has lost the seat sends a refusal to acknowledge the loss.
    """

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Add:
    """Add a player on this device; a colour that is taken is replaced by a free one."""

    name: str
    color: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename a player."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Recolor:
    """Give a player the next free colour."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a player."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """Move a seat to another place in the seating order, from 1."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class SetFirstRoller:
    """Give a player the first roll."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseSheet:
    """Choose a sheet for all seats, with or without the house option of rule 10.

    A custom sheet comes with its text, not checked yet, unless the table has that already.
    """

    layout: str
    finish_turn: bool
    own_sheet: SheetText | None = None


@dataclass(frozen=True, slots=True)
class ChooseSlip:
    """Choose another slip of the same box for one seat."""

    seat: int
    slip: str


@dataclass(frozen=True, slots=True)
class BestOf:
    """Set the number of games of a series, which is odd; 0 for any number."""

    games: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begin another game of the same people on fresh sheets."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Send the devices away."""


@dataclass(frozen=True, slots=True)
class ReopenTable:
    """Let the devices return to a table that was closed during its game."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Make an entry; the device knows `base_length` entries of the log."""

    entry: Entry
    base_length: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct one entry; the device knows `base_length` entries of the log."""

    change: Change
    base_length: int


@dataclass(frozen=True, slots=True)
class UndoCorrection:
    """Undo the latest correction of a seat; the device knows `base_length` entries of the log."""

    seat: int
    base_length: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Report that a seat has finished with this roll, or has not after all."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Decline:
    """Report that a seat does not lock this row too."""

    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class DeclareLockDice:
    """Report whether the roller has locked a row with the white dice or with a coloured one."""

    letter: str
    white: bool


@dataclass(frozen=True, slots=True)
class ConfirmWhiteDice:
    """Report that a row was locked with the white dice, although it looked like a coloured one."""

    letter: str


@dataclass(frozen=True, slots=True)
class StopWaiting:
    """Answer no for all seats that have not answered."""


@dataclass(frozen=True, slots=True)
class AcknowledgeLoss:
    """Acknowledge the rejected entries, which only this device has."""


@dataclass(frozen=True, slots=True)
class RequestId:
    """The identity of a request for a log; a device sends it again under the same one.

    Attributes:
        game: Id of the game that the log belongs to.
        number: Counted by the device for each game, from 1.
    """

    game: str
    number: int


SeatRequest: TypeAlias = (
    Sit | Free | RequestSeat | AnswerSeatRequest | Rename | Recolor | Remove | ChooseSlip
)
SeatChange: TypeAlias = SeatRequest | Add | MoveSeat | SetFirstRoller | ChooseSheet | BestOf
"""Changes of the seats, of the sheets, and of the length of a series."""
LogRequest: TypeAlias = Enter | Correct | UndoCorrection
"""Requests that add to the log."""
RowSignal: TypeAlias = Decline | DeclareLockDice | ConfirmWhiteDice
"""Signals about the lock of one row."""
RollSignal: TypeAlias = SetReady | RowSignal | StopWaiting
"""Signals about a roll; they are not in the log."""
WireRequest: TypeAlias = (
    SeatChange | LogRequest | RollSignal | Start | Rematch | CloseTable | ReopenTable
)
"""Requests that are sent to a relay."""
TableRequest: TypeAlias = WireRequest | AcknowledgeLoss
"""All requests to a table."""
