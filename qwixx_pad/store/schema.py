"""The tables, and the way from every older version to this one."""

import sqlite3

APPLICATION_ID = 0x51505831
"""Marks the file as ours: QPX1."""

STRICT = sqlite3.sqlite_version_info >= (3, 37)
"""Whether this SQLite itself holds a column to its type; an older one is told to by checks."""


def first_version(*, strict: bool) -> tuple[str, ...]:
    """The statements that make version 1.

    Args:
        strict: Let SQLite mind the types; otherwise a check on each column does.
    """

    def column(name: str, kind: str, rest: str = "") -> str:
        check = "" if strict else f" CHECK (typeof({name}) = '{kind.lower()}')"
        return f"{name} {kind} NOT NULL{rest}{check}"

    plain, keyed = (" STRICT", " WITHOUT ROWID, STRICT") if strict else ("", " WITHOUT ROWID")
    return (
        f"""CREATE TABLE game (
            {column("id", "TEXT", " PRIMARY KEY")},
            {column("setup", "TEXT")},
            {column("names", "TEXT")},
            {column("started", "TEXT")}
        ){plain}""",
        f"""CREATE TABLE entry (
            {column("game", "TEXT", " REFERENCES game (id)")},
            {column("number", "INTEGER", " CHECK (number >= 0)")},
            {column("token", "TEXT")},
            {column("at", "TEXT")},
            PRIMARY KEY (game, number)
        ){keyed}""",
        f"""CREATE TABLE setting (
            {column("key", "TEXT", " PRIMARY KEY")},
            {column("value", "TEXT")}
        ){keyed}""",
    )


MIGRATIONS = (first_version(strict=STRICT),)
"""Migration i leads from schema version i to i + 1. A released one is never changed."""

VERSION = len(MIGRATIONS)
TABLES = frozenset({"game", "entry", "setting"})


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(
    connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS
) -> None:
    """Bring a database to the newest version, each step in one transaction.

    Safe against a second process that does the same: who comes second finds the step done.
    """
    while version_of(connection) < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            _step(connection, migrations)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _step(connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...]) -> None:
    """The next step from the version that the database has now, while nobody else writes."""
    version = version_of(connection)
    if version >= len(migrations):
        return
    for statement in migrations[version]:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def tables_of(connection: sqlite3.Connection) -> frozenset[str]:
    """The names of the tables that a database has."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return frozenset(str(row[0]) for row in rows)
