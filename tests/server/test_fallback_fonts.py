"""The fonts that browsers ask for when a name needs them: what Flet's client asks for is there."""

from itertools import combinations

import pytest
from fontTools.ttLib import TTFont

from qwixx_pad.server.client import FALLBACK_FONTS
from qwixx_pad.server.static_cache import pads_bundle
from qwixx_pad.settings.letters import has_glyphs, letters_to_load
from tests.support.ci_scripts import ci_script

cut_fonts = ci_script("cut_fonts")
TABLE = cut_fonts.read_table()
HELD = cut_fonts.read_available(TABLE)
SHOWN = cut_fonts.shown_letters(TABLE, HELD)
NAMES = [
    "דנה",
    "علي",
    "پژمان",
    "小明",
    "陳",
    "さくら",
    "민준",
    "🦊",
    "👨\u200d👩\u200d👧",
    "👍🏽",
    "🇩🇪",
    "❤\ufe0f",
    "😐",
    "👩\u200d⚕\ufe0f",
    "1\ufe0f\u20e3",
    "Mia ⭐ Ben ☕",
]


def letters_in(path):
    return {*TTFont(path).getBestCmap()}


def test_fallback_font_files_match_the_client_table():
    """If not, Flet is another version: run `python .ci/cut_fonts.py`."""
    asked = {font.address: font.letters for font in TABLE}
    names = {
        name.removeprefix(FALLBACK_FONTS) for name in pads_bundle().files if FALLBACK_FONTS in name
    }
    assert names <= asked.keys()
    assert len(names) > 150
    lacking = [name for name in names if not letters_in(cut_fonts.MORE / name) & asked[name]]
    blank = cut_fonts._make_blank().getBestCmap()
    assert all(letters_in(cut_fonts.MORE / name) == {*blank} for name in lacking)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_name_is_covered_by_requested_fonts(name):
    missing = {*map(ord, name)} - cut_fonts.loaded_letters()
    assert_written(missing)
    assert has_glyphs(name)
    assert {*map(ord, letters_to_load([name, name]))} >= missing


def assert_written(missing, table=TABLE):
    fonts = cut_fonts.choose_fallbacks(missing, table)
    assert missing <= set().union(*(HELD[font.address] for font in fonts))


def test_any_two_letters_are_covered_by_requested_fonts():
    """Two of each kind stand for all that are in the same fonts, here and in the table.

    Of China's, Japan's and Korea's one is enough: the client asks one family first.
    """
    fonts = {}
    for number, font in enumerate(TABLE):
        for letter in font.letters & SHOWN:
            fonts.setdefault(letter, []).append(number)
    kinds = {}
    for letter in fonts.keys() - cut_fonts.loaded_letters():
        held = (number for number in fonts[letter] if letter in HELD.get(TABLE[number].address, ()))
        kinds.setdefault((*fonts[letter], None, *held), []).append(letter)
    first = {n for n, font in enumerate(TABLE) if font.family == cut_fonts._FIRST}
    mixed = []
    for kind, letters in kinds.items():
        assert_written({*letters[:2]})
        if first.isdisjoint(kind):
            mixed += letters[:2]
    assert len(mixed) > 100
    for pair in combinations(mixed, 2):
        known = {number for letter in pair for number in fonts[letter]}
        assert_written({*pair}, [TABLE[number] for number in sorted(known)])


@pytest.mark.parametrize("name", ["Łukasz", "Ελένη", "Дмитро", "Nguyễn", "Zoë", "D’Arcy", "İrem"])
def test_european_name_is_covered_by_the_main_fonts(name):
    assert {*map(ord, name)} <= letters_in(cut_fonts.LETTERS)
    assert has_glyphs(name)


@pytest.mark.parametrize("name", ["ไมตรี", "नमस्ते", "Anna \u1234", "\U00020000"])
def test_uncovered_letter_is_known(name):
    assert not has_glyphs(name)


def test_letter_table_matches_the_fonts():
    known = cut_fonts.SHOWN.read_bytes()
    assert known == cut_fonts.pack_letters(SHOWN)


def test_fallback_fonts_are_small_enough_for_the_wheel():
    files = [*cut_fonts.MORE.rglob("*.woff2"), cut_fonts.LETTERS, cut_fonts.SHOWN]
    assert sum(path.stat().st_size for path in files) < 8_000_000
