"""Of what comes over a wire, only what could have been sent is believed."""

from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Entry
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer import wire
from qwixx_pad.multiplayer.requests import (
    ChooseSheet,
    Opening,
    OpeningChair,
    RequestId,
    WireRequest,
)
from tests.support.strategies import anything, examples

KINDS = get_args(WireRequest)
FIELDS = st.sampled_from(["seat", "entry", "base_length"])


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
        {"do": ["sit"], "seat": 1},
        {"do": "take-back", "seat": 1, "base_length": 0},
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


OFF_LIMITS = (10**6 + 1, 2**64, -(2**64))
SHEET = {"name": "own:a-00000000", "text": "{}", "title": "", "description": ""}
WRONG = {
    int: (None, True, 1.0, 1.5, "1", [], {}, *OFF_LIMITS),
    str: (None, True, 1, [], {}, "x" * 201),
    bool: (None, 0, 1, 1.5, "", "true", [], {}),
    int | None: (False, 1.5, "", [], *OFF_LIMITS),
    SheetText | None: (False, "", [], {}, *({**SHEET, key: None} for key in SHEET)),
    Entry: (None, True, 5, "", "nonsense", "1:/", ["/"]),
    Change: (
        *(None, {}, [], [0, None], [0, None, None], [0, "1:r5", None, None]),
        *([place, "1:r5", None] for place in (True, None, 1.5, "0", *OFF_LIMITS)),
        *([0, "1:r5", wrong] for wrong in ("", False, 5, "nonsense")),
        *([0, wrong, "1:r5"] for wrong in ("", False, 5, "nonsense")),
    ),
}
"""What is of no use in a field of a type, as JSON."""
VALID = {
    int: -1,
    str: "r",
    bool: True,
    int | None: None,
    SheetText | None: None,
    Entry: "1:r5",
    Change: [0, "1:r5", None],
}


def spoiled(kind, plain, keys):
    """Yield a message of a kind with one wrong field after the other."""
    for key, field in zip(keys, fields(kind), strict=True):
        yield from ({**plain, key: wrong} for wrong in WRONG[field.type])


@pytest.mark.parametrize("kind", KINDS)
def test_request_is_refused_for_each_wrong_field(kind):
    word, *keys = wire._REQUEST_WORDS[kind]
    types = [field.type for field in fields(kind)]
    plain = {"do": word, **{key: VALID[of] for key, of in zip(keys, types, strict=True)}}
    assert isinstance(wire.read_request(plain), kind)
    for wrong in spoiled(kind, plain, keys):
        with pytest.raises(ValueError, match=r"no |field"):
            wire.read_request(wrong)


@pytest.mark.parametrize("number", [0, -1, None, 10**6 + 1])
def test_log_request_needs_a_game_and_a_number(number):
    assert wire.read_request_id({"game": "g", "number": 1}) == RequestId("g", 1)
    for wrong in ({"game": "g", "number": number}, {"number": 1}, {"game": 7, "number": 1}):
        with pytest.raises(ValueError, match=r"no |field"):
            wire.read_request_id(wrong)


def test_opening_is_refused_for_each_wrong_field():
    chair = {"name": "Ann", "color": 0, "slip": "", "mine": True}
    opening = {"layout": "classic", "finish_turn": False, "chairs": [chair], "own_sheet": None}
    read = wire.REQUEST_CODEC.read(Opening, opening)
    assert read.chairs == (OpeningChair("Ann", 0, "", mine=True),)
    wrong = [{**opening, "chairs": chairs} for chairs in (None, "", {}, {"a": chair}, [None], [[]])]
    wrong += [{**opening, "chairs": [[[*pair] for pair in chair.items()]]}]
    wrong += [{**opening, "chairs": [seat]} for seat in spoiled(OpeningChair, chair, chair)]
    sheets = ("layout", "finish_turn", "own_sheet")
    wrong += spoiled(ChooseSheet, opening, sheets)
    for each in wrong:
        with pytest.raises(ValueError, match=r"no |field"):
            wire.REQUEST_CODEC.read(Opening, each)


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
