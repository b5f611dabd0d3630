"""Timers of a play screen, and hooks for what it remembers besides its view."""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.analysis.value import value_of
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.games.session import GameService, Preferences
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.settings import Hint
from qwixx_pad.storage.summary import GameQuery, GameState
from qwixx_pad.ui.context import HintMemory, RunInSession, ScreenContext
from qwixx_pad.ui.flet_support.session_scope import StopCallback, use_subscription
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.state import (
    HintLook,
    Overdue,
    PadState,
    PendingChange,
    first_unsent,
    hint_lines,
    next_hint,
    pending_changes,
)


class Timers:
    """Callbacks that run a while later, each under a key of its own."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    @property
    def running(self) -> frozenset[Hashable]:
        """The keys of callbacks that have not run yet."""
        return frozenset(self._tasks)

    def start(self, key: Hashable, seconds: float, callback: Callable[[], object]) -> None:
        """Call back after some seconds; replaces a callback with the same key."""
        self.stop(key)
        later = self._run_later(key, seconds, callback)
        self._tasks[key] = asyncio.get_running_loop().create_task(later, name=f"{key}")

    async def _run_later(
        self, key: Hashable, seconds: float, callback: Callable[[], object]
    ) -> None:
        await asyncio.sleep(seconds)
        del self._tasks[key]
        callback()

    def stop(self, *keys: Hashable) -> None:
        """Cancel the callbacks with these keys."""
        for key in keys:
            if key in self._tasks:
                self._tasks.pop(key).cancel()


class StatusTimers:
    """Reports conditions of a table that have lasted for a while.

    The page's session stores what was reported, because screens come and go.

    Attributes:
        overdue: What was reported last.
    """

    def __init__(self, play: SeatSession, page: ft.Page, times: Times) -> None:
        self._play = play
        self._page = page
        self._times = times
        self._timers = Timers()
        self._store_key = f"overdue {play.table_seating.code}" if play.table_seating else ""
        self._on_overdue: Callable[[Overdue], object] | None = None
        self.overdue: Overdue = page.session.store.get(self._store_key) or Overdue()

    def report_to(
        self, on_overdue: Callable[[Overdue], object], run_in_session: RunInSession
    ) -> StopCallback:
        """Report each change of what is overdue, until the returned function is called."""
        self._on_overdue = on_overdue
        self._schedule()
        unwatch = self._play.watch(run_in_session(self._schedule))

        def stop() -> None:
            unwatch()
            self._on_overdue = None
            self._timers.stop(*self._timers.running)

        return stop

    def _schedule(self) -> None:
        """Start timers for new conditions, and cancel those of conditions that have ended."""
        connected = self._page.session.connection is not None
        if self._on_overdue is None or self._play.is_past or not connected:
            return  # it has stopped since this call was planned, or is about to
        if self.overdue.late not in {None, first_unsent(self._play)}:
            self._report(replace(self.overdue, late=None))
        wanted = dict(pending_changes(self._play, self.overdue, self._times))
        self._timers.stop(*self._timers.running - wanted.keys())
        for new in wanted.keys() - self._timers.running:
            self._timers.start(new, wanted[new], partial(self._on_elapsed, new))

    def _on_elapsed(self, change: PendingChange) -> None:
        # A device that was away itself has noticed no end of the condition.
        if change in dict(pending_changes(self._play, self.overdue, self._times)):
            self._report(change.added_to(self.overdue))
        self._schedule()

    def _report(self, overdue: Overdue) -> None:
        self.overdue = overdue
        self._page.session.store.set(self._store_key, overdue)
        if self._on_overdue is not None:
            self._on_overdue(overdue)


SetWinChances = Callable[[tuple[float, ...]], object]
"""Receives each seat's chance to win, from 0 to 1; empty where none are shown."""


def use_live_chances(
    play: SeatSession, context: ScreenContext, set_win_chances: SetWinChances
) -> None:
    """Report the chances a moment after each change, if the settings show them; else none, once."""
    wanted = context.settings.chances_in_play and play.game.setup.seats > 1
    timers: Timers = ft.use_memo(Timers, [])

    def compute_chances() -> None:
        value = value_of(play.game.setup)
        set_win_chances(() if value is None else value.chances_at(play.game.position).win)

    def schedule_chances() -> None:
        timers.start("chances", context.times.chances, compute_chances)

    async def load_first() -> None:
        with suppress(OSError):  # without a network there are none
            await context.load_value(play.game.setup)
        schedule_chances()

    def start_watching() -> StopCallback:
        if not wanted:
            set_win_chances(())
            return lambda: None
        loading = asyncio.get_running_loop().create_task(load_first())
        unwatch = play.watch(context.run_in_session(schedule_chances))

        def stop() -> None:
            loading.cancel()
            unwatch()
            timers.stop(*timers.running)

        return stop

    use_subscription(context.scope, start_watching, [wanted], while_connected=True)


def use_hint_memory(
    preferences: GameService | Preferences, library: Library | None, where: str
) -> HintMemory | None:
    """The hints that a player has seen; None for players who have finished a game.

    A visitor has no library. Stored games are counted once for each screen (`where`).
    """

    def is_experienced() -> bool:
        return library is not None and any(
            library.count_games(GameQuery(state=GameState.OVER, deleted=deleted))
            for deleted in (False, True)
        )

    return None if ft.use_memo(is_experienced, [where]) else HintMemory(preferences)


@dataclass(frozen=True, slots=True)
class HintState:
    """The hints of a screen.

    Attributes:
        has_room: Whether space is reserved for hints, so that nothing moves when one comes.
        shown: The hint shown now; None for none.
        close: Marks it as seen.
    """

    has_room: bool
    shown: HintLook | None = None
    close: Callable[[], object] = lambda: None


@dataclass
class _LastHint:
    """The hint that was on the screen last, and the sheet in front at that time."""

    hint: Hint | None = None
    sheet: Sheet | None = None


def hint_due(state: PadState, context: ScreenContext) -> Hint | None:
    """The next unseen hint that fits the sheet in front; None if another device plays the sheet."""
    hints = context.hints if state.seat in state.own_seats else None
    return next_hint(state.game, state.seat, hints.seen) if hints else None


def use_hint(state: PadState, context: ScreenContext) -> HintState:
    """The hint to show now. It is marked as seen as soon as its moment has passed."""
    has_room = ft.use_memo(lambda: _may_explain(state, context), [])
    hints = context.hints
    sheet = state.sheet
    hint = hint_due(state, context)
    shown = hint if state.message is None else None  # a message comes first
    last = ft.use_memo(_LastHint, [])
    _, rerender = ft.use_state(0)

    def mark_seen(seen: Hint) -> None:
        if hints is not None:
            hints.mark_seen(seen)
        if seen is hint:
            rerender(lambda times: times + 1)

    def mark_last_seen() -> None:
        before = replace(last)
        passed = (before.hint, before.sheet) != (hint, sheet)
        if passed or shown is not None:
            last.hint = shown
            last.sheet = sheet
        if passed and before.hint is not None:
            mark_seen(before.hint)

    ft.use_effect(mark_last_seen, [hint, shown, sheet])
    if shown is None:
        return HintState(has_room)
    look = hint_lines(shown, state.game, state.seat, context.tr)
    return HintState(has_room, look, lambda: mark_seen(shown))


def _may_explain(state: PadState, context: ScreenContext) -> bool:
    """True if a hint may come while this game is on the screen."""
    if state.game.setup.paper or (state.table is not None and state.table.is_watching):
        return False
    return context.hints is not None and not context.hints.seen >= set(Hint)
