"""A game with nothing on any sheet counts nowhere: it is in no list, count or series."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import summarise
from qwixx_pad.storage.summary import GameState, pack_summary, unpack_summary
from tests.support.library.library_pad import game
from tests.support.strategies import games


def state(line, setup="classic/2"):
    return summarise(game("g", *line.split(), setup=setup), installed_layouts()).state


@pytest.mark.parametrize(
    "line",
    ["end", "1:r5 1:undo end", "1:- undo end", "w7 end", "1:out / 1:in end"],
)
def test_ended_game_without_a_mark_is_untouched(line):
    assert state(line) is GameState.UNTOUCHED


@pytest.mark.parametrize("line", ["1:r5 end", "1:- end", "/ end", "1:r5 1:r6 1:undo end"])
def test_ended_game_with_one_mark_is_over(line):
    assert state(line) is GameState.OVER


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1:r5 undo", GameState.UNTOUCHED),
        ("w7", GameState.UNTOUCHED),
        ("1:r5", GameState.OPEN),
        ("1:-", GameState.OPEN),
    ],
)
def test_unfinished_game_is_open_from_its_first_mark(line, expected):
    assert state(line) is expected


@pytest.mark.parametrize(
    ("setup", "line"),
    [("classic", "r# y#"), ("on_board/2", "1:@0 end"), ("classic/2+paper", "end")],
)
def test_nothing_written_is_a_blank_game_on_every_kind(setup, line):
    assert state(line, setup) is GameState.UNTOUCHED


def test_pawn_on_the_track_is_a_mark():
    assert state("1:@7 end", "on_board/2") is GameState.OVER


@given(games(), st.sampled_from(["", " end"]))
def test_stored_summary_has_the_same_state(played, end):
    setup, *tokens = f"{played.text}{end}".split()
    summary = summarise(game("g", *tokens, setup=setup, names=("",) * 5), installed_layouts())
    assert unpack_summary(pack_summary(summary)).state is summary.state


@pytest.mark.parametrize(
    ("tokens", "stored"), [(["end"], GameState.OVER), (["1:r5", "undo"], GameState.OPEN)]
)
def test_blank_game_that_was_stored_as_another_is_untouched(tokens, stored):
    older = replace(summarise(game("g", *tokens), installed_layouts()), state=stored)
    assert unpack_summary(pack_summary(older)).state is GameState.UNTOUCHED


def test_blank_game_of_an_unknown_state_is_refused():
    packed = pack_summary(summarise(game("g", "1:r5"), installed_layouts()))
    blank = pack_summary(summarise(game("g"), installed_layouts()))
    at = packed.index(GameState.OPEN)
    for values in (packed, blank):
        values[at] = "lost"
        with pytest.raises(ValueError, match="lost"):
            unpack_summary(values)


def test_blank_game_counts_nowhere(pad):
    pad.keep(game("won", "1:r5", "end"))
    before = pad.shown()
    pad.keep(game("blank", "end"))
    assert pad.shown() == before
    assert pad.library.series_of("blank") is None
    assert len(pad.library.series_of("won").games) == 1


def test_deleted_blank_game_is_not_listed_either(pad):
    pad.keep(game("blank", "end"))
    pad.library.delete("blank")
    assert pad.listed(deleted=True) == set()
