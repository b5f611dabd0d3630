"""A play screen as one plain value; its leaves show parts of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import white_shown
from qwixx_pad.core.layout import Place
from qwixx_pad.core.positions import Paper, Position
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.settings import initial
from qwixx_pad.ui.play.state.correction_view import WhiteLook
from qwixx_pad.ui.play.state.state import Message, PadState, may_redo, of_whole_log, undoing
from qwixx_pad.ui.play.state.table_view import (
    Banner,
    ButtonLook,
    ChipLook,
    back_button,
    banner,
    chips,
    done_copying,
    hides_points,
    may_close,
    may_cross_last,
    next_button,
    seen_names,
    waiting,
    whose_roll,
)
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.text.translator import Voice, Words


@dataclass(frozen=True, slots=True)
class Title:
    """The bar above: two lines, and words that must be seen."""

    title: str
    subtitle: str
    banner: Banner | None = None


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The frame of one of several sheets.

    Attributes:
        rolls, out, won: Whether its seat rolls, sits out, has won.
        role: Its chance to win, or what it may do in this roll.
        note: Words on what was tapped there; empty for none.
    """

    rolls: bool
    out: bool
    won: bool
    role: str
    note: str


@dataclass(frozen=True, slots=True)
class ScreenForm:
    """The layout of the screen, as far as a view depends on it.

    Attributes:
        all_sheets: Whether all sheets of a table are on it.
        facing: Whether two of them face each other, in less room.
        in_rail: Whether a rail has the place of the bar.
        hint_over_title: Whether words for a while take the place of whose sheet it is.
        offers_columns: Whether larger cells may be offered.
    """

    all_sheets: bool = False
    facing: bool = False
    in_rail: bool = False
    over_title: bool = False
    offers_columns: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All that the leaves of a play screen show: one sheet, or all, clockwise from a corner.

    Attributes:
        sheets: What is seen of each sheet.
        title: Whose sheet or roll it is, and what has to be known of link, phones or last round.
        message: Words for a while.
        undo, redo: Whether something can be taken back, or brought back.
        disabled, cursor: As in `PadState`.
        last_chance: Whether a single sheet has ended, and the cross of its last roll may still be
            entered.
        offers_columns: Whether larger cells are offered.
        chips: The standings, in the order in which people sit.
        button: What the sheet in front does next; None for a seat of another device.
        back: Leads from one of the sheets of this device to the roller's; None on that one.
        waiting: What is read while others answer; None otherwise.
        may_close: Whether this device may end that waiting.
        white_dice: Those of this roll; None where there are no rolls.
        roller: First letter and colour of the roller or winner; None where sheets are copied.
        cards: The frames of several sheets.
    """

    sheets: tuple[SheetLook, ...]
    title: Title
    message: Message | None
    undo: bool
    redo: bool
    deaf: frozenset[int]
    cursor: str
    last_chance: bool = False
    offers_columns: bool = False
    chips: tuple[ChipLook, ...] = ()
    button: ButtonLook | None = None
    back: ButtonLook | None = None
    waiting: str | None = None
    may_close: bool = False
    white: WhiteLook | None = None
    roller: tuple[str, int] | None = None
    cards: tuple[SeatCard, ...] = ()

    def with_cells_of(self, other: "View", cells: tuple[tuple[int, Place], ...]) -> "View":
        """Take some cells from another view, by their sheets from 0."""
        sheets = list(self.sheets)
        for index in {sheet for sheet, _ in cells}:
            places = [place for sheet, place in cells if sheet == index]
            sheets[index] = sheets[index].with_cells_of(other.sheets[index], places)
        return replace(self, sheets=tuple(sheets))


ONE_SHEET = ScreenForm()


def view_of(state: PadState, voice: Voice, form: ScreenForm = ONE_SHEET, name: str = "") -> View:
    """Make the view of a state; `name` is of whose sheet is in front."""
    if state.table is None:
        return _view_of_single(state, voice, form, name)
    return _view_of_table(state, state.table, voice, form, name)


def _view_of_single(state: PadState, voice: Voice, form: ScreenForm, name: str) -> View:
    """Make the view of one sheet whose others play off the app."""
    words, position = voice.words, state.game.position
    last_chance = position.over and not position.settled
    subtitle = words.layout(state.game.setup.layouts[0].name)
    if form.in_rail:
        subtitle = words.text("Menu")
    elif last_chance:
        subtitle = words.text("Last chance this roll")
    return View(
        sheets=(_sheet(state, state.seat, voice),),
        title=Title(name, subtitle),
        message=state.message,
        undo=undoing(state, state.seat) is not None,
        redo=may_redo(state, state.seat),
        deaf=state.deaf,
        cursor=state.cursor,
        last_chance=last_chance,
        offers_columns=form.offers_columns and state.mistaps.many,
        button=done_copying(position, words) if isinstance(position, Paper) else None,
    )


def _view_of_table(
    state: PadState, table: TableState, voice: Voice, form: ScreenForm, name: str
) -> View:
    """View one sheet of a table, its reader called You; or all, and the roller's next step."""
    position, words = state.game.position, voice.words
    seats, names = [state.seat], seen_names(table, words)
    undo, redo = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    if form.all_sheets:
        state = replace(state, seat=position.active or state.seat)
        seats, names = [*table.round_table], table.names
        undo, redo = of_whole_log(state)
    view = View(
        sheets=tuple(_sheet(state, seat, voice, names) for seat in seats),
        title=_title(state, table, form, words),
        message=_message(state, table, form, words, name),
        undo=undo,
        redo=redo,
        deaf=state.deaf,
        cursor=state.cursor,
        offers_columns=form.offers_columns and state.mistaps.many,
        chips=tuple(chips(state, table, voice)),
        button=next_button(position, table, state, words),
        back=back_button(position, table, state.seat, words),
        waiting=waiting(position, table, state.seat, words),
        may_close=may_close(position, table),
        white=_white(state, table),
    )
    return _with_cards(view, state, table, words) if form.all_sheets else view


def _with_cards(view: View, state: PadState, table: TableState, words: Words) -> View:
    """Add what surrounds each of all sheets, and after the end who has won."""
    title, winners = view.title, set[int]()
    if state.game.position.settled:
        end = end_look(state.game, table.names, table.colors, words)
        winners = {place.seat for place in end.winners}
        title = Title(end.headline, end.margin, title.banner)
    roller = min(winners, default=state.seat)
    face = initial(table.names[roller - 1]), table.colors[roller - 1]
    cards = (
        SeatCard(
            rolls=chip.rolls,
            out=chip.out,
            won=chip.seat in winners,
            role=_role(state.game.position, chip, words),
            note=_note(state.message, chip.seat),
        )
        for chip in view.chips
    )
    shown = None if state.game.setup.paper else face
    return replace(view, title=title, roller=shown, cards=tuple(cards))


def _note(message: Message | None, seat: int) -> str:
    """Return the words on a tap on the sheet of a seat (from 1)."""
    return message.title if message is not None and message.seat == seat else ""


def _role(position: Position, chip: ChipLook, words: Words) -> str:
    """Write the chance of a seat, or what it may do in this roll."""
    if not isinstance(position, Table) or position.settled:
        return ""
    if position.over:
        last = position.may_still_cross(chip.seat)
        return words.text("last chance") if last else words.text("finished")
    if chip.out:
        return words.text("sits out")
    if chip.chance:
        return words.text("{chance} to win", chance=chip.chance)
    return words.text("rolling") if chip.rolls else words.text("white dice only")


def _message(
    state: PadState, table: TableState, form: ScreenForm, words: Words, name: str
) -> Message | None:
    """Return words for a while; in place of the sheet's name they contain it."""
    message = state.message
    if message is None or not form.all_sheets:
        if form.over_title and table.passed and message and message.seat is not None:
            said = words.text("{name}: {said}", name=name, said=message.title)
            return replace(message, title=said)
        return message
    apart = message.seat is not None or message.undo  # at its sheet, or undo is beside it
    return None if apart else message


def _white(state: PadState, table: TableState) -> WhiteLook | None:
    """Describe the white dice of this roll, entered by whoever may end it."""
    position = state.game.position
    if not isinstance(position, Table):
        return None
    plays = any(seat not in position.out for seat in table.mine)
    instead = table.leads or (position.active in position.out and plays)
    may = not position.over and (instead or position.active in table.mine)
    return WhiteLook(white_shown(state.game, position.roll), may)


# sheets


def _sheet(state: PadState, seat: int, voice: Voice, names: Sequence[str] = ()) -> SheetLook:
    table = state.table
    return sheet_look(
        state.game,
        voice.words,
        seat,
        names,
        unshared=table.unshared if table else frozenset(),
        unsent=table.unsent if table else (),
        hides=hides_points(state, voice),
    )


# titles


def _title(state: PadState, table: TableState, form: ScreenForm, words: Words) -> Title:
    """Write whose roll it is; where that is not plain, whose sheet is shown."""
    position, seat = state.game.position, state.seat
    roll, must = whose_roll(position, table, words), banner(position, table, words)
    round_, title = _round(position, words), roll
    if form.all_sheets:
        players = words.text("{n} players on this tablet", n=len(table.names))
        below = round_ if form.facing else f"{round_} • {players}"
        watched = _subtitle(state, table, words, roll, round_)
        return Title(roll, watched if table.watches else below, must)
    elsewhere = table.passed or (bool(table.mine) and seat not in table.mine)
    if not isinstance(position, Table) or (elsewhere and not position.settled):
        title = words.text("{name}’s pad", name=words.short(table.names[seat - 1]))
    if form.in_rail:
        return Title(title, round_ if title == roll else roll, must)
    return Title(title, _subtitle(state, table, words, roll, round_), must)


def _round(position: Position, words: Words) -> str:
    """Write how often everybody has rolled."""
    if not isinstance(position, Table):
        return words.text("Tap all its crosses")
    return words.text("Round {n}", n=(position.roll - 1) // len(position.sheets) + 1)


def _subtitle(state: PadState, table: TableState, words: Words, roll: str, round_: str) -> str:
    position = state.game.position
    if not isinstance(position, Table):
        return round_
    closes = position.over or table.answers.ending
    if closes and may_cross_last(position, table, state.seat):
        return words.text("One more cross with the white dice")
    if table.passed:
        # Translators: {roll} is such as "Anna’s roll", {round} such as "Round 3".
        return words.text("{roll} • {round}", roll=roll, round=round_)
    if table.code:
        return words.text("{round} • table {code}", round=round_, code=table.code)
    return round_
