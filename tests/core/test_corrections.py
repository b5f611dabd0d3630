"""Putting one entry right while the game goes on, and taking that back at one stroke."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qwixx_pad.core.corrections import (
    Change,
    corrected,
    leaving_finished,
    made_in,
    obstacle,
    others,
    owner,
    spots,
    way_back,
    white_dice,
)
from qwixx_pad.core.game import reopened, replay, rewrite
from qwixx_pad.core.moves import Close, Cross, Entry, Penalty, White
from qwixx_pad.core.notation import Story
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
        self.game = self.game.play(entry(token))
        self.strokes.append(len(self.game.log) - 1)
        return self

    def change(self, change):
        correction = corrected(self.game, change)
        assert correction.refused is None
        stroke = len(self.game.log)
        self.game = entered(self.game, correction)
        self.strokes += [stroke] * len(correction.entries)
        return self

    @property
    def made(self):
        return made_in(self.game, self.strokes)

    def way_back(self, seat):
        return way_back(self.game, self.made, seat)

    @property
    def line(self):
        return " ".join(each.text for each in self.game.standing)


def mended():
    """In the second roll player 1 has crossed red 8, not red 7."""
    game, change = put(TWO, 4, "1:r8")
    return Pad(game).change(change)


def put(line, place, new):
    game = played(line)
    return game, Change(place, game.standing[place], new and entry(new))


def offered(game, seat):
    """The spots by their rolls and what stands there; nothing where a cross may be missing."""
    return {(s.roll, s.step.move.text if s.step else ""): s for s in spots(Story.of(game), seat)}


def spot(game, seat, roll, token=""):
    return offered(game, seat)[roll, token]


# What the log says then


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


@some
@given(games(), st.data())
def test_what_is_wanted_stands_afterwards_exactly(game, data):
    """From one game of a kind to another: whatever stood before, the other one stands then."""
    other = data.draw(games(st.just(game.setup.text)))
    after = entered(game, rewrite(game, other.standing))
    assert after.standing == other.standing
    assert after.position == other.position


# What can be changed


def test_every_roll_offers_what_was_entered_and_where_a_cross_may_be_missing():
    game = played("classic/2 1:r5 2:y3 / 2:y4 1:r7 / 2:b9 / 2:b8")
    assert [*offered(game, 1)] == [(1, "r5"), (1, ""), (2, "r7"), (3, "-")]
    assert [*offered(game, 2)] == [(1, "y3"), (2, "y4"), (2, ""), (3, "b9"), (4, "b8")]


def test_a_single_sheet_offers_its_entries_and_one_place_for_what_is_missing():
    one_sheet = offered(played("classic r5 - b#"), 1)
    assert [*one_sheet] == [(1, "r5"), (1, "-"), (1, "b#"), (1, "")]


def test_a_misthrow_that_came_by_itself_is_there_and_becomes_a_cross():
    game = played("classic/2 2:y3 / 2:y4")
    wrong = spot(game, 1, 1, "-")
    assert wrong.came_by_itself(game)
    assert wrong.taken_out(game) is None
    pad = Pad(game).change(wrong.instead(game, Cross("r", 5)))
    assert pad.line == "2:y3 1:r5 / 2:y4"
    assert pad.game.position.sheets[0].penalties == 0


def test_a_forgotten_cross_stands_as_late_in_its_roll_as_it_can():
    game = played("classic/2 1:r8 2:y3 / 2:y4")
    pad = Pad(game).change(spot(game, 1, 1).instead(game, Cross("y", 2)))
    assert pad.line == "1:r8 2:y3 1:y2 / 2:y4"
    pad = Pad(game).change(spot(game, 1, 1).instead(game, Cross("r", 5)))
    assert pad.line == "1:r5 1:r8 2:y3 / 2:y4"
    game = played("classic r2 r5 y3")
    assert Pad(game).change(spot(game, 1, 1).instead(game, Cross("r", 4))).line == "r2 r4 r5 y3"


def test_a_row_closed_by_mistake_is_open_again():
    game = played("classic r2 b# y3")
    pad = Pad(game).change(spot(game, 1, 1, "b#").taken_out(game))
    assert pad.game.position.closed == frozenset()
    other = spot(game, 1, 1, "b#").instead(game, Close("g"))
    assert Pad(game).change(other).game.position.closed == {"g"}


# What stands in the way


def test_what_stands_in_the_way_is_named_with_its_roll():
    found = obstacle(*put(TWO, 0, "1:r8"))
    assert (found.entry, found.roll, found.reason) == (entry("1:r7"), 2, "passed")
    found = obstacle(*put("classic r2 r3 r4 r5 r6 r12", 0, None))
    assert (found.entry, found.roll, found.reason) == (entry("r12"), 1, "needs_more")


def test_nothing_stands_in_the_way_of_what_was_never_possible_itself():
    game, change = put(TWO, 4, "1:r3")
    assert corrected(game, change).refused is not None
    assert obstacle(game, change) is None
    assert obstacle(*put(TWO, 4, "1:r8")) is None


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
def test_a_change_is_of_one_sheet(old, new, seat):
    assert Change(0, old and entry(old), new and entry(new)).seat == seat


def test_a_change_fits_only_what_stands_there():
    standing = played(TWO).standing
    assert Change(0, entry("1:r5"), None).fits(standing)
    assert not Change(1, entry("1:r5"), None).fits(standing)
    assert not Change(99, entry("1:r5"), None).fits(standing)
    assert not Change(-1, None, entry("1:r6")).fits(standing)
    assert Change(len(standing), None, entry("1:r6")).fits(standing)


# What a log holds


def test_a_log_says_what_was_corrected_and_in_which_roll():
    (made,) = mended().made
    assert (made.change, made.seat, made.roll) == (put(TWO, 4, "1:r8")[1], 1, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [("1:r5", "1:r5"), ("w7", "w7"), ("1:r5", "r6"), (None, "r6"), ("1:r5", "2:r5"), ("1:r5", "w7")]
    + [(None, word) for word in ("1:out", "1:in", "1:undo", "1:redo", "/", "end", "undo")],
)
def test_what_changes_nothing_or_is_not_on_one_sheet_is_nobodys(old, new):
    change = Change(0, old and entry(old), entry(new))
    assert owner(played(TWO).timeline, change) is None


def test_on_one_sheet_an_entry_needs_no_seat():
    assert owner(played("classic r5").timeline, Change(0, entry("r5"), entry("r6"))) == 1


def test_single_taps_are_no_correction_even_if_they_come_to_the_same():
    pad = Pad(played("classic r5 y3"))
    for token in ("undo", "undo", "r6", "y3"):
        pad.enter(token)
    assert pad.made == ()
    assert pad.way_back(None) is None


def test_a_way_back_is_no_correction():
    pad = Pad(played("classic r5 y3 end"))
    pad.strokes[-1:] = ["x"]
    for token in ("undo", "undo"):
        pad.enter(token)
    pad.strokes[-2:] = ["y", "y"]
    assert pad.made == ()


def test_the_newest_entry_is_taken_out_so_that_it_is_known_from_an_undo():
    game = played("classic r5 y3")
    pad = Pad(game).change(Change(1, entry("y3"), None))
    assert [each.text for each in pad.game.log[2:]] == ["undo", "redo", "undo"]
    assert pad.change(pad.way_back(None)).line == "r5 y3"
    assert [each.text for each in pad.game.log[5:]] == ["undo", "redo", "y3"]
    assert pad.way_back(None) is None


def test_after_an_undo_the_one_before_it_is_next_and_then_none():
    pad = mended().change(Change(6, entry("1:g12"), entry("1:g11")))
    for _ in range(2):
        pad.change(pad.way_back(1))
    assert pad.line == TWO.removeprefix("classic/2 ")
    assert pad.way_back(1) is None
    assert pad.way_back(None) is None


def test_others_may_enter_something_before_an_undo_and_keep_it():
    pad = mended().enter("1:b9")
    assert pad.way_back(2) is None
    assert pad.way_back(1) is None
    pad = mended().enter("2:g12")
    assert pad.way_back(2) is None
    assert pad.way_back(None) is None
    assert f"classic/2 {pad.change(pad.way_back(1)).line}" == f"{TWO} 2:g12"


def test_the_end_of_the_roll_makes_a_correction_a_matter_of_its_own():
    assert mended().enter("2:y5").enter("/").way_back(1) is None


def test_what_was_entered_beside_corrections_is_told_apart():
    game, change = put(TWO, 4, "1:r8")
    pad = Pad(game)
    seen = len(game.log)
    pad.enter("2:y5").change(change).enter("1:b9")
    assert [each.text for each in others(pad.game, pad.made, seen)] == ["2:y5", "1:b9"]


@st.composite
def changes(draw):
    """A pad, and a change of one sheet that the rules accept."""
    game = draw(games())
    seat = draw(st.integers(1, game.setup.seats))
    found = spots(Story.of(game), seat)
    assume(found)
    at = draw(st.sampled_from(found))
    moves = [m for m in printed_moves(game.setup.layout) if isinstance(m, Cross | Penalty)]
    change = at.taken_out(game) if draw(st.integers(0, 2)) == 0 else None
    change = change or at.instead(game, draw(st.sampled_from(moves)))
    assume(change.wanted(game.standing) != game.standing)
    return Pad(game), change


@some
@given(changes())
def test_a_correction_and_its_undo_restore_the_very_same_position(made):
    pad, change = made
    before = pad.game
    refused = corrected(before, change).refused
    in_the_way = obstacle(before, change)
    if refused is not None:
        assert in_the_way is None or in_the_way.entry in before.standing[change.place :]
        return
    assert in_the_way is None
    pad.change(change)
    assert pad.game.standing == leaving_finished(before, change).wanted(before.standing)
    assert replay(pad.game.setup, pad.game.log) == (pad.game, None)
    back = pad.way_back(None)
    if not before.standing:
        assert back is None  # the first entry of all is one like any other, and so is its undo
        return
    pad.change(back)
    assert pad.game.position == before.position
    assert pad.game.standing == before.standing
    assert pad.way_back(None) is None


# The white dice of a roll


def told(line, roll, points):
    """The change that tells the white dice of a roll, and the line that stands after it."""
    pad = Pad(played(line))
    change = white_dice(pad.game, roll, White(points))
    return change, pad.change(change)


def test_the_white_dice_stand_as_late_in_their_roll_as_they_can():
    assert told(TWO, 1, 7)[1].line == "1:r5 2:y3 w7 / 2:y4 1:r7 / 1:g12 2:b9 /"
    assert told(TWO, 4, 7)[1].line == f"{TWO} w7".partition(" ")[2]
    ended = "classic/2 1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 / 1:-"
    change, _ = told(ended, 7, 7)
    assert change.place == len(played(ended).standing) - 1, "before what ended the game"


def test_another_sum_takes_the_place_of_the_one_before_and_the_same_again_takes_it_out():
    line = "classic/2 1:r5 w7 / 2:y4 w5 w6 /"
    assert told(line, 1, 8)[1].line == "1:r5 w8 / 2:y4 w5 w6 /"
    assert told(line, 1, 7)[1].line == "1:r5 / 2:y4 w5 w6 /"
    assert told(line, 2, 6)[1].line == "1:r5 w7 / 2:y4 w5 /"
    assert white_dice(played(line), 9, White(7)) is None, "there is no such roll"


def test_what_was_told_of_the_white_dice_is_found_and_taken_back_by_who_rolled_them():
    change, pad = told(TWO, 2, 9)
    [made] = pad.made
    assert (made.change, made.seat, made.roll) == (change, 2, 2)
    assert pad.way_back(2) == pad.way_back(None) == change.inverse
    assert pad.way_back(1) is None
    assert pad.change(change.inverse).line == TWO.partition(" ")[2]


def test_a_change_of_the_white_dice_of_no_roll_is_nobodys():
    game = played(TWO)
    for place in (-1, 99):
        assert owner(game.timeline, Change(place, None, Entry(White(7)))) is None
    mixed = Change(0, game.standing[0], Entry(White(7)))
    assert owner(game.timeline, mixed) is None, "a cross is no sum of dice"


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
def test_a_corrected_finished_game_stays_finished_and_one_undo_restores_it(line, place, new):
    game, change = put(line, place, new)
    pad = Pad(game).change(change)
    assert pad.game.position.settled
    [made] = pad.made
    assert (made.change.old, made.change.new) == (change.old, change.new)
    assert pad.change(pad.way_back(None)).line == line.partition(" ")[2]


def test_a_game_that_goes_on_is_not_finished_by_a_correction():
    game, change = put(TWO, 0, "1:r4")
    assert leaving_finished(game, change) == change
    assert not Pad(game).change(change).game.position.over


def test_a_game_that_was_put_away_with_its_last_action_open_stays_finished_too():
    game, change = put("classic r2 r# y#", 2, None)
    assert leaving_finished(game, change, put_away=True).ends == 1
    assert leaving_finished(game, change).ends == 0, "at the table it goes on"


def test_a_correction_that_would_end_the_game_earlier_is_refused_and_names_what_comes_later():
    game, change = put("classic/2 1:r2 / / 1:- / / 1:- / / 1:- / 2:b12 / 1:r5 end", 0, "1:-")
    assert corrected(game, change).refused.reason == "over"
    assert (obstacle(game, change).entry, obstacle(game, change).seat) == (entry("2:b12"), 2)
