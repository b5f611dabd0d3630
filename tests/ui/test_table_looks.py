"""What a table says around a sheet: whose roll, how everybody stands, what the button does."""

from datetime import UTC, datetime

import pytest
from strategies import played

from qwixx_pad.archive.kept import Kept
from qwixx_pad.archive.summaries import sheet_of, summarise
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from qwixx_pad.tables.seating import Answers
from qwixx_pad.ui.games import card_look
from qwixx_pad.ui.pad.announcements import announcements
from qwixx_pad.ui.pad.geometry import Space
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.pad.geometry_wide import cards_geometry
from qwixx_pad.ui.pad.state import TableState
from qwixx_pad.ui.pad.table_view import table_look
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))
NAMES = ("Anna", "Ben", "Cleo")
READY = " / ".join(f"1:r{n} 2:r{n} 3:b{14 - n}" for n in range(2, 7))
"""Five rolls: Anna and Ben have five crosses in red, Cleo in blue; Ben is rolling."""


def state(mine=(1,), **changes):
    return TableState(NAMES, (0, 1, 2), mine, here=(True,) * 3, code="K7PQ", **changes)


def look(line, seat=1, **changes):
    return table_look(played(line), state(**changes), seat, WORDS)


def said(before, after, seat=1, mine=(1,)):
    told = announcements(played(before), played(after), state(mine), seat, WORDS)
    return told and told.text


def test_the_roller_reads_your_roll_and_the_others_whose_it_is():
    assert look("classic/3 1:r2").title == "Your roll"
    assert look("classic/3 1:r2", seat=2, mine=(2,)).title == "Anna’s roll"
    assert look("classic/3 1:r2", mine=(1, 2)).roll == "Anna’s roll"


def test_a_round_is_over_when_all_have_rolled():
    assert look("classic/3 1:r2 /").subtitle == "Round 1 • table K7PQ"
    assert look("classic/3 1:r2 / 2:r2 / 3:r2 /").subtitle == "Round 2 • table K7PQ"


@pytest.mark.parametrize(
    ("line", "seat", "text"),
    [
        ("classic/3", 1, "Misthrow −5"),
        ("classic/3 1:r2", 1, "End turn"),
        ("classic/3 1:-", 1, "End turn"),
        ("on_board/3 1:@5", 1, "Misthrow −5"),
        ("classic/3", 2, "Done"),
    ],
)
def test_the_button_says_what_comes_next(line, seat, text):
    assert look(line, seat, mine=(seat,)).button.text == text


def test_done_can_be_changed_and_another_devices_sheet_leads_back_to_ones_own():
    done = Answers(1, frozenset({2}))
    assert look("classic/3", 2, mine=(2,), answers=done).button.text == "Change"
    other = look("classic/3", 3, mine=(2,))
    assert (other.title, other.button.text) == ("Cleo’s pad", "Back to your pad")


def test_the_last_round_counts_the_rolls_to_go():
    line = "on_board/3 1:@!"
    assert look(line).banner == "Last round: 3 rolls to go"
    assert look(f"{line} 1:r2 / 2:r2 /").banner == "Last round: this is the last roll"
    assert look("on_board/3 1:@5").banner is None


def test_a_chip_says_total_locks_roller_and_absence():
    line = f"classic/3 {READY} / 1:r12"
    chips = table_look(played(line), away(2), 1, WORDS).chips
    assert chips[0].spoken == "You, 28 points, locked red"
    assert chips[1].spoken == "Ben, 15 points, phone away"
    assert chips[2].spoken.endswith("rolling")


def away(seat):
    here = tuple(other != seat for other in (1, 2, 3))
    return TableState(NAMES, (0, 1, 2), (1,), here=here, code="K7PQ")


def test_what_others_do_is_told_and_the_most_important_first():
    ready = f"classic/3 {READY} /"
    assert said("classic/3 1:r2", "classic/3 1:r2 /") == "Ben’s roll."
    assert said(ready, f"{ready} 2:r12") == "Ben is locking red. You may cross 12."
    assert said(f"{ready} 1:y2", f"{ready} 1:y2 2:r12") == "Ben closed red"
    assert said("classic/3 1:r2 /", "classic/3 1:r2 / undo") == "Anna is still rolling"
    assert said("classic/3 1:r2", "classic/3 1:r2 2:r2") is None
    assert said("classic/3 1:r2", "classic/3 1:r2 end") == "Game over. Anna wins!"


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
    end = end_look(played("classic/3 1:r2 2:r2 end"), NAMES, (0, 1, 2), WORDS)
    assert [place.name for place in end.places] == ["Anna", "Ben", "Cleo"]
    assert [place.place for place in end.places] == [1, 1, 3]


def card(line, mine, **more):
    now = datetime(2026, 1, 2, tzinfo=UTC)
    setup, *tokens = line.split()
    entries = tuple(SavedEntry(token, now) for token in tokens)
    summary = summarise(SavedGame(GameHead("g", setup, NAMES, now), entries), installed())
    layout = installed()[summary.layout]
    sheets = tuple(sheet_of(score, layout) for score in summary.scores)
    return card_look(Kept(summary, sheets), mine, WORDS, now.date(), **more)


def test_a_list_shows_the_players_own_sheet_or_else_the_best():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    assert (card(line, "Anna").seed, card(line, "Anna").state) == ("g1", "open")
    assert card(f"{line} end", "Anna").state == "2nd"
    best = card(f"{line} end", "Somebody")
    assert (best.seed, best.state, best.won) == ("g2", "Ben won", True)


def test_a_name_that_is_looked_for_stands_first_with_its_points_and_is_not_cut():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    asked = card(line, "Anna"), card(line, "Anna", sought=" bE")
    assert [(look.names, look.totals) for look in asked] == [
        ("Anna, Ben, Cleo", "1 · 6 · 0"),
        ("Ben, Anna, Cleo", "6 · 1 · 0"),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("space", [Space(1180, 820), Space(820, 1180), Space(600, 1400)])
def test_sheets_on_one_screen_do_not_overlap_nor_leave_it(seats, space):
    geometry = cards_geometry(space, installed()["classic"], Beside(seats))
    boxes = (*(sheet.box for sheet in geometry.sheets), geometry.bar.box)
    assert len(boxes) == seats + 1
    for box in boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= space.width
        assert box.bottom <= space.height
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one.right <= other.x or other.right <= one.x
            assert apart or one.bottom <= other.y or other.bottom <= one.y


def test_the_design_sizes_of_a_tablet_are_met():
    classic, tablet = installed()["classic"], Space(1180, 820)
    four, two = (cards_geometry(tablet, classic, Beside(seats)) for seats in (4, 2))
    assert round(four.sheet.rows[0].cells[0].width) == 36
    assert 55 <= four.sheet.rows[0].cells[0].height <= 62
    assert abs(two.sheet.rows[0].cells[0].width - 83) < 2
    assert 55 <= two.sheet.rows[0].cells[0].height <= 62
