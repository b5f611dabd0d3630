"""JSON from elsewhere: a file, a link, a database."""

import json
import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any

MAX_NESTING_LEVELS = 100
"""The most levels of lists and objects within each other; the pad's own files have five."""
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class TooDeepError(ValueError):
    """The text has more levels than `MAX_NESTING_LEVELS`."""


def read_json(text: str, parse_constant: Callable[[str], Any] | None = None) -> Any:  # noqa: ANN401 - JSON is anything
    """Read JSON, unless it is nested deeply.

    In a browser, Python's stack is that of the page: deep nesting ends the whole pad before
    `RecursionError` is raised. So the levels are counted first.

    Raises:
        ValueError: It is no JSON, or nested too deeply.
    """
    if text.count("[") + text.count("{") > MAX_NESTING_LEVELS:
        steps = (_STEP.get(found[0], 0) for found in _STRING_OR_BRACKET.finditer(text))
        if max(accumulate(steps), default=0) > MAX_NESTING_LEVELS:
            raise TooDeepError
    return json.loads(text, parse_constant=parse_constant)
