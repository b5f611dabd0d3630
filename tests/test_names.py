"""How a player's name is cleaned and shortened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.i18n import catalogue
from qwixx_pad.settings import MAX_PLAYER_NAME_CHARS, clean_name, initial
from qwixx_pad.settings.letters import has_glyphs, starts_with_emoji
from qwixx_pad.storage.summary import name_key
from qwixx_pad.ui.text.translator import Translator

FAMILY = "👨\u200d👩\u200d👧"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
EMOJI = [FAMILY, SCOTLAND, "🇩🇪", "👍🏽", "❤\ufe0f\u200d🔥", "🧑🏿\u200d🚀"]
WHOLE = [
    *EMOJI,
    "Zoe\u0308",
    "ไมตรี",
    "नमस्ते",
    "क्\u200dष",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "Anna 🎲",
    "Mia 🩷",
    "🫨 Ben",
    "\U0001fadd",
]
STEERING = [
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    *"\u200b\ufeff\u00ad\0\x07\x1b\n\r\t\x7f\x85\u2028\u2029\u00a0\ue000\ud800",
]


@pytest.mark.parametrize("name", WHOLE)
def test_grapheme_stays_whole_in_a_name(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("sign", STEERING, ids=ascii)
def test_control_characters_are_removed_from_names(sign):
    assert clean_name(f"An{sign}na{sign}") == "An na"
    assert not clean_name(sign * 9)


@pytest.mark.parametrize(
    "odd", ["\u200d", "\u200d\u200dAnna\u200d", "Anna \u200d Ben", "\U000e0067x"]
)
def test_dangling_joiners_are_removed_from_names(odd):
    assert clean_name(odd).isprintable()


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
@pytest.mark.parametrize("before", range(MAX_PLAYER_NAME_CHARS + 1))
def test_long_name_is_cut_between_graphemes(name, before):
    cleaned = clean_name("x" * before + name * MAX_PLAYER_NAME_CHARS)
    rest = cleaned.removeprefix("x" * before)
    assert rest == name * (len(rest) // len(name))
    assert MAX_PLAYER_NAME_CHARS - len(name) < len(cleaned) <= MAX_PLAYER_NAME_CHARS


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
def test_initial_is_the_first_grapheme(name):
    assert initial(name + name) == name
    assert starts_with_emoji(initial(name))
    assert has_glyphs(name)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        *(("anna", "A"), ("zoe\u0308", "Z"), ("", "")),
        *(("ßiegbert", "ß"), ("\u01f0an", "\u01f0"), ("ɐnna", "ɐ"), ("ǎnna", "Ǎ")),
    ],
    ids=ascii,
)
def test_initial_is_capitalized_if_it_can_be_shown(name, first):
    assert initial(name) == first


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
@pytest.mark.parametrize("before", range(6, 11))
def test_short_name_ends_after_a_grapheme(name, before):
    shortened = Translator(catalogue("en")).short_name("x" * before + name * MAX_PLAYER_NAME_CHARS)
    rest = shortened.removeprefix("x" * before).removesuffix("…")
    assert rest == name * (len(rest) // len(name))
    assert len(shortened) <= 12


@given(st.text(max_size=80))
def test_cleaned_name_is_short_single_line_and_stable(text):
    cleaned = clean_name(text)
    assert len(cleaned) <= MAX_PLAYER_NAME_CHARS
    assert clean_name(cleaned) == cleaned
    assert len(cleaned.splitlines()) <= 1
    assert cleaned == cleaned.strip()


def test_endless_combining_marks_are_cut():
    assert clean_name("a" + "\u0301" * 1_000_000) == "a" + "\u0301" * (MAX_PLAYER_NAME_CHARS - 1)


def test_ten_million_letters_are_cut():
    assert clean_name("x" * 10_000_000) == "x" * MAX_PLAYER_NAME_CHARS


@pytest.mark.parametrize(
    "other", ["ANNA", "\uff21\uff2e\uff2e\uff21", "\uff41\uff4e\uff4e\uff41", "\uff21nna"]
)
def test_spellings_of_a_name_have_one_key(other):
    assert name_key(other) == name_key("Anna")
    assert clean_name(other) == other


@pytest.mark.parametrize(
    ("one", "other"), [("Zoe\u0308", "Zoë"), ("Strauß", "STRAUSS"), ("ﾅﾅ", "ナナ")]
)
def test_composed_and_wide_letters_have_one_key(one, other):
    assert name_key(one) == name_key(other)
