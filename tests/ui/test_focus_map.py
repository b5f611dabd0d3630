"""Where arrows lead on the pad: the way the eye goes, on every screen and from every place."""

import itertools

import pytest

from qwixx_pad.layouts.loader import installed_layouts
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import (
    CURSOR_KEYS,
    PadContents,
    cards_geometry,
    focus_map,
    next_stop,
    pad_geometry,
)
from qwixx_pad.ui.sheet.look import sheet_look
from tests.support.strategies import played
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
SPACES = {
    "phone": ScreenSpace(390, 844),
    "small": ScreenSpace(360, 640),
    "landscape": ScreenSpace(844, 390),
}
BACK = {
    "Arrow Left": "Arrow Right",
    "Arrow Right": "Arrow Left",
    "Arrow Up": "Arrow Down",
    "Arrow Down": "Arrow Up",
}
MESSAGE = {"undo-message", "cancel"}
"""The button in a message: one of these at a time."""
PLACES = pytest.mark.parametrize(
    ("size", "direction", "seats"),
    [*itertools.product(SPACES, [Direction.ROWS, Direction.COLUMNS], [0, 3])],
)


def stops(size="phone", direction=Direction.ROWS, seats=0, button="end-turn"):
    game = played(f"classic/{seats}" if seats else "classic")
    has = PadContents(seats, button=seats > 0)
    geometry = pad_geometry(SPACES[size], direction, installed_layouts()["classic"], has)
    found = focus_map(geometry, [sheet_look(game, WORDS, names=NAMES)], range(1, seats + 1))
    others = ("undo", "redo", "menu", "penalty", "seat", button)
    return [stop for stop in found if stop.row or stop.identifier.startswith(others)]


def go(found, at, key):
    return next_stop(found, at, key) or at


def ways(found):
    """Where arrows lead from each place."""
    return {s.identifier: {go(found, s.identifier, key) for key in CURSOR_KEYS} for s in found}


def reached(leads, start):
    """All places to which arrows lead from one."""
    known = {start}
    new = {start}
    while new:
        new = set().union(*(leads[at] for at in new)) - known
        known |= new
    return known


@PLACES
def test_every_stop_is_unique_and_reachable_by_arrows(size, direction, seats):
    found = stops(size, direction, seats)
    names = [stop.identifier for stop in found]
    assert len(names) == len({*names})
    leads = ways(found)
    assert all(reached(leads, start) == {*names} for start in names)


@PLACES
def test_opposite_arrows_return_within_the_rows(size, direction, seats):
    found = stops(size, direction, seats)
    cells = {s.identifier for s in found if s.row and not s.identifier.endswith("-lock")}
    for at, (there, back) in itertools.product(cells, BACK.items()):
        to = next_stop(found, at, there)
        if to in cells:
            assert next_stop(found, to, back) == at, (at, there, to)


IN_A_ROW = "r7 Home r2, r7 End r-lock, g7 Home g12, g7 End g-lock"
ROW_TO_ROW = "r4 Down y4, y4 Down g10, g12 Up y2, r12 Right r-lock, r-lock Down y-lock"
BAR = "b12 Down penalty, r2 Up menu, menu End redo"
RAIL = "r-lock Right undo, undo Right redo, undo Left r-lock, b-lock Right penalty"
COLUMN_TO_COLUMN = "r4 Right y4, r4 Down r5, r12 Down r-lock, b-lock Down penalty"


@pytest.mark.parametrize(
    ("size", "direction", "ways"),
    [
        ("phone", Direction.ROWS, f"{IN_A_ROW}, {ROW_TO_ROW}, {BAR}"),
        ("landscape", Direction.ROWS, f"{IN_A_ROW}, {ROW_TO_ROW}, {RAIL}"),
        ("phone", Direction.COLUMNS, f"{IN_A_ROW}, {COLUMN_TO_COLUMN}"),
    ],
)
def test_arrow_leads_to_the_visual_neighbor(size, direction, ways):
    found = [stop for stop in stops(size, direction) if stop.identifier not in MESSAGE]
    for way in ways.split(", "):
        at, key, to = way.split()
        assert go(found, at, key if key in {"Home", "End"} else f"Arrow {key}") == to, way


@PLACES
def test_penalties_are_below_the_last_row(size, direction, seats):
    found = [stop for stop in stops(size, direction, seats) if stop.identifier not in MESSAGE]
    below = {s.identifier: go(found, s.identifier, "Arrow Down") for s in found if s.row}
    last = {at for at, to in below.items() if to[0] not in "rygb"}
    assert {at[0] for at in last} >= {"b"}
    assert {below[at] for at in last} == {"penalty"}


def test_rail_leads_down_to_penalties_and_back():
    found = [stop for stop in stops("landscape", seats=3) if stop.identifier not in MESSAGE]
    way = ["menu", "end-turn", "penalty"]
    assert [go(found, at, "Arrow Down") for at in way[:2]] == way[1:]
    assert [go(found, at, "Arrow Up") for at in way[1:]] == way[:2]


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_button_to_the_next_sheet_is_reached_by_arrows(size):
    to = "Right" if size == "phone" else "Up"
    for button in ("end-turn", "next-2", "next-3"):
        assert go(stops(size, seats=3, button=button), "penalty", f"Arrow {to}") == button


def test_home_and_end_skip_stops_without_height():
    low = pad_geometry(ScreenSpace(568, 240), Direction.ROWS, installed_layouts()["classic"])
    found = focus_map(low, [sheet_look(played("classic"), WORDS)])
    assert low.message.height == 0
    assert {go(found, "undo-message", key) for key in ("Home", "End")} == {"undo-message"}


def test_first_arrow_leads_to_the_first_cell():
    assert next_stop(stops(), "", "Arrow Down") == "r2"
    assert next_stop([], "", "Arrow Down") is None


def cards(turned, seats=2):
    game = played(f"classic/{seats}")
    geometry = cards_geometry(
        ScreenSpace(1180, 820), installed_layouts()["classic"], PadContents(seats, button=True)
    )
    looks = [sheet_look(game, WORDS, seat, NAMES) for seat in range(1, seats + 1)]
    prefixes = [f"s{seat}-" for seat in range(1, seats + 1)]
    others = {"undo", "redo", "menu", "end-turn"}
    found = focus_map(geometry, looks, rotated=turned, prefixes=prefixes)
    return [s for s in found if s.row or s.identifier in others or s.identifier.startswith("s")]


@pytest.mark.parametrize(("seats", "turned"), [(2, 0), (3, 0), (4, 1), (5, 0)])
def test_all_sheets_of_a_tablet_are_reachable(seats, turned):
    found = cards([bool(turned) and seat % 2 == 1 for seat in range(seats)], seats)
    assert reached(ways(found), "s1-r2") == {stop.identifier for stop in found}


def test_arrows_are_reversed_on_a_rotated_sheet():
    found = cards([False, True])
    assert go(found, "s2-r4", "Arrow Right") == "s2-r3"
    assert go(found, "s2-y4", "Arrow Down") == "s2-r4"
    assert go(found, "s1-r4", "Arrow Right") == "s1-r5"


@pytest.mark.parametrize("name", [*installed_layouts(), "random_colors:5"])
def test_every_cell_of_every_sheet_is_reachable(name):
    layout = installed_layouts()[name]
    look = sheet_look(played(name), WORDS)
    tokens = {cell.token for band in look.rows for cell in band.cells} - {""}
    locks = {f"{row.letter}-lock" for row in layout.rows if row.lock_mask}
    for space, direction in (
        *(("small", Direction.ROWS), ("phone", Direction.COLUMNS)),
        ("landscape", Direction.ROWS),
    ):
        geometry = pad_geometry(SPACES[space], direction, layout)
        late = {"finish", "close-now", "cancel"}  # where another button comes first
        found = [stop for stop in focus_map(geometry, [look]) if stop.identifier not in late]
        names = [stop.identifier for stop in found]
        assert len(names) == len(set(names))
        assert tokens | locks <= {*names}
        first = next(stop.identifier for stop in found if stop.row)
        assert reached(ways(found), first) == {*names}
