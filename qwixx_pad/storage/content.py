"""The records of a journal: each is a word, then its values as JSON.

    game ["2f1c…","classic/2",["Anna","Ben"],1795286400000000,61]
    summary [1,"2f1c…","classic/2","classic","over",…]
    log ["2f1c…",0,["1:r2","2:r2","/"],[21000000,4000000,500000]]
    entries ["2f1c…",61,["undo"],[1795290000000000]]

A game states the number of entries in the logs that follow it in its line: for each token the
microseconds since the one before it, for the first since the game began. They are parsed on demand.
Later entries have lines of their own.
"""

import json
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from sys import intern
from typing import Any, NamedTuple

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.saved import (
    GameHead,
    OtherVersion,
    PlayerRename,
    RenamedSeat,
    RenamedSetting,
    SavedEntry,
    SavedGame,
    UnknownGame,
)
from qwixx_pad.storage.summary import (
    GameState,
    Summary,
    from_microseconds,
    pack_summary,
    to_microseconds,
    unpack_summary,
)

JOURNAL_VERSION = 1
"""Version of the journal: a new word, or one with other values, needs another number."""


class RecordType(StrEnum):
    """All words that records begin with, as described in `docs/exchange.md`."""

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
    RENAME = "rename"
    UNDO_RENAME = "undo-rename"


Record = bytes
"""A word and its values as in the file, without the checksum."""
_CHECKSUM_BYTES = 9
"""Length of a checksum and the space behind it."""


def encode_record(kind: RecordType, *values: object) -> Record:
    return f"{kind} {json.dumps(values, separators=(',', ':'))}".encode()


def encode_line(records: Sequence[Record]) -> bytes:
    """The line of one record or more, with their checksums and its end."""
    *others, last = records
    return b"".join(
        [*(_with_checksum(record, b"\t") for record in others), _with_checksum(last, b"\n")]
    )


def _with_checksum(record: Record, end: bytes) -> bytes:
    ended = record + end
    return b"%08x %b" % (crc32(ended), ended)


def decode_line(line: bytes) -> Iterator[Record | None]:
    """Split a line without its end into records; None in place of each damaged one."""
    *others, last = line.split(b"\t")
    yield from (_checked_record(record, b"\t") for record in others)
    yield _checked_record(last, b"\n")


def _checked_record(data: bytes, end: bytes) -> Record | None:
    record = data[_CHECKSUM_BYTES:]
    return record if data[:_CHECKSUM_BYTES] == b"%08x " % crc32(end, crc32(record)) else None


ENTRIES_PER_LOG = 20
"""Entries in one log record: at most as many are lost with a wrong bit."""
_LOG_PREFIX = f"{RecordType.LOG} ".encode()
_GAME_PREFIX = f"{RecordType.GAME} ".encode()


def checked_text(text: str) -> str:
    """`text`, unchanged, if it can be stored.

    Raises:
        ValueError: It contains a lone surrogate.
    """
    text.encode()
    return text


def encode_game(saved: SavedGame) -> list[Record]:
    """The records of a new game: its head and all of its entries.

    Raises:
        ValueError: A text or a time that cannot be stored.
    """
    head = saved.head
    log = StoredLog(
        checked_text(head.setup),
        head.names,
        to_microseconds(head.started),
        later_rows=_token_rows(saved.entries),
    )
    return log.encode_records(checked_text(head.id))


def encode_entries(game: str, number: int, entries: Iterable[SavedEntry]) -> Record:
    """The record of the next entries of a game.

    Args:
        game: Its identifier.
        number: That of the first of these entries, from 0.
        entries: In order.

    Raises:
        ValueError: A text or a time that cannot be stored.
    """
    rows = _token_rows(entries)
    return encode_record(
        RecordType.ENTRIES, game, number, [token for token, _ in rows], [at for _, at in rows]
    )


_TokenRows = Sequence[tuple[str, int]]
"""Tokens, and when each was entered, in microseconds since 1970."""


def _token_rows(entries: Iterable[SavedEntry]) -> _TokenRows:
    return [(checked_text(entry.token), to_microseconds(entry.at)) for entry in entries]


class InvalidRecordError(Exception):
    """A record contradicts those before it."""


@dataclass(slots=True)
class StoredLog:
    """One game, its log in the form of the file.

    Attributes:
        setup: The head of its game line.
        names: One a seat.
        started: In microseconds since 1970.
        packed_log: The records of its log, with tabs between them as in the file.
        packed_count: Number of entries in these records.
        later_rows: The entries that came after those.
    """

    setup: str
    names: tuple[str, ...]
    started: int
    packed_log: bytes = b""
    packed_count: int = 0
    later_rows: _TokenRows = ()

    @property
    def length(self) -> int:
        """Number of its entries."""
        return self.packed_count + len(self.later_rows)

    def all_rows(self) -> _TokenRows:
        rows = []
        at = self.started
        for log in self.packed_log.split(b"\t") if self.packed_log else ():
            _, _, tokens, since = read_json(log[len(_LOG_PREFIX) :].decode())
            for token, microseconds in zip(tokens, since, strict=True):
                at += microseconds
                rows.append((token, at))
        return [*rows, *self.later_rows]

    def truncate_to(self, length: int) -> None:
        self.later_rows = self.all_rows()[:length]
        self.packed_log = b""
        self.packed_count = 0

    def encode_records(self, game: str, summary: Iterable[Record] = ()) -> list[Record]:
        """The line of this game, with its summary behind its head."""
        head = encode_record(
            RecordType.GAME, game, self.setup, self.names, self.started, self.length
        )
        is_packed = self.packed_log and not self.later_rows
        log = self.packed_log.split(b"\t") if is_packed else self._encode_log(game)
        return [head, *summary, *log]

    def _encode_log(self, game: str) -> Iterator[Record]:
        rows = self.all_rows()
        last = self.started
        for number in range(0, len(rows), ENTRIES_PER_LOG):
            part = rows[number : number + ENTRIES_PER_LOG]
            before = [last, *(at for _, at in part)]
            since = [at - earlier for (_, at), earlier in zip(part, before, strict=False)]
            yield encode_record(RecordType.LOG, game, number, [token for token, _ in part], since)
            last = part[-1][1]


class ImportedGame(NamedTuple):
    """A game that an import changed.

    Attributes:
        game: Its identifier.
        length_before: Number of its entries before; `ABSENT_LENGTH` for a new game.
        length_after: Number of its entries after.
        deleted_at: The time of its deletion before; None if it was not deleted.
    """

    game: str
    length_before: int
    length_after: int
    deleted_at: str | None


class ExpectedLog(NamedTuple):
    """A game whose log records follow in its line, and the number of entries in all of them."""

    game: str
    entries: int


@dataclass(slots=True, eq=False)
class JournalState:
    """All that the records of a journal have stored.

    Attributes:
        summary_version: Of valid summaries; those of another version are made again.
        games: By their identifiers.
        settings: As texts.
        deleted: Deleted games, each with the time of its deletion.
        imported: The games of the last import.
        renamed: The last renaming of a player that was not undone, or None; without settings that
            were changed since then.
        removed_since: Games removed since that renaming; if they are added again, undoing it
            leaves them as they are.
        summaries: By game.
        stale: Games without a summary of all their entries, in the order in which they became so.
        applied_records: Number of records applied so far.
        identity: A word that all copies of these games share; empty if the first line is lost.
        confirmed_bytes: Bytes that the disk had confirmed when the last line was written.
        lines_before: Number of lines written before those of this file.
        incomplete_log: The game whose line ended before all of its log; None if all are whole.
        handlers: The method that applies the values of each kind of record.
    """

    summary_version: int
    games: dict[str, StoredLog] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    deleted: dict[str, str] = field(default_factory=dict)
    imported: list[ImportedGame] = field(default_factory=list)
    renamed: PlayerRename | None = None
    removed_since: set[str] = field(default_factory=set)
    summaries: dict[str, Summary] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    applied_records: int = 0
    identity: str = ""
    confirmed_bytes: int = 0
    lines_before: int = 0
    incomplete_log: ExpectedLog | None = None
    handlers: dict[str, Callable[..., object]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.handlers = {
            RecordType.JOURNAL: self._apply_header,
            RecordType.GAME: self._apply_game,
            RecordType.SUMMARY: self._apply_summary,
            RecordType.ENTRIES: self._apply_entries,
            RecordType.TRUNCATE: self._apply_truncation,
            RecordType.PURGE: self._apply_purge,
            RecordType.DELETE: self._apply_delete,
            RecordType.RESTORE: lambda game: self.deleted.pop(game, None),
            RecordType.SET: self._apply_setting,
            RecordType.UNSET: self._apply_setting,
            RecordType.IMPORTED: self._apply_import,
            RecordType.RENAME: self._apply_rename,
            RecordType.UNDO_RENAME: self._undo_rename,
        }

    def apply_line(self, line: Iterable[Record | None]) -> bool:
        """Apply one journal line, skipping invalid records.

        Args:
            line: Its records; None in place of a damaged one.

        Returns:
            Whether all of it is valid.

        Raises:
            OtherVersion: Another version of the pad has written it.
        """
        is_valid = True
        log = self.incomplete_log
        for record in line:
            self.applied_records += 1
            try:
                if record is None:
                    is_valid = False
                elif record.startswith(_LOG_PREFIX):
                    self._append_log(log, record)
                elif record.startswith(_GAME_PREFIX):
                    is_valid &= self._is_log_complete(log)
                    log = None
                    game, *_, entries = self._apply_record(record)
                    log = ExpectedLog(game, entries)
                else:
                    self._apply_record(record)
            except InvalidRecordError:
                is_valid = False
        self.incomplete_log = None if self._is_log_complete(log) else log
        return is_valid and self.incomplete_log is None

    def _is_log_complete(self, expected: ExpectedLog | None) -> bool:
        """True also without an expected log, and for a game that was removed meanwhile."""
        log = self.games.get(expected.game) if expected else None
        return expected is None or log is None or log.packed_count == expected.entries

    def _append_log(self, expected: ExpectedLog | None, record: Record) -> None:
        log = self.games.get(expected.game) if expected else None
        if expected is None or log is None:
            raise InvalidRecordError("it belongs to no game of this line")
        beginning = encode_record(RecordType.LOG, expected.game, log.packed_count)[:-1] + b","
        if not record.startswith(beginning):
            raise InvalidRecordError("entries are missing before these")
        log.packed_log = log.packed_log + b"\t" + record if log.packed_log else record
        log.packed_count = min(log.packed_count + ENTRIES_PER_LOG, expected.entries)

    def _apply_record(self, record: Record) -> list[Any]:
        try:
            word, _, values = record.decode().partition(" ")
            items: list[Any] = read_json(values)
            self.handlers[word](*items)
        except (LookupError, TypeError, ValueError) as error:
            raise InvalidRecordError(repr(error)) from error
        return items

    def _apply_header(self, version: int, *values: Any) -> None:  # noqa: ANN401 - values of JSON
        if version != JOURNAL_VERSION:
            raise OtherVersion(
                "these games are of another version of Qwixx Pad, and are left untouched"
            )
        self.identity, self.confirmed_bytes, self.lines_before = values

    def _apply_game(self, game: str, setup: str, names: list[str], started: int, _: int) -> None:
        if game in self.games:
            raise ValueError("the game exists already")
        self.games[game] = StoredLog(intern(setup), tuple(map(intern, names)), started)
        self.stale[game] = None

    def _apply_summary(self, version: int, *values: object) -> None:
        if values[0] not in self.games:
            raise LookupError("there is no such game")
        if version == self.summary_version:
            self.set_summary(unpack_summary(values))

    def set_summary(self, summary: Summary) -> None:
        """Store the summary of a game in its present state."""
        self.summaries[summary.game] = summary
        self.stale.pop(summary.game, None)

    def _apply_entries(self, game: str, number: int, tokens: list[str], times: list[int]) -> None:
        log = self.games[game]
        rows = [*zip(tokens, times, strict=True)]
        missing = number - log.length
        if missing > 0:
            raise ValueError("entries are missing before these")
        if missing < 0:  # the record that truncated the log before is lost
            log.truncate_to(number)
        log.later_rows = [*log.later_rows, *rows]
        self.stale[game] = None
        if missing:
            raise ValueError("the log had more entries than its next ones say")

    def _apply_truncation(self, game: str, length: int) -> None:
        self.games[game].truncate_to(length)
        self.stale[game] = None

    def _apply_purge(self, game: str) -> None:
        del self.games[game]
        for table in (self.deleted, self.summaries, self.stale):
            table.pop(game, None)
        self.removed_since.add(game)

    def _apply_setting(self, key: str, text: str | None = None) -> None:
        if text is None:
            self.settings.pop(key, None)
        else:
            self.settings[key] = text
        if self.renamed:
            self.renamed = self.renamed._replace(
                settings=tuple(
                    each for each in self.renamed.settings if each.key != key or each.after == text
                )
            )

    def _apply_delete(self, game: str, at: str) -> None:
        if game not in self.games:
            raise LookupError("there is no such game")
        self.deleted.setdefault(game, at)

    def _apply_import(self, *rows: list[Any]) -> None:
        self.imported = [ImportedGame(*row) for row in rows]

    def _apply_rename(self, name: str, seats: list[Any], settings: list[Any]) -> None:
        """Give seats and settings their new name; seats of games that do not exist are left out."""
        self.renamed = PlayerRename(
            intern(name),
            tuple(RenamedSeat(*seat) for seat in seats),
            tuple(RenamedSetting(*setting) for setting in settings),
        )
        self.removed_since.clear()
        for game, seat, _ in self.renamed.seats:
            if game in self.games:
                self._name_seat(game, seat, self.renamed.name)
        self.settings.update({key: after for key, _, after in self.renamed.settings})

    def undoable_rename(self) -> PlayerRename | None:
        """The last renaming, without what is gone or changed since; None if nothing is left."""
        if self.renamed is None:
            return None
        unchanged = self.games.keys() - self.removed_since
        seats = tuple(each for each in self.renamed.seats if each.game in unchanged)
        return self.renamed._replace(seats=seats) if seats or self.renamed.settings else None

    def _undo_rename(self) -> None:
        """Give seats and settings their names back, except those that were changed since."""
        _, seats, settings = self.undoable_rename() or PlayerRename("", ())
        for game, seat, before in seats:
            self._name_seat(game, seat, intern(before))
        self.settings.update({key: before for key, before, _ in settings})
        self.renamed = None

    def _name_seat(self, game: str, seat: int, name: str) -> None:
        log = self.games[game]
        summary = self.summaries.get(game)
        log.names = (*log.names[: seat - 1], name, *log.names[seat:])
        if summary is not None and summary.scores:
            scores = [*summary.scores]
            scores[seat - 1] = scores[seat - 1]._replace(name=name)
            self.summaries[game] = replace(summary, scores=tuple(scores))

    def game_log(self, game: str) -> StoredLog:
        if game not in self.games:
            raise UnknownGame(f"no game {game!r}")
        return self.games[game]

    def decode_game(self, game: str) -> SavedGame:
        log = self.game_log(game)
        head = GameHead(game, log.setup, log.names, from_microseconds(log.started))
        return SavedGame(
            head, tuple(SavedEntry(token, from_microseconds(at)) for token, at in log.all_rows())
        )

    @property
    def played_count(self) -> int:
        """Number of games in the list that have an entry."""
        return sum(log.length > 0 for game, log in self.games.items() if game not in self.deleted)

    def start_key(self, game: str) -> tuple[int, str]:
        """Sort key for the order of start; of two games with the same start, by identifier."""
        return self.games[game].started, game

    def compact_lines(self) -> Iterator[list[Record]]:
        """The fewest lines for all this, a game a line, without the first line of a journal."""
        for game, log in self.games.items():
            yield log.encode_records(game, self._summary_records(game))
        undoable = self.undoable_rename()
        rest = [encode_record(RecordType.RENAME, *undoable)] if undoable else []
        rest += [encode_record(RecordType.SET, *setting) for setting in self.settings.items()]
        rest += [encode_record(RecordType.DELETE, *deleted) for deleted in self.deleted.items()]
        yield [*rest, encode_record(RecordType.IMPORTED, *self.imported)]

    def _summary_records(self, game: str) -> list[Record]:
        """The record of a game's summary; none if it is stale, or of a game that cannot be read."""
        known = None if game in self.stale else self.summaries.get(game)
        if known is None or known.state is GameState.UNREADABLE:
            return []
        return [encode_record(RecordType.SUMMARY, self.summary_version, *pack_summary(known))]
