"""A tap costs what it changes: counted for who taps and for the others, at one sheet and five."""

from dataclasses import replace

import pytest

from tests.support.ui.quick_pads import AT_ONCE, opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import (
    BEN,
    HOST,
    device,
    open_table,
    pad_of_one_who_knows,
    rest,
    set_up,
    share,
)
from tests.support.ui.tap_cost import counted

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture
def pad(tmp_path, times):
    with pad_of_one_who_knows(tmp_path, times) as opened:
        yield opened


async def cost(identifier, *tabs):
    """What a tap on the first screen costs each: controls built, compared, bytes, leaves."""
    before = [(tab.wire.bytes_out, tab.patches()) for tab in tabs]
    with counted() as counts:
        await tabs[0].tap(identifier)
        await rest(*tabs)
        costs = [(*counts.of(tab), tab.patches()) for tab in tabs]
    return [
        (built, compared, size - was, leaves - drawn)
        for (built, compared, size, leaves), (was, drawn) in zip(costs, before, strict=True)
    ]


PENS = 8
"""Bytes by which the strokes of one game's pen may be longer than those of another's."""


def within(spent, most):
    built, compared, size, leaves = most
    allowed = built, compared, size + PENS, leaves
    return all(a <= b for a, b in zip(spent, allowed, strict=True))


@pytest.mark.parametrize(
    ("before", "tap", "most"),
    [
        ("r2 r3 r4", "r5", (27, 24, 1140, 4)),
        ("r2 r3 y2", "y8", (44, 34, 2270, 4)),
        ("r2 r3 r4 r5 r6", "r12", (60, 35, 4200, 5)),
        ("r2 r3 r4 r5", "undo", (31, 28, 890, 5)),
        ("r2 r3 r4 r5 undo", "redo", (31, 28, 1160, 5)),
        ("r2 r3 r4", "penalty", (38, 21, 2620, 6)),
    ],
    ids=["cross", "skip", "lock", "undo", "redo", "penalty"],
)
async def test_tap_cost_is_limited_to_its_changes(tab, before, tap, most):
    await tab.taps(f"new-game {before}")
    (spent,) = await cost(tap, tab)
    assert within(spent, most), spent


async def test_first_hint_leaves_home_behind_it_alone(tmp_path, times):
    with opened_pad(tmp_path, times=times) as pad:
        async with Client(pad.show_caller) as tab:
            await tab.tap("new-game")
            (spent,) = await cost("r2", tab)
            assert within(spent, (121, 114, 1620, 3)), spent


async def test_single_sheet_has_at_most_340_controls(tab):
    await tab.tap("new-game")
    assert len([*tab.walk()]) <= 340


@pytest.mark.parametrize(
    ("tap", "most"),
    [
        ("s1-r3", (21, 19, 1080, 3)),
        ("s2-r3", (26, 17, 1730, 3)),
        ("undo", (31, 28, 1170, 6)),
        ("end-turn", (27, 23, 1370, 9)),
    ],
)
@pytest.mark.parametrize("times", [replace(AT_ONCE, too_soon=0)])  # no button is grey for a moment
async def test_tap_on_five_sheets_costs_no_more(pad, tap, most):
    async with Client(pad.show_caller, 1180, 820) as tab:
        await set_up(tab, *NAMES)
        await tab.taps("start-game s1-r2")
        (spent,) = await cost(tap, tab)
        assert within(spent, most), spent


async def test_other_phones_render_only_a_chip(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, *NAMES)
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await share(anna, "start-game r2", ben)
            own, other = await cost("r3", anna, ben)
            assert within(own, (34, 32, 1300, 5)), own
            assert within(other, (12, 12, 150, 1)), other


async def test_board_renders_only_the_crossed_cell(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, *NAMES)
        await anna.taps("sit-2 sit-3 sit-4 sit-5")
        async with device(pad, BEN, f"/watch/{code}", width=1920, height=1080) as board:
            await share(anna, "start-game r2", board)
            _, watched = await cost("r3", anna, board)
            assert within(watched, (22, 20, 930, 3)), watched
