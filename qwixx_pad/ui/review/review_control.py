"""The control of a review, which turns a tap, a key or a drag into its next state."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import Change, correction_for, keep_finished
from qwixx_pad.core.game import Correction, Game, reopen_game, replay
from qwixx_pad.core.moves import Undo, WhiteDiceSum
from qwixx_pad.core.story import Step, Story
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.ui.actions import (
    Action,
    ChangeView,
    CorrectEntry,
    Go,
    Guard,
    MakeEntry,
    Pressable,
    UnknownIdentifierError,
    ViewTarget,
)
from qwixx_pad.ui.correction import CardControl, CardState, CorrectionCard, Message, ReviewedGame
from qwixx_pad.ui.review import index_at, moment_of
from qwixx_pad.ui.text.translator import Translator

EnterCorrection = Callable[[Correction], Reason | None]
"""Enters a correction; None if it is accepted, else the reason why not."""
_KEY_BUTTONS = {
    "Arrow Left": "previous",
    "Arrow Right": "next",
    "Home": "first",
    "End": "last",
    "Space": "play-steps",
}
_SEAT_STEPS = {"Arrow Up": -1, "Arrow Down": 1}


@dataclass(frozen=True, slots=True)
class ReviewState(CardState):
    """The state of a review.

    Attributes:
        moment: The number of entries shown.
        seat: Seat of the sheet on the screen, from 1.
        playing: Whether the steps are played one after the other.
        menu_open: Whether the menu is open.
        offers_reopening: Whether the card is open that offers to play on, because no rule ends the
            corrected game.
    """

    moment: int
    seat: int
    playing: bool = False
    menu_open: bool = False
    offers_reopening: bool = False


class ReviewControl(CardControl[ReviewState]):
    """The control of a review, which lives as long as its screen.

    `go` opens another screen by its identifier. Without `enter_correction`, the game cannot be
    corrected.
    """

    def __init__(
        self,
        reviewed: ReviewedGame,
        tr: Translator,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> None:
        end = reviewed.entry_count
        first = end if reviewed.moment is None else min(reviewed.moment, end)
        super().__init__(ReviewState(first, reviewed.seat), tr, go)
        self.own_actions |= {
            "first": lambda: self.select_step(0),
            "previous": lambda: self.select_step(self.step_index - 1),
            "next": lambda: self.select_step(self.step_index + 1),
            "last": lambda: self.select_step(len(self._seat_steps)),
            "play-steps": self._play_or_pause,
            "reopen": self._reopen_game,
        }
        self.story = Story.from_game(reviewed.game)
        self._reviewed = reviewed
        # the change that undoes the last correction, and the moment to show after it
        self._last_undo: tuple[Change, int] | None = None
        self.update_game(reviewed, tr, go, enter_correction)

    def update_game(
        self,
        reviewed: ReviewedGame,
        tr: Translator,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> ReviewState:
        """Take the parent's values at each rendering, and return the state to show."""
        if reviewed.game is not self._reviewed.game:
            self.story = Story.from_game(reviewed.game)
            card = self.state.card
            self.state = replace(self.state, card=card and card.carried_to(reviewed.game))
        self._reviewed = reviewed
        self._tr = tr
        self._go = go
        self._enter_correction = enter_correction
        return self._current_state

    @property
    def _current_state(self) -> ReviewState:
        """The state; in a game from paper or behind the end of a corrected one, at the end."""
        end = self._reviewed.entry_count
        if self._reviewed.is_from_paper or self.state.moment > end:
            return replace(self.state, moment=end)
        return self.state

    @property
    def _seat_steps(self) -> tuple[Step, ...]:
        return self.story.steps_of_seat(self.state.seat)

    @property
    def step_index(self) -> int:
        """The number of steps of the shown seat up to the moment."""
        return index_at(self._seat_steps, self._current_state.moment)

    @property
    def current_step(self) -> Step | None:
        """The last step of the shown seat up to the moment; None on a blank sheet."""
        return self._seat_steps[self.step_index - 1] if self.step_index else None

    def handle_key(self, key: str) -> bool:
        """Handle a key of the keyboard, and return whether the review uses it."""
        seats = self._reviewed.game.setup.seats
        if self.state.menu_open or self.state.card or self.state.offers_reopening:
            return False
        if key in _KEY_BUTTONS and not self._reviewed.is_from_paper:
            self.on_tap(_KEY_BUTTONS[key])
        elif key in _SEAT_STEPS and seats > 1:
            self._publish_state(seat=(self.state.seat - 1 + _SEAT_STEPS[key]) % seats + 1)
        else:
            return False
        return True

    def select_step(self, index: int) -> None:
        """Show the moment after the first `index` steps of the shown seat."""
        index = max(0, min(index, len(self._seat_steps)))
        moment = moment_of(self._seat_steps, index, self._reviewed.entry_count)
        if moment != self._current_state.moment or self.state.playing:
            self._publish_state(moment=moment, playing=False)

    def look_at(self, seat: int | None, moment: int) -> None:
        """Show a moment, in entries of the game, on the sheet of a seat; None for the shown one."""
        self._publish_state(moment=moment, seat=seat or self.state.seat, playing=False)

    def play_next(self) -> None:
        """Go to the next step while playing."""
        if self.state.playing:
            self._play_to(self.step_index + 1)

    def _play_to(self, index: int) -> None:
        moment = moment_of(self._seat_steps, index, self._reviewed.entry_count)
        self._publish_state(moment=moment, playing=index < len(self._seat_steps))

    def _may_press(self, row: Pressable) -> bool:
        return row.guard is not Guard.CORRECTOR or self._enter_correction is not None

    def _perform_action(self, action: Action, identifier: str) -> None:
        match action:
            case Go():
                self._publish_state(menu_open=False, playing=False)
                self._go(identifier)
            case MakeEntry(Undo()):
                self._undo_correction()
            case ChangeView(ViewTarget.CORRECTION):
                self._open_correction()
            case ChangeView(ViewTarget.MENU):
                self._publish_state(menu_open=True, playing=False)
            case ChangeView(ViewTarget.NOTHING):
                self._publish_state(menu_open=False, card=None, offers_reopening=False)
            case ChangeView(ViewTarget.SHEET, int(seat)):
                self._publish_state(seat=seat)
            case CorrectEntry() | ChangeView() | MakeEntry(WhiteDiceSum()):
                return  # a second finger has already closed the card
            case _:
                raise UnknownIdentifierError(identifier)

    def _play_or_pause(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if self.state.playing or not self._seat_steps:
            self._publish_state(playing=False)
        else:
            self._play_to(0 if self.step_index >= len(self._seat_steps) else self.step_index + 1)

    def _open_correction(self) -> None:
        """Open the card for the current step, or for the newest one on a blank sheet."""
        step = self.current_step
        entry = None if step is None else step.after - 1
        card = CorrectionCard.open_at(self._reviewed, self.state.seat, entry)
        self._publish_state(menu_open=False, playing=False, card=card)
        if card is None:
            self._show_message(Message(self._tr.gettext("There’s nothing to correct here.")))

    def _show_card(self, card: CorrectionCard) -> None:
        step = card.shown_spot.step
        moment = self.state.moment if step is None else step.after
        self._publish_state(card=card, moment=moment)

    def _request_change(self, change: Change) -> None:
        self._publish_state(card=None)
        game = self._reviewed.game
        moment = self._current_state.moment
        change = keep_finished(game, change, put_away=True)
        if self._submit_correction(correction_for(game, change)):
            self._last_undo = change.inverse, moment
            self._show_message(
                Message(self._tr.gettext("Changed"), undo="undo"),
                moment=_moment_after(change, moment),
                offers_reopening=_is_ended_by_hand(game, change),
            )

    def _undo_correction(self) -> None:
        """Undo the last correction by another one."""
        if self._last_undo is None:
            return
        change, moment = self._last_undo
        self._last_undo = None
        game = self._reviewed.game
        fits = change.applies_to(game.applied)
        if fits and self._submit_correction(correction_for(game, change)):
            self._publish_state(moment=moment, message=None)

    def _reopen_game(self) -> None:
        self._publish_state(menu_open=False, offers_reopening=False)
        if self._submit_correction(reopen_game(self._reviewed.game)):
            self._go("play")

    def _submit_correction(self, correction: Correction) -> bool:
        """Submit a correction, and return whether it was accepted."""
        if self._enter_correction is None:
            return False
        reason = self._enter_correction(correction)
        if isinstance(reason, Failure):
            self._show_message(Message(*self._tr.failure_texts(reason)))
        elif reason is not None:
            self._show_message(Message(self._tr.gettext("Not possible here.")))
        return reason is None


def _is_ended_by_hand(game: Game, change: Change) -> bool:
    """True if the changed game ends by the `end` that the change adds, and by no rule."""
    after, refused = replay(game.setup, replace(change, end_delta=0).apply_to(game.applied))
    return change.end_delta > 0 and refused is None and not after.position.is_over


def _moment_after(change: Change, moment: int) -> int:
    """The moment to show after a change: the changed entry, else the same position as before."""
    if change.new is not None and not isinstance(change.new.move, WhiteDiceSum):
        return change.index + 1
    if change.index >= moment or (change.old is None) == (change.new is None):
        return moment
    return moment - 1 if change.new is None else moment + 1
