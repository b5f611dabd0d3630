"""Somebody sits out, leaves, or is lost: what each screen says and offers then."""

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.ui.lobby import seat_actions
from qwixx_pad.ui.text.table_texts import came_or_went_text
from tests.support.strategies import played
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    HOST,
    chip,
    code_of,
    device,
    phones_where,
    rest,
    roller,
    set_up,
    share,
)

NAMES = ("Anna", "Ben", "Cleo")
PHONES = ("anna", "ben", None)
TABLET = {"width": 1180, "height": 820}


def deeds(line, seat, by, *away):
    """What a device may do for a seat."""
    chairs = tuple(Chair(n, i, p) for i, (n, p) in enumerate(zip(NAMES, PHONES, strict=True)))
    seating = Seating("K7PQ", "anna", "classic", chairs)
    found = seat_actions(played(line).position, Rights(by, seating, frozenset(away)), seat, WORDS)
    return " ".join(deed.identifier for deed in found)


@pytest.mark.parametrize(
    ("line", "by", "away", "offered"),
    [
        ("classic/3 /", "anna", (), ["s1-out", "end-turn s2-out free-2", "s3-out"]),
        ("classic/3", "ben", (), ["", "s2-out", ""]),
        ("classic/3 2:out", "ben", (), ["", "s2-in", ""]),
        ("classic/3", "ben", ("anna",), ["end-turn s1-out free-1", "s2-out", "s3-out"]),
        ("classic/3 /", "ben", ("anna",), ["s1-out free-1", "end-turn s2-out", "s3-out"]),
        ("classic/3 1:out 2:out", "ben", (), ["", "s2-in", ""]),
        ("classic/3 1:out 2:out", "anna", (), ["end-turn s1-in", "s2-in free-2", ""]),
        ("classic/3 end", "anna", (), ["", "free-2", ""]),
    ],
)
def test_seat_actions_depend_on_device_and_seat(line, by, away, offered):
    assert [deeds(line, seat, by, *away) for seat in (1, 2, 3)] == offered


async def test_tablet_player_leaves_and_returns(pad):
    async with Client(pad.show_caller, **TABLET) as tab:
        await set_up(tab, "Anna", "Ben", "Cleo")
        await tab.taps("start-game s1-r5 menu who-plays s2-out")
        assert chip(tab, 2).out
        assert tab.view.message.title == came_or_went_text("Ben", WORDS, out=True)
        await tab.tap("s2-r7")
        assert tab.view.cards[1].note, "why nothing is entered"
        assert tab.numbers("s2-total") == [0]
        await tab.tap("end-turn")
        assert roller(tab) == 3
        await tab.taps("menu who-plays s2-in s2-r7")
        assert tab.numbers("s2-total") == [1]


async def test_phone_player_leaves_by_the_menu(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r2 /") as (anna, ben):
        await ben.tap("menu")
        assert not ben.has("s1-out")
        await share(ben, "s2-out", anna)
        assert anna.sees(came_or_went_text("Ben", WORDS, out=True))
        assert (chip(anna, 2).rolls, chip(anna, 2).out) == (True, True)
        await anna.taps("end-turn r3")
        assert anna.numbers("total") == [3], "it is Anna's roll again"
        await share(ben, "in", anna)
        assert anna.sees(came_or_went_text("Ben", WORDS, out=False))


async def test_host_screen_continues_for_a_lost_phone(pad):
    async with device(pad, HOST, **TABLET) as owner:
        await set_up(owner, "Anna", "Ben")
        await owner.tap("own-phones")
        async with device(pad, BEN, f"/join/{code_of(owner)}") as ben:
            await ben.taps("sit-1 sit-2")
            await share(owner, "start-game", ben)
            assert owner.has("s1-r5")
            assert owner.has("s2-total")
            await owner.tap("s1-r5")
            assert owner.sees(WORDS.failure_text(Failure.NOT_YOURS))
            await ben.lose_link()
            await rest(owner)
            await owner.taps("menu seats more-1")
            assert owner.has("free-1")
            await owner.taps("s1-out more-1 end-turn")
            assert not owner.has("end-turn"), "the card is gone"
            await owner.taps("finish finish-now to-pad")
            assert owner.has("rematch")


async def test_table_is_closed_and_reopened(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r2") as (anna, ben):
        await share(anna, "menu seats close-table cancel", ben)
        assert ben.has("total")
        await share(anna, "close-table close-now", ben)
        assert ben.has("join-table")
        await share(anna, "continue-game seat-2 b12 menu open-again", ben)
        assert ben.numbers("total") == [1], "the phone is back by itself"
