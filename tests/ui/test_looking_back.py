"""A whole game on every printed sheet, looked back on: result and review add up to its total."""

from dataclasses import replace
from functools import cache

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.line import Story
from qwixx_pad.core.moves import Cross, CrossField, Exchange, Finish
from qwixx_pad.core.scoring import terms
from qwixx_pad.layouts import installed
from qwixx_pad.ui.actions import PutRight
from qwixx_pad.ui.play.state import CorrectionCard, correction_look
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.review import past_sheet, step_look, ticks
from qwixx_pad.ui.review.moments import turning_points
from tests.support.random_evenings import whole_game
from tests.support.strategies import played
from tests.support.ui.reviews import seen
from tests.support.ui.surroundings import WORDS

HEADS = (
    *(f"{name}/2" for name in installed()),
    *("random_numbers:7/2", "random_colors:9/2", "chain_a,chain_d/2", "bonus_b", "longo"),
)
every_sheet = pytest.mark.parametrize("head", HEADS)


@cache
def whole(head):
    return whole_game(head, 3)


@every_sheet
def test_the_standings_show_what_the_core_adds_up(head):
    sheets = whole(head).position.sheets
    for place in end_look(whole(head), ("Anna", "Ben"), (0, 1), WORDS).places:
        assert place.terms == terms(sheets[place.seat - 1])
        assert sum(term.points for term in place.terms) == place.total


@every_sheet
def test_the_steps_of_a_review_lead_from_nothing_to_the_total_and_have_words(head):
    game, story = whole(head), Story.of(whole(head))
    for seat, sheet in enumerate(game.position.sheets, 1):
        steps = story.of_seat(seat)
        assert sum(step.gain for step in steps) == sheet.total
        for index, (step, tick) in enumerate(zip(steps, ticks(steps, game, WORDS), strict=True), 1):
            look = step_look(seen(game), story, seat, index, WORDS)
            assert look.title == tick.spoken
            assert bool(look.tile) != bool(look.icon)
            assert (look.title == "Finished by hand") == isinstance(step.move, Finish)
    assert turning_points(seen(game), story, WORDS)


@every_sheet
def test_each_cross_of_a_sheet_is_in_a_ring_at_its_own_step_once(head):
    game, story = whole(head), Story.of(whole(head))
    for seat, sheet in enumerate(game.position.sheets, 1):
        made = [place for step in story.of_seat(seat) for place in step.cells]
        crosses = sum(marks.bit_count() for marks in (*sheet.marks, *sheet.seconds))
        assert len(made) == crosses
        last = next(step for step in reversed(story.of_seat(seat)) if step.cells)
        bands = past_sheet(seen(game), last.after, seat, last, WORDS).rows
        ringed = {(i, j) for i, b in enumerate(bands) for j, c in enumerate(b.cells) if c.ringed}
        assert ringed == {*last.cells}


@every_sheet
def test_whatever_was_entered_its_card_shows_it_and_can_take_it_out_or_says_why_not(head):
    card = CorrectionCard.of(seen(whole(head)), 1)
    for index, spot in enumerate(card.spots[::4]):
        at = replace(card, index=4 * index)
        look = correction_look(at, WORDS)
        assert look.step.title
        ringed = [cell for band in look.sheet.rows for cell in band.cells if cell.ringed]
        if spot.step is not None and isinstance(spot.step.move, Cross | CrossField | Exchange):
            assert [cell.token for cell in ringed] == [spot.step.move.text]
        if look.take_out:
            done = at.after(PutRight(None), WORDS)
            assert isinstance(done, Change) or done.said


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("chain_a r6", "Red 6, first cross, and with it yellow 6"),
        ("chain_a r6 y7", "Yellow 7, second cross"),
        ("bonus_a r3", "Red 3, first cross, and with it red 4"),
        ("bonus_b y11 g9", "Green 9, first cross"),
        ("bonus_b r6 b4", "Blue 4, first cross. 13 more points"),
        ("bonus_b b10 r8", "Red 8, first cross. Lowest row counts 2 times"),
        ("bonus_b y11 g9 pb", "Blue chosen, and with it blue 12 and blue 11"),
        ("big_points r5 ry5", "Red-yellow 5, first cross"),
        ("double_a r5 r5", "Red 5 crossed twice"),
        ("double_b r3 r4", "Red 4, third cross"),
        ("longo r2 r3 r4 r5 r6 r7 r15", "Red locked"),
        ("x_change x1", "9 or 7 spent"),
        (
            "bonus_b r2 r3 r4 r5 r7 r11 y7 b7",
            "Blue 7, first cross, and with it red 12, yellow 8, green 12 and blue 6. Red locked",
        ),
    ],
)
def test_a_step_says_what_it_has_brought_about(line, title):
    game = played(line)
    story = Story.of(game)
    assert step_look(seen(game), story, 1, len(story.steps), WORDS).title == title


def test_a_lock_that_was_forced_is_the_one_that_ended_the_game():
    opening = "bonus_b r2 r3 r4 r5 r7 r11 g12 g11 g10 g8 g7 g3"
    game = played(f"{opening} y7 b7")
    said = [point.text for point in turning_points(seen(game), Story.of(game), WORDS)]
    assert said[-1] == "The lock on green ended the game in step 14"
