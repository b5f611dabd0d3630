"""Intents of taps on a sheet in the present state; undo and redo. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from qwixx_pad.core.corrections import Change, corrected, white_dice, white_shown
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Place, RowKind
from qwixx_pad.core.moves import (
    Advance,
    Choose,
    Close,
    Cross,
    CrossField,
    CrossNext,
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
    White,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.multiplayer.lock_questions import end_of_roll
from qwixx_pad.multiplayer.permissions import whites_behind
from qwixx_pad.multiplayer.requests import Correct, TakeBack
from qwixx_pad.ui.actions import LockKey, MakeEntry, SheetKey, TrackKey
from qwixx_pad.ui.play.state import (
    PadState,
    Prompt,
    Question,
    Undoing,
    locking,
    lucky,
    newest_move,
    pair_of,
    undoable_moves,
    undoing,
)
from qwixx_pad.ui.sheet.look import undoable_cells

Entries: TypeAlias = tuple[Entry, ...]
"""Enter these, in order, until one is refused."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """Open the card of corrections for the entry at an index of the log, from 0.

    Attributes:
        seat: On whose sheet, from 1.
        index: That of the entry.
        fallback: What to enter where there is no card for it.
    """

    seat: int
    place: int
    otherwise: Entries


Intent: TypeAlias = Entries | Prompt | OpenCard | Correct | TakeBack
"""A prompt that names a seat asks its player: its sheet comes in front."""


def intent(state: PadState, action: MakeEntry) -> Intent | None:
    """Return what a tap asks for; None where nothing can come of it."""
    return (_copied if state.game.setup.paper else _played)(state, action)


def _played(state: PadState, action: MakeEntry) -> Intent | None:
    what, seat = action.what, action.seat or state.seat
    found: Intent | None
    match what:
        case LockKey(letter):
            found = _of_lock(state, letter, seat)
        case SheetKey.LUCKY_NUMBER:
            found = _of_lucky_number(state, seat)
        case SheetKey.TAKEN_PENALTY:
            found = _taken_back(state, Penalty(), seat)
        case TrackKey(position):
            found = _of_track(state, position, seat)
        case Undo() | Redo():
            found = _of_turning(state, what, action)
        case Cross() | CrossField():
            found = _of_cross(state, what, seat)
        case Exchange() | Advance():
            found = _of_beside(state, what, seat)
        case White():
            found = _of_white_dice(state, what)
        case EndRoll():
            found = (end_of_roll(state.game, state.table.mine if state.table else ()),)
        case _:
            seat = action.seat or (state.owing if isinstance(what, Choose) else None) or seat
            of_seat = state.game.setup.entry(what, seat)
            found = (Entry(what) if isinstance(what, Finish) else of_seat,)
    return found


def _of_white_dice(state: PadState, white: White) -> Entries | Correct | None:
    """Replace the sum of the white dice by a later one; the same again removes it."""
    roll = state.game.position.roll
    if white_shown(state.game, roll) != white.points:
        return (Entry(white),)
    change = white_dice(state.game, roll, white)
    return None if change is None else Correct(change, len(state.game.log))


# undo and redo


def _of_turning(state: PadState, move: Undo | Redo, action: MakeEntry) -> Intent:
    """Undo or redo; the cross that a pair was spent for goes and comes with it."""
    seat = action.seat or state.owing or state.seat
    kind = undoing(state, seat) if isinstance(move, Undo) else None
    if kind is Undoing.CORRECTION:
        return TakeBack(seat, len(state.game.log))
    if kind is Undoing.ROLL_END:
        return (Entry(move),) * (1 + whites_behind(state.game))
    entry = Entry(move) if action.whole_log else state.game.setup.entry(move, seat)
    owner = None if action.whole_log or state.table is None else seat
    if isinstance(move, Undo):
        pair = _is_spent_for(state, _newest(state, owner))
    else:
        waiting = [back for back in state.game.timeline.undone if owner in {None, back.seat}]
        pair = _is_spent_for(state, waiting[:-3:-1])
    return (entry, entry) if pair else (entry,)


def _newest(state: PadState, owner: int | None) -> list[Entry]:
    """List what a seat (from 1), or all, have entered in this roll, oldest first."""
    newest = takewhile(lambda made: made.move != EndRoll(), reversed(state.game.standing))
    return [made for made in newest if owner in {None, made.seat}][::-1]


def _is_spent_for(state: PadState, entries: Sequence[Entry]) -> bool:
    """Return whether the last two entries are a pair and the cross it was spent for."""
    if len(entries) < 2 or state.game.setup.paper:  # noqa: PLR2004 - a pair and its cross
        return False
    (pair, cross), seat = entries[-2:], entries[-1].seat
    if not (isinstance(pair.move, Exchange) and isinstance(cross.move, Cross)):
        return False
    cell = pair_of(state.game, seat or 1, pair.move)
    numbers = {cell.number, cell.other} if cell else set()
    return pair.seat == seat and cross.move.number in numbers


# crosses


def _of_cross(state: PadState, cross: Cross | CrossField, seat: int) -> Intent:
    ask, prompt = state.ask, state.prompt
    if ask is not None and cross.row == ask.letter:
        seat = ask.seat  # the question covers the pad; its button is for whoever is asked
    entry, about = state.game.setup.entry(cross, seat), prompt and prompt.about
    if about == cross:
        return (entry,)
    if isinstance(about, Exchange):
        return (state.game.setup.entry(about, seat), entry)
    made = _undoable(state, cross, seat)
    if made is not None:
        twice = Prompt(Question.TWICE, cross.row, cross, seat=seat)
        return twice if state.game.why_not(entry) is None else _without(state, made, seat)
    card = _corrected(state, cross, seat)
    if card is None and isinstance(cross, Cross) and _takes_colored_lock(state, cross, seat):
        return Prompt(Question.WHITE_DICE, cross.row)
    return card or (entry,)


def _undoable(state: PadState, move: SheetMove, seat: int) -> Entry | None:
    """Find the entry of this roll that a tap on the cell of a move takes back."""
    place = state.game.position.sheets[seat - 1].place_of(move)
    return None if place is None else undoable_cells(state.game, seat).get(place)


def _without(state: PadState, entry: Entry, seat: int) -> Entries:
    """Undo an entry of this roll; what came after it is entered again.

    The pair that a cross was spent for goes with it.
    """
    moves = undoable_moves(state.game, seat)
    at = len(moves) - 1 - moves[::-1].index(entry.move)
    newest = _newest(state, None if state.table is None else seat)
    pair = _is_spent_for(state, newest[: len(newest) - len(moves) + at + 1])
    later = moves[at + 1 :]
    again = (*(Undo() for _ in (entry, *later, *[entry] * pair)), *later)
    return tuple(state.game.setup.entry(move, seat) for move in again)


def _takes_colored_lock(state: PadState, cross: Cross, seat: int) -> bool:
    """Return whether a legal cross locks a row that, it seems, a coloured die locked."""
    if state.table is None or cross.row not in state.table.unshared:
        return False
    before = state.game.position.sheets[seat - 1]
    legal = state.game.why_not(Entry(cross, seat)) is None
    return legal and before.marked(cross).own_locks != before.own_locks


def _corrected(state: PadState, move: Cross | CrossField | Close, seat: int) -> OpenCard | None:
    """Open the card of an earlier entry, where this device may correct it."""
    table, game = state.table, state.game
    entry, sheet = state.game.setup.entry(move, seat), game.position.sheets[seat - 1]
    open_yet = not isinstance(move, Close) and sheet.why_not(move) is not Refusal.CROSSED
    may = table is None or table.owns or seat in table.mine
    place = None if open_yet or not may else _place_in_log(game, entry, seat)
    return None if place is None else OpenCard(seat, place, (entry,))


def _place_in_log(game: Game, entry: Entry, seat: int) -> int | None:
    """Return the index (from 0) of the entry that crossed a cell or forced a cross there."""
    if entry in game.standing:
        return game.standing.index(entry)
    cross, sheet = entry.move, game.position.sheets[seat - 1]
    cell = sheet.place_of(cross) if isinstance(cross, Cross | CrossField) else None
    return None if cell is None else _first_crossed(game, cell, seat)


def _first_crossed(game: Game, cell: Place, seat: int) -> int:
    """Return the index (from 0) of the entry that has crossed a crossed cell."""
    positions = enumerate(game.timeline.positions)
    return next(i - 1 for i, at in positions if at.sheets[seat - 1].is_crossed(cell))


# other entries than crosses of numbers


def _of_beside(state: PadState, move: Exchange | Advance, seat: int) -> Intent:
    """Spend a pair, or cross the next field of a track; ask first, unless that was asked."""
    entry, prompt = state.game.setup.entry(move, seat), state.prompt
    asked = prompt is not None and prompt.about == move
    made = None if asked or isinstance(move, Advance) else _undoable(state, move, seat)
    if made is not None:
        return _without(state, made, seat)
    if asked or state.game.why_not(entry) is not None:
        return (entry,)
    question = Question.EXCHANGE if isinstance(move, Exchange) else Question.TRACK
    return _asked(state, Prompt(question, about=move, seat=seat), entry)


def _asked(state: PadState, prompt: Prompt, entry: Entry) -> Prompt | Entries:
    """Ask a choice of whoever writes on the sheet; refuse anybody else."""
    mine = state.table is None or prompt.seat in state.table.mine
    return prompt if mine else (entry,)


def _of_track(state: PadState, position: int, seat: int) -> Intent | None:
    """Undo or correct a crossed field; take a later one for the next."""
    sheet = state.game.position.sheets[seat - 1]
    row = sheet.layout.row_of_kind(RowKind.TRACK)
    if row is None or not sheet.is_crossed(Place(row, position)):
        return intent(state, MakeEntry(Advance(), seat))
    if state.game.setup.paper:  # of which the last one goes
        return _taken_back(state, Advance(), seat)
    place = Place(row, position)
    made = undoable_cells(state.game, seat).get(place)
    if made is not None:
        return _without(state, made, seat)
    return OpenCard(seat, _first_crossed(state.game, place, seat), ())


def _of_lucky_number(state: PadState, seat: int) -> Intent | None:
    """Ask in which row; where none may be crossed, the first one gives the reason."""
    sheet = state.game.position.sheets[seat - 1]
    rows = sheet.fewest(state.game.position.closed_for(seat)) or sheet.layout.rows[0].letter
    first = state.game.setup.entry(CrossNext(rows[0]), seat)
    if not lucky(state.game, seat):
        return (first,)
    return _asked(state, Prompt(Question.LUCKY, seat=seat), first)


def _of_lock(state: PadState, letter: str, seat: int) -> Intent | None:
    game = state.game
    sheet = game.position.sheets[seat - 1]
    last = _last_crosses(sheet, letter)
    made = next((entry for each in last if (entry := _undoable(state, each, seat))), None)
    if made is not None:
        return _without(state, made, seat)
    if newest_move(game) == Close(letter):
        return (state.game.setup.entry(Undo(), seat),)
    found = locking(game, seat, letter)
    if state.table is not None and len(found) > 1:
        asked = Prompt(Question.LOCK, letter, seat=seat)
        return _asked(state, asked, state.game.setup.entry(last[0], seat))
    crossed = next((each for each in last if sheet.why_not(each) is Refusal.CROSSED), last[-1])
    if state.table is not None:
        return _of_cross(state, crossed, seat)
    card = _corrected(state, crossed, seat) or _corrected(state, Close(letter), seat)
    close = Entry(Close(letter))  # by somebody off the app
    refused = game.why_not(close) is not None
    return card or ((close,) if refused else Prompt(Question.CLOSE, letter))


def _last_crosses(sheet: Sheet, letter: str) -> list[Cross]:
    """List the crosses beside the lock of a row: one, or two to choose from."""
    row = sheet.layout.rows[sheet.layout.index_of(letter)]
    return [Cross(letter, number) for number in row.lock_numbers]


def is_idle_roll(state: PadState) -> bool:
    """Return whether the roller has entered nothing in this roll."""
    active = state.game.position.active
    return active is not None and not undoable_moves(state.game, active)


# sheets copied from paper


def _copied(state: PadState, action: MakeEntry) -> Intent | None:
    """Read a tap on a copied sheet, without rolls: cross a cell, or undo its cross."""
    what, seat = action.what, action.seat or state.seat
    found: Intent | None
    match what, state.prompt:
        case LockKey(letter), _:
            found = _copied_lock(state, letter, seat)
        case ((Cross() | CrossField() | Exchange()), _):
            found = _of_cell(state, what, seat)
        case Advance(), _:
            found = (state.game.setup.entry(what, seat),)
        case Undo(), Prompt(Question.TWICE, about=Cross() as crossed):
            found = _taken_back(state, crossed, seat)
        case _:
            found = _played(state, action)
    return found


def _of_cell(state: PadState, move: Cross | CrossField | Exchange, seat: int) -> Intent | None:
    """Cross, or undo the cross there; ask where a second one is possible."""
    sheet, entry = state.game.position.sheets[seat - 1], state.game.setup.entry(move, seat)
    place = sheet.place_of(move)
    if place is None:
        return (entry,)
    between = _put_between(state, entry, place)
    asked = state.prompt is not None and state.prompt.about == move
    if asked or not sheet.is_crossed(place):
        return between or (entry,)
    if isinstance(move, Cross) and (between or state.game.why_not(entry) is None):
        return Prompt(Question.TWICE, move.row, move, seat=seat)
    return _taken_back(state, move, seat)


def _put_between(state: PadState, entry: Entry, place: Place) -> Correct | None:
    """Insert a skipped cross before the first one to the right of it, if it may be."""
    sheet = state.game.position.sheets[(entry.seat or 1) - 1]
    if state.game.why_not(entry) is None:
        return None
    for at, made in enumerate(state.game.standing):
        if made.seat != entry.seat or not isinstance(made.move, Cross | CrossField | Exchange):
            continue
        there = sheet.place_of(made.move)
        if there and there.row == place.row and there.position > place.position:
            change = Change(at, None, entry)
            fits = corrected(state.game, change).refused is None
            return Correct(change, len(state.game.log)) if fits else None
    return None


def _copied_lock(state: PadState, letter: str, seat: int) -> Intent | None:
    """Cross the last number of a row, or the chosen one of two; undo it if crossed."""
    sheet = state.game.position.sheets[seat - 1]
    last = _last_crosses(sheet, letter)
    places = ((move, sheet.place_of(move)) for move in last)
    crossed = [move for move, place in places if place and sheet.is_crossed(place)]
    if crossed:
        return _of_cell(state, crossed[-1], seat)
    entries = [state.game.setup.entry(move, seat) for move in last]
    legal = [entry for entry in entries if state.game.why_not(entry) is None]
    if len(legal) > 1:
        return Prompt(Question.LOCK, letter, seat=seat)
    return (legal[0] if legal else entries[-1],)


def _taken_back(state: PadState, move: Move, seat: int) -> Intent | None:
    """Undo the newest entry of a seat (from 1), or an older one in the middle of the log."""
    entry, standing = state.game.setup.entry(move, seat), state.game.standing
    mine = [place for place, made in enumerate(standing) if made.seat == entry.seat]
    made = [place for place in mine if standing[place] == entry]
    if not made:
        return None
    if made[-1] == mine[-1]:
        return (Entry(Undo(), entry.seat),)
    return Correct(Change(made[-1], entry, None), len(state.game.log))
