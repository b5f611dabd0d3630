"""Larger cells are offered to whose fingers miss the narrow ones: once, and never again."""

import pytest

from qwixx_pad.core.moves import parse_token
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.state import MISTAP_WINDOW_ENTRIES, NO_MISTAPS
from tests.support.ui.session_client import CLOCK, Client

CLASSIC = installed_layouts()["classic"]
MISTAPPED = "r5 undo r6 r8 undo r9 y2 undo y3"


def mistaps(line):
    found = NO_MISTAPS
    for token in line.split():
        found = found.with_entry(parse_token(token), CLASSIC)
    return found


@pytest.mark.parametrize(
    ("line", "slips"),
    [
        ("r5 undo r6", 1),
        ("r5 undo r4", 1),
        ("r5 undo y6", 1),  # across two rows too
        ("r5 undo r8", 0),  # a change of mind
        ("r5 undo g9", 0),
        ("r5 undo r5", 0),
        ("r5 undo - r6", 0),
        ("r5 b3 undo r6", 0),
        ("r5 - undo undo r6", 0),  # an undo that comes later
        ("1:r5 1:undo 1:r6", 1),
        ("1:r5 1:undo 2:r6", 0),  # a slip is of one seat
        ("1:r5 2:undo 1:r6", 0),
    ],
)
def test_undo_followed_by_a_neighbor_counts_as_mistap(line, slips):
    assert len(mistaps(line).mistaps) == slips


def test_three_recent_mistaps_are_many():
    assert not mistaps("r5 undo r6 r8 undo r9").are_many
    assert mistaps(MISTAPPED).are_many
    assert not mistaps(f"{MISTAPPED} {'- undo ' * (MISTAP_WINDOW_ENTRIES // 2)}").are_many


@pytest.mark.parametrize("times", [Times(message=0, clock=CLOCK)])
@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
async def test_mistaps_offer_columns_in_one_tap(pad, size):
    async with Client(pad.show_caller, *size) as tab:
        await tab.tap("new-game")
        assert not tab.has("try-columns")
        await tab.taps(MISTAPPED)
        await tab.tap("try-columns")
        assert not tab.has("try-columns")
        await tab.taps("menu settings")
        assert tab.one("set-columns").checked


async def test_declined_offer_is_not_repeated(pad):
    async with Client(pad.show_caller, 360, 640) as tab:
        await tab.taps(f"new-game {MISTAPPED} keep-rows")
        assert not tab.has("try-columns")
        await tab.taps("g12 undo g11 menu home")
        assert not tab.has("try-columns")
    async with Client(pad.show_caller, 360, 640) as later:
        await later.taps(f"new-game {MISTAPPED}")
        assert not later.has("try-columns")


@pytest.mark.parametrize("size", [(844, 390), (390, 844)], ids=["landscape", "columns"])
async def test_columns_are_offered_only_in_rows(pad, size):
    async with Client(pad.show_caller, *size) as tab:
        await tab.taps(f"settings set-columns back new-game {MISTAPPED}")
        assert not tab.has("columns-offer")


async def test_first_screen_offers_columns(tab):
    assert tab.one("set-rows").checked
    await tab.tap("set-columns")
    assert tab.one("set-columns").checked
    await tab.taps("new-game menu settings")
    assert tab.one("set-columns").checked
