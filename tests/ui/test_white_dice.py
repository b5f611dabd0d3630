"""The sum of the white dice: entered on a pad and on the card of corrections, and what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import WhiteDiceSum
from qwixx_pad.core.story import Story
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import summarise
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.correction import correction_text, step_look
from qwixx_pad.ui.play.state import make_view
from qwixx_pad.ui.review import tick_looks
from qwixx_pad.ui.review.moments import advice_texts, rolls_since, turning_points
from tests.support.legal_entries import is_legal
from tests.support.strategies import entry, every_sheet, examples, games, played
from tests.support.ui.every_screen import shows_letters
from tests.support.ui.pads_with_games import game_of, pad_where
from tests.support.ui.reviews import NAMES, Review, seen
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.unpainted_screen import VOICE, Screen, phones

SUMS = [f"w{points}" for points in range(2, 13)]
SIZES = {"phone": (390, 844), "small": (360, 640), "landscape": (844, 390), "tablet": (1180, 820)}


def keys(tab):
    return [name for name in SUMS if tab.has(name)]


def marked(tab):
    return [name for name in keys(tab) if tab.one(name).checked]


# On the pad


@pytest.mark.parametrize("size", SIZES)
async def test_white_dice_keys_enter_the_sum_on_every_screen(tmp_path, size):
    with pad_where(tmp_path, "classic/2", "Anna", "Ben", ask_white_dice="yes") as pad:
        async with Client(pad.show_caller, *SIZES[size], route="/game/saved") as tab:
            assert keys(tab) == SUMS
            await tab.tap("w7")
            assert marked(tab) == ["w7"]
            assert "7" in tab.announced()[-1]
            await tab.tap("w12")
            assert marked(tab) == ["w12"]
            await tab.taps("end-turn")
            assert marked(tab) == []


async def test_small_screen_omits_the_white_dice_keys(tmp_path):
    with pad_where(tmp_path, "classic/2", "Anna", "Ben", ask_white_dice="yes") as pad:
        async with Client(pad.show_caller, *SIZES["small"], route="/game/saved") as tab:
            await shows_letters(tab, 2.0)
            assert not keys(tab)
            await shows_letters(tab, 1.0)
            assert keys(tab) == SUMS


@pytest.mark.parametrize(
    ("line", "wanted"),
    [("classic/2", "no"), ("classic", "yes"), ("classic/2+paper", "yes"), ("longo/2", "yes")],
)
async def test_white_dice_keys_appear_only_where_useful(tmp_path, line, wanted):
    names = ("Anna", "Ben") if "/" in line else ("",)
    with pad_where(tmp_path, line, *names, white_dice=wanted) as pad:
        async with Client(pad.show_caller, 390, 844, route="/game/saved") as tab:
            assert not keys(tab)


def test_later_white_sum_replaces_or_removes_the_first(room):
    screen = Screen(SeatSession(room.host.service.start("classic", ("Anna", "Ben"))))
    screen.taps("r5 w7 w8")
    assert screen.line == "1:r5 w7 w8"
    screen.taps("w8 w7")
    assert [each.text for each in screen.controller.state.game.applied] == ["1:r5"]


def test_roll_end_is_undone_despite_the_next_white_sum(room):
    screen = Screen(SeatSession(room.host.service.start("classic", ("Anna", "Ben"))))
    screen.taps("r5 end-turn w8 undo")
    assert screen.line == "1:r5 / w8 undo undo"


def test_roller_enters_white_dice_and_others_see_them(room):
    anna, ben = phones(room)
    anna.tap("w7")
    ben.rest()

    def white(screen):
        return make_view(screen.controller.state, VOICE).white_dice

    assert (white(anna).points, white(anna).enabled) == (7, True)
    assert (white(ben).points, white(ben).enabled) == (7, False)
    ben.tap("w8")
    assert ben.controller.state.message
    assert anna.line == "w7"


# On the card of corrections


async def test_review_card_edits_the_white_sum_of_its_roll():
    async with Review("classic/2 1:r2 2:r3 / 2:y3 2:y4 1:r4 / 1:g12 end") as tab:
        await tab.taps("previous previous menu correct")
        assert tab.number("wrong-step") == 2
        assert (keys(tab), marked(tab)) == (SUMS, [])
        await tab.tap("w7")
        assert tab.tokens() == "1:r2 2:r3 w7 / 2:y3 2:y4 1:r4 / 1:g12 end"
        assert tab.number("step") == 2
        await tab.taps("menu correct")
        assert marked(tab) == ["w7"]
        await tab.tap("w9")
        assert tab.tokens() == "1:r2 2:r3 w9 / 2:y3 2:y4 1:r4 / 1:g12 end"
        await tab.taps("menu correct w9")
        assert tab.tokens() == "1:r2 2:r3 / 2:y3 2:y4 1:r4 / 1:g12 end"
        await tab.tap("undo-message")
        assert tab.tokens() == "1:r2 2:r3 w9 / 2:y3 2:y4 1:r4 / 1:g12 end"


async def test_single_sheet_has_no_white_sum_to_correct():
    async with Review("classic r2 r5") as tab:
        await tab.taps("menu correct")
        assert tab.has("instead-r5")
        assert not keys(tab)


def test_white_sum_correction_is_one_stroke_with_one_undo(room):
    anna, ben = phones(room)
    anna.taps("r5 end-turn")
    ben.rest()
    anna.taps("menu correct w7")
    assert anna.line == "1:r5 / undo w7 /"
    ben.rest()
    for screen in (anna, ben):
        state = screen.controller.state
        assert state.message.title == correction_text(state.corrections[-1], ("Anna", "Ben"), WORDS)
    anna.taps("menu correct w8")
    anna.tap("undo")
    assert [each.text for each in anna.controller.state.game.applied] == ["1:r5", "w7", "/"]


# What it says


def test_step_includes_its_roll_and_unused_ones_after_it():
    story = Story.from_game(played("classic/2 2:b9 / 2:r2 / / 1:b7 / 1:r3 2:r4 / 1:g12"))
    steps = story.steps_of_seat(2)
    assert [step.roll for step in steps] == [1, 2, 4, 5]
    spans = [rolls_since(story, 2, index) for index in range(len(steps) + 1)]
    assert [list(span) for span in spans] == [[], [1], [2, 3], [4], [5, 6]]


async def test_advice_appears_only_on_the_step_of_its_roll():
    async with Review("classic/2 w11 1:g11 2:r11 / 2:g12 end") as tab:
        (said,) = advice_texts(Story.from_game(tab.game), 2, 1, WORDS)
        await tab.taps("seat-2 last")
        assert not tab.sees(said)
        await tab.tap("previous")
        assert tab.sees(said)


# Elsewhere


def _has_rolls(head):
    return "/" in head and "paper" not in head


@st.composite
def with_white_dice(draw):
    """The line of a game at a table, and the same with the white dice of some rolls."""
    plain = draw(games(every_sheet.filter(_has_rolls)))
    tokens = [each.text for each in plain.applied if not isinstance(each.move, WhiteDiceSum)]
    plain = known = Game.start(plain.setup)
    for token in tokens:
        dice = entry(f"w{draw(st.integers(2, 12))}")
        known = known.with_entry(dice) if draw(st.booleans()) and is_legal(known, dice) else known
        plain = plain.with_entry(entry(token))
        known = known.with_entry(entry(token))
    return plain.text, known.text


@given(with_white_dice())
@examples(40)
def test_known_white_dice_change_no_other_lesson(pair):
    plain, known = (list(_facts(played(line))) for line in pair)
    assert plain == known


def _facts(game):
    """What a review and a summary say, wherever in the log it is."""
    story = Story.from_game(game)
    shown = seen(game)
    yield story.total_curves
    for seat in range(1, game.setup.seats + 1):
        steps = story.steps_of_seat(seat)
        yield tick_looks(steps, game, WORDS)
        for index in range(len(steps) + 1):
            yield step_look(shown, story, seat, index, WORDS)
    yield [point.text for point in turning_points(shown, story, WORDS)]
    saved = game_of(game.text, *NAMES[: game.setup.seats])
    yield summarise(saved, installed_layouts()).scores
