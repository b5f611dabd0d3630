"""From a tap to what the screen shows next. Pure but for the game it plays on.

A tap comes in as the identifier that was tapped; it becomes an entry, a question or a few words.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.moves import (
    Close,
    Cross,
    EndRoll,
    Entry,
    Finish,
    Move,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
    parse,
)
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.play import Play
from qwixx_pad.session import Answer, Trouble
from qwixx_pad.ui.fresh import fresh_moves, newest_move
from qwixx_pad.ui.news import after_entry, gone, news, turn_taken
from qwixx_pad.ui.pad_corrections import PadCorrections
from qwixx_pad.ui.pad_state import Feel, Message, PadState, Prompt, Question
from qwixx_pad.ui.seat_looks import who_moved
from qwixx_pad.ui.table_looks import TableState
from qwixx_pad.ui.table_state import table_state
from qwixx_pad.ui.words import Words

_TOKENS = {"penalty": "-", "finish": "end", "end-turn": "/"}
"""Identifiers that are not spelt like the token they enter."""
_WHOLE_LOG: dict[str, Move] = {"undo-last": Undo(), "redo-last": Redo()}
"""Where one device shows all sheets: the last entry, whosever it was."""
_TOO_SOON = 0.8
"""Seconds after a change of turns in which a roll that has no entry is not ended: a finger that
came down twice, or on the button that stood there a moment ago, means no misthrow."""
_LOCK = "-lock"
_OF_SEAT = re.compile(r"s([1-9])-(.+)")
_ANSWER = re.compile(rf"(no|white|colored|yes)-([{ROW_LETTERS}])")


class PadControl:
    """Turns taps into entries for one screen on one game.

    Args:
        play: The game, as this device plays it.
        words: The language.
        feel: The device.
        colors: The players' colours, where the table does not know them.

    Attributes:
        state: What is shown.
        show: Called with each new state.
        hides_points: Whether no points are said before the end.
    """

    def __init__(
        self,
        play: Play,
        words: Words,
        feel: Feel,
        colors: Callable[[Sequence[str]], tuple[int, ...]],
    ) -> None:
        self._play = play
        self._words = words
        self._feel = feel
        self._colors = colors
        self.hides_points = False
        self._serial = 0
        self._turned = -_TOO_SOON
        self._corrections = PadCorrections(play, self._publish, self._tell, self._explain)
        seat, way_back = self._seat_in_front(next(iter(play.mine), 1)), self._corrections.way_back
        self.state = PadState(play.game, seat, self._table(), way_back=way_back)
        self.show: Callable[[PadState], None] = lambda _: None

    def _table(self) -> TableState | None:
        return table_state(self._play, self._colors, self._words)

    def _seat_in_front(self, now: int) -> int:
        """The roller's sheet if this device has it and several; else the one that is there."""
        active = self._play.game.position.active
        return active if active is not None and active in self._play.mine else now

    def speak(self, words: Words) -> None:
        """Say what comes from now on in another language."""
        if words == self._words:
            return
        self._words = words
        self.state = replace(self.state, table=self._table(), message=None)

    def refresh(self) -> None:
        """Show the game as it stands, after a change from here or elsewhere."""
        before, game = self.state.game, self._play.game
        table = self._table()
        seat, message = self.state.seat, self.state.message
        if table and seat not in table.mine and table.mine != (self.state.table or table).mine:
            seat = next(iter(table.mine), seat)
        if game.position.active != before.position.active:
            seat, message = self._seat_in_front(seat), None
            self._turned = monotonic()
        told = news(before, game, table, seat, self._words) if table else None
        if told is not None:
            (self._feel.say_now if told.urgent else self._feel.say)(told.text)
            message = self._message(told.text) if told.shown else message
        elif said := self._corrections.news(self.state, self._words):
            self._feel.say(said)
            message = self._message(said)
        elif table and self.state.table and (left := gone(self.state.table, table, self._words)):
            message = self._message(*left)
        prompt = None if game.position.settled else self.state.prompt
        if prompt is not None and prompt.is_answered(self._play.unshared):
            prompt = None
        self._publish(
            game=game,
            table=table,
            seat=seat,
            message=message,
            prompt=prompt,
            **self._corrections.on(game, self.state),
        )

    def tap(self, identifier: str) -> None:
        """A finger was lifted on something that can be tapped."""
        of_seat = _OF_SEAT.fullmatch(identifier)
        seat, name = (int(of_seat[1]), of_seat[2]) if of_seat else (self.state.seat, identifier)
        corrects = self._corrections.tap(name, seat, self.state, self._words)
        if not (corrects or self._tap_screen(name, seat)):
            self._tap_sheet(name, seat)

    def _tap_screen(self, name: str, seat: int) -> bool:
        """What changes the screen, not the game; whether this was such a tap."""
        if name == "menu":
            self._publish(prompt=Prompt(Question.MENU))
        elif name == "who-plays":
            self._publish(prompt=Prompt(Question.SEATS))
        elif name == "board":
            self._publish(prompt=Prompt(Question.BOARD), seat=seat)
        elif name == "turn":
            self._publish(turned=self.state.turned ^ {seat})
        elif name == "cancel":
            self._publish(prompt=None, card=None)
        elif name == "to-pad":
            back = self._seat_in_front(next(iter(self._play.mine), seat))
            self._publish(seat=back, prompt=None, message=None)
        elif name.startswith("seat-"):
            self._publish(seat=int(name.removeprefix("seat-")), prompt=None, message=None)
        else:
            return False
        return True

    def _tap_sheet(self, name: str, seat: int) -> None:
        if name.endswith(_LOCK):
            self._tap_lock(name.removesuffix(_LOCK), seat)
        elif name in {"done", "change"}:
            self._said(self._play.done(seat, yes=name == "done"))
        elif name == "close-now":
            self._said(self._play.close_now())
        elif answered := _ANSWER.fullmatch(name):
            self._answer(answered[1], answered[2], seat)
        elif name in _WHOLE_LOG:
            self._enter(Entry(_WHOLE_LOG[name]))
        elif name == "undo" and self.may_reopen(seat):
            self._enter(Entry(Undo()))
        elif entry := parse(_TOKENS.get(name, name)):
            self._tap_entry(entry.move, seat)

    def may_reopen(self, seat: int) -> bool:
        """Whether undo takes back the end of a roll, or of the game, before a seat's own entry."""
        table, game = self.state.table, self.state.game
        first = game.position.settled or not game.can_undo(seat)
        return table is not None and table.may_reopen and first

    def _answer(self, what: str, letter: str, seat: int) -> None:
        ask = self.state.ask
        if what == "yes":
            self._vouch(letter)
        elif what == "no":
            self._said(self._play.decline(ask.seat if ask else seat, letter))
        else:
            self._said(self._play.tell_dice(letter, white=what == "white"))

    def _vouch(self, letter: str) -> None:
        """The lock of a row was made with the white dice after all."""
        self._said(self._play.vouch(letter))
        self._publish(table=self._table(), prompt=None)

    def _said(self, answer: Answer) -> None:
        if not answer.stands:
            self._explain(answer, EndRoll(), self.state.seat)

    def _tap_entry(self, move: Move, seat: int) -> None:
        ask = self.state.ask
        if ask is not None and isinstance(move, Cross) and move.row == ask.letter:
            seat = ask.seat  # the question stands before the pad; its button is for who is asked
        fresh = fresh_moves(self.state.game, seat)
        if isinstance(move, EndRoll) and self._comes_too_soon():
            return
        if isinstance(move, Cross) and move in fresh:
            self._take_back(move, fresh, seat)
        elif isinstance(move, Cross) and self._corrects(move, seat):
            return
        elif isinstance(move, Cross) and self._play.takes_colored_lock(Entry(move, seat)):
            self._publish(prompt=Prompt(Question.WHITE_DICE, move.row, move.number))
        else:
            self._enter(self._entry(move, seat))

    def _corrects(self, move: Cross | Close, seat: int) -> bool:
        """Whether a tap on what was entered earlier has opened its card."""
        entry = self._entry(move, seat)
        return self._corrections.open(entry, seat, self.state, self._words)

    def _comes_too_soon(self) -> bool:
        """Whether the turn has only just changed and the roller has entered nothing yet."""
        active = self.state.game.position.active
        idle = active is not None and not fresh_moves(self.state.game, active)
        return idle and monotonic() - self._turned < _TOO_SOON

    def _entry(self, move: Move, seat: int) -> Entry:
        alone = self.state.table is None or isinstance(move, EndRoll | Finish)
        return Entry(move, None if alone else seat)

    def _take_back(self, cross: Cross, fresh: tuple[Move, ...], seat: int) -> None:
        """Take back a cross of this roll; what came after it is entered again."""
        later = fresh[fresh.index(cross) + 1 :]
        if all(self._enter(self._entry(Undo(), seat)) for _ in (cross, *later)):
            for move in later:
                self._enter(self._entry(move, seat))

    def forget(self, serial: int) -> None:
        """The time of a message is up."""
        if self.state.message and self.state.message.serial == serial:
            self._publish(message=None)

    def _tap_lock(self, letter: str, seat: int) -> None:
        game = self.state.game
        sheet = game.position.sheets[seat - 1]
        index = sheet.layout.row_index(letter)
        if index is None:
            return
        last = Cross(letter, sheet.layout.rows[index].lock_number)
        if last in fresh_moves(game, seat) or newest_move(game) == Close(letter):
            self._enter(self._entry(Undo(), seat))
        elif self.state.table is not None:
            self._tap_entry(last, seat)
        elif not (self._corrects(last, seat) or self._corrects(Close(letter), seat)):
            self._ask_to_close(sheet, index, last)

    def _ask_to_close(self, sheet: Sheet, index: int, last: Cross) -> None:
        game, close = self.state.game, Close(last.row)
        refusal = game.why_not(Entry(close))
        if refusal is not None:
            self._refuse(refusal, close, 1)
            return
        may_cross = game.why_not(Entry(last)) is None
        prompt = Prompt(Question.CLOSE, last.row)
        if may_cross:
            gain = sheet.marked(last).sum_line.rows[index] - sheet.sum_line.rows[index]
            prompt = replace(prompt, last=last.number, gain=0 if self.hides_points else gain)
        self._publish(prompt=prompt)

    def _enter(self, entry: Entry) -> bool:
        """Enter something and show what became of it; whether it stands."""
        before, seat = self.state.game, entry.seat or self.state.seat
        answer = self._play.enter(entry, len(before.log))
        if not answer.stands:
            self._explain(answer, entry.move, seat)
            return False
        game = self._play.game
        turned = game.position.active != before.position.active
        if turned:
            self._turned = monotonic()
        self._publish(
            game=game,
            table=self._table(),
            seat=self._seat_in_front(self.state.seat) if turned else self.state.seat,
            message=self._told(entry, before),
            prompt=None,
            slips=self.state.slips.after(entry, game.setup.layout),
            way_back=self._corrections.way_back,
        )
        self._make_felt(entry, before, seat)
        return True

    def _told(self, entry: Entry, before: Game) -> Message | None:
        """Words for what was done, where an undo is worth offering; a table has its own bar."""
        if isinstance(entry.move, Undo | Redo) or self._play.game.position.over:
            return None
        table = self.state.table
        if table is not None:
            if said := who_moved(entry, table.names, self._words):
                return self._message(said)
            turn = turn_taken(entry, before, self._play.game, table, self._words)
            return turn and self._message(turn[0], undo=turn[1])
        done = self._words.done(entry, before.position.sheets[0])
        return self._message(done, undo="undo")

    def _make_felt(self, entry: Entry, before: Game, seat: int) -> None:
        sheet = self._play.game.position.sheets[seat - 1]
        if isinstance(entry.move, Cross):
            locked = sheet.own_locks != before.position.sheets[seat - 1].own_locks
            (self._feel.lock if locked else self._feel.cross)()
        said = after_entry(entry, before, sheet, seat, self._words, hides=self.hides_points)
        of_all = entry.seat is None or isinstance(entry.move, SitOut | PlayAgain)
        table = self.state.table if of_all else None
        told = news(before, self.state.game, table, seat, self._words) if table else None
        if told or said:
            self._feel.say(told.text if told else said)
        if self.state.game.position.settled and self.state.table is None:
            self._feel.say_now(self._words.over(sheet))

    def _explain(self, answer: Answer, move: Move, seat: int) -> None:
        if answer.refusal is not None:
            self._refuse(answer.refusal, move, seat)
        elif answer.trouble is not None:
            title, detail = self._words.trouble(answer.trouble)
            self._tell(title, detail, calm=answer.trouble is Trouble.MOVED_ON)

    def _refuse(self, refusal: Refusal, move: Move, seat: int) -> None:
        """Say why not at the sheet that was tapped; who only hears it, hears also whose it is."""
        table, sheet = self.state.table, self.state.game.position.sheets[seat - 1]
        out = refusal is Refusal.NOT_ACTIVE and seat in self.state.game.position.out
        said = self._words.refusal(refusal, move, sheet)
        said = self._words.text("Sits out: nothing is entered.") if out else said
        self._publish(message=replace(self._message(said), seat=seat), prompt=None)
        passed = table is not None and table.passed
        self._feel.say(f"{table.names[seat - 1]}: {said}" if table and passed else said)

    def _tell(self, title: str, detail: str = "", *, undo: str = "", calm: bool = True) -> None:
        message = self._message(title, detail, undo=undo, calm=calm)
        self._publish(message=message, prompt=None, card=None)
        self._feel.say(f"{title} {detail}".strip())

    def _message(
        self, title: str, detail: str = "", *, undo: str = "", calm: bool = True
    ) -> Message:
        self._serial += 1
        return Message(title, detail, undo, calm, self._serial)

    def _publish(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]  # fields by name
        self.show(self.state)
