"""Forced crosses: they appear one after the other, and cost no more than crosses that were made."""

from contextlib import asynccontextmanager

from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.paint import forced_cells
from qwixx_pad.ui.play.state import PadState, TableState
from tests.support.strategies import played
from tests.support.ui.every_screen import asks
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import CLOCK, Client
from tests.support.ui.tap_cost import counted

CHAIN = "bonus_a r3 y4", "b10"
"""Blue 10 is boxed: yellow 5 is crossed, which is boxed, and so green 12."""
FIVE_CROSSES = 5 * 50, 5 * 30, 5 * 2_650
"""Controls built, compared, and bytes, at most: each costs no more than one that is tapped."""


def later(line, token, *, table=None):
    """The cells, each by its sheet on the screen, and there by its row and position, from 0."""
    before, after = (PadState(played(x), table=table) for x in (line, f"{line} {token}"))
    return forced_cells(before, after, all_sheets=table is not None)


def test_forced_crosses_appear_in_their_order():
    assert later(*CHAIN) == ((0, (4, 1)), (0, (1, 3)), (0, (4, 2)), (0, (2, 0)))
    assert later("chain_a", "r6") == ((0, (1, 4)),)


def test_only_forced_crosses_are_delayed():
    assert later("classic", "r6") == ()
    assert later("chain_a", "r7") == ()
    assert later("chain_a r6", "undo") == ()


def test_forced_crosses_of_others_are_delayed_on_tablets_only():
    assert later("chain_a/2", "2:r6") == ()
    table = TableState(("Anna", "Ben"), (0, 1), (1, 2), corners=(2, 1))
    assert later("chain_a/2", "2:r6", table=table) == ((0, (1, 4)),)


def crossed(tab, *tokens):
    return [bool(tab.one(token).checked) for token in tokens]


@asynccontextmanager
async def chain(folder, pause):
    """A screen on which the next cross forces two, so many seconds one after the other."""
    times = Times(forced=pause, all_forced=10 * pause, clock=CLOCK)
    with pad_where(folder, CHAIN[0], "", times=times) as pad:
        async with Client(pad.show_caller, route="/game/saved") as tab:
            yield tab


async def test_next_tap_reveals_delayed_crosses(tmp_path):
    async with chain(tmp_path, 60) as tab:
        await tab.tap("b10")
        assert crossed(tab, "b10", "y5", "g12") == [True, False, False]
        await tab.tap("r5")
        assert crossed(tab, "b10", "y5", "g12") == [True, True, True]


async def test_delayed_crosses_appear_and_are_undone_together(tmp_path):
    async with chain(tmp_path, 0) as tab:
        await tab.tap("b10")
        await tab.settle(60)
        assert crossed(tab, "b10", "y5", "g12") == [True, True, True]
        await tab.tap("undo")
        assert crossed(tab, "b10", "y5", "g12") == [False, False, False]


async def test_reduced_motion_shows_forced_crosses_at_once(tmp_path):
    async with chain(tmp_path, 60) as tab:
        await asks(tab, reduce_motion=True)
        await tab.tap("b10")
        assert crossed(tab, "b10", "y5", "g12") == [True, True, True]


async def test_delayed_crosses_cost_no_more_than_single_ones(tmp_path):
    async with chain(tmp_path, 0) as tab:
        with counted() as counts:
            before = counts.of(tab)
            await tab.tap("b10")
            await tab.settle(60)
            spent = [b - a for a, b in zip(before, counts.of(tab), strict=True)]
        assert all(a <= b for a, b in zip(spent, FIVE_CROSSES, strict=True)), spent
