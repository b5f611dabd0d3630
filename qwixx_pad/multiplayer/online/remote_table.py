"""A table that a relay owns, as this phone has it.

An entry is checked here by the rules of the table itself, saved on this phone's disk, shown and
sent. News of the relay is saved first too, so that the phone has all of it without a link.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

from qwixx_pad.core.corrections import corrected
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, Refusal
from qwixx_pad.games.session import Failure, GameService, Reason, played
from qwixx_pad.multiplayer.lock_questions import is_answered_first
from qwixx_pad.multiplayer.online.replica import (
    TABLE,
    UNSENT,
    CannotKeepError,
    KeptTable,
    Left,
    RemoteGame,
    UnsentEntry,
    game_of,
    rebased,
)
from qwixx_pad.multiplayer.requests import (
    Correct,
    Enter,
    OfATable,
    Play,
    Request,
    RequestId,
    SeatChange,
    SeenLost,
    TakeBack,
)
from qwixx_pad.multiplayer.seating import NOTHING_SAID, Seating
from qwixx_pad.multiplayer.state import GameTable, Link, Lost
from qwixx_pad.multiplayer.wire import (
    Told,
    must_fit,
    plain_request,
    read_answer,
    read_number,
    read_told,
)
from qwixx_pad.storage import StorageError

Message = dict[str, Any]
_NEWS = frozenset({"table", "here", "away", "game", "log"})
_FOR_GOOD = {
    *(None, *Refusal, Failure.MOVED_ON, Failure.UNREADABLE, Failure.NOT_YOURS),
    *(Failure.NO_GAME, Failure.GAME_FULL),
}
"""Answers that settle an entry for good; after any other it is sent again."""
Send = Callable[[Message], object]


class RemoteTable(GameTable):
    """One table: its state on this phone, and its messages to and from the relay.

    Its link calls `on_connected`, `receive`, `on_disconnected` and `mark_gone`.

    Args:
        service: Holds the games and notes of this phone.
        relay: Address of the owner of the table.
        seating: As saved, or as received.
        stay: Keeps the link until the returned function is called.
    """

    online = True
    opened: RemoteGame | None
    away: frozenset[str] = frozenset()  # as last reported by the relay

    def __init__(
        self,
        service: GameService,
        relay: str,
        seating: Seating,
        stay: Callable[["RemoteTable"], Callable[[], None]] = lambda _: lambda: None,
    ) -> None:
        super().__init__(seating, None, service.layout)
        self.relay = relay
        self.link = Link.CONNECTING
        self._service, self._stay = service, stay
        self._here: frozenset[int] = frozenset()
        self._send: Send | None = None
        self._me = ""
        self._requests = count(1)
        self._asked: dict[int, int | None] = {}  # the number of an unsent entry, None for all else
        self._left = Left.read(service.notes(UNSENT).get(UNSENT + seating.code, ""))
        self._open_kept()

    def _open_kept(self) -> None:
        """Show the game as it is on the disk; the unsent may belong to the one before it."""
        for game in dict.fromkeys(filter(None, (self._left.game, self.seating.game))):
            with suppress(StorageError, CannotKeepError):
                self._rebase(self.seating, RemoteGame(self._service.open(game)))
        if self.opened and self.opened.head.id != self.seating.game:
            self.opened = None

    # requests of screens

    @property
    def closed(self) -> bool:
        """True if its game goes on elsewhere: it was closed, or will never be reached again."""
        return self.seating.closed or self.gone is not None

    def arrive(self, _: str) -> Callable[[], None]:
        """Have a link, if possible, until the returned function is called."""
        return self._stay(self)

    def is_here(self, seat: int) -> bool:
        """Return whether the device of a seat (from 1) was connected at the last report."""
        return seat in self._here

    def ask(self, by: str, request: OfATable) -> Reason | None:
        """Do what this phone requests, or ask the relay for it without waiting for an answer.

        Args:
            by: `THIS_DEVICE`.
            request: The request.

        Returns:
            Why it is refused; else an entry is shown on this phone, and all else follows, or does
            not, when the relay has answered.
        """
        match request:
            case Enter(entry, seen):
                return self._enter(by, entry, seen)
            case Correct() | TakeBack():
                return self._correct(by, request)
            case SeenLost():
                return self._forget_lost()
        if isinstance(request, SeatChange):
            after = self.after(by, request)
            refused = after if isinstance(after, Failure) else None
        else:
            refused = self.why_not(by, request)
        return refused or self.post(request)

    def post(
        self, request: Request, which: RequestId | None = None, unsent: int | None = None
    ) -> Failure | None:
        """Send a request, if there is a link.

        Args:
            request: The request.
            which: Of this phone's requests for the log, if it is one.
            unsent: The number of the unsent entry that is on its way now.
        """
        if self._send is None or self.link is not Link.UP:
            return Failure.NO_LINK
        if unsent is None:
            self.refused = None
        number = next(self._requests)
        self._asked[number] = unsent
        self._send({"n": number, **plain_request(request, which)})
        return None

    def _forget_lost(self) -> Failure | None:
        if not self._keep_left(replace(self._left, lost=())):
            return Failure.NOT_KEPT
        self._changed()
        return None

    def _enter(self, by: str, entry: Entry, seen: int) -> Reason | None:
        """Check an entry as the table will, save it, show it, and send it when there is a link."""
        if self.has_entered(by, entry, seen):
            return None
        failure, opened = self.why_not_enter(by, entry, seen), self.opened
        if failure is not None or opened is None:
            return failure
        after, reason = played(opened.game, [entry])
        if reason is not None:
            return reason
        own = entry.seat is not None and self.seating.holds(by, entry.seat)
        if self.link is not Link.UP and not own:
            return Failure.NO_LINK
        if is_answered_first(entry, opened.game):
            return self._ask_first(Enter(entry, seen), opened)
        return self._show(entry, after, opened)

    def _show(self, entry: Entry, after: Game, opened: RemoteGame) -> Failure | None:
        """Save and show an entry on this phone, then send it."""
        left = self._next(opened)
        item = UnsentEntry(entry, len(opened.kept.game.log), left.last)
        if not self._keep_left(replace(left, unsent=(*left.unsent, item))):
            return Failure.NOT_SAVED
        opened.become(after)
        self._flush()
        self._changed()
        return None

    def _next(self, opened: RemoteGame) -> Left:
        """Return the pending state with one request more for the log numbered."""
        game = opened.head.id
        last = self._left.last if self._left.game == game else 0
        return replace(self._left, game=game, last=last + 1)

    def _correct(self, by: str, request: Correct | TakeBack) -> Reason | None:
        """Request a correction of the relay's log; return at once what speaks against it."""
        change, opened = self.change_asked(by, request), self.opened
        if isinstance(change, Failure):
            return change
        waits = bool(self._left.unsent)
        if opened is None or change is None or waits or not change.fits(opened.game.standing):
            return Failure.MOVED_ON if self.link is Link.UP else Failure.NO_LINK
        correction = corrected(opened.game, change)
        if correction.refused is not None:
            return correction.refused.reason
        reason = played(opened.game, correction.entries)[1]
        return reason or self._ask_first(request, opened)

    def _ask_first(self, request: Play, opened: RemoteGame) -> Failure | None:
        """Send a request for the log without showing it before the relay has answered."""
        if self._left.unsent:
            return Failure.MOVED_ON
        left = self._next(opened)
        if not self._keep_left(left):
            return Failure.NOT_SAVED
        return self.post(request, RequestId(left.game, left.last))

    # calls of the link

    @property
    def first(self) -> Message:
        """The first message of a link, without the version and the secret of this phone."""
        opened = self.opened
        game = opened.head.id if opened else None
        seen = len(opened.kept.game.log) if opened else 0
        return {"join": self.seating.code, "game": game, "base_length": seen}

    def connected(self, send: Send) -> None:
        """Set the sender; until the first answer has come, nothing else is sent."""
        self._send = send

    def hear(self, message: Message) -> None:
        """Handle a message of the relay.

        Args:
            message: A first answer, an update, the answer to a request, or both of these.

        Raises:
            ValueError: It is none of these.
            GoneError: The table will never be reached again.
            CannotKeepError: This phone's disk, or the relay's, does not write for now.
        """
        if _NEWS & message.keys():
            self._me = str(message.get("you", self._me))
            self._take(read_told(message, self._me))
            self.link = Link.UP
        elif "re" not in message:
            raise ValueError("neither news nor an answer")
        if "re" in message:
            self._answered(read_number(message["re"]), read_answer(message))
        self._flush()
        self._changed()

    def cut(self) -> None:
        """Note that there is no link for now."""
        self._send = None
        if None in self._asked.values():
            self.refused = Failure.NO_LINK
        self._asked.clear()
        if self.gone is None:
            self.link = Link.DOWN
        self._changed()

    def was_bad(self) -> None:
        """Drop the oldest unanswered request, which the relay cannot read.

        Raises:
            CannotKeepError: The disk does not take that it is rejected.
        """
        oldest = next(iter(self._asked), None)
        if oldest is not None:
            self._answered(oldest, Refusal.SYNTAX)

    def was_closed(self) -> None:
        """Mark the table as closed until its host opens it again."""
        seating = replace(self.seating, closed=True)
        with suppress(CannotKeepError):
            self.keep(seating)
            if self.opened:
                self._rebase(seating, self.opened)
        self.seating = seating

    def leave(self, gone: Failure) -> None:
        """Mark the table as lost for ever: what is unsent is rejected."""
        self.gone, self.link = gone, Link.GONE
        lost = tuple(Lost(item.entry, Failure.NO_GAME) for item in self._left.unsent)
        self._keep_left(replace(self._left, unsent=(), lost=(*self._left.lost, *lost)))
        if self.opened:
            self.opened.become(self.opened.kept.game)
        self.cut()

    def _flush(self) -> None:
        """Send the first unsent entry; the next one when that is accepted or rejected."""
        if self._left.unsent and not any(self._asked.values()):
            first = self._left.unsent[0]
            which = RequestId(self._left.game, first.number)
            self.post(Enter(first.entry, first.seen), which, first.number)

    def _answered(self, number: int, reason: Reason | None) -> None:
        if number not in self._asked:
            return
        if self._asked.pop(number) is None or self.opened is None:
            self.refused = reason
        elif reason not in _FOR_GOOD:
            raise CannotKeepError
        else:
            self._rebase(self.seating, self.opened, reason or Failure.MOVED_ON)

    def _take(self, told: Told) -> None:
        """Save news of the relay, then show it."""
        opened = self.opened
        if opened is not None and told.rest:
            opened.follow(len(opened.kept.game.log), told.rest)
            self._rebase(self.seating, opened)
        if told.head is not None:
            kept = game_of(self._service, told.head, told.corner)
            opened = opened if opened and opened.kept is kept else RemoteGame(kept)
        if opened is not None and told.entries is not None:
            opened.follow(told.start, told.entries)
        seating = told.seating or self.seating
        if replace(seating, answers=NOTHING_SAID) != replace(self.seating, answers=NOTHING_SAID):
            self.keep(seating)
        self._here = self._here if told.here is None else told.here
        self.away = self.away if told.away is None else told.away
        if opened is None:
            self.seating = seating
        else:
            self._rebase(seating, opened)
        self._left = replace(self._left, last=max(self._left.last, told.number))

    def keep(self, seating: Seating) -> None:
        """Save a seating on the disk.

        Raises:
            ValueError: It is of another table, or of sheets that this version does not know.
            CannotKeepError: The disk does not take it.
        """
        must_fit(seating, self.seating.code, self._service.sheets)
        now = self._service.now().isoformat()
        note = KeptTable(self.relay, seating, now)
        if not self._service.keep_note(TABLE + seating.code, note.text):
            raise CannotKeepError

    def _rebase(self, seating: Seating, opened: RemoteGame, refused: Reason | None = None) -> None:
        """Show a game, and behind it the unsent entries that are still valid.

        Args:
            seating: Of the table, as it is from now on.
            opened: The game, with all of the relay's log that is known.
            refused: Why the relay has rejected the first unsent entry.

        Raises:
            CannotKeepError: The disk does not take what is rejected; all is shown as before.
        """
        kept, unsent, same = opened.kept, self._left.unsent, self._left.game == opened.head.id
        if same and not seating.closed:
            first = Lost(unsent[0].entry, refused) if refused else None
            game, stands, lost = rebased(
                kept.game, kept.made, unsent[1:] if first else unsent, first
            )
        else:
            why = Failure.NO_GAME if seating.closed else Failure.MOVED_ON
            game, stands, lost = kept.game, (), tuple(Lost(x.entry, why) for x in unsent)
        last = self._left.last if same else 0
        left = Left(opened.head.id, stands, (*self._left.lost, *lost), last)
        if not self._keep_left(left, write=bool(lost)):
            raise CannotKeepError
        known = {None, *(item.number for item in stands)}
        self._asked = {n: each for n, each in self._asked.items() if each in known}
        opened.become(game)
        self.opened, self.seating = opened, seating

    def _keep_left(self, left: Left, *, write: bool = True) -> bool:
        """Save the pending state; accepted entries may stay in it: they are recognized later."""
        if write and not self._service.keep_note(UNSENT + self.seating.code, left.text):
            return False
        self._left = left
        self.unsent, self.lost = tuple(item.entry for item in left.unsent), left.lost
        return True
