"""Corrections from the pad: the card over it, the change that is handed on, and what is told."""

from collections.abc import Callable
from dataclasses import replace

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross, EndRoll, Entry, Move
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.play import Play
from qwixx_pad.session import Answer
from qwixx_pad.ui.corrections import Card, is_of_card, told, why_not
from qwixx_pad.ui.pad_state import PadState
from qwixx_pad.ui.review_look import Reviewed
from qwixx_pad.ui.words import Words

_UNDO = frozenset({"undo", "undo-last"})


class PadCorrections:
    """What a running game's screen does with corrections.

    Args:
        play: The game, as this device plays it.
        publish: Shows changes to the state.
        tell: Writes something and says it; `undo` is what takes it back, if anything does.
        explain: Says why an entry of a seat did not come to stand.
    """

    def __init__(
        self,
        play: Play,
        publish: Callable[..., None],
        tell: Callable[..., None],
        explain: Callable[[Answer, Move, int], None],
    ) -> None:
        self._play = play
        self._publish = publish
        self._tell = tell
        self._explain = explain

    @property
    def way_back(self) -> frozenset[int]:
        """The seats (from 1) whose undo takes a correction back."""
        if not self._play.made:
            return frozenset()
        seats = range(1, self._play.game.setup.seats + 1)
        return frozenset(seat for seat in seats if self._play.way_back(seat))

    def on(self, game: Game, state: PadState) -> dict[str, object]:
        """What of the state is about corrections, in a game that has gone on."""
        return {"card": state.card and state.card.on(game), "way_back": self.way_back}

    def tap(self, name: str, seat: int, state: PadState, words: Words) -> bool:
        """A finger was lifted; whether this was about a correction.

        Args:
            name: What was tapped.
            seat: On whose sheet, from 1.
            state: What is shown.
            words: The language.
        """
        if state.card is not None and is_of_card(name):
            self._turn(state.card, name, state, words)
        elif name == "correct":
            self._open_newest(seat, state, words)
        elif name in _UNDO and seat in state.way_back:
            answer = self._play.take_back(seat, len(state.game.log))
            self._became(answer, self.news(state, words), state, words)
        else:
            return False
        return True

    def open(self, entry: Entry, seat: int, state: PadState, words: Words) -> bool:
        """Open the card for an entry that stands; whether it does, and may be put right here."""
        sheet, move = state.game.position.sheets[seat - 1], entry.move
        open_yet = isinstance(move, Cross) and sheet.why_not(move) is not Refusal.CROSSED
        if open_yet or entry not in state.game.standing or not self._play.may_correct(seat):
            return False
        place = state.game.standing.index(entry)
        card = Card.of(_reviewed(self._play, state, words), seat, place)
        if card is not None:
            self._publish(card=card, prompt=None, message=None)
        return card is not None

    def _open_newest(self, seat: int, state: PadState, words: Words) -> None:
        if not self._play.may_correct(seat):
            seat = next(iter(self._play.mine), seat)
        card = Card.of(_reviewed(self._play, state, words), seat)
        self._publish(card=card, prompt=None, message=None)
        if card is None:
            self._tell(words.text("There is nothing to correct yet."))

    def _turn(self, card: Card, name: str, state: PadState, words: Words) -> None:
        to = card.tapped(name, words)
        if not isinstance(to, Change):
            self._publish(card=to)
            return
        answer = self._play.correct(to, len(state.game.log))
        said = self.news(state, words)
        if answer.refusal is not None and to.fits(self._play.game.standing):
            now = replace(card.reviewed, game=self._play.game)
            said = why_not(now, to, words)
        self._became(answer, said, state, words)

    def _became(self, answer: Answer, said: str, state: PadState, words: Words) -> None:
        """Show what became of a correction, and say it: what was changed, or why nothing was."""
        if answer.trouble is not None:
            self._explain(answer, EndRoll(), state.seat)
            return
        self._publish(game=self._play.game, way_back=self.way_back)
        alone = state.table is None  # at a table undo stands beside the words
        said = said or words.text("Not possible here.")
        self._tell(said, undo="undo" if answer.stands and alone else "")

    def news(self, before: PadState, words: Words) -> str:
        """What was corrected since a state was shown; empty if nothing was."""
        names = before.table.names if before.table else ()
        new = [made for made in self._play.made if made.start >= len(before.game.log)]
        return told(new[-1], names, words) if new else ""


def _reviewed(play: Play, state: PadState, words: Words) -> Reviewed:
    """The running game in the form of one that is looked back on."""
    table, head = state.table, play.head
    names = table.names if table else (head.names[0] or words.text("You"),)
    colors = table.colors if table else (0,)
    return Reviewed(state.game, names, colors, "", head.id, state.seat, corrected=False)
