"""The headings in the list of games: of an evening, and of the series played on it."""

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

TALLY_GAP = " • "
"""Between two players of a series."""
_NO_BREAK = "\u00a0"
_NARROW = f"ijl,. {_NO_BREAK}"
_SLIM = "frt•"
_BROAD = "mwMW"
_FIRST_WIDE = "\u1100"
"""Letters of other scripts from here on may be as wide as they are high."""


def evening_texts(evening: Evening, tr: Translator, today: date) -> tuple[str, tuple[str, ...]]:
    """Return the heading of an evening, and what each player has reached in its series, if any."""
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
    """Return what a player has reached in a series."""
    won = tr.ngettext("{n} win", "{n} wins", wins)
    made = tr.ngettext("{n} point", "{n} points", points)
    return f"{isolate_text(name)} {won}, {made}"


def join_tallies(tallies: Iterable[str], room: float) -> str:
    """Join the players of a series; each stays whole in a line, if it fits one.

    The room is a multiple of the size of the letters.
    """
    return TALLY_GAP.join(
        text.replace(" ", _NO_BREAK) if _text_width(text) <= room else text for text in tallies
    )


def count_lines(said: str, room: float) -> int:
    """Return how many lines a text takes at most; the room is as for `join_tallies`."""
    lines = 1
    used = 0.0
    for width in map(_text_width, said.split(" ")):
        if used and used + _letter_width(" ") + width > room:
            lines = lines + 1
            used = 0.0
        lines += math.ceil(width / room) - 1
        used += width + (_letter_width(" ") if used else 0)
    return lines


def _text_width(text: str) -> float:
    """Return about how wide a text is, as a multiple of the size of its letters."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.245
    if letter in _SLIM:
        return 0.39
    if letter in _BROAD:
        return 0.85
    if letter.isdecimal():
        return 0.62
    if letter >= _FIRST_WIDE:
        return 1.3
    return 0.67 if letter.isupper() else 0.575


_HEADING_GAP_DP = 10.0
_HEADING_FOOT_DP = 6.0
_HEADING_EDGE_DP = 4.0
"""Above, below and beside the heading of an evening, in dp."""
_LINE_HEIGHT = 1.25


def chunk_heights(
    total: int, extent: float, evenings: Sequence[Evening], context: ScreenContext, width: float
) -> list[float]:
    """Return the heights of the chunks of a list, with their headings, in dp.

    Args:
        total: How many rows the list has.
        extent: From one row to the next, in dp.
        evenings: All that have a heading in it.
        context: In which language, in how large letters.
        width: Of the list, in dp.
    """
    heights = [min(CHUNK_ROWS, total - first) * extent for first in range(0, total, CHUNK_ROWS)]
    for evening in evenings:
        heights[evening.first // CHUNK_ROWS] += _heading_height(evening, context, width)
    return heights


def _heading_height(evening: Evening, context: ScreenContext, width: float) -> float:
    """Return the height of the heading of an evening in a list of such a width, in dp."""
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
    """Build the heading of an evening, as high as `chunk_heights` counts it."""
    context = current_context()
    theme = context.theme
    title, tallies = evening_texts(evening, context.tr, today)
    lines: list[ft.Control] = [
        heading(
            title,
            LABEL,
            theme.ink,
            height=_LINE_HEIGHT,
            max_lines=_title_lines(context),
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    ]
    if tallies:
        said = join_tallies(tallies, _room_for_letters(context, width))
        lines.append(write(said, HINT, color=theme.ink2, height=_LINE_HEIGHT))
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
