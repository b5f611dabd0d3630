"""The meaning of a tap on a sheet in the present state; undo and redo. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from qwixx_pad.core.corrections import Change, correction_for, white_dice_change, white_dice_sum
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import CellRef, RowKind
from qwixx_pad.core.moves import (
    ChooseRow,
    Close,
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    EndRoll,
    Entry,
    Exchange,
    Finish,
    Move,
    Penalty,
    Redo,
    Refusal,
    SheetMove,
    Undo,
    WhiteDiceSum,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.multiplayer.last_crosses import end_roll_entry
from qwixx_pad.multiplayer.permissions import count_trailing_white
from qwixx_pad.multiplayer.requests import Correct, UndoCorrection
from qwixx_pad.ui.actions import LockTarget, MakeEntry, SheetTarget, TrackTarget
from qwixx_pad.ui.play.state import (
    PadState,
    Prompt,
    Question,
    UndoKind,
    exchange_pair,
    lit_cells,
    locking_crosses,
    lucky_crosses,
    newest_move,
    undo_kind,
    undoable_moves,
)
from qwixx_pad.ui.sheet.look import undoable_cells

EntriesIntent: TypeAlias = tuple[Entry, ...]
"""Make these entries, in order, until one is refused."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """Open the card of corrections for an entry.

    Attributes:
        seat: The seat of the sheet.
        index: The index of the entry in `Game.applied`, from 0.
        fallback: What to enter if there is no card for it.
    """

    seat: int
    index: int
    fallback: EntriesIntent


Intent: TypeAlias = EntriesIntent | Prompt | OpenCard | Correct | UndoCorrection
"""A prompt that names a seat brings the sheet of that seat to the front."""


def tap_intent(state: PadState, action: MakeEntry) -> Intent | None:
    """Find the meaning of a tap; None if it has none."""
    asked = state.prompt is not None and state.prompt.question is Question.FINISH
    if action.entry == Finish() and state.asks_before_finish and not asked:
        return Prompt(Question.FINISH)
    return (_paper_intent if state.game.setup.paper else _play_intent)(state, action)


def _play_intent(state: PadState, action: MakeEntry) -> Intent | None:
    what = action.entry
    seat = action.seat or state.seat
    found: Intent | None
    match what:
        case LockTarget(letter):
            found = _lock_intent(state, letter, seat)
        case SheetTarget.LUCKY_NUMBER:
            found = _lucky_number_intent(state, seat)
        case SheetTarget.TAKEN_PENALTY:
            found = _paper_undo(state, Penalty(), seat)
        case TrackTarget(position):
            found = _track_intent(state, position, seat)
        case Undo() | Redo():
            found = _undo_redo_intent(state, what, action)
        case Cross() | CrossField():
            found = _cross_intent(state, what, seat)
        case Exchange() | CrossTrackField():
            found = _extra_intent(state, what, seat)
        case WhiteDiceSum():
            found = _white_dice_intent(state, what)
        case EndRoll():
            found = (end_roll_entry(state.game, state.table.own_seats if state.table else ()),)
        case _:
            seat = (
                action.seat
                or (state.choosing_seat if isinstance(what, ChooseRow) else None)
                or seat
            )
            of_seat = state.game.setup.seat_entry(what, seat)
            found = (Entry(what) if isinstance(what, Finish) else of_seat,)
    return found


def _white_dice_intent(state: PadState, white: WhiteDiceSum) -> EntriesIntent | Correct | None:
    """Replace the sum of the white dice by another one; the same sum again removes it."""
    roll = state.game.position.roll
    if white_dice_sum(state.game, roll) != white.points:
        return (Entry(white),)
    change = white_dice_change(state.game, roll, white)
    return None if change is None else Correct(change, len(state.game.log))


# undo and redo


def _undo_redo_intent(state: PadState, move: Undo | Redo, action: MakeEntry) -> Intent:
    """Undo or redo; a pair goes and comes with the cross that it was spent for."""
    seat = action.seat or state.choosing_seat or state.seat
    kind = undo_kind(state, seat) if isinstance(move, Undo) else None
    if kind is UndoKind.CORRECTION:
        return UndoCorrection(seat, len(state.game.log))
    if kind is UndoKind.ROLL_END:
        return (Entry(move),) * (1 + count_trailing_white(state.game))
    entry = Entry(move) if action.whole_log else state.game.setup.seat_entry(move, seat)
    owner = None if action.whole_log or state.table is None else seat
    if isinstance(move, Undo):
        pair = _is_exchange(state, _roll_entries(state, owner))
    else:
        waiting = [back for back in state.game.timeline.redo_queue if owner in {None, back.seat}]
        pair = _is_exchange(state, waiting[:-3:-1])
    return (entry, entry) if pair else (entry,)


def _roll_entries(state: PadState, owner: int | None) -> list[Entry]:
    """List what a seat has entered in this roll, or all seats if `owner` is None, oldest first."""
    newest = takewhile(lambda made: made.move != EndRoll(), reversed(state.game.applied))
    return [made for made in newest if owner in {None, made.seat}][::-1]


def _is_exchange(state: PadState, entries: Sequence[Entry]) -> bool:
    """True if the last two entries are a pair and the cross that it was spent for."""
    if len(entries) < 2 or state.game.setup.paper:  # noqa: PLR2004 - a pair and its cross
        return False
    pair, cross = entries[-2:]
    if not (isinstance(pair.move, Exchange) and isinstance(cross.move, Cross)):
        return False
    cell = exchange_pair(state.game, cross.seat or 1, pair.move)
    numbers = {cell.number, cell.other} if cell else set()
    return pair.seat == cross.seat and cross.move.number in numbers


# crosses


def _cross_intent(state: PadState, cross: Cross | CrossField, seat: int) -> Intent:
    ask = state.lock_ask
    prompt = state.prompt
    if ask is not None and cross.row == ask.letter:
        seat = ask.seat  # its button is on a question that covers the pad
    entry = state.game.setup.seat_entry(cross, seat)
    if prompt is not None and prompt.about == cross:
        return (entry,)
    place = state.game.position.sheet_of(seat).target_cell(cross)
    if state.chosen_pair is not None and prompt is not None and prompt.seat == seat and ask is None:
        if place in lit_cells(state, seat)[1:]:
            return (state.game.setup.seat_entry(state.chosen_pair, seat), entry)
        if state.game.entry_refusal(entry) is None:
            return prompt  # the tap has missed a highlighted cell
    made = _undoable_entry(state, cross, seat)
    if made is not None:
        again = Prompt(Question.DOUBLE, cross.row, cross, seat=seat)
        is_legal = state.game.entry_refusal(entry) is None
        return again if is_legal else _undo_single(state, made, seat)
    card = _correction_intent(state, cross, seat)
    if card is None and isinstance(cross, Cross) and _may_take_colored_lock(state, cross, seat):
        return Prompt(Question.WHITE_DICE, cross.row)
    return card or (entry,)


def _undoable_entry(state: PadState, move: SheetMove, seat: int) -> Entry | None:
    """Find the entry of this roll that a tap on the cell of a move undoes; else None."""
    place = state.game.position.sheet_of(seat).target_cell(move)
    return None if place is None else undoable_cells(state.game, seat).get(place)


def _undo_single(state: PadState, entry: Entry, seat: int) -> EntriesIntent:
    """Undo an entry of this roll, and make later entries of its seat again.

    A pair goes with the cross that it was spent for.
    """
    moves = undoable_moves(state.game, seat)
    at = len(moves) - 1 - moves[::-1].index(entry.move)
    newest = _roll_entries(state, None if state.table is None else seat)
    pair = _is_exchange(state, newest[: len(newest) - len(moves) + at + 1])
    later = moves[at + 1 :]
    undos = len(later) + (2 if pair else 1)
    steps: tuple[Move, ...] = (*[Undo()] * undos, *later)
    return tuple(state.game.setup.seat_entry(move, seat) for move in steps)


def _may_take_colored_lock(state: PadState, cross: Cross, seat: int) -> bool:
    """True if a legal cross locks a row whose lock looked like a coloured die's."""
    if state.table is None or cross.row not in state.table.unshared_rows:
        return False
    before = state.game.position.sheet_of(seat)
    legal = state.game.entry_refusal(Entry(cross, seat)) is None
    return legal and before.with_single_move(cross).own_locks != before.own_locks


def _correction_intent(
    state: PadState, move: Cross | CrossField | Close, seat: int
) -> OpenCard | None:
    """Open the card of an earlier entry, if this device may correct it."""
    table = state.table
    entry = state.game.setup.seat_entry(move, seat)
    sheet = state.game.position.sheet_of(seat)
    open_yet = not isinstance(move, Close) and sheet.sheet_refusal(move) is not Refusal.CROSSED
    may = table is None or table.is_host or seat in table.own_seats
    index = None if open_yet or not may else _log_index(state.game, entry, seat)
    return None if index is None else OpenCard(seat, index, (entry,))


def _log_index(game: Game, entry: Entry, seat: int) -> int | None:
    """The index in `Game.applied` of the entry that crossed a cell or forced a cross there."""
    if entry in game.applied:
        return game.applied.index(entry)
    sheet = game.position.sheet_of(seat)
    cell = sheet.target_cell(entry.move) if isinstance(entry.move, Cross | CrossField) else None
    return None if cell is None else _crossed_index(game, cell, seat)


def _crossed_index(game: Game, cell: CellRef, seat: int) -> int:
    """The index in `Game.applied` of the entry that crossed a crossed cell."""
    positions = enumerate(game.timeline.positions)
    return next(i - 1 for i, at in positions if at.sheet_of(seat).is_crossed(cell))


# other entries than crosses of numbers


def _extra_intent(state: PadState, move: Exchange | CrossTrackField, seat: int) -> Intent:
    """Spend a pair or cross the next field of a track; ask first."""
    entry = state.game.setup.seat_entry(move, seat)
    prompt = state.prompt
    asked = prompt is not None and prompt.about == move and prompt.seat == seat
    made = (
        None if asked or isinstance(move, CrossTrackField) else _undoable_entry(state, move, seat)
    )
    if made is not None:
        return _undo_single(state, made, seat)
    if asked or state.game.entry_refusal(entry) is not None:
        return (entry,)
    question = Question.EXCHANGE if isinstance(move, Exchange) else Question.TRACK
    return _prompt_intent(state, Prompt(question, about=move, seat=seat), entry)


def _prompt_intent(state: PadState, prompt: Prompt, entry: Entry) -> Prompt | EntriesIntent:
    """Ask the player of the sheet; refuse anyone else."""
    mine = state.table is None or prompt.seat in state.table.own_seats
    return prompt if mine else (entry,)


def _track_intent(state: PadState, position: int, seat: int) -> Intent | None:
    """Undo or correct a crossed field; any other field means the next one."""
    sheet = state.game.position.sheet_of(seat)
    row = sheet.layout.row_of_kind(RowKind.TRACK)
    if row is None or not sheet.is_crossed(CellRef(row, position)):
        return tap_intent(state, MakeEntry(CrossTrackField(), seat))
    if state.game.setup.paper:
        return _paper_undo(state, CrossTrackField(), seat)
    place = CellRef(row, position)
    made = undoable_cells(state.game, seat).get(place)
    if made is not None:
        return _undo_single(state, made, seat)
    return OpenCard(seat, _crossed_index(state.game, place, seat), ())


def _lucky_number_intent(state: PadState, seat: int) -> Intent | None:
    """Ask for the row; if none may be crossed, the first one's refusal says why."""
    sheet = state.game.position.sheet_of(seat)
    rows = (
        sheet.rows_with_fewest(state.game.position.closed_for(seat)) or sheet.layout.rows[0].letter
    )
    first = state.game.setup.seat_entry(CrossNext(rows[0]), seat)
    if not lucky_crosses(state.game, seat):
        return (first,)
    return _prompt_intent(state, Prompt(Question.LUCKY, seat=seat), first)


def _lock_intent(state: PadState, letter: str, seat: int) -> Intent | None:
    game = state.game
    sheet = game.position.sheet_of(seat)
    last = _locking_moves(sheet, letter)
    made = next((entry for each in last if (entry := _undoable_entry(state, each, seat))), None)
    if made is not None:
        return _undo_single(state, made, seat)
    if newest_move(game) == Close(letter):
        return (state.game.setup.seat_entry(Undo(), seat),)
    found = locking_crosses(game, seat, letter)
    if state.table is not None and len(found) > 1:
        return _prompt_intent(
            state,
            Prompt(Question.LOCK, letter, seat=seat),
            state.game.setup.seat_entry(last[0], seat),
        )
    crossed = next(
        (each for each in last if sheet.sheet_refusal(each) is Refusal.CROSSED), last[-1]
    )
    if state.table is not None:
        return _cross_intent(state, crossed, seat)
    card = _correction_intent(state, crossed, seat) or _correction_intent(
        state, Close(letter), seat
    )
    close = Entry(Close(letter))  # by a player without this app
    refused = game.entry_refusal(close) is not None
    return card or ((close,) if refused else Prompt(Question.CLOSE, letter))


def _locking_moves(sheet: Sheet, letter: str) -> list[Cross]:
    """List the crosses that lock a row: one, or two to choose from."""
    row = sheet.layout.rows[sheet.layout.row_index_or_raise(letter)]
    return [Cross(letter, number) for number in row.lock_numbers]


def is_idle_roll(state: PadState) -> bool:
    """True if the roller has entered nothing in this roll."""
    active = state.game.position.active
    return active is not None and not undoable_moves(state.game, active)


# sheets copied from paper


def _paper_intent(state: PadState, action: MakeEntry) -> Intent | None:
    """Read a tap on a sheet copied from paper, which has no rolls (rule 13)."""
    what = action.entry
    seat = action.seat or state.seat
    found: Intent | None
    match what, state.prompt:
        case LockTarget(letter), _:
            found = _paper_lock_intent(state, letter, seat)
        case ((Cross() | CrossField() | Exchange()), _):
            found = _paper_cell_intent(state, what, seat)
        case CrossTrackField(), _:
            found = (state.game.setup.seat_entry(what, seat),)
        case Undo(), Prompt(Question.DOUBLE, about=Cross() as crossed):
            found = _paper_undo(state, crossed, seat)
        case _:
            found = _play_intent(state, action)
    return found


def _paper_cell_intent(
    state: PadState, move: Cross | CrossField | Exchange, seat: int
) -> Intent | None:
    """Cross a cell or undo its cross; ask if a second cross is possible."""
    sheet = state.game.position.sheet_of(seat)
    entry = state.game.setup.seat_entry(move, seat)
    place = sheet.target_cell(move)
    if place is None:
        return (entry,)
    between = _paper_insertion(state, entry, place)
    asked = state.prompt is not None and state.prompt.about == move
    if asked or not sheet.is_crossed(place):
        return between or (entry,)
    if isinstance(move, Cross) and (between or state.game.entry_refusal(entry) is None):
        return Prompt(Question.DOUBLE, move.row, move, seat=seat)
    return _paper_undo(state, move, seat)


def _paper_insertion(state: PadState, entry: Entry, index: CellRef) -> Correct | None:
    """Insert a skipped cross before the first entry to the right of it, if that is legal."""
    sheet = state.game.position.sheet_of(entry.seat or 1)
    if state.game.entry_refusal(entry) is None:
        return None
    for at, made in enumerate(state.game.applied):
        if made.seat != entry.seat or not isinstance(made.move, Cross | CrossField | Exchange):
            continue
        there = sheet.target_cell(made.move)
        if there and there.row == index.row and there.position > index.position:
            change = Change(at, None, entry)
            fits = correction_for(state.game, change).refused is None
            return Correct(change, len(state.game.log)) if fits else None
    return None


def _paper_lock_intent(state: PadState, letter: str, seat: int) -> Intent | None:
    """Cross the last number of a row, ask if there are two, or undo the cross."""
    sheet = state.game.position.sheet_of(seat)
    last = _locking_moves(sheet, letter)
    places = ((move, sheet.target_cell(move)) for move in last)
    crossed = [move for move, place in places if place and sheet.is_crossed(place)]
    if crossed:
        return _paper_cell_intent(state, crossed[-1], seat)
    entries = [state.game.setup.seat_entry(move, seat) for move in last]
    legal = [entry for entry in entries if state.game.entry_refusal(entry) is None]
    if len(legal) > 1:
        return Prompt(Question.LOCK, letter, seat=seat)
    return (legal[0] if legal else entries[-1],)


def _paper_undo(state: PadState, move: Move, seat: int) -> Intent | None:
    """Undo an entry of a seat: the newest one by an undo, an older one by a correction."""
    entry = state.game.setup.seat_entry(move, seat)
    mine = [place for place, made in enumerate(state.game.applied) if made.seat == entry.seat]
    made = [place for place in mine if state.game.applied[place] == entry]
    if not made:
        return None
    if made[-1] == mine[-1]:
        return (Entry(Undo(), entry.seat),)
    return Correct(Change(made[-1], entry, None), len(state.game.log))
