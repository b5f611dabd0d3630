"""A screen with all sheets of a table: what it is painted with, and its parts."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from qwixx_pad.storage import GameHead
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.cards_parts import card_looks, cards_parts, table_of
from qwixx_pad.ui.pad.focus_map import Stop, focus_map
from qwixx_pad.ui.pad.foot import SheetFacts
from qwixx_pad.ui.pad.geometry import Geometry, Space
from qwixx_pad.ui.pad.geometry_cards import cards_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.pad.source import Parts
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.tablet import CardFacts, TabletFacts, tablet
from qwixx_pad.ui.parts.tap import Tap


@dataclass(frozen=True, slots=True)
class AllSheets:
    """A screen with all sheets, as they lie in its frame.

    Attributes:
        geometry: Where everything lies.
        facts: What it is painted with.
        frame: Its surroundings.
        head: Of the game.
    """

    geometry: Geometry
    facts: TabletFacts
    frame: Frame
    head: GameHead

    def fits(self, state: PadState) -> bool:
        """Whether a state is painted with the same facts."""
        sheets = _cards(state, self.frame, self.head, self.geometry, self.facts.tap)
        return shows_all(state) and sheets == self.facts.cards

    def parts(self, state: PadState) -> dict[str, object]:
        """All parts by their names."""
        return cards_parts(state, self.frame.voice, facing=self.geometry.facing)

    def stops(self, state: PadState) -> Sequence[Stop]:
        """Where the focus of a keyboard can stop."""
        looks = card_looks(state, self.frame.voice)
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
    return cards_geometry(space, state.game.setup.layout, has)


def all_sheets(  # noqa: PLR0913, PLR0917 - a state, its surroundings, and what it is shown by
    state: PadState, frame: Frame, hint: HintLook | None, head: GameHead, parts: Parts, tap: Tap
) -> AllSheets | None:
    """How all sheets of a state are shown; None where they have no room, or are not all here."""
    if not shows_all(state):
        return None
    geometry = tablet_geometry(state, frame.space, hint=hint is not None)
    if geometry is None:
        return None
    cards = _cards(state, frame, head, geometry, tap)
    facts = TabletFacts(parts, cards, geometry, frame.theme, frame.words, tap, hint)
    return AllSheets(geometry, facts, frame, head)


def _cards(
    state: PadState, frame: Frame, head: GameHead, geometry: Geometry, tap: Tap
) -> tuple[CardFacts, ...]:
    table, layout = table_of(state), state.game.setup.layout
    letters, has_extra = tuple(row.letter for row in layout.rows), layout.board is not None

    def sheet(seat: int) -> SheetFacts:
        pen = f"{head.id}{seat}"
        return SheetFacts(f"s{seat}-", letters, has_extra, frame.theme, frame.words, pen, tap)

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
    return (seat in state.turned) != (geometry.facing and corner == 1)
