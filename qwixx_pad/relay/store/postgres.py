"""The store of relays that share a PostgreSQL."""

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
    PeerListener,
    SqlConnection,
    Store,
    TableChanged,
    TablePresence,
    WriteStatements,
    prepare_schema,
)
from qwixx_pad.server.limits import ThrottledLog
from qwixx_pad.storage import CannotWrite, Conflict, DiskFull, StorageError

NOTIFY_CHANNEL = "qwixx_relay"
_RECONNECT_S = 1.0
"""Seconds between two attempts to reconnect to the database."""


class Peers:
    """A thread that receives messages from the other relays of a database, and sends its own.

    A message is a JSON object with the name of the sender under `by`. Other fields are: `changed`,
    the code of a table; `at`, a code, with `here`, the devices there; `hello`, which asks for all
    devices; and `bye`. Without them it is a heartbeat.

    Args:
        connect: Makes a connection that commits each statement at once.

    Attributes:
        lock: Held while a presence is announced, until it is committed, so that no older one
            follows it.
        listener: Gets the news of other relays.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._name = token_hex(8)
        self._peer_presence = PeerPresence()
        self._own_devices: dict[str, tuple[str, ...]] = {}
        self.lock = Lock()
        self._notices = ThrottledLog()
        self._closing = Event()
        self._thread = Thread(target=self._stay_connected, name="relay-peers", daemon=True)
        self.listener: PeerListener = lambda _: None

    def notify_peers(self, connection: SqlConnection, fields: dict[str, object]) -> None:
        """Send a message to the other relays once the transaction is committed."""
        message = json.dumps({"by": self._name} | fields)
        connection.execute("SELECT pg_notify(%s, %s)", (NOTIFY_CHANNEL, message))

    def set_own_devices(self, code: str, devices: Collection[str]) -> None:
        """Remember the devices of a table here, for relays that start later."""
        self._own_devices[code] = tuple(devices)
        if not devices:
            del self._own_devices[code]

    def send_goodbye(self, connection: SqlConnection) -> None:
        """Announce to the other relays that this one stops; it announces no devices after that."""
        self._own_devices.clear()
        self.notify_peers(connection, {"bye": True})  # it wakes our own thread too

    def start(self, listener: PeerListener) -> None:
        self.listener = listener
        self._thread.start()

    def stop(self) -> None:
        """End the thread when a message arrives or the next heartbeat is due."""
        self._closing.set()

    def join(self) -> None:
        """Wait until the thread has ended, for two heartbeats at most."""
        if self._thread.is_alive():
            self._thread.join(2 * HEARTBEAT_S)

    def _stay_connected(self) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    self._follow_channel(connection)
            except psycopg.Error as error:
                self._notices.warn(f"the database is lost: {error}")
                self._closing.wait(_RECONNECT_S)

    def _follow_channel(self, connection: psycopg.Connection[Any]) -> None:
        """Handle all messages until the connection is lost or the store is closed."""
        connection.execute(f"LISTEN {NOTIFY_CHANNEL}")
        self.notify_peers(connection, {"hello": True})
        self._resend_own_devices(connection)
        self.listener(TableChanged(""))  # earlier notices were missed
        due = monotonic() + HEARTBEAT_S
        while not self._closing.is_set():
            left = max(0.0, due - monotonic())
            for note in [*connection.notifies(timeout=left, stop_after=1)]:
                self._handle_notice(connection, json.loads(note.payload))
            if monotonic() >= due:
                self.notify_peers(connection, {})
                self._report_presence(self._peer_presence.drop_silent(monotonic()))
                due = monotonic() + HEARTBEAT_S

    def _handle_notice(self, connection: psycopg.Connection[Any], message: dict[str, Any]) -> None:
        relay = message["by"]
        if relay == self._name:
            return
        is_new = self._peer_presence.record_relay(relay, monotonic())
        if "hello" in message:
            self._resend_own_devices(connection)
        elif is_new:
            self.notify_peers(connection, {"hello": True})
        if "changed" in message:
            self.listener(TableChanged(message["changed"]))
        elif "at" in message:
            self._peer_presence.set_devices(relay, message["at"], message["here"])
            self._report_presence({message["at"]})
        elif "bye" in message:
            self._report_presence(self._peer_presence.drop_relay(relay))

    def _report_presence(self, codes: Collection[str]) -> None:
        for code in codes:
            self.listener(TablePresence(code, self._peer_presence.devices_at(code)))

    def _resend_own_devices(self, connection: psycopg.Connection[Any]) -> None:
        with self.lock:
            for code, here in self._own_devices.items():
                self.notify_peers(connection, {"at": code, "here": here})


HEARTBEAT_S = 5.0
"""Seconds between two heartbeats of a relay."""
SILENCE_S = 3 * HEARTBEAT_S
"""Seconds after which a silent relay is forgotten."""


class PeerPresence:
    """The devices at other relays. A relay is known by its name; times are seconds of one clock."""

    def __init__(self) -> None:
        self._last_heard: dict[str, float] = {}
        self._present_devices: dict[tuple[str, str], frozenset[str]] = {}

    def record_relay(self, relay: str, now: float) -> bool:
        """Record a sign of life of a relay; return whether the relay was unknown."""
        is_new = relay not in self._last_heard
        self._last_heard[relay] = now
        return is_new

    def set_devices(self, relay: str, code: str, devices: Collection[str]) -> None:
        """Set the devices that a known relay has at a table."""
        self._present_devices[relay, code] = frozenset(devices)
        if not devices:
            del self._present_devices[relay, code]

    def drop_relay(self, relay: str) -> set[str]:
        """Forget a relay; return the codes of the tables where it had devices."""
        self._last_heard.pop(relay, None)
        gone = {code for name, code in self._present_devices if name == relay}
        for code in gone:
            del self._present_devices[relay, code]
        return gone

    def drop_silent(self, now: float) -> set[str]:
        """Forget all relays that were silent for too long; return codes as `drop_relay` does."""
        silent = [relay for relay, heard in self._last_heard.items() if now - heard > SILENCE_S]
        return set().union(*map(self.drop_relay, silent))

    def devices_at(self, code: str) -> frozenset[str]:
        """The devices with seats that show a table through other relays."""
        present = self._present_devices.items()
        return frozenset().union(*(devices for (_, table), devices in present if table == code))


POOL_TIMEOUT_S = 5.0
"""Seconds to wait for a connection, as while the database restarts."""
_POOL_SIZE = 8
_CONNECT_OPTIONS: dict[str, Any] = {
    "application_name": "qwixx-pad",
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
}
"""The name of the program, and how soon a silent connection counts as lost."""
_PREPARE_LOCK_ID = 0x51505831
"""The lock under which one relay at a time makes the tables, or finds that they exist."""


class PostgresStore(Store):
    """Tables in a PostgreSQL of version 15 or newer, shared by any number of relays.

    Args:
        address: `postgresql://…`, as libpq understands it.

    Raises:
        OtherVersion: The tables are of another version of the pad.
        CannotWrite: The database cannot be reached.
    """

    def __init__(self, address: str) -> None:
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # failures are raised, and logged once
        try:
            with psycopg.connect(address, **_CONNECT_OPTIONS) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_PREPARE_LOCK_ID,))
                prepare_schema(connection)
        except psycopg.Error as error:
            raise CannotWrite(f"cannot use the database: {error}") from error
        self._pool = ConnectionPool(
            address,
            min_size=1,
            max_size=_POOL_SIZE,
            timeout=POOL_TIMEOUT_S,
            reconnect_timeout=POOL_TIMEOUT_S,  # then at the next question, not ever more seldom
            kwargs=_CONNECT_OPTIONS,
            check=ConnectionPool.check_connection,
            open=True,
        )
        self._peers = Peers(lambda: psycopg.connect(address, autocommit=True, **_CONNECT_OPTIONS))

    @contextmanager
    def _read_transaction(self) -> Iterator[psycopg.Connection]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            raise StorageError(f"the tables could not be read: {error}") from error

    @contextmanager
    def _write_transaction(self) -> Iterator[psycopg.Connection]:
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
                self._peers.listener(TableChanged(""))
            raise CannotWrite(f"nothing was saved: {error}") from error

    def _write_change(self, write: WriteStatements) -> None:
        """Write a change; no statement waits for the result of the one before."""
        with self._write_transaction() as connection, connection.pipeline():
            write(connection)

    def _notify_changed(self, connection: SqlConnection, code: str) -> None:
        self._peers.notify_peers(connection, {"changed": code})

    def follow_peers(self, listener: PeerListener) -> None:
        self._peers.start(listener)

    def announce_presence(self, code: str, devices: Collection[str]) -> None:
        with self._peers.lock:
            self._peers.set_own_devices(code, devices)
            with suppress(CannotWrite), self._write_transaction() as connection:
                self._peers.notify_peers(connection, {"at": code, "here": tuple(devices)})

    def close(self) -> None:
        """Announce to other relays that this one stops, and close all connections."""
        self._peers.stop()
        with self._peers.lock, suppress(StorageError), self._write_transaction() as connection:
            self._peers.send_goodbye(connection)
        self._peers.join()
        self._pool.close()
