"""How a play screen lies while it keeps its shape, and what it shows a moment later."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from dataclasses import dataclass, field, replace
from typing import Any

from qwixx_pad.core.layout import Place
from qwixx_pad.service.settings import Direction
from qwixx_pad.storage import GameHead
from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.play.geometry.focus_map import KeyStop, focus_map
from qwixx_pad.ui.play.geometry.geometry import ALONE, Beside, Geometry
from qwixx_pad.ui.play.geometry.geometry_wide import board_geometry, cards_geometry, pad_geometry
from qwixx_pad.ui.play.hooks import Hinting
from qwixx_pad.ui.play.paint.places import SheetFrame
from qwixx_pad.ui.play.state.advance import forced_by
from qwixx_pad.ui.play.state.hints import HintLook
from qwixx_pad.ui.play.state.scene import Scene, table_of
from qwixx_pad.ui.play.state.state import Message, PadState
from qwixx_pad.ui.play.state.table_view import leads_to_roller
from qwixx_pad.ui.runtime.guards import Source
from qwixx_pad.ui.sheet.boxes import Mode, Space
from qwixx_pad.ui.sheet.rows import LEAST
from qwixx_pad.ui.shell import ScreenContext


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen with one sheet, or with all sheets of a table, clockwise from the first corner.

    `beside` is what the geometry was reckoned for, `seats` are those in the standings of one sheet
    (from 1), as they stand there, and who only watches can tap nothing but the way out.
    """

    source: Source[Scene] = field(repr=False)
    tap: Tap = field(repr=False)
    context: ScreenContext = field(repr=False, compare=False)
    head: GameHead = field(repr=False, compare=False)
    geometry: Geometry
    sheets: tuple[SheetFrame, ...] = ()
    beside: Beside = ALONE
    all_sheets: bool = False
    seats: tuple[int, ...] = ()
    at_table: bool = False
    hint: HintLook | None = None
    watches: bool = False

    @property
    def sheet(self) -> SheetFrame:
        """The only sheet, or the first one."""
        return self.sheets[0]

    @property
    def name(self) -> str:
        """Whose sheet is in front."""
        return self.sheet.name

    def fits(self, state: PadState) -> bool:
        """Whether a state is shown in this frame."""
        all_here = shows_all(state)
        if self.all_sheets:
            return all_here and _cards(state, self) == self.sheets
        if all_here and tablet_geometry(state, self.context.space, hint=False) is not None:
            return False
        same = _beside(state, hints=self.beside.hint) == self.beside
        return same and _front(state, self) == self.sheets and _seats(state) == self.seats

    def scene(self, state: PadState) -> Scene:
        """What the leaves of this frame show of a state."""
        settings = self.context.settings
        offers = settings.direction is Direction.ROWS and not settings.columns_offered
        may = offers and self.geometry.mode is Mode.ROWS
        return Scene.of(state, self.context.voice, all_sheets=self.all_sheets, offers=may)

    def told(self, scene: Scene) -> tuple[Message | None, bool, bool]:
        """Words for a while, whether it is the last chance, and whether larger cells are offered.

        In the place of whose sheet it is the words have to say that themselves.
        """
        bar, message = self.geometry.bar, self.geometry.message
        above = message == bar.words != self.geometry.banner
        said = scene.message(self.name if above else "")
        return said, scene.last_chance, scene.offers_columns

    def cursor(self, scene: Scene) -> KeyStop | None:
        """What the keys are bound to; None while they are not in use."""
        at = scene.state.cursor
        return next((x for x in self.stops(scene) if x.identifier == at), None) if at else None

    def stops(self, scene: Scene) -> Sequence[KeyStop]:
        """Where the keys of a keyboard lead."""
        turned = [sheet.turned for sheet in self.sheets]
        prefixes = [sheet.prefix for sheet in self.sheets]
        return focus_map(self.geometry, scene.sheets, self.seats, turned, prefixes)


def frame_of(  # noqa: PLR0913, PLR0917 - a state, its surroundings, and what it is shown by
    state: PadState,
    context: ScreenContext,
    hint: Hinting,
    head: GameHead,
    source: Source[Scene],
    tap: Tap,
) -> Frame:
    """How a state is shown: all sheets where this device has them and they have room."""
    given = source, tap, context, head
    if shows_all(state):
        geometry = tablet_geometry(state, context.space, hint=hint.room)
        if geometry is not None:
            watches = table_of(state).only_watches
            whole = Frame(*given, geometry, all_sheets=True, hint=hint.now, watches=watches)
            return replace(whole, sheets=_cards(state, whole), at_table=True)
    beside = _beside(state, hints=hint.room)
    layout = state.game.setup.layouts[state.seat - 1]
    geometry = pad_geometry(context.space, context.settings.direction, layout, beside)
    one = Frame(*given, geometry, beside=beside, seats=_seats(state), hint=hint.now)
    return replace(one, sheets=_front(state, one), at_table=state.table is not None)


def _seats(state: PadState) -> tuple[int, ...]:
    return state.table.round_table if state.table else ()


def _beside(state: PadState, *, hints: bool) -> Beside:
    """What stands around the sheet; a button keeps its room while there is nothing to do."""
    game, table = state.game, state.table
    if table is None:
        return Beside(button=game.setup.paper, hint=hints)
    back, plays = leads_to_roller(game.position, table, state.seat), not table.watches
    return Beside(game.setup.seats, button=plays, back=back, hint=hints)


def _front(state: PadState, frame: Frame) -> tuple[SheetFrame, ...]:
    """The sheet in front."""
    name = frame.head.names[state.seat - 1] or frame.context.words.text("You")
    return (_sheet_frame(state, frame, state.seat, name),)


def _cards(state: PadState, frame: Frame) -> tuple[SheetFrame, ...]:
    """Every sheet of the table as a card."""
    table = table_of(state)
    return tuple(
        replace(
            _sheet_frame(state, frame, seat, table.names[seat - 1]),
            index=corner,
            prefix=f"s{seat}-",
            boxes=frame.geometry.sheets[corner],
            turned=_turned(state, seat, corner, frame.geometry),
        )
        for corner, seat in enumerate(table.round_table)
    )


def _sheet_frame(state: PadState, frame: Frame, seat: int, name: str) -> SheetFrame:
    """The sheet of a seat (from 1) as the only one."""
    context, table = frame.context, state.table
    return SheetFrame(
        index=0,
        prefix="",
        layout=state.game.setup.layouts[seat - 1],
        boxes=frame.geometry.sheet,
        seed=f"{frame.head.id}{seat if table else ''}",
        theme=context.theme,
        words=context.words,
        tap=frame.tap,
        seat=seat,
        name=name,
        color=table.colors[seat - 1] if table else 0,
    )


def _turned(state: PadState, seat: int, corner: int, geometry: Geometry) -> bool:
    """Whether a sheet is turned by half; of two who face each other the far one is (corner 1)."""
    opposite = geometry.facing and corner == 1 and not state.game.setup.paper
    return (seat in state.turned) != opposite


def shows_all(state: PadState) -> bool:
    """Whether one device has all sheets, or looks on."""
    return state.table is not None and (not state.table.code or state.table.watches)


def tablet_geometry(state: PadState, space: Space, *, hint: bool) -> Geometry | None:
    """Where all sheets lie; None where they or their cells have no room."""
    has = Beside(state.game.setup.seats, button=True, hint=hint)
    setup, table = state.game.setup, table_of(state)
    slips = tuple(setup.layouts[seat - 1] for seat in table.round_table)
    if not table.watches:
        return cards_geometry(space, setup.layout, has, slips)
    board = board_geometry(space, slips, keys=table.leads)
    return board if table.only_watches or board.smallest >= LEAST else None


PAUSE, LONGEST = 0.15, 0.9
"""Seconds between two forced crosses, and until the last of many is there."""


def forced_cells(
    before: PadState, after: PadState, *, all_sheets: bool
) -> tuple[tuple[int, Place], ...]:
    """The cells that the newest entry has forced crosses into, in order, by sheets from 0."""
    log = after.game.log
    if not after.game.setup.layout.brings_about or len(log) != len(before.game.log) + 1:
        return ()
    entry, seat = log[-1], log[-1].seat or 1
    if not all_sheets and seat != after.seat:
        return ()
    index = after.table.round_table.index(seat) if all_sheets and after.table else 0
    return tuple((index, place) for place in forced_by(entry, before.game))


class OneByOne:
    """Publishes scenes, some cells of them a little later than all else."""

    def __init__(self, source: Source[Scene], run_task: Callable[..., "Future[Any]"]) -> None:
        self._source = source
        self._run_task = run_task
        self._timer: Future[Any] | None = None

    def publish(self, scene: Scene, later: tuple[tuple[int, Place], ...] = ()) -> None:
        """Publish a scene; the cells named `later` one after the other, unless another comes."""
        self.stop()
        before = self._source.state
        self._source.publish(scene.with_cells_of(before, later))
        if later:
            self._timer = self._run_task(self._reveal, before, scene, later)

    async def _reveal(
        self, before: Scene, scene: Scene, later: tuple[tuple[int, Place], ...]
    ) -> None:
        for shown in range(1, len(later) + 1):
            await asyncio.sleep(min(PAUSE, LONGEST / len(later)))
            self._source.publish(scene.with_cells_of(before, later[shown:]))

    def stop(self) -> None:
        """Publish nothing more of what was to come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
