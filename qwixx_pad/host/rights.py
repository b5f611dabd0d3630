"""Who may do what at a shared table beside writing on the own sheet. Pure.

A device is known by its key alone; what it says of itself decides nothing here.
"""

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, SitOut, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.host.seating import Seating


def may_enter(by: str, entry: Entry, seating: Seating, game: Game) -> bool:
    """Whether a device may enter something; whether the rules accept it is asked elsewhere."""
    if entry.seat is not None:
        return _may_enter_for(by, entry.seat, entry, seating)
    table = game.position
    if not isinstance(table, Table):
        return False
    match entry.move:
        case EndRoll():
            return may_end_roll(by, table, seating)
        case Finish():
            over = table.over and seating.holds(by, table.active)
            return by == seating.opener or over
        case Undo():
            return may_reopen(by, seating, game)
    return False


def _may_enter_for(by: str, seat: int, entry: Entry, seating: Seating) -> bool:
    """A sheet is written on by its own device; who opened the table may seat anybody out."""
    match entry.move:
        case EndRoll() | Finish():
            return False
        case SitOut() | PlayAgain() if by == seating.opener:
            return seating.has(seat)
    return seating.holds(by, seat)


def may_end_roll(by: str, table: Table, seating: Seating) -> bool:
    """The roller, and who opened the table; if the roller sits out, everybody who plays."""
    if by == seating.opener or seating.holds(by, table.active):
        return True
    playing = (seat for seat in seating.seats_of(by) if seat not in table.out)
    return table.active in table.out and any(playing)


def may_reopen(by: str, seating: Seating, game: Game) -> bool:
    """Whether a device may take the end of a roll back, as long as nobody has gone on.

    It is the roller's, everybody's who plays if the roller sat out, and the watching owner's. The
    end of the game is everybody's: whoever sits here may take it back to put a cross right.
    """
    ended = ended_roll(game)
    if ended is None:
        return False
    sits = seating.seats_of(by)
    if seating.holds(by, ended.active) or (game.position.over and sits):
        return True
    for_the_roller = ended.active in ended.out or not sits
    return for_the_roller and may_end_roll(by, ended, seating)


def ended_roll(game: Game) -> Table | None:
    """The position that the newest entry has ended; None if it ended no roll and no game."""
    newest = game.standing[-1] if game.standing else None
    if newest is None or not isinstance(newest.move, EndRoll | Finish):
        return None
    before = game.timeline.positions[-2]
    return before if isinstance(before, Table) else None
