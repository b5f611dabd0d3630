"""What can be done for the seats of a table beside playing, and what is said of it. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.moves import Entry, PlayAgain, SitOut
from qwixx_pad.core.table import Table
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class DeedLook:
    """One thing that can be done for a seat: its identifier and what stands on its button."""

    identifier: str
    text: str


def said_of(name: str, words: Words, *, out: bool) -> str:
    """What everybody is told of a player who has gone or come back."""
    if out:
        return words.text("{name} sits out", name=name)
    return words.text("{name} plays again", name=name)


def who_moved(entry: Entry, names: Sequence[str], words: Words) -> str:
    """What an entry that lets a seat go or come back tells everybody; else nothing."""
    if entry.seat is None or not isinstance(entry.move, SitOut | PlayAgain):
        return ""
    return said_of(names[entry.seat - 1], words, out=isinstance(entry.move, SitOut))


def sitting(table: Table, seat: int, name: str, words: Words) -> DeedLook | None:
    """Let a seat (from 1) sit out or play again; None where the rules do not accept it."""
    out = seat in table.out
    if table.over or (not out and len(table.out) == len(table.sheets) - 1):
        return None
    return DeedLook(f"s{seat}-{'in' if out else 'out'}", said_of(name, words, out=not out))


def for_a_seat(table: Table, seating: Seating, seat: int, by: str, words: Words) -> list[DeedLook]:
    """What a device may do for a seat (from 1) of a shared table in its game.

    Args:
        table: The game as it stands.
        seating: Who sits there.
        seat: Which.
        by: Key of the device.
        words: The language.
    """
    chair, opener = seating.chairs[seat - 1], by == seating.opener
    if not opener and chair.holder != by:
        return []
    deeds = [sitting(table, seat, chair.name, words)]
    if opener:
        deeds.insert(0, ending(table, seat, chair.name, words))
    if opener and chair.holder not in {None, by}:
        text = words.text("Free {name}’s seat for another phone", name=chair.name)
        deeds.append(DeedLook(f"free-{seat}", text))
    return [deed for deed in deeds if deed is not None]


def ending(table: Table, seat: int, name: str, words: Words) -> DeedLook | None:
    """End the roll of a seat (from 1) for it; None where it is not its roll."""
    if table.over or seat != table.active:
        return None
    if table.made[seat - 1] or table.penalised or seat in table.out:
        return DeedLook("end-turn", words.text("End {name}’s roll", name=name))
    return DeedLook("end-turn", words.text("End {name}’s roll: misthrow −5", name=name))


def moved(before: Table, after: Table) -> Iterator[tuple[int, bool]]:
    """The seats (from 1) that have gone or come back between two positions, and whether gone."""
    for seat in sorted(before.out ^ after.out):
        yield seat, seat in after.out
