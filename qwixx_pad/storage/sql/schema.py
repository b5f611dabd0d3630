"""The tables, and what tells a database of this version from one of any other."""

import sqlite3
from binascii import crc32
from typing import Protocol

from qwixx_pad.storage.summary import SAID

APPLICATION_ID = 0x51505831
"""Marks the file as ours: QPX1."""

STRICT = sqlite3.sqlite_version_info >= (3, 37)
"""Whether this SQLite itself holds a column to its type; an older one is told to by checks."""


class _Column(Protocol):
    def __call__(self, name: str, kind: str, rest: str = "", *, null: bool = False) -> str:
        """A column in the words of SQL."""


def _columns(*, strict: bool) -> _Column:
    """What writes a column: an older SQLite is told by a check to mind its type."""

    def column(name: str, kind: str, rest: str = "", *, null: bool = False) -> str:
        kinds = f"IN ('{kind.lower()}', 'null')" if null else f"= '{kind.lower()}'"
        check = "" if strict else f" CHECK (typeof({name}) {kinds})"
        return f"{name} {kind}{'' if null else ' NOT NULL'}{rest}{check}"

    return column


def statements(*, strict: bool) -> tuple[str, ...]:
    """The statements that make all tables.

    Args:
        strict: Let SQLite mind the types; otherwise a check on each column does.
    """
    plain, keyed = (" STRICT", " WITHOUT ROWID, STRICT") if strict else ("", " WITHOUT ROWID")
    column = _columns(strict=strict)
    return (*_truth(column, plain, keyed), *_derived(column, plain, keyed))


def _truth(column: _Column, plain: str, keyed: str) -> tuple[str, ...]:
    """What nothing else tells; each row has its checksum (`sums.py`)."""
    return (
        f"""CREATE TABLE game (
            {column("id", "TEXT", " PRIMARY KEY")},
            {column("setup", "TEXT")},
            {column("names", "TEXT")},
            {column("started", "TEXT")},
            {column("sum", "INTEGER")}
        ){plain}""",
        f"""CREATE TABLE entry (
            {column("game", "TEXT", " REFERENCES game (id)")},
            {column("number", "INTEGER", " CHECK (number >= 0)")},
            {column("token", "TEXT")},
            {column("at", "TEXT")},
            {column("sum", "INTEGER")},
            PRIMARY KEY (game, number)
        ){keyed}""",
        f"""CREATE TABLE setting (
            {column("key", "TEXT", " PRIMARY KEY")},
            {column("value", "TEXT")},
            {column("sum", "INTEGER")}
        ){keyed}""",
        f"""CREATE TABLE deleted (
            {column("game", "TEXT", " PRIMARY KEY REFERENCES game (id)")},
            {column("at", "TEXT")},
            {column("sum", "INTEGER")}
        ){keyed}""",
    )


def _derived(column: _Column, plain: str, keyed: str) -> tuple[str, ...]:
    """What can be made again from the entries, and what an import needs to be taken back.

    Whatever changes a game's entries, in whatever process, marks its summary as stale.
    """
    return (
        f"CREATE TABLE stale ({column('game', 'TEXT', ' PRIMARY KEY')}){keyed}",
        f"""CREATE TABLE imported (
            {column("game", "TEXT", " PRIMARY KEY")},
            {column("kept", "INTEGER")},
            {column("length", "INTEGER")},
            {column("deleted", "TEXT", null=True)}
        ){keyed}""",
        f"""CREATE TABLE summary (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            {column("game", "TEXT", " UNIQUE")},
            {column("text", "TEXT")}
        ){plain}""",
        "CREATE INDEX game_started ON game (started)",
        *(_staleness(*change) for change in _CHANGES),
    )


_CHANGES = (
    ("game_begun", "INSERT ON game", "new.id"),
    ("entry_added", "INSERT ON entry", "new.game"),
    ("entry_removed", "DELETE ON entry", "old.game"),
)


def _staleness(name: str, change: str, game: str) -> str:
    mark = f"INSERT OR IGNORE INTO stale VALUES ({game});"
    return f"CREATE TRIGGER {name} AFTER {change} BEGIN {mark} END"


def _without_space(sql: str) -> str:
    return "".join(sql.split())


_SAID = {strict: [*map(_without_space, statements(strict=strict))] for strict in (True, False)}
_NUMBERING = "CREATETABLEsqlite_sequence(name,seq)"
"""What SQLite makes by itself, to give no number twice."""
SCHEMAS = frozenset(frozenset((*said, _NUMBERING)) for said in _SAID.values())
"""What the tables of this version say, white space apart, in a new SQLite and in an old one."""

FINGERPRINT = crc32("".join((*_SAID[False], *SAID)).encode()) >> 1
"""What a file of this version has as its `user_version`: whoever changes a table changes it."""


def create(connection: sqlite3.Connection, *, strict: bool = STRICT) -> None:
    """Make the tables and mark the file, unless another process was quicker.

    Args:
        connection: To an empty database, or to one of this version.
        strict: As for `statements`.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not schema_of(connection):
            for statement in statements(strict=strict):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {FINGERPRINT}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def marks_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """Whose a database is, and of which version: its `application_id` and its `user_version`."""
    kept = (connection.execute(f"PRAGMA {mark}") for mark in ("application_id", "user_version"))
    owner, version = (int(rows.fetchone()[0]) for rows in kept)
    return owner, version


def marks_in(page: bytes) -> tuple[int, int]:
    """The same, in the first page of a database: https://sqlite.org/fileformat2.html."""
    owner, version = page[68:72], page[60:64]
    return int.from_bytes(owner, "big"), int.from_bytes(version, "big")


def schema_of(connection: sqlite3.Connection) -> frozenset[str]:
    """What the tables of a database say, white space apart."""
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")
    return frozenset(_without_space(str(row[0])) for row in rows)
