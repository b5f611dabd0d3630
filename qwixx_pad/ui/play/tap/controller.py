"""The controller of a pad: reads a tap, asks, enters, and shows the outcome."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Protocol

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import EndRoll, Entry, Move, Penalty, Refusal, White
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.multiplayer.requests import (
    AnswerSeat,
    Correct,
    Decline,
    Enter,
    Free,
    SayDone,
    SeenLost,
    TakeBack,
    Word,
)
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.actions import (
    IN_FRONT,
    Action,
    Go,
    Guard,
    MakeEntry,
    Prefer,
    PutRight,
    Show,
    Target,
    UnknownIdentifierError,
    find_pressable,
)
from qwixx_pad.ui.flet_support.times import TIMES
from qwixx_pad.ui.play.state import (
    NOTHING_OVERDUE,
    Cause,
    Colors,
    CorrectionCard,
    Message,
    Overdue,
    PadState,
    Prompt,
    Question,
    Touch,
    advance,
    asked_for_last_cross,
    is_of_card,
    newest_correction,
    table_state,
    turned,
    why_not,
)
from qwixx_pad.ui.play.tap.intents import OpenCard, intent, is_idle_roll
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.text.translator import Voice

_PROMPTS = {
    Target.MENU: Question.MENU,
    Target.SEATS: Question.SEATS,
    Target.BOARD: Question.BOARD,
    Target.SUM: Question.SUM,
}


class DeviceFeedback(Protocol):
    """The touch and speech of a device."""

    def cross(self) -> None:
        """Let a cross be felt."""

    def lock(self) -> None:
        """Let the cross of a lock be felt."""

    def say(self, text: str) -> None:
        """Say something when there is a pause."""

    def say_now(self, text: str) -> None:
        """Say something at once."""


class PadController:
    """One screen on one game.

    Args:
        play: The game, as this device plays it.
        voice: The style of all words.
        feedback: The device.
        colors: The players' colours, where the table does not know them.
        go: Leads to another screen, by its identifier.
        change: Stores settings, by their names.
        clock: Seconds since some moment.
        overdue: What was reported of the table already.
        too_soon: See `Times`.
    """

    def __init__(  # noqa: PLR0913 - the game, and what of the device it may use
        self,
        play: SeatSession,
        voice: Voice,
        feedback: DeviceFeedback,
        *,
        colors: Colors,
        go: Callable[[str], object],
        change: Callable[..., object],
        clock: Callable[[], float] = monotonic,
        overdue: Overdue = NOTHING_OVERDUE,
        too_soon: float = TIMES.too_soon,
    ) -> None:
        self._play = play
        self._voice = voice
        self._feedback = feedback
        self._colors = colors
        self._go = go
        self._change = change
        self._clock = clock
        self._overdue = overdue
        self._too_soon = too_soon
        self._turned = clock() - too_soon
        self._missed = (0, -1, 0.0)  # the seat, entries since, the time
        self._show: Callable[[PadState], object] = lambda _: None
        self.state = PadState(play.game, next(iter(play.mine), 1))
        now = self._now()
        state = replace(now, seat=now.in_front)
        self.state = replace(state, prompt=asked_for_last_cross(state))

    # setters and callbacks

    def attend(
        self,
        show: Callable[[PadState], object],
        run_in_session: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> Callable[[], None]:
        """Follow the game until the returned function is called.

        Args:
            show: Called with each new state.
            run_in_session: Wraps what others call, so that it runs as this session's own.
        """
        self._show = show
        self.refresh()
        return self._play.watch_others(run_in_session(self.refresh))

    def speak(self, voice: Voice) -> None:
        """Set language and style of all words from now on."""
        if voice == self._voice:
            return
        other, self._voice = voice.words != self._voice.words, voice
        if other:
            self._publish(table=self._now().table, message=None)

    def refresh(self) -> None:
        """Show the present game, if it differs; not what its table plays after it."""
        if self._play.is_past:
            return
        now, state = self._now(), self.state
        known = (state.table, state.way_back) == (now.table, now.way_back)
        if now.game is not state.game or not known:
            self._advance(None, now)
            self._publish()

    def weigh(self, chances: tuple[float, ...]) -> None:
        """Set the shown chances to win, one a seat; none if there are none."""
        if chances != self.state.chances:
            self._publish(chances=chances)

    def learn(self, overdue: Overdue) -> None:
        """Set what has lasted long enough at the table to be reported."""
        self._overdue = overdue
        self.refresh()

    def bind(self, at: str, spoken: str) -> None:
        """Move the cursor to something printed (its identifier and words), or to nothing."""
        if at != self.state.cursor:
            self._publish(cursor=at)
        if spoken:
            self._feedback.say_now(spoken)

    def forget(self, serial: int) -> None:
        """Dismiss a message whose time is up."""
        if self.state.message and self.state.message.serial == serial:
            self._publish(message=None)

    @property
    def deaf_for(self) -> float:
        """Seconds until all that is disabled reacts again."""
        return max(self._turned, self._missed[2]) + self._too_soon - self._clock()

    def hear_again(self) -> None:
        """Enable what was disabled for a moment."""
        self._publish()

    def tap(self, identifier: str) -> None:
        """Press what a finger was lifted on.

        Raises:
            UnknownIdentifierError: Nothing on a pad has this identifier.
        """
        row, card = find_pressable(identifier), self.state.card
        action = row.does
        if row.guard is Guard.COPYIST and not self.state.game.setup.paper:
            return
        if self.state.only_watches and not isinstance(action, Go):
            return
        if card is not None and is_of_card(action):
            self._turn(card, action)
        else:
            self._perform(action, identifier)

    def _perform(self, action: Action, identifier: str) -> None:
        match action:
            case MakeEntry():
                self._do(action)
            case Show():
                self._bring(action)
            case Go():
                self._publish(prompt=None, card=None)
                self._go(identifier)
            case Prefer(direction):
                self._change(direction=direction, columns_offered=True)
            case Free():
                self._publish(prompt=None, card=None)
                self._play.ask(action)
                self._go("seats")
            case AnswerSeat():
                self._publish(prompt=None, message=None)
                self._say(action)
            case PutRight():
                return  # a second finger, and the card is gone
            case _ if isinstance(action, Word | SeenLost):
                self._say(action)
            case _:
                raise UnknownIdentifierError(identifier)

    # the state

    def _bring(self, action: Show) -> None:
        state, seat = self.state, action.seat or self.state.seat
        match action.target:
            case Target.MENU | Target.SEATS | Target.BOARD | Target.SUM as target:
                self._publish(prompt=Prompt(_PROMPTS[target]), seat=seat)
            case Target.SEAT:
                self._publish(prompt=Prompt(Question.SEAT, seat=seat), card=None)
            case Target.NOTHING:
                self._publish(prompt=None, card=None)
            case Target.TURNED_SHEET:
                self._publish(turned=state.turned ^ {seat})
            case Target.SHEET:
                self._publish(seat=seat, prompt=None, message=None)
            case Target.OWN_SHEET:
                own = replace(self._now(), seat=next(iter(self._play.mine), seat))
                self._publish(seat=own.in_front, prompt=None, message=None)
            case Target.CORRECTION:
                self._open_newest(seat)

    def _publish(self, **changes: object) -> None:
        self.state = replace(self.state, deaf=self._deaf(), **changes)  # type: ignore[arg-type]  # fields by name
        self._show(self.state)

    def _now(self) -> PadState:
        """Return the shown state, with the game and all that is known besides as of now."""
        play = self._play
        table = table_state(play, self._colors, self._voice.words, self._overdue)
        return replace(
            self.state, game=play.game, table=table, way_back=play.ways_back, made=play.made
        )

    def _advance(self, cause: Cause, now: PadState) -> None:
        """Apply the step of a change; the caller shows it."""
        if turned(self.state.game, now.game):
            self._turned = self._clock()
        step = advance(self.state, now, cause, self._voice)
        self.state = step.state
        if step.felt is not None:
            (self._feedback.lock if step.felt is Touch.LOCK else self._feedback.cross)()
        for text, at_once in step.said:
            (self._feedback.say_now if at_once else self._feedback.say)(text)

    # entries

    def _do(self, action: MakeEntry) -> None:
        if isinstance(action.what, EndRoll) and 0 in self._deaf():
            return
        copies = self.state.game.setup.paper
        if isinstance(action.what, Penalty) and not copies and self._is_second_finger(action):
            return
        match intent(self.state, action):
            case tuple() as entries:
                self._enter(entries)
            case Prompt() as prompt:
                self._publish(prompt=prompt, seat=prompt.seat or self.state.seat)
            case Correct() | TakeBack() as request:
                self._correct(request)
            case OpenCard(seat, place, otherwise):
                if not self._open(CorrectionCard.of(self._reviewed, seat, place)):
                    self._enter(otherwise)

    def _deaf(self) -> frozenset[int]:
        """Return what is disabled while a roll or penalty is new, as `PadState.disabled`."""
        now, (seat, entries, missed) = self._clock(), self._missed
        new_turn = now - self._turned < self._too_soon and is_idle_roll(self.state)
        second = now - missed < self._too_soon and entries == len(self.state.game.log)
        return frozenset([0] * new_turn + [seat] * second)

    def _is_second_finger(self, action: MakeEntry) -> bool:
        """Return whether this seat's penalty is brand new: quick taps are one."""
        state, seat = self.state, action.seat or self.state.seat
        if seat in self._deaf():
            return True
        self._missed = (seat, len(state.game.log) + 1, self._clock())
        return False

    def _enter(self, entries: Sequence[Entry]) -> None:
        """Enter these until one is refused, and show the outcome."""
        for entry in entries:
            reason = self._play.ask(Enter(entry, len(self.state.game.log)))
            if reason is not None:
                self._explain(reason, entry.move, entry.seat or self.state.seat)
                return
            now = self._now()
            held_back = len(now.game.log) == len(self.state.game.log)
            self._advance(None if held_back else entry, now)
        self._publish()

    def _say(self, said: Word | SeenLost | AnswerSeat) -> None:
        """Send a signal that is no entry of the log."""
        ask, seat = self.state.ask, self.state.seat
        if isinstance(said, Decline) and ask is not None:
            said = replace(said, seat=ask.seat)
        elif isinstance(said, SayDone | Decline) and said.seat == IN_FRONT:
            said = replace(said, seat=seat)
        reason = self._play.ask(said)
        if reason is None:
            self.refresh()
        else:
            self._explain(reason, EndRoll(), seat)

    # corrections

    @property
    def _reviewed(self) -> Reviewed:
        """The running game in the form of one that is reviewed."""
        state, head = self.state, self._play.head
        table, words = state.table, self._voice.words
        names = table.names if table else (head.names[0] or words.text("You"),)
        colors = table.colors if table else (0,)
        return Reviewed(state.game, names, colors, "", head.id, state.seat, corrected=False)

    def _open(self, card: CorrectionCard | None) -> bool:
        if card is not None:
            self._publish(card=card, prompt=None, message=None)
        return card is not None

    def _open_newest(self, seat: int) -> None:
        if not self._play.may_correct(seat):
            seat = next(iter(self._play.mine), seat)
        if not self._open(CorrectionCard.of(self._reviewed, seat)):
            self._tell(self._voice.words.text("There is nothing to correct yet."))

    def _turn(self, card: CorrectionCard, action: Action) -> None:
        to = card.after(action, self._voice.words)
        if isinstance(to, Change):
            self._correct(Correct(to, len(self.state.game.log)))
        else:
            self._publish(card=to)

    def _correct(self, request: Correct | TakeBack) -> None:
        """Ask for a correction; show and say what was changed, or why nothing was."""
        reason = self._play.ask(request)
        if isinstance(reason, Failure):
            self._explain(reason, EndRoll(), self.state.seat)
            return
        now, words = self._now(), self._voice.words
        if reason is None:
            self._advance(newest_correction(self.state, now), now)
            self._publish(prompt=None)
            return
        said = ""
        if isinstance(request, Correct) and request.change.fits(now.game.standing):
            said = why_not(replace(self._reviewed, game=now.game), request.change, words)
        self._tell(said or words.text("Not possible here."))

    # refusals

    def _explain(self, reason: Reason, move: Move, seat: int) -> None:
        if isinstance(reason, Refusal):
            self._refuse(reason, move, seat)
        elif reason is Failure.NOT_YOURS and isinstance(move, White):
            self._tell(self._voice.words.text("Who rolls enters the white dice."))
        else:
            title, detail = self._voice.words.failure(reason)
            self._tell(title, detail, calm=reason is Failure.MOVED_ON)

    def _refuse(self, reason: Refusal, move: Move, seat: int) -> None:
        """Explain a refusal at the tapped sheet; for a screen reader also whose it is."""
        words, position = self._voice.words, self.state.game.position
        said = words.refusal(reason, move, position.sheets[seat - 1])
        if reason is Refusal.NOT_ACTIVE and seat in position.out:
            said = words.text("Sits out: nothing is entered.")
        self.state = self.state.told(Message(said, seat=seat))
        self._publish(prompt=None)
        self._feedback.say(self.state.named(said, seat, words))

    def _tell(self, title: str, detail: str = "", *, calm: bool = True) -> None:
        self.state = self.state.told(Message(title, detail, calm=calm))
        self._publish(prompt=None, card=None)
        self._feedback.say(f"{title} {detail}".strip())
