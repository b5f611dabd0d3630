"""A table that a relay keeps, as this phone has it.

What is tapped is judged here by the rules of the table itself, kept on this phone's disk, shown and
sent. What the relay tells is kept first too, so that the phone has all of it without a link.
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
    ENTRY_REASONS,
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
_SENT_AGAIN = {*Failure}.difference(ENTRY_REASONS.values()) | {Failure.NOT_SAVED, Failure.DISK_FULL}
"""With which a relay does not say for good that an entry does not stand."""
Send = Callable[[Message], object]


class RemoteTable(GameTable):
    """One table: what is known of it here, and what goes to and from its relay.

    Who holds the link tells it of it: `connected`, `hear`, `cut`, `leave`.

    Args:
        service: Where this phone keeps games and notes.
        relay: Address of who keeps the table.
        seating: As it was kept, or told.
        stay: Keeps the link until the returned function is called.
    """

    online = True
    opened: RemoteGame | None
    away: frozenset[str] = frozenset()  # as the relay told last

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
        self._asked: dict[int, int | None] = {}  # of what is unsent the number, of all else None
        self._left = Left.read(service.notes(UNSENT).get(UNSENT + seating.code, ""))
        self._open_kept()

    def _open_kept(self) -> None:
        """Show the game as it is on the disk; what is unsent may be of the one before it."""
        for game in dict.fromkeys(filter(None, (self._left.game, self.seating.game))):
            with suppress(StorageError, CannotKeepError):
                self._rebase(self.seating, RemoteGame(self._service.open(game)))
        if self.opened and self.opened.head.id != self.seating.game:
            self.opened = None

    # what screens ask

    @property
    def closed(self) -> bool:
        """Whether its game goes on elsewhere: it was closed, or it will never be reached again."""
        return self.seating.closed or self.gone is not None

    def arrive(self, _: str) -> Callable[[], None]:
        """This phone shows the table, and has a link if it can, until the result is called."""
        return self._stay(self)

    def is_here(self, seat: int) -> bool:
        """Whether the device of a seat (from 1) was connected when the relay told last."""
        return seat in self._here

    def ask(self, by: str, request: OfATable) -> Reason | None:
        """Do what this phone asks, or ask the relay for it; it waits for no answer.

        Args:
            by: Who asks: `ME`.
            request: What.

        Returns:
            Why it cannot be; else an entry stands on this phone, and all else comes, or comes not,
            when the relay has answered.
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
            request: What is asked.
            which: Of this phone's requests for the log, if it is one.
            unsent: The number of what is unsent and now on its way.
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
        """Judge an entry as the table will, keep it, show it, and send it when there is a link."""
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
        """Have the game stand on this phone as it is after an entry, which is sent behind it."""
        left = self._next(opened)
        item = UnsentEntry(entry, len(opened.kept.game.log), left.last)
        if not self._keep_left(replace(left, unsent=(*left.unsent, item))):
            return Failure.NOT_SAVED
        opened.become(after)
        self._flush()
        self._changed()
        return None

    def _next(self, opened: RemoteGame) -> Left:
        """What stands here only, once one request more for the log has a number."""
        game = opened.head.id
        last = self._left.last if self._left.game == game else 0
        return replace(self._left, game=game, last=last + 1)

    def _correct(self, by: str, request: Correct | TakeBack) -> Reason | None:
        """Ask for a correction, of what the relay has; what speaks against it is said at once."""
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
        """Send a request for the log of which nothing is shown before the relay has answered."""
        if self._left.unsent:
            return Failure.MOVED_ON
        left = self._next(opened)
        if not self._keep_left(left):
            return Failure.NOT_SAVED
        return self.post(request, RequestId(left.game, left.last))

    # what the link tells

    @property
    def first(self) -> Message:
        """What a link begins with, beside the version and the secret of this phone."""
        opened = self.opened
        game = opened.head.id if opened else None
        seen = len(opened.kept.game.log) if opened else 0
        return {"join": self.seating.code, "game": game, "seen": seen}

    def connected(self, send: Send) -> None:
        """There is somebody to send to; until the first answer is heard, nothing else is sent."""
        self._send = send

    def hear(self, message: Message) -> None:
        """Take in what the relay says.

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
        """There is no link for now."""
        self._send = None
        if None in self._asked.values():
            self.refused = Failure.NO_LINK
        self._asked.clear()
        if self.gone is None:
            self.link = Link.DOWN
        self._changed()

    def was_bad(self) -> None:
        """The relay cannot read what it would have answered next: that is not sent again.

        Raises:
            CannotKeepError: It is not on the disk that it is lost.
        """
        oldest = next(iter(self._asked), None)
        if oldest is not None:
            self._answered(oldest, Refusal.SYNTAX)

    def was_closed(self) -> None:
        """The relay lets nobody in until whoever opened the table opens it again."""
        seating = replace(self.seating, closed=True)
        with suppress(CannotKeepError):
            self.keep(seating)
            if self.opened:
                self._rebase(seating, self.opened)
        self.seating = seating

    def leave(self, gone: Failure) -> None:
        """There will never be a link again: what is unsent does not come to stand any more."""
        self.gone, self.link = gone, Link.GONE
        lost = tuple(Lost(item.entry, Failure.NO_GAME) for item in self._left.unsent)
        self._keep_left(replace(self._left, unsent=(), lost=(*self._left.lost, *lost)))
        if self.opened:
            self.opened.become(self.opened.kept.game)
        self.cut()

    def _flush(self) -> None:
        """Send the first that is unsent; the next one when that stands, or does not."""
        if self._left.unsent and not any(self._asked.values()):
            first = self._left.unsent[0]
            which = RequestId(self._left.game, first.number)
            self.post(Enter(first.entry, first.seen), which, first.number)

    def _answered(self, number: int, reason: Reason | None) -> None:
        if number not in self._asked:
            return
        if self._asked.pop(number) is None or self.opened is None:
            self.refused = reason
        elif reason in _SENT_AGAIN:
            raise CannotKeepError
        else:
            self._rebase(self.seating, self.opened, reason or Failure.MOVED_ON)

    def _take(self, told: Told) -> None:
        """Keep what was told, then show it."""
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
        """Have a seating on the disk.

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
        """Show a game, and behind it what is unsent and still stands.

        Args:
            seating: Of the table, as it is from now on.
            opened: The game, with all that is known of the relay's log.
            refused: Why the relay has not taken the first that is unsent.

        Raises:
            CannotKeepError: What is lost is not on the disk; all is shown as before.
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
        """What has come to stand may stay among the unsent on the disk: it is known there."""
        if write and not self._service.keep_note(UNSENT + self.seating.code, left.text):
            return False
        self._left = left
        self.unsent, self.lost = tuple(item.entry for item in left.unsent), left.lost
        return True
