"""What is said of a table, and on the buttons for its seats. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, PlayAgain, Redo, Refusal, SitOut, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.state import GameTable, Link, RejectedEntry
from qwixx_pad.ui.text.translator import Translator


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


def seat_asked_text(name: str, tr: Translator) -> str:
    """Write that another device wants to play the seat of somebody whose own is away."""
    return tr.gettext("A phone is asking for {name}’s seat", name=tr.short_name(name))


def seat_lost_text(name: str, tr: Translator) -> str:
    """Write that this device's seat was given to another while it was away."""
    return tr.gettext("{name}’s seat was given to another phone", name=tr.short_name(name))


def changed_seats(before: Table, after: Table) -> Iterator[tuple[int, bool]]:
    """Yield the seats gone or come back between two positions, and whether gone."""
    for seat in sorted(before.sitting_out ^ after.sitting_out):
        yield seat, seat in after.sitting_out


_LATE_TEXTS = {
    Failure.CHANGED_ELSEWHERE: N_("the turn had already ended"),
    Failure.NO_GAME: N_("the game was over or its table closed"),
}


def location_text(table: GameTable, registry: TableRegistry, tr: Translator) -> str:
    """Name where the phones of a table are; empty where none can come."""
    if not registry.link_addresses(table):
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


def lost_entry_text(lost: RejectedEntry, game: Game, tr: Translator) -> str:
    """Write which entry was not accepted, and why."""
    entry = lost.entry
    reason = lost.reason
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


# seats


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action for a seat: its identifier and the text on its button.

    `spoken` is the text for a screen reader, where it differs.
    """

    identifier: str
    text: str
    spoken: str = ""


def sit_out_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """Let a seat sit out or play again; None where the rules do not accept it."""
    out = seat in table.sitting_out
    if table.is_over or (not out and len(table.sitting_out) == len(table.sheets) - 1):
        return None
    if out:
        return SeatAction(f"s{seat}-in", tr.gettext("Let {name} play again", name=name))
    return SeatAction(f"s{seat}-out", tr.gettext("Let {name} sit out", name=name))


def answer_actions(seat: int, name: str, tr: Translator) -> list[SeatAction]:
    """Give a seat to the device that asks for it, or keep it for its own."""
    gives = tr.gettext("Give {name}’s seat to that phone", name=name)
    keeps = tr.gettext("Keep {name}’s seat", name=name)
    return [SeatAction(f"give-{seat}", gives), SeatAction(f"keep-{seat}", keeps)]


def free_action(seat: int, name: str, tr: Translator) -> SeatAction:
    """Free a seat of another device, so that it waits for one."""
    return SeatAction(f"free-{seat}", tr.gettext("Free {name}’s seat for another phone", name=name))


def end_roll_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """End the roll of a seat for it; None where it is not its roll."""
    if table.is_over or seat != table.active:
        return None
    if table.crosses_of(seat) or table.penalised or seat in table.sitting_out:
        return SeatAction("end-turn", tr.gettext("End {name}’s turn", name=name))
    return SeatAction("end-turn", tr.gettext("End {name}’s turn: penalty −5", name=name))
