"""What a session holds on to until it ends, and who is rendered when something has changed.

Flet ends a session without unmounting it, and forgets the clean-up of an effect built again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import flet as ft

from qwixx_pad.ui.runtime.guards import component, handler, memo

Stop = Callable[[], object]
Begin = Callable[[], Stop]


class SessionScope:
    """Everything that must stop with a session, and what pauses while its device is away.

    Args:
        page: The session's page.
    """

    def __init__(self, page: ft.Page) -> None:
        self._begun: dict[object, tuple[Begin, Stop | None]] = {}
        self._there: set[object] = set()
        page.on_disconnect = handler(lambda _: self.pause())
        page.on_close = handler(lambda _: self.end())

    def hold(self, begin: Begin, *, while_there: bool = False) -> Stop:
        """Begin something that ends with the session at the latest.

        Args:
            begin: Begins it and gives what stops it.
            while_there: Stop while the device is away, and begin again when it is back.
        """
        key = object()
        self._begun[key] = (begin, begin())
        if while_there:
            self._there.add(key)

        def stop() -> None:
            self._stop(key)
            self._begun.pop(key, None)
            self._there.discard(key)

        return stop

    def _stop(self, key: object) -> None:
        begin, stop = self._begun.get(key, (None, None))
        if begin is not None and stop is not None:
            self._begun[key] = (begin, None)
            stop()

    def pause(self) -> None:
        """The device is away."""
        for key in tuple(self._there):
            self._stop(key)

    def resume(self) -> None:
        """The device is back."""
        for key in tuple(self._there):
            begin, stop = self._begun[key]
            if stop is None:
                self._begun[key] = (begin, begin())

    def end(self) -> None:
        """The session is over."""
        for key in tuple(self._begun):
            self._stop(key)
        self._begun.clear()
        self._there.clear()


def use_subscription(
    scope: SessionScope, begin: Begin, dependencies: list[Any], *, while_there: bool = False
) -> None:
    """Hold on to something while the component is shown.

    Flet forgets the cleanup that an effect returns when the component is built again; this one
    is kept beside the component and named at each building.
    """
    held: list[Stop] = ft.use_memo(list, [])

    def start() -> None:
        held.append(scope.hold(begin, while_there=while_there))

    def stop() -> None:
        while held:
            held.pop()()

    ft.use_effect(start, dependencies, stop)


Build = Callable[..., ft.Control]
"""Makes a control of a part and of facts that stay while the screen keeps its shape."""


class Parts(Protocol):
    """Where the parts of a screen are, and what shows them."""

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - each part has a type of its own
        """The part of this name as it is now."""

    def show(self, name: str, build: Build, *facts: object, key: str | None = None) -> ft.Control:
        """What `build(part, *facts)` makes of a part; `key` tells it from those beside it."""


class Watcher:
    """Who shows a part. Flet drops it when that is no longer on the screen, or the session ends."""

    tell: Callable[[], None]


class Source:
    """Parts that change, for the screen of one session that shows them."""

    def __init__(self) -> None:
        self._parts: Mapping[str, object] = {}
        self._watchers: WeakKeyDictionary[Watcher, str] = WeakKeyDictionary()

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - as above
        """The part of this name as it is now."""
        return self._parts[name]

    def publish(self, parts: Mapping[str, object]) -> None:
        """Put all parts in the place of those before; tells who shows one that is another now.

        Called in the session's own turn: see `guards.run_in_session`.
        """
        before, self._parts = self._parts, parts
        changed = {name for name, part in parts.items() if before.get(name) != part}
        for watcher, name in tuple(self._watchers.items()):
            if name in changed:
                watcher.tell()

    def watch(self, name: str, watcher: Watcher) -> None:
        """Tell somebody of this part from now on, and of no other."""
        self._watchers[watcher] = name

    def show(self, name: str, build: Build, *facts: object, key: str | None = None) -> ft.Control:
        """A leaf: it renders itself when its part changes, and nothing above it."""
        return _leaf(self, name, build, *facts, key=key)


@dataclass(frozen=True)
class Still:
    """Parts of a picture that stays as it is: equal parts are the same picture."""

    parts: Mapping[str, object]

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - as above
        """The part of this name."""
        return self.parts[name]

    def show(self, name: str, build: Build, *facts: object, key: str | None = None) -> ft.Control:
        """The control itself."""
        built = build(self.parts[name], *facts)
        if key is not None:
            built.key = key
        return built


def use_part(source: Source, name: str) -> Any:  # noqa: ANN401 - as above
    """The part of this name; the component is rendered again when it changes.

    The value is read at each rendering: a screen that is built afresh, as after a lost link, shows
    what is true then. What is kept in the component only counts changes.
    """
    _, count = ft.use_state(0)
    watcher: Watcher = ft.use_memo(Watcher, [])
    watcher.tell = lambda: count(lambda changes: changes + 1)
    source.watch(name, watcher)
    return source[name]


@memo
@component
def _leaf(source: Source, name: str, build: Build, *facts: object) -> ft.Control:
    return build(use_part(source, name), *facts)
