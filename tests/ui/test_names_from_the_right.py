"""Names that are read from the right turn nothing round, on any screen."""

import re

import flet as ft
import flet.canvas as cv
import pytest

from tests.support.random_evenings import FRIENDS
from tests.support.ui.every_screen import PEOPLE, SCREENS, screen, shelf

FROM_THE_RIGHT = ("דנה", "علي", "קליאו", "דן", "חוה", "פין", "זואי", "כתרינה")
NAMES = dict(zip((*FRIENDS, PEOPLE[0]), FROM_THE_RIGHT, strict=True))
ALONE = {*NAMES.values(), *(name[0] for name in NAMES.values())}
"""A name or an initial alone in its box needs no mark of direction."""


@pytest.fixture(scope="module")
def pad(tmp_path_factory):
    with shelf(tmp_path_factory.mktemp("pad"), NAMES.__getitem__, name=NAMES["Anna"]) as opened:
        yield opened


@pytest.mark.parametrize("name", SCREENS)
async def test_right_to_left_names_are_isolated_everywhere(pad, name):
    async with screen(pad, name, people=tuple(NAMES[each] for each in PEOPLE)) as tab:
        painted = [whole(text) for text in tab.find(is_seen)]
        outside = {re.sub("\u2068[^\u2069]*\u2069", "", text) for text in painted}
        assert {text for text in outside if re.search("[\u0590-\u06ff]", text)} <= ALONE


def is_seen(control):
    """Letters that are painted; home has some that are not, for their fonts."""
    return isinstance(control, cv.Text) or (
        isinstance(control, ft.Text) and control.color != "#00000000"
    )


def whole(text):
    """The text of a control, its spans included."""
    return (text.value or "") + "".join(span.text or "" for span in text.spans or ())
