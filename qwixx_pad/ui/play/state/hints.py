"""What a first game explains, and when; each of three hints is told once."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Row
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.service.session import GameService, Preferences
from qwixx_pad.service.settings import Hint
from qwixx_pad.storage.summary import GameQuery, State
from qwixx_pad.ui.play.state.state import PadState, undoable_moves
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words

_SETTLED_IN = 3
"""Crosses after which a player alone knows how to cross, and may meet a roll without one."""


@dataclass(frozen=True, slots=True)
class HintLook:
    """A hint, ready to be shown."""

    title: str
    detail: str
    close: Callable[[], object] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Hinting:
    """What hints need of a screen: whether one may come in this game, and which is shown now.

    The room of one that may come is kept, so that nothing ever moves.
    """

    room: bool
    now: HintLook | None


def hint_of(game: Game, seat: int, seen: Container[Hint]) -> Hint | None:
    """The hint that helps a seat (from 1) now; None if there is none, or it was seen."""
    position = game.position
    if position.over or game.setup.paper:
        return None
    sheet = position.sheets[seat - 1]
    moments = {
        Hint.CROSS: _is_blank(sheet),
        Hint.LOCK: _row_near_its_lock(game, seat) is not None,
        Hint.MISTHROW: _may_misthrow(game, seat),
    }
    return next((hint for hint, now in moments.items() if now and hint not in seen), None)


def _is_blank(sheet: Sheet) -> bool:
    return not any(sheet.marks) and not sheet.penalties


def _row_near_its_lock(game: Game, seat: int) -> Row | None:
    """A row whose last number needs one more cross, or none any more."""
    sheet, closed = game.position.sheets[seat - 1], game.position.closed
    near = (
        row
        for index, row in enumerate(sheet.layout.rows)
        if row.lock_mask
        and sheet.towards_lock(index) >= max(1, row.needs - 1)
        and row.letter not in closed
    )
    return next(near, None)


def _may_misthrow(game: Game, seat: int) -> bool:
    """Whether a roll without a cross can come now, for the first time."""
    sheet, active = game.position.sheets[seat - 1], game.position.active
    if sheet.penalties or _is_blank(sheet):
        return False
    if active is None:
        return sum(map(sheet.crosses, range(len(sheet.marks)))) >= _SETTLED_IN
    return active == seat and not undoable_moves(game, seat)


def hint_lines(hint: Hint, game: Game, seat: int, words: Words) -> tuple[str, str]:
    """The two lines of a hint; how others lock a row depends on where their pads are."""
    if hint is Hint.CROSS:
        return (
            words.text("Tap what you would cross"),
            words.text("Then only further right counts. Tap it again to take it back."),
        )
    if hint is Hint.MISTHROW:
        return (
            words.text("Nothing fits in your own roll?"),
            words.text(
                "Then it is a misthrow: −{n}. When others roll, passing is free.",
                n=game.setup.layout.penalty_points,
            ),
        )
    return _lock_lines(game, seat, words)


def _lock_lines(game: Game, seat: int, words: Words) -> tuple[str, str]:
    row = _row_near_its_lock(game, seat) or game.setup.layout.rows[0]
    # Translators: {row} is the name of a row, {last} its last number, which crosses its lock too.
    last = words.either([str(number) for number in row.lock_numbers])
    title = words.of_row("{row} {last} locks the row", row.letter, last=last)
    alone = game.setup.seats == 1
    if alone:
        return title, words.count(
            "It needs {n} cross before it. Has somebody else locked a row? Tap its lock.",
            "It needs {n} crosses before it. Has somebody else locked a row? Tap its lock.",
            row.needs,
        )
    return title, words.count(
        "It needs {n} cross before it, and closes the row for everybody.",
        "It needs {n} crosses before it, and closes the row for everybody.",
        row.needs,
    )


Learn = Callable[[Hint], object]
_ENDED = GameQuery(state=State.OVER)


@dataclass
class _ShownHint:
    """The hint that was on the screen last, and the sheet it stood beside."""

    hint: Hint | None = None
    sheet: Sheet | None = None


def use_learning(
    preferences: GameService | Preferences, library: Library | None, where: str
) -> Learn | None:
    """What keeps that a hint was seen; None for who has games that were played to their end.

    A visitor has no library here. Kept games are looked for again on each screen (`where`).
    """

    def knows() -> bool:
        wanted = (_ENDED, replace(_ENDED, deleted=True))
        return library is not None and any(library.count(each) for each in wanted)

    def learn(hint: Hint) -> None:
        now = preferences.settings
        if hint not in now.hints:
            preferences.change(replace(now, hints=now.hints | {hint}))

    return None if ft.use_memo(knows, [where]) else learn


def hint_due(state: PadState, context: ScreenContext) -> Hint | None:
    """What would help the sheet in front now, if it is this device's and its player is new."""
    mine = state.table is None or state.seat in state.table.mine
    helps = context.learn is not None and mine
    return hint_of(state.game, state.seat, context.settings.hints) if helps else None


def use_hint(state: PadState, context: ScreenContext) -> Hinting:
    """What is explained now; once shown, it is learnt as soon as its moment has passed."""
    room = ft.use_memo(lambda: _explains(state, context), [])
    return Hinting(room, _use_look(state, context))


def _explains(state: PadState, context: ScreenContext) -> bool:
    """Whether a hint may come while this game is on the screen."""
    plays = state.table is None or not state.table.watches
    left = set(Hint) - context.settings.hints
    return context.learn is not None and plays and bool(left) and not state.game.setup.paper


def _use_look(state: PadState, context: ScreenContext) -> HintLook | None:
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
        return None
    title, detail = hint_lines(shown, state.game, state.seat, context.words)
    return HintLook(title, detail, lambda: learn(shown))
