"""The state of a session's screen, and leaves that are rebuilt when their part of it changes."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import flet as ft

from qwixx_pad.ui.flet_support.flet_patches import component, memo

S = TypeVar("S")
V = TypeVar("V")
BuildControl = Callable[..., ft.Control]
"""Builds a control from the selected part of the state, and from facts that do not change."""


class Watcher:
    """A leaf that shows a part of the state. It is held weakly, and goes with the component.

    Attributes:
        select: Takes the part from the state.
        last_value: The part that was shown last.
        rerender: Rebuilds the leaf.
    """

    select: Callable[[Any], object]
    last_value: object
    rerender: Callable[[], None]


class ViewSource(Generic[S]):
    """The state of one session's screen, and the leaves that show it."""

    def __init__(self, state: S) -> None:
        self.state = state
        self._watchers: WeakSet[Watcher] = WeakSet()

    def publish(self, state: S) -> None:
        """Replace the state, and rebuild the leaves whose part of it has changed.

        Call it in the session's own context: see `run_in_session`.
        """
        self.state = state
        for watcher in tuple(self._watchers):
            if watcher.select(state) != watcher.last_value:
                watcher.rerender()

    def watch(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def build_leaf(
        self, select: Callable[[S], V], build: BuildControl, *facts: object, key: str | None = None
    ) -> ft.Control:
        """Build a leaf as `build(select(state), *facts)`, in which hooks can be used.

        It is rebuilt by itself when its part of the state changes. The facts must not change while
        the screen has the same shape; the key distinguishes it from its siblings.
        """
        return _leaf(self, select, build, *facts, key=key)


@memo
@component
def _leaf(
    source: ViewSource[S], select: Callable[[S], object], build: BuildControl, *facts: object
) -> ft.Control:
    """Read the state at each building, not when the leaf is made.

    After a lost link the screen is rebuilt, and must show the current state.
    """
    _, set_count = ft.use_state(0)
    watcher: Watcher = ft.use_memo(Watcher, [])
    watcher.select = select
    watcher.last_value = select(source.state)
    watcher.rerender = lambda: set_count(lambda count: count + 1)
    source.watch(watcher)
    return build(watcher.last_value, *facts)
