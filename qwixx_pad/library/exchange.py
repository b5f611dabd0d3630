"""The file that moves games from pad to pad; `docs/exchange.md` describes it.

Nothing in a file is trusted: it is read into plain values, or refused with a reason.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from itertools import islice, pairwise
from types import MappingProxyType
from typing import Any

from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS, SheetText, custom_texts, offered_sheets
from qwixx_pad.games.played_game import (
    MAX_LOG_ENTRIES,
    parse_utc,
    read_head,
    require_plausible,
    sheet_names_in,
)
from qwixx_pad.layouts import installed_layouts, is_custom
from qwixx_pad.library.summaries import NO_REMARK, Remark, game_line, read_remark
from qwixx_pad.settings import Settings
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from qwixx_pad.storage.summary import iso_timestamp

FORMAT_NAME = "qwixx-pad"
FORMAT_VERSION = 1
MAX_IMPORT_BYTES = 64 * 1024 * 1024
"""Size of the largest file that is read."""
MAX_GAMES = 200_000
"""Most games of a file that is read; ten thousand fill the evenings of a long life."""
_MAX_JSON_PARTS = 1_000_000
"""Most objects and lists in a file that is read; a game has three. Far more of them, all empty,
would fit into the same bytes and fill the memory."""
_MAX_GAME_LINE_CHARS = 200_000
"""Length of the longest game line that is read; the longest log has half of that."""
_PREFIX_CHARS = 1000
"""Characters of a longer line that are checked to recognise a game line."""
_GAME_LINE = re.compile(r"[a-z0-9_:,/+-]+(?: [a-z0-9:@!#/-]+)*")
_HEAD_SIGN = re.compile(r"[/+_:]")
"""Signs by which the head of a game without entries differs from a word; some sheets lack them."""
_MICROSECOND = timedelta(microseconds=1)


class ImportRefusal(Enum):
    """The reason why a file is not imported."""

    EMPTY = "there is nothing in it"
    TOO_LARGE = "it is larger than any history"
    NOT_OURS = "it is no file of a pad"
    TOO_NEW = "a newer pad has written it"
    DAMAGED = "it was damaged"
    CANNOT_READ = "it cannot be opened"


class ImportRefusedError(Exception):
    """A file is not imported; nothing has changed."""

    def __init__(self, reason: ImportRefusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game of a file.

    Attributes:
        saved: In the form to store; its identifier is empty where the file has none.
        deleted_at: When the other pad deleted it; None if it did not.
        sheets: The custom sheets that it was played on.
        damaged_sheets: Names of custom sheets whose text is invalid.
        remark: The remark about it.
        is_blank: Whether nothing is written on any sheet; False until it is replayed.
    """

    saved: SavedGame
    deleted_at: datetime | None = None
    sheets: tuple[SheetText, ...] = ()
    damaged_sheets: tuple[str, ...] = ()
    remark: Remark = NO_REMARK
    is_blank: bool = False

    @property
    def counts(self) -> bool:
        """True if lists and statistics will count it."""
        return self.deleted_at is None and not self.is_blank


@dataclass(frozen=True, slots=True)
class ExchangeFile:
    """The content of a file.

    Attributes:
        games: In the order of the file.
        unreadable: Number of games in it that are invalid.
        too_long: Number of games with more entries than a pad stores.
        settings: Keys and texts; empty unless it is a backup.
        offered_texts: The custom sheets that an import offers for new games: those of a backup
            itself, else those of the games.
        damaged_sheets: Names of custom sheets whose text is invalid.
    """

    games: tuple[IncomingGame, ...]
    unreadable: int = 0
    too_long: int = 0
    settings: tuple[tuple[str, str], ...] = ()
    offered_texts: tuple[SheetText, ...] = ()
    damaged_sheets: frozenset[str] = frozenset()


# export


def encode_file(
    games: Iterable[tuple[SavedGame, str | None]],
    at: datetime,
    settings: Settings | None = None,
    all_settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """Yield the file piece by piece, so that a large history needs no large memory.

    Args:
        games: Each with the time of its deletion; None if it is not deleted.
        at: Time of writing.
        settings: The owner's; None unless it is a backup.
        all_settings: All settings, which contain the texts of custom sheets and the remarks.
    """
    head: dict[str, Any] = {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "written": iso_timestamp(at),
    }
    if settings is not None:
        head |= {
            "settings": settings.to_texts(),
            **_encode_sheets(offered_sheets(all_settings), all_settings),
        }
    yield f'{json.dumps(head)[:-1]}, "games": ['
    separator = "\n"
    for saved, deleted in games:
        encoded = _encode_saved(saved, deleted, all_settings)
        yield f"{separator}{json.dumps(encoded, separators=(',', ':'))}"
        separator = ",\n"
    yield "\n]}\n"


def _encode_saved(
    saved: SavedGame, deleted: str | None, settings: Mapping[str, str]
) -> dict[str, Any]:
    times = (saved.head.started, *(entry.at for entry in saved.entries))
    game: dict[str, Any] = {
        "id": saved.head.id,
        "names": saved.head.names,
        "started": iso_timestamp(saved.head.started),
        "line": game_line(saved),
        "times": [(after - before) // _MICROSECOND for before, after in pairwise(times)],
    }
    game |= _encode_sheets(sheet_names_in(saved.head.setup).split(","), settings)
    game |= read_remark(saved.head.id, settings).as_dict
    return game if deleted is None else {**game, "deleted": deleted}


def _encode_sheets(names: Iterable[str], settings: Mapping[str, str]) -> dict[str, Any]:
    sheets = tuple(custom_texts(names, settings))
    tables = {
        "sheets": {sheet.name: sheet.text for sheet in sheets},
        "sheet_info": {sheet.name: sheet.descriptions for sheet in sheets if sheet.descriptions},
    }
    return {key: table for key, table in tables.items() if table}


# import


def parse_file(data: bytes, now: datetime, max_bytes: int = MAX_IMPORT_BYTES) -> ExchangeFile:
    """Parse a file: the pad's own format, or game lines, one a line.

    Args:
        data: The bytes of the file.
        now: The time that game lines get, as they have none.
        max_bytes: Size of the largest file that is read.

    Raises:
        ImportRefusedError: It is not imported.
    """
    if len(data) > max_bytes:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise ImportRefusedError(ImportRefusal.NOT_OURS) from error
    if not text:
        raise ImportRefusedError(ImportRefusal.EMPTY)
    return _parse_document(text) if text[0] == "{" else _parse_lines(text, now)


def _parse_lines(text: str, now: datetime) -> ExchangeFile:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(lines) > MAX_GAMES:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    short = [line for line in lines if not _is_too_long(line)]
    games = tuple(filter(None, (_parse_line(line, now) for line in short)))
    if not games and len(short) == len(lines):
        raise ImportRefusedError(ImportRefusal.NOT_OURS)
    return ExchangeFile(games, unreadable=len(short) - len(games), too_long=len(lines) - len(short))


def _is_too_long(line: object) -> bool:
    """True for a game line with more entries than a pad stores."""
    text = line if isinstance(line, str) else ""
    beginning = text[:_PREFIX_CHARS].rpartition(" ")[0]
    return text.count(" ") > MAX_LOG_ENTRIES and _GAME_LINE.fullmatch(beginning) is not None


def _parse_line(line: str, now: datetime) -> IncomingGame | None:
    if len(line) > _MAX_GAME_LINE_CHARS or _GAME_LINE.fullmatch(line) is None:
        return None
    setup, *tokens = line.split()
    if any(parse_token(token) is None for token in tokens) or not (
        tokens or _HEAD_SIGN.search(setup) or setup in installed_layouts()
    ):
        return None  # words, not a game
    seats = re.search(r"/([0-9]{1,2})", setup)
    names = ("",) * (int(seats[1]) if seats else 1)
    entries = tuple(SavedEntry(token, now) for token in tokens)
    return IncomingGame(SavedGame(GameHead("", setup, names, now), entries))


def _parse_document(text: str) -> ExchangeFile:
    if text.count("{") + text.count("[") > max(_MAX_JSON_PARTS, len(text) // 200):
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    try:
        document = read_json(text, parse_constant=_reject_constant)
    except ValueError as error:
        is_ours = FORMAT_NAME in text[:200]
        raise ImportRefusedError(
            ImportRefusal.DAMAGED if is_ours else ImportRefusal.NOT_OURS
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT_NAME:
        raise ImportRefusedError(ImportRefusal.NOT_OURS)
    version = document.get("version")
    games = document.get("games")
    if type(version) is int and version > FORMAT_VERSION:
        raise ImportRefusedError(ImportRefusal.TOO_NEW)
    if type(version) is not int or version != FORMAT_VERSION or not isinstance(games, list):
        raise ImportRefusedError(ImportRefusal.DAMAGED)
    if len(games) > MAX_GAMES:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    return parse_games(games, document)


def parse_games(
    games: Sequence[object], document: Mapping[str, Any] = MappingProxyType({})
) -> ExchangeFile:
    """Parse games, each a JSON object as in a file.

    Args:
        games: In the order of the file.
        document: The file around them, which may have settings and sheets.
    """
    short = [
        game for game in games if not (isinstance(game, dict) and _is_too_long(game.get("line")))
    ]
    known = tuple(filter(None, map(_parse_game, short)))
    sheets, damaged = _parse_sheets(document)
    if "settings" not in document:  # no backup: sheets of its games are offered too
        sheets = tuple(dict.fromkeys(sheet for game in known for sheet in game.sheets))
    return ExchangeFile(
        known,
        unreadable=len(short) - len(known),
        too_long=len(games) - len(short),
        settings=_parse_settings(document.get("settings")),
        offered_texts=sheets,
        damaged_sheets=frozenset(damaged).union(*(game.damaged_sheets for game in known)),
    )


def _reject_constant(_: str) -> None:
    """Reject NaN and Infinity, which are not JSON."""
    raise ValueError


def _parse_settings(texts: object) -> tuple[tuple[str, str], ...]:
    """The valid settings among these."""
    if not isinstance(texts, Mapping):
        return ()
    known = {key: text for key, text in texts.items() if isinstance(text, str)}
    return tuple(
        (key, text) for key, text in Settings.from_texts(known).to_texts().items() if key in known
    )


def _parse_game(game: object) -> IncomingGame | None:
    """Parse one game of a document; None if it is invalid."""
    if not isinstance(game, dict):
        return None
    try:
        deleted = parse_utc(game["deleted"]) if "deleted" in game else None
        saved = _parse_saved(game)
        sheets, damaged = _parse_sheets(game, sheet_names_in(saved.head.setup).split(","))
        remark = Remark.from_values(game.get("location"), game.get("note"))
        return IncomingGame(saved, deleted, sheets, damaged, remark)
    except (ValueError, TypeError, KeyError, OverflowError):
        return None


def _parse_saved(game: dict[str, Any]) -> SavedGame:
    """Parse the head and the entries of a game.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: Something is invalid.
    """
    line = game["line"]
    if len(line) > _MAX_GAME_LINE_CHARS or _GAME_LINE.fullmatch(line) is None:
        raise ValueError(line)
    setup, *tokens = line.split()
    head = read_head(game, setup)
    times = _entry_times(head.started, game["times"], len(tokens))
    return SavedGame(head, tuple(map(SavedEntry, tokens, times)))


def _parse_sheets(
    values: Mapping[str, Any], among: Sequence[str] | None = None
) -> tuple[tuple[SheetText, ...], tuple[str, ...]]:
    """The custom sheets in an object, and the names of those that are damaged.

    At most `MAX_CUSTOM_SHEETS`; if `among` is given, only sheets with these names.
    """
    texts = values.get("sheets")
    descriptions = values.get("sheet_info")
    if not isinstance(texts, dict):
        return (), ()
    if not isinstance(descriptions, dict):
        descriptions = {}
    wanted = (name for name in texts if is_custom(name) and (among is None or name in among))
    names = list(islice(wanted, MAX_CUSTOM_SHEETS))
    sheets = [SheetText.from_untrusted(name, texts[name], descriptions.get(name)) for name in names]
    valid = tuple(sheet for sheet in sheets if sheet is not None)
    return valid, tuple({*names} - {sheet.name for sheet in valid})


def _entry_times(started: datetime, times: object, number: int) -> Iterator[datetime]:
    """Yield the time of each entry; it may be before the previous one, if a clock was put back."""
    if not isinstance(times, list) or len(times) != number:
        raise TypeError(times)
    at = started
    for microseconds in times:
        if type(microseconds) is not int:
            raise TypeError(microseconds)
        at = require_plausible(at + microseconds * _MICROSECOND)
        yield at
