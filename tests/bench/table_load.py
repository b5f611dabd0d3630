"""Tables of five simulated phones at a real server, and what they cost it."""

import asyncio
import os
import time
from pathlib import Path

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import EndRoll, Entry, parse_token
from qwixx_pad.layouts import installed_layouts
from tests.support.websocket_phone import Phone, table_code

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
SEATS = range(1, len(NAMES) + 1)


class Script:
    """Legal taps of a whole table, and what the other phones show after each.

    Each step is a seat, the identifier it taps, and the identifier and words that the others see
    then.
    """

    def __init__(self) -> None:
        self.game = Game.start(Setup.for_layout(installed_layouts()["classic"], len(NAMES)))

    def _cross(self, seat, token):
        self.game = self.game.with_entry(Entry(parse_token(token).move, seat))
        total = self.game.position.sheet_of(seat).total
        return seat, token, f"seat-{seat}", f"{NAMES[seat - 1]}, {total} point"

    def _end_roll(self):
        roller = self.game.position.active
        self.game = self.game.with_entry(Entry(EndRoll()))
        return roller, "end-turn", f"seat-{self.game.position.active}", "rolling"

    def without_locks(self):
        """Seventy steps of ten rolls."""
        for n in range(2, 12):
            for seat in SEATS:
                yield self._cross(seat, f"r{n}")
            yield self._cross(self.game.position.active, f"b{14 - n}")
            yield self._end_roll()


class FiveAtATable:
    """Five phones at one table, in a game.

    Attributes:
        phones: In seating order.
        connected: Milliseconds that each phone needed from the first byte to the table's seats.
    """

    def __init__(self) -> None:
        self.script = Script()
        self.phones = []
        self.connected = []

    async def open(self, port, guests, stack):
        """Sit down: the first phone opens the table, the others come in by its address."""
        opener = await stack.enter_async_context(Phone(port))
        code = await table_code(opener, NAMES)
        self.phones = [opener]
        for seat in SEATS[1:]:
            started = time.perf_counter()
            phone = Phone(port, guests, f"/join/{code}")
            self.phones.append(await stack.enter_async_context(phone))
            seen = await phone.sees(f"sit-{seat}")
            self.connected.append(1000 * (seen - started))
            await phone.tap(f"sit-{seat}")
            await opener.sees(f"person-{seat}", "Ready")
        await opener.tap("start-game")
        await asyncio.gather(*(phone.sees("seat-1", "rolling") for phone in self.phones))
        return self

    async def step(self, step):
        """One tap; returns the milliseconds until the last of the others has heard of it."""
        seat, identifier, shown, part = step
        others = [phone for phone in self.phones if phone is not self.phones[seat - 1]]
        tapped = await self.phones[seat - 1].tap(identifier)
        heard = await asyncio.gather(*(phone.sees(shown, part) for phone in others))
        return 1000 * (max(heard) - tapped)


class Cost:
    """What a process has used since it was first looked at; Linux tells it in files."""

    def __init__(self, process) -> None:
        self._folder = Path(f"/proc/{process}")
        self._cpu, self._memory = self._now()

    def _now(self):
        times = (self._folder / "stat").read_text().rpartition(")")[2].split()
        pages = int((self._folder / "statm").read_text().split()[1])
        ticks = int(times[11]) + int(times[12])
        return 1000 * ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def cpu(self):
        """Milliseconds."""
        return self._now()[0] - self._cpu

    @property
    def memory(self):
        """Megabytes more than at first."""
        return self._now()[1] - self._memory
