"""The statistics of a few evenings, counted by hand."""

from dataclasses import replace

import pytest

from qwixx_pad.history.players import ComebackStats, PlayerStats, Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import ExtraStats, SheetStats, Statistics
from qwixx_pad.storage.summary import GameQuery, GameState, RowScore, Score
from tests.support.storage.game_lists import game_summary, index_over, scored

SUMMARIES = (
    scored(1, {"Anna": 25, "Ben": 30}),
    scored(2, {"": 55}),
    scored(3, {"Anna": -15, "Ben": -20, "Cleo": 7}),
    scored(4, {"ben": 15, "": 3, "anna": 15}),
    scored(5, {"ANNA": 99}, on="longo"),
    scored(6, {"Anna": 70, "Cleo": 9}, state=GameState.OPEN),
    scored(7, {"Anna": 70, "Cleo": 9}, state=GameState.UNREADABLE),
)
"""A nameless sheet alone is the owner's, a nameless guest is nobody; the fourth has two winners."""
TIMES = {int(summary.game): summary.touched for summary in SUMMARIES}


@pytest.fixture(scope="module")
def index():
    return index_over(SUMMARIES)


def test_player_statistics_count_finished_sheets(index):
    assert index.player_statistics(GameQuery(players=("aNNa",)), "Anna") == Statistics(
        sheets=5,
        multiplayer_sheets=3,
        wins=1,
        best=55,
        best_at=TIMES[2],
        average=20.0,
        spread=25.0,
        quartiles=(7.5, 20.0, 32.5),
        bins=((-20, 1), (-10, 0), (0, 0), (10, 1), (20, 1), (30, 0), (40, 0), (50, 1)),
        latest=15,
        penalties=0.0,
        penalty_counts=(5,),
        rows=(),
        rivals=(Rival("ben", 3, 1, 1, 0.0), Rival("Cleo", 1, 0, 1, -22.0)),
        recent=((TIMES[1], 25), (TIMES[2], 55), (TIMES[3], -15), (TIMES[4], 15)),
        by_sheet=(SheetStats("classic", 4, 20.0, 55), SheetStats("longo", 1, 99.0, 99)),
        extras=(),
        seats=(1, 2, 3),
    )


@pytest.mark.parametrize(
    ("wanted", "sheets", "contests", "wins", "best"),
    [
        (GameQuery(), 10, 8, 4, 55),
        (GameQuery(players=("Anna", "Ben")), 8, 8, 4, 30),
        (GameQuery(players=("Ben",)), 3, 3, 2, 30),
        (GameQuery(players=("Anna",), layout="longo"), 1, 0, 0, 99),
        (GameQuery(since=TIMES[4]), 4, 3, 2, 15),
        (GameQuery(seats=1), 2, 0, 0, 55),
        (GameQuery(seats=2), 2, 2, 1, 30),
        (GameQuery(players=("Ben",), seats=3), 2, 2, 1, 15),
        (GameQuery(state=GameState.OPEN), 0, 0, 0, 0),
        (GameQuery(players=("Nobody",)), 0, 0, 0, 0),
    ],
)
def test_group_statistics_count_all_sheets_of_their_games(
    index, wanted, sheets, contests, wins, best
):
    counted = index.player_statistics(wanted, "Anna")
    assert (counted.sheets, counted.multiplayer_sheets, counted.wins) == (sheets, contests, wins)
    assert counted.best == best
    assert bool(counted.rivals) == (wanted.players == ("Ben",))


def test_standings_are_sorted_by_games_with_latest_name(index):
    assert index.player_stats(GameQuery(), "Anna") == (
        PlayerStats("ANNA", 5, 1, 20.0, 55),
        PlayerStats("ben", 3, 2, 25 / 3, 30),
        PlayerStats("Cleo", 1, 1, 7.0, 7),
    )
    assert index.player_stats(GameQuery(players=("Ben", "anna")), "Anna") == (
        PlayerStats("anna", 3, 1, 25 / 3, 25),
        PlayerStats("ben", 3, 2, 25 / 3, 30),
    )


def test_nameless_sheets_count_but_have_no_line(index):
    assert index.player_statistics(GameQuery(), "").sheets == 10
    assert [line.games for line in index.player_stats(GameQuery(), "")] == [4, 3, 1]


def test_player_without_the_main_sheet_has_no_average():
    index = index_over([*SUMMARIES[:2], scored(8, {"Dan": 3}, on="longo")])
    (dan,) = (line for line in index.player_stats(GameQuery(), "") if line.name == "Dan")
    assert dan == PlayerStats("Dan", 1, 0, None, None)


def test_sheets_from_seeds_are_one_sheet():
    sheets = ("longo", "random_numbers:3", "random_numbers:4")
    counted = index_over(scored(n, {"": n}, on=name) for n, name in enumerate(sheets, 1))
    numbers = counted.player_statistics(GameQuery())
    assert [each.sheet for each in numbers.by_sheet] == ["random_numbers:", "longo"]
    assert (numbers.sheets, numbers.compared_count, numbers.average) == (3, 2, 2.5)


def test_statistics_without_games_are_empty():
    index = index_over(())
    assert index.player_statistics(GameQuery(), "Anna") == Statistics()
    assert (index.player_stats(GameQuery()), index.players(), index.played_layouts()) == (
        (),
        (),
        (),
    )


def test_single_total_has_equal_quartiles_and_no_spread():
    counted = index_over(SUMMARIES[1:2]).player_statistics(GameQuery(), "")
    assert (counted.quartiles, counted.spread, counted.bins) == ((55, 55, 55), 0.0, ((50, 1),))


def test_recent_totals_are_limited_to_fifty():
    many = [scored(number, {"Anna": 1 + number % 2}) for number in range(60)]
    counted = index_over(many).player_statistics(GameQuery(), "")
    assert [at for at, _ in counted.recent] == [summary.touched for summary in many[10:]]
    assert counted.best_at == many[1].touched


def sheet(number, penalties, *rows, **extras):
    score = Score(1, "Anna", 1, 9, penalties, 0, tuple(extras.items()), rows, "classic")
    return game_summary(number, (score,), number)


def test_averages_count_only_sheets_that_have_the_part():
    red = RowScore("r", 0, 4, 10, locked=False, closed=True, crosses_to_lock=5, max_crosses=12)
    locked = red._replace(crosses=8, points=36, locked=True, closed=False)
    box = red._replace(letter="x", max_crosses=0)
    sheets = sheet(1, 0, red, box, board=3), sheet(2, 3, locked, box, board=6), sheet(3, 0)
    counted = index_over(sheets).player_statistics(GameQuery(), "")
    assert (counted.penalties, counted.penalty_counts) == (1.0, (2, 0, 0, 1))
    assert counted.rows == (RowStats("r", 5, 12, 2, 23.0, 6.0, 1, 1),)
    assert counted.extras == (ExtraStats("board", 2, 4.5),)


def rolled(number, points, behind, leader="", **more):
    """A game of these points; how far everybody was behind at most, and who led after ten rolls."""
    summary = scored(number, points, **more)
    scores = (
        score._replace(largest_deficit=most, led_early=score.name == leader)
        for score, most in zip(summary.scores, behind, strict=True)
    )
    return replace(summary, scores=tuple(scores))


ROLLED = (
    rolled(1, {"Anna": 50, "Ben": 40}, (10, 3), "Ben"),
    rolled(2, {"Anna": 50, "Ben": 60}, (12, 9), "Ben"),
    rolled(3, {"Anna": 50, "Cleo": 50}, (30, 30), "Anna"),
    rolled(4, {"Anna": 70, "Ben": 20}, (22, 40), "Anna", on="longo"),
    rolled(5, {"Anna": 80, "Ben": 20}, (22, 60), on="longo"),
    rolled(6, {"Anna": 1, "Ben": 2}, (5, 0), "Ben", state=GameState.OPEN),
    scored(7, {"Anna": 80, "Ben": 20}),
)
"""The third has two winners, the sixth is not over, the seventh was copied from paper."""
TOGETHER = {int(summary.game): summary.touched for summary in ROLLED}


@pytest.mark.parametrize(
    ("wanted", "course"),
    [
        (GameQuery(), ComebackStats(4, 3, 22, TOGETHER[4], 4, 2)),
        (GameQuery(players=("Anna",)), ComebackStats(3, 3, 22, TOGETHER[4], 2, 1)),
        (GameQuery(players=("Ben",)), ComebackStats(1, 0, 9, TOGETHER[2], 2, 1)),
        (GameQuery(players=("Cleo",)), ComebackStats()),
        (GameQuery(players=("Anna", "Cleo")), ComebackStats(early_leads=1)),
        (GameQuery(layout="classic"), ComebackStats(2, 1, 10, TOGETHER[1], 3, 1)),
        (GameQuery(since=TOGETHER[5]), ComebackStats(1, 1, 22, TOGETHER[5])),
    ],
)
def test_comebacks_and_leads_count_comparable_games(wanted, course):
    assert index_over(ROLLED).player_statistics(wanted, "Anna").comeback_stats == course


def test_player_never_behind_made_no_comeback():
    index = index_over([rolled(1, {"Anna": 9, "Ben": 8}, (0, 9), "Anna")])
    assert index.player_statistics(GameQuery()).comeback_stats == ComebackStats(1, 0, 0, None, 1, 1)


def test_rivals_are_sorted_by_games_then_name():
    tables = [{"Anna": 2, "Cleo": 1}, {"Anna": 1, "Ben": 2}, {"Anna": 3, "Dan": 3}]
    index = index_over(scored(n, each) for n, each in enumerate([*tables, tables[2]]))
    assert index.player_statistics(GameQuery(players=("Anna",))).rivals == (
        Rival("Dan", 2, 0, 0, 0.0),
        Rival("Ben", 1, 0, 1, -1.0),
        Rival("Cleo", 1, 1, 0, 1.0),
    )
