"""What the review of a game says and draws, before anything is painted."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import spots
from qwixx_pad.core.line import Story
from qwixx_pad.layouts import installed
from qwixx_pad.ui.play.state import why_not
from qwixx_pad.ui.review import (
    index_at,
    moment_of,
    past_sheet,
    review_geometry,
    seat_looks,
    step_look,
    subtitle,
    ticks,
    title,
)
from qwixx_pad.ui.review.chart import Plot, apart, chart_look, cursor, grid, nearest
from qwixx_pad.ui.review.moments import lesson_lines, turning_points
from qwixx_pad.ui.review.review_parts import index_of, place_of, tick_width
from qwixx_pad.ui.sheet.boxes import Space
from tests.support.strategies import entry, examples, games, played, ready_to_lock
from tests.support.ui.reviews import reviewed, seen
from tests.support.ui.surroundings import WORDS


def card(line, seat=1, index=None):
    game = reviewed(line)
    story = Story.of(game.game)
    index = len(story.of_seat(seat)) if index is None else index
    return step_look(game, story, seat, index, WORDS)


def told(line):
    game = reviewed(line)
    return [point.text for point in turning_points(game, Story.of(game.game), WORDS)]


def chart(line, seat=1):
    game = reviewed(line)
    return chart_look(game, Story.of(game.game), seat, WORDS)


def opened(head, rows):
    return " ".join((head, *ready_to_lock(head, rows)))


# The card of a step


def test_a_cross_with_the_white_dice_of_somebody_else():
    look = card("classic/2 1:g12 / 2:y3 1:g8 / 1:r2 1:r3 end", index=2)
    assert (look.tile, look.letter, look.title) == ("8", "g", "Green 8, second cross")
    assert look.subtitle == "Roll 2 of 3 • Ben’s white dice"
    assert (look.gain, look.now, look.won) == ("+2", "now 3", True)
    assert look.spoken == "Green 8, second cross, Roll 2 of 3, Ben’s white dice, +2, now 3"


def test_who_has_no_name_is_a_guest_and_alone_spoken_to():
    nobody = replace(reviewed("classic/2 1:g12 2:y3"), names=("", ""))
    assert nobody.name(2, WORDS) == "Guest 2"
    assert reviewed("classic g12").name(1, WORDS) == "You"


@pytest.mark.parametrize(
    ("line", "tile", "letter", "title", "gain"),
    [
        ("classic r2 r3 r4 r5 r6 r12", "12", "r", "Red locked", "+13"),
        ("classic -", "−5", "", "Misthrow 1", "−5"),
        ("classic - r2 -", "−5", "", "Misthrow 2", "−5"),
        ("classic r#", "", "r", "Red closed by somebody", ""),
        ("classic r2 end", "", "", "Finished by hand", ""),
        ("on_board/2 1:@7", "7", "", "Board 7", "+7"),
        ("on_board/2 1:@!", "", "", "The pawn has arrived", ""),
        ("classic/2 1:r5 1:out", "", "", "Sits out", ""),
        ("classic/2 1:r5 1:out / 1:in", "", "", "Plays again", ""),
        ("classic/2 /", "−5", "", "Misthrow 1", "−5"),
    ],
)
def test_each_kind_of_step_has_its_words(line, tile, letter, title, gain):
    look = card(line)
    assert (look.tile, look.letter, look.title, look.gain) == (tile, letter, title, gain)
    assert bool(look.tile) != bool(look.icon)


def test_before_the_first_step_the_pads_are_fresh():
    look = card("classic/3 1:r2 / 2:r2 /", index=0)
    assert (look.title, look.subtitle) == ("Fresh pads", "2 rolls to come • Anna rolls first")
    alone = card("classic r2", index=0)
    assert (alone.title, alone.subtitle, alone.now) == ("A fresh pad", "1 step to come", "now 0")


# The steps in a line


def test_ticks_have_the_letter_of_their_row_and_none_without_a_cross():
    game = played("on_board/2 1:r2 1:@3 / / 1:g12 1:b9 / / /")
    steps = Story.of(game).of_seat(1)
    looks = ticks(steps, game, WORDS)
    assert [look.letter for look in looks] == ["r", "", "g", "b", ""]
    assert looks[0].spoken == "Red 2, first cross"


def test_the_last_step_leads_to_the_end_and_the_others_to_their_moment():
    steps = Story.of(played("classic/2 1:r2 2:r2 / 1:r3 2:r3 2:y4 end")).of_seat(1)
    assert [moment_of(steps, index, 7) for index in (-1, 0, 1, 2, 9)] == [0, 0, 1, 7, 7]
    assert [index_at(steps, moment) for moment in range(8)] == [0, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.parametrize("steps", [1, 2, 13, 24, 48, 80])
@pytest.mark.parametrize("width", [298, 348, 378, 560])
def test_ticks_never_touch_and_a_finger_finds_each(steps, width):
    places = [place_of(index, steps, width) for index in range(steps + 1)]
    assert [index_of(place, steps, width) for place in places] == list(range(steps + 1))
    assert places[1] - places[0] - tick_width(steps, width) >= 1
    assert places[0] - 15 >= 0
    assert places[-1] + 15 <= width
    assert (index_of(-50, steps, width), index_of(9999, steps, width)) == (0, steps)


# The sheets


def test_only_the_cross_of_the_step_is_in_a_ring():
    game = reviewed("classic/2 1:r2 1:r3 2:y4 / 1:g12")
    first, second, *_ = Story.of(game.game).of_seat(1)

    def ringed(moment, step):
        look = past_sheet(game, moment, 1, step, WORDS)
        return [cell.token for band in look.rows for cell in band.cells if cell.ringed]

    assert ringed(1, first) == ["r2"]
    assert ringed(2, second) == ["r3"], "both are of this roll"
    assert ringed(4, second) == ["r3"], "also when the roll is over"
    assert ringed(0, None) == []


def test_the_chips_say_how_everybody_stood_at_that_moment():
    game = reviewed("classic/3 1:r2 2:r3 / 2:r4 2:r5")
    then, now = seat_looks(game, 2, 2, WORDS), seat_looks(game, 5, 2, WORDS)
    assert [look.total for look in then] == [1, 1, 0]
    assert [look.total for look in now] == [1, 6, 0]
    assert [look.shown for look in now] == [False, True, False]
    assert now[1].spoken == "Ben, 6 points"


def test_the_bar_names_the_sheet_its_total_the_day_and_a_correction():
    table = reviewed("classic/4 1:r2 1:r3 end", corrected=True)
    assert title(table, 1, WORDS) == "Anna • 3"
    assert subtitle(table, WORDS) == "Saturday, 4 players, corrected"
    alone = reviewed("classic - end")
    assert title(alone, 1, WORDS) == "You • −5"
    assert subtitle(alone, WORDS) == "Saturday, one pad"
    assert subtitle(reviewed("longo r2"), WORDS) == "Longo • Saturday, one pad"


# Turning points


def test_the_biggest_gain_the_lock_that_ended_it_and_the_lead():
    line = f"{opened('classic/3', 'ry')} 2:r12 / 3:y12"
    assert told(line) == [
        "Biggest gain: Ben’s red 12 with the lock, +13 in roll 11",
        "Cleo’s lock on yellow ended the game in roll 12",
    ]
    assert told("classic/3 1:r2 / 2:r2 2:r3 / 3:r2 end")[1] == "Ben led from roll 2 on"


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("classic/2 1:r2 / 2:y4 end", "Finished by hand in roll 2"),
        ("classic/2 / / / / / / /", "Anna’s last misthrow ended the game in roll 7"),
        ("classic r2 - - - -", "The last misthrow ended the game"),
        ("classic r2 r# y# end", "Somebody closed yellow: the end of the game"),
        ("classic r2 end", "Finished by hand"),
        ("on_board/2 1:@! / /", "The last round ended with roll 2"),
        (
            f"{opened('classic/2+finish-turn', 'ry')} 1:r12 / 2:y12 /",
            "Ben’s lock on yellow ended the game in roll 12",
        ),
    ],
)
def test_each_end_of_a_game_has_its_sentence(line, ending):
    assert told(line)[-1] == ending


def test_an_open_game_has_not_ended_and_somebody_is_leading():
    assert told("classic/2 1:r2") == [
        "Biggest gain: Anna’s red 2, +1 in roll 1",
        "Anna has led since roll 1",
    ]
    assert told("classic") == []


def test_a_single_sheet_tells_its_steps():
    line = "classic r2 r3 r4 r5 r6 r12 y2 y3 y4 y5 y6 y12"
    assert told(line) == [
        "Biggest gain: red 12 with the lock, +13 in step 6",
        "The lock on yellow ended the game in step 12",
    ]


# What the log teaches


def lines(line, seat=1, usual=()):
    game = reviewed(line)
    return [each.text for each in lesson_lines(game, Story.of(game.game), seat, usual, WORDS)]


LOCKED = "classic/3 1:r2 2:r2 / 1:r3 2:r3 / 1:r4 2:r4 / 1:r5 2:r5 / 1:r6 / 1:r12"


@pytest.mark.parametrize(
    ("line", "seat", "told"),
    [
        (f"{LOCKED} 2:r6 /", 2, "Red had its five, closed by Anna: 12 would have been +13"),
        (f"{LOCKED} /", 2, "Red was one cross short of its five when closed by Anna"),
        (
            "classic r2 r3 r4 r5 r#",
            1,
            "Red was one cross short of its five when closed by somebody",
        ),
        (
            "longo r2 r3 r4 r5 r6 r7 end",
            1,
            "Red had its six and no lock: 15 or 16 would have been +15",
        ),
        ("connect_15 r2 cr2", 1, "Red: 8 numbers skipped, all by red connection 3 in step 2"),
        ("classic+paper b8 end", 1, "Blue: 4 numbers skipped, all by the 8"),
        ("classic/2 1:r2 / / 1:r3 / / 1:r4 /", 1, "Of 3 own rolls 3 had one cross"),
        ("classic/2 / / 1:r3 / / / ", 1, "Of 3 own rolls 1 had one cross, 2 had none, −10"),
        ("classic/2 / / / / / ", 1, "Of 3 own rolls 3 had no cross, −15"),
        (f"{LOCKED} /", 3, "Others’ white dice used in 0 of 4 rolls"),
    ],
)
def test_each_kind_of_lesson_has_its_words(line, seat, told):
    assert told in lines(line, seat)


# The chart


def test_the_grid_goes_in_twenties_from_below_the_lowest_to_above_the_highest():
    assert grid(0, 75) == (0, 20, 40, 60, 80)
    assert grid(-15, 40) == (-20, 0, 20, 40)
    assert grid(0, 0) == (0, 20)
    assert grid(0, 300) == (0, 40, 80, 120, 160, 200, 240, 280, 320)


def test_the_labels_below_are_one_and_the_tens():
    lines = "classic " + " ".join([f"r{n}" for n in range(2, 12)] + [f"y{n}" for n in range(2, 12)])
    assert chart(lines).labels == (1, 10, 20)
    assert chart("classic r2 r3 r4 r5").labels == (1, 4)
    assert chart("classic r2").labels == (1,)


def test_a_line_goes_through_every_step_and_every_end_of_a_roll():
    anna, ben = chart("classic/2 1:r2 1:r3 / 2:y4 /").lines
    assert anna.points == ((0, 0), (0.5, 1), (1, 3), (2, 3))
    assert ben.points == ((0, 0), (1, 0), (2, 1))
    assert (anna.own, anna.name, ben.own) == (True, "Anna", False)
    assert chart("classic r2").lines[0].name == ""


def test_the_cursor_stands_on_the_line_of_the_shown_sheet():
    game = reviewed("classic/2 1:r2 2:r2 1:r3 / 2:y4 /")
    story = Story.of(game.game)
    found = [cursor(game, story, 1, moment) for moment in range(7)]
    assert [c.at for c in found] == [0, 0.5, 0.5, 1, 1, 2, 2]
    assert [c.value for c in found] == [0, 1, 1, 3, 3, 3, 3]


@examples(25)
@given(games())
def test_wherever_the_cursor_stands_the_line_is_as_high(game):
    look, story = seen(game), Story.of(game)
    for seat in range(1, game.setup.seats + 1):
        points = chart_look(look, story, seat, WORDS).lines[seat - 1].points
        for moment in range(look.entries + 1):
            here = cursor(look, story, seat, moment)
            before = max(point for point in points if point[0] <= here.at)
            after = min(point for point in points if point[0] >= here.at)
            assert here.value in {before[1], after[1]}


def test_a_finger_in_the_chart_finds_the_nearest_step():
    look = chart("classic/2 1:r2 1:r3 / 2:y4 1:y4 /")
    assert [nearest(look, at) for at in (-3, 0.2, 0.3, 0.8, 1.4, 1.6, 9)] == [0, 0, 1, 2, 2, 3, 3]


def test_places_and_rolls_in_the_chart_are_inverse():
    plot = Plot.of(chart("classic/2 1:r2 / 2:y4 /"), 356, 162)
    assert plot.at(plot.x(1.5)) == pytest.approx(1.5)
    assert plot.y(plot.top) == plot.box.y
    assert plot.y(plot.floor) == plot.box.bottom


@given(st.lists(st.floats(0, 132), min_size=1, max_size=5))
def test_names_at_the_ends_never_overlap_and_keep_their_order(wanted):
    placed = apart(wanted, 15, 0, 132)
    ordered = sorted(placed)
    assert all(low >= -0.001 for low in placed)
    assert all(high <= 132.001 for high in placed)
    for above, below in pairwise(ordered):
        assert below - above >= 15 - 0.001
    for i, one in enumerate(wanted):
        for j, other in enumerate(wanted):
            assert one >= other or placed[i] <= placed[j]


def test_a_name_that_has_room_stays_where_its_line_ends():
    assert apart((100, 10, 50), 15, 0, 132) == (100, 10, 50)


# Where it lies


def test_the_bands_are_the_designs():
    geometry = review_geometry(Space(390, 844), installed()["classic"])
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
def test_everything_has_its_place_on_every_screen(width, height, wide, sheet):
    geometry = review_geometry(Space(width, height), installed()[sheet])
    row = geometry.rows[0]
    assert geometry.wide == wide
    used = geometry.column + (row.box.width + geometry.between if wide else 0)
    assert used + 2 * geometry.edge <= width + 0.01
    assert row.cells[-1].right < row.lock.x
    assert row.cells[0].width >= 24
    assert geometry.plot >= 132


# Mending


def refused(line, seat, index, token=None):
    game = reviewed(line)
    step = Story.of(game.game).of_seat(seat)[index - 1]
    spot = next(spot for spot in spots(Story.of(game.game), seat) if spot.step == step)
    move = token and entry(token).move
    change = spot.instead(game.game, move) if move else spot.taken_out(game.game)
    return why_not(game, change, WORDS)


LOCKED = "classic r2 r3 r4 r5 r6 r12"
BEFORE_THE_END = f"{opened('classic/2', 'ry')} 1:r12 / 2:y11 /"
NEWEST_OF_BEN = len(Story.of(played(BEFORE_THE_END)).of_seat(2))


@pytest.mark.parametrize(
    ("line", "seat", "index", "token", "said"),
    [
        (
            "classic/2 1:r2 / 1:r9",
            1,
            1,
            "r10",
            "Red 9 in roll 2 stands in the way: correct it first.",
        ),
        ("classic r5 r6", 1, 2, "r3", "Only to the right of your last cross."),
        (LOCKED, 1, 1, None, "Red 12 stands in the way: correct it first."),
        (
            *(f"{BEFORE_THE_END} 1:b5", 2, NEWEST_OF_BEN, "y12"),
            "Anna: blue 5 would not be possible then. The game would have ended.",
        ),
        (
            *(f"{BEFORE_THE_END} /", 2, NEWEST_OF_BEN, "y12"),
            "Anna: the end of the roll would not be possible then. The game would have ended.",
        ),
        ("classic r2 r9", 1, 2, "r10", ""),
    ],
)
def test_a_change_that_is_not_possible_says_why_and_what_stands_in_the_way(
    line, seat, index, token, said
):
    assert refused(line, seat, index, token) == said
