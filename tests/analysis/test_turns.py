"""Which rolls turned a game, and by which entry."""

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.turning_points import find_turning_rolls
from qwixx_pad.core.story import Story
from tests.support.strategies import played, ready_to_lock


def found(line, *first):
    """Roll, seat and entry of each turn; the first one's chances to win at each moment."""
    story = Story.from_game(played(line))
    curve = [Chances((), (), (win, 1 - win)) for win in first]
    assert len(curve) == len(story.game.timeline.positions)
    return [
        (turn.roll, turn.seat, story.game.applied[turn.entry - 1].text)
        for turn in find_turning_rolls(story, curve)
    ]


def test_turning_point_is_the_most_helpful_entry_of_a_roll():
    line = "classic/2 1:r2 1:r3 2:g12 /"
    assert found(line, 0.5, 0.55, 0.7, 0.6, 0.6) == [(1, 1, "1:r3")]
    assert found(line, 0.5, 0.55, 0.7, 0.52, 0.52) == [], "what moved little turned nothing"


def test_entries_of_a_seat_in_a_roll_count_together():
    line = "classic/2 1:r9 1:b3 2:g12 /"
    assert found(line, 0.5, 0.46, 0.4, 0.33, 0.33) == [(1, 2, "1:b3")]


def test_one_sided_game_has_no_turning_point():
    line = "classic/2 1:r2 / 2:r2 / 1:r3 /"
    assert found(line, 0.5, 0.8, 0.8, 0.9, 0.9, 1.0, 1.0) == [(1, 1, "1:r2")]
    assert found(line, 0.5, 0.8, 0.8, 0.6, 0.6, 0.5, 0.5) == [
        (1, 1, "1:r2"),
        (2, 2, "2:r2"),
        (3, 2, "1:r3"),
    ]


def test_turning_point_of_a_lock_includes_its_closing():
    before = ready_to_lock("classic/2", "r")
    line = " ".join(("classic/2", *before, "1:r12 2:g11 /"))
    even = [0.5] * (len(before) + 1)
    ((_, seat, entry),) = found(line, *even, 0.52, 0.53, 0.65)
    assert (seat, entry) == (1, "1:r12")


def test_turning_point_of_a_roll_end_is_its_penalty():
    assert found("classic/2 2:r2 /", 0.5, 0.5, 0.4) == [(1, 2, "/")]


def test_last_turning_point_is_the_winning_entry():
    before = (*ready_to_lock("classic/2", "ry"), "1:g12", "/")
    even = [0.5] * (len(before) + 1)
    line = " ".join(("classic/2", *before, "1:r12 2:y12 /"))
    assert played(line.removesuffix(" /")).position.is_over
    assert [entry for *_, entry in found(line, *even, 0.6, 1.0, 1.0)] == ["1:r12"]


def test_last_turning_point_credits_the_most_helpful_entry():
    before = ["1:-", "/", "/"] * 3
    even = [0.5] * (len(before) + 1)
    line = " ".join(("classic/2", *before, "2:r2 1:- /"))
    assert [entry for *_, entry in found(line, *even, 0.4, 0.0, 0.0)] == ["1:-"]
