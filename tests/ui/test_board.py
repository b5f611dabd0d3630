"""Who only watches a table sees all of it, and touches nothing."""

from itertools import combinations, product

import pytest
from table import CLEO, device, share, two_phones, write

from qwixx_pad.ui.table.board_screen import arranged


def code_of(tab):
    return tab.page.route.rpartition("/")[2]


SCREENS = [(360, 576), (390, 780), (844, 326), (1180, 756), (1920, 1016), (3840, 2096)]
SIZES = [(660, 340), (660, 700)]


@pytest.mark.parametrize("space", SCREENS)
def test_all_sheets_of_a_table_fit_on_any_screen_and_none_lies_on_another(space):
    for sizes in (sizes for seats in range(1, 6) for sizes in product(SIZES, repeat=seats)):
        boxes = arranged(*space, sizes)
        assert all(box.x >= 0 and box.right <= space[0] + 1e-6 for box in boxes)
        assert all(box.y >= 0 and box.bottom <= space[1] + 1e-6 for box in boxes)
        for one, other in combinations(boxes, 2):
            beside = one.right <= other.x or other.right <= one.x
            assert beside or one.bottom <= other.y or other.bottom <= one.y
        shapes = [box.height / box.width for box in boxes]
        assert shapes == pytest.approx([height / width for width, height in sizes])


def test_one_sheet_alone_is_as_large_as_the_screen_lets_it_be():
    [box] = arranged(1000, 600, [(500, 300)])
    assert box.height == pytest.approx(576)


async def test_who_only_watches_sees_what_is_entered_and_enters_nothing(pad):
    async with two_phones(pad) as (anna, ben), device(pad, CLEO) as cleo:
        code = code_of(anna)
        await write(cleo, "code", code)
        await cleo.tap("watch")
        assert cleo.page.route == f"/watch/{code}"
        assert cleo.sees("Anna and Ben")
        await share(anna, "start-game r5", ben, cleo)
        assert cleo.sees("Anna’s roll")
        assert cleo.name("sheet-1") == "Anna, 1 plus 0 plus 0 plus 0 is 1."
        await share(cleo, "s1-r9", anna, ben)
        assert anna.name("total") == "Total 1"
        assert not any(cleo.has(name) for name in ("undo", "penalty", "end-turn", "menu"))
        await share(anna, "end-turn", ben, cleo)
        assert cleo.sees("Ben’s roll")


async def test_a_board_says_who_has_won_and_follows_the_rematch(pad):
    async with two_phones(pad, "start-game r5 end-turn") as (anna, ben):
        watched = f"/watch/{code_of(anna)}"
        async with device(pad, CLEO, watched, width=1920, height=1080) as cleo:
            await share(anna, "menu finish", ben, cleo)
            assert cleo.sees("Anna wins!")
            await share(anna, "rematch", ben, cleo)
            assert cleo.sees("Ben’s roll")


async def test_a_board_hides_points_where_its_device_hides_them(pad):
    async with two_phones(pad, "start-game r5 r6") as (anna, _), device(pad, CLEO) as cleo:
        await cleo.taps("settings set-hide-points back")
        await write(cleo, "code", code_of(anna))
        await cleo.tap("watch")
        assert cleo.name("sheet-1") == "Anna, Points are hidden until the end."


async def test_a_wrong_code_shows_no_board(lasting_pad):
    async with device(lasting_pad, CLEO, "/watch/AAAA") as cleo:
        assert cleo.sees("No table with that code.")
        assert not cleo.has("sheet-1")


async def test_a_stranger_at_a_table_that_plays_may_watch(pad):
    async with (
        two_phones(pad, "start-game") as (anna, _),
        device(pad, CLEO, f"/join/{code_of(anna)}") as cleo,
    ):
        await cleo.tap("watch")
        assert cleo.has("sheet-2")
        await cleo.tap("back")
        assert cleo.has("code")
