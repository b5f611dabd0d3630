"""What holds of every game, early or late, at one sheet or at a table of five.

What is legal, and what comes of it, is compared with the plain rules (`plain_rules.py`).
"""

from hypothesis import assume, given
from hypothesis import strategies as st

from qwixx_pad.core.game import replay
from qwixx_pad.core.moves import PlayAgain, Redo, SitOut, Undo
from qwixx_pad.core.notation import read_line
from qwixx_pad.layouts import installed_layouts
from tests.support.legal_entries import legal_entries
from tests.support.strategies import entry, every_sheet, examples, games

some = examples(50)


@some
@given(games(every_sheet))
def test_replayed_log_gives_the_same_game(game):
    assert replay(game.setup, game.log) == (game, None)
    assert read_line(game.text, installed_layouts()).replay_tokens() == (game, None)


@some
@given(games(every_sheet))
def test_legal_entries_are_unique_and_playable(game):
    legal = legal_entries(game)
    assert len({*legal}) == len(legal)
    assert all(game.with_entry(each).log == (*game.log, each) for each in legal)


@some
@given(games(every_sheet), st.data())
def test_undo_restores_the_position_before_an_entry(game, data):
    legal = [e for e in legal_entries(game) if not isinstance(e.move, Undo | Redo)]
    assume(legal)
    made = data.draw(st.sampled_from(legal))
    own = made.seat and not isinstance(made.move, SitOut | PlayAgain)
    for undo in ("undo", *([f"{made.seat}:undo"] if own else [])):
        after = game.with_entry(made).with_entry(entry(undo))
        assert after.position == game.position
        assert after.applied == game.applied


@some
@given(games(every_sheet), st.data())
def test_redo_restores_the_position_before_an_undo(game, data):
    undos = [
        e
        for e in legal_entries(game)
        if isinstance(e.move, Undo) and e.seat not in game.position.sitting_out
    ]
    assume(undos)
    undo = data.draw(st.sampled_from(undos))
    taken_back = game.with_entry(undo)
    for redo in ("redo", *([f"{undo.seat}:redo"] if undo.seat else [])):
        assert taken_back.with_entry(entry(redo)).position == game.position


@some
@given(games(every_sheet))
def test_applied_entries_replay_without_refusal(game):
    """So no undo has made a later entry of another seat illegal, and no redo either."""
    again, refused = replay(game.setup, game.applied)
    assert refused is None
    assert again.position == game.position
