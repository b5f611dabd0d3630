"""Mending a game after the fact: by entries like any others, and only where the rules allow it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import entry, examples, games, instead, played, without

from qwixx_pad.core.game import reopened, rewrite


def entered(game, correction):
    for each in correction.entries:
        game = game.play(each)
    return game


def tokens(game):
    return " ".join(each.text for each in game.standing)


def mended(line, mend, *args):
    game = played(line)
    correction = mend(game, *args)
    assert correction.refused is None
    return tokens(entered(game, correction))


def test_another_entry_takes_the_place_of_a_wrong_one():
    assert mended("classic r2 r5 y3", instead, 1, entry("r6")) == "r2 r6 y3"
    line = "classic/2 1:r2 2:r3 / 2:y4"
    assert mended(line, instead, 1, entry("2:r4")) == "1:r2 2:r4 / 2:y4"


def test_an_entry_is_taken_out_and_the_rest_stays():
    assert mended("classic r2 r5 y3", without, 1) == "r2 y3"


def test_nothing_is_erased_from_the_log():
    game = played("classic r2 r5 y3")
    after = entered(game, without(game, 1))
    assert after.log[:3] == tuple(game.log)
    assert [each.text for each in after.log[3:]] == ["undo", "undo", "y3"]


def test_what_could_not_have_come_later_is_named():
    game = played("classic/2 1:r2 / 1:r5")
    correction = instead(game, 0, entry("1:r6"))
    assert (correction.refused.at, correction.refused.reason) == (2, "passed")
    assert correction.entries == ()


def test_an_entry_that_was_not_possible_itself_is_named():
    assert instead(played("classic r5 r6"), 1, entry("r3")).refused.at == 1


def test_a_lock_stands_on_the_crosses_before_it():
    line = "classic r2 r3 r4 r5 r6 r12"
    refused = without(played(line), 0).refused
    assert (refused.at, refused.reason) == (4, "needs_more")


def test_the_misthrow_that_came_by_itself_goes_where_a_cross_stands_before_it():
    game = played("classic/2 / 2:y4")
    wanted = (entry("1:r2"), *game.standing)
    after = entered(game, rewrite(game, wanted))
    assert tokens(after) == "1:r2 / 2:y4"
    assert after.position.sheets[0].penalties == 0


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
    assert tokens(game) == kept
    assert not game.position.over


def test_what_stands_already_needs_no_entries_and_what_is_open_no_opening():
    game = played("classic/2 1:r2 /")
    assert rewrite(game, game.standing).entries == ()
    assert reopened(game).entries == ()


some = examples(30)


@some
@given(games(), st.data())
def test_any_earlier_moment_can_be_gone_back_to(game, data):
    wanted = game.standing[: data.draw(st.integers(0, len(game.standing)))]
    after = entered(game, rewrite(game, wanted))
    assert after.standing == wanted
    assert after.position == game.at(len(wanted)).position


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
