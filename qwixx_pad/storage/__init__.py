"""Storage of games. It knows no rules: a game is a head and a list of tokens."""

from qwixx_pad.storage.folder import (
    JOURNAL_FILE,
    LockTimeoutError,
    Notice,
    OlderCopy,
    Recovery,
    data_folder,
    file_lock,
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
    "JOURNAL_FILE",
    "CannotWrite",
    "Conflict",
    "DiskFull",
    "GameHead",
    "GameLog",
    "LockTimeoutError",
    "Notice",
    "OlderCopy",
    "OtherVersion",
    "Recovery",
    "SavedEntry",
    "SavedGame",
    "Storage",
    "StorageError",
    "UnknownGame",
    "data_folder",
    "file_lock",
    "open_storage",
    "take_block",
]
