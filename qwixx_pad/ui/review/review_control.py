"""The control of a review: from a tap, a key or a drag to its next state."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import Change, corrected, leaving_finished
from qwixx_pad.core.game import Correction, Game, reopened, replay
from qwixx_pad.core.moves import Undo, White
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.ui.actions import (
    Action,
    Go,
    Guard,
    MakeEntry,
    PutRight,
    Show,
    Target,
    UnknownIdentifierError,
    find_pressable,
)
from qwixx_pad.ui.play.state import CorrectionCard, Message, is_of_card
from qwixx_pad.ui.review import Reviewed, index_at, moment_of
from qwixx_pad.ui.text.translator import Words

EnterCorrection = Callable[[Correction], Reason | None]
_KEYS = {
    "Arrow Left": "previous",
    "Arrow Right": "next",
    "Home": "first",
    "End": "last",
    "Space": "play-steps",
}
_OTHER_SEAT = {"Arrow Up": -1, "Arrow Down": 1}


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The state of a review.

    Attributes:
        moment: The number of entries shown.
        seat: Whose sheet is in front, from 1.
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
        reviewed: Reviewed,
        words: Words,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> None:
        self.story = Story.of(reviewed.game)
        self.state = ReviewState(reviewed.entries, reviewed.seat)
        self.show: Callable[[ReviewState], None] = lambda _: None
        self._reviewed = reviewed
        self._back: tuple[Change, int] | None = None
        self._serial = 0
        self.see(reviewed, words, go, enter_correction)

    def see(
        self,
        reviewed: Reviewed,
        words: Words,
        go: Callable[[str], object],
        enter_correction: EnterCorrection | None,
    ) -> ReviewState:
        """Take the parent's values at each rendering; return the state to show."""
        if reviewed.game is not self._reviewed.game:
            self.story = Story.of(reviewed.game)
            card = self.state.card
            self.state = replace(self.state, card=card and card.on(reviewed.game))
        self._reviewed, self._words, self._go = reviewed, words, go
        self._enter_correction = enter_correction
        return self._now

    @property
    def _now(self) -> ReviewState:
        """The state, held within a game that has become shorter; at the end of one from paper."""
        most = self._reviewed.entries
        same = self.state.moment <= most and not self._reviewed.copied
        return self.state if same else replace(self.state, moment=most)

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self.story.of_seat(self.state.seat)

    @property
    def index(self) -> int:
        """The number of steps of the shown seat that have happened."""
        return index_at(self._steps, self._now.moment)

    @property
    def step(self) -> Step | None:
        """The step that is looked at; None on a fresh sheet."""
        return self._steps[self.index - 1] if self.index else None

    def hear(self, key: str) -> bool:
        """Handle a key; return whether it was one for the review."""
        seats = self._reviewed.game.setup.seats
        if self.state.asking or self.state.card or self.state.kept_finished:
            return False
        if key in _KEYS and not self._reviewed.copied:
            self.tap(_KEYS[key])
        elif key in _OTHER_SEAT and seats > 1:
            self._publish(seat=(self.state.seat - 1 + _OTHER_SEAT[key]) % seats + 1)
        else:
            return False
        return True

    def choose(self, index: int) -> None:
        """Look at the moment after so many steps of the shown seat."""
        index = max(0, min(index, len(self._steps)))
        moment = moment_of(self._steps, index, self._reviewed.entries)
        if moment != self._now.moment or self.state.playing:
            self._publish(moment=moment, playing=False)

    def look_at(self, seat: int | None, moment: int) -> None:
        """Look at a moment (in entries) of the game, on the sheet of a seat (from 1)."""
        self._publish(moment=moment, seat=seat or self.state.seat, playing=False)

    def play_on(self) -> None:
        """Go to the next step while playing."""
        if self.state.playing:
            self._play(self.index + 1)

    def _play(self, index: int) -> None:
        moment = moment_of(self._steps, index, self._reviewed.entries)
        self._publish(moment=moment, playing=index < len(self._steps))

    def tap(self, identifier: str) -> None:
        """Handle a tap on a button or tile.

        Raises:
            UnknownIdentifierError: Nothing on a review has this identifier.
        """
        row, now, card = find_pressable(identifier), self.index, self.state.card
        if row.guard is Guard.CORRECTOR and self._enter_correction is None:
            return
        moments = {"first": 0, "previous": now - 1, "next": now + 1, "last": len(self._steps)}
        deeds = {"play-steps": self._play_or_pause, "reopen": self._reopen}
        if card is not None and is_of_card(row.does):
            self._turn(card, row.does)
        elif identifier in moments:
            self.choose(moments[identifier])
        elif identifier in deeds:
            deeds[identifier]()
        else:
            self._do(row.does, identifier)

    def _do(self, action: Action, identifier: str) -> None:
        match action:
            case Go():
                self._publish(asking=False, playing=False)
                self._go(identifier)
            case MakeEntry(Undo()):
                self._take_back()
            case Show(Target.CORRECTION):
                self._open()
            case Show(Target.MENU):
                self._publish(asking=True, playing=False)
            case Show(Target.NOTHING):
                self._publish(asking=False, card=None, kept_finished=False)
            case Show(Target.SHEET, int(seat)):
                self._publish(seat=seat)
            case PutRight() | Show() | MakeEntry(White()):
                return  # a second finger, and the card is gone
            case _:
                raise UnknownIdentifierError(identifier)

    def _play_or_pause(self) -> None:
        """Play or pause; at the end play from the beginning."""
        if self.state.playing or not self._steps:
            self._publish(playing=False)
        else:
            self._play(0 if self.index >= len(self._steps) else self.index + 1)

    def _open(self) -> None:
        """Open the card for the shown step, or for the newest one."""
        place = None if self.step is None else self.step.after - 1
        card = CorrectionCard.of(self._reviewed, self.state.seat, place)
        self._publish(asking=False, playing=False, card=card)
        if card is None:
            self._tell(self._words.text("There is nothing to correct here."))

    def _turn(self, card: CorrectionCard, action: Action) -> None:
        to = card.after(action, self._words)
        if isinstance(to, Change):
            self._publish(card=None)
            self._apply(to)
        elif to.spot.step is not None:
            self._publish(card=to, moment=to.spot.step.after)
        else:
            self._publish(card=to)

    def _apply(self, change: Change) -> None:
        game, moment = self._reviewed.game, self._now.moment
        change = leaving_finished(game, change, put_away=True)
        if self._enter(corrected(game, change)):
            self._back = change.inverse, moment
            said = self._message(self._words.text("Changed"), undo="undo")
            shown = _shown_after(change, moment)
            self._publish(moment=shown, message=said, kept_finished=_goes_on(game, change))

    def _take_back(self) -> None:
        """Undo the last correction by another one."""
        if self._back is None:
            return
        (change, moment), self._back = self._back, None
        fits = change.fits(self._reviewed.game.standing)
        if fits and self._enter(corrected(self._reviewed.game, change)):
            self._publish(moment=moment, message=None)

    def _reopen(self) -> None:
        self._publish(asking=False, kept_finished=False)
        if self._enter(reopened(self._reviewed.game)):
            self._go("play")

    def _enter(self, correction: Correction) -> bool:
        """Submit a correction; return whether it was accepted."""
        if self._enter_correction is None:
            return False
        reason = self._enter_correction(correction)
        if isinstance(reason, Failure):
            self._tell(*self._words.failure(reason))
        elif reason is not None:
            self._tell(self._words.text("Not possible here."))
        return reason is None

    def forget(self, serial: int) -> None:
        """Dismiss a message if it is still shown."""
        if self.state.message and self.state.message.serial == serial:
            self._publish(message=None)

    def _tell(self, title: str, detail: str = "") -> None:
        self._publish(message=self._message(title, detail))

    def _message(self, title: str, detail: str = "", *, undo: str = "") -> Message:
        self._serial += 1
        return Message(title, detail, undo, serial=self._serial)

    def _publish(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.show(self.state)


def _goes_on(game: Game, change: Change) -> bool:
    """Return whether only the `end` of a change ends the game, and no rule."""
    after, refused = replay(game.setup, replace(change, ends=0).wanted(game.standing))
    return change.ends > 0 and refused is None and not after.position.over


def _shown_after(change: Change, moment: int) -> int:
    """Return the moment of the changed entry; else of what was shown before."""
    if change.new is not None and not isinstance(change.new.move, White):
        return change.place + 1
    more = (change.new is not None) - (change.old is not None)
    return moment + more * (change.place < moment)
