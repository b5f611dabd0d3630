"""A link that holds games: the records of an exported file, packed into the part behind `#`.

A link is the address of a pad, `/#/link/` and its item: the packed games, a dot, and the moment
that the review shows first. It comes from a stranger: its sizes are checked before it is unpacked,
its records as an import's are. `docs/exchange.md` describes it.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.custom_sheets import ExtendedLayouts
from qwixx_pad.games.played_game import sheet_names_in
from qwixx_pad.library.exchange import (
    MAX_GAMES,
    MAX_IMPORT_BYTES,
    ExchangeFile,
    ImportRefusal,
    ImportRefusedError,
    IncomingGame,
    encode_file,
    parse_file,
    parse_games,
)
from qwixx_pad.library.summaries import Remark, replay_saved, summarise_replayed
from qwixx_pad.storage import SavedGame
from qwixx_pad.storage.summary import Summary

_PATH = "#/link/"
"""Stands between the address of a pad and the item of a link."""
MAX_ITEM_CHARS = 16_000
"""Length of the longest item; messengers and address bars take as much."""
_MAX_TEXT_BYTES = 64_000
"""Size of the longest text that is unpacked from a link."""
_MAX_GAMES = 12
"""Games of a link, at most; a random sheet takes longer to make than a game to replay."""
_MAX_ENTRIES = 1200
"""Entries of all games in a link together."""
_MAX_SHEETS = 5
"""Custom sheets of a game in a link, at most: one a seat."""
_MAX_TEXT_AROUND_CHARS = 4_000
"""Length of the longest text before the item of a link that is pasted."""
_VERSION = "1"
_ITEM = re.compile(rf"{_PATH}([\w-]+(?:\.[0-9]{{1,4}})?)", re.ASCII)
_MICROSECONDS = 1000


class LinkTooLongError(ValueError):
    """The games are too long for a link; a file holds them."""


@dataclass(frozen=True, slots=True)
class LinkContent:
    """Parts of games that a link may have or lack.

    Attributes:
        names: The names of the players.
        places: Where they were played.
        notes: The notes on them.
    """

    names: bool = True
    places: bool = True
    notes: bool = False


ALL_BUT_NOTES = LinkContent()


@dataclass(frozen=True, slots=True)
class GameLink:
    """What a link holds.

    Attributes:
        file: Its games, as in an exported file.
        moment: The number of entries that the review shows first; None for all.
    """

    file: ExchangeFile
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """A game of a link, which is stored nowhere.

    Attributes:
        summary: Its totals and their sources.
        game: With all its entries.
        remark: The remark about it.
    """

    summary: Summary
    game: Game
    remark: Remark


def find_link(text: str) -> str:
    """The item of the first link in a text, which may be a whole message; empty if it has none."""
    found = _ITEM.search(text[: MAX_ITEM_CHARS + _MAX_TEXT_AROUND_CHARS])
    return found[1] if found else ""


def link_url(site: str, item: str) -> str:
    """The link to an item on a pad, whose address has no slash at its end."""
    return f"{site}/{_PATH}{item}"


def pack_games(
    games: Iterable[SavedGame],
    settings: Mapping[str, str],
    content: LinkContent = ALL_BUT_NOTES,
    moment: int | None = None,
) -> str:
    """Pack games into the item of a link.

    Times are rounded to milliseconds. Two entries of one time keep one time, and others differ:
    corrections are recognised by that.

    Args:
        games: In the order in which they were played.
        settings: All settings; custom sheets and remarks are among them.
        content: Parts of the games to pack.
        moment: The number of entries that the review shows first; None for all. It means nothing
            for several games.

    Raises:
        LinkTooLongError: No link holds that much.
    """
    written = ((saved, None) for saved in games)
    epoch = datetime.fromtimestamp(0, UTC)
    document = json.loads("".join(encode_file(written, epoch, all_settings=settings)))
    records = document["games"]
    for record in records:
        record["ms"] = [_milliseconds(time) for time in record.pop("times")]
        if not content.names:
            record["names"] = [""] * len(record["names"])
        if not content.places:
            record.pop("location", None)
        if not content.notes:
            record.pop("note", None)
    if len(records) > _MAX_GAMES or _entry_count(records) > _MAX_ENTRIES:
        raise LinkTooLongError
    text = json.dumps(records, ensure_ascii=False, separators=(",", ":")).encode()
    packed = urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")
    last = _entry_count(records) if moment is None else moment
    item = f"{_VERSION}{packed}.{last}"  # a digit at the end, which no messenger cuts off
    if len(item) > MAX_ITEM_CHARS or len(text) > _MAX_TEXT_BYTES:
        raise LinkTooLongError
    return item


def _milliseconds(microseconds: int) -> int:
    """Round a time, but never to nothing."""
    rounded = round(microseconds / _MICROSECONDS)
    return rounded or (microseconds > 0) - (microseconds < 0)


def read_link(item: str) -> GameLink:
    """Unpack the item of a link.

    Raises:
        ImportRefusedError: It is too long, torn, of a newer version, or no game's.
    """
    file = parse_games(_parse_records(_unpack(item)))
    moment = item.partition(".")[2]
    is_number = moment.isascii() and moment.isdecimal() and len(moment) <= len(str(_MAX_ENTRIES))
    return GameLink(file, int(moment) if is_number else None)


def read_games(data: bytes, now: datetime, max_bytes: int = MAX_IMPORT_BYTES) -> ExchangeFile:
    """Read a file of games, or the links in any other text; what else that text says is ignored.

    A link that cannot be read counts as a game that is invalid. The arguments are those of
    `parse_file`; `max_bytes` also limits what is unpacked from all links together.

    Raises:
        ImportRefusedError: It is not imported.
    """
    start = data.removeprefix(BOM_UTF8).lstrip()[:1]
    if start == b"{" or len(data) > max_bytes or _PATH.encode() not in data:
        return parse_file(data, now, max_bytes)
    records: list[dict[str, Any]] = []
    refusals: list[ImportRefusedError] = []
    unpacked_bytes = 0
    for item in _ITEM.findall(data.decode(errors="replace")):
        try:
            text = _unpack(item)
            records += _parse_records(text)
        except ImportRefusedError as error:
            refusals.append(error)
            continue
        unpacked_bytes += len(text)
        if unpacked_bytes > max_bytes or len(records) > MAX_GAMES:
            raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    if not records:
        raise refusals[0] if refusals else ImportRefusedError(ImportRefusal.NOT_OURS)
    file = parse_games(records)
    return replace(file, unreadable=file.unreadable + len(refusals))


def _unpack(item: str) -> bytes:
    """Unpack at most as many bytes as any link has; their checksum is checked.

    Raises:
        ImportRefusedError: It is too long, torn, damaged, or of a newer version.
    """
    if len(item) > MAX_ITEM_CHARS:
        raise ImportRefusedError(ImportRefusal.TOO_LARGE)
    packed = item.partition(".")[0]
    if packed[:1] != _VERSION:
        is_newer = packed[:1].isascii() and packed[:1].isalnum()
        raise ImportRefusedError(ImportRefusal.TOO_NEW if is_newer else ImportRefusal.DAMAGED)
    unpacking = zlib.decompressobj()
    try:
        data = urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4))
        text = unpacking.decompress(data, _MAX_TEXT_BYTES)
    except (ValueError, zlib.error) as error:
        raise ImportRefusedError(ImportRefusal.DAMAGED) from error
    if not unpacking.eof or unpacking.unused_data:
        raise ImportRefusedError(ImportRefusal.DAMAGED)
    return text


def _parse_records(text: bytes) -> list[dict[str, Any]]:
    """Parse the records of a link, and give them the keys of a file's.

    Raises:
        ImportRefusedError: They are no records, or more than a link has.
    """
    try:
        return _checked_records(read_json(text.decode()))
    except (ValueError, TypeError, KeyError) as error:
        raise ImportRefusedError(ImportRefusal.DAMAGED) from error


def _checked_records(records: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON is anything
    """Check the size of records, and give them the keys of a file's.

    Raises:
        ValueError, TypeError, KeyError: Something in them is invalid.
    """
    if (
        not isinstance(records, list)
        or not 0 < len(records) <= _MAX_GAMES
        or _entry_count(records) > _MAX_ENTRIES
    ):
        raise ValueError(records)
    for record in records:
        if len(record.get("sheets", ())) > _MAX_SHEETS:
            raise ValueError(record)
        record["times"] = [_microseconds(time) for time in record.pop("ms")]
        record.pop("deleted", None)
    return records


def _microseconds(milliseconds: object) -> int:
    if type(milliseconds) is not int:
        raise TypeError(milliseconds)
    return milliseconds * _MICROSECONDS


def _entry_count(records: list[dict[str, Any]]) -> int:
    return sum(len(record["ms"]) for record in records)


def with_sheets_of(game: IncomingGame, layouts: Mapping[str, Layout]) -> Mapping[str, Layout]:
    """Sheets, extended by those that a game brings."""
    sheets = {sheet.name: sheet for sheet in game.sheets}
    return ExtendedLayouts(layouts, sheets.get)


def has_unknown_sheet(file: ExchangeFile, layouts: Mapping[str, Layout]) -> bool:
    """True if neither this version nor the link has a sheet of one of its games."""
    return any(
        name not in with_sheets_of(incoming, layouts)
        for incoming in file.games
        for name in sheet_names_in(incoming.saved.head.setup).split(",")
    )


def replay_games(file: ExchangeFile, layouts: Mapping[str, Layout]) -> Iterator[LinkedGame]:
    """Replay the games of a link, also on sheets that it brings; omit those that cannot be read."""
    for incoming in file.games:
        game = replay_saved(incoming.saved, with_sheets_of(incoming, layouts))
        if game is not None:
            yield LinkedGame(summarise_replayed(incoming.saved, game), game, incoming.remark)
