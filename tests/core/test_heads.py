"""Heads of the game line: sheets, seats and options, slips of one box, random sheets."""

import pytest

from qwixx_pad.core.notation import HeadError, read_line
from qwixx_pad.layouts import installed_layouts
from tests.support.core.line_questions import shown
from tests.support.strategies import setup_of

GOOD = [
    *("classic", "classic/5", "on_board/4", "classic/3+finish-turn", "chain_a/3", "classic+paper"),
    *("chain_a,chain_c,chain_b/3", "chain_a,chain_b,chain_a/3", "steps_e,steps_a/2+finish-turn"),
    *("random_numbers:0", "random_colors:999999/2", "classic/3+paper", "steps_a,steps_b/2+paper"),
]


@pytest.mark.parametrize("head", GOOD)
def test_head_is_written_as_read(head):
    assert setup_of(head).text == head
    assert shown(head)["layout"] == head.partition("/")[0].partition("+")[0]


def test_head_drops_a_single_seat():
    assert setup_of("classic/1").text == "classic"


def test_head_assigns_sheets_to_seats_in_order():
    setup = setup_of("chain_a,chain_c,chain_b/3")
    assert [layout.name for layout in setup.layouts] == ["chain_a", "chain_c", "chain_b"]


BAD = [
    *("", "Classic", "klassik", "classic/", "classic/0", "classic/02", "classic/-1", "classic/x"),
    *("classic/6", "on_board/5", "classic/100", "classic+", "classic+fast", "#classic", "r5"),
    *("classic+finish-turn/3", "classic/3/3", "classic/\u0663", "\ufeffclassic", "mixx_c"),
    *("classic/3+finish", "chain_a,chain_a/2", "classic,classic/2", "chain_a,chain_b"),
    *("chain_a,chain_b/3", "chain_a,steps_a/2", "classic,mixx_a/2", "bonus_a,bonus_b/2"),
    *("mixx_a,mixx_b/2", "chain_a,/2", ",chain_a/2", "chain_a,chain_f/2", "random_numbers"),
    *("classic+paper+finish-turn", "random_numbers:", "random_numbers:01", "random_numbers:-1"),
    *("random_numbers:1000000", "classic:5", "random_numbers:1,random_numbers:2/2"),
    *("own:mine-12345678", "  "),
]


@pytest.mark.parametrize("head", BAD, ids=ascii)
def test_unknown_head_raises_head_error(head):
    with pytest.raises(HeadError):
        read_line(head, installed_layouts())


def test_any_whitespace_separates_tokens():
    line = read_line(" classic/2\t1:r5   2:y5 \r\n", installed_layouts())
    assert line.setup.text == "classic/2"
    assert line.tokens == ("1:r5", "2:y5")
