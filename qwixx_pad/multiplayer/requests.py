"""What a device asks of a table, as values: alike whether a table is here or behind a wire.

Seats count from 1. Whether it may be done, and what becomes of it, only the table says.
"""

from dataclasses import dataclass
from typing import TypeAlias

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry


@dataclass(frozen=True, slots=True)
class Sit:
    """This device plays a seat that waits for one."""

    seat: int


@dataclass(frozen=True, slots=True)
class Free:
    """A seat waits for a device again."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskSeat:
    """This device would like to play a seat whose own device is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnswerSeat:
    """The device that asks for a seat gets it, or does not.

    From the device that had a seat which was given away: that it has heard so, which is a no.
    """

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Add:
    """One player more, on this device, in the colour that the player had before, if any."""

    name: str
    color: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Another name for a player."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Recolor:
    """The next free colour for a player."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A player less."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """Another place in the seating order."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class BeginWith:
    """The first roll for a player."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseSheet:
    """Another printed sheet for everybody, with or without the house option of rule 10."""

    layout: str
    finish_turn: bool


@dataclass(frozen=True, slots=True)
class TakeSlip:
    """Another slip of the same box for one player."""

    seat: int
    slip: str


@dataclass(frozen=True, slots=True)
class BestOf:
    """So many games decide a series, an odd number; 0 for as many as they like."""

    games: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people on fresh sheets."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Send the devices away."""


@dataclass(frozen=True, slots=True)
class OpenAgain:
    """Let them back to the game of a table that was closed."""


@dataclass(frozen=True, slots=True)
class Enter:
    """An entry, by who has seen so many entries of the log."""

    entry: Entry
    seen: int


@dataclass(frozen=True, slots=True)
class Correct:
    """One entry put right, by who has seen so many entries of the log."""

    change: Change
    seen: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The undo of the correction that a seat has just had; `seen` as for `Correct`."""

    seat: int
    seen: int


@dataclass(frozen=True, slots=True)
class SayDone:
    """A seat has finished with this roll, or has not after all."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Decline:
    """A seat does not lock the row of a letter too."""

    seat: int
    letter: str


@dataclass(frozen=True, slots=True)
class TellDice:
    """Whether the roller has locked a row with the white dice."""

    letter: str
    white: bool


@dataclass(frozen=True, slots=True)
class Vouch:
    """A lock that seemed a coloured die's was made with the white dice."""

    letter: str


@dataclass(frozen=True, slots=True)
class CloseNow:
    """Wait for no more answers."""


@dataclass(frozen=True, slots=True)
class SeenLost:
    """What did not come to stand was seen on this device, which alone knows of it."""


@dataclass(frozen=True, slots=True)
class RequestId:
    """Which one of a device's requests for a log: sent again it is the same, and done once.

    Attributes:
        game: Identifier of the game whose log it is.
        number: Counted by the device in each game, from 1.
    """

    game: str
    number: int


OfASeat: TypeAlias = Sit | Free | AskSeat | AnswerSeat | Rename | Recolor | Remove | TakeSlip
SeatChange: TypeAlias = OfASeat | Add | MoveSeat | BeginWith | ChooseSheet | BestOf
"""Who sits where, as whom, on which sheet, and how many games decide."""
Play: TypeAlias = Enter | Correct | TakeBack
"""What goes into the log."""
AboutARow: TypeAlias = Decline | TellDice | Vouch
"""What is said of the lock of one row."""
Word: TypeAlias = SayDone | AboutARow | CloseNow
"""What is said beside the log."""
Request: TypeAlias = SeatChange | Play | Word | Start | Rematch | CloseTable | OpenAgain
"""All that can be asked by wire."""
OfATable: TypeAlias = Request | SeenLost
"""All that a table is asked."""
