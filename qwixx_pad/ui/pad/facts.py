"""What a screen with one sheet is painted with, and its parts outside of the sheet."""

from dataclasses import dataclass, replace

from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.foot import SheetFacts, foot_parts
from qwixx_pad.ui.pad.geometry import Geometry
from qwixx_pad.ui.pad.row import row_parts
from qwixx_pad.ui.pad.shown import around, sheet_in_front
from qwixx_pad.ui.pad.source import Parts
from qwixx_pad.ui.pad.spoken import Voice
from qwixx_pad.ui.pad.state import Message, PadState
from qwixx_pad.ui.pad.table_view import Act, ButtonLook, TableLook
from qwixx_pad.ui.pad.undoing import may_redo, undoing
from qwixx_pad.ui.pad.view import Kind, PadLook
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class PadFacts:
    """What stays while the screen keeps its shape.

    Attributes:
        parts: What is painted.
        sheet: What the sheet is painted with.
        geometry: Where everything lies.
        name: Whose pad it is.
        color: Of the player's disc.
        at_table: Whether there is more than one sheet.
        seats: Those in the standings (from 1), as they stand there.
        hint: What a first game explains now, if anything.
    """

    parts: Parts
    sheet: SheetFacts
    geometry: Geometry
    name: str
    color: int = 0
    at_table: bool = False
    seats: tuple[int, ...] = ()
    hint: HintLook | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """What stands in the bar above."""

    title: str
    subtitle: str
    banner: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What takes the place of something quiet.

    Attributes:
        message: Words for a while.
        last_chance: Whether a single sheet has ended, and the cross of its last roll may still be
            entered.
        offers_columns: Whether larger cells are offered.
    """

    message: Message | None = None
    last_chance: bool = False
    offers_columns: bool = False


@dataclass(frozen=True, slots=True)
class NextButton:
    """A button beside the penalties of a table, and whether it says whose roll it ends."""

    look: ButtonLook
    named: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the table waits for, and whether this device may end that."""

    text: str
    may_close: bool


def sheet_parts(look: PadLook, *, small: bool = False) -> dict[str, object]:
    """The parts of one sheet; `small`: its boxes for penalties are only looked at."""
    parts = foot_parts(look, small=small)
    for row in look.bands:
        parts |= row_parts(row)
    return parts


def pad_parts(
    state: PadState, voice: Voice, name: str, *, offers_columns: bool, says_above: bool
) -> dict[str, object]:
    """All parts of a screen with one sheet, by their names.

    Args:
        state: What is shown.
        voice: How it is told.
        name: Whose sheet it is.
        offers_columns: Whether larger cells are offered now.
        says_above: Whether words stand in the place of the name, and have to say it themselves.
    """
    look, table = sheet_in_front(state, voice), around(state, voice)
    last = table is None and look.over and not look.settled
    message = state.message
    if message is not None and says_above:
        message = _named(message, state, name)
    return {
        **sheet_parts(look, small=table is not None and table.back is not None),
        "undo": undoing(state, state.seat) is not None,
        "redo": may_redo(state, state.seat),
        "told": Told(message, last, offers_columns),
        **(_of_table(state, table) if table else {"title": _alone(look, name, voice.words)}),
    }


def _of_table(state: PadState, table: TableLook) -> dict[str, object]:
    named = state.seat != state.game.position.active
    button, back = table.button, table.back
    waits = None if table.waiting is None else Waiting(table.waiting, table.may_close)
    below = table.round if table.title == table.roll else table.roll
    return {
        "title": Title(table.title, table.subtitle, table.banner),
        "pill": Title(table.title, below),
        "banner": table.banner,
        "button": button and NextButton(button, named and button.act is Act.END_TURN),
        "back": back and NextButton(back),
        "waiting": waits,
        **{f"chip {chip.seat}": chip for chip in table.chips},
    }


def _alone(look: PadLook, name: str, words: Words) -> Title:
    """A single sheet: whose it is, and a quiet line below."""
    if look.over:
        return Title(name, words.text("Game over"))
    crosses = sum(cell.kind is Kind.CROSSED for row in look.bands for cell in row.cells)
    said = words.count("{n} cross on the pad", "{n} crosses on the pad", crosses)
    return Title(name, said)


def _named(message: Message, state: PadState, name: str) -> Message:
    """Words that take the place of whose sheet it is have to say it themselves."""
    passed = state.table is not None and state.table.passed and message.seat is not None
    return replace(message, title=f"{name}: {message.title}") if passed else message
