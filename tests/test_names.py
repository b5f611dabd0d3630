"""How a player's name is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.i18n import catalogue
from qwixx_pad.settings import NAME_LENGTH, clean_name, initial
from qwixx_pad.settings.letters import can_show, is_picture
from qwixx_pad.ui.text.translator import Words

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
def test_what_is_seen_as_one_thing_stays_one(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("sign", STEERING, ids=ascii)
def test_what_only_steers_a_text_goes(sign):
    assert clean_name(f"An{sign}na{sign}") == "An na"
    assert not clean_name(sign * 9)


@pytest.mark.parametrize(
    "odd", ["\u200d", "\u200d\u200dAnna\u200d", "Anna \u200d Ben", "\U000e0067x"]
)
def test_a_joiner_that_joins_nothing_goes(odd):
    assert clean_name(odd).isprintable()


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
@pytest.mark.parametrize("before", range(NAME_LENGTH + 1))
def test_a_long_name_is_cut_between_what_is_seen_and_never_inside(name, before):
    kept = clean_name("x" * before + name * NAME_LENGTH)
    rest = kept.removeprefix("x" * before)
    assert rest == name * (len(rest) // len(name))
    assert NAME_LENGTH - len(name) < len(kept) <= NAME_LENGTH


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
def test_the_initial_of_a_name_is_what_is_seen_first(name):
    assert initial(name + name) == name
    assert is_picture(initial(name))
    assert can_show(name)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        *(("anna", "A"), ("zoe\u0308", "Z"), ("", "")),
        *(("ßiegbert", "ß"), ("\u01f0an", "\u01f0"), ("ɐnna", "ɐ"), ("ǎnna", "Ǎ")),
    ],
    ids=ascii,
)
def test_the_initial_is_a_capital_where_that_is_one_letter_that_can_be_shown(name, first):
    assert initial(name) == first


@pytest.mark.parametrize("name", EMOJI, ids=ascii)
@pytest.mark.parametrize("before", range(6, 11))
def test_a_short_name_ends_where_something_seen_ends(name, before):
    kept = Words(catalogue("en")).short("x" * before + name * NAME_LENGTH)
    rest = kept.removeprefix("x" * before).removesuffix("…")
    assert rest == name * (len(rest) // len(name))
    assert len(kept) <= 12


@given(st.text(max_size=80))
def test_every_name_is_short_one_line_and_stays_as_it_is(text):
    kept = clean_name(text)
    assert len(kept) <= NAME_LENGTH
    assert clean_name(kept) == kept
    assert len(kept.splitlines()) <= 1
    assert kept == kept.strip()


def test_a_name_that_is_one_mark_on_another_without_end_is_cut_all_the_same():
    assert clean_name("a" + "\u0301" * 1_000_000) == "a" + "\u0301" * (NAME_LENGTH - 1)


def test_ten_million_letters_are_a_name_like_any_other():
    assert clean_name("x" * 10_000_000) == "x" * NAME_LENGTH
