"""What every screen keeps: each is opened once, and looked at in every size and size of letters."""

from dataclasses import dataclass, field

import pytest
from client import in_a_loop
from everywhere import SCREENS, SIZES, asks, screen, shows_letters
from test_finger import too_small
from test_letters import clipped
from test_marks import bare, front
from test_sight import moving
from test_touch_down import too_early

SMALL, PHONE, LOW, TABLET = SIZES


@dataclass
class Seen:
    """What was found on a screen that should not be there, by its size and the letters' size."""

    clipped: dict = field(default_factory=dict)
    too_small: dict = field(default_factory=dict)
    too_early: dict = field(default_factory=dict)
    bare: list | None = None
    moving: list | None = None


@pytest.fixture(scope="module")
def looks():
    """The screens that were looked at."""
    return {}


@pytest.fixture(params=SCREENS)
def seen(request, looks, lasting_pad):
    """A screen, looked at when it is asked for first."""
    if request.param not in looks:
        looks[request.param] = looked_at(lasting_pad, request.param)
    return looks[request.param]


def looked_at(pad, name):
    found = Seen()

    @in_a_loop
    async def look():
        async with screen(pad, name, *SMALL) as tab:
            held(found, tab, SMALL)
            for text in (1.3, 2.0):
                await shows_letters(tab, text)
                found.clipped[SMALL, text] = clipped(tab, text)
            await tab.resize(*LOW)
            found.clipped[LOW, 2.0] = clipped(tab, 2.0)
            await shows_letters(tab, 1.3)
            found.clipped[LOW, 1.3] = clipped(tab, 1.3)
            await shows_letters(tab, 1.0)
            held(found, tab, LOW)
            for size in (TABLET, PHONE):
                await tab.resize(*size)
                held(found, tab, size)
            found.bare = bare(front(tab))
            await asks(tab, reduce_motion=True)
            found.moving = moving(tab)

    look()
    return found


def held(found, tab, size):
    """Note what may be seen at a glance where letters are as they were designed."""
    found.clipped[size, 1.0] = clipped(tab, 1.0)
    found.too_small[size] = too_small(tab)
    found.too_early[size] = too_early(tab)


def nothing(found, *places):
    """Whether all places were looked at, and nothing was found at any."""
    return {*found} == {*places} and not any(found.values())


def test_no_box_is_lower_than_the_letters_in_it(seen):
    large = [(size, text) for size in (SMALL, LOW) for text in (1.3, 2.0)]
    assert nothing(seen.clipped, *((size, 1.0) for size in SIZES), *large), seen.clipped


def test_everything_that_can_be_tapped_is_large_enough_for_a_finger(seen):
    assert nothing(seen.too_small, *SIZES), seen.too_small


def test_nothing_acts_on_touch_down(seen):
    assert nothing(seen.too_early, *SIZES), seen.too_early


def test_no_row_is_known_by_its_colour_alone(seen):
    assert seen.bare == []


def test_nothing_moves_where_the_device_asks_for_less_motion(seen):
    assert seen.moving == []
