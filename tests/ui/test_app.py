"""The pad as an app: opened on its first screen, with nobody there who reads a console."""

import errno
import sqlite3

import flet as ft
import pytest
from client import Client, in_a_loop
from table import as_visitor

from qwixx_pad import FONTS
from qwixx_pad.app import app, opened_pad
from qwixx_pad.i18n import catalogue
from qwixx_pad.service.device_identity import DeviceIdentity
from qwixx_pad.storage import DATABASE as FILE

GERMAN = {
    "locales": [{"language_code": "de", "country_code": "DE"}],
    "name": "Debian",
    "version": "13",
    "id": "debian",
    "id_like": [],
    "pretty_name": "Debian 13",
}


@pytest.fixture
def in_the_way(tmp_path):
    """A file where the folder of the games has to be."""
    file = tmp_path / "games"
    file.write_text("")
    return file


@in_a_loop
async def test_an_app_opens_its_games_with_its_first_screen(tmp_path):
    with app(tmp_path / "games") as show:
        assert not (tmp_path / "games").exists()
        async with Client(show) as tab:
            await tab.taps("new-game r2 r5")
            assert tab.name("total") == "Total 3"
    with opened_pad(tmp_path / "games") as pad:
        async with Client(pad.show) as tab:
            await tab.tap("continue-game")
            assert tab.name("total") == "Total 3", "an app that is ended loses nothing"


@in_a_loop
async def test_an_app_that_is_shown_again_goes_on_with_the_same_games(tmp_path):
    """Android keeps Python running when the last screen is left, and begins a new session."""
    with app(tmp_path) as show:
        async with Client(show) as tab:
            await tab.taps("new-game r2")
        async with Client(show) as tab:
            await tab.taps("continue-game r5")
            assert tab.name("total") == "Total 3"


@in_a_loop
async def test_an_app_leaves_no_folder_behind_for_files_of_browsers(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with app(tmp_path / "games") as show:
        async with Client(show) as tab:
            await tab.tap("new-game")
            assert not list(temporary.iterdir())


@in_a_loop
async def test_games_that_cannot_be_opened_are_a_screen_and_not_an_app_that_vanishes(in_the_way):
    with app(in_the_way) as show:
        async with Client(show) as tab:
            assert "Your games cannot be opened." in tab.texts()
            assert any("try again" in text for text in tab.texts())
            assert not any("Free some space" in text for text in tab.texts()), "it is not full"
            assert any(str(in_the_way) in text for text in tab.texts()), "what helps a helper"


@in_a_loop
async def test_a_disk_without_room_for_the_games_is_said_to_be_full(tmp_path, monkeypatch):
    def no_room(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with app(tmp_path / "games") as show:
        monkeypatch.setattr("pathlib.Path.mkdir", no_room)
        async with Client(show) as tab:
            assert any("Free some space" in text for text in tab.texts())


@in_a_loop
async def test_once_the_hindrance_is_gone_trying_again_opens_the_pad(in_the_way):
    with app(in_the_way) as show:
        async with Client(show) as tab:
            await tab.taps("try-again try-again")
            assert "Your games cannot be opened." in tab.texts()
            in_the_way.unlink()
            await tab.tap("try-again")
            assert not tab.has("try-again")
            await tab.taps("new-game r2 r5")
            assert tab.name("total") == "Total 3"
            await tab.resize(844, 390)
            assert tab.name("total") == "Total 3"


@in_a_loop
async def test_games_of_another_version_are_said_to_be_so_and_are_left_alone(tmp_path):
    with opened_pad(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("ALTER TABLE game ADD COLUMN table_code TEXT")
        other.execute("PRAGMA user_version = 2")
    other.close()
    before = (tmp_path / FILE).read_bytes()
    with app(tmp_path) as show:
        async with Client(show) as tab:
            assert "Your games are from another version of Qwixx Pad." in tab.texts()
            assert "Open them with that version. Nothing was changed." in tab.texts()
    assert (tmp_path / FILE).read_bytes() == before


@in_a_loop
async def test_the_app_says_so_in_the_language_of_its_device(in_the_way):
    with app(in_the_way) as show:

        def main(page):
            tab.wire.answers["get_device_info"] = GERMAN
            show(page)

        tab = Client(main, platform="linux")
        async with tab:
            await tab.settle()
            wanted = catalogue("de").gettext("Your games cannot be opened.")
            assert wanted in tab.texts()
            assert tab.name("try-again") == catalogue("de").gettext("Try again") != "Try again"


@in_a_loop
async def test_the_app_says_so_in_the_light_of_its_device_and_on_a_turned_one(in_the_way):
    with app(in_the_way) as show:
        dark = {"platform_brightness": "dark"}
        async with Client(show, 320, 480, **dark) as tab:
            assert tab.page.theme_mode is ft.ThemeMode.DARK
            await tab.resize(844, 390)
            assert tab.has("try-again")


@in_a_loop
async def test_an_app_offers_no_table_that_nobody_could_reach(tmp_path):
    with app(tmp_path) as show:
        async with Client(show) as tab:
            await tab.tap("one-device")
            assert tab.has("start-game")
            assert not tab.has("own-phones")


@in_a_loop
async def test_an_app_says_where_a_table_is_joined(tmp_path):
    with app(tmp_path) as show:
        async with Client(show) as tab:
            await tab.tap("join-table")
            assert any("open its address in the browser" in text for text in tab.texts())
            assert not tab.has("join")


@in_a_loop
async def test_back_leads_from_a_sheet_to_the_first_screen_and_the_sheet_is_kept(tmp_path):
    with app(tmp_path) as show:
        async with Client(show) as tab:
            await tab.taps("new-game r2 r5")
            await tab.page._trigger_event("view_pop", {"route": tab.page.route})
            await tab.settle()
            assert tab.page.route == "/"
            await tab.tap("continue-game")
            assert tab.name("total") == "Total 3"


@in_a_loop
async def test_an_app_that_slept_goes_on_where_it_was(tmp_path):
    with app(tmp_path) as show:
        async with Client(show) as tab:
            await tab.taps("new-game r2")
            for state in ("inactive", "hide", "pause", "restart", "show", "resume"):
                await tab.page._trigger_event("app_lifecycle_state_change", {"state": state})
                await tab.settle()
            await tab.tap("r5")
            assert tab.name("total") == "Total 3"


@pytest.mark.parametrize(("has_fonts", "asked"), [(False, FONTS), (True, {})])
@in_a_loop
async def test_fonts_are_asked_for_where_the_client_has_none_of_its_own(tmp_path, has_fonts, asked):
    with opened_pad(tmp_path / "games") as pad:
        identity = DeviceIdentity("host", "127.0.0.1", here=True, has_fonts=has_fonts)
        async with Client(as_visitor(pad, identity)) as tab:
            assert tab.page.fonts == asked
