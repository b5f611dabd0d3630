"""The product and the slow plain rules say the same of every game, on every sheet."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_rules import PlainGame, replayed
from strategies import FAMILY_HEADS, HEADS, examples, games, lines

from qwixx_pad.cli import replay_lines
from qwixx_pad.core.game import candidates
from qwixx_pad.layouts import installed

heads = st.sampled_from([*HEADS, *FAMILY_HEADS, *(f"{name}/2" for name in installed())])


def printed_by_replay(line):
    out = io.StringIO()
    replay_lines([line], out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("name", installed())
def test_every_sheet_has_the_cells_that_the_plain_rules_have(name):
    assert printed_by_replay(f"{name}/2") == replayed(f"{name}/2")


@examples(200)
@given(lines(heads))
def test_replay_prints_of_any_line_what_the_plain_rules_print(line):
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
