"""The headings in the list of games: the evening, and the series that was played."""

import math
from collections.abc import Iterable, Sequence
from datetime import date

import flet as ft

from qwixx_pad.history.series import Evening, Series
from qwixx_pad.i18n import isolate_text
from qwixx_pad.ui.context import ScreenContext, current_context
from qwixx_pad.ui.design.primitives import heading, write
from qwixx_pad.ui.history import CHUNK_ROWS
from qwixx_pad.ui.result import series_won_text, sort_tallies
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import HINT, LABEL

_NO_BREAK = "\u00a0"
_FIRST_WIDE = "\u1100"
"""From this letter on, those of other scripts may be as wide as they are high."""


def evening_texts(evening: Evening, tr: Translator, today: date) -> tuple[str, tuple[str, ...]]:
    """The heading of an evening, and the wins and points of each player of its series."""
    day = tr.day_text(evening.day, today)
    series = evening.series
    if series is None:
        return day, ()
    games = tr.ngettext("Series of {n} game", "Series of {n} games", len(series.games))
    return f"{day} • {series_won_text(series, tr) or games}", _tally_texts(series, tr)


def _tally_texts(series: Series, tr: Translator) -> tuple[str, ...]:
    return tuple(
        tally_text(tally.name, tally.wins, tally.points, tr)
        for tally in sort_tallies(series.tallies)
    )


def tally_text(name: str, wins: int, points: int, tr: Translator) -> str:
    wins_text = tr.ngettext("{n} win", "{n} wins", wins)
    points_text = tr.ngettext("{n} point", "{n} points", points)
    return f"{isolate_text(name)} {wins_text}, {points_text}"


def join_tallies(tallies: Iterable[str], room: float) -> str:
    """Join the texts of players; a text that fits a line is not broken.

    `room` is the width of a line, as a multiple of the size of the letters.
    """
    return " • ".join(
        text.replace(" ", _NO_BREAK) if _text_width(text) <= room else text for text in tallies
    )


def count_lines(text: str, room: float) -> int:
    """The most lines that a text takes; `room` is as for `join_tallies`."""
    lines = 1
    used = 0.0
    for width in map(_text_width, text.split(" ")):
        if used and used + _letter_width(" ") + width > room:
            lines += 1
            used = 0.0
        lines += math.ceil(width / room) - 1
        used += width + (_letter_width(" ") if used else 0)
    return lines


def _text_width(text: str) -> float:
    """The estimated width of a text, as a multiple of the size of its letters."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in f"ijl,. {_NO_BREAK}":
        return 0.245
    if letter in "frt•":
        return 0.39
    if letter in "mwMW":
        return 0.85
    if letter.isdecimal():
        return 0.62
    if letter >= _FIRST_WIDE:
        return 1.3
    return 0.67 if letter.isupper() else 0.575


_HEADING_GAP_DP = 10.0
"""Space above the heading of an evening."""
_HEADING_FOOT_DP = 6.0
"""Space below it."""
_HEADING_EDGE_DP = 4.0
"""Space to its left and to its right."""
_LINE_HEIGHT = 1.25
"""Height of its lines, as a multiple of the size of the letters."""


def chunk_heights(
    total: int, extent: float, evenings: Sequence[Evening], context: ScreenContext, width: float
) -> list[float]:
    """The heights of the chunks of a list, headings included, in dp.

    Args:
        total: Number of rows in the list.
        extent: Distance from one row to the next, in dp.
        evenings: Those with a heading in the list.
        context: Has the language and the size of the letters.
        width: Width of the list, in dp.
    """
    heights = [min(CHUNK_ROWS, total - first) * extent for first in range(0, total, CHUNK_ROWS)]
    for evening in evenings:
        heights[evening.first // CHUNK_ROWS] += _heading_height(evening, context, width)
    return heights


def _heading_height(evening: Evening, context: ScreenContext, width: float) -> float:
    """The height of the heading of an evening in a list of this width, both in dp."""
    lines = context.theme.grown_height(LABEL.size * _LINE_HEIGHT) * _title_lines(context)
    if evening.series is not None:
        room = _room_for_letters(context, width)
        count = count_lines(join_tallies(_tally_texts(evening.series, context.tr), room), room)
        lines += count * context.theme.grown_height(HINT.size * _LINE_HEIGHT)
    return _HEADING_GAP_DP + math.ceil(lines) + _HEADING_FOOT_DP


def _room_for_letters(context: ScreenContext, width: float) -> float:
    return (width - 2 * _HEADING_EDGE_DP) / (HINT.size * context.theme.text_scale)


def _title_lines(context: ScreenContext) -> int:
    return 2 if context.theme.has_large_text else 1


def evening_heading(evening: Evening, today: date, width: float) -> ft.Control:
    """Build the heading of an evening, with the height that `chunk_heights` adds for it."""
    context = current_context()
    theme = context.theme
    title, tallies = evening_texts(evening, context.tr, today)
    lines: list[ft.Control] = [
        heading(
            title,
            LABEL,
            theme.ink,
            line_height=_LINE_HEIGHT,
            max_lines=_title_lines(context),
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    ]
    if tallies:
        text = join_tallies(tallies, _room_for_letters(context, width))
        lines.append(write(text, HINT, color=theme.ink2, line_height=_LINE_HEIGHT))
    return ft.Container(
        ft.Column(lines, spacing=0, alignment=ft.MainAxisAlignment.END),
        height=_heading_height(evening, context, width),
        padding=ft.Padding.only(
            left=_HEADING_EDGE_DP,
            right=_HEADING_EDGE_DP,
            top=_HEADING_GAP_DP,
            bottom=_HEADING_FOOT_DP,
        ),
        key=f"evening {evening.first}",
    )
