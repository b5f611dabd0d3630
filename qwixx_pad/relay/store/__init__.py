"""The store of a relay's tables. It knows no rules: a game is a head and tokens."""

from pathlib import Path

from qwixx_pad.relay.store.sql_store import (
    MarkedGame,
    PeerNews,
    RequestMark,
    SavedTable,
    Store,
    TableChanged,
    TablePresence,
)
from qwixx_pad.relay.store.sqlite import SqliteStore
from qwixx_pad.storage import CannotWrite

__all__ = [
    "MarkedGame",
    "PeerNews",
    "RequestMark",
    "SavedTable",
    "Store",
    "TableChanged",
    "TablePresence",
    "open_store",
]

STORE_FILE = "relay.sqlite3"
"""The name of SQLite's file in the data folder."""


def open_store(folder: Path, database: str = "") -> Store:
    """Open the store of a relay.

    Args:
        folder: For SQLite's file; made if it does not exist.
        database: Address of a PostgreSQL database to use instead; empty for SQLite.

    Raises:
        OtherVersion: Its tables are of another version of the pad, and left unchanged.
        CannotWrite: It cannot be opened; the text says why.
    """
    if not database:
        return SqliteStore(folder / STORE_FILE)
    try:
        from qwixx_pad.relay.store.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CannotWrite(
            f"for a PostgreSQL install the extra: pip install 'qwixx-pad[relay]' ({error})"
        ) from error
    return PostgresStore(database)
