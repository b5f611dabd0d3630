"""What others wrote is read, unless it is nested so deeply that reading it would end the pad."""

import json

import pytest
from hypothesis import given

from qwixx_pad.core.safe_json import MAX_NESTING_LEVELS, TooDeepError, read_json
from tests.support.strategies import anything, examples


@examples(50)
@given(anything)
def test_written_json_reads_back(value):
    text = json.dumps(value)
    for written in (text, json.dumps(value, ensure_ascii=False, indent=1)):
        assert json.dumps(read_json(written)) == text


@pytest.mark.parametrize("opener", ["[", '{"a":', '[1,{"a":[]},'])
@pytest.mark.parametrize("levels", [MAX_NESTING_LEVELS + 1, 100_000])
def test_deeply_nested_json_raises(opener, levels):
    with pytest.raises(TooDeepError):
        read_json(opener * levels)


@pytest.mark.parametrize("text", ["[" * 500, '\\"' + "[" * 500, "\\" * 999])
def test_deepest_allowed_json_reads_ignoring_quoted_brackets(text):
    deep = "[" * (MAX_NESTING_LEVELS - 1) + json.dumps([text]) + "]" * (MAX_NESTING_LEVELS - 1)
    assert json.dumps(read_json(deep)) == deep


def test_unterminated_string_raises_value_error():
    with pytest.raises(ValueError, match="Unterminated"):
        read_json('"' + "[" * 500)
    with pytest.raises(ValueError, match="Unterminated"):
        read_json('"' + r"[\"" * 500_000)


def test_non_number_falls_back_to_the_caller():
    assert read_json("[NaN]", parse_constant=str) == ["NaN"]
