"""Mending a game after the fact: by entries like any others, and only where the rules allow it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import entry, examples, games, played, without

from qwixx_pad.core.game import reopened, rewrite


def entered(game, correction):
    for each in correction.entries:
        game = game.play(each)
    return game


def test_nothing_is_erased_from_the_log():
    game = played("classic r2 r5 y3")
    after = entered(game, without(game, 1))
    assert after.log[:3] == tuple(game.log)
    assert [each.text for each in after.log[3:]] == ["undo", "undo", "y3"]


def test_what_could_not_have_come_later_is_named():
    game = played("classic/2 1:r2 / 1:r5")
    correction = rewrite(game, (entry("1:r6"), *game.standing[1:]))
    assert (correction.refused.at, correction.refused.reason) == (2, "passed")
    assert correction.entries == ()


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("classic r2 end", "r2"),
        ("classic r2 - - - -", "r2 - - -"),
        ("classic r2 r# y# end", "r2 r#"),
        ("classic/2 1:r2 / 2:y4 end", "1:r2 / 2:y4"),
        ("on_board/2 1:@! / /", "1:@! /"),
    ],
)
def test_a_game_that_is_over_is_opened_again_just_before_its_end(line, kept):
    game = entered(played(line), reopened(played(line)))
    assert [each.text for each in game.standing] == kept.split()
    assert not game.position.over


def test_what_stands_already_needs_no_entries_and_what_is_open_no_opening():
    game = played("classic/2 1:r2 /")
    assert rewrite(game, game.standing).entries == ()
    assert reopened(game).entries == ()


some = examples(30)


@some
@given(games(), st.data())
def test_what_is_wanted_stands_afterwards_exactly(game, data):
    """From one game of a kind to another: whatever stood before, the other one stands then."""
    other = data.draw(games(st.just(game.setup.text)))
    after = entered(game, rewrite(game, other.standing))
    assert after.standing == other.standing
    assert after.position == other.position


@some
@given(games())
def test_a_game_opened_again_is_not_over_and_its_beginning_is_kept(game):
    after = entered(game, reopened(game))
    assert not after.position.over
    assert after.standing == game.standing[: len(after.standing)]
