"""The file that carries games from pad to pad; `docs/exchange.md` describes it.

What comes in is believed in nothing: it is read into plain values, or refused with a reason.
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

from qwixx_pad.core.moves import parse
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.custom_sheets import MOST_OWN, SheetText, carried, offered
from qwixx_pad.games.played_game import LONGEST, moment, plausible, read_head
from qwixx_pad.layouts import installed, is_own
from qwixx_pad.library.summaries import NO_REMARK, Remark, line_of, remark_of, sheets_named
from qwixx_pad.settings import Settings
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from qwixx_pad.storage.summary import stamp

FORMAT, VERSION = "qwixx-pad", 1
LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is read."""
_MOST_GAMES = 200_000
"""Games of the largest file that is read; ten thousand are a long life of evenings."""
_MOST_PARTS = 1_000_000
"""Objects and lists in the largest file that is read; a game has three. Far more of them, empty,
would fit into the same bytes and fill the memory."""
_LONGEST_LINE = 200_000
"""Letters of the longest game line that is read; the longest log has half as many."""
_GLANCE = 1000
"""Letters by which a longer one is known for a game line."""
_LINE = re.compile(r"[a-z0-9_:,/+-]+(?: [a-z0-9:@!#/-]+)*")
_HEAD = re.compile(r"[/+_:]")
"""What tells the head of a game without entries from any word, if it is no sheet's name alone."""
_MICROSECOND = timedelta(microseconds=1)


class ImportRefusal(Enum):
    """Why a file is not taken in."""

    EMPTY = "there is nothing in it"
    TOO_LARGE = "it is larger than any history"
    NOT_OURS = "it is no file of a pad"
    TOO_NEW = "a newer pad has written it"
    DAMAGED = "it was damaged"
    CANNOT_READ = "it cannot be opened"


class ImportRefusedError(Exception):
    """A file is not taken in; nothing has changed."""

    def __init__(self, reason: ImportRefusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game of a file.

    Attributes:
        saved: As it would be kept; its identifier is empty where the file names none.
        deleted: When it was deleted there; None if it was not.
        sheets: The sheets of one's own that it was played on.
        damaged: Names under which there is no such sheet.
        remark: What was written about it.
    """

    saved: SavedGame
    deleted: datetime | None = None
    sheets: tuple[SheetText, ...] = ()
    damaged: tuple[str, ...] = ()
    remark: Remark = NO_REMARK


@dataclass(frozen=True, slots=True)
class ExchangeFile:
    """What a file holds.

    Attributes:
        games: In the order of the file.
        unreadable: How many games in it make no sense.
        too_long: How many have more entries than any that a pad keeps.
        settings: As texts; empty where there are none.
        offered: The sheets of one's own that it brings, to be played on from now on.
        damaged: Names under which it has no such sheet.
    """

    games: tuple[Incoming, ...]
    unreadable: int = 0
    too_long: int = 0
    settings: tuple[tuple[str, str], ...] = ()
    offered: tuple[SheetText, ...] = ()
    damaged: frozenset[str] = frozenset()


# out


def written(
    games: Iterable[tuple[SavedGame, str | None]],
    at: datetime,
    settings: Settings | None = None,
    kept: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """The file, piece by piece, so that a large history needs no large memory.

    Args:
        games: Each with the time of its deletion, if it was deleted.
        at: When it is written.
        settings: Of the owner, in a backup.
        kept: All settings; the texts of one's own sheets, and remarks, are among them.
    """
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "written": stamp(at)}
    if settings is not None:
        head |= {"settings": settings.texts(), **_sheets_out(offered(kept), kept)}
    yield f'{json.dumps(head)[:-1]}, "games": ['
    between = "\n"
    for saved, deleted in games:
        yield f"{between}{json.dumps(_game_out(saved, deleted, kept), separators=(',', ':'))}"
        between = ",\n"
    yield "\n]}\n"


def _game_out(saved: SavedGame, deleted: str | None, kept: Mapping[str, str]) -> dict[str, Any]:
    moments = (saved.head.started, *(entry.at for entry in saved.entries))
    game: dict[str, Any] = {
        "id": saved.head.id,
        "names": saved.head.names,
        "started": stamp(saved.head.started),
        "line": line_of(saved),
        "times": [(after - before) // _MICROSECOND for before, after in pairwise(moments)],
    }
    game |= _sheets_out(sheets_named(saved.head.setup).split(","), kept)
    game |= remark_of(saved.head.id, kept).told
    return game if deleted is None else {**game, "deleted": deleted}


def _sheets_out(names: Iterable[str], kept: Mapping[str, str]) -> dict[str, Any]:
    sheets = tuple(carried(names, kept))
    texts = {sheet.name: sheet.text for sheet in sheets}
    told = {sheet.name: sheet.told for sheet in sheets if sheet.told}
    return {key: value for key, value in (("sheets", texts), ("sheet_info", told)) if value}


# in


def read(data: bytes, now: datetime, largest: int = LARGEST) -> ExchangeFile:
    """What a file holds: our own format, or game lines, one a line.

    Raises:
        ImportRefusedError: It is not taken in.
    """
    if len(data) > largest:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise ImportRefusedError(ImportRefusal.NOT_OURS) from error
    if not text:
        raise ImportRefusedError(ImportRefusal.EMPTY)
    return _of_document(text) if text[0] == "{" else _of_lines(text, now)


def _of_lines(text: str, now: datetime) -> ExchangeFile:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(lines) > _MOST_GAMES:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    kept = [line for line in lines if not _is_too_long(line)]
    games = [_of_line(line, now) for line in kept]
    known = tuple(game for game in games if game is not None)
    if not known and len(kept) == len(lines):
        raise ImportRefusedError(ImportRefusal.NOT_OURS)
    return ExchangeFile(known, len(games) - len(known), len(lines) - len(kept))


def _is_too_long(line: object) -> bool:
    """Whether this is a game line with more entries than any that a pad keeps."""
    text = line if isinstance(line, str) else ""
    beginning = text[:_GLANCE].rpartition(" ")[0]
    return text.count(" ") > LONGEST and _LINE.fullmatch(beginning) is not None


def _of_line(line: str, now: datetime) -> Incoming | None:
    if len(line) > _LONGEST_LINE or _LINE.fullmatch(line) is None:
        return None
    setup, *tokens = line.split()
    if any(parse(token) is None for token in tokens) or not (
        tokens or _HEAD.search(setup) or setup in installed()
    ):
        return None  # words, not entries
    seats = re.search(r"/([0-9]{1,2})", setup)
    names = ("",) * (int(seats[1]) if seats else 1)
    entries = tuple(SavedEntry(token, now) for token in tokens)
    return Incoming(SavedGame(GameHead("", setup, names, now), entries))


def _of_document(text: str) -> ExchangeFile:
    if text.count("{") + text.count("[") > max(_MOST_PARTS, len(text) // 200):
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    try:
        document = read_json(text, parse_constant=_no_constant)
    except ValueError as error:
        ours = FORMAT in text[:200]
        raise ImportRefusedError(
            ImportRefusal.DAMAGED if ours else ImportRefusal.NOT_OURS
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ImportRefusedError(ImportRefusal.NOT_OURS)
    version, games = document.get("version"), document.get("games")
    if type(version) is int and version > VERSION:
        raise ImportRefusedError(ImportRefusal.TOO_NEW)
    if version != VERSION or type(version) is not int or not isinstance(games, list):
        raise ImportRefusedError(ImportRefusal.DAMAGED)
    if len(games) > _MOST_GAMES:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    kept = [x for x in games if not (isinstance(x, dict) and _is_too_long(x.get("line")))]
    read_games = [_game_in(game) for game in kept]
    known = tuple(game for game in read_games if game is not None)
    settings = _settings_in(document.get("settings"))
    sheets, damaged = _sheets(document)
    strange = {name for game in known for name in game.damaged}
    if "settings" not in document:  # no backup: what games bring is offered too
        sheets = tuple(dict.fromkeys(sheet for game in known for sheet in game.sheets))
    unreadable, too_long = len(kept) - len(known), len(games) - len(kept)
    strange.update(damaged)
    return ExchangeFile(known, unreadable, too_long, settings, sheets, frozenset(strange))


def _no_constant(_: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError


def _settings_in(texts: object) -> tuple[tuple[str, str], ...]:
    """The settings among these; what is none, or has a value that none can have, is left out."""
    if not isinstance(texts, Mapping):
        return ()
    told = {key: text for key, text in texts.items() if isinstance(text, str)}
    return tuple((key, text) for key, text in Settings.read(told).texts().items() if key in told)


def _game_in(game: object) -> Incoming | None:
    """One game of a document, None if it makes no sense."""
    if not isinstance(game, dict):
        return None
    try:
        deleted = moment(game["deleted"]) if "deleted" in game else None
        saved = _saved(game)
        sheets, damaged = _sheets(game, sheets_named(saved.head.setup).split(","))
        remark = Remark.of_json(game)
        return Incoming(saved, deleted, sheets, damaged, remark)
    except (ValueError, TypeError, KeyError, OverflowError):
        return None


def _saved(game: dict[str, Any]) -> SavedGame:
    """Raises ValueError, TypeError, KeyError or OverflowError where something is not as it must."""
    line = game["line"]
    if len(line) > _LONGEST_LINE or _LINE.fullmatch(line) is None:
        raise ValueError(line)
    setup, *tokens = line.split()
    head = read_head(game, setup)
    moments = _moments(head.started, game["times"], len(tokens))
    entries = tuple(SavedEntry(token, at) for token, at in zip(tokens, moments, strict=True))
    return SavedGame(head, entries)


def _sheets(
    found: Mapping[str, Any], among: Sequence[str] | None = None
) -> tuple[tuple[SheetText, ...], tuple[str, ...]]:
    """The sheets of one's own in an object, perhaps only some; and the names of damaged ones."""
    texts, told = found.get("sheets"), found.get("sheet_info")
    if not isinstance(texts, dict):
        return (), ()
    known = told if isinstance(told, dict) else {}
    own = (name for name in texts if is_own(name) and (among is None or name in among))
    names = list(islice(own, MOST_OWN))
    sheets = [SheetText.believed(name, texts[name], known.get(name)) for name in names]
    good = tuple(sheet for sheet in sheets if sheet is not None)
    return good, tuple({*names} - {sheet.name for sheet in good})


def _moments(started: datetime, times: object, number: int) -> Iterator[datetime]:
    """When each entry was made; the clock may have been put back in between."""
    if not isinstance(times, list) or len(times) != number:
        raise TypeError(times)
    at = started
    for microseconds in times:
        if type(microseconds) is not int:
            raise TypeError(microseconds)
        at = plausible(at + microseconds * _MICROSECOND)
        yield at
