"""The play screen in real sessions: what a tap does, what it says, what it leaves alone."""

from datetime import UTC, datetime

import flet as ft
import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.storage import (
    JOURNAL_FILE,
    DiskFull,
    SavedEntry,
    Storage,
    open_storage,
)
from qwixx_pad.ui.flet_support.keyboard import CARD_DATA
from qwixx_pad.ui.play.state import lock_end_text
from qwixx_pad.ui.text import LockState
from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.strategies import played
from tests.support.ui.every_screen import asks
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.screen_reader import Heard
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, device
from tests.support.ui.tap_places import places


async def test_undo_and_redo_reach_every_entry(tab):
    await tab.taps("new-game r2 penalty y-lock y# b12")
    for total in (-4, -4, 1, 0):
        await tab.tap("undo")
        assert tab.number("total") == total
    assert not tab.has("message")
    await tab.tap("undo")
    assert tab.has("message"), "there is nothing to take back"
    for _ in range(4):
        await tab.tap("redo")
    assert tab.number("total") == -3


async def test_open_lock_asks_before_closing(tab):
    await tab.taps("new-game r-lock cancel")
    assert not tab.has("r#")
    await tab.taps("r-lock r#")
    assert WORDS.lock_pill(LockState.ELSEWHERE, "") in tab.texts()
    assert tab.has("undo-message")
    await tab.tap("r5")
    assert not tab.has("undo-message"), "words say why not"
    assert tab.one("r5").disabled


async def test_five_crosses_offer_the_last_number(tab):
    await tab.taps("new-game r2 r3 r4 r5 r-lock")
    assert [node.identifier for node in Heard(tab).actionable()] == ["r#", "cancel"]
    await tab.taps("cancel r6 r-lock")
    assert [node.identifier for node in Heard(tab).actionable()] == ["r12", "r#", "cancel"]


async def test_second_closed_row_allows_one_cross_then_the_result(tab):
    await tab.taps("new-game r2 r-lock r# y-lock y#")
    assert tab.has("finish")
    await tab.tap("g12")
    assert tab.number("total") == 2
    assert tab.has("review")
    assert not tab.has("g11")


@pytest.mark.parametrize("size", [(390, 844), (640, 340)])
async def test_last_action_can_end_without_a_cross(pad, size):
    async with Client(pad.show_caller, *size) as tab:
        await tab.taps("new-game b12 r-lock r# y-lock y# finish")
        assert tab.has("review")
        await tab.tap("undo")
        assert tab.has("finish")


async def test_review_after_the_end_returns_to_the_result(tab):
    await tab.taps("new-game r2 menu finish review")
    assert tab.one("r2").checked
    assert tab.has("scrubber")
    await tab.tap("back")
    assert tab.has("review")
    await tab.tap("undo")
    assert tab.one("r2").checked


async def test_returning_tab_is_up_to_date(pad):
    async with Client(pad.show_caller) as one:
        await one.tap("new-game")
        async with Client(pad.show_caller, route=one.page.route) as other:
            await other.lose_link()
            await one.taps("r2 r3")
            await other.come_back()
            assert other.number("total") == 3
            await other.tap("r4")
            assert other.number("total") == one.number("total") == 6


async def test_unsaved_entry_is_reported_and_not_shown(tab, monkeypatch):
    def fail(*_):
        raise DiskFull

    await tab.taps("new-game r2")
    with monkeypatch.context() as disk:
        disk.setattr(Storage, "append", fail)
        await tab.tap("r3")
        assert {*WORDS.failure_texts(Failure.DISK_FULL)} <= {*tab.texts()}
        assert tab.number("total") == 1
        assert not tab.one("r3").checked
    await tab.tap("r3")
    assert tab.number("total") == 3


async def test_entry_of_another_process_appears_before_new_ones(tab, tmp_path):
    await tab.taps("new-game r2")
    game = tab.page.route.removeprefix("/game/")
    now = datetime.now(UTC)
    storage, _ = open_storage(tmp_path / "data", now=now)
    storage.append(game, 1, SavedEntry("y2", now))
    storage.close()
    await tab.tap("r3")
    assert {*WORDS.failure_texts(Failure.CHANGED_ELSEWHERE)} <= {*tab.texts()}
    assert tab.number("total") == 2
    await tab.tap("r3")
    assert tab.number("total") == 4


async def test_untouched_game_is_not_listed_but_reused(tab):
    await tab.tap("new-game")
    first = tab.page.route
    await tab.taps("menu home")
    assert not tab.has("continue-game")
    await tab.tap("new-game")
    assert tab.page.route == first


@pytest.mark.parametrize(("size", "text"), [((844, 390), 1.0), ((360, 640), 2.0)])
@pytest.mark.parametrize("line", ["classic", "classic/3"])
async def test_menu_is_fully_visible_on_low_screens(tmp_path, line, size, text):
    with pad_where(tmp_path, line, *("Anna", "Ben", "Cleo")[: 3 if "/" in line else 1]) as pad:
        async with Client(pad.show_caller, *size, route="/game/saved") as tab:
            await asks(tab, text=text)
            await tab.tap("menu")
            scrolls = [c for c in tab.walk() if getattr(c, "scroll", None) is not None]
            assert tab.one("home") in [c for each in scrolls for c in tab.walk(each)]
            assert tab.one("cancel") not in [c for each in scrolls for c in tab.walk(each)]


@pytest.mark.parametrize("size", [(640, 340), (360, 640)])
async def test_totals_fit_their_field_at_large_text(tmp_path, size):
    red = " ".join(f"r{n}" for n in range(2, 13))
    narrowest = 0.55
    with pad_where(tmp_path, f"lucky_15 {red} y2 y3 y4 y5 y6 g12 g11 g10 g9 g8", "Anna") as pad:
        async with Client(pad.show_caller, *size, route="/game/saved") as tab:
            await asks(tab, text=2.0)
            (total,) = (c for c in tab.walk() if getattr(c, "key", "") == "total")
            *_, box, _ = places(tab)["total"]
            assert total.value == "108"
            assert total.style.size * narrowest * len(total.value) < box


async def test_open_sheet_keeps_the_screen_awake(tab):
    await tab.taps("new-game r2 r3 r4 r5 r6 r12 menu home")
    done = {"enable", "disable", "light_impact", "medium_impact"}
    expected = ["enable", *["light_impact"] * 5, "medium_impact", "disable"]
    assert [name for name in tab.wire.asked if name in done] == expected


async def test_settings_apply_at_once_on_every_screen(pad):
    async with (
        Client(pad.show_caller) as tab,
        Client(pad.show_caller, route="/settings") as settings,
    ):
        await tab.tap("new-game")
        await settings.taps("set-columns set-dark")
        await tab.settle()
        assert places(tab)["r2"][0] == places(tab)["r12"][0], "in a column"
        assert tab.page.theme_mode is ft.ThemeMode.DARK


def says_what_is_of(pad, tab):
    """Whether a screen has the lines on what was found in the folder of a pad."""
    return {*WORDS.notice_texts(pad._services.library.storage_notice)} <= {*tab.texts()}


async def test_recovered_file_is_reported_to_the_owner(tmp_path):
    (tmp_path / JOURNAL_FILE).write_bytes(b"not a journal at all" * 99)
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show_caller) as tab, device(opened, BEN) as phone:
            assert says_what_is_of(opened, tab)
            assert not says_what_is_of(opened, phone)


async def test_older_copy_put_back_while_open_is_reported(pad, tab, tmp_path):
    file = tmp_path / "data" / JOURNAL_FILE
    await tab.taps("new-game r2")
    older = file.read_bytes()
    await tab.tap("r3")
    file.write_bytes(older)
    await tab.tap("r5")
    assert tab.number("total") == 6
    await tab.taps("menu home")
    assert says_what_is_of(pad, tab)
    assert not pad._services.library.storage_notice.awaits_choice
    await tab.tap("newest-games")
    assert not tab.has("older-copy-note")


async def test_older_copy_put_back_while_closed_waits(tmp_path):
    file = tmp_path / JOURNAL_FILE
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show_caller) as tab:
            await tab.taps("new-game r2")
            older = file.read_bytes()
            await tab.taps("menu home new-game r5 menu home")
    file.write_bytes(older)
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show_caller) as tab, device(opened, BEN) as phone:
            assert says_what_is_of(opened, tab)
            assert opened._services.library.storage_notice.missing_games == 1
            assert not phone.has("older-copy-note")
            await tab.taps("continue-game r3")
            assert file.read_bytes() == older
            await tab.taps("menu home older-copy")
            assert not tab.has("older-copy-note")
            await tab.taps("continue-game r3")
            assert tab.number("total") == 3


def on_card(tab, kind):
    """The controls of a kind on the open card."""
    (card,) = tab.find(lambda control: control.data == CARD_DATA)
    return [each for each in tab.walk(card) if isinstance(each, kind)]


@pytest.mark.parametrize("line", ["classic r2 b10", "classic r2 y#"])
async def test_lock_card_says_whether_the_game_ends(tmp_path, line):
    with pad_where(tmp_path, line, "Anna") as pad:
        async with Client(pad.show_caller, route="/game/saved") as tab:
            await tab.tap("r-lock")
            said = [each.value for each in on_card(tab, ft.Text)]
            assert lock_end_text("r", played(line), WORDS) in said
            assert WORDS.row_name("r") not in said, "the title has its colour"


async def test_second_cross_is_asked_about_without_a_sign_that_closes(tmp_path):
    with pad_where(tmp_path, "double_a r5", "Anna") as pad:
        async with Client(pad.show_caller, route="/game/saved") as tab:
            await tab.tap("r5")
            assert [each.icon for each in on_card(tab, ft.Icon)] == [
                getattr(ft.Icons, LIGHT.bands["r"].icon)
            ]
