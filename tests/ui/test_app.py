"""The pad as an app: opened on its first screen, with nobody there who reads a console."""

import errno

import flet as ft
import pytest

from qwixx_pad import FONTS
from qwixx_pad.app import app
from qwixx_pad.i18n import catalogue
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.storage import JOURNAL_FILE, CannotWrite, DiskFull, OtherVersion
from qwixx_pad.storage.journal_file import encode_line
from qwixx_pad.ui.shell.startup_error import startup_error_texts
from qwixx_pad.ui.text.translator import Translator
from tests.support.ui.quick_pads import AT_ONCE
from tests.support.ui.session_client import LINUX, Client
from tests.support.ui.table_devices import as_visitor, set_up, write


@pytest.fixture
def games(tmp_path):
    """Where the app keeps its games."""
    return tmp_path / "games"


@pytest.fixture
def in_the_way(games):
    """A file where the folder of the games has to be."""
    games.write_text("")
    return games


@pytest.fixture
def show(games):
    """What Flet calls for each session of the app."""
    with app(games, times=AT_ONCE) as shown:
        yield shown


def says(tab, error, language="en"):
    """Whether a screen says why the games cannot be opened."""
    return {*startup_error_texts(error, Translator(catalogue(language)))} <= {*tab.texts()}


async def test_app_restores_its_games_and_leaves_no_folder(games, show, tmp_path, monkeypatch):
    """Android keeps Python running when the last screen is left, and begins a new session."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert not games.exists()
    async with Client(show) as tab:
        await tab.taps("new-game r2")
    async with Client(show) as tab:
        await tab.tap("r5")
        assert tab.number("total") == 3
        assert not list(temporary.iterdir()), "which files of browsers would have"


async def test_retry_opens_the_pad_once_the_obstacle_is_gone(in_the_way, show):
    async with Client(show) as tab:
        assert says(tab, CannotWrite()), "it is not full"
        assert tab.sees(str(in_the_way)), "what helps a helper"
        await tab.taps("try-again try-again")
        assert says(tab, CannotWrite())
        in_the_way.unlink()
        await tab.tap("try-again")
        assert tab.has("new-game")


async def test_full_disk_is_reported_at_the_start(show, monkeypatch):
    def no_room(*_, **__):
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr("pathlib.Path.mkdir", no_room)
    async with Client(show) as tab:
        assert says(tab, DiskFull())


async def test_games_of_another_version_are_reported_at_the_start(games, show):
    games.mkdir()
    (games / JOURNAL_FILE).write_bytes(encode_line([b"journal [2]"]))
    async with Client(show) as tab:
        assert says(tab, OtherVersion())


@pytest.mark.usefixtures("in_the_way")
async def test_start_error_uses_the_device_language(show):
    def main(page):
        tab.wire.answers["get_device_info"] = LINUX
        show(page)

    tab = Client(main, platform="linux")
    async with tab:
        await tab.settle()
        assert says(tab, CannotWrite(), "de")
        assert not says(tab, CannotWrite())


@pytest.mark.usefixtures("in_the_way")
async def test_start_error_uses_theme_and_orientation(show):
    async with Client(show, 320, 480, platform_brightness="dark") as tab:
        assert tab.page.theme_mode is ft.ThemeMode.DARK
        await tab.resize(844, 390)
        assert tab.has("try-again")


async def test_app_offers_no_unreachable_tables(show):
    async with Client(show) as tab:
        await tab.tap("one-device")
        assert tab.has("start-game")
        assert not tab.has("own-phones")
        await tab.taps("back join-table")
        assert tab.page.route == "/join"
        assert not tab.has("join")


@pytest.mark.parametrize(("has_fonts", "asked"), [(False, FONTS), (True, {})])
async def test_missing_fonts_are_loaded_or_reported_below_the_field(pad, has_fonts, asked):
    identity = DeviceIdentity("host", "127.0.0.1", is_this_computer=True, has_fonts=has_fonts)
    async with Client(as_visitor(pad, identity)) as tab:
        assert tab.page.fonts == asked
        await set_up(tab, "🦊 Mia", "दिया")
        for identifier, names in {
            "player-name": {"דנה": False, "दिया": True, "Eva": False},
            "new-name": {"Mia": False, "ไมตรี": True, "Mia 2": False},
        }.items():
            for name, lacking in names.items():
                await write(tab, identifier, name)
                field = tab.field(identifier)
                assert (field.value, bool(field.helper)) == (name, lacking and has_fonts)
            await tab.tap("person-1")


async def test_home_renders_letters_of_known_names(tab):
    await set_up(tab, "🦊 Mia", "דנה", "Łukasz")
    await tab.taps("start-game r2 menu home")
    assert "".join(sorted("🦊דנה")) in tab.texts()
