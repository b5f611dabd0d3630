"""What ships of the value: it is near the truth where that is known, fair, and sure at the end."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx_pad.analysis.net import CLOSED, encode_row_state
from qwixx_pad.analysis.value import game_chances, value_of
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.notation import read_line
from qwixx_pad.core.positions import Solo
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.layouts import installed_layouts
from tests.support.strategies import games, played, ready_to_lock

KNOWN = ("classic", "on_board", "mixx_a", "mixx_b")
OPTIONS = ("", "+finish-turn")
EXACT = json.loads(Path(__file__).with_name("exact.json").read_text(encoding="utf-8"))
CLASSIC = installed_layouts()["classic"]
PLACES = {
    encode_row_state(last, n): (last, n)
    for last in range(11)
    for n in range(min(1, last), last + 1)
}


def sheet_of(states, penalties):
    """A sheet whose rows are in these states; a closed row is empty, and is closed elsewhere."""
    marks = []
    for state in states:
        last, crosses = PLACES.get(state, (0, 0))
        rest = (1 << max(crosses - 1, 0)) - 1
        marks.append(rest | (1 << last - 1 if last else 0))
    return replace(Sheet.blank(CLASSIC), crossed=tuple(marks), penalties=penalties)


def expected(states, penalties, finish):
    """The points still to come, and their spread, of a sheet alone."""
    sheet = sheet_of(states, penalties)
    shut = frozenset(
        row.letter for row, state in zip(CLASSIC.rows, states, strict=True) if state == CLOSED
    )
    setup = Setup.for_layout(CLASSIC, finish_turn=bool(finish))
    said = value_of(setup).chances_at(Solo(sheet, closed_elsewhere=shut))
    return said.points[0] - sheet.total, said.spread[0]


def test_single_sheet_value_is_near_the_exact_one():
    off = [abs(expected(*position)[0] - mean) for *position, mean, _ in EXACT]
    assert fmean(off) <= 1.0
    assert sorted(off)[int(0.99 * len(off))] <= 4.0


def test_single_sheet_spread_is_near_the_exact_one():
    off = [abs(expected(*position)[1] - spread) for *position, _, spread in EXACT]
    assert fmean(off) <= 2.0


@pytest.mark.parametrize(("finish", "exact"), [(0, 115.4831), (1, 115.9108)])
def test_fresh_sheet_value_matches_published_results(finish, exact):
    first = next(each for each in EXACT if each[:3] == [[0, 0, 0, 0], 0, finish])
    assert first[3] == pytest.approx(exact, abs=0.0001)
    assert expected([0, 0, 0, 0], 0, finish)[0] == pytest.approx(exact, abs=1.0)


@pytest.mark.parametrize(
    ("seats", "bounds"), [(2, (130.50, 131.13)), (3, (142.42, 143.60, 143.01))]
)
def test_expected_points_stay_below_the_maximum(seats, bounds):
    setup = Setup.for_layout(CLASSIC, seats)
    said = value_of(setup).chances_at(setup.start_position())
    assert all(mine < most for mine, most in zip(said.points, bounds, strict=True))


HEADS = [f"{name}/{seats}{option}" for name in KNOWN for seats in (2, 4) for option in OPTIONS]
some_games = games(st.sampled_from(HEADS))
classic_games = games(st.sampled_from(["classic/2", "classic/5", "classic/3+finish-turn"]))


@given(some_games)
@settings(deadline=None, max_examples=25)
def test_win_and_draw_chances_sum_to_one(game):
    for said in islice(game_chances(game), 0, None, 5):
        assert sum(said.win) + said.draw == pytest.approx(1)
        assert min(*said.win, said.draw) >= 0
        assert len(said.points) == len(said.spread) == len(said.win) == game.setup.seats


@given(some_games)
@settings(deadline=None, max_examples=25)
def test_winner_is_certain_at_the_end(game):
    setup = game.setup
    position = game.position
    said = value_of(setup).chances_at(replace(position, finished=True))
    totals = [sheet.total for sheet in position.sheets]
    alone = totals.count(max(totals)) == 1
    assert said.win == tuple(float(alone and total == max(totals)) for total in totals)
    assert said.draw == float(not alone)
    assert said.points == tuple(totals)
    assert said.spread == (0.0,) * setup.seats


READY = " ".join(("classic/2", *ready_to_lock("classic/2", "ry"), "1:r12 2:r12 /"))
"""Both have locked red and may lock yellow next, which ends the game; seat 2 rolls."""


def test_winner_is_uncertain_while_others_may_cross():
    *_, locked, end = game_chances(played(f"{READY} 2:y12 1:g12"))
    assert 0.9 < locked.win[1] < 1
    assert locked.win[1] + locked.draw == pytest.approx(1)
    assert end.win == (0, 1)


def test_passive_lock_leaves_a_possible_draw():
    *_, locked, _ = game_chances(played(f"{READY} 1:y12 2:g12"))
    assert locked.draw == 1


def test_final_log_implies_no_further_crosses():
    *_, end = game_chances(played(f"{READY} 2:y12"))
    assert end.win == (0, 1)


def rows_exchanged(position, order):
    """The same position with the marks of other rows in each row."""
    letters = [row.letter for row in CLASSIC.rows]
    named = {letters[at]: letters[to] for to, at in enumerate(order)}
    sheets = tuple(
        replace(sheet, crossed=tuple(sheet.crossed[at] for at in order))
        for sheet in position.sheets
    )
    return replace(
        position,
        sheets=sheets,
        closed_before=frozenset(named[letter] for letter in position.closed_before),
        locked_this_roll=frozenset(named[letter] for letter in position.locked_this_roll),
    )


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (0, 1, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)])
@given(game=classic_games)
@settings(deadline=None, max_examples=15)
def test_equivalent_rows_can_be_exchanged(order, game):
    value = value_of(game.setup)
    assert_alike(
        value.chances_at(rows_exchanged(game.position, order)), value.chances_at(game.position)
    )


@given(game=some_games, by=st.integers(1, 4))
@settings(deadline=None, max_examples=15)
def test_rotated_seats_rotate_the_chances(game, by):
    position = game.position
    seats = game.setup.seats

    def turned(values):
        return tuple(values[(at + by) % seats] for at in range(seats))

    def moved(seat):
        return None if seat is None else (seat - 1 - by) % seats + 1

    other = replace(
        position,
        sheets=turned(position.sheets),
        crosses_this_roll=turned(position.crosses_this_roll),
        active=moved(position.active),
        first_arrival=moved(position.first_arrival),
        sitting_out=frozenset(map(moved, position.sitting_out)),
    )
    value = value_of(game.setup)
    was = value.chances_at(position)
    now = value.chances_at(other)
    assert now.points == pytest.approx(turned(was.points))
    assert now.win == pytest.approx(turned(was.win))
    assert now.draw == pytest.approx(was.draw)


def assert_alike(one, other):
    assert one.points == pytest.approx(other.points)
    assert one.win == pytest.approx(other.win)
    assert one.draw == pytest.approx(other.draw)


def test_sitting_out_seat_keeps_its_total():
    game, _ = read_line("classic/3 1:r5 2:r6 3:r7 / 2:out", installed_layouts()).replay_tokens()
    *_, said = game_chances(game)
    assert said.points[1] == 1
    assert said.spread[1] == 0


def test_late_lead_is_worth_more_than_an_early_one():
    ahead = "1:r2 1:r3 / / 1:r4 1:r5 / / "
    early, _ = read_line(f"classic/2 {ahead}", installed_layouts()).replay_tokens()
    late, _ = read_line(
        f"classic/2 {ahead} 1:r6 1:r7 / / 1:r8 1:r12 /", installed_layouts()
    ).replay_tokens()
    assert [*game_chances(early)][-1].win[0] < [*game_chances(late)][-1].win[0] > 0.9


@pytest.mark.parametrize(
    "setup",
    [
        Setup.for_layout(installed_layouts()["longo"], 2),
        Setup.for_layout(installed_layouts()["double_a"]),
        Setup((CLASSIC, CLASSIC), paper=True),
        Setup((installed_layouts()["chain_a"], installed_layouts()["chain_b"])),
    ],
)
def test_value_is_unknown_for_some_sheets(setup):
    assert value_of(setup) is None
    assert [*game_chances(Game.start(setup))] == []


def test_shipped_weights_are_small():
    folder = Path(__file__).parents[2] / "qwixx_pad" / "analysis"
    assert sum(file.stat().st_size for file in folder.glob("*.weights")) < 100_000
