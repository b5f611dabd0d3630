"""The pen: handwriting that stays as it was written."""

from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.sheet.shapes import SQUARE_CELL_DP, WIDE_CELL_DP, cross_box, cross_strokes

SEEDS = st.text(min_size=1, max_size=20)
SIDES = st.floats(8, 200)
BOXES = st.builds(Box, st.floats(0, 500), st.floats(0, 500), SIDES, SIDES)
PORTRAIT = Box(0, 0, 29.2, 80)
NOTHING = 1e-9
POINTS = [4.008, 12.314, 19.467, 27.489, 26.722, 45.984]


def inside(box, strokes):
    """Whether curves lie there: no curve leaves the triangle of its two ends and its bend."""
    return all(
        box.x - NOTHING <= x <= box.right + NOTHING and box.y - NOTHING <= y <= box.bottom + NOTHING
        for stroke in strokes
        for x, y in (stroke.start, stroke.bend, stroke.end)
    )


def test_cross_strokes_never_change_between_releases():
    """Recorded numbers: another generator would redraw all old sheets."""
    first = cross_strokes("annar5", Box(0, 0, 30, 60))[0]
    assert [round(v, 3) for v in (*first.start, *first.bend, *first.end)] == POINTS


def test_crosses_of_a_sheet_all_differ():
    seeds = [f"{row}{number}" for row in "rygb" for number in range(2, 13)]
    assert len({cross_strokes(seed, PORTRAIT) for seed in seeds}) == len(seeds)


@given(SEEDS, BOXES)
def test_cross_stays_in_its_box(seed, box):
    assert inside(box, cross_strokes(seed, box))


@given(SEEDS, BOXES.filter(lambda box: 0.5 <= box.width / box.height <= 2))
def test_stretched_cross_stays_in_its_box(seed, box):
    assert inside(box, cross_strokes(seed, box, stretched=True))


@given(SEEDS, BOXES)
def test_cross_moves_with_its_cell(seed, box):
    there = Box(box.x + 40, box.y + 7, box.width, box.height)
    for near, far in zip(cross_strokes(seed, box), cross_strokes(seed, there), strict=True):
        assert abs(far.start[0] - near.start[0] - 40) < 1e-6
        assert abs(far.end[1] - near.end[1] - 7) < 1e-6


@given(SEEDS, BOXES)
def test_cross_strokes_slope_both_ways_and_meet(seed, box):
    falling, _, rising, _ = cross_strokes(seed, box)
    assert falling.start[0] < rising.start[0]
    assert falling.start[1] < rising.end[1]
    assert falling.end[1] > rising.start[1]


@given(SIDES, st.floats(44, 90))
def test_cross_leaves_room_for_the_small_number(width, height):
    """Above it in upright cells, to its left where there is width."""
    box = cross_box(Box(0, 0, width, height))
    assert (box.x if width >= WIDE_CELL_DP else box.y) >= 8
    assert (box.x > 0) == (width >= SQUARE_CELL_DP)
    assert box.right <= width + NOTHING
    assert box.bottom <= height + NOTHING
