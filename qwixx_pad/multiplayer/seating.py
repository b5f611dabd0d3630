"""The seats of a shared table and the answers of a roll, as plain values.

The storage has the text of a seating for each table; the game of the table is stored separately.
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
"""How long a table lives: at a pad after it was opened, at a relay after its last change."""
TABLE_MEMORY = 2 * TABLE_LIFETIME
"""How long a phone remembers an online table: longer than the relay does."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and the device that plays it.

    Attributes:
        name: Of the player.
        color: Number of the player's colour, from 0.
        device: Id of the device that plays this seat; None while the seat waits for one.
        slip: Name of the sheet of this seat; empty for the sheet of the table.
        previous_device: Id of the device that has lost this seat because others freed it or gave it
            away. If it returns while the seat is free, it gets the seat back; otherwise a message.
            None without one.
        asker: Id of the device that asks for this seat while its own device is away; None without
            one.
        denied: Id of the device that was refused last; None without one.
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
    """The answers of seats in one roll, which are not entries.

    Attributes:
        roll: The roll that they belong to; in any other they mean nothing.
        ready: Seats that have finished with this roll.
        declined: Letters of rows, each with a seat that does not lock this row too.
        white: Rows that the roller reports as locked with the white dice.
        colored: Rows that the roller reports as locked with a coloured die, so that nobody can
            share the lock.
        confirmed: Rows that seemed to be locked with a coloured die until somebody confirmed the
            white dice, so that everybody can share the lock.
        ending: Whether somebody has ended the roll, which gives its roller the last penalty, and
            the other seats may first enter their cross (rule 6).
        base_length: Entries in the log at the newest of these answers: a seat that has entered
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
        """These answers if they belong to this roll, else none."""
        return self if roll == self.roll else RollAnswers(roll)


NO_ANSWERS = RollAnswers()
_MAX_POINTS = 100_000
"""More than any sheet brings."""
_MAX_RESULTS_CHARS = 2048
"""Characters of the earlier results in the text of a seating, at most."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a table, and all that belongs to the table but its game.

    Attributes:
        code: The code by which devices join it.
        host: Id of the device that has opened it.
        layout: Name of the sheet.
        chairs: In seating order; the first has the first roll.
        finish_turn: Whether the house option of rule 10 holds.
        game: Identifier of the game; None before the start.
        answers: Of the present roll.
        opened: When it was opened, as ISO text in UTC; empty if that is unknown.
        closed: Whether its host has closed it during its game.
        next_chairs: Players who have joined since the game began and play in the next one. Their
            seats are counted after those of the chairs.
        earlier_results: Results of the games that were played here on the same day, the earliest
            first.
        best_of: How many games decide a series; 0 for any number.
        own_sheet: The custom sheet that the table carries for devices without it, checked; None if
            it carries none.
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
        return tuple(chair.name for chair in self.chairs)

    @property
    def all_chairs(self) -> tuple[Chair, ...]:
        """The chairs of this game, then those of the next."""
        return self.chairs + self.next_chairs

    def chair_of(self, seat: int) -> Chair:
        """The chair of a seat, from 1, in this game or the next."""
        return self.all_chairs[seat - 1]

    def seats_of(self, device: str) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs, 1) if chair.device == device)

    def has_seat(self, seat: int) -> bool:
        """True if a seat plays in this game."""
        return 1 <= seat <= len(self.chairs)

    @property
    def devices(self) -> frozenset[str]:
        """Ids of the host and of all devices that play a seat in this game."""
        holders = (chair.device for chair in self.chairs)
        return frozenset({self.host, *(holder for holder in holders if holder is not None)})

    def is_member(self, device: str) -> bool:
        """True if a device has opened this table, plays a seat, or gets one back on its return."""
        waiting = (chair for chair in self.chairs if chair.device is None)
        return device in self.devices or any(chair.previous_device == device for chair in waiting)

    def is_expected(self, device: str) -> bool:
        """True if a device has opened this table, or has a seat: now, before, or next."""
        return (
            any(chair.previous_device == device for chair in self.chairs)
            or any(device == chair.device for chair in self.next_chairs)
            or device in self.devices
        )

    def seats_lost_by(self, device: str) -> tuple[int, ...]:
        """The seats that a device has lost to another and has not acknowledged as lost."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs, 1)
            if chair.previous_device == device and chair.device not in {None, device}
        )

    def free_seat_named(self, name: str) -> int | None:
        """The seat of a player of this name that waits for a device; None without one."""
        wanted = name_key(clean_name(name))
        waiting = (seat for seat, chair in enumerate(self.chairs, 1) if chair.device is None)
        named = (seat for seat in waiting if name_key(self.chair_of(seat).name) == wanted)
        return next(named, None)

    def seat_named(self, name: str, except_seat: int | None = None) -> int | None:
        """The seat of a player of this name, other than `except_seat`.

        None without one, or if the name is empty.
        """
        wanted = name_key(clean_name(name))
        named = (
            seat
            for seat, chair in enumerate(self.all_chairs, 1)
            if seat != except_seat and name_key(chair.name) == wanted
        )
        return next(named, None) if wanted else None

    def numbered_name(self, name: str) -> str:
        """Make a name for another player of the same name, such as `Ben 2`."""
        endings = (f" {number}" for number in count(2))
        names = (clean_text(name, MAX_PLAYER_NAME_CHARS - len(end)) + end for end in endings)
        return next(numbered for numbered in names if self.seat_named(numbered) is None)

    def with_chair(self, seat: int, **changes: Any) -> "Seating":  # noqa: ANN401 - fields of Chair
        return self._replace_chair(seat, (replace(self.chair_of(seat), **changes),))

    def without_chair(self, seat: int) -> "Seating":
        return self._replace_chair(seat, ())

    def _replace_chair(self, seat: int, instead: tuple[Chair, ...]) -> "Seating":
        """Put other chairs, or none, in the place of one."""
        if self.has_seat(seat):
            return replace(self, chairs=(*self.chairs[: seat - 1], *instead, *self.chairs[seat:]))
        place = seat - len(self.chairs)
        return replace(
            self, next_chairs=(*self.next_chairs[: place - 1], *instead, *self.next_chairs[place:])
        )

    def for_next_game(self) -> "Seating":
        """Append the players who have joined meanwhile, and give seat 2 the first roll."""
        return replace(self, chairs=self.all_chairs, next_chairs=()).with_first_roller(2)

    def with_moved_seat(self, seat: int, to: int) -> "Seating":
        """Move one seat to another place in the seating order, from 1."""
        chairs = list(self.chairs)
        chairs.insert(to - 1, chairs.pop(seat - 1))
        return replace(self, chairs=tuple(chairs))

    def with_first_roller(self, seat: int) -> "Seating":
        """Give a seat the first roll; the order round the table stays."""
        return replace(self, chairs=self.chairs[seat - 1 :] + self.chairs[: seat - 1])

    def with_results(self, results: GameResults) -> "Seating":
        """Add the results of one more game; if there are too many, the earliest are dropped."""
        played = (*self.earlier_results, results)
        while len(json.dumps(played)) > _MAX_RESULTS_CHARS:
            played = played[1:]
        return replace(self, earlier_results=played)

    def sheet_name(self, seat: int) -> str:
        """The name of the sheet that a seat plays on."""
        return self.chair_of(seat).slip or self.layout

    @property
    def sheets(self) -> str:
        """The names of the sheets as in a game line: one, or all in order where they differ."""
        names = [chair.slip or self.layout for chair in self.chairs]
        return ",".join(names) if len({*names}) > 1 else next(iter(names), self.layout)

    @property
    def text(self) -> str:
        """The text that `read` parses."""
        return SEATING_CODEC.to_text(self)

    @classmethod
    def read(cls, text: str) -> "Seating | None":
        """Parse the text of a seating; None if it is invalid."""
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
"""The key of each field, in the order of the fields, on the wire and on disks."""
SEATING_CODEC = Codec(
    _WORDS, {**LENIENT_READERS, GameResults: _read_results, SheetText: _read_own_sheet}
)
SEATING_WORDS = " ".join(key for keys in _WORDS.values() for key in keys)
"""All of these keys. If they change, the stores of relays refuse their older tables."""
