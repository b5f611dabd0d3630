"""Where games are kept. A storage knows no rules: a game is a head and a list of tokens."""

from qwixx_pad.storage.folder import (
    DATABASE,
    JOURNAL,
    HeldError,
    LeftAlone,
    Notice,
    OlderCopy,
    Rescue,
    alone,
    data_folder,
    take_block,
)
from qwixx_pad.storage.journal import Storage, open_storage
from qwixx_pad.storage.saved import (
    CannotWrite,
    Conflict,
    DiskFull,
    GameHead,
    GameLog,
    OtherVersion,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
)

__all__ = [
    "DATABASE",
    "JOURNAL",
    "CannotWrite",
    "Conflict",
    "DiskFull",
    "GameHead",
    "GameLog",
    "HeldError",
    "LeftAlone",
    "Notice",
    "OlderCopy",
    "OtherVersion",
    "Rescue",
    "SavedEntry",
    "SavedGame",
    "Storage",
    "StorageError",
    "UnknownGame",
    "alone",
    "data_folder",
    "open_storage",
    "take_block",
]
