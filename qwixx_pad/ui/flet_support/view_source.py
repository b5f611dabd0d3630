"""The screen of a session as one value, and the leaves of it that are built again by themselves."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import flet as ft

from qwixx_pad.ui.flet_support.flet_patches import component, memo

S = TypeVar("S")
V = TypeVar("V")
BuildControl = Callable[..., ft.Control]
"""Makes a control of what was selected and of facts that stay while the screen keeps its shape."""


class Watcher:
    """Who shows something. Flet drops it when that is no longer on the screen, or the session ends.

    Attributes:
        select: What of the state is shown.
        last_value: What that was the last time.
        rerender: Has it built again.
    """

    select: Callable[[Any], object]
    last_value: object
    rerender: Callable[[], None]


class ViewSource(Generic[S]):
    """The screen of one session as one value: its `state`."""

    def __init__(self, state: S) -> None:
        self.state = state
        self._watchers: WeakSet[Watcher] = WeakSet()

    def publish(self, state: S) -> None:
        """Put a state in the place of the one before; tells who shows something that is another.

        Called in the session's own turn: see `run_in_session`.
        """
        self.state = state
        for watcher in tuple(self._watchers):
            if watcher.select(state) != watcher.last_value:
                watcher.rerender()

    def watch(self, watcher: Watcher) -> None:
        """Tell somebody from now on."""
        self._watchers.add(watcher)

    def build_leaf(
        self, select: Callable[[S], V], build: BuildControl, *facts: object, key: str | None = None
    ) -> ft.Control:
        """Build a leaf from `build(selected, *facts)`, in which hooks can be used.

        It is built again when what it selects of the state has changed, and nothing above it. The
        facts stay while the screen keeps its shape; the key tells it from those beside it.
        """
        return _leaf(self, select, build, *facts, key=key)


@memo
@component
def _leaf(
    source: ViewSource[S], select: Callable[[S], object], build: BuildControl, *facts: object
) -> ft.Control:
    """Read the state at each building.

    A screen that is built afresh, as after a lost link, shows what is true then; what is kept in
    the component only counts changes.
    """
    _, count = ft.use_state(0)
    watcher: Watcher = ft.use_memo(Watcher, [])
    watcher.select, watcher.last_value = select, select(source.state)
    watcher.rerender = lambda: count(lambda changes: changes + 1)
    source.watch(watcher)
    return build(watcher.last_value, *facts)
