"""The play screen: the pad, its keys, what it asks, and the result at the end."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.layout import Place
from qwixx_pad.insight.value import is_known
from qwixx_pad.tables.lock_questions import QuestionKind
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.actions import SHORTCUTS
from qwixx_pad.ui.design.cards import Card, card_sheet
from qwixx_pad.ui.design.controls import CARD_EDGE, Above, prompt_sheet, under_card
from qwixx_pad.ui.design.primitives import WIDEST, Tap
from qwixx_pad.ui.play.geometry.focus_map import KEYS, KeyStop, next_stop
from qwixx_pad.ui.play.hooks import Hinting, Patience, hint_due, use_hint, use_live_chances
from qwixx_pad.ui.play.paint.cards import (
    WHITE_KEYS,
    choice_card,
    correction_sheet,
    sum_card,
    white_keys,
)
from qwixx_pad.ui.play.paint.frame import Frame, OneByOne, forced_cells, frame_of
from qwixx_pad.ui.play.paint.painter import pad, tablet
from qwixx_pad.ui.play.paint.questions import (
    LockQuestion,
    board_question,
    close_question,
    lock_question,
    menu,
    white_dice_question,
)
from qwixx_pad.ui.play.state.advance import hides_points, sheet_in_front
from qwixx_pad.ui.play.state.choices import choice_look, owed_look
from qwixx_pad.ui.play.state.correction_view import WhiteLook
from qwixx_pad.ui.play.state.scene import Scene
from qwixx_pad.ui.play.state.state import (
    Message,
    PadState,
    Prompt,
    Question,
)
from qwixx_pad.ui.play.tap.controller import PadController
from qwixx_pad.ui.result.result_screen import result
from qwixx_pad.ui.runtime.device import Device
from qwixx_pad.ui.runtime.guards import Source, component, handler, use_subscription
from qwixx_pad.ui.runtime.keyboard import Keyboard
from qwixx_pad.ui.sheet.boxes import Mode
from qwixx_pad.ui.sheet.canvas import rows_picture
from qwixx_pad.ui.sheet.look import explained
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Voice
from qwixx_pad.ui.table import lost_said
from qwixx_pad.ui.table.seat_menu import lost_card, table_card


class PadKeys:
    """What the keys do while a pad is in front.

    All that is printed is one stop of Tab with a cursor of its own; a word takes the focus.
    """

    def __init__(self, keyboard: Keyboard | None, controller: PadController) -> None:
        self.stops: Callable[[], Sequence[KeyStop]] = tuple
        self._at = ""
        self._keyboard = keyboard
        self._controller = controller
        self._sheet: ft.KeyboardListener | None = None

    def listen(self) -> Callable[[], None]:
        """Hear keys until the returned function is called."""
        return (lambda: None) if self._keyboard is None else self._keyboard.listen(self.hear)

    def around(self, sheets: ft.Control) -> ft.Control:
        """The sheets as one stop of Tab, whose words are those of what the cursor is on."""
        self._sheet = ft.KeyboardListener(sheets, on_key_up=handler(self._arrived))
        return self._sheet

    def _arrived(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        """A key was released while the sheets have the focus: of Tab, they have just got it."""
        if event.key == "Tab":
            self._bind(self._at)

    def hear(self, key: str) -> bool:
        """Told each key; whether it was for the pad."""
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


MESSAGE_SECONDS, RESULT_SECONDS = 4, 0.5
"""How long words are shown, and a finished sheet before the result takes its place."""
_LOW = 480
"""A menu is higher than a screen that is lower, in dp."""
_FEW, _MANY = 4, 620
"""A card with more choices than this is higher than a screen that is lower than this, in dp."""
_CARD = 340
"""About the height of the card that asks about a lock, in dp."""


@component
def play_screen(
    play: SeatSession, context: ScreenContext, feedback: Device, go: Callable[[str], None]
) -> ft.Control:
    """One open game, as one device plays it."""
    shown = _use_shown(play, context, feedback, go)
    ft.use_effect(
        lambda: feedback.stay_awake(on=True),
        [context.settings.awake],
        cleanup=lambda: feedback.stay_awake(on=False),
    )
    state, tap = shown.controller.state, shown.controller.tap
    hint = use_hint(state, context)
    if shown.ends_in_result(state):
        return result(play, state, context, tap, key="result")
    return shown.painted(context, hint)


def _question(state: PadState, frame: Frame, context: ScreenContext, tap: Tap) -> ft.Control | None:
    """What is asked over the pad, if anything is."""
    theme, words, low = context.theme, context.words, context.space.height < _LOW
    owing, locked = state.owing, LockQuestion.of(state)
    ask = partial(card_sheet, context=context, tap=tap)
    if state.table and state.table.lost:
        lines = [lost_said(each, state.game, words) for each in state.table.lost]
        return ask(lost_card(lines, theme, words), tall=low or len(lines) > _FEW)
    if owing is not None:
        card = choice_card(owed_look(state, owing, context.voice), theme, low=low)
        return ask(card, may_cancel=False, tall=low)
    if locked is not None:
        inside = lock_question(locked, theme, context.voice, tap)
        above = None if frame.all_sheets else _bright_row(locked, state, frame)
        return prompt_sheet(inside, theme, words, tap, over_it=above, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, context, tap, state.table)
    if state.prompt is None:
        return None
    card, tall = _prompted(state, state.prompt, context, tap)
    return ask(card, tall=tall)


def _prompted(
    state: PadState, prompt: Prompt, context: ScreenContext, tap: Tap
) -> tuple[Card, bool]:
    """What was asked for by a tap on this screen, and whether the screen is too low for it."""
    theme, words, voice = context.theme, context.words, context.voice
    low = context.space.height < _LOW
    choice, table = choice_look(state, prompt, voice), state.table
    if choice is not None:
        many = len(choice.choices) > _FEW
        tall = context.space.height < _MANY if many else low
        return choice_card(choice, theme, low=low), tall
    if prompt.question is Question.SUM:
        sheet = state.game.position.sheets[state.seat - 1]
        told = () if hides_points(state, voice) else explained(sheet, words)
        title = state.named(words.text("How it adds up"), state.seat, words)
        return sum_card(title, told, theme, words), low
    if prompt.question is Question.BOARD:
        return board_question(state, theme, words, tap), False
    if prompt.question is Question.WHITE_DICE and table is not None:
        roller = table.names[(state.game.position.active or 1) - 1]
        return white_dice_question(prompt.letter, roller, theme, words), False
    if table is not None:
        return table_card(state, prompt, words, low=low), low
    if prompt.question is Question.MENU:
        card = menu(words, over=state.game.position.over, low=low)
    else:
        card = close_question(state.game, prompt.letter, theme, voice)
    return card, low


def _bright_row(locked: LockQuestion, state: PadState, frame: Frame) -> Above | None:
    """The row that is asked about, above the veil, its last cell in a ring."""
    row, asking = frame.geometry.sheet.rows[locked.row], locked.ask.asking
    elsewhere = asking is QuestionKind.WHICH_DICE or locked.ask.seat != state.seat
    if frame.geometry.mode is not Mode.ROWS or elsewhere:
        return None
    look = sheet_in_front(state, frame.context.voice).rows[locked.row]
    asked = len(look.cells) - 1 if asking is QuestionKind.LOCK_TOO else None
    at_corner = replace(row, box=row.box.seen_from(row.box))
    theme, seed = frame.sheet.theme, frame.sheet.seed
    picture = rows_picture([look], [at_corner], (), theme, seed, asked)
    bright = ft.Semantics(label=look.spoken, container=True, content=picture)
    framed = ft.Row([bright], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= frame.context.space.height - _CARD
    return Above(bright if in_place else framed, row.box.x, row.box.y, in_place)


class _Shown:
    """What a play screen keeps from one rendering to the next."""

    def __init__(
        self,
        play: SeatSession,
        controller: PadController,
        page: ft.Page,
        go: Tap,
        voice: Voice,
    ) -> None:
        self.controller = controller
        self.keys = PadKeys(Keyboard.of(page), controller)
        self.show: Callable[[PadState], object] = lambda _: None
        self._state = controller.state
        first = Scene.of(self._state, voice, all_sheets=False, offers=False)
        self._source = Source(first)
        self._scenes = OneByOne(self._source, page.run_task)
        self._play = play
        self._page = page
        self._go = go
        self._frame: Frame | None = None
        self._asked = False
        self._message: Message | None = None
        self._timer: Future[None] | None = None
        self.render: Callable[[Callable[[int], int]], object] = lambda _: None
        self._result = _is_finished(self._state)
        self._finishing: Future[None] | None = None
        self._hearing: Future[None] | None = None

    def ends_in_result(self, state: PadState) -> bool:
        """Return whether the result stands in the place of the pad, a moment after the end."""
        self._result = self._result and _is_finished(state)
        if self._finishing is None and _is_finished(state) and not self._result:
            self._finishing = self._page.run_task(self._finish)
        self._frame = None if self._result else self._frame
        return self._result

    async def _finish(self) -> None:
        await asyncio.sleep(RESULT_SECONDS)
        self._finishing = None
        self._result = _is_finished(self.controller.state)
        self.render(lambda renderings: renderings + 1)

    def see(self, state: PadState) -> None:
        """Show a state: by those who show something else now, or all if the screen lies anew."""
        self._wait_for(state.message)
        if state.deaf and self._hearing is None:
            self._hearing = self._page.run_task(self._hear_again)
        before, self._state, frame = self._state, state, self._frame
        asks = self._asked or _asks(state) or state.game.position.settled
        if asks or frame is None or _hints(state, frame) or not frame.fits(state):
            self.show(state)
        else:
            self._scenes.publish(frame.scene(state), _later(before, state, frame))

    def painted(self, context: ScreenContext, hint: Hinting) -> ft.Control:
        """The screen in this frame."""
        state, tap = self.controller.state, self.controller.tap
        watches = _only_watches(state)
        if watches:
            tap = self._way_out
        frame = self._framed(context, hint, tap)
        before = self._frame and replace(self._frame, hint=frame.hint)
        if frame != before:  # who showed the one before would not find itself in this one
            self._scenes.stop()
            self._source = Source(frame.scene(state))
            self._scenes = OneByOne(self._source, self._page.run_task)
            frame = replace(frame, source=self._source)
        self._frame, self._asked = frame, _asks(state)
        self._scenes.publish(frame.scene(state))
        self.keys.stops = lambda: frame.stops(self._source.state)
        asked = None if watches else _question(state, frame, context, tap)
        page = self._pad(frame)
        if frame.context is not context:
            page = _over_white_keys(page, frame)
        return under_card(page, asked, "pad")

    def _framed(self, context: ScreenContext, hint: Hinting, tap: Tap) -> Frame:
        """The frame; above the keys for the white dice, if they are asked for and have room."""
        state = self.controller.state
        given = hint, self._play.head, self._source, tap
        if _asks_white_dice(state, context):
            above = frame_of(state, _above_white_keys(context), *given)
            if above.geometry.height <= above.context.space.height:
                return above
        return frame_of(state, context, *given)

    def _pad(self, frame: Frame) -> ft.Control:
        """All but questions; where a screen is too low for the least pad there is, it scrolls."""
        shown, needs = (
            (tablet if frame.all_sheets else pad)(frame, self.keys.around),
            frame.geometry.height,
        )
        if needs <= frame.context.space.height:
            return shown
        high = ft.Container(shown, height=needs)
        return ft.Column([high], scroll=ft.ScrollMode.AUTO, expand=True)

    def _way_out(self, identifier: str) -> None:
        """Who only watches can leave, and does nothing else."""
        if identifier == "back":
            self._go(identifier)

    # words that go by themselves

    def _wait_for(self, message: Message | None) -> None:
        if message == self._message:
            return
        self.stop()
        self._message = message
        if message is not None:
            self._timer = self._page.run_task(self._forget, message.serial)

    async def _hear_again(self) -> None:
        while self.controller.state.deaf:
            await asyncio.sleep(self.controller.deaf_for)
            self.controller.hear_again()
        self._hearing = None

    async def _forget(self, serial: int) -> None:
        await asyncio.sleep(MESSAGE_SECONDS)
        self.controller.forget(serial)

    def stop(self) -> None:
        """Wait no longer."""
        self._scenes.stop()
        for timer in filter(None, (self._finishing, self._timer, self._hearing)):
            timer.cancel()
        self._finishing = self._timer = self._hearing = None


def _asks_white_dice(state: PadState, context: ScreenContext) -> bool:
    """Whether keys for the white dice stand below the pad: of a table, on a device that plays.

    Where no value is known they would be asked for nothing.
    """
    if state.table is None or state.table.watches or not context.settings.asks_white_dice:
        return False
    return is_known(state.game.setup)


def _above_white_keys(context: ScreenContext) -> ScreenContext:
    """The surroundings of a pad that leaves room for the keys below it."""
    space = context.space
    return replace(context, space=replace(space, height=space.height - WHITE_KEYS))


def _over_white_keys(page: ft.Control, frame: Frame) -> ft.Control:
    keys = frame.source.show(lambda scene: scene.white, _keys_of, frame, key="white-dice")
    return ft.Column([ft.Container(page, expand=True), keys], spacing=0)


def _keys_of(white: WhiteLook | None, frame: Frame) -> ft.Control:
    width = min(frame.geometry.width, WIDEST) - 2 * CARD_EDGE
    theme, words = frame.context.theme, frame.context.words
    keys = [] if white is None else [white_keys(white, width, theme, words, frame.tap)]
    return ft.Row([*keys], height=WHITE_KEYS, alignment=ft.MainAxisAlignment.CENTER)


def _later(before: PadState, after: PadState, frame: Frame) -> tuple[tuple[int, Place], ...]:
    """What appears a little later: crosses that were forced, unless nothing shall move."""
    if frame.context.theme.still:
        return ()
    return forced_cells(before, after, all_sheets=frame.all_sheets)


def _is_finished(state: PadState) -> bool:
    """Return whether a result is due: of a game that the table knows to be finished."""
    known = state.table is None or not state.table.pending
    return state.game.position.settled and known and not _only_watches(state)


def _only_watches(state: PadState) -> bool:
    return state.table is not None and state.table.only_watches


def _asks(state: PadState) -> bool:
    """Whether something lies over the pad."""
    lost = state.table is not None and state.table.lost
    quiet = not lost and state.prompt is None and state.card is None and state.owing is None
    return not (quiet and LockQuestion.of(state) is None)


def _hints(state: PadState, frame: Frame) -> bool:
    """Whether a hint may come or go."""
    return not (frame.hint is None and hint_due(state, frame.context) is None)


def _use_shown(
    play: SeatSession, context: ScreenContext, feedback: Device, go: Callable[[str], None]
) -> _Shown:
    """What a play screen keeps from one rendering to the next."""
    voice = context.voice
    patience = ft.use_memo(lambda: Patience(play, ft.context.page), [])

    def begin() -> _Shown:
        colors = context.settings.colors_of
        given = (play, voice, feedback, colors, go, context.change)
        controller = PadController(*given, overdue=patience.known)
        return _Shown(play, controller, ft.context.page, go, voice)

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
