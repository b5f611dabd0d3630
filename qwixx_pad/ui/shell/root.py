"""The root of a session: its services, its stack of screens, its theme."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad import FONTS
from qwixx_pad.games.session import Failure, GameService, Preferences
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import Settings
from qwixx_pad.storage import Recovery, StorageError
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.actions import may_repeat
from qwixx_pad.ui.context import AppServices, ScreenContext, UiSession
from qwixx_pad.ui.design.nav_bar import NAV_PLACES
from qwixx_pad.ui.design.primitives import TapHandler
from qwixx_pad.ui.flet_support.device import Device, use_device, use_translator
from qwixx_pad.ui.flet_support.diffing import patch_diffing
from qwixx_pad.ui.flet_support.file_transfer import Files, FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import (
    Handler,
    handler,
    root_component,
    run_in_session,
    sanitize_results,
    use_reconnections,
)
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.session_scope import SessionScope, use_subscription
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.gallery import SheetPicker
from qwixx_pad.ui.gallery.gallery_screen import gallery_screen
from qwixx_pad.ui.history.data_screen import data_screen
from qwixx_pad.ui.history.history_screen import history_screen
from qwixx_pad.ui.history.link_screen import link_screen
from qwixx_pad.ui.history.names_screen import names_screen
from qwixx_pad.ui.home import home_screen
from qwixx_pad.ui.lobby.board_screen import board_screen
from qwixx_pad.ui.lobby.finding import opening_screen
from qwixx_pad.ui.lobby.new_table_screen import new_table_screen, paper_screen
from qwixx_pad.ui.lobby.phones import closed_to_phones_screen, phones_groups
from qwixx_pad.ui.lobby.table_screen import join_screen, may_view_game, table_screen
from qwixx_pad.ui.play.hooks import use_hint_memory
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.rules.rules_screen import route_layout, rules_of_game, rules_screen
from qwixx_pad.ui.settings import licences_screen, players_screen, settings_screen
from qwixx_pad.ui.settings.custom_sheets_screen import custom_sheets_screen
from qwixx_pad.ui.shell.game_pages import (
    link_rules,
    pinned_page,
    remark_page,
    review_page,
    share_page,
    statistics_page,
)
from qwixx_pad.ui.shell.kept_screen import use_kept_screens
from qwixx_pad.ui.shell.lost_route import lost_route_notice, use_lost_route
from qwixx_pad.ui.shell.reopening import start_route, use_at_home
from qwixx_pad.ui.shell.route import Route
from qwixx_pad.ui.shell.tasks import Flash, SessionTasks
from qwixx_pad.ui.theme.choice import choose_theme
from qwixx_pad.ui.theme.tokens import Theme

_PLATFORMS = ("android", "ios", "linux", "macos", "windows")
"""Fields of `ft.PageTransitionsTheme`."""


def start_session(
    page: ft.Page, services: AppServices, identity: DeviceIdentity, files: Files, *, served: bool
) -> None:
    """Start a session: Flet calls this once for each tab, window or phone.

    Args:
        page: The session's page.
        services: The services that all sessions share.
        identity: The device of the session.
        files: Its access to files.
        served: True for the page of a browser, which may outlive this process.
    """
    patch_diffing()
    page.title = "Qwixx Pad"
    page.fonts = {} if identity.has_fonts else dict(FONTS)
    page.padding = 0
    sanitize_results(page)
    service = services.registry.service
    preferences = service if identity.is_this_computer else Preferences(service, identity.id)
    device = Device(page, lambda: preferences.settings)
    transfer = FileTransfer(page, files)
    keyboard = Keyboard(page, may_repeat, NAV_PLACES, times=services.times, outlives=served)
    scope = SessionScope(page)
    session = UiSession(page, services, identity, preferences, device, transfer, keyboard, scope)
    route = start_route(session)
    if route != page.route:
        page.route = route
        page.navigate(route)
    page.render_views(session_views, session)


@root_component
def session_views(session: UiSession) -> list[ft.View]:
    """Build the stack of screens of the route; see `_ScreenStack.iter_screens`."""
    page = session.page
    identity = session.identity
    preferences = session.preferences
    settings, set_settings = ft.use_state(_shown_settings(preferences))
    custom_title = session.registry.service.sheets.title_of
    tr = use_translator(page, session.device, identity.languages, settings.language, custom_title)
    flash, set_flash = ft.use_state(Flash())
    notice = session.services.library.storage_notice if identity.is_this_computer else None
    if isinstance(notice, Recovery) and notice != flash.known_notice:
        flash = replace(flash, notice=tr.notice_texts(notice))
    reconnections = use_reconnections(page, session.resume_session)
    measured = ft.use_memo(session.keyboard.picture.size_handler, [reconnections])
    wrap_callback = run_in_session(page)
    seen, eyes = use_device(page, session.device, reconnections)
    network = session.registry.network
    _, set_closed = ft.use_state(network.is_closed_to(identity))
    switched = wrap_callback(lambda: set_closed(network.is_closed_to(identity)))
    use_subscription(session.scope, lambda: network.watch(switched), [])
    changed = wrap_callback(lambda: set_settings(_shown_settings(preferences)))
    use_subscription(session.scope, lambda: preferences.watch(changed), [])
    lost, set_lost = ft.use_state("")
    use_at_home(session, seen.route, lost=bool(lost))
    theme = choose_theme(settings.shade, eyes, dark=seen.dark)
    _use_flutter_theme(page, theme, still=eyes.reduce_motion)
    hints = use_hint_memory(preferences, session.own_games, seen.route)
    keep_screen = use_kept_screens(session, tr)
    browser = session.services.browser
    context = ScreenContext(
        space=replace(seen.space, text_scale=eyes.text_scale),
        theme=theme,
        tr=tr,
        settings=settings,
        run_in_session=wrap_callback,
        scope=session.scope,
        change_settings=partial(_save_settings, preferences),
        device=session.device,
        transfer=session.transfer,
        hints=hints,
        own_games=session.own_games,
        length_of=session.length_of,
        has_fonts=identity.has_fonts,
        times=session.services.times,
        load_weights=browser.load_weights if browser is not None else None,
        keep_screen=keep_screen,
    )
    context.surround(page)
    tasks = SessionTasks(
        session, context, lambda sent: set_flash(lambda _: replace(sent, known_notice=notice))
    )
    stack = _ScreenStack(session, Route.parse(seen.route), context, tasks, flash, lost)
    screens = [*stack.iter_screens()]
    use_lost_route(session, seen.route, [route for route, _ in screens], set_lost)
    views = [
        _screen_view(route, screen, theme, reconnections, measured) for route, screen in screens
    ]
    _keep_covered_screen(views[-1], session.keyboard)
    return views


def _keep_covered_screen(front: ft.View, keyboard: Keyboard) -> None:
    """Make Back and the back swipe of an app close the card, not the screen below it.

    Without `can_pop` as False an app removes the screen before it reports Back.
    """
    covered, keyboard.on_cover = ft.use_state(False)  # noqa: FBT003 - the state itself
    ft.use_effect(keyboard.report_cover)
    if covered:
        front.can_pop = False
        front.on_confirm_pop = handler(lambda _: keyboard.go_back())


RoutedScreens = Iterator[tuple[str, ft.Control]]
"""Routes and their screens, from the bottom up."""


@dataclass(frozen=True)
class _ScreenStack:
    """The stack of screens of a route.

    Attributes:
        session: The session.
        route: The route.
        context: The context of all screens.
        tasks: Opens other screens.
        flash: A message for the next screen.
        lost: A route that has led home for want of a screen; empty for none.
    """

    session: UiSession
    route: Route
    context: ScreenContext
    tasks: SessionTasks
    flash: Flash
    lost: str

    @property
    def go(self) -> TapHandler:
        """Opens a route, or does what a button does, by its identifier; see `SessionTasks.go`."""
        return self.tasks.go

    def iter_screens(self) -> RoutedScreens:
        """Yield all screens from the bottom up: first home, or for a visitor the join screen."""
        session = self.session
        route = self.route
        if session.registry.network.is_closed_to(session.identity):
            yield "/", closed_to_phones_screen()
            return
        yield "/", self._bottom_screen()
        if session.identity.is_this_computer:
            yield from self._new_game_screens()
            yield from self._library_screens()
        code = route.item
        if route.section in {"join", "table"} and code:
            shown = table_screen(session, code, route.game, route.subpage, self.go, key=code)
            yield f"/table/{code}", shown
        elif route.section == "watch" and code:
            yield f"/watch/{code}", board_screen(session, code, self.go, key=code)
        elif route.section in {"join", "shared"}:
            yield "/join", join_screen(session, self.go, shared=route.shared_text)
        yield from self._game_screens()
        yield from self._link_screens()
        yield from self._rules_screens()
        yield from self._gallery_rules()
        yield from self._settings_screens()

    def _bottom_screen(self) -> ft.Control:
        notice = self.flash.notice
        if notice is None and self.lost:
            notice = lost_route_notice(self.lost, self.context.tr), ""
        if self.session.identity.is_this_computer:
            return home_screen(self.session, notice, self.go)
        return join_screen(self.session, self.go, notice)

    def _settings_screens(self) -> RoutedScreens:
        """Yield the settings and a page of them; visitors see neither players nor custom sheets."""
        registry = self.session.registry
        identity = self.session.identity
        owner = identity.is_this_computer
        path = f"{self.route.base_path}/settings"
        page = self.route.settings_page
        if page is None:
            return
        online = registry.online if owner else None
        phones = phones_groups(registry.network, identity)
        yield path, settings_screen(self.go, online, phones, owner=owner)
        if page == "licences":
            yield f"{path}/licences", licences_screen(self.go)
        elif page == "players" and owner:
            yield f"{path}/players", players_screen(self.go)
        elif page == "own-sheets" and owner:
            yield f"{path}/own-sheets", custom_sheets_screen(registry.service.sheets, self.go)

    def _new_game_screens(self) -> RoutedScreens:
        """Yield the pad of a game on this device, or a screen that starts a new game."""
        services = self.session.services
        tasks = self.tasks
        go = self.go
        match self.route.section:
            case "game":
                yield from self._solo_game(self.route.item)
            case "sheets":
                choosing = self._sheet_picker(services.registry.service.last_sheet.name)
                yield "/sheets", gallery_screen(choosing, go, tasks.start_on_sheet)
            case "new":
                inside = self.route.item
                begin = tasks.start_local_table
                yield "/new", new_table_screen(services, inside, go, begin, tasks.open_table)
            case "open":
                yield "/open", opening_screen(tasks.open_online_table, go, tasks.enter_table)

    def _library_screens(self) -> RoutedScreens:
        """Yield the screens of the owner's saved games."""
        services = self.session.services
        library = services.library
        service = services.registry.service
        section = self.route.section
        item = self.route.item
        go = self.go
        match section:
            case "games" | "paper":
                if not (item and Trail.for_page(self.session.page).starts_at_home):
                    deleted = self.flash.deleted
                    yield "/games", history_screen(services.registry, library, deleted, go)
                if section == "paper":
                    yield "/paper", paper_screen(services, item, go, self.tasks.copy_paper)
            case "stats":
                yield "/stats", statistics_page(library, service, go)
            case "names":
                yield "/names", names_screen(library, services.registry, go)
            case "data":
                today = local_day(service.now()).isoformat()
                yield "/data", data_screen(library, today, services.browser, go)

    def _sheet_picker(self, sheet: str) -> SheetPicker:
        return SheetPicker(
            self.session.registry.service, self.context.settings, self.context.tr, sheet
        )

    def _game_screens(self) -> RoutedScreens:
        """Yield the review of a game and its other pages, if this device may see the game."""
        section = self.route.section
        item = self.route.item
        game, table = self._visible_game(section, item)
        if game is None:
            return
        path = f"/{section}/{item}"
        share = partial(share_page, moment=self.route.moment)
        pages = {"review": review_page, "share": share}
        if self.session.own_games is not None:
            pages["remark"] = remark_page
        first = ["review"] if section == "games" else []
        for name in (*first, *self.route.subpage.split("/")):
            path = path if section == "games" and name == "review" else f"{path}/{name}"
            if name in pages:
                key = f"{path} {self.route.game}"
                page = pinned_page(
                    self.session, (game, table), pages[name], self.context, self.go, key=key
                )
                yield path, page

    def _visible_game(self, section: str, item: str) -> tuple[str | None, GameTable | None]:
        """The game of a route, None if this device may not see it, and its table, if any."""
        registry = self.session.registry
        identity = self.session.identity
        if section in {"game", "games"} and identity.is_this_computer:
            known = item and self.session.services.library.find(item) is not None
            return item if known else None, registry.table_of_game(item)
        table = registry.known_table(item, identity.id) if section in {"table", "join"} else None
        game = table and (self.route.game or table.seating.game)
        if table is None or not game or table.is_closed:
            return None, None
        return (game, table) if may_view_game(self.session, table, game) else (None, None)

    def _link_screens(self) -> RoutedScreens:
        """Yield the games of a link, one of several, and the rules of its sheet."""
        item = self.route.item
        if self.route.section != "link" or not item:
            return
        number, page = self.route.link_page
        show = partial(link_screen, self.session, item)
        yield "/link", show(None, self.context, self.go, key=item)
        if number is not None:
            yield f"/link/{number}", show(number, self.context, self.go, key=f"{item} {number}")
        if page == "rules":
            yield (
                "/link/rules",
                link_rules(self.session, item, number, self.go, key=f"{item} rules"),
            )

    def _rules_screens(self) -> RoutedScreens:
        """Yield the rules of a chosen sheet, or of the sheet of the game or table of the route."""
        section = self.route.section
        item = self.route.item
        subpage = self.route.subpage
        registry = self.session.registry
        identity = self.session.identity
        go = self.go
        if section == "rules":
            sheet = registry.service.sheets.find_choosable(item) or registry.service.last_sheet
            choosing = self._sheet_picker(sheet.name)
            owner = identity.is_this_computer
            yield "/rules", rules_screen(choosing, sheet, go, owner=owner)
            if "sheets" in {item, subpage}:
                path = "/".join(filter(None, ("/rules", item, subpage)))
                yield path, gallery_screen(choosing, go, lambda name: go(f"/rules/{name}"))
        elif subpage == "rules":
            layout = route_layout(registry, identity, section, item)
            if layout is not None:
                sheets = registry.service.sheets if identity.is_this_computer else None
                yield f"/{section}/{item}/rules", rules_of_game(layout, go, sheets)

    def _gallery_rules(self) -> RoutedScreens:
        """Yield the rules of a sheet that the owner opened in the gallery."""
        name = self.route.rules_sheet
        if not name or not self.session.identity.is_this_computer:
            return
        sheet = self.session.registry.service.sheets.find_choosable(name)
        if sheet is not None:
            yield self.route.base_path, rules_of_game(sheet, self.go)

    def _solo_game(self, game_id: str) -> RoutedScreens:
        """Yield the pad of a game of this device alone.

        It yields none if the game is now at a shared table, or cannot be read.
        """
        registry = self.session.registry
        if registry.table_of_game(game_id) is not None:
            return
        try:
            opened = registry.service.open(game_id)
        except StorageError:
            return
        closed = registry.closed_table(game_id, self.session.identity.id)
        play = SeatSession(opened, closed_code=closed.seating.code if closed else "")
        screen = play_screen(play, self.context, self.go, key=opened.head.id)
        yield f"/game/{game_id}", screen


def _save_settings(
    preferences: GameService | Preferences,
    **changes: Any,  # noqa: ANN401 - each setting has its own type
) -> Failure | None:
    return preferences.change_settings(replace(preferences.settings, **changes))


def _shown_settings(preferences: GameService | Preferences) -> Settings:
    """The settings without `seen_hints`, so that marking a hint as seen rebuilds no screen."""
    return replace(preferences.settings, seen_hints=frozenset())


def _screen_view(
    route: str,
    screen: ft.Control,
    theme: Theme,
    reconnections: int,
    measured: Handler | None,
) -> ft.View:
    inside = ft.SafeArea(screen, expand=True, key=f"after{reconnections}", on_size_change=measured)
    return ft.View(
        route=route,
        controls=[inside],
        padding=0,
        spacing=0,
        bgcolor=theme.background,
        key=f"{route}#{reconnections}",
    )


def _use_flutter_theme(page: ft.Page, theme: Theme, *, still: bool) -> None:
    """Set the theme of Flutter's own parts: letters, focus ring, screen transitions."""
    page.theme = page.dark_theme = ft.use_memo(
        lambda: _flutter_theme(theme, still=still), [theme, still]
    )
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT


def _flutter_theme(theme: Theme, *, still: bool) -> ft.Theme:
    colors = ft.ColorScheme(on_surface=theme.ink)
    painted = ft.Theme(font_family="Rubik 400", color_scheme=colors)
    if still:
        at_once = dict.fromkeys(_PLATFORMS, ft.PageTransitionTheme.NONE)
        painted.page_transitions = ft.PageTransitionsTheme(**at_once)
    return painted
