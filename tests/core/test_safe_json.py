"""What others wrote is read, unless it is nested so deeply that reading it would end the pad."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.core.safe_json import MOST_LEVELS, TooDeepError, read_json
from tests.support.strategies import examples

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@examples(50)
@given(anything)
def test_what_is_written_is_read_again(value):
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False, indent=1)) == value


@pytest.mark.parametrize("opener", ["[", '{"a":', '[1,{"a":[]},'])
@pytest.mark.parametrize("levels", [MOST_LEVELS + 1, 100_000])
def test_what_is_nested_too_deeply_is_not_read_at_all(opener, levels):
    with pytest.raises(TooDeepError):
        read_json(opener * levels)


@pytest.mark.parametrize("text", ["[" * 500, '\\"' + "[" * 500, "\\" * 999])
def test_the_deepest_that_is_allowed_is_read_and_brackets_inside_a_text_are_no_levels(text):
    deep = "[" * (MOST_LEVELS - 1) + json.dumps([text]) + "]" * (MOST_LEVELS - 1)
    assert json.dumps(read_json(deep)) == deep


def test_a_text_that_never_ends_hides_no_levels():
    with pytest.raises(ValueError, match="Unterminated"):
        read_json('"' + "[" * 500)
    with pytest.raises(ValueError, match="Unterminated"):
        read_json('"' + r"[\"" * 500_000)


def test_what_is_no_number_is_answered_as_the_caller_says():
    assert read_json("[NaN]", parse_constant=str) == ["NaN"]
