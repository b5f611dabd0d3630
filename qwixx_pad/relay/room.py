"""One table with the phones that look at it: what is asked, and who is told what.

A phone is what waits to be sent to it; sockets are the business of `service`.

Everybody at a table has been told the same, so each change is put into words once for all of them.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.permissions import Attendance
from qwixx_pad.multiplayer.requests import (
    Play,
    Request,
    RequestId,
)
from qwixx_pad.multiplayer.seating import Seating, plain
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.wire import VERSION, plain_answer
from qwixx_pad.relay.store import RequestMark
from qwixx_pad.relay.stored_table import MovedError, StoredTable
from qwixx_pad.server import Send
from qwixx_pad.storage import SavedEntry, StorageError

_MOST_WAITING = 128
"""Frames that wait for a reader; whoever reads none of so many is cut off."""
_MOST_LETTERS = 1 << 20
"""Of frames that wait; a single one may be longer."""
CODES = {
    "done": 1000,
    "bad": 4400,
    "no-table": 4404,
    "version": 4406,
    "slow": 4408,
    "closed": 4410,
    "wait": 4429,
    "full": 4503,
}
"""With what a connection is closed, after each error."""


class Phone:
    """One connection: a phone at the other end of a WebSocket.

    Attributes:
        key: What its device is known by at its table; empty while it looks at none.
        address: From where it calls; empty where no limit holds.
        over: Why it was cut off; empty while it is not.
    """

    def __init__(self) -> None:
        self.key = self.address = ""
        self.over = ""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._letters = 0

    def send(self, text: str) -> None:
        """Have it told something; who leaves far too much unread is cut off."""
        if self.over:
            return
        if self._waiting.qsize() >= _MOST_WAITING or self._letters > _MOST_LETTERS:
            self.end("slow")
        else:
            self._waiting.put_nowait(text)
            self._letters += len(text)

    def end(self, error: str, **more: Any) -> None:  # noqa: ANN401 - what JSON has
        """Have it told why, and cut it off: it is told nothing else any more."""
        self._end(error, {"error": error, **more})

    def done(self, **said: Any) -> None:  # noqa: ANN401 - what JSON has
        """Have it told what it wanted to know, and part: it is told nothing else any more."""
        self._end("done", said)

    def _end(self, why: str, said: dict[str, Any]) -> None:
        if self.over:
            return
        self.over = why
        while why == "slow" and not self._waiting.empty():
            self._letters -= len(self._waiting.get_nowait())
        self._waiting.put_nowait(json.dumps(said))

    async def write(self, send: Send) -> None:
        """Send what is to be sent, as fast as it is read, up to the end."""
        while True:
            text = await self._waiting.get()
            self._letters -= len(text)
            await send({"type": "websocket.send", "text": text})
            if self.over and self._waiting.empty():
                await send({"type": "websocket.close", "code": CODES[self.over]})
                return


Entries = tuple[SavedEntry, ...]
_Answer = TypeVar("_Answer")
_TRIES = 5
"""How often something is asked of a table that other relays keep changing."""
_AROUND = ("table", "here", "away")
"""What everybody at a table knows of it beside its game, as docs/wire.md says it."""


class Room:
    """One table.

    What asks the disk (`ask`, `reread`) may be called from a thread, one at a time; all else in the
    thread of the loop, and not meanwhile: whoever calls holds `turn`.

    Args:
        kept: Where the table is kept.
        seating: Who sits there.
        attendance: When its devices were here, as far as this relay knows.

    Attributes:
        turn: Held by whoever asks or tells something.
        announced: Keys of the devices at it, as other relays were told them.
        stale: Whether it is about to be read again.
    """

    def __init__(self, kept: StoredTable, seating: Seating, attendance: Attendance) -> None:
        self.turn = asyncio.Lock()
        self._kept, self._attendance = kept, attendance
        self._table = self._read(seating)
        self._gone = False
        self.announced: frozenset[str] = frozenset()
        self.stale = False
        self._phones: dict[Phone, None] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._told = self._state

    def _read(self, seating: Seating) -> SharedTable:
        table = SharedTable(self._kept, seating, self._attendance, numbered=True)
        if seating.game is not None and table.opened is None:
            raise StorageError("the game of the table cannot be read now")
        return table

    @property
    def code(self) -> str:
        """By what it is found."""
        return self._kept.code

    @property
    def closed(self) -> bool:
        """Whether no newcomer is let in."""
        return self._table.closed

    @property
    def entries(self) -> int:
        """How many the log of its game has."""
        opened = self._table.opened
        return len(opened.game.log) if opened else 0

    @property
    def crowd(self) -> int:
        """How many phones look at it."""
        return len(self._phones)

    @property
    def seated(self) -> frozenset[str]:
        """Keys of the devices that play seats and look at it by way of this relay."""
        holders = {chair.holder for chair in self._table.seating.chairs}
        return frozenset(phone.key for phone in self._phones if phone.key in holders)

    def knows(self, key: str) -> bool:
        """Whether a device opened the table, plays a seat of it, or does from the next game on."""
        return self._table.seating.expects(key)

    # what is asked

    def ask(self, by: str, request: Request, which: RequestId | None = None) -> Reason | None:
        """Do what the device of a key asks, if it may; what was done is on the disk.

        Of its requests for the log one that stands already (`which`) is done.
        """
        nothing: Reason | None = Failure.NOT_SAVED
        return self._done(lambda: self._ask(by, request, which), nothing)

    def is_back(self, key: str) -> None:
        """A device comes: it plays what others have freed of it and nobody has taken.

        Asks the disk, like `ask`.
        """
        self._done(lambda: self._table.is_back(key), None)

    def _done(self, do: Callable[[], _Answer], nothing: _Answer) -> _Answer:
        """What something becomes on the newest state of the table, or nothing of it."""
        for _ in range(_TRIES):
            try:
                return do()
            except MovedError:
                try:
                    self.reread()
                except StorageError:
                    break
        return nothing

    def _ask(self, by: str, request: Request, which: RequestId | None) -> Reason | None:
        if self._gone:
            return Failure.NOT_ALLOWED
        self._kept.mark = None
        if which is not None and isinstance(request, Play):
            return self._play(RequestMark(by, which.number), request, which.game)
        reason = self._table.ask(by, request)
        self._gone = self._table.forgotten
        return reason

    def _play(self, mark: RequestMark, request: Play, game: str) -> Reason | None:
        """Have something in the log once, however often a device asks for it."""
        try:
            if self._kept.stands(game, mark):
                return None
        except StorageError:
            return Failure.NOT_SAVED
        if self._table.seating.game not in {game, None}:
            return Failure.MOVED_ON
        self._kept.mark = mark
        return self._table.ask(mark.by, request)

    def reread(self) -> None:
        """Look at the disk again: another relay has changed the table.

        Raises:
            StorageError: It cannot be read now; all is as before.
        """
        seating = self._kept.read()
        if seating is None:
            self._gone = True
        else:
            self._table = self._read(seating)

    # who is told what

    def missed(self, game: str | None, seen: int) -> Entries | None:
        """What a phone has not of an earlier game of this table; None if it was not played here.

        Asks the disk, like `ask`.
        """
        if game is None or game == self._table.seating.game:
            return None
        return self._kept.rest(game, seen)

    def join(
        self, phone: Phone, game: str | None, seen: int, missed: Entries | None = None
    ) -> None:
        """A phone looks at the table; the others are told, and it is told all that it has not.

        It has so many entries (`seen`) of the log of a game, if it has one; of an earlier game of
        this table it `missed` the rest.
        """
        self._phones[phone] = None
        self._are_here()
        self._tell(tuple(self._phones)[:-1])
        now = self._told
        start = seen if game == now["game"] and 0 <= seen <= now["entries"] else 0
        first: dict[str, Any] = {"wire": VERSION, "you": phone.key}
        first |= {part: now[part] for part in _AROUND}
        first["game"] = _plain_game(self._table.opened)
        first["number"] = self._kept.last_number(phone.key)
        first |= self._log(start)
        if missed is not None:
            first["rest"] = _plain_log(missed)
        phone.send(_text(first))

    def leave(self, phone: Phone) -> None:
        """A phone looks no longer."""
        self._phones.pop(phone, None)
        self._are_here()
        self.tell()

    def heard_of(self, keys: frozenset[str]) -> None:
        """Devices that look at the table by way of other relays: all of them."""
        self._elsewhere = keys
        self._are_here()
        self.tell()

    def _are_here(self) -> None:
        keys = frozenset(phone.key for phone in self._phones)
        self._attendance.are_here(keys | self._elsewhere)

    @property
    def is_behind(self) -> bool:
        """Whether a device is away by now, and nobody was told."""
        return bool(self._told["away"] != self._away)

    def forget(self) -> None:
        """The table is kept no longer."""
        self._gone = True
        self.tell()

    def tell(self) -> None:
        """Tell everybody what has changed since they were told."""
        self._tell(tuple(self._phones))

    def answer(self, phone: Phone, number: int, reason: Reason | None) -> None:
        """The same, and answer who has asked for it: both in one frame."""
        news = self._tell(tuple(other for other in self._phones if other is not phone))
        text = _text({"re": number} | plain_answer(reason))
        phone.send(f"{text[:-1]},{news[1:]}" if news else text)
        if self._gone:
            phone.end("no-table")

    def _tell(self, phones: tuple[Phone, ...]) -> str:
        """Tell some of them what is new; gives it for the others, empty for nothing."""
        if self._gone:
            for phone in phones:
                phone.end("no-table")
            return ""
        before, self._told = self._told, self._state
        news = self._since(before)
        if not news:
            return ""
        text = _text(news)
        for phone in phones:
            phone.send(text)
        return text

    def _since(self, before: dict[str, Any]) -> dict[str, Any]:
        now = self._told
        news = {part: now[part] for part in _AROUND if now[part] != before[part]}
        if now["game"] != before["game"]:
            return news | {"game": _plain_game(self._table.opened)} | self._log(0)
        grown = now["entries"] != before["entries"]
        return news | self._log(before["entries"]) if grown else news

    @property
    def _state(self) -> dict[str, Any]:
        """What everybody at the table knows, once it was told."""
        seating = self._table.seating
        seats = range(1, len(seating.chairs) + 1)
        return {
            "table": seating,
            "here": tuple(seat for seat in seats if self._table.is_here(seat)),
            "away": self._away,
            "game": seating.game,
            "entries": self.entries,
        }

    @property
    def _away(self) -> tuple[str, ...]:
        return tuple(sorted(self._table.away))

    def _log(self, start: int) -> dict[str, Any]:
        opened = self._table.opened
        if opened is None or self._told["game"] is None:
            return {}
        return {"from": start, "log": _plain_log(opened.saved(start))}


def _plain_log(entries: Entries) -> list[list[str]]:
    return [[each.token, each.at.isoformat(timespec="microseconds")] for each in entries]


def _plain_game(opened: OpenGame | None) -> dict[str, Any] | None:
    if opened is None:
        return None
    head = opened.head
    return {
        "id": head.id,
        "setup": head.setup,
        "names": head.names,
        "started": head.started.isoformat(timespec="microseconds"),
        "corner": opened.first_corner,
    }


_text = json.JSONEncoder(default=plain, separators=(",", ":")).encode
