"""Two relays on one PostgreSQL behind one door: either may be killed, and nothing kept is lost."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, closing

import pytest
from haproxy import haproxy
from phone import Phone
from relays import free_ports, relays

from qwixx_pad.core.line import read_line
from qwixx_pad.layouts import installed
from qwixx_pad.relay.store import open_store

NAMES = ("Anna", "Ben", "Cleo", "Dan")
CHAIRS = [
    {"name": name, "color": color, "slip": "", "mine": color == 0}
    for color, name in enumerate(NAMES)
]
ROLLS = range(2, 10)
KILLED, BACK, RESTARTED = 4, 6, 8
"""In which roll a relay is killed, comes back, and the database starts again."""

pytestmark = pytest.mark.processes


def totals(phone):
    """What a phone shows of everybody, by the rules."""
    line = read_line(" ".join((phone.game["setup"], *phone.tokens)), installed())
    game, refused = line.play()
    assert refused is None
    return [sheet.total for sheet in game.position.sheets]


async def sit_down(stack, url):
    """Four phones in a game, in seating order."""
    opener = await stack.enter_async_context(Phone.opens(url, *CHAIRS))
    phones = [opener]
    for seat in range(2, len(NAMES) + 1):
        phones.append(await stack.enter_async_context(Phone.joins(url, opener.code)))
        assert (await phones[-1].ask("sit", seat=seat)).keys() == {"re"}
    await opener.until(lambda: all(chair["holder"] for chair in opener.table["chairs"]))
    assert (await opener.ask("start")).keys() == {"re"}
    await everywhere(phones, lambda phone: phone.game)
    return phones


async def everywhere(phones, holds):
    await asyncio.gather(*(phone.until(lambda phone=phone: holds(phone)) for phone in phones))


async def roll(phones, number, happens):
    """Everybody crosses the same number; who rolls crosses another one too, and ends the roll."""
    crosses = [f"{seat}:r{number}" for seat in range(1, len(NAMES) + 1)]
    taps = [phone.enter(cross) for phone, cross in zip(phones, crosses, strict=True)]
    await asyncio.gather(*taps, happens(phones[0], {*crosses}))
    turn = ROLLS.index(number)
    roller = phones[turn % len(phones)]
    await roller.enter(f"{turn % len(phones) + 1}:b{14 - number}")
    await roller.until(lambda: {*crosses} <= {*roller.tokens})
    await roller.enter("/", turn + 1)
    await everywhere(phones, lambda phone: phone.tokens.count("/") == turn + 1)


async def nothing(phone, crosses):
    """What happens in most rolls."""


async def play(url, happenings):
    """An evening, with a fifth phone that comes in the end; returns all."""
    async with AsyncExitStack() as stack:
        phones = await sit_down(stack, url)
        for number in ROLLS:
            await roll(phones, number, happenings.get(number, nothing))
        await everywhere(phones, lambda phone: phone.here == [1, 2, 3, 4])
        late = await stack.enter_async_context(Phone.joins(url, phones[0].code))
        return [*phones, late]


def test_a_killed_relay_and_a_restarted_database_lose_nothing_that_was_kept(tmp_path, postgres):
    """No phone's log ever changes but at its end: `Phone` asks that of each message."""
    door, *ports = free_ports(3)

    async def kill(phone, crosses):
        await phone.until(lambda: crosses & {*phone.tokens})
        running[0].kill()

    async def come_back(_phone, _crosses):
        running[0].start()

    async def restart(phone, crosses):
        await phone.until(lambda: crosses & {*phone.tokens})
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.to_thread(postgres.start)

    happenings = {KILLED: kill, BACK: come_back, RESTARTED: restart}
    options = ("--data", tmp_path, "--database", postgres.address)
    with relays(ports, *options) as running, haproxy(tmp_path, door, ports):
        phones = asyncio.run(play(f"ws://127.0.0.1:{door}/relay", happenings))
    with closing(open_store(tmp_path, postgres.address)) as store:
        kept = [entry.token for entry in store.load(phones[0].game["id"]).entries]
    crossed = [f"{seat}:r{number}" for number in ROLLS for seat in range(1, 5)]
    blue = [f"{turn % 4 + 1}:b{14 - number}" for turn, number in enumerate(ROLLS)]
    assert Counter(kept) == Counter([*crossed, *blue, *"/" * len(ROLLS)])
    assert [phone.tokens for phone in phones] == [kept] * 5
    assert len({tuple(totals(phone)) for phone in phones}) == 1
    assert sum(phone.links for phone in phones) > 5, "nobody has lost a link"
