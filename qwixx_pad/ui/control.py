"""From a tap to what the screen shows next. Pure but for the game it plays on.

A tap comes in as the identifier that was tapped; it becomes an entry, a question or a few words.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Protocol

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Close, Cross, Entry, Move, Redo, Undo, parse
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.session import Answer, OpenGame, Trouble
from qwixx_pad.ui.looks import newest_move, tap_on
from qwixx_pad.ui.words import Words

_TOKENS = {"penalty": "-", "finish": "end"}
"""Identifiers that are not spelt like the token they enter."""
_LOCK = "-lock"


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


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question.

    Attributes:
        question: Which.
        letter: The row it is about, if any.
        last: The last number of that row, where it may be crossed too.
        gain: What that cross would add.
    """

    question: Question
    letter: str = ""
    last: int | None = None
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """A few words above the foot, gone after a while.

    Attributes:
        title, detail: One line each; the second may be empty.
        undo: Whether an undo is offered beside it.
        calm: Whether nothing went wrong.
        serial: Tells two equal messages apart.
    """

    title: str
    detail: str = ""
    undo: bool = False
    calm: bool = True
    serial: int = 0


@dataclass(frozen=True, slots=True)
class PadState:
    """All that the play screen shows beside the theme and the space.

    Attributes:
        game: What stands.
        message: Words above the foot.
        prompt: A question from below.
        resting: The game is over and the player looks at the pad instead of the result.
    """

    game: Game
    message: Message | None = None
    prompt: Prompt | None = None
    resting: bool = False


class PadControl:
    """Turns taps into entries for one screen on one game.

    Args:
        opened: The game.
        words: The language.
        feel: The device.
        show: Called with each new state.
    """

    def __init__(
        self, opened: OpenGame, words: Words, feel: Feel, show: Callable[[PadState], None]
    ) -> None:
        self._opened = opened
        self._words = words
        self._feel = feel
        self._show = show
        self._serial = 0
        self.state = PadState(opened.game)

    def refresh(self) -> None:
        """Show the game as it stands, after a change from here or elsewhere."""
        self._publish(game=self._opened.game)

    def tap(self, identifier: str) -> None:
        """A finger was lifted on something that can be tapped."""
        if identifier.endswith(_LOCK):
            self._tap_lock(identifier.removesuffix(_LOCK))
        elif identifier == "menu":
            self._publish(prompt=Prompt(Question.MENU))
        elif identifier == "cancel":
            self._publish(prompt=None)
        elif identifier == "look":
            self._publish(resting=not self.state.resting)
        else:
            entry = parse(_TOKENS.get(identifier, identifier))
            if entry is not None:
                self._enter(tap_on(self.state.game, entry))

    def forget(self, serial: int) -> None:
        """The time of a message is up."""
        if self.state.message and self.state.message.serial == serial:
            self._publish(message=None)

    def _tap_lock(self, letter: str) -> None:
        game, close = self.state.game, Close(letter)
        sheet = game.position.sheets[0]
        index = sheet.layout.row_index(letter)
        if index is None:
            return
        last = Cross(letter, sheet.layout.rows[index].numbers[-1])
        if newest_move(game) in {close, last}:
            self._enter(Entry(Undo()))
            return
        refusal = game.why_not(Entry(close))
        if refusal is not None:
            self._refuse(refusal, close)
            return
        may_cross = game.why_not(Entry(last)) is None
        self._publish(prompt=_close_prompt(sheet, index, last) if may_cross else _closed(letter))

    def _enter(self, entry: Entry) -> None:
        before = self.state.game
        answer = self._opened.enter(entry)
        if not answer.stands:
            self._explain(answer, entry.move)
            return
        resting = self.state.resting and self._opened.game.position.over
        self._publish(
            game=self._opened.game,
            message=self._told(entry, before),
            prompt=None,
            resting=resting,
        )
        self._make_felt(entry, before)

    def _told(self, entry: Entry, before: Game) -> Message | None:
        """Words for what was done, where an undo is worth offering."""
        if isinstance(entry.move, Undo | Redo) or self._opened.game.position.over:
            return None
        self._serial += 1
        done = self._words.done(entry, before.position.sheets[0])
        return Message(done, undo=True, serial=self._serial)

    def _make_felt(self, entry: Entry, before: Game) -> None:
        sheet = self._opened.game.position.sheets[0]
        if isinstance(entry.move, Cross):
            locked = sheet.own_locks != before.position.sheets[0].own_locks
            (self._feel.lock if locked else self._feel.cross)()
        taken_back = newest_move(before) if isinstance(entry.move, Undo) else None
        self._feel.say(self._words.spoken(entry, taken_back, sheet))
        if self._opened.game.position.settled:
            self._feel.say_now(self._words.over(sheet))

    def _explain(self, answer: Answer, move: Move) -> None:
        if answer.refusal is not None:
            self._refuse(answer.refusal, move)
        elif answer.trouble is not None:
            title, detail = self._words.trouble(answer.trouble)
            self._tell(title, detail, calm=answer.trouble is Trouble.MOVED_ON)

    def _refuse(self, refusal: Refusal, move: Move) -> None:
        sheet = self.state.game.position.sheets[0]
        self._tell(self._words.refusal(refusal, move, sheet))

    def _tell(self, title: str, detail: str = "", *, calm: bool = True) -> None:
        self._serial += 1
        message = Message(title, detail, calm=calm, serial=self._serial)
        self._publish(message=message, prompt=None)
        self._feel.say(f"{title} {detail}".strip())

    def _publish(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self._show(self.state)


def _close_prompt(sheet: Sheet, index: int, last: Cross) -> Prompt:
    gain = sheet.marked(last).sum_line.rows[index] - sheet.sum_line.rows[index]
    return Prompt(Question.CLOSE, last.row, last.number, gain)


def _closed(letter: str) -> Prompt:
    return Prompt(Question.CLOSE, letter)
