"""All 1,662 states of a classic row, and counts of play that closed forms foretell."""

from fractions import Fraction
from math import comb, factorial

import pytest
from strategies import start

from qwixx_pad.core.moves import Cross, Penalty
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.layouts import installed

CLASSIC = installed()["classic"]
ROWS = range(4)
WAYS_TO_CROSSES = [1, 10, 45, 120, 210, 252, 462, 330, 165, 55, 11, 1]
"""Ways to 0, 1, 2 … 11 crosses; the lock comes with the last number and is no step of its own."""


def reachable(row):
    """Every sheet that can be reached by crossing in one row only."""
    letter, numbers = CLASSIC.rows[row].letter, CLASSIC.rows[row].numbers
    found, fresh = {}, [Sheet.blank(CLASSIC)]
    while fresh:
        sheet = fresh.pop()
        found[sheet.marks] = sheet
        moves = (Cross(letter, number) for number in numbers)
        fresh += [sheet.marked(m) for m in moves if sheet.why_not(m) is None]
    return list(found.values())


def crossed_places(sheet, row):
    return [place for place in range(11) if sheet.marks[row] >> place & 1]


@pytest.mark.parametrize("row", ROWS)
def test_a_classic_row_has_1662_states(row):
    assert len(reachable(row)) == 1662


@pytest.mark.parametrize("row", ROWS)
def test_as_many_states_have_d_crosses_as_the_closed_form_says(row):
    counts = [0] * 12
    for sheet in reachable(row):
        counts[len(crossed_places(sheet, row))] += 1
    closed_form = [comb(10, d) + (comb(10, d - 1) if d >= 6 else 0) for d in range(12)]
    assert counts == closed_form == WAYS_TO_CROSSES


@pytest.mark.parametrize("row", ROWS)
def test_in_every_state_every_cell_is_legal_or_refused_with_the_right_word(row):
    for sheet in reachable(row):
        places = crossed_places(sheet, row)
        expected = [expected_word(places, place) for place in range(11)]
        letter, numbers = CLASSIC.rows[row].letter, CLASSIC.rows[row].numbers
        assert [sheet.why_not(Cross(letter, number)) for number in numbers] == expected


def expected_word(places, place):
    """The rule sheet in one breath: what is asked of a cell when these places are crossed."""
    if place in places:
        return "crossed"
    if 10 in places:
        return "closed"
    if place < max(places, default=-1):
        return "passed"
    return "needs_more" if place == 10 and len(places) < 5 else None


@pytest.mark.parametrize("row", ROWS)
def test_in_every_state_a_row_closed_by_another_takes_no_cross(row):
    letter, numbers = CLASSIC.rows[row].letter, CLASSIC.rows[row].numbers
    for sheet in reachable(row):
        places = crossed_places(sheet, row)
        words = [sheet.why_not(Cross(letter, number), closed={letter}) for number in numbers]
        assert words == ["crossed" if place in places else "closed" for place in range(11)]


@pytest.mark.parametrize("row", ROWS)
def test_in_every_state_points_are_the_triangle_of_the_crosses_lock_included(row):
    for sheet in reachable(row):
        places = crossed_places(sheet, row)
        crosses = len(places) + (10 in places)
        assert sheet.crosses(row) == crosses
        assert sheet.sum_line.rows[row] == sheet.total == sum(range(crosses + 1))


@pytest.mark.parametrize("row", ROWS)
def test_in_every_state_each_cell_shows_what_was_done_to_it(row):
    for sheet in reachable(row):
        places = crossed_places(sheet, row)
        furthest = max(places, default=-1)
        crossed_or_skipped = [
            "crossed" if place in places else "skipped" for place in range(furthest + 1)
        ]
        for closed, left_over in (((), "open"), ({CLASSIC.rows[row].letter}, "closed")):
            expected = crossed_or_skipped + [left_over] * (10 - furthest)
            assert list(sheet.states(row, closed)) == expected


@pytest.mark.parametrize("row", ROWS)
def test_a_cross_in_one_row_changes_nothing_in_the_others(row):
    others = [other for other in ROWS if other != row]
    for sheet in reachable(row):
        assert [sheet.crosses(other) for other in others] == [0, 0, 0]


def sequences(game, depth):
    """How many ways there are to enter so many crosses and penalties, split by the first."""
    legal = [e for e in game.legal if isinstance(e.move, Cross | Penalty)]
    if depth == 1:
        return dict.fromkeys((e.text for e in legal), 1)
    return {e.text: sum(sequences(game.play(e), depth - 1).values()) for e in legal}


def sequences_foretold(depth):
    """The same count from exponential generating functions.

    The four rows and the penalties do not touch one another before the game can end, so the
    ways to interleave them are the product of their series.
    """
    row = [Fraction(ways, factorial(d)) for d, ways in enumerate(WAYS_TO_CROSSES)]
    series = [Fraction(1, factorial(penalties)) for penalties in range(4)]
    for _ in ROWS:
        series = [sum((series[i] * row[d - i] for i in range(d + 1)), Fraction()) for d in range(4)]
    return series[depth] * factorial(depth)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_sheet_can_be_begun_in_as_many_ways_as_the_series_foretells(depth):
    split = sequences(start("classic"), depth)
    listed = "\n".join(f"{token}: {count}" for token, count in split.items())
    assert sum(split.values()) == sequences_foretold(depth), f"split by first entry:\n{listed}"
