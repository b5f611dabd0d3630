"""What leaves the pad about one game: a text for a chat, a link to another app, a file's name."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol
from urllib.parse import quote

from qwixx_pad.core.game import Game
from qwixx_pad.core.scoring import Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.layouts import installed, is_own, plain_title
from qwixx_pad.service.settings import clean_name, plain_name
from qwixx_pad.storage.summary import Summary

_ROWS = {
    # Translators: the points of a row, in a list.
    "r": phrase("red {n}"),
    "y": phrase("yellow {n}"),
    "g": phrase("green {n}"),
    "b": phrase("blue {n}"),
}

_BESIDE = {
    # Translators: points that come beside the rows, in a list: for crosses on marked steps,
    Purpose.STEPS: phrase("steps {n}"),
    # Translators: for the highest field of a track,
    Purpose.TRACK: phrase("track {n}"),
    # Translators: for a pair of equal symbols,
    Purpose.PAIR: phrase("pair {n}"),
    # Translators: for the place of one's pawn on the game board.
    Purpose.BOARD: phrase("board {n}"),
}

_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
_LONGEST_GAME = timedelta(hours=12)
_LONGEST_ID = 48
"""In characters of the link. Five long names and five long ids would not fit a QR code."""

_LONGEST_FILE_NAME = 60


class ShareWords(Protocol):
    """The sentences of one language."""

    def text(self, message: str, **values: object) -> str:
        """A sentence with its placeholders filled."""


def minutes(started: datetime, ended: datetime) -> int | None:
    """How long a game took, in minutes and at least one.

    None if it cannot have been that long: after twelve hours the sheet was left open, and before
    its start no game ends unless somebody has set the clock.
    """
    took = ended - started
    if not timedelta() <= took <= _LONGEST_GAME:
        return None
    return max(1, round(took / timedelta(minutes=1)))


def title(layout: str, own: Callable[[str], str] = plain_title) -> str:
    """What is printed on the box of sheets with these names in a game line.

    Args:
        layout: The names, with commas between them.
        own: What a sheet of one's own is called.
    """
    names = ", ".join(_title(name, own) for name in layout.split(","))
    return f"Qwixx {names}".rstrip()


def _title(name: str, own: Callable[[str], str]) -> str:
    known = installed().get(name)
    if known is None:
        return own(name) if is_own(name) else name.replace("_", " ").title()
    return "" if known.default else known.title


def share_text(names: Sequence[str], game: Game, day: str, words: ShareWords) -> str:
    """A game as a text for a chat: a line that says what it is, then one a player, best first.

    Equal totals share a place and stand in seating order. One sheet alone has no place.

    Args:
        names: In seating order; empty or missing where nobody said one.
        game: Finished or not.
        day: When it was played, in words.
        words: The language.
    """
    said = {layout.name: layout.title for layout in game.setup.layouts}
    box = title(game.setup.names, lambda name: said[name] or plain_title(name))
    head = words.text("{game}, {day}", game=box, day=day)
    return "\n".join((head, *_lines(names, game.position.sheets, words)))


def _lines(names: Sequence[str], sheets: Sequence[Sheet], words: ShareWords) -> Iterator[str]:
    places = ranks([sheet.total for sheet in sheets])
    said = (*names, *("",) * len(sheets))
    contest = len(sheets) > 1
    for seat in sorted(range(len(sheets)), key=places.__getitem__):
        nameless = words.text("Player {n}", n=seat + 1) if contest else words.text("Me")
        name, total = clean_name(said[seat]) or nameless, _printed(sheets[seat].total)
        parts = ", ".join(_parts(sheets[seat], words))
        line = words.text("{name} {total} ({parts})", name=name, total=total, parts=parts)
        yield f"{places[seat]}. {line}" if contest else line


def _parts(sheet: Sheet, words: ShareWords) -> Iterator[str]:
    """What a total is made of."""
    line = sheet.sum_line
    for row, points in zip(sheet.layout.rows, line.rows, strict=True):
        if row.lock_mask:
            yield words.text(_ROWS[row.letter], n=points)
    for term in line.beside:
        yield words.text(_BESIDE[term.purpose], n=term.points)
    if line.penalty:
        yield words.text("misthrows {n}", n=_printed(-line.penalty))


def _printed(number: int) -> str:
    """A number with the minus that is printed on the pad."""
    return f"{number}".replace("-", "−")


def bgstats_link(summary: Summary, ended: datetime) -> str:
    """A link that hands a game over to Board Game Stats, where that app is installed.

    The fields are those of
    https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. All
    that say yes or no are there, though they may be left out: others who make such links say that
    the app for Android refuses a play without them. Whether
    somebody with one sheet alone has won is not known here, so it is not said that they have.

    Args:
        summary: A game whose sheets can be read.
        ended: When its last cross was made, with a time zone.

    Returns:
        At most 2900 characters for up to five players, which fit a QR code.

    Raises:
        ValueError: The game cannot be read, so there is nothing to hand over.
    """
    if not summary.scores:
        raise ValueError(f"game {summary.game[:40]!r} has no sheet to hand over")
    play: dict[str, object] = {
        "sourceName": "Qwixx Pad",
        "sourcePlayId": _identifier(summary.game),
        "playDate": ended.astimezone(UTC).isoformat(" ", "seconds")[:19],
        "game": _printed_game(summary.layout),
        "players": list(_players(summary)),
    }
    took = None if summary.copied else minutes(summary.started, ended)
    if took is not None:
        play["durationMin"] = took
    return _LINK + _encoded(json.dumps(play, ensure_ascii=False, separators=(",", ":")))


def _printed_game(layout: str) -> dict[str, object]:
    game = {"name": title(layout), "sourceGameId": layout, "highestWins": True, "noPoints": False}
    known = installed().get(layout)
    number = known.bgg if known else None
    return game if number is None else {**game, "bggId": number}


def _players(summary: Summary) -> Iterator[dict[str, object]]:
    taken: set[str] = set()
    scores, contest = summary.scores, len(summary.scores) > 1
    for score in scores:
        name = clean_name(score.name) or (f"Player {score.seat}" if contest else "Me")
        identifier = _identifier(name.casefold())
        while identifier in taken:
            identifier += "+"
        taken.add(identifier)
        player = {
            "name": name,
            "sourcePlayerId": identifier,
            "startPlayer": contest and score.seat == 1 and not summary.copied,
            "winner": contest and score.place == 1,
            "score": score.total,
        }
        yield {**player, "rank": score.place} if contest else player


def _identifier(text: str) -> str:
    """The text itself, or a fingerprint of it where it would make the link too long."""
    if len(_encoded(text)) <= _LONGEST_ID:
        return text
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32]


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")


def game_file_name(summary: Summary, ending: str) -> str:
    """A name for a file with this game, such as `qwixx-2026-11-21-anna-ben.json`.

    Every system takes it: plain small letters, digits and hyphens, at most 60 characters. A name
    in other letters is left out.

    Args:
        summary: Of the game.
        ending: Of the file, such as `json`.
    """
    words = (
        "qwixx",
        summary.started.date().isoformat(),
        *(plain_name(clean_name(name), "-") for name in summary.names),
    )
    stem = "-".join(word for word in words if word)
    ending = f".{ending.removeprefix('.')}"
    return stem[: _LONGEST_FILE_NAME - len(ending)].rstrip("-") + ending
