"""The play screen in real sessions: what a tap does, what it says, what it leaves alone."""

from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import flet as ft
import pytest
from client import Client

from qwixx_pad.app import opened_pad
from qwixx_pad.storage import CannotWrite, DiskFull, open_storage
from qwixx_pad.storage.protocol import SavedEntry
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage


def kind(tab, cell):
    return tab.name(cell).partition(", ")[2]


async def test_crossing_adds_up_and_strikes_what_was_passed_over(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r5 b12")
        assert tab.name("total") == "Total 4"
        assert tab.name("points-r") == "Red 3 points"
        assert [kind(tab, f"r{n}") for n in (2, 3, 5, 6)] == [
            "crossed",
            "skipped",
            "crossed",
            "open",
        ]
        assert tab.one("r5").checked
        assert not tab.one("r6").checked


async def test_the_last_cell_waits_for_five_crosses_and_then_carries_the_lock(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r3 r4 r5")
        assert kind(tab, "r12") == "needs five crosses, you have 4"
        await tab.tap("r6")
        assert kind(tab, "r12") == "ready, also locks the row"
        await tab.tap("r12")
        assert tab.name("points-r") == "Red 28 points"
        assert "You closed it" in tab.texts()


async def test_each_row_says_what_its_next_cross_is_worth(pad):
    async with Client(pad.show) as tab:
        await tab.tap("new-game")
        assert tab.texts().count("+1") == 4
        await tab.taps("g12 g11 g10 g9 g8")
        assert "+6" in tab.texts()
        await tab.tap("g3")
        assert "+15" in tab.texts(), "the last number counts with its lock"


async def test_undo_and_redo_reach_everything(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 penalty y-lock y# b12")
        for total in ("Total -4", "Total -4", "Total 1", "Total 0"):
            await tab.tap("undo")
            assert tab.name("total") == total
        await tab.tap("undo")
        assert "Nothing to take back." in tab.texts()
        for _ in range(4):
            await tab.tap("redo")
        assert tab.name("total") == "Total -3"


async def test_tapping_an_open_lock_asks_before_it_closes(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r-lock")
        assert "Did someone close red?" in tab.texts()
        await tab.tap("cancel")
        assert not tab.has("r#")
        await tab.taps("r-lock r#")
        assert "Closed" in tab.texts()
        await tab.tap("r5")
        assert "Red is closed." in tab.texts()


async def test_with_five_crosses_the_last_number_is_offered_too(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r3 r4 r5 r-lock")
        assert "Cross 12 too" not in tab.texts()
        await tab.taps("cancel r6 r-lock")
        assert "Cross 12 too" in tab.texts()
        offered = [n for n in tab.all("r12") if n.label == "Cross 12 too"]
        assert len(offered) == 1


async def test_two_closed_rows_leave_one_cross_and_then_show_the_result(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r-lock r# y-lock y#")
        assert tab.has("finish")
        await tab.tap("g12")
        assert tab.name("total") == "Total 2"
        assert "Two rows are closed." in tab.texts()
        assert not tab.has("g11")


@pytest.mark.parametrize("size", [(390, 844), (640, 340)])
async def test_the_shared_action_may_be_closed_without_a_cross(pad, size):
    async with Client(pad.show, *size) as tab:
        await tab.taps("new-game r-lock r# y-lock y# finish")
        assert tab.has("review")
        await tab.tap("undo")
        assert tab.has("finish")


@pytest.mark.usefixtures("patient_finger")
async def test_four_misthrows_end_the_game_and_undo_stands_on_the_result(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game penalty penalty penalty penalty")
        assert "The last misthrow ended the game." in tab.texts()
        assert tab.name("total") == "Total -20"
        await tab.tap("undo")
        assert tab.name("penalty").startswith("Misthrow 4 of 4")


async def test_after_the_end_the_pad_is_looked_back_on_and_the_way_back_leads_to_the_end(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 menu finish review")
        assert kind(tab, "r2").startswith("crossed")
        assert tab.has("scrubber")
        await tab.tap("back")
        assert tab.has("review")
        await tab.tap("undo")
        assert kind(tab, "r2").startswith("crossed")


async def test_a_tab_that_was_away_is_up_to_date_when_it_returns(pad):
    async with Client(pad.show) as one:
        await one.tap("new-game")
        async with Client(pad.show, route=one.page.route) as other:
            await other.lose_link()
            await one.taps("r2 r3")
            await other.come_back()
            assert other.name("total") == "Total 3"
            await other.tap("r4")
            assert other.name("total") == one.name("total") == "Total 6"


@contextmanager
def failing_disk(monkeypatch, error):
    """The disk takes nothing while this lasts."""

    def fail(*_args):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStorage, "append", fail)
        yield


@pytest.mark.parametrize(
    ("error", "help_"),
    [
        (DiskFull("disk full"), "Free some space and try again."),
        (CannotWrite("disk I/O error"), "Try again. If it stays so, reopen the pad."),
    ],
)
async def test_what_could_not_be_saved_is_not_on_the_sheet_and_it_says_so(
    pad, monkeypatch, error, help_
):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2")
        with failing_disk(monkeypatch, error):
            await tab.tap("r3")
            assert {"Could not save", help_} <= set(tab.texts())
            assert tab.name("total") == "Total 1"
            assert kind(tab, "r3") == "open"
        await tab.tap("r3")
        assert tab.name("total") == "Total 3"


async def test_what_another_process_entered_is_shown_before_anything_is_added(pad, tmp_path):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2")
        game = tab.page.route.removeprefix("/game/")
        storage, _ = open_storage(tmp_path / "data", now=_now())
        storage.append(game, 1, SavedEntry("y2", _now()))
        storage.close()
        await tab.tap("r3")
        assert "This pad moved on elsewhere" in tab.texts()
        assert tab.name("total") == "Total 2"
        await tab.tap("r3")
        assert tab.name("total") == "Total 4"


def _now():
    return datetime.now(UTC)


async def test_a_closed_pad_opens_on_the_same_sheet_with_the_same_undo(tmp_path):
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show) as tab:
            await tab.tap("new-game")
            await tab.taps("r2 y4 undo")
            where = tab.page.route
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show) as tab:
            assert tab.has("continue-game")
            await tab.tap("continue-game")
            assert tab.page.route == where
            assert tab.name("total") == "Total 1"
            await tab.tap("redo")
            assert tab.name("total") == "Total 2"


async def test_an_untouched_pad_is_not_listed_and_is_taken_again(pad):
    async with Client(pad.show) as tab:
        await tab.tap("new-game")
        first = tab.page.route
        await tab.taps("menu home")
        assert not tab.has("continue-game")
        await tab.tap("new-game")
        assert tab.page.route == first


async def test_a_pad_that_does_not_exist_leads_home(pad):
    async with Client(pad.show, route="/game/nobody") as tab:
        assert tab.has("new-game")
        assert not tab.has("total")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 480), (640, 330), (1180, 820)])
async def test_in_every_space_every_cell_is_there_once(pad, width, height):
    async with Client(pad.show, width=width, height=height) as tab:
        await tab.tap("new-game")
        cells = [f"{row}{n}" for row in "rygb" for n in range(2, 13)]
        assert all(tab.has(cell) for cell in cells)
        for other in ("r-lock", "penalty", "undo", "redo", "total", "points-b", "menu"):
            assert tab.has(other)
        await tab.taps("r2 b12 penalty")
        assert tab.name("total") == "Total -3"


async def test_turning_the_device_keeps_everything(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r3 r5")
        await tab.resize(844, 390)
        assert tab.name("total") == "Total 6"
        assert kind(tab, "r5") == "crossed, the newest"
        await tab.resize(390, 844)
        await tab.tap("undo")
        assert tab.name("total") == "Total 3"


async def test_a_cross_in_one_row_paints_no_other_row_again(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2")
        before = {cell: tab.one(cell) for cell in ("y2", "g12", "b12", "r9")}
        await tab.tap("r3")
        same = {cell for cell, node in before.items() if tab.one(cell) is node}
        assert same >= {"y2", "g12", "b12"}


async def test_the_screen_stays_awake_while_a_sheet_is_open_and_a_cross_is_felt(pad):
    async with Client(pad.show) as tab:
        assert "enable" not in tab.wire.asked
        await tab.tap("new-game")
        assert "enable" in tab.wire.asked
        await tab.taps("r2 r3 r4 r5 r6")
        assert "light_impact" in tab.wire.asked
        assert "medium_impact" not in tab.wire.asked
        await tab.tap("r12")
        assert "medium_impact" in tab.wire.asked
        await tab.taps("menu home")
        assert tab.wire.asked.count("disable") == 1


async def test_settings_hold_at_once_on_every_screen_and_after_a_restart(tmp_path):
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show) as tab:
            await tab.taps("new-game r2")
            async with Client(opened.show, route="/settings") as settings:
                await settings.taps("set-columns set-dark")
                await tab.settle()
            assert "Misthrows" not in tab.texts()
            assert tab.page.theme_mode is ft.ThemeMode.DARK
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show, route="/settings") as tab:
            assert tab.one("set-columns").checked
            assert tab.one("set-dark").checked
            assert tab.one("set-awake").toggled


async def test_a_rescued_store_is_told_at_home(tmp_path):
    (tmp_path / "pad.db").write_bytes(b"not a database at all" * 99)
    with opened_pad(Path(tmp_path)) as opened:
        async with Client(opened.show) as tab:
            assert "The saved games were damaged" in tab.texts()


async def test_games_that_lie_beside_are_told_at_home(tmp_path, monkeypatch):
    (tmp_path / "pad.db").write_bytes(b"games of another kind")
    monkeypatch.setenv("QWIXX_PAD_STORE", "journal")
    with opened_pad(tmp_path) as opened:
        async with Client(opened.show) as tab:
            assert "There are more games in this folder" in tab.texts()
            assert "They are in pad.db, which stays as it is." in tab.texts()
