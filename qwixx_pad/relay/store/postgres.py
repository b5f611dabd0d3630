"""The store of relays on a PostgreSQL that they share."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool

from qwixx_pad.relay.store.listener import CHANNEL, Listener
from qwixx_pad.relay.store.protocol import Changed, Tell
from qwixx_pad.relay.store.sql_store import Connection, SqlStore, Write, prepare
from qwixx_pad.storage import CannotWrite, Conflict, DiskFull, StorageError

PATIENCE = 5.0
"""Seconds to wait for a connection, as while the database starts again."""
_CONNECTIONS = 8
_LINK: dict[str, Any] = {
    "application_name": "qwixx-pad",
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
}
"""How soon a link over which nothing comes counts as lost."""
_LOCK = 0x51505831
"""Lets one relay after the other look whether there are tables, and make them."""


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL of 15 or newer, of which any number of relays make use.

    Args:
        address: `postgresql://…`, as libpq understands it.

    Raises:
        OtherVersion: The tables are of another version of the pad.
        CannotWrite: There is no database to be reached.
    """

    def __init__(self, address: str) -> None:
        try:
            with psycopg.connect(address, **_LINK) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                prepare(connection)
        except psycopg.Error as error:
            raise CannotWrite(f"cannot use the database: {error}") from error
        self._pool = ConnectionPool(
            address,
            min_size=1,
            max_size=_CONNECTIONS,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,  # then at the next question, not ever more seldom
            kwargs=_LINK,
            check=ConnectionPool.check_connection,
            open=True,
        )
        self._listener = Listener(lambda: psycopg.connect(address, autocommit=True, **_LINK))

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Connection]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            raise StorageError(f"the tables could not be read: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[psycopg.Connection]:
        connection = None
        try:
            with self._pool.connection() as connection:
                yield connection
        except errors.IntegrityError as error:
            raise Conflict(str(error)) from error
        except errors.DiskFull as error:
            raise DiskFull(f"nothing was saved: {error}") from error
        except psycopg.Error as error:
            if connection and connection.closed:
                self._listener.tell(Changed(""))
            raise CannotWrite(f"nothing was saved: {error}") from error

    def _write(self, write: Write) -> None:
        """As of all stores; no statement waits for the answer to the one before it."""
        with self._writing() as connection, connection.pipeline():
            write(connection)

    def _tell(self, connection: Connection, code: str) -> None:
        message = self._listener.message(changed=code)
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def listen(self, tell: Tell) -> None:
        """Have told what other relays do; see `Store`."""
        self._listener.start(tell)

    def announce(self, code: str, keys: Collection[str]) -> None:
        """Tell the others which devices are at a table; see `Store`."""
        message = self._listener.announcement(code, keys)
        with suppress(CannotWrite), self._writing() as connection:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def close(self) -> None:
        """Let go of all connections, and have the others know at once."""
        with suppress(StorageError), self._writing() as connection:
            message = self._listener.farewell()
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))
        self._listener.join()
        self._pool.close()
