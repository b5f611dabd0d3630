"""The tables, and the way from every older version to this one."""

import sqlite3

APPLICATION_ID = 0x51505831
"""Marks the file as ours: QPX1."""

MIGRATIONS = (
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        setup TEXT NOT NULL,
        names TEXT NOT NULL,
        started TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entry (
        game TEXT NOT NULL REFERENCES game (id),
        number INTEGER NOT NULL CHECK (number >= 0),
        token TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entry_at ON entry (game, at);
    """,
)
"""Migration i leads from schema version i to i + 1. A released one is never changed."""

VERSION = len(MIGRATIONS)
TABLES = frozenset({"game", "entry", "setting"})


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest version, in one transaction, safe against a second process."""
    if version_of(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for script in MIGRATIONS[version_of(connection) :]:
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def tables_of(connection: sqlite3.Connection) -> frozenset[str]:
    """The names of the tables that a database has."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return frozenset(str(row[0]) for row in rows)
