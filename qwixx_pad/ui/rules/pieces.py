"""What the rules are made of: sentences, steps, answers, and games to look at. Pure."""

from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.game import Game
from qwixx_pad.core.sheet import Sheet


class Part(Enum):
    """What of a pad an example shows."""

    PAD = auto()
    BANDS = auto()
    MISTHROWS = auto()
    POINTS = auto()


@dataclass(frozen=True, slots=True)
class Example:
    """A part of a pad after a few entries.

    Attributes:
        part: What is shown of it.
        game: What was entered, and what it has led to.
        says: What can be seen there, in words.
        rows: Which bands, from 0.
    """

    part: Part
    game: Game
    says: str
    rows: tuple[int, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """The marks that it shows."""
        return self.game.position.sheets[0]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that are added up.

    Attributes:
        white: Of the white dice.
        color: Row letter and eyes of the coloured die; None where only white dice are added.
        says: What may be crossed for them.
    """

    white: tuple[int, ...]
    color: tuple[str, int] | None
    says: str

    @property
    def total(self) -> int:
        """The number that may be crossed."""
        return sum(self.white) + (self.color[1] if self.color else 0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question and its answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """One of several things that are done in order, counted from 1."""

    number: int
    text: str


Piece = str | NumberedStep | Example | Throw | Ruling
"""A sentence or two, or something that is drawn."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    title: str
    pieces: tuple[Piece, ...]
