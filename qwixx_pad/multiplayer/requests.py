"""Requests of devices to a table, as values: equal whether a table is here or at a relay.

Only the table decides whether a request is allowed, and what comes of it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry
from qwixx_pad.games.custom_sheets import SheetText


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The request of a phone to join a table.

    Its device owns the secret, and has `base_length` entries of the log of a game, if any.
    """

    secret: str
    code: str
    game: str | None = None
    base_length: int = 0


@dataclass(frozen=True, slots=True)
class OpeningChair:
    """A seat of a table that is to be opened.

    Attributes:
        name: Of its player.
        color: Of the players' colours.
        slip: Another sheet of the same box; empty for the table's own.
        mine: Whether the device that opens the table plays it.
    """

    name: str
    color: int
    slip: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is to be opened; its seats are in seating order."""

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
    """Ask to play a seat whose own device is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerSeatRequest:
    """Give a seat to the device that requests it, or refuse.

    A refusal from the device whose seat was given away acknowledges that.
    """

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Add:
    """Add a player on this device, in the colour that the player had before, if any."""

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
    """Move a seat in the seating order."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class SetFirstRoller:
    """Give a player the first roll."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseSheet:
    """Choose a sheet for everybody, with or without the house option of rule 10.

    A sheet of one's own brings its text, unless the table has it; nobody has checked that yet.
    """

    layout: str
    finish_turn: bool
    own_sheet: SheetText | None = None


@dataclass(frozen=True, slots=True)
class ChooseSlip:
    """Choose another slip of the same box for one player."""

    seat: int
    slip: str


@dataclass(frozen=True, slots=True)
class BestOf:
    """Set how many games decide a series, an odd number; 0 for as many as they like."""

    games: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begin a game of the same people on fresh sheets."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Send the devices away."""


@dataclass(frozen=True, slots=True)
class ReopenTable:
    """Let the devices back to the game of a table that was closed."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Make an entry; the sender knows `base_length` entries of the log."""

    entry: Entry
    base_length: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct one entry; the sender knows `base_length` entries of the log."""

    change: Change
    base_length: int


@dataclass(frozen=True, slots=True)
class UndoCorrection:
    """Undo the latest correction of a seat; `base_length` as for `Correct`."""

    seat: int
    base_length: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Report that a seat has finished with this roll, or has not after all."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline to lock the row of a letter too, for a seat."""

    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class DeclareLockDice:
    """Declare whether the roller has locked a row with the white dice."""

    letter: str
    white: bool


@dataclass(frozen=True, slots=True)
class ConfirmWhiteDice:
    """Confirm that a lock was made with the white dice, though it seemed a coloured die's."""

    letter: str


@dataclass(frozen=True, slots=True)
class StopWaiting:
    """Wait for no more answers."""


@dataclass(frozen=True, slots=True)
class AcknowledgeLoss:
    """Acknowledge rejected entries; they are known to this device alone."""


@dataclass(frozen=True, slots=True)
class RequestId:
    """The identity of a device's request for a log: sent again it is equal, and done once.

    Attributes:
        game: Identifier of the game whose log it is.
        number: Counted by the device in each game, from 1.
    """

    game: str
    number: int


SeatRequest: TypeAlias = (
    Sit | Free | RequestSeat | AnswerSeatRequest | Rename | Recolor | Remove | ChooseSlip
)
SeatChange: TypeAlias = SeatRequest | Add | MoveSeat | SetFirstRoller | ChooseSheet | BestOf
"""Changes of the seating, the sheets, and the length of a series."""
LogRequest: TypeAlias = Enter | Correct | UndoCorrection
"""Requests for the log."""
RowSignal: TypeAlias = Decline | DeclareLockDice | ConfirmWhiteDice
"""Signals about the lock of one row."""
RollSignal: TypeAlias = SetReady | RowSignal | StopWaiting
"""Signals about a roll, which are not in the log."""
WireRequest: TypeAlias = (
    SeatChange | LogRequest | RollSignal | Start | Rematch | CloseTable | ReopenTable
)
"""All requests that can be sent by wire."""
TableRequest: TypeAlias = WireRequest | AcknowledgeLoss
"""All requests to a table."""
