"""Heads that name slips of one box, random sheets and options."""

import pytest
from strategies import played, setup_of

from qwixx_pad.core.line import HeadError, read_setup, report
from qwixx_pad.layouts import installed

GOOD = [
    *("chain_a,chain_c,chain_b/3", "chain_a,chain_b,chain_a/3", "steps_e,steps_a/2+finish-turn"),
    *("chain_a/3", "random_numbers:0", "random_colors:999999/2", "classic/3+paper"),
    *("classic+paper", "steps_a,steps_b/2+paper"),
]


@pytest.mark.parametrize("head", GOOD)
def test_a_head_is_written_as_it_was_read(head):
    setup = setup_of(head)
    assert setup.text == head
    assert report(played(head), (), None)["layout"] == head.partition("/")[0].partition("+")[0]


def test_each_seat_has_the_slip_that_is_named_in_its_place():
    setup = setup_of("chain_a,chain_c,chain_b/3")
    assert [layout.name for layout in setup.layouts] == ["chain_a", "chain_c", "chain_b"]


BAD = [
    *("chain_a,chain_a/2", "classic,classic/2", "chain_a,chain_b", "chain_a,chain_b/3"),
    *("chain_a,steps_a/2", "classic,mixx_a/2", "bonus_a,bonus_b/2", "mixx_a,mixx_b/2"),
    *("chain_a,/2", ",chain_a/2", "chain_a,chain_f/2", "classic+paper+finish-turn"),
    *("random_numbers", "random_numbers:", "random_numbers:01", "random_numbers:1000000"),
    *("random_numbers:-1", "classic:5", "random_numbers:1,random_numbers:2/2", "own:mine-12345678"),
]


@pytest.mark.parametrize("head", BAD)
def test_anything_else_is_an_error(head):
    with pytest.raises(HeadError):
        read_setup(head, installed())
