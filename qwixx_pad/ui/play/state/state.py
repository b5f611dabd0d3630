"""The state of a play screen besides theme and space, its prompts and hints. Pure."""

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from qwixx_pad.core.corrections import AppliedCorrection
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Row
from qwixx_pad.core.moves import ChooseRow, Cross, Entry, Exchange, Move, Undo
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.last_crosses import RowQuestion, has_last_chance
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.settings import Hint
from qwixx_pad.ui.correction import CardState
from qwixx_pad.ui.text.translator import Translator

MANY_MISTAPS = 3
"""So many mistaps within the window are a sign that the cells are too narrow."""
MISTAP_WINDOW_ENTRIES = 40
"""About the entries of one game."""


@dataclass(frozen=True, slots=True)
class Mistaps:
    """Entries and mistaps on this screen so far.

    A mistap is a cross that its seat undoes at once to make one in a neighbouring cell.

    Attributes:
        entries: The number of entries.
        mistaps: The numbers, from 1, of the entries that corrected one.
        cross: The newest entry, if it is a cross.
        undone: The cross that the newest entry has undone.
    """

    entries: int = 0
    mistaps: tuple[int, ...] = ()
    cross: Entry | None = None
    undone: Entry | None = None

    @property
    def are_many(self) -> bool:
        """True if larger cells would help."""
        return sum(at > self.entries - MISTAP_WINDOW_ENTRIES for at in self.mistaps) >= MANY_MISTAPS

    def with_entry(self, entry: Entry, layout: Layout) -> "Mistaps":
        """Count one more accepted entry."""
        number = self.entries + 1
        before = self.cross
        if isinstance(entry.move, Undo):
            own = before is not None and entry.seat in {None, before.seat}
            return Mistaps(number, self.mistaps, undone=before if own else None)
        if not isinstance(entry.move, Cross):
            return Mistaps(number, self.mistaps)
        mistapped = self.undone is not None and _are_neighbours(self.undone, entry, layout)
        return Mistaps(number, (*self.mistaps, number) if mistapped else self.mistaps, cross=entry)


NO_MISTAPS = Mistaps()
"""Before the first entry."""


def _are_neighbours(one: Entry, other: Entry, layout: Layout) -> bool:
    """True if two crosses of a seat are in cells that touch, in one row or in two."""
    if not (isinstance(one.move, Cross) and isinstance(other.move, Cross)):
        return False
    first, second = (layout.find_cell(move.row, move.number) for move in (one.move, other.move))
    if first is None or second is None or one.seat != other.seat or one.move == other.move:
        return False
    return abs(first.row - second.row) <= 1 and abs(first.position - second.position) <= 1


def undoable_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """List what a seat entered in this roll, oldest first; on a single sheet the newest move."""
    if game.setup.seats > 1:
        return game.timeline.moves_this_roll(seat)
    newest = newest_move(game)
    return () if newest is None else (newest,)


def newest_move(game: Game) -> Move | None:
    """The move that an undo for all seats would take back; None if there is none."""
    return game.applied[-1].move if game.applied else None


class Question(Enum):
    """A question on a card from the lower edge."""

    CLOSE = auto()
    MENU = auto()
    BOARD = auto()
    SEATS = auto()
    SEAT = auto()
    SUM = auto()
    WHITE_DICE = auto()
    LOCK = auto()
    """Which of several numbers locks a row."""
    LUCKY = auto()
    """In which row to cross a lucky number."""
    EXCHANGE = auto()
    """Which cross to spend a pair of numbers for; answered on the sheet."""
    TRACK = auto()
    """Whether to take the next field of a track, which must be the only entry of its roll."""
    DOUBLE = auto()
    """Whether to cross the last crossed number once more, or to undo it."""
    LAST_CROSS = auto()
    """Which cross of the white dice to enter before a penalty ends the game (rule 6)."""
    FINISH = auto()
    """Whether to end the game for everyone at a shared table, or with blank sheets of paper."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question.

    Attributes:
        question: What it asks.
        letter: The row that it is about; empty for none.
        about: The move that it is about; None for none.
        seat: The seat that it is about; None for none.
    """

    question: Question
    letter: str = ""
    about: Move | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PadState(CardState):
    """Everything that the play screen shows, besides theme and space.

    Attributes:
        game: The game as it is.
        seat: The seat whose sheet is in front.
        table: The table; None for a single sheet.
        prompt: The open question; None for none.
        rotated: Seats whose sheets are rotated by half, for players opposite.
        mistaps: Entries and mistaps on this screen.
        undoable_seats: Seats whose undo takes a correction back.
        corrections: The corrections in the log, oldest first.
        cursor: The identifier of the cursor's stop; empty while the keyboard is not in use.
        chances: Each seat's chance to win, as last computed; empty where they are not shown.
        disabled: Whether the button that ends a roll ignores taps for a moment, because the roll is
            new and its roller has entered nothing.
    """

    game: Game
    seat: int = 1
    table: TableState | None = None
    prompt: Prompt | None = None
    rotated: frozenset[int] = frozenset()
    mistaps: Mistaps = NO_MISTAPS
    undoable_seats: frozenset[int] = frozenset()
    corrections: tuple[AppliedCorrection, ...] = ()
    cursor: str = ""
    chances: tuple[float, ...] = ()
    disabled: bool = False

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats that this device plays."""
        return (1,) if self.table is None else self.table.own_seats

    @property
    def sheet(self) -> Sheet:
        """The sheet in front."""
        return self.game.position.sheet_of(self.seat)

    @property
    def front_seat(self) -> int:
        """The roller if this device plays that seat; else the seat that is in front now."""
        active = self.game.position.active
        return active if active is not None and active in self.own_seats else self.seat

    def with_seat_name(self, text: str, seat: int, tr: Translator) -> str:
        """Put the name of a seat before a text about it, if this device plays several."""
        table = self.table
        if table is None or not table.is_passed_around:
            return text
        return tr.gettext("{name}: {said}", name=table.name_of(seat), said=text)

    @property
    def lock_ask(self) -> RowQuestion | None:
        """The question about a lock that this device has to answer next, the front seat's first."""
        if self.table is None:
            return None
        mine = [ask for ask in self.table.questions if ask.seat in self.table.own_seats]
        return min(mine, key=lambda ask: ask.seat != self.seat, default=None)

    @property
    def last_cross_seats(self) -> tuple[int, ...]:
        """The seats of this device whose last cross a game waits for (rule 6).

        A penalty has ended that game, or will end it with this roll.
        """
        table = self.table
        position = self.game.position
        if table is None or not isinstance(position, Table):
            return ()
        if not (position.ended_by_penalties or table.answers.ending):
            return ()
        return tuple(
            seat
            for seat in table.own_seats
            if seat in table.waiting_seats and has_last_chance(position, seat, table.answers)
        )

    @property
    def blank_seats(self) -> tuple[int, ...]:
        """The seats whose sheets are blank, in the order in which they sit."""
        seats = self.table.seats_clockwise if self.table else (1,)
        return tuple(seat for seat in seats if self.game.position.sheet_of(seat).is_blank)

    @property
    def asks_before_finish(self) -> bool:
        """True if a running game asks before it is finished."""
        if self.table is None or self.game.position.is_over:
            return False
        return bool(self.blank_seats if self.game.setup.paper else self.table.code)

    @property
    def chosen_pair(self) -> Exchange | None:
        """The exchange pair to be spent, while its cross is chosen on the sheet; else None."""
        prompt = self.prompt
        if prompt is None or prompt.question is not Question.EXCHANGE:
            return None
        return prompt.about if isinstance(prompt.about, Exchange) else None

    @property
    def is_spectator(self) -> bool:
        """True if this device plays no seat of the table and does not act as its host."""
        return self.table is not None and self.table.may_only_watch

    @property
    def choosing_seat(self) -> int | None:
        """The seat of this device that has to choose the row of crosses it has won; else None."""
        seats = [seat for seat in self.own_seats if self._may_choose_row(seat)]
        return min(seats, key=lambda seat: seat != self.seat, default=None)

    def _may_choose_row(self, seat: int) -> bool:
        """True if a seat owes the choice of a row and may make it now.

        It may not after the end, nor while it sits out.
        """
        pending = self.game.position.sheet_of(seat).pending_choices
        entries = (
            self.game.setup.seat_entry(ChooseRow(row), seat)
            for row in (pending[0].rows if pending else ())
        )
        return any(self.game.entry_refusal(entry) is None for entry in entries)


def table_state_of(state: PadState) -> TableState:
    """The table of a state.

    Raises:
        TypeError: If it is a single sheet.
    """
    if state.table is None:
        raise TypeError(state.game.setup.text)
    return state.table


class UndoKind(Enum):
    """The kinds of things that an undo takes back."""

    CORRECTION = auto()
    ROLL_END = auto()
    """The end of the last roll, or of the game."""
    ENTRY = auto()


def undo_kind(state: PadState, seat: int) -> UndoKind | None:
    """The kind of entry that an undo for a seat takes back on this device; None if nothing."""
    if seat in state.undoable_seats:
        return UndoKind.CORRECTION
    table = state.table
    mine = seat in state.own_seats
    own = mine and state.game.can_undo(seat)
    reopens = table is not None and table.may_reopen and (mine or table.is_watching)
    if reopens and (state.game.position.is_settled or not own):
        return UndoKind.ROLL_END
    return UndoKind.ENTRY if own else None


def may_redo(state: PadState, seat: int) -> bool:
    """True if an undone entry of a seat can come back on this device."""
    return seat in state.own_seats and state.game.can_redo(seat)


def can_undo_redo_log(state: PadState) -> tuple[bool, bool]:
    """Two answers: if the last entry of any seat can be undone, and if one can be redone."""
    table = state.table
    if table is not None and table.is_watching:
        return table.may_reopen or bool(state.undoable_seats), False
    timeline = state.game.timeline
    return bool(timeline.applied or state.undoable_seats), bool(timeline.redo_queue)


_EXPERIENCED_ROLLS = 3
"""Crosses on a single sheet, at least, before its player gets the hint about penalties."""


class HintLook(NamedTuple):
    """A hint, ready to be shown."""

    title: str
    detail: str


def next_hint(game: Game, seat: int, seen: Container[Hint]) -> Hint | None:
    """The hint that helps a seat now; None if there is none or it was seen."""
    if game.position.is_over or game.setup.paper:
        return None
    moments = {
        Hint.CROSS: game.position.sheet_of(seat).is_blank,
        Hint.LOCK: _row_near_its_lock(game, seat) is not None,
        Hint.PENALTY: _may_take_penalty(game, seat),
    }
    return next((hint for hint, now in moments.items() if now and hint not in seen), None)


def _row_near_its_lock(game: Game, seat: int) -> Row | None:
    """Find an open row whose last number needs at most one more cross before it; else None."""
    sheet = game.position.sheet_of(seat)
    for index, row in enumerate(sheet.layout.rows):
        near = row.lock_mask and sheet.lock_progress(index) >= max(1, row.crosses_to_lock - 1)
        if near and row.letter not in game.position.closed_rows:
            return row
    return None


def _may_take_penalty(game: Game, seat: int) -> bool:
    """True if a roll without a cross can come now, for the first time."""
    sheet = game.position.sheet_of(seat)
    active = game.position.active
    if sheet.penalties or sheet.is_blank:
        return False
    if active is None:
        return sum(map(sheet.cross_count, range(len(sheet.crossed)))) >= _EXPERIENCED_ROLLS
    return active == seat and not undoable_moves(game, seat)


def hint_lines(hint: Hint, game: Game, seat: int, tr: Translator) -> HintLook:
    """The words of a hint; how others lock a row depends on whether they use this app."""
    if hint is Hint.CROSS:
        title = tr.gettext("Tap what you’d cross on paper")
        detail = tr.gettext(
            "After that, only numbers further right count. Tap it again to undo it."
        )
        return HintLook(title, detail)
    if hint is Hint.PENALTY:
        title = tr.gettext("Nothing fits on your own turn?")
        detail = tr.gettext(
            "Then it’s a penalty: −{n}. When others roll, passing is free.",
            n=game.setup.layout.penalty_points,
        )
        return HintLook(title, detail)
    row = _row_near_its_lock(game, seat) or game.setup.layout.rows[0]
    # Translators: {row} is the name of a row, {last} its last number, which crosses its lock too.
    last = tr.join_or([str(number) for number in row.lock_numbers])
    title = tr.row_text("{row} {last} locks the row", row.letter, last=last)
    if game.setup.seats == 1:
        detail = tr.ngettext(
            "It needs {n} cross before it. Has someone else locked a row? Tap its lock.",
            "It needs {n} crosses before it. Has someone else locked a row? Tap its lock.",
            row.crosses_to_lock,
        )
    else:
        detail = tr.ngettext(
            "It needs {n} cross before it, and closes the row for everyone.",
            "It needs {n} crosses before it, and closes the row for everyone.",
            row.crosses_to_lock,
        )
    return HintLook(title, detail)
