"""Actions for the seats of a table besides playing. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.table import Table
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class SeatAction:
    """An action for a seat: its identifier and the text on its button.

    `spoken` is the text for a screen reader, where it differs.
    """

    identifier: str
    text: str
    spoken: str = ""


def sit_out_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """Let a seat (from 1) sit out or play again; None where the rules do not accept it."""
    out = seat in table.sitting_out
    if table.is_over or (not out and len(table.sitting_out) == len(table.sheets) - 1):
        return None
    text = tr.gettext("Let {name} sit out", name=name)
    if out:
        text = tr.gettext("Let {name} play again", name=name)
    return SeatAction(f"s{seat}-{'in' if out else 'out'}", text)


def answer_actions(seat: int, name: str, tr: Translator) -> list[SeatAction]:
    """Give a seat (from 1) to the device that asks for it, or keep it for its own."""
    gives = tr.gettext("Give {name}’s seat to that phone", name=name)
    keeps = tr.gettext("Keep {name}’s seat", name=name)
    return [SeatAction(f"give-{seat}", gives), SeatAction(f"keep-{seat}", keeps)]


def free_action(seat: int, name: str, tr: Translator) -> SeatAction:
    """Free a seat (from 1) of another device, so that it waits for one."""
    return SeatAction(f"free-{seat}", tr.gettext("Free {name}’s seat for another phone", name=name))


def end_roll_action(table: Table, seat: int, name: str, tr: Translator) -> SeatAction | None:
    """End the roll of a seat (from 1) for it; None where it is not its roll."""
    if table.is_over or seat != table.active:
        return None
    if table.crosses_this_roll[seat - 1] or table.penalised or seat in table.sitting_out:
        return SeatAction("end-turn", tr.gettext("End {name}’s turn", name=name))
    return SeatAction("end-turn", tr.gettext("End {name}’s turn: penalty −5", name=name))
