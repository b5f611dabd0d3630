"""When the storage of an open pad settles."""

import asyncio

import pytest
from kept_pad import DAY, game

from qwixx_pad.archive import opened
from qwixx_pad.storage import SavedEntry


@pytest.mark.processes  # in a browser there is one loop for all, and no test runs its own
@pytest.mark.parametrize(("idle", "latest"), [(0, 60), (60, 0)])
async def test_the_pad_settles_while_nobody_taps_or_at_the_latest_and_in_no_tap(
    pad, monkeypatch, idle, latest
):
    settled, came = [], asyncio.Event()

    def settle():
        settled.append(pad.storage.length("g1"))
        came.set()

    monkeypatch.setattr(pad.storage, "settle", settle)
    monkeypatch.setattr(opened, "IDLE", idle)
    monkeypatch.setattr(opened, "LATEST", latest)
    pad.storage.start(game("g1").head)
    for number in range(3):
        pad.storage.append("g1", number, SavedEntry("r2", DAY))
    assert settled == []
    await asyncio.wait_for(came.wait(), 5)
    assert settled == [3]
