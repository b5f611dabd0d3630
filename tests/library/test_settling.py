"""When the storage of an open pad settles."""

import asyncio

import pytest

from qwixx_pad.library import checkpoints
from qwixx_pad.storage import SavedEntry
from tests.support.library.library_pad import DAY, game


@pytest.mark.parametrize(("idle", "latest"), [(0, 60), (60, 0)])
async def test_checkpoint_runs_when_idle_or_overdue_never_in_a_tap(pad, monkeypatch, idle, latest):
    settled = []
    came = asyncio.Event()

    def settle():
        settled.append(len(pad.storage.load("g1").entries))
        came.set()

    monkeypatch.setattr(pad.storage, "checkpoint", settle)
    checkpoints.IdleCheckpointer(pad.storage, idle, latest)
    pad.storage.add_game(game("g1").head)
    for number in range(3):
        pad.storage.append("g1", number, SavedEntry("r2", DAY))
    assert settled == []
    await asyncio.wait_for(came.wait(), 5)
    assert settled == [3]


@pytest.mark.processes  # a browser's own loop would be led in a circle
async def test_overdue_checkpoint_does_not_disturb_a_tap(pad, monkeypatch):
    loop = asyncio.get_running_loop()
    call_at = loop.call_at
    time = loop.time

    def as_browsers_do(wait, *what):
        if wait < 0:
            raise ValueError("Can't schedule in the past")
        return call_at(time() + wait, *what)

    monkeypatch.setattr(loop, "call_later", as_browsers_do)
    monkeypatch.setattr(loop, "call_at", lambda at, *what: as_browsers_do(at - loop.time(), *what))
    pad.storage.add_game(game("g1").head)
    monkeypatch.setattr(loop, "time", lambda: time() + checkpoints.MAX_CHECKPOINT_DELAY_S + 1)
    pad.storage.append("g1", 0, SavedEntry("r2", DAY))
    pad.storage.append("g1", 1, SavedEntry("r3", DAY))
    assert len(pad.storage.load("g1").entries) == 2
