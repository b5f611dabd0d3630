"""The part of a play screen that is constant while it keeps its shape: sheets and boxes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import flet as ft

from qwixx_pad.analysis.turning_points import may_advise
from qwixx_pad.core.layout import CellRef, Layout
from qwixx_pad.settings import Direction
from qwixx_pad.storage import GameHead
from qwixx_pad.ui.context import ScreenContext
from qwixx_pad.ui.correction.paint import WHITE_DICE_DP
from qwixx_pad.ui.design.primitives import TapHandler, tap_target
from qwixx_pad.ui.flet_support.view_source import BuildControl, ViewSource
from qwixx_pad.ui.geometry import Box, ScreenSpace
from qwixx_pad.ui.play.geometry import (
    SINGLE_SHEET,
    FocusStop,
    Geometry,
    PadContents,
    board_geometry,
    cards_geometry,
    focus_map,
    pad_geometry,
)
from qwixx_pad.ui.play.hooks import HintState
from qwixx_pad.ui.play.state import (
    HintLook,
    PadState,
    ScreenForm,
    SeatCard,
    View,
    forced_cells_by,
    is_off_roller_sheet,
    make_view,
    table_state_of,
)
from qwixx_pad.ui.sheet.boxes import RowMode, SheetBoxes
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.rows import MIN_CELL_DP
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import Theme

Part = TypeVar("Part")
"""The part of a view that a leaf shows."""


@dataclass(frozen=True, slots=True)
class SheetFrame:
    """The part of one sheet that is constant while the screen keeps its shape.

    Attributes:
        source: Publishes the views that its leaves show.
        index: Its index among the sheets on the screen, from 0.
        prefix: What its identifiers begin with; empty on a screen with one sheet.
        layout: The layout that is printed.
        boxes: The boxes of its parts.
        seed: Makes the strokes of its pen differ from those of other sheets.
        theme, tr: Its colours and language.
        tap: Called with the identifier of what is tapped.
        seat: The seat that plays it.
        name: The name of that player.
        color: The index of that player's colour.
        rotated: Whether it is rotated by half.
    """

    source: ViewSource[View] = field(repr=False)
    index: int
    prefix: str
    layout: Layout
    boxes: SheetBoxes
    seed: str
    theme: Theme
    tr: Translator
    tap: TapHandler = field(repr=False)
    seat: int
    name: str
    color: int
    rotated: bool

    @property
    def bounds(self) -> Box:
        """The whole sheet, seen from its own corner."""
        return self.boxes.box.relative_to(self.boxes.box)

    def leaf(
        self,
        select: Callable[[SheetLook], Part],
        paint: BuildControl,
        *facts: object,
        key: str | None = None,
    ) -> ft.Control:
        """Build a leaf of `paint(selected, self, *facts)`; `select` gets the look of this sheet."""
        index = self.index
        return self.source.build_leaf(
            lambda view: select(view.sheets[index]), paint, self, *facts, key=key
        )

    def card_leaf(
        self, select: Callable[[SeatCard], Part], paint: BuildControl, *facts: object
    ) -> ft.Control:
        """Build a leaf of `paint(selected, self, *facts)`; `select` gets the card of this sheet."""
        index = self.index
        return self.source.build_leaf(lambda view: select(view.cards[index]), paint, self, *facts)

    def tap_target(
        self,
        token: str,
        spoken: str,
        box: Box,
        *,
        checked: bool | None = None,
        drawn: ft.Control | None = None,
    ) -> ft.Control:
        """Build the tap target of an entry; see `primitives.tap_target`."""
        name = f"{self.prefix}{token}"
        return tap_target(name, spoken, lambda: self.tap(name), box, checked=checked, drawn=drawn)


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen with one sheet, or with all sheets of a table.

    Attributes:
        source: Publishes the views that its leaves show.
        tap: Called with the identifier of what is tapped.
        context: Device, settings, theme and language.
        geometry: The boxes of the screen.
        head: The stored head of the game, with its names.
        sheets: The frames of its sheets, in the order of `TableState.seats_clockwise`.
        contents: What the boxes of a single sheet were made for.
        all_sheets: Whether all sheets of a table are on it.
        seats: The seats in the standings, clockwise; empty without a table, and with all sheets.
        hint: The hint that is shown; None for none.
        watches: Whether it shows all sheets to a spectator, who can tap nothing on them.
        has_white_dice: Whether buttons for the sum of the white dice are below it.
    """

    source: ViewSource[View] = field(repr=False)
    tap: TapHandler = field(repr=False)
    context: ScreenContext = field(repr=False, compare=False)
    geometry: Geometry
    head: GameHead = field(repr=False, compare=False, kw_only=True)
    sheets: tuple[SheetFrame, ...] = ()
    contents: PadContents = SINGLE_SHEET
    all_sheets: bool = False
    seats: tuple[int, ...] = ()
    hint: HintLook | None = None
    watches: bool = False
    has_white_dice: bool = False

    @property
    def first_sheet(self) -> SheetFrame:
        """The only sheet, or the first one."""
        return self.sheets[0]

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def tr(self) -> Translator:
        return self.context.tr

    @property
    def bounds(self) -> Box:
        """The whole screen, seen from its corner."""
        return Box(0, 0, self.geometry.width, self.geometry.height)

    def leaf(
        self,
        select: Callable[[View], Part],
        paint: BuildControl,
        box: Box,
        *facts: object,
        key: str | None = None,
    ) -> ft.Control:
        """Build a leaf of `paint(selected, self, box, *facts)`; `select` gets the view."""
        return self.source.build_leaf(select, paint, self, box, *facts, key=key)

    def can_show(self, state: PadState) -> bool:
        """True if a state has the shape of this frame."""
        all_here = _shows_all_sheets(state)
        if self.all_sheets:
            return all_here and _sheet_frames(state, self) == self.sheets
        if all_here and _all_sheets_geometry(state, self.context.space, hint=False) is not None:
            return False
        return (
            _pad_contents(state, hints=self.contents.hint) == self.contents
            and _sheet_frames(state, self) == self.sheets
            and _shown_seats(state) == self.seats
        )

    def with_source(self, source: ViewSource[View]) -> "Frame":
        """A copy of this frame whose leaves read another source."""
        sheets = tuple(replace(sheet, source=source) for sheet in self.sheets)
        return replace(self, source=source, sheets=sheets)

    @property
    def screen_form(self) -> ScreenForm:
        """The layout of this frame as far as a view depends on it."""
        geometry = self.geometry
        settings = self.context.settings
        return ScreenForm(
            self.all_sheets,
            facing=geometry.facing,
            in_rail=geometry.bar.box is None,
            message_over_title=geometry.message == geometry.bar.words != geometry.banner,
            offers_columns=geometry.mode is RowMode.ROWS
            and settings.direction is Direction.ROWS
            and not settings.columns_offered,
        )

    def view_of_state(self, state: PadState) -> View:
        """The view of a state, as the leaves of this frame show it."""
        return make_view(state, self.context.voice, self.screen_form, self.first_sheet.name)

    def cursor_stop(self, view: View) -> FocusStop | None:
        """The stop of the cursor; None while the keyboard is not in use."""
        if not view.cursor:
            return None
        stops = self.focus_stops(view)
        return next((stop for stop in stops if stop.identifier == view.cursor), None)

    def focus_stops(self, view: View) -> tuple[FocusStop, ...]:
        rotated = [sheet.rotated for sheet in self.sheets]
        return focus_map(
            self.geometry, view.sheets, self.seats, rotated, [sheet.prefix for sheet in self.sheets]
        )


def frame_of(  # noqa: PLR0913 - a state, its surroundings, and what it is shown by
    state: PadState,
    context: ScreenContext,
    hint: HintState,
    *,
    head: GameHead,
    source: ViewSource[View],
    tap: TapHandler,
) -> Frame:
    """Choose the frame of a state; it leaves room for the buttons of the white dice if both fit."""
    begin = partial(Frame, source, tap, head=head)
    if _asks_white_dice(state, context):
        space = replace(context.space, height=context.space.height - WHITE_DICE_DP)
        above = _frame_in_space(replace(context, space=space), state, hint, begin)
        if above.geometry.height <= space.height:
            return replace(above, has_white_dice=True)
    return _frame_in_space(context, state, hint, begin)


def _asks_white_dice(state: PadState, context: ScreenContext) -> bool:
    """True at a table, for a player who wants buttons for the white dice.

    They only serve the chances, which some sheets do not have.
    """
    if state.table is None or state.table.is_watching or not context.settings.asks_white_dice:
        return False
    return may_advise(state.game.setup)


def _frame_in_space(
    context: ScreenContext, state: PadState, hint: HintState, begin: Callable[..., Frame]
) -> Frame:
    """Frame all sheets if this device plays or watches them and they fit; else the one in front."""
    geometry = None
    if _shows_all_sheets(state):
        geometry = _all_sheets_geometry(state, context.space, hint=hint.has_room)
    if geometry is not None:
        frame = begin(
            context, geometry, all_sheets=True, hint=hint.shown, watches=state.is_spectator
        )
    else:
        contents = _pad_contents(state, hints=hint.has_room)
        layout = state.game.setup.layout_of(state.seat)
        geometry = pad_geometry(context.space, context.settings.direction, layout, contents)
        frame = begin(
            context, geometry, contents=contents, seats=_shown_seats(state), hint=hint.shown
        )
    return replace(frame, sheets=_sheet_frames(state, frame))


def _shown_seats(state: PadState) -> tuple[int, ...]:
    return state.table.seats_clockwise if state.table else ()


def _pad_contents(state: PadState, *, hints: bool) -> PadContents:
    """List what surrounds the sheet; a button has its room even while there is nothing to do."""
    game = state.game
    table = state.table
    if table is None:
        return PadContents(button=game.setup.paper, hint=hints)
    return PadContents(
        game.setup.seats,
        button=not table.is_watching,
        back=is_off_roller_sheet(game.position, table, state.seat),
        hint=hints,
    )


def _sheet_frames(state: PadState, frame: Frame) -> tuple[SheetFrame, ...]:
    """Frame the sheet in front, or every sheet of the table."""
    seats = table_state_of(state).seats_clockwise if frame.all_sheets else (state.seat,)
    return tuple(_sheet_frame(state, frame, seat, index) for index, seat in enumerate(seats))


def _sheet_frame(state: PadState, frame: Frame, seat: int, index: int) -> SheetFrame:
    table = state.table
    # Of two face to face, the second sheet is upside down unless its player has rotated it.
    opposite = frame.geometry.facing and index == 1 and not state.game.setup.paper
    name = frame.head.names[seat - 1] or frame.tr.gettext("You")
    return SheetFrame(
        frame.source,
        index=index,
        prefix=f"s{seat}-" if frame.all_sheets else "",
        layout=state.game.setup.layout_of(seat),
        boxes=frame.geometry.sheets[index],
        seed=f"{frame.head.id}{seat if table else ''}",
        theme=frame.theme,
        tr=frame.tr,
        tap=frame.tap,
        seat=seat,
        name=table.name_of(seat) if table and frame.all_sheets else name,
        color=table.color_of(seat) if table else 0,
        rotated=frame.all_sheets and (seat in state.rotated) != opposite,
    )


def _shows_all_sheets(state: PadState) -> bool:
    """True if the device has all sheets of a table, or is a spectator."""
    return state.table is not None and (not state.table.code or state.table.is_watching)


def _all_sheets_geometry(state: PadState, space: ScreenSpace, *, hint: bool) -> Geometry | None:
    """Lay out all sheets; None if they do not fit."""
    setup = state.game.setup
    table = table_state_of(state)
    slips = tuple(setup.layout_of(seat) for seat in table.seats_clockwise)
    if not table.is_watching:
        contents = PadContents(setup.seats, button=True, hint=hint)
        return cards_geometry(space, setup.layout, contents, slips)
    board = board_geometry(space, slips, has_undo_buttons=table.acts_as_host)
    return board if table.may_only_watch or board.min_cell_side >= MIN_CELL_DP else None


def forced_cells(
    before: PadState, after: PadState, *, all_sheets: bool
) -> tuple[tuple[int, CellRef], ...]:
    """List the cells that the newest entry was forced to cross, each with its sheet, from 0."""
    log = after.game.log
    if not after.game.setup.layout.has_effects or len(log) != len(before.game.log) + 1:
        return ()
    seat = log[-1].seat or 1
    if not all_sheets and seat != after.seat:
        return ()
    index = after.table.seats_clockwise.index(seat) if all_sheets and after.table else 0
    return tuple((index, place) for place in forced_cells_by(log[-1], before.game))
