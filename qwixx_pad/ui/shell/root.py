"""The root of a session: its services, its stack of screens, its theme."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad import FONTS
from qwixx_pad.core.game import Correction
from qwixx_pad.core.moves import Entry, Undo
from qwixx_pad.games.session import Failure, GameService, OpenGame, Preferences, Reason
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.library.library import Kept, Library
from qwixx_pad.library.summaries import NO_REMARK
from qwixx_pad.multiplayer.requests import Enter
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.storage import LeftAlone, Rescue, StorageError
from qwixx_pad.storage.summary import GameQuery, State, day_here, who
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import Tap, page_column, write
from qwixx_pad.ui.design.tokens import BODY, Theme
from qwixx_pad.ui.flet_support.device import (
    Device,
    choose_theme,
    use_device,
    use_words,
)
from qwixx_pad.ui.flet_support.file_transfer import Files, FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import (
    Handler,
    SessionScope,
    believe_answers,
    compare_as_we_need,
    component,
    run_in_session,
    use_epoch,
    use_subscription,
    views,
)
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.gallery import Choosing
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.history import names_of
from qwixx_pad.ui.history.data_screen import data_screen
from qwixx_pad.ui.history.history_screen import history_screen, remark_screen
from qwixx_pad.ui.home import home_screen
from qwixx_pad.ui.lobby.finding import board_screen, opening_screen
from qwixx_pad.ui.lobby.new_table_screen import new_table_screen, paper_screen
from qwixx_pad.ui.lobby.table_screen import join_screen, may_see, table_screen, with_next_game
from qwixx_pad.ui.play.hooks import use_learning
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.result.share_screen import share_screen
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.review.review_screen import review_screen
from qwixx_pad.ui.rules.rules_screen import played_on, rules_of_game, rules_screen
from qwixx_pad.ui.settings import licences_screen, players_screen, settings_screen
from qwixx_pad.ui.settings.custom_sheets_screen import own_sheets_screen
from qwixx_pad.ui.shell import AppServices, ScreenContext, UiSession, use_watched
from qwixx_pad.ui.shell.router import (
    Flash,
    Route,
    Router,
)
from qwixx_pad.ui.statistics import Choices, StatsFilter
from qwixx_pad.ui.statistics.stats_screen import statistics_screen


def _opened(session: UiSession, game: str) -> tuple[Kept, OpenGame] | None:
    """Return a game as saved and as opened; None where this version cannot read it."""
    kept = session.house.library.find(game)
    if kept is None or not kept.sheets:
        return None
    try:
        return kept, session.host.service.open(game)
    except StorageError:
        return None


def _enter(session: UiSession, game: str, correction: Correction) -> Reason | None:
    """Correct a game; its shared table is notified, and an undo there is the seat's own."""
    table = session.host.of_game(game)
    if not isinstance(table, SharedTable) or table.opened is None:
        return session.house.library.correct(game, correction)
    if all(entry == Entry(Undo()) for entry in correction.entries):
        play = SeatSession(table.opened, table, session.identity.key)
        return play.ask(Enter(Entry(Undo()), len(play.game.log)))
    answer = session.house.library.correct(game, correction)
    table.game_changed()
    return answer


@component
def review_of(session: UiSession, game: str, context: ScreenContext, go: Tap) -> ft.Control:
    """Show the review of a game by its identifier."""
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
    names, today = names_of(found.summary, context.words), day_here(session.host.service.now())
    reviewed = Reviewed(
        game=opened.game,
        names=names,
        colors=context.settings.colors_of(names),
        day=context.words.day(day_here(found.summary.touched), today),
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
    """Return the seat (from 1) in front: this device's at the table, the owner's, the best."""
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
    """Show the ways to share a game by its identifier."""
    found = ft.use_memo(lambda: _opened(session, game), [game])
    if found is None:
        return _cannot_be_shown(context, go)
    kept, opened = found
    return share_screen(session, kept, opened, context, go)


@component
def remark_of(session: UiSession, game: str, context: ScreenContext, go: Tap) -> ft.Control:
    """Show the remark on a game by its identifier."""
    kept = session.house.library.find(game)
    if kept is None:
        return _cannot_be_shown(context, go)
    return remark_screen(session.house.library, kept, context, go)


@component
def kept_page(
    session: UiSession,
    of: tuple[str, GameTable | None],
    shown: Callable[..., ft.Control],
    context: ScreenContext,
    go: Tap,
) -> ft.Control:
    """Show a page of a game; it stays with that game whatever its table plays next."""
    game, table = ft.use_memo(lambda: of, [])

    def show(within: ScreenContext) -> ft.Control:
        return shown(session, game, within, go, key=game)

    if table is None:
        return show(context)
    return with_next_game(session, table, game, context, go, show)


def _cannot_be_shown(context: ScreenContext, go: Tap) -> ft.Control:
    text = context.words.text("This game cannot be shown here. It is kept, and is in every backup.")
    bar = page_bar(context, context.words.text("Game"), go)
    return page_column([write(text, BODY, color=context.theme.ink)], context.column, bar=bar)


@component
def statistics_of(
    library: Library, transfer: FileTransfer, service: GameService, context: ScreenContext, go: Tap
) -> ft.Control:
    """Show the statistics with their filter."""
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
        name = f"qwixx-pad-statistics-{day_here(service.now())}.csv"
        table = partial(library.numbers_table, wanted, decimal_comma=context.words.decimal_comma)
        await transfer.save_text(name, table)

    def lead(where: str) -> object:
        return export() if where == "stats-export" else go(where)

    choices, today = Choices(players, library.layouts()), day_here(service.now())
    return statistics_screen(
        asked, library.numbers(wanted), group, choices, today, context, ask, lead, games
    )


_SYSTEMS = ("android", "ios", "linux", "macos", "windows")
"""Platforms for which Flet takes a screen transition each."""


def show(
    page: ft.Page, house: AppServices, identity: DeviceIdentity, files: Files, *, served: bool
) -> None:
    """Start a session: Flet calls this once for each tab, window or phone.

    Args:
        page: The session's page.
        house: The services that all sessions share.
        identity: Whose session it is.
        files: The access to its files.
        served: True for a browser's page, which may outlive this process.
    """
    compare_as_we_need()
    page.title = "Qwixx Pad"
    page.fonts = {} if identity.has_fonts else dict(FONTS)
    page.padding = 0
    believe_answers(page)
    service = house.host.service
    preferences = service if identity.here else Preferences(service, identity.key)
    device = Device(page, lambda: preferences.settings)
    transfer, keyboard = FileTransfer(page, files), Keyboard(page, outlives=served)
    scope = SessionScope(page)
    session = UiSession(page, house, identity, preferences, device, transfer, keyboard, scope)
    page.render_views(root, session)


@views
def root(session: UiSession) -> list[ft.View]:
    """Build the stack of screens of the route, home at the bottom."""
    page, preferences = session.page, session.preferences
    settings, set_settings = ft.use_state(preferences.settings)
    wanted, own_title = session.identity.languages, session.host.service.sheets.title
    words = use_words(page, session.device, wanted, settings.language, own_title)
    flash, tell = ft.use_state(Flash())
    notice = session.house.library.notice if session.identity.here else None
    if isinstance(notice, Rescue | LeftAlone) and notice != flash.heard:
        flash = replace(flash, notice=words.noticed(notice))
    epoch = use_epoch(page, session.come_back)
    measured = ft.use_memo(session.keyboard.picture.measured, [epoch])
    own_turn = run_in_session(page)
    seen, eyes = use_device(page, session.device, epoch)
    changed = own_turn(lambda: set_settings(preferences.settings))
    use_subscription(session.scope, lambda: preferences.watch(changed), [])
    theme = choose_theme(settings.shade, eyes, dark=seen.dark)
    space = replace(seen.space, text=eyes.text)
    painted = ft.use_memo(lambda: _material(theme, still=eyes.still), [theme, eyes.still])
    page.theme = page.dark_theme = painted
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT

    def change(**to: Any) -> Failure | None:  # noqa: ANN401 - each setting has its own type
        return preferences.change(replace(preferences.settings, **to))

    context = ScreenContext(
        space=space,
        theme=theme,
        words=words,
        settings=settings,
        run_in_session=own_turn,
        scope=session.scope,
        change=change,
        transfer=session.transfer,
        learn=use_learning(preferences, session.own_games, seen.route),
        own_games=session.own_games,
        has_fonts=session.identity.has_fonts,
        times=session.house.times,
    )
    router = Router(session, context, lambda told: tell(lambda _: replace(told, heard=notice)))
    stack = _Stack(session, Route.of(seen.route), context, router, flash)
    return [_view(route, screen, theme, epoch, measured) for route, screen in stack.screens()]


Screens = Iterator[tuple[str, ft.Control]]
"""Routes and screens from the bottom up."""


@dataclass(frozen=True)
class _Stack:
    """The stack of screens of a route."""

    session: UiSession
    route: Route
    context: ScreenContext
    router: Router
    flash: Flash

    @property
    def go(self) -> Tap:
        """The function that opens another screen."""
        return self.router.go

    def screens(self) -> Screens:
        """Yield all screens; a visitor sees nothing but tables."""
        session, context, route = self.session, self.context, self.route
        yield "/", self._bottom()
        if session.identity.here:
            yield from self._of_owner(route.where, route.which)
        code = route.which
        if route.where in {"join", "table"} and code:
            shown = table_screen(
                session, code, route.game, route.inside, context, self.go, key=code
            )
            yield f"/table/{code}", shown
        elif route.where == "watch" and code:
            yield f"/watch/{code}", board_screen(session, code, context, self.go, key=code)
        elif route.where == "join":
            yield "/join", join_screen(session, context, self.go)
        yield from self._of_kept()
        yield from self._rules()
        yield from self._rules_behind()
        yield from self._settings()

    def _bottom(self) -> ft.Control:
        session, context, notice = self.session, self.context, self.flash.notice
        if session.identity.here:
            return home_screen(session, context, notice, self.go)
        return join_screen(session, context, self.go, notice)

    def _settings(self) -> Screens:
        """Yield the settings and their page; players and custom sheets are the owner's."""
        session, context, page = self.session, self.context, self.route.settings
        path, owner = f"{self.route.above}/settings", session.identity.here
        if page is None:
            return
        online = session.host.online if owner else None
        yield path, settings_screen(context, self.go, online, owner=owner)
        if page == "licences":
            yield f"{path}/licences", licences_screen(context, self.go)
        elif page == "players" and owner:
            yield f"{path}/players", players_screen(context, self.go)
        elif page == "own-sheets" and owner:
            screen = own_sheets_screen(
                session.host.service.sheets, session.transfer, context, self.go
            )
            yield f"{path}/own-sheets", screen

    def _of_owner(self, where: str, which: str) -> Screens:
        """Yield the screens that only the owner of the pad sees."""
        house, transfer, context = self.session.house, self.session.transfer, self.context
        service, router, go = house.host.service, self.router, self.go
        match where:
            case "game":
                yield from self._game(which)
            case "sheets":
                choosing = self._choosing(service.last_sheet.name)
                yield "/sheets", gallery_screen(choosing, context, go, router.start_on)
            case "new":
                yield (
                    "/new",
                    new_table_screen(house, which, context, go, router.begin, router.open_table),
                )
            case "open":
                yield "/open", opening_screen(router.begin_online, context, go, router.opened)
            case "games" | "paper":
                if not (which and Trail.of(self.session.page).begins_at_home):
                    yield (
                        "/games",
                        history_screen(house.host, house.library, context, self.flash.deleted, go),
                    )
                if where == "paper":
                    screen = paper_screen(house, which, context, go, router.copy_paper)
                    yield "/paper", screen
            case "stats":
                yield "/stats", statistics_of(house.library, transfer, service, context, go)
            case "data":
                today = day_here(service.now()).isoformat()
                yield "/data", data_screen(house.library, transfer, context, today, go)

    def _choosing(self, sheet: str) -> Choosing:
        return Choosing(self.session.host.service, self.context.settings, self.context.words, sheet)

    def _of_kept(self) -> Screens:
        """Yield review, share and note of a game or a table that this device may see."""
        where, which = self.route.where, self.route.which
        game, table = self._seen_game(where, which)
        if game is None:
            return
        path, shown = f"/{where}/{which}", {"review": review_of, "share": share_of}
        if self.session.own_games is not None:
            shown["remark"] = remark_of
        first = ["review"] if where == "games" else []
        for name in (*first, *self.route.inside.split("/")):
            path = path if where == "games" and name == "review" else f"{path}/{name}"
            if name in shown:
                key = f"{path} {self.route.game}"
                page = kept_page(
                    self.session, (game, table), shown[name], self.context, self.go, key=key
                )
                yield path, page

    def _seen_game(self, where: str, which: str) -> tuple[str | None, GameTable | None]:
        """Return the game of a route, if this device may see it, and its table, if it has one."""
        host, identity = self.session.host, self.session.identity
        if where in {"game", "games"} and identity.here:
            return which or None, host.of_game(which)
        table = host.known(which, identity.key) if where in {"table", "join"} else None
        game = table and (self.route.game or table.seating.game)
        if table is None or not game or table.closed or not may_see(self.session, table, game):
            return None, None
        return game, table

    def _rules(self) -> Screens:
        """Yield the rules: of all sheets, or of the one that is played on."""
        where, which, inside = self.route.where, self.route.which, self.route.inside
        host, identity = self.session.host, self.session.identity
        context, go = self.context, self.go
        if where == "rules":
            sheet = host.service.sheets.shown(which) or host.service.last_sheet
            choosing = self._choosing(sheet.name)
            yield "/rules", rules_screen(choosing, sheet, context, go, owner=identity.here)
            if "sheets" in {which, inside}:
                path = "/".join(filter(None, ("/rules", which, inside)))
                yield path, gallery_screen(choosing, context, go, lambda name: go(f"/rules/{name}"))
        elif inside == "rules":
            layout = played_on(host, identity, where, which)
            if layout is not None:
                yield f"/{where}/{which}/rules", rules_of_game(layout, context, go)

    def _rules_behind(self) -> Screens:
        """Yield the rules of a sheet that its owner views in the gallery."""
        name, session = self.route.rules, self.session
        sheet = session.host.service.sheets.shown(name) if name and session.identity.here else None
        if sheet is not None:
            yield self.route.above, rules_of_game(sheet, self.context, self.go)

    def _game(self, which: str) -> Screens:
        """Yield the pad of a game of this device alone; shared tables play theirs there."""
        session, host = self.session, self.session.host
        if host.of_game(which) is not None:
            return
        try:
            opened = host.service.open(which)
        except StorageError:
            return
        closed = host.closed_with(which, session.identity.key)
        play = SeatSession(opened, closed_code=closed.seating.code if closed else "")
        yield (
            f"/game/{which}",
            play_screen(play, self.context, session.device, self.go, key=opened.head.id),
        )


def _view(
    route: str,
    screen: ft.Control,
    theme: Theme,
    epoch: int,
    measured: Handler | None,
) -> ft.View:
    inside = ft.SafeArea(screen, expand=True, key=f"epoch{epoch}", on_size_change=measured)
    return ft.View(
        route=route,
        controls=[inside],
        padding=0,
        spacing=0,
        bgcolor=theme.table,
        key=f"{route}#{epoch}",
    )


def _material(theme: Theme, *, still: bool) -> ft.Theme:
    """Return the theme of Flutter's own parts: letters, focus ring, screen transitions."""
    colors = ft.ColorScheme(on_surface=theme.ink)
    painted = ft.Theme(font_family="Rubik 400", color_scheme=colors)
    if still:
        at_once = dict.fromkeys(_SYSTEMS, ft.PageTransitionTheme.NONE)
        painted.page_transitions = ft.PageTransitionsTheme(**at_once)
    return painted
