"""What goes over a wire comes back as what it was, and nothing else is believed."""

import json
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry, parse_token
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer import wire
from qwixx_pad.multiplayer.requests import WireRequest
from tests.support.strategies import anything, examples

ENTRIES = st.sampled_from(["1:r5", "2:g12", "/", "end", "undo", "3:-", "2:undo"]).map(parse_token)
VALUES = {
    int: st.integers(-3, 9000),
    str: st.text(max_size=200),
    bool: st.booleans(),
    int | None: st.none() | st.integers(0, 9),
    SheetText | None: st.none() | st.builds(SheetText, *[st.text()] * 4),
    Entry: ENTRIES,
    Change: st.builds(Change, st.integers(0, 300), ENTRIES, st.none() | ENTRIES),
}
KINDS, FIELDS = get_args(WireRequest), st.sampled_from(["seat", "entry", "base_length"])


def values(field):
    return st.sampled_from("rygb") if field.name == "letter" else VALUES[field.type]


REQUESTS = st.one_of(*(st.builds(kind, *map(values, fields(kind))) for kind in KINDS))


@examples(50)
@given(REQUESTS)
def test_request_round_trips_unchanged(request):
    assert wire.read_request(json.loads(json.dumps(wire.encode_request(request)))) == request


@examples(50)
@given(st.sampled_from(KINDS), st.dictionaries(FIELDS, anything))
def test_invalid_request_raises_value_error_only(kind, said):
    word = wire.encode_request(kind(*(None for _ in fields(kind))))["do"]
    try:
        request = wire.read_request({"do": word, **said})
    except ValueError:
        return
    assert isinstance(request, kind)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"do": "sit"},
        {"do": "sit", "seat": True},
        {"do": "sit", "seat": 10**9},
        {"do": ["sit"], "seat": 1},
        {"do": "take-back", "seat": 1, "base_length": 0},
        {"do": "enter", "entry": "1:r5", "seen": 0},
        {"do": "enter", "entry": "nonsense", "base_length": 0},
        {"do": "rename", "seat": 1, "name": "x" * 201},
        {"do": "correct", "change": [0, None, None], "base_length": 0},
        {"do": "correct", "change": [True, "1:r5", None], "base_length": 0},
        *(
            {"do": do, "seat": 1, "row": letter, "white": True}
            for do in ("decline-lock", "declare-lock-dice", "confirm-white-dice")
            for letter in ("", "R", "ry", "rygb", "lucky", "x" * 200, None)
        ),
    ],
)
def test_request_with_wrong_field_is_refused(said):
    with pytest.raises(ValueError, match=r"no |field"):
        wire.read_request(said)


@pytest.mark.parametrize("word", wire.REASONS)
def test_answer_round_trips_unchanged(word):
    assert wire.encode_answer(wire.read_answer({"re": 1, "refused": word})) == {"refused": word}


def test_every_reason_has_one_word():
    assert len(wire.REASON_WORDS) == len(wire.REASONS)


def test_success_answer_is_empty():
    assert wire.encode_answer(None) == {}
    assert wire.read_answer({"re": 1}) is None


def test_unknown_reason_from_newer_relay_has_a_fallback():
    for word in ("new", "NOT_YOURS", None, 7, ["passed"]):
        assert wire.read_answer({"refused": word}) is Failure.CHANGED_ELSEWHERE
