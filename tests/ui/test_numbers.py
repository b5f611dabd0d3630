"""The numbers of what is shown: no start gives those of another, and the client can read them."""

from functools import partial
from itertools import islice

import flet as ft
import pytest
from flet.controls.id_counter import ControlId
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.storage import take_block
from qwixx_pad.ui.flet_support.keyboard import MAX_BLOCKS, number_by_blocks
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client

READABLE = 1 << 32
"""Flet's client reads smaller numbers."""
OF_PAGE_AND_WINDOW = {1, 2}


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    """Others count on from where they were."""
    monkeypatch.setattr(ControlId, "_counter", ControlId._counter)


@given(st.lists(st.integers(0, MAX_BLOCKS - 1), min_size=2, unique=True))
def test_number_blocks_are_disjoint_and_readable(taken):
    firsts = set()
    for block in taken:
        number_by_blocks(lambda block=block: block)
        firsts |= {*islice(iter(ControlId.next, None), 3)}
    assert len(firsts) == 3 * len(taken)
    assert all(number < READABLE for number in firsts)
    assert not firsts & OF_PAGE_AND_WINDOW


def test_exhausted_block_is_followed_by_the_next(tmp_path):
    number_by_blocks(partial(take_block, tmp_path, MAX_BLOCKS))
    size = READABLE // (MAX_BLOCKS + 1)
    first = ControlId.next()
    rest = [ControlId.next() for _ in range(size)]
    assert take_block(tmp_path, MAX_BLOCKS) == 2
    assert [rest[-2], rest[-1]] == [first + size - 1, first + size]


async def test_reopened_pad_reuses_no_control_number(tmp_path):
    shown = []
    for _ in range(2):
        with opened_pad(tmp_path) as pad:
            async with Client(pad.show_caller) as tab:
                await tab.taps("new-game r2 menu home continue-game")
                shown.append(set(tab.session.index) - OF_PAGE_AND_WINDOW)
                await tab.taps("menu home")
                assert isinstance(tab.session.index[1], ft.Page)
    assert min(map(len, shown)) > 300
    assert not shown[0] & shown[1]
    assert max(*shown[0], *shown[1]) < READABLE
