"""Where games are kept. The store knows no rules: a game is a head and a list of tokens."""

from qwixx_pad.store.folder import data_folder
from qwixx_pad.store.opening import open_store
from qwixx_pad.store.protocol import (
    CannotWrite,
    Conflict,
    GameHead,
    SavedEntry,
    SavedGame,
    Store,
    StoreError,
    TooNew,
    UnknownGame,
)
from qwixx_pad.store.rescue import Rescue
from qwixx_pad.store.sqlite import SqliteStore

__all__ = [
    "CannotWrite",
    "Conflict",
    "GameHead",
    "Rescue",
    "SavedEntry",
    "SavedGame",
    "SqliteStore",
    "Store",
    "StoreError",
    "TooNew",
    "UnknownGame",
    "data_folder",
    "open_store",
]
