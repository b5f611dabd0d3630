"""The sum: next to the rows, in a sentence, and line by line."""

import pytest

from qwixx_pad.core.scoring import score_terms
from qwixx_pad.ui.sheet.look import explain_sum, pair_looks, sheet_look
from tests.support.strategies import played
from tests.support.ui.surroundings import WORDS

FULL = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11"


def sheet(line):
    return played(line).position.sheets[0]


def lines_of(line):
    return [f"{term.text} {term.points}" for term in explain_sum(sheet(line), WORDS)]


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
def test_spoken_sum_names_each_term(line, said):
    assert WORDS.sum_text(score_terms(sheet(line))) == said


BONUS = " ".join(f"ry{number}" for number in range(2, 8))


@pytest.mark.parametrize(
    ("line", "line_of_the_card"),
    [
        (f"big_points {FULL} {BONUS}", "Red: 16 crosses, 15 count 120"),
        (f"big_points {FULL} {BONUS}", "Total 141"),
        ("bonus_b r8 b10 b9 y2 y4 g12 g11", "Red: 1 cross, counts 2 times 2"),
        ("bonus_b y3 g5 -", "1 penalty, at no cost 0"),
        ("classic - -", "2 penalties −10"),
        ("steps_a y2 g11", "Steps: 2 crosses 3"),
        ("lucky_15 lucky lucky", "Lucky track 11"),
        ("bonus_b r6 b4", "Pair 13"),
        ("on_board @7", "Board 7"),
    ],
)
def test_sum_card_has_a_line_per_term(line, line_of_the_card):
    assert line_of_the_card in lines_of(line)


def test_bonus_pairs_show_effect_and_state():
    looks = pair_looks(sheet("bonus_b r6 b4"), WORDS)
    assert [look.text for look in looks] == ["2× fewest", "1× each", "lowest ×2", "+13", "−5 = 0"]
    assert [look.done for look in looks] == [False, False, False, True, False]
    assert looks[1].spoken == "Pair yellow 7 and blue 7, lost: 1 cross in each row"
    assert not pair_looks(sheet("classic"), WORDS)


@pytest.mark.parametrize(
    ("line", "closed", "state"),
    [
        ("bonus_b r7", "", "lost"),
        ("bonus_b", "r", "lost"),
        ("bonus_b b3", "", "lost"),
        ("bonus_b r6 r7 b4 b3", "rb", "done"),
    ],
)
def test_impossible_bonus_pair_looks_lost(line, closed, state):
    look = pair_looks(sheet(line), WORDS, frozenset(closed))[3]
    assert look.spoken == f"Pair red 6 and blue 4, {state}: 13 more points"
    assert look.lost == (state == "lost")


@pytest.mark.parametrize(
    ("line", "identifier", "points", "spoken"),
    [
        ("on_board @7", "board", 7, "Board, 7 points. Tap to move the pawn."),
        ("longo", "lucky-number", None, "Lucky number. Tap if one was rolled."),
        ("steps_a y2 g11", "extra", 3, "3 extra points"),
        ("lucky_15 lucky", "extra", 5, "5 extra points"),
    ],
)
def test_extra_field_matches_its_sheet(line, identifier, points, spoken):
    extra = sheet_look(played(line), WORDS).extra
    assert (extra.identifier, extra.points, extra.spoken) == (identifier, points, spoken)


def test_extra_field_hides_points_when_asked():
    extra = sheet_look(played("lucky_15 lucky"), WORDS, hides_points=True).extra
    assert (extra.points, extra.spoken) == (None, "Extra points, hidden until the end")


def test_classic_sheet_has_no_extra_field():
    look = sheet_look(played("classic"), WORDS)
    assert look.extra is None
    assert not look.needs_explanation
