"""The fonts that browsers ask for when a name needs them: what Flet's client asks for is there."""

import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from qwixx_pad.server.client import FALLBACK
from qwixx_pad.server.static_cache import pads_bundle
from qwixx_pad.service.letters import can_show, sought_letters

sys.path.append(str(Path(__file__).parents[2] / ".ci"))
import cut_fonts

TABLE = cut_fonts.read_table()
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
]


def letters_in(path):
    return {*TTFont(path).getBestCmap()}


def test_each_file_has_the_address_and_the_letters_that_the_client_asks_it_for():
    """If not, Flet is another version: run `python .ci/cut_fonts.py`."""
    asked = {font.address: font.letters for font in TABLE}
    names = {name.removeprefix(FALLBACK) for name in pads_bundle().files if FALLBACK in name}
    assert names <= asked.keys()
    assert len(names) > 150
    lacking = [name for name in names if not letters_in(cut_fonts.MORE / name) & asked[name]]
    blank = cut_fonts._make_blank().getBestCmap()
    assert all(letters_in(cut_fonts.MORE / name) == {*blank} for name in lacking)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_is_written_by_what_the_client_asks_for(name):
    for letter in map(ord, name.replace("\ufe0f", "")):
        fonts = [font for font in TABLE if letter in font.letters]
        here = [path for font in fonts if (path := cut_fonts.MORE / font.address).exists()]
        assert cut_fonts.MORE / cut_fonts.choose_fallback(letter, TABLE).address in here
        assert any(letter in letters_in(path) for path in here)
    assert can_show(name)
    assert sought_letters([name, name]) == "".join(sorted({*name}))


@pytest.mark.parametrize("name", ["Łukasz", "Ελένη", "Дмитро", "Nguyễn", "Zoë", "D’Arcy", "İrem"])
def test_a_name_of_europe_is_written_by_what_everybody_loads(name):
    assert {*map(ord, name)} <= letters_in(cut_fonts.LETTERS)
    assert can_show(name)


@pytest.mark.parametrize("name", ["ไมตรี", "नमस्ते", "1\ufe0f\u20e3", "Anna \u1234", "\U00020000"])
def test_a_letter_that_no_font_of_the_pad_has_is_known(name):
    assert not can_show(name)


def test_what_is_known_of_the_letters_is_what_the_fonts_have():
    known = cut_fonts.SHOWN.read_bytes()
    assert known == cut_fonts.pack_letters(cut_fonts.shown_letters(TABLE))


def test_all_of_it_is_small_enough_for_the_wheel():
    files = [*cut_fonts.MORE.rglob("*.woff2"), cut_fonts.LETTERS, cut_fonts.SHOWN]
    assert sum(path.stat().st_size for path in files) < 6_000_000
