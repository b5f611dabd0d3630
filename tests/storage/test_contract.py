"""A storage of any kind keeps the contract, shares its file, and lets no error of the disk out."""

import asyncio
import subprocess
import sys
from contextlib import closing

import pytest
from contract import NOON, StorageContract, entry, head
from disks import LEFT

from qwixx_pad.archive.opened import IDLE, Settling
from qwixx_pad.storage import CannotWrite, Conflict, StorageError, data_folder, open_storage


class TestContract(StorageContract):
    @pytest.fixture
    def storage(self, opened):
        return opened()

    @pytest.fixture
    def again(self, storage, opened):
        def reopen():
            storage.close()
            return opened()

        return reopen


def test_the_folder_is_made_for_its_owner_only(folder, opened):
    opened()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_may_have_any_name(tmp_path, kind):
    folder = tmp_path / "a?b#c %41" / "é 名"
    for _ in range(2):
        storage, rescue = open_storage(folder, now=NOON)
        storage.close()
        assert rescue is None
    assert {file.name for file in folder.iterdir()} == LEFT[kind]


def test_a_closed_store_leaves_nothing_beside_its_file(folder, opened, kind):
    storage = opened()
    storage.start(head())
    storage.close()
    assert {file.name for file in folder.iterdir()} == LEFT[kind]


def test_flet_may_say_where_the_data_lives_and_the_command_line_knows_better(monkeypatch, tmp_path):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "flet"))
    assert data_folder() == tmp_path / "flet"
    assert data_folder(tmp_path / "mine") == tmp_path / "mine"
    monkeypatch.delenv("FLET_APP_STORAGE_DATA")
    assert data_folder().name == "qwixx-pad"


def test_of_two_stores_with_the_same_number_one_is_told(opened):
    first, second = opened(), opened()
    first.start(head())
    second.append("one", 0, entry("r2"))
    with pytest.raises(Conflict):
        first.append("one", 0, entry("y2"))
    first.append("one", 1, entry("y3"))
    assert [e.token for e in second.load("one").entries] == ["r2", "y3"]


RACING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import Conflict, SavedEntry, open_storage
storage, _ = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
won = 0
while (number := storage.length("one")) < 300:
    try:
        storage.append("one", number, SavedEntry(sys.argv[2], datetime.now(UTC)))
    except Conflict:
        continue
    won += 1
print(won)
"""


@pytest.mark.processes
def test_two_processes_fill_one_game_and_nothing_is_overwritten(folder, opened):
    """Each entry stands in the name of the process that was told that it is kept."""
    storage = opened()
    storage.start(head())
    command = [sys.executable, "-c", RACING, str(folder)]
    both = {
        name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)
        for name in ("r2", "y2")
    }
    won = {name: int(process.communicate(timeout=60)[0]) for name, process in both.items()}
    tokens = [e.token for e in storage.load("one").entries]
    assert len(tokens) == 300
    assert {name: tokens.count(name) for name in both} == won


def test_no_error_of_the_disk_leaves_a_closed_store(opened):
    storage = opened()
    storage.close()
    for ask in (
        lambda: storage.load("one"),
        lambda: storage.length("one"),
        storage.newest,
        storage.games,
        storage.settings,
    ):
        with pytest.raises(StorageError):
            ask()
    for write in (
        lambda: storage.start(head()),
        lambda: storage.append("one", 0, entry("r2")),
        lambda: storage.put_setting("a", "b"),
    ):
        with pytest.raises(CannotWrite):
            write()
    storage.close()


def test_a_store_on_a_folder_reads_what_another_has_just_written(folder, opened):
    writer = opened()
    with closing(open_storage(folder, now=NOON)[0]) as reader:
        writer.start(head())
        writer.append("one", 0, entry("r2"))
        assert reader.length("one") == 1


OPENING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import open_storage
sys.stdin.read()
storage, rescue = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
storage.put_setting(sys.argv[2], "opened")
assert rescue is None
"""


@pytest.mark.processes
def test_processes_may_open_a_new_folder_at_the_same_moment(tmp_path, kind):  # noqa: ARG001
    for attempt in range(4):
        folder = tmp_path / str(attempt)
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", OPENING, str(folder), str(number)], stdin=subprocess.PIPE
            )
            for number in range(5)
        ]
        for process in processes:
            process.stdin.close()
        assert [process.wait(60) for process in processes] == [0] * 5
        storage, _ = open_storage(folder, now=NOON)
        with closing(storage):
            assert storage.settings() == {str(number): "opened" for number in range(5)}


@pytest.mark.processes  # in a browser there is one loop for all, and no test runs its own
def test_the_pad_settles_while_nobody_taps_and_in_no_tap(opened, monkeypatch):
    storage, settled = opened(), []
    monkeypatch.setattr(storage, "settle", lambda: settled.append(storage.length("one")))
    Settling(storage)
    storage.start(head())

    async def evening():
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_at", lambda at, call: later(at - loop.time(), call))
        for number in range(3):
            storage.append("one", number, entry("r2"))
        assert settled == []
        (*early, last) = waits
        assert all(timer.cancelled() for _, timer in early)
        assert 0 < last[0] <= IDLE
        last[1]._run()
        assert settled == [3]

    waits = []

    def later(seconds, call):
        timer = asyncio.TimerHandle(0, call, (), asyncio.get_running_loop())
        waits.append((seconds, timer))
        return timer

    asyncio.run(evening())
