"""A small journal, and what is found in the folder of one."""

from contextlib import closing

from contract import NOON, entry, head

from qwixx_pad.archive.summaries import summarise
from qwixx_pad.layouts import installed
from qwixx_pad.storage import JOURNAL as FILE
from qwixx_pad.storage import UnknownGame, open_store


def summary_of(saved):
    return summarise(saved, installed())


def written(folder):
    """A journal of one game with three entries and a setting, as bytes."""
    store, _ = open_store(folder, now=NOON)
    store.put_setting("shade", "dark")
    store.start(head())
    for number, token in enumerate(("r2", "r3", "r4")):
        store.append("one", number, entry(token))
    store.close()
    return (folder / FILE).read_bytes()


def found(folder):
    """The tokens that are in a folder, none where the game is not, and what was rescued."""
    store, rescue = open_store(folder, now=NOON)
    with closing(store):
        try:
            return [e.token for e in store.load("one").entries], rescue
        except UnknownGame:
            return [], rescue
