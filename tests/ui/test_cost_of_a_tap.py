"""A tap costs what it changes: counted for who taps and for the others, at one sheet and five."""

import pytest
from client import Client
from cost import counted
from table import BEN, HOST, device, open_table, pad_of_one_who_knows, rest, set_up, share

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture
def pad(tmp_path):
    with pad_of_one_who_knows(tmp_path) as opened:
        yield opened


async def cost(identifier, *tabs):
    """Controls that a tap on the first screen builds and compares, for each screen."""
    with counted() as counts:
        await tabs[0].tap(identifier)
        await rest(*tabs)
        return [counts.of(tab)[:2] for tab in tabs]


def within(spent, most):
    return all(a <= b for a, b in zip(spent, most, strict=True))


@pytest.mark.parametrize(
    ("before", "tap", "most"),
    [
        ("r2 r3 r4", "r5", (70, 61)),
        ("r2 r3 y2", "y8", (115, 79)),
        ("r2 r3 r4 r5 r6", "r12", (121, 75)),
        ("r2 r3 r4 r5", "undo", (95, 54)),
        ("r2 r3 r4 r5 undo", "redo", (62, 53)),
        ("r2 r3 r4", "penalty", (56, 47)),
    ],
    ids=["cross", "skip", "lock", "undo", "redo", "misthrow"],
)
async def test_on_one_sheet_a_tap_costs_what_it_changes(tab, before, tap, most):
    await tab.taps(f"new-game {before}")
    (spent,) = await cost(tap, tab)
    assert within(spent, most), spent


@pytest.mark.parametrize(
    ("tap", "most"),
    [("s1-r3", (31, 24)), ("s2-r3", (45, 28)), ("undo", (37, 34)), ("end-turn", (33, 33))],
)
@pytest.mark.usefixtures("patient_finger")
async def test_with_five_sheets_on_a_tablet_it_costs_no_more(pad, tap, most):
    async with Client(pad.show, 1180, 820) as tab:
        await set_up(tab, *NAMES)
        await tab.taps("start-game s1-r2")
        (spent,) = await cost(tap, tab)
        assert within(spent, most), spent


async def test_at_a_table_of_phones_each_other_one_renders_a_chip(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, *NAMES)
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await share(anna, "start-game r2", ben)
            own, other = await cost("r3", anna, ben)
            assert within(own, (47, 38)), own
            assert within(other, (12, 12)), other


async def test_a_board_renders_the_cell_that_somebody_has_crossed_and_not_the_sheet(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, *NAMES)
        await anna.taps("sit-2 sit-3 sit-4 sit-5")
        async with device(pad, BEN, f"/watch/{code}", width=1920, height=1080) as board:
            await share(anna, "start-game r2", board)
            _, watched = await cost("r3", anna, board)
            assert within(watched, (33, 24)), watched
