"""Tokens and heads of the game line: what they stand for, and what is misspelt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import refusal

from qwixx_pad.core.line import HeadError, read_line, read_setup
from qwixx_pad.core.moves import (
    Advance,
    Arrive,
    Board,
    Choose,
    Close,
    Cross,
    CrossField,
    CrossNext,
    EndRoll,
    Entry,
    Exchange,
    Finish,
    Penalty,
    Redo,
    Undo,
    White,
    parse,
)
from qwixx_pad.layouts import installed

rows = st.sampled_from("rygb")
of_a_seat = st.one_of(
    st.builds(Cross, rows | st.sampled_from(("ry", "gb")), st.integers(0, 10**30)),
    st.builds(Close, rows),
    st.builds(Board, st.integers(0, 10**30)),
    st.builds(CrossField, rows, st.integers(0, 99)),
    st.builds(CrossNext, rows),
    st.builds(Choose, rows),
    st.builds(Exchange, st.integers(0, 99)),
    st.sampled_from((Penalty(), Arrive(), Advance(), Undo(), Redo())),
)
entries = st.one_of(
    st.builds(Entry, of_a_seat, st.none() | st.integers(0, 10**30)),
    st.builds(Entry, st.sampled_from((EndRoll(), Finish()))),
    st.builds(Entry, st.builds(White, st.integers(2, 12))),
)


@given(entries)
def test_parse_reads_back_what_text_writes(entry):
    assert parse(entry.text) == entry


@given(st.text(max_size=8) | st.text("rygbx0123456789:/#@!-lp", max_size=6))
def test_what_parse_reads_text_writes_back(token):
    read = parse(token)
    assert read is None or read.text == token


TOKENS = {
    "r5": Entry(Cross("r", 5)),
    "g12": Entry(Cross("g", 12)),
    "r#": Entry(Close("r")),
    "-": Entry(Penalty()),
    "/": Entry(EndRoll()),
    "end": Entry(Finish()),
    "undo": Entry(Undo()),
    "redo": Entry(Redo()),
    "@7": Entry(Board(7)),
    "@!": Entry(Arrive()),
    "2:r5": Entry(Cross("r", 5), 2),
    "2:undo": Entry(Undo(), 2),
    "10:-": Entry(Penalty(), 10),
    "ry5": Entry(Cross("ry", 5)),
    "2:gb12": Entry(Cross("gb", 12), 2),
    "cr0": Entry(CrossField("r", 0)),
    "lr": Entry(CrossNext("r")),
    "3:pb": Entry(Choose("b"), 3),
    "x8": Entry(Exchange(8)),
    "lucky": Entry(Advance()),
    "w12": Entry(White(12)),
}


@pytest.mark.parametrize(("token", "entry"), TOKENS.items(), ids=list(TOKENS))
def test_a_token_stands_for_its_entry(token, entry):
    assert parse(token) == entry


MISSPELT = [
    *("R5", "5r", "r", "r-5", "r+5", "r5 ", "r05", "r00", "r5.0", "r²", "r\u0665", "rr5"),
    *("w1", "w13", "w", "w07", "1:w7", "lucky1", "cr", "c0", "cry0", "rb5", "x-1", "pry", "lx"),
    *("--", "//", "END", "Undo", "undo1", "#", "r##", "#r", "@", "@-1", "@07", "@!!", "7@"),
    *(":r5", "1:", "1::r5", "01:r5", "-1:r5", "\u0661:r5", "1:1:r5", "a:r5", "1:/", "1:end"),
    *("yr5", "bg5", "ry", "x", "lr5", "l", "p", "pr1", "\ufeffr5", "\x00", "r5\n"),
]


@pytest.mark.parametrize("token", MISSPELT)
def test_what_is_not_spelt_like_a_token_is_none(token):
    assert parse(token) is None


@pytest.mark.parametrize(
    "token",
    [
        *("ry5", "gb12", "x0", "x8", "lr", "pb", "lucky", "cr0", "cb99"),
        *("r0", "r1", "r13", "@7"),
    ],
)
def test_a_well_spelt_token_without_a_place_on_the_sheet_names_no_cell(token):
    assert refusal(f"classic {token}") == "no_such_cell"
    assert refusal(f"classic/2 1:{token}") == "no_such_cell"


def test_numbers_may_be_of_any_size():
    assert refusal(f"classic r{10**40}") == "no_such_cell"
    assert refusal(f"on_board @{10**40}") == "no_such_cell"
    assert refusal(f"classic {10**40}:r5") == "no_such_seat"


def test_a_token_beyond_all_measure_is_misspelt():
    assert refusal("classic r" + "9" * 100_000) == "syntax"
    assert refusal("classic " + "x" * 100_000) == "syntax"


def test_on_one_sheet_there_is_no_slash():
    assert refusal("classic /") == "syntax"
    assert refusal("classic r# /") == "syntax"


def test_on_one_sheet_the_seat_is_one_or_nothing():
    assert refusal("classic 1:r5") is None
    assert refusal("classic 2:r5") == "no_such_seat"
    assert refusal("classic 0:r5") == "no_such_seat"
    assert refusal("classic 2:undo") == "no_such_seat"


def test_at_a_table_every_token_of_a_sheet_needs_its_seat():
    for token in ("r5", "-", "@7", "@!", "r13", "x3"):
        assert refusal(f"on_board/2 {token}") == "syntax"


def test_at_a_table_nobody_closes_a_row_from_elsewhere():
    assert refusal("classic/2 r#") == "syntax"
    assert refusal("classic/2 1:r#") == "syntax"


HEADS = ["classic", "classic/2", "classic/5", "on_board/4", "classic/3+finish-turn", "on_board"]


@pytest.mark.parametrize("head", HEADS)
def test_a_setup_writes_the_head_it_was_read_from(head):
    assert read_setup(head, installed()).text == head


def test_one_seat_may_be_said_and_is_left_out_when_written():
    assert read_setup("classic/1", installed()).text == "classic"


BAD_HEADS = [
    *("", "Classic", "klassik", "classic/", "classic/0", "classic/02", "classic/-1", "classic/x"),
    *("classic/6", "on_board/5", "classic/100", "classic+", "classic+fast", "#classic", "r5"),
    *("classic+finish-turn/3", "classic/3/3", "classic/\u0663", "\ufeffclassic"),
    *("classic/3+finish", "mixx_c"),
]


@pytest.mark.parametrize("head", BAD_HEADS)
def test_a_head_that_names_no_installed_game_is_an_error(head):
    with pytest.raises(HeadError):
        read_setup(head, installed())


def test_an_empty_line_has_no_head():
    with pytest.raises(HeadError):
        read_line("  ", installed())


def test_any_white_space_separates_tokens():
    line = read_line(" classic/2\t1:r5   2:y5 \r\n", installed())
    assert line.setup.text == "classic/2"
    assert line.tokens == ("1:r5", "2:y5")
