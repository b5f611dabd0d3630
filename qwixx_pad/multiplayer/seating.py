"""The seats of a shared table, and the answers of this roll. Pure values.

The storage holds the text of a seating for each table, and its game separately.
"""

import json
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Annotated, Any

from qwixx_pad.core.json_codec import LENIENT_READERS, Codec
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.history.series import GameResults, PlayerResult
from qwixx_pad.settings import MAX_PLAYER_NAME_CHARS, PLAYER_COLOR_COUNT, clean_name, clean_text
from qwixx_pad.storage.summary import name_key

TABLE_LIFETIME = timedelta(weeks=1)
"""The life of a table: at a pad since it was opened, at a relay since its last entry."""
TABLE_MEMORY = 2 * TABLE_LIFETIME
"""How long a phone remembers a relay's table: longer than the relay does."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat.

    Attributes:
        name: Of the player.
        color: Of the players' colours, from 0.
        device: Key of the device that plays this seat; None while it waits for one.
        slip: Name of the sheet that is played on here; empty for the table's own.
        previous_device: Key of the device from which others have freed this seat, or given it to
            another: it gets the seat back if it returns before somebody sits down, else a message;
            None without one.
        asker: Key of the device that requests this seat while its own is away; None without one.
        denied: Key of the device whose request was refused last; None without one.
    """

    name: Annotated[str, clean_name]
    color: Annotated[int, lambda plain: int(plain) % PLAYER_COLOR_COUNT]
    device: str | None = None
    slip: str = ""
    previous_device: str | None = None
    asker: str | None = None
    denied: str | None = None


@dataclass(frozen=True, slots=True)
class RollAnswers:
    """The answers of seats in one roll, which are no entries.

    Attributes:
        roll: The roll that the answers belong to; in another one they mean nothing.
        ready: Seats that have finished with this roll.
        declined: Row letter and seat of those who do not lock that row too.
        white: Rows that the active seat has locked with the white dice.
        colored: Rows that it has locked with a coloured die: nobody can share that.
        confirmed: Rows whose lock looked like a coloured die's, and somebody at the table has
            confirmed the white dice: everybody can share that.
        ending: Whether somebody has ended a roll that would give its roller the last penalty: the
            others may first enter their cross (rule 6).
        base_length: The length of the log at the newest of these answers: a seat that has entered
            something since is not ready any more.
    """

    roll: int = 0
    ready: frozenset[int] = frozenset()
    declined: frozenset[tuple[str, int]] = frozenset()
    white: frozenset[str] = frozenset()
    colored: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    ending: bool = False
    base_length: int = 0

    def for_roll(self, roll: int) -> "RollAnswers":
        """Return the answers that count in a roll: none of those given in another."""
        return self if roll == self.roll else RollAnswers(roll)


NO_ANSWERS = RollAnswers()
_MAX_POINTS = 100_000
"""No sheet brings more."""
_MAX_RESULTS_CHARS = 2048
"""Characters of the earlier results in the text of a seating."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A table before and during its game.

    Attributes:
        code: By which devices join it.
        host: Key of the device that opened it: it starts, finishes, frees seats.
        layout: Name of the sheet.
        chairs: In seating order; the first has the first roll.
        finish_turn: House option of rule 10.
        game: Identifier of the game; None before the start.
        answers: Of the present roll.
        opened: Time of its opening, as ISO text in UTC; empty if unknown.
        closed: Whether its host has closed it in the middle of its game.
        next_chairs: Players who have sat down since the game began, for the one that follows;
            seats count on behind the chairs.
        earlier_results: Of the games that were played here before on the same day, the earliest
            first.
        best_of: How many games decide a series; 0 for as many as they like.
        own_sheet: The sheet of one's own that the table carries for those who lack it; None if it
            carries none. It was checked.
    """

    code: str
    host: str
    layout: str
    chairs: tuple[Chair, ...] = ()
    finish_turn: bool = False
    game: str | None = None
    answers: RollAnswers = NO_ANSWERS
    opened: str = ""
    closed: bool = False
    next_chairs: tuple[Chair, ...] = ()
    earlier_results: tuple[GameResults, ...] = ()
    best_of: int = 0
    own_sheet: SheetText | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def all_chairs(self) -> tuple[Chair, ...]:
        """The chairs, and behind them those of the next game."""
        return self.chairs + self.next_chairs

    def chair_of(self, seat: int) -> Chair:
        """Find a chair of this game, or behind them of the next."""
        return self.all_chairs[seat - 1]

    def seats_of(self, device: str) -> tuple[int, ...]:
        """Return the seats that a device plays."""
        return tuple(seat for seat, chair in enumerate(self.chairs, 1) if chair.device == device)

    def has_seat(self, seat: int) -> bool:
        """Return whether there is such a seat."""
        return 1 <= seat <= len(self.chairs)

    @property
    def devices(self) -> frozenset[str]:
        """Keys of the device that opened this table, and of those that play seats of it."""
        holders = (chair.device for chair in self.chairs)
        return frozenset({self.host, *(holder for holder in holders if holder is not None)})

    def is_member(self, device: str) -> bool:
        """Return whether a device opened this table, plays a seat, or will when it returns."""
        waiting = (chair for chair in self.chairs if chair.device is None)
        return device in self.devices or any(chair.previous_device == device for chair in waiting)

    def is_expected(self, device: str) -> bool:
        """Return whether a device opened this table, or plays a seat: now, before or next game."""
        return (
            any(chair.previous_device == device for chair in self.chairs)
            or any(device == chair.device for chair in self.next_chairs)
            or device in self.devices
        )

    def seats_lost_by(self, device: str) -> tuple[int, ...]:
        """Return the seats given from a device to another, which it has yet to learn."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs, 1)
            if chair.previous_device == device and chair.device not in {None, device}
        )

    def free_seat_named(self, name: str) -> int | None:
        """Return the seat of a player of this name that waits for a device, or None."""
        wanted = name_key(clean_name(name))
        waiting = (seat for seat, chair in enumerate(self.chairs, 1) if chair.device is None)
        named = (seat for seat in waiting if name_key(self.chair_of(seat).name) == wanted)
        return next(named, None)

    def seat_named(self, name: str, except_seat: int | None = None) -> int | None:
        """Return the seat of a player of this name, except one seat; None without one."""
        wanted = name_key(clean_name(name))
        named = (
            seat
            for seat, chair in enumerate(self.all_chairs, 1)
            if seat != except_seat and name_key(chair.name) == wanted
        )
        return next(named, None) if wanted else None

    def numbered_name(self, name: str) -> str:
        """Make a name for one more player of this name, such as `Ben 2`."""
        endings = (f" {number}" for number in count(2))
        names = (clean_text(name, MAX_PLAYER_NAME_CHARS - len(end)) + end for end in endings)
        return next(numbered for numbered in names if self.seat_named(numbered) is None)

    def with_chair(self, seat: int, **changes: Any) -> "Seating":  # noqa: ANN401 - fields of Chair
        """Return the seating with one seat changed."""
        return self._replace_chair(seat, (replace(self.chair_of(seat), **changes),))

    def without_chair(self, seat: int) -> "Seating":
        """Return the seating with one seat less."""
        return self._replace_chair(seat, ())

    def _replace_chair(self, seat: int, instead: tuple[Chair, ...]) -> "Seating":
        """Return the seating with another chair for one seat, or none."""
        if self.has_seat(seat):
            return replace(self, chairs=(*self.chairs[: seat - 1], *instead, *self.chairs[seat:]))
        place = seat - len(self.chairs)
        return replace(
            self, next_chairs=(*self.next_chairs[: place - 1], *instead, *self.next_chairs[place:])
        )

    def for_next_game(self) -> "Seating":
        """Give seat 2 the first roll, and players who sat down meanwhile chairs at the end."""
        return replace(self, chairs=self.all_chairs, next_chairs=()).with_first_roller(2)

    def with_moved_seat(self, seat: int, to: int) -> "Seating":
        """Move one seat to another position (from 1)."""
        chairs = list(self.chairs)
        chairs.insert(to - 1, chairs.pop(seat - 1))
        return replace(self, chairs=tuple(chairs))

    def with_first_roller(self, seat: int) -> "Seating":
        """Give a seat the first roll; everybody keeps the order round the table."""
        return replace(self, chairs=self.chairs[seat - 1 :] + self.chairs[: seat - 1])

    def with_results(self, results: GameResults) -> "Seating":
        """Add the results of one more game; of many the earliest are forgotten."""
        played = (*self.earlier_results, results)
        while len(json.dumps(played)) > _MAX_RESULTS_CHARS:
            played = played[1:]
        return replace(self, earlier_results=played)

    def sheet_name(self, seat: int) -> str:
        """Return the name of the sheet that a seat plays on."""
        return self.chair_of(seat).slip or self.layout

    @property
    def sheets(self) -> str:
        """The sheets as a game line names them: once, or in seat order where they differ."""
        names = [chair.slip or self.layout for chair in self.chairs]
        return ",".join(names) if len({*names}) > 1 else next(iter(names), self.layout)

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        return SEATING_CODEC.to_text(self)

    @classmethod
    def read(cls, text: str) -> "Seating | None":
        """Parse the text of a seating; None if it is none."""
        return SEATING_CODEC.from_text(cls, text)


def _read_results(plain: list[list[Any]]) -> GameResults:
    results = tuple(PlayerResult(clean_name(name), int(points)) for name, points in plain)
    if not results or any(abs(result.points) > _MAX_POINTS for result in results):
        raise ValueError("no game")
    return results


def _read_own_sheet(plain: dict[str, Any]) -> SheetText:
    sheet = SheetText.from_untrusted(str(plain["name"]), plain["text"], plain)
    if sheet is None:
        raise ValueError("no sheet, or another one")
    return sheet


_WORDS: dict[type, tuple[str, ...]] = {
    Seating: (
        "code",
        "host",
        "layout",
        "chairs",
        "finish_turn",
        "game",
        "answers",
        "opened_at",
        "closed",
        "next_chairs",
        "results",
        "best_of",
        "own_sheet",
    ),
    SheetText: ("name", "text", "title", "description"),
    Chair: ("name", "color", "device", "slip", "previous_device", "asker", "denied"),
    RollAnswers: (
        "roll",
        "ready",
        "declined",
        "white",
        "colored",
        "confirmed_white",
        "ending",
        "base_length",
    ),
}
"""The key of each field, in the order of the fields: on the wire and on disks."""
SEATING_CODEC = Codec(
    _WORDS, {**LENIENT_READERS, GameResults: _read_results, SheetText: _read_own_sheet}
)
SEATING_WORDS = " ".join(key for keys in _WORDS.values() for key in keys)
"""All of these keys: a store of seatings checks by them whether it can read its texts."""
