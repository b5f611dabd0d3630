"""A pad that a browser runs by itself says what there is to know, one thing at a time."""

from contextlib import ExitStack
from functools import partial

import pytest

from qwixx_pad.identity.devices import BrowserStatus
from qwixx_pad.settings import Settings
from qwixx_pad.ui.home.first_run import BrowserIssue, most_urgent_issue
from tests.support.ui.browser_page import Page
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client


@pytest.fixture
def shown(tmp_path):
    """Opens the pad in a page."""
    with ExitStack() as ends:
        pads = partial(opened_pad, tmp_path / "data", browsers=False)
        yield lambda page: Client(ends.enter_context(pads(page.browser)).show_caller)


async def play_games(tab, number):
    for _ in range(number):
        await tab.taps("new-game r2 menu finish home")


@pytest.mark.parametrize(
    ("games", "status", "said"),
    [
        (50, {"is_persistent": True}, None),
        (50, {"is_persistent": None}, None),
        (2, {"is_persistent": False}, None),
        (3, {"is_persistent": False}, BrowserIssue.BACKUP_DUE),
        (50, {"is_persistent": False, "has_damage": True}, BrowserIssue.DAMAGED),
        (0, {"has_damage": True, "update_available": True}, BrowserIssue.UPDATE_AVAILABLE),
        (50, {"is_persistent": False, "update_available": True}, BrowserIssue.UPDATE_AVAILABLE),
        (
            50,
            {"is_persistent": False, "update_available": True, "has_storage": False},
            BrowserIssue.NO_STORAGE,
        ),
    ],
)
def test_most_pressing_note_is_shown(games, status, said):
    assert most_urgent_issue(BrowserStatus(**status), games, Settings()) is said


def test_unknown_page_messages_are_ignored():
    page = Page()
    page.browser.handle_word("something new")
    assert page.browser.status == BrowserStatus()


async def test_browser_without_storage_gets_a_note_at_home(shown):
    async with shown(Page(keeps=False)) as tab:
        assert tab.has("browser")
        await tab.taps("new-game r2")
        assert tab.number("total") == 1


async def test_persistence_is_requested_once_games_exist(shown):
    page = Page()
    async with shown(page) as tab:
        assert page.asked == []
        await play_games(tab, 1)
        assert page.asked == ["lasting"]
        page.browser.handle_word("lasts")
        await play_games(tab, 3)
        assert not tab.has("browser")


@pytest.mark.parametrize("copies", [True, False])
async def test_backup_is_recommended_until_made_or_dismissed(shown, copies):
    page = Page()
    async with shown(page) as tab:
        await play_games(tab, 3)
        page.browser.handle_word("may go")
        await tab.settle()
        await tab.taps("browser-do backup back" if copies else "browser-later")
        assert not tab.has("browser")
        assert tab.has("new-game")


async def test_new_version_is_offered_only_at_home(shown):
    page = Page()
    async with shown(page) as tab:
        await tab.taps("new-game r2")
        page.browser.handle_word("update")
        await tab.settle()
        assert not tab.has("browser")
        await tab.taps("menu finish home")
        assert tab.has("browser")
        await tab.tap("browser-do")
        assert page.asked[-1] == "update"
