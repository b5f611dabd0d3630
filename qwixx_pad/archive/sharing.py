"""What leaves the pad about one game: a text for a chat, a link to another app, a file's name."""

import csv
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol
from urllib.parse import quote

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import BONUS_LETTERS, LONE_ROWS, ROW_LETTERS
from qwixx_pad.core.scoring import BESIDE, Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.layouts import installed, is_own, plain_title
from qwixx_pad.service.settings import clean_name, plain_name
from qwixx_pad.storage.counting import Numbers, Rival, RowNumbers, SheetNumbers
from qwixx_pad.storage.summary import RowScore, Score, State, Summary

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
    """What is printed on the box of sheets with these names in a game line."""
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
    """
    words = (
        "qwixx",
        summary.started.date().isoformat(),
        *(plain_name(clean_name(name), "-") for name in summary.names),
    )
    stem = "-".join(word for word in words if word)
    ending = f".{ending.removeprefix('.')}"
    return stem[: _LONGEST_FILE_NAME - len(ending)].rstrip("-") + ending


Cell = str | int | float | None
"""What stands in a column of a line; None leaves it empty."""
Kind = tuple[int, int]
"""What rows that can be compared have in common: crosses before the lock, crosses that count."""

_MARK = "\ufeff"
_COMPUTES = frozenset("=+-@")
_MOST_PENALTIES = 4
_GAME = ("game", "started", "ended", "minutes", "layout", "state", "seats")
_SHEET = ("seat", "player", "sheet", "place", "total")
_PURPOSES = tuple(purpose.value for purpose in BESIDE)
_REST = ("locked", "penalties", "minus", "extra", *_PURPOSES)
_EXTRA_ROWS = (*BONUS_LETTERS, *LONE_ROWS.values())
_COUNTED = ("sheets", "contests", "wins", "best", "best_at", "average", "spread")
_TOTALS = ("quartile_1", "median", "quartile_3", "latest")
_LISTS = ("bins", "rivals", "recent", "by_sheet", "beside")


def harmless(text: str) -> str:
    """A text as it stands in a table: printable, on one line, and never a formula.

    An apostrophe goes in front of what would be one, as people do it in a spreadsheet; so it does
    behind a semicolon, where a spreadsheet in some countries begins the next cell.
    """
    printable = "".join(c if c.isprintable() else " " for c in text)
    parts = re.split("(;)", " ".join(printable.split()))
    return "".join(f"'{part}" if _computes(part) else part for part in parts)


def _computes(text: str) -> bool:
    # Spreadsheets in East Asia also take the wide forms of the four signs.
    first = text.lstrip()[:1]
    return unicodedata.normalize("NFKC", first)[:1] in _COMPUTES


def _line(cells: Iterable[Cell]) -> str:
    """One line of a table, with its end."""
    line = io.StringIO(newline="")
    csv.writer(line).writerow(harmless(cell) if isinstance(cell, str) else cell for cell in cells)
    return line.getvalue()


def _stamp(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def games_csv(summaries: Iterable[Summary], letters: Sequence[str] = ROW_LETTERS) -> Iterator[str]:
    """The sheets of some games, one line each below the names of the columns.

    When a game ended and how many minutes it took is left empty while it is not over, and where it
    was corrected afterwards: then its last entry is not the end of the game. Of one copied from
    paper the day is known, but not how long it took. A game that cannot be read has no sheets, so
    it has no line.

    Args:
        summaries: The games; they are taken one at a time.
        letters: The rows with points that get columns; those without have one for their crosses.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    rows = [f"{letter}_{what}" for letter in letters for what in ("points", "crosses")]
    extra = (f"{letter}_crosses" for letter in _EXTRA_ROWS)
    yield _MARK + _line((*_GAME, *_SHEET, *rows, *_REST, *extra))
    for summary in summaries:
        game = _game_cells(summary)
        for score in summary.scores:
            yield _line((*game, *_sheet_cells(score, letters)))


def _game_cells(summary: Summary) -> tuple[Cell, ...]:
    known = summary.state is State.OVER and not summary.corrected
    return (
        summary.game,
        _stamp(summary.started),
        _stamp(summary.touched) if known else None,
        minutes(summary.started, summary.touched) if known and not summary.copied else None,
        summary.layout,
        summary.state.value,
        len(summary.scores),
    )


def _sheet_cells(score: Score, letters: Sequence[str]) -> Iterator[Cell]:
    yield from (score.seat, score.name, score.sheet, score.place, score.total)
    rows = {row.letter: row for row in score.rows}
    for letter in letters:
        yield from _row_score_cells(rows.get(letter))
    yield " ".join(row.letter for row in score.rows if row.locked)
    yield from (score.penalties, score.minus, score.extra)
    beside = dict(score.beside)
    yield from (beside.get(purpose) for purpose in _PURPOSES)
    yield from (rows[letter].crosses if letter in rows else None for letter in _EXTRA_ROWS)


def _row_score_cells(row: RowScore | None) -> tuple[Cell, ...]:
    return (None, None) if row is None else (row.points, row.crosses)


def numbers_csv(
    rows: Iterable[tuple[str, Numbers]], kinds: Sequence[Kind], letters: Sequence[str] = ROW_LETTERS
) -> Iterator[str]:
    """The numbers of some players, one line each below the names of the columns.

    What is said of totals is said of the printed sheet that stands first in `by_sheet`.
    Where there is no sheet all numbers but the counts are empty, for they mean nothing. A list
    stands in one cell: the bars as `3x70` (3 totals from 70), the rivals and the last totals in
    words, with `|` between them.

    Args:
        rows: Each player's name and numbers; they are taken one at a time.
        kinds: The kinds of rows that get columns, such as `r_5of12_points`.
        letters: The rows that get columns.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    told = [(letter, kind) for kind in kinds for letter in letters]
    yield _MARK + _line(_number_columns(told))
    for name, numbers in rows:
        yield _line((name, *_number_cells(numbers, told)))


def _number_columns(told: Iterable[tuple[str, Kind]]) -> Iterator[str]:
    yield from ("player", *_COUNTED, *_TOTALS, "penalties")
    yield from (f"sheets_with_{n}_penalties" for n in range(_MOST_PENALTIES + 1))
    for letter, (needs, most) in told:
        counted = ("sheets", "points", "crosses", "locked", "closed")
        yield from (f"{letter}_{needs}of{most}_{what}" for what in counted)
    yield from _LISTS


def _number_cells(numbers: Numbers, told: Iterable[tuple[str, Kind]]) -> Iterator[Cell]:
    yield from (numbers.sheets, numbers.contests, numbers.wins)
    yield from _total_cells(numbers) if numbers.sheets else (None,) * 9
    yield from _penalty_cells(numbers.penalty_counts)
    rows = {(row.letter, row.kind): row for row in numbers.rows}
    for row in told:
        yield from _row_cells(rows.get(row))
    yield " ".join(f"{count}x{start}" for start, count in numbers.bins)
    yield " | ".join(map(_rival, numbers.rivals))
    yield " | ".join(f"{total} at {_stamp(at)}" for at, total in numbers.recent)
    yield " | ".join(map(_printed_sheet, numbers.by_sheet))
    yield " | ".join(
        f"{x.purpose}: sheets {x.sheets}, points {x.points:.2f}" for x in numbers.beside
    )


def _total_cells(numbers: Numbers) -> tuple[Cell, ...]:
    return (
        numbers.best,
        _stamp(numbers.best_at),
        numbers.average,
        numbers.spread,
        *numbers.quartiles,
        numbers.latest,
        numbers.penalties,
    )


def _penalty_cells(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Sheets with 0, 1, 2, 3 and 4 penalties; more than four are counted with the fours."""
    few = (*counts, *(0,) * _MOST_PENALTIES)[:_MOST_PENALTIES]
    return (*few, sum(counts[_MOST_PENALTIES:]))


def _row_cells(row: RowNumbers | None) -> tuple[Cell, ...]:
    if row is None:
        return (None,) * 5
    return (row.sheets, row.points, row.crosses, row.locked, row.closed)


def _printed_sheet(each: SheetNumbers) -> str:
    return f"{each.sheet}: sheets {each.sheets}, best {each.best}, average {each.average:.2f}"


def _rival(rival: Rival) -> str:
    return (
        f"{rival.name}: games {rival.games}, ahead {rival.ahead}, behind {rival.behind}, "
        f"difference {rival.difference:.2f}"
    )
