"""Sheets of one's own for tests: some that are written out, and any that pass the check."""

import json
from dataclasses import replace

from hypothesis import strategies as st

from qwixx_pad.core.layout import PAIR_MARKS, Cell, Row
from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.layouts import (
    LayoutFileError,
    canonical_text,
    custom_from_text,
    custom_from_toml,
    installed_layouts,
)
from qwixx_pad.layouts.checking import MAX_ACTIONS, MAX_PENALTIES

MIRROR_FILE = b"""extends = "classic"
title = "Mirror"

[rows.r]
numbers = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
"""
MIRROR = custom_from_toml("mirror", MIRROR_FILE)
DOUBLE = replace(
    custom_from_text("twice", canonical_text(installed_layouts()["double_a"])),
    title="Zwei für eins",
)


def _with_red(*numbers):
    content = json.loads(canonical_text(installed_layouts()["classic"]))
    content["rows"]["r"]["numbers"] = numbers
    return custom_from_text("alike", json.dumps(content))


ONE = _with_red(2, 3, 4, 5, 8, 12, 9, 7, 6, 10, 11)
OTHER = _with_red(2, 3, 4, 10, 6, 5, 11, 12, 7, 9, 8)
"""Two sheets of one name: their hashes begin alike."""


def carried(layout, **other):
    """What a file says of a sheet, or something else."""
    return replace(SheetText.from_layout(layout), **other)


def offered_sheet_texts(layout):
    """The settings under which a storage keeps a sheet that is offered."""
    sheet = carried(layout)
    info = f"{sheet.title}\n{sheet.description}"
    texts = {"sheet": sheet.text, "sheet-info": info, "sheet-offered": "000000001"}
    return {f"{key} {layout.name}": text for key, text in texts.items()}


NUMBERS = tuple(range(2, 13))


@st.composite
def _numbers_row(draw, letter):
    numbers = draw(st.permutations(NUMBERS))[: draw(st.integers(7, 11))]
    some = st.lists(st.sampled_from(numbers), max_size=3, unique=True)
    optional = {
        "needs": st.integers(1, 6),
        "locks": st.integers(1, 2),
        "cap": st.integers(1, 20),
        "twice": st.booleans(),
        "double": some,
        "boxed": some,
        "connections": st.lists(st.integers(0, 5), max_size=3, unique=True),
        "colors": st.just((letter + "rygb" * 3)[: len(numbers)]),
    }
    return {"numbers": numbers, **draw(st.fixed_dictionaries({}, optional=optional))}


_EXTRAS = {
    "ry": {"kind": "bonus", "numbers": NUMBERS, "between": "ry"},
    "gb": {"kind": "bonus", "numbers": NUMBERS[:5], "between": "gb"},
    "bar": {"kind": "bar", "colors": "rygbrygb"},
    "x": {"kind": "exchange", "pairs": [[2, 12], [3, 11]]},
    "lucky": {"kind": "track", "numbers": [5, 11, 18]},
}


@st.composite
def _content(draw):
    letters = draw(st.permutations("rygb"))[: draw(st.integers(1, 4))]
    extras = draw(st.lists(st.sampled_from([*_EXTRAS]), max_size=2, unique=True))
    rows = {letter: draw(_numbers_row(letter)) for letter in letters}
    rows |= {letter: _EXTRAS[letter] for letter in extras}
    cells = draw(st.permutations([f"{row}{n}" for row in letters for n in NUMBERS[1:7]]))
    optional = {
        "most_seats": st.integers(1, 5),
        "actions": st.integers(1, MAX_ACTIONS),
        "penalties": st.integers(1, MAX_PENALTIES),
        "penalty_points": st.integers(0, 99),
        "board": st.integers(0, 99),
        "lucky": st.booleans(),
        "title": st.sampled_from(("Mine", "{0} <b>&")),
        "chains": st.just([cells[:2], cells[2:4]]),
        "steps": st.just(cells[4:6]),
        "pairs": st.sampled_from(PAIR_MARKS).map(
            lambda mark: [{"mark": mark, "amount": 2, "cells": cells[-2:]}]
        ),
    }
    sheet = draw(st.fixed_dictionaries({}, optional=optional))
    ends = draw(st.integers(1, len(letters)))
    return {**sheet, "rows": rows, "order": draw(st.permutations([*rows])), "rows_to_end": ends}


def _read(content):
    try:
        return custom_from_text("mine", json.dumps(content))
    except LayoutFileError:
        return None


own_layouts = _content().map(_read).filter(bool)
"""Any sheet that passes the check."""


def numbered(letter, numbers, needs=5):
    """A row of these numbers in one colour, as on the oldest sheet."""
    return Row(letter, tuple(Cell(str(n), letter, n) for n in numbers), needs)
