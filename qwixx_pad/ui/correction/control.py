"""Presses that a running game and its review handle alike. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from qwixx_pad.core.corrections import Change
from qwixx_pad.ui.actions import Action, Pressable, ScreenAction, find_pressable
from qwixx_pad.ui.correction.card import CorrectionCard, is_card_action
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Message:
    """A message on a screen, which disappears after a while.

    Attributes:
        title, detail: One line each; the second may be empty.
        undo: The identifier that its button presses, to undo or cancel something; empty without a
            button.
        calm: Whether nothing went wrong.
        serial: Distinguishes equal messages.
        seat: The seat whose sheet was tapped; None if the message is for everybody.
    """

    title: str
    detail: str = ""
    undo: str = ""
    calm: bool = True
    serial: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    """The state of a screen that can show the card of corrections.

    Attributes:
        message: The current message.
        messages: How many there have been.
        card: The open card; None without one.
    """

    message: Message | None = None
    messages: int = 0
    card: CorrectionCard | None = None

    def with_message(self, message: Message) -> Self:
        """Show a message, with a serial of its own."""
        serial = self.messages + 1
        return replace(self, message=replace(message, serial=serial), messages=serial)


State = TypeVar("State", bound=CardState)
Press = Callable[[], object]
"""The action of a button; its handler awaits the result if it can be awaited."""


class CardControl(ABC, Generic[State]):
    """Turns what is pressed into the next state.

    Attributes:
        state: The current state.
        show: Called with each new state.
        own_actions: What each `ScreenAction` of the screen does, by its identifier.

    Args:
        state: The first state.
        tr: The translator.
        go: Opens another screen, by identifier.
    """

    def __init__(self, state: State, tr: Translator, go: Callable[[str], object]) -> None:
        self.state = state
        self.show: Callable[[State], object] = lambda _: None
        self.own_actions: dict[str, Press] = {"undo-message": self._press_message}
        self._tr = tr
        self._go = go

    def on_tap(self, identifier: str) -> object:
        """Do what an identifier stands for; the result may have to be awaited.

        Raises:
            UnknownIdentifierError: The screen has no such identifier.
        """
        row = find_pressable(identifier)
        card = self.state.card
        if not self._may_press(row):
            return None
        if card is not None and is_card_action(row.does):
            self._act_on_card(card, row.does)
            return None
        if isinstance(row.does, ScreenAction) and identifier in self.own_actions:
            return self.own_actions[identifier]()
        return self._perform_action(row.does, identifier)

    @abstractmethod
    def _may_press(self, row: Pressable) -> bool:
        """True if this person may press it now."""

    @abstractmethod
    def _perform_action(self, action: Action, identifier: str) -> object:
        """Do an action that is neither one of the open card nor among `own_actions`.

        Raises:
            UnknownIdentifierError: The screen has no such action.
        """

    def _act_on_card(self, card: CorrectionCard, action: Action) -> None:
        result = card.react(action, self._tr)
        if isinstance(result, Change):
            self._request_change(result)
        else:
            self._show_card(result)

    @abstractmethod
    def _request_change(self, change: Change) -> None:
        """Ask the game for a change, and report the outcome."""

    def _show_card(self, card: CorrectionCard) -> None:
        self._publish_state(card=card)

    def _press_message(self) -> object:
        """Press the button of the current message."""
        return None if self.state.message is None else self.on_tap(self.state.message.undo)

    def dismiss_message(self, serial: int) -> None:
        """Dismiss a message whose time is up, unless a newer one is shown."""
        if self.state.message and self.state.message.serial == serial:
            self._publish_state(message=None)

    def _show_message(self, message: Message, **changes: object) -> None:
        self.state = self.state.with_message(message)
        self._publish_state(**changes)

    def _publish_state(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.show(self.state)
