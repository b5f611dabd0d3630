"""A tablet between several: where sheets lie, that they stay there, where a tap is answered."""

from contextlib import asynccontextmanager
from itertools import combinations, pairwise

import flet as ft
import pytest

from qwixx_pad.layouts.loader import installed_layouts
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, cards_geometry
from tests.support.ui.apart import apart
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.table_devices import HOST, chip, device, roller
from tests.support.ui.tap_places import places_of_sheets

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
FINGER = 24
TABLET = ScreenSpace(1180, 820)


def laid(seats, space, **contents):
    """Where so many sheets lie; None where they have no room."""
    return cards_geometry(space, installed_layouts()["classic"], PadContents(seats, **contents))


@asynccontextmanager
async def tablet(folder, line, width=1180, height=820):
    """A tablet that shows a game where this line ends."""
    with pad_where(folder, line, *NAMES[: int(line.split("/")[1][0])]) as pad:
        async with device(pad, HOST, "/game/saved", width=width, height=height) as tab:
            yield tab


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_seats_run_clockwise_around_the_tablet(seats):
    middles = [sheet.box.middle for sheet in laid(seats, TABLET).sheets]
    around = [(x - 590, y - 440) for x, y in middles]
    for (x, y), (x2, y2) in pairwise([*around, around[0]]):
        assert x * y2 - y * x2 > 0, "from each the next one lies clockwise"


def test_two_seats_face_each_other():
    near, far = laid(2, TABLET).sheets
    assert near.box.y > far.box.y


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "space",
    [
        TABLET,
        ScreenSpace(1024, 768),
        ScreenSpace(1133, 744),
        ScreenSpace(820, 1180),
        ScreenSpace(600, 1400),
    ],
)
def test_common_tablets_have_room_for_all_cells(seats, space):
    geometry = laid(seats, space)
    assert geometry.min_cell_side >= FINGER
    boxes = (*(sheet.box for sheet in geometry.sheets), geometry.bar.box)
    assert all(box.x >= 0 and box.right <= space.width for box in boxes)
    assert all(box.y >= 0 and box.bottom <= space.height for box in boxes)
    assert all(apart(*pair) for pair in combinations(boxes, 2))


def test_tablet_meets_the_designed_sizes():
    four, two = (laid(seats, TABLET).first_sheet.rows[0].cells[0] for seats in (4, 2))
    assert round(four.width) == 36
    assert abs(two.width - 83) < 2
    assert all(55 <= cell.height <= 62 for cell in (four, two))


@pytest.mark.parametrize(
    ("seats", "space"), [(5, ScreenSpace(1000, 600)), (4, ScreenSpace(850, 700))]
)
def test_too_small_tablet_has_no_layout_for_all_sheets(seats, space):
    assert laid(seats, space) is None


async def test_too_small_tablet_shows_one_sheet(tmp_path):
    async with tablet(tmp_path, "classic/5", 1000, 600) as tab:
        assert tab.has("seat-2")
        assert not tab.has("s2-r2")


async def test_rematch_keeps_corners_and_moves_the_first_roll(tmp_path):
    async with tablet(tmp_path, "classic/4 1:r2") as tab:
        before = places_of_sheets(tab)
        for starter in ("Ben", "Cleo"):
            await tab.taps("menu finish rematch")
            assert (roller(tab), chip(tab, 1).name) == (1, starter)
            assert places_of_sheets(tab) == before
            await tab.tap("s1-r2")
            assert tab.numbers("s1-total") == [1], "seat 1 has the first roll"


async def test_phone_keeps_the_order_of_names_in_a_rematch(tmp_path):
    async with tablet(tmp_path, "classic/3 1:r2", 390, 844) as tab:
        await tab.taps("menu finish rematch")
        chips = tab.view.chips
        assert [(each.name, each.seat) for each in chips] == [("Anna", 3), ("Ben", 1), ("Cleo", 2)]
        assert chip(tab, 1).shown


async def test_arrows_follow_the_layout_after_a_rematch(tmp_path):
    async with tablet(tmp_path, "classic/4 1:r2") as tab:
        await tab.taps("menu finish rematch")
        await tab.press("Arrow Down", "End", "Arrow Right")
        assert tab.focused == "s1-r2", "Ben sits to the right of Anna, who is seat 4 now"


async def test_refusal_appears_at_the_tapped_sheet(tmp_path):
    async with tablet(tmp_path, "classic/4 1:r5 2:r7") as tab:
        await tab.tap("s2-b12")
        refused = tab.view.cards[1].note
        assert tab.texts().count(refused) == 1
        card = next(c for c in tab.walk() if getattr(c, "key", None) == "card2")
        assert refused in [c.value for c in tab.walk(card) if isinstance(c, ft.Text)]
        assert tab.view.title.title in tab.texts(), "the bar still says whose roll it is"
        assert tab.announced()[-1] == f"Ben: {refused}"


def test_hint_moves_and_resizes_nothing():
    assert laid(5, TABLET, hint=True).sheets == laid(5, TABLET).sheets


@pytest.mark.parametrize(
    ("line", "seat", "tap"),
    [("on_board/4 1:r5", 1, "board"), ("steps_a/4", 3, "total"), ("longo/4", 1, "lucky-number")],
)
@pytest.mark.parametrize("size", [(1180, 820), (390, 844)])
async def test_card_on_one_of_several_sheets_names_its_owner(tmp_path, line, seat, tap, size):
    async with tablet(tmp_path, line, *size) as tab:
        on_tablet = f"s{seat}-{tap}"
        if not tab.has(on_tablet):
            await tab.tap(f"seat-{seat}")
        before = {*tab.texts()}
        await tab.tap(on_tablet if tab.has(on_tablet) else tap)
        assert any(NAMES[seat - 1] in text for text in {*tab.texts()} - before)
