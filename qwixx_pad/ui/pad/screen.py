"""The play screen: the pad, its keys, what it asks, and the result at the end."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from functools import partial

import flet as ft

from qwixx_pad.tables.lock_questions import QuestionKind
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.design.controls import Above, prompt_sheet, under_card
from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.pad.actions import SHORTCUTS
from qwixx_pad.ui.pad.advance import hides_points, sheet_in_front
from qwixx_pad.ui.pad.cards import correction_sheet
from qwixx_pad.ui.pad.choice_cards import choice_card, sum_card
from qwixx_pad.ui.pad.choices import choice_look, owed_look
from qwixx_pad.ui.pad.controller import PadController
from qwixx_pad.ui.pad.focus_map import KEYS, Stop, next_stop
from qwixx_pad.ui.pad.geometry import Mode
from qwixx_pad.ui.pad.hints import Hinting, hint_due, use_hint
from qwixx_pad.ui.pad.one_by_one import OneByOne, forced_cells
from qwixx_pad.ui.pad.patience import Patience
from qwixx_pad.ui.pad.questions import (
    LockQuestion,
    board_question,
    lock_question,
    question,
    white_dice_question,
)
from qwixx_pad.ui.pad.row import row_picture
from qwixx_pad.ui.pad.scenes import (
    AllSheets,
    OneSheet,
    all_sheets,
    one_sheet,
    shows_all,
    tablet_geometry,
)
from qwixx_pad.ui.pad.state import DeviceFeedback, Message, PadState, Prompt, Question
from qwixx_pad.ui.pad.sums import explained
from qwixx_pad.ui.result.result_screen import result
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.runtime.keyboard import Keyboard
from qwixx_pad.ui.runtime.session_scope import Source, use_subscription
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.table import lost_said
from qwixx_pad.ui.table.seat_menu import lost_card, table_card


class PadKeys:
    """What the keys do while a pad is in front.

    Args:
        keyboard: Of the session.

    Attributes:
        stops: Tells where the focus can stop, as the pad lies now.
    """

    def __init__(self, keyboard: Keyboard | None) -> None:
        self.stops: Callable[[], Sequence[Stop]] = tuple
        self._at = ""
        self._keyboard = keyboard

    def listen(self) -> Callable[[], None]:
        """Hear keys until the returned function is called."""
        return (lambda: None) if self._keyboard is None else self._keyboard.listen(self.hear)

    def hear(self, key: str) -> bool:
        """Told each key; whether it was for the pad."""
        if self._keyboard is None:
            return False
        reach = self._keyboard.within_reach()
        which = SHORTCUTS.get(key)
        if which is not None:
            if which in reach:
                self._keyboard.press(which)
            return which in reach
        here = [stop for stop in self.stops() if stop.identifier in reach]
        if key not in KEYS or not here:
            return False
        last = self._keyboard.last
        if any(stop.identifier == last for stop in here):
            self._at = last  # else a card had the focus since: go on from where the pad had it
        to = next_stop(here, self._at, key)
        if to is not None:
            self._at = to
            self._keyboard.lead(to)
        return True


MESSAGE_SECONDS = 4
_LOW = 480
"""A menu is higher than a screen that is lower, in dp."""
_FEW, _MANY = 4, 620
"""A card with more choices than this is higher than a screen that is lower than this, in dp."""
_CARD = 340
"""About the height of the card that asks about a lock, in dp."""


@component
def play_screen(
    play: SeatSession, context: ScreenContext, feedback: DeviceFeedback, go: Callable[[str], None]
) -> ft.Control:
    """One open game, as one device plays it.

    Args:
        play: The game.
        context: Space, theme, words and settings.
        feedback: The device.
        go: Leads to another screen, by its identifier.
    """
    shown = _use_shown(play, context, feedback, go)
    ft.use_effect(
        lambda: feedback.stay_awake(on=True),
        [context.settings.awake],
        cleanup=lambda: feedback.stay_awake(on=False),
    )
    state, tap = shown.controller.state, shown.controller.tap
    hint = use_hint(state, context)
    if state.game.position.settled and not _only_watches(state):
        shown.leave()
        return result(play, state, context, tap, key="result")
    return shown.painted(context, hint)


def _question(
    state: PadState, layout: OneSheet | AllSheets, context: ScreenContext, tap: Tap
) -> ft.Control | None:
    """What is asked over the pad, if anything is."""
    theme, words = context.theme, context.words
    owing, locked = state.owing, LockQuestion.of(state)
    if state.table and state.table.lost:
        lines = [lost_said(each, state.game, words) for each in state.table.lost]
        tall = len(lines) > _FEW or context.space.height < _LOW
        return prompt_sheet(lost_card(lines, theme, words, tap), theme, words, tap, tall=tall)
    if owing is not None:
        low = context.space.height < _LOW
        asked = choice_card(owed_look(state, owing, context.voice), theme, tap, low=low)
        return prompt_sheet(asked, theme, words, tap, may_cancel=False, tall=low)
    if locked is not None:
        hides = context.settings.hide_points
        inside = lock_question(locked, theme, words, tap, hides_points=hides)
        above = _bright_row(locked, state, layout) if isinstance(layout, OneSheet) else None
        return prompt_sheet(inside, theme, words, tap, over_it=above, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, context, tap, state.table.me if state.table else None)
    return None if state.prompt is None else _prompted(state, state.prompt, context, tap)


def _prompted(state: PadState, prompt: Prompt, context: ScreenContext, tap: Tap) -> ft.Control:
    """What was asked for by a tap on this screen."""
    theme, words, low = context.theme, context.words, context.space.height < _LOW
    choice = choice_look(state, prompt, context.voice)
    if choice is not None:
        asked = choice_card(choice, theme, tap, low=low)
        tall = context.space.height < _MANY if len(choice.choices) > _FEW else low
        return prompt_sheet(asked, theme, words, tap, tall=tall)
    if prompt.question is Question.SUM:
        sheet = state.game.position.sheets[state.seat - 1]
        told = () if hides_points(state, context.voice) else explained(sheet, words)
        return prompt_sheet(sum_card(told, theme, words, tap), theme, words, tap, tall=low)
    if prompt.question is Question.BOARD:
        return prompt_sheet(
            board_question(state.game, state.seat, theme, words, tap), theme, words, tap
        )
    if prompt.question is Question.WHITE_DICE and state.table is not None:
        roller = state.table.names[(state.game.position.active or 1) - 1]
        asked = white_dice_question(prompt.letter, roller, theme, words, tap)
        return prompt_sheet(asked, theme, words, tap)
    if state.table is not None:
        asked = table_card(state, prompt, theme, words, tap, low=low)
        return prompt_sheet(asked, theme, words, tap, tall=low)
    asked = question(state, prompt, theme, context.voice, tap, low=low)
    return prompt_sheet(asked, theme, words, tap, tall=low)


def _bright_row(locked: LockQuestion, state: PadState, layout: OneSheet) -> Above | None:
    """The row that is asked about, above the veil, its last cell in a ring."""
    row, sheet, asking = (
        layout.geometry.sheet.rows[locked.row],
        layout.facts.sheet,
        locked.ask.asking,
    )
    elsewhere = asking is QuestionKind.WHICH_DICE or locked.ask.seat != state.seat
    if layout.geometry.mode is not Mode.ROWS or elsewhere:
        return None
    look = sheet_in_front(state, layout.context.voice).bands[locked.row]
    ring = asking is QuestionKind.LOCK_TOO
    bright = row_picture(look, row, sheet.theme, sheet.tap, sheet.seed, ring_last=ring)
    framed = ft.Row([bright], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= layout.context.space.height - _CARD
    return Above(bright if in_place else framed, row.box.x, row.box.y, in_place)


class _Shown:
    """What a play screen keeps from one rendering to the next.

    Args:
        play: The game.
        controller: What a tap does.
        page: Of the session.
        go: Leads to another screen, by its identifier.

    Attributes:
        controller: As given.
        keys: The keys of the pad.
        show: Renders the whole screen.
    """

    def __init__(
        self, play: SeatSession, controller: PadController, page: ft.Page, go: Tap
    ) -> None:
        self.controller = controller
        self.keys = PadKeys(Keyboard.of(page))
        self.show: Callable[[PadState], object] = lambda _: None
        self._source = Source()
        self._parts = OneByOne(self._source, page.run_task)
        self._state = controller.state
        self._play = play
        self._page = page
        self._go = go
        self._layout: OneSheet | AllSheets | None = None
        self._asked = False
        self._message: Message | None = None
        self._timer: Future[None] | None = None

    def see(self, state: PadState) -> None:
        """Show a state: by those whose part is another now, or all if the screen changes shape."""
        self._wait_for(state.message)
        before, self._state, layout = self._state, state, self._layout
        asks = self._asked or _asks(state) or state.game.position.settled
        if asks or layout is None or _hints(state, layout) or not _fits(state, layout):
            self.show(state)
        else:
            self._parts.publish(layout.parts(state), _later(before, state, layout))

    def painted(self, context: ScreenContext, hint: Hinting) -> ft.Control:
        """The screen in this frame."""
        state, tap = self.controller.state, self.controller.tap
        watches = _only_watches(state)
        if watches:
            tap = self._way_out
        given = (state, context, hint, self._play.head, self._source, tap)
        layout = all_sheets(*given) or one_sheet(*given)
        self._layout = layout
        self._asked = _asks(state)
        self.keys.stops = lambda: layout.stops(self.controller.state)
        self._parts.publish(layout.parts(state))
        asked = None if watches else _question(state, layout, context, tap)
        return under_card(layout.painted(), asked, "pad")

    def _way_out(self, identifier: str) -> None:
        """Who only watches can leave, and does nothing else."""
        if identifier == "back":
            self._go(identifier)

    def leave(self) -> None:
        """Something else is on the screen now."""
        self._layout = None

    # words that go by themselves

    def _wait_for(self, message: Message | None) -> None:
        if message == self._message:
            return
        self.stop()
        self._message = message
        if message is not None:
            self._timer = self._page.run_task(self._forget, message.serial)

    async def _forget(self, serial: int) -> None:
        await asyncio.sleep(MESSAGE_SECONDS)
        self.controller.forget(serial)

    def stop(self) -> None:
        """Wait no longer."""
        self._parts.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _later(before: PadState, after: PadState, layout: OneSheet | AllSheets) -> tuple[str, ...]:
    """What appears a little later: crosses that were forced, unless nothing shall move."""
    if layout.context.theme.still:
        return ()
    return forced_cells(before, after, all_sheets=isinstance(layout, AllSheets))


def _only_watches(state: PadState) -> bool:
    return state.table is not None and state.table.only_watches


def _on_tablet(state: PadState, context: ScreenContext) -> bool:
    """Whether all sheets are shown."""
    return shows_all(state) and tablet_geometry(state, context.space, hint=False) is not None


def _fits(state: PadState, layout: OneSheet | AllSheets) -> bool:
    """Whether the screen keeps its shape."""
    same = _on_tablet(state, layout.context) == isinstance(layout, AllSheets)
    return same and layout.fits(state)


def _asks(state: PadState) -> bool:
    """Whether something lies over the pad."""
    lost = state.table is not None and state.table.lost
    quiet = not lost and state.prompt is None and state.card is None and state.owing is None
    return not (quiet and LockQuestion.of(state) is None)


def _hints(state: PadState, layout: OneSheet | AllSheets) -> bool:
    """Whether a hint may come or go."""
    return not (layout.facts.hint is None and hint_due(state, layout.context) is None)


def _use_shown(
    play: SeatSession, context: ScreenContext, feedback: DeviceFeedback, go: Callable[[str], None]
) -> _Shown:
    """What a play screen keeps from one rendering to the next."""
    voice = context.voice
    patience = ft.use_memo(lambda: Patience(play, ft.context.page), [])

    def begin() -> _Shown:
        colors = context.settings.colors_of
        given = (play, voice, feedback, colors, go, context.change)
        controller = PadController(*given, overdue=patience.known)
        return _Shown(play, controller, ft.context.page, go)

    shown = ft.use_memo(begin, [])
    controller = shown.controller
    _, shown.show = ft.use_state(controller.state)
    use_subscription(
        context.scope, lambda: controller.attend(shown.see, context.run_in_session), []
    )
    use_subscription(context.scope, lambda: shown.stop, [])
    waits = partial(patience.attend, controller.learn, context.run_in_session)
    use_subscription(context.scope, waits, [], while_there=True)
    use_subscription(context.scope, shown.keys.listen, [])
    ft.use_effect(lambda: controller.speak(voice), [voice])
    return shown
