"""The part of a play screen that is constant while it keeps its shape: sheets and boxes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import flet as ft

from qwixx_pad.analysis.value import is_known
from qwixx_pad.core.layout import Layout, Place
from qwixx_pad.settings import Direction
from qwixx_pad.storage import GameHead
from qwixx_pad.ui.design.primitives import Tap, place
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.flet_support.flet_patches import Build, Source
from qwixx_pad.ui.play.geometry import (
    ALONE,
    Beside,
    Geometry,
    KeyStop,
    board_geometry,
    cards_geometry,
    focus_map,
    pad_geometry,
)
from qwixx_pad.ui.play.hooks import Hinting
from qwixx_pad.ui.play.state import (
    HintLook,
    PadState,
    ScreenForm,
    View,
    forced_by,
    leads_to_roller,
    table_of,
    view_of,
)
from qwixx_pad.ui.sheet.boxes import Box, Mode, SheetBoxes, Space
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.rows import LEAST
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Words

Part = TypeVar("Part")
"""The part of a screen's or a sheet's view that a leaf shows."""
WHITE_KEYS = 44.0
"""Height of the row of buttons for the sum of the white dice, in dp."""


@dataclass(frozen=True, slots=True)
class SheetFrame:
    """The part of a sheet that is constant while the screen keeps its shape.

    Attributes:
        source: Where its leaves find what they show.
        index: Which of the sheets on the screen, from 0.
        prefix: Before every identifier, where several sheets are on one screen.
        layout: What is printed.
        boxes: The boxes of its parts.
        seed: Whose pen it is.
        theme, words: Its colours and language.
        tap: Called with the identifier of what is tapped.
        seat: Whose it is, from 1.
        name: Whose, in words.
        color: Of the player's disc.
        rotated: Whether it is rotated by half.
    """

    source: Source[View] = field(repr=False)
    index: int
    prefix: str
    layout: Layout
    boxes: SheetBoxes
    seed: str
    theme: Theme
    words: Words
    tap: Tap = field(repr=False)
    seat: int
    name: str
    color: int
    turned: bool

    @property
    def whole(self) -> Box:
        """All of it, seen from its corner."""
        return self.boxes.box.seen_from(self.boxes.box)

    def show(
        self,
        select: Callable[[SheetLook], Part],
        paint: Build,
        *facts: object,
        key: str | None = None,
    ) -> ft.Control:
        """Build a leaf: `paint(what is selected of the look, this frame, *facts)`."""
        index = self.index
        return self.source.show(
            lambda view: select(view.sheets[index]), paint, self, *facts, key=key
        )

    def place(
        self,
        token: str,
        spoken: str,
        box: Box,
        *,
        checked: bool | None = None,
        drawn: ft.Control | None = None,
    ) -> ft.Control:
        """Build the tap target of an entry; see `primitives.place`."""
        name = f"{self.prefix}{token}"
        return place(name, spoken, lambda: self.tap(name), box, checked=checked, drawn=drawn)


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen with one sheet, or with all sheets of a table, clockwise from the first corner.

    `contents` is what the geometry was made for, `seats` are those in the standings of one sheet
    (from 1), in their order, none but at a table; a spectator can tap nothing but the way
    out. With `white_keys` the pad leaves space below it for the sum of the white dice.
    """

    source: Source[View] = field(repr=False)
    tap: Tap = field(repr=False)
    context: ScreenContext = field(repr=False, compare=False)
    geometry: Geometry
    head: GameHead = field(repr=False, compare=False, kw_only=True)
    sheets: tuple[SheetFrame, ...] = ()
    beside: Beside = ALONE
    all_sheets: bool = False
    seats: tuple[int, ...] = ()
    hint: HintLook | None = None
    watches: bool = False
    white_keys: bool = False

    @property
    def sheet(self) -> SheetFrame:
        """The only sheet, or the first one."""
        return self.sheets[0]

    @property
    def theme(self) -> Theme:
        """The colours of all of it."""
        return self.context.theme

    @property
    def words(self) -> Words:
        """The language of all of it."""
        return self.context.words

    @property
    def whole(self) -> Box:
        """All of it, seen from its corner."""
        return Box(0, 0, self.geometry.width, self.geometry.height)

    def tap_undo(self, which: str) -> None:
        """Undo or redo (`undo`, `redo`): where all sheets are shown, the last of anybody."""
        self.tap(f"{which}-last" if self.all_sheets else which)

    def show(
        self,
        select: Callable[[View], Part],
        paint: Build,
        box: Box,
        *facts: object,
        key: str | None = None,
    ) -> ft.Control:
        """Build a leaf: `paint(what is selected of the view, this frame, its box, *facts)`."""
        return self.source.show(select, paint, self, box, *facts, key=key)

    def fits(self, state: PadState) -> bool:
        """Return whether a state is shown in this frame."""
        all_here = _shows_all(state)
        if self.all_sheets:
            return all_here and _sheets(state, self) == self.sheets
        if all_here and _tablet_geometry(state, self.context.space, hint=False) is not None:
            return False
        same = _beside(state, hints=self.beside.hint) == self.beside
        return same and _sheets(state, self) == self.sheets and _seats(state) == self.seats

    def on(self, source: Source[View]) -> "Frame":
        """Return this frame with another source for its leaves."""
        sheets = tuple(replace(sheet, source=source) for sheet in self.sheets)
        return replace(self, source=source, sheets=sheets)

    @property
    def form(self) -> ScreenForm:
        """The layout of this frame as far as a view depends on it."""
        bar, settings = self.geometry.bar, self.context.settings
        offers = settings.direction is Direction.ROWS and not settings.columns_offered
        return ScreenForm(
            self.all_sheets,
            facing=self.geometry.facing,
            in_rail=bar.box is None,
            over_title=self.geometry.message == bar.words != self.geometry.banner,
            offers_columns=offers and self.geometry.mode is Mode.ROWS,
        )

    def view(self, state: PadState) -> View:
        """Make what the leaves of this frame show of a state."""
        return view_of(state, self.context.voice, self.form, self.sheet.name)

    def cursor(self, view: View) -> KeyStop | None:
        """Return the stop of the cursor; None while the keys are not in use."""
        at = view.cursor
        return next((x for x in self.stops(view) if x.identifier == at), None) if at else None

    def stops(self, view: View) -> tuple[KeyStop, ...]:
        """List the stops of the keys."""
        turned = [sheet.turned for sheet in self.sheets]
        prefixes = [sheet.prefix for sheet in self.sheets]
        return focus_map(self.geometry, view.sheets, self.seats, turned, prefixes)


def frame_of(  # noqa: PLR0913 - a state, its surroundings, and what it is shown by
    state: PadState,
    context: ScreenContext,
    hint: Hinting,
    *,
    head: GameHead,
    source: Source[View],
    tap: Tap,
) -> Frame:
    """Choose the frame of a state; above the white dice's buttons, if they are on and fit."""
    begin = partial(Frame, source, tap, head=head)
    if _asks_white_dice(state, context):
        space = replace(context.space, height=context.space.height - WHITE_KEYS)
        above = _frame_in(replace(context, space=space), state, hint, begin)
        if above.geometry.height <= space.height:
            return replace(above, white_keys=True)
    return _frame_in(context, state, hint, begin)


def _asks_white_dice(state: PadState, context: ScreenContext) -> bool:
    """Return whether buttons for white dice are below the pad: at a table, of a player.

    Where no value is known they would be asked for nothing.
    """
    if state.table is None or state.table.watches or not context.settings.asks_white_dice:
        return False
    return is_known(state.game.setup)


def _frame_in(
    context: ScreenContext, state: PadState, hint: Hinting, begin: Callable[..., Frame]
) -> Frame:
    """Frame all sheets where this device has them and they have room; else the front one."""
    if _shows_all(state):
        geometry = _tablet_geometry(state, context.space, hint=hint.room)
        if geometry is not None:
            watches = table_of(state).only_watches
            whole = begin(context, geometry, all_sheets=True, hint=hint.now, watches=watches)
            return replace(whole, sheets=_sheets(state, whole))
    beside = _beside(state, hints=hint.room)
    layout = state.game.setup.layouts[state.seat - 1]
    geometry = pad_geometry(context.space, context.settings.direction, layout, beside)
    one = begin(context, geometry, beside=beside, seats=_seats(state), hint=hint.now)
    return replace(one, sheets=_sheets(state, one))


def _seats(state: PadState) -> tuple[int, ...]:
    return state.table.round_table if state.table else ()


def _beside(state: PadState, *, hints: bool) -> Beside:
    """List what surrounds the sheet; a button keeps its room while there is nothing to do."""
    game, table = state.game, state.table
    if table is None:
        return Beside(button=game.setup.paper, hint=hints)
    back, plays = leads_to_roller(game.position, table, state.seat), not table.watches
    return Beside(game.setup.seats, button=plays, back=back, hint=hints)


def _sheets(state: PadState, frame: Frame) -> tuple[SheetFrame, ...]:
    """Frame the sheet in front, or every sheet of the table, from the first corner on."""
    seats = table_of(state).round_table if frame.all_sheets else (state.seat,)
    return tuple(_sheet(state, frame, seat, index) for index, seat in enumerate(seats))


def _sheet(state: PadState, frame: Frame, seat: int, index: int) -> SheetFrame:
    """Frame the sheet of a seat (from 1)."""
    table, of_all = state.table, frame.all_sheets
    name = frame.head.names[seat - 1] or frame.words.text("You")
    return SheetFrame(
        frame.source,
        index=index,
        prefix=f"s{seat}-" if of_all else "",
        layout=state.game.setup.layouts[seat - 1],
        boxes=frame.geometry.sheets[index],
        seed=f"{frame.head.id}{seat if table else ''}",
        theme=frame.theme,
        words=frame.words,
        tap=frame.tap,
        seat=seat,
        name=table.names[seat - 1] if table and of_all else name,
        color=table.colors[seat - 1] if table else 0,
        turned=of_all and _turned(state, seat, index, frame.geometry),
    )


def _turned(state: PadState, seat: int, corner: int, geometry: Geometry) -> bool:
    """Return whether a sheet is upside down: of two face to face the far one (corner 1)."""
    opposite = geometry.facing and corner == 1 and not state.game.setup.paper
    return (seat in state.turned) != opposite


def _shows_all(state: PadState) -> bool:
    """Return whether one device has all sheets, or is a spectator."""
    return state.table is not None and (not state.table.code or state.table.watches)


def _tablet_geometry(state: PadState, space: Space, *, hint: bool) -> Geometry | None:
    """Lay out all sheets; None where they or their cells have no room."""
    has = Beside(state.game.setup.seats, button=True, hint=hint)
    setup, table = state.game.setup, table_of(state)
    slips = tuple(setup.layouts[seat - 1] for seat in table.round_table)
    if not table.watches:
        return cards_geometry(space, setup.layout, has, slips)
    board = board_geometry(space, slips, keys=table.leads)
    return board if table.only_watches or board.smallest >= LEAST else None


def forced_cells(
    before: PadState, after: PadState, *, all_sheets: bool
) -> tuple[tuple[int, Place], ...]:
    """List the cells that the newest entry forced crosses into, by sheets from 0."""
    log = after.game.log
    if not after.game.setup.layout.brings_about or len(log) != len(before.game.log) + 1:
        return ()
    entry, seat = log[-1], log[-1].seat or 1
    if not all_sheets and seat != after.seat:
        return ()
    index = after.table.round_table.index(seat) if all_sheets and after.table else 0
    return tuple((index, place) for place in forced_by(entry, before.game))
