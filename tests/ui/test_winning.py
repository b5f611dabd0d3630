"""The chance to win in a review: its curve, what each step changed, and where the game turned."""

import asyncio
from dataclasses import replace
from itertools import cycle

import pytest

from qwixx_pad.core.line import Story
from qwixx_pad.insight import Chances
from qwixx_pad.insight.turns import favourites
from qwixx_pad.insight.value import chances
from qwixx_pad.service.settings import Settings
from qwixx_pad.ui import shell
from qwixx_pad.ui.review import step_look
from qwixx_pad.ui.review.chart import (
    chart_look,
    nearest,
    rolls_at_moments,
    win_chart,
    win_cursor,
)
from qwixx_pad.ui.review.moments import turned, with_chance
from tests.support.ui.reviews import TWO, Review, reviewed, step
from tests.support.ui.surroundings import WORDS

ANNA, BEN, CLEO = 1, 2, 3


@pytest.fixture
def tab():
    return Review(TWO)


def chart_of(line, curve, seat=ANNA):
    game = reviewed(line)
    story = Story.of(game.game)
    return win_chart(chart_look(game, story, seat, WORDS), game, story, curve, WORDS)


def curve_of(*wins):
    """Chances of Anna in per cent, and of Ben what is left."""
    return [Chances((0, 0), (0, 0), (win / 100, 1 - win / 100)) for win in wins]


ROLLS = "classic/2 1:r2 2:r3 / 2:y3 / 1:g12 1:g10 2:b9 end"
"""Eight entries in three rolls."""
SWING = curve_of(50, 60, 55, 55, 30, 30, 45, 61, 70, 100)


def said(line, curve):
    game = reviewed(line)
    return [point.text for point in turned(game, Story.of(game.game), curve, WORDS)]


def test_the_entries_of_a_roll_share_the_way_from_roll_to_roll():
    assert rolls_at_moments(reviewed("classic/2 1:r2 2:r3 / 2:y3 1:g12").game) == pytest.approx(
        (0, 1 / 3, 2 / 3, 1, 1.5, 2)
    )


def test_the_curve_goes_from_nought_to_all_in_the_colours_and_names_of_the_points():
    chart = chart_of(ROLLS, SWING, BEN)
    assert (chart.grid[0], chart.grid[-1], chart.unit, chart.reach) == (0, 100, "%", 3)
    anna, ben = chart.lines
    assert (anna.points[0], anna.points[-1]) == ((0.0, 50), (3.0, 100))
    assert (ben.name, ben.own, ben.points[-1][1]) == ("Ben", True, 0)


def test_a_finger_in_the_curve_finds_each_step_and_the_moment_lies_on_its_line():
    game, chart = reviewed(ROLLS), chart_of(ROLLS, SWING)
    steps = Story.of(game.game).of_seat(ANNA)
    assert [nearest(chart, place) for place in chart.places] == [*range(len(steps) + 1)]
    for moment in range(len(SWING)):
        here = win_cursor(game, SWING, ANNA, moment)
        assert (here.at, here.value) in chart.lines[0].points


def test_a_reader_hears_the_curve_as_sentences():
    assert chart_of(ROLLS, SWING).spoken == (
        "Chance to win. At first Anna 50% and Ben 50%. From roll 1 on Anna was ahead. From roll 2 "
        "on Ben was ahead. From roll 3 on Anna was ahead. In the end Anna 100% and Ben 0%."
    )
    shared = [*SWING[:-1], Chances((0, 0), (0, 0), (0.0, 0.0), 1.0)]
    assert chart_of(ROLLS, shared).spoken.endswith("In the end a draw.")


def test_who_shares_the_lead_is_not_ahead():
    game = reviewed(ROLLS).game
    assert [*favourites(game, curve_of(*[50] * 10))] == []


def test_an_end_by_hand_makes_nobody_the_favourite():
    game, curve = reviewed(ROLLS).game, curve_of(50, 60, 55, 55, 30, 30, 33, 35, 37, 100)
    assert [*favourites(game, curve)] == [(1, ANNA), (2, BEN)]


@pytest.mark.parametrize(
    ("win", "told"), [(0, "0%"), (0.001, "1%"), (0.335, "34%"), (0.999, "99%"), (1, "100%")]
)
def test_none_and_all_are_said_of_what_is_certain_alone(win, told):
    assert WORDS.chance(win) == told


def test_the_card_of_a_step_says_what_it_has_changed_for_its_seat():
    game = reviewed(ROLLS)
    story = Story.of(game.game)

    def card(index, curve):
        look = step_look(game, story, BEN, index, WORDS)
        made = story.of_seat(BEN)[index - 1] if index else None
        return look, with_chance(look, curve, BEN, made, WORDS)

    _, first = card(1, SWING)
    assert first.chance == "Chance to win from 40% to 45%"
    assert first.spoken.endswith(", +1, now 1, Chance to win from 40% to 45%")
    assert card(0, SWING)[1].chance == "Chance to win 50%"
    assert card(1, curve_of(*[50] * 10))[1].chance == "Chance to win 50%", "nothing that is seen"
    look, waiting = card(1, [])
    assert waiting == replace(look, chance=""), "it waits in the room that the words will take"
    look, silent = card(1, None)
    assert silent is look


def test_the_rolls_that_turned_a_game_are_told_with_their_entries():
    assert said(ROLLS, SWING) == [
        "Roll 1: the game turned to Anna, 50% to 55%, red 2",
        "Roll 2: the game turned to Ben, 45% to 70%, yellow 3",
        "Roll 3: Anna had the best chance from here, 30% to 70%, green 10",
    ]


def test_a_roll_that_somebody_elses_entry_turned_says_whose_and_leads_to_that_sheet():
    game = reviewed("classic/2 1:r2 / /")
    curve = curve_of(50, 60, 60, 75)
    (*_, point) = turned(game, Story.of(game.game), curve, WORDS)
    assert point.text == "Roll 2: Anna from 60% to 75%, Ben’s misthrow"
    assert (point.seat, point.after) == (BEN, 3)


def test_a_game_in_which_nothing_moved_has_no_turns():
    assert said(ROLLS, curve_of(*[50] * 10)) == []
    assert said("classic/2", curve_of(50)) == []


async def test_the_review_opens_before_the_chances_are_there_and_shows_them_beside_the_points(tab):
    before = step(tab)
    await tab.reckoned()
    assert step(tab).startswith(f"{before}, Chance to win from ")
    assert tab.name("chart").startswith("Score over time.")
    await tab.tap("set-chances")
    assert tab.name("chart").startswith("Chance to win. At first ")
    assert tab.one("chart").value.endswith("% now")
    await tab.tap("set-points")
    assert tab.one("chart").value == "Anna: 9 now"


async def test_a_roll_that_turned_the_game_leads_to_its_entry(tab):
    await (await tab.reckoned()).taps("first seat-1")
    assert tab.name("turn-1").startswith("Roll ")
    await tab.tap("turn-1")
    assert not step(tab).startswith("Fresh pads")


async def test_a_corrected_game_is_reckoned_anew(tab):
    await (await tab.reckoned()).tap("set-chances")
    await tab.taps("menu correct take-out")
    await tab.reckoned()
    assert tab.name("chart").startswith("Chance to win. At first ")
    assert step(tab).startswith("Green 10")


async def test_who_has_turned_them_off_sees_nothing_of_chances():
    async with Review(TWO, settings=Settings(chances=False)) as tab:
        await asyncio.sleep(0.05)
        await tab.settle()
        assert not [text for text in tab.texts() if "hance" in text]
        assert not tab.has("set-chances")


@pytest.mark.parametrize(("line", "note"), [("longo/2 1:r2", 1), ("classic r2", 0), (TWO, 0)])
async def test_a_sheet_whose_chances_are_not_known_says_so(line, note):
    async with Review(line) as tab:
        assert tab.texts().count("Chances are not known for this sheet.") == note


async def test_a_review_that_is_left_reckons_no_further(monkeypatch):
    asked = []

    def endless(game):
        for each in cycle(chances(game)):
            asked.append(each)
            yield each

    monkeypatch.setattr(shell, "chances", endless)
    async with Review(TWO) as tab:
        assert asked
        tab.scope.end()
        await asyncio.sleep(0)
        before = len(asked)
        await asyncio.sleep(0.02)
        assert len(asked) == before
