"""Phones at online tables, their relay in the same process: each link is cut and mended at will.

What is sent lies on the way until it is brought; a link that is cut loses what comes to the phone,
and what left the phone may arrive late or never.
"""

import asyncio
import json
from collections import deque
from contextlib import closing
from itertools import count

from room import NAMES, Clock, disk_in
from strategies import entry

from qwixx_pad.layouts import installed
from qwixx_pad.service.device_identity import fingerprint
from qwixx_pad.service.own_sheets import Sheets
from qwixx_pad.service.session import GameService
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.remote.following import CannotKeepError, GoneError
from qwixx_pad.tables.remote.kept import TABLE, KeptTable
from qwixx_pad.tables.remote.remote_table import RemoteTable
from qwixx_pad.tables.remote.told import ME, read_first
from qwixx_pad.tables.requests import Add, Enter, Start
from qwixx_pad.tables.seating import Chair
from qwixx_pad.tables.wire import plain_answer, read_request

URL = "wss://relay.test/relay"


def service_in(folder, clock, name, last):
    """A disk and what works on it; the `last` thing done with them is to close the disk."""
    disk = last.enter_context(closing(disk_in(folder, clock())))
    numbers = count(1)
    ids = (f"{name} {len(disk.games())} {next(numbers)}" for _ in count())
    return disk, GameService(disk, Sheets(installed(), disk), clock, ids.__next__)


class Relay:
    """Keeps one table, and tells everybody at it what has changed."""

    def __init__(self, folder, clock, last):
        self.disk, self.service = service_in(folder, clock, "relay", last)
        self.host = Host(self.service, iter(["ABCDEF"]).__next__)
        self.table = None
        self.here = {}

    def open(self, secret, layout="classic"):
        key = fingerprint(f"ABCDEF/{secret}")
        self.table = self.host.open(key, layout, (Chair(NAMES[0], 0, key),))

    def hear(self, ends, message):
        """What comes from one end of a connection."""
        if "join" in message:
            key = fingerprint(f"{message['join']}/{message['secret']}")
            self.here[ends] = [key, message["game"], message["seen"], None]
            self._tell(ends, {"wire": 1, "you": key, **self._rest(message)})
        elif ends in self.here:
            key = self.here[ends][0]
            answer = self.table.ask(key, read_request(message))
            for each in self.here:
                self._tell(each)
            ends.down.append({"re": message["n"], **plain_answer(answer)})

    def _rest(self, first):
        """What a phone has not got of a game that another one has followed since."""
        if first["game"] in {None, self.table.seating.game}:
            return {}
        entries = self.disk.load(first["game"]).entries[first["seen"] :]
        return {"rest": [[each.token, each.at.isoformat()] for each in entries]}

    def gone(self, ends):
        if self.here.pop(ends, None):
            for each in self.here:
                self._tell(each)

    def _tell(self, ends, first=None):
        key, game, seen, told = self.here[ends]
        news, opened = dict(first or {}), self.table.opened
        keys = {each[0] for each in self.here.values()}
        here = [s for s, c in enumerate(self.table.seating.chairs, 1) if c.holder in keys]
        table = self.table.seating.text
        if (table, here) != told:
            news |= {"table": json.loads(table), "here": here}
        if opened is not None:
            saved = self.service._storage.load(opened.head.id)
            if game != opened.head.id:
                head = saved.head
                begun = {"id": head.id, "setup": head.setup, "names": head.names}
                begun |= {"started": head.started.isoformat(), "corner": opened.first_corner}
                news, seen = {**news, "game": begun}, 0
            if seen != len(saved.entries) or "game" in news or first:
                log = [[each.token, each.at.isoformat()] for each in saved.entries[seen:]]
                news |= {"from": seen, "log": log}
            game, seen = opened.head.id, len(saved.entries)
        self.here[ends] = [key, game, seen, (table, here)]
        if news:
            ends.down.append(news)


class Ends:
    """One connection of a phone: what is on its way up and down."""

    def __init__(self):
        self.up, self.down = deque(), deque()


class Phone:
    """A phone with a table, a link, and a disk of its own; `again` is the app started anew."""

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.secret = f"secret of {name}"
        self.ends = None
        self.folder = world.folder / name
        self._begin()
        self.table = None

    def _begin(self):
        world = self.world
        self.disk, self.service = service_in(self.folder, world.clock, self.name, world.last)

    def join(self):
        """Look at the table for the first time."""
        self.ends = Ends()
        first = {"join": "ABCDEF", "game": None, "seen": 0, "secret": self.secret}
        self.world.relay.hear(self.ends, first)
        answer = through_json(self.ends.down.popleft())
        self.table = RemoteTable(self.service, URL, read_first(answer))
        self.table.keep(self.table.seating)
        self.table.connected(self.ends.up.append)
        self.table.hear(answer)

    def again(self):
        """The app was killed; another one starts on what it has left."""
        self.cut()
        self._begin()
        note = self.service.notes(TABLE)[f"{TABLE}ABCDEF"]
        kept = KeptTable.read(note)
        self.table = RemoteTable(self.service, kept.relay, kept.seating)

    def cut(self, *, arrives=0):
        """The link breaks; so much of what was sent still arrives, some time."""
        if self.ends is not None:
            self.world.late.extend((self.ends, m) for m in list(self.ends.up)[:arrives])
            if not arrives:
                self.world.relay.gone(self.ends)
            self.ends = None
            self.table.cut()

    def mend(self):
        """There is a link again; what comes on it is brought by `bring`."""
        if self.ends is None:
            self.ends = Ends()
            self.table.connected(self.ends.up.append)
            self.ends.up.append({"secret": self.secret, **self.table.first})

    @property
    def game(self):
        return self.table.opened.game

    @property
    def line(self):
        """What it shows of the log."""
        return [each.text for each in self.game.log]

    def kept(self):
        """What its disk has of the game, with the times."""
        return self.disk.load(self.table.opened.head.id).entries

    def ask(self, request):
        return self.table.ask(ME, request)

    def tap(self, token):
        return self.ask(Enter(entry(token), len(self.game.log)))

    def send(self):
        """One message arrives at the relay."""
        if self.ends and self.ends.up:
            self.world.relay.hear(self.ends, through_json(self.ends.up.popleft()))
            return True
        return False

    def hear(self):
        """One message arrives here; what cannot be kept is told again later."""
        if self.ends and self.ends.down:
            try:
                self.table.hear(through_json(self.ends.down.popleft()))
            except CannotKeepError:
                self.cut()
            except GoneError as error:
                self.table.leave(error.gone)
            return True
        return False


class World:
    """A relay and its phones; the first of them has opened the table.

    Attributes:
        last: What is done when all is over, whatever process was killed before.
    """

    def __init__(self, folder, last, *names, layout="classic"):
        self.folder, self.clock, self.late, self.last = folder, Clock(), deque(), last
        self.relay = Relay(folder / "relay", self.clock, last)
        self.phones = [Phone(self, name) for name in names]
        self.relay.open(self.phones[0].secret, layout)
        for phone in self.phones:
            phone.join()
            if phone is not self.phones[0]:
                assert phone.ask(Add(phone.name.capitalize())) is None
            self.bring()

    def start(self):
        assert self.phones[0].ask(Start()) is None
        self.bring()
        return self

    def arrive_late(self):
        """What was sent on a link that is cut since."""
        while self.late:
            ends, message = self.late.popleft()
            self.relay.hear(ends, through_json(message))
            self.relay.gone(ends)

    def bring(self):
        """Everything arrives where a link is."""
        self.clock.forward(1)
        while any([*(p.send() for p in self.phones), *(p.hear() for p in self.phones)]):
            pass

    @property
    def line(self):
        """The log of the relay."""
        return [each.text for each in self.relay.table.opened.game.log]


def through_json(message):
    """As it comes out of a wire."""
    return json.loads(json.dumps(message))


async def until(true):
    """Wait, but not for ever, until something is so."""
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - whatever it is
            await asyncio.sleep(0.001)
