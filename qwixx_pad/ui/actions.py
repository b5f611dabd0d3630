"""What a tap means: an identifier of the pad, read once into a plain value. Pure.

Identifiers are those of the contract, "Identifiers on the screen"; where several sheets are on
one screen, those of seat 2 begin with `s2-`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.moves import Advance, EndRoll, Finish, Move, Penalty, Redo, Undo, parse
from qwixx_pad.service.settings import Direction
from qwixx_pad.tables.requests import (
    AnswerSeat,
    CloseNow,
    Decline,
    SayDone,
    SeenLost,
    TellDice,
    Vouch,
    Word,
)

CARD_CELL = "instead-"
"""Before the cells and locks on the card of corrections: those of the pad beneath stay its own."""
TAKEN_PENALTY = "penalty-back"
"""The newest penalty of a sheet that is copied from paper: a tap takes it back."""
TRY_COLUMNS, KEEP_ROWS = "try-columns", "keep-rows"
SHORTCUTS = {
    **dict.fromkeys(("Ctrl+Z", "Meta+Z"), "undo"),
    **dict.fromkeys(("Ctrl+Y", "Ctrl+Shift+Z", "Shift+Meta+Z", "Meta+Y"), "redo"),
}
"""Keys that press a button, by its identifier."""


@dataclass(frozen=True, slots=True)
class LockKey:
    """The lock of a row: the cross beside it, or on a single sheet that another has closed it."""

    row: str


@dataclass(frozen=True, slots=True)
class LuckyKey:
    """A lucky number was rolled: its row is still to be chosen."""


@dataclass(frozen=True, slots=True)
class TrackKey:
    """A field of the track, from 0, that is not the next one."""

    position: int

    @property
    def text(self) -> str:
        """Its identifier, such as `lucky-3`."""
        return f"{Advance.text}-{self.position}"


@dataclass(frozen=True, slots=True)
class PenaltyKey:
    """A penalty that stands on a sheet copied from paper."""


@dataclass(frozen=True, slots=True)
class Instead:
    """On the card of corrections: what its entry should have been; None for nothing."""

    move: Move | LockKey | None


@dataclass(frozen=True, slots=True)
class MakeEntry:
    """Something for the log.

    Attributes:
        what: A move, a lock or another key that stands for one, or a correction.
        seat: Whose, from 1; None for the sheet in front.
        whole_log: Whether it is about the last entry, whosever that was.
    """

    what: Move | LockKey | LuckyKey | TrackKey | PenaltyKey | Instead
    seat: int | None = None
    whole_log: bool = False


@dataclass(frozen=True, slots=True)
class Prefer:
    """The direction of the pad that was offered, or the one that was there before."""

    direction: Direction


class Target(Enum):
    """What can be brought to the screen of the pad, or taken from it."""

    MENU = auto()
    SEATS = auto()
    SEAT = auto()
    """What can be done for a seat."""
    BOARD = auto()
    SUM = auto()
    NOTHING = auto()
    """Neither a question nor a card."""
    OWN_SHEET = auto()
    SHEET = auto()
    TURNED_SHEET = auto()
    CORRECTION = auto()
    EARLIER = auto()
    LATER = auto()
    FORGOTTEN = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """A change of what is shown; the game stays as it is. `seat` as for `MakeEntry`."""

    target: Target
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Go:
    """Away from the pad.

    Attributes:
        where: To which screen, by its identifier.
        seat: The seat (from 1) that is freed on the way; None for none.
    """

    where: str
    seat: int | None = None


Said: TypeAlias = Word | SeenLost | AnswerSeat
"""What is said to the table beside its log: its request, read straight from the identifier."""
Action: TypeAlias = MakeEntry | Said | Prefer | Show | Go
IN_FRONT = 0
"""The seat of a request that is meant for the sheet in front, or for who is asked there."""

_NAMED: dict[str, Action] = {
    "penalty": MakeEntry(Penalty()),
    TAKEN_PENALTY: MakeEntry(PenaltyKey()),
    "end-turn": MakeEntry(EndRoll()),
    "finish": MakeEntry(Finish()),
    "lucky-number": MakeEntry(LuckyKey()),
    "undo-last": MakeEntry(Undo(), whole_log=True),
    "redo-last": MakeEntry(Redo(), whole_log=True),
    "take-out": MakeEntry(Instead(None)),
    "misthrow-instead": MakeEntry(Instead(Penalty())),
    "done": SayDone(IN_FRONT, yes=True),
    "change": SayDone(IN_FRONT, yes=False),
    "close-now": CloseNow(),
    "lost-seen": SeenLost(),
    TRY_COLUMNS: Prefer(Direction.COLUMNS),
    KEEP_ROWS: Prefer(Direction.ROWS),
    "menu": Show(Target.MENU),
    "who-plays": Show(Target.SEATS),
    "board": Show(Target.BOARD),
    "total": Show(Target.SUM),
    "extra": Show(Target.SUM),
    "turn": Show(Target.TURNED_SHEET),
    "cancel": Show(Target.NOTHING),
    "done-correcting": Show(Target.NOTHING),
    "to-pad": Show(Target.OWN_SHEET),
    "correct": Show(Target.CORRECTION),
    "earlier": Show(Target.EARLIER),
    "later": Show(Target.LATER),
    "forgotten": Show(Target.FORGOTTEN),
}
_AWAY = (
    *("home", "settings", "new-game", "rematch", "seats", "review", "share", "remark"),
    *("open-again", "copy-paper", "rules"),
)
_NAMED |= {where: Go(where) for where in _AWAY}
_ROW = f"([{ROW_LETTERS}])"
_SPELT: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Action]], ...] = (
    (re.compile(rf"{_ROW}-lock"), lambda found: MakeEntry(LockKey(found[1]))),
    (re.compile(rf"{Advance.text}-([0-9])"), lambda found: MakeEntry(TrackKey(int(found[1])))),
    (re.compile(r"seat-([1-9])"), lambda found: Show(Target.SHEET, int(found[1]))),
    (re.compile(r"cross-([1-9])"), lambda found: Show(Target.SHEET, int(found[1]))),
    (re.compile(r"more-([1-9])"), lambda found: Show(Target.SEAT, int(found[1]))),
    (re.compile(r"free-([1-9])"), lambda found: Go(found[0], int(found[1]))),
    (re.compile(r"give-([1-9])"), lambda found: AnswerSeat(int(found[1]), yes=True)),
    (re.compile(r"(?:keep|heard)-([1-9])"), lambda found: AnswerSeat(int(found[1]), yes=False)),
    (re.compile(rf"no-{_ROW}"), lambda found: Decline(IN_FRONT, found[1])),
    (re.compile(rf"white-{_ROW}"), lambda found: TellDice(found[1], white=True)),
    (re.compile(rf"colored-{_ROW}"), lambda found: TellDice(found[1], white=False)),
    (re.compile(rf"yes-{_ROW}"), lambda found: Vouch(found[1])),
)
_OF_SEAT = re.compile(r"s([1-9])-(.+)")
_TOKEN = re.compile(r"[^:]+")
"""A token without a seat in front: an identifier has the sheet in front, or its own prefix."""


_NOT_INSTEAD = (Instead, LuckyKey, TrackKey, PenaltyKey)


def parse_action(identifier: str) -> Action | None:
    """What a tap on something means; None for what is no identifier of the pad."""
    of_seat = _OF_SEAT.fullmatch(identifier)
    if of_seat is None:
        return _parse(identifier)
    match action := _parse(of_seat[2]):
        case MakeEntry(seat=None) | Show(seat=None) | SayDone() | Decline():
            return replace(action, seat=int(of_seat[1]))
    return None


def _parse(name: str) -> Action | None:
    if name in _NAMED:
        return _NAMED[name]
    if name.startswith(CARD_CELL):
        entered = _parse(name.removeprefix(CARD_CELL))
        if not isinstance(entered, MakeEntry) or isinstance(entered.what, _NOT_INSTEAD):
            return None
        return MakeEntry(Instead(entered.what))
    for pattern, made in _SPELT:
        if found := pattern.fullmatch(name):
            return made(found)
    entry = parse(name) if _TOKEN.fullmatch(name) else None
    return None if entry is None else MakeEntry(entry.move)
