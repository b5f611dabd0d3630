"""A phone's replica of the log of an online table, and the unsent entries behind it.

The relay's log is saved on this phone's disk like any other game. Entries made here follow it
until the relay has them too, or they are rejected: each time the log grows they are rebased on it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from qwixx_pad.core.corrections import Made
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, parse
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.played_game import PlayedGame, proper_head
from qwixx_pad.games.session import Failure, GameService, OpenGame, Reason
from qwixx_pad.multiplayer.lobby import came_late
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import Lost
from qwixx_pad.multiplayer.wire import REASON_WORDS, REASONS
from qwixx_pad.storage import GameHead, SavedEntry, StorageError, UnknownGame

TABLE = "online/"
"""Precedes a table's code in the key of the note with its seating."""
UNSENT = "unsent/"
"""Precedes it in the key of the note with its unsent and rejected entries."""


class GoneError(Exception):
    """Raised when a table will never be reached again."""

    def __init__(self, gone: Failure) -> None:
        super().__init__(gone.name)
        self.gone = gone


class CannotKeepError(Exception):
    """Raised when this phone's disk, or the relay's, does not take something for now."""


@dataclass(frozen=True, slots=True)
class UnsentEntry:
    """An entry that this phone shows.

    Attributes:
        entry: The entry.
        base_length: How much of the relay's log does not contradict it: what came until then does
            not concern it, or was known to its sender.
        number: Which of this phone's requests for the log of the game it is, from 1.
    """

    entry: Entry
    seen: int
    number: int


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The record of an online table on a phone.

    Attributes:
        relay: Address of its owner.
        seating: As last received; the answers of its roll may be older ones.
        updated: When somebody sat down or a game began last, as ISO text in UTC.
    """

    relay: str
    seating: Seating
    touched: str

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        return json.dumps(
            {"relay": self.relay, "table": self.seating.text, "changed_at": self.touched}
        )

    @classmethod
    def read(cls, text: str) -> "KeptTable | None":
        """Parse the text of a table; None if it is none."""
        try:
            plain = read_json(text)
            seating = Seating.read(plain["table"])
            relay, touched = str(plain["relay"]), str(plain["changed_at"])
        except (ValueError, TypeError, KeyError):
            return None
        return None if seating is None else cls(relay, seating, touched)


@dataclass(frozen=True, slots=True)
class Left:
    """The entries that are on this phone only.

    Attributes:
        game: Identifier of the game they were entered in.
        unsent: Those that the relay has not got yet.
        lost: Those that the relay, or the game as it is now, has rejected.
        last_number: Of this phone's last request for the log of that game; 0 before the first.
    """

    game: str = ""
    unsent: tuple[UnsentEntry, ...] = ()
    lost: tuple[Lost, ...] = ()
    last: int = 0

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        unsent = [[item.entry.text, item.seen, item.number] for item in self.unsent]
        lost = [[each.entry.text, REASON_WORDS[each.reason]] for each in self.lost]
        return json.dumps(
            {"game": self.game, "unsent": unsent, "lost": lost, "last_number": self.last}
        )

    @classmethod
    def read(cls, text: str) -> "Left":
        """Parse its text; an empty one if it is none."""
        try:
            plain = read_json(text)
            unsent, lost = _unsent(plain["unsent"]), _lost(plain["lost"])
            return cls(str(plain["game"]), unsent, lost, int(plain["last_number"]))
        except (ValueError, TypeError, KeyError, OverflowError):
            return cls()


def _unsent(items: Sequence[Any]) -> tuple[UnsentEntry, ...]:
    read = [(parse(str(token)), int(seen), int(number)) for token, seen, number in items]
    return tuple(UnsentEntry(entry, seen, number) for entry, seen, number in read if entry)


def _lost(pairs: Sequence[Any]) -> tuple[Lost, ...]:
    read = [(parse(str(token)), REASONS[word]) for token, word in pairs]
    return tuple(Lost(entry, reason) for entry, reason in read if entry)


class RemoteGame(PlayedGame):
    """A game at an online table: the relay's log of it, and behind that the unsent entries.

    Attributes:
        confirmed: The relay's log, as saved on this phone.
    """

    def __init__(self, kept: OpenGame) -> None:
        super().__init__(kept.head, kept.game)
        self.kept = kept
        self.first_corner, self.made = kept.first_corner, kept.made

    def follow(self, start: int, entries: Sequence[SavedEntry]) -> None:
        """Save new entries of the relay's log; `show_game` shows them.

        Args:
            start: How many entries of the log come before these.
            entries: The rest of the log.

        Raises:
            ValueError: There is a gap before them.
            GoneError: It is another log than the saved one, or cannot be read.
            CannotKeepError: The disk does not take it.
        """
        log = self.kept.game.log
        if start > len(log):
            raise ValueError("a log with a gap")
        known = [entry.text for entry in log[start:]]
        if known != [saved.token for saved in entries[: len(known)]]:
            raise GoneError(Failure.OTHER_PAST)
        new = entries[len(known) :]
        failure = self.kept.take_in(new) if new else None
        if failure is Failure.UNREADABLE:
            raise GoneError(failure)
        if failure is not None:
            raise CannotKeepError

    def become(self, game: Game) -> None:
        """Show a game from now on, unless it equals the one that is shown."""
        self.made = self.kept.made
        if game.log != self.game.log:
            self.game = game
            self._changed()


def game_of(service: GameService, head: GameHead, corner: int) -> OpenGame:
    """Open a game as saved on this phone; one that is new here is saved first.

    `corner` is the corner of the table for the sheet of its first seat, from 1.

    Raises:
        GoneError: It is of sheets that this version does not know, or not the saved one.
        CannotKeepError: The disk does not take it.
    """
    try:
        kept = service.open(head.id)
    except UnknownGame:
        return _adopted(service, head, corner)
    except StorageError as error:
        raise CannotKeepError from error
    if kept.head != proper_head(head, kept.game.setup):
        raise GoneError(Failure.OTHER_PAST)
    return kept


def _adopted(service: GameService, head: GameHead, corner: int) -> OpenGame:
    try:
        setup = read_setup(head.setup, service.sheets)
        return service.adopt(proper_head(head, setup), corner)
    except HeadError as error:
        raise GoneError(Failure.UNREADABLE) from error
    except StorageError as error:
        raise CannotKeepError from error


def rebased(
    kept: Game, made: Sequence[Made], unsent: Sequence[UnsentEntry], refused: Lost | None = None
) -> tuple[Game, tuple[UnsentEntry, ...], tuple[Lost, ...]]:
    """Rebase the unsent entries on the relay's log after that has grown, or rejected an entry.

    `corrections` are those in that log; `refused` came before all unsent entries.

    Returns:
        The game with all entries that are still valid; these, in the order of entering; and those
        that are not.
    """
    game, left, read = kept, list[UnsentEntry](), 0
    lost = [refused] if refused else []
    for each in unsent:
        item = replace(each, seen=max(each.seen, read))
        at = _place_in(kept, made, item)
        if at is not None:
            read = at + 1  # the sender of the next one knew this one
            continue
        reason = _why_not(item, kept, made, game, lost)
        if reason is not None:
            lost.append(Lost(item.entry, reason))
            continue
        game = game.play(item.entry)
        left.append(replace(item, seen=len(kept.log)))
    return game, tuple(left), tuple(lost)


def _place_in(kept: Game, made: Sequence[Made], item: UnsentEntry) -> int | None:
    """Return the index of an unsent entry in the log: as the first of its seat since then."""
    spans = [range(each.start, each.end) for each in made]
    since = (at for at in range(item.seen, len(kept.log)) if not any(at in s for s in spans))
    first = next((at for at in since if kept.log[at].seat == item.entry.seat), None)
    return first if first is not None and kept.log[first] == item.entry else None


def _why_not(
    item: UnsentEntry, kept: Game, made: Sequence[Made], game: Game, lost: Sequence[Lost]
) -> Reason | None:
    """Return why an entry is valid no more; one built on a rejected one is rejected with it."""
    before = next((each.reason for each in lost if _builds_on(item.entry, each.entry)), None)
    if before is not None:
        return before
    if came_late(item.entry, kept, made, item.seen):
        return Failure.MOVED_ON
    return game.why_not(item.entry)


def _builds_on(entry: Entry, before: Entry) -> bool:
    return entry.seat == before.seat or None in {entry.seat, before.seat}
