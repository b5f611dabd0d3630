"""The control of a review: from a tap, a key or a drag to its next state."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import Change, correction_for, keep_finished
from qwixx_pad.core.game import Correction, Game, reopen_game, replay
from qwixx_pad.core.moves import Undo, WhiteDiceSum
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.ui.actions import (
    Action,
    ChangeView,
    CorrectEntry,
    Go,
    Guard,
    MakeEntry,
    UnknownIdentifierError,
    ViewTarget,
    find_pressable,
)
from qwixx_pad.ui.play.state import CorrectionCard, Message, is_card_action
from qwixx_pad.ui.review import ReviewedGame, index_at, moment_of
from qwixx_pad.ui.text.translator import Translator

EnterCorrection = Callable[[Correction], Reason | None]
_KEY_BUTTONS = {
    "Arrow Left": "previous",
    "Arrow Right": "next",
    "Home": "first",
    "End": "last",
    "Space": "play-steps",
}
_SEAT_STEPS = {"Arrow Up": -1, "Arrow Down": 1}


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The state of a review.

    Attributes:
        moment: The number of entries shown.
        seat: Whose sheet is in front.
        playing: Whether the steps follow one another by themselves.
        card: The open card of corrections.
        asking: Whether the menu is open.
        kept_finished: Whether the card is open for a game that a correction would not end.
        message: Words at the foot.
    """

    moment: int
    seat: int
    playing: bool = False
    card: CorrectionCard | None = None
    asking: bool = False
    kept_finished: bool = False
    message: Message | None = None


class ReviewControl:
    """The controller of a review, kept from one rendering to the next.

    `show` is called with each new state. Nothing may be corrected where `enter_correction` is None;
    `go` leads to another screen, by its identifier.
    """

    def __init__(
        self,
        reviewed: ReviewedGame,
        tr: Translator,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> None:
        self.story = Story.from_game(reviewed.game)
        self.state = ReviewState(reviewed.entry_count, reviewed.seat)
        self.show: Callable[[ReviewState], None] = lambda _: None
        self._reviewed = reviewed
        self._last_undo: tuple[Change, int] | None = None
        self._message_serial = 0
        self.update_game(reviewed, tr, go, enter_correction)

    def update_game(
        self,
        reviewed: ReviewedGame,
        tr: Translator,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> ReviewState:
        """Take the parent's values at each rendering; return the state to show."""
        if reviewed.game is not self._reviewed.game:
            self.story = Story.from_game(reviewed.game)
            card = self.state.card
            self.state = replace(self.state, card=card and card.carried_to(reviewed.game))
        self._reviewed, self._words, self._go = reviewed, tr, go
        self._enter_correction = enter_correction
        return self._current_state

    @property
    def _current_state(self) -> ReviewState:
        """The state, held within a game that has become shorter; at the end of one from paper."""
        most = self._reviewed.entry_count
        same = self.state.moment <= most and not self._reviewed.is_from_paper
        return self.state if same else replace(self.state, moment=most)

    @property
    def _seat_steps(self) -> tuple[Step, ...]:
        return self.story.steps_of_seat(self.state.seat)

    @property
    def step_index(self) -> int:
        """The number of steps of the shown seat that have happened."""
        return index_at(self._seat_steps, self._current_state.moment)

    @property
    def current_step(self) -> Step | None:
        """The step that is looked at; None on a fresh sheet."""
        return self._seat_steps[self.step_index - 1] if self.step_index else None

    def handle_key(self, key: str) -> bool:
        """Handle a key; return whether it was one for the review."""
        seats = self._reviewed.game.setup.seats
        if self.state.asking or self.state.card or self.state.kept_finished:
            return False
        if key in _KEY_BUTTONS and not self._reviewed.is_from_paper:
            self.handle_tap(_KEY_BUTTONS[key])
        elif key in _SEAT_STEPS and seats > 1:
            self._set_state(seat=(self.state.seat - 1 + _SEAT_STEPS[key]) % seats + 1)
        else:
            return False
        return True

    def select_step(self, index: int) -> None:
        """Look at the moment after so many steps of the shown seat."""
        index = max(0, min(index, len(self._seat_steps)))
        moment = moment_of(self._seat_steps, index, self._reviewed.entry_count)
        if moment != self._current_state.moment or self.state.playing:
            self._set_state(moment=moment, playing=False)

    def look_at(self, seat: int | None, moment: int) -> None:
        """Look at a moment (in entries) of the game, on the sheet of a seat."""
        self._set_state(moment=moment, seat=seat or self.state.seat, playing=False)

    def play_next(self) -> None:
        """Go to the next step while playing."""
        if self.state.playing:
            self._play_to(self.step_index + 1)

    def _play_to(self, index: int) -> None:
        moment = moment_of(self._seat_steps, index, self._reviewed.entry_count)
        self._set_state(moment=moment, playing=index < len(self._seat_steps))

    def handle_tap(self, identifier: str) -> None:
        """Handle a tap on a button or tile.

        Raises:
            UnknownIdentifierError: Nothing on a review has this identifier.
        """
        row, now, card = find_pressable(identifier), self.step_index, self.state.card
        if row.guard is Guard.CORRECTOR and self._enter_correction is None:
            return
        moments = {"first": 0, "previous": now - 1, "next": now + 1, "last": len(self._seat_steps)}
        actions = {"play-steps": self._play_or_pause, "reopen": self._reopen_game}
        if card is not None and is_card_action(row.does):
            self._advance_card(card, row.does)
        elif identifier in moments:
            self.select_step(moments[identifier])
        elif identifier in actions:
            actions[identifier]()
        else:
            self._perform(row.does, identifier)

    def _perform(self, action: Action, identifier: str) -> None:
        match action:
            case Go():
                self._set_state(asking=False, playing=False)
                self._go(identifier)
            case MakeEntry(Undo()):
                self._undo_correction()
            case ChangeView(ViewTarget.CORRECTION):
                self._open_correction()
            case ChangeView(ViewTarget.MENU):
                self._set_state(asking=True, playing=False)
            case ChangeView(ViewTarget.NOTHING):
                self._set_state(asking=False, card=None, kept_finished=False)
            case ChangeView(ViewTarget.SHEET, int(seat)):
                self._set_state(seat=seat)
            case CorrectEntry() | ChangeView() | MakeEntry(WhiteDiceSum()):
                return  # a second finger, and the card is gone
            case _:
                raise UnknownIdentifierError(identifier)

    def _play_or_pause(self) -> None:
        """Play or pause; at the end play from the beginning."""
        if self.state.playing or not self._seat_steps:
            self._set_state(playing=False)
        else:
            self._play_to(0 if self.step_index >= len(self._seat_steps) else self.step_index + 1)

    def _open_correction(self) -> None:
        """Open the card for the shown step, or for the newest one."""
        place = None if self.current_step is None else self.current_step.after - 1
        card = CorrectionCard.open_at(self._reviewed, self.state.seat, place)
        self._set_state(asking=False, playing=False, card=card)
        if card is None:
            self._show_message(self._words.gettext("There’s nothing to correct here."))

    def _advance_card(self, card: CorrectionCard, action: Action) -> None:
        to = card.react(action, self._words)
        if isinstance(to, Change):
            self._set_state(card=None)
            self._apply_change(to)
        elif to.shown_spot.step is not None:
            self._set_state(card=to, moment=to.shown_spot.step.after)
        else:
            self._set_state(card=to)

    def _apply_change(self, change: Change) -> None:
        game, moment = self._reviewed.game, self._current_state.moment
        change = keep_finished(game, change, put_away=True)
        if self._submit_correction(correction_for(game, change)):
            self._last_undo = change.inverse, moment
            said = self._new_message(self._words.gettext("Changed"), undo="undo")
            shown = _moment_after(change, moment)
            self._set_state(
                moment=shown, message=said, kept_finished=_is_ended_by_hand(game, change)
            )

    def _undo_correction(self) -> None:
        """Undo the last correction by another one."""
        if self._last_undo is None:
            return
        (change, moment), self._last_undo = self._last_undo, None
        fits = change.applies_to(self._reviewed.game.applied)
        if fits and self._submit_correction(correction_for(self._reviewed.game, change)):
            self._set_state(moment=moment, message=None)

    def _reopen_game(self) -> None:
        self._set_state(asking=False, kept_finished=False)
        if self._submit_correction(reopen_game(self._reviewed.game)):
            self._go("play")

    def _submit_correction(self, correction: Correction) -> bool:
        """Submit a correction; return whether it was accepted."""
        if self._enter_correction is None:
            return False
        reason = self._enter_correction(correction)
        if isinstance(reason, Failure):
            self._show_message(*self._words.failure_texts(reason))
        elif reason is not None:
            self._show_message(self._words.gettext("Not possible here."))
        return reason is None

    def dismiss_message(self, serial: int) -> None:
        """Dismiss a message if it is still shown."""
        if self.state.message and self.state.message.serial == serial:
            self._set_state(message=None)

    def _show_message(self, title: str, detail: str = "") -> None:
        self._set_state(message=self._new_message(title, detail))

    def _new_message(self, title: str, detail: str = "", *, undo: str = "") -> Message:
        self._message_serial += 1
        return Message(title, detail, undo, serial=self._message_serial)

    def _set_state(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.show(self.state)


def _is_ended_by_hand(game: Game, change: Change) -> bool:
    """Return whether only the `end` of a change ends the game, and no rule."""
    after, refused = replay(game.setup, replace(change, end_delta=0).apply_to(game.applied))
    return change.end_delta > 0 and refused is None and not after.position.is_over


def _moment_after(change: Change, moment: int) -> int:
    """Return the moment of the changed entry; else of what was shown before."""
    if change.new is not None and not isinstance(change.new.move, WhiteDiceSum):
        return change.index + 1
    more = (change.new is not None) - (change.old is not None)
    return moment + more * (change.index < moment)
