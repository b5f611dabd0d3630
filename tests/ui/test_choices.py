"""Where the player chooses: which card asks, what it offers, what a tap on it enters."""

from random import Random

import pytest

from qwixx_pad.core.moves import CELL_MOVES, EndRoll, Entry, MovePawn, PawnArrived, move_at
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.play.state import Question, choice_look, lit_cells, pending_look
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
    if state.choosing_seat is not None:
        look = pending_look(state, state.choosing_seat, VOICE)
    elif state.prompt is not None:
        look = choice_look(state, state.prompt, VOICE)
    return look and " | ".join(
        " ".join(key.identifier for key in keys) for keys in (look.choices, look.others)
    )


READY = "r2 r3 r4 r5 r6 r7"


@pytest.mark.parametrize(
    ("name", "taps", "offered", "tap", "line"),
    [
        ("bonus_b", TIE, "pr pg pb | undo", "pg", f"{TIE} pg"),
        ("longo", "r2 lucky-number", "ly lg lb | cancel", "ly", "r2 ly"),
        ("lucky_15", "lucky", "lucky | cancel", "lucky", "lucky"),
        ("lucky_15", "lucky lucky lucky-3", "lucky | cancel", "lucky", "lucky lucky"),
        ("double_a", "r5 r5", "r5 | undo cancel", "r5", "r5 r5"),
    ],
)
def test_choice_card_offers_options_and_enters_one(sheet, name, taps, offered, tap, line):
    screen = sheet(name, taps)
    assert card(screen) == offered
    assert screen.taps(tap).line == line
    assert card(screen) is None


def test_newest_lucky_field_is_undone_by_a_tap(sheet):
    assert sheet("lucky_15", "lucky lucky").taps("lucky-0").line == "lucky undo"


def test_undone_tie_asks_nothing(sheet):
    assert card(sheet("bonus_b", f"{TIE} undo")) is None


def test_single_device_asks_the_seat_with_the_choice(sheet):
    screen = sheet("bonus_b", "", NAMES)
    screen.taps("s1-r2 s1-b12 end-turn s1-y11 end-turn s1-g9", pause=1)
    assert screen.controller.state.choosing_seat == 1
    assert screen.taps("pb").line.endswith("1:g9 1:pb")


def test_double_lock_offers_both_last_numbers(sheet):
    screen = sheet("longo", f"{READY} r-lock")
    assert screen.controller.state.prompt.question is Question.CLOSE
    assert screen.taps("r15").line == f"{READY} r15"


def test_lock_choice_appears_at_a_table(sheet):
    screen = sheet("longo", "", NAMES)
    for number in range(2, 8):
        screen.taps(f"s1-r{number} end-turn", pause=1)
    screen.tap("r-lock")
    assert card(screen) == "r15 r16 | cancel"
    assert screen.taps("r16").line.endswith("1:r16")


def lit(screen, seat=1):
    """The cells of a sheet that are lit, by what they enter; the pair comes first."""
    sheet = screen.controller.state.game.position.sheet_of(seat).layout
    places = lit_cells(screen.controller.state, seat)
    return " ".join(move_at(sheet.rows[row], at).text for row, at in places)


PAIR = "r7 y9 g4 x0"


def test_pair_lights_the_crosses_that_it_allows(sheet):
    screen = sheet("x_change", PAIR)
    assert lit(screen) == "x0 r8 b8 b5"
    assert screen.line == "r7 y9 g4", "nothing is entered yet"
    assert card(screen) is None
    assert lit(screen.taps("x1")) == "x1 r9 b9 b7", "another pair takes its place"


@pytest.mark.parametrize(
    ("tap", "line", "left"),
    [
        ("r8", "x0 r8", ""),
        ("b5", "x0 b5", ""),
        ("x0", "x0", ""),
        ("b10", "", "x0 r8 b8 b5"),
        ("y8", "", "x0 r8 b8 b5"),
        ("undo", "", ""),
        ("cancel", "", ""),
    ],
    ids=["a number", "the other", "the pair again", "no number of it", "passed", "undo", "cancel"],
)
def test_tap_while_a_pair_is_chosen(sheet, tap, line, left):
    screen = sheet("x_change", f"{PAIR} {tap}")
    assert screen.line == f"r7 y9 g4 {line}".strip()
    assert lit(screen) == left


def test_pair_of_one_seat_is_not_spent_by_another(sheet):
    screen = sheet("x_change", "s1-x0", NAMES)
    assert lit(screen, 2) == ""
    assert screen.taps("s2-r8").line == "2:r8"


def test_choice_of_a_pair_closes_with_its_roll(room):
    anna, ben = phones(room, "x_change")
    ben.tap("x0")
    assert lit(ben, 2)
    anna.time += 1
    anna.tap("end-turn")
    ben.rest()
    assert not lit(ben, 2)


def test_spent_pair_is_named_in_the_message(sheet):
    screen = sheet("x_change", "r7 y9 g4 x0 r8")
    assert screen.controller.state.message.detail
    screen.tap("b7")
    assert screen.controller.state.message is None


@pytest.mark.parametrize("back", ["undo", "r8"])
def test_exchange_and_cross_are_entered_and_undone_together(sheet, back):
    screen = sheet("x_change", f"x0 r8 {back}")
    assert screen.controller.state.game.applied == ()
    screen.tap("redo")
    assert [entry.text for entry in screen.controller.state.game.applied] == ["x0", "r8"]


def test_unusable_pair_explains_instead_of_asking(sheet):
    screen = sheet("x_change", "x3 x3 r2 x1")
    assert card(screen) is None
    assert not screen.controller.state.message.undo, "it says why not"


def test_finishing_at_a_shared_table_asks_first(room):
    anna, ben = phones(room)
    anna.taps("r2 menu finish")
    assert anna.controller.state.prompt.question is Question.FINISH
    assert anna.line == "1:r2"
    assert anna.taps("cancel").line == "1:r2"
    assert anna.taps("menu finish finish-now").line == "1:r2 end"
    ben.rest()
    assert ben.controller.state.game.position.is_over


def test_finishing_on_one_device_does_not_ask(sheet):
    assert sheet("classic", "r2 menu finish").line == "r2 end"
    assert sheet("classic", "s1-r2 menu finish", NAMES).line == "1:r2 end"


# what needs no card


@pytest.mark.parametrize(
    ("name", "taps", "line"),
    [
        ("longo", "lucky-number lr r2", "lr undo"),
        ("double_a", "r5 r5 r5 r5", "r5 r5 undo"),
        ("x_change", "x0 x0 r4 undo", "x0 r4 undo"),
        ("x_change", "x2 x2 x2", "x2 undo"),
        ("double_a", "r5 r5 undo", "r5 undo"),
        ("double_a", "r5 y2 r5", "r5 y2 r5"),
        ("chain_a", "r6 r6", "r6 undo"),
        ("chain_a", "r6 y6", "r6 undo"),
    ],
)
def test_unambiguous_tap_enters_or_undoes_at_once(sheet, name, taps, line):
    assert sheet(name, taps).line == line


def test_forced_cross_opens_the_card_of_its_cause(sheet):
    screen = sheet("chain_a", "r6 b12 y6")
    assert screen.controller.state.card.shown_spot.index == 0


# what nobody is asked


def test_sheet_of_another_player_asks_nothing(room):
    anna, _ = phones(room, "x_change")
    anna.taps("seat-2 x1")
    assert card(anna) is None


def test_choice_card_closes_with_its_roll(room):
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
        *((name, ("",)) for name in installed_layouts()),
        *((name, NAMES) for name in ("bonus_b", "double_a", "longo", "lucky_15", "x_change")),
    ],
)
def test_every_legal_entry_can_be_tapped(sheet, name, names):
    """What a card asks about first is entered by the button that bears its token."""
    chance = Random(name)
    screen = sheet(name, names=names)
    for _ in range(24):
        game = screen.controller.state.game
        wants = [
            made
            for made in legal_entries(game)
            if isinstance(made.move, (*CELL_MOVES, MovePawn, PawnArrived))
        ]
        wants += [Entry(EndRoll())] * (len(names) - 1)
        if game.position.is_over or not wants:
            return
        wanted = chance.choice(wants)
        screen.time += 1
        end = "end-turn" if isinstance(wanted.move, EndRoll) else wanted.text
        screen.tap(f"s{wanted.seat}-{wanted.move.text}" if wanted.seat else end)
        if screen.controller.state.prompt is not None:
            screen.tap(wanted.move.text)
        assert screen.controller.state.game.applied == (*game.applied, wanted)
