"""Timers of a play screen, and Flet's hooks for what it remembers besides its painting."""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.analysis.value import value_of
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.games.session import GameService, Preferences
from qwixx_pad.library.library import Library
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.settings import Hint
from qwixx_pad.storage.summary import GameQuery, State
from qwixx_pad.ui.flet_support.flet_patches import Stop, use_subscription
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.state import (
    HintLook,
    Lasting,
    Overdue,
    PadState,
    first_unsent,
    hint_lines,
    hint_of,
    lasting,
)
from qwixx_pad.ui.shell import ScreenContext, Turn


class Timers:
    """Callbacks that run a while later, each under a key of its own."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    @property
    def running(self) -> frozenset[Hashable]:
        """The keys of callbacks that have not run yet."""
        return frozenset(self._tasks)

    def start(self, key: Hashable, seconds: float, do: Callable[[], object]) -> None:
        """Call back after so many seconds, in place of what waits under the same key."""
        self.stop(key)
        loop, waits = asyncio.get_running_loop(), self._wait(key, seconds, do)
        self._tasks[key] = loop.create_task(waits, name=f"{key}")

    async def _wait(self, key: Hashable, seconds: float, do: Callable[[], object]) -> None:
        await asyncio.sleep(seconds)
        del self._tasks[key]
        do()

    def stop(self, *keys: Hashable) -> None:
        """Cancel the callbacks with these keys."""
        for key in keys:
            if key in self._tasks:
                self._tasks.pop(key).cancel()


class Patience:
    """Reports what has lasted for a while at a table; no timer runs without a need.

    The session's page remembers what was reported while its screens come and go.
    """

    def __init__(self, play: SeatSession, page: ft.Page, times: Times) -> None:
        self._play, self._page, self._times, self._timers = play, page, times, Timers()
        self._remembered = f"overdue {play.seating.code}" if play.seating else ""
        self._tell: Callable[[Overdue], object] | None = None
        self.known: Overdue = page.session.store.get(self._remembered) or Overdue()

    def attend(self, tell: Callable[[Overdue], object], run_in_session: Turn) -> Stop:
        """Report what has lasted when that changes, until the returned function is called."""
        self._tell = tell
        self._look()
        unwatch = self._play.watch(run_in_session(self._look))

        def stop() -> None:
            unwatch()
            self._tell = None
            self._timers.stop(*self._timers.running)

        return stop

    def _look(self) -> None:
        """Start timers for what is new, and cancel those of what has ended."""
        away = self._page.session.connection is None
        if self._tell is None or self._play.is_past or away:
            return  # it has stopped since this look was called for, or is about to
        if self.known.late not in {None, first_unsent(self._play)}:
            self._learn(replace(self.known, late=None))
        wanted = dict(lasting(self._play, self.known, self._times))
        self._timers.stop(*self._timers.running - wanted.keys())
        for new in wanted.keys() - self._timers.running:
            self._timers.start(new, wanted[new], partial(self._lasted, new))

    def _lasted(self, what: Lasting) -> None:
        still = dict(lasting(self._play, self.known, self._times))
        if what in still:  # else this device was away, and nothing was reported
            self._learn(what.lasted(self.known))
        self._look()

    def _learn(self, known: Overdue) -> None:
        self.known = known
        self._page.session.store.set(self._remembered, known)
        if self._tell is not None:
            self._tell(known)


Weigh = Callable[[tuple[float, ...]], object]
"""Receives the chance of each seat to win, 0 to 1; nothing where none are shown."""


def use_live_chances(play: SeatSession, context: ScreenContext, weigh: Weigh) -> None:
    """Report the present chances a moment after each change, while a person wants them."""
    wanted = context.settings.chances_in_play and play.game.setup.seats > 1
    timers: Timers = ft.use_memo(Timers, [])

    def reckon() -> None:
        value = value_of(play.game.setup)
        weigh(() if value is None else value.chances(play.game.position).win)

    def look() -> None:
        timers.start("chances", context.times.chances, reckon)

    def begin() -> Stop:
        if not wanted:
            weigh(())
            return lambda: None
        look()
        unwatch = play.watch(context.run_in_session(look))

        def stop() -> None:
            unwatch()
            timers.stop(*timers.running)

        return stop

    use_subscription(context.scope, begin, [wanted], while_there=True)


Learn = Callable[[Hint], object]
_ENDED = GameQuery(state=State.OVER)


def use_learning(
    preferences: GameService | Preferences, library: Library | None, where: str
) -> Learn | None:
    """Build what marks a hint as seen; None for players who have finished games.

    A visitor has no library here. Stored games are looked up again on each screen (`where`).
    """

    def knows() -> bool:
        wanted = (_ENDED, replace(_ENDED, deleted=True))
        return library is not None and any(library.count(each) for each in wanted)

    def learn(hint: Hint) -> None:
        now = preferences.settings
        if hint not in now.hints:
            preferences.change(replace(now, hints=now.hints | {hint}))

    return None if ft.use_memo(knows, [where]) else learn


@dataclass(frozen=True, slots=True)
class Hinting:
    """The state of hints on a screen: whether one may come in this game, and which is shown.

    The space of one that may come is reserved, so that nothing ever moves.
    """

    room: bool
    now: HintLook | None


@dataclass
class _ShownHint:
    """The hint that was on the screen last, and the sheet that it was for."""

    hint: Hint | None = None
    sheet: Sheet | None = None


def hint_due(state: PadState, context: ScreenContext) -> Hint | None:
    """Return the hint that helps the sheet in front now, if it is this device's and new to it."""
    mine = state.table is None or state.seat in state.table.mine
    helps = context.learn is not None and mine
    return hint_of(state.game, state.seat, context.settings.hints) if helps else None


def use_hint(state: PadState, context: ScreenContext) -> Hinting:
    """Return the hint shown now; mark it as seen as soon as its moment has passed."""
    room = ft.use_memo(lambda: _explains(state, context), [])
    learn, sheet = context.learn, state.game.position.sheets[state.seat - 1]
    hint = hint_due(state, context)
    shown = hint if state.message is None else None  # what was just done comes first
    last = ft.use_memo(_ShownHint, [])

    def pass_on() -> None:
        before = replace(last)
        passed = (before.hint, before.sheet) != (hint, sheet)
        if passed or shown is not None:
            last.hint, last.sheet = shown, sheet
        if passed and before.hint is not None and learn is not None:
            learn(before.hint)

    ft.use_effect(pass_on, [hint, shown, sheet])
    if learn is None or shown is None:
        return Hinting(room, None)
    title, detail = hint_lines(shown, state.game, state.seat, context.words)
    return Hinting(room, HintLook(title, detail, lambda: learn(shown)))


def _explains(state: PadState, context: ScreenContext) -> bool:
    """Return whether a hint may come while this game is on the screen."""
    plays = state.table is None or not state.table.watches
    left = set(Hint) - context.settings.hints
    return context.learn is not None and plays and bool(left) and not state.game.setup.paper
