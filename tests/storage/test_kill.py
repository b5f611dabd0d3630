"""A process that is killed loses no entry of which it was told that it is kept."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from functools import partial

import pytest
from contract import NOON
from disks import is_sound

from qwixx_pad.storage import UnknownGame, open_storage

TAPPING = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import GameHead, SavedEntry, UnknownGame, open_storage

def say(what):
    os.write(1, f"{what}\\n".encode())  # a line is written whole, or not at all

def tap(folder):
    storage, rescue = open_storage(folder, now=datetime.now(UTC))
    assert rescue is None
    try:
        number = storage.length("one")
    except UnknownGame:
        storage.start(GameHead("one", "classic", ("Anna",), datetime.now(UTC)))
        number = 0
    while True:
        storage.append("one", number, SavedEntry(f"r{number}", datetime.now(UTC)))
        say(number)
        number += 1

for _ in sys.stdin:
    child = os.fork()
    if not child:
        say(os.getpid())
        tap(Path(sys.argv[1]))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    say(f"ended {status}")
    if status != -signal.SIGKILL:
        sys.exit("it was to tap until it is killed")
"""
"""For each line that it reads it begins a process that taps, and says how that one ended.

What is killed is a process that has loaded everything: moments while Python starts prove nothing.
"""
KILLS = 100


@pytest.fixture
def tapping(folder):
    command = [sys.executable, "-c", TAPPING, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        yield process
        process.stdin.close()


def heard(tapping):
    line = tapping.stdout.readline()
    assert line, "a process ended before it was killed"
    return line


def killed(tapping, rng):
    """The numbers that a process printed before it was killed, at some moment of its life."""
    tapping.stdin.write("\n")
    taps = int(heard(tapping))
    shown = [heard(tapping) for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 8, 30)))]
    time.sleep(rng.uniform(0, 0.003 if shown else 0.02))
    os.kill(taps, signal.SIGKILL)
    shown += iter(partial(heard, tapping), f"ended {-signal.SIGKILL}\n")
    return [int(line) for line in shown]


def kept_tokens(folder):
    """What is in the folder after a kill; it must be sound, and nothing to be rescued."""
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        assert rescue is None
        assert is_sound(storage)
        try:
            return [entry.token for entry in storage.load("one").entries]
        except UnknownGame:
            return []


@pytest.mark.processes
def test_killed_at_a_hundred_random_moments_no_shown_entry_is_lost(folder, tapping):
    """After each kill all that was shown is there, without a gap, and at most one entry more."""
    rng = random.Random(100)
    kept = 0
    moments = set()
    for _ in range(KILLS):
        numbers = killed(tapping, rng)
        tokens = kept_tokens(folder)
        assert tokens == [f"r{number}" for number in range(len(tokens))]
        assert numbers == list(range(kept, kept + len(numbers)))
        assert len(tokens) - (kept + len(numbers)) in {0, 1}
        kept = len(tokens)
        moments.add(len(numbers))
    assert len(moments) > 5
