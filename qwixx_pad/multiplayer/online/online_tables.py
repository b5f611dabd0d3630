"""The online tables of this phone, and the relay where it opens and joins them."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.session import Failure, GameService
from qwixx_pad.layouts import is_custom
from qwixx_pad.multiplayer.online.link import (
    CONNECT_TIMEOUT_S,
    Dial,
    LinkError,
    LinkTimes,
    Socket,
    TableLink,
    hello_message,
    receive_message,
)
from qwixx_pad.multiplayer.online.remote_table import RelayMessage, RemoteTable
from qwixx_pad.multiplayer.online.replica import (
    TABLE_NOTE,
    UNSENT_NOTE,
    CannotSaveError,
    GoneError,
    OnlineTableRecord,
)
from qwixx_pad.multiplayer.requests import Opening, OpeningChair
from qwixx_pad.multiplayer.seating import TABLE_MEMORY, Chair, Seating
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import (
    ERRORS,
    REQUEST_CODEC,
    THIS_DEVICE,
    read_first_seating,
    retry_after_s,
)
from qwixx_pad.observable import Observable
from qwixx_pad.storage.summary import EPOCH, parse_timestamp

_SECRET_NOTE = "secret"  # noqa: S105 - the key of a note
_RELAY_NOTE = "relay"
_RELAY_PATH = "/relay"


class JoinAttempt(Observable):
    """An attempt to open or to join a table.

    Attributes:
        code: Of the table; empty until a new table is open.
        table: The table; None until it is there.
        failed: Why the attempt failed; None as long as it has not.
        retry_after_s: Seconds until another attempt makes sense.
        task: Runs the attempt; None if it failed before it began.
    """

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.code = code
        self.table: RemoteTable | None = None
        self.failed: Failure | None = None
        self.retry_after_s = 0.0
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def set_failed(self, failed: Failure, retry_after_s: float = 0.0) -> None:
        self.failed = failed
        self.retry_after_s = retry_after_s
        self._notify_watchers()

    def set_table(self, table: RemoteTable) -> None:
        """Complete the attempt."""
        self.table = table
        self.code = table.seating.code
        self._notify_watchers()


class OnlineTables(Observable):
    """The online tables of a phone.

    Nothing is sent before a table is opened, joined or shown.

    Args:
        service: Stores games and notes.
        dial: Connects to a relay.
        built_for: Address of the relay that the pad was built for; empty if a person sets it.
        site: Address of the pad for guests, up to `/join/CODE`; empty for the relay's own site.
        secret: Identifies this phone if its disk has no secret yet; the page around the pad may
            have joined a table with it. Empty to make one.

    Attributes:
        may_set_relay: Whether a person may set the relay.
        times: The waiting times of links that are opened from now on.
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
        self._service = service
        self._dial = dial
        self._fixed_relay = built_for
        self._site = site
        self._given_secret = secret
        self.times = LinkTimes()
        self.may_set_relay = not built_for
        self._links: dict[str, TableLink] = {}
        self._tables = {table.seating.code: table for table in self._load_tables()}

    # the relay

    @property
    def relay_url(self) -> str:
        """Address of the relay for new tables; empty without one."""
        return self._fixed_relay or self._service.read_notes(_RELAY_NOTE).get(_RELAY_NOTE, "")

    @property
    def has_relay(self) -> bool:
        return bool(self.relay_url)

    def set_relay_url(self, text: str) -> bool:
        """Set the relay, or none for an empty text; return whether it was saved.

        An invalid address is not saved; nor is any if `may_set_relay` is False.
        """
        url = relay_address(text) if text.strip() else ""
        if url is None or not self.may_set_relay:
            return False
        saved = (
            self._service.save_note(_RELAY_NOTE, url)
            if url
            else self._service.delete_note(_RELAY_NOTE)
        )
        if saved:
            self._notify_watchers()
        return saved

    @property
    def sites(self) -> tuple[str, ...]:
        """Addresses, up to `/join/CODE`, of pads that use the relay for new tables."""
        own_site = relay_site(self.relay_url) if self.has_relay else ""
        return tuple(filter(None, (self._site, own_site)))

    def site_address(self, table: RemoteTable) -> str:
        """The link to a table up to `/join/CODE`."""
        return self._site or relay_site(table.relay)

    # the tables

    def _load_tables(self) -> Iterator[RemoteTable]:
        """Yield the tables of an earlier run, the last saved one last; delete old ones."""
        records = map(OnlineTableRecord.read, self._service.read_notes(TABLE_NOTE).values())
        for record in sorted(filter(None, records), key=lambda record: record.updated):
            if self._service.now() - parse_timestamp(record.updated, EPOCH) > TABLE_MEMORY:
                code = record.seating.code
                if self._service.delete_note(UNSENT_NOTE + code):
                    self._service.delete_note(TABLE_NOTE + code)
            else:
                yield self._make_table(record.relay, record.seating)

    def _make_table(self, relay: str, seating: Seating) -> RemoteTable:
        table = RemoteTable(self._service, relay, seating, self._keep_link)
        table.watch(self._notify_watchers)
        return table

    @property
    def tables(self) -> tuple[RemoteTable, ...]:
        """All tables that this phone knows, the newest last."""
        return tuple(self._tables.values())

    def open(self, layout: str, chairs: tuple[Chair, ...], *, finish_turn: bool) -> JoinAttempt:
        """Open a table where this phone plays the chairs of `THIS_DEVICE`.

        A custom sheet goes with it; a table can carry only one.
        """
        attempt = JoinAttempt()
        custom = {name for name in (layout, *(chair.slip for chair in chairs)) if is_custom(name)}
        if len(custom) > 1:
            attempt.set_failed(Failure.ONE_OWN_SHEET)
            return attempt
        seats = tuple(
            OpeningChair(chair.name, chair.color, chair.slip, chair.device == THIS_DEVICE)
            for chair in chairs
        )
        sheet = SheetText.from_layout(self._service.layout(custom.pop())) if custom else None
        opening = REQUEST_CODEC.encode(Opening(layout, finish_turn, seats, sheet))
        attempt.task = asyncio.ensure_future(self._run_attempt(attempt, opening))
        return attempt

    def join(self, code: str) -> JoinAttempt:
        """Join a table that this phone does not know yet."""
        attempt = JoinAttempt(code)
        attempt.task = asyncio.ensure_future(self._run_attempt(attempt, None))
        return attempt

    # the links

    def _device_secret(self) -> str | None:
        """The secret that identifies this phone; None if a new one cannot be saved."""
        saved = self._service.read_notes(_SECRET_NOTE).get(_SECRET_NOTE)
        if saved:
            return saved
        secret = self._given_secret or secrets.token_urlsafe(32)
        return secret if self._service.save_note(_SECRET_NOTE, secret) else None

    def _keep_link(self, table: RemoteTable) -> Callable[[], None]:
        link = self._link_for(table)
        if link is None or table.link is Link.GONE:
            return lambda: None
        return link.keep_open()

    def _link_for(self, table: RemoteTable) -> TableLink | None:
        code = table.seating.code
        secret = self._device_secret()
        if code not in self._links and secret is not None:
            self._links[code] = TableLink(table, self._dial, secret, self.times)
        return self._links.get(code)

    def check_links(self) -> None:
        """Check all links at once: the network may have changed."""
        for link in self._links.values():
            link.check()

    def try_lost_links(self) -> None:
        """Try to reconnect all lost links at once."""
        for link in self._links.values():
            link.try_now()

    async def _run_attempt(self, attempt: JoinAttempt, opening: RelayMessage | None) -> None:
        """Open a table if there is an `opening`, then join it."""
        secret = self._device_secret()
        relay = self.relay_url
        if secret is None:
            attempt.set_failed(Failure.SEATING_NOT_SAVED)
            return
        code = attempt.code
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                if opening is not None:
                    first = hello_message(secret, relay, {"open": opening})
                    socket, answer = await self._connect_to(relay, first)
                    await socket.close()
                    code = str(answer.get("code", ""))
                if code:
                    joining = {"join": code, "game": None, "base_length": 0}
                    first = hello_message(secret, relay, joining)
                    socket, answer = await self._connect_to(f"{relay}/{code}", first)
        except (LinkError, TimeoutError):
            attempt.set_failed(Failure.NO_LINK)
            return
        if "you" in answer:
            self._add_table(attempt, relay, socket, answer)
        else:
            failed = ERRORS.get(str(answer.get("error")), Failure.REFUSED)
            attempt.set_failed(failed, retry_after_s(answer, 0.0, self.times.max_retry_after_s))
        if attempt.table is None:
            await socket.close()

    async def _connect_to(self, address: str, first: str) -> tuple[Socket, RelayMessage]:
        """Connect to a relay, send the first message, and receive the first answer.

        Raises:
            LinkError: The connection is lost, or cannot be made.
        """
        socket = await self._dial(address)
        try:
            await socket.send(first)
            return socket, await receive_message(socket)
        except BaseException:
            await socket.close()
            raise

    def _add_table(
        self, attempt: JoinAttempt, relay: str, socket: Socket, answer: RelayMessage
    ) -> None:
        """Save a table that was opened or joined, and use its connection as its link."""
        try:
            seating = self._first_seating(attempt, answer)
            table = self._make_table(relay, seating)
            table.save_seating(seating)
        except GoneError as error:
            attempt.set_failed(error.gone)
            return
        except CannotSaveError:
            attempt.set_failed(Failure.SEATING_NOT_SAVED)
            return
        except ValueError:
            attempt.set_failed(Failure.VERSION)
            return
        self._tables[seating.code] = table
        link = self._link_for(table)
        if link is not None:
            link.ensure_running(socket, answer)
        self._notify_watchers()
        attempt.set_table(table)

    def _first_seating(self, attempt: JoinAttempt, answer: RelayMessage) -> Seating:
        """Read the seating of the table from the first answer, without its game.

        The link reports the game later.

        Raises:
            ValueError: There is none, or it is that of another table.
        """
        seating = replace(read_first_seating(answer), game=None)
        if seating.code != attempt.code and (attempt.code or seating.code in self._tables):
            raise ValueError("another table")
        return seating


def relay_address(text: str) -> str | None:
    """Parse the address of a relay as a person has typed it; None if it is invalid.

    Args:
        text: Such as `https://pad.example` or `wss://pad.example/games/relay`; without a scheme it
            is `wss`.
    """
    typed = text.strip()
    parts = urlsplit(typed if "://" in typed else f"wss://{typed}")
    scheme = {"https": "wss", "http": "ws"}.get(parts.scheme, parts.scheme)
    if scheme not in {"ws", "wss"} or not parts.hostname or parts.username is not None:
        return None
    try:
        _ = parts.port  # a ValueError if it is no port
        parts.hostname.encode("idna")
    except ValueError:
        return None
    path = parts.path.rstrip("/").removesuffix(_RELAY_PATH)
    return urlunsplit((scheme, parts.netloc, path + _RELAY_PATH, "", ""))


def relay_site(relay: str) -> str:
    """The address, up to `/#`, of the site that a relay serves itself."""
    parts = urlsplit(relay)
    scheme = {"wss": "https", "ws": "http"}[parts.scheme]
    return f"{scheme}://{parts.netloc}{parts.path.removesuffix(_RELAY_PATH)}/#"
