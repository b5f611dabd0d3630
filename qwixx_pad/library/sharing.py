"""Exports of one game: a text for a chat, a link to another app, a file's name; and tables."""

import csv
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import BONUS_LETTERS, LONE_ROW_LETTERS, ROW_LETTERS
from qwixx_pad.core.scoring import EXTRAS, Purpose, ranks
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.history.figures import Cell, Figure, figures_of, utc_time
from qwixx_pad.history.lengths import game_minutes
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.i18n import END_ISOLATE, ISOLATE, N_
from qwixx_pad.layouts import installed_layouts, is_custom, plain_title
from qwixx_pad.settings import ascii_slug, clean_name
from qwixx_pad.settings.letters import is_printable
from qwixx_pad.storage.summary import GameState, Score, Summary, local_day, name_key

_ROW_TEXTS = {
    # Translators: the points of a row, in a list.
    "r": N_("red {n}"),
    "y": N_("yellow {n}"),
    "g": N_("green {n}"),
    "b": N_("blue {n}"),
}

_EXTRA_TEXTS = {
    # Translators: points that come beside the rows, in a list: for crosses on marked steps,
    Purpose.STEPS: N_("steps {n}"),
    # Translators: for the highest field of a track,
    Purpose.TRACK: N_("track {n}"),
    # Translators: for a pair of equal symbols,
    Purpose.PAIR: N_("pair {n}"),
    # Translators: for the place of one's pawn on the game board.
    Purpose.BOARD: N_("board {n}"),
}

_BGSTATS_URL = "https://app.bgstatsapp.com/createPlay.html?data="
_MAX_ID_CHARS = 48
"""Longest identifier in a link, counted as it is quoted there: a QR code has to hold five of them,
and five long names."""

_MAX_FILE_NAME_CHARS = 60

FormatText = Callable[..., str]
"""Translates a message and fills in its placeholders."""


def edition_title(layout: str, custom_title: Callable[[str], str] = plain_title) -> str:
    """The title on the box of the sheets with these names, with commas as in a game line."""
    names = ", ".join(_sheet_title(name, custom_title) for name in layout.split(","))
    return f"Qwixx {names}".rstrip()


def _sheet_title(name: str, custom_title: Callable[[str], str]) -> str:
    known = installed_layouts().get(name)
    if known is None:
        return custom_title(name) if is_custom(name) else name.replace("_", " ").title()
    return "" if known.default else known.title


def chat_text(names: Sequence[str], game: Game, day: str, gettext: FormatText) -> str:
    """A game as a text for a chat: a heading, then one line a player, best first.

    Equal totals share a rank and are in seating order. One sheet alone has no rank.

    Args:
        names: In seating order; empty or missing where none was entered.
        game: Finished or not.
        day: The day on which it was played, in words.
        gettext: Translates a message and fills in its values.
    """
    titles = {layout.name: layout.title for layout in game.setup.layouts}
    edition = edition_title(game.setup.names, lambda name: titles[name] or plain_title(name))
    head = gettext("{game}, {day}", game=edition, day=day)
    return "\n".join((head, *_score_lines(names, game.position.sheets, gettext)))


def _score_lines(
    names: Sequence[str], sheets: Sequence[Sheet], gettext: FormatText
) -> Iterator[str]:
    ranks_by_seat = ranks([sheet.total for sheet in sheets])
    padded = (*names, *("",) * len(sheets))
    is_multiplayer = len(sheets) > 1
    for seat in sorted(range(len(sheets)), key=ranks_by_seat.__getitem__):
        nameless = gettext("Player {n}", n=seat + 1) if is_multiplayer else gettext("Me")
        name = clean_name(padded[seat]) or nameless
        total = _signed_number(sheets[seat].total)
        parts = ", ".join(_total_parts(sheets[seat], gettext))
        line = gettext("{name} {total} ({parts})", name=name, total=total, parts=parts)
        yield f"{ranks_by_seat[seat]}. {line}" if is_multiplayer else line


def _total_parts(sheet: Sheet, gettext: FormatText) -> Iterator[str]:
    line = sheet.points_line
    for row, points in zip(sheet.layout.rows, line.rows, strict=True):
        if row.lock_mask:
            yield gettext(_ROW_TEXTS[row.letter], n=points)
    for term in line.extras:
        yield gettext(_EXTRA_TEXTS[term.purpose], n=term.points)
    if line.penalty:
        yield gettext("penalties {n}", n=_signed_number(-line.penalty))


def _signed_number(number: int) -> str:
    """A number with the minus sign that is printed on the pad."""
    return f"{number}".replace("-", "−")


def bgstats_link(summary: Summary, ended: datetime) -> str:
    """A link that sends a game to Board Game Stats, where that app is installed.

    The fields are those of
    https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. All
    boolean ones are included, though they are optional: other makers of such links report that the
    app for Android refuses a play without them. A player with one sheet alone is not marked as the
    winner.

    Args:
        summary: A game whose sheets can be read.
        ended: When it ended, with a time zone; for a game from paper when it began.

    Returns:
        At most 2900 characters for up to five players, which fit a QR code.

    Raises:
        ValueError: The game cannot be read.
    """
    if not summary.scores:
        raise ValueError(f"game {summary.game[:40]!r} has no sheet to hand over")
    play: dict[str, object] = {
        "sourceName": "Qwixx Pad",
        "sourcePlayId": _short_id(summary.game),
        "playDate": ended.astimezone(UTC).isoformat(" ", "seconds")[:19],
        "game": _bgstats_game(summary.layout),
        "players": list(_bgstats_players(summary)),
    }
    took = game_minutes(summary.seconds)
    if took is not None:
        play["durationMin"] = took
    return _BGSTATS_URL + _url_quoted(json.dumps(play, ensure_ascii=False, separators=(",", ":")))


def _bgstats_game(layout: str) -> dict[str, object]:
    game: dict[str, object] = {
        "name": edition_title(layout),
        "sourceGameId": layout,
        "highestWins": True,
        "noPoints": False,
    }
    known = installed_layouts().get(layout)
    if known is not None and known.bgg is not None:
        game["bggId"] = known.bgg
    return game


def _bgstats_players(summary: Summary) -> Iterator[dict[str, object]]:
    taken: set[str] = set()
    is_multiplayer = len(summary.scores) > 1
    for score in summary.scores:
        name = clean_name(score.name) or (f"Player {score.seat}" if is_multiplayer else "Me")
        identifier = _short_id(name_key(name))
        while identifier in taken:
            identifier += "+"
        taken.add(identifier)
        player = {
            "name": name,
            "sourcePlayerId": identifier,
            "startPlayer": is_multiplayer and score.seat == 1 and not summary.is_from_paper,
            "winner": is_multiplayer and score.rank == 1,
            "score": score.total,
        }
        yield {**player, "rank": score.rank} if is_multiplayer else player


def _short_id(text: str) -> str:
    """The text itself, or a hash of it if it would make the link too long."""
    if len(_url_quoted(text)) <= _MAX_ID_CHARS:
        return text
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32]


def _url_quoted(text: str) -> str:
    return quote(text, safe="", errors="replace")


def game_file_name(summary: Summary, ending: str) -> str:
    """A name for a file with this game, such as `qwixx-2026-11-21-anna-ben.json`.

    It has only small Latin letters, digits and hyphens, at most 60 characters, so every system
    accepts it. A player's name in other letters is left out.
    """
    words = (
        "qwixx",
        local_day(summary.touched).isoformat(),
        *(ascii_slug(clean_name(name), "-") for name in summary.names),
    )
    stem = "-".join(word for word in words if word)
    ending = f".{ending.removeprefix('.')}"
    return stem[: _MAX_FILE_NAME_CHARS - len(ending)].rstrip("-") + ending


_RowKind = tuple[int, int]
"""Kind of comparable rows: crosses needed before the lock, most crosses that count."""

_BYTE_ORDER_MARK = "\ufeff"
_FORMULA_SIGNS = frozenset("=+-@")
_ISOLATES = ISOLATE + END_ISOLATE


def csv_safe(text: str) -> str:
    """A text for a table cell: printable, on one line, and never a formula.

    An apostrophe goes in front of a formula, as usual in a spreadsheet; also behind a comma or a
    semicolon, where a spreadsheet of another country begins the next cell. The characters that
    isolate a name inside a cell stay: a name may be read from right to left.
    """
    printable = "".join(c if is_printable(c) or c in _ISOLATES else " " for c in text)
    parts = re.split("([,;])", " ".join(printable.split()))
    return "".join(f"'{part}" if _is_formula(part) else part for part in parts)


def _is_formula(text: str) -> bool:
    # Spreadsheets in East Asia also accept the full-width forms of the four signs.
    return unicodedata.normalize("NFKC", text.lstrip(f" {_ISOLATES}")[:1])[:1] in _FORMULA_SIGNS


def _csv_line(cells: Iterable[Cell], *, decimal_comma: bool) -> str:
    """One line of a table, with its end."""

    def cell_value(cell: Cell) -> Cell:
        if isinstance(cell, datetime):
            return utc_time(cell)
        if isinstance(cell, float) and decimal_comma:
            return str(cell).replace(".", ",")
        return csv_safe(cell) if isinstance(cell, str) else cell

    line = io.StringIO(newline="")
    csv.writer(line, delimiter=";" if decimal_comma else ",").writerow(map(cell_value, cells))
    return line.getvalue()


_A = TypeVar("_A")
_B = TypeVar("_B")
_Column = tuple[str, Callable[[_A, _B], Cell]]
"""The name of a column, and its value for a line's two values."""


def _csv_table(
    columns: Sequence[_Column[_A, _B]], lines: Iterable[tuple[_A, _B]], *, decimal_comma: bool
) -> Iterator[str]:
    yield _BYTE_ORDER_MARK + _csv_line((name for name, _ in columns), decimal_comma=decimal_comma)
    for one, other in lines:
        yield _csv_line((get(one, other) for _, get in columns), decimal_comma=decimal_comma)


def games_csv(summaries: Iterable[Summary], *, decimal_comma: bool = False) -> Iterator[str]:
    """Yield the sheets of some games, one line a sheet below the names of the columns.

    The end of a game is empty while it is not over, and if it was corrected afterwards: then its
    last entry is not its end. Its minutes are empty where they are unknown, as before its end and
    for a game from paper. A game that cannot be read has no sheets, so it has no line.

    Args:
        summaries: The games.
        decimal_comma: Whether the spreadsheet writes decimals with a comma, and therefore expects
            semicolons between the cells.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8. Games are read
        one at a time.
    """
    sheets = ((game, score) for game in summaries for score in game.scores)
    return _csv_table(_SHEET_COLUMNS, sheets, decimal_comma=decimal_comma)


def _extra_column(purpose: str) -> _Column[Summary, Score]:
    return purpose, lambda _, score: dict(score.extras).get(purpose)


def _row_column(letter: str, figure: str) -> _Column[Summary, Score]:
    return f"{letter}_{figure}", lambda _, score: next(
        (getattr(row, figure) for row in score.rows if row.letter == letter), None
    )


_SHEET_COLUMNS: Sequence[_Column[Summary, Score]] = (
    ("game", lambda game, _: game.game),
    ("started", lambda game, _: game.started),
    (
        "ended",
        lambda game, _: (
            game.touched if game.state is GameState.OVER and not game.corrected else None
        ),
    ),
    ("minutes", lambda game, _: game_minutes(game.seconds)),
    ("layout", lambda game, _: game.layout),
    ("state", lambda game, _: game.state.value),
    ("seats", lambda game, _: len(game.scores)),
    ("seat", lambda _, score: score.seat),
    ("player", lambda _, score: score.name),
    ("sheet", lambda _, score: score.sheet),
    ("rank", lambda _, score: score.rank),
    ("total", lambda _, score: score.total),
    *(_row_column(letter, figure) for letter in ROW_LETTERS for figure in ("points", "crosses")),
    ("locked", lambda _, score: " ".join(row.letter for row in score.rows if row.locked)),
    ("penalties", lambda _, score: score.penalties),
    ("minus", lambda _, score: score.penalty_points),
    ("extra", lambda _, score: score.extra_points),
    *(_extra_column(purpose.value) for purpose in EXTRAS),
    *(_row_column(letter, "crosses") for letter in (*BONUS_LETTERS, *LONE_ROW_LETTERS.values())),
)


def statistics_csv(
    rows: Iterable[tuple[str, Statistics]],
    kinds: Sequence[_RowKind],
    *,
    decimal_comma: bool = False,
) -> Iterator[str]:
    """Yield the figures of some players, one line a player below the names of the columns.

    Totals are those on the first printed sheet in `by_sheet`. For a player without sheets all cells
    but the counts are empty. A list is one cell: bars such as "3x70" (3 totals from 70), the rivals
    and the last totals in words, with `|` between them.

    Args:
        rows: Each player's name and figures; they are read one at a time.
        kinds: The kinds of rows that get columns, such as `r_5of12_points`.
        decimal_comma: Whether the spreadsheet writes decimals with a comma, as for `games_csv`.

    Yields:
        Lines with their ends; together they are the file, to be written as UTF-8.
    """
    of_rows = (
        (f"{letter}_{needs}of{most}_{name}", partial(_row_cell, letter, (needs, most), attribute))
        for needs, most in kinds
        for letter in ROW_LETTERS
        for attribute, figure in figures_of(RowStats)
        for name in figure.get("columns", {})
    )
    columns: Sequence[_Column[str, Statistics]] = (
        ("player", lambda name, _: name),
        *_figure_columns("columns"),
        *of_rows,
        *_figure_columns("texts"),
    )
    return _csv_table(columns, rows, decimal_comma=decimal_comma)


def _figure_columns(which: Literal["columns", "texts"]) -> Iterator[_Column[str, Statistics]]:
    for attribute, figure in figures_of(Statistics):
        for name, get in figure.get(which, {}).items():
            yield name, partial(_figure_cell, attribute, get, figure)


def _figure_cell(
    attribute: str, get: Callable[[Any], Cell], figure: Figure, _: str, numbers: Statistics
) -> Cell:
    """The value of a cell; None if the figure means nothing because there are no sheets."""
    return get(getattr(numbers, attribute)) if numbers.sheets or figure.get("is_count") else None


def _row_cell(letter: str, kind: _RowKind, attribute: str, _: str, numbers: Statistics) -> Cell:
    rows = (row for row in numbers.rows if (row.letter, row.row_kind) == (letter, kind))
    return getattr(next(rows, None), attribute, None)
