"""What every screen keeps: each is opened once, and looked at in every size and size of letters."""

import asyncio
from collections import defaultdict

import flet as ft
import pytest

from qwixx_pad.i18n import available_languages
from qwixx_pad.ui.flet_support.keyboard import CARD_DATA, TapButton
from tests.support.ui.browser_page import Page
from tests.support.ui.colour_marks import bare
from tests.support.ui.covered_buttons import covered
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.every_screen import (
    SCREENS,
    SIZES,
    asks,
    screen,
    shows_letters,
    speak,
)
from tests.support.ui.finger_sizes import too_small
from tests.support.ui.heights import clipped
from tests.support.ui.moving_controls import moving
from tests.support.ui.screen_reader import unclear
from tests.support.ui.session_client import named
from tests.support.ui.unread_keys import unread
from tests.support.ui.word_room import squeezed

SMALL, _, LOW, TABLET = SIZES
LOOKED_AT = (SMALL, LOW, TABLET)
"""An ordinary phone lies between them."""
SMALLEST = (320, 568)
LANGUAGES = sorted(available_languages(), key="en".__eq__)
"""The last one is that of the device."""
LAST_SCREENS = {
    "home": "screen / 8640000000000000",
    "play": "screen /game/open 0",
    "a hint": "screen /game/open 0",
    "an undo": "screen /game/open 0",
}
"""Home and the sheet of its owner alone; of no other screen a browser keeps a picture."""
DARK = {
    "home": "continue-game",
    "home at a table": "table-",
    "setup": "start-game",
    "its options": "cancel",
    "copying a paper game": "copy-sheets",
    "join": "table-",
    "a correction": "done-correcting",
    "a forgotten cross": "done-correcting",
    "a last cross": "finish",
    "the result": "new-game",
    "a series": "rematch",
    "games": "copy-paper",
    "review": "play-steps",
    "correcting": "done-correcting",
    "share": "share-link",
    "a note and a place": "keep-remark",
    "data": "backup",
    "a new name": "rename-now",
    "the own sheets": "choose-file",
    "a table": "end-turn",
    "its lobby": "start-game",
    "its lobby without phones": "let-phones-in",
    "its lobby with a problem": "start-game",
    "a pad that cannot be opened": "try-again",
}
"""The one dark button, or how its identifier begins; the others lead to a sheet, or to choices."""
AT_ONCE = ("tap_down", "pan_down", "pan_start", "scale_start", "long_press", "vertical_drag")
"""Gestures that would act before a finger is lifted, or while it rests."""


@pytest.fixture(scope="module")
def looks():
    """The screens that were looked at."""
    return {}


@pytest.fixture(params=SCREENS)
def seen(request, looks, lasting_pad):
    """A screen, looked at when it is asked for first."""
    if request.param not in looks:
        looks[request.param] = asyncio.run(looked_at(lasting_pad, request.param))
    return looks[request.param]


async def looked_at(pad, name):
    """What was found on a screen, by its size and the letters' size."""
    found = defaultdict(dict, name=name)
    page = Page()
    async with screen(page.pad_inside(pad), name, *SMALL) as tab:
        found["last screen"] = page.last_screen
        held(found, tab, SMALL)
        found["headings"] = tab.find(lambda c: isinstance(c, ft.Semantics) and c.header)
        found["bare"] = bare(tab)
        found["dark"] = dark_buttons(tab)
        for text in (1.3, 2.0):
            await shows_letters(tab, text)
            found["clipped"][SMALL, text] = clipped(tab, text)
        await tab.resize(*SMALLEST)
        for language in LANGUAGES:
            await speak(tab, language)
            found["squeezed"][language] = squeezed(tab, 2.0)
        await tab.resize(*LOW)
        found["clipped"][LOW, 2.0] = clipped(tab, 2.0)
        await shows_letters(tab, 1.0)
        held(found, tab, LOW)
        await tab.resize(*TABLET)
        held(found, tab, TABLET)
        await asks(tab, reduce_motion=True)
        found["moving"] = moving(tab)
    return found


def too_early(tab):
    """What on the screen acts before a finger is lifted."""
    return [
        (type(control).__name__, name)
        for control in tab.walk()
        for name in named(type(control), "on_")
        if any(gesture in name for gesture in AT_ONCE) and getattr(control, name) is not None
    ]


def ways_that_scroll(tab):
    """The ways out of a screen, except those on a card, that scroll with its content."""
    columns = tab.find(lambda c: getattr(c, "scroll", None) is not None)
    inside = [control for column in columns for control in tab.walk(column)]
    cards = {c._i for card in tab.find(lambda c: c.data == CARD_DATA) for c in tab.walk(card)}
    keys = [c for c in inside if isinstance(c, TapButton) and c._i not in cards]
    return [key.data for key in keys if key.data in {"back", "home"}]


def unknown(tab):
    """What is painted and hears of no tap."""
    return [control for control in tab.walk() if control._i not in tab.session.index]


def unspoken(tab):
    """Texts that can be selected: a browser shows them to a screen reader as empty fields."""
    texts = (control for control in tab.walk() if isinstance(control, ft.Text))
    return [text.value for text in texts if text.selectable and text.semantics_label != text.value]


def held(found, tab, size):
    """Note what may be seen at a glance where letters are as they were designed."""
    found["clipped"][size, 1.0] = clipped(tab, 1.0)
    for what, faults in AT_A_GLANCE.items():
        found[what][size] = faults(tab)


AT_A_GLANCE = {
    "everything that can be tapped is large enough for a finger": too_small,
    "the way out stays where a screen is scrolled": ways_that_scroll,
    "nothing acts on touch down": too_early,
    "all that can be pressed has a name of its own, a role and a state": unclear,
    "what is painted hears of its taps": unknown,
    "no drawing takes the taps of a button": covered,
    "what can be selected is spoken": unspoken,
    "what can be pressed is in the table of actions": unread,
}
"""What is so on every screen in every size, and what finds the exceptions."""


def nothing(found, *places):
    """Whether all places were looked at, and nothing was found at any."""
    return {*found} == {*places} and not any(found.values())


def test_browser_stores_only_home_and_own_sheet(seen):
    assert seen["last screen"] == LAST_SCREENS.get(seen["name"], "screen")


def test_one_button_at_most_is_dark(seen):
    expected = [DARK[seen["name"]]] if seen["name"] in DARK else []
    assert len(seen["dark"]) == len(expected), seen["dark"]
    assert all(map(str.startswith, seen["dark"], expected)), seen["dark"]


def test_no_box_clips_its_text(seen):
    large = [(SMALL, 1.3), (SMALL, 2.0), (LOW, 2.0)]
    assert nothing(seen["clipped"], *((size, 1.0) for size in LOOKED_AT), *large), seen["clipped"]


def test_no_language_breaks_or_cuts_a_word_on_the_smallest_phone(seen):
    assert nothing(seen["squeezed"], *LANGUAGES), seen["squeezed"]


@pytest.mark.parametrize("what", AT_A_GLANCE)
def test_every_screen_passes_in_every_size(seen, what):
    assert nothing(seen[what], *LOOKED_AT), seen[what]


PAGES = ["play", "settings", "setup", "join", "games", "statistics", "data", "review"]


@pytest.mark.parametrize("seen", PAGES, indirect=True)
def test_every_page_starts_with_a_heading(seen):
    assert seen["headings"]


def test_no_row_relies_on_color_alone(seen):
    assert seen["bare"] == []


def test_reduced_motion_stops_all_animation(seen):
    assert seen["moving"] == []
