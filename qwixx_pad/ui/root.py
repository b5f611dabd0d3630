"""The root of a session: which screen, in which space, in which colours."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from qwixx_pad.host.tables import Host
from qwixx_pad.i18n import catalogue
from qwixx_pad.play import Play
from qwixx_pad.preferences import Preferences
from qwixx_pad.session import Desk
from qwixx_pad.settings import Shade
from qwixx_pad.store import StoreError
from qwixx_pad.ui.device import Device
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import handler, in_own_turn, take_plain_values_only, use_epoch, views
from qwixx_pad.ui.guide import Guide, Notice, parent_route, parts_of
from qwixx_pad.ui.lifeline import Lifeline, use_held
from qwixx_pad.ui.plan import Space
from qwixx_pad.ui.screens.home import home_screen
from qwixx_pad.ui.screens.join import join_screen
from qwixx_pad.ui.screens.new_table import new_table_screen
from qwixx_pad.ui.screens.play import play_screen
from qwixx_pad.ui.screens.settings import settings_screen
from qwixx_pad.ui.screens.table import table_screen
from qwixx_pad.ui.tokens import DARK, FONTS, LIGHT, Theme
from qwixx_pad.ui.words import Words
from qwixx_pad.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Seen:
    """What the device tells of itself.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is; see `parts_of`.
    """

    space: Space
    dark: bool
    route: str

    @classmethod
    def of(cls, page: ft.Page) -> "Seen":
        """What a page tells now."""
        inset = page.media.padding
        width = (page.width or 390) - inset.left - inset.right
        height = (page.height or 844) - inset.top - inset.bottom
        dark = page.platform_brightness is ft.Brightness.DARK
        return cls(Space(width, height), dark, page.route or "/")


@dataclass(frozen=True, slots=True)
class Guest:
    """One session: whose it is, and what it may reach.

    Attributes:
        page: Its page.
        host: The shared tables, and the desk behind them.
        visitor: Who is at the other end.
        preferences: What this device has set; the owner's are the desk's.
        device: What the device can do.
        lifeline: What must stop when the session ends.
    """

    page: ft.Page
    host: Host
    visitor: Visitor
    preferences: Desk | Preferences
    device: Device
    lifeline: Lifeline


def show(page: ft.Page, host: Host, visitor: Visitor, notice: Notice | None = None) -> None:
    """Begin a session: Flet calls this once for each tab, window or phone.

    Args:
        page: The session's page.
        host: The process's tables and games.
        visitor: Whose session it is.
        notice: Two lines that the owner's home shows.
    """
    page.title = "Qwixx Pad"
    page.fonts = dict(FONTS)
    page.theme = page.dark_theme = ft.Theme(font_family="Rubik 400")
    page.padding = 0
    take_plain_values_only(page)
    preferences = host.desk if visitor.here else Preferences(host.desk, visitor.key)
    device = Device(page, lambda: preferences.settings)
    guest = Guest(page, host, visitor, preferences, device, Lifeline(page))
    page.render_views(root, guest, notice)


@views
def root(guest: Guest, notice: Notice | None) -> list[ft.View]:
    """The stack of screens that the route stands for, home at the bottom."""
    page, preferences = guest.page, guest.preferences
    seen, see = ft.use_state(Seen.of(page))
    settings, set_settings = ft.use_state(preferences.settings)
    told, tell = ft.use_state(notice)
    epoch = use_epoch(page, guest.lifeline.resume)
    own_turn = in_own_turn(page)
    _watch_device(page, see)
    changed = own_turn(lambda: set_settings(preferences.settings))
    use_held(guest.lifeline, lambda: preferences.watch(changed), [])
    theme = choose_theme(settings.shade, dark=seen.dark)
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT
    frame = Frame(seen.space, theme, Words(catalogue("en")), settings, own_turn, guest.lifeline)
    guide = Guide(page, guest.host, guest.visitor, frame, lambda lines: tell(lambda _: lines))
    screens = _screens(guest, seen.route, frame, guide, told)
    return [_view(route, screen, theme, epoch) for route, screen in screens]


def _screens(
    guest: Guest, route: str, frame: Frame, guide: Guide, told: Notice | None
) -> list[tuple[str, ft.Control]]:
    """Routes and screens from the bottom up; a visitor sees nothing but tables."""
    where, which, inside = parts_of(route)
    screens = [("/", _bottom(guest, frame, guide, told))]
    if where == "game" and guest.visitor.here:
        screens += _game(guest, which, frame, guide)
    elif where in {"join", "table"} and which:
        shown = table_screen(
            guest.host, guest.visitor, which, inside, frame, guest.device, guide.go, key=which
        )
        screens.append((f"/table/{which}", shown))
    elif where == "join":
        joining = join_screen(guest.host, guest.visitor, frame, guide.go, None)
        screens.append(("/join", joining))
    elif where == "new" and guest.visitor.here:
        setup = new_table_screen(guest.host, guest.visitor, frame, guide.go, guide.begin)
        screens.append(("/new", setup))
    if route.endswith("/settings"):
        keep = guest.preferences.change
        screens.append((route, settings_screen(frame, keep, guide.go)))
    return screens


def _bottom(guest: Guest, frame: Frame, guide: Guide, told: Notice | None) -> ft.Control:
    if guest.visitor.here:
        return home_screen(guest.host, frame, told, guide.go)
    return join_screen(guest.host, guest.visitor, frame, guide.go, told)


def _game(guest: Guest, which: str, frame: Frame, guide: Guide) -> list[tuple[str, ft.Control]]:
    """A game of this device alone; one that is played at a shared table is played there."""
    if guest.host.of_game(which) is not None:
        return []
    try:
        opened = guest.host.desk.open(which)
    except StoreError:
        return []
    screen = play_screen(Play(opened), frame, guest.device, guide.go, key=opened.head.id)
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


def choose_theme(shade: Shade, *, dark: bool) -> Theme:
    """Light or dark: what the player has set, else what the device is."""
    if shade is Shade.DEVICE:
        return DARK if dark else LIGHT
    return DARK if shade is Shade.DARK else LIGHT


def _watch_device(page: ft.Page, see: Callable[[Seen], None]) -> None:
    look = handler(lambda _: see(Seen.of(page)))
    page.on_resize = look
    page.on_media_change = look  # type: ignore[assignment]  # Flet types it by its data, not event
    page.on_platform_brightness_change = page.on_route_change = look
    page.on_view_pop = handler(lambda _: page.navigate(parent_route(page.route or "/")))
