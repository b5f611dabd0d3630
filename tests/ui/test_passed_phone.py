"""One phone for several: whose sheet is in front, whose roll it is, and the way back."""

import pytest
from kept_games import game_of, keep
from strategies import played
from table import HOST, device

from qwixx_pad.app import opened_pad
from qwixx_pad.i18n import catalogue
from qwixx_pad.ui.pad.state import TableState
from qwixx_pad.ui.pad.table_view import Act, table_look
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))
NAMES = ("Anna", "Ben", "Cleo")
ALL = TableState(NAMES, (0, 1, 2), (1, 2, 3))
"""One device has all three sheets."""
BOTH = TableState(NAMES, (0, 1, 2), (1, 2), here=(True,) * 3, code="K7PQ")
"""A phone at a shared table has the sheets of Anna and Ben."""
SIZES = {"phone": (390, 844), "small": (360, 640), "landscape": (844, 390)}


@pytest.fixture
def pad(tmp_path):
    """An opened pad on which Anna, Ben and Cleo have begun a game."""
    keep(tmp_path, [game_of("classic/3", *NAMES)], hints="cross lock misthrow")
    with opened_pad(tmp_path) as opened:
        yield opened


def phone(pad, size="phone"):
    width, height = SIZES[size]
    return device(pad, HOST, "/game/kept", width=width, height=height)


def look(line, seat, state=ALL):
    return table_look(played(line), state, seat, WORDS)


# What stands above


@pytest.mark.parametrize("state", [ALL, BOTH], ids=["all", "two of three"])
def test_the_title_is_whose_sheet_it_is_and_below_stands_who_rolls(state):
    line = "classic/3 1:r2"
    assert [look(line, seat, state).title for seat in (1, 2)] == ["Anna’s pad", "Ben’s pad"]
    assert {look(line, seat, state).subtitle for seat in (1, 2)} == {"Anna’s roll • Round 1"}


def test_the_title_stays_in_the_last_action_too():
    rounds = " ".join(f"1:r{n} 1:y{n} / 2:b{14 - n} / 3:g{14 - n} /" for n in range(2, 7))
    over = look(f"classic/3 {rounds} 1:r12 1:y12", 2)
    assert (over.title, over.subtitle) == ("Ben’s pad", "One more cross with the white dice")


def test_one_chip_rolls_and_one_is_shown():
    chips = look("classic/3 1:r2", 2).chips
    assert [(chip.rolls, chip.shown) for chip in chips] == [
        (True, False),
        (False, True),
        (False, False),
    ]


# What stands below


@pytest.mark.parametrize(
    ("line", "seat", "act", "text"),
    [
        ("classic/3", 1, Act.MISTHROW, "Misthrow −5"),
        ("classic/3", 2, Act.MISTHROW, "Anna: misthrow"),
        ("classic/3 1:r2", 1, Act.END_TURN, "End turn"),
        ("classic/3 1:r2 2:r2", 2, Act.END_TURN, "End Anna’s turn"),
        ("classic/3 1:r2 / 2:r3", 1, Act.END_TURN, "End Ben’s turn"),
    ],
)
def test_on_the_sheet_of_another_the_button_says_whose_roll_it_ends(line, seat, act, text):
    button = look(line, seat).button
    assert (button.act, button.identifier, button.text) == (act, "end-turn", text)


def test_a_button_leads_back_to_the_rollers_sheet_from_all_the_others():
    line = "classic/3 1:r2 / 2:r3"
    assert [look(line, seat).back and look(line, seat).back.text for seat in (1, 2, 3)] == [
        "Back to Ben",
        None,
        "Back to Ben",
    ]


def test_a_phone_with_two_of_three_seats_leads_back_to_the_one_that_rolls():
    line = "classic/3 1:r2 / 2:r3"
    assert look(line, 1, BOTH).back.text == "Back to Ben"
    assert look(line, 3, BOTH).button.text == "Back to Ben"
    assert look(f"{line} /", 3, BOTH).button.text == "Back to Anna"
    assert look(f"{line} /", 1, BOTH).back is None


# What a tap does


async def test_the_chip_that_is_shown_is_the_place_where_we_are(pad):
    async with phone(pad) as tab:
        await tab.tap("seat-2")
        assert [tab.one(f"seat-{seat}").selected for seat in (1, 2, 3)] == [None, True, None]
        assert tab.name("seat-1") == "Anna, 0 points, rolling"


@pytest.mark.parametrize("size", SIZES)
async def test_back_shows_the_rollers_sheet(pad, size):
    async with phone(pad, size) as tab:
        await tab.taps("seat-3 to-pad")
        assert "Anna’s pad" in tab.texts()
        assert not tab.has("to-pad")


@pytest.mark.parametrize("size", SIZES)
async def test_a_misthrow_on_the_wrong_sheet_says_whose_it_was_and_is_taken_back(pad, size):
    async with phone(pad, size) as tab:
        await tab.taps("seat-2 end-turn")
        assert "Anna: misthrow 1 of 4" in tab.texts()
        assert tab.sees("Ben’s pad"), "whose sheet it is stays to be read"
        await tab.tap("undo-message")
        assert not tab.has("undo-message")
        assert tab.sees("Anna’s roll")
        await tab.tap("r2")
        assert "End turn" in tab.texts()


async def test_the_end_of_a_turn_is_taken_back_even_where_the_next_player_has_crossed(pad):
    async with phone(pad) as tab:
        await tab.taps("b12 seat-2 g12 end-turn")
        assert "Anna’s turn is over" in tab.texts()
        await tab.tap("undo-message")
        assert tab.sees("Anna’s roll")
        assert tab.name("seat-2").startswith("Ben, 1 point"), "a cross of the roll stays"


async def test_whoever_does_not_roll_sees_the_own_misthrows_and_takes_none(pad):
    async with phone(pad) as tab:
        await tab.taps("end-turn seat-1")
        assert tab.name("penalty") == "Misthrows: 1 of 4"
        await tab.tap("penalty")
        assert tab.sees("Only the roller takes a misthrow.")


async def test_the_next_entry_takes_the_words_away(pad):
    async with phone(pad) as tab:
        await tab.taps("end-turn r2")
        assert not tab.has("undo-message")


async def test_keys_come_to_both_buttons(pad):
    async with phone(pad) as tab:
        await tab.tap("seat-2")
        await tab.press("Arrow Right", *["Arrow Down"] * 8)
        assert tab.focused == "penalty"
        await tab.press("Arrow Right")
        assert tab.focused == "to-pad"
        await tab.press("Arrow Right")
        assert tab.focused == "end-turn"
