"""Where games are kept. The store knows no rules: a game is a head and a list of tokens."""

from qwixx_pad.store.folder import data_folder
from qwixx_pad.store.notice import LeftAlone, Notice, Rescue
from qwixx_pad.store.opening import open_store
from qwixx_pad.store.protocol import (
    CannotWrite,
    Conflict,
    DiskFull,
    OtherVersion,
    Store,
    StoreError,
    UnknownGame,
)
from qwixx_pad.store.saved import GameHead, SavedEntry, SavedGame

__all__ = [
    "CannotWrite",
    "Conflict",
    "DiskFull",
    "GameHead",
    "LeftAlone",
    "Notice",
    "OtherVersion",
    "Rescue",
    "SavedEntry",
    "SavedGame",
    "Store",
    "StoreError",
    "UnknownGame",
    "data_folder",
    "open_store",
]
