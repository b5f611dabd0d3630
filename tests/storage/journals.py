"""A small storage as a file, and what is found in the folder of one."""

from contextlib import closing

from contract import NOON, entry, head
from disks import is_sound

from qwixx_pad.storage import JOURNAL as FILE
from qwixx_pad.storage import UnknownGame, open_storage


def written(folder):
    """A journal of one game with three entries and a setting, as bytes."""
    storage, _ = open_storage(folder, now=NOON)
    storage.put_setting("shade", "dark")
    storage.start(head())
    for number, token in enumerate(("r2", "r3", "r4")):
        storage.append("one", number, entry(token))
    storage.close()
    return (folder / FILE).read_bytes()


def found(folder):
    """The tokens that are in a folder, none where the game is not, and what was rescued."""
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        assert is_sound(storage)
        try:
            return [e.token for e in storage.load("one").entries], rescue
        except UnknownGame:
            return [], rescue
