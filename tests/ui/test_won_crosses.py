"""Crosses that a pair has won at a shared table: one phone asks, the others wait."""

from contextlib import contextmanager
from datetime import UTC, datetime

from kept_games import game_of, keep
from table import BEN, HOST, device, rest

from qwixx_pad.app import opened_pad
from qwixx_pad.tables.seating import Chair, Seating

NAMES = ("Anna", "Ben")
OWING = "bonus_b/2 2:r2 1:y11 / 2:b12 2:y11 / 2:g9 1:r2"
"""Anna rolls; Ben has completed a pair, and all of his rows tie."""


@contextmanager
def phones(folder):
    """A pad at whose table K7PQ both play from phones; Anna has opened it."""
    chairs = (Chair("Anna", 0, "host"), Chair("Ben", 1, "ben"))
    opened = datetime.now(UTC).isoformat()
    seating = Seating("K7PQ", "host", "bonus_b", chairs, game="kept", opened=opened)
    keep(folder, [game_of(OWING, *NAMES)], **{"table/K7PQ": seating.text})
    with opened_pad(folder) as pad:
        yield pad


async def test_the_roller_waits_for_the_choice_and_goes_on_once_it_is_made(tmp_path):
    with phones(tmp_path) as pad:
        async with (
            device(pad, HOST, "/table/K7PQ") as anna,
            device(pad, BEN, "/join/K7PQ") as ben,
        ):
            assert ben.sees("Which row gets 2 crosses?")
            assert not anna.sees("Which row gets 2 crosses?")
            assert anna.sees("Waiting for Ben")
            await ben.tap("pr")
            await rest(anna, ben)
            assert not anna.sees("Waiting for Ben")
            assert anna.has("end-turn")
            assert ben.name("r4").startswith("Red 4, crossed")


async def test_the_roller_may_end_the_waiting_and_then_the_roll(tmp_path):
    with phones(tmp_path) as pad:
        async with (
            device(pad, HOST, "/table/K7PQ") as anna,
            device(pad, BEN, "/join/K7PQ") as ben,
        ):
            await anna.tap("close-now")
            await rest(anna, ben)
            assert ben.sees("Which row gets 2 crosses?"), "until the roll is over"
            await anna.tap("end-turn")
            await rest(anna, ben)
            assert not ben.sees("Which row gets 2 crosses?")
