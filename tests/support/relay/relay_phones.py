"""Phones at the tables of a relay, in this process and without sockets, and a clock that is set."""

import json
from itertools import count

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.requests import Enter, JoinRequest, RequestId, Sit, Start
from qwixx_pad.relay.rooms import MAX_DAILY_ENTRIES, Rooms
from qwixx_pad.relay.store import TableChanged
from tests.support.multiplayer.remote_room import at_once, done
from tests.support.multiplayer.table_room import Clock
from tests.support.strategies import entry

OPEN = {"layout": "classic", "finish_turn": False}
NEWS = {"table", "here", "away", "game", "from", "log"}


def tokens(message):
    """The tokens of the log in a message."""
    return [token for token, _ in message["log"]]


def chair(name, *, mine=False, **more):
    return {"name": name, "color": 0, "slip": "", "mine": mine, **more}


class Phone:
    """One connection, and everything that it has received."""

    numbers = count()

    def __init__(self, relay, secret=""):
        self.relay = relay
        self.device = ""
        self.over = ""
        self.secret = secret or f"secret {next(self.numbers)}"
        self.received = []
        self.room = None
        self.last = 0

    def queue_text(self, text):
        self.received.append(json.loads(text))

    def end_with_error(self, error):
        self.over = error

    def join(self, code, game=None, seen=0, address="home"):
        joining = JoinRequest(self.secret, code, game, seen)
        self.room = done(self.relay.rooms.join(self, joining, address))
        return self

    def ask(self, request, which=None):
        """The answer to a request, once everybody was notified; news in it count as received."""
        done(self.relay.rooms.answer_request(self.room, self, 1, request, which))
        *_, answer = [x for x in self.received if "re" in x]
        news = {x: answer.pop(x) for x in NEWS & answer.keys()}
        self.received = [
            news if x is answer else x for x in self.received if x is not answer or news
        ]
        return {x: y for x, y in answer.items() if x != "re"}

    def enter(self, token, seen, number=None):
        self.last = self.last + 1 if number is None else number
        return self.ask(Enter(entry(token), seen), RequestId(self.game, self.last))

    @property
    def game(self):
        return self.room._table.seating.game or ""

    def leave(self):
        done(self.relay.rooms.leave(self.room, self))

    def news(self):
        """Everything received since the last call."""
        received = self.received
        self.received = []
        return received


class Relay:
    """A relay on a store."""

    def __init__(self, store, run=at_once, entries=MAX_DAILY_ENTRIES):
        self.clock = Clock()
        self.rooms = Rooms(store, installed_layouts(), self.clock, run, entries)

    def open(self, *chairs, secret="", address="home", **more):
        """A phone at a table that it has opened."""
        phone = Phone(self, secret)
        wanted = OPEN | {"chairs": list(chairs)} | more
        return phone.join(done(self.rooms.open(phone.secret, wanted, address)))

    def hear_of(self, code):
        """Another relay tells that it has changed a table."""
        done(self.rooms.on_peer_news(TableChanged(code)))

    def begun(self):
        """Two phones at a game that has begun, each with its seat."""
        ann = self.open(chair("Ann", mine=True), chair("Bob"))
        bob = Phone(self).join(ann.room.code)
        assert bob.ask(Sit(2)) == {}
        assert ann.ask(Start()) == {}
        return ann, bob
