"""A table that a relay owns, as this phone has it.

An entry is checked here by the rules of the table, saved on this phone, shown, and sent. News of
the relay is saved before it is shown too, so that the phone has the whole game without a link.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

from qwixx_pad.core.corrections import correction_for
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Entry, Refusal
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.played_game import sheet_names_in
from qwixx_pad.games.session import Failure, GameService, Reason, play_entries
from qwixx_pad.layouts import is_custom
from qwixx_pad.multiplayer.last_crosses import must_ask_table
from qwixx_pad.multiplayer.online.replica import (
    TABLE_NOTE,
    UNSENT_NOTE,
    CannotSaveError,
    GoneError,
    OnlineTableRecord,
    PendingState,
    RemoteGame,
    UnsentEntry,
    open_replica,
    rebase_unsent,
)
from qwixx_pad.multiplayer.requests import (
    AcknowledgeLoss,
    ChooseSheet,
    ChooseSlip,
    Correct,
    Enter,
    LogRequest,
    RequestId,
    SeatChange,
    TableRequest,
    UndoCorrection,
    WireRequest,
)
from qwixx_pad.multiplayer.seating import NO_ANSWERS, Seating
from qwixx_pad.multiplayer.state import GameTable, Link, RejectedEntry
from qwixx_pad.multiplayer.wire import (
    TableNews,
    encode_request,
    read_answer,
    read_news,
    read_number,
    require_carried_sheets,
    require_known_sheets,
)
from qwixx_pad.storage import StorageError

RelayMessage = dict[str, Any]
_NEWS_KEYS = frozenset({"table", "here", "away", "game", "log"})
_FINAL_ANSWERS = {
    None,
    *Refusal,
    Failure.CHANGED_ELSEWHERE,
    Failure.UNREADABLE,
    Failure.NOT_YOURS,
    Failure.NO_GAME,
    Failure.GAME_FULL,
}
"""Answers that settle an entry; after any other it is sent again."""
_UNSURE_ANSWERS = {Failure.SEATING_NOT_SAVED, Failure.NOT_SAVED, Failure.DISK_FULL}
"""Answers after which the relay may have done a request nevertheless.

If the same request is made again, it is sent under the same number, and so done only once.
"""
SendMessage = Callable[[RelayMessage], object]


@dataclass(frozen=True, slots=True)
class _SentRequest:
    """A request on its way.

    Attributes:
        number: Its number on this link.
        request: The request.
        request_id: Of a request for the log; None for any other.
    """

    number: int
    request: WireRequest
    request_id: RequestId | None


def _printed_sheet(service: GameService, name: str) -> Layout:
    """Find a sheet that every phone has.

    Raises:
        KeyError: It is a custom one, or unknown.
    """
    if is_custom(name):
        raise KeyError(name)
    return service.layout(name)


class RemoteTable(GameTable):
    """An online table: its state on this phone, and its messages to and from the relay.

    The link calls `on_connected`, `receive`, `on_disconnected` and `mark_gone`.

    Args:
        service: Stores the games and notes of this phone.
        relay: Address of the relay.
        seating: As saved, or as received.
        keep_link: Opens its link until the returned function is called.
    """

    online = True
    opened: RemoteGame | None
    away_devices: frozenset[str] = frozenset()  # as last reported by the relay

    def __init__(
        self,
        service: GameService,
        relay: str,
        seating: Seating,
        keep_link: Callable[["RemoteTable"], Callable[[], None]] = lambda _: lambda: None,
    ) -> None:
        super().__init__(seating, None, partial(_printed_sheet, service))
        self.relay = relay
        self.link = Link.CONNECTING
        self._service = service
        self._keep_link = keep_link
        self._present_seats: frozenset[int] = frozenset()
        self._send: SendMessage | None = None
        self._own_id = ""
        self._requests = count(1)
        self._unshown: dict[int, _SentRequest] = {}
        self._unsure: _SentRequest | None = None
        # numbers of requests on their way, each with that of its unsent entry, if it has one
        self._awaited: dict[int, int | None] = {}
        self._pending = PendingState.read(
            service.read_notes(UNSENT_NOTE).get(UNSENT_NOTE + seating.code, "")
        )
        if self._has_clash(seating):
            self.gone = Failure.SHEET_CLASH
            self.link = Link.GONE
        else:
            self._open_saved_game()

    def _has_clash(self, seating: Seating) -> bool:
        """Make the custom sheet of a table available; return True if another sheet has its name."""
        sheet = seating.own_sheet
        return sheet is not None and not self._service.sheets.lend(sheet)

    def _open_saved_game(self) -> None:
        """Show the saved game, and settle unsent entries, perhaps of the game before it."""
        for game in dict.fromkeys(filter(None, (self._pending.game, self.seating.game))):
            with suppress(StorageError, CannotSaveError):
                self._rebase_game(self.seating, RemoteGame(self._service.open(game)))
        if self.opened and self.opened.head.id != self.seating.game:
            self.opened = None

    # requests of screens

    @property
    def is_closed(self) -> bool:
        """True if it was closed during its game, or can never be reached again."""
        return self.seating.closed or self.gone is not None

    def connect_device(self, _: str) -> Callable[[], None]:
        """Open the link until the returned function is called."""
        return self._keep_link(self)

    def is_present(self, seat: int) -> bool:
        """True if the device of a seat was connected at the last report."""
        return seat in self._present_seats

    def submit_request(self, by: str, request: TableRequest) -> Reason | None:
        """Do what this phone requests, or send the request to the relay.

        Args:
            by: `THIS_DEVICE`.
            request: The request.

        Returns:
            The reason if it is refused here. Otherwise an entry is shown at once, and rejected
            entries are forgotten at once. Any other request, and an entry for which
            `must_ask_table` is true, takes effect when the relay has accepted it.
        """
        match request:
            case Enter(entry, base_length):
                return self._try_entry(by, entry, base_length)
            case Correct() | UndoCorrection():
                return self._request_correction(by, request)
            case AcknowledgeLoss():
                return self._clear_rejected()
            case ChooseSheet():
                request = self._with_own_sheet(request)
            case ChooseSlip(_, slip) if not self._may_carry(slip):
                return Failure.ONE_OWN_SHEET
        if isinstance(request, SeatChange):
            after = self.preview_change(by, request)
            refused = after if isinstance(after, Failure) else None
        else:
            refused = self.request_refusal(by, request)
        return refused or self.post_request(request)

    def _with_own_sheet(self, request: ChooseSheet) -> ChooseSheet:
        """Add the text of a custom sheet, unless the table carries it already."""
        if self._may_carry(request.layout):
            return request
        layout = self._service.sheets.get(request.layout)
        return replace(request, own_sheet=None if layout is None else SheetText.from_layout(layout))

    def _may_carry(self, name: str) -> bool:
        """True if everybody at the table has a sheet: a printed one, or the one that it carries."""
        carried = self.seating.own_sheet
        return not is_custom(name) or (carried is not None and carried.name == name)

    def post_request(
        self, request: WireRequest, request_id: RequestId | None = None, unsent: int | None = None
    ) -> Failure | None:
        """Send a request; return `NO_LINK` if there is no link.

        Args:
            request: The request.
            request_id: Of a request for the log; None for any other.
            unsent: The number of the unsent entry that is sent; None for any other request.
        """
        if self._send is None or self.link is not Link.UP:
            return Failure.NO_LINK
        sent = _SentRequest(next(self._requests), request, request_id)
        if unsent is None:
            self.refused = None
            if self._unsure is not None and self._unsure.request == request:
                sent = self._unsure
            self._unshown[sent.number] = sent
        self._awaited[sent.number] = unsent
        self._send({"n": sent.number, **encode_request(request, sent.request_id)})
        return None

    def _clear_rejected(self) -> Failure | None:
        if not self._save_pending(replace(self._pending, lost=())):
            return Failure.SEATING_NOT_SAVED
        self._notify_watchers()
        return None

    def _try_entry(self, by: str, entry: Entry, base_length: int) -> Reason | None:
        """Check an entry as the table will; then show it, or ask the table first."""
        if self.is_repeated_entry(by, entry, base_length):
            return None
        failure = self.precheck_entry(by, entry, base_length)
        opened = self.opened
        if failure is not None or opened is None:
            return failure
        after, reason = play_entries(opened.game, [entry])
        if reason is not None:
            return reason
        if self.link is not Link.UP and entry.seat not in self.seating.seats_of(by):
            return Failure.NO_LINK
        if must_ask_table(entry, opened.game):
            return self._request_unshown(Enter(entry, base_length), opened)
        return self._show_entry(entry, after, opened)

    def _show_entry(self, entry: Entry, after: Game, opened: RemoteGame) -> Failure | None:
        """Save an entry on this phone, show it, and send it."""
        pending = self._with_next_number(opened)
        item = UnsentEntry(entry, len(opened.confirmed.game.log), pending.last_number)
        if not self._save_pending(replace(pending, unsent=(*pending.unsent, item))):
            return Failure.NOT_SAVED
        opened.show_game(after)
        self._send_next_unsent()
        self._notify_watchers()
        return None

    def _with_next_number(self, opened: RemoteGame) -> PendingState:
        """The pending state with the number of the next request for the log."""
        game = opened.head.id
        last = self._pending.last_number if self._pending.game == game else 0
        return replace(self._pending, game=game, last_number=last + 1)

    def _request_correction(self, by: str, request: Correct | UndoCorrection) -> Reason | None:
        """Request a correction of the relay's log, unless it would be refused."""
        change = self.requested_change(by, request)
        opened = self.opened
        if isinstance(change, Failure):
            return change
        if (
            opened is None
            or change is None
            or self._pending.unsent
            or not change.applies_to(opened.game.applied)
        ):
            return Failure.CHANGED_ELSEWHERE if self.link is Link.UP else Failure.NO_LINK
        correction = correction_for(opened.game, change)
        if correction.refused is not None:
            return correction.refused.reason
        _, reason = play_entries(opened.game, correction.entries)
        return reason or self._request_unshown(request, opened)

    def _request_unshown(self, request: LogRequest, opened: RemoteGame) -> Failure | None:
        """Send a request for the log that is not shown before the relay has answered."""
        if self._pending.unsent:
            return Failure.CHANGED_ELSEWHERE
        pending = self._with_next_number(opened)
        if not self._save_pending(pending):
            return Failure.NOT_SAVED
        return self.post_request(request, RequestId(pending.game, pending.last_number))

    # calls of the link

    @property
    def join_message(self) -> RelayMessage:
        """The first message of a link, without the version and the secret of this phone."""
        opened = self.opened
        return {
            "join": self.seating.code,
            "game": opened.head.id if opened else None,
            "base_length": len(opened.confirmed.game.log) if opened else 0,
        }

    def on_connected(self, send: SendMessage) -> None:
        """Set the sender. No request is sent before the first answer of the relay."""
        self._send = send

    def receive(self, message: RelayMessage) -> None:
        """Handle a message of the relay.

        Args:
            message: A first answer, an update, the answer to a request, or the last two in one.

        Raises:
            ValueError: It is none of these.
            GoneError: The table can never be reached again.
            CannotSaveError: The disk of this phone or of the relay does not save something now.
        """
        if _NEWS_KEYS & message.keys():
            self._own_id = str(message.get("you", self._own_id))
            self._apply_news(read_news(message, self._own_id))
            self.link = Link.UP
        elif "re" not in message:
            raise ValueError("neither news nor an answer")
        if "re" in message:
            self._handle_answer(read_number(message["re"]), read_answer(message))
        self._send_next_unsent()
        self._notify_watchers()

    def on_disconnected(self) -> None:
        """Set the link as lost; requests whose effect is not shown yet have failed."""
        self._send = None
        if None in self._awaited.values():
            self.refused = Failure.NO_LINK
        self._awaited.clear()
        self._unshown.clear()
        if self.gone is None:
            self.link = Link.DOWN
        self._notify_watchers()

    def drop_unreadable(self) -> None:
        """Reject the oldest unanswered request, which the relay cannot read.

        Raises:
            CannotSaveError: The rejection is not saved.
        """
        oldest = next(iter(self._awaited), None)
        if oldest is not None:
            self._handle_answer(oldest, Refusal.SYNTAX)

    def mark_closed(self) -> None:
        """Set the table as closed until its host opens it again, even if that cannot be saved."""
        seating = replace(self.seating, closed=True)
        with suppress(CannotSaveError):
            self.save_seating(seating)
            if self.opened:
                self._rebase_game(seating, self.opened)
        self.seating = seating

    def mark_gone(self, gone: Failure) -> None:
        """Set the table as lost for ever; unsent entries are rejected."""
        self.gone = gone
        self.link = Link.GONE
        lost = tuple(RejectedEntry(item.entry, Failure.NO_GAME) for item in self._pending.unsent)
        self._save_pending(replace(self._pending, unsent=(), lost=(*self._pending.lost, *lost)))
        if self.opened:
            self.opened.show_game(self.opened.confirmed.game)
        self.on_disconnected()

    def _send_next_unsent(self) -> None:
        """Send the first unsent entry, if no other is on its way."""
        if self._pending.unsent and not any(self._awaited.values()):
            first = self._pending.unsent[0]
            request_id = RequestId(self._pending.game, first.number)
            self.post_request(Enter(first.entry, first.base_length), request_id, first.number)

    def _handle_answer(self, number: int, reason: Reason | None) -> None:
        if number not in self._awaited:
            return
        sent = self._unshown.pop(number, None)
        if sent is not None and reason in _UNSURE_ANSWERS:
            self._unsure = sent
        if self._awaited.pop(number) is None or self.opened is None:
            self.refused = reason
        elif reason not in _FINAL_ANSWERS:
            raise CannotSaveError
        else:
            self._rebase_game(self.seating, self.opened, reason or Failure.CHANGED_ELSEWHERE)

    def _apply_news(self, news: TableNews) -> None:
        """Save news of the relay, then show it."""
        opened = self.opened
        seating = news.seating or self.seating
        if (news.seating or news.head) and self._has_clash(seating):
            raise GoneError(Failure.SHEET_CLASH)
        if opened is not None and news.missed_entries:
            opened.append_confirmed(len(opened.confirmed.game.log), news.missed_entries)
            self._rebase_game(self.seating, opened)
        if news.head is not None:
            require_carried_sheets(seating, sheet_names_in(news.head.setup).split(","))
            replica = open_replica(self._service, news.head, news.corner)
            opened = opened if opened and opened.confirmed is replica else RemoteGame(replica)
        if opened is not None and news.entries is not None:
            opened.append_confirmed(news.start, news.entries)
        if replace(seating, answers=NO_ANSWERS) != replace(self.seating, answers=NO_ANSWERS):
            self.save_seating(seating)
        if news.seating is not None:
            self._unsure = None  # the news shows whether it was done
        self._present_seats = self._present_seats if news.here is None else news.here
        self.away_devices = self.away_devices if news.away is None else news.away
        if opened is None:
            self.seating = seating
        else:
            self._rebase_game(seating, opened)
        self._pending = replace(
            self._pending, last_number=max(self._pending.last_number, news.last_number)
        )

    def save_seating(self, seating: Seating) -> None:
        """Save a seating.

        Raises:
            ValueError: It is that of another table, or has sheets that this version does not know.
            GoneError: The sheet that it carries has the name of another sheet of this phone.
            CannotSaveError: The disk refuses it.
        """
        if self._has_clash(seating):
            raise GoneError(Failure.SHEET_CLASH)
        require_known_sheets(seating, self.seating.code, self._service.sheets)
        note = OnlineTableRecord(self.relay, seating, self._service.now().isoformat())
        if not self._service.save_note(TABLE_NOTE + seating.code, note.text):
            raise CannotSaveError

    def _rebase_game(
        self, seating: Seating, opened: RemoteGame, refused: Reason | None = None
    ) -> None:
        """Show a game, and after it the unsent entries that are still valid.

        Args:
            seating: The new seating of the table.
            opened: The game, with all that is known of the relay's log.
            refused: Why the relay has rejected the first unsent entry; None if it has not.

        Raises:
            CannotSaveError: The rejected entries cannot be saved; nothing has changed.
        """
        confirmed = opened.confirmed
        unsent = self._pending.unsent
        is_same = self._pending.game == opened.head.id
        if is_same and not seating.closed:
            first = RejectedEntry(unsent[0].entry, refused) if refused else None
            game, valid, lost = rebase_unsent(
                confirmed.game, confirmed.corrections, unsent[1:] if first else unsent, first
            )
        else:
            reason = Failure.NO_GAME if seating.closed else Failure.CHANGED_ELSEWHERE
            game = confirmed.game
            valid = ()
            lost = tuple(RejectedEntry(item.entry, reason) for item in unsent)
        last_number = self._pending.last_number if is_same else 0
        pending = PendingState(opened.head.id, valid, (*self._pending.lost, *lost), last_number)
        if not self._save_pending(pending, write=bool(lost)):
            raise CannotSaveError
        known = {None, *(item.number for item in valid)}
        self._awaited = {n: each for n, each in self._awaited.items() if each in known}
        opened.show_game(game)
        self.opened = opened
        self.seating = seating

    def _save_pending(self, pending: PendingState, *, write: bool = True) -> bool:
        """Replace the pending state, and save it if `write`; False, and no change, if that fails.

        Without `write` the saved one keeps entries that were accepted: they are recognized later.
        """
        if write and not self._service.save_note(UNSENT_NOTE + self.seating.code, pending.text):
            return False
        self._pending = pending
        self.unsent = tuple(item.entry for item in pending.unsent)
        self.lost = pending.lost
        return True
