"""Words keep to the room that there is for them on the smallest phone, 360 dp wide.

The room is measured in the letters that the pad ships.
"""

import pytest

from qwixx_pad.i18n import AppLocale, available_languages, catalogue
from qwixx_pad.ui.history.evenings import count_lines, join_tallies, tally_text
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import HINT
from tests.support.ui.word_room import text_width

NAV_BAR = 360 / 4 - 4
HALF = 125
FOOT = 106
LEAST_FOOT = 86
SIDE = 100
"""In dp: a place of the bar, half of a row of buttons with an icon, the button next to the
penalties, the same on a phone 320 dp wide, and what a rail has for a title."""
PLACES = [
    # text, weight, size in sp, room in dp, how many lines it may have
    ("Play", 600, 12, NAV_BAR, 1),
    ("Games", 600, 12, NAV_BAR, 1),
    ("Stats", 600, 12, NAV_BAR, 1),
    ("Rules", 600, 12, NAV_BAR, 1),
    ("Join a table", 600, 15, HALF, 2),
    ("One device", 600, 15, HALF, 2),
    ("End turn", 600, 17, FOOT, 1),
    ("Done", 600, 17, FOOT, 1),
    ("Wait for me", 600, 17, FOOT, 2),
    ("End turn", 600, 14, LEAST_FOOT, 2),
    ("Wait for me", 600, 14, LEAST_FOOT, 2),
    ("Penalty −5", 600, 14, LEAST_FOOT, 2),
    ("Penalty −5", 600, 17, FOOT, 2),
    ("Penalties", 500, 14, SIDE, 1),
    ("Penalties", 600, 16, 360 - 2 * 6 - 4 * 52 - 12, 1),
    ("Rematch", 600, 17, 328 * 0.58 - 10 - 28 - 30, 1),
    ("Copy another", 600, 17, 328 * 0.58 - 10 - 28 - 30, 1),
    ("Go to game: your turn", 600, 16, 328 * 0.58 - 10 - 28, 2),
    ("Go to game: {name}’s turn", 600, 16, 328 * 0.58 - 10 - 28, 2),
    ("Review", 600, 16, 328 * 0.42 - 28 - 30, 1),
    ("Rows", 600, 14, 96, 1),
    ("Columns", 600, 14, 96, 1),
    ("Auto", 600, 14, 96, 1),
    ("Device", 600, 14, 70, 1),
    ("Light", 600, 14, 70, 1),
    ("Dark", 600, 14, 70, 1),
    ("Black", 600, 14, 70, 1),
    ("best", 600, 12, 74, 1),
    ("average", 600, 12, 74, 1),
    ("wins", 600, 12, 74, 1),
    ("penalties", 600, 12, 74, 1),
    ("New game", 700, 26, 328 * 0.49 - 22, 2),
    ("Close now", 600, 15, 150, 1),
    ("No thanks", 600, 17, 280, 1),
    ("next", 400, 12, 52, 1),
    ("closed", 500, 12, 58, 1),
    ("locked", 500, 12, 58, 1),
]


def lines(text, weight, size, room):
    """How many lines a text needs; infinitely many where a word alone is too wide."""
    needed = 1
    line = ""
    for word in text.split():
        if text_width(word, f"{weight}", size) > room:
            return float("inf")
        longer = f"{line} {word}".strip()
        if text_width(longer, f"{weight}", size) > room:
            needed = needed + 1
            longer = word
        line = longer
    return needed


@pytest.mark.parametrize("language", available_languages())
def test_texts_fit_the_room_on_the_smallest_phone(language):
    said = catalogue(language).gettext
    too_long = [
        (said(text), round(text_width(said(text), f"{weight}", size)), round(room))
        for text, weight, size, room, most in PLACES
        if lines(said(text), weight, size, room) > most
    ]
    assert too_long == []


FRIENDS = (
    ("Anna", "Ben", "Cleo"),
    ("Katharina", "Maximilian", "Bernadette"),
    ("Maximilian", "Anna-Katharina", "Bartholomäus", "Zoë", "Christiane"),
    ("Mama", "Papa", "MOM", "WOLFRAM"),
)


@pytest.mark.parametrize("scale", [1, 1.5, 2])
@pytest.mark.parametrize("language", available_languages())
def test_series_above_an_evening_has_room_for_its_lines(language, scale):
    """Each player fits into one line, unless the name alone is too long."""
    tr = Translator.for_locale(AppLocale(language, language))
    for names in FRIENDS:
        tallies = [tally_text(name, 3, 297, tr) for name in names]
        for room in (312, 350, 592):
            across = room / HINT.size / scale
            said = join_tallies(tallies, across)
            needed = 1
            drawn = ""
            for word in said.split(" "):
                longer = f"{drawn} {word}" if drawn else word
                if drawn and text_width(longer, "400", HINT.size) * scale > room:
                    needed = needed + 1
                    longer = word
                drawn = longer
                assert text_width(word, "400", HINT.size) * scale <= room
            assert needed <= count_lines(said, across) <= needed + 1, (names, room)
