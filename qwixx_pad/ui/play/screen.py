"""The play screen: the pad with its keys, its questions, and the result at the end."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Place
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.actions import SHORTCUTS
from qwixx_pad.ui.design.cards import under_card
from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.flet_support.device import Device
from qwixx_pad.ui.flet_support.flet_patches import Source, component, handler, use_subscription
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.geometry import KEYS, KeyStop, next_stop
from qwixx_pad.ui.play.hooks import (
    Hinting,
    Patience,
    Timers,
    hint_due,
    use_hint,
    use_live_chances,
)
from qwixx_pad.ui.play.paint import Frame, forced_cells, frame_of, is_asked, painted, question
from qwixx_pad.ui.play.state import Message, PadState, View, view_of
from qwixx_pad.ui.play.tap import PadController
from qwixx_pad.ui.result.result_screen import result
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Voice


class PadKeys:
    """The keyboard while a pad is in front.

    All that is printed is one stop of Tab with a cursor of its own; a word takes the focus.
    """

    def __init__(self, keyboard: Keyboard | None, controller: PadController) -> None:
        self.stops: Callable[[], Sequence[KeyStop]] = tuple
        self._at = ""
        self._keyboard = keyboard
        self._controller = controller
        self._sheet: ft.KeyboardListener | None = None

    def listen(self) -> Callable[[], None]:
        """Handle keys until the returned function is called."""
        return (lambda: None) if self._keyboard is None else self._keyboard.listen(self.hear)

    def around(self, sheets: ft.Control) -> ft.Control:
        """Wrap the sheets as one stop of Tab, labelled as what the cursor is on."""
        self._sheet = ft.KeyboardListener(sheets, on_key_up=handler(self._arrived))
        return self._sheet

    def _arrived(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        """Show the cursor: a key released while the sheets have the focus was a Tab."""
        if event.key == "Tab":
            self._bind(self._at)

    def hear(self, key: str) -> bool:
        """Handle a key; return whether it was for the pad."""
        keyboard, cursor = self._keyboard, self._controller.state.cursor
        if keyboard is None or keyboard.is_covered:
            return False
        which = SHORTCUTS.get(key)
        if which is not None:
            return keyboard.press(which)
        if key == "Tab":
            self._controller.bind("", "")
        if key in {"Enter", "Space"} and cursor:
            self._controller.tap(cursor)
            return True
        return key in KEYS and self._move(keyboard, key)

    def _move(self, keyboard: Keyboard, key: str) -> bool:
        reach = keyboard.within_reach()
        here = [x for x in self.stops() if x.spoken is not None or x.identifier in reach]
        if any(stop.identifier == keyboard.focused for stop in here):
            self._at = keyboard.focused  # a word that Tab has led to: go on from there
        to = next_stop(here, self._at, key)
        if to is None:
            return bool(here)
        stop = next(stop for stop in here if stop.identifier == to)
        if stop.spoken is None:
            self._at = to
            self._controller.bind("", "")
            keyboard.lead(to)
        else:
            self._bind(to)
            if self._sheet is not None:
                keyboard.lead_to(self._sheet)
        return True

    def _bind(self, at: str) -> None:
        """Put the cursor on something printed, if it is there; else on the first cell."""
        printed = [stop for stop in self.stops() if stop.spoken is not None]
        cells = [stop for stop in printed if stop.row] or printed
        stop = next((stop for stop in printed if stop.identifier == at), next(iter(cells), None))
        if stop is not None:
            self._at = stop.identifier
            self._controller.bind(stop.identifier, stop.spoken or "")


@component
def play_screen(play: SeatSession, context: ScreenContext, feedback: Device, go: Tap) -> ft.Control:
    """Show one open game, as one device plays it."""
    shown = _use_shown(play, context, feedback, go)
    ft.use_effect(
        lambda: feedback.stay_awake(on=True),
        [context.settings.awake],
        cleanup=lambda: feedback.stay_awake(on=False),
    )
    state = shown.controller.state
    hint = use_hint(state, context)
    if shown.ends_in_result(state):
        return result(play, state, context, shown.controller.tap, key="result")
    return shown.painted(context, hint)


class _Shown:
    """The state of a play screen from one rendering to the next."""

    def __init__(
        self, play: SeatSession, controller: PadController, voice: Voice, times: Times
    ) -> None:
        self.controller, self._times = controller, times
        self.keys = PadKeys(Keyboard.of(ft.context.page), controller)
        self.show: Callable[[PadState], object] = lambda _: None
        self.render: Callable[[Callable[[int], int]], object] = lambda _: None
        self._play, self._timers = play, Timers()
        self._state = controller.state
        self._source = Source(view_of(self._state, voice))
        self._frame: Frame | None = None
        self._asked = False
        self._message: Message | None = None
        self._result = _is_finished(self._state)

    def ends_in_result(self, state: PadState) -> bool:
        """Return whether the result replaces the pad, a moment after the end."""
        self._result = self._result and _is_finished(state)
        if _is_finished(state) and not self._result and "result" not in self._timers.running:
            self._timers.start("result", self._times.result, self._finish)
        self._frame = None if self._result else self._frame
        return self._result

    def _finish(self) -> None:
        self._result = _is_finished(self.controller.state)
        self.render(lambda renderings: renderings + 1)

    def see(self, state: PadState) -> None:
        """Show a state: by the leaves that differ, or all if the screen changes its shape."""
        self._wait_for(state)
        before, self._state, frame = self._state, state, self._frame
        asks = self._asked or is_asked(state) or state.game.position.settled
        if asks or frame is None or _hints(state, frame) or not frame.fits(state):
            self.show(state)
            return
        still = frame.context.theme.still
        later = () if still else forced_cells(before, state, all_sheets=frame.all_sheets)
        pause = min(self._times.forced, self._times.all_forced / max(1, len(later)))
        self._publish(frame.view(state), later, pause)

    def _publish(
        self, view: View, later: tuple[tuple[int, Place], ...] = (), pause: float = 0.0
    ) -> None:
        """Publish a view; the cells named `later` one after the other, unless another comes."""
        self._source.publish(view.with_cells_of(self._source.state, later))
        self._timers.stop("cross")
        if later:
            rest = partial(self._publish, view, later[1:], pause)
            self._timers.start("cross", pause, rest)

    def painted(self, context: ScreenContext, hint: Hinting) -> ft.Control:
        """Paint the screen in this frame."""
        state = self.controller.state
        tap = self.controller.tap
        frame = frame_of(state, context, hint, head=self._play.head, source=self._source, tap=tap)
        before, view = self._frame and replace(self._frame, hint=frame.hint), frame.view(state)
        if frame != before:  # leaves of the frame before would not find themselves in this one
            self._source = Source(view)
            frame = frame.on(self._source)
        self._frame, self._asked = frame, is_asked(state)
        self._publish(view)
        self.keys.stops = lambda: frame.stops(self._source.state)
        asked = None if frame.watches else question(state, frame)
        return under_card(painted(frame, self.keys.around), asked, "pad")

    def _wait_for(self, state: PadState) -> None:
        """Start the timers that dismiss a message and enable taps again."""
        message, controller = state.message, self.controller
        if message != self._message:
            self._message = message
            self._timers.stop("message")
            if message is not None:
                forget = partial(controller.forget, message.serial)
                self._timers.start("message", self._times.message, forget)
        if state.deaf and "deaf" not in self._timers.running:
            self._timers.start("deaf", controller.deaf_for, controller.hear_again)

    def stop(self) -> None:
        """Cancel all timers."""
        self._timers.stop(*self._timers.running)


def _is_finished(state: PadState) -> bool:
    """Return whether a result is due: of a game that the table knows to be finished."""
    known = state.table is None or not state.table.pending
    return state.game.position.settled and known and not state.only_watches


def _hints(state: PadState, frame: Frame) -> bool:
    """Return whether a hint may come or go."""
    return not (frame.hint is None and hint_due(state, frame.context) is None)


def _use_shown(play: SeatSession, context: ScreenContext, feedback: Device, go: Tap) -> _Shown:
    """Create or return the state of a play screen."""
    voice = context.voice
    patience = ft.use_memo(lambda: Patience(play, ft.context.page, context.times), [])

    def begin() -> _Shown:
        controller = PadController(
            play,
            voice,
            feedback,
            colors=context.settings.colors_of,
            go=go,
            change=context.change,
            overdue=patience.known,
            too_soon=context.times.too_soon,
        )
        return _Shown(play, controller, voice, context.times)

    shown = ft.use_memo(begin, [])
    controller = shown.controller
    _, shown.show = ft.use_state(controller.state)
    _, shown.render = ft.use_state(0)
    use_subscription(
        context.scope, lambda: controller.attend(shown.see, context.run_in_session), []
    )
    use_subscription(context.scope, lambda: shown.stop, [])
    waits = partial(patience.attend, controller.learn, context.run_in_session)
    use_subscription(context.scope, waits, [], while_there=True)
    use_subscription(context.scope, shown.keys.listen, [])
    use_live_chances(play, context, controller.weigh)
    ft.use_effect(lambda: controller.speak(voice), [voice])
    return shown
