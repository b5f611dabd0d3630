"""What the line of a seat says at a shared table."""

from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table.people import PersonLook


def seat_look(table: GameTable, seat: int, me: str, words: Words, *, more: bool) -> PersonLook:
    """The line of one seat.

    Args:
        table: At which it is.
        seat: From 1; those of the next game count on behind the chairs.
        me: Key of the device that shows it.
        words: The language.
        more: Whether there is something that this device can do for the seat.
    """
    seating, now = table.seating, table.position
    chair, later = seating.everybody[seat - 1], not seating.has(seat)
    mine, opener = chair.holder == me, seating.opener == me
    here, before = not later and table.is_here(seat), seating.game is None
    out = now is not None and seat in now.out
    if mine:
        status = words.text("You")
    elif chair.holder is None:
        status = words.text("Waiting")
    else:
        status = words.text("Ready") if here else words.text("Phone away")
    if later:
        text = words.text("From the next game on")
        status = f"{status} • {text}" if mine else text
    if seat == 1 and before:
        status = words.text("{status} • first roll", status=status)
    if out:
        status = words.text("{status} • sits out", status=status)
    elif now is not None and seat == now.active and not now.over:
        status = words.text("{status} • rolling", status=status)
    return PersonLook(
        seat=seat,
        name=chair.name,
        color=chair.color,
        status=status,
        ready=None if chair.holder is None or later else here,
        take=chair.holder is None and not later,
        change=(before or later) and (mine or opener),
        move=before and opener,
        more=more,
        out=out,
    )
