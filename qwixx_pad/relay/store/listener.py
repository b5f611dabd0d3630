"""What relays tell each other by LISTEN and NOTIFY: what they change, and who is there."""

import json
import logging
from collections.abc import Callable, Collection
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import Any

import psycopg

from qwixx_pad.relay.store.presence import HEARTBEAT, Presence
from qwixx_pad.relay.store.protocol import Changed, Here, News, Tell

CHANNEL = "qwixx_relay"
_AGAIN = 1.0
"""Seconds after which a lost database is looked for again."""


class Listener:
    """A thread that hears the other relays of a database, and has them hear this one.

    A message is a JSON object with the name of its relay under `by`, and beside it: `changed`, a
    code; `at`, a code, with `here`, the keys there; `hello`: say all of yours; `bye`; or nothing:
    a heartbeat.

    Args:
        connect: Makes a connection of its own, on which each statement stands at once.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._name = token_hex(8)
        self._others = Presence()
        self._own: dict[str, tuple[str, ...]] = {}
        self._closing = Event()
        self._thread: Thread | None = None
        self.tell: Tell = _to_nobody

    def message(self, **said: object) -> str:
        """What this relay says, as text."""
        return json.dumps({"by": self._name, **said})

    def announcement(self, code: str, keys: Collection[str]) -> str:
        """The message of who is at a table here, which is said again to whoever comes later."""
        self._own[code] = here = tuple(keys)
        if not here:
            del self._own[code]
        return self.message(at=code, here=here)

    def farewell(self) -> str:
        """The last message: it wakes our own thread too, which then ends."""
        self._closing.set()
        return self.message(bye=True)

    def start(self, tell: Tell) -> None:
        """Listen from now on."""
        self.tell = tell
        self._thread = Thread(target=self._run, name="relay-listener", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until the thread has ended, after the farewell."""
        if self._thread:
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
        """Hear all until the connection is lost or the store is closed."""
        connection.execute(f"LISTEN {CHANNEL}")
        self._say(connection, self.message(hello=True))
        self._say_all(connection)
        self.tell(Changed(""))  # nobody has heard what was said until now
        due = monotonic() + HEARTBEAT
        while not self._closing.is_set():
            left = max(0.0, due - monotonic())
            for note in [*connection.notifies(timeout=left, stop_after=1)]:
                self._take(connection, json.loads(note.payload))
            if monotonic() >= due:
                self._say(connection, self.message())
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
            self._say(connection, self.message(hello=True))
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
        for code, here in tuple(self._own.items()):
            self._say(connection, self.message(at=code, here=here))

    @staticmethod
    def _say(connection: psycopg.Connection[Any], message: str) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))


def _to_nobody(news: News) -> None:
    """Before anybody listens."""
