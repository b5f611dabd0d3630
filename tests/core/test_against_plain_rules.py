"""The product and the slow plain rules say the same of every game."""

import io
import json

from hypothesis import given
from plain_rules import PlainGame, replayed
from strategies import examples, games, lines

from qwixx_pad.core.game import candidates
from qwixx_pad.replay import replay_lines


def printed_by_replay(line):
    out = io.StringIO()
    replay_lines([line], out)
    return json.loads(out.getvalue())


@examples(400)
@given(lines())
def test_replay_prints_of_any_line_what_the_plain_rules_print(line):
    assert printed_by_replay(line) == replayed(line)


@examples(60)
@given(games())
def test_in_any_position_every_entry_is_refused_with_the_word_of_the_plain_rules(game):
    plain = PlainGame(game.setup.text)
    for entry in game.log:
        assert plain.refusal(entry.text) is None
        plain.enter(entry.text)
    asked = {entry.text: game.why_not(entry) for entry in candidates(game)}
    assert asked == {token: plain.refusal(token) for token in asked}
