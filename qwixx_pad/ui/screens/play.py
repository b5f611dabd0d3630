"""The play screen: the pad, what it asks, and the result at the end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import flet as ft

from qwixx_pad.session import OpenGame
from qwixx_pad.ui.control import Feel, PadControl, PadState
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.looks import pad_look
from qwixx_pad.ui.parts.pad import PadScene, pad
from qwixx_pad.ui.parts.prompt import prompt_sheet
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.plan import plan_pad
from qwixx_pad.ui.screens.result import result

MESSAGE_SECONDS = 4
_ELSEWHERE = frozenset({"home", "settings", "new-game"})
"""Identifiers that lead away from the pad."""


@component
def play_screen(
    opened: OpenGame, frame: Frame, feel: Feel, go: Callable[[str], None]
) -> ft.Control:
    """One sheet of one open game.

    Args:
        opened: The game.
        frame: Space, theme, words and settings.
        feel: The device.
        go: Leads to another screen, by its identifier.
    """
    state, tap, forget = _use_control(opened, frame, feel, go)
    ft.use_effect(_after_a_while(state, forget), [state.message])
    ft.use_effect(
        lambda: feel.stay_awake(on=True),
        [frame.settings.awake],
        cleanup=lambda: feel.stay_awake(on=False),
    )
    look = pad_look(state.game, frame.words)
    name = opened.head.names[0] or frame.words.text("You")
    if look.settled and not state.resting:
        return result(look, state.game, frame, name, opened.head.id, tap, key="result")
    layout = state.game.setup.layout
    cells = max(len(row.numbers) for row in layout.rows)
    plan = plan_pad(frame.space, frame.settings.direction, len(layout.rows), cells)
    scene = PadScene(state, look, plan, frame.theme, frame.words, name, opened.head.id, tap)
    layers: list[ft.Control] = [
        ft.Semantics(
            content=_scrolled(pad(scene), plan.height, frame.space.height),
            exclude_semantics=state.prompt is not None,
            expand=True,
            key="pad",
        )
    ]
    if state.prompt is not None:
        layers.append(prompt_sheet(state.prompt, frame.theme, frame.words, tap, over=look.over))
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)


def _scrolled(content: ft.Control, needs: float, has: float) -> ft.Control:
    """Where a screen is too low for the least pad there is, the pad scrolls."""
    if needs <= has:
        return content
    whole = ft.Container(content, height=needs)
    return ft.Column([whole], scroll=ft.ScrollMode.AUTO, expand=True)


def _use_control(
    opened: OpenGame, frame: Frame, feel: Feel, go: Callable[[str], None]
) -> tuple[PadState, Tap, Callable[[int], None]]:
    """The state of the screen, one tap function for its whole life, and the message's end."""
    state, show = ft.use_state(PadState(opened.game))
    held = ft.use_memo(lambda: _Kept(PadControl(opened, frame.words, feel, show), go), [])
    refresh = frame.in_own_turn(held.control.refresh)
    ft.use_effect(lambda: opened.watch(refresh), [])
    return state, held.tap, held.control.forget


class _Kept:
    """What a play screen keeps from one rendering to the next."""

    def __init__(self, control: PadControl, go: Callable[[str], None]) -> None:
        self.control = control
        self._go = go

    def tap(self, identifier: str) -> None:
        """Lead away from the pad, or let the pad have it."""
        if identifier in _ELSEWHERE:
            self.control.tap("cancel")
            self._go(identifier)
        else:
            self.control.tap(identifier)


def _after_a_while(
    state: PadState, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wait() -> None:
        if state.message is not None:
            await asyncio.sleep(MESSAGE_SECONDS)
            forget(state.message.serial)

    return wait
