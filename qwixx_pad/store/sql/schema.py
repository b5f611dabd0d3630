"""The tables, and the way from every older version to this one."""

import sqlite3
from typing import Protocol

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


def first_version(*, strict: bool) -> tuple[str, ...]:
    """The statements that make version 1.

    Args:
        strict: Let SQLite mind the types; otherwise a check on each column does.
    """
    column = _columns(strict=strict)
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


def second_version(*, strict: bool) -> tuple[str, ...]:
    """The statements that lead from version 1 to 2: what was deleted, and summaries of games.

    The summaries can be made again from the entries. Whatever changes a game's entries, in
    whatever process, marks its summary as stale.

    Args:
        strict: As for the first version.
    """
    column = _columns(strict=strict)
    plain, keyed = (" STRICT", " WITHOUT ROWID, STRICT") if strict else ("", " WITHOUT ROWID")
    whole = [column(name, "TEXT") for name in ("setup", "layout", "state", "started", "touched")]
    whole += [column(name, "INTEGER") for name in ("seats", "roll", "entries", "corrected")]
    sheet = [column(name, "INTEGER") for name in ("place", "total", "penalties", "minus")]
    row = [column(name, "INTEGER") for name in ("marks", "crosses", "points", "locked", "closed")]
    gone = " REFERENCES summary (number) ON DELETE CASCADE"
    return (
        f"""CREATE TABLE deleted (
            {column("game", "TEXT", " PRIMARY KEY REFERENCES game (id)")},
            {column("at", "TEXT")}
        ){keyed}""",
        f"CREATE TABLE stale ({column('game', 'TEXT', ' PRIMARY KEY')}){keyed}",
        f"""CREATE TABLE imported (
            {column("game", "TEXT", " PRIMARY KEY")},
            {column("kept", "INTEGER")},
            {column("length", "INTEGER")},
            {column("deleted", "TEXT", null=True)}
        ){keyed}""",
        f"""CREATE TABLE summary (
            number INTEGER PRIMARY KEY,
            {column("game", "TEXT", " UNIQUE")},
            {column("digest", "TEXT")},
            {", ".join(whole)}
        ){plain}""",
        f"""CREATE TABLE score (
            {column("summary", "INTEGER", gone)},
            {column("seat", "INTEGER")},
            {column("name", "TEXT")},
            {column("who", "TEXT", null=True)},
            {", ".join(sheet)},
            {column("extra", "INTEGER", null=True)},
            PRIMARY KEY (summary, seat)
        ){keyed}""",
        f"""CREATE TABLE row_score (
            {column("summary", "INTEGER", gone)},
            {column("seat", "INTEGER")},
            {column("position", "INTEGER")},
            {column("letter", "TEXT")},
            {", ".join(row)},
            PRIMARY KEY (summary, seat, position)
        ){keyed}""",
        "CREATE INDEX game_started ON game (started)",
        "CREATE INDEX summary_touched ON summary (touched, state, layout, game)",
        "CREATE INDEX summary_state ON summary (state, touched, game)",
        "CREATE INDEX summary_digest ON summary (digest)",
        "CREATE INDEX score_who ON score (who, summary)",
        "INSERT INTO stale SELECT id FROM game",
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


MIGRATIONS = (first_version(strict=STRICT), second_version(strict=STRICT))
"""Migration i leads from schema version i to i + 1. A released one is never changed."""

VERSION = len(MIGRATIONS)
_FIRST = frozenset({"game", "entry", "setting"})
TABLES: tuple[frozenset[str], ...] = (
    frozenset(),
    _FIRST,
    _FIRST | {"deleted", "stale", "imported", "summary", "score", "row_score"},
)
"""The tables of each version."""


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
