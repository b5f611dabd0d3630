"""What a play screen shows beside the theme and the space, and what it can ask. Values."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Protocol

from qwixx_pad.core.game import Game
from qwixx_pad.tables.lock_questions import Ask
from qwixx_pad.ui.corrections import Card
from qwixx_pad.ui.pad.mistaps import NO_SLIPS, Slips
from qwixx_pad.ui.pad.table_state import TableState


class Feel(Protocol):
    """What a device can do beside showing: be felt and speak."""

    def cross(self) -> None:
        """A cross was made."""

    def lock(self) -> None:
        """A lock was crossed."""

    def stay_awake(self, *, on: bool) -> None:
        """Keep the screen on, or let it sleep again."""

    def say(self, text: str) -> None:
        """Say something when there is a pause."""

    def say_now(self, text: str) -> None:
        """Say something at once."""


class Question(Enum):
    """What a sheet from below asks."""

    CLOSE = auto()
    MENU = auto()
    BOARD = auto()
    SEATS = auto()
    WHITE_DICE = auto()


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question.

    Attributes:
        question: Which.
        letter: The row it is about, if any.
        last: The last number of that row, where it may be crossed too.
        gain: What that cross would add; 0 while points are hidden.
    """

    question: Question
    letter: str = ""
    last: int | None = None
    gain: int = 0

    def is_answered(self, unshared: frozenset[str]) -> bool:
        """Whether the next roll, or somebody else, has answered a question about the dice."""
        return self.question is Question.WHITE_DICE and self.letter not in unshared


@dataclass(frozen=True, slots=True)
class Message:
    """A few words above the foot, gone after a while.

    Attributes:
        title, detail: One line each; the second may be empty.
        undo: Identifier of the undo beside it; empty where there is none.
        calm: Whether nothing went wrong.
        serial: Tells two equal messages apart.
        seat: On whose sheet (from 1) the tap was that it answers; None where it is for everybody.
    """

    title: str
    detail: str = ""
    undo: str = ""
    calm: bool = True
    serial: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PadState:
    """All that the play screen shows beside the theme and the space.

    Attributes:
        game: What stands.
        seat: Whose sheet is in front (from 1).
        table: What is known of the table; None for a single sheet.
        message: Words above the foot.
        prompt: A question from below.
        slips: Crosses on this screen that were put right beside.
        card: The open card of corrections.
        way_back: Seats (from 1) whose undo takes a correction back.
        turned: Seats (from 1) whose sheets are turned by half, for whom sits opposite.
        messages: How many there were so far.
    """

    game: Game
    seat: int = 1
    table: TableState | None = None
    message: Message | None = None
    prompt: Prompt | None = None
    turned: frozenset[int] = frozenset()
    slips: Slips = NO_SLIPS
    card: Card | None = None
    way_back: frozenset[int] = frozenset()
    messages: int = 0

    def told(self, message: Message) -> "PadState":
        """The same with other words above the foot."""
        serial = self.messages + 1
        return replace(self, message=replace(message, serial=serial), messages=serial)

    @property
    def ask(self) -> Ask | None:
        """The question about a lock that this device has to answer next."""
        if self.table is None:
            return None
        mine = [ask for ask in self.table.questions if ask.seat in self.table.mine]
        return next(iter(sorted(mine, key=lambda ask: ask.seat != self.seat)), None)
