"""The review of a game in a session of its own."""

import asyncio
from dataclasses import replace

import flet as ft

from qwixx_pad.analysis import Chances
from qwixx_pad.core.story import Story
from qwixx_pad.ui.actions import may_repeat
from qwixx_pad.ui.correction import ReviewedGame, StepLook
from qwixx_pad.ui.design.nav_bar import NAV_PLACES
from qwixx_pad.ui.flet_support.flet_patches import root_component
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.flet_support.times import TIMES
from qwixx_pad.ui.review import review_screen
from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.strategies import played
from tests.support.ui.session_client import CLOCK, Client
from tests.support.ui.surroundings import surroundings

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


def reviewed(line, *, corrected=False):
    return seen(played(line), corrected=corrected)


def reviewed_with_story(line):
    game = reviewed(line)
    return game, Story.from_game(game.game)


def seen(game, *, corrected=False):
    seats = game.setup.seats
    names = NAMES[:seats] if seats > 1 else ("",)
    return ReviewedGame(game, names, tuple(range(seats)), "g", day="Saturday", corrected=corrected)


def curve_of(*wins):
    """Chances of Anna in per cent, and of Ben what is left."""
    return [Chances((0, 0), (0, 0), (win / 100, 1 - win / 100)) for win in wins]


ROLLS = "classic/2 1:r2 2:r3 / 2:y3 / 1:g12 1:g10 2:b9 end"
"""Eight entries in three rolls."""
SWING = curve_of(50, 60, 55, 55, 30, 30, 45, 61, 70, 100)
TWO = "classic/2 1:r2 2:r3 / 2:y3 2:y4 1:r4 / 1:g12 1:g10 2:b9 / / 1:r9 end"
"""Anna: r2, r4, g12, g10, r9; Ben: r3, y3, y4, b9 and a misthrow that came by itself."""


class Review(Client):
    """A session that shows the review of a game, and what it has asked of its parent."""

    def __init__(self, line, theme=LIGHT, settings=None, times=TIMES, load_weights=None, **size):
        super().__init__(self.show, **size)
        self.game = played(line)
        self.theme = theme
        self.settings = settings
        self.went = []
        self.answer = None
        self.times = times
        self.load_weights = load_weights

    def show(self, page):
        self.keyboard, self.context = (
            Keyboard(page, may_repeat, NAV_PLACES, times=replace(self.times, clock=CLOCK)),
            surroundings(page, self.theme, self.settings, self.times, self.load_weights),
        )
        self.scope = self.context.scope
        page.render_views(_root, self)

    async def reckoned(self):
        """Wait until the chances are there."""
        for _ in range(200):
            if any(look.chance for look in self.given(StepLook)):
                return self
            await asyncio.sleep(0)
        raise AssertionError

    def tokens(self):
        return " ".join(each.text for each in self.game.applied)


@root_component
def _root(screen):
    game, screen.see = ft.use_state(screen.game)

    def enter_correction(correction):
        if screen.answer is None:
            for each in correction.entries:
                screen.game = screen.game.with_entry(each)
            screen.see(screen.game)
        return screen.answer

    inside = review_screen.review_screen(
        seen(game), screen.context, screen.keyboard, screen.went.append, enter_correction
    )
    return [ft.View(route="/", controls=[inside])]


def step(tab):
    return tab.name("step")


def tile(tab):
    """The tile of the card of a step: letter of its row and number; empty on fresh pads."""
    look = tab.given(StepLook)[0]
    return f"{look.letter}{look.tile}"
