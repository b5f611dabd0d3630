"""What a screen with one sheet or with all sheets is painted with, and its parts as values."""

from dataclasses import dataclass, replace

from qwixx_pad.core.positions import Paper
from qwixx_pad.core.table import Table
from qwixx_pad.ui.pad.advance import around, sheet_in_front, sheet_of
from qwixx_pad.ui.pad.foot import SheetFacts, foot_parts
from qwixx_pad.ui.pad.geometry import Geometry
from qwixx_pad.ui.pad.hints import HintLook
from qwixx_pad.ui.pad.intents import may_redo, of_whole_log, undoing
from qwixx_pad.ui.pad.row import row_parts
from qwixx_pad.ui.pad.state import Message, PadState, TableState
from qwixx_pad.ui.pad.table_view import Act, Banner, ButtonLook, TableLook, done_copying, table_look
from qwixx_pad.ui.pad.view import Kind, PadLook
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.runtime.session_scope import Parts
from qwixx_pad.ui.speech.spoken import Voice
from qwixx_pad.ui.speech.words import Words

_MADE = {Kind.CROSSED: 1, Kind.DOUBLED: 2}
"""Crosses that a cell of a kind has."""


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
    banner: Banner | None = None


@dataclass(frozen=True, slots=True)
class StandIn:
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
        "told": StandIn(message, last, offers_columns),
        **(_of_table(state, table) if table else _of_one(state, look, name, voice.words)),
    }


def _of_one(state: PadState, look: PadLook, name: str, words: Words) -> dict[str, object]:
    """Of a single sheet: whose it is; if it is copied from paper, that all of it is there."""
    paper = state.game.position
    done = done_copying(paper, words) if isinstance(paper, Paper) else None
    return {"title": _alone(look, name, words), "button": done and NextButton(done)}


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
    if look.over:  # and still shown: the cross of the same roll may be entered
        return Title(name, words.text("Last chance this roll"))
    cells = [cell for row in look.bands for cell in row.cells]
    crosses = sum(_MADE.get(cell.kind, 0) for cell in cells)
    said = words.count("{n} cross on the pad", "{n} crosses on the pad", crosses)
    return Title(name, said)


def _named(message: Message, state: PadState, name: str) -> Message:
    """Words that take the place of whose sheet it is have to say it themselves."""
    passed = state.table is not None and state.table.passed and message.seat is not None
    return replace(message, title=f"{name}: {message.title}") if passed else message


@dataclass(frozen=True, slots=True)
class CardPart:
    """Whether the seat of a card rolls, sits out, or has won."""

    rolls: bool
    out: bool
    won: bool = False


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
    title, winners = _title(state, around, table, words, facing=facing), tuple[int, ...]()
    if state.game.position.settled:
        end = end_look(state.game, table.names, table.colors, words)
        title = replace(title, roll=end.headline, below=end.margin)
        winners = tuple(place.seat for place in end.winners)
    shown = next(iter(winners), active)
    parts: dict[str, object] = {
        "undo": undo,
        "redo": redo,
        "roller": None if state.game.setup.paper else _face(table, shown),
        "title": title,
        "button": around.button,
    }
    for look, seat in zip(card_looks(state, voice), table.round_table, strict=True):
        parts |= sheet_parts(look) | _card(state, look.prefix, seat, words, won=seat in winners)
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
    banner = around.banner.text if around.banner else None
    return BarTitle(message, around.roll, below, banner)


def _face(table: TableState, seat: int) -> tuple[str, int]:
    """First letter and colour of who rolls, a seat from 1."""
    return table.names[seat - 1][:1].upper(), table.colors[seat - 1]


def _card(state: PadState, prefix: str, seat: int, words: Words, *, won: bool) -> dict[str, object]:
    position, message = state.game.position, state.message
    out = seat in position.out
    own = message is not None and message.seat == seat
    return {
        f"{prefix}card": CardPart(seat == position.active and not position.over, out, won),
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
