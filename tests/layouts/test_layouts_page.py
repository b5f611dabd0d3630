"""The page on layout files says what is so: its examples are sheets, its keys are all."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from qwixx_pad import layouts
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import PAIR_MARKS, Layout, Row, RowKind
from qwixx_pad.core.notation import read_line
from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS, layout_from_file
from qwixx_pad.layouts import MAX_NAME_CHARS, LayoutFileError, checking, clean_line
from qwixx_pad.layouts.checking import Fault
from qwixx_pad.layouts.loader import MAX_LAYOUT_CHARS
from tests.support.legal_entries import legal_entries

PAGE = (Path(__file__).parents[2] / "docs/layouts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SHEETS = [layout_from_file(example.encode()) for example in EXAMPLES]
PRINTED = [
    tomllib.loads(path.read_text("utf-8")) for path in Path(layouts.__path__[0]).glob("*.toml")
]


@pytest.mark.parametrize("layout", SHEETS, ids=lambda layout: layout.title)
def test_each_example_is_playable_and_replays(layout):
    game = Game.start(Setup.for_layout(layout, layout.min_seats))
    game = game.with_entry(legal_entries(game)[0])
    assert read_line(game.text, {layout.name: layout}).replay_tokens() == (game, None)


def test_examples_cover_every_kind_of_row():
    assert {row.kind for layout in SHEETS for row in layout.rows} == {*RowKind}
    assert f"`{SHEETS[0].name}`" in PAGE


def table(heading):
    """The table under a heading: defaults by keys."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = {}
    for line in part.splitlines():
        if line.startswith("| `"):
            _, keys, default, *_ = re.split(r"\s*\|\s*", line)
            names = re.findall(r"`(\w+)`", keys)
            defaults = default.strip(" `").split(", ")
            found |= dict(zip(names, defaults * len(names), strict=False))
    return found


def test_tables_list_every_key_of_printed_sheets():
    own = {"extends", "shuffle"}
    rows = [row for sheet in PRINTED for row in sheet.get("rows", {}).values()]
    assert {key for sheet in PRINTED for key in sheet} - own <= {*table("The sheet")}
    assert {key for row in rows for key in row} <= {*table("A row")}
    assert all(f"`{word}`" in PAGE for word in (*own, *PAIR_MARKS, *RowKind))


def test_tables_list_no_unknown_keys():
    """A key of the wrong type and an unknown key are different faults."""
    sheet = "".join(f"{key} = 1979-05-27\n" for key in table("The sheet") if key != "rows")
    row = "".join(f"{key} = 1979-05-27\n" for key in table("A row") if key != "kind")
    rows = "".join(f'[rows.{kind}]\nkind = "{kind}"\n{row}' for kind in RowKind)
    with pytest.raises(LayoutFileError) as refused:
        layout_from_file(f"{sheet}{rows}".encode())
    unknown = [fault.path for fault in refused.value.faults if fault.fault is Fault.UNKNOWN_KEY]
    assert not [path for path in unknown if len(path) == 1]
    assert not [key for key in table("A row") if sum(p[-1] == key for p in unknown) == len(RowKind)]


@pytest.mark.parametrize(("heading", "kind"), [("The sheet", Layout), ("A row", Row)])
def test_table_defaults_match_the_core(heading, kind):
    listed = table(heading)
    numbers = {f.name: f.default for f in fields(kind) if type(f.default) is int}
    assert {key: int(listed[key]) for key in numbers if key in listed} == {
        key: value for key, value in numbers.items() if key in listed
    }


def longest(key):
    """How many characters of a key people see at most."""
    return max(length for length in range(999) if clean_line(key, "x" * length))


def test_page_limits_match_the_checker():
    words = {4: "four", 5: "five", 9: "nine"}
    limits = " ".join(PAGE.partition("## What a file is\n")[2].partition("\n## ")[0].split())
    for said in (
        f"at most {MAX_NAME_CHARS} of",
        f"at most {MAX_LAYOUT_CHARS:,} characters",
        f"{checking.MAX_ROW_CELLS} cells a row",
        f"{words[checking.MAX_PENALTIES]} boxes",
        f"{words[checking.MAX_ACTIONS]} crosses a roll",
        f"{words[checking.MAX_SEATS]} players",
        f"a title has {longest('title')} characters",
        f"about the sheet {longest('description')}",
        f"up to {MAX_CUSTOM_SHEETS} sheets",
    ):
        assert said in limits
