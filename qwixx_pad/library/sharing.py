"""What leaves the pad about one game: a text for a chat, a link to another app, a file's name."""

import csv
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from urllib.parse import quote

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import BONUS_LETTERS, LONE_ROWS, ROW_LETTERS
from qwixx_pad.core.scoring import BESIDE, Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.history.statistics import BesideNumbers, Numbers, Rival, RowNumbers, SheetNumbers
from qwixx_pad.i18n import END_ISOLATE, ISOLATE, isolated, phrase
from qwixx_pad.layouts import installed, is_own, plain_title
from qwixx_pad.settings import clean_name, plain_name
from qwixx_pad.settings.letters import is_printable
from qwixx_pad.storage.summary import RowScore, Score, State, Summary, day_here

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

Say = Callable[..., str]
"""Puts a message into a language, with its placeholders filled."""


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


def share_text(names: Sequence[str], game: Game, day: str, text: Say) -> str:
    """A game as a text for a chat: a line that says what it is, then one a player, best first.

    Equal totals share a place and stand in seating order. One sheet alone has no place.

    Args:
        names: In seating order; empty or missing where nobody said one.
        game: Finished or not.
        day: When it was played, in words.
        text: Speaks the language.
    """
    said = {layout.name: layout.title for layout in game.setup.layouts}
    box = title(game.setup.names, lambda name: said[name] or plain_title(name))
    head = text("{game}, {day}", game=box, day=day)
    return "\n".join((head, *_lines(names, game.position.sheets, text)))


def _lines(
    names: Sequence[str], sheets: Sequence[Sheet], text: Callable[..., str]
) -> Iterator[str]:
    places = ranks([sheet.total for sheet in sheets])
    said = (*names, *("",) * len(sheets))
    contest = len(sheets) > 1
    for seat in sorted(range(len(sheets)), key=places.__getitem__):
        nameless = text("Player {n}", n=seat + 1) if contest else text("Me")
        name, total = clean_name(said[seat]) or nameless, _printed(sheets[seat].total)
        parts = ", ".join(_parts(sheets[seat], text))
        line = text("{name} {total} ({parts})", name=name, total=total, parts=parts)
        yield f"{places[seat]}. {line}" if contest else line


def _parts(sheet: Sheet, text: Say) -> Iterator[str]:
    """What a total is made of."""
    line = sheet.sum_line
    for row, points in zip(sheet.layout.rows, line.rows, strict=True):
        if row.lock_mask:
            yield text(_ROWS[row.letter], n=points)
    for term in line.beside:
        yield text(_BESIDE[term.purpose], n=term.points)
    if line.penalty:
        yield text("misthrows {n}", n=_printed(-line.penalty))


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
        day_here(summary.touched).isoformat(),
        *(plain_name(clean_name(name), "-") for name in summary.names),
    )
    stem = "-".join(word for word in words if word)
    ending = f".{ending.removeprefix('.')}"
    return stem[: _LONGEST_FILE_NAME - len(ending)].rstrip("-") + ending


_Value = str | int | float | None
"""What stands in a column of a line; None leaves it empty."""
_Kind = tuple[int, int]
"""What rows that can be compared have in common: crosses before the lock, crosses that count."""

_MARK = "\ufeff"
_COMPUTES = frozenset("=+-@")
_ISOLATES = ISOLATE + END_ISOLATE


def harmless(text: str) -> str:
    """A text as it stands in a table: printable, on one line, and never a formula.

    The signs that isolate a name inside a cell stay, for a name that is read from the right.

    An apostrophe goes in front of what would be one, as people do it in a spreadsheet; so it does
    behind a comma or a semicolon, where a spreadsheet of another country begins the next cell.
    """
    printable = "".join(c if is_printable(c) or c in _ISOLATES else " " for c in text)
    parts = re.split("([,;])", " ".join(printable.split()))
    return "".join(f"'{part}" if _computes(part) else part for part in parts)


def _computes(text: str) -> bool:
    # Spreadsheets in East Asia also take the wide forms of the four signs.
    first = text.lstrip(f" {_ISOLATES}")[:1]
    return unicodedata.normalize("NFKC", first)[:1] in _COMPUTES


def _line(cells: Iterable[_Value], *, decimal_comma: bool) -> str:
    """One line of a table, with its end."""

    def written(cell: _Value) -> _Value:
        if isinstance(cell, float) and decimal_comma:
            return str(cell).replace(".", ",")
        return harmless(cell) if isinstance(cell, str) else cell

    line = io.StringIO(newline="")
    csv.writer(line, delimiter=";" if decimal_comma else ",").writerow(map(written, cells))
    return line.getvalue()


def _stamp(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


_A = TypeVar("_A")
_B = TypeVar("_B")
_Column = tuple[str, Callable[[_A, _B], _Value]]
"""The name of a column, and what stands in it of a line's two values."""


def _table(
    columns: Sequence[_Column[_A, _B]], lines: Iterable[tuple[_A, _B]], *, decimal_comma: bool
) -> Iterator[str]:
    yield _MARK + _line((name for name, _ in columns), decimal_comma=decimal_comma)
    for one, other in lines:
        yield _line((get(one, other) for _, get in columns), decimal_comma=decimal_comma)


def games_csv(summaries: Iterable[Summary], *, decimal_comma: bool = False) -> Iterator[str]:
    """The sheets of some games, one line each below the names of the columns.

    When a game ended and how many minutes it took is left empty while it is not over, and where it
    was corrected afterwards: then its last entry is not the end of the game. Of one copied from
    paper the day is known, but not how long it took. A game that cannot be read has no sheets, so
    it has no line.

    Args:
        summaries: The games.
        decimal_comma: Whether it is opened where a comma stands before the decimals: there a
            spreadsheet looks for semicolons between the cells.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8. The games are
        taken one at a time.
    """
    sheets = ((game, score) for game in summaries for score in game.scores)
    return _table(_OF_A_SHEET, sheets, decimal_comma=decimal_comma)


def _is_ended(game: Summary) -> bool:
    """Whether its last entry is its end."""
    return game.state is State.OVER and not game.corrected


def _minutes(game: Summary) -> int | None:
    known = _is_ended(game) and not game.copied
    return minutes(game.started, game.touched) if known else None


def _beside(purpose: str) -> _Column[Summary, Score]:
    return purpose, lambda _, score: dict(score.beside).get(purpose)


_OF_A_SCORE: dict[str, Callable[[RowScore], _Value]] = {
    "points": lambda row: row.points,
    "crosses": lambda row: row.crosses,
}
"""Figures that have a column for each row."""


def _row(letter: str, what: str) -> _Column[Summary, Score]:
    get = _OF_A_SCORE[what]
    return f"{letter}_{what}", lambda _, score: next(
        (get(row) for row in score.rows if row.letter == letter), None
    )


_OF_A_SHEET: Sequence[_Column[Summary, Score]] = (
    ("game", lambda game, _: game.game),
    ("started", lambda game, _: _stamp(game.started)),
    ("ended", lambda game, _: _stamp(game.touched) if _is_ended(game) else None),
    ("minutes", lambda game, _: _minutes(game)),
    ("layout", lambda game, _: game.layout),
    ("state", lambda game, _: game.state.value),
    ("seats", lambda game, _: len(game.scores)),
    ("seat", lambda _, score: score.seat),
    ("player", lambda _, score: score.name),
    ("sheet", lambda _, score: score.sheet),
    ("rank", lambda _, score: score.place),
    ("total", lambda _, score: score.total),
    *(_row(letter, what) for letter in ROW_LETTERS for what in _OF_A_SCORE),
    ("locked", lambda _, score: " ".join(row.letter for row in score.rows if row.locked)),
    ("penalties", lambda _, score: score.penalties),
    ("minus", lambda _, score: score.minus),
    ("extra", lambda _, score: score.extra),
    *(_beside(purpose.value) for purpose in BESIDE),
    *(_row(letter, "crosses") for letter in (*BONUS_LETTERS, *LONE_ROWS.values())),
)


def numbers_csv(
    rows: Iterable[tuple[str, Numbers]], kinds: Sequence[_Kind], *, decimal_comma: bool = False
) -> Iterator[str]:
    """The numbers of some players, one line each below the names of the columns.

    What is said of totals is said of the printed sheet that stands first in `by_sheet`.
    Where there is no sheet all numbers but the counts are empty, for they mean nothing. A list
    stands in one cell: the bars as `3x70` (3 totals from 70), the rivals and the last totals in
    words, with `|` between them.

    Args:
        rows: Each player's name and numbers; they are taken one at a time.
        kinds: The kinds of rows that get columns, such as `r_5of12_points`.
        decimal_comma: As for `games_csv`.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    each = ((letter, kind) for kind in kinds for letter in ROW_LETTERS)
    of_rows = (_row_of_kind(*row, what) for row in each for what in _OF_A_ROW)
    columns = (*_OF_TOTALS, *_OF_PENALTIES, *of_rows, *_LISTS)
    return _table(columns, rows, decimal_comma=decimal_comma)


def _if_any(get: Callable[[Numbers], _Value]) -> Callable[[str, Numbers], _Value]:
    """A figure, which means nothing where there is no sheet."""
    return lambda _, numbers: get(numbers) if numbers.sheets else None


_OF_TOTALS: Sequence[_Column[str, Numbers]] = (
    ("player", lambda name, _: name),
    ("sheets", lambda _, numbers: numbers.sheets),
    ("multiplayer_sheets", lambda _, numbers: numbers.contests),
    ("wins", lambda _, numbers: numbers.wins),
    ("best", _if_any(lambda numbers: numbers.best)),
    ("best_at", _if_any(lambda numbers: _stamp(numbers.best_at))),
    ("average", _if_any(lambda numbers: numbers.average)),
    ("spread", _if_any(lambda numbers: numbers.spread)),
    ("quartile_1", _if_any(lambda numbers: numbers.quartiles[0])),
    ("median", _if_any(lambda numbers: numbers.quartiles[1])),
    ("quartile_3", _if_any(lambda numbers: numbers.quartiles[2])),
    ("latest", _if_any(lambda numbers: numbers.latest)),
    ("penalties", _if_any(lambda numbers: numbers.penalties)),
)

_MOST_PENALTIES = 4


def _with_penalties(least: int, most: int | None) -> Callable[[str, Numbers], _Value]:
    return lambda _, numbers: sum(numbers.penalty_counts[least:most])


_OF_PENALTIES: Sequence[_Column[str, Numbers]] = (
    *((f"sheets_with_{n}_penalties", _with_penalties(n, n + 1)) for n in range(_MOST_PENALTIES)),
    # more than four are counted with the fours
    (f"sheets_with_{_MOST_PENALTIES}_penalties", _with_penalties(_MOST_PENALTIES, None)),
)

_OF_A_ROW: dict[str, Callable[[RowNumbers], _Value]] = {
    "sheets": lambda row: row.sheets,
    "points": lambda row: row.points,
    "crosses": lambda row: row.crosses,
    "locked": lambda row: row.locked,
    "closed": lambda row: row.closed,
}
"""Figures that have a column for each row of each kind."""


def _row_of_kind(letter: str, kind: _Kind, what: str) -> _Column[str, Numbers]:
    needs, most = kind
    get = _OF_A_ROW[what]
    return f"{letter}_{needs}of{most}_{what}", lambda _, numbers: next(
        (get(row) for row in numbers.rows if (row.letter, row.kind) == (letter, kind)), None
    )


_LISTS: Sequence[_Column[str, Numbers]] = (
    ("bins", lambda _, numbers: " ".join(f"{count}x{start}" for start, count in numbers.bins)),
    ("rivals", lambda _, numbers: " | ".join(map(_rival, numbers.rivals))),
    (
        "recent",
        lambda _, numbers: " | ".join(f"{total} at {_stamp(at)}" for at, total in numbers.recent),
    ),
    ("by_sheet", lambda _, numbers: " | ".join(map(_printed_sheet, numbers.by_sheet))),
    ("extras", lambda _, numbers: " | ".join(map(_beside_in_words, numbers.beside))),
)


def _printed_sheet(each: SheetNumbers) -> str:
    return f"{each.sheet}: sheets {each.sheets}, best {each.best}, average {each.average:.2f}"


def _beside_in_words(each: BesideNumbers) -> str:
    return f"{each.purpose}: sheets {each.sheets}, points {each.points:.2f}"


def _rival(rival: Rival) -> str:
    return (
        f"{isolated(rival.name)}: games {rival.games}, ahead {rival.ahead}, behind {rival.behind}, "
        f"difference {rival.difference:.2f}"
    )
