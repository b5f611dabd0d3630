"""Putting one entry right while the game goes on, and taking that back at one stroke."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import (
    Change,
    change_owner,
    correction_for,
    correction_undo,
    edit_points,
    entries_since,
    find_corrections,
    find_obstacle,
    keep_finished,
    white_dice_change,
)
from qwixx_pad.core.game import reopen_game, replay, rewrite_log
from qwixx_pad.core.moves import Close, Cross, Entry, Penalty, WhiteDiceSum
from qwixx_pad.core.story import Story
from tests.support.legal_entries import printed_moves
from tests.support.strategies import entry, examples, games, played, without

TWO = "classic/2 1:r5 2:y3 / 2:y4 1:r7 / 1:g12 2:b9 /"
some = examples(30)


class Pad:
    """A log and its strokes, as a game that is open has them."""

    def __init__(self, game):
        self.game = game
        self.strokes = list(range(len(game.log)))

    def enter(self, token):
        self.game = self.game.with_entry(entry(token))
        self.strokes.append(len(self.game.log) - 1)
        return self

    def change(self, change):
        correction = correction_for(self.game, change)
        assert correction.refused is None
        stroke = len(self.game.log)
        self.game = entered(self.game, correction)
        self.strokes += [stroke] * len(correction.entries)
        return self

    @property
    def made(self):
        return find_corrections(self.game, self.strokes)

    def way_back(self, seat):
        return correction_undo(self.game, self.made, seat)

    @property
    def line(self):
        return " ".join(each.text for each in self.game.applied)


def mended():
    """In the second roll player 1 has crossed red 8, not red 7."""
    game, change = put(TWO, 4, "1:r8")
    return Pad(game).change(change)


def put(line, place, new):
    game = played(line)
    return game, Change(place, game.applied[place], new and entry(new))


def offered(game, seat):
    """The spots by their rolls and tokens; an empty token where a cross may be missing."""
    return {
        (s.roll, s.step.move.text if s.step else ""): s
        for s in edit_points(Story.from_game(game), seat)
    }


def spot(game, seat, roll, token=""):
    return offered(game, seat)[roll, token]


# What the log says then


def entered(game, correction):
    for each in correction.entries:
        game = game.with_entry(each)
    return game


def test_correction_erases_nothing_from_the_log():
    game = played("classic r2 r5 y3")
    after = entered(game, without(game, 1))
    assert after.log[:3] == tuple(game.log)
    assert [each.text for each in after.log[3:]] == ["undo", "undo", "y3"]


def test_rewrite_names_the_first_illegal_entry():
    game = played("classic/2 1:r2 / 1:r5")
    correction = rewrite_log(game, (entry("1:r6"), *game.applied[1:]))
    assert (correction.refused.index, correction.refused.reason) == (2, "passed")
    assert correction.entries == ()


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("classic r2 end", "r2"),
        ("classic r2 - - - -", "r2 - - -"),
        ("classic r2 r# y# end", "r2 r#"),
        ("classic/2 1:r2 / 2:y4 end", "1:r2 / 2:y4"),
        ("on_board/2 1:@! / /", "1:@! /"),
    ],
)
def test_reopened_game_continues_before_its_end(line, left):
    game = entered(played(line), reopen_game(played(line)))
    assert [each.text for each in game.applied] == left.split()
    assert not game.position.is_over


def test_unchanged_game_needs_no_entries():
    game = played("classic/2 1:r2 /")
    assert rewrite_log(game, game.applied).entries == ()
    assert reopen_game(game).entries == ()


@some
@given(games(), st.data())
def test_rewrite_gives_exactly_the_wanted_entries(game, data):
    """Any game of a kind can be rewritten as any other."""
    other = data.draw(games(st.just(game.setup.text)))
    after = entered(game, rewrite_log(game, other.applied))
    assert after.applied == other.applied
    assert after.position == other.position


# What can be changed


def test_edit_points_cover_entries_and_gaps_per_roll():
    game = played("classic/2 1:r5 2:y3 / 2:y4 1:r7 / 2:b9 / 2:b8")
    assert [*offered(game, 1)] == [(1, "r5"), (1, ""), (2, "r7"), (3, "-")]
    assert [*offered(game, 2)] == [(1, "y3"), (2, "y4"), (2, ""), (3, "b9"), (4, "b8")]


def test_single_sheet_edit_points_have_one_gap():
    one_sheet = offered(played("classic r5 - b#"), 1)
    assert [*one_sheet] == [(1, "r5"), (1, "-"), (1, "b#"), (1, "")]


def test_automatic_penalty_can_become_a_cross():
    game = played("classic/2 2:y3 / 2:y4")
    wrong = spot(game, 1, 1, "-")
    assert wrong.is_automatic(game)
    assert wrong.removal_change(game) is None
    pad = Pad(game).change(wrong.replacement_change(game, Cross("r", 5)))
    assert pad.line == "2:y3 1:r5 / 2:y4"
    assert pad.game.position.sheets[0].penalties == 0


def test_forgotten_cross_goes_as_late_as_possible():
    game = played("classic/2 1:r8 2:y3 / 2:y4")
    pad = Pad(game).change(spot(game, 1, 1).replacement_change(game, Cross("y", 2)))
    assert pad.line == "1:r8 2:y3 1:y2 / 2:y4"
    pad = Pad(game).change(spot(game, 1, 1).replacement_change(game, Cross("r", 5)))
    assert pad.line == "1:r5 1:r8 2:y3 / 2:y4"
    game = played("classic r2 r5 y3")
    assert (
        Pad(game).change(spot(game, 1, 1).replacement_change(game, Cross("r", 4))).line
        == "r2 r4 r5 y3"
    )


def test_removed_closing_reopens_the_row():
    game = played("classic r2 b# y3")
    pad = Pad(game).change(spot(game, 1, 1, "b#").removal_change(game))
    assert pad.game.position.closed_rows == frozenset()
    other = spot(game, 1, 1, "b#").replacement_change(game, Close("g"))
    assert Pad(game).change(other).game.position.closed_rows == {"g"}


# Obstacles of a correction


def test_obstacle_names_the_entry_and_its_roll():
    found = find_obstacle(*put(TWO, 0, "1:r8"))
    assert (found.entry, found.roll, found.reason) == (entry("1:r7"), 2, "passed")
    found = find_obstacle(*put("classic r2 r3 r4 r5 r6 r12", 0, None))
    assert (found.entry, found.roll, found.reason) == (entry("r12"), 1, "needs_more")


def test_illegal_change_has_no_obstacle():
    game, change = put(TWO, 4, "1:r3")
    assert correction_for(game, change).refused is not None
    assert find_obstacle(game, change) is None
    assert find_obstacle(*put(TWO, 4, "1:r8")) is None


@pytest.mark.parametrize(
    ("old", "new", "seat"),
    [
        ("1:r5", "1:r6", 1),
        ("2:r5", None, 2),
        (None, "-", 1),
        ("1:r5", "2:r5", None),
        ("/", None, None),
        ("end", None, None),
        (None, "1:undo", None),
    ],
)
def test_change_belongs_to_one_seat(old, new, seat):
    assert Change(0, old and entry(old), new and entry(new)).seat == seat


def test_change_fits_only_the_entry_at_its_index():
    applied = played(TWO).applied
    assert Change(0, entry("1:r5"), None).applies_to(applied)
    assert not Change(1, entry("1:r5"), None).applies_to(applied)
    assert not Change(99, entry("1:r5"), None).applies_to(applied)
    assert not Change(-1, None, entry("1:r6")).applies_to(applied)
    assert Change(len(applied), None, entry("1:r6")).applies_to(applied)


# What a log holds


def test_log_reveals_a_correction_and_its_roll():
    (made,) = mended().made
    assert (made.change, made.seat, made.roll) == (put(TWO, 4, "1:r8")[1], 1, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [("1:r5", "1:r5"), ("w7", "w7"), ("1:r5", "r6"), (None, "r6"), ("1:r5", "2:r5"), ("1:r5", "w7")]
    + [(None, word) for word in ("1:out", "1:in", "1:undo", "1:redo", "/", "end", "undo")],
)
def test_empty_or_mixed_change_has_no_owner(old, new):
    change = Change(0, old and entry(old), entry(new))
    assert change_owner(played(TWO).timeline, change) is None


def test_single_sheet_change_belongs_to_seat_one():
    assert change_owner(played("classic r5").timeline, Change(0, entry("r5"), entry("r6"))) == 1


def test_single_entries_are_not_a_correction():
    pad = Pad(played("classic r5 y3"))
    for token in ("undo", "undo", "r6", "y3"):
        pad.enter(token)
    assert pad.made == ()
    assert pad.way_back(None) is None


def test_undo_stroke_is_not_a_correction():
    pad = Pad(played("classic r5 y3 end"))
    pad.strokes[-1:] = ["x"]
    for token in ("undo", "undo"):
        pad.enter(token)
    pad.strokes[-2:] = ["y", "y"]
    assert pad.made == ()


def test_removing_the_newest_entry_differs_from_an_undo():
    game = played("classic r5 y3")
    pad = Pad(game).change(Change(1, entry("y3"), None))
    assert [each.text for each in pad.game.log[2:]] == ["undo", "redo", "undo"]
    assert pad.change(pad.way_back(None)).line == "r5 y3"
    assert [each.text for each in pad.game.log[5:]] == ["undo", "redo", "y3"]
    assert pad.way_back(None) is None


def test_correction_undo_goes_back_one_by_one():
    pad = mended().change(Change(6, entry("1:g12"), entry("1:g11")))
    for _ in range(2):
        pad.change(pad.way_back(1))
    assert pad.line == TWO.removeprefix("classic/2 ")
    assert pad.way_back(1) is None
    assert pad.way_back(None) is None


def test_correction_undo_keeps_later_entries_of_others():
    pad = mended().enter("1:b9")
    assert pad.way_back(2) is None
    assert pad.way_back(1) is None
    pad = mended().enter("2:g12")
    assert pad.way_back(2) is None
    assert pad.way_back(None) is None
    assert f"classic/2 {pad.change(pad.way_back(1)).line}" == f"{TWO} 2:g12"


def test_correction_cannot_be_undone_after_its_roll():
    assert mended().enter("2:y5").enter("/").way_back(1) is None


def test_other_entries_exclude_those_of_corrections():
    game, change = put(TWO, 4, "1:r8")
    pad = Pad(game)
    seen = len(game.log)
    pad.enter("2:y5").change(change).enter("1:b9")
    assert [each.text for each in entries_since(pad.game, pad.made, seen)] == ["2:y5", "1:b9"]


@st.composite
def changes(draw):
    """A pad, and a change of one sheet that the rules accept."""
    game = draw(games())
    seat = draw(st.integers(1, game.setup.seats))
    found = edit_points(Story.from_game(game), seat)
    assume(found)
    at = draw(st.sampled_from(found))
    moves = [m for m in printed_moves(game.setup.layout) if isinstance(m, Cross | Penalty)]
    change = at.removal_change(game) if draw(st.integers(0, 2)) == 0 else None
    change = change or at.replacement_change(game, draw(st.sampled_from(moves)))
    assume(change.apply_to(game.applied) != game.applied)
    return Pad(game), change


@some
@given(changes())
def test_correction_undo_restores_the_position(made):
    pad, change = made
    before = pad.game
    refused = correction_for(before, change).refused
    in_the_way = find_obstacle(before, change)
    if refused is not None:
        assert in_the_way is None or in_the_way.entry in before.applied[change.index :]
        return
    assert in_the_way is None
    pad.change(change)
    assert pad.game.applied == keep_finished(before, change).apply_to(before.applied)
    assert replay(pad.game.setup, pad.game.log) == (pad.game, None)
    back = pad.way_back(None)
    if not before.applied:
        assert back is None  # the first entry of all is one like any other, and so is its undo
        return
    pad.change(back)
    assert pad.game.position == before.position
    assert pad.game.applied == before.applied
    assert pad.way_back(None) is None


# The white dice of a roll


def set_white_dice(line, roll, points):
    """The change that sets the white dice of a roll, and the pad after it."""
    pad = Pad(played(line))
    change = white_dice_change(pad.game, roll, WhiteDiceSum(points))
    return change, pad.change(change)


def test_white_dice_go_as_late_as_possible():
    assert set_white_dice(TWO, 1, 7)[1].line == "1:r5 2:y3 w7 / 2:y4 1:r7 / 1:g12 2:b9 /"
    assert set_white_dice(TWO, 4, 7)[1].line == f"{TWO} w7".partition(" ")[2]
    ended = "classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:-"
    change, _ = set_white_dice(ended, 7, 7)
    assert change.index == len(played(ended).applied) - 1, "before what ended the game"


def test_white_dice_replace_or_remove_the_earlier_sum():
    line = "classic/2 1:r5 w7 / 2:y4 w5 w6 /"
    assert set_white_dice(line, 1, 8)[1].line == "1:r5 w8 / 2:y4 w5 w6 /"
    assert set_white_dice(line, 1, 7)[1].line == "1:r5 / 2:y4 w5 w6 /"
    assert set_white_dice(line, 2, 6)[1].line == "1:r5 w7 / 2:y4 w5 /"
    assert white_dice_change(played(line), 9, WhiteDiceSum(7)) is None, "there is no such roll"


def test_white_dice_change_is_undone_by_its_roller():
    change, pad = set_white_dice(TWO, 2, 9)
    [made] = pad.made
    assert (made.change, made.seat, made.roll) == (change, 2, 2)
    assert pad.way_back(2) == pad.way_back(None) == change.inverse
    assert pad.way_back(1) is None
    assert pad.change(change.inverse).line == TWO.partition(" ")[2]


def test_white_dice_change_outside_a_roll_has_no_owner():
    game = played(TWO)
    for place in (-1, 99):
        assert change_owner(game.timeline, Change(place, None, Entry(WhiteDiceSum(7)))) is None
    mixed = Change(0, game.applied[0], Entry(WhiteDiceSum(7)))
    assert change_owner(game.timeline, mixed) is None, "a cross is no sum of dice"


# A finished game stays finished

FINISHED = [
    ("classic r3 - - - -", 4, "r5"),
    ("classic r2 end", 0, "r4"),
    ("classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:- 2:b9", 12, "1:r5"),
    ("classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:- 2:b9", 13, None),
    ("classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:- 2:b9 end", 0, "1:r5"),
    ("classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / /", 0, "1:r5"),
    ("classic/2 1:r5 / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:- / end", 0, "1:-"),
]


@pytest.mark.parametrize(("line", "place", "new"), FINISHED)
def test_corrected_finished_game_stays_finished(line, place, new):
    game, change = put(line, place, new)
    pad = Pad(game).change(change)
    assert pad.game.position.is_settled
    [made] = pad.made
    assert (made.change.old, made.change.new) == (change.old, change.new)
    assert pad.change(pad.way_back(None)).line == line.partition(" ")[2]


def test_correction_does_not_finish_an_open_game():
    game, change = put(TWO, 0, "1:r4")
    assert keep_finished(game, change) == change
    assert not Pad(game).change(change).game.position.is_over


def test_closed_game_with_open_last_action_stays_finished():
    game, change = put("classic r2 r# y#", 2, None)
    assert keep_finished(game, change, put_away=True).end_delta == 1
    assert keep_finished(game, change).end_delta == 0, "at the table it goes on"


def test_correction_that_ends_the_game_earlier_is_refused():
    game, change = put("classic/2 1:r2 / / 1:- / / 1:- / / 1:- / 2:b12 / 1:r5 end", 0, "1:-")
    assert correction_for(game, change).refused.reason == "over"
    assert (find_obstacle(game, change).entry, find_obstacle(game, change).seat) == (
        entry("2:b12"),
        2,
    )
