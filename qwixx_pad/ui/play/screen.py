"""The play screen: the pad with its keyboard, its questions, and the result at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.layout import CellRef
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.actions import SHORTCUTS
from qwixx_pad.ui.context import Pencil, ScreenContext, use_kept_screen
from qwixx_pad.ui.design.cards import page_under_card
from qwixx_pad.ui.design.primitives import TapHandler
from qwixx_pad.ui.flet_support.flet_patches import component, handler
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.session_scope import use_subscription
from qwixx_pad.ui.flet_support.view_source import ViewSource
from qwixx_pad.ui.play.geometry import CURSOR_KEYS, FocusStop, next_stop
from qwixx_pad.ui.play.hooks import (
    HintState,
    StatusTimers,
    Timers,
    hint_due,
    use_hint,
    use_live_chances,
)
from qwixx_pad.ui.play.paint import (
    Frame,
    forced_cells,
    frame_of,
    is_asked,
    paint_screen,
    question_over_pad,
)
from qwixx_pad.ui.play.state import Overdue, PadState, View, make_view, may_redo, undo_kind
from qwixx_pad.ui.play.tap import PadController
from qwixx_pad.ui.result.result_screen import PlayedResult, result_screen
from qwixx_pad.ui.sheet.pencil import pencil_crosses


class PadKeys:
    """The keyboard while a pad is in front.

    Everything printed is one stop of Tab with a cursor of its own; a button takes the focus itself.

    Attributes:
        stops: Lists the stops of the screen as it is now.
    """

    def __init__(self, keyboard: Keyboard | None, controller: PadController) -> None:
        self.stops: Callable[[], Sequence[FocusStop]] = tuple
        self._at = ""
        self._keyboard = keyboard
        self._controller = controller
        self._sheet: ft.KeyboardListener | None = None

    def follow_keys(self) -> Callable[[], None]:
        """Handle keys until the returned function is called."""
        if self._keyboard is None:
            return lambda: None
        return self._keyboard.add_listener(self.handle_key)

    def focus_area(self, sheets: ft.Control) -> ft.Control:
        """Wrap the sheets as one stop of Tab."""
        self._sheet = ft.KeyboardListener(sheets, on_key_up=handler(self._on_focus_key))
        return self._sheet

    def _on_focus_key(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        """Show the cursor when Tab has moved the focus to the sheets.

        The sheets then receive the release of that key.
        """
        if event.key == "Tab":
            self._place_cursor(self._at)

    def handle_key(self, key: str) -> bool:
        """Handle a key; True if the pad has used it."""
        keyboard = self._keyboard
        cursor = self._controller.state.cursor
        if keyboard is None or keyboard.is_covered:
            return False
        if key in SHORTCUTS:
            return keyboard.press(SHORTCUTS[key])
        if key == "Tab":
            self._controller.move_cursor("", "")
        if key in {"Enter", "Space"} and cursor:
            return keyboard.press(cursor)
        return key in CURSOR_KEYS and self._move_cursor(keyboard, key)

    def _move_cursor(self, keyboard: Keyboard, key: str) -> bool:
        focusable = keyboard.focusable_identifiers()
        stops = {
            stop.identifier: stop
            for stop in self.stops()
            if stop.spoken is not None or stop.identifier in focusable
        }
        if keyboard.focused_identifier in stops:
            self._at = keyboard.focused_identifier  # where Tab has led: go on from there
        to = next_stop(list(stops.values()), self._at, key)
        if to is None:
            return bool(stops)
        if stops[to].spoken is None:
            self._at = to
            self._controller.move_cursor("", "")
            keyboard.focus(to)
        else:
            self._place_cursor(to)
            if self._sheet is not None:
                keyboard.focus_stop(self._sheet)
        return True

    def _place_cursor(self, at: str) -> None:
        """Put the cursor on something printed, if it is there; else on the first cell."""
        printed = [stop for stop in self.stops() if stop.spoken is not None]
        cells = [stop for stop in printed if stop.row] or printed
        stop = next((stop for stop in printed if stop.identifier == at), next(iter(cells), None))
        if stop is not None:
            self._at = stop.identifier
            self._controller.move_cursor(stop.identifier, stop.spoken or "")


@component
def play_screen(play: SeatSession, context: ScreenContext, go: TapHandler) -> ft.Control:
    """Show one open game, as one device plays it."""
    screen = _use_play_screen_state(play, context, go)
    keep_on = context.device.keep_screen_on
    ft.use_effect(
        lambda: keep_on(on=True), [context.settings.awake], cleanup=lambda: keep_on(on=False)
    )
    controller = screen.controller
    state = controller.state
    hint = use_hint(state, context)
    controller.own_actions["hint-seen"] = hint.close
    pencil = Pencil(screen.describe_crosses, controller.enter_taps)
    use_kept_screen(f"/game/{play.head.id}", may_keep=_may_be_kept(state), pencil=pencil)
    if screen.ends_in_result(state):
        may_undo = undo_kind(state, state.seat) is not None
        played = PlayedResult(
            table=state.table, may_undo=may_undo, may_redo=may_redo(state, state.seat)
        )
        return result_screen(
            play, controller.running_review, played, context, controller.on_tap, key="result"
        )
    return screen.paint_screen(context, hint)


class _PlayScreenState:
    """The state of a play screen from one rendering to the next."""

    def __init__(
        self, play: SeatSession, context: ScreenContext, go: TapHandler, overdue: Overdue
    ) -> None:
        self.controller = PadController(play, context, go, overdue)
        self.keys = PadKeys(Keyboard.for_page(ft.context.page), self.controller)
        self.set_state: Callable[[PadState], object] = lambda _: None
        self.rerender: Callable[[Callable[[int], int]], object] = lambda _: None
        self._play = play
        self._timers = Timers()
        self._times = context.times
        self._state = self.controller.state
        self._source = ViewSource(make_view(self._state, context.voice))
        self._frame: Frame | None = None
        self._asked = False
        self._message = self._state.message
        self._result = _is_result_due(self._state)

    def ends_in_result(self, state: PadState) -> bool:
        """True if the result replaces the pad.

        A game that ends here shows it a moment later, by a timer that this starts; one that had
        ended before shows it at once.
        """
        self._result = self._result and _is_result_due(state)
        if _is_result_due(state) and not self._result and "result" not in self._timers.running:
            self._timers.start("result", self._times.result, self._show_result)
        self._frame = None if self._result else self._frame
        return self._result

    def _show_result(self) -> None:
        self._result = _is_result_due(self.controller.state)
        self.rerender(lambda renderings: renderings + 1)

    def show_state(self, state: PadState) -> None:
        """Show a state by rebuilding the leaves that differ.

        If the frame, a question or a hint may change, everything is rebuilt.
        """
        self._start_timers(state)
        before = self._state
        self._state = state
        frame = self._frame
        if (
            frame is None
            or self._asked
            or is_asked(state)
            or state.game.position.is_settled
            or frame.hint is not None
            or hint_due(state, frame.context) is not None
            or not frame.can_show(state)
        ):
            self.set_state(state)
            return
        later: tuple[tuple[int, CellRef], ...] = ()
        if not frame.context.theme.reduce_motion:
            later = forced_cells(before, state, all_sheets=frame.all_sheets)
        pause = min(self._times.forced, self._times.all_forced / max(1, len(later)))
        self._publish_view(frame.view_of_state(state), later, pause)

    def _publish_view(
        self, view: View, later: tuple[tuple[int, CellRef], ...] = (), pause: float = 0.0
    ) -> None:
        """Publish a view, crossing the cells in `later` one after the other.

        Each cell is given with the index of its sheet, from 0. The next view cancels the rest.
        """
        self._source.publish(view.with_cells_from(self._source.state, later))
        self._timers.stop("cross")
        if later:
            self._timers.start("cross", pause, partial(self._publish_view, view, later[1:], pause))

    def paint_screen(self, context: ScreenContext, hint: HintState) -> ft.Control:
        state = self.controller.state
        tap = self.controller.on_tap
        frame = frame_of(state, context, hint, head=self._play.head, source=self._source, tap=tap)
        before = self._frame and replace(self._frame, hint=frame.hint)
        view = frame.view_of_state(state)
        if frame != before:  # leaves of the old frame may not fit this view
            self._source = ViewSource(view)
            frame = frame.with_source(self._source)
        self._frame = frame
        self._asked = is_asked(state)
        self._publish_view(view)
        self.keys.stops = lambda: frame.focus_stops(self._source.state)
        question_card = None if frame.watches else question_over_pad(state, frame)
        return page_under_card(paint_screen(frame, self.keys.focus_area), question_card, "pad")

    def describe_crosses(self) -> Mapping[str, object] | None:
        """Describe the crosses that can be entered now; None if their boxes may be elsewhere."""
        frame = self._frame
        if frame is None or frame.geometry.height > frame.context.space.height:
            return None  # it scrolls
        sheet = frame.first_sheet
        look = self._source.state.sheets[0]
        crosses = pencil_crosses(look, sheet.boxes, sheet.theme, sheet.seed)
        return {"entries": len(self.controller.state.game.log), "crosses": [*crosses]}

    def _start_timers(self, state: PadState) -> None:
        """Start the timers that dismiss a message and enable the end of a roll again."""
        message = state.message
        controller = self.controller
        if message != self._message:
            self._message = message
            self._timers.stop("message")
            if message is not None:
                dismiss = partial(controller.dismiss_message, message.serial)
                self._timers.start("message", self._times.message, dismiss)
        if state.disabled and "disabled" not in self._timers.running:
            self._timers.start("disabled", controller.disabled_for_s, controller.enable_taps)

    def stop(self) -> None:
        """Cancel all timers."""
        self._timers.stop(*self._timers.running)


def _is_result_due(state: PadState) -> bool:
    """True if the game has ended and the table has confirmed it; never for a spectator."""
    return (
        state.game.position.is_settled
        and not (state.table is not None and state.table.pending)
        and not state.is_spectator
    )


def _may_be_kept(state: PadState) -> bool:
    """True if the screen is one person's running sheet, without a question.

    A browser may show a picture of it until the pad has started again.
    """
    return (
        state.table is None
        and state.prompt is None
        and not is_asked(state)
        and not state.game.position.is_over
    )


def _use_play_screen_state(
    play: SeatSession, context: ScreenContext, go: TapHandler
) -> _PlayScreenState:
    """Create or return what a play screen remembers, and subscribe it to everything it shows."""
    status = ft.use_memo(lambda: StatusTimers(play, ft.context.page, context.times), [])
    screen = ft.use_memo(lambda: _PlayScreenState(play, context, go, status.overdue), [])
    controller = screen.controller
    _, screen.set_state = ft.use_state(controller.state)
    _, screen.rerender = ft.use_state(0)
    use_subscription(
        context.scope, lambda: controller.subscribe(screen.show_state, context.run_in_session), []
    )
    use_subscription(context.scope, lambda: screen.stop, [])
    report = partial(status.report_to, controller.set_overdue, context.run_in_session)
    use_subscription(context.scope, report, [], while_connected=True)
    use_subscription(context.scope, screen.keys.follow_keys, [])
    use_live_chances(play, context, controller.set_win_chances)
    ft.use_effect(lambda: controller.set_voice(context.voice), [context.voice])
    return screen
