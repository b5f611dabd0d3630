"""The product and the slow plain rules say the same of every game, on every sheet."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.cli import replay_lines
from qwixx_pad.core.layout import PAIR_MARKS, Mark
from qwixx_pad.core.notation import report_game
from qwixx_pad.layouts import installed_layouts
from tests.support.core.plain_rules import PlainGame, replayed
from tests.support.core.plain_sheets import chained, plain_sheet
from tests.support.legal_entries import candidates
from tests.support.sample_games import GAMES
from tests.support.strategies import (
    FAMILY_HEADS,
    HEADS,
    entry,
    examples,
    games,
    lines,
    setup_of,
    start,
)

KINDS = [f"{name}{seats}" for name in installed_layouts() for seats in ("", "/2", "+paper")]
heads = st.sampled_from([*HEADS, *FAMILY_HEADS, *KINDS])


def printed_by_replay(line):
    out = io.StringIO()
    replay_lines([line], out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("name", installed_layouts())
def test_sheet_cells_match_the_plain_rules(name):
    assert printed_by_replay(f"{name}/2") == replayed(f"{name}/2")


WORDS = [
    *(f"{row}{number}" for row in (*"rygb", "ry", "gb") for number in range(20)),
    *(f"c{row}{number}" for row in "rygb" for number in range(4)),
    *(f"{kind}{row}" for kind in "lp" for row in "rygb"),
    *(f"{kind}{number}" for kind in "x@" for number in range(22)),
    *("@!", "lucky", "-", "undo", "redo", "out", "in"),
]


@pytest.mark.parametrize("name", installed_layouts())
def test_candidates_list_every_printed_cell_once(name):
    plain = PlainGame(f"{name}/2")
    own = [f"{seat}:{word}" for seat in (1, 2) for word in WORDS]
    placed = [token for token in own if plain.refusal(token) not in {"syntax", "no_such_cell"}]
    asked = [each.text for each in candidates(start(f"{name}/2"))]
    assert sorted(asked) == sorted([*placed, "/", "end", "undo", "redo"])


@pytest.mark.parametrize("name", installed_layouts())
def test_sheet_links_and_marks_match_the_plain_rules(name):
    layout = installed_layouts()[name]
    plain = plain_sheet(name)

    def marked(mark):
        return sorted(cell_name(layout, place) for place in layout.cells_with_mark(mark))

    assert chained(" ".join(map("-".join, layout.chains))) == plain["chains"]
    assert marked(Mark.STEP) == sorted(plain["steps"])
    assert marked(Mark.BOX) == sorted(plain["boxed"])
    assert [marked(mark) for mark in PAIR_MARKS if layout.bonus_pair(mark)] == [
        sorted(cells) for cells in plain["pairs"].values()
    ]


def cell_name(layout, place):
    return f"{layout.rows[place.row].letter}{layout.cell(place).label}"


@examples(200)
@given(lines(heads))
def test_replay_output_matches_the_plain_rules(line):
    assert printed_by_replay(line) == replayed(line)


@pytest.mark.parametrize("line", GAMES)
def test_sample_game_matches_the_plain_rules(line):
    head, *tokens = line.split()
    game = start(head)
    plain = PlainGame(head)
    for token in tokens:
        refused = plain.refusal(token)
        assert game.entry_refusal(entry(token)) == refused
        if refused is None:
            game = game.with_entry(entry(token))
            plain.enter(token)
        assert report_game(game, (), None) == plain.report()
    assert_refuses_alike(game, plain)


def test_every_sheet_has_a_sample_game():
    heads = [setup_of(line.split()[0]) for line in GAMES]
    played = {layout.name.partition(":")[0] for setup in heads for layout in setup.layouts}
    assert played == {*installed_layouts(), *installed_layouts().seeded_kinds}


@examples(40)
@given(games(heads))
def test_refusals_match_the_plain_rules(game):
    plain = PlainGame(game.setup.text)
    for made in game.log:
        assert plain.refusal(made.text) is None
        plain.enter(made.text)
    assert_refuses_alike(game, plain)


def assert_refuses_alike(game, plain):
    asked = {each.text: game.entry_refusal(each) for each in candidates(game)}
    assert asked == {token: plain.refusal(token) for token in asked}
