"""Taps on the picture of a sheet: drawn as the pad would draw them, and entered once or not."""

import re
from itertools import product

import pytest

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import RowKind
from qwixx_pad.core.moves import parse_token
from qwixx_pad.identity.devices import KeptScreen, PencilTaps
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import Box, ScreenSpace
from qwixx_pad.ui.play.geometry import SINGLE_SHEET, focus_map, pad_geometry
from qwixx_pad.ui.play.state import PadState, make_view
from qwixx_pad.ui.play.tap.pencil import dropped_taps_text
from qwixx_pad.ui.sheet.drawing import ink_shapes
from qwixx_pad.ui.sheet.pencil import pencil_crosses
from qwixx_pad.ui.sheet.shapes import Path
from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.strategies import entry
from tests.support.ui.surroundings import WORDS
from tests.support.ui.unpainted_screen import VOICE, Screen

LAYOUTS = installed_layouts()
PHONE = ScreenSpace(390, 844)
SPACES = (PHONE, ScreenSpace(844, 390), ScreenSpace(1000, 800))
SEED = "0123456789ab"
LARGEST = 3000
"""Bytes of all that can be tapped on a picture."""
START = re.compile(r"M(-?\d+) (-?\d+)")


def look_of(game):
    return make_view(PadState(game, 1), VOICE).sheets[0]


def drawn(game, space, direction=Direction.ROWS):
    """Where a sheet lies, and its crosses in pencil by their taps."""
    geometry = pad_geometry(space, direction, game.setup.layout, SINGLE_SHEET)
    crosses = pencil_crosses(look_of(game), geometry.first_sheet, LIGHT, SEED)
    return geometry, {cross["tap"]: cross for cross in crosses}


@pytest.mark.parametrize("name", LAYOUTS)
def test_legal_cells_and_the_next_penalty_can_be_tapped(name):
    game = Game.start(Setup.for_layout(LAYOUTS[name]))
    look = look_of(game)
    cells = [cell.token for row in look.rows for cell in row.cells if cell.is_legal]
    for space, direction in product(SPACES, Direction):
        geometry, crosses = drawn(game, space, direction)
        assert [*crosses] == [*cells, "penalty"]
        for stop in focus_map(geometry, [look]):
            if stop.identifier in crosses:
                cross = crosses[stop.identifier]
                x, y, width, height = cross["box"]
                box = Box(x, y, width, height).placed_in(Box(*cross["at"], 0, 0))
                assert box.x <= stop.box.x < stop.box.right <= box.right
                assert box.y <= stop.box.y < stop.box.bottom <= box.bottom
        _, _, packed = str(KeptScreen("/", 0, {"crosses": [*crosses.values()]})).split()
        assert len(packed) * 3 / 4 < LARGEST


@pytest.mark.parametrize("name", LAYOUTS)
def test_pencil_has_the_strokes_of_the_later_cross(name):
    game = Game.start(Setup.for_layout(LAYOUTS[name]))
    geometry, crosses = drawn(game, PHONE)
    compared = 0
    for at, boxes in enumerate(geometry.first_sheet.rows):
        if LAYOUTS[name].rows[at].kind is RowKind.TRACK:
            continue  # the pad asks first
        for cell in look_of(game).rows[at].cells:
            move = parse_token(cell.token) if cell.is_legal else None
            if move is None or game.entry_refusal(entry(cell.token)) is not None:
                continue
            row = look_of(game.with_entry(entry(cell.token))).rows[at]
            shapes = ink_shapes(row, boxes, LIGHT, SEED)
            inked = {
                part[1:3] for shape in shapes if isinstance(shape, Path) for part in shape.parts
            }
            cross = crosses[cell.token]
            corner = boxes.box.placed_in(geometry.first_sheet.box)
            left, top = round(cross["at"][0] - corner.x), round(cross["at"][1] - corner.y)
            for _, path in cross["strokes"]:
                starts = {(left + int(x), top + int(y)) for x, y in START.findall(path)}
                assert starts <= inked
                compared += len(starts)
    assert compared


def test_number_moves_aside_only_where_the_pad_moves_it():
    game = Game.start(Setup.for_layout(LAYOUTS["connect_15"]))
    _, crosses = drawn(game, PHONE)
    cells = look_of(game).rows[0].cells
    icon = next(cell.token for cell in cells if cell.printed_cell.number is None)
    assert {"number", "fill"} <= crosses["r5"].keys()
    assert {"old", "fill"} == crosses["penalty"].keys() & {"number", "old", "fill"}
    assert not crosses[icon].keys() & {"number", "old", "fill"}


# what the pad makes of taps


@pytest.fixture
def begin(room):
    """A game of one player after some taps."""

    def start(taps="", layout="classic"):
        return Screen(SeatSession(room.host.service.start(layout, ("",), always_new=True))).taps(
            taps
        )

    return start


def enter(screen, entries, taps, *, is_late=False):
    """Hand the screen taps on a picture; the title and the detail of what it says then."""
    screen.controller.enter_taps(PencilTaps("", entries, tuple(taps.split()), is_late))
    message = screen.controller.state.message
    return (message.title, message.detail) if message else ("", "")


def dropped(count):
    return dropped_taps_text(count, WORDS)


def test_taps_are_entered_in_their_order(begin):
    screen = begin("r2")
    enter(screen, 1, "g9 r5 b11")
    assert screen.line == "r2 g9 r5 b11"


def test_taps_that_were_entered_before_a_kill_are_not_entered_again(begin):
    taps = ["r5", "g9", "penalty"]
    for made in range(len(taps) + 1):
        screen = begin("b12")
        screen.taps(" ".join(taps[:made]))
        enter(screen, 1, " ".join(taps))
        assert screen.line == "b12 r5 g9 -"


@pytest.mark.parametrize(
    ("since", "missing"), [("g9", 2), ("r5 undo", 1), ("r5 g9 b3", 1), ("r6", 2), ("undo", 2)]
)
def test_taps_are_dropped_when_the_game_has_changed(begin, since, missing):
    screen = begin(f"y2 {since}")
    before = screen.line
    assert enter(screen, 1, "r5 g10")[0] == dropped(missing)
    assert screen.line == before


@pytest.mark.parametrize("made", ["", "r3", "r3 b9"])
def test_linked_cells_that_were_both_tapped_are_crossed_once(begin, made):
    screen = begin(made, layout="chain_c")
    assert enter(screen, 0, "r3 y3 b9")[0] == ""
    assert screen.line == "r3 b9"
    sheet = screen.controller.state.game.position.sheet_of(1)
    assert sheet.is_crossed(sheet.target_cell(entry("y3").move))


def test_taps_on_a_longer_game_are_dropped(begin):
    assert enter(begin("y2"), 3, "r5")[0] == dropped(1)


def test_late_taps_are_dropped_unless_they_were_entered(begin):
    screen = begin("y2")
    title, why = enter(screen, 1, "r5", is_late=True)
    assert (title, screen.line) == (dropped(1), "y2")
    assert why not in {"", enter(begin("y2 y3"), 1, "r5", is_late=True)[1]}
    for made in ("r5", "r5 undo", "r5 g9"):
        assert enter(begin(f"y2 {made}"), 1, "r5", is_late=True)[0] == ""
    assert enter(begin("y2"), 1, "no-such-tap", is_late=True)[0] == dropped(1)


def test_taps_after_a_refused_one_are_dropped(begin):
    screen = begin()
    why, rest = enter(screen, 0, "r5 r4 g9")
    assert why == enter(begin("r5"), 1, "r4")[0]
    assert rest == dropped(1)
    assert screen.line == "r5"


def test_taps_after_one_that_asks_are_dropped(begin):
    screen = begin(layout="lucky_15")
    rows = look_of(screen.controller.state.game).rows
    track = next(row.cells[0].token for row in rows if row.printed_row.kind is RowKind.TRACK)
    assert enter(screen, 0, f"r5 {track} g9") == (dropped(1), "")
    assert screen.line == "r5"
    assert screen.controller.state.prompt
