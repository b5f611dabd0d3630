"""The pages of a game (review, sharing, remark, rules), and the statistics of all games."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter

import flet as ft

from qwixx_pad.core.game import Correction
from qwixx_pad.core.moves import Entry, Undo
from qwixx_pad.games.session import GameService, OpenGame, Reason
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.library.summaries import NO_REMARK
from qwixx_pad.multiplayer.requests import Enter
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import GameQuery, GameState, local_day, name_key
from qwixx_pad.ui.context import (
    ScreenContext,
    UiSession,
    current_column_width,
    current_context,
    current_translator,
    use_change_count,
)
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import TapHandler, page_column, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history.link_screen import open_link
from qwixx_pad.ui.history.remark_screen import remark_screen
from qwixx_pad.ui.lobby.table_screen import above_next_game, use_next_game
from qwixx_pad.ui.result.link_part import SharedGames
from qwixx_pad.ui.result.share_screen import share_screen
from qwixx_pad.ui.review import reviewed_game
from qwixx_pad.ui.review.review_screen import review_screen
from qwixx_pad.ui.rules.rules_screen import rules_of_game
from qwixx_pad.ui.statistics import FilterChoices, StatsFilter
from qwixx_pad.ui.statistics.stats_screen import statistics_screen
from qwixx_pad.ui.theme.tokens import BODY


def _find_game(session: UiSession, game: str) -> tuple[LibraryGame, OpenGame] | None:
    """Find a stored game and open it; None if it is not stored or this version cannot read it."""
    stored = session.services.library.find(game)
    if stored is None or not stored.sheets:
        return None
    try:
        return stored, session.registry.service.open(game)
    except StorageError:
        return None


def _correct_game(session: UiSession, game: str, correction: Correction) -> Reason | None:
    """Correct a game, and notify its shared table; there, an undo is a request of the seat."""
    table = session.registry.table_of_game(game)
    if not isinstance(table, SharedTable) or table.opened is None:
        return session.services.library.correct_game(game, correction)
    if all(entry == Entry(Undo()) for entry in correction.entries):
        play = SeatSession(table.opened, table, session.identity.id)
        return play.send_request(Enter(Entry(Undo()), len(play.game.log)))
    answer = session.services.library.correct_game(game, correction)
    table.notify_game_changed()
    return answer


@component
def review_page(
    session: UiSession, game: str, context: ScreenContext, go: TapHandler
) -> ft.Control:
    found = ft.use_memo(lambda: _find_game(session, game), [game])
    if found is None:
        return _unreadable_game_page(go)
    return _live_review(session, found[1], context, go, key=game)


@component
def _live_review(
    session: UiSession, opened: OpenGame, context: ScreenContext, go: TapHandler
) -> ft.Control:
    use_change_count(opened.watch)
    game = opened.head.id
    found = session.services.library.find(game)
    if found is None or not found.sheets:
        return _unreadable_game_page(go)
    is_owner = session.identity.is_this_computer
    shown = found if is_owner else replace(found, remark=NO_REMARK)
    today = local_day(session.registry.service.now())
    reviewed = reviewed_game(opened.game, shown, context.settings, today, context.tr)
    table = session.registry.table_of_game(game)
    seats = table.seating.seats_of(session.identity.id) if table else ()
    if len(seats) == 1:
        reviewed = replace(reviewed, seat=seats[0])
    may_correct = is_owner and not (table and table.online)
    correct = partial(_correct_game, session, game) if may_correct else None
    return review_screen(reviewed, context, session.keyboard, go, correct)


@component
def share_page(
    session: UiSession,
    game: str,
    context: ScreenContext,
    go: TapHandler,
    *,
    moment: int | None = None,
) -> ft.Control:
    found = ft.use_memo(lambda: _find_game(session, game), [game])
    if found is None:
        return _unreadable_game_page(go)
    stored, opened = found
    shared = SharedGames(stored, _evening_at_table(session, game), moment)
    return share_screen(session, shared, opened, context, go)


def _evening_at_table(session: UiSession, game: str) -> tuple[LibraryGame, ...]:
    """All finished games of the table of a game, in the order of play; empty for a single one.

    None is among them that its owner has deleted.
    """
    library = session.services.library
    tables = session.registry.tables_of(session.identity.id)
    table = next((each for each in tables if each.has_played(game)), None)
    if table is None:
        return ()
    played = {*table.earlier, table.seating.game or game}
    found = [library.find(each) for each in played if not library.is_deleted(each)]
    ended = [each for each in found if each is not None and each.has_ended]
    ended.sort(key=attrgetter("summary.started"))
    return tuple(ended) if len(ended) > 1 else ()


@component
def link_rules(session: UiSession, item: str, number: int | None, go: TapHandler) -> ft.Control:
    """Show the rules of the sheet of a game in a link; `number` is from 1, None for the first."""
    games = ft.use_memo(lambda: open_link(session, item), [item]).games
    shown = games[: number or 1][-1:]
    layout = shown[0].game.setup.layouts[0] if shown else session.registry.service.last_sheet
    return rules_of_game(layout, go)


@component
def remark_page(
    session: UiSession, game: str, context: ScreenContext, go: TapHandler
) -> ft.Control:
    stored = session.services.library.find(game)
    if stored is None:
        return _unreadable_game_page(go)
    return remark_screen(session.services.library, stored, context, go)


@component
def pinned_page(
    session: UiSession,
    pinned: tuple[str, GameTable | None],
    build_page: Callable[..., ft.Control],
    context: ScreenContext,
    go: TapHandler,
) -> ft.Control:
    """Show a page of a game, which stays with that game even if its table plays another one."""
    game, table = ft.use_memo(lambda: pinned, [])

    def show_pinned(within: ScreenContext) -> ft.Control:
        return build_page(session, game, within, go, key=game)

    if table is None:
        return show_pinned(context)
    following = use_next_game(session, table, game, go)
    return above_next_game(following, context, show_pinned)


def _unreadable_game_page(go: TapHandler) -> ft.Control:
    tr = current_translator()
    return page_column(
        [
            write(
                tr.gettext("This game can’t be shown here. It’s kept, and is in every backup."),
                BODY,
            )
        ],
        current_column_width(),
        bar=page_bar(tr.gettext("Game"), go),
    )


@component
def statistics_page(
    library: Library,
    service: GameService,
    go: TapHandler,
) -> ft.Control:
    context = current_context()
    players = tuple(player.name for player in library.players())
    own_name = name_key(context.settings.name)
    own = tuple(name for name in players if name_key(name) == own_name)
    stats_filter, set_filter = ft.use_state(StatsFilter(players=own))
    query = GameQuery(
        players=stats_filter.players,
        layout=stats_filter.layout,
        since=stats_filter.span.start_time(service.now()),
        seats=stats_filter.seats,
    )
    several = len(query.players) != 1
    group = library.player_stats(query) if several else ()
    games = library.count_games(replace(query, state=GameState.OVER)) if several else None

    async def export_table() -> None:
        name = f"qwixx-pad-statistics-{local_day(service.now())}.csv"
        await context.transfer.save_text(
            name,
            partial(library.statistics_table, query, decimal_comma=context.tr.has_decimal_comma),
        )

    return statistics_screen(
        stats_filter,
        library.statistics_of(query),
        group,
        FilterChoices(players, library.played_layouts(), library.played_seats()),
        local_day(service.now()),
        set_filter,
        lambda where: export_table() if where == "stats-export" else go(where),
        games,
    )
