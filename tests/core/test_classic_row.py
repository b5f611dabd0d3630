"""All 1,662 states of a classic row."""

from functools import cache
from math import comb

import pytest

from qwixx_pad.core.moves import Cross
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.layouts import installed_layouts

CLASSIC = installed_layouts()["classic"]
ROWS = range(4)


@cache
def reachable(row):
    """Every sheet that can be reached by crossing in one row only, and the places crossed."""
    found = {}
    fresh = [Sheet.blank(CLASSIC)]
    while fresh:
        sheet = fresh.pop()
        found[sheet.crossed] = sheet
        fresh += [sheet.with_single_move(m) for m in moves(row) if sheet.sheet_refusal(m) is None]
    return [(sheet, crossed_places(sheet, row)) for sheet in found.values()]


def moves(row):
    return [Cross(CLASSIC.rows[row].letter, number) for number in CLASSIC.rows[row].numbers]


def crossed_places(sheet, row):
    return [place for place in range(11) if sheet.crossed[row] >> place & 1]


@pytest.mark.parametrize("row", ROWS)
def test_classic_row_has_1662_states(row):
    """As many of d crosses as the closed form says."""
    counts = [0] * 12
    for _, places in reachable(row):
        counts[len(places)] += 1
    closed_form = [comb(10, d) + (comb(10, d - 1) if d >= 6 else 0) for d in range(12)]
    assert counts == closed_form
    assert sum(counts) == 1662


@pytest.mark.parametrize("closed", ["", "rygb"], ids=["open", "closed"])
@pytest.mark.parametrize("row", ROWS)
def test_every_row_state_gives_the_right_refusals(row, closed):
    for sheet, places in reachable(row):
        expected = [expected_word(places, place, closed) for place in range(11)]
        assert [sheet.sheet_refusal(move, closed=closed) for move in moves(row)] == expected


def expected_word(places, place, closed):
    """The rule sheet in one breath: what is asked of a cell when these places are crossed."""
    if place in places:
        return "crossed"
    if closed or 10 in places:
        return "closed"
    if place < max(places, default=-1):
        return "passed"
    return "needs_more" if place == 10 and len(places) < 5 else None


@pytest.mark.parametrize("row", ROWS)
def test_every_row_state_scores_triangular_points(row):
    for sheet, places in reachable(row):
        crosses = len(places) + (10 in places)
        assert [sheet.cross_count(each) for each in ROWS] == [0] * row + [crosses] + [0] * (3 - row)
        assert sheet.points_line.rows[row] == sheet.total == sum(range(crosses + 1))


@pytest.mark.parametrize("row", ROWS)
def test_every_row_state_gives_the_right_cell_states(row):
    for sheet, places in reachable(row):
        furthest = max(places, default=-1)
        crossed_or_skipped = [
            "crossed" if place in places else "skipped" for place in range(furthest + 1)
        ]
        for closed, left_over in (((), "open"), ({CLASSIC.rows[row].letter}, "closed")):
            expected = crossed_or_skipped + [left_over] * (10 - furthest)
            assert list(sheet.cell_states(row, closed)) == expected
