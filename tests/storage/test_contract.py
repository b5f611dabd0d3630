"""A storage of any kind keeps the contract, shares its file, and lets no error of the disk out."""

import subprocess
import sys

import pytest
from contract import NOON, StorageContract, entry, head
from disks import LEFT

from qwixx_pad.storage import CannotWrite, StorageError, open_storage

pytestmark = pytest.mark.usefixtures("kind")


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


def test_in_a_folder_of_any_name_a_closed_store_leaves_its_file_and_nothing_beside(tmp_path, kind):
    folder = tmp_path / "a?b#c %41" / "é 名"
    for game in ("one", "two"):
        storage, rescue = open_storage(folder, now=NOON)
        storage.start(head(game))
        storage.close()
        assert rescue is None
    assert {file.name for file in folder.iterdir()} == LEFT[kind]


RACING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import Conflict, SavedEntry, open_storage
storage, _ = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
won = 0
while (number := storage.length("one")) < 100:
    try:
        storage.append("one", number, SavedEntry(sys.argv[2], datetime.now(UTC)))
    except Conflict:
        continue
    won += 1
print(won)
"""


@pytest.mark.processes
def test_two_processes_fill_one_game_and_nothing_is_overwritten(folder, storage):
    """Each entry stands in the name of the process that was told that it is kept."""
    command = [sys.executable, "-c", RACING, str(folder)]
    both = {
        name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)
        for name in ("r2", "y2")
    }
    won = {name: int(process.communicate(timeout=60)[0]) for name, process in both.items()}
    tokens = [e.token for e in storage.load("one").entries]
    assert len(tokens) == 100
    assert {name: tokens.count(name) for name in both} == won


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
def test_processes_may_open_a_new_folder_at_the_same_moment(folder, opened):
    command = [sys.executable, "-c", OPENING, str(folder)]
    processes = [
        subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE) for number in range(4)
    ]
    for process in processes:
        process.stdin.close()
    assert [process.wait(60) for process in processes] == [0] * 4
    assert opened().settings() == {str(number): "opened" for number in range(4)}


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
