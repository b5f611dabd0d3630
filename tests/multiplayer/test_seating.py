"""Who sits where, and the text that is kept of it."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.history.series import PlayerResult
from qwixx_pad.multiplayer.seating import (
    PLAYER_COLOR_COUNT,
    TABLE_LIFETIME,
    TABLE_MEMORY,
    Chair,
    RollAnswers,
    Seating,
)
from qwixx_pad.settings import clean_name
from tests.support.strategies import anything, examples

ANNA, BEN, WAITS = Chair("Anna", 0, "anna"), Chair("Ben", 3, "ben"), Chair("Cleo", 1)
TABLE = Seating("QW7X", "anna", "classic", (ANNA, BEN, WAITS))

keys = st.text(max_size=8)
letters = st.sampled_from("rygb")
seats = st.integers(1, 5)
chairs = st.builds(
    Chair, st.text().map(clean_name), st.integers(0, PLAYER_COLOR_COUNT - 1), st.none() | keys
)
answers = st.builds(
    RollAnswers,
    st.integers(0, 99),
    st.frozensets(seats),
    st.frozensets(st.tuples(letters, seats)),
    st.frozensets(letters),
    st.frozensets(letters),
)
ended = st.lists(
    st.builds(PlayerResult, st.text().map(clean_name), st.integers(-20, 99)), min_size=1
).map(tuple)
seatings = st.builds(
    Seating,
    keys,
    keys,
    st.sampled_from(("classic", "on_board")),
    st.lists(chairs, max_size=5).map(tuple),
    st.booleans(),
    st.none() | keys,
    answers,
    next_chairs=st.lists(chairs, max_size=2).map(tuple),
    earlier_results=st.lists(ended, max_size=3).map(tuple),
    best_of=st.sampled_from([0, 3, 5]),
)


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
@given(seatings)
def test_seating_survives_save_and_load(seating):
    assert Seating.read(seating.text) == seating


@examples(40)
@given(st.text() | anything.map(json.dumps))
def test_arbitrary_text_is_no_seating(text):
    assert Seating.read(text) is None


@examples(40)
@given(seatings, st.data())
def test_seating_with_any_bad_field_is_rejected_or_sound(seating, data):
    plain = json.loads(seating.text)
    place = data.draw(st.sampled_from([plain, plain["answers"], *plain["chairs"]]))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(anything)
    read = Seating.read(json.dumps(plain))
    assert read is None or Seating.read(read.text) == read


@examples(40)
@given(seatings, st.data())
def test_seating_with_missing_fields_is_rejected(seating, data):
    plain = json.loads(seating.text)
    place = data.draw(st.sampled_from([plain, plain["answers"], *plain["chairs"]]))
    del place[data.draw(st.sampled_from(sorted(place)))]
    assert Seating.read(json.dumps(plain)) is None


def test_earliest_results_are_dropped_before_text_gets_too_long():
    table, longest = TABLE, "👩‍👩‍👧‍👦" * 24
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


def test_names_are_cleaned_when_a_seating_is_read():
    text = TABLE.text.replace('"Ben"', '"  Ben\\n\\u202e\\u0000 the  great "')
    assert Seating.read(text).names == ("Anna", "Ben the great", "Cleo")


def test_phone_remembers_tables_longer_than_the_relay():
    assert TABLE_MEMORY > TABLE_LIFETIME
    assert TABLE_LIFETIME % timedelta(weeks=1) == timedelta(0), "screens tell it in whole weeks"
