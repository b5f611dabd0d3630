"""Kept games, looked back on: from what is kept to the screens of review, sharing and numbers."""

from dataclasses import replace
from functools import partial

import flet as ft

from qwixx_pad.archive.library import Kept, Library
from qwixx_pad.archive.summaries import NO_REMARK
from qwixx_pad.core.game import Correction
from qwixx_pad.service.session import EntryOutcome, GameService, OpenGame
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery, State, who
from qwixx_pad.tables.shared_table import SharedTable
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import Tap, page_column, write
from qwixx_pad.ui.design.tokens import BODY
from qwixx_pad.ui.games import names_of
from qwixx_pad.ui.games.remark_screen import remark_screen
from qwixx_pad.ui.result.other_games import series_of
from qwixx_pad.ui.result.share_screen import share_screen
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.review.review_screen import review_screen
from qwixx_pad.ui.runtime.file_transfer import FileTransfer
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched
from qwixx_pad.ui.statistics import Choices, StatsFilter
from qwixx_pad.ui.statistics.stats_screen import statistics_screen


def _opened(session: UiSession, game: str) -> tuple[Kept, OpenGame] | None:
    """A game in the list and as it is played; None where this version cannot read it."""
    kept = session.house.library.find(game)
    if kept is None or not kept.sheets:
        return None
    try:
        return kept, session.host.service.open(game)
    except StorageError:
        return None


def _day(session: UiSession, kept: Kept, context: ScreenContext) -> str:
    """When a game was played, in words."""
    today = session.host.service.now().astimezone().date()
    return context.words.day(kept.summary.touched.astimezone(), today)


def _enter(session: UiSession, game: str, correction: Correction) -> EntryOutcome:
    """Correct a game; whoever plays it at a shared table is told."""
    answer = session.house.library.correct(game, correction)
    table = session.host.of_game(game)
    if isinstance(table, SharedTable):
        table.game_changed()
    return answer


@component
def review_of(session: UiSession, game: str, context: ScreenContext, go: Tap) -> ft.Control:
    """The review of a game by its identifier."""
    found = ft.use_memo(lambda: _opened(session, game), [game])
    if found is None:
        return _cannot_be_shown(context, go)
    return _reviewed(session, found[1], context, go, key=game)


@component
def _reviewed(session: UiSession, opened: OpenGame, context: ScreenContext, go: Tap) -> ft.Control:
    use_watched(context, opened.watch, 0, lambda changes: changes + 1)
    game = opened.head.id
    found = session.house.library.find(game)
    if found is None or not found.sheets:
        return _cannot_be_shown(context, go)
    names = names_of(found.summary, context.words)
    reviewed = Reviewed(
        game=opened.game,
        names=names,
        colors=context.settings.colors_of(names),
        day=_day(session, found, context),
        seed=game,
        seat=_front(session, found, names, context.settings.name),
        corrected=found.summary.corrected,
        remark=found.remark if session.identity.here else NO_REMARK,
    )
    table = session.host.of_game(game)
    corrects = session.identity.here and not (table and table.online)  # there a relay has the log
    enter = partial(_enter, session, game) if corrects else None
    return review_screen(reviewed, context, session.keyboard, go, enter)


def _front(session: UiSession, kept: Kept, names: tuple[str, ...], mine: str) -> int:
    """Whose sheet (seat from 1) is in front: this device's at the table, the owner's, the best."""
    table = session.host.of_game(kept.summary.game)
    seats = table.seating.seats_of(session.identity.key) if table else ()
    if len(seats) == 1:
        return seats[0]
    same = [who(name) for name in names]
    if mine and who(mine) in same:
        return same.index(who(mine)) + 1
    return min(kept.summary.scores, key=lambda score: score.place).seat


@component
def share_of(session: UiSession, game: str, context: ScreenContext, go: Tap) -> ft.Control:
    """The ways to hand on a game by its identifier."""
    found = ft.use_memo(lambda: _opened(session, game), [game])
    if found is None:
        return _cannot_be_shown(context, go)
    kept, opened = found
    table = session.host.of_game(game)
    seating = table.seating if table else None
    series = series_of(game, opened.head.names, opened.game, seating, context)
    day = _day(session, kept, context)
    return share_screen(
        session.house.library, session.transfer, kept, opened.game, series, day, context, go
    )


@component
def remark_of(session: UiSession, game: str, context: ScreenContext, go: Tap) -> ft.Control:
    """What was written about a game by its identifier."""
    kept = session.house.library.find(game)
    if kept is None:
        return _cannot_be_shown(context, go)
    return remark_screen(session.house.library, kept, context, go)


def _cannot_be_shown(context: ScreenContext, go: Tap) -> ft.Control:
    text = context.words.text("This game cannot be shown here. It is kept, and is in every backup.")
    bar = page_bar(context, context.words.text("Game"), go)
    return page_column([bar, write(text, BODY, color=context.theme.ink)], context.column)


@component
def statistics_of(
    library: Library, transfer: FileTransfer, service: GameService, context: ScreenContext, go: Tap
) -> ft.Control:
    """The statistics, and what is asked of them."""
    players = tuple(player.name for player in library.players())
    mine = [name for name in players if who(name) == who(context.settings.name)]
    first = StatsFilter(players=tuple(mine))
    asked, ask = ft.use_state(first)
    wanted = GameQuery(
        players=asked.players, layout=asked.layout, since=asked.span.since(service.now())
    )
    several = len(wanted.players) != 1
    group = library.standings(wanted) if several else ()
    games = library.count(replace(wanted, state=State.OVER)) if several else None

    async def export() -> None:
        name = f"qwixx-pad-statistics-{service.now():%Y-%m-%d}.csv"
        await transfer.save_text(name, lambda: library.numbers_table(wanted))

    def lead(where: str) -> object:
        return export() if where == "stats-export" else go(where)

    choices, today = Choices(players, library.layouts()), service.now().astimezone().date()
    return statistics_screen(
        asked, library.numbers(wanted), group, choices, today, context, ask, lead, games
    )
