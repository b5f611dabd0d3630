"""How a game went: what its summary keeps of the points at the ends of its rolls."""

import pytest

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import summarise
from tests.support.library.library_pad import game

ANNA = ("1:g12", "", "1:g11", "", "1:g10", "", "1:g9", "", "1:g8", "")
BEN = ("2:r2", "2:r3", "2:r4", "2:r5", "2:r6", "2:y2", "2:y3", "2:y4", "2:y5", "2:y6")
TEN = " / ".join(f"{anna} {ben}" for anna, ben in zip(ANNA, BEN, strict=True))
"""Ten rolls of the same five crosses in a row each, and of five more for Ben: 15 to 30 points."""


def course(line, setup="classic/2", names=("Anna", "Ben")):
    """The course that is stored for each seat."""
    summary = summarise(game("g", *line.split(), setup=setup, names=names), installed_layouts())
    return [(score.largest_deficit, score.led_early) for score in summary.scores]


def test_summary_has_largest_deficit_and_leader_after_ten():
    turned = f"{TEN} / 1:g7 1:g6 / 1:g5 2:b12 end"
    assert course(turned) == [(15, False), (5, True)]


def test_deficit_within_a_roll_does_not_count():
    assert course("2:r2 1:r2 / 2:r3 1:r3 / 1:r4 end") == [(0, False), (3, False)]


def test_game_of_ten_rolls_has_no_leader_after_ten():
    assert course(f"{TEN} end") == [(15, False), (0, False)]


def test_shared_lead_after_ten_is_no_lead():
    rolls = zip(ANNA[::2], BEN[:5], strict=True)
    shared = " / ".join(f"{anna} / {ben}" for anna, ben in rolls)
    assert course(f"{shared} / 1:g7 end") == [(0, False), (6, False)]


@pytest.mark.parametrize(
    ("line", "setup"),
    [("r2 - end", "classic"), ("1:r2 end", "classic/2+paper"), ("1:r2 / 2:r2", "classic/2")],
    ids=["a single sheet", "copied from paper", "still open"],
)
def test_incomplete_games_have_no_course(line, setup):
    names = ("Anna", "Ben")[: 1 + ("/" in setup)]
    assert course(line, setup, names) == [(None, False)] * len(names)
