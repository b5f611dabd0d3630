"""The controller of a pad: interprets a tap, asks, enters, and shows the outcome."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Protocol

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import EndRoll, Entry, Move, Refusal, Undo, WhiteDiceSum
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.identity.devices import PencilTaps
from qwixx_pad.multiplayer.requests import (
    AcknowledgeLoss,
    AnswerSeatRequest,
    Correct,
    Decline,
    Enter,
    Free,
    RollSignal,
    SetReady,
    UndoCorrection,
)
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.settings import Settings
from qwixx_pad.ui.actions import (
    SEAT_IN_FRONT,
    Action,
    ChangeView,
    CorrectEntry,
    Go,
    Guard,
    MakeEntry,
    Pressable,
    SetDirection,
    UnknownIdentifierError,
    ViewTarget,
)
from qwixx_pad.ui.correction import (
    CardControl,
    CorrectionCard,
    Message,
    ReviewedGame,
    correction_refusal_text,
)
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.state import (
    NOTHING_OVERDUE,
    Cause,
    Overdue,
    PadState,
    Prompt,
    Question,
    Touch,
    last_cross_prompt,
    newest_correction,
    next_state,
    roller_changed,
    table_state,
)
from qwixx_pad.ui.play.tap.intents import OpenCard, is_idle_roll, tap_intent
from qwixx_pad.ui.play.tap.pencil import dropped_taps_text, is_crossed, missing_taps
from qwixx_pad.ui.text.translator import Voice

_QUESTION_OF_TARGET = {
    ViewTarget.MENU: Question.MENU,
    ViewTarget.SEATS: Question.SEATS,
    ViewTarget.BOARD: Question.BOARD,
    ViewTarget.SUM: Question.SUM,
}


class DeviceFeedback(Protocol):
    """The haptics and speech of a device."""

    def haptic_for_cross(self) -> None:
        """Give haptic feedback for a cross."""

    def haptic_for_lock(self) -> None:
        """Give haptic feedback for the cross of a lock."""

    def announce(self, text: str) -> None:
        """Say something when there is a pause."""

    def announce_now(self, text: str) -> None:
        """Say something at once."""


class PadContext(Protocol):
    """The part of `ScreenContext` that a pad may use, without Flet."""

    @property
    def device(self) -> DeviceFeedback:
        """Gives feedback."""

    @property
    def voice(self) -> Voice:
        """The language and style of texts at the beginning; see `PadController.set_voice`."""

    @property
    def settings(self) -> Settings:
        """The player's settings."""

    @property
    def change_settings(self) -> Callable[..., object]:
        """Changes settings, given by their names."""

    @property
    def times(self) -> Times:
        """Delays and timeouts."""


class PadController(CardControl[PadState]):
    """Controls the screen of one game.

    Args:
        play: The game, as this device plays it.
        context: The device and its player.
        go: Opens another screen, by the identifier that was tapped.
        overdue: The conditions of the table that were reported already.
    """

    def __init__(
        self,
        play: SeatSession,
        context: PadContext,
        go: Callable[[str], object],
        overdue: Overdue = NOTHING_OVERDUE,
    ) -> None:
        state = PadState(play.game, next(iter(play.own_seats), 1))
        super().__init__(state, context.voice.tr, go)
        self._play = play
        self._context = context
        self._voice = context.voice
        self._overdue = overdue
        self._turned = -inf
        now = self._current_state()
        state = replace(now, seat=now.front_seat)
        self.state = replace(state, prompt=last_cross_prompt(state))

    # setters and callbacks

    def subscribe(
        self,
        show: Callable[[PadState], object],
        run_in_session: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> Callable[[], None]:
        """Follow the game until the returned function is called.

        Args:
            show: Called with each new state.
            run_in_session: Wraps a callback of other sessions, so that it runs in this one.
        """
        self.show = show
        self.refresh()
        return self._play.watch_others(run_in_session(self.refresh))

    def set_voice(self, voice: Voice) -> None:
        """Change language and style of texts."""
        if voice == self._voice:
            return
        self._voice = voice
        if voice.tr != self._tr:
            self._tr = voice.tr
            self._publish_state(table=self._current_state().table, message=None)

    def refresh(self) -> None:
        """Show the present game and table, if they differ; but not the next game of the table."""
        if self._play.is_past:
            return
        now = self._current_state()
        state = self.state
        known = (state.table, state.undoable_seats) == (now.table, now.undoable_seats)
        if now.game is not state.game or not known:
            self._apply_transition(None, now)
            self._publish_state()

    def set_win_chances(self, chances: tuple[float, ...]) -> None:
        """Show each seat's chance to win; none if empty."""
        if chances != self.state.chances:
            self._publish_state(chances=chances)

    def set_overdue(self, overdue: Overdue) -> None:
        """Set the conditions of the table that have lasted long enough to be reported."""
        self._overdue = overdue
        self.refresh()

    def move_cursor(self, identifier: str, spoken: str) -> None:
        """Move the cursor to something printed, and say it aloud; "" takes the cursor away."""
        if identifier != self.state.cursor:
            self._publish_state(cursor=identifier)
        if spoken:
            self._context.device.announce_now(spoken)

    @property
    def disabled_for_s(self) -> float:
        """Seconds until the button that ends a roll reacts again; 0 or less once it does."""
        return self._turned + self._context.times.too_soon - self._context.times.clock()

    def enable_taps(self) -> None:
        """Show that the button that ends a roll reacts to taps again."""
        self._publish_state()

    def _may_press(self, row: Pressable) -> bool:
        if row.guard is Guard.COPYIST and not self.state.game.setup.paper:
            return False
        return isinstance(row.does, Go) or not self.state.is_spectator

    def _perform_action(self, action: Action, identifier: str) -> None:
        match action:
            case MakeEntry():
                self._do_intent(action)
            case ChangeView():
                self._show_target(action)
            case Go():
                self._publish_state(prompt=None, card=None)
                self._go(identifier)
            case SetDirection(direction):
                self._context.change_settings(direction=direction, columns_offered=True)
            case Free():
                self._publish_state(prompt=None, card=None)
                self._play.send_request(action)
                self._go("seats")
            case AnswerSeatRequest():
                self._publish_state(prompt=None, message=None)
                self._send_signal(action)
            case CorrectEntry():
                return  # a second finger has closed the card
            case _ if isinstance(action, RollSignal | AcknowledgeLoss):
                self._send_signal(action)
            case _:
                raise UnknownIdentifierError(identifier)

    # the state

    def _show_target(self, action: ChangeView) -> None:
        seat = action.seat or self.state.seat
        match action.target:
            case ViewTarget.MENU | ViewTarget.SEATS | ViewTarget.BOARD | ViewTarget.SUM as target:
                self._publish_state(prompt=Prompt(_QUESTION_OF_TARGET[target]), seat=seat)
            case ViewTarget.SEAT:
                self._publish_state(prompt=Prompt(Question.SEAT, seat=seat), card=None)
            case ViewTarget.NOTHING:
                self._publish_state(prompt=None, card=None)
            case ViewTarget.ROTATED_SHEET:
                self._publish_state(rotated=self.state.rotated ^ {seat})
            case ViewTarget.SHEET:
                self._publish_state(seat=seat, prompt=None, message=None)
            case ViewTarget.OWN_SHEET:
                own = replace(self._current_state(), seat=next(iter(self._play.own_seats), seat))
                self._publish_state(seat=own.front_seat, prompt=None, message=None)
            case ViewTarget.CORRECTION:
                self._open_newest_card(seat)

    def _publish_state(self, **changes: object) -> None:
        super()._publish_state(disabled=self._is_turn_new(), **changes)

    def _current_state(self) -> PadState:
        """The shown state, with the present game and table."""
        play = self._play
        return replace(
            self.state,
            game=play.game,
            table=table_state(
                play, self._context.settings.distinct_colors, self._tr, self._overdue
            ),
            undoable_seats=play.undoable_seats,
            corrections=play.corrections,
        )

    def _apply_transition(self, cause: Cause, now: PadState) -> None:
        """Apply the effects of a change; the caller publishes the state."""
        if roller_changed(self.state.game, now.game):
            self._turned = self._context.times.clock()
        step = next_state(self.state, now, cause, self._voice)
        self.state = step.state
        device = self._context.device
        if step.touch is Touch.LOCK:
            device.haptic_for_lock()
        elif step.touch is Touch.CROSS:
            device.haptic_for_cross()
        for text, at_once in step.announcements:
            if at_once:
                device.announce_now(text)
            else:
                device.announce(text)

    def enter_taps(self, taps: PencilTaps) -> None:
        """Carry out taps on a picture of this game, unless it has changed since.

        What follows a tap that is refused, or that opens a question, is dropped. A cell that was
        crossed together with another one is not tapped again.
        """
        rest, has_changed = missing_taps(taps, self.state.game)
        if rest and (has_changed or taps.is_late):
            reason = self._tr.gettext("Tap again if it still counts.")
            if has_changed:
                reason = self._tr.gettext("The game had changed.")
            self._say(dropped_taps_text(len(rest), self._tr), reason, calm=False)
            return
        for at, tap in enumerate(rest, 1):
            before = self.state.game
            if is_crossed(tap, before):
                continue
            self.on_tap(tap)
            if self.state.game is before:
                self._drop_taps(rest[at:])
                return

    def _drop_taps(self, taps: Sequence[str]) -> None:
        """Say that these taps were dropped, below the message about the one before them."""
        if taps:
            text = dropped_taps_text(len(taps), self._tr)
            message = self.state.message
            self._show_message(Message(text) if message is None else replace(message, detail=text))
            self._context.device.announce(text)

    # entries

    def _do_intent(self, action: MakeEntry) -> None:
        if isinstance(action.entry, EndRoll) and self._is_turn_new():
            return
        if action.entry == Undo() and self.state.chosen_pair is not None:
            self._publish_state(prompt=None)
            return
        match tap_intent(self.state, action):
            case tuple() as entries:
                self._enter_all(entries)
            case Prompt() as prompt:
                # The question for the cross of a pair is a message.
                message = None if prompt.question is Question.EXCHANGE else self.state.message
                seat = prompt.seat or self.state.seat
                self._publish_state(prompt=prompt, seat=seat, message=message)
            case Correct() | UndoCorrection() as request:
                self._request_correction(request)
            case OpenCard(seat, place, otherwise):
                if not self._open_card(CorrectionCard.open_at(self.running_review, seat, place)):
                    self._enter_all(otherwise)

    def _is_turn_new(self) -> bool:
        """True if a roll without an entry is so new that a tap must not end it yet."""
        return self.disabled_for_s > 0 and is_idle_roll(self.state)

    def _enter_all(self, entries: Sequence[Entry]) -> None:
        """Make these entries until one is refused, and show the outcome."""
        for entry in entries:
            reason = self._play.send_request(Enter(entry, len(self.state.game.log)))
            if reason is not None:
                self._explain_refusal(reason, entry.move, entry.seat or self.state.seat)
                return
            now = self._current_state()
            is_entered = len(now.game.log) > len(self.state.game.log)
            self._apply_transition(entry if is_entered else None, now)
        self._publish_state()

    def _send_signal(self, signal: RollSignal | AcknowledgeLoss | AnswerSeatRequest) -> None:
        """Send a request that is no entry of the log."""
        ask = self.state.lock_ask
        seat = self.state.seat
        if isinstance(signal, Decline) and ask is not None:
            signal = replace(signal, seat=ask.seat)
        elif isinstance(signal, SetReady | Decline) and signal.seat == SEAT_IN_FRONT:
            signal = replace(signal, seat=seat)
        reason = self._play.send_request(signal)
        if reason is None:
            self.refresh()
        else:
            self._explain_refusal(reason, EndRoll(), seat)

    # corrections

    @property
    def running_review(self) -> ReviewedGame:
        """The running game, in the form of one that is reviewed."""
        state = self.state
        table = state.table
        names = table.names if table else (self._play.head.names[0] or self._tr.gettext("You"),)
        colors = table.colors if table else (0,)
        return ReviewedGame(state.game, names, colors, self._play.head.id, seat=state.seat)

    def _open_card(self, card: CorrectionCard | None) -> bool:
        if card is not None:
            self._publish_state(card=card, prompt=None, message=None)
        return card is not None

    def _open_newest_card(self, seat: int) -> None:
        if not self._play.may_correct(seat):
            seat = next(iter(self._play.own_seats), seat)
        if not self._open_card(CorrectionCard.open_at(self.running_review, seat)):
            self._say(self._tr.gettext("There’s nothing to correct yet."))

    def _request_change(self, change: Change) -> None:
        self._request_correction(Correct(change, len(self.state.game.log)))

    def _request_correction(self, request: Correct | UndoCorrection) -> None:
        """Ask for a correction; show and say what was changed, or why nothing was."""
        reason = self._play.send_request(request)
        if isinstance(reason, Failure):
            self._explain_refusal(reason, EndRoll(), self.state.seat)
            return
        now = self._current_state()
        if reason is None:
            self._apply_transition(newest_correction(self.state, now), now)
            self._publish_state(prompt=None)
            return
        text = ""
        if isinstance(request, Correct) and request.change.applies_to(now.game.applied):
            text = correction_refusal_text(
                replace(self.running_review, game=now.game), request.change, self._tr
            )
        self._say(text or self._tr.gettext("Not possible here."))

    # refusals

    def _explain_refusal(self, reason: Reason, move: Move, seat: int) -> None:
        if isinstance(reason, Refusal):
            self._show_refusal(reason, move, seat)
        elif reason is Failure.NOT_YOURS and isinstance(move, WhiteDiceSum):
            self._say(self._tr.gettext("Only the roller enters the white dice."))
        else:
            title, detail = self._tr.failure_texts(reason)
            self._say(title, detail, calm=reason is Failure.CHANGED_ELSEWHERE)

    def _show_refusal(self, reason: Refusal, move: Move, seat: int) -> None:
        """Explain a refusal at the tapped sheet; a screen reader also says whose it is."""
        tr = self._tr
        position = self.state.game.position
        text = tr.refusal_text(reason, move, position.sheet_of(seat))
        if reason is Refusal.NOT_ACTIVE and seat in position.sitting_out:
            text = tr.gettext("This player is sitting out.")
        chosen = self.state.chosen_pair is not None
        message = Message(text, undo="cancel" if chosen else "", seat=seat)
        self._show_message(message, prompt=self.state.prompt if chosen else None)
        self._context.device.announce(self.state.with_seat_name(text, seat, tr))

    def _say(self, title: str, detail: str = "", *, calm: bool = True) -> None:
        self._show_message(Message(title, detail, calm=calm), prompt=None, card=None)
        self._context.device.announce(f"{title} {detail}".strip())
