"""What a session holds on to until it ends, and who is rendered when something has changed.

Flet ends a session without unmounting it, and forgets the clean-up of an effect built again.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import flet as ft

from qwixx_pad.ui.runtime.guards import component, handler, memo

Stop = Callable[[], object]
Begin = Callable[[], Stop]


class SessionScope:
    """Everything that must stop with a session, and what pauses while its device is away."""

    def __init__(self, page: ft.Page) -> None:
        self._begun: dict[object, tuple[Begin, Stop | None]] = {}
        self._there: set[object] = set()
        page.on_disconnect = handler(lambda _: self.pause())
        page.on_close = handler(lambda _: self.end())

    def hold(self, begin: Begin, *, while_there: bool = False) -> Stop:
        """Begin something that ends with the session at the latest; gives what ends it earlier.

        `while_there`: it stops while the device is away, and begins again when that is back.
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


S = TypeVar("S")
V = TypeVar("V")
Build = Callable[..., ft.Control]
"""Makes a control of what was selected and of facts that stay while the screen keeps its shape."""


class Watcher:
    """Who shows something. Flet drops it when that is no longer on the screen, or the session ends.

    Attributes:
        select: What of the state is shown.
        seen: What that was the last time.
        tell: Has it built again.
    """

    select: Callable[[Any], object]
    seen: object
    tell: Callable[[], None]


class Source(Generic[S]):
    """What the screen of one session shows, as one value: its `state`."""

    def __init__(self, state: S) -> None:
        self.state = state
        self._watchers: WeakSet[Watcher] = WeakSet()

    def publish(self, state: S) -> None:
        """Put a state in the place of the one before; tells who shows something that is another.

        Called in the session's own turn: see `guards.run_in_session`.
        """
        self.state = state
        for watcher in tuple(self._watchers):
            if watcher.select(state) != watcher.seen:
                watcher.tell()

    def watch(self, watcher: Watcher) -> None:
        """Tell somebody from now on."""
        self._watchers.add(watcher)

    def show(
        self, select: Callable[[S], V], build: Build, *facts: object, key: str | None = None
    ) -> ft.Control:
        """A leaf: what `build(selected, *facts)` makes, in which hooks can be used.

        It is built again when what it selects of the state has changed, and nothing above it. The
        facts stay while the screen keeps its shape; the key tells it from those beside it.
        """
        return _leaf(self, select, build, *facts, key=key)


@memo
@component
def _leaf(
    source: Source[S], select: Callable[[S], object], build: Build, *facts: object
) -> ft.Control:
    """Reads the state at each building.

    A screen that is built afresh, as after a lost link, shows what is true then; what is kept in
    the component only counts changes.
    """
    _, count = ft.use_state(0)
    watcher: Watcher = ft.use_memo(Watcher, [])
    watcher.select, watcher.seen = select, select(source.state)
    watcher.tell = lambda: count(lambda changes: changes + 1)
    source.watch(watcher)
    return build(watcher.seen, *facts)
