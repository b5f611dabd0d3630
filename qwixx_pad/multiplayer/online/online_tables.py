"""The online tables of this phone, and the relay at which it opens and joins them."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from qwixx_pad.games.session import Failure, GameService
from qwixx_pad.multiplayer.online.link import (
    PATIENCE,
    Dial,
    LinkError,
    LinkTimes,
    Socket,
    TableLink,
    hello,
    said,
)
from qwixx_pad.multiplayer.online.remote_table import Message, RemoteTable
from qwixx_pad.multiplayer.online.replica import TABLE, UNSENT, CannotKeepError, KeptTable
from qwixx_pad.multiplayer.seating import REMEMBERED, Chair, Seating
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import ERRORS, ME, read_first, seconds_alone
from qwixx_pad.observable import Observable
from qwixx_pad.storage.summary import LONG_AGO, time_of

_SECRET = "secret"  # noqa: S105 - the key of a note
_RELAY = "relay"
_PATH = "/relay"


class Attempt(Observable):
    """A table that is being opened or joined.

    Attributes:
        code: Of the table; empty while it is being opened.
        table: The table, once it is there.
        failed: Why it failed; None while it has not.
        retry_after_s: Seconds until another attempt makes sense.
    """

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.code = code
        self.table: RemoteTable | None = None
        self.failed: Failure | None = None
        self.wait = 0.0
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Cancel the attempt."""
        if self.task is not None:
            self.task.cancel()

    def fail(self, failed: Failure, wait: float = 0.0) -> None:
        """Mark the attempt as failed."""
        self.failed, self.wait = failed, wait
        self._changed()

    def reach(self, table: RemoteTable) -> None:
        """Complete the attempt with its table."""
        self.table, self.code = table, table.seating.code
        self._changed()


class Online(Observable):
    """The online tables of a phone.

    Nothing is sent to anybody before a table is opened, joined, or shown again.

    Args:
        service: Holds games and notes.
        dial: Connects to a relay.
        built_for: Address of the relay that the pad was built for; empty where a person sets it.
        site: Address of the pad for guests, up to `/join/CODE`; empty for the relay's own site.
        secret: Identifies this phone if its disk has no other secret: the page around a site has
            sat down with it already. Empty: one is made.

    Attributes:
        may_set_relay: Whether a person sets the relay.
        times: The waits of links that are made from now on.
    """

    def __init__(
        self,
        service: GameService,
        dial: Dial,
        built_for: str = "",
        site: str = "",
        secret: str = "",
    ) -> None:
        super().__init__()
        self._service, self._dial = service, dial
        self._built_for, self._site, self._given = built_for, site, secret
        self.times = LinkTimes()
        self.may_set = not built_for
        self._connections: dict[str, TableLink] = {}
        self._tables = {table.seating.code: table for table in self._kept()}

    # the relay

    @property
    def url(self) -> str:
        """Address of the relay for new tables; empty without one."""
        return self._built_for or self._service.notes(_RELAY).get(_RELAY, "")

    @property
    def ready(self) -> bool:
        """True if there is a relay to open tables at."""
        return bool(self.url)

    def set_url(self, text: str) -> bool:
        """Set another relay, or none; return whether that is an address and was saved."""
        url = relay_address(text) if text.strip() else ""
        if url is None or not self.may_set:
            return False
        kept = self._service.keep_note(_RELAY, url) if url else self._service.drop_note(_RELAY)
        if kept:
            self._changed()
        return kept

    def address_of(self, table: RemoteTable) -> str:
        """Return the link of a table up to `/join/CODE`."""
        return self._site or site_of(table.relay)

    # the tables

    def _kept(self) -> Iterator[RemoteTable]:
        """Yield the tables of an earlier run, the newest last; delete old ones."""
        read = map(KeptTable.read, self._service.notes(TABLE).values())
        for kept in sorted(filter(None, read), key=lambda kept: kept.touched):
            if self._service.now() - time_of(kept.touched, LONG_AGO) > REMEMBERED:
                self._drop(kept.seating.code)
            else:
                yield self._table(kept.relay, kept.seating)

    def _table(self, relay: str, seating: Seating) -> RemoteTable:
        table = RemoteTable(self._service, relay, seating, self._stay)
        table.watch(self._changed)
        return table

    def _drop(self, code: str) -> None:
        if self._service.drop_note(UNSENT + code):
            self._service.drop_note(TABLE + code)

    @property
    def tables(self) -> tuple[RemoteTable, ...]:
        """All tables that this phone knows, the newest last."""
        return tuple(self._tables.values())

    def open(self, layout: str, chairs: tuple[Chair, ...], *, finish_turn: bool) -> Attempt:
        """Open a new table; the chairs of `THIS_DEVICE` are this phone's."""
        seats = [
            {"name": x.name, "color": x.color, "slip": x.slip, "mine": x.holder == ME}
            for x in chairs
        ]
        table = {"layout": layout, "finish_turn": finish_turn, "chairs": seats}
        return self._attempt(Attempt(), table)

    def join(self, code: str) -> Attempt:
        """Join a table that this phone does not know yet."""
        return self._attempt(Attempt(code))

    # the links

    def _secret(self) -> str | None:
        """Return the secret that identifies this phone; None if its disk does not take it."""
        known = self._service.notes(_SECRET).get(_SECRET)
        made = known or self._given or secrets.token_urlsafe(32)
        return made if known or self._service.keep_note(_SECRET, made) else None

    def _stay(self, table: RemoteTable) -> Callable[[], None]:
        connection = self._connection(table)
        return connection.stay() if connection and table.link is not Link.GONE else lambda: None

    def _connection(self, table: RemoteTable) -> TableLink | None:
        code, secret = table.seating.code, self._secret()
        if code not in self._connections and secret is not None:
            self._connections[code] = TableLink(table, self._dial, secret, self.times)
        return self._connections.get(code)

    def _attempt(self, attempt: Attempt, table: Message | None = None) -> Attempt:
        attempt.task = asyncio.ensure_future(self._reach(attempt, table))
        return attempt

    async def _reach(self, attempt: Attempt, table: Message | None) -> None:
        """Join a table, a new one as soon as the relay has sent its code."""
        secret, relay = self._secret(), self.url
        if secret is None:
            attempt.fail(Failure.NOT_KEPT)
            return
        code = attempt.code
        try:
            async with asyncio.timeout(PATIENCE):
                if table is not None:
                    socket, answer = await self._asked(relay, hello(secret, relay, {"open": table}))
                    await socket.close()
                    code = str(answer.get("code", ""))
                if code:
                    first = hello(secret, relay, {"join": code, "game": None, "base_length": 0})
                    socket, answer = await self._asked(f"{relay}/{code}", first)
        except (LinkError, TimeoutError):
            attempt.fail(Failure.NO_LINK)
            return
        if "you" in answer:
            self._begin(attempt, relay, socket, answer)
        else:
            failed = ERRORS.get(str(answer.get("error")), Failure.REFUSED)
            attempt.fail(failed, seconds_alone(answer, 0.0, self.times.alone))
        if attempt.table is None:
            await socket.close()

    async def _asked(self, address: str, first: str) -> tuple[Socket, Message]:
        """Connect to a relay and return the first answer too; raises LinkError."""
        socket = await self._dial(address)
        try:
            await socket.send(first)
            return socket, await said(socket)
        except BaseException:
            await socket.close()
            raise

    def _begin(self, attempt: Attempt, relay: str, socket: Socket, answer: Message) -> None:
        """Save a table that was opened or joined, and go on with the link that was made."""
        try:
            seating = self._first(attempt, answer)
            table = self._table(relay, seating)
            table.keep(seating)
        except (ValueError, CannotKeepError) as error:
            disk = isinstance(error, CannotKeepError)
            attempt.fail(Failure.NOT_KEPT if disk else Failure.VERSION)
            return
        self._tables[seating.code] = table
        connection = self._connection(table)
        if connection is not None:
            connection.begin(socket, answer)
        self._changed()
        attempt.reach(table)

    def _first(self, attempt: Attempt, answer: Message) -> Seating:
        """Return the seating of the requested table; the table itself learns of its game.

        Raises:
            ValueError: It is no table, or another one.
        """
        seating = replace(read_first(answer), game=None)
        if seating.code != attempt.code and (attempt.code or seating.code in self._tables):
            raise ValueError("another table")
        return seating


def relay_address(text: str) -> str | None:
    """Parse the address of a relay as somebody has typed it; None if it is none.

    Args:
        text: Such as `https://pad.example` or `wss://pad.example/games/relay`; without a scheme
            it is taken for a safe one.
    """
    typed = text.strip()
    parts = urlsplit(typed if "://" in typed else f"wss://{typed}")
    scheme = {"https": "wss", "http": "ws"}.get(parts.scheme, parts.scheme)
    if scheme not in {"ws", "wss"} or not parts.hostname or parts.username is not None:
        return None
    try:
        parts.port, parts.hostname.encode("idna")
    except ValueError:
        return None
    path = parts.path.rstrip("/").removesuffix(_PATH)
    return urlunsplit((scheme, parts.netloc, path + _PATH, "", ""))


def site_of(relay: str) -> str:
    """Return the address of the site that a relay serves itself, up to `/#`."""
    parts = urlsplit(relay)
    scheme = {"wss": "https", "ws": "http"}[parts.scheme]
    return urlunsplit((scheme, parts.netloc, parts.path.removesuffix(_PATH) + "/", "", "")) + "#"
