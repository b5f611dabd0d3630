"""The state of a play screen besides the theme and the space, its questions and hints. Pure."""

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum, auto

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
"""So many slips are a sign that the cells are too narrow ..."""
MISTAP_WINDOW_ENTRIES = 40
"""... among so many entries; about those of one game."""


@dataclass(frozen=True, slots=True)
class Mistaps:
    """Entries and mistaps on this screen so far.

    A slip is a cross that its seat takes back at once to make one in a neighbouring cell.

    Attributes:
        entries: How many entries there were.
        mistaps: At which of them, from 1, a slip was put right.
        cross: The newest entry, where it is a cross.
        undone: The cross that the newest entry has taken back.
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
    """Return whether two crosses of a seat are in cells that touch, in a row or across two."""
    if not (isinstance(one.move, Cross) and isinstance(other.move, Cross)):
        return False
    first, second = (layout.find_cell(move.row, move.number) for move in (one.move, other.move))
    if first is None or second is None or one.seat != other.seat or one.move == other.move:
        return False
    return abs(first.row - second.row) <= 1 and abs(first.position - second.position) <= 1


def undoable_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """List what a seat entered in this roll, oldest first; alone: the newest."""
    if game.setup.seats > 1:
        return game.timeline.moves_this_roll(seat)
    newest = newest_move(game)
    return () if newest is None else (newest,)


def newest_move(game: Game) -> Move | None:
    """Return the move that an undo would take back."""
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
    """In which row a lucky number is crossed."""
    EXCHANGE = auto()
    """Which cross a pair of numbers is spent for; answered on the sheet."""
    TRACK = auto()
    """True if the next field of a track is the only entry of this roll."""
    DOUBLE = auto()
    """True if the last crossed number is crossed once more, or taken back."""
    LAST_CROSS = auto()
    """True if a cross of the white dice comes before a penalty ends the game (rule 6)."""
    FINISH = auto()
    """Asked before a game ends for everybody at a shared table, or with blank sheets of paper."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question: the row, the move, the seat that it is about, if there is one."""

    question: Question
    letter: str = ""
    about: Move | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PadState(CardState):
    """All that the play screen shows besides the theme and the space.

    Attributes:
        game: The game as it is.
        seat: Whose sheet is in front.
        table: What is known of the table; None for a single sheet.
        prompt: A question from below.
        mistaps: Crosses on this screen that were moved to a neighbouring cell.
        undoable_seats: Those whose undo takes a correction back.
        corrections: Those in the log, oldest first.
        rotated: Seats whose sheets are rotated by half, for players opposite.
        cursor: The identifier of the cursor's stop; empty while the keys are not in use.
        chances: Of each seat to win, as they were reckoned last; empty where they are not shown.
        disabled: Whether the button that ends a roll ignores taps for a moment: the roll is new,
            and the roller has entered nothing.
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
        """The seats that this device writes on."""
        return (1,) if self.table is None else self.table.own_seats

    @property
    def sheet(self) -> Sheet:
        """The sheet in front."""
        return self.game.position.sheet_of(self.seat)

    @property
    def front_seat(self) -> int:
        """The roller's sheet if this device has it and several; else the one shown now."""
        active = self.game.position.active
        return active if active is not None and active in self.own_seats else self.seat

    def with_seat_name(self, text: str, seat: int, tr: Translator) -> str:
        """Put whose seat it is before words about it, where that is not plain."""
        table = self.table
        if table is None or not table.is_passed_around:
            return text
        return tr.gettext("{name}: {said}", name=table.name_of(seat), said=text)

    @property
    def lock_ask(self) -> RowQuestion | None:
        """The question about a lock that this device has to answer next."""
        if self.table is None:
            return None
        mine = [ask for ask in self.table.questions if ask.seat in self.table.own_seats]
        return next(iter(sorted(mine, key=lambda ask: ask.seat != self.seat)), None)

    @property
    def last_cross_seats(self) -> tuple[int, ...]:
        """The seats of this device whose last cross a game waits for (rule 6).

        It is one that a penalty has ended, or will end with this roll.
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
        """The seats on whose sheets nothing is written, in the order in which they sit."""
        seats = self.table.seats_clockwise if self.table else (1,)
        return tuple(seat for seat in seats if self.game.position.sheet_of(seat).is_blank)

    @property
    def asks_before_finish(self) -> bool:
        """True if a running game is not finished before it was asked whether it shall be."""
        if self.table is None or self.game.position.is_over:
            return False
        return bool(self.blank_seats if self.game.setup.paper else self.table.code)

    @property
    def chosen_pair(self) -> Exchange | None:
        """The pair of numbers that is to be spent, while its cross is chosen on the sheet."""
        prompt = self.prompt
        if prompt is None or prompt.question is not Question.EXCHANGE:
            return None
        return prompt.about if isinstance(prompt.about, Exchange) else None

    @property
    def is_spectator(self) -> bool:
        """True if this device shows the table and writes on no sheet of it."""
        return self.table is not None and self.table.may_only_watch

    @property
    def choosing_seat(self) -> int | None:
        """The seat of this device that has to choose the row of crosses it has won."""
        seats = [seat for seat in self.own_seats if self._may_choose_row(seat)]
        return min(seats, key=lambda seat: seat != self.seat, default=None)

    def _may_choose_row(self, seat: int) -> bool:
        """Return whether a row may be chosen: not after the end, nor while sitting out."""
        pending = self.game.position.sheet_of(seat).pending_choices
        entries = (
            self.game.setup.seat_entry(ChooseRow(row), seat)
            for row in (pending[0].rows if pending else ())
        )
        return any(self.game.entry_refusal(entry) is None for entry in entries)


def table_state_of(state: PadState) -> TableState:
    """Return the table of a state.

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
    """Return what an undo for a seat takes back on this device; None if nothing."""
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
    """Return whether an undone entry of a seat can come back on this device."""
    return seat in state.own_seats and state.game.can_redo(seat)


def can_undo_redo_log(state: PadState) -> tuple[bool, bool]:
    """Return whether the last entry, whosever it was, can be undone, and redone."""
    table = state.table
    if table is not None and table.is_watching:
        return table.may_reopen or bool(state.undoable_seats), False
    timeline = state.game.timeline
    return bool(timeline.applied or state.undoable_seats), bool(timeline.redo_queue)


_EXPERIENCED_ROLLS = 3
"""Crosses after which a player alone knows how to cross, and may meet a roll without one."""


@dataclass(frozen=True, slots=True)
class HintLook:
    """A hint, ready to be shown."""

    title: str
    detail: str


def next_hint(game: Game, seat: int, seen: Container[Hint]) -> Hint | None:
    """Return the hint that helps a seat now; None without one, or if it was seen."""
    if game.position.is_over or game.setup.paper:
        return None
    moments = {
        Hint.CROSS: game.position.sheet_of(seat).is_blank,
        Hint.LOCK: _row_near_its_lock(game, seat) is not None,
        Hint.PENALTY: _may_take_penalty(game, seat),
    }
    return next((hint for hint, now in moments.items() if now and hint not in seen), None)


def _row_near_its_lock(game: Game, seat: int) -> Row | None:
    """Find a row whose last number needs at most one more cross."""
    sheet = game.position.sheet_of(seat)
    for index, row in enumerate(sheet.layout.rows):
        near = row.lock_mask and sheet.lock_progress(index) >= max(1, row.crosses_to_lock - 1)
        if near and row.letter not in game.position.closed_rows:
            return row
    return None


def _may_take_penalty(game: Game, seat: int) -> bool:
    """Return whether a roll without a cross can come now, for the first time."""
    sheet = game.position.sheet_of(seat)
    active = game.position.active
    if sheet.penalties or sheet.is_blank:
        return False
    if active is None:
        return sum(map(sheet.cross_count, range(len(sheet.crossed)))) >= _EXPERIENCED_ROLLS
    return active == seat and not undoable_moves(game, seat)


def hint_lines(hint: Hint, game: Game, seat: int, tr: Translator) -> tuple[str, str]:
    """Write the two lines of a hint; how others lock a row depends on where their pads are."""
    if hint is Hint.CROSS:
        return (
            tr.gettext("Tap what you’d cross on paper"),
            tr.gettext("After that, only numbers further right count. Tap it again to undo it."),
        )
    if hint is Hint.PENALTY:
        return (
            tr.gettext("Nothing fits on your own turn?"),
            tr.gettext(
                "Then it’s a penalty: −{n}. When others roll, passing is free.",
                n=game.setup.layout.penalty_points,
            ),
        )
    return _lock_hint_lines(game, seat, tr)


def _lock_hint_lines(game: Game, seat: int, tr: Translator) -> tuple[str, str]:
    row = _row_near_its_lock(game, seat) or game.setup.layout.rows[0]
    # Translators: {row} is the name of a row, {last} its last number, which crosses its lock too.
    last = tr.join_or([str(number) for number in row.lock_numbers])
    title = tr.row_text("{row} {last} locks the row", row.letter, last=last)
    if game.setup.seats == 1:
        return title, tr.ngettext(
            "It needs {n} cross before it. Has someone else locked a row? Tap its lock.",
            "It needs {n} crosses before it. Has someone else locked a row? Tap its lock.",
            row.crosses_to_lock,
        )
    return title, tr.ngettext(
        "It needs {n} cross before it, and closes the row for everyone.",
        "It needs {n} crosses before it, and closes the row for everyone.",
        row.crosses_to_lock,
    )
