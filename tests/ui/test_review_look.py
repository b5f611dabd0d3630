"""What a review draws of a game, before anything is painted; on each printed sheet it adds up."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.analysis.turning_points import favourite_changes
from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Cross, CrossField, Exchange
from qwixx_pad.core.scoring import score_terms
from qwixx_pad.core.story import Story
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.actions import CorrectEntry
from qwixx_pad.ui.correction import CorrectionCard, correction_look, step_look
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.review import (
    index_at,
    moment_of,
    past_sheet,
    review_geometry,
    seat_looks,
    tick_looks,
)
from qwixx_pad.ui.review.chart import (
    Plot,
    chart_look,
    grid_values,
    nearest_step,
    points_cursor,
    rolls_at_moments,
    space_heights,
    win_chart,
    win_cursor,
)
from qwixx_pad.ui.review.moments import chance_highlights, turning_points
from qwixx_pad.ui.review.review_parts import step_at_x, thumb_x, tick_width
from tests.support.random_evenings import whole_game
from tests.support.strategies import examples, games, played
from tests.support.ui.reviews import ROLLS, SWING, curve_of, reviewed, reviewed_with_story, seen
from tests.support.ui.surroundings import WORDS

HEADS = (
    *(f"{name}/2" for name in installed_layouts()),
    *("random_numbers:7/2", "random_colors:9/2", "chain_a,chain_d/2", "bonus_b", "longo"),
)
ANNA = 1
BEN = 2
every_sheet = pytest.mark.parametrize("head", HEADS)


@cache
def whole(head):
    return whole_game(head, 3)


def chart(line, seat=1):
    return chart_look(*reviewed_with_story(line), seat, WORDS)


def ringed(look):
    """The places and the tokens of the cells in a ring."""
    return {
        (i, j): cell.token
        for i, band in enumerate(look.rows)
        for j, cell in enumerate(band.cells)
        if cell.is_ringed
    }


# On every sheet


@every_sheet
def test_ranking_totals_match_and_steps_have_texts(head):
    game = whole(head)
    story = Story.from_game(whole(head))
    for place in end_look(game, ("Anna", "Ben"), (0, 1), WORDS).ranking:
        steps = story.steps_of_seat(place.seat)
        assert place.terms == score_terms(game.position.sheet_of(place.seat))
        assert sum(term.points for term in place.terms) == place.total
        for index, tick in enumerate(tick_looks(steps, game, WORDS), 1):
            look = step_look(seen(game), story, place.seat, index, WORDS)
            assert look.title == tick.spoken
            assert bool(look.tile) != bool(look.icon)
    assert turning_points(seen(game), story, WORDS)


@every_sheet
def test_each_cross_is_ringed_once_at_its_step(head):
    game = whole(head)
    story = Story.from_game(whole(head))
    for seat, sheet in enumerate(game.position.sheets, 1):
        made = [place for step in story.steps_of_seat(seat) for place in step.cells]
        crosses = sum(marks.bit_count() for marks in (*sheet.crossed, *sheet.crossed_twice))
        assert len(made) == crosses
        last = next(step for step in reversed(story.steps_of_seat(seat)) if step.cells)
        assert {*ringed(past_sheet(seen(game), last.after, seat, last, WORDS))} == {*last.cells}


@every_sheet
def test_correction_card_shows_every_entry(head):
    card = CorrectionCard.open_at(seen(whole(head)), 1)
    for index, spot in enumerate(card.spots[::4]):
        at = replace(card, index=4 * index)
        look = correction_look(at, WORDS)
        assert look.step.title
        if spot.step is not None and isinstance(spot.step.move, Cross | CrossField | Exchange):
            assert [*ringed(look.sheet).values()] == [spot.step.move.text]
        if look.may_take_out:
            done = at.react(CorrectEntry(None), WORDS)
            assert isinstance(done, Change) or done.notice


# The steps


@pytest.mark.parametrize(
    ("line", "tile", "letter", "gain"),
    [
        ("classic/2 1:g12 / 2:y3 1:g8", "8", "g", "+2"),
        ("classic r2 r3 r4 r5 r6 r12", "12", "r", "+13"),
        ("classic - r2 -", "−5", "", "−5"),
        ("classic r#", "", "r", ""),
        ("classic r2 end", "", "", ""),
        ("on_board/2 1:@7", "7", "", "+7"),
        ("on_board/2 1:@!", "", "", ""),
        ("classic/2 1:r5 1:out", "", "", ""),
        ("classic/2 /", "−5", "", "−5"),
    ],
)
def test_step_tile_and_tick_match_its_kind(line, tile, letter, gain):
    game, story = reviewed_with_story(line)
    steps = story.steps_of_seat(1)
    look = step_look(game, story, 1, len(steps), WORDS)
    assert (look.tile, look.letter, look.gain) == (tile, letter, gain)
    assert tick_looks(steps, game.game, WORDS)[-1].letter == (
        "" if line == "classic r#" else letter
    )


def test_steps_and_moments_map_to_each_other():
    steps = Story.from_game(played("classic/2 1:r2 2:r2 / 1:r3 2:r3 2:y4 end")).steps_of_seat(1)
    assert [moment_of(steps, index, 7) for index in (-1, 0, 1, 2, 9)] == [0, 0, 1, 7, 7]
    assert [index_at(steps, moment) for moment in range(8)] == [0, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("steps", [1, 2, 13, 24, 48, 80])
@pytest.mark.parametrize("width", [298, 348, 378, 560])
def test_ticks_do_not_touch_and_are_selectable(steps, width):
    places = [thumb_x(index, steps, width) for index in range(steps + 1)]
    assert [step_at_x(place, steps, width) for place in places] == list(range(steps + 1))
    assert places[1] - places[0] - tick_width(steps, width) >= 1
    assert places[0] - 15 >= 0
    assert places[-1] + 15 <= width
    assert (step_at_x(-50, steps, width), step_at_x(9999, steps, width)) == (0, steps)


def test_only_the_cross_of_the_step_is_ringed():
    game, story = reviewed_with_story("classic/2 1:r2 1:r3 2:y4 / 1:g12")
    first, second, *_ = story.steps_of_seat(1)
    for moment, step, token in ((1, first, ["r2"]), (2, second, ["r3"]), (4, second, ["r3"])):
        assert [*ringed(past_sheet(game, moment, 1, step, WORDS)).values()] == token
    assert not ringed(past_sheet(game, 0, 1, None, WORDS))


def test_chips_show_the_totals_of_the_moment():
    game = reviewed("classic/3 1:r2 2:r3 / 2:r4 2:r5")
    then = seat_looks(game, 2, 2, WORDS)
    now = seat_looks(game, 5, 2, WORDS)
    assert [look.total for look in then] == [1, 1, 0]
    assert [(look.total, look.shown) for look in now] == [(1, False), (6, True), (0, False)]
    assert [str(look.total) in look.spoken for look in now] == [True] * 3


# The chart


def test_grid_lines_are_multiples_of_twenty():
    assert grid_values(0, 75) == (0, 20, 40, 60, 80)
    assert grid_values(-15, 40) == (-20, 0, 20, 40)
    assert grid_values(0, 0) == (0, 20)
    assert grid_values(0, 300) == (0, 40, 80, 120, 160, 200, 240, 280, 320)


def test_axis_labels_are_one_and_multiples_of_ten():
    lines = "classic " + " ".join([f"r{n}" for n in range(2, 12)] + [f"y{n}" for n in range(2, 12)])
    assert chart(lines).labels == (1, 10, 20)
    assert chart("classic r2 r3 r4 r5").labels == (1, 4)
    assert chart("classic r2").labels == (1,)


def test_curve_has_a_point_per_step_and_roll():
    anna, ben = chart("classic/2 1:r2 1:r3 / 2:y4 /").lines
    assert anna.points == ((0, 0), (0.5, 1), (1, 3), (2, 3))
    assert ben.points == ((0, 0), (1, 0), (2, 1))
    assert (anna.own, anna.name, ben.own) == (True, "Anna", False)
    assert chart("classic r2").lines[0].name == ""


def test_cursor_lies_on_the_curve_of_the_shown_seat():
    game = reviewed("classic/2 1:r2 2:r2 1:r3 / 2:y4 /")
    story = Story.from_game(game.game)
    found = [points_cursor(game, story, 1, moment) for moment in range(7)]
    assert [c.at for c in found] == [0, 0.5, 0.5, 1, 1, 2, 2]
    assert [c.value for c in found] == [0, 1, 1, 3, 3, 3, 3]


@examples(25)
@given(games())
def test_cursor_height_matches_the_curve_everywhere(game):
    look = seen(game)
    story = Story.from_game(game)
    for seat in range(1, game.setup.seats + 1):
        points = chart_look(look, story, seat, WORDS).lines[seat - 1].points
        for moment in range(look.entry_count + 1):
            here = points_cursor(look, story, seat, moment)
            before = max(point for point in points if point[0] <= here.at)
            after = min(point for point in points if point[0] >= here.at)
            assert here.value in {before[1], after[1]}


def test_touch_in_the_chart_selects_the_nearest_step():
    look = chart("classic/2 1:r2 1:r3 / 2:y4 1:y4 /")
    assert [nearest_step(look, at) for at in (-3, 0.2, 0.3, 0.8, 1.4, 1.6, 9)] == [
        0,
        0,
        1,
        2,
        2,
        3,
        3,
    ]


def test_chart_coordinates_are_invertible():
    plot = Plot.fit(chart("classic/2 1:r2 / 2:y4 /"), 356, 162)
    assert plot.time_at(plot.x(1.5)) == pytest.approx(1.5)
    assert plot.y(plot.top) == plot.box.y
    assert plot.y(plot.floor) == plot.box.bottom


@given(st.lists(st.floats(0, 132), min_size=1, max_size=5))
def test_end_labels_never_overlap_and_keep_their_order(wanted):
    placed = space_heights(wanted, 15, 0, 132)
    ordered = sorted(placed)
    assert all(low >= -0.001 for low in placed)
    assert all(high <= 132.001 for high in placed)
    for above, below in pairwise(ordered):
        assert below - above >= 15 - 0.001
    for i, one in enumerate(wanted):
        for j, other in enumerate(wanted):
            assert one >= other or placed[i] <= placed[j]
    assert space_heights((100, 10, 50), 15, 0, 132) == (100, 10, 50), "there is room"


# The chances


def chances_chart(seat):
    game, story = reviewed_with_story(ROLLS)
    return win_chart(chart_look(game, story, seat, WORDS), game, story, SWING, WORDS)


def test_entries_of_a_roll_divide_its_width():
    assert rolls_at_moments(reviewed("classic/2 1:r2 2:r3 / 2:y3 1:g12").game) == pytest.approx(
        (0, 1 / 3, 2 / 3, 1, 1.5, 2)
    )


def test_chance_curve_runs_from_zero_to_one_hundred():
    chart = chances_chart(BEN)
    assert (chart.grid[0], chart.grid[-1], chart.unit, chart.reach) == (0, 100, "%", 3)
    anna, ben = chart.lines
    assert (anna.points[0], anna.points[-1]) == ((0.0, 50), (3.0, 100))
    assert (ben.name, ben.own, ben.points[-1][1]) == ("Ben", True, 0)


def test_touch_in_the_chance_curve_selects_a_step():
    (game, story), chart = reviewed_with_story(ROLLS), chances_chart(ANNA)
    steps = story.steps_of_seat(ANNA)
    assert [nearest_step(chart, place) for place in chart.places] == [*range(len(steps) + 1)]
    for moment in range(len(SWING)):
        here = win_cursor(game, SWING, ANNA, moment)
        assert (here.at, here.value) in chart.lines[0].points


def test_tied_lead_or_manual_end_has_no_favorite():
    game = reviewed(ROLLS).game
    curve = curve_of(50, 60, 55, 55, 30, 30, 33, 35, 37, 100)
    assert [*favourite_changes(game, curve)] == [(1, ANNA), (2, BEN)]
    assert [*favourite_changes(game, curve_of(*[50] * 10))] == []


def test_turning_point_leads_to_the_sheet_that_caused_it():
    (*_, point) = chance_highlights(
        *reviewed_with_story("classic/2 1:r2 / /"), curve_of(50, 60, 60, 75), WORDS
    )
    assert (point.seat, point.after) == (BEN, 3)


# Where it lies


def test_review_rows_have_the_designed_sizes():
    geometry = review_geometry(ScreenSpace(390, 844), installed_layouts()["classic"])
    row = geometry.rows[0]
    assert (row.box.height, row.cells[0].height, geometry.edge) == (73, 42, 6)
    assert row.cells[0].width == pytest.approx(29.2, abs=0.1)


@pytest.mark.parametrize("sheet", ["classic", "big_points"])
@pytest.mark.parametrize(
    ("width", "height", "wide"),
    [
        (390, 844, False),
        (360, 640, False),
        (650, 400, False),
        (844, 390, True),
        (700, 360, True),
        (1180, 820, True),
    ],
)
def test_every_part_fits_every_screen(width, height, wide, sheet):
    geometry = review_geometry(ScreenSpace(width, height), installed_layouts()[sheet])
    row = geometry.rows[0]
    assert geometry.wide == wide
    used = geometry.column + (row.box.width + geometry.between if wide else 0)
    assert used + 2 * geometry.edge <= width + 0.01
    assert row.cells[-1].right < row.lock.x
    assert row.cells[0].width >= 24
    assert geometry.plot >= 132
