"""Every installed layout has a game that can be read, and the game is still played that way."""

import pytest
from make import GAMES, HERE, tell

from qwixx_pad.core.line import read_line
from qwixx_pad.layouts import installed


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_told_as_it_was_accepted(name):
    told = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert tell(GAMES[name]) == told, "read the difference, then run tests/playthroughs/make.py"


def test_every_installed_layout_has_a_playthrough():
    setups = [read_line(line, installed()).setup for line in GAMES.values()]
    told = {layout.name.partition(":")[0] for setup in setups for layout in setup.layouts}
    assert told == {*installed(), *installed().seeded}


def test_no_file_tells_a_game_that_nobody_knows():
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)
