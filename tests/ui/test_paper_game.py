"""A paper game gets in: from the list of games to the list of games, in real sessions."""

from datetime import timedelta

import pytest

from qwixx_pad.core.scoring import score_terms
from qwixx_pad.storage.summary import GameQuery
from tests.support.strategies import played
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import add_players

LINE = "classic/3+paper 2:g12 2:g10 1:r2 1:r3 1:r5 3:- 1:y6 end"
NAMES = "Anna", "Ben", "Cleo"
LOCKED = "r2 r3 r4 r5 r6 r-lock"


@pytest.fixture
def finished(tmp_path):
    """An opened pad with a game of three that was copied from paper."""
    with pad_where(tmp_path, LINE, *NAMES) as opened:
        yield opened


def sum_of(seat):
    """What adds up to the total of a sheet of that game."""
    return WORDS.sum_text(score_terms(played(LINE).position.sheet_of(seat)))


def totals(pad, game):
    return [score.total for score in pad._services.library.find(game).summary.scores]


def today_of(pad):
    return pad._services.registry.service.now().astimezone().date()


async def test_three_paper_sheets_are_copied_in_turn(pad):
    then = today_of(pad).replace(day=1) - timedelta(days=1)
    async with Client(pad.show_caller, route="/games") as tab:
        await tab.tap("copy-paper")
        await add_players(tab, *NAMES)
        await tab.taps(f"choose-day month-earlier day-{then} copy-sheets")
        assert "Anna" in tab.view.title.title
        await tab.taps("seat-3 penalty seat-1 r2 r3 r5 y6 r3 seat-2 g12 g10")
        await tab.taps("undo redo next-3 finish")
        assert (tab.has("copy-paper"), tab.has("rematch")) == (True, False)
        game = tab.page.route.rpartition("/")[2]
    library = pad._services.library
    summary = library.find(game).summary
    assert (summary.setup, summary.is_from_paper) == ("classic/3+paper", True)
    assert totals(pad, game) == [4, 3, -5]
    assert summary.touched.astimezone().date() == then
    numbers = library.statistics_of(GameQuery(players=("Anna",)))
    assert [(at.astimezone().date(), n) for at, n in numbers.recent] == [(then, 4)]


async def test_single_paper_sheet_needs_a_name(pad):
    async with Client(pad.show_caller, 360, 640, route="/paper") as tab:
        await tab.tap("copy-sheets")
        assert tab.page.route == "/paper"
        await add_players(tab, "Anna")
        await tab.taps(f"copy-sheets {LOCKED} penalty penalty penalty-back r-lock r4 r4 finish")
        game = tab.page.route.rpartition("/")[2]
        assert tab.has("copy-paper")
    assert totals(pad, game) == [15 - 5]


async def test_paper_sheets_are_copied_in_any_order_on_a_tablet(pad):
    async with Client(pad.show_caller, 1180, 820, route="/paper") as tab:
        await add_players(tab, "Anna", "Ben")
        await tab.taps("copy-sheets s2-r2 s1-r7 s1-penalty s1-r7 s2-r9 finish")
        game = tab.page.route.rpartition("/")[2]
    assert totals(pad, game) == [-5, 3]


async def test_future_dates_cannot_be_chosen(pad):
    today = today_of(pad)
    tomorrow = today + timedelta(days=1)
    async with Client(pad.show_caller, route="/paper") as tab:
        await tab.tap("choose-day")
        await tab.taps("month-later month-earlier month-earlier month-later month-later")
        if tab.has(f"day-{tomorrow}"):
            await tab.tap(f"day-{tomorrow}")
        await tab.tap("cancel")
        assert WORDS.day_text(today, today) in tab.texts()


async def test_unfinished_copy_resumes_where_it_was_left(tmp_path):
    with pad_where(tmp_path, "longo+paper r3 r4", "Anna") as pad:
        async with Client(pad.show_caller) as tab:
            await tab.taps("continue-game r3 undo finish undo r5 finish")
            game = pad._services.registry.service.open("saved").game
            assert game.text.startswith("longo+paper r3 r4 ")
            assert [entry.text for entry in game.applied] == ["r3", "r4", "r5", "end"]


async def test_history_shows_a_paper_game_and_its_source(finished):
    async with Client(finished.show_caller, route="/games") as tab:
        assert {"Anna, Ben, Cleo", "7 · 3 · −5"} <= {*tab.texts()}
        await tab.taps("more-saved games/saved")
        assert tab.page.route == "/games/saved"


async def test_review_of_a_paper_game_has_sums_but_no_steps(finished):
    async with Client(finished.show_caller, route="/games/saved") as tab:
        assert sum_of(1) in tab.texts()
        await tab.tap("seat-3")
        assert sum_of(3) in tab.texts()
        await tab.press("Home", "Arrow Left")
        assert not any(map(tab.has, ("scrubber", "play-steps", "step", "chart")))


async def test_paper_game_is_corrected_and_keeps_its_day(finished):
    before = finished._services.library.find("saved").summary
    async with Client(finished.show_caller, route="/games/saved") as tab:
        await tab.taps("seat-1 menu correct instead-y7")
        assert "y7" in finished._services.registry.service.open("saved").game.text
        await tab.taps("undo-message menu reopen")
        assert tab.page.route == "/game/saved"
        await tab.taps("seat-2 g9 next-3 finish")
    after = finished._services.library.find("saved").summary
    assert totals(finished, "saved") == [7, 6, -5]
    assert (after.touched, after.corrected) == (before.touched, True)
