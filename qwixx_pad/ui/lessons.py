"""Who still has to be told how to play, and that each hint is told once."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.service.preferences import Preferences
from qwixx_pad.service.session import Desk
from qwixx_pad.service.settings import Hint
from qwixx_pad.storage.summary import State, Wanted
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.hints import HintLook, hint_lines, hint_of
from qwixx_pad.ui.pad.state import PadState

Learn = Callable[[Hint], object]
_ENDED = Wanted(state=State.OVER)


@dataclass
class _Shown:
    """The hint that was on the screen last, and the sheet it stood beside."""

    hint: Hint | None = None
    sheet: Sheet | None = None


def use_learning(
    preferences: Desk | Preferences, library: Library | None, where: str
) -> Learn | None:
    """What keeps that a hint was seen; None for who has kept games that were played to their end.

    Args:
        preferences: Where it is kept.
        library: The games of this person; None for a visitor, who has none here.
        where: The screen; games are looked for again on each one.
    """

    def knows() -> bool:
        wanted = (_ENDED, replace(_ENDED, deleted=True))
        return library is not None and any(library.count(each) for each in wanted)

    def learn(hint: Hint) -> None:
        now = preferences.settings
        if hint not in now.hints:
            preferences.change(replace(now, hints=now.hints | {hint}))

    return None if ft.use_memo(knows, [where]) else learn


def hint_due(state: PadState, frame: Frame) -> Hint | None:
    """What would help the sheet in front now, if it is this device's and its player is new."""
    mine = state.table is None or state.seat in state.table.mine
    helps = frame.learn is not None and mine
    return hint_of(state.game, state.seat, frame.settings.hints) if helps else None


def use_hint(state: PadState, frame: Frame) -> HintLook | None:
    """What is explained now; once shown, it is learnt as soon as its moment has passed."""
    learn, sheet = frame.learn, state.game.position.sheets[state.seat - 1]
    hint = hint_due(state, frame)
    shown = hint if state.message is None else None  # what was just done comes first
    last = ft.use_memo(_Shown, [])

    def pass_on() -> None:
        before = replace(last)
        passed = (before.hint, before.sheet) != (hint, sheet)
        if passed or shown is not None:
            last.hint, last.sheet = shown, sheet
        if passed and before.hint is not None and learn is not None:
            learn(before.hint)

    ft.use_effect(pass_on, [hint, shown, sheet])
    if learn is None or shown is None:
        return None
    title, detail = hint_lines(shown, state.game, state.seat, frame.words)
    return HintLook(title, detail, lambda: learn(shown))
