"""Kills and damage, as often as it takes to believe that nothing is lost.

The tests of each room do the same a few times. Here each room does it by the very same functions
with larger numbers; `run.py kills` says what was done, and ends with an error where something was
lost.
"""

import asyncio
import random
import sys
import traceback

from measuring import say
from pencil_kills import bench_pencil_kills

from tests.support.server.hostile_messages import send_false_messages
from tests.support.storage.damaged_journals import DAMAGES, damaged_by_chance, settled
from tests.support.storage.killed_processes import AT_ONCE, killed_at_lines, killed_at_moments

KILLS = 1000
DAMAGED = 200
"""How often in all, and in each way."""
EVERY = 10_000
"""More lines of code than anything takes that is done to a journal."""


def bench_storage_kills(folder):
    entries = killed_at_moments(folder / "moments", KILLS, seed=100)
    say("storage", f"killed {KILLS} times, all of {entries} entries are kept")
    for what in AT_ONCE:
        lines = killed_at_lines(folder / what, folder / "work" / what, what, EVERY)
        say(f"storage, {what}", f"killed at each of {lines} lines, nothing is lost")


def bench_storage_damage(folder):
    shelf = settled(folder / "whole")
    rng = random.Random(100)
    for damage in DAMAGES:
        name = damage.__name__
        (folder / name).mkdir()
        lost = damaged_by_chance(shelf, damage, rng, folder / name, DAMAGED)
        outcome = (
            f"{DAMAGED} times, each is reported; {lost} entries are lost, all with their cells"
        )
        say(f"storage, {name.replace('_', ' ')}", outcome)


def bench_lies(folder):
    sent = asyncio.run(send_false_messages(folder))
    say("server, a guest that lies in every field", f"{sent} lies, nobody else has noticed")


ROOMS = (bench_storage_kills, bench_storage_damage, bench_lies, bench_pencil_kills)
"""Each is given a folder, and raises where something is lost."""


def bench_kills(folder):
    """Visit all rooms, whatever comes of one; ends the program with an error if any has lost."""
    lost = [room.__name__ for room in ROOMS if not _holds(room, folder / room.__name__)]
    if lost:
        sys.exit(f"something was lost: {', '.join(lost)}")


def _holds(room, folder):
    folder.mkdir(parents=True)
    try:
        room(folder)
    except Exception:  # noqa: BLE001 - whatever it is, the others are visited too
        traceback.print_exc()
        return False
    return True
