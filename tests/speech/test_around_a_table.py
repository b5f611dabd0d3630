"""What a table says around a sheet: whose roll, how everybody stands, what the button does."""

import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from qwixx_pad.archive.library import Kept
from qwixx_pad.archive.sharing import game_file_name
from qwixx_pad.archive.summaries import sheet_of, summarise
from qwixx_pad.layouts import installed
from qwixx_pad.storage.summary import day_here
from qwixx_pad.tables.seating import Answers
from qwixx_pad.ui.games import card_look
from qwixx_pad.ui.play.state import (
    ONE_SHEET,
    PadState,
    ScreenForm,
    TableState,
    announced,
    view_of,
)
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.speech.words import Voice
from tests.support.strategies import played
from tests.support.ui.pads_with_games import NOON, game_of
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo")
READY = " / ".join(f"1:r{n} 2:r{n} 3:b{14 - n}" for n in range(2, 7))
"""Five rolls: Anna and Ben have five crosses in red, Cleo in blue; Ben is rolling."""


PHONE = TableState(NAMES, (0, 1, 2), (1,), here=(True,) * 3, code="K7PQ")
"""Anna's phone at a shared table."""
TWO_OF_THREE = replace(PHONE, mine=(1, 2))
ONE_DEVICE = TableState(NAMES, (0, 1, 2), (1, 2, 3))


def look(line, seat=1, table=PHONE, form=ONE_SHEET, **changes):
    state = PadState(played(line), seat, replace(table, **changes))
    return view_of(state, Voice(WORDS), form)


def told(before, after):
    return announced(*(PadState(played(line), 1, PHONE) for line in (before, after)), WORDS)


def said(before, after):
    return told(before, after) and told(before, after).text


def test_the_roller_reads_your_roll_and_the_others_whose_it_is():
    assert look("classic/3 1:r2").title.title == "Your roll"
    assert look("classic/3 1:r2", seat=2, mine=(2,)).title.title == "Anna’s roll"
    several = look("classic/3 1:r2", mine=(1, 2), form=ScreenForm(all_sheets=True))
    assert several.title.title == "Anna’s roll"


@pytest.mark.parametrize("state", [ONE_DEVICE, TWO_OF_THREE], ids=["all", "two of three"])
def test_where_one_device_has_several_sheets_the_title_says_whose_is_in_front(state):
    shown = [look("classic/3 1:r2", seat, state).title for seat in (1, 2)]
    assert [each.title for each in shown] == ["Anna’s pad", "Ben’s pad"]
    assert {each.subtitle for each in shown} == {"Anna’s roll • Round 1"}


def test_the_title_stays_in_the_last_action_too():
    rounds = " ".join(f"1:r{n} 1:y{n} / 2:b{14 - n} / 3:g{14 - n} /" for n in range(2, 7))
    over = look(f"classic/3 {rounds} 1:r12 1:y12", 2, ONE_DEVICE).title
    assert (over.title, over.subtitle) == ("Ben’s pad", "One more cross with the white dice")


def test_a_round_is_over_when_all_have_rolled():
    assert look("classic/3 1:r2 /").title.subtitle == "Round 1 • table K7PQ"
    assert look("classic/3 1:r2 / 2:r2 / 3:r2 /").title.subtitle == "Round 2 • table K7PQ"


@pytest.mark.parametrize(
    ("line", "seat", "text"),
    [
        ("classic/3", 1, "Misthrow −5"),
        ("classic/3 1:r2", 1, "End turn"),
        ("classic/3 1:-", 1, "End turn"),
        ("on_board/3 1:@5", 1, "Misthrow −5"),
        ("classic/3", 2, "Done"),
        ("classic/3 2:out", 2, "Play again"),
        ("classic/3 2:out", 1, "Misthrow −5"),
        ("classic/3 1:out", 1, "Play again"),
        ("classic/3 1:out", 2, "End Anna’s turn"),
    ],
)
def test_the_button_says_what_comes_next(line, seat, text):
    assert look(line, seat, mine=(seat,)).button.text == text


@pytest.mark.parametrize(
    ("line", "seat", "misses", "text"),
    [
        ("classic/3", 1, True, "Misthrow −5"),
        ("classic/3", 2, True, "Anna: misthrow"),
        ("classic/3 1:r2", 1, False, "End turn"),
        ("classic/3 1:r2 2:r2", 2, False, "End Anna’s turn"),
        ("classic/3 1:r2 / 2:r3", 1, False, "End Ben’s turn"),
    ],
)
def test_on_the_sheet_of_another_the_button_says_whose_roll_it_ends(line, seat, misses, text):
    button = look(line, seat, ONE_DEVICE).button
    assert (button.misses, button.identifier, button.text) == (misses, "end-turn", text)


def test_a_button_leads_back_to_the_rollers_sheet_from_all_the_others():
    backs = [look("classic/3 1:r2 / 2:r3", seat, ONE_DEVICE).back for seat in (1, 2, 3)]
    assert [back and back.text for back in backs] == ["Back to Ben", None, "Back to Ben"]


def test_a_phone_with_two_of_three_seats_leads_back_to_the_one_that_rolls():
    line = "classic/3 1:r2 / 2:r3"
    assert look(line, 1, TWO_OF_THREE).back.text == "Back to Ben"
    assert look(line, 3, TWO_OF_THREE).button.text == "Back to Ben"
    assert look(f"{line} /", 3, TWO_OF_THREE).button.text == "Back to Anna"
    assert look(f"{line} /", 1, TWO_OF_THREE).back is None


def test_done_can_be_changed_and_another_devices_sheet_leads_back_to_ones_own():
    done = Answers(1, frozenset({2}))
    assert look("classic/3", 2, mine=(2,), answers=done).button.text == "Not done yet"
    other = look("classic/3", 3, mine=(2,))
    assert (other.title.title, other.button.text) == ("Cleo’s pad", "Back to your pad")


def test_the_last_round_counts_the_rolls_to_go():
    line = "on_board/3 1:@!"
    assert look(line).title.banner.text == "Last round: 3 rolls to go"
    assert look(f"{line} 1:r2 / 2:r2 /").title.banner.text == "Last round: this is the last roll"
    assert look("on_board/3 1:@5").title.banner is None


def test_a_chip_says_total_locks_roller_and_absence():
    line = f"classic/3 {READY} / 1:r12"
    chips = look(line, here=(True, False, True)).chips
    assert chips[0].spoken == "You, 28 points, locked red"
    assert chips[1].spoken == "Ben, 15 points, phone away"
    assert chips[2].spoken.endswith("rolling")


def test_a_chip_says_who_sits_out_and_keeps_the_points():
    shown = look("classic/3 2:r5 2:out")
    assert [chip.out for chip in shown.chips] == [False, True, False]
    assert shown.chips[1].spoken == "Ben, 1 point, sits out"
    state = PadState(played("classic/3 2:r5 2:out"), 1, PHONE)
    hidden = view_of(state, Voice(WORDS, hides_points=True))
    assert hidden.chips[1].spoken == "Ben, sits out"


def test_what_others_do_is_told_and_the_most_important_first():
    ready = f"classic/3 {READY} /"
    assert said("classic/3 1:r2", "classic/3 1:r2 /") == "Ben’s roll."
    assert said(ready, f"{ready} 2:r12") == "Ben is locking red. You may cross 12."
    assert said(f"{ready} 1:y2", f"{ready} 1:y2 2:r12") == "Ben closed red"
    assert said("classic/3 1:r2 /", "classic/3 1:r2 / undo") == "Anna is still rolling"
    assert said("classic/3 1:r2", "classic/3 1:r2 2:r2") is None
    assert said("classic/3 1:r2", "classic/3 1:r2 end") == "Game over. Anna wins!"


def test_who_goes_and_who_comes_back_is_told():
    gone = told("classic/3", "classic/3 2:out")
    assert (gone.text, gone.shown) == ("Ben sits out", True)
    assert said("classic/3 2:out", "classic/3 2:out 2:in") == "Ben plays again"
    assert told("classic/3 2:out", "classic/3 2:out 2:out") is None


@pytest.mark.parametrize(
    ("line", "headline", "margin"),
    [
        ("1:r2 1:r3", "Anna wins!", "By 3 points. So close, Ben."),
        ("1:r2 2:r2", "Anna and Ben win!", "By 1 point. So close, Cleo."),
        ("1:r2 2:r2 3:r2", "Anna, Ben and Cleo win!", "All equal."),
        ("1:r2 1:r3 2:r2 / 1:r4 2:r3 / 1:r5 3:r2", "Anna wins!", "By 7 points."),
    ],
)
def test_equal_totals_share_the_win_and_small_margins_are_kindly_put(line, headline, margin):
    end = end_look(played(f"classic/3 {line} end"), NAMES, (0, 1, 2), WORDS)
    assert (end.headline, end.margin) == (headline, margin)


def test_places_are_shared_and_the_next_one_is_left_out():
    places = end_look(played("classic/3 1:r2 2:r2 end"), NAMES, (0, 1, 2), WORDS).places
    assert [(each.name, each.place) for each in places] == [("Anna", 1), ("Ben", 1), ("Cleo", 3)]


def card(line, mine, **more):
    summary = summarise(game_of(line, *NAMES), installed())
    sheets = tuple(sheet_of(score, installed()["classic"]) for score in summary.scores)
    return card_look(Kept(summary, sheets), mine, WORDS, NOON.date(), **more)


def test_a_list_shows_the_players_own_sheet_or_else_the_best():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    assert (card(line, "Anna").seed, card(line, "Anna").state) == ("kept1", "open")
    assert card(f"{line} end", "Anna").state == "2nd"
    best = card(f"{line} end", "Somebody")
    assert (best.seed, best.state, best.won) == ("kept2", "Ben won", True)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows keeps one zone a process")
@pytest.mark.parametrize(
    ("zone", "touched", "day"),
    [
        ("America/New_York", datetime(2026, 3, 2, 1, 30, tzinfo=UTC), date(2026, 3, 1)),
        ("America/New_York", datetime(2026, 7, 4, 3, 30, tzinfo=UTC), date(2026, 7, 3)),
        ("Europe/Berlin", datetime(2026, 3, 1, 23, 40, tzinfo=UTC), date(2026, 3, 2)),
        ("Europe/Berlin", datetime(2026, 7, 3, 22, 40, tzinfo=UTC), date(2026, 7, 4)),
    ],
)
def test_all_that_is_told_of_a_game_has_the_day_that_it_was_here(zone, touched, day, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        summary = replace(summarise(game_of("classic r5 end"), installed()), touched=touched)
        later = touched + timedelta(days=2)
        named = f"{day:%A}"
        card = card_look(Kept(summary), "", WORDS, day_here(later))
        assert (day_here(touched), card.day, WORDS.ago(touched, later)) == (day, named, named)
        assert WORDS.ago(touched, touched + timedelta(days=1)) == "Yesterday"
        assert game_file_name(summary, "json") == f"qwixx-{day}.json"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_name_that_is_looked_for_stands_first_with_its_points_and_is_not_cut():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    asked = card(line, "Anna"), card(line, "Anna", sought=" bE")
    assert [(look.names, look.totals) for look in asked] == [
        ("Anna, Ben, Cleo", "1 · 6 · 0"),
        ("Ben, Anna, Cleo", "6 · 1 · 0"),
    ]
