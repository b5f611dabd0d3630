"""The page on layout files says what is so: its examples are sheets, its keys are all."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import PAIRED, Layout, Row, RowKind
from qwixx_pad.core.line import read_line
from qwixx_pad.layouts import checking, text
from qwixx_pad.layouts.loader import LARGEST
from qwixx_pad.service.own_sheets import MOST_OWN, from_file

PAGE = (Path(__file__).parents[2] / "docs/layouts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SHEETS = [from_file(example.encode()) for example in EXAMPLES]


@pytest.mark.parametrize("layout", SHEETS, ids=lambda layout: layout.title)
def test_each_example_is_a_sheet_that_is_played_and_replayed(layout):
    game = Game.start(Setup.of(layout, layout.least_seats))
    game = game.play(next(iter(game.legal)))
    assert read_line(game.text, {layout.name: layout}).play() == (game, None)


def test_the_examples_say_every_key_but_those_of_printed_sheets():
    said = {*re.findall(r"^(\w+) =", "\n".join(EXAMPLES), re.MULTILINE)}
    printed = {"rows", "board", "box", "family", "bgg", "default", "shuffle"}
    assert {*text._SHEET_KEYS} - printed <= said
    assert {*text._ROW_KEYS} <= said
    kinds = {row.kind for layout in SHEETS for row in layout.rows}
    assert kinds == {*RowKind}


def table(heading):
    """The table under a heading: defaults by keys."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = {}
    for line in part.splitlines():
        if line.startswith("| `"):
            _, keys, default, *_ = re.split(r"\s*\|\s*", line)
            names, defaults = re.findall(r"`(\w+)`", keys), default.strip(" `").split(", ")
            found |= dict(zip(names, defaults * len(names), strict=False))
    return found


def test_the_tables_have_every_key_and_no_other():
    own = {"extends", "shuffle"}
    assert {*table("The sheet")} == {*text._SHEET_KEYS} - own
    assert {*table("A row")} == {*text._ROW_KEYS}
    assert all(f"`{word}`" in PAGE for word in (*own, *PAIRED, *RowKind))


@pytest.mark.parametrize(("heading", "kind"), [("The sheet", Layout), ("A row", Row)])
def test_the_defaults_of_the_tables_are_those_of_the_core(heading, kind):
    told = table(heading)
    numbers = {f.name: f.default for f in fields(kind) if type(f.default) is int}
    assert {key: int(told[key]) for key in numbers if key in told} == {
        key: value for key, value in numbers.items() if key in told
    }


def test_the_page_names_the_first_example_as_game_lines_do():
    assert f"`{SHEETS[0].name}`" in PAGE


def test_the_limits_of_the_page_are_those_of_the_check():
    words = {4: "four", 5: "five", 9: "nine"}
    limits = " ".join(PAGE.partition("## What a file is\n")[2].partition("\n## ")[0].split())
    for said in (
        f"at most {text.LONGEST_NAME} of",
        f"at most {LARGEST:,} characters",
        f"{checking.MOST_CELLS} cells a row",
        f"{words[checking.MOST_PENALTIES]} boxes",
        f"{words[checking.MOST_ACTIONS]} crosses a roll",
        f"{words[checking.MOST_SEATS]} players",
        f"a title has {text._LINES['title']} characters",
        f"about the sheet {text._LINES['about']}",
        f"up to {MOST_OWN} sheets",
    ):
        assert said in limits
