"""What a tap on a sheet that is copied from paper asks for: a cross more, or one less. Pure.

There are no rolls (rule 13): whatever stands on the sheet is taken back by a tap on it, and what
was passed over is put in where it belongs.
"""

from qwixx_pad.core.corrections import Change, corrected
from qwixx_pad.core.layout import Place, RowKind
from qwixx_pad.core.moves import Advance, Cross, CrossField, Entry, Exchange, Move, Penalty, Undo
from qwixx_pad.ui.pad.actions import Enter, LockKey, PenaltyKey, TrackKey
from qwixx_pad.ui.pad.intents import AskFirst, Entries, Intent, Rewrite, entry_of, intent
from qwixx_pad.ui.pad.state import PadState, Prompt, Question


def copied(state: PadState, action: Enter) -> Intent | None:
    """What a tap asks for; None for what has no meaning there."""
    what, seat = action.what, action.seat or state.seat
    found: Intent | None
    match what:
        case PenaltyKey():
            found = _taken_back(state, Penalty(), seat)
        case LockKey(letter):
            found = _of_lock(state, letter, seat)
        case TrackKey(position):
            found = _of_track(state, position, seat)
        case Cross() | CrossField() | Exchange():
            found = _of_cell(state, what, seat)
        case Advance():
            found = Entries((entry_of(state, what, seat),))
        case Undo() if (twice := _asked_twice(state)) is not None:
            found = _taken_back(state, twice, seat)
        case _:
            found = intent(state, action)
    return found


def _asked_twice(state: PadState) -> Cross | None:
    """The cross of which it is asked whether it is made once more, or taken back."""
    prompt = state.prompt
    if prompt is None or prompt.question is not Question.TWICE:
        return None
    return prompt.about if isinstance(prompt.about, Cross) else None


def _of_cell(state: PadState, move: Cross | CrossField | Exchange, seat: int) -> Intent | None:
    """A cross, or what stands there taken back; asked where a second one is possible."""
    sheet, entry = state.game.position.sheets[seat - 1], entry_of(state, move, seat)
    place = sheet.place_of(move)
    if place is None:
        return Entries((entry,))
    between = _put_between(state, entry, place)
    asked = state.prompt is not None and state.prompt.about == move
    if asked or not sheet.is_crossed(place):
        return between or Entries((entry,))
    if isinstance(move, Cross) and (between or state.game.why_not(entry) is None):
        return AskFirst(Prompt(Question.TWICE, move.row, move), seat)
    return _taken_back(state, move, seat)


def _put_between(state: PadState, entry: Entry, place: Place) -> Rewrite | None:
    """A cross that was passed over, before the first that stands to the right of it, if it may."""
    sheet = state.game.position.sheets[(entry.seat or 1) - 1]
    if state.game.why_not(entry) is None:
        return None
    for at, made in enumerate(state.game.standing):
        if made.seat != entry.seat or not isinstance(made.move, Cross | CrossField | Exchange):
            continue
        there = sheet.place_of(made.move)
        if there and there.row == place.row and there.position > place.position:
            change = Change(at, None, entry)
            return Rewrite(change) if corrected(state.game, change).refused is None else None
    return None


def _of_lock(state: PadState, letter: str, seat: int) -> Intent | None:
    """The last number of a row, or of two the one that is chosen; taken back if it stands."""
    sheet = state.game.position.sheets[seat - 1]
    row = sheet.layout.row_index(letter)
    if row is None:
        return None
    last = [Cross(letter, number) for number in sheet.layout.rows[row].lock_numbers]
    places = ((move, sheet.place_of(move)) for move in last)
    crossed = [move for move, place in places if place and sheet.is_crossed(place)]
    if crossed:
        return _of_cell(state, crossed[-1], seat)
    entries = [entry_of(state, move, seat) for move in last]
    legal = [entry for entry in entries if state.game.why_not(entry) is None]
    if len(legal) > 1:
        return AskFirst(Prompt(Question.LOCK, letter), seat)
    return Entries((legal[0] if legal else entries[-1],))


def _of_track(state: PadState, position: int, seat: int) -> Intent | None:
    """A crossed field is taken back, of which the last one goes; another stands for the next."""
    sheet = state.game.position.sheets[seat - 1]
    row = sheet.layout.row_of_kind(RowKind.TRACK)
    if row is not None and sheet.is_crossed(Place(row, position)):
        return _taken_back(state, Advance(), seat)
    return Entries((entry_of(state, Advance(), seat),))


def _taken_back(state: PadState, move: Move, seat: int) -> Intent | None:
    """The newest entry of a seat (from 1) by an undo, an older one out of the middle of the log."""
    entry, standing = entry_of(state, move, seat), state.game.standing
    mine = [place for place, made in enumerate(standing) if made.seat == entry.seat]
    made = [place for place in mine if standing[place] == entry]
    if not made:
        return None
    if made[-1] == mine[-1]:
        return Entries((Entry(Undo(), entry.seat),))
    return Rewrite(Change(made[-1], entry, None))
