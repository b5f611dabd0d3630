"""A page that outlives the process which has painted it: its old numbers enter nothing in the next.

Real processes on one folder, each killed in a random state; what one of them has shown is tapped in
all that come after.
"""

import random
from contextlib import ExitStack

import pytest

from tests.support.browser.chromium_pad import Server
from tests.support.websocket_phone import BUTTON, EVENT, SPOT, Phone, walk

pytestmark = pytest.mark.processes

LATE = "Tap again if your move still works."
CELLS = [f"{row}{number}" for row in "ry" for number in range(2, 13)]
KINDS = {BUTTON: "click", SPOT: "tap_up"}
A_FINGER = {"k": "touch", "l": {"x": 5, "y": 5}, "g": {"x": 5, "y": 5}}


def all_that_can_be_tapped(screen):
    """Numbers, each with the kind of tap that is heard there."""
    each = [*walk(screen.page)]
    return {c["_i"]: tap for c in each for on, tap in KINDS.items() if c.get(on)}


def crossed(screen):
    return {cell for cell in CELLS if "crossed" in screen.says(cell)}


class OldPage(Phone):
    """A page that taps on what it shows from before, and is slow to lay out what is new."""

    def __init__(self, port, route, old) -> None:
        super().__init__(port, route=route)
        self._old = old
        self._may_lay_out = False

    async def __aenter__(self):
        await super().__aenter__()
        await self._tap_all()  # right behind the first word
        await self.sees("total")
        await self._tap_all()
        self._may_lay_out = True
        await self.lay_out()
        await self._tap_all()
        return self

    async def lay_out(self) -> None:
        if self._may_lay_out:
            await super().lay_out()

    async def _tap_all(self) -> None:
        for number, tap in self._old:
            await self._send(EVENT, target=number, name=tap, data=A_FINGER)

    async def was_answered(self) -> None:
        def said(screen):
            texts = (str(control.get("value")) for control in walk(screen.page))
            return any(LATE in text for text in texts) or None

        await self._when(LATE, said)


async def cross_one_more(phone, chance):
    """Cross somewhere further right; all that was tapped before has been heard when it is seen."""
    done = crossed(phone.screen)
    row = chance.choice("ry")
    last = max((int(cell[1:]) for cell in done if cell[0] == row), default=1)
    cell = f"{row}{last + chance.choice((1, 2))}"
    await phone.tap(cell)
    await phone.sees(cell, "crossed")
    return done | {cell}


async def test_control_number_of_a_killed_process_enters_nothing(tmp_path):
    chance = random.Random(28)
    shown = {}
    with ExitStack() as ends:
        server = Server(tmp_path)
        ends.callback(server.kill)
        async with Phone(server.port) as page:
            await page.tap("new-game")
            await page.sees("total")
            marked = await cross_one_more(page, chance)
            route = page.route
            shown |= all_that_can_be_tapped(page.screen)
        for _ in range(2):
            server.kill()
            server.start()
            old = chance.sample(sorted(shown.items()), 40)
            async with OldPage(server.port, route, old) as page:
                await page.was_answered()
                before = marked
                marked = await cross_one_more(page, chance)
                assert len(marked - before) == 1
                assert crossed(page.screen) == marked
                there = all_that_can_be_tapped(page.screen)
                assert not there.keys() & shown.keys()
                shown |= there
