"""What turned a game is said on its result: once the chances are there, or at once by points."""

import pytest

from qwixx_pad.analysis import Chances
from qwixx_pad.ui import context
from qwixx_pad.ui.result import has_turning_point, turning_text
from tests.support.strategies import played
from tests.support.ui.pads_with_games import game_of, keep, pad_where
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import HOST, device

NAMES = ("Anna", "Ben")
CLOSE = "classic/2 1:r2 / 2:y3 2:y4 / 1:r3 1:r4 end"
"""Anna 6, Ben 3; she leads with her last cross."""
SLOW = f"classic/2 1:r2 {'2:out 2:in ' * 40}/ 2:- end"
"""Many moments: each is reckoned in a turn of its own."""


@pytest.mark.parametrize(
    "line", ["classic r2 end", "classic/2 1:r2 2:r2 end", "classic/2+paper 1:r2 end"]
)
def test_some_games_have_no_turning_point(line):
    assert not has_turning_point(played(line))


def helped_at_once(game):
    """All chances of Anna's change with her cross, which is the first entry."""
    yield Chances((), (), (0.5, 0.5))
    yield from [Chances((), (), (1.0, 0.0))] * len(game.applied)


def sentence(tab):
    return tab.one("turning").content.value


async def test_result_appears_before_its_turning_point(tmp_path, monkeypatch):
    monkeypatch.setattr(context, "game_chances", helped_at_once)
    line = SLOW.replace("/ 2:-", "/ 2:y3 2:y4 / 1:r3 1:r4")
    with pad_where(tmp_path, line, *NAMES) as pad:
        async with device(pad, HOST, "/game/saved") as anna:
            assert anna.has("rematch")
            assert not anna.has("turning")
            await anna.settle(99)
            curve = tuple(helped_at_once(played(line)))
            by_points, by_chances = (
                turning_text(played(line), NAMES, c, WORDS) for c in ((), curve)
            )
            assert sentence(anna) == by_chances != by_points


async def test_reopened_game_recomputes_its_turning_point(tmp_path):
    with pad_where(tmp_path, SLOW, *NAMES) as pad:
        async with device(pad, HOST, "/game/saved") as anna:
            await anna.tap("undo")
            assert anna.has("r3")
            await anna.settle(99)
            await anna.taps("menu finish")
            await anna.settle(99)
            assert sentence(anna)
            assert anna.alive()


@pytest.mark.parametrize(("wanted", "times"), [("no", 0), ("yes", 1)])
async def test_turning_text_uses_points_without_chances(tmp_path, monkeypatch, wanted, times):
    asked = []
    monkeypatch.setattr(context, "game_chances", lambda game: asked.append(game) or ())
    games = [game_of(CLOSE, *NAMES), game_of("classic r2 end", "Anna", called="alone")]
    keep(tmp_path, games, chances=wanted)
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/game/saved") as anna:
            assert sentence(anna) == turning_text(played(CLOSE), NAMES, (), WORDS)
            assert len(asked) == times
        async with device(pad, HOST, "/game/alone") as anna:
            assert not anna.has("turning")
