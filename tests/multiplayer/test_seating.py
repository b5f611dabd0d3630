"""Who sits where, and the text that stores it."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.history.series import PlayerResult
from qwixx_pad.multiplayer.seating import (
    TABLE_LIFETIME,
    TABLE_MEMORY,
    Chair,
    RollAnswers,
    Seating,
)
from tests.support.recorded_files import RECORDED
from tests.support.strategies import anything, examples

ANNA = Chair("Anna", 0, "anna")
BEN = Chair("Ben", 3, "ben")
WAITS = Chair("Cleo", 1)
TABLE = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS))

RECORDED_TEXT = (RECORDED / "tables.txt").read_text(encoding="utf-8").splitlines()[0]
"""It has every field."""


def test_seat_is_held_only_by_its_device():
    seats = range(-2, 5)
    assert [seat for seat in seats if seat in TABLE.seats_of("anna")] == [1]
    assert [
        seat for seat in seats if seat in TABLE.seats_of("") or seat in TABLE.seats_of("None")
    ] == []


def test_answers_count_only_in_their_roll():
    said = RollAnswers(4, frozenset({2}), frozenset({("r", 3)}), frozenset("y"), frozenset("g"))
    assert said.for_roll(4) == said
    assert said.for_roll(5) == RollAnswers(5)
    assert said.for_roll(3) == RollAnswers(3)


@examples(40)
@given(st.text() | anything.map(json.dumps))
def test_arbitrary_text_is_no_seating(text):
    assert Seating.read(text) is None


def parts(seating):
    return [seating, seating["answers"], *seating["chairs"], *seating["next_chairs"]]


@examples(80)
@given(st.data())
def test_seating_with_any_bad_field_is_rejected_or_sound(data):
    plain = json.loads(RECORDED_TEXT)
    place = data.draw(st.sampled_from(parts(plain)))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(anything)
    read = Seating.read(json.dumps(plain))
    assert read is None or Seating.read(read.text) == read


def test_seating_with_missing_fields_is_rejected():
    for number, part in enumerate(parts(json.loads(RECORDED_TEXT))):
        for key in part:
            plain = json.loads(RECORDED_TEXT)
            del parts(plain)[number][key]
            assert Seating.read(json.dumps(plain)) is None, (number, key)


def test_earliest_results_are_dropped_before_text_gets_too_long():
    table = TABLE
    longest = "👩‍👩‍👧‍👦" * 24
    for points in range(50):
        table = table.with_results((PlayerResult(longest, points), PlayerResult("Ben", 3)))
    assert table.earlier_results[-1][0].points == 49
    assert len(table.text) < 4096


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        *(TABLE.text.replace('"color": 3', f'"color": {odd}') for odd in ("NaN", '"red"')),
        *(
            TABLE.text.replace('"results": []', f'"results": [{no_game}]')
            for no_game in ("[]", '[["Anna", 1000000000]]', '[["Anna"]]', "[[null, 5]]")
        ),
    ],
    ids=lambda text: text[-40:],
)
def test_seating_with_deep_nesting_or_odd_values_is_rejected(text):
    assert text != TABLE.text
    assert Seating.read(text) is None


def test_names_and_colors_are_cleaned_when_a_seating_is_read():
    text = TABLE.text.replace(
        '"Ben", "color": 3', '"  Ben\\n\\u202e\\u0000 the  great ", "color": 9'
    )
    assert Seating.read(text).names == ("Anna", "Ben the great", "Cleo")
    assert [chair.color for chair in Seating.read(text).chairs] == [0, 3, 1]


def test_phone_remembers_tables_longer_than_the_relay():
    assert TABLE_MEMORY > TABLE_LIFETIME
    assert TABLE_LIFETIME % timedelta(weeks=1) == timedelta(0), "screens tell it in whole weeks"
