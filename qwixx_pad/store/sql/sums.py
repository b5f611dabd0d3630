"""The checksum of each row that holds the truth: a changed bit may be another token, not an error.

That of an entry is made over the entry before it too, so that one that is missing in between, or
stands in another's place, does not fit either.
"""

import sqlite3
from binascii import crc32
from collections.abc import Sequence

HEADS = "SELECT id, setup, names, started, sum FROM game"
ENTRIES = "SELECT game, number, token, at, sum FROM entry"
SETTINGS = "SELECT key, value, sum FROM setting"
DELETED = "SELECT game, at, sum FROM deleted"


def sum_of(*texts: str) -> int:
    """The checksum of a row of texts."""
    return sum_of_bytes(*map(str.encode, texts))


def sum_of_bytes(*texts: bytes) -> int:
    """The same, of texts as they lie in the file."""
    return crc32(b"\0".join(texts))


def first_of(game: str | bytes) -> int:
    """What the checksum of a game's first entry is made over, as that of an entry before it."""
    return crc32(game.encode() if isinstance(game, str) else game)


def sum_of_entry(before: int, number: int, token: bytes, at: bytes) -> int:
    """The checksum of an entry.

    Args:
        before: That of the entry before it, or `first_of` its game.
        number: Of the entry, from 0.
        token: As it lies in the file.
        at: When it was made, as it lies in the file.
    """
    return crc32(b"%d\0%b\0%b" % (number, token, at), before)


def all_fit(connection: sqlite3.Connection) -> bool:
    """Whether every row is as it was written and no entry is missing before another.

    Args:
        connection: One that gives texts as bytes.
    """
    tables = (connection.execute(query) for query in (HEADS, SETTINGS, DELETED))
    return all(fits(row) for rows in tables for row in rows) and _entries_fit(connection)


def fits(row: Sequence[bytes | int]) -> bool:
    """Whether a row, its checksum last, is as it was written; an entry's takes more to know."""
    *texts, total = row
    return all(isinstance(text, bytes) for text in texts) and sum_of_bytes(*texts) == total  # type: ignore[arg-type]


def _entries_fit(connection: sqlite3.Connection) -> bool:
    here, due, before = None, 0, 0
    for game, number, token, at, total in connection.execute(f"{ENTRIES} ORDER BY game, number"):
        if game != here:
            here, due, before = game, 0, first_of(game)
        before = sum_of_entry(before, number, token, at)
        if (number, total) != (due, before):
            return False
        due += 1
    return True
