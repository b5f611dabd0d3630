"""A series below the standings of a game: who has won how often, and how many games decide."""

import flet as ft

from qwixx_pad.storage.series import Series
from qwixx_pad.ui.design.form import pill
from qwixx_pad.ui.design.primitives import for_the_eye, heading, said, write
from qwixx_pad.ui.result import next_best_of, series_look
from qwixx_pad.ui.shell import ScreenContext


def series_card(series: Series, context: ScreenContext) -> ft.Control:
    """The games of the same people on one day so far.

    Args:
        series: As it stood at the end of the game.
        context: Theme and words.
    """
    theme, words = context.theme, context.words
    look = series_look(series, words)

    def another() -> None:
        context.change(best_of=next_best_of(context.settings.best_of))

    leads = words.text("How many games decide a series")
    decides = pill("best-of", look.decides, leads, context, another)
    lines = [_line(seat, line, context) for seat, line in enumerate(look.lines, 1)]
    title = heading(look.title, 17, 600, theme.ink)
    return ft.Container(
        ft.Column([title, *lines, ft.Row([decides])], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _line(place: int, line: tuple[str, str, str], context: ScreenContext) -> ft.Control:
    theme, (name, wins, points) = context.theme, line
    who = write(name, 15, 600, color=theme.ink, no_wrap=True, expand=True)
    facts = write(f"{wins} • {points}", 14, 400, color=theme.ink2)
    drawn = ft.Column([who, facts], spacing=0) if theme.large else ft.Row([who, facts])
    return said(f"series-{place}", ", ".join(line), for_the_eye(drawn))
