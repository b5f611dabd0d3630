"""Where the player chooses: which card asks, what it offers, what a tap on it enters."""

from random import Random

import pytest

from qwixx_pad.core.moves import ON_CELLS, Arrive, Board, EndRoll, Entry
from qwixx_pad.layouts import installed
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.play.state import Question, choice_look, owed_look
from tests.support.legal_entries import legal_entries
from tests.support.ui.unpainted_screen import NAMES, VOICE, Screen, phones

TIE = "r2 b12 y11 g9"
"""On Bonus B: two crosses are owed, and all rows tie; yellow can take none."""


@pytest.fixture
def sheet(room):
    """A fresh sheet alone, by its name, after some taps."""

    def begin(name, taps="", names=("",)):
        return Screen(SeatSession(room.host.service.start(name, names))).taps(taps)

    return begin


def card(screen):
    """What can be tapped on the open card: its choices, and its other buttons."""
    state = screen.controller.state
    look = None
    if state.owing is not None:
        look = owed_look(state, state.owing, VOICE)
    elif state.prompt is not None:
        look = choice_look(state, state.prompt, VOICE)
    return look and " | ".join(
        " ".join(key.identifier for key in keys) for keys in (look.choices, look.ways_out)
    )


# Bonus B: rows tie


def test_a_tie_asks_by_itself(sheet):
    screen = sheet("bonus_b", TIE)
    assert card(screen) == "pr pg pb | undo"
    screen.tap("pg")
    assert screen.line == f"{TIE} pg"
    assert card(screen) is None
    assert card(sheet("bonus_b", f"{TIE} undo")) is None


def test_at_one_table_it_asks_who_has_won_the_crosses(sheet):
    screen = sheet("bonus_b", "", NAMES)
    screen.taps("s1-r2 s1-b12 end-turn s1-y11 end-turn s1-g9", pause=1)
    assert screen.controller.state.owing == 1
    screen.tap("pb")
    assert screen.line.endswith("1:g9 1:pb")


# Longo: lucky numbers, and two numbers that lock


def test_the_clover_asks_for_a_row_with_the_fewest(sheet):
    screen = sheet("longo", "r2 lucky-number")
    assert card(screen) == "ly lg lb | cancel"
    screen.tap("ly")
    assert screen.line == "r2 ly"


READY = "r2 r3 r4 r5 r6 r7"


def test_the_lock_of_a_row_with_two_last_numbers_offers_both(sheet):
    screen = sheet("longo", f"{READY} r-lock")
    assert screen.controller.state.prompt.question is Question.CLOSE
    screen.tap("r15")
    assert screen.line == f"{READY} r15"


def test_at_a_table_it_asks_which_of_them(sheet):
    screen = sheet("longo", "", NAMES)
    for number in range(2, 8):
        screen.taps(f"s1-r{number} end-turn", pause=1)
    screen.tap("r-lock")
    assert card(screen) == "r15 r16 | cancel"
    screen.tap("r16")
    assert screen.line.endswith("1:r16")


# X-Change: a pair


def test_a_pair_asks_for_the_cross_that_it_is_spent_for(sheet):
    screen = sheet("x_change", "r7 y9 g4 x0")
    assert card(screen) == "r8 b8 b5 | x0 cancel"
    screen.tap("r8")
    assert screen.line == "r7 y9 g4 x0 r8"
    assert screen.controller.state.message.detail, "the pair is spent"
    screen.tap("b7")
    assert screen.controller.state.message is None


@pytest.mark.parametrize("back", ["undo", "r8"])
def test_pair_and_cross_go_with_one_tap_and_come_back_with_one(sheet, back):
    screen = sheet("x_change", f"x0 r8 {back}")
    assert screen.controller.state.game.standing == ()
    screen.tap("redo")
    assert [entry.text for entry in screen.controller.state.game.standing] == ["x0", "r8"]


def test_a_pair_that_cannot_be_spent_says_why_instead_of_asking(sheet):
    screen = sheet("x_change", "x3 x3 r2 x1")
    assert card(screen) is None
    assert not screen.controller.state.message.undo, "it says why not"


# Lucky 15


def test_the_next_field_of_the_track_asks_before_it_is_crossed(sheet):
    screen = sheet("lucky_15", "lucky")
    assert card(screen) == "lucky | cancel"
    screen.tap("lucky")
    assert screen.line == "lucky"
    screen.tap("lucky-0")
    assert screen.line == "lucky undo"


def test_a_tap_on_a_later_field_means_the_next_one(sheet):
    screen = sheet("lucky_15", "lucky-2 lucky lucky-3")
    assert screen.line == "lucky"
    assert card(screen) == "lucky | cancel"


# Double: the same number again


def test_a_second_tap_on_the_newest_cross_asks_whether_it_is_a_second_cross(sheet):
    screen = sheet("double_a", "r5 r5")
    assert card(screen) == "r5 | undo cancel"
    assert screen.taps("r5").line == "r5 r5"
    assert screen.taps("r5").line == "r5 r5 undo"


# what needs no card


@pytest.mark.parametrize(
    ("name", "taps", "line"),
    [
        ("longo", "lucky-number lr r2", "lr undo"),
        ("x_change", "x0 x0 r4 undo", "x0 r4 undo"),
        ("x_change", "x2 x2 x2", "x2 undo"),
        ("double_a", "r5 r5 undo", "r5 undo"),
        ("double_a", "r5 y2 r5", "r5 y2 r5"),
        ("chain_a", "r6 r6", "r6 undo"),
        ("chain_a", "r6 y6", "r6 undo"),
    ],
)
def test_a_tap_enters_what_can_be_meant_in_one_way_or_takes_it_back(sheet, name, taps, line):
    assert sheet(name, taps).line == line


def test_a_forced_cross_of_earlier_opens_the_card_of_the_entry_that_forced_it(sheet):
    screen = sheet("chain_a", "r6 b12 y6")
    assert screen.controller.state.card.spot.place == 0


# what nobody is asked


def test_somebody_elses_sheet_is_not_asked_about(room):
    anna, _ = phones(room, "x_change")
    anna.taps("seat-2 x1")
    assert card(anna) is None


def test_a_card_of_a_roll_goes_with_the_roll(room):
    anna, ben = phones(room, "longo")
    ben.tap("lucky-number")
    assert card(ben) is not None
    anna.time += 1
    anna.tap("end-turn")
    ben.rest()
    assert card(ben) is None


@pytest.mark.parametrize(
    ("name", "names"),
    [
        *((name, ("",)) for name in installed()),
        *((name, NAMES) for name in ("bonus_b", "double_a", "longo", "lucky_15", "x_change")),
    ],
)
def test_whatever_may_be_entered_is_entered_by_taps(sheet, name, names):
    """What a card asks about first is entered by the button that bears its token."""
    chance, screen = Random(name), sheet(name, names=names)
    for _ in range(24):
        game = screen.controller.state.game
        wants = [
            made
            for made in legal_entries(game)
            if isinstance(made.move, (*ON_CELLS, Board, Arrive))
        ]
        wants += [Entry(EndRoll())] * (len(names) - 1)
        if game.position.over or not wants:
            return
        wanted = chance.choice(wants)
        screen.time += 1
        end = "end-turn" if isinstance(wanted.move, EndRoll) else wanted.text
        screen.tap(f"s{wanted.seat}-{wanted.move.text}" if wanted.seat else end)
        if screen.controller.state.prompt is not None:
            screen.tap(wanted.move.text)
        assert screen.controller.state.game.standing == (*game.standing, wanted)
