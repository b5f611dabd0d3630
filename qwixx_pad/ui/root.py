"""The root of a session: which screen, in which space, in which colours."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from qwixx_pad.i18n import catalogue
from qwixx_pad.session import Desk, OpenGame
from qwixx_pad.settings import Shade
from qwixx_pad.store import StoreError
from qwixx_pad.ui.device import Device
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import handler, in_own_turn, use_epoch, views
from qwixx_pad.ui.plan import Space
from qwixx_pad.ui.screens.home import home_screen
from qwixx_pad.ui.screens.play import play_screen
from qwixx_pad.ui.screens.settings import settings_screen
from qwixx_pad.ui.tokens import DARK, FONTS, LIGHT, Theme
from qwixx_pad.ui.words import Words

Notice = tuple[str, str]
_GAME, _SETTINGS = "/game/", "/settings"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the device tells of itself.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is: `/`, `/game/ID`, `/settings`, `/game/ID/settings`.
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


def show(page: ft.Page, desk: Desk, notice: Notice | None = None) -> None:
    """Begin a session: Flet calls this once for each tab, window or phone.

    Args:
        page: The session's page.
        desk: The process's desk.
        notice: Two lines that home shows.
    """
    page.title = "Qwixx Pad"
    page.fonts = FONTS
    page.theme = page.dark_theme = ft.Theme(font_family="Rubik 400")
    page.padding = 0
    device = Device(page, lambda: desk.settings)
    page.render_views(root, page, desk, device, notice)


@views
def root(page: ft.Page, desk: Desk, device: Device, notice: Notice | None) -> list[ft.View]:
    """The stack of screens that the route stands for, home at the bottom."""
    seen, see = ft.use_state(Seen.of(page))
    settings, set_settings = ft.use_state(desk.settings)
    told, tell = ft.use_state(notice)
    epoch = use_epoch(page)
    own_turn = in_own_turn(page)
    _watch_device(page, see)
    ft.use_effect(lambda: desk.watch(own_turn(lambda: set_settings(desk.settings))), [])
    theme = choose_theme(settings.shade, dark=seen.dark)
    page.theme_mode = ft.ThemeMode.DARK if theme.dark else ft.ThemeMode.LIGHT
    frame = Frame(seen.space, theme, Words(catalogue("en")), settings, own_turn)
    go = _Guide(page, desk, frame, lambda lines: tell(lambda _: lines)).go
    screens = [("/", home_screen(desk, frame, told, go))]
    opened = _opened(desk, seen.route)
    if opened is not None:
        where = f"{_GAME}{opened.head.id}"
        screens.append((where, play_screen(opened, frame, device, go, key=opened.head.id)))
    if seen.route.endswith(_SETTINGS):
        screens.append((seen.route, settings_screen(frame, desk.change, go)))
    return [_view(route, screen, theme, epoch) for route, screen in screens]


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


def parent_route(route: str) -> str:
    """Where back leads to."""
    inside_game = route.startswith(_GAME) and route.endswith(_SETTINGS)
    return route.removesuffix(_SETTINGS) if inside_game else "/"


def _opened(desk: Desk, route: str) -> OpenGame | None:
    if not route.startswith(_GAME):
        return None
    try:
        return desk.open(route.removeprefix(_GAME).removesuffix(_SETTINGS))
    except StoreError:
        return None


class _Guide:
    """Leads from screen to screen."""

    def __init__(
        self, page: ft.Page, desk: Desk, frame: Frame, tell: Callable[[Notice | None], None]
    ) -> None:
        self._page = page
        self._desk = desk
        self._frame = frame
        self._tell = tell

    def go(self, where: str) -> None:
        """Go to `home`, `back`, `settings`, `new-game` or `game/ID`."""
        route = self._page.route or "/"
        if where == "new-game":
            self._start()
        elif where == "settings":
            inside = route.startswith(_GAME)
            self._page.navigate(f"{route}{_SETTINGS}" if inside else _SETTINGS)
        elif where == "back":
            self._page.navigate(parent_route(route))
        else:
            self._page.navigate("/" if where == "home" else f"/{where}")

    def _start(self) -> None:
        try:
            opened = self._desk.start("classic", (self._desk.settings.name,))
        except StoreError:
            words = self._frame.words
            self._tell((words.text("Could not save"), words.text("Free some space and try again.")))
            return
        self._tell(None)
        self._page.navigate(f"{_GAME}{opened.head.id}")
