"""The context of every screen of a session, and the services that all sessions share."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import NamedTuple, TypeVar
from weakref import WeakSet

import flet as ft

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.net import receive_weights
from qwixx_pad.analysis.value import game_chances, missing_weights
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.games.session import Failure, GameService, OpenGame, Preferences
from qwixx_pad.identity.devices import Browser, DeviceIdentity, PencilTaps
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.settings import Hint, Settings
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.flet_support.device import Device
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import show_snackbar
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.session_scope import SessionScope, StopCallback, use_subscription
from qwixx_pad.ui.flet_support.session_surroundings import find_surroundings, set_surroundings
from qwixx_pad.ui.flet_support.times import TIMES, Times
from qwixx_pad.ui.geometry import MAX_COLUMN_DP, ScreenSpace
from qwixx_pad.ui.text.translator import Translator, Voice
from qwixx_pad.ui.theme.tokens import Theme

RunInSession = Callable[[Callable[[], None]], Callable[[], None]]


@dataclass(frozen=True, slots=True)
class HintMemory:
    """The hints that a player has seen. To mark one as seen rebuilds no screen by itself."""

    preferences: GameService | Preferences

    @property
    def seen(self) -> frozenset[Hint]:
        return self.preferences.settings.seen_hints

    def mark_seen(self, hint: Hint) -> None:
        if hint not in self.seen:
            now = self.preferences.settings
            self.preferences.change_settings(replace(now, seen_hints=now.seen_hints | {hint}))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Values that all controls of a session share.

    Attributes:
        space: The screen inside its safe areas.
        theme: Its theme.
        tr: Its language.
    """

    space: ScreenSpace
    theme: Theme
    tr: Translator

    @property
    def column_width(self) -> float:
        """The width of a column for reading, in dp."""
        return min(self.space.width, MAX_COLUMN_DP) - 32

    def surround(self, page: ft.Page) -> None:
        """Build the controls of a page with these from now on (`adr/0037`).

        Another theme, language or column width rebuilds memoized components. Whatever else they
        show is an argument of theirs.
        """
        set_surroundings(page, self, (self.theme, self.tr, self.column_width))


@dataclass(frozen=True, slots=True)
class Pencil:
    """What a screen lets its player tap on its picture, while the pad starts (`adr/0040`).

    Attributes:
        describe: Describes what can be tapped, for the script of the page; None for nothing.
        enter: Carries out such taps.
    """

    describe: Callable[[], Mapping[str, object] | None]
    enter: Callable[[PencilTaps], None]


NO_PENCIL = Pencil(lambda: None, lambda _: None)


@dataclass(frozen=True, slots=True)
class ScreenContext(Surroundings):
    """Values that all screens of a session share.

    Attributes:
        settings: The player's settings.
        run_in_session: Wraps a function so that it runs in this session, whoever calls it.
        scope: Subscriptions that stop when the session ends.
        change_settings: Saves settings, given by name, and notifies every screen.
        device: Screen, vibration and voice of the device.
        transfer: Files, clipboard and sharing of the device.
        hints: The hints that the player has seen; None for one who has finished a game.
        own_games: The saved games, if they belong to the player at this device.
        length_of: How long a game took, in seconds, by its identifier; None if unknown.
        has_fonts: Whether the device has no other fonts than those of the pad.
        times: Delays and timeouts.
        load_weights: Fetches the weights of the value of a game by their name; None where they are
            always there.
        keep_screen: Tells a browser of the screen at a route, until the returned function is
            called: whether it may save a picture of it, and what can be tapped there; None outside
            of such a browser.
    """

    settings: Settings
    run_in_session: RunInSession
    scope: SessionScope
    change_settings: Callable[..., Failure | None]
    device: Device
    transfer: FileTransfer
    hints: HintMemory | None = None
    own_games: Library | None = None
    length_of: Callable[[str], int | None] = lambda _: None
    has_fonts: bool = False
    times: Times = TIMES
    load_weights: Callable[[str], Awaitable[bytes]] | None = None
    keep_screen: Callable[[str, bool, Pencil], StopCallback] | None = None

    @property
    def voice(self) -> Voice:
        return Voice(self.tr, self.settings.hide_points)

    async def load_value(self, setup: Setup) -> None:
        """Fetch what the value of a game needs, if it is missing.

        Raises:
            OSError: It cannot be fetched, or something else came.
        """
        name = missing_weights(setup)
        if name is not None and self.load_weights is not None:
            content = await self.load_weights(name)
            try:
                receive_weights(name, content)
            except ValueError as error:
                raise OSError from error


class SurroundingsMissingError(LookupError):
    """A control was built before `Surroundings.surround` was called for its page."""


def current_theme() -> Theme:
    """The theme of the session that is building a screen or handling an event."""
    return _find_current(Surroundings).theme


def current_translator() -> Translator:
    """The translator of the session that is building a screen or handling an event."""
    return _find_current(Surroundings).tr


def current_column_width() -> float:
    """The width of a column for reading, in dp."""
    return _find_current(Surroundings).column_width


def current_context() -> ScreenContext:
    """The context of the session that is building a screen or handling an event.

    A page above a bar is lower than its screen: it gets its context as an argument.
    """
    return _find_current(ScreenContext)


Found = TypeVar("Found", bound=Surroundings)


def _find_current(kind: type[Found]) -> Found:
    found = find_surroundings().value
    if not isinstance(found, kind):
        raise SurroundingsMissingError
    return found


Watched = TypeVar("Watched")
Watch = Callable[[Callable[[], None]], StopCallback]
"""Subscribes a callback to changes; returns a function that ends the subscription."""


def use_changes(watch: Watch, on_change: Callable[[], None]) -> None:
    """Call `on_change` in this session at each change outside of it.

    Both arguments are those of the first rendering.
    """
    context = current_context()
    in_session = context.run_in_session(on_change)
    use_subscription(context.scope, lambda: watch(in_session), [])


def use_watched(watch: Watch, read: Callable[[], Watched]) -> Watched:
    """Read a value that changes outside of this session; a new value rerenders the component."""
    value, set_value = ft.use_state(read())

    def watch_and_read(on_change: Callable[[], None]) -> StopCallback:
        stop = watch(on_change)
        on_change()  # it may have changed since the component was built
        return stop

    use_changes(watch_and_read, lambda: set_value(lambda _: read()))
    return value


def use_change_count(watch: Watch) -> int:
    """Rerender the component at each change that `watch` reports; count them from 0."""
    count, set_count = ft.use_state(0)
    use_changes(watch, lambda: set_count(lambda changes: changes + 1))
    return count


def use_kept_screen(route: str, *, may_keep: bool, pencil: Pencil = NO_PENCIL) -> None:
    """Let the browser save a picture of a screen (`adr/0030`), to be shown while the pad starts.

    Args:
        route: Its route.
        may_keep: Whether it shows nothing private or transient: another person's data, a code, a
            link, a field, a note, or anything that is not there when it is opened again.
        pencil: What can be tapped on that picture; a later one is ignored.
    """
    context = current_context()
    keep = context.keep_screen

    def start_keeping() -> StopCallback:
        return keep(route, may_keep, pencil) if keep else lambda: None

    use_subscription(context.scope, start_keeping, [route, may_keep])


@dataclass(frozen=True, eq=False)
class _ComputedChances:
    """The chances at each moment of a game; None until they are computed."""

    game: Game
    curve: tuple[Chances, ...] | None = None


def offline_chances_text(tr: Translator) -> str:
    """The message where chances are not on this device, and can't be fetched."""
    return tr.gettext("Go online once to see the chances for this sheet.")


def use_chances(game: Game, *, wanted: bool) -> tuple[Chances, ...] | None:
    """Compute the chances at each moment of a game: at its start and after each entry in force.

    They are computed in slices while the screen is shown, and again for another game. None until
    then; empty unless `wanted`, or if no value is known.
    """
    context = current_context()
    page = ft.context.page
    computed, set_computed = ft.use_state(_ComputedChances(game))
    curve: tuple[Chances, ...] | None = ()
    if wanted:
        curve = computed.curve if computed.game is game else None
    waits = curve is None

    async def compute_chances() -> None:
        known = []
        await asyncio.sleep(0)  # let the screen be sent first
        try:
            await context.load_value(game.setup)
        except OSError:
            show_snackbar(page, offline_chances_text(context.tr))
        for each in game_chances(game):
            known.append(each)
            await asyncio.sleep(0)
        set_computed(_ComputedChances(game, tuple(known)))

    def start_computing() -> StopCallback:
        if not waits:
            return lambda: None
        return asyncio.get_running_loop().create_task(compute_chances()).cancel

    use_subscription(context.scope, start_computing, [id(game), waits], while_connected=True)
    return curve


@dataclass(frozen=True, slots=True)
class AppServices:
    """The services that all sessions of a process share.

    Attributes:
        registry: The shared tables and their games.
        library: The saved games.
        browser: The browser that Python itself runs in; None outside of one.
        times: Delays and timeouts of the screens.
        site: The pad that opens links of games, unless the settings have another; empty for none.
        owner_scopes: The scopes of the owner's open sessions.
    """

    registry: TableRegistry
    library: Library
    browser: Browser | None = None
    times: Times = TIMES
    site: str = ""
    owner_scopes: WeakSet[SessionScope] = field(default_factory=WeakSet)

    @property
    def last_group_game(self) -> OpenGame | None:
        """The newest game of several players; None without one, or if it cannot be read."""
        found = self.library.last_multiplayer_game()
        if found is None:
            return None
        with suppress(StorageError):
            return self.registry.service.open(found.game)
        return None


class Reach(Enum):
    """Where a link to a game opens."""

    EVERYWHERE = auto()
    NETWORK = auto()
    """In the network of this computer, while the pad runs."""
    COMPUTER = auto()
    """In browsers of this computer, while the pad runs."""
    NOWHERE = auto()
    """In no browser; pasted, in any pad."""


class LinkSite(NamedTuple):
    """The pad at which links to games open.

    Attributes:
        address: Without a slash at its end; empty for none.
        reach: Where it is reached.
    """

    address: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class UiSession:
    """One session: its identity, its device and its services.

    Attributes:
        page: Its page.
        services: The services that all sessions share.
        identity: The device at the other end.
        preferences: The settings of this device; the owner's are those of the service.
        device: Screen, vibration and voice of the device.
        transfer: Its files, clipboard and sharing.
        keyboard: Its keyboard.
        scope: Subscriptions that stop when the session ends.
    """

    page: ft.Page
    services: AppServices
    identity: DeviceIdentity
    preferences: GameService | Preferences
    device: Device
    transfer: FileTransfer
    keyboard: Keyboard
    scope: SessionScope

    @property
    def registry(self) -> TableRegistry:
        return self.services.registry

    def resume_session(self) -> None:
        """Resume after a lost link to the device."""
        self.keyboard.picture.invalidate()
        self.scope.resume()

    @property
    def own_games(self) -> Library | None:
        """The saved games, if they belong to the player at this device; else None."""
        return self.services.library if self.identity.is_this_computer else None

    @property
    def link_site(self) -> LinkSite:
        """The pad at which links open: the site that runs this one, a chosen site, or this one."""
        services = self.services
        chosen = self.preferences.settings.site or self.registry.service.settings.site
        lasting = services.browser.site if services.browser else chosen or services.site
        if lasting:
            return LinkSite(lasting, Reach.EVERYWHERE)
        scheme, _, host = (self.page.url or "").partition("://")
        is_web = scheme in {"ws", "wss", "http", "https"}
        own = f"{scheme.replace('ws', 'http')}://{host}" if is_web else ""
        if not self.identity.is_this_computer:
            return LinkSite(own, Reach.NETWORK)
        if self.registry.addresses:
            return LinkSite(self.registry.addresses[0], Reach.NETWORK)
        return LinkSite(own, Reach.COMPUTER if own else Reach.NOWHERE)

    def length_of(self, game: str) -> int | None:
        """How long a game took, in seconds; None if unknown."""
        saved = self.services.library.find(game)
        return None if saved is None else saved.summary.seconds
