"""JSON that somebody else may have written: a file, a link, what a database gave back."""

import json
import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any

MAX_NESTING_LEVELS = 100
"""Lists in lists, objects in objects: the pad's own files have five levels."""
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class TooDeepError(ValueError):
    """The text is nested more deeply than anything the pad writes."""


def read_json(text: str, parse_constant: Callable[[str], Any] | None = None) -> Any:  # noqa: ANN401 - JSON is anything
    """Read JSON that is not nested deeply.

    In a browser Python lends its stack from the page: there a deep text ends the whole pad, and
    no `RecursionError` comes before that. So the levels are counted before the text is read.

    Raises:
        ValueError: It is no JSON, or nested too deeply.
    """
    if text.count("[") + text.count("{") > MAX_NESTING_LEVELS:
        steps = (_STEP.get(found[0], 0) for found in _STRING_OR_BRACKET.finditer(text))
        if max(accumulate(steps), default=0) > MAX_NESTING_LEVELS:
            raise TooDeepError
    return json.loads(text, parse_constant=parse_constant)
