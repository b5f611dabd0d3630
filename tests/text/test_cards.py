"""The words on the cards of a pad: questions with their choices, and hints."""

import pytest

from qwixx_pad.core.moves import Cross, Exchange
from qwixx_pad.settings import Hint
from qwixx_pad.ui.play.state import (
    PadState,
    Prompt,
    Question,
    TableState,
    choice_look,
    choosing_message,
    hint_lines,
    lock_end_text,
    pending_look,
)
from qwixx_pad.ui.text.translator import Voice
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.surroundings import WORDS

VOICE = Voice(WORDS)
ENDING = " ".join(("classic/2", *ready_to_lock("classic/2", "ry"), "1:y12 / 2:r12"))
"""Yellow is closed, and red is locked in this roll."""
TIE = "r2 b12 y11 g9"
"""On Bonus B: two crosses are owed, and all rows tie; yellow can take none."""
LUCKY = Prompt(Question.LUCKY)
LOCK = Prompt(Question.LOCK, "r")
EXCHANGE = Prompt(Question.EXCHANGE, about=Exchange(0), seat=1)
TRACK = Prompt(Question.TRACK)
TWICE = Prompt(Question.DOUBLE, about=Cross("r", 5))


def card(line, prompt=None, voice=VOICE):
    """Title and choices of the first sheet's card: without a prompt, of a row that it may choose.

    Where there are two sheets one device goes from hand to hand.
    """
    game = played(line)
    mine = tuple(range(1, game.setup.seats + 1))
    table = TableState(("Anna", "Ben"), (0, 1), mine) if len(mine) > 1 else None
    state = PadState(game, 1, table)
    look = choice_look(state, prompt, voice) if prompt else pending_look(state, 1, voice)
    return look.title, [key.text for key in look.choices]


@pytest.mark.parametrize(
    ("line", "prompt", "title", "choices"),
    [
        (
            f"bonus_b {TIE}",
            None,
            "Which row gets 2 crosses?",
            ["Red 3 and 4, +5", "Green 8 and 7, +5", "Blue 11 and 10, +5"],
        ),
        (
            "longo r2",
            LUCKY,
            "Lucky number rolled?",
            ["Yellow 2, +1", "Green 16, +1", "Blue 16, +1"],
        ),
        (
            " ".join(("longo/2", *(f"1:r{n} /" for n in range(2, 8)))),
            LOCK,
            "Anna: Which number locks red?",
            ["Red 15, +15", "Red 16, +15"],
        ),
        ("lucky_15", TRACK, "Lucky field 5", ["Cross it, +5"]),
        ("lucky_15 lucky", TRACK, "Lucky field 11", ["Cross it, +6"]),
        ("double_a r5", TWICE, "Red 5 again?", ["Cross it again, +2"]),
    ],
)
def test_card_has_title_and_choices_with_points(line, prompt, title, choices):
    assert card(line, prompt) == (title, choices)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("x_change", "Tap 5 or 8 on the sheet"),
        ("x_change r9 y8 g5 b6", "Tap 5 on the sheet"),
        ("x_change r9 y8 g4 b4", "No row has room for either number now"),
    ],
)
def test_pair_says_what_can_be_tapped(line, title):
    message = choosing_message(PadState(played(line), prompt=EXCHANGE), WORDS)
    assert message.title == title
    assert message.detail == "Tap the pair again to spend it alone."


@pytest.mark.parametrize(
    ("line", "chance", "text"),
    [
        ("classic r2", False, "1 more closed row ends the game"),
        ("classic y#", False, "This ends the game"),
        ("classic/2 1:r2", True, "Last chance this roll"),
        (ENDING, False, "This ends the game"),
        (ENDING, True, "Last chance: this ends the game"),
    ],
)
def test_lock_says_whether_it_ends_the_game(line, chance, text):
    assert lock_end_text("r", played(line), WORDS, chance=chance) == text


def test_card_hides_points_when_asked():
    _, choices = card("longo", LUCKY, Voice(WORDS, hides_points=True))
    assert choices == ["Red 2", "Yellow 2", "Green 16", "Blue 16"]


@pytest.mark.parametrize(
    ("line", "hint", "title", "detail"),
    [
        (
            "classic",
            Hint.CROSS,
            "Tap what you’d cross on paper",
            "After that, only numbers further right count. Tap it again to undo it.",
        ),
        (
            "classic",
            Hint.PENALTY,
            "Nothing fits on your own turn?",
            "Then it’s a penalty: −5. When others roll, passing is free.",
        ),
        (
            "classic g12 g11 g10 g9",
            Hint.LOCK,
            "Green 2 locks the row",
            "It needs 5 crosses before it. Has someone else locked a row? Tap its lock.",
        ),
        (
            "classic/2 1:r2 / 1:r3 / 1:r4 / 1:r5",
            Hint.LOCK,
            "Red 12 locks the row",
            "It needs 5 crosses before it, and closes the row for everyone.",
        ),
    ],
)
def test_hint_has_title_and_detail(line, hint, title, detail):
    assert hint_lines(hint, played(line), 1, WORDS) == (title, detail)
