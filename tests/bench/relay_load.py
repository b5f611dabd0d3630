"""A thousand phones at two hundred tables of one relay, by docs/wire.md alone: what a tap takes.

`python tests/bench/relay_load.py [PHONES] [SECONDS] [postgresql://…]`. Each table has five phones
and one tap a second. Measured are the milliseconds from a tap until each of the others has it; the
processor's milliseconds a tap and kB a phone, of the relay alone. The phones share the machine.
"""

import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[2]))

from table_load import SEATS, Cost, Script

PORT = 8577
URL = f"ws://127.0.0.1:{PORT}/relay"


EVENING = tuple(
    (seat, "/" if tap == "end-turn" else f"{seat}:{tap}")
    for seat, tap, *_ in Script().without_locks()
)


class Table:
    """Five phones at a table; what they have sent, and how long it took to reach the others."""

    def __init__(self, took):
        self.took = took
        self.sent = {}
        self.phones = []
        self.heard = [asyncio.Event() for _ in EVENING]

    async def begin(self):
        chairs = [{"name": f"P{n}", "color": n, "slip": "", "mine": n == 1} for n in SEATS]
        opening = {"layout": "classic", "finish_turn": False, "chairs": chairs}
        opener = secrets.token_urlsafe(32)
        code = (await self._come("", opener, {"open": opening}))["code"]
        self.phones.clear()
        for seat in SEATS:
            secret = opener if seat == 1 else secrets.token_urlsafe(32)
            await self._come(f"/{code}", secret, {"join": code, "game": None, "base_length": 0})
            await self._ask(seat, "sit", seat=seat)
        self.game = (await self._ask(1, "start"))["game"]["id"]
        self._reading = [asyncio.ensure_future(self._read(n)) for n, _ in enumerate(SEATS)]

    async def _come(self, path, secret, first):
        address = f"{URL}{path}"
        phone = await connect(address, compression=None, ping_interval=None, open_timeout=60)
        self.phones.append(phone)
        await phone.send(json.dumps({"wire": 3, "secret": secret, **first}))
        return json.loads(await phone.recv())

    async def _ask(self, by, do, **more):
        phone = self.phones[by - 1]
        await phone.send(json.dumps({"n": 1, "do": do, **more}))
        while "re" not in (answer := json.loads(await phone.recv())):
            pass
        assert "refused" not in answer, answer
        return answer

    async def _read(self, number):
        async for text in self.phones[number]:
            now = time.perf_counter()
            said = json.loads(text)
            assert not {"refused", "error"} & said.keys(), said
            for place, _ in enumerate(said.get("log", ()), said.get("from", 0)):
                self.heard[place].set()
                at, by = self.sent.get(place, (0, number))
                if by != number:
                    self.took.append(now - at)

    async def play(self, until):
        await asyncio.sleep(secrets.randbelow(1000) / 1000)
        numbers = dict.fromkeys(SEATS, 0)
        for place, (seat, token) in enumerate(EVENING):
            numbers[seat] += 1
            if time.perf_counter() > until:
                break
            self.sent[place] = time.perf_counter(), seat - 1
            which = {"game": self.game, "number": numbers[seat]}
            asked = {"n": place, "do": "enter", **which, "entry": token, "base_length": place}
            await self.phones[seat - 1].send(json.dumps(asked))
            await asyncio.sleep(1)
            async with asyncio.timeout(60):
                await self.heard[place].wait()
        return place

    async def end(self):
        for reading, phone in zip(self._reading, self.phones, strict=True):
            reading.cancel()
            await phone.close()


async def load(pid, phones, seconds):
    cost = Cost(pid)
    took = []
    tables = [Table(took) for _ in range(phones // len(SEATS))]
    for table in tables:
        await table.begin()
    before = cost.cpu
    full = cost.memory
    until = time.perf_counter() + seconds
    taps = sum(await asyncio.gather(*(table.play(until) for table in tables)))
    spent = cost.cpu - before
    for table in tables:
        await table.end()
    took.sort()
    return {
        "phones": phones,
        "taps": taps,
        "median_ms": round(1000 * took[len(took) // 2], 1),
        "p95_ms": round(1000 * took[len(took) * 95 // 100], 1),
        "cpu_ms_a_tap": round(spent / taps, 2),
        "kB_a_phone": round(1000 * full / phones, 1),
    }


def main(phones=1000, seconds=30, database=""):
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", database] if database else ["--data", folder]
        command = [sys.executable, "-m", "qwixx_pad", "relay", "--port", str(PORT), *where]
        relay = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            relay.stdout.readline()
            measured = asyncio.run(load(relay.pid, int(phones), float(seconds)))
            sys.stdout.write(json.dumps(measured) + "\n")
        finally:
            relay.terminate()
            relay.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
