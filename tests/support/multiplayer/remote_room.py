"""Phones at an online table of a relay in this process: each link is cut and mended at will.

What is sent lies on the way until it is brought; a link that is cut loses what comes to the phone,
and what left the phone may arrive late or never.
"""

import asyncio
import json
from collections import deque
from contextlib import closing
from itertools import count

from qwixx_pad.games.custom_sheets import SheetCatalog, SheetText
from qwixx_pad.games.session import GameService
from qwixx_pad.identity.devices import fingerprint
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.online.remote_table import RemoteTable
from qwixx_pad.multiplayer.online.replica import (
    TABLE_NOTE,
    CannotSaveError,
    GoneError,
    OnlineTableRecord,
)
from qwixx_pad.multiplayer.requests import Add, Enter, JoinRequest, LogRequest, Start
from qwixx_pad.multiplayer.seating import Chair, Seating
from qwixx_pad.multiplayer.wire import (
    REQUEST_CODEC,
    THIS_DEVICE,
    read_first_seating,
    read_request,
    read_request_id,
)
from qwixx_pad.relay.rooms import AdmissionError, Rooms
from qwixx_pad.relay.store import open_store
from qwixx_pad.relay.stored_table import StoredTable
from tests.support.breakable_disk import Disk
from tests.support.multiplayer.table_room import NAMES, Clock, disk_in
from tests.support.strategies import entry

URL = "wss://relay.test/relay"
CODE = "ABCDEF"
ANEW = {"join": CODE, "game": None, "base_length": 0}
"""What says who comes to the table for the first time."""


def service_in(folder, clock, name, last):
    """A disk and what works on it; the `last` thing done with them is to close the disk."""
    disk = last.enter_context(closing(disk_in(folder, clock())))
    numbers = count(1)
    ids = (f"{name} {len(disk.game_ids())} {next(numbers)}" for _ in count())
    return disk, GameService(disk, SheetCatalog(installed_layouts(), disk), clock, ids.__next__)


class Ends:
    """One connection: what is on its way up and down, and what the relay knows of it."""

    def __init__(self):
        self.up, self.down = deque(), deque()
        self.device = ""
        self.room = None

    def queue_text(self, text):
        self.down.append(json.loads(text))

    def end_with_error(self, error):
        self.down.append({"error": error})


class Relay:
    """The rooms of a real relay, on a disk for which nobody waits; it keeps one table."""

    def __init__(self, folder, clock, last):
        store = last.enter_context(closing(open_store(folder)))
        self.disk = Disk(store, "append", "put_table", "start")
        self.rooms = Rooms(self.disk, installed_layouts(), clock, at_once)
        self.stored_table = StoredTable(self.disk, installed_layouts(), clock, CODE)

    def open(self, secret, layout, *chairs, own_sheet=None):
        device = fingerprint(f"{CODE}/{secret}")
        seats = tuple(Chair(x["name"], x["color"], device if x["mine"] else None) for x in chairs)
        sheet = None if own_sheet is None else REQUEST_CODEC.read(SheetText, own_sheet)
        self.stored_table.create(Seating(CODE, device, layout, seats, own_sheet=sheet))

    def log(self, game):
        """The stored entries of a game."""
        return self.disk.load(game, CODE).saved.entries

    def hear(self, ends, message):
        """What comes from one end of a connection."""
        if "join" in message:
            joining = REQUEST_CODEC.read(JoinRequest, message)
            try:
                ends.room = done(self.rooms.join(ends, joining, "home"))
            except AdmissionError as shut:
                ends.end_with_error(shut.error)
        elif ends.room is not None:
            request = read_request(message)
            which = read_request_id(message) if isinstance(request, LogRequest) else None
            done(self.rooms.answer_request(ends.room, ends, message["n"], request, which))

    def gone(self, ends):
        if ends.room is not None:
            done(self.rooms.leave(ends.room, ends))
            ends.room = None


def done(coroutine):
    """What comes of something that waits for nobody here."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits")


async def at_once(function, *arguments):
    return function(*arguments)


async def later(function, *arguments):
    """Run it once other tasks had their turn."""
    await asyncio.sleep(0)
    return function(*arguments)


class Phone:
    """A phone with a table, a link, and a disk of its own; `again` is the app started anew."""

    def __init__(self, world, name):
        self.world = world
        self.name = name
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
        self.world.relay.hear(self.ends, {**ANEW, "secret": self.secret})
        answer = self.ends.down.popleft()
        self.table = RemoteTable(self.service, URL, read_first_seating(answer))
        self.table.save_seating(self.table.seating)
        self.table.on_connected(self.ends.up.append)
        self.table.receive(answer)

    def again(self):
        """The app was killed; another one starts on what it has left."""
        self.cut()
        self._begin()
        note = self.service.read_notes(TABLE_NOTE)[f"{TABLE_NOTE}{CODE}"]
        record = OnlineTableRecord.read(note)
        self.table = RemoteTable(self.service, record.relay, record.seating)

    def cut(self, *, arrives=0):
        """The link breaks; so much of what was sent still arrives, some time."""
        if self.ends is not None:
            self.world.late.extend((self.ends, m) for m in list(self.ends.up)[:arrives])
            if not arrives:
                self.world.relay.gone(self.ends)
            self.ends = None
            self.table.on_disconnected()

    def mend(self):
        """There is a link again; what comes on it is brought by `bring`."""
        if self.ends is None:
            self.ends = Ends()
            self.table.on_connected(self.ends.up.append)
            self.ends.up.append({"secret": self.secret, **self.table.join_message})

    @property
    def game(self):
        return self.table.opened.game

    @property
    def line(self):
        """What it shows of the log."""
        return [each.text for each in self.game.log]

    def stored_entries(self):
        """What its disk has of the game, with the times."""
        return self.disk.load(self.table.opened.head.id).entries

    def ask(self, request):
        return self.table.submit_request(THIS_DEVICE, request)

    def tap(self, token):
        return self.ask(Enter(entry(token), len(self.game.log)))

    def send(self):
        """One message arrives at the relay."""
        if self.ends and self.ends.up:
            self.world.relay.hear(self.ends, through_json(self.ends.up.popleft()))
            return True
        return False

    def hear(self):
        """One message arrives here; one that cannot be stored is sent again later."""
        if self.ends and self.ends.down:
            try:
                self.table.receive(self.ends.down.popleft())
            except CannotSaveError:
                self.cut()
            except GoneError as error:
                self.table.mark_gone(error.gone)
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
        self.relay.open(self.phones[0].secret, layout, {"name": NAMES[0], "color": 0, "mine": True})
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
    def welcome(self):
        """What the relay tells somebody who comes anew."""
        guest = Ends()
        self.relay.hear(guest, {**ANEW, "secret": "of a guest"})
        self.relay.gone(guest)
        return guest.down[0]


def through_json(message):
    """As it comes out of a wire."""
    return json.loads(json.dumps(message))


async def until(true):
    """Wait, but not for ever, until something is so."""
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - whatever it is
            await asyncio.sleep(0.001)
