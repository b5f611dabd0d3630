"""Tokens of the game line: how they are spelt, who may enter them, and the white dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.moves import parse
from tests.support.core.line_questions import position, standing
from tests.support.strategies import refusal


@given(st.text(max_size=8) | st.text("rygbx0123456789:/#@!-lp", max_size=6))
def test_what_parse_reads_text_writes_back(token):
    read = parse(token)
    assert read is None or read.text == token


MISSPELT = [
    *("R5", "5r", "r", "r-5", "r+5", "r5 ", "r05", "r00", "r5.0", "r²", "r\u0665", "rr5"),
    *("w1", "w13", "w", "w07", "1:w7", "lucky1", "cr", "c0", "cry0", "rb5", "x-1", "pry", "lx"),
    *("--", "//", "END", "Undo", "undo1", "#", "r##", "#r", "@", "@-1", "@07", "@!!", "7@"),
    *(":r5", "1:", "1::r5", "01:r5", "-1:r5", "\u0661:r5", "1:1:r5", "a:r5", "1:/", "1:end"),
    *("@\u0667", "yr5", "bg5", "ry", "x", "lr5", "l", "p", "pr1", "\ufeffr5", "\x00", "r5\n"),
]


@pytest.mark.parametrize("token", MISSPELT, ids=ascii)
def test_what_is_not_spelt_like_a_token_is_none(token):
    assert parse(token) is None


NOT_PRINTED = ("ry5", "gb12", "x0", "x8", "lr", "pb", "lucky", "cr0", "cb99", "r0", "r1", "r13")


@pytest.mark.parametrize("token", [*NOT_PRINTED, "@7", f"r{10**40}", f"@{10**40}"])
def test_a_well_spelt_token_without_a_place_on_the_sheet_names_no_cell(token):
    assert refusal(f"classic {token}") == "no_such_cell"
    assert refusal(f"classic/2 1:{token}") == "no_such_cell"


def test_a_token_beyond_all_measure_is_misspelt():
    assert refusal("classic r" + "9" * 100_000) == "syntax"
    assert refusal("classic " + "x" * 100_000) == "syntax"


def test_on_one_sheet_there_is_no_slash():
    assert refusal("classic /") == "syntax"
    assert refusal("classic r# /") == "syntax"
    assert refusal("classic r# y# /") == "syntax"


def test_on_one_sheet_the_seat_is_one_or_nothing():
    assert refusal("classic 1:r5") is None
    for seat in (0, 2, 10**40):
        assert refusal(f"classic {seat}:r5") == "no_such_seat"
    assert refusal("classic 2:undo") == "no_such_seat"


@pytest.mark.parametrize("token", ["r5", "-", "@7", "@!", "r13", "x3"])
def test_at_a_table_every_token_of_a_sheet_needs_its_seat(token):
    assert refusal(f"on_board/2 {token}") == "syntax"


def test_at_a_table_nobody_closes_a_row_from_elsewhere():
    assert refusal("classic/2 r#") == "syntax"
    assert refusal("classic/2 1:r#") == "syntax"


# The white dice


@pytest.mark.parametrize("points", range(2, 13))
def test_the_white_dice_show_two_to_twelve_and_change_no_position(points):
    assert position(f"classic/2 w{points}") == position("classic/2")


def test_white_dice_are_of_a_roll_that_is_played():
    assert refusal("classic w7") == "syntax"
    assert refusal("classic/2 end w7") == "over"
    assert refusal("classic/2 1:- / / 1:- / / 1:- / / 1:- w7") == "over"


def test_white_dice_are_outside_a_seats_undo_and_leave_every_redo_alone():
    assert refusal("classic/2 w7 1:undo") == "nothing_to_undo"
    assert standing("classic/2 1:r5 w7 1:undo") == "w7"
    assert refusal("classic/2 1:r5 1:undo w7 1:redo") is None
    assert refusal("classic/2 1:r5 undo w7 redo") is None


def test_everybodys_undo_takes_white_dice_back_like_any_last_entry():
    assert standing("classic/2 1:r5 w7 w8 undo") == "1:r5 w7"
    assert standing("classic/2 1:r5 w7 w8 undo redo") == "1:r5 w7 w8"
