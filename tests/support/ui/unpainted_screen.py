"""A screen of a pad without its painter: the controller, and what became of each tap."""

from types import SimpleNamespace

from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.settings import Settings
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.play.tap import PadController
from qwixx_pad.ui.text.translator import Voice
from tests.support.ui.surroundings import WORDS

VOICE = Voice(WORDS)
NAMES = ("Anna", "Ben")


class Nothing:
    """A device that does nothing of what it is asked for."""

    def __getattr__(self, name):
        return lambda *_, **__: None


class Screen:
    """A device at a game: what it was shown, and where it was led."""

    def __init__(self, play):
        self.shown = []
        self.gone = []
        self.later = []
        self.time = 0.0
        context = SimpleNamespace(
            device=Nothing(),
            voice=VOICE,
            settings=Settings(),
            change_settings=lambda **_: None,
            times=Times(clock=lambda: self.time),
        )
        self.controller = PadController(play, context, self.gone.append)
        self.controller.subscribe(self.shown.append, self._own_turn)

    def _own_turn(self, change):
        """As a session has it: what another one has caused comes a moment later."""
        return lambda: self.later.append(change)

    def tap(self, identifier):
        """How many new states a tap has shown, once all has come to rest."""
        before = len(self.shown)
        self.controller.on_tap(identifier)
        self.rest()
        return len(self.shown) - before

    def taps(self, identifiers, pause=0):
        for identifier in identifiers.split():
            self.time += pause
            self.tap(identifier)
        return self

    def rest(self):
        while self.later:
            self.later.pop(0)()

    @property
    def line(self):
        return self.controller.state.game.text.partition(" ")[2]


def phones(room, layout="classic"):
    """Anna's and Ben's, at one table."""
    table = room.game("anna", "ben", layout=layout)
    return [Screen(SeatSession(table.opened, table, key)) for key in ("anna", "ben")]
