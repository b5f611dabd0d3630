"""From a tap on a sheet to what is to be done about it as things stand; undo and redo. Pure."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from qwixx_pad.core.moves import Close, Cross, EndRoll, Entry, Finish, Move, Undo
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.pad.actions import Enter, Instead, LockKey
from qwixx_pad.ui.pad.row_view import newest_move, undoable_moves
from qwixx_pad.ui.pad.state import PadState, Prompt, Question


class Undoing(Enum):
    """What an undo takes back."""

    CORRECTION = auto()
    ROLL_END = auto()
    """The end of the last roll, or of the game."""
    ENTRY = auto()


def undoing(state: PadState, seat: int) -> Undoing | None:
    """What an undo for a seat (from 1) takes back on this device; None if nothing."""
    if seat in state.way_back:
        return Undoing.CORRECTION
    table = state.table
    mine = table is None or seat in table.mine
    own = mine and state.game.can_undo(seat)
    reopens = table is not None and table.may_reopen and (mine or table.watches)
    if reopens and (state.game.position.settled or not own):
        return Undoing.ROLL_END
    return Undoing.ENTRY if own else None


def may_redo(state: PadState, seat: int) -> bool:
    """Whether something that a seat (from 1) took back can come back on this device."""
    mine = state.table is None or seat in state.table.mine
    return mine and state.game.can_redo(seat)


def of_whole_log(state: PadState) -> tuple[bool, bool]:
    """Whether undo and redo of the last entry, whosever it was, have something to do."""
    timeline, table = state.game.timeline, state.table
    if table is not None and table.watches:
        return table.may_reopen or bool(state.way_back), False
    return bool(timeline.standing or state.way_back), bool(timeline.undone)


@dataclass(frozen=True, slots=True)
class Entries:
    """Enter these, in order, as far as they stand."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Ask first."""

    prompt: Prompt


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say why not."""

    reason: Refusal
    move: Move


@dataclass(frozen=True, slots=True)
class TakeCorrectionBack:
    """Undo the correction that a seat (from 1) has just had."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenCard:
    """Open the card of corrections for what stands at a place of the log, from 0.

    Attributes:
        seat: On whose sheet, from 1.
        place: Where.
        otherwise: What to enter where there is no card for it.
    """

    seat: int
    place: int
    otherwise: Entries


Intent: TypeAlias = Entries | AskFirst | Refuse | TakeCorrectionBack | OpenCard


def intent(state: PadState, action: Enter) -> Intent | None:
    """What a tap asks for; None for what belongs to a card that is not open."""
    what, seat = action.what, action.seat or state.seat
    if isinstance(what, Instead):
        return None
    if isinstance(what, LockKey):
        return _of_lock(state, what.row, seat)
    if isinstance(what, Undo):
        return _of_undo(state, seat, whole_log=action.whole_log)
    if isinstance(what, Cross):
        return _of_cross(state, what, seat)
    return Entries((Entry(what) if action.whole_log else entry_of(state, what, seat),))


def entry_of(state: PadState, move: Move, seat: int) -> Entry:
    """A move as the entry of a seat (from 1); what is for all, or alone, has no seat in front."""
    everybodys = state.table is None or isinstance(move, EndRoll | Finish)
    return Entry(move, None if everybodys else seat)


def _of_undo(state: PadState, seat: int, *, whole_log: bool) -> Intent:
    kind = undoing(state, seat)
    if kind is Undoing.CORRECTION:
        return TakeCorrectionBack(seat)
    whole_log = whole_log or kind is Undoing.ROLL_END
    return Entries((Entry(Undo()) if whole_log else entry_of(state, Undo(), seat),))


def _of_cross(state: PadState, cross: Cross, seat: int) -> Intent:
    ask = state.ask
    if ask is not None and cross.row == ask.letter:
        seat = ask.seat  # the question stands before the pad; its button is for who is asked
    undoable = undoable_moves(state.game, seat)
    if cross in undoable:
        return _without(state, cross, undoable, seat)
    card = _corrected(state, cross, seat)
    if card is None and _takes_colored_lock(state, cross, seat):
        return AskFirst(Prompt(Question.WHITE_DICE, cross.row, cross.number))
    return card or Entries((entry_of(state, cross, seat),))


def _without(state: PadState, cross: Cross, undoable: tuple[Move, ...], seat: int) -> Entries:
    """Take back a cross of this roll; what came after it is entered again."""
    later = undoable[undoable.index(cross) + 1 :]
    moves = (*(Undo() for _ in (cross, *later)), *later)
    return Entries(tuple(entry_of(state, move, seat) for move in moves))


def _takes_colored_lock(state: PadState, cross: Cross, seat: int) -> bool:
    """Whether a legal cross locks a row too that was, it seems, locked by a coloured die."""
    if state.table is None or cross.row not in state.table.unshared:
        return False
    before = state.game.position.sheets[seat - 1]
    legal = state.game.why_not(Entry(cross, seat)) is None
    return legal and before.marked(cross).own_locks != before.own_locks


def _corrected(state: PadState, move: Cross | Close, seat: int) -> OpenCard | None:
    """The card of what was entered earlier, where this device may put it right."""
    table, game = state.table, state.game
    entry, sheet = entry_of(state, move, seat), game.position.sheets[seat - 1]
    open_yet = isinstance(move, Cross) and sheet.why_not(move) is not Refusal.CROSSED
    may = table is None or table.leads or seat in table.mine
    if open_yet or not may or entry not in game.standing:
        return None
    return OpenCard(seat, game.standing.index(entry), Entries((entry,)))


def _of_lock(state: PadState, letter: str, seat: int) -> Intent | None:
    game = state.game
    sheet = game.position.sheets[seat - 1]
    index = sheet.layout.row_index(letter)
    if index is None:
        return None
    last = Cross(letter, sheet.layout.rows[index].lock_number)
    if last in undoable_moves(game, seat) or newest_move(game) == Close(letter):
        return Entries((entry_of(state, Undo(), seat),))
    if state.table is not None:
        return _of_cross(state, last, seat)
    card = _corrected(state, last, seat) or _corrected(state, Close(letter), seat)
    return card or _about_closing(state, sheet, index, last)


def _about_closing(state: PadState, sheet: Sheet, row: int, last: Cross) -> AskFirst | Refuse:
    """Whether somebody off the app has closed a row, and whether it is locked here too."""
    game, close = state.game, Close(last.row)
    reason = game.why_not(Entry(close))
    if reason is not None:
        return Refuse(reason, close)
    if game.why_not(Entry(last)) is not None:
        return AskFirst(Prompt(Question.CLOSE, last.row))
    gain = sheet.marked(last).sum_line.rows[row] - sheet.sum_line.rows[row]
    return AskFirst(Prompt(Question.CLOSE, last.row, last.number, gain))


def is_idle_roll(state: PadState) -> bool:
    """Whether the roller has entered nothing in this roll."""
    active = state.game.position.active
    return active is not None and not undoable_moves(state.game, active)
