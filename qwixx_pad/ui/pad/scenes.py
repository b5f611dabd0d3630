"""A screen with one sheet and one with all: how each is painted, and where the focus can stop."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.service.settings import Direction
from qwixx_pad.storage import GameHead
from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.pad.advance import around, sheet_in_front
from qwixx_pad.ui.pad.facts import PadFacts, card_looks, cards_parts, pad_parts, table_of
from qwixx_pad.ui.pad.focus_map import Stop, focus_map
from qwixx_pad.ui.pad.foot import SheetFacts
from qwixx_pad.ui.pad.geometry import Geometry, Mode, Space
from qwixx_pad.ui.pad.geometry_board import board_geometry
from qwixx_pad.ui.pad.geometry_pad import pad_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.pad.geometry_rows import LEAST
from qwixx_pad.ui.pad.geometry_wide import cards_geometry
from qwixx_pad.ui.pad.hints import Hinting
from qwixx_pad.ui.pad.painter import pad
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.tablet import CardFacts, TabletFacts, tablet
from qwixx_pad.ui.runtime.session_scope import Parts
from qwixx_pad.ui.shell import ScreenContext


@dataclass(frozen=True, slots=True)
class OneSheet:
    """A screen with one sheet, as it lies in its frame.

    Attributes:
        geometry: Where everything lies.
        beside: What it was reckoned for.
        facts: What it is painted with.
        context: Its surroundings.
        head: Of the game.
    """

    geometry: Geometry
    beside: Beside
    facts: PadFacts
    context: ScreenContext
    head: GameHead

    def fits(self, state: PadState) -> bool:
        """Whether a state is painted with the same facts."""
        same = _beside(state, self.context, hints=self.beside.hint) == self.beside
        return same and _facts_of(state, self.context, self.head, self.facts) == self.facts

    def parts(self, state: PadState) -> dict[str, object]:
        """All parts by their names."""
        words, settings = self.context.words, self.context.settings
        may_offer = settings.direction is Direction.ROWS and not settings.columns_offered
        return pad_parts(
            state,
            self.context.voice,
            self.head.names[state.seat - 1] or words.text("You"),
            offers_columns=self.geometry.mode is Mode.ROWS and may_offer and state.mistaps.many,
            says_above=self.geometry.message == self.geometry.bar.words != self.geometry.banner,
        )

    def stops(self, state: PadState) -> Sequence[Stop]:
        """Where the focus of a keyboard can stop."""
        look = sheet_in_front(state, self.context.voice)
        return focus_map(self.geometry, [look], self.facts.seats)

    def painted(self) -> ft.Control:
        """The pad; where a screen is too low for the least pad there is, it scrolls."""
        shown, needs = pad(self.facts), self.geometry.height
        if needs <= self.context.space.height:
            return shown
        whole = ft.Container(shown, height=needs)
        return ft.Column([whole], scroll=ft.ScrollMode.AUTO, expand=True)


def one_sheet(  # noqa: PLR0913, PLR0917 - a state, its surroundings, and what it is shown by
    state: PadState,
    context: ScreenContext,
    hint: Hinting,
    head: GameHead,
    parts: Parts,
    tap: Tap,
) -> OneSheet:
    """How the sheet in front of a state is shown."""
    beside = _beside(state, context, hints=hint.room)
    layout = state.game.setup.layouts[state.seat - 1]
    geometry = pad_geometry(context.space, context.settings.direction, layout, beside)
    bare = SheetFacts("", context.theme, context.words, tap)
    facts = PadFacts(parts, bare, geometry, "", hint=hint.now)
    return OneSheet(geometry, beside, _facts_of(state, context, head, facts), context, head)


def _beside(state: PadState, context: ScreenContext, *, hints: bool) -> Beside:
    """What stands around the sheet; a button keeps its room while there is nothing to do."""
    look, table = around(state, context.voice), state.table
    if look is None or table is None:
        return Beside(button=state.game.setup.paper, hint=hints)
    back, plays = look.back is not None, not table.watches
    return Beside(state.game.setup.seats, button=plays, back=back, hint=hints)


def _facts_of(state: PadState, context: ScreenContext, head: GameHead, facts: PadFacts) -> PadFacts:
    """What a state is painted with, where these facts say how it lies."""
    layout, table = state.game.setup.layouts[state.seat - 1], state.table
    sheet = facts.sheet.on(layout, f"{head.id}{state.seat if table else ''}")
    return replace(
        facts,
        sheet=sheet,
        name=head.names[state.seat - 1] or context.words.text("You"),
        color=table.colors[state.seat - 1] if table else 0,
        at_table=table is not None,
        seats=table.round_table if table else (),
    )


@dataclass(frozen=True, slots=True)
class AllSheets:
    """A screen with all sheets, as they lie in its frame.

    Attributes:
        geometry: Where everything lies.
        facts: What it is painted with.
        context: Its surroundings.
        head: Of the game.
    """

    geometry: Geometry
    facts: TabletFacts
    context: ScreenContext
    head: GameHead

    def fits(self, state: PadState) -> bool:
        """Whether a state is painted with the same facts."""
        sheets = _cards(state, self.context, self.head, self.geometry, self.facts.tap)
        return shows_all(state) and sheets == self.facts.cards

    def parts(self, state: PadState) -> dict[str, object]:
        """All parts by their names."""
        return cards_parts(state, self.context.voice, facing=self.geometry.facing)

    def stops(self, state: PadState) -> Sequence[Stop]:
        """Where the focus of a keyboard can stop."""
        looks = card_looks(state, self.context.voice)
        turned = [card.turned for card in self.facts.cards]
        return focus_map(self.geometry, looks, turned=turned)

    def painted(self) -> ft.Control:
        """The cards and their bar."""
        return tablet(self.facts)


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


def all_sheets(  # noqa: PLR0913, PLR0917 - a state, its surroundings, and what it is shown by
    state: PadState,
    context: ScreenContext,
    hint: Hinting,
    head: GameHead,
    parts: Parts,
    tap: Tap,
) -> AllSheets | None:
    """How all sheets of a state are shown; None where they have no room, or are not all here."""
    if not shows_all(state):
        return None
    geometry = tablet_geometry(state, context.space, hint=hint.room)
    if geometry is None:
        return None
    cards = _cards(state, context, head, geometry, tap)
    watches, now = table_of(state).only_watches, hint.now
    facts = TabletFacts(parts, cards, geometry, context.theme, context.words, tap, now, watches)
    return AllSheets(geometry, facts, context, head)


def _cards(
    state: PadState, context: ScreenContext, head: GameHead, geometry: Geometry, tap: Tap
) -> tuple[CardFacts, ...]:
    table, layouts = table_of(state), state.game.setup.layouts

    def sheet(seat: int) -> SheetFacts:
        bare = SheetFacts(f"s{seat}-", context.theme, context.words, tap)
        return bare.on(layouts[seat - 1], f"{head.id}{seat}")

    return tuple(
        CardFacts(
            seat=seat,
            sheet=sheet(seat),
            boxes=geometry.sheets[corner],
            name=table.names[seat - 1],
            color=table.colors[seat - 1],
            turned=_turned(state, seat, corner, geometry),
        )
        for corner, seat in enumerate(table.round_table)
    )


def _turned(state: PadState, seat: int, corner: int, geometry: Geometry) -> bool:
    """Whether a sheet is turned by half; of two who face each other the far one is (corner 1)."""
    opposite = geometry.facing and corner == 1 and not state.game.setup.paper
    return (seat in state.turned) != opposite
