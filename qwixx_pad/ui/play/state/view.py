"""A play screen as one plain value; its leaves show parts of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import white_dice_sum
from qwixx_pad.core.layout import CellRef
from qwixx_pad.core.positions import Paper, Position
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.settings import initial
from qwixx_pad.ui.correction import Message, WhiteDiceLook
from qwixx_pad.ui.play.state.choices import choosing_message, lit_cells
from qwixx_pad.ui.play.state.state import PadState, can_undo_redo_log, may_redo, undo_kind
from qwixx_pad.ui.play.state.table_view import (
    Banner,
    ButtonLook,
    ChipLook,
    back_button,
    chip_looks,
    finish_paper_button,
    hides_points,
    may_cross_last,
    may_stop_waiting,
    names_in_sentence,
    next_button,
    roller_text,
    top_banner,
    waiting_text,
)
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.text.translator import Translator, Voice


@dataclass(frozen=True, slots=True)
class BarTitle:
    """The texts in the bar.

    Attributes:
        title: Whose sheet or turn it is.
        subtitle: Details below it.
        banner: Takes the place of the subtitle; None for none.
    """

    title: str
    subtitle: str
    banner: Banner | None = None


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The parts around one of several sheets.

    Attributes:
        rolls, out, won: Whether its seat rolls, sits out, has won.
        role: Its chance to win, or what it does or may do in this roll; empty after the end and on
            paper.
        note: A message about a tap on it; empty for none.
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
        facing: Whether two of them face each other, with less room for the bar.
        in_rail: Whether a rail replaces the bar.
        message_over_title: Whether a message covers the name of the sheet's owner.
        offers_columns: Whether columns may be offered.
    """

    all_sheets: bool = False
    facing: bool = False
    in_rail: bool = False
    message_over_title: bool = False
    offers_columns: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the leaves of a play screen show.

    Attributes:
        sheets: The look of the sheet in front, or of all sheets in the order of
            `TableState.seats_clockwise`.
        title: The texts in the bar.
        message: A message; None for none.
        undo, redo: Whether something can be undone, or redone.
        cursor: As in `PadState`.
        last_chance: Whether a single sheet has ended, and the cross of its last roll may still be
            entered.
        offers_columns: Whether columns are offered.
        chips: The standings, in the order in which people sit; empty without a table.
        button: The next step of the sheet in front; None if it has none.
        back: Leads from one of the sheets of this device to the roller's; None on that one.
        waiting: Names the players that the table waits for; None if for nobody.
        may_close: Whether this device may end that waiting.
        white_dice: The white dice of this roll; None where there are no rolls.
        roller: Initial and colour of the roller or winner; None with one sheet on the screen, and
            where sheets are copied from paper.
        cards: What surrounds each of several sheets; empty for one.
    """

    sheets: tuple[SheetLook, ...]
    title: BarTitle
    message: Message | None
    undo: bool
    redo: bool
    cursor: str
    last_chance: bool = False
    offers_columns: bool = False
    chips: tuple[ChipLook, ...] = ()
    button: ButtonLook | None = None
    back: ButtonLook | None = None
    waiting: str | None = None
    may_close: bool = False
    white_dice: WhiteDiceLook | None = None
    roller: tuple[str, int] | None = None
    cards: tuple[SeatCard, ...] = ()

    def with_cells_from(self, other: "View", cells: tuple[tuple[int, CellRef], ...]) -> "View":
        """Take some cells from another view; each is given with its sheet, from 0."""
        sheets = list(self.sheets)
        for index in {sheet for sheet, _ in cells}:
            places = [place for sheet, place in cells if sheet == index]
            sheets[index] = sheets[index].with_cells_of(other.sheets[index], places)
        return replace(self, sheets=tuple(sheets))


ONE_SHEET = ScreenForm()
"""An upright screen with one sheet."""


def make_view(state: PadState, voice: Voice, form: ScreenForm = ONE_SHEET, name: str = "") -> View:
    """Make the view of a state; `name` is that of the player in front."""
    choosing = choosing_message(state, voice.tr)
    state = replace(state, message=state.message or choosing)
    if state.table is None:
        view = _single_view(state, voice, form, name)
    else:
        view = _table_view(state, state.table, voice, form, name)
    return view if choosing is None else replace(view, undo=True)


def _single_view(state: PadState, voice: Voice, form: ScreenForm, name: str) -> View:
    """View a sheet without a table."""
    tr = voice.tr
    position = state.game.position
    last_chance = position.is_over and not position.is_settled
    subtitle = tr.layout_title(state.game.setup.layouts[0].name)
    if form.in_rail:
        subtitle = tr.gettext("Menu")
    elif last_chance:
        subtitle = tr.gettext("Last chance this roll")
    return View(
        sheets=(_seat_sheet_look(state, state.seat, voice),),
        title=BarTitle(name, subtitle),
        message=state.message,
        undo=undo_kind(state, state.seat) is not None,
        redo=may_redo(state, state.seat),
        cursor=state.cursor,
        last_chance=last_chance,
        offers_columns=form.offers_columns and state.mistaps.are_many,
        button=finish_paper_button(position, tr) if isinstance(position, Paper) else None,
    )


def _table_view(
    state: PadState, table: TableState, voice: Voice, form: ScreenForm, name: str
) -> View:
    """View the sheet in front, or all sheets of a table.

    Texts about a single sheet call the own seat of this device "you".
    """
    position = state.game.position
    tr = voice.tr
    seats = [state.seat]
    names = names_in_sentence(table, tr)
    undo = undo_kind(state, state.seat) is not None
    redo = may_redo(state, state.seat)
    if form.all_sheets:
        state = replace(state, seat=position.active or state.seat)
        seats = [*table.seats_clockwise]
        names = table.names
        undo, redo = can_undo_redo_log(state)
    view = View(
        sheets=tuple(_seat_sheet_look(state, seat, voice, names) for seat in seats),
        title=_table_title(state, table, form, tr),
        message=_visible_message(state, table, form, tr, name),
        undo=undo,
        redo=redo,
        cursor=state.cursor,
        offers_columns=form.offers_columns and state.mistaps.are_many,
        chips=tuple(chip_looks(state, table, voice)),
        button=next_button(position, table, state, tr, all_sheets=form.all_sheets),
        back=back_button(position, table, state.seat, tr),
        waiting=waiting_text(position, table, state.seat, tr),
        may_close=may_stop_waiting(position, table),
        white_dice=_roll_dice_look(state, table),
    )
    return _with_seat_cards(view, state, table, tr) if form.all_sheets else view


def _with_seat_cards(view: View, state: PadState, table: TableState, tr: Translator) -> View:
    """Add what surrounds each of several sheets; after the end also who has won."""
    title = view.title
    winners = set[int]()
    if state.game.position.is_settled:
        end = end_look(state.game, table.names, table.colors, tr)
        winners = {place.seat for place in end.winner_looks}
        title = BarTitle(end.headline, end.margin, title.banner)
    roller = None
    if not state.game.setup.paper:
        seat = min(winners, default=state.seat)
        roller = (initial(table.name_of(seat)), table.color_of(seat))
    message = state.message
    cards = (
        SeatCard(
            rolls=chip.rolls,
            out=chip.out,
            won=chip.seat in winners,
            role=_role_text(state.game.position, chip, tr),
            note=message.title if message is not None and message.seat == chip.seat else "",
        )
        for chip in view.chips
    )
    return replace(view, title=title, roller=roller, cards=tuple(cards))


def _role_text(position: Position, chip: ChipLook, tr: Translator) -> str:
    """Write the chance of a seat, or what it may do in this roll."""
    if not isinstance(position, Table) or position.is_settled:
        return ""
    if position.is_over:
        may_cross = position.may_still_cross(chip.seat)
        return tr.gettext("last chance") if may_cross else tr.gettext("finished")
    if chip.out:
        return tr.gettext("sitting out")
    if chip.chance:
        return tr.gettext("{chance} to win", chance=chip.chance)
    return tr.gettext("rolling") if chip.rolls else tr.gettext("white dice only")


def _visible_message(
    state: PadState, table: TableState, form: ScreenForm, tr: Translator, name: str
) -> Message | None:
    """The message of the bar; None if there is none, or if it is shown somewhere else.

    If it covers the name of the sheet's owner, it begins with that name.
    """
    message = state.message
    if message is None:
        return None
    if form.all_sheets:  # the sheet of its seat shows it, or the undo button is next to it
        return None if message.seat is not None or message.undo else message
    if form.message_over_title and table.is_passed_around and message.seat is not None:
        return replace(message, title=tr.gettext("{name}: {said}", name=name, said=message.title))
    return message


def _roll_dice_look(state: PadState, table: TableState) -> WhiteDiceLook | None:
    """Describe the white dice of this roll; only a device that may end the roll can enter them."""
    position = state.game.position
    if not isinstance(position, Table):
        return None
    plays = any(seat not in position.sitting_out for seat in table.own_seats)
    may_enter = not position.is_over and (
        table.acts_as_host
        or position.active in table.own_seats
        or (position.active in position.sitting_out and plays)
    )
    return WhiteDiceLook(white_dice_sum(state.game, position.roll), may_enter)


# sheets


def _seat_sheet_look(
    state: PadState, seat: int, voice: Voice, names: Sequence[str] = ()
) -> SheetLook:
    table = state.table
    look = sheet_look(
        state.game,
        voice.tr,
        seat,
        names,
        unshared=table.unshared_rows if table else frozenset(),
        unsent=table.unsent if table else (),
        hides_points=hides_points(state, voice),
    )
    return look.with_lit(lit_cells(state, seat), voice.tr)


# titles


def _table_title(state: PadState, table: TableState, form: ScreenForm, tr: Translator) -> BarTitle:
    """Write whose turn it is, or whose sheet is in front if that is not plain."""
    position = state.game.position
    turn = roller_text(position, table.names, table.own_seat, tr)
    banner = top_banner(position, table, tr)
    round_ = tr.gettext("Tap all its crosses")
    if isinstance(position, Table):
        round_ = tr.gettext("Round {n}", n=(position.roll - 1) // len(position.sheets) + 1)
    subtitle = _table_subtitle(state, table, tr, turn, round_)
    if form.all_sheets:
        if not table.is_watching:
            players = tr.gettext("{n} players on this tablet", n=len(table.names))
            subtitle = round_ if form.facing else f"{round_} • {players}"
        return BarTitle(turn, subtitle, banner)
    title = turn
    elsewhere = table.is_passed_around or (
        bool(table.own_seats) and state.seat not in table.own_seats
    )
    if not isinstance(position, Table) or (elsewhere and not position.is_settled):
        title = tr.gettext("{name}’s sheet", name=table.name_of(state.seat))
    if form.in_rail:
        subtitle = round_ if title == turn else turn
    return BarTitle(title, subtitle, banner)


def _table_subtitle(
    state: PadState, table: TableState, tr: Translator, turn: str, round_: str
) -> str:
    position = state.game.position
    if not isinstance(position, Table):
        return round_
    finished = position.is_over or table.answers.ending
    if finished and may_cross_last(position, table, state.seat):
        return tr.gettext("One more cross with the white dice")
    if table.is_passed_around:
        # Translators: {roll} is such as "Anna’s turn", {round} such as "Round 3".
        return tr.gettext("{roll} • {round}", roll=turn, round=round_)
    if table.code:
        return tr.gettext("{round} • table {code}", round=round_, code=table.code)
    return round_
