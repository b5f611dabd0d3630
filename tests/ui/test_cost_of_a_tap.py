"""A tap costs what it changes: counted for who taps and for the others, at one sheet and five."""

from contextlib import asynccontextmanager
from itertools import count

import pytest
from client import Client
from cost import counted
from flet.controls.id_counter import ControlId
from kept_games import game_of, keep
from table import BEN, HOST, device, open_table, pad_of_one_who_knows, rest, set_up

from qwixx_pad.app import opened_pad
from qwixx_pad.ui.pad import controller

PHONE, WIDE, TABLET = (390, 844), (844, 390), (1180, 820)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
OTHERS = 12, 12, 200
"""Built, compared, and bytes, at most: of a chip in the standings when somebody else crosses."""


@pytest.fixture(autouse=True)
def _late_in_an_evening(monkeypatch):
    """The numbers of controls are large by then, and take more bytes."""
    monkeypatch.setattr(ControlId, "_counter", count(1_000_000))


@asynccontextmanager
async def alone(folder, size):
    with pad_of_one_who_knows(folder) as pad:
        async with device(pad, HOST, width=size[0], height=size[1]) as tab:
            yield [await tab.tap("new-game")]


@asynccontextmanager
async def all_on_a_tablet(folder, _):
    with pad_of_one_who_knows(folder) as pad:
        async with device(pad, HOST, width=TABLET[0], height=TABLET[1]) as tab:
            await set_up(tab, *NAMES)
            yield [await tab.tap("start-game")]


@asynccontextmanager
async def two_phones(folder, _):
    with pad_of_one_who_knows(folder) as pad:
        async with device(pad, HOST) as anna:
            code = await open_table(anna, *NAMES)
            async with device(pad, BEN, f"/join/{code}") as ben:
                await ben.tap("sit-2")
                await anna.tap("start-game")
                await rest(anna, ben)
                yield [anna, ben]


async def cost(tabs, identifiers):
    """Built, compared and bytes of taps on the first screen, for each screen."""
    with counted() as counts:
        before = [counts.of(tab) for tab in tabs]
        await tabs[0].taps(identifiers)
        await rest(*tabs)
        after = [counts.of(tab) for tab in tabs]
    return [
        tuple(b - a for a, b in zip(*each, strict=True)) for each in zip(before, after, strict=True)
    ]


def within(spent, most):
    return all(a <= b for a, b in zip(spent, most, strict=True))


@pytest.mark.parametrize(("size", "most"), [(PHONE, 523), (WIDE, 513)], ids=str)
async def test_one_sheet_is_made_of_so_many_controls(tmp_path, size, most):
    async with alone(tmp_path, size) as (tab,):
        assert len([*tab.walk()]) <= most


STEPS = {
    "a plain cross": ("r2 r3 r4", "r5", (70, 61, 2_650)),
    "a cross that skips five": ("r2 r3 y2", "y8", (115, 79, 7_000)),
    "a lock": ("r2 r3 r4 r5 r6", "r12", (121, 75, 8_100)),
    "an undo": ("r2 r3 r4 r5", "undo", (95, 54, 7_600)),
    "a redo": ("r2 r3 r4 r5 undo", "redo", (62, 53, 2_500)),
    "a misthrow": ("r2 r3 r4", "penalty", (56, 47, 2_300)),
}
"""Taps before, the tap, and built, compared and bytes at most."""


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=str)
@pytest.mark.parametrize("step", STEPS)
async def test_on_one_sheet_a_tap_costs_what_it_changes(tmp_path, step, size):
    before, tap, most = STEPS[step]
    async with alone(tmp_path, size) as (tab,):
        await tab.taps(before)
        (spent,) = await cost([tab], tap)
        assert within(spent, most), spent


A_CROSS, ELSEWHERE = (82, 61, 4_000), (37, 25, 2_400)
"""Of a plain cross whose message opens, and of each cell of other rows that it changes."""


@pytest.mark.parametrize(
    ("line", "tap", "others"),
    [
        ("big_points r2 r3 r4", "r5", 0),
        ("double_a r2 r3 r4", "r5", 0),
        ("connect_15 r2 r3 r4", "r5", 0),
        ("longo r2 r3 r4", "r5", 0),
        ("mixx_a r2 r3 r4", "r5", 0),
        ("chain_d r2 r3 r4", "r5", 4),
        ("bonus_b y2 y7 r2 g12 b12 b11", "b7", 4),
    ],
)
async def test_on_every_sheet_a_tap_costs_what_it_changes(tmp_path, line, tap, others):
    keep(tmp_path, [game_of(line, "Anna")], hints="cross lock misthrow")
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route="/game/kept", width=PHONE[0], height=PHONE[1]) as tab:
            (spent,) = await cost([tab], tap)
    most = tuple(a + others * b for a, b in zip(A_CROSS, ELSEWHERE, strict=True))
    assert within(spent, most), spent


@pytest.mark.parametrize(
    ("step", "most"),
    [("s1-r3", (31, 22, 2_050)), ("s2-r3", (45, 28, 3_200)), ("undo", (37, 34, 1_400))],
)
async def test_with_five_sheets_on_a_tablet_it_costs_no_more(tmp_path, step, most):
    async with all_on_a_tablet(tmp_path, TABLET) as (tab,):
        await tab.taps("s1-r2")
        (spent,) = await cost([tab], step)
        assert within(spent, most), spent


async def test_at_a_table_of_phones_each_other_one_renders_a_chip(tmp_path):
    async with two_phones(tmp_path, PHONE) as tabs:
        await tabs[0].tap("r2")
        own, other = await cost(tabs, "r3")
        assert within(own, (47, 38, 2_400)), own
        assert within(other, OTHERS), other


async def test_the_end_of_a_roll_changes_no_cell(tmp_path, monkeypatch):
    monkeypatch.setattr(controller, "_TOO_SOON", 0)
    async with all_on_a_tablet(tmp_path, TABLET) as (tab,):
        await tab.taps("s1-r2")
        (spent,) = await cost([tab], "end-turn")
        assert within(spent, (33, 33, 1_500)), spent


async def test_a_plain_cross_leaves_the_screen_around_it_alone(tmp_path):
    async with alone(tmp_path, PHONE) as (tab,):
        await tab.taps("r2 r3")
        kept = {control._i: control for control in tab.walk()}
        await tab.tap("r4")
        changed = [c for c in tab.walk() if kept.get(c._i) is not c]
        assert {c.data for c in changed if getattr(c, "data", None)} <= {
            *("r3", "r4", "r12", "undo-message", "undo")
        }
