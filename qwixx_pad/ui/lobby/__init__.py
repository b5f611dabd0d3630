"""Actions for the seats of a table besides playing, and texts on them. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, PlayAgain, Redo, Refusal, SitOut, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import GameTable, Link, RejectedEntry
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action for a seat: its identifier and the text on its button.

    `spoken` is the text for a screen reader, where it differs.
    """

    identifier: str
    text: str
    spoken: str = ""


def came_or_went_text(name: str, tr: Translator, *, out: bool) -> str:
    """Write that a player has gone or come back."""
    if out:
        return tr.gettext("{name} sits out", name=name)
    return tr.gettext("{name} plays again", name=name)


def seat_entry_text(entry: Entry, names: Sequence[str], tr: Translator) -> str:
    """Write that an entry lets a seat go or come back; empty for others."""
    if entry.seat is None or not isinstance(entry.move, SitOut | PlayAgain):
        return ""
    return came_or_went_text(names[entry.seat - 1], tr, out=isinstance(entry.move, SitOut))


def sit_out_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """Let a seat sit out or play again; None where the rules do not accept it."""
    out = seat in table.sitting_out
    if table.is_over or (not out and len(table.sitting_out) == len(table.sheets) - 1):
        return None
    text = tr.gettext("Let {name} sit out", name=name)
    if out:
        text = tr.gettext("Let {name} play again", name=name)
    return SeatAction(f"s{seat}-{'in' if out else 'out'}", text)


def seat_asked_text(name: str, tr: Translator) -> str:
    """Write that another device wants to play the seat of somebody whose own is away."""
    return tr.gettext("A phone is asking for {name}’s seat", name=tr.short_name(name))


def seat_lost_text(name: str, tr: Translator) -> str:
    """Write that this device's seat was given to another while it was away."""
    return tr.gettext("{name}’s seat was given to another phone", name=tr.short_name(name))


def answer_actions(seat: int, name: str, tr: Translator) -> list[SeatAction]:
    """Give a seat to the device that asks for it, or keep it for its own."""
    gives = tr.gettext("Give {name}’s seat to that phone", name=name)
    keeps = tr.gettext("Keep {name}’s seat", name=name)
    return [SeatAction(f"give-{seat}", gives), SeatAction(f"keep-{seat}", keeps)]


def seat_actions(table: Table, rights: Rights, seat: int, tr: Translator) -> list[SeatAction]:
    """List what a device may do for a seat of a shared table in its game."""
    chair, may = rights.seating.chair_of(seat), rights.may_manage_seat(seat)
    actions = [end_roll_action(table, seat, chair.name, tr)] if rights.acts_as_host else []
    if may:
        actions.append(sit_out_action(table, seat, chair.name, tr))
    if may and chair.device not in {None, rights.device}:
        text = tr.gettext("Free {name}’s seat for another phone", name=chair.name)
        actions.append(SeatAction(f"free-{seat}", text))
    return [deed for deed in actions if deed is not None]


def lobby_actions(at: GameTable, seat: int, tr: Translator) -> list[SeatAction]:
    """List what the host may do for a seat before the game."""
    name = at.seating.chair_of(seat).name
    first = SeatAction(f"first-{seat}", tr.gettext("{name} rolls first", name=name))
    up = SeatAction(f"up-{seat}", tr.gettext("Move {name} up", name=name))
    remove = SeatAction(f"remove-{seat}", tr.gettext("Remove {name}", name=name))
    return [*([first, up] if seat > 1 else []), remove]


def offered_action(rights: Rights, seat: int, tr: Translator) -> SeatAction | None:
    """Return what a device may do for a seat before all else: sit down, or ask for it."""
    if not rights.seating.has_seat(seat):
        return None
    chair = rights.seating.chair_of(seat)
    if chair.device is None:
        spoken = tr.gettext("Play as {name} on this phone", name=chair.name)
        return SeatAction(f"sit-{seat}", tr.gettext("Sit here"), spoken)
    if chair.asker == rights.device or not rights.may_request_seat(seat):
        return None
    # Translators: a button beside a player whose phone is away, for someone on another phone.
    text = tr.gettext("Ask for it")
    return SeatAction(f"ask-{seat}", text, tr.gettext("Ask for {name}’s seat", name=chair.name))


def end_roll_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """End the roll of a seat for it; None where it is not its roll."""
    if table.is_over or seat != table.active:
        return None
    if table.crosses_of(seat) or table.penalised or seat in table.sitting_out:
        return SeatAction("end-turn", tr.gettext("End {name}’s turn", name=name))
    return SeatAction("end-turn", tr.gettext("End {name}’s turn: penalty −5", name=name))


def changed_seats(before: Table, after: Table) -> Iterator[tuple[int, bool]]:
    """Yield the seats gone or come back between two positions, and whether gone."""
    for seat in sorted(before.sitting_out ^ after.sitting_out):
        yield seat, seat in after.sitting_out


_LATE_TEXTS = {
    Failure.CHANGED_ELSEWHERE: N_("the turn had already ended"),
    Failure.NO_GAME: N_("the game was over or its table closed"),
}


def location_text(table: GameTable, host: TableRegistry, tr: Translator) -> str:
    """Name where the phones of a table are; empty where none can come."""
    if not host.link_addresses(table):
        return ""
    return tr.gettext("Online") if table.online else tr.gettext("On this Wi-Fi")


def link_text(link: Link, tr: Translator) -> str | None:
    """Write that a table's host is not reached; None where it is."""
    if link is Link.UP:
        return None
    return tr.gettext("Connecting…") if link is Link.CONNECTING else tr.gettext("Offline")


def unsent_text(n: int, tr: Translator) -> str:
    """Write that so many entries of this device are not sent yet."""
    return tr.ngettext("Not sent yet: {n} entry", "Not sent yet: {n} entries", n)


def away_text(names: Sequence[str], tr: Translator) -> str:
    """Write whose phone is away, or of how many."""
    if len(names) == 1:
        return tr.gettext("{name}’s phone is away", name=tr.short_name(names[0]))
    # Translators: of two players or more.
    return tr.ngettext("{n} phone is away", "{n} phones are away", len(names))


def status_text(table: GameTable, seat: int, me: str, tr: Translator, *, here: bool) -> str:
    """Write who has a seat, whether the phone is here, and what it does in the game.

    `me` is the key of the device that reads it.
    """
    now, seating = table.current_position, table.seating
    chair = seating.chair_of(seat)
    mine, plays = chair.device == me, now is not None and not now.is_over
    if mine:
        status = tr.gettext("You")
    elif chair.device is None:
        status = tr.gettext("Waiting")
    elif not here:
        status = tr.gettext("Phone away")
    else:
        status = "" if plays else tr.gettext("Ready")
    if not seating.has_seat(seat):
        text = tr.gettext("From the next game")
        status = f"{status} • {text}" if mine else text
    if seat == 1 and seating.game is None:
        status = tr.gettext("{status} • first roll", status=status)
    if now is not None and seat in now.sitting_out:
        out = tr.gettext("Sits out")
        return tr.gettext("{status} • sitting out", status=status) if status else out
    if plays and now is not None and seat == now.active:
        rolls = tr.gettext("Rolling")
        return tr.gettext("{status} • rolling", status=status) if status else rolls
    return status or tr.gettext("Playing")


def seats_state(table: GameTable) -> tuple[object, ...]:
    """Return what the seats show of the running game: whose roll it is, who sits out."""
    now = table.current_position
    if now is None:
        return ()
    return (
        now.roll,
        now.sitting_out,
        now.is_over,
        now.is_settled,
        now.crosses_this_roll,
        now.penalised,
    )


def starter_text(seating: Seating, tr: Translator) -> str:
    """Write who starts the game."""
    seats = seating.seats_of(seating.host)
    if not seats:
        return tr.gettext("The host starts the game.")
    return tr.gettext("{name} starts the game.", name=seating.chair_of(seats[0]).name)


def waiting_text(table: GameTable, me: str, tr: Translator) -> str:
    """Write, to a device (its key) that does not play this game, when it will."""
    if table.may_rematch:
        return tr.gettext("A rematch begins the next game.")
    if any(chair.device == me for chair in table.seating.next_chairs):
        return tr.gettext("You play from the next game on. Watch until then.")
    return tr.gettext("The game has begun.")


def table_text(table: GameTable, tr: Translator) -> str:
    """Write that a table is not reached, or why a request was refused."""
    refused = "" if table.refused is None else tr.failure_text(table.refused)
    return link_text(table.link, tr) or refused


def lost_entry_text(lost: RejectedEntry, game: Game, tr: Translator) -> str:
    """Write which entry was not accepted, and why."""
    entry, reason = lost.entry, lost.reason
    what = tr.gettext("Undo") if isinstance(entry.move, Undo | Redo) else tr.move_text(entry.move)
    if isinstance(reason, Refusal):
        why = tr.refusal_text(reason, entry.move, game.position.sheet_of(entry.seat or 1))
    else:
        why = (
            tr.gettext(_LATE_TEXTS[reason])
            if reason in _LATE_TEXTS
            else tr.failure_texts(reason)[0]
        )
    return f"{what[:1].upper()}{what[1:]}: {why}"
