"""The context of every screen of a session, and the services that all sessions share."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar
from weakref import WeakSet

import flet as ft

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.value import game_chances
from qwixx_pad.core.game import Game
from qwixx_pad.games.session import Failure, GameService, OpenGame, Preferences
from qwixx_pad.identity.devices import Browser, DeviceIdentity
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.settings import Hint, Settings
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.flet_support.device import Device
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer
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
    """The hints that a player has seen. A change of it renders no screen but the caller's."""

    preferences: GameService | Preferences

    @property
    def seen(self) -> frozenset[Hint]:
        """The hints that were seen by now."""
        return self.preferences.settings.seen_hints

    def mark_seen(self, hint: Hint) -> None:
        """Record that a hint was seen."""
        if hint not in self.seen:
            now = self.preferences.settings
            self.preferences.change_settings(replace(now, seen_hints=now.seen_hints | {hint}))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every control is built with.

    Attributes:
        space: The size between the safe areas of the device.
        theme: Light or dark.
        tr: The language.
    """

    space: ScreenSpace
    theme: Theme
    tr: Translator

    @property
    def column_width(self) -> float:
        """Width of the column of a screen that is read, in dp."""
        return min(self.space.width, MAX_COLUMN_DP) - 32

    def surround(self, page: ft.Page) -> None:
        """Build what is built for a page from now on with these (`adr/0037`).

        A remembered part is built anew for another theme, language or width only: whatever else it
        shows is an argument of it.
        """
        set_surroundings(page, self, (self.theme, self.tr, self.column_width))


@dataclass(frozen=True, slots=True)
class ScreenContext(Surroundings):
    """The surroundings of a screen.

    Attributes:
        settings: The player's settings.
        run_in_session: Wraps a function so that it runs as this session's own, whoever calls it.
        scope: Subscriptions that stop when the session ends.
        change_settings: Saves settings by their names; every screen is notified.
        device: What the device can do by itself.
        transfer: Files, clipboard and sharing of the device.
        hints: The hints that the player has seen; None where the game is known already.
        own_games: The saved games, if they belong to the player at this device.
        length_of: Returns how long a game took, in seconds, by its identifier; None if that is not
            known.
        has_fonts: True if the device has no other fonts than those of the pad.
        times: Delays and timeouts.
        keep_screen: Lets a browser keep a picture of the screen of a route, until that is stopped;
            None outside of such a browser.
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
    keep_screen: Callable[[str], StopCallback] | None = None

    @property
    def voice(self) -> Voice:
        """The translator, with or without points."""
        return Voice(self.tr, self.settings.hide_points)


class SurroundingsMissingError(LookupError):
    """A control was built before the root of its session has set the surroundings."""


def current_theme() -> Theme:
    """Find the theme of the session whose screen is built, or whose tap is handled."""
    return _find_current(Surroundings).theme


def current_translator() -> Translator:
    """Find the language of the session whose screen is built, or whose tap is handled."""
    return _find_current(Surroundings).tr


def current_column_width() -> float:
    """Find the width of the column of a screen that is read, in dp."""
    return _find_current(Surroundings).column_width


def current_context() -> ScreenContext:
    """Find the context of the session whose screen is built, or whose tap is handled.

    A page above a bar has less height than its screen: it gets its context as an argument.
    """
    return _find_current(ScreenContext)


Found = TypeVar("Found", bound=Surroundings)


def _find_current(kind: type[Found]) -> Found:
    found = find_surroundings()
    if not isinstance(found, kind):
        raise SurroundingsMissingError
    return found


Watched = TypeVar("Watched")


def use_watched(
    watch: Callable[[Callable[[], None]], StopCallback],
    initial: Watched,
    update: Callable[[Watched], Watched],
) -> Watched:
    """Watch a value that changes outside of this session; a new value rerenders the component.

    Args:
        watch: Calls back on each change, until it is stopped.
        initial: The initial value.
        update: Returns the value after a change, from the one before.
    """
    context = current_context()
    value, set_value = ft.use_state(initial)
    changed = context.run_in_session(lambda: set_value(update))
    use_subscription(context.scope, lambda: watch(changed), [])
    return value


def use_kept_screen(route: str, *, may_keep: bool) -> None:
    """Let the browser keep a picture of a screen (`adr/0030`); no other screen is kept.

    Args:
        route: Its route.
        may_keep: True if there is nothing on it that is another person's, a code, a link, a field
            or a note, nor anything that is not there when it is opened again.
    """
    context = current_context()
    keep = context.keep_screen

    def start_keeping() -> StopCallback:
        return keep(route) if keep and may_keep else lambda: None

    use_subscription(context.scope, start_keeping, [route, may_keep])


@dataclass(frozen=True, eq=False)
class _ComputedChances:
    """The chances at each moment of a game; None until they are computed."""

    game: Game
    curve: tuple[Chances, ...] | None = None


def use_chances(game: Game, *, wanted: bool) -> tuple[Chances, ...] | None:
    """Compute the chances at each moment of a game: before its first entry, after each applied one.

    They are computed in slices while the screen is shown, and anew for another game. None until
    then; empty where they are not `wanted`, or where no value is known.
    """
    computed, set_computed = ft.use_state(_ComputedChances(game))
    curve = (computed.curve if computed.game is game else None) if wanted else ()
    waits = curve is None

    async def compute_chances() -> None:
        known = []
        await asyncio.sleep(0)  # let the screen be sent first
        for each in game_chances(game):
            known.append(each)
            await asyncio.sleep(0)
        set_computed(_ComputedChances(game, tuple(known)))

    def start_computing() -> StopCallback:
        if not waits:
            return lambda: None
        return asyncio.get_running_loop().create_task(compute_chances()).cancel

    use_subscription(
        current_context().scope, start_computing, [id(game), waits], while_connected=True
    )
    return curve


@dataclass(frozen=True, slots=True)
class AppServices:
    """The services that all sessions of a process share.

    Attributes:
        registry: The shared tables, and the games behind them.
        library: The saved games.
        browser: The one that runs the pad by itself; None where Python runs outside of it.
        times: Delays and timeouts of its screens.
        owner_scopes: The scopes of the owner's sessions that have not ended.
    """

    registry: TableRegistry
    library: Library
    browser: Browser | None = None
    times: Times = TIMES
    owner_scopes: WeakSet[SessionScope] = field(default_factory=WeakSet)

    @property
    def last_group_game(self) -> OpenGame | None:
        """The game of several that began last, if it can be read."""
        found = self.library.last_multiplayer_game()
        if found is None:
            return None
        with suppress(StorageError):
            return self.registry.service.open(found.game)
        return None


@dataclass(frozen=True, slots=True)
class UiSession:
    """One session: its identity, its device and its services.

    Attributes:
        page: Its page.
        services: The services that all sessions share.
        identity: The device at the other end.
        preferences: The settings of this device; the owner's are the service's.
        device: The abilities of the device.
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
        """The shared tables."""
        return self.services.registry

    def resume_session(self) -> None:
        """Resume after the link to the device was lost."""
        self.keyboard.picture.invalidate()
        self.scope.resume()

    @property
    def own_games(self) -> Library | None:
        """The saved games, if they belong to the player at this device."""
        return self.services.library if self.identity.is_this_computer else None

    def length_of(self, game: str) -> int | None:
        """Return how long a game took, in seconds; None if that is not known."""
        kept = self.services.library.find(game)
        return None if kept is None else kept.summary.seconds
