"""Who may do what at a table: before its game, and beside writing on the own sheet. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from qwixx_pad.core.corrections import Change, Made, others
from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, Redo, SitOut, Undo, White
from qwixx_pad.core.table import Table
from qwixx_pad.service.settings import COLORS, clean_name
from qwixx_pad.tables.requests import (
    Add,
    BeginWith,
    ChooseSheet,
    Free,
    Move,
    OfASeat,
    Recolor,
    Remove,
    Rename,
    SeatChange,
    Sit,
    TakeSlip,
)
from qwixx_pad.tables.seating import Chair, Seating


def may_enter(by: str, entry: Entry, seating: Seating, game: Game) -> bool:
    """Whether a device may enter something; whether the rules accept it is asked elsewhere."""
    if entry.seat is not None:
        return _may_enter_for(by, entry.seat, entry, seating)
    table = game.position
    if not isinstance(table, Table):
        return False
    match entry.move:
        case EndRoll() | White():
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


def came_late(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Whether an entry was made on a picture that is another one for it now.

    Args:
        entry: What was meant.
        game: As it is now.
        made: The corrections in its log.
        seen: How many entries of that log its maker had seen.
    """
    if not 0 <= seen <= len(game.log):
        return True
    corrections = (each for each in made if each.end > seen)
    concerned = any(other.seat in {None, entry.seat} for other in _since(game, made, seen))
    return concerned or any(_depends(entry, each, game) for each in corrections)


def came_twice(entry: Entry, game: Game, made: Sequence[Made], seen: int) -> bool:
    """Whether a late entry stands already: a device that heard no answer has sent it again."""
    since = _since(game, made, seen) if 0 <= seen <= len(game.log) else ()
    return next((other for other in since if other.seat == entry.seat), None) == entry


def _since(game: Game, made: Sequence[Made], seen: int) -> Iterator[Entry]:
    """What was entered behind so much of the log; the white dice change nothing for anybody."""
    return (x for x in others(game, made, seen) if not isinstance(x.move, White))


def _depends(entry: Entry, made: Made, game: Game) -> bool:
    """Whether a correction has changed what an entry would do.

    A cross or a misthrow is judged on the corrected sheets like any other. What takes back, or
    ends the roll, depends on what its seat has entered in this roll; what is for the whole game
    depends on all of it.
    """
    if entry.seat is None and not isinstance(entry.move, EndRoll | White):
        return True
    seat = game.position.active if entry.seat is None else entry.seat
    of_its_roll = isinstance(entry.move, Undo | Redo | EndRoll)
    return of_its_roll and made.seat == seat and made.roll == game.position.roll


def still_means_the_same(change: Change, game: Game, seen: int) -> bool:
    """Whether nothing has become different up to the place of a change since it was asked for."""
    if not 0 <= seen <= len(game.log) or not change.fits(game.standing):
        return False
    if seen == len(game.log):
        return True
    then, _ = replay(game.setup, game.log[:seen])
    upto = change.place + 1
    return then.standing[:upto] == game.standing[:upto]


class No(Enum):
    """Why something beside the game was not done."""

    TAKEN = "somebody else sits there"
    FULL = "there is no seat left"
    NOT_YOURS = "this is not yours to change"
    TOO_FEW = "a table needs two players"
    NOBODY_ROLLS = "nobody sits where the first roll is"
    STARTED = "the game has begun"
    NOT_SAVED = "the disk did not take it"
    OTHER_BOX = "that sheet is of another box"
    UNKNOWN_SHEET = "there is no such sheet here"
    NO_LINK = "the table is out of reach"


Outcome: TypeAlias = Seating | No
SheetOf: TypeAlias = Callable[[str], Layout]
"""The printed sheet of a name; raises KeyError where there is none."""


def changed(
    seating: Seating, by: str, change: SeatChange, sheet: SheetOf, *, settled: bool = False
) -> Outcome:
    """What a table becomes of what a device asks, or why it does not.

    Args:
        seating: The table.
        by: Key of the device.
        change: What it asks.
        sheet: Finds printed sheets.
        settled: Whether its game is over, and a rematch may begin.
    """
    try:
        if isinstance(change, Add):
            most = sheet(seating.layout).most_seats
            return add(seating, by, change.name, change.color, most, settled=settled)
        return _of_the_table(seating, by, change, sheet)
    except KeyError:
        return No.UNKNOWN_SHEET


def _of_the_table(
    seating: Seating, by: str, change: OfASeat | Move | BeginWith | ChooseSheet, sheet: SheetOf
) -> Outcome:
    match change:
        case Move(seat, to):
            return move(seating, by, seat, to)
        case BeginWith(seat):
            return begin_with(seating, by, seat)
        case ChooseSheet(layout, finish_turn):
            return choose(seating, by, sheet(layout), finish_turn=finish_turn)
        case _:
            return _of_a_seat(seating, by, change, sheet)


def _of_a_seat(seating: Seating, by: str, change: OfASeat, sheet: SheetOf) -> Outcome:
    match change:
        case Sit(seat):
            return sit(seating, by, seat)
        case Free(seat):
            return free(seating, by, seat)
        case Rename(seat, name):
            return rename(seating, by, seat, name)
        case Recolor(seat):
            return recolor(seating, by, seat)
        case Remove(seat):
            return remove(seating, by, seat)
        case TakeSlip(seat, slip):
            return take_slip(seating, by, seat, sheet(slip), sheet(seating.layout))


def sit(seating: Seating, holder: str, seat: int) -> Outcome:
    """A device takes a seat that waits for one; also while the game runs."""
    if not seating.has(seat) or seating.chairs[seat - 1].holder not in {None, holder}:
        return No.TAKEN
    return seating.with_chair(seat, holder=holder)


def free(seating: Seating, by: str, seat: int) -> Outcome:
    """Let a seat wait for a device again: its phone is gone for good."""
    may = _may_change(seating, by, seat)
    return seating.with_chair(seat, holder=None) if may else No.NOT_YOURS


def add(  # noqa: PLR0913 - who it is, and where there is room
    seating: Seating,
    holder: str | None,
    name: str,
    color: int | None,
    most: int,
    *,
    settled: bool = False,
) -> Outcome:
    """One player more at the end of the row; after a game one who plays from the next one on.

    Args:
        seating: The table.
        holder: The device that plays the seat; None for one that waits.
        name: Who it is.
        color: The colour this player had before, if any; another one if somebody here has it.
        most: Seats that the layout has at most.
        settled: Whether the game of the table is over, and a rematch may begin.
    """
    if seating.game is not None and not settled:
        return No.STARTED
    if len(seating.everybody) >= most:
        return No.FULL
    taken = {chair.color for chair in seating.everybody}
    known = color is not None and 0 <= color < COLORS and color not in taken
    own = color if color is not None and known else seating.free_color()
    chair = Chair(clean_name(name), own, holder)
    if seating.game is None:
        return replace(seating, chairs=(*seating.chairs, chair))
    return replace(seating, next=(*seating.next, chair))


def rename(seating: Seating, by: str, seat: int, name: str) -> Outcome:
    """Another name for a player."""
    changed = _before_the_start(seating, by, seat)
    return changed or seating.with_chair(seat, name=clean_name(name))


def recolor(seating: Seating, by: str, seat: int) -> Outcome:
    """The next colour that nobody has, for a player."""
    if not _may_change(seating, by, seat):
        return No.NOT_YOURS
    mine = seating.everybody[seat - 1].color
    others = {chair.color for chair in seating.everybody} - {mine}
    turn = ((mine + step) % COLORS for step in range(1, COLORS + 1))
    return seating.with_chair(seat, color=next(color for color in turn if color not in others))


def remove(seating: Seating, by: str, seat: int) -> Outcome:
    """A player less."""
    return _before_the_start(seating, by, seat) or seating.without_chair(seat)


def move(seating: Seating, by: str, seat: int, to: int) -> Outcome:
    """Another place in the seating order."""
    refused = _for_the_opener(seating, by)
    if refused is None and not (seating.has(seat) and seating.has(to)):
        return No.NOT_YOURS
    return refused or seating.moved(seat, to)


def begin_with(seating: Seating, by: str, seat: int) -> Outcome:
    """A player gets the first roll; the order round the table stays."""
    refused = _for_the_opener(seating, by)
    if refused is None and not seating.has(seat):
        return No.NOT_YOURS
    return refused or seating.beginning_with(seat)


def choose(seating: Seating, by: str, layout: Layout, *, finish_turn: bool) -> Outcome:
    """Another printed sheet for everybody, or the house option of rule 10."""
    refused = _for_the_opener(seating, by)
    if refused is None and len(seating.chairs) > layout.most_seats:
        return No.FULL
    if refused is None and layout.name != seating.layout:
        chairs = tuple(replace(chair, slip="") for chair in seating.chairs)
        seating = replace(seating, layout=layout.name, chairs=chairs)
    return refused or replace(seating, finish_turn=finish_turn)


def take_slip(seating: Seating, by: str, seat: int, slip: Layout, tables: Layout) -> Outcome:
    """Another sheet for one player, of the same box as the others'.

    Args:
        seating: The table.
        by: Key of the device that asks for it.
        seat: For whom, from 1.
        slip: Which.
        tables: The sheet of the table.
    """
    refused = _before_the_start(seating, by, seat)
    if refused is None and (not slip.box or slip.box != tables.box):
        return No.OTHER_BOX
    own = "" if slip.name == tables.name else slip.name
    return refused or seating.with_chair(seat, slip=own)


def why_not_start(seating: Seating, by: str) -> No | None:
    """Why the game cannot begin, None if it can."""
    if len(seating.chairs) < 2:  # noqa: PLR2004 - one player needs no table
        return _for_the_opener(seating, by) or No.TOO_FEW
    empty = seating.chairs[0].holder is None
    return _for_the_opener(seating, by) or (No.NOBODY_ROLLS if empty else None)


def _for_the_opener(seating: Seating, by: str) -> No | None:
    if by != seating.opener:
        return No.NOT_YOURS
    return None if seating.game is None else No.STARTED


def _before_the_start(seating: Seating, by: str, seat: int) -> No | None:
    if not _may_change(seating, by, seat):
        return No.NOT_YOURS
    return No.STARTED if seating.game is not None and seating.has(seat) else None


def _may_change(seating: Seating, by: str, seat: int) -> bool:
    if not 1 <= seat <= len(seating.everybody):
        return False
    return by in {seating.opener, seating.everybody[seat - 1].holder}
