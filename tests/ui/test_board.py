"""Who only watches a table sees all of it, and touches nothing."""

from itertools import combinations

import flet as ft
import pytest

from qwixx_pad.layouts.loader import installed_layouts
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.play.geometry import PadContents, board_geometry, cards_geometry
from tests.support.ui.apart import apart
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    code_of,
    device,
    set_up,
    share,
    two_phones,
    write,
)
from tests.support.ui.tap_places import places_of_sheets


def board(pad, tab):
    """A television that shows the table of a phone."""
    return device(pad, CLEO, f"/watch/{code_of(tab)}", width=1920, height=1080)


def laid(space, *sheets):
    """The board of these sheets, and where each lies on the screen."""
    board = board_geometry(
        ScreenSpace(*space), [installed_layouts()[name] for name in sheets], has_undo_buttons=True
    )
    whole = [each.box.relative_to(each.box).scaled(each.scale) for each in board.sheets]
    return board, [box.placed_in(each.box) for box, each in zip(whole, board.sheets, strict=True)]


SCREENS = [(360, 640), (390, 844), (844, 390), (1180, 820), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("sheet", ["classic", "bonus_b", "longo"])
@pytest.mark.parametrize("space", SCREENS)
def test_board_sheets_fit_without_overlap(space, sheet, seats):
    board, boxes = laid(space, *[sheet] * seats)
    assert all(box.x >= 0 and box.right <= space[0] + 1e-6 for box in boxes)
    assert all(box.bottom <= space[1] + 1e-6 for box in boxes)
    assert all(apart(*pair) for pair in combinations([*boxes, board.bar.box], 2))
    assert [*boxes] == sorted(boxes, key=lambda box: (round(box.y), box.x)), "as one reads"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("space", [(1920, 1080), (1280, 800)])
def test_board_sheets_fill_a_wide_screen(space, seats):
    board, boxes = laid(space, *["classic"] * seats)
    free = board.bar.box.width * (space[1] - 2 * CUT * space[1] - board.bar.box.height)
    assert sum(box.width * box.height for box in boxes) > 0.95 * free


CUT = 0.025
"""Many televisions do not show this share of a screen at each side."""


def is_inside(box, outer):
    return (
        box.x >= outer.x
        and box.right <= outer.right
        and box.y >= outer.y
        and box.bottom <= outer.bottom
    )


def is_seen(box, width, height):
    """Whether a television shows all of a box."""
    across = CUT * width - 1e-6
    down = CUT * height - 1e-6
    return (
        box.x >= across
        and box.right <= width - across
        and box.y >= down
        and box.bottom <= height - down
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("space", [(960, 540), (1280, 720), (1920, 1080), (3840, 2160)])
def test_television_cuts_nothing_off_a_board(space, seats):
    board, boxes = laid(space, *["classic"] * seats)
    assert all(is_seen(box, *space) for box in [*boxes, board.bar.box])


@pytest.mark.parametrize("seats", [2, 4])
def test_television_cuts_nothing_off_the_cards_of_one_device(seats):
    contents = PadContents(seats=seats, button=True)
    cards = cards_geometry(ScreenSpace(1920, 1080), installed_layouts()["classic"], contents)
    assert all(is_seen(box, 1920, 1080) for box in [cards.button, cards.bar.menu, cards.bar.box])
    assert all(is_seen(sheet.box, 1920, 1080) for sheet in cards.sheets)


def test_board_text_is_large_on_a_television():
    board, _ = laid((1920, 1080), "classic", "classic")
    assert board.bar.title.height >= 120
    assert all(row.number_sp * sheet.scale >= 36 for sheet in board.sheets for row in sheet.rows)


def framed(tab):
    """Whose sheets have an edge."""
    cards = tab.find(lambda c: str(getattr(c, "key", "")).startswith("card"))
    return [card.key for card in cards if card.foreground_decoration is not None]


def with_die(tab):
    """The sheets whose disc has the die of the roller."""
    dice = tab.find(lambda c: getattr(c, "icon", None) == ft.Icons.CASINO_ROUNDED)
    cards = tab.find(lambda c: str(getattr(c, "key", "")).startswith("card"))
    return [card.key for card in cards if any(c in dice for c in tab.walk(card))]


async def test_board_shows_entries_and_accepts_none(pad):
    async with two_phones(pad) as (anna, ben), device(pad, CLEO) as cleo:
        code = code_of(anna)
        await write(cleo, "code", code)
        await cleo.tap("watch")
        assert cleo.page.route == f"/watch/{code}"
        assert cleo.sees(WORDS.join_and(["Anna", "Ben"]))
        await share(anna, "start-game r5", ben, cleo)
        assert framed(cleo) == with_die(cleo) == ["card1"]
        assert cleo.number("s1-total") == 1
        await share(cleo, "s1-r9", anna, ben)
        assert anna.number("total") == 1
        assert not any(cleo.has(name) for name in ("undo", "penalty", "end-turn", "menu"))
        await share(anna, "end-turn", ben, cleo)
        assert framed(cleo) == with_die(cleo) == ["card2"]


async def test_board_frames_the_winners_sheet(pad):
    async with two_phones(pad, "start-game r5 end-turn") as (anna, ben), board(pad, anna) as cleo:
        assert framed(cleo) == ["card2"], "Ben rolls"
        await share(anna, "menu finish finish-now", ben, cleo)
        assert framed(cleo) == ["card1"]
        assert "Anna" in cleo.view.title.title
        card = next(c for c in cleo.walk() if getattr(c, "key", None) == "card1")
        edge = card.foreground_decoration.border.top.width
        for sheet in laid((1920, 1080), *["classic"] * 2)[0].sheets:
            inner = sheet.box.relative_to(sheet.box).inset(edge, edge)
            parts = [sheet.name, sheet.sum.total, *sheet.penalties, *(r.box for r in sheet.rows)]
            assert all(is_inside(box, inner) for box in parts), "the edge covers nothing"


async def test_lobby_on_a_television_is_its_code_and_names(pad):
    pad.set_addresses(("http://192.168.1.5:8550",))
    async with two_phones(pad) as (anna, _), board(pad, anna) as television:
        sides = [c.height for c in television.walk() if isinstance(c, ft.Image)]
        assert max(sides) > 0.8 * 1080
        texts = television.find(lambda c: isinstance(c, ft.Text) and c.value in {"Anna", "Ben"})
        assert [(text.value, text.size >= 40) for text in texts] == [("Anna", True), ("Ben", True)]
        assert television.name("table-code").endswith(" ".join(code_of(anna)))
        await share(anna, "start-game", television)
        assert television.has("s2-total")


async def test_board_sheets_keep_their_places_in_a_rematch(pad):
    async with two_phones(pad, "start-game r5") as (anna, ben), board(pad, anna) as cleo:
        first = places_of_sheets(cleo)
        assert [*first] == ["Anna", "Ben"]
        await share(anna, "menu finish finish-now rematch", ben, cleo)
        assert "Ben" in cleo.view.title.title
        assert places_of_sheets(cleo) == first


async def test_host_that_does_not_play_sees_the_board(pad):
    async with device(pad, HOST, width=1920, height=1080) as owner:
        await set_up(owner, "Anna", "Ben")
        await owner.tap("own-phones")
        async with device(pad, BEN, f"/join/{code_of(owner)}") as ben:
            await ben.taps("sit-1 sit-2")
            await share(owner, "start-game", ben)
            assert {turned for *_, turned in places_of_sheets(owner).values()} == {False}
            assert not owner.has("s1-turn")
            assert all(owner.has(name) for name in ("menu", "undo", "redo"))
            await share(ben, "r5 end-turn", owner)
            await share(owner, "s1-r5 take-out", ben)
            assert owner.number("s1-total") == -5, "who opened the table corrects any sheet"


async def test_board_hides_points_when_its_device_does(pad):
    async with two_phones(pad, "start-game r5 r6") as (anna, _), device(pad, CLEO) as cleo:
        await cleo.taps("settings set-hide-points back")
        await write(cleo, "code", code_of(anna))
        await cleo.tap("watch")
        assert cleo.numbers("s1-total") == []


async def test_wrong_code_shows_no_board(lasting_pad):
    async with device(lasting_pad, CLEO, "/watch/AAAA") as cleo:
        assert cleo.has("message")
        assert not cleo.has("s1-total")


async def test_stranger_at_a_running_table_may_watch(pad):
    async with (
        two_phones(pad, "start-game") as (anna, _),
        device(pad, CLEO, f"/join/{code_of(anna)}") as cleo,
    ):
        assert not any(map(cleo.has, ("sit-1", "sit-2", "total")))
        await cleo.tap("watch")
        assert cleo.has("s2-total")
        await cleo.tap("back")
        assert cleo.has("watch"), "that led there"
        await cleo.tap("back")
        assert cleo.has("code")
