"""What a screen shows of a pad: the views of one state. Pure."""

from qwixx_pad.ui.pad.spoken import Voice
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.table_view import TableLook, seen_names, table_look
from qwixx_pad.ui.pad.view import PadLook, pad_look


def hides_points(state: PadState, voice: Voice) -> bool:
    """Whether this device shows no points of a game yet."""
    return voice.hides_points and not state.game.position.settled


def sheet_in_front(state: PadState, voice: Voice) -> PadLook:
    """The sheet that a phone shows; who reads it is called You."""
    names = seen_names(state.table, voice.words) if state.table else ()
    return _sheet(state, state.seat, voice, names)


def sheet_of(state: PadState, seat: int, voice: Voice) -> PadLook:
    """The sheet of a seat (from 1) where all of a table are on one screen."""
    names = state.table.names if state.table else ()
    return _sheet(state, seat, voice, names, f"s{seat}-")


def _sheet(
    state: PadState, seat: int, voice: Voice, names: tuple[str, ...], prefix: str = ""
) -> PadLook:
    unshared = state.table.unshared if state.table else frozenset[str]()
    hides = hides_points(state, voice)
    return pad_look(state.game, voice.words, seat, names, prefix, unshared, hides=hides)


def around(state: PadState, voice: Voice) -> TableLook | None:
    """What stands around the sheet in front at a table; None for a single sheet."""
    if state.table is None:
        return None
    hides = hides_points(state, voice)
    return table_look(state.game, state.table, state.seat, voice.words, hides=hides)
