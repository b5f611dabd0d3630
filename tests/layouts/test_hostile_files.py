"""Layout files come from strangers too: whatever they say, the answer is a sheet or its faults."""

import pytest

from qwixx_pad.layouts import LayoutFileError, canonical_text
from qwixx_pad.layouts.checking import Fault
from qwixx_pad.layouts.loader import (
    MAX_LAYOUT_CHARS,
    MAX_TEXT_CHARS,
    custom_from_text,
    custom_from_toml,
    read_custom,
)

START = 'extends = "classic"\n'
HUGE = "0x" + "f" * 9_000
DEEP = "a." * 4_000 + "a"
HOSTILE = {
    "a row that locks with a thousand million cells": "[rows.r]\nlocks = 1000000000",
    "less than no cells that lock": "[rows.r]\nlocks = -1",
    "a number that cannot be written": f"[rows.r]\nnumbers = [{HUGE}, 2]",
    "a pair of such numbers": f"[rows.x]\nkind = 'exchange'\npairs = [[{HUGE}, 2]]",
    "such a number for a key": f"penalties = {HUGE}",
    "a million boxes for penalties": "penalties = 1000000",
    "many players": "most_seats = 99",
    "a row of a hundred cells": f"[rows.r]\nnumbers = {[*range(100)]}",
    "deep lists": f"rows = {'[' * 350}{']' * 350}",
    "too many brackets": f"chains = [{'[],' * 500}]",
    "deep keys": f"{DEEP} = 1",
    "deep keys in a list": f"chains = [{{{DEEP} = 1}}]",
    "deep keys as an order": f"order = [{{{DEEP} = 1}}]",
    "deep keys as a mark": f"steps = [{{{DEEP} = 1}}]\npairs = [{{mark = {{{DEEP} = 1}}}}]",
    "a cell with a long number": f'chains = [["r{"9" * 9_000}", "y3"]]',
    "a cell with digits of another script": 'steps = ["r٣"]',
    "a title of two lines": 'title = "one\\ntwo"',
    "a title that turns the text round": 'title = "abc\\u202edef"',
    "a title without an end": f'title = "{"x" * 41}"',
    "a title of nothing": 'title = " "',
    "a box with a comma": 'edition = "a,b"',
    "a sheet that is not there": 'extends = "../../etc/passwd"',
    "a bonus row between one row many times": (
        "[rows.ry]\nkind = 'bonus'\nnumbers = [2]\nbetween = '" + "r" * 900 + "'"
    ),
    "more than is read": "#" * MAX_LAYOUT_CHARS,
    "a moment for a number": "actions = 2026-11-22",
    "no number for a number": "actions = nan",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_file_is_refused_in_short_sentences(what):
    text = HOSTILE[what]
    whole = text if text.startswith("extends") else START + text
    with pytest.raises(LayoutFileError) as refused:
        custom_from_toml("mine", whole.encode())
    assert refused.value.faults
    for fault in refused.value.faults:
        assert fault.text.isprintable()
        assert len(fault.text) < 200


def test_odd_key_is_shown_shortened_on_one_line():
    with pytest.raises(LayoutFileError) as refused:
        custom_from_toml("mine", (START + f'"a\\n{"b" * 100}" = 1').encode())
    [fault] = refused.value.faults
    assert fault.text == f"a {'b' * 22}…: There is no such key."


@pytest.mark.parametrize("name", ["", "Mine", "my sheet", "a/b", "<b>", "a" * 41, "é"])
def test_name_unusable_in_a_game_line_is_refused(name):
    with pytest.raises(LayoutFileError):
        custom_from_toml(name, START.encode())


@pytest.mark.parametrize("sheet", ["own:<b>-12345678", "own:-12345678", "own:a b-12345678", "own:"])
def test_text_under_an_invalid_name_is_no_sheet(sheet):
    assert read_custom(sheet, '{"rows":{"r":{"numbers":[2,3,4,5,6,7]}},"rows_to_end":1}') is None


PLAIN = '{"rows":{"r":{"numbers":[2,3,4,5,6,7]}},"rows_to_end":1%s}'
NESTED = "[" * 2_000 + "]" * 2_000
HOSTILE_TEXTS = {
    "nothing": "",
    "blanks alone": " " * (MAX_LAYOUT_CHARS + 1),
    "no object": "[]",
    "an object without an end": "{",
    "a number of rows": '{"rows": 5}',
    "brackets without an end": "[" * 10_000,
    "a sheet with room behind it": PLAIN % "" + " " * MAX_TEXT_CHARS,
    "a sheet with the same key many times": PLAIN % (',"board":9' * 500),
    "lists in lists": PLAIN % f',"steps":{NESTED}',
    "brackets of every kind": '{"rows":' * 700,
    "a number of five thousand digits": PLAIN % f',"board":{"9" * 5_000}',
    "many numbers that are looked up in as many": (
        '{"rows":{"r":{"numbers":[%s],"double":[%s]}}}' % ((",".join(["7"] * 600),) * 2)
    ),
    "half a character": PLAIN % ',"edition":"\\ud800"',
    "a string without an end": '{"rows":"' + "\\" * 5_000,
}


@pytest.mark.parametrize("what", HOSTILE_TEXTS)
def test_hostile_text_of_a_sheet_is_refused(what):
    with pytest.raises(LayoutFileError):
        custom_from_text("mine", HOSTILE_TEXTS[what])


def test_text_of_too_many_parts_is_not_read():
    parts = ",".join(["7"] * 1_100)
    with pytest.raises(LayoutFileError) as refused:
        custom_from_text("mine", f'{{"rows":{{"r":{{"numbers":[{parts}]}}}}}}')
    assert [each.fault for each in refused.value.faults] == [Fault.NO_LAYOUT]


NUMBERS = [*range(80, 100)]
LARGEST = "\n".join(
    [
        f'edition = "{"e" * 40}"',
        "least_seats = 4\nactions = 9\npenalties = 3\npenalty_points = 99\nrows_to_end = 4",
        "board = 99\ntarget = 99\nlucky = true",
        f"steps = {[f'{row}{n}' for row in ('r', 'y', 'g', 'b', 'ry', 'gb') for n in NUMBERS]}",
        *(
            f'[rows.{row}]\nnumbers = {NUMBERS}\ndouble = {NUMBERS}\ncolors = "{"rygbb" * 4}"\n'
            "needs = 9\nlocks = 2\ncap = 99\ntwice = true"
            for row in "rygb"
        ),
        *(
            f'[rows.{row}]\nkind = "bonus"\nbetween = "{row}"\nnumbers = {NUMBERS}\n'
            f"double = {NUMBERS}\ncap = 99\ntwice = true"
            for row in ("ry", "gb")
        ),
        f'[rows.bar]\nkind = "bar"\ncolors = "{"rygb" * 5}"',
        f'[rows.x]\nkind = "exchange"\npairs = {[[99, 98]] * 20}',
        f'[rows.lucky]\nkind = "track"\nnumbers = {NUMBERS}',
    ]
)


def test_largest_sheet_has_a_text_that_is_read():
    largest = custom_from_toml("m" * 40, LARGEST.encode())
    text = canonical_text(largest)
    assert 2_000 < len(text) < MAX_TEXT_CHARS / 2
    assert read_custom(largest.name, text) == largest
