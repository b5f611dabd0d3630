"""Texts about a table, and on the buttons for its seats. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, PlayAgain, Redo, Refusal, SitOut, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.games.session import Failure
from qwixx_pad.i18n import N_, capitalized
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.state import GameTable, Link, RejectedEntry
from qwixx_pad.ui.text.translator import Translator


def came_or_went_text(name: str, tr: Translator, *, out: bool) -> str:
    if out:
        return tr.gettext("{name} sits out", name=name)
    return tr.gettext("{name} plays again", name=name)


def seat_entry_text(entry: Entry, names: Sequence[str], tr: Translator) -> str:
    """Say that an entry lets a seat sit out or return; empty for other entries."""
    if entry.seat is None or not isinstance(entry.move, SitOut | PlayAgain):
        return ""
    return came_or_went_text(names[entry.seat - 1], tr, out=isinstance(entry.move, SitOut))


def seat_asked_text(name: str, tr: Translator) -> str:
    """Say that a device asks for the seat of a player whose phone is away."""
    return tr.gettext("A phone is asking for {name}’s seat", name=tr.short_name(name))


def seat_lost_text(name: str, tr: Translator) -> str:
    """Say that this device has lost its seat while it was away."""
    return tr.gettext("{name}’s seat was given to another phone", name=tr.short_name(name))


def changed_seats(before: Table, after: Table) -> Iterator[tuple[int, bool]]:
    """Yield the seats that sit out or return between two positions; True if they sit out."""
    for seat in sorted(before.sitting_out ^ after.sitting_out):
        yield seat, seat in after.sitting_out


_LATE_TEXTS = {
    Failure.CHANGED_ELSEWHERE: N_("the turn had already ended"),
    Failure.NO_GAME: N_("the game was over or its table closed"),
}


def location_text(table: GameTable, registry: TableRegistry, tr: Translator) -> str:
    """Say where the phones of a table are; empty if none can join."""
    if not registry.link_addresses(table):
        return ""
    return tr.gettext("Online") if table.online else tr.gettext("On this Wi-Fi")


def link_text(link: Link, tr: Translator) -> str | None:
    """Say that the table's host cannot be reached; None if it can."""
    if link is Link.UP:
        return None
    return tr.gettext("Connecting…") if link is Link.CONNECTING else tr.gettext("Offline")


def unsent_text(n: int, tr: Translator) -> str:
    return tr.ngettext("Not sent yet: {n} entry", "Not sent yet: {n} entries", n)


def away_text(names: Sequence[str], tr: Translator) -> str:
    """Say whose phone is away, or how many are."""
    if len(names) == 1:
        return tr.gettext("{name}’s phone is away", name=tr.short_name(names[0]))
    # Translators: of two players or more.
    return tr.ngettext("{n} phone is away", "{n} phones are away", len(names))


def lost_entry_text(lost: RejectedEntry, game: Game, tr: Translator) -> str:
    """Say which entry was rejected, and why."""
    entry = lost.entry
    what = tr.gettext("Undo") if isinstance(entry.move, Undo | Redo) else tr.move_text(entry.move)
    if isinstance(lost.reason, Refusal):
        why = tr.refusal_text(lost.reason, entry.move, game.position.sheet_of(entry.seat or 1))
    elif lost.reason in _LATE_TEXTS:
        why = tr.gettext(_LATE_TEXTS[lost.reason])
    else:
        why, _ = tr.failure_texts(lost.reason)
    return f"{capitalized(what)}: {why}"


# seats


@dataclass(frozen=True, slots=True)
class SeatAction:
    """A button for a seat: its identifier and its text.

    `spoken` is the text for a screen reader, if it differs.
    """

    identifier: str
    text: str
    spoken: str = ""


def sit_out_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """Let a seat sit out or return; None where rule 12 forbids it."""
    out = seat in table.sitting_out
    if table.is_over or (not out and len(table.sitting_out) == len(table.sheets) - 1):
        return None
    if out:
        return SeatAction(f"s{seat}-in", tr.gettext("Let {name} play again", name=name))
    return SeatAction(f"s{seat}-out", tr.gettext("Let {name} sit out", name=name))


def answer_actions(seat: int, name: str, tr: Translator) -> list[SeatAction]:
    """Give a seat to the device that asks for it, or keep it."""
    return [
        SeatAction(f"give-{seat}", tr.gettext("Give {name}’s seat to that phone", name=name)),
        SeatAction(f"keep-{seat}", tr.gettext("Keep {name}’s seat", name=name)),
    ]


def free_action(seat: int, name: str, tr: Translator) -> SeatAction:
    """Free the seat of another device, so that it waits for one."""
    return SeatAction(f"free-{seat}", tr.gettext("Free {name}’s seat for another phone", name=name))


def end_roll_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """End the roll of a seat; None if it is not that seat's turn, or the game is over."""
    if table.is_over or seat != table.active:
        return None
    if table.crosses_of(seat) or table.penalised or seat in table.sitting_out:
        return SeatAction("end-turn", tr.gettext("End {name}’s turn", name=name))
    return SeatAction("end-turn", tr.gettext("End {name}’s turn: penalty −5", name=name))
