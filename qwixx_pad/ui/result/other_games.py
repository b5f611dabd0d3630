"""What a game is among others: in the series of its day, and among all of its owner's."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.core.game import Game
from qwixx_pad.storage.series import MAY_DECIDE, Series, can_be_told_apart, series_after
from qwixx_pad.tables.lobby import results
from qwixx_pad.tables.requests import BestOf
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.seating import Seating
from qwixx_pad.ui.design.controls import noted, outlined, prompt_sheet
from qwixx_pad.ui.design.form import option, options, pill
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, heading, message, said, write
from qwixx_pad.ui.design.tokens import ASIDE, HEADING, LABEL
from qwixx_pad.ui.result import SeriesLook, said_of_best_of, said_of_records, series_look
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, use_watched


def own_records(game: str, context: ScreenContext) -> list[ft.Control]:
    """What the pad's owner has reached in a game for the first time; nothing for a visitor."""
    library = context.own_games
    told = "" if library is None else said_of_records(library.records(game), context.words)
    return [message(told, context.theme, LABEL, live=False)] if told else []


def series_so_far(
    play: SeatSession, context: ScreenContext, ask: Callable[[], object]
) -> list[ft.Control]:
    """The series that a game belongs to; nothing where there is none.

    Args:
        play: The game, as this device has played it.
        context: Knows the owner's games.
        ask: Asks how many games decide it.
    """
    series = series_of(play.head.id, play.head.names, play.game, play.seating, context)
    if series is None or not (len(series.games) > 1 or series.before or series.best_of):
        return []
    look, leads = series_look(series, context.words), _how_many(context)
    decides = pill("best-of", look.decides, leads, context, ask)
    return [series_card(look, context, ft.Row([decides]))]


def series_of(
    called: str, names: Sequence[str], game: Game, seating: Seating | None, context: ScreenContext
) -> Series | None:
    """The series of a finished game: of its table, else among the owner's games; None for none.

    Args:
        called: Identifier of the game.
        names: Of its players, in the order of the seats.
        game: The same, played.
        seating: The table of several devices at which it was played, if it still stands.
        context: Knows the owner's games.
    """
    if seating is None:
        return None if context.own_games is None else context.own_games.series(called)
    if not can_be_told_apart(names):
        return None
    return series_after((*seating.played, results(names, game)), seating.best_of)


def _how_many(context: ScreenContext) -> str:
    return context.words.text("How many games decide a series")


def best_of_card(
    play: SeatSession, context: ScreenContext, close: Callable[[], object]
) -> ft.Control:
    """How many games decide a series: asked by a card from below."""
    seating = play.seating
    now = seating.best_of if seating else context.settings.best_of

    def choose(games: int) -> None:
        if seating is not None:
            play.ask(BestOf(games))
        if context.own_games is not None:
            context.change(best_of=games)
        close()

    def line(games: int) -> ft.Control:
        text = said_of_best_of(games, context.words)
        taken = games == now
        return option(f"best-of-{games}", text, context, lambda: choose(games), checked=taken)

    inside = options(_how_many(context), [line(games) for games in MAY_DECIDE], context)
    return prompt_sheet(inside, context.theme, context.words, lambda _: close())


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


def series_card(look: SeriesLook, context: ScreenContext, *below: ft.Control) -> ft.Control:
    """The games of the same people on one day so far, as at the end of the latest.

    Args:
        look: What it says.
        context: Theme and words.
        below: What stands at its end.
    """
    theme = context.theme
    lines = [_line(place, line, context) for place, line in enumerate(look.lines, 1)]
    title = heading(look.title, HEADING, theme.ink)
    day = [write(look.day, ASIDE, color=theme.ink2)] if look.day else []
    return ft.Container(
        ft.Column([title, *lines, *day, *below], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _line(place: int, line: tuple[str, str, str], context: ScreenContext) -> ft.Control:
    theme, (name, wins, points) = context.theme, line
    who = write(name, LABEL, color=theme.ink, no_wrap=True, expand=not theme.large)
    facts = write(f"{wins} • {points}", ASIDE, color=theme.ink2)
    drawn = ft.Column([who, facts], spacing=0) if theme.large else ft.Row([who, facts])
    return said(f"series-{place}", ", ".join(line), for_the_eye(drawn))
