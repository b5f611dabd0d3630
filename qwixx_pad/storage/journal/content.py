"""The changes that a journal's lines consist of: a word, then values that JSON can say."""

from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qwixx_pad.storage.protocol import GameHead, OtherVersion, SavedEntry, SavedGame, UnknownGame
from qwixx_pad.storage.summary import SAID, Summary, moment, packed, time_at, unpacked

Change = list[Any]


def kept(text: str) -> str:
    """The same text.

    Raises:
        ValueError: There is half a character in it.
    """
    text.encode()
    return text


def begun(saved: SavedGame) -> Change:
    """A new game, with all of its entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    head = saved.head
    about = [kept(head.setup), [*head.names], moment(head.started)]
    return ["game", kept(head.id), about, *_lists(saved.entries)]


def added(game: str, number: int, entries: Iterable[SavedEntry]) -> Change:
    """The next entries of a game, the first of them with this number.

    Raises:
        ValueError: As for `begun`.
    """
    return ["entries", game, number, *_lists(tuple(entries))]


def _lists(entries: Sequence[SavedEntry]) -> tuple[list[str], list[int]]:
    return [kept(entry.token) for entry in entries], [moment(entry.at) for entry in entries]


class MisfitError(Exception):
    """A change does not follow from what was said before it; nothing has changed."""


@dataclass(slots=True)
class JournalLog:
    """One game; its times are microseconds since 1970."""

    setup: str
    names: tuple[str, ...]
    started: int
    tokens: list[str]
    times: list[int]


class Imported(NamedTuple):
    """What an import has done to a game: its lengths, and when it had been deleted before."""

    game: str
    before: int
    after: int
    deleted: str | None


@dataclass(slots=True)
class Content:
    """All that is kept.

    Attributes:
        games: By their identifiers.
        settings: As texts.
        deleted: Games that are out of the list, each with the time since when.
        imported: The games of the last import.
        summaries: By game, the one that was made last at the end.
        stale: Games whose entries have changed since.
        applied: How many changes have made it what it is.
        made: How many summaries were made, those in the place of others too.
        wiped: Games that were removed for good, in order.
        confirmed: Bytes that the disk had confirmed when the last line was written.
        words: What each word of a change does.
    """

    games: dict[str, JournalLog] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    deleted: dict[str, str] = field(default_factory=dict)
    imported: list[Imported] = field(default_factory=list)
    summaries: dict[str, Summary] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    applied: int = 0
    made: int = 0
    wiped: list[str] = field(default_factory=list)
    confirmed: int = 0
    words: dict[str, Callable[..., object]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.words = {
            "journal": self._open,
            "game": self._begin,
            "entries": self._add,
            "cut": self._cut,
            "wipe": self._wipe,
            "delete": self._delete,
            "put_back": lambda game: self.deleted.pop(game, None),
            "set": self.settings.__setitem__,
            "unset": lambda key: self.settings.pop(key, None),
            "imported": self._import,
            "summary": self._summarise,
            "stale": lambda games: self.stale.update(dict.fromkeys(games)),
        }

    def apply(self, change: Change) -> None:
        """Let a change be so.

        Raises:
            MisfitError: It makes no sense here.
            OtherVersion: Another version of the pad has written it.
        """
        try:
            word, *values = change
            self.applied += 1
            self.words[word](*values)
        except (LookupError, TypeError, ValueError) as error:
            raise MisfitError(repr(error)) from error

    def _open(self, version: int, confirmed: int = 0, *_: object) -> None:
        if version != VERSION:
            raise OtherVersion(_OTHER)
        self.confirmed = confirmed

    def _begin(self, game: str, head: Change, tokens: list[str], times: list[int]) -> None:
        if game in self.games:
            raise ValueError("it is here already")
        setup, names, started = head
        self.games[game] = JournalLog(setup, tuple(names), started, tokens, times)
        self.stale[game] = None

    def _add(self, game: str, number: int, tokens: list[str], times: list[int]) -> None:
        log = self.games[game]
        if number != len(log.tokens):
            raise ValueError("entries are missing before these")
        log.tokens += tokens
        log.times += times
        self.stale[game] = None

    def _cut(self, game: str, length: int) -> None:
        log = self.games[game]
        del log.tokens[length:], log.times[length:]
        self.stale[game] = None

    def _wipe(self, game: str) -> None:
        del self.games[game]
        for about in (self.deleted, self.summaries, self.stale):
            about.pop(game, None)
        self.wiped.append(game)

    def _delete(self, game: str, at: str) -> None:
        if game not in self.games:
            raise LookupError("it is not here")
        self.deleted.setdefault(game, at)

    def _import(self, rows: list[Change]) -> None:
        self.imported = [Imported(*row) for row in rows]

    def _summarise(self, *values: object) -> None:
        summary = unpacked(values)
        if summary.game not in self.games:
            raise LookupError("its game is not here")
        self.summaries.pop(summary.game, None)
        self.summaries[summary.game] = summary
        self.stale.pop(summary.game, None)
        self.made += 1

    # asked

    def log(self, game: str) -> JournalLog:
        """What is kept of a game.

        Raises:
            UnknownGame: There is no such game.
        """
        if game not in self.games:
            raise UnknownGame(f"no game {game!r}")
        return self.games[game]

    def saved(self, game: str) -> SavedGame:
        """A game with its entries.

        Raises:
            UnknownGame: There is no such game.
        """
        log = self.log(game)
        head = GameHead(game, log.setup, log.names, time_at(log.started))
        entries = map(SavedEntry, log.tokens, map(time_at, log.times))
        return SavedGame(head, tuple(entries))

    def in_order(self) -> list[str]:
        """The identifiers of all games, in the order in which they were started."""
        return sorted(self.games, key=lambda game: (self.games[game].started, game))

    # written anew

    def lines(self) -> Iterator[list[Change]]:
        """The fewest lines that say all this, a game a line; without the first of a journal."""
        settings = (["set", key, value] for key, value in self.settings.items())
        yield [*settings]
        for game, log in self.games.items():
            head = [log.setup, log.names, log.started]
            yield [["game", game, head, log.tokens, log.times]]
        for summary in self.summaries.values():
            yield [["summary", *packed(summary)]]
        gone = (["delete", game, at] for game, at in self.deleted.items())
        yield [*gone, ["imported", self.imported], ["stale", [*self.stale]]]

    @property
    def fewest(self) -> int:
        """About how many lines that are."""
        return len(self.games) + len(self.summaries)


_OTHER = "the games are of another version of Qwixx Pad; they are left untouched"
VERSION = crc32(" ".join((*Content().words, *SAID)).encode())
"""Of the journal: whoever adds a word, or changes what a summary says, changes it."""
