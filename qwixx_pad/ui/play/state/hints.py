"""What a first game explains, and when; each of three hints is told once. Pure."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Row
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.service.settings import Hint
from qwixx_pad.ui.play.state.state import undoable_moves
from qwixx_pad.ui.speech.words import Words

_SETTLED_IN = 3
"""Crosses after which a player alone knows how to cross, and may meet a roll without one."""


@dataclass(frozen=True, slots=True)
class HintLook:
    """A hint, ready to be shown."""

    title: str
    detail: str
    close: Callable[[], object] = field(compare=False)


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
