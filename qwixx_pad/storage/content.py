"""What the cells of a journal say: a word, then values that JSON can say.

    game ["2f1c…","classic/2",["Anna","Ben"],1795286400000000,61]
    summary [1,"2f1c…","classic/2","classic","over",…]
    log ["2f1c…",0,["1:r2","2:r2","/"],[21000000,4000000,500000]]
    entries ["2f1c…",61,["undo"],[1795290000000000]]

A game says how many entries the logs hold that follow it in its line: for each token the
microseconds since the one before it, for the first since the game began. Nobody reads them until
they are asked for. What was entered later stands in lines of its own.
"""

import json
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from sys import intern
from typing import Any, NamedTuple

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.saved import (
    GameHead,
    OldFormat,
    OtherVersion,
    SavedEntry,
    SavedGame,
    UnknownGame,
)
from qwixx_pad.storage.summary import State, Summary, moment, packed, time_at, unpacked

VERSION = 1
"""Of the journal: another word or another value of one makes it another number."""
_LEAST_HASH = 1_000_000
"""Before the release a hash of the words was the version; one is larger than any version."""


class RecordType(StrEnum):
    """All words that cells begin with; `docs/exchange.md` says what each tells."""

    JOURNAL = "journal"
    GAME = "game"
    SUMMARY = "summary"
    LOG = "log"
    ENTRIES = "entries"
    TRUNCATE = "truncate"
    PURGE = "purge"
    DELETE = "delete"
    RESTORE = "restore"
    SET = "set"
    UNSET = "unset"
    IMPORTED = "imported"


Cell = bytes
"""What is said, as it lies in the file, without its checksum."""
_SUM = 9
"""Letters of a checksum and the space behind it."""


def cell(word: RecordType, *values: object) -> Cell:
    """A word and its values as they lie in the file."""
    return f"{word} {json.dumps(values, separators=(',', ':'))}".encode()


def line_of(cells: Sequence[Cell]) -> bytes:
    """The line that says this."""
    *others, last = cells
    return b"".join([*(_summed(cell, b"\t") for cell in others), _summed(last, b"\n")])


def _summed(cell: Cell, end: bytes) -> bytes:
    ended = cell + end
    return b"%08x %b" % (crc32(ended), ended)


def cells_in(line: bytes) -> Iterator[Cell | None]:
    """What a line without its end says; None in the place of what is not as it was written."""
    *others, last = line.split(b"\t")
    yield from (_sound(cell, b"\t") for cell in others)
    yield _sound(last, b"\n")


def _sound(cell: bytes, end: bytes) -> Cell | None:
    said = cell[_SUM:]
    return said if cell[:_SUM] == b"%08x " % crc32(end, crc32(said)) else None


LOGGED = 20
"""Entries in a cell of a log: so many before a wrong bit are lost with it at most."""
_LOG, _GAME = (f"{word} ".encode() for word in (RecordType.LOG, RecordType.GAME))


def encodable(text: str) -> str:
    """The same text.

    Raises:
        ValueError: There is half a character in it.
    """
    text.encode()
    return text


def begun(saved: SavedGame) -> list[Cell]:
    """A new game, with all of its entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    head = saved.head
    log = KeptLog(
        encodable(head.setup), head.names, moment(head.started), later=_rows(saved.entries)
    )
    return log.cells(encodable(head.id))


def added(game: str, number: int, entries: Iterable[SavedEntry]) -> Cell:
    """The next entries of a game, the first of them with this number.

    Raises:
        ValueError: As for `begun`.
    """
    rows = _rows(entries)
    return cell(
        RecordType.ENTRIES, game, number, [token for token, _ in rows], [at for _, at in rows]
    )


_Rows = Sequence[tuple[str, int]]
"""Tokens, and when each was entered, in microseconds since 1970."""


def _rows(entries: Iterable[SavedEntry]) -> _Rows:
    return [(encodable(entry.token), moment(entry.at)) for entry in entries]


class MisfitError(Exception):
    """A cell does not follow from what was said before it."""


@dataclass(slots=True)
class KeptLog:
    """One game.

    Attributes:
        setup: The head of its game line.
        names: One a seat.
        started: When, in microseconds since 1970.
        logs: The cells of its log, with tabulators between them as in the file.
        logged: How many entries these hold.
        later: The entries that came after them.
    """

    setup: str
    names: tuple[str, ...]
    started: int
    logs: bytes = b""
    logged: int = 0
    later: _Rows = ()

    @property
    def length(self) -> int:
        """How many entries it has."""
        return self.logged + len(self.later)

    def rows(self) -> _Rows:
        """All its entries."""
        read = []
        at = self.started
        for log in self.logs.split(b"\t") if self.logs else ():
            _, _, tokens, since = read_json(log[len(_LOG) :].decode())
            for token, microseconds in zip(tokens, since, strict=True):
                at += microseconds
                read.append((token, at))
        return [*read, *self.later]

    def cut(self, length: int) -> None:
        """Have only the first entries."""
        self.later, self.logs, self.logged = self.rows()[:length], b"", 0

    def cells(self, game: str, summary: Iterable[Cell] = ()) -> list[Cell]:
        """The line that says it."""
        head = cell(RecordType.GAME, game, self.setup, self.names, self.started, self.length)
        if self.later or not self.logs:
            return [head, *summary, *self._written(game)]
        return [head, *summary, *self.logs.split(b"\t")]

    def _written(self, game: str) -> Iterator[Cell]:
        rows, last = self.rows(), self.started
        for number in range(0, len(rows), LOGGED):
            part = rows[number : number + LOGGED]
            before = [last, *(at for _, at in part)]
            since = [at - earlier for (_, at), earlier in zip(part, before, strict=False)]
            yield cell(RecordType.LOG, game, number, [token for token, _ in part], since)
            last = part[-1][1]


class Imported(NamedTuple):
    """What an import has done to a game: its lengths, and when it had been deleted before."""

    game: str
    before: int
    after: int
    deleted: str | None


@dataclass(slots=True, eq=False)
class Content:
    """All that is kept.

    Attributes:
        reckoning: Of the summaries that count; those of another are to be made again.
        games: By their identifiers.
        settings: As texts.
        deleted: Games that are out of the list, each with the time since when.
        imported: The games of the last import.
        summaries: By game.
        stale: Games that have no summary of all their entries.
        applied: How many cells have made it what it is.
        identity: By which copies of these games are known; empty where it is lost.
        confirmed: Bytes that the disk had confirmed when the last line was written.
        before: How many lines were written before those of this file.
        broken: The game whose line ended before all of its log, and how many entries that has.
        words: What each word does.
    """

    reckoning: int
    games: dict[str, KeptLog] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    deleted: dict[str, str] = field(default_factory=dict)
    imported: list[Imported] = field(default_factory=list)
    summaries: dict[str, Summary] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    applied: int = 0
    identity: str = ""
    confirmed: int = 0
    before: int = 0
    broken: tuple[str, int] = ("", 0)
    words: dict[str, Callable[..., object]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.words = {
            RecordType.JOURNAL: self._open,
            RecordType.GAME: self._begin,
            RecordType.SUMMARY: self._sum_up,
            RecordType.ENTRIES: self._add,
            RecordType.TRUNCATE: self._cut,
            RecordType.PURGE: self._wipe,
            RecordType.DELETE: self._delete,
            RecordType.RESTORE: lambda game: self.deleted.pop(game, None),
            RecordType.SET: self.settings.__setitem__,
            RecordType.UNSET: lambda key: self.settings.pop(key, None),
            RecordType.IMPORTED: self._import,
        }

    def take(self, line: Iterable[Cell | None]) -> bool:
        """Let what a line says be so, as far as it makes sense.

        Args:
            line: Its cells; None in the place of one that is not as it was written.

        Returns:
            Whether all of it makes sense.

        Raises:
            OldFormat: A version before the first release has written it.
            OtherVersion: Another version of the pad has written it.
        """
        sound, (game, due) = True, self.broken
        for said in line:
            self.applied += 1
            try:
                if said is None:
                    sound = False
                elif said.startswith(_LOG):
                    self._go_on(game, due, said)
                elif said.startswith(_GAME):
                    sound &= self._has(game, due)
                    game, due = "", 0
                    game, *_, due = self._apply(said)
                else:
                    self._apply(said)
            except MisfitError:
                sound = False
        whole = self._has(game, due)
        self.broken = ("", 0) if whole else (game, due)
        return sound and whole

    def _has(self, game: str, due: int) -> bool:
        """Whether a game has all entries that it says to have."""
        log = self.games.get(game) if game else None
        return log is None or log.logged == due

    def _go_on(self, game: str, due: int, said: Cell) -> None:
        log = self.games.get(game)
        if log is None or not said.startswith(cell(RecordType.LOG, game, log.logged)[:-1] + b","):
            raise MisfitError("it belongs to no game of this line")
        log.logs = log.logs + b"\t" + said if log.logs else said
        log.logged = min(log.logged + LOGGED, due)

    def _apply(self, said: Cell) -> list[Any]:
        try:
            word, _, values = said.decode().partition(" ")
            told: list[Any] = read_json(values)
            self.words[word](*told)
        except (LookupError, TypeError, ValueError) as error:
            raise MisfitError(repr(error)) from error
        return told

    def _open(self, version: int, *told: Any) -> None:  # noqa: ANN401 - what JSON says
        if version > _LEAST_HASH:
            raise OldFormat("they are of a version before the first release, and are not read")
        if version != VERSION:
            raise OtherVersion("they are of another version of Qwixx Pad, and are left untouched")
        self.identity, self.confirmed, self.before = told

    def _begin(self, game: str, setup: str, names: list[str], started: int, _: int) -> None:
        if game in self.games:
            raise ValueError("it is here already")
        self.games[game] = KeptLog(intern(setup), tuple(map(intern, names)), started)
        self.stale[game] = None

    def _sum_up(self, reckoning: int, *values: object) -> None:
        if values[0] not in self.games:
            raise LookupError("it is not here")
        if reckoning == self.reckoning:
            self.put_summary(unpacked(values))

    def put_summary(self, summary: Summary) -> None:
        """Know the summary of a game as it stands."""
        self.summaries[summary.game] = summary
        self.stale.pop(summary.game, None)

    def _add(self, game: str, number: int, tokens: list[str], times: list[int]) -> None:
        log, rows = self.games[game], [*zip(tokens, times, strict=True)]
        missing = number - log.length
        if missing > 0:
            raise ValueError("entries are missing before these")
        if missing < 0:  # what has cut it is lost
            log.cut(number)
        log.later = [*log.later, *rows]
        self.stale[game] = None
        if missing:
            raise ValueError("there was more")

    def _cut(self, game: str, length: int) -> None:
        self.games[game].cut(length)
        self.stale[game] = None

    def _wipe(self, game: str) -> None:
        del self.games[game]
        for about in (self.deleted, self.summaries, self.stale):
            about.pop(game, None)

    def _delete(self, game: str, at: str) -> None:
        if game not in self.games:
            raise LookupError("it is not here")
        self.deleted.setdefault(game, at)

    def _import(self, *rows: list[Any]) -> None:
        self.imported = [Imported(*row) for row in rows]

    # asked

    def is_of_others(self, content: "Content") -> bool:
        """Whether these are other games, and no copy, as far as both first lines tell."""
        return bool(self.identity and content.identity) and self.identity != content.identity

    def log(self, game: str) -> KeptLog:
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
        return SavedGame(head, tuple(SavedEntry(token, time_at(at)) for token, at in log.rows()))

    @property
    def played(self) -> int:
        """How many games have an entry and are in the list."""
        games = ((game, log) for game, log in self.games.items() if game not in self.deleted)
        return sum(log.length > 0 for _, log in games)

    def in_order(self) -> list[str]:
        """The identifiers of all games, in the order in which they were started."""
        return sorted(self.games, key=self.place_of)

    def place_of(self, game: str) -> tuple[int, str]:
        """By what games are in order: when they were started."""
        return self.games[game].started, game

    # written anew

    def lines(self) -> Iterator[list[Cell]]:
        """The fewest lines that say all this, a game a line; without the first of a journal."""
        for game, log in self.games.items():
            yield log.cells(game, self._summary(game))
        rest = [cell(RecordType.SET, *setting) for setting in self.settings.items()]
        rest += [cell(RecordType.DELETE, *deleted) for deleted in self.deleted.items()]
        yield [*rest, cell(RecordType.IMPORTED, *self.imported)]

    def _summary(self, game: str) -> list[Cell]:
        """The summary of a game; none of one that a later version or another sheet may read."""
        known = None if game in self.stale else self.summaries.get(game)
        if known is None or known.state is State.UNREADABLE:
            return []
        return [cell(RecordType.SUMMARY, self.reckoning, *packed(known))]
