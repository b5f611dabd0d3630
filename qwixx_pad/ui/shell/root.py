"""The root of a session: what it may reach, and which screen it shows, in which colours."""

from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.i18n import Tongue, choose_tongue
from qwixx_pad.service.assets import FONTS
from qwixx_pad.service.browser import Browser
from qwixx_pad.service.device_identity import Visitor
from qwixx_pad.service.preferences import Preferences
from qwixx_pad.service.session import Answer, Desk
from qwixx_pad.storage import Notice, StoreError
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seat_session import Play
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.games.data_screen import data_screen
from qwixx_pad.ui.games.history_screen import history_screen
from qwixx_pad.ui.home.home_screen import home_screen
from qwixx_pad.ui.pad.hints import use_learning
from qwixx_pad.ui.pad.screen import play_screen
from qwixx_pad.ui.rules.rules_screen import played_on, rules_of_game, rules_screen
from qwixx_pad.ui.runtime.accessibility import Senses, choose_theme
from qwixx_pad.ui.runtime.device import Device, Seen, codes, locales_for, watch_device
from qwixx_pad.ui.runtime.file_transfer import Courier, Files
from qwixx_pad.ui.runtime.guards import believe_answers, handler, in_own_turn, use_epoch, views
from qwixx_pad.ui.runtime.keyboard import Keyboard
from qwixx_pad.ui.runtime.session_scope import Lifeline, use_held
from qwixx_pad.ui.settings.settings_screen import licences_screen, players_screen, settings_screen
from qwixx_pad.ui.shell import Frame
from qwixx_pad.ui.shell.kept import Shelf, not_painted, review_of, share_of, statistics_of
from qwixx_pad.ui.shell.router import Guide, Told, parts_of, settings_of
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table.new_table_screen import new_table_screen
from qwixx_pad.ui.table.table_screen import join_screen, table_screen


@dataclass(frozen=True, slots=True)
class House:
    """What all sessions of a process share.

    Attributes:
        host: The shared tables, and the desk behind them.
        library: The kept games.
        notice: What the owner has to know about the kept games; the owner's home tells it.
        browser: The one that runs the pad by itself; None where Python runs outside of it.
    """

    host: Host
    library: Library
    notice: Notice | None = None
    browser: Browser | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """One session: whose it is, and what it may reach.

    Attributes:
        page: Its page.
        house: What all sessions share.
        visitor: Who is at the other end.
        preferences: What this device has set; the owner's are the desk's.
        device: What the device can do.
        courier: What it takes in and out.
        keyboard: Its keys.
        senses: What it asks for on behalf of the eyes before it.
        lifeline: What must stop when the session ends.
    """

    page: ft.Page
    house: House
    visitor: Visitor
    preferences: Desk | Preferences
    device: Device
    courier: Courier
    keyboard: Keyboard
    senses: Senses
    lifeline: Lifeline

    @property
    def host(self) -> Host:
        """The shared tables."""
        return self.house.host

    @property
    def own_games(self) -> Library | None:
        """The kept games, if they are those of who sits here."""
        return self.house.library if self.visitor.here else None


_SYSTEMS = ("android", "ios", "linux", "macos", "windows")
"""Flet asks for each of them how one screen follows another."""


def show(page: ft.Page, house: House, visitor: Visitor, files: Files) -> None:
    """Begin a session: Flet calls this once for each tab, window or phone.

    Args:
        page: The session's page.
        house: What all sessions share.
        visitor: Whose session it is.
        files: How its files are kept and handed over.
    """
    page.title = "Qwixx Pad"
    page.fonts = {} if visitor.has_fonts else dict(FONTS)
    page.padding = 0
    believe_answers(page)
    desk = house.host.desk
    preferences = desk if visitor.here else Preferences(desk, visitor.key)
    device = Device(page, lambda: preferences.settings)
    courier, keyboard = Courier(page, files), Keyboard(page)
    senses, lifeline = Senses(page, device), Lifeline(page)
    guest = Guest(page, house, visitor, preferences, device, courier, keyboard, senses, lifeline)
    page.render_views(root, guest)


@views
def root(guest: Guest) -> list[ft.View]:
    """The stack of screens that the route stands for, home at the bottom."""
    page, preferences = guest.page, guest.preferences
    seen, see = ft.use_state(Seen.of(page))
    settings, set_settings = ft.use_state(preferences.settings)
    words = _use_words(guest, settings.language)
    told, tell = ft.use_state(Told(notice=_noticed(guest, words)))
    epoch = use_epoch(page, guest.lifeline.resume)
    own_turn = in_own_turn(page)
    watch_device(page, see, guest.senses.ask)
    eyes, guest.senses.show = ft.use_state(guest.senses.now)
    ft.use_effect(guest.senses.ask, [epoch])
    changed = own_turn(lambda: set_settings(preferences.settings))
    use_held(guest.lifeline, lambda: preferences.watch(changed), [])
    theme = choose_theme(settings.shade, eyes, dark=seen.dark)
    space = replace(seen.space, text=eyes.text)
    painted = ft.use_memo(lambda: _material(theme, still=eyes.still), [theme, eyes.still])
    page.theme = page.dark_theme = painted
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT

    def change(**to: Any) -> Answer:  # noqa: ANN401 - each setting has its own type
        return preferences.change(replace(preferences.settings, **to))

    learn = use_learning(preferences, guest.own_games, seen.route)
    frame = Frame(space, theme, words, settings, own_turn, guest.lifeline, change, learn)
    library = guest.house.library
    guide = Guide(page, guest.host, library, guest.visitor, frame, lambda t: tell(lambda _: t))
    screens = _screens(guest, seen.route, frame, guide, told)
    return [_view(route, screen, theme, epoch) for route, screen in screens]


def _use_words(guest: Guest, chosen: str) -> Words:
    """The words of the chosen language, or of the device's own; told to the device as well."""
    page = guest.page
    wanted, want = ft.use_state(guest.visitor.languages)
    page.on_locale_change = handler(lambda event: want(codes(event.locales)))
    ft.use_effect(lambda: None if wanted else guest.device.ask_languages(want), [])
    words, locales = ft.use_memo(lambda: _speech(choose_tongue(chosen, wanted)), [chosen, wanted])
    page.data = words.text  # what the guards say is said in it too
    page.locale_configuration = locales
    return words


def _speech(tongue: Tongue) -> tuple[Words, ft.LocaleConfiguration]:
    return Words.of(tongue), locales_for(tongue)


def _noticed(guest: Guest, words: Words) -> tuple[str, str] | None:
    notice = guest.house.notice
    return None if notice is None else words.noticed(notice)


def _screens(
    guest: Guest, route: str, frame: Frame, guide: Guide, told: Told
) -> list[tuple[str, ft.Control]]:
    """Routes and screens from the bottom up; a visitor sees nothing but tables."""
    where, which, inside = parts_of(route)
    screens = [("/", _bottom(guest, frame, guide, told))]
    if guest.visitor.here:
        screens += _of_owner(guest, where, which, frame, guide, told)
    if where in {"join", "table"} and which:
        shown = table_screen(
            guest.host, guest.visitor, which, inside, frame, guest.device, guide.go, key=which
        )
        screens.append((f"/table/{which}", shown))
    elif where == "join":
        joining = join_screen(guest.host, guest.visitor, frame, guide.go, None)
        screens.append(("/join", joining))
    screens += _of_kept(guest, route, frame, guide)
    screens += _rules(guest, where, which, inside, frame, guide)
    return [*screens, *_settings(guest, route, frame, guide)]


def _settings(guest: Guest, route: str, frame: Frame, guide: Guide) -> list[tuple[str, ft.Control]]:
    """The settings and the page behind them; the players are the owner's."""
    found = settings_of(route)
    if found is None:
        return []
    path, page = found
    owner = guest.visitor.here
    screens = [(path, settings_screen(frame, guide.go, owner=owner))]
    if page == "licences":
        screens.append((f"{path}/licences", licences_screen(frame, guide.go)))
    elif page == "players" and owner:
        screens.append((f"{path}/players", players_screen(frame, guide.go)))
    return screens


def _of_owner(  # noqa: PLR0913, PLR0917 - a route, for whom, and what it is painted with
    guest: Guest, where: str, which: str, frame: Frame, guide: Guide, told: Told
) -> list[tuple[str, ft.Control]]:
    """The screens that only the owner of the pad sees."""
    host, library = guest.host, guest.house.library
    if where == "game":
        return _game(guest, which, frame, guide)
    if where == "new":
        setup = new_table_screen(host, guest.visitor, frame, guide.go, guide.begin)
        return [("/new", setup)]
    if where == "games":
        return [("/games", history_screen(host, library, frame, told.deleted, guide.go))]
    if where == "stats":
        numbers = statistics_of(library, guest.courier, host.desk, frame, guide.go)
        return [("/stats", numbers)]
    if where == "data":
        today = host.desk.now().astimezone().date().isoformat()
        return [("/data", data_screen(library, guest.courier, frame, today, guide.go))]
    return []


def _of_kept(guest: Guest, route: str, frame: Frame, guide: Guide) -> list[tuple[str, ft.Control]]:
    """Review and share, behind a game or a table that this device may see."""
    where, which, inside = parts_of(route)
    game = _seen_game(guest, where, which)
    if game is None:
        return []
    shelf = Shelf(guest.host, guest.house.library, guest.visitor, guest.courier, guest.keyboard)
    asked = inside.split("/") if inside else []
    if where == "games":
        asked = ["review", *asked]
    screens, path = [], f"/{where}/{which}"
    for name in asked:
        path = path if where == "games" and name == "review" else f"{path}/{name}"
        if name == "review":
            screens.append((path, review_of(shelf, game, frame, guide.go, key=f"review {game}")))
        elif name == "share":
            screens.append((path, share_of(shelf, game, frame, guide.go, key=f"share {game}")))
    return screens


def _rules(  # noqa: PLR0913, PLR0917 - a route, for whom, and what it is painted with
    guest: Guest, where: str, which: str, inside: str, frame: Frame, guide: Guide
) -> list[tuple[str, ft.Control]]:
    """The rules: of all sheets, or of the one that is played on."""
    desk = guest.host.desk
    if where == "rules":
        owner = guest.visitor.here
        return [("/rules", rules_screen(desk.layouts, which, frame, guide.go, owner=owner))]
    layout = played_on(guest.host, guest.visitor, where, which) if inside == "rules" else None
    if layout is None:
        return []
    return [(f"/{where}/{which}/rules", rules_of_game(layout, frame, guide.go))]


def _seen_game(guest: Guest, where: str, which: str) -> str | None:
    """The game of a route, if this device may look at it: the owner, or who sits at its table."""
    if where in {"game", "games"}:
        return which or None if guest.visitor.here else None
    table = guest.host.known(which, guest.visitor.key) if where in {"table", "join"} else None
    return table.seating.game if table and not table.closed else None


def _bottom(guest: Guest, frame: Frame, guide: Guide, told: Told) -> ft.Control:
    if guest.visitor.here:
        house = guest.house
        return home_screen(house.host, house.library, house.browser, frame, told.notice, guide.go)
    return join_screen(guest.host, guest.visitor, frame, guide.go, told.notice)


def _game(guest: Guest, which: str, frame: Frame, guide: Guide) -> list[tuple[str, ft.Control]]:
    """A game of this device alone; one that is played at a shared table is played there."""
    if guest.host.of_game(which) is not None:
        return []
    try:
        opened = guest.host.desk.open(which)
    except StoreError:
        return []
    if not opened.game.setup.painted:
        return [(f"/game/{which}", not_painted(opened.game.setup, frame, guide.go))]
    closed = guest.host.closed_with(which, guest.visitor.key)
    play = Play(opened, closed_code=closed.seating.code if closed else "")
    screen = play_screen(play, frame, guest.device, guide.go, key=opened.head.id)
    return [(f"/game/{which}", screen)]


def _view(route: str, screen: ft.Control, theme: Theme, epoch: int) -> ft.View:
    return ft.View(
        route=route,
        controls=[ft.SafeArea(screen, expand=True, key=f"epoch{epoch}")],
        padding=0,
        spacing=0,
        bgcolor=theme.table,
        key=f"{route}#{epoch}",
    )


def _material(theme: Theme, *, still: bool) -> ft.Theme:
    """What Flutter paints by itself: letters, the ring of the focus, the change of screens."""
    colors = ft.ColorScheme(on_surface=theme.ink)
    painted = ft.Theme(font_family="Rubik 400", color_scheme=colors)
    if still:
        at_once = dict.fromkeys(_SYSTEMS, ft.PageTransitionTheme.NONE)
        painted.page_transitions = ft.PageTransitionsTheme(**at_once)
    return painted
