"""How a sum is told: beside the rows, in a sentence, and line by line."""

import pytest

from qwixx_pad.core.scoring import terms
from qwixx_pad.ui.design.tokens import LIGHT
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.sheet.foot import extra_of
from qwixx_pad.ui.sheet.look import explained, pair_looks, sheet_look
from tests.support.strategies import played
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS

FULL = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11"


def sheet(line):
    return played(line).position.sheets[0]


def told(line):
    return [f"{term.text} {term.points}" for term in explained(sheet(line), WORDS)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("classic r2 - y3", "1 plus 1 plus 0 plus 0 minus 5 is -3."),
        ("on_board r2 @7", "1 plus 0 plus 0 plus 0 plus 7 from the board is 8."),
        ("steps_a y2 g11", "0 plus 1 plus 1 plus 0 plus 3 for the steps is 5."),
        ("lucky_15 lucky", "0 plus 0 plus 0 plus 0 plus 5 from the lucky track is 5."),
        ("bonus_b r6 b4", "1 plus 0 plus 0 plus 1 plus 13 for a pair is 15."),
        ("big_points r5 ry5", "3 plus 1 plus 0 plus 0 is 4."),
    ],
)
def test_the_spoken_sum_names_each_term(line, said):
    assert WORDS.sum_line(terms(sheet(line))) == said


def test_the_card_tells_what_is_counted_no_more():
    bonus = " ".join(f"ry{number}" for number in range(2, 8))
    first, *_, total = told(f"big_points {FULL} {bonus}")
    assert first == "Red: 16 crosses, 15 count 120"
    assert total == "Total 141"


def test_the_card_tells_which_row_counts_twice_and_that_misthrows_cost_nothing():
    first, *_ = told("bonus_b r8 b10 b9 y2 y4 g12 g11")
    assert first == "Red: 1 cross, counts 2 times 2"
    assert "1 misthrow, at no cost 0" in told("bonus_b y3 g5 -")
    assert "2 misthrows −10" in told("classic - -")


def test_the_card_tells_what_comes_beside_the_rows():
    assert "Steps: 2 crosses 3" in told("steps_a y2 g11")
    assert "Lucky track 11" in told("lucky_15 lucky lucky")
    assert "Pair 13" in told("bonus_b r6 b4")
    assert "Board 7" in told("on_board @7")


def test_each_pair_says_what_it_brings_and_whether_it_is_done():
    looks = pair_looks(sheet("bonus_b r6 b4"), WORDS)
    assert [look.text for look in looks] == ["2× fewest", "1× each", "lowest ×2", "+13", "−5 = 0"]
    assert [look.done for look in looks] == [False, False, False, True, False]
    assert looks[1].spoken == "Pair yellow 7 and blue 7, lost: 1 cross in each row"
    assert looks[3].spoken == "Pair red 6 and blue 4, done: 13 more points"
    assert not pair_looks(sheet("classic"), WORDS)


@pytest.mark.parametrize(
    ("line", "closed"), [("bonus_b r7", ""), ("bonus_b", "r"), ("bonus_b b3", "")]
)
def test_a_pair_that_can_no_longer_be_had_looks_lost(line, closed):
    looks = pair_looks(sheet(line), WORDS, frozenset(closed))
    assert looks[3].lost
    assert looks[3].spoken == "Pair red 6 and blue 4, lost: 13 more points"
    assert not pair_looks(sheet("bonus_b r6 r7 b4 b3"), WORDS, frozenset("rb"))[3].lost


@pytest.mark.parametrize(
    ("line", "identifier", "points", "spoken"),
    [
        ("on_board @7", "board", 7, "Board, 7 points. Tap to move the pawn."),
        ("longo", "lucky-number", None, "Lucky number. Tap if one was rolled."),
        ("steps_a y2 g11", "extra", 3, "3 extra points"),
        ("lucky_15 lucky", "extra", 5, "5 extra points"),
    ],
)
def test_the_field_beside_the_rows_is_what_its_sheet_needs(line, identifier, points, spoken):
    extra = sheet_look(played(line), WORDS).extra
    assert (extra.identifier, extra.points, extra.spoken) == (identifier, points, spoken)


def test_nothing_of_it_is_told_while_points_are_hidden():
    extra = sheet_look(played("lucky_15 lucky"), WORDS, hides=True).extra
    assert (extra.points, extra.spoken) == (None, "Extra points, hidden until the end")


def test_the_classic_sheet_has_no_such_field_and_its_total_explains_nothing():
    look = sheet_look(played("classic"), WORDS)
    assert look.extra is None
    assert not look.explains


@pytest.mark.parametrize("width", [26, 52])
def test_the_flag_of_a_pawn_stands_in_the_corner_of_its_field_beside_the_digit(width):
    game = played("on_board @7")
    look, box = sheet_look(game, WORDS), Box(0, 0, width, 52)
    *_, flag, digit = extra_of(look.extra, box, game.setup.layout, LIGHT)
    assert (digit.text, flag.text == digit.text) == ("7", False)
    low = flag.place[1] + flag.size / 2
    assert low <= digit.place[1] - digit.size / 2 + 1


async def test_a_tap_on_the_total_explains_it_and_the_pairs_stand_below_the_rows(tmp_path):
    with pad_where(tmp_path, "bonus_b r6 b4 y3 g5", "") as pad:
        async with Client(pad.show, route="/game/kept") as tab:
            assert tab.sees("lowest ×2")
            await tab.tap("total")
            assert tab.sees("How it adds up")
            await tab.taps("cancel extra")
            assert tab.sees("How it adds up")
