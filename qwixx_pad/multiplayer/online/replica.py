"""A phone's copy of the log of an online table, and the unsent entries after it.

The relay's log is saved on this phone like that of any other game. Entries of this phone follow it
until they are accepted or rejected. When the log grows, they are rebased on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from qwixx_pad.core.corrections import AppliedCorrection
from qwixx_pad.core.game import Game
from qwixx_pad.core.json_codec import LENIENT_READERS, Codec
from qwixx_pad.core.moves import Entry, Refusal, parse_token
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.played_game import PlayedGame, normalized_head
from qwixx_pad.games.session import Failure, GameService, OpenGame, Reason
from qwixx_pad.multiplayer.lobby import is_stale
from qwixx_pad.multiplayer.seating import SEATING_CODEC, Seating
from qwixx_pad.multiplayer.state import RejectedEntry
from qwixx_pad.multiplayer.wire import REASON_WORDS, REASONS
from qwixx_pad.storage import GameHead, SavedEntry, StorageError, UnknownGame

TABLE_NOTE = "online/"
"""The key of the note with the seating of a table is this, then the code of the table."""
UNSENT_NOTE = "unsent/"
"""The key of the note with its unsent and rejected entries is this, then the code."""


class GoneError(Exception):
    """Raised when a table can never be reached again.

    Attributes:
        gone: Why.
    """

    def __init__(self, gone: Failure) -> None:
        super().__init__(gone.name)
        self.gone = gone


class CannotSaveError(Exception):
    """Raised when the disk of this phone, or of the relay, cannot save something now."""


@dataclass(frozen=True, slots=True)
class UnsentEntry:
    """An entry that only this phone has and shows.

    Attributes:
        entry: The entry.
        base_length: How many entries of the relay's log do not contradict it: its sender knew them,
            or they have been checked since.
        number: The number of this request for the log of the game, counted from 1 by this phone.
    """

    entry: Entry
    base_length: int
    number: int


@dataclass(frozen=True, slots=True)
class OnlineTableRecord:
    """The saved state of an online table on a phone.

    Attributes:
        relay: Address of the relay.
        seating: As last received; the answers of the roll may be older.
        updated: When it was saved, as ISO text in UTC; mere answers are not saved.
    """

    relay: str
    seating: Seating
    updated: str

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        return _NOTE_CODEC.to_text(self)

    @classmethod
    def read(cls, text: str) -> "OnlineTableRecord | None":
        """Parse the text of a record; None if it is invalid."""
        return _NOTE_CODEC.from_text(cls, text)


@dataclass(frozen=True, slots=True)
class PendingState:
    """The entries that only this phone has.

    Attributes:
        game: Identifier of their game.
        unsent: Entries that the relay has not accepted yet.
        lost: Entries that were rejected, by the relay or by the game as it is now.
        last_number: The number of this phone's last request for the log of that game; 0 before the
            first.
    """

    game: str = ""
    unsent: tuple[UnsentEntry, ...] = ()
    lost: tuple[RejectedEntry, ...] = ()
    last_number: int = 0

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        return _NOTE_CODEC.to_text(self)

    @classmethod
    def read(cls, text: str) -> "PendingState":
        """Parse the text of the pending state; entries that this version cannot read are dropped.

        An invalid text is an empty state.
        """
        pending = _NOTE_CODEC.from_text(cls, text) or cls()
        return replace(
            pending,
            unsent=tuple(filter(_entry_of, pending.unsent)),
            lost=tuple(filter(_entry_of, pending.lost)),
        )


_entry_of = attrgetter("entry")
"""Gets an entry; None if this version cannot read its token."""
_NOTE_CODEC = Codec(
    {
        OnlineTableRecord: ("relay", "table", "changed_at"),
        PendingState: ("game", "unsent", "lost", "last_number"),
        UnsentEntry: None,
        RejectedEntry: None,
    },
    {
        **LENIENT_READERS,
        Seating: lambda text: SEATING_CODEC.read(Seating, read_json(text)),
        Entry: lambda token: parse_token(str(token)),
        Reason: REASONS.__getitem__,
    },
    {
        Seating: attrgetter("text"),
        Entry: attrgetter("text"),
        Refusal: REASON_WORDS.__getitem__,
        Failure: REASON_WORDS.__getitem__,
    },
)


class RemoteGame(PlayedGame):
    """A game at an online table: the relay's log of it, then the unsent entries.

    Attributes:
        confirmed: The relay's log, as saved on this phone.
    """

    def __init__(self, confirmed: OpenGame) -> None:
        super().__init__(confirmed.head, confirmed.game)
        self.confirmed = confirmed
        self.first_corner = confirmed.first_corner
        self.corrections = confirmed.corrections

    def append_confirmed(self, start: int, entries: Sequence[SavedEntry]) -> None:
        """Save new entries of the relay's log; `show_game` has to show them.

        Args:
            start: The number of entries that come before these.
            entries: The rest of the log.

        Raises:
            ValueError: Entries before them are missing.
            GoneError: The log differs from the saved one, or cannot be read.
            CannotSaveError: The disk refuses them.
        """
        log = self.confirmed.game.log
        if start > len(log):
            raise ValueError("a log with a gap")
        known = [entry.text for entry in log[start:]]
        if known != [saved.token for saved in entries[: len(known)]]:
            raise GoneError(Failure.LOG_DIFFERS)
        new = entries[len(known) :]
        failure = self.confirmed.append_applied(new) if new else None
        if failure is Failure.UNREADABLE:
            raise GoneError(failure)
        if failure is not None:
            raise CannotSaveError

    def show_game(self, game: Game) -> None:
        """Show a game, unless an equal one is shown already."""
        self.corrections = self.confirmed.corrections
        if game.log != self.game.log:
            self.game = game
            self._notify_watchers()


def open_replica(service: GameService, head: GameHead, corner: int) -> OpenGame:
    """Open a saved game; one that is new on this phone is saved first.

    Args:
        service: Stores the games.
        head: Of the game.
        corner: The corner of the table for the sheet of seat 1, from 1.

    Raises:
        GoneError: Its setup cannot be read by this version, or it differs from the saved one.
        CannotSaveError: The disk refuses it.
    """
    try:
        opened = service.open(head.id)
    except UnknownGame:
        return _adopt_game(service, head, corner)
    except StorageError as error:
        raise CannotSaveError from error
    if opened.head != normalized_head(head, opened.game.setup):
        raise GoneError(Failure.LOG_DIFFERS)
    return opened


def _adopt_game(service: GameService, head: GameHead, corner: int) -> OpenGame:
    try:
        return service.adopt(normalized_head(head, read_setup(head.setup, service.sheets)), corner)
    except HeadError as error:
        raise GoneError(Failure.UNREADABLE) from error
    except StorageError as error:
        raise CannotSaveError from error


def rebase_unsent(
    confirmed: Game,
    corrections: Sequence[AppliedCorrection],
    unsent: Sequence[UnsentEntry],
    refused: RejectedEntry | None = None,
) -> tuple[Game, tuple[UnsentEntry, ...], tuple[RejectedEntry, ...]]:
    """Rebase the unsent entries on the relay's log, which has grown or has rejected an entry.

    Args:
        confirmed: The game with the relay's log.
        corrections: The corrections in that log.
        unsent: The unsent entries, in order.
        refused: The rejected entry, which came before all of them; None without one.

    Returns:
        The game with all entries that are still valid; those entries, in order; and the rejected
        ones.
    """
    game = confirmed
    valid: list[UnsentEntry] = []
    lost = [refused] if refused else []
    known_length = 0
    for each in unsent:
        item = replace(each, base_length=max(each.base_length, known_length))
        index = _index_in_log(confirmed, corrections, item)
        if index is not None:
            known_length = index + 1  # the sender of the next one knew this one
            continue
        reason = _unsent_refusal(item, confirmed, corrections, game, lost)
        if reason is not None:
            lost.append(RejectedEntry(item.entry, reason))
            continue
        game = game.with_entry(item.entry)
        valid.append(replace(item, base_length=len(confirmed.log)))
    return game, tuple(valid), tuple(lost)


def _index_in_log(
    confirmed: Game, corrections: Sequence[AppliedCorrection], item: UnsentEntry
) -> int | None:
    """Find this entry in the log: it must be the first of its seat since `base_length`.

    Entries of corrections are skipped. None if another entry is the first, or there is none.
    """
    spans = [range(each.start, each.end) for each in corrections]
    for index in range(item.base_length, len(confirmed.log)):
        if any(index in span for span in spans):
            continue
        if confirmed.log[index].seat == item.entry.seat:
            return index if confirmed.log[index] == item.entry else None
    return None


def _unsent_refusal(
    item: UnsentEntry,
    confirmed: Game,
    corrections: Sequence[AppliedCorrection],
    game: Game,
    lost: Sequence[RejectedEntry],
) -> Reason | None:
    """Why an entry is no longer valid; None if it is.

    An entry after a rejected one is rejected too if both are of one seat, or if either is for the
    whole game.
    """
    seat = item.entry.seat
    for earlier in lost:
        if earlier.entry.seat == seat or None in {seat, earlier.entry.seat}:
            return earlier.reason
    if is_stale(item.entry, confirmed, corrections, item.base_length):
        return Failure.CHANGED_ELSEWHERE
    return game.entry_refusal(item.entry)
