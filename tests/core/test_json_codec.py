"""A record is written with the words of its table, and nothing else is taken for one."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, NamedTuple

import pytest

from qwixx_pad.core.json_codec import LENIENT_READERS, Codec


class Spot(NamedTuple):
    row: str
    number: int


@dataclass(frozen=True)
class Slip:
    title: Annotated[str, str.strip]
    spots: tuple[Spot, ...]
    seats: frozenset[int]
    pair: tuple[str, bool]
    last: Spot | None
    step: range


WORDS = {Slip: ("name", "spots", "seats", "pair", "last", "step"), Spot: None}
CODEC = Codec(WORDS, {range: range}, {range: attrgetter("stop")})
SLIP = Slip("a", (Spot("r", 5), Spot("y", 2)), frozenset({1, 8}), ("b", True), None, range(4))
PLAIN = {"name": "a", "spots": [["r", 5], ["y", 2]], "seats": [1, 8], "pair": ["b", True]}
PLAIN |= {"last": None, "step": 4}
WRONG = {
    "name": (None, 5),
    "spots": (None, "", {}, [None], [["r"]], [["r", 5, 1]], [["r", "5"]], [["r", True]], ["r5"]),
    "seats": (None, {}, "13", [1.0], [True], [[]]),
    "pair": (None, [], ["b"], ["b", 1], ["b", True, 1], [None, True], "bT"),
    "last": (5, [], ["r"], False),
    "step": (None, "4", {}),
}


def test_record_is_written_in_words_and_read_back():
    assert [*CODEC.encode(SLIP).items()] == [*PLAIN.items()]
    assert CODEC.from_text(Slip, CODEC.to_text(SLIP)) == SLIP
    assert CODEC.read(Slip, {**PLAIN, "more": 1, "name": " a\n"}) == SLIP
    assert CODEC.read(Slip, {**PLAIN, "last": ["g", 7]}).last == Spot("g", 7)


@pytest.mark.parametrize("key", WRONG)
def test_wrong_or_missing_field_is_refused(key):
    wrong = [{**PLAIN, key: value} for value in WRONG[key]]
    wrong.append({other: value for other, value in PLAIN.items() if other != key})
    for each in (*wrong, [*PLAIN.items()]):
        with pytest.raises(ValueError, match="Slip"):
            CODEC.read(Slip, each)


def test_text_of_something_else_is_none():
    for text in ("", "{", "[]", "null", "[" * 500, "[[]]", '"name"'):
        assert CODEC.from_text(Slip, text) is None


def test_lenient_readers_turn_one_type_into_another():
    plain = {"name": "a", "spots": ["r5"], "seats": "13", "pair": [5, 1], "last": None, "step": 4}
    slip = Codec(WORDS, {**LENIENT_READERS, range: range}).read(Slip, plain)
    assert slip == Slip("a", (Spot("r", 5),), frozenset({1, 3}), ("5", False), None, range(4))
