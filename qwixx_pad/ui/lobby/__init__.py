"""Actions and texts for the seats of a table. Pure."""

from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.text.table_texts import (
    SeatAction,
    end_roll_action,
    free_action,
    sit_out_action,
)
from qwixx_pad.ui.text.translator import Translator


def seat_actions(table: Table, rights: Rights, seat: int, tr: Translator) -> list[SeatAction]:
    """List what a device may do for a seat while the game runs, besides playing."""
    chair = rights.seating.chair_of(seat)
    may = rights.may_manage_seat(seat)
    actions = [end_roll_action(table, seat, chair.name, tr)] if rights.acts_as_host else []
    if may:
        actions.append(sit_out_action(table, seat, chair.name, tr))
    if may and chair.device not in {None, rights.device}:
        actions.append(free_action(seat, chair.name, tr))
    return [action for action in actions if action is not None]


def lobby_actions(at: GameTable, seat: int, tr: Translator) -> list[SeatAction]:
    """List what the host may do for a seat before the game."""
    name = at.seating.chair_of(seat).name
    remove = SeatAction(f"remove-{seat}", tr.gettext("Remove {name}", name=name))
    if seat == 1:
        return [remove]
    first = SeatAction(f"first-{seat}", tr.gettext("{name} rolls first", name=name))
    up = SeatAction(f"up-{seat}", tr.gettext("Move {name} up", name=name))
    return [first, up, remove]


def offered_action(rights: Rights, seat: int, tr: Translator) -> SeatAction | None:
    """The button of a seat: to sit down there, or to ask for it; None if neither is possible."""
    if not rights.seating.has_seat(seat):
        return None
    chair = rights.seating.chair_of(seat)
    if chair.device is None:
        return SeatAction(
            f"sit-{seat}",
            tr.gettext("Sit here"),
            tr.gettext("Play as {name} on this phone", name=chair.name),
        )
    if chair.asker == rights.device or not rights.may_request_seat(seat):
        return None
    # Translators: a button beside a player whose phone is away, for someone on another phone.
    text = tr.gettext("Ask for it")
    return SeatAction(f"ask-{seat}", text, tr.gettext("Ask for {name}’s seat", name=chair.name))


def status_text(table: GameTable, seat: int, me: str, tr: Translator, *, here: bool) -> str:
    """Write whether a seat is taken, whether its phone is present, and what it does in the game.

    Args:
        table: The table.
        seat: From 1; those of the next game follow those of this one.
        me: The id of the device that shows the text.
        tr: The language.
        here: Whether the device of the seat shows the table now.
    """
    now = table.current_position
    seating = table.seating
    chair = seating.chair_of(seat)
    mine = chair.device == me
    plays = now is not None and not now.is_over
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
        return (
            tr.gettext("{status} • sitting out", status=status)
            if status
            else tr.gettext("Sits out")
        )
    if plays and now is not None and seat == now.active:
        return tr.gettext("{status} • rolling", status=status) if status else tr.gettext("Rolling")
    return status or tr.gettext("Playing")


def seats_state(table: GameTable) -> tuple[object, ...]:
    """The part of the running game on which `status_text` and `seat_actions` depend."""
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
    seats = seating.seats_of(seating.host)
    if not seats:
        return tr.gettext("The host starts the game.")
    return tr.gettext("{name} starts the game.", name=seating.chair_of(seats[0]).name)


def waiting_text(table: GameTable, me: str, tr: Translator) -> str:
    """Write when a device that has no seat in this game will play. `me` is its id."""
    if table.may_rematch:
        return tr.gettext("A rematch begins the next game.")
    if any(chair.device == me for chair in table.seating.next_chairs):
        return tr.gettext("You play from the next game on. Watch until then.")
    return tr.gettext("The game has begun.")
