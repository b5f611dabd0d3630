"""What is said of a game that is looked back on: steps, corrections, what turned it, lessons."""

from dataclasses import replace

import pytest
from hypothesis import given

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.value import game_chances
from qwixx_pad.core.corrections import AppliedCorrection, Change, edit_points
from qwixx_pad.core.story import Story
from qwixx_pad.games import played_game
from qwixx_pad.ui.actions import ChangeView, ViewTarget
from qwixx_pad.ui.correction import (
    CorrectionCard,
    correction_look,
    correction_refusal_text,
    correction_text,
    step_entry_text,
    step_look,
)
from qwixx_pad.ui.result import has_turning_point, turning_text
from qwixx_pad.ui.review import review_subtitle, review_title
from qwixx_pad.ui.review.chart import chart_look, win_chart
from qwixx_pad.ui.review.moments import (
    chance_highlights,
    chance_moments,
    lesson_lines,
    turning_points,
    with_chance,
)
from tests.support.core.line_questions import opened
from tests.support.strategies import entry, every_sheet, examples, games, played
from tests.support.ui.reviews import NAMES, ROLLS, SWING, curve_of, reviewed, reviewed_with_story
from tests.support.ui.surroundings import WORDS

STILL = curve_of(*[50] * 10)


def card(line, seat=1, index=None):
    game, story = reviewed_with_story(line)
    return step_look(
        game, story, seat, len(story.steps_of_seat(seat)) if index is None else index, WORDS
    )


# The card of a step


def test_step_card_says_what_when_and_its_gain():
    look = card("classic/2 1:g12 / 2:y3 1:g8 / 1:r2 1:r3 end", index=2)
    assert (look.gain, look.now, look.won) == ("+2", "now 3", True)
    assert look.subtitle == "Roll 2 of 3 • Ben’s white dice"
    assert look.spoken_text == f"{look.title}, Roll 2 of 3, Ben’s white dice, +2, now 3"
    assert "Ben’s own roll" in card("classic/2 1:g12 / 2:y3", 2).subtitle
    assert card("classic r2 r3", index=1).subtitle == "Step 1 of 2"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("classic/2 1:g12 / 1:g8", "Green 8, second cross"),
        ("classic r2 r3 r4 r5 r6 r12", "Red locked"),
        ("classic - r2 -", "Penalty 2"),
        ("classic/2 /", "Penalty 1"),
        ("classic r#", "Red closed by someone"),
        ("classic r2 end", "Finished by hand"),
        ("on_board/2 1:@7", "Board 7"),
        ("on_board/2 1:@!", "The pawn has arrived"),
        ("classic/2 1:r5 1:out", "Sits out"),
        ("classic/2 1:r5 1:out / 1:in", "Plays again"),
        ("chain_a r6", "Red 6, first cross, and with it yellow 6"),
        ("chain_a r6 y7", "Yellow 7, second cross"),
        ("bonus_a r3", "Red 3, first cross, and with it red 4"),
        ("bonus_b y11 g9", "Green 9, first cross"),
        ("bonus_b r6 b4", "Blue 4, first cross. 13 more points"),
        ("bonus_b b10 r8", "Red 8, first cross. Lowest row counts 2 times"),
        ("bonus_b y11 g9 pb", "Blue chosen, and with it blue 12 and blue 11"),
        ("big_points r5 ry5", "Red-yellow 5, first cross"),
        ("double_a r5 r5", "Red 5 crossed twice"),
        ("double_b r3 r4", "Red 4, third cross"),
        ("longo r2 r3 r4 r5 r6 r7 r15", "Red locked"),
        ("longo r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "Red 13, twelfth cross"),
        ("longo r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14", "Red 14 crossed"),
        ("x_change x1", "9 or 7 spent"),
        (
            "bonus_b r2 r3 r4 r5 r7 r11 y7 b7",
            "Blue 7, first cross, and with it red 12, yellow 8, green 12 and blue 6. Red locked",
        ),
    ],
)
def test_step_card_has_a_title_per_kind(line, title):
    assert card(line).title == title


def test_first_step_card_shows_fresh_sheets():
    look = card("classic/3 1:r2 / 2:r2 /", index=0)
    assert (look.title, look.subtitle) == ("Fresh sheets", "2 rolls to come • Anna rolls first")
    alone = card("classic r2", index=0)
    assert (alone.title, alone.subtitle, alone.now) == ("A fresh sheet", "1 step to come", "now 0")


@pytest.mark.parametrize(
    ("index", "curve", "said"),
    [
        (1, SWING, "Chance to win from 40% to 45%"),
        (0, SWING, "Chance to win 50%"),
        (1, STILL, "Chance to win 50%"),
    ],
)
def test_step_card_says_the_change_in_win_chance(index, curve, said):
    _, story = reviewed_with_story(ROLLS)
    look = card(ROLLS, 2, index)
    made = story.steps_of_seat(2)[0] if index else None
    moments = chance_moments(made, made.after if made else 0, len(curve) - 1)
    changed = with_chance(look, curve, 2, moments, WORDS)
    assert (changed.chance, changed.spoken_text) == (said, f"{look.spoken_text}, {said}")
    waits = with_chance(look, [], 2, moments, WORDS)
    assert waits == replace(look, chance=""), "it waits in the room that the words will take"
    assert with_chance(look, None, 2, moments, WORDS) is look


def test_step_card_at_the_end_says_the_chance_of_the_end():
    """The last step of a seat need not have brought it about."""
    end = len(SWING) - 1
    last = reviewed_with_story(ROLLS)[1].steps_of_seat(2)[0]
    said = with_chance(card(ROLLS, 2, 1), SWING, 2, chance_moments(last, end, end), WORDS)
    assert said.chance == "Chance to win 0%"


@pytest.mark.parametrize(
    ("win", "said"), [(0, "0%"), (0.001, "1%"), (0.335, "34%"), (0.999, "99%"), (1, "100%")]
)
def test_chance_text_says_none_and_all_only_when_certain(win, said):
    assert WORDS.chance_text(win) == said


def test_review_title_has_player_total_day_and_correction():
    table = reviewed("classic/4 1:r2 1:r3 end", corrected=True)
    assert review_title(table, 1, WORDS) == "Anna • 3"
    assert review_subtitle(table, WORDS) == "Saturday, 4 players, corrected"
    alone = reviewed("classic+paper - end")
    assert review_title(alone, 1, WORDS) == "You • −5"
    assert review_subtitle(alone, WORDS) == "Saturday, one sheet, from paper"
    assert review_subtitle(reviewed("longo r2"), WORDS) == "Longo • Saturday, one sheet"
    nobody = replace(reviewed("classic/2 1:g12 2:y3"), names=("", ""))
    assert nobody.seat_name(2, WORDS) == "Guest 2"


# What turned it


def points(line, curve=None):
    game, story = reviewed_with_story(line)
    found = (
        chance_highlights(game, story, curve, WORDS)
        if curve
        else turning_points(game, story, WORDS)
    )
    return [point.text for point in found]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            f"{opened('classic/3', 'ry')} 2:r12 / 3:y12",
            [
                "Biggest gain: Ben’s red 12 with the lock, +13 in roll 11",
                "Cleo’s lock on yellow ended the game in roll 12",
            ],
        ),
        (
            "classic/2 1:r2",
            ["Biggest gain: Anna’s red 2, +1 in roll 1", "Anna has led since roll 1"],
        ),
        (
            "classic r2 r3 r4 r5 r6 r12 y2 y3 y4 y5 y6 y12",
            [
                "Biggest gain: red 12 with the lock, +13 in step 6",
                "The lock on yellow ended the game in step 12",
            ],
        ),
        ("classic", []),
    ],
)
def test_turning_points_are_listed_in_order(line, said):
    assert points(line) == said


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("classic/2 1:r2 / 2:y4 end", "Finished by hand in roll 2"),
        ("classic/2 / / / / / / /", "Anna’s last penalty ended the game in roll 7"),
        ("classic r2 - - - -", "The last penalty ended the game"),
        ("classic r2 r# y# end", "Someone closed yellow: the end of the game"),
        ("classic r2 end", "Finished by hand"),
        ("on_board/2 1:@! / /", "The last round ended with roll 2"),
        (
            f"{opened('classic/2+finish-turn', 'ry')} 1:r12 / 2:y12 /",
            "Ben’s lock on yellow ended the game in roll 12",
        ),
        (
            "bonus_b r2 r3 r4 r5 r7 r11 g12 g11 g10 g8 g7 g3 y7 b7",
            "The lock on green ended the game in step 14",
        ),
    ],
)
def test_game_end_has_a_sentence_per_kind(line, ending):
    assert points(line)[-1] == ending


def test_chance_turning_points_name_their_entries():
    assert points(ROLLS, SWING) == [
        "Roll 1: the game turned to Anna, 50% to 55%, red 2",
        "Roll 2: the game turned to Ben, 45% to 70%, yellow 3",
        "Roll 3: Anna had the best chance from here, 30% to 70%, green 10",
    ]
    by_another = points("classic/2 1:r2 / /", curve_of(50, 60, 60, 75))[-1]
    assert by_another == "Roll 2: Anna from 60% to 75%, Ben’s penalty"
    assert points(ROLLS, STILL) == points("classic/2", curve_of(50)) == []


def test_chart_speech_describes_points_and_chances():
    game, story = reviewed_with_story(ROLLS)
    chart = chart_look(game, story, 1, WORDS)
    assert chart.spoken == "Score over time. In the end Anna 4 and Ben 3."
    assert win_chart(chart, game, story, SWING, WORDS).spoken == (
        "Chance to win. At first Anna 50% and Ben 50%. From roll 1 on, Anna was ahead. From roll "
        "2 on, Ben was ahead. From roll 3 on, Anna was ahead. In the end Anna 100% and Ben 0%."
    )
    shared = [*SWING[:-1], Chances((0, 0), (0, 0), (0.0, 0.0), 1.0)]
    assert win_chart(chart, game, story, shared, WORDS).spoken.endswith("In the end a tie.")


CLOSE = "classic/2 1:r2 / 2:y3 2:y4 / 1:r3 1:r4 end"
"""Anna 6, Ben 3; she leads with her last cross."""
LOCK = f"{opened('classic/2', 'r')} 1:r12 end"
BY_BEN = "classic/2 / 2:r2 end"
BY_HAND = "classic/2 1:r2 / 2:r2 1:r3 / end"


@pytest.mark.parametrize(
    ("line", "wins", "said"),
    [
        (CLOSE, (), "Anna led from roll 3 on; red 4 turned the game."),
        (
            CLOSE,
            (50, 80, 80, 70, 60, 60, 70, 80, 80),
            "Anna led from roll 3 on; red 2 turned the game.",
        ),
        (LOCK, (), "Anna led from roll 6 on; red 12 with the lock turned the game."),
        (BY_BEN, (), "Ben led from roll 1 on; penalty by Anna turned the game."),
        (BY_BEN, (50, 20, 10, 0), "Ben led from roll 1 on; penalty by Anna turned the game."),
        (BY_HAND, (50, 60, 70, 60, 70, 70, 100), "Anna led from roll 1 on; red 2 turned the game."),
        ("classic/2 1:r2 end", (50, 60, 100), "Anna led from roll 1 on; red 2 turned the game."),
    ],
)
def test_result_turning_text_uses_points_or_chances(line, wins, said):
    assert turning_text(played(line), NAMES, curve_of(*wins), WORDS) == said


@examples(40)
@given(games(every_sheet))
def test_every_turned_game_has_a_turning_text(game):
    if has_turning_point(game):
        story = Story.from_game(game)
        entries = [step_entry_text(game, step, WORDS) for step in story.steps]
        for curve in ((), tuple(game_chances(game))):
            said = turning_text(game, NAMES[: game.setup.seats], curve, WORDS)
            assert any(made in said for made in entries)


# What the log teaches

CLOSED = "classic/3 1:r2 2:r2 / 1:r3 2:r3 / 1:r4 2:r4 / 1:r5 2:r5 / 1:r6 / 1:r12"


@pytest.mark.parametrize(
    ("line", "seat", "said"),
    [
        (f"{CLOSED} 2:r6 /", 2, "Red had its five, closed by Anna: 12 would have been +13"),
        (f"{CLOSED} /", 2, "Red was one cross short of its five when closed by Anna"),
        (
            "classic r2 r3 r4 r5 r#",
            1,
            "Red was one cross short of its five when closed by someone",
        ),
        (
            "longo r2 r3 r4 r5 r6 r7 end",
            1,
            "Red had its six and no lock: 15 or 16 would have been +15",
        ),
        ("connect_15 r2 cr2", 1, "Red: 8 numbers skipped, all by red connection 3 in step 2"),
        ("classic/2 1:r2 / 1:r9", 1, "Red: 6 numbers skipped, all by the 9 in roll 2"),
        ("classic r4 r9", 1, "Red: 6 numbers skipped, 4 of them by the 9 in step 2"),
        ("classic+paper b8 end", 1, "Blue: 4 numbers skipped, all by the 8"),
        ("classic/2 1:r2 / / 1:r3 / / 1:r4 /", 1, "Of 3 own rolls, 3 had one cross"),
        ("classic/2 / / 1:r3 / / / ", 1, "Of 3 own rolls, 1 had one cross, 2 had none, −10"),
        ("classic/2 / / / / / ", 1, "Of 3 own rolls, 3 had no cross, −15"),
        (f"{CLOSED} /", 3, "Others’ white dice used in 0 of 4 rolls"),
    ],
)
def test_lesson_has_a_text_per_kind(line, seat, said):
    game, story = reviewed_with_story(line)
    assert said in [each.text for each in lesson_lines(game, story, seat, (), WORDS)]


# Corrections


@pytest.mark.parametrize(
    ("old", "new", "names", "said"),
    [
        ("r5", "r4", (), "Red 5 is now red 4"),
        ("r5", "-", (), "Red 5 is now a penalty"),
        ("-", "r5", (), "The penalty is now red 5"),
        ("b#", "", (), "Blue closed was removed"),
        ("", "r3", (), "Red 3 was added"),
        ("1:r5", "1:r6", NAMES, "Anna: red 5 is now red 6, roll 2"),
        ("1:r5", "", NAMES, "Anna: red 5 was removed, roll 2"),
        ("", "1:r6", NAMES, "Anna: red 6 was added, roll 2"),
    ],
)
def test_correction_text_names_the_roll_if_any(old, new, names, said):
    change = Change(0, entry(old) if old else None, entry(new) if new else None)
    made = AppliedCorrection(0, 1, change, 1, 2, None)
    assert correction_text(made, names, WORDS) == said
    assert correction_text(made, names, WORDS, rolls=False) == said.removesuffix(", roll 2")


ENDING = f"{opened('classic/2', 'ry')} 1:r12 / 2:y11 /"


@pytest.mark.parametrize(
    ("line", "seat", "index", "token", "said"),
    [
        (
            *("classic/2 1:r2 / 1:r9", 1, 0, "r10"),
            "Red 9 in roll 2 is in the way: correct it first.",
        ),
        ("classic r5 r6", 1, 1, "r3", "Only to the right of your last cross."),
        (
            *("classic r2 r3 r4 r5 r6 r12", 1, 0, ""),
            "Red 12 is in the way: correct it first.",
        ),
        (
            *(f"{ENDING} 1:b5", 2, -1, "y12"),
            "Anna: blue 5 wouldn’t be possible then. The game would have ended.",
        ),
        (
            *(f"{ENDING} /", 2, -1, "y12"),
            "Anna: the end of the turn wouldn’t be possible then. The game would have ended.",
        ),
        ("classic r2 r9", 1, 1, "r10", ""),
    ],
)
def test_impossible_change_text_names_the_obstacle(line, seat, index, token, said):
    game, story = reviewed_with_story(line)
    spot = [spot for spot in edit_points(story, seat) if spot.step is not None][index]
    change = (
        spot.replacement_change(game.game, entry(token).move)
        if token
        else spot.removal_change(game.game)
    )
    assert correction_refusal_text(game, change, WORDS) == said


def test_correction_card_says_whose_sheet_and_what_to_tap(monkeypatch):
    game = reviewed("classic/2 1:r5 2:y3 / 1:r6 /")
    anna, ben = (CorrectionCard.open_at(game, seat) for seat in (1, 2))
    look = correction_look(ben, WORDS)
    assert (look.title, look.hint) == (
        "Correct Ben’s sheet",
        "Tap the number that was actually crossed.",
    )
    look = correction_look(anna, WORDS, own=True)
    assert (look.title, look.hint) == ("Correct your sheet", "Tap what it should have been.")
    look = correction_look(anna.react(ChangeView(ViewTarget.FORGOTTEN), WORDS), WORDS)
    assert look.hint == "Tap the missing cross."
    assert look.step.spoken_text == "A missing cross, Roll 1 of 2, Anna’s own roll"
    monkeypatch.setattr(played_game, "MAX_AFTER_CORRECTION", 1)
    look = correction_look(ben, WORDS)
    assert (look.hint, look.warns) == ("This game has too many entries to correct this one.", True)
