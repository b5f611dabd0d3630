"""The parts of a screen with all sheets of a table. Values."""

from dataclasses import dataclass

from qwixx_pad.core.table import Table
from qwixx_pad.ui.pad.facts import sheet_parts
from qwixx_pad.ui.pad.shown import sheet_of
from qwixx_pad.ui.pad.spoken import Voice
from qwixx_pad.ui.pad.state import Message, PadState
from qwixx_pad.ui.pad.table_state import TableState
from qwixx_pad.ui.pad.table_view import TableLook, table_look
from qwixx_pad.ui.pad.undoing import of_whole_log
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class CardPart:
    """Whether the seat of a card rolls, and whether it sits out."""

    rolls: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Role:
    """What a seat may do in this roll, in words, and whether it sits out."""

    text: str
    out: bool


@dataclass(frozen=True, slots=True)
class BarTitle:
    """What stands in the bar: words for a while, or whose roll it is, the round, the last round."""

    message: Message | None
    roll: str
    below: str
    banner: str | None


def cards_parts(state: PadState, voice: Voice, *, facing: bool) -> dict[str, object]:
    """All parts by their names.

    Args:
        state: What is shown.
        voice: How it is told.
        facing: Whether two sit opposite each other: their bar has less room.
    """
    table, words = table_of(state), voice.words
    active = state.game.position.active or 1
    around = table_look(state.game, table, state.game.position.active or state.seat, words)
    undo, redo = of_whole_log(state)
    parts: dict[str, object] = {
        "undo": undo,
        "redo": redo,
        "roller": (table.names[active - 1][:1].upper(), table.colors[active - 1]),
        "title": _title(state, around, table, words, facing=facing),
        "button": around.button,
    }
    for look, seat in zip(card_looks(state, voice), table.round_table, strict=True):
        parts |= sheet_parts(look) | _card(state, look.prefix, seat, words)
    return parts


def table_of(state: PadState) -> TableState:
    """The table of a state.

    Raises:
        TypeError: If it is a single sheet.
    """
    if state.table is None:
        raise TypeError(state.game.setup.text)
    return state.table


def card_looks(state: PadState, voice: Voice) -> list[PadLook]:
    """The sheets, clockwise from the first corner."""
    return [sheet_of(state, seat, voice) for seat in table_of(state).round_table]


def _title(
    state: PadState, around: TableLook, table: TableState, words: Words, *, facing: bool
) -> BarTitle:
    message = state.message
    if message is not None and (message.seat is not None or message.undo):
        message = None  # it stands at a sheet, or undo stands beside it
    players = words.text("{n} players on this tablet", n=len(around.chips))
    below = around.round if facing else f"{around.round} • {players}"
    below = around.subtitle if table.watches else below
    return BarTitle(message, around.roll, below, around.banner)


def _card(state: PadState, prefix: str, seat: int, words: Words) -> dict[str, object]:
    position, message = state.game.position, state.message
    out = seat in position.out
    own = message is not None and message.seat == seat
    return {
        f"{prefix}card": CardPart(seat == position.active and not position.over, out),
        f"{prefix}role": Role(_role(state, seat, words), out),
        f"{prefix}note": message.title if message is not None and own else None,
    }


def _role(state: PadState, seat: int, words: Words) -> str:
    """What this seat may do in this roll."""
    table = state.game.position
    if not isinstance(table, Table) or table.settled:
        return ""
    if table.over:
        last = table.may_still_cross(seat)
        return words.text("last chance") if last else words.text("finished")
    if seat in table.out:
        return words.text("sits out")
    return words.text("rolling") if seat == table.active else words.text("white dice only")
