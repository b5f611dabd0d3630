"""What holds of every game, early or late, at one sheet or at a table of five."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import entry, every_sheet, every_table, examples, games, lines

from qwixx_pad.core.game import Game, Refused, candidates, replay
from qwixx_pad.core.layout import Mark, RowKind
from qwixx_pad.core.line import read_line
from qwixx_pad.core.moves import (
    CROSSINGS,
    Advance,
    Arrive,
    Board,
    Choose,
    EndRoll,
    Exchange,
    Finish,
    Penalty,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
    parse,
)
from qwixx_pad.core.refusal import RefusedError
from qwixx_pad.core.scoring import row_points, terms
from qwixx_pad.layouts import installed

thorough = examples(120)


def totals(game):
    return [sheet.total for sheet in game.position.sheets]


@thorough
@given(lines(every_sheet))
def test_replay_says_what_live_play_says(line):
    read = read_line(line, installed())
    live, refused = Game.start(read.setup), None
    for at, token in enumerate(read.tokens):
        tapped = parse(token)
        reason = "syntax" if tapped is None else live.why_not(tapped)
        if reason is not None:
            refused = (at, reason)
            break
        live = live.play(tapped)
    replayed, stopped = read.play()
    assert replayed == live
    assert (stopped and (stopped.at, stopped.reason)) == refused


@thorough
@given(games(every_sheet))
def test_a_log_refolds_to_the_same_game(game):
    assert replay(game.setup, game.log) == (game, None)
    assert read_line(game.text, installed()).play() == (game, None)


@thorough
@given(games(every_sheet), st.data())
def test_undo_after_an_entry_is_as_if_it_had_not_been_made(game, data):
    legal = [e for e in game.legal if not isinstance(e.move, Undo | Redo)]
    assume(legal)
    made = data.draw(st.sampled_from(legal))
    own = made.seat and not isinstance(made.move, SitOut | PlayAgain)
    for undo in ("undo", *([f"{made.seat}:undo"] if own else [])):
        after = game.play(made).play(entry(undo))
        assert after.position == game.position
        assert after.standing == game.standing


@thorough
@given(games(every_sheet), st.data())
def test_redo_after_undo_is_as_if_nothing_had_been_taken_back(game, data):
    undos = [e for e in game.legal if isinstance(e.move, Undo) and e.seat not in game.position.out]
    assume(undos)
    undo = data.draw(st.sampled_from(undos))
    taken_back = game.play(undo)
    for redo in ("redo", *([f"{undo.seat}:redo"] if undo.seat else [])):
        assert taken_back.play(entry(redo)).position == game.position


@thorough
@given(games(every_sheet))
def test_all_undone_and_all_redone_is_the_same_position(game):
    back, steps = game, 0
    while entry("undo") in back.legal:
        back, steps = back.play(entry("undo")), steps + 1
    assert back.position == game.setup.position()
    for _ in range(steps):
        back = back.play(entry("redo"))
    assert back.position == game.position


@thorough
@given(games(every_sheet))
def test_why_not_is_empty_for_what_legal_yields_and_for_nothing_else(game):
    legal = list(game.legal)
    assert [e for e in candidates(game) if game.why_not(e) is None] == legal
    assert len(legal) == len(set(legal)) == len(game.legal)
    assert bool(game.legal) == bool(legal)


@thorough
@given(games(every_sheet), st.data())
def test_what_is_not_legal_cannot_be_played(game, data):
    some = data.draw(st.sampled_from(list(candidates(game))))
    if some in game.legal:
        assert game.play(some).log == game.log.push(some)
    else:
        with pytest.raises(RefusedError) as caught:
            game.play(some)
        assert caught.value.reason == game.why_not(some)


@thorough
@given(games(every_sheet))
def test_whatever_stands_is_legal_from_the_first_entry_on(game):
    """So no undo has made a later entry of another seat illegal, and no redo either."""
    again, refused = replay(game.setup, game.standing)
    assert refused is None
    assert again.position == game.position


@thorough
@given(games(every_table, longest=40))
def test_undo_of_a_seat_takes_one_entry_of_that_seat_and_leaves_the_others(game):
    for seat in range(1, game.setup.seats + 1):
        if not game.can_undo(seat):
            continue
        after = game.play(entry(f"{seat}:undo"))
        lost = list(game.standing)
        for kept in after.standing:
            lost.remove(kept)
        assert [e.seat for e in lost] == [seat]
        assert replay(game.setup, after.standing)[1] is None


@thorough
@given(games(every_sheet), st.data())
def test_a_total_falls_only_by_five_and_only_by_a_penalty(game, data):
    forward = [e for e in game.legal if not isinstance(e.move, Undo | Redo)]
    assume(forward)
    made = data.draw(st.sampled_from(forward))
    gains = [new - old for new, old in zip(totals(game.play(made)), totals(game), strict=True)]
    if isinstance(made.move, Penalty):
        assert sum(gains) == min(gains)
        assert min(gains) in (-5, 0)
    elif isinstance(made.move, EndRoll):
        assert sum(gains) in (0, -5)
    else:
        assert min(gains) >= 0
        assert sum(1 for gain in gains if gain) <= 1


@thorough
@given(games(every_sheet))
def test_no_total_is_below_minus_twenty_or_above_what_the_sheet_can_give(game):
    for sheet in game.position.sheets:
        assert -20 <= sheet.total <= most(sheet.layout)


def most(layout):
    """The points of full rows, as far as they count, and of all that stands beside them."""
    full = [row_points(row.cap or len(row.cells) + 1) for row in layout.rows if row.lock_mask]
    steps = len(layout.marked(Mark.STEP))
    tracks = [max(row.numbers) for row in layout.rows if row.kind is RowKind.TRACK]
    pair = layout.pair(Mark.PLUS)
    again = max(full) if layout.pair(Mark.LOWEST) else 0
    beside = row_points(steps) + sum(tracks) + (pair.amount if pair else 0) + (layout.board or 0)
    return sum(full) + again + beside


@thorough
@given(games(every_sheet), st.data())
def test_the_terms_of_a_sheet_add_up_to_its_total(game, data):
    sheet = data.draw(st.sampled_from(game.position.sheets))
    assert sum(term.points for term in terms(sheet)) == sheet.total


@thorough
@given(games(every_sheet), st.data())
def test_what_one_entry_forces_ends_and_is_taken_back_with_it(game, data):
    forward = [e for e in game.legal if isinstance(e.move, (*CROSSINGS, Choose))]
    assume(forward)
    made = data.draw(st.sampled_from(forward))
    after = game.play(made)
    seat = (made.seat or 1) - 1
    crosses = [sum(map(int.bit_count, g.position.sheets[seat].marks)) for g in (game, after)]
    assert crosses[0] <= crosses[1] <= crosses[0] + 44 + 12
    assert after.play(entry("undo")).position == game.position


@thorough
@given(games(every_sheet, longest=40))
def test_after_the_end_nothing_is_legal_but_crosses_undo_redo_and_one_close(game):
    if not game.position.over:
        game = game.play(entry("end"))
    for made in game.legal:
        assert not isinstance(made.move, Penalty | Board | Arrive | Advance | Choose | Exchange)
        if isinstance(made.move, EndRoll | Finish):
            closed = game.play(made)
            left = [e for e in closed.legal if not isinstance(e.move, Undo | Redo)]
            assert left == []


@thorough
@given(games(every_table))
def test_the_seats_take_their_turns_in_order_and_those_who_are_out_are_passed_over(game):
    positions, seats = game.timeline.positions, game.setup.seats
    active = 1
    for before, after in pairwise(positions):
        if after.roll != before.roll:
            active = active % seats + 1
            while active in before.out:
                active = active % seats + 1
        assert after.active == active


@thorough
@given(games(every_table), st.data())
def test_who_goes_out_or_comes_back_changes_no_sheet_and_no_redo(game, data):
    leaving = [e for e in game.legal if isinstance(e.move, SitOut | PlayAgain)]
    assume(leaving)
    made = data.draw(st.sampled_from(leaving))
    after = game.play(made)
    assert after.position.sheets == game.position.sheets
    assert after.timeline.undone == game.timeline.undone
    assert after.play(entry("undo")).position == game.position


@thorough
@given(games(every_table))
def test_somebody_always_plays_and_who_is_out_may_enter_nothing(game):
    out = game.position.out
    assert len(out) < game.setup.seats
    theirs = [e.move for e in game.legal if e.seat in out]
    assert all(isinstance(move, SitOut | PlayAgain | Undo) for move in theirs)


@thorough
@given(games(every_sheet))
def test_a_row_is_closed_when_somebody_locked_it_and_never_without_five_crosses(game):
    locked = {
        row.letter
        for sheet in game.position.sheets
        for place, row in enumerate(game.setup.layout.rows)
        if sheet.locked(place)
    }
    from_elsewhere = {e.move.row for e in game.standing if e.text.endswith("#")}
    assert game.position.closed == locked | from_elsewhere
    for sheet in game.position.sheets:
        rows = range(len(game.setup.layout.rows))
        assert all(sheet.crosses(row) >= 7 for row in rows if sheet.locked(row))


def test_a_token_that_could_not_be_read_stops_a_replay():
    read = read_line("classic r5 nonsense r6", installed())
    game, refused = read.play()
    assert refused == Refused(1, "syntax")
    assert game.text == "classic r5"
