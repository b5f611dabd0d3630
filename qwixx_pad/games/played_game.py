"""A game without its storage: its head, its log, and the corners of its seats."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from qwixx_pad.core.corrections import AppliedCorrection, Change, correction_undo
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import EndRoll, Entry, Finish, Undo
from qwixx_pad.core.table import Table
from qwixx_pad.observable import Observable
from qwixx_pad.settings import clean_name
from qwixx_pad.storage import GameHead
from qwixx_pad.storage.summary import EPOCH, replace_surrogates


class PlayedGame(Observable):
    """A game as screens show it.

    Attributes:
        head: Its identifier, names and start.
        game: Its present state.
        first_corner: The corner of the table for the sheet of seat 1, from 1.
        corrections: The corrections in its log. They are found by the times of the entries: all
            entries of an action have the same time, and no two consecutive actions do.
    """

    def __init__(self, head: GameHead, game: Game) -> None:
        super().__init__()
        self.head = head
        self.game = game
        self.first_corner = 1
        self.corrections: tuple[AppliedCorrection, ...] = ()

    def correction_to_undo(self, seat: int | None) -> Change | None:
        """The change that undoes the last correction of a seat; None as `seat` means the whole log.

        None if there is no correction, or no room for its undo in the log. An undo then undoes one
        entry.
        """
        change = correction_undo(self.game, self.corrections, seat) if self.corrections else None
        return change if change and is_correctable(self.game, change.index) else None


# the head of a game from a file or from another device, which is untrusted

MAX_NAMES_READ = 20
"""A head with more names is invalid; a table has five seats at most."""
_IDENTIFIER = re.compile(r"[0-9A-Za-z_-]{1,64}")
_LATEST_PLAUSIBLE = datetime(9000, 1, 1, tzinfo=UTC)


def read_head(game: Mapping[str, Any], setup: str) -> GameHead:
    """Build a head from untrusted values; whether its setup exists is not checked.

    Args:
        game: Values under `id`, `names` and `started`, of any types.
        setup: The head of its game line.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: They are invalid.
    """
    name = game["id"]
    if _IDENTIFIER.fullmatch(name) is None:
        raise ValueError(name)
    return GameHead(name, setup, _read_names(game["names"]), parse_utc(game["started"]))


def sheet_names_in(setup: str) -> str:
    """The names of the sheets in the head of a game line, separated by commas."""
    return setup.partition("/")[0].partition("+")[0]


def normalized_head(head: GameHead, setup: Setup) -> GameHead:
    """A head from elsewhere as this pad would write it: a name for each seat, perhaps empty."""
    return replace(head, setup=setup.text, names=(*head.names, *("",) * setup.seats)[: setup.seats])


def parse_utc(text: str) -> datetime:
    """Parse a time with a zone, as ISO text, and convert it to UTC.

    Raises:
        ValueError, TypeError, OverflowError: It is invalid or implausible.
    """
    at = datetime.fromisoformat(text)
    if at.utcoffset() is None:
        raise ValueError(text)
    return require_plausible(at.astimezone(UTC))


def require_plausible(at: datetime) -> datetime:
    """Check a time, and return it.

    Raises:
        ValueError: It is before 1970, or after the year 8999.
    """
    if not EPOCH <= at < _LATEST_PLAUSIBLE:
        raise ValueError(at)
    return at


def _read_names(names: object) -> tuple[str, ...]:
    if (
        not isinstance(names, list)
        or len(names) > MAX_NAMES_READ
        or not all(isinstance(name, str) for name in names)
    ):
        raise TypeError(names)
    return tuple(clean_name(replace_surrogates(name)) for name in names)


# The rules do not limit the length of a log; most have fewer than a hundred entries. Corrections
# are refused first, since each of them repeats all later entries. After that the game can still
# be played to its end, undone completely, and declared finished.

MAX_AFTER_CORRECTION = 4_000
"""Entries of a log after a correction, at most."""
MAX_AFTER_ENTRY = 5_000
"""Entries of a log after an entry that is neither a correction nor an undo, at most."""
MAX_AFTER_UNDO = 10_000
"""Entries of a log after an undo, at most."""
MAX_ROLL_ENTRIES = 32
"""Entries of one roll at a table, at most: an undo replays them before those of other seats."""
MAX_LOG_ENTRIES = MAX_AFTER_UNDO + 2
"""Entries of a log, at most: after the last undo an end, and one that closes its last action."""


def has_log_capacity(game: Game, entries: Sequence[Entry]) -> bool:
    """True if the log of a game has room for these entries of one action."""
    moves = [entry.move for entry in entries]
    length = len(game.log) + len(moves)
    if all(isinstance(move, Finish) for move in moves):
        return True
    if all(isinstance(move, Undo) for move in moves):
        return length <= MAX_AFTER_UNDO
    if len(moves) > 1:
        return length <= MAX_AFTER_CORRECTION
    is_roll_full = (
        isinstance(game.position, Table) and game.timeline.count_this_roll >= MAX_ROLL_ENTRIES
    )
    return length <= MAX_AFTER_ENTRY and (isinstance(moves[0], EndRoll) or not is_roll_full)


def is_correctable(game: Game, index: int) -> bool:
    """True if the log has room for a correction at an index of `game.applied`, from 0."""
    later = len(game.applied) - max(index, 0)
    return len(game.log) + max(3, 2 * later + 1) <= MAX_AFTER_CORRECTION


# Seat 1 of a game has the first roll, so that in a rematch the players have other seats. But they
# stay at their corners of the table, which are counted from 1 and clockwise. So the corner of
# seat 1 is saved for each game; the other seats follow it clockwise.

_MAX_SAVED_CORNERS = 40
"""Games whose first corner is saved, the newest first."""


def seat_corners(seats: int, first: int) -> tuple[int, ...]:
    """The corner of each seat where seat 1 has the corner `first`."""
    return tuple((first - 1 + seat) % seats + 1 for seat in range(seats))


def next_corner(seats: int, first: int) -> int:
    """The corner of seat 2, which has the first roll in a rematch."""
    return first % seats + 1


def seats_by_corner(corners: tuple[int, ...]) -> tuple[int, ...]:
    """The seats in their order round the table, from corner 1."""
    return tuple(sorted(range(1, len(corners) + 1), key=lambda seat: corners[seat - 1]))


def read_first_corner(saved: str, game: str, seats: int) -> int:
    """Read the corner of seat 1 of a game from the text of `add_first_corner`.

    It is 1 if none is saved, or if the saved one is out of range.
    """
    corner = _saved_corners(saved).get(game, "1")
    return int(corner) if corner in map(str, range(1, seats + 1)) else 1


def add_first_corner(saved: str, game: str, corner: int) -> str:
    """The text to save once seat 1 of another game has this corner."""
    others = {other: text for other, text in _saved_corners(saved).items() if other != game}
    newest = islice(({game: str(corner)} | others).items(), _MAX_SAVED_CORNERS)
    return "\n".join(f"{each} {text}" for each, text in newest)


def _saved_corners(saved: str) -> dict[str, str]:
    pairs = (line.rpartition(" ") for line in saved.splitlines())
    return {game: corner for game, _, corner in pairs}
