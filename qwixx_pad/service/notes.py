"""Texts that are kept beside the games, under keys of whoever needs them."""

from qwixx_pad.service.observable import Observable
from qwixx_pad.storage import Storage, StorageError


class Notes(Observable):
    """The notes of a storage.

    Args:
        storage: Where they are.
    """

    def __init__(self, storage: Storage) -> None:
        super().__init__()
        self._storage = storage

    def notes(self, prefix: str) -> dict[str, str]:
        """The texts that are kept under keys which begin like this."""
        try:
            kept = self._storage.settings()
        except StorageError:
            return {}
        return {key: text for key, text in kept.items() if key.startswith(prefix)}

    def keep_note(self, key: str, text: str) -> bool:
        """Keep a text; whether the disk took it."""
        try:
            self._storage.put_setting(key, text)
        except StorageError:
            return False
        return True

    def drop_note(self, key: str) -> bool:
        """Keep a text no longer; whether the disk took that."""
        try:
            self._storage.drop_setting(key)
        except StorageError:
            return False
        return True
