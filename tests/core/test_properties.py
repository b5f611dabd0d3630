"""What holds of every game, early or late, at one sheet or at a table of five.

What is legal, and what comes of it, is compared with the plain rules (`plain_rules.py`).
"""

from hypothesis import assume, given
from hypothesis import strategies as st

from qwixx_pad.core.game import replay
from qwixx_pad.core.moves import PlayAgain, Redo, SitOut, Undo
from qwixx_pad.core.notation import read_line
from qwixx_pad.layouts import installed
from tests.support.legal_entries import legal_entries
from tests.support.strategies import entry, every_sheet, examples, games

some = examples(50)


@some
@given(games(every_sheet))
def test_a_log_refolds_to_the_same_game(game):
    assert replay(game.setup, game.log) == (game, None)
    assert read_line(game.text, installed()).play() == (game, None)


@some
@given(games(every_sheet))
def test_what_may_be_entered_is_told_once_each_and_plays(game):
    legal = legal_entries(game)
    assert len({*legal}) == len(legal)
    assert all(game.play(each).log == (*game.log, each) for each in legal)


@some
@given(games(every_sheet), st.data())
def test_undo_after_an_entry_is_as_if_it_had_not_been_made(game, data):
    legal = [e for e in legal_entries(game) if not isinstance(e.move, Undo | Redo)]
    assume(legal)
    made = data.draw(st.sampled_from(legal))
    own = made.seat and not isinstance(made.move, SitOut | PlayAgain)
    for undo in ("undo", *([f"{made.seat}:undo"] if own else [])):
        after = game.play(made).play(entry(undo))
        assert after.position == game.position
        assert after.standing == game.standing


@some
@given(games(every_sheet), st.data())
def test_redo_after_undo_is_as_if_nothing_had_been_taken_back(game, data):
    undos = [
        e
        for e in legal_entries(game)
        if isinstance(e.move, Undo) and e.seat not in game.position.out
    ]
    assume(undos)
    undo = data.draw(st.sampled_from(undos))
    taken_back = game.play(undo)
    for redo in ("redo", *([f"{undo.seat}:redo"] if undo.seat else [])):
        assert taken_back.play(entry(redo)).position == game.position


@some
@given(games(every_sheet))
def test_whatever_stands_is_legal_from_the_first_entry_on(game):
    """So no undo has made a later entry of another seat illegal, and no redo either."""
    again, refused = replay(game.setup, game.standing)
    assert refused is None
    assert again.position == game.position
