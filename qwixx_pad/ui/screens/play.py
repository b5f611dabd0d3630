"""The play screen: the pad, what it asks, and the result at the end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import flet as ft

from qwixx_pad.host.shared_action import Asking
from qwixx_pad.play import Play
from qwixx_pad.settings import Direction, Settings
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.keyboard import Keyboard
from qwixx_pad.ui.lessons import use_hint
from qwixx_pad.ui.lifeline import use_held
from qwixx_pad.ui.pad.controller import PadController
from qwixx_pad.ui.pad.focus_map import focus_map
from qwixx_pad.ui.pad.geometry import Mode, Space
from qwixx_pad.ui.pad.geometry_pad import pad_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.pad.shown import around, sheet_in_front
from qwixx_pad.ui.pad.table_state import TableState
from qwixx_pad.ui.pad.table_view import TableLook
from qwixx_pad.ui.pad.undoing import may_redo, undoing
from qwixx_pad.ui.pad_keys import PadKeys
from qwixx_pad.ui.pad_state import Feel, PadState, Prompt, Question
from qwixx_pad.ui.parts.band import row_band
from qwixx_pad.ui.parts.board_prompt import board_question
from qwixx_pad.ui.parts.correction_card import correction_sheet
from qwixx_pad.ui.parts.lock_prompt import LockQuestion, lock_question, white_dice_question
from qwixx_pad.ui.parts.pad import pad
from qwixx_pad.ui.parts.pad_pieces import PadScene
from qwixx_pad.ui.parts.prompt import Above, prompt_sheet, question, under_card
from qwixx_pad.ui.parts.table_menu import seats_card, table_menu
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.plan import BandPlan, PadPlan
from qwixx_pad.ui.screens.result import result, table_result
from qwixx_pad.ui.screens.tablet import tablet, tablet_geometry, tablet_stops

MESSAGE_SECONDS = 4
_LOW = 480
"""A menu is higher than a screen that is lower, in dp."""
_CARD = 340
"""About the height of the card that asks about a lock, in dp."""


@component
def play_screen(play: Play, frame: Frame, feel: Feel, go: Callable[[str], None]) -> ft.Control:
    """One open game, as one device plays it.

    Args:
        play: The game.
        frame: Space, theme, words and settings.
        feel: The device.
        go: Leads to another screen, by its identifier.
    """
    controller = _use_controller(play, frame, feel, go)
    state, tap, forget = controller.state, controller.tap, controller.forget
    ft.use_effect(_after_a_while(state, forget), [state.message])
    ft.use_effect(
        lambda: feel.stay_awake(on=True),
        [frame.settings.awake],
        cleanup=lambda: feel.stay_awake(on=False),
    )
    hint = use_hint(state, frame)
    seed = play.head.id
    keys = _use_keys(frame)
    if state.game.position.settled:
        return _result(state, frame, play, tap)
    shows_all = state.table is not None and _shows_all(state.table)
    cards = tablet_geometry(state, frame.space, hint) if shows_all else None
    if cards is not None:
        shown = tablet(state, cards, frame, seed, tap, hint)
        keys.stops = tablet_stops(state, cards, frame)
        return _under_question(shown, state, None, frame, tap)
    scene = _scene(state, frame, play, tap, hint)
    seats = state.table.round_table if state.table else ()
    keys.stops = focus_map(scene.geometry, [scene.look], seats)
    shown = _scrolled(pad(scene), scene.geometry.height, frame.space.height)
    return _under_question(shown, state, scene, frame, tap)


def _shows_all(table: TableState) -> bool:
    """One device has all sheets, or looks on."""
    return not table.code or table.watches


def _result(state: PadState, frame: Frame, play: Play, tap: Tap) -> ft.Control:
    if state.table is not None:
        return table_result(state, frame, play.head.id, tap, key="result")
    look = sheet_in_front(state, frame.voice)
    name = play.head.names[0] or frame.words.text("You")
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    return result(look, state.game, frame, name, play.head.id, tap, can, key="result")


def _scene(state: PadState, frame: Frame, play: Play, tap: Tap, hint: HintLook | None) -> PadScene:
    words, table = frame.words, state.table
    table_look = around(state, frame.voice)
    geometry = pad_geometry(
        frame.space,
        frame.settings.direction,
        state.game.setup.layout,
        _beside(state, table_look, hint),
    )
    upright = geometry.mode is not Mode.LANDSCAPE
    name = play.head.names[state.seat - 1] or words.text("You")
    voice = frame.voice
    return PadScene(
        state=state,
        look=sheet_in_front(state, voice),
        geometry=geometry,
        plan=PadPlan.of(geometry),
        theme=frame.theme,
        words=words,
        name=name,
        seed=f"{play.head.id}{state.seat if table else ''}",
        tap=tap,
        can=(undoing(state, state.seat) is not None, may_redo(state, state.seat)),
        table=table_look,
        color=table.colors[state.seat - 1] if table else 0,
        offers_columns=geometry.mode is Mode.ROWS and _may_offer_columns(state, frame.settings),
        hint=hint,
        hint_on_top=hint is not None and upright and geometry.hint is None,
    )


def _beside(state: PadState, table: TableLook | None, hint: HintLook | None) -> Beside:
    if table is None:
        return Beside(hint=hint is not None)
    return Beside(
        state.game.setup.seats,
        button=table.button is not None,
        back=table.back is not None,
        hint=hint is not None,
    )


def _may_offer_columns(state: PadState, settings: Settings) -> bool:
    chosen = settings.direction is Direction.ROWS
    return chosen and not settings.columns_offered and state.slips.many


def _under_question(
    shown: ft.Control, state: PadState, scene: PadScene | None, frame: Frame, tap: Tap
) -> ft.Control:
    """The pad, and over it what is asked, if anything is."""
    return under_card(shown, _question(state, scene, frame, tap), "pad")


def _question(state: PadState, scene: PadScene | None, frame: Frame, tap: Tap) -> ft.Control | None:
    theme, words = frame.theme, frame.words
    locked = LockQuestion.of(state)
    if locked is not None:
        hides = frame.settings.hide_points
        inside = lock_question(locked, theme, words, tap, hides_points=hides)
        above = _bright_band(locked, scene, frame.space) if scene else None
        return prompt_sheet(inside, theme, words, tap, over_it=above, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, frame, tap)
    return None if state.prompt is None else _prompted(state, state.prompt, frame, tap)


def _prompted(state: PadState, prompt: Prompt, frame: Frame, tap: Tap) -> ft.Control:
    """What was asked for by a tap on this screen."""
    theme, words, low = frame.theme, frame.words, frame.space.height < _LOW
    if prompt.question is Question.BOARD:
        return prompt_sheet(
            board_question(state.game, state.seat, theme, words, tap), theme, words, tap
        )
    if prompt.question is Question.WHITE_DICE and state.table is not None:
        roller = state.table.names[(state.game.position.active or 1) - 1]
        asked = white_dice_question(prompt.letter, roller, theme, words, tap)
        return prompt_sheet(asked, theme, words, tap)
    if state.table is not None:
        card = seats_card if prompt.question is Question.SEATS else table_menu
        return prompt_sheet(card(state, theme, words, tap), theme, words, tap, tall=low)
    over = state.game.position.over
    asked = question(prompt, theme, words, tap, over=over)
    return prompt_sheet(asked, theme, words, tap, tall=low)


def _bright_band(locked: LockQuestion, scene: PadScene, space: Space) -> Above | None:
    """The row that is asked about, above the veil, its last cell in a ring."""
    geometry, row = scene.geometry, scene.geometry.sheet.rows[locked.row]
    shown = locked.ask.asking is not Asking.WHICH_DICE and locked.ask.seat == scene.state.seat
    if geometry.mode is not Mode.ROWS or not shown:
        return None
    look, plan = scene.look.bands[locked.row], BandPlan.of(row)
    ring = locked.ask.asking is Asking.LOCK_TOO
    band = row_band(look, plan, scene.theme, scene.tap, scene.seed, ring_last=ring)
    framed = ft.Row([band], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= space.height - _CARD
    return Above(band if in_place else framed, row.box.x, row.box.y, in_place)


def _scrolled(content: ft.Control, needs: float, has: float) -> ft.Control:
    """Where a screen is too low for the least pad there is, the pad scrolls."""
    if needs <= has:
        return content
    whole = ft.Container(content, height=needs)
    return ft.Column([whole], scroll=ft.ScrollMode.AUTO, expand=True)


def _use_keys(frame: Frame) -> PadKeys:
    """The keys of the pad, heard as long as it is there."""
    keys = ft.use_memo(lambda: PadKeys(Keyboard.of(ft.context.page)), [])
    use_held(frame.lifeline, keys.listen, [])
    return keys


def _use_controller(
    play: Play, frame: Frame, feel: Feel, go: Callable[[str], None]
) -> PadController:
    """What a play screen keeps from one rendering to the next."""
    voice = frame.voice
    controller = ft.use_memo(
        lambda: PadController(play, voice, feel, frame.settings.colors_of, go, frame.change), []
    )
    _, show = ft.use_state(controller.state)
    use_held(frame.lifeline, lambda: controller.attend(show, frame.in_own_turn), [])
    ft.use_effect(lambda: controller.speak(voice), [voice])
    return controller


def _after_a_while(
    state: PadState, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wait() -> None:
        if state.message is not None:
            await asyncio.sleep(MESSAGE_SECONDS)
            forget(state.message.serial)

    return wait
