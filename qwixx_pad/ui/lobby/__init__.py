"""Actions for the seats of a table besides playing, and texts on them. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, PlayAgain, Redo, Refusal, SitOut, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import phrase
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.multiplayer.permissions import leads, looks_after
from qwixx_pad.multiplayer.state import GameTable, Link, Lost
from qwixx_pad.ui.text.translator import Words


@dataclass(frozen=True, slots=True)
class DeedLook:
    """An action for a seat: its identifier and the text on its button.

    `spoken` is the text for a screen reader, where it differs.
    """

    identifier: str
    text: str
    spoken: str = ""


def said_of(name: str, words: Words, *, out: bool) -> str:
    """Write that a player has gone or come back."""
    if out:
        return words.text("{name} sits out", name=name)
    return words.text("{name} plays again", name=name)


def who_moved(entry: Entry, names: Sequence[str], words: Words) -> str:
    """Write that an entry lets a seat go or come back; empty for others."""
    if entry.seat is None or not isinstance(entry.move, SitOut | PlayAgain):
        return ""
    return said_of(names[entry.seat - 1], words, out=isinstance(entry.move, SitOut))


def sitting(table: Table, seat: int, name: str, words: Words) -> DeedLook | None:
    """Let a seat (from 1) sit out or play again; None where the rules do not accept it."""
    out = seat in table.out
    if table.over or (not out and len(table.out) == len(table.sheets) - 1):
        return None
    return DeedLook(f"s{seat}-{'in' if out else 'out'}", said_of(name, words, out=not out))


def asked_said(name: str, words: Words) -> str:
    """Write that another device wants to play the seat of somebody whose own is away."""
    return words.text("A phone asks for {name}’s seat", name=words.short(name))


def lost_seat_said(name: str, words: Words) -> str:
    """Write that this device's seat was given to another while it was away."""
    return words.text("{name}’s seat was given to another phone", name=words.short(name))


def answering(seat: int, name: str, words: Words) -> list[DeedLook]:
    """Give a seat (from 1) to the device that asks for it, or keep it for its own."""
    gives = words.text("Give {name}’s seat to that phone", name=name)
    keeps = words.text("Keep {name}’s seat", name=name)
    return [DeedLook(f"give-{seat}", gives), DeedLook(f"keep-{seat}", keeps)]


def for_a_seat(table: Table, at: GameTable, seat: int, by: str, words: Words) -> list[DeedLook]:
    """List what a device may do for a seat (from 1) of a shared table in its game."""
    chair, may = at.seating.chairs[seat - 1], looks_after(by, seat, at.seating, at.away)
    ends = leads(by, at.seating, at.away)
    deeds = [ending(table, seat, chair.name, words)] if ends else []
    if may:
        deeds.append(sitting(table, seat, chair.name, words))
    if may and chair.holder not in {None, by}:
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
    """Yield the seats (from 1) gone or come back between two positions, and whether gone."""
    for seat in sorted(before.out ^ after.out):
        yield seat, seat in after.out


_LATE = {
    Failure.MOVED_ON: phrase("the roll was ended meanwhile"),
    Failure.NO_GAME: phrase("the game was over, or its table closed"),
}


def where_played(table: GameTable, host: Host, words: Words) -> str:
    """Name where the phones of a table are; empty where none can come."""
    if not host.addresses_of(table):
        return ""
    return words.text("Online") if table.online else words.text("On this Wi-Fi")


def link_said(link: Link, words: Words) -> str | None:
    """Write that a table's host is not reached; None where it is."""
    if link is Link.UP:
        return None
    return words.text("Connecting …") if link is Link.CONNECTING else words.text("No link")


def unsent_said(n: int, words: Words) -> str:
    """Write that so many entries of this device are not sent yet."""
    return words.count("Not sent yet: {n} entry", "Not sent yet: {n} entries", n)


def away_said(names: Sequence[str], words: Words) -> str:
    """Write whose phone is away, or of how many."""
    if len(names) == 1:
        return words.text("{name}’s phone is away", name=words.short(names[0]))
    # Translators: of two players or more.
    return words.count("{n} phone is away", "{n} phones are away", len(names))


def status_said(table: GameTable, seat: int, me: str, words: Words, *, here: bool) -> str:
    """Write who has a seat (from 1), whether the phone is here, and what it does in the game.

    `me` is the key of the device that reads it.
    """
    now, seating = table.position, table.seating
    chair = seating.everybody[seat - 1]
    mine = chair.holder == me
    if mine:
        status = words.text("You")
    elif chair.holder is None:
        status = words.text("Waiting")
    else:
        status = words.text("Ready") if here else words.text("Phone away")
    if not seating.has(seat):
        text = words.text("From the next game on")
        status = f"{status} • {text}" if mine else text
    if seat == 1 and seating.game is None:
        status = words.text("{status} • first roll", status=status)
    if now is not None and seat in now.out:
        status = words.text("{status} • sits out", status=status)
    elif now is not None and seat == now.active and not now.over:
        status = words.text("{status} • rolling", status=status)
    return status


def table_said(table: GameTable, words: Words) -> str:
    """Write that a table is not reached, or why a request was refused."""
    refused = "" if table.refused is None else words.why_not_done(table.refused)
    return link_said(table.link, words) or refused


def lost_said(lost: Lost, game: Game, words: Words) -> str:
    """Write which entry was not accepted, and why."""
    entry, reason = lost.entry, lost.reason
    what = words.text("Undo") if isinstance(entry.move, Undo | Redo) else words.what(entry.move)
    if isinstance(reason, Refusal):
        why = words.refusal(reason, entry.move, game.position.sheets[(entry.seat or 1) - 1])
    else:
        why = words.text(_LATE[reason]) if reason in _LATE else words.failure(reason)[0]
    return f"{what[:1].upper()}{what[1:]}: {why}"
