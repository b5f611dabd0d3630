"""The product and the slow plain rules say the same of every game, on every sheet."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_lines import ODD_LINES
from plain_rules import PlainGame, replayed
from plain_sheets import chained, plain_sheet
from strategies import FAMILY_HEADS, HEADS, examples, games, lines

from qwixx_pad.cli import replay_lines
from qwixx_pad.core.game import candidates
from qwixx_pad.core.layout import PAIRED, Mark
from qwixx_pad.layouts import installed

KINDS = [f"{name}{seats}" for name in installed() for seats in ("", "/2", "+paper")]
heads = st.sampled_from([*HEADS, *FAMILY_HEADS, *KINDS])


def printed_by_replay(line):
    out = io.StringIO()
    replay_lines([line], out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("name", installed())
def test_every_sheet_has_the_cells_that_the_plain_rules_have(name):
    assert printed_by_replay(f"{name}/2") == replayed(f"{name}/2")


@pytest.mark.parametrize("name", installed())
def test_every_sheet_has_the_links_and_marks_that_the_plain_rules_have(name):
    layout, plain = installed()[name], plain_sheet(name)

    def marked(mark):
        return sorted(cell_name(layout, place) for place in layout.marked(mark))

    assert chained(" ".join(map("-".join, layout.chains))) == plain["chains"]
    assert marked(Mark.STEP) == sorted(plain["steps"])
    assert marked(Mark.BOX) == sorted(plain["boxed"])
    assert [marked(mark) for mark in PAIRED if layout.pair(mark)] == [
        sorted(cells) for cells in plain["pairs"].values()
    ]


def cell_name(layout, place):
    return f"{layout.rows[place.row].letter}{layout.cell(place).label}"


@examples(200)
@given(lines(heads))
def test_replay_prints_of_any_line_what_the_plain_rules_print(line):
    assert printed_by_replay(line) == replayed(line)


@pytest.mark.parametrize("line", ODD_LINES)
def test_replay_prints_of_odd_lines_what_the_plain_rules_print(line):
    assert printed_by_replay(line) == replayed(line)


@examples(40)
@given(games(heads))
def test_in_any_position_every_entry_is_refused_with_the_word_of_the_plain_rules(game):
    plain = PlainGame(game.setup.text)
    for entry in game.log:
        assert plain.refusal(entry.text) is None
        plain.enter(entry.text)
    asked = {entry.text: game.why_not(entry) for entry in candidates(game)}
    assert asked == {token: plain.refusal(token) for token in asked}
