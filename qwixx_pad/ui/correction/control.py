"""What a running game and a reviewed one do alike with what is pressed: card and message. Pure."""

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
    """A few words above the foot, gone after a while.

    Attributes:
        title, detail: One line each; the second may be empty.
        undo: Identifier of the button in it that takes back or cancels; empty where there is none.
        calm: Whether nothing went wrong.
        serial: Tells two equal messages apart.
        seat: On whose sheet the tap was that it answers; None where it is for everybody.
    """

    title: str
    detail: str = ""
    undo: str = ""
    calm: bool = True
    serial: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    """The state of a screen over which an entry is put right.

    Attributes:
        message: Words above the foot.
        messages: How many there were so far.
        card: The open card of corrections.
    """

    message: Message | None = None
    messages: int = 0
    card: CorrectionCard | None = None

    def with_message(self, message: Message) -> Self:
        """Replace the words above the foot."""
        serial = self.messages + 1
        return replace(self, message=replace(message, serial=serial), messages=serial)


State = TypeVar("State", bound=CardState)
Press = Callable[[], object]
"""What a button does; what it returns may have to be awaited."""


class CardControl(ABC, Generic[State]):
    """From what is pressed to the next state; `go` leads to another screen, by its identifier.

    Attributes:
        state: The present one.
        show: Called with each new state.
        own_actions: What each `ScreenAction` of the screen does, by its identifier.
    """

    def __init__(self, state: State, tr: Translator, go: Callable[[str], object]) -> None:
        self.state = state
        self.show: Callable[[State], object] = lambda _: None
        self.own_actions: dict[str, Press] = {"undo-message": self._press_message}
        self._tr = tr
        self._go = go

    def on_tap(self, identifier: str) -> object:
        """Press what a finger was lifted on; return what its handler may have to await.

        Raises:
            UnknownIdentifierError: Nothing on this screen has this identifier.
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
        """Return whether the person may press it now."""

    @abstractmethod
    def _perform_action(self, action: Action, identifier: str) -> object:
        """Do what the card does not.

        Raises:
            UnknownIdentifierError: This screen does nothing of the kind.
        """

    def _act_on_card(self, card: CorrectionCard, action: Action) -> None:
        to = card.react(action, self._tr)
        if isinstance(to, Change):
            self._request_change(to)
        else:
            self._show_card(to)

    @abstractmethod
    def _request_change(self, change: Change) -> None:
        """Ask for a change of the game; say what came of it."""

    def _show_card(self, card: CorrectionCard) -> None:
        self._publish_state(card=card)

    def _press_message(self) -> object:
        """Press what the words above the foot take back."""
        return None if self.state.message is None else self.on_tap(self.state.message.undo)

    def dismiss_message(self, serial: int) -> None:
        """Dismiss a message whose time is up, unless another one is shown."""
        if self.state.message and self.state.message.serial == serial:
            self._publish_state(message=None)

    def _show_message(self, message: Message, **changes: object) -> None:
        self.state = self.state.with_message(message)
        self._publish_state(**changes)

    def _publish_state(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.show(self.state)
