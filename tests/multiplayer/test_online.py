"""Online tables of a phone: opened, joined, linked again; its sockets are queues here."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.online.link import relay_secret
from qwixx_pad.multiplayer.online.online_tables import relay_address, relay_site
from qwixx_pad.multiplayer.requests import Enter, Rematch
from qwixx_pad.multiplayer.seating import Chair
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from tests.support.multiplayer.online_apps import playing, reached
from tests.support.multiplayer.remote_room import until
from tests.support.multiplayer.table_room import ACCEPTED
from tests.support.recorded_files import RECORDED
from tests.support.strategies import entry

IN_OLD_WORDS = json.loads(
    (RECORDED / "table_old_words.txt").read_text(encoding="utf-8").splitlines()[0]
)


@pytest.fixture
def two(phone):
    return phone("anna"), phone("ben")


async def test_opening_a_table_takes_only_own_seat(phone):
    people = (Chair("Anna", 0, THIS_DEVICE), Chair("Ben", 1))
    table = await reached(phone("anna").open(THIS_DEVICE, "classic", people))
    assert [chair.device for chair in table.seating.chairs] == [THIS_DEVICE, None]


async def test_broken_link_reconnects_and_sends_pending_entries(air, two):
    async with playing(*two) as (anna, ben):
        air.cut("ben")
        await until(lambda: ben.link is Link.DOWN)
        assert ben.submit_request(THIS_DEVICE, Enter(entry("2:b5"), 0)) == ACCEPTED
        assert ben.submit_request(THIS_DEVICE, Rematch()) is Failure.NO_LINK
        assert ben.unsent == (entry("2:b5"),)
        air.mend("ben")
        await until(lambda: anna.current_position.crosses_this_roll == (0, 1))
        await until(lambda: ben.unsent == () and ben.link is Link.UP)


async def test_relay_is_not_contacted_until_table_is_shown(air, phone, two):
    async with playing(*two):
        pass
    asked = len(air.sockets)
    ben = phone("ben")
    (table,) = ben.tables_of(THIS_DEVICE)
    assert ben.known_table("ABCDEF", THIS_DEVICE) is table is ben.table_of_game(table.seating.game)
    assert table.opened.game.setup.seats == 2
    await asyncio.sleep(0.01)
    assert len(air.sockets) == asked
    leave = table.connect_device(THIS_DEVICE)
    await until(lambda: table.link is Link.UP)
    leave()
    await until(lambda: table.link is not Link.UP)


@pytest.mark.parametrize(
    ("error", "gone"), [("no-table", Failure.NO_TABLE), ("version", Failure.VERSION)]
)
async def test_table_unknown_to_the_relay_leaves_its_game_readable(air, two, error, gone):
    async with playing(*two) as (anna, _):
        air.cut("anna")
        await until(lambda: anna.link is Link.DOWN)
        air.answer = {"error": error}
        air.mend("anna")
        await until(lambda: anna.link is Link.GONE)
        assert (anna.gone, anna.is_closed) == (gone, True)
        assert anna.opened.confirmed.game.setup.seats == 2


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        ({"error": "no-table"}, (Failure.NO_TABLE, 0)),
        ({"error": "wait", "seconds": 7}, (Failure.TOO_MANY_TRIES, 7)),
        ({"error": "wait", "seconds": 10**400}, (Failure.TOO_MANY_TRIES, 3600)),
        ({"error": "wait", "seconds": [7]}, (Failure.TOO_MANY_TRIES, 0)),
        ({"error": "version", "wire": [1]}, (Failure.VERSION, 0)),
        ({"error": "bad"}, (Failure.REFUSED, 0)),
        ({"you": "x"}, (Failure.VERSION, 0)),
        ({"you": "x", "table": []}, (Failure.VERSION, 0)),
        ({"you": "x", "table": IN_OLD_WORDS}, (Failure.VERSION, 0)),
    ],
)
async def test_failed_join_reports_reason_and_wait(air, phone, answer, failed):
    air.answer = answer
    attempt = phone("ben").find("QQQQQQ", THIS_DEVICE, "")
    await until(lambda: attempt.failed)
    assert (attempt.failed, attempt.retry_after_s) == failed
    await until(lambda: all(socket.closed for socket in air.sockets))


async def test_opening_fails_if_the_relay_is_unreachable(air, phone):
    air.cut("anna")
    attempt = phone("anna").open(THIS_DEVICE, "classic", ())
    await until(lambda: attempt.failed)
    assert attempt.failed is Failure.NO_LINK


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("pad.example", "wss://pad.example/relay"),
        (" https://pad.example/ ", "wss://pad.example/relay"),
        ("http://127.0.0.1:8560/games/relay", "ws://127.0.0.1:8560/games/relay"),
        ("ftp://pad.example", None),
        ("https://", None),
        ("https://me:secret@pad.example", None),
        ("https://pad.example:99999", None),
    ],
)
def test_relay_address_is_normalized_or_rejected(typed, address):
    assert relay_address(typed) == address


@pytest.mark.parametrize("url", ["wss://pad.example/relay", "wss://PAD.example:443/games/relay"])
def test_secret_differs_for_each_relay(url):
    wire = (Path(__file__).parents[2] / "docs" / "wire.md").read_text(encoding="utf-8")
    secret, sent = re.findall(r"`([\w-]{43})`", wire)
    assert relay_secret(url, secret) == sent
    for other in ("ws://pad.example/relay", "wss://pad.example:8551/relay", "wss://[::1]/relay"):
        assert relay_secret(other, secret) != sent


def test_guest_link_points_to_the_site_of_the_relay():
    assert relay_site("wss://pad.example/games/relay") == "https://pad.example/games/#"
