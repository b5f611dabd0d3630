"""Every printed sheet as it was accepted, on a phone; `tests/ui/drawings` has its other forms."""

import pytest

from tests.support.browser.chromium_pad import Server
from tests.support.browser.old_games import old_game
from tests.support.crossed_sheets import SHEETS, crossed, file_name
from tests.support.ui.pads_with_games import keep

GAME = "{}-False"
"""What the game on a sheet is called: its pen writes as it did when the pictures were accepted."""


@pytest.fixture(scope="module")
def pad(tmp_path_factory, lasting_tab):
    """A pad with a game on each sheet, opened once: no test here changes its games."""
    data = tmp_path_factory.mktemp("data")
    games = []
    for name, layout in SHEETS.items():
        head, _, line = crossed(layout).text.partition(" ")
        games.append(old_game(GAME.format(file_name(name)), head, line, names=("Anna",)))
    keep(data, games, seen_hints="cross lock penalty roll")
    server = Server(data)
    page = lasting_tab().open(server.url)
    yield page
    page.goto("about:blank")
    server.kill()


@pytest.mark.parametrize("name", [file_name(sheet) for sheet in SHEETS])
def test_sheet_matches_its_picture(pad, golden, name):
    golden(f"{name}-phone", pad.show(f"/game/{GAME.format(name)}").wait_for("total"))
