"""What may be changed at a table before its game, and which seat may be taken. Pure.

Each function gives the new seating, or why it stays as it is. Seats count from 1.
"""

from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from qwixx_pad.core.layout import Layout
from qwixx_pad.service.settings import COLORS, clean_name
from qwixx_pad.tables.seating import Chair, Seating


class No(Enum):
    """Why something beside the game was not done."""

    TAKEN = "somebody else sits there"
    FULL = "there is no seat left"
    NOT_YOURS = "this is not yours to change"
    TOO_FEW = "a table needs two players"
    NOBODY_ROLLS = "nobody sits where the first roll is"
    STARTED = "the game has begun"
    NOT_SAVED = "the disk did not take it"


Outcome: TypeAlias = Seating | No


def sit(seating: Seating, holder: str, seat: int) -> Outcome:
    """A device takes a seat that waits for one; also while the game runs."""
    if not seating.has(seat) or seating.chairs[seat - 1].holder not in {None, holder}:
        return No.TAKEN
    return seating.with_chair(seat, holder=holder)


def free(seating: Seating, by: str, seat: int) -> Outcome:
    """Let a seat wait for a device again: its phone is gone for good."""
    may = _may_change(seating, by, seat)
    return seating.with_chair(seat, holder=None) if may else No.NOT_YOURS


def add(seating: Seating, holder: str | None, name: str, color: int | None, most: int) -> Outcome:
    """One player more at the end of the row.

    Args:
        seating: The table.
        holder: The device that plays the seat; None for one that waits.
        name: Who it is.
        color: The colour this player had before, if any; another one if somebody here has it.
        most: Seats that the layout has at most.
    """
    if seating.game is not None:
        return No.STARTED
    if len(seating.chairs) >= most:
        return No.FULL
    taken = {chair.color for chair in seating.chairs}
    known = color is not None and 0 <= color < COLORS and color not in taken
    own = color if color is not None and known else seating.free_color()
    return replace(seating, chairs=(*seating.chairs, Chair(clean_name(name), own, holder)))


def rename(seating: Seating, by: str, seat: int, name: str) -> Outcome:
    """Another name for a player."""
    changed = _before_the_start(seating, by, seat)
    return changed or seating.with_chair(seat, name=clean_name(name))


def recolor(seating: Seating, by: str, seat: int) -> Outcome:
    """The next colour that nobody has, for a player."""
    if not _may_change(seating, by, seat):
        return No.NOT_YOURS
    mine = seating.chairs[seat - 1].color
    others = {chair.color for chair in seating.chairs} - {mine}
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
    """Another printed sheet, or the house option of rule 10."""
    refused = _for_the_opener(seating, by)
    if refused is None and len(seating.chairs) > layout.most_seats:
        return No.FULL
    return refused or replace(seating, layout=layout.name, finish_turn=finish_turn)


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
    return None if seating.game is None else No.STARTED


def _may_change(seating: Seating, by: str, seat: int) -> bool:
    return seating.has(seat) and (by == seating.opener or seating.holds(by, seat))
