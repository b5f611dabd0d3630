"""Tokens of the game line: how they are spelt, who may enter them, and the white dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.moves import parse_token
from tests.support.core.line_questions import applied, position
from tests.support.strategies import refusal


@given(st.text(max_size=8) | st.text("rygbx0123456789:/#@!-lp", max_size=6))
def test_parsed_token_writes_the_same_text(token):
    read = parse_token(token)
    assert read is None or read.text == token


MISSPELT = [
    *("R5", "5r", "r", "r-5", "r+5", "r5 ", "r05", "r00", "r5.0", "r²", "r\u0665", "rr5"),
    *("w1", "w13", "w", "w07", "1:w7", "lucky1", "cr", "c0", "cry0", "rb5", "x-1", "pry", "lx"),
    *("--", "//", "END", "Undo", "undo1", "#", "r##", "#r", "@", "@-1", "@07", "@!!", "7@"),
    *(":r5", "1:", "1::r5", "01:r5", "-1:r5", "\u0661:r5", "1:1:r5", "a:r5", "1:/", "1:end"),
    *("@\u0667", "yr5", "bg5", "ry", "x", "lr5", "l", "p", "pr1", "\ufeffr5", "\x00", "r5\n"),
]


@pytest.mark.parametrize("token", MISSPELT, ids=ascii)
def test_misspelt_token_parses_to_none(token):
    assert parse_token(token) is None


NOT_PRINTED = ("ry5", "gb12", "x0", "x8", "lr", "pb", "lucky", "cr0", "cb99", "r0", "r1", "r13")


@pytest.mark.parametrize("token", [*NOT_PRINTED, "@7", f"r{10**40}", f"@{10**40}"])
def test_unprinted_cell_is_refused_as_no_such_cell(token):
    assert refusal(f"classic {token}") == "no_such_cell"
    assert refusal(f"classic/2 1:{token}") == "no_such_cell"


def test_oversized_token_is_a_syntax_error():
    assert refusal("classic r" + "9" * 100_000) == "syntax"
    assert refusal("classic " + "x" * 100_000) == "syntax"


def test_slash_is_refused_on_a_single_sheet():
    assert refusal("classic /") == "syntax"
    assert refusal("classic r# /") == "syntax"
    assert refusal("classic r# y# /") == "syntax"


def test_single_sheet_accepts_seat_one_or_none():
    assert refusal("classic 1:r5") is None
    for seat in (0, 2, 10**40):
        assert refusal(f"classic {seat}:r5") == "no_such_seat"
    assert refusal("classic 2:undo") == "no_such_seat"


@pytest.mark.parametrize("token", ["r5", "-", "@7", "@!", "r13", "x3"])
def test_table_token_needs_a_seat(token):
    assert refusal(f"on_board/2 {token}") == "syntax"


def test_close_row_token_is_refused_at_a_table():
    assert refusal("classic/2 r#") == "syntax"
    assert refusal("classic/2 1:r#") == "syntax"


# The white dice


@pytest.mark.parametrize("points", range(2, 13))
def test_white_dice_change_no_position(points):
    assert position(f"classic/2 w{points}") == position("classic/2")


def test_white_dice_need_a_roll_in_play():
    assert refusal("classic w7") == "syntax"
    assert refusal("classic/2 end w7") == "over"
    assert refusal("classic/2 1:- / / 1:- / / 1:- / / 1:- w7") == "over"


def test_white_dice_do_not_affect_seat_undo_or_redo():
    assert refusal("classic/2 w7 1:undo") == "nothing_to_undo"
    assert applied("classic/2 1:r5 w7 1:undo") == "w7"
    assert refusal("classic/2 1:r5 1:undo w7 1:redo") is None
    assert refusal("classic/2 1:r5 undo w7 redo") is None


def test_table_undo_removes_white_dice():
    assert applied("classic/2 1:r5 w7 w8 undo") == "1:r5 w7"
    assert applied("classic/2 1:r5 w7 w8 undo redo") == "1:r5 w7 w8"
