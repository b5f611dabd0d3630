"""What docs/wire.md shows of a relay at its end is what one has said, frame by frame.

`python -m tests.relay.test_wire_page` writes it anew.
"""

import json
import re
import tempfile
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from qwixx_pad.multiplayer.presence import DEFAULT_ABSENCE
from qwixx_pad.relay.service import RelayTimes
from tests.support.relay.running_relay import Relay

PAGE = Path(__file__).parents[2] / "docs" / "wire.md"
SAID = {"Ann": "A" * 42 + "8", "Bob": "B" * 42 + "8"}
BEGAN = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)
OPEN = {"layout": "classic", "finish_turn": False}
SHORT = {
    "name": "own:short-7d741ef4",
    "text": (
        '{"order":["r","b"],"rows":{"b":{"needs":4,"numbers":[12,11,10,9,8,7,6]},'
        '"r":{"needs":4,"numbers":[2,3,4,5,6,7,8]}},"rows_to_end":1}'
    ),
    "title": "Short",
    "description": "Two short rows, four crosses before the lock, one lock ends the game.",
}
"""The second example of docs/layouts.md."""
ANN = {"name": "Ann", "color": 0, "slip": "", "mine": True}


class Clock:
    """The time, by a clock that can be set forward."""

    def __init__(self):
        self.ahead = timedelta()

    def __call__(self):
        return datetime.now(UTC) + self.ahead


class Evening:
    """Two phones at one table, and the lines of what they say and hear."""

    def __init__(self, relay, clock):
        self.relay = relay
        self.clock = clock
        self.lines = []
        self.links = {}
        self.log = 0
        self.game = ""
        self.numbers = {}
        self.code = "K7QF3M"

    def open(self, **more):
        answer = self._call("Ann", "", {"open": {**OPEN, **more, "chairs": [ANN]}})
        self.code = answer.get("code", self.code)

    def join(self, name, game=None, seen=0):
        self._call(name, self.code, {"join": self.code, "game": game, "base_length": seen})
        self._others(name)

    def leave(self, name):
        self.links.pop(name).close()
        self.lines.append(f"{name} has lost the link")
        while not self._others(name):
            pass

    def a_minute_later(self):
        """Who has left is away until it is back."""
        self.lines.append("A minute passes")
        self.clock.ahead += DEFAULT_ABSENCE.timeout
        while not self._others(""):
            pass

    def ask(self, phone, do, **more):
        """A request, its answer, and what the others hear of it."""
        self._say(phone, {"n": len(self.lines), "do": do, **more})
        answer = self._hear(phone)
        self._others(phone)
        return answer

    def enter(self, name, entry, number=None, seen=None):
        """An entry; a number that was there before is the same one sent again."""
        if number is None:
            number = self.numbers[name] = self.numbers.get(name, 0) + 1
        seen = self.log if seen is None else seen
        self.play(name, "enter", number, entry=entry, base_length=seen)

    def play(self, name, do, number, **more):
        self.ask(name, do, game=self.game, number=number, **more)

    def _call(self, name, code, first):
        self.links[name] = self.relay.call(code)
        self.lines.append(f"{name} calls /relay{code and '/'}{code}")
        self._say(name, {"wire": 3, "secret": SAID[name], **first})
        return self._hear(name)

    def _say(self, name, message):
        text = json.dumps(message, ensure_ascii=False)
        self.lines.append(f"{name} > {text}")
        self.links[name].send(text)

    def _hear(self, name):
        message = json.loads(self.links[name].recv(10))
        self.lines.append(f"{name} < {json.dumps(message, ensure_ascii=False)}")
        if "log" in message:
            self.log = message["from"] + len(message["log"])
        if message.get("game"):
            self.game = message["game"]["id"]
        return message

    def _others(self, name):
        """All that the other phone was sent until now; whether that was anything."""
        before = len(self.lines)
        for other in {*self.links} - {name}:
            self.links[other].send('{"n": 0, "do": "ping"}')
            while self._hear(other) != {"re": 0}:
                pass
            self.lines.pop()
        return len(self.lines) > before

    @property
    def text(self):
        """The lines, with a code, keys, games and times that are always the same."""
        text = "\n".join(self.lines)
        for said in SAID.values():
            text = text.replace(key(self.code, said), key("K7QF3M", said))
        text = text.replace(self.code, "K7QF3M")
        for number, game in enumerate(dict.fromkeys(re.findall(r'"id": "(\w+)"', text)), 1):
            text = text.replace(game, f"{number:032}")
        times = re.findall(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", text)
        for second, time in enumerate(dict.fromkeys(times)):
            at = BEGAN + timedelta(seconds=second)
            text = text.replace(time, at.isoformat(timespec="microseconds"))
        return text


def key(code, said):
    return sha256(f"{code}/{said}".encode()).hexdigest()[:32]


def played(relay, clock):
    """A game of two, from the opening to the rematch."""
    evening = Evening(relay, clock)
    evening.open()
    evening.join("Ann")
    evening.join("Bob")
    evening.ask("Bob", "add", name="Bob", color=None)
    evening.ask("Bob", "start")
    evening.ask("Ann", "start")
    evening.enter("Ann", "1:r5")
    evening.enter("Bob", "2:r5")
    evening.enter("Ann", "1:r4")
    evening.enter("Ann", "1:b9")
    evening.enter("Ann", "/")
    seen = evening.log
    evening.enter("Bob", "2:g12")
    evening.leave("Bob")
    evening.join("Bob", evening.game, seen)
    evening.enter("Bob", "2:g12", number=2, seen=seen)
    evening.enter("Bob", "2:y12")
    evening.play("Bob", "correct", 4, change=[4, "2:g12", "2:g11"], base_length=evening.log)
    evening.play("Bob", "undo-correction", 5, seat=2, base_length=evening.log)
    evening.numbers["Bob"] = 5
    seen = evening.log
    evening.enter("Bob", "2:undo")
    evening.enter("Ann", "/", seen=seen)
    evening.enter("Bob", "2:redo")
    evening.enter("Bob", "/")
    evening.leave("Ann")
    evening.a_minute_later()
    evening.enter("Bob", "/")
    evening.ask("Bob", "free", seat=1)
    evening.join("Ann", evening.game, evening.log)
    for name in ("Bob", "Ann", "Bob", "Ann", "Bob"):
        evening.enter(name, "/")
    seen = evening.log
    evening.leave("Bob")
    evening.enter("Ann", "/")
    evening.join("Bob", evening.game, seen)
    evening.enter("Bob", "2:b12")
    evening.enter("Bob", "undo")
    evening.enter("Bob", "2:b11")
    evening.ask("Bob", "rematch")
    return evening.text


def carried(relay, clock):
    """A table that carries a sheet of Ann's, and texts that a relay doesn't take."""
    evening = Evening(relay, clock)
    false = {**SHORT, "text": SHORT["text"].replace('"needs":4', '"needs":3')}
    evening.open(layout=SHORT["name"], own_sheet=false)
    evening.open(layout=SHORT["name"], own_sheet=SHORT)
    evening.join("Ann")
    evening.join("Bob")
    evening.ask("Ann", "choose-sheet", layout="classic", finish_turn=False, own_sheet=None)
    chosen = {"layout": SHORT["name"], "finish_turn": False}
    evening.ask("Ann", "choose-sheet", **chosen, own_sheet=false)
    evening.ask("Ann", "choose-sheet", **chosen, own_sheet=SHORT)
    return evening.text


def in_the_page(*texts):
    """The page with these texts in it, in their order."""
    parts = PAGE.read_text(encoding="utf-8").split("```")
    for text, place in zip(
        texts, (i for i, x in enumerate(parts) if x[:5] == "text\n"), strict=True
    ):
        parts[place] = f"text\n{text}\n"
    return "```".join(parts)


def played_in(folder):
    """The same at a relay that looks without end for who is away."""
    clock = Clock()
    relay = Relay(folder, times=RelayTimes(clock, absence_check_s=0.01))
    try:
        return in_the_page(played(relay, clock), carried(relay, clock))
    finally:
        relay.close()


def test_wire_page_game_matches_a_recorded_one(tmp_path):
    assert played_in(tmp_path) == PAGE.read_text(encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(played_in(Path(folder)), encoding="utf-8")
