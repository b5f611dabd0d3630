"""What undo and redo would do now: for the buttons, the keys and the taps alike. Pure."""

from enum import Enum, auto

from qwixx_pad.ui.pad.state import PadState


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
