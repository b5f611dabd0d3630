"""The store of relays on a PostgreSQL that they share."""

import json
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool

from qwixx_pad.relay.store.sql_store import (
    Changed,
    Here,
    SqlConnection,
    Store,
    Tell,
    Write,
    prepare,
)
from qwixx_pad.storage import CannotWrite, Conflict, DiskFull, StorageError

CHANNEL = "qwixx_relay"
_AGAIN = 1.0
"""Seconds after which a lost database is tried again."""


class Peers:
    """A thread that receives notices from the other relays of a database, and sends them its own.

    A message is a JSON object with the name of its relay under `by`, and beside it: `changed`, a
    code; `at`, a code, with `here`, the keys there; `hello`: send all of yours; `bye`; or nothing:
    a heartbeat.

    Args:
        connect: Makes a connection of its own, which commits each statement at once.

    Attributes:
        lock: Held while a presence is announced, until that is committed, so that no older one
            follows it.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._name = token_hex(8)
        self._others = Presence()
        self._own: dict[str, tuple[str, ...]] = {}
        self.turn = Lock()
        self._closing = Event()
        self._thread = Thread(target=self._run, name="relay-peers", daemon=True)
        self.tell: Tell = lambda _: None

    def say(self, connection: SqlConnection, said: dict[str, object]) -> None:
        """Send this to the others, once the transaction is committed."""
        message = json.dumps({"by": self._name} | said)
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def put(self, code: str, keys: Collection[str]) -> None:
        """Remember the devices at a table here, for relays that come later."""
        self._own[code] = tuple(keys)
        if not keys:
            del self._own[code]

    def leave(self, connection: SqlConnection) -> None:
        """Tell the others that this relay has gone; after that it sends nothing about tables."""
        self._own.clear()
        self.say(connection, {"bye": True})  # it wakes our own thread too

    def start(self, tell: Tell) -> None:
        """Listen from now on."""
        self.tell = tell
        self._thread.start()

    def end(self) -> None:
        """Stop listening, as soon as anything else arrives."""
        self._closing.set()

    def join(self) -> None:
        """Wait until the thread has ended."""
        if self._thread.is_alive():
            self._thread.join(2 * HEARTBEAT)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    self._hear(connection)
            except psycopg.Error as error:
                logging.getLogger("qwixx_pad").warning("the database is lost: %s", error)
                self._closing.wait(_AGAIN)

    def _hear(self, connection: psycopg.Connection[Any]) -> None:
        """Handle all notices until the connection is lost or the store is closed."""
        connection.execute(f"LISTEN {CHANNEL}")
        self.say(connection, {"hello": True})
        self._say_all(connection)
        self.tell(Changed(""))  # earlier notices were missed
        due = monotonic() + HEARTBEAT
        while not self._closing.is_set():
            left = max(0.0, due - monotonic())
            for note in [*connection.notifies(timeout=left, stop_after=1)]:
                self._take(connection, json.loads(note.payload))
            if monotonic() >= due:
                self.say(connection, {})
                self._tell_of(self._others.forget_silent(monotonic()))
                due = monotonic() + HEARTBEAT

    def _take(self, connection: psycopg.Connection[Any], said: dict[str, Any]) -> None:
        relay = said["by"]
        if relay == self._name:
            return
        is_new = self._others.hear(relay, monotonic())
        if "hello" in said:
            self._say_all(connection)
        elif is_new:
            self.say(connection, {"hello": True})
        if "changed" in said:
            self.tell(Changed(said["changed"]))
        elif "at" in said:
            self._others.put(relay, said["at"], said["here"])
            self._tell_of({said["at"]})
        elif "bye" in said:
            self._tell_of(self._others.forget(relay))

    def _tell_of(self, codes: Collection[str]) -> None:
        for code in codes:
            self.tell(Here(code, self._others.at(code)))

    def _say_all(self, connection: psycopg.Connection[Any]) -> None:
        with self.turn:
            for code, here in self._own.items():
                self.say(connection, {"at": code, "here": here})


HEARTBEAT = 5.0
"""Seconds between two signs of life of a relay."""
SILENCE = 3 * HEARTBEAT
"""Seconds after which a silent relay is forgotten."""


class Presence:
    """The devices present at other relays. A relay is a name; times are seconds of one clock."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}
        self._here: dict[tuple[str, str], frozenset[str]] = {}

    def hear(self, relay: str, now: float) -> bool:
        """Note that a relay is there; return whether it was not known before."""
        is_new = relay not in self._heard
        self._heard[relay] = now
        return is_new

    def put(self, relay: str, code: str, keys: Collection[str]) -> None:
        """Set the devices that a known relay has at a table."""
        self._here[relay, code] = frozenset(keys)
        if not keys:
            del self._here[relay, code]

    def forget(self, relay: str) -> set[str]:
        """Forget a relay; return the codes of tables at which it had devices."""
        self._heard.pop(relay, None)
        gone = {code for name, code in self._here if name == relay}
        for code in gone:
            del self._here[relay, code]
        return gone

    def forget_silent(self, now: float) -> set[str]:
        """Forget all that were silent for too long; return codes as `drop_relay` does."""
        silent = [relay for relay, heard in self._heard.items() if now - heard > SILENCE]
        return set().union(*map(self.forget, silent))

    def at(self, code: str) -> frozenset[str]:
        """Return the devices that are at a table by way of other relays."""
        told = (keys for (_, table), keys in self._here.items() if table == code)
        return frozenset().union(*told)


PATIENCE = 5.0
"""Seconds to wait for a connection, as while the database starts again."""
_CONNECTIONS = 8
_LINK: dict[str, Any] = {
    "application_name": "qwixx-pad",
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
}
"""How soon a silent connection counts as lost."""
_LOCK = 0x51505831
"""The lock under which one relay at a time checks for the tables, and makes them."""


class PostgresStore(Store):
    """Tables in a PostgreSQL of 15 or newer, shared by any number of relays.

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
        self._peers = Peers(lambda: psycopg.connect(address, autocommit=True, **_LINK))

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
                self._peers.tell(Changed(""))
            raise CannotWrite(f"nothing was saved: {error}") from error

    def _write(self, write: Write) -> None:
        """Write as all stores do; no statement waits for the answer to the one before it."""
        with self._writing() as connection, connection.pipeline():
            write(connection)

    def _tell(self, connection: SqlConnection, code: str) -> None:
        self._peers.say(connection, {"changed": code})

    def listen(self, tell: Tell) -> None:
        """Report from now on what other relays do."""
        self._peers.start(tell)

    def announce(self, code: str, keys: Collection[str]) -> None:
        """Tell the others which devices are at a table."""
        with self._peers.turn:
            self._peers.put(code, keys)
            with suppress(CannotWrite), self._writing() as connection:
                self._peers.say(connection, {"at": code, "here": tuple(keys)})

    def close(self) -> None:
        """Close all connections, and tell the others at once."""
        self._peers.end()
        with self._peers.turn, suppress(StorageError), self._writing() as connection:
            self._peers.leave(connection)
        self._peers.join()
        self._pool.close()
