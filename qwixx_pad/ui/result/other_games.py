"""What a game is among others: in the series of its day, and among all of its owner's."""

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.storage.series import Series
from qwixx_pad.ui.design.controls import noted, outlined
from qwixx_pad.ui.design.form import pill
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, heading, message, said, write
from qwixx_pad.ui.result import next_best_of, said_of_records, series_look
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, use_watched


def beside_other_games(game: str, context: ScreenContext) -> list[ft.Control]:
    """The owner's new records, and the series; nothing where there is none, or for a visitor.

    Args:
        game: Identifier of the game.
        context: Knows the owner's games.
    """
    library = context.own_games
    if library is None:
        return []
    series, records = library.series(game), library.records(game)
    told = said_of_records(records, context.words)
    lines = [message(told, 15, context.theme, live=False)] if told else []
    if series is None or not (len(series.games) > 1 or series.best_of):
        return [*lines]
    return [*lines, series_card(series, context)]


def remark_line(game: str, context: ScreenContext, tap: Tap) -> list[ft.Control]:
    """What was written about a game, or the way to write something; nothing for a visitor."""
    library = context.own_games
    return [] if library is None else [_remark(game, library, context, tap)]


@component
def _remark(game: str, library: Library, context: ScreenContext, tap: Tap) -> ft.Control:
    use_watched(context, library.watch, 0, lambda changes: changes + 1)
    kept, leads = library.find(game), context.words.text("Note and place")
    lines = [] if kept is None else [*kept.remark.told.values()]
    if lines:
        return noted(lines, leads, context.theme, tap)
    pen = ft.Icons.EDIT_ROUNDED
    return outlined(
        context.theme, "remark", leads, lambda: tap("remark"), icon=pen, height=48, size=15
    )


def series_card(series: Series, context: ScreenContext) -> ft.Control:
    """The games of the same people on one day so far, as at the end of the latest."""
    theme, words = context.theme, context.words
    look = series_look(series, words)

    def another() -> None:
        context.change(best_of=next_best_of(context.settings.best_of))

    leads = words.text("How many games decide a series")
    decides = pill("best-of", look.decides, leads, context, another)
    lines = [_line(place, line, context) for place, line in enumerate(look.lines, 1)]
    title = heading(look.title, 17, 600, theme.ink)
    return ft.Container(
        ft.Column([title, *lines, ft.Row([decides])], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _line(place: int, line: tuple[str, str, str], context: ScreenContext) -> ft.Control:
    theme, (name, wins, points) = context.theme, line
    who = write(name, 15, 600, color=theme.ink, no_wrap=True, expand=not theme.large)
    facts = write(f"{wins} • {points}", 14, 400, color=theme.ink2)
    drawn = ft.Column([who, facts], spacing=0) if theme.large else ft.Row([who, facts])
    return said(f"series-{place}", ", ".join(line), for_the_eye(drawn))
