"""A note and a place are written on a result or a review, and seen wherever the game is."""

import pytest

from tests.support.breakable_disk import unwritable
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.table_devices import BEN, HOST, device, share, two_phones, write


@pytest.fixture
def played(tmp_path):
    """A pad with one finished game, called `saved`."""
    with pad_where(tmp_path, "classic/2 1:r5 / end", "Anna", "Ben") as pad:
        yield pad


async def test_remark_is_shown_on_result_history_and_review(played):
    async with device(played, HOST, "/game/saved") as tab:
        without = tab.name("remark")
        await tab.tap("remark")
        await write(tab, "place", "  The cabin ")
        await write(tab, "note", "Ben’s first lock")
        await tab.tap("keep-remark")
        assert tab.name("remark").endswith("The cabin. Ben’s first lock")
        await tab.taps("home history")
        assert "The cabin • Ben’s first lock" in tab.name("game-saved")
        await write(tab, "search", "FIRST")
        assert "Ben’s first lock • The cabin" in tab.name("game-saved"), "what was found is first"
        await tab.tap("game-saved")
        assert tab.name("remark").endswith("The cabin. Ben’s first lock")
        await tab.tap("remark")
        await write(tab, "place", "")
        await write(tab, "note", "")
        await tab.taps("keep-remark menu")
        assert tab.name("remark") == without


async def test_typed_remark_is_saved_on_blur_despite_full_disk(played):
    async with device(played, HOST, "/games/saved/remark") as tab:
        await write(tab, "note", "So close", "blur")
        await tab.tap("back")
        assert tab.name("remark").endswith("So close")
        await tab.tap("remark")
        with unwritable():
            await write(tab, "note", "So far")
            await tab.tap("keep-remark")
            assert tab.has("message")
        await tab.tap("keep-remark")
        assert tab.name("remark").endswith("So far")


async def test_visitor_cannot_see_or_edit_remarks(pad):
    async with two_phones(pad, "start-game r2 menu finish finish-now remark") as (anna, ben):
        code = anna.page.route.split("/")[2]
        await write(anna, "note", "Ben lost")
        await share(anna, "keep-remark", ben)
        assert anna.name("remark").endswith("Ben lost")
        for route in ("", "/review", "/remark", "/review/remark"):
            async with device(pad, BEN, f"/table/{code}{route}") as again:
                assert not again.sees("Ben lost")
                assert not any(map(again.has, ("remark", "note")))
