"""Everything that can be pressed, and what it does: one table by identifier. Pure.

`docs/identifiers.md` lists the identifiers. `PRESSABLE` has each of them, or a pattern for several;
`find_pressable` looks one up. To add a button, add a row here and its text where it is drawn.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, TypeAlias

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.moves import (
    CrossTrackField,
    EndRoll,
    Finish,
    Move,
    Penalty,
    Redo,
    Undo,
    parse_token,
)
from qwixx_pad.multiplayer.requests import (
    AcknowledgeLoss,
    AnswerSeatRequest,
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    Free,
    MoveSeat,
    Recolor,
    Remove,
    RequestSeat,
    SetFirstRoller,
    SetReady,
    Sit,
    StopWaiting,
)
from qwixx_pad.settings import Direction

CORRECTION_PREFIX = "instead-"
"""Before cells and locks on the card of corrections; those of the pad below have no prefix."""
TAKEN_PENALTY = "penalty-back"
"""The newest penalty of a sheet that is copied from paper: a tap undoes it."""
TRY_COLUMNS = "try-columns"
KEEP_ROWS = "keep-rows"
SHORTCUTS = {
    **dict.fromkeys(("Ctrl+Z", "Meta+Z"), "undo"),
    **dict.fromkeys(("Ctrl+Y", "Ctrl+Shift+Z", "Shift+Meta+Z", "Meta+Y"), "redo"),
}
"""Keyboard shortcuts, and the identifiers of the buttons that they press."""


class UnknownIdentifierError(LookupError):
    """`PRESSABLE` lacks an identifier, or its screen has no such action."""


@dataclass(frozen=True, slots=True)
class LockTarget:
    """A lock: stands for its row's last number; on a single sheet, for another player's lock."""

    letter: str = ""


@dataclass(frozen=True, slots=True)
class TrackTarget:
    """A field of the lucky track, from 0, other than the next one."""

    position: int = 0


class SheetTarget(Enum):
    """A printed part of a sheet, other than a cell or a lock, that enters something."""

    LUCKY_NUMBER = auto()
    """A lucky number was rolled; its row is still to be chosen."""
    TAKEN_PENALTY = auto()
    """A penalty on a sheet copied from paper."""


@dataclass(frozen=True, slots=True)
class MakeEntry:
    """Add an entry to the log.

    Attributes:
        entry: A move, or a part of the sheet that stands for one.
        seat: Whose entry; None for the sheet in front.
        whole_log: Whether it concerns the last entry of the log, whichever seat made it.
    """

    entry: Move | LockTarget | TrackTarget | SheetTarget
    seat: int | None = None
    whole_log: bool = False


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """On the card of corrections: replace its entry by `move`; None removes it."""

    move: Move | LockTarget | None


@dataclass(frozen=True, slots=True)
class SetDirection:
    """Answer the offer of columns: set the pad's direction, and make the offer no more."""

    direction: Direction


class ViewTarget(Enum):
    """Things that the pad can show, close or switch to."""

    MENU = auto()
    SEATS = auto()
    SEAT = auto()
    """The actions for a seat."""
    BOARD = auto()
    SUM = auto()
    NOTHING = auto()
    """Close the question or the card."""
    OWN_SHEET = auto()
    SHEET = auto()
    ROTATED_SHEET = auto()
    CORRECTION = auto()
    EARLIER = auto()
    LATER = auto()
    FORGOTTEN = auto()


@dataclass(frozen=True, slots=True)
class ChangeView:
    """Change what is shown, not the game; `seat` as for `MakeEntry`."""

    target: ViewTarget
    seat: int | None = None


class ScreenTask(Enum):
    """A task that decides which screen comes next."""

    GO_BACK = auto()
    START_GAME = auto()
    REMATCH = auto()
    PLAY_TOGETHER_AGAIN = auto()
    OPEN_TABLE = auto()
    """For everyone's phones; or find the one that is already open."""
    OPEN_TABLE_AGAIN = auto()
    READ_RULES = auto()
    """Of the game or table on the screen, else of the last sheet."""
    GO_ON_PLAYING = auto()
    """Return to the reviewed game; without one, home."""
    DELETE_GAME = auto()
    PUT_BACK_GAME = auto()


@dataclass(frozen=True, slots=True)
class Go:
    """Open another screen; spectators may do this and nothing else.

    Attributes:
        to: A route; without a leading `/` it is relative to the screen in front. Or a task.
        which: The value of `{which}` in the route, or the object of the task.
        of_game: Whether the screen belongs to the game in front.
    """

    to: str | ScreenTask
    which: str = ""
    of_game: bool = False


@dataclass(frozen=True, slots=True)
class ScreenAction:
    """Done by the screens of one package; `which` is its object."""

    screen: str
    which: str = ""


ButtonRequest: TypeAlias = (
    AnswerSeatRequest
    | RequestSeat
    | SetFirstRoller
    | StopWaiting
    | Decline
    | Free
    | MoveSeat
    | Recolor
    | Remove
    | SetReady
    | AcknowledgeLoss
    | Sit
    | DeclareLockDice
    | ConfirmWhiteDice
)
"""Requests to a table, other than entries, that an identifier names directly."""
Action: TypeAlias = (
    MakeEntry | CorrectEntry | ButtonRequest | SetDirection | ChangeView | Go | ScreenAction
)
SEAT_IN_FRONT = 0
"""The seat of a request for the sheet in front, or for whoever is asked there."""


class Guard(Enum):
    """Limits who may press something here. The table itself refuses what it forbids."""

    ANYBODY = auto()
    OWNER = auto()
    """The owner of the pad, not a visitor."""
    CORRECTOR = auto()
    """Whoever may correct the reviewed game."""
    COPYIST = auto()
    """Whoever copies sheets from paper."""


@dataclass(frozen=True, slots=True)
class Pressable:
    """A row of the table.

    Attributes:
        identifier: Literal, or a pattern with fields that fill the action: `{letter}` of a row,
            `{seat}` and `{position}` (digits), `{which}` (anything).
        does: The action.
        guard: Who may press it.
        repeats: Whether a second press means the same again, so that it may follow at once.
    """

    identifier: str
    does: Action
    guard: Guard = Guard.ANYBODY
    repeats: bool = False


def _screen_rows(package: str, *identifiers: str, repeats: bool = False) -> Iterator[Pressable]:
    """Rows of actions that the screens of a package do by themselves."""
    return (Pressable(each, ScreenAction(package), repeats=repeats) for each in identifiers)


PRESSABLE = (
    # entries, besides the tokens of the game line
    Pressable("penalty", MakeEntry(Penalty())),
    Pressable("end-turn", MakeEntry(EndRoll())),
    Pressable("finish", MakeEntry(Finish())),
    Pressable("finish-now", MakeEntry(Finish())),
    Pressable("{letter}-lock", MakeEntry(LockTarget())),
    Pressable("lucky-number", MakeEntry(SheetTarget.LUCKY_NUMBER)),
    Pressable(f"{CrossTrackField.text}-{{position}}", MakeEntry(TrackTarget())),
    Pressable("undo-last", MakeEntry(Undo(), whole_log=True), repeats=True),
    Pressable("redo-last", MakeEntry(Redo(), whole_log=True), repeats=True),
    Pressable(TAKEN_PENALTY, MakeEntry(SheetTarget.TAKEN_PENALTY), Guard.COPYIST),
    # on the card of corrections; cells and locks there have `CORRECTION_PREFIX`
    Pressable("take-out", CorrectEntry(None)),
    Pressable("misthrow-instead", CorrectEntry(Penalty())),
    Pressable("earlier", ChangeView(ViewTarget.EARLIER), repeats=True),
    Pressable("later", ChangeView(ViewTarget.LATER), repeats=True),
    Pressable("forgotten", ChangeView(ViewTarget.FORGOTTEN)),
    # requests to a table
    Pressable("done", SetReady(SEAT_IN_FRONT, ready=True)),
    Pressable("change", SetReady(SEAT_IN_FRONT, ready=False)),
    Pressable("no-{letter}", Decline(SEAT_IN_FRONT, "")),
    Pressable("white-{letter}", DeclareLockDice("", white=True)),
    Pressable("colored-{letter}", DeclareLockDice("", white=False)),
    Pressable("yes-{letter}", ConfirmWhiteDice("")),
    Pressable("close-now", StopWaiting()),
    Pressable("lost-seen", AcknowledgeLoss()),
    Pressable("give-{seat}", AnswerSeatRequest(SEAT_IN_FRONT, accepted=True)),
    Pressable("keep-{seat}", AnswerSeatRequest(SEAT_IN_FRONT, accepted=False)),
    Pressable("heard-{seat}", AnswerSeatRequest(SEAT_IN_FRONT, accepted=False)),
    Pressable("free-{seat}", Free(SEAT_IN_FRONT)),
    Pressable("sit-{seat}", Sit(SEAT_IN_FRONT)),
    Pressable("ask-{seat}", RequestSeat(SEAT_IN_FRONT)),
    Pressable("asking-{seat}", RequestSeat(SEAT_IN_FRONT)),
    Pressable("color-{seat}", Recolor(SEAT_IN_FRONT), repeats=True),
    Pressable("first-{seat}", SetFirstRoller(SEAT_IN_FRONT)),
    Pressable("up-{seat}", MoveSeat(SEAT_IN_FRONT, to=SEAT_IN_FRONT)),
    Pressable("remove-{seat}", Remove(SEAT_IN_FRONT)),
    # changes of the view
    Pressable("menu", ChangeView(ViewTarget.MENU)),
    Pressable("who-plays", ChangeView(ViewTarget.SEATS)),
    Pressable("more-{seat}", ChangeView(ViewTarget.SEAT)),
    Pressable("board", ChangeView(ViewTarget.BOARD)),
    Pressable("total", ChangeView(ViewTarget.SUM)),
    Pressable("extra", ChangeView(ViewTarget.SUM)),
    Pressable("turn", ChangeView(ViewTarget.ROTATED_SHEET)),
    Pressable("seat-{seat}", ChangeView(ViewTarget.SHEET)),
    Pressable("cross-{seat}", ChangeView(ViewTarget.SHEET)),
    Pressable("next-{seat}", ChangeView(ViewTarget.SHEET)),
    Pressable("to-pad", ChangeView(ViewTarget.OWN_SHEET)),
    Pressable("correct", ChangeView(ViewTarget.CORRECTION), Guard.CORRECTOR),
    Pressable("cancel", ChangeView(ViewTarget.NOTHING)),
    Pressable("done-correcting", ChangeView(ViewTarget.NOTHING)),
    # settings
    Pressable(TRY_COLUMNS, SetDirection(Direction.COLUMNS)),
    Pressable(KEEP_ROWS, SetDirection(Direction.ROWS)),
    # other screens
    Pressable("home", Go("/")),
    Pressable("history", Go("/games")),
    Pressable("all-games", Go("/games")),
    Pressable("statistics", Go("/stats")),
    Pressable("data", Go("/data")),
    Pressable("names", Go("/names"), Guard.OWNER),
    Pressable("one-device", Go("/new")),
    Pressable("copy-paper", Go("/paper")),
    Pressable("join-table", Go("/join")),
    Pressable("rules", Go(ScreenTask.READ_RULES)),
    Pressable("rules-{which}", Go("rules-{which}")),
    Pressable("settings", Go("settings")),
    Pressable("players", Go("players")),
    Pressable("own-sheets", Go("own-sheets")),
    Pressable("licences", Go("licences")),
    Pressable("sheets", Go("sheets")),
    Pressable("seats", Go("seats")),
    Pressable("review", Go("review", of_game=True)),
    Pressable("share", Go("share", of_game=True)),
    Pressable("moment-{which}", Go("share/at-{which}", of_game=True)),
    Pressable("remark", Go("remark", of_game=True)),
    Pressable("back", Go(ScreenTask.GO_BACK)),
    Pressable("play", Go(ScreenTask.GO_ON_PLAYING)),
    Pressable("game/{which}", Go("/game/{which}")),
    Pressable("games/{which}", Go("/games/{which}")),
    Pressable("new-game", Go(ScreenTask.START_GAME), Guard.OWNER),
    Pressable("rematch", Go(ScreenTask.REMATCH)),
    Pressable("same-group", Go(ScreenTask.PLAY_TOGETHER_AGAIN), Guard.OWNER),
    Pressable("own-phones", Go(ScreenTask.OPEN_TABLE), Guard.OWNER),
    Pressable("open-again", Go(ScreenTask.OPEN_TABLE_AGAIN)),
    Pressable("delete", Go(ScreenTask.DELETE_GAME), Guard.OWNER),
    Pressable("delete/{which}", Go(ScreenTask.DELETE_GAME), Guard.OWNER),
    Pressable("put-back/{which}", Go(ScreenTask.PUT_BACK_GAME), Guard.OWNER),
    # what the screens of one package do by themselves
    *_screen_rows("play", "hint-seen", "undo-message"),
    *_screen_rows("review", "previous", "next", repeats=True),
    *_screen_rows("review", "first", "last", "play-steps", "lesson-{which}", "turn-{which}"),
    Pressable("reopen", ScreenAction("review"), Guard.CORRECTOR),
    *_screen_rows("result", "best-of", "best-of-{which}", "bgstats", "copy-line"),
    *_screen_rows("result", "link-code", "save-game", "save-table", "share-text", "share-picture"),
    *_screen_rows("home", "continue-game", "browser-do", "browser-later"),
    *_screen_rows("table", "join", "open-link", "watch", "table-{which}", "try-again", "other"),
    *_screen_rows("table", "next-address", "month-earlier", "month-later", repeats=True),
    *_screen_rows("table", "own-game", "share-link", "copy-command", "next-game"),
    *_screen_rows(
        "table", "add-player", "sit-down", "rename", "slip-{which}", "other-name-{which}"
    ),
    *_screen_rows("table", "start-game", "close-table", "copy-sheets"),
    *_screen_rows("table", "let-phones-in", "close-to-phones"),
    *_screen_rows("table", "options", "choose-day", "day-{which}"),
    *_screen_rows("games", "game-{which}", "more-{which}", "choose-{which}", "keep-remark"),
    *_screen_rows("games", "wipe", "wipe-now", "delete-all", "delete-now", "backup", "restore"),
    *_screen_rows("games", "send-backup"),
    *_screen_rows("games", "name-{which}", "rename-now", "keep-name", "undo-rename"),
    *_screen_rows(
        "games",
        "import-now",
        "keep-games",
        "undo-import",
        "export-{which}",
        "open-line",
        "clear-search",
    ),
    *_screen_rows(
        "statistics",
        "stats-{which}",
        "span-{which}",
        "seats-{which}",
        "player-{which}",
        "players-{which}",
    ),
    *_screen_rows("settings", "person-color-{which}", repeats=True),
    *_screen_rows("settings", "choose-language", "set-{which}", "forget-{which}"),
    *_screen_rows("settings", "licence-{which}"),
    *_screen_rows("rules", "keep-sheet"),
    *_screen_rows("settings", "add-sheet", "use-example", "choose-file", "remove-sheet-{which}"),
    *_screen_rows("gallery", "roll-{which}", repeats=True),
    *_screen_rows("gallery", "sheet-{which}", "star-{which}", "share-{which}"),
    *_screen_rows("table", "add-{which}", "person-{which}"),
)
"""Every identifier but the tokens of the game line, such as `r5`: each of these enters itself. An
identifier that belongs to a seat may have a prefix such as `s2-`.
"""
_FIELD_PATTERNS = {
    "letter": f"(?P<letter>[{ROW_LETTERS}])",
    "seat": "(?P<seat>[1-9])",
    "position": "(?P<position>[0-9])",
    "which": "(?P<which>.+)",
}
_NUMBER_FIELDS = {"seat", "position"}
_FIXED = {row.identifier: row for row in PRESSABLE if "{" not in row.identifier}
_PATTERNS = [
    (re.compile(row.identifier.format_map(_FIELD_PATTERNS)), row)
    for row in PRESSABLE
    if row.identifier not in _FIXED
]
_SEAT_PREFIX = re.compile(r"s([1-9])-(.+)")


def find_pressable(identifier: str) -> Pressable:
    """Look up an identifier, and fill its action with the values in it.

    Raises:
        UnknownIdentifierError: No row matches.
    """
    prefixed = _SEAT_PREFIX.fullmatch(identifier)
    row = _find_row(identifier if prefixed is None else prefixed[2])
    if row is not None and prefixed is not None:
        row = _for_seat(row, int(prefixed[1]))
    if row is None:
        raise UnknownIdentifierError(identifier)
    return row


def may_repeat(identifier: str) -> bool:
    """True if a second press of a button means the same again."""
    try:
        return find_pressable(identifier).repeats
    except UnknownIdentifierError:
        return False


def _for_seat(row: Pressable, seat: int) -> Pressable | None:
    """Move a row to the sheet of a seat; None if its action has no seat."""
    match row.does:
        case MakeEntry(seat=None) | ChangeView(seat=None) | SetReady() | Decline():
            return replace(row, does=replace(row.does, seat=seat))
    return None


def _find_row(name: str) -> Pressable | None:
    if name in _FIXED:
        return _FIXED[name]
    entry = None if ":" in name else parse_token(name)  # a seat is a prefix here, not `2:`
    if entry is not None:
        return Pressable(name, MakeEntry(entry.move), repeats=isinstance(entry.move, Undo | Redo))
    if name.startswith(CORRECTION_PREFIX):
        return _card_row(name)
    for pattern, row in _PATTERNS:
        if found := pattern.fullmatch(name):
            return replace(row, does=_fill_action(row.does, found.groupdict()))
    return None


def _card_row(name: str) -> Pressable | None:
    """Look up a cell or a lock on the card of corrections."""
    row = _find_row(name.removeprefix(CORRECTION_PREFIX))
    if row is None or not isinstance(row.does, MakeEntry):
        return None
    move = row.does.entry
    return (
        None if isinstance(move, TrackTarget | SheetTarget) else Pressable(name, CorrectEntry(move))
    )


def _fill_action(action: Action, values: Mapping[str, str]) -> Action:
    """Fill an action, or its entry, with the fields of an identifier."""
    fields: dict[str, Any] = {
        name: int(text) if name in _NUMBER_FIELDS else text for name, text in values.items()
    }
    if isinstance(action, MakeEntry) and isinstance(action.entry, LockTarget | TrackTarget):
        return replace(action, entry=replace(action.entry, **fields))
    return replace(action, **fields)
