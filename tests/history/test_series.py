"""The same people on one day play a series: who has won, with how many points, and when it ends."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from qwixx_pad.history.series import Tally, group_by_evening, series_until, split_by_evening
from qwixx_pad.storage.summary import GameState
from tests.support.storage.game_lists import scored
from tests.support.storage.sample_journals import NOON


def after(number, *games, best_of=0):
    """The series of a game as it stood then."""
    return series_until(str(number), group_by_evening(games).get(str(number), ()), best_of)


def wins(series):
    return {tally.name: (tally.wins, tally.points) for tally in series.tallies}


FIRST = scored(1, {"Anna": 50, "Ben": 40})
SECOND = scored(2, {"Ben": 70, "anna": 30})
THIRD = scored(3, {"Anna": 20, "Ben": 20})


def test_series_adds_wins_and_points_by_name():
    games = THIRD, FIRST, SECOND
    assert wins(after(1, *games)) == {"Anna": (1, 50), "Ben": (0, 40)}
    assert wins(after(2, *games)) == {"Ben": (1, 110), "anna": (1, 80)}
    assert wins(after(3, *games)) == {"Anna": (2, 100), "Ben": (2, 130)}, "a shared win is both's"
    assert after(3, *games).series_winners == (), "it goes on"


@pytest.mark.parametrize(
    "other",
    [
        scored(2, {"Anna": 9, "Ben": 8, "Cleo": 7}),
        scored(2, {"Anna": 9, "Cleo": 8}),
        scored(2, {"Anna": 9, "Ben": 8}, state=GameState.OPEN),
        scored(2, {"Anna": 9, "Ben": 8}, hours=24),
    ],
)
def test_series_excludes_other_people_open_games_and_days(other):
    later = scored(3, {"Anna": 1, "Ben": 2})
    assert len(after(3, FIRST, other, later).games) == 2
    assert wins(after(3, FIRST, other, later))["Anna"] == (1, 51)


def test_game_alone_or_with_nameless_player_has_no_series():
    assert after(1, scored(1, {"Anna": 9})) is None
    assert after(1, scored(1, {"Anna": 9, "": 8})) is None


def test_best_of_three_ends_with_two_wins():
    games = [scored(n, {"Anna": 50, "Ben": 40}) for n in (1, 2, 3)]
    assert after(1, *games, best_of=3).series_winners == ()
    assert after(2, *games, best_of=3).series_winners == ("Anna",)
    assert wins(after(3, *games, best_of=3))["Anna"] == (1, 50)
    assert after(2, *games, best_of=5).series_winners == ()


@pytest.mark.parametrize("best_of", [0, 3, 5])
def test_day_tally_is_independent_of_series_length(best_of):
    games = [scored(n, {"Anna": 50, "Ben": 40}) for n in range(1, 5)]
    assert after(4, *games, best_of=best_of).day_tallies[0] == Tally("Anna", 4, 200)


def test_series_without_two_wins_is_decided_by_points():
    points = {"A": 9, "B": 5, "C": 1}, {"A": 1, "B": 9, "C": 8}, {"A": 1, "B": 2, "C": 9}
    games = [scored(n, each) for n, each in enumerate(points)]
    assert after(2, *games, best_of=3).series_winners == ("C",)
    even = [scored(1, {"A": 9, "B": 9}), scored(2, {"A": 9, "B": 9})]
    assert after(2, *even, best_of=3).series_winners == ("A", "B")


def sections(*games, best_of=0):
    """The evenings of a list: how many games each has, and of how many its series is."""
    latest_first = sorted(games, key=lambda game: game.touched, reverse=True)
    found = [*split_by_evening(latest_first, group_by_evening(games), best_of)]
    assert [each.first for each in found] == [
        sum(e.games for e in found[:i]) for i in range(len(found))
    ]
    return [(each.games, each.series and len(each.series.games)) for each in found]


def test_list_is_split_by_day_and_series():
    alone = scored(4, {"Anna": 9})
    before = scored(0, {"Anna": 1, "Ben": 2}, hours=-24)
    day_before = scored(0, {"Anna": 1}, hours=-48)
    assert sections() == []
    assert sections(FIRST, SECOND, THIRD) == [(3, 3)]
    assert sections(FIRST, SECOND, THIRD, alone) == [(1, None), (3, 3)]
    assert sections(FIRST, alone) == [(2, None)], "one game is no series"
    assert (
        sections(FIRST, replace(before, game="a"), replace(day_before, game="b")) == [(1, None)] * 3
    )


def test_list_is_split_where_a_series_was_won():
    games = [scored(n, {"Anna": 50, "Ben": 40}) for n in (1, 2, 3)]
    assert sections(*games, best_of=3) == [(1, None), (2, 2)]


def test_evening_and_its_series_last_until_five():
    night = datetime(2026, 1, 2, 22).astimezone()
    late = (night - NOON) / timedelta(hours=1)
    games = [scored(n, {"A": n, "B": 0}, hours=late + 2 * n) for n in (0, 2)]
    assert sections(*games) == [(2, 2)]
    games.append(scored(4, {"A": 1}, hours=late + 8))
    assert sections(*games) == [(1, None), (2, 2)]
