"""A process that is killed loses no entry of which it was told that it is kept."""

import random
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest
from contract import NOON
from disks import is_sound

from qwixx_pad.store import UnknownGame, open_store

TAPPING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.store import GameHead, SavedEntry, UnknownGame, open_store
store, rescue = open_store(Path(sys.argv[1]), now=datetime.now(UTC))
assert rescue is None
try:
    number = store.length("one")
except UnknownGame:
    store.start(GameHead("one", "classic", ("Anna",), datetime.now(UTC)))
    number = 0
while True:
    store.append("one", number, SavedEntry(f"r{number}", datetime.now(UTC)))
    print(number, flush=True)
    number += 1
"""
KILLS = 200


def killed_tapping(folder, rng):
    """The numbers that a process printed before it was killed, at some moment of its life."""
    command = [sys.executable, "-c", TAPPING, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        shown = [process.stdout.readline() for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 8, 30)))]
        time.sleep(rng.uniform(0, 0.003) if shown else rng.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        shown += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return [int(line) for line in shown if line.endswith("\n")]


def kept_tokens(folder):
    """What is in the folder after a kill; it must be sound, and nothing to be rescued."""
    store, rescue = open_store(folder, now=NOON)
    with closing(store):
        assert rescue is None
        assert is_sound(store)
        try:
            return [entry.token for entry in store.load("one").entries]
        except UnknownGame:
            return []


@pytest.mark.processes
def test_killed_at_two_hundred_random_moments_no_shown_entry_is_lost(folder):
    """After each kill all that was shown is there, without a gap, and at most one entry more."""
    rng = random.Random(200)
    kept = 0
    moments = set()
    for _ in range(KILLS):
        numbers = killed_tapping(folder, rng)
        tokens = kept_tokens(folder)
        assert tokens == [f"r{number}" for number in range(len(tokens))]
        assert numbers == list(range(kept, kept + len(numbers)))
        assert len(tokens) - (kept + len(numbers)) in {0, 1}
        kept = len(tokens)
        moments.add(len(numbers))
    assert len(moments) > 5
