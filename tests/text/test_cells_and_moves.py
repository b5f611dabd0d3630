"""What a reader hears of each kind of cell, of moves and of refusals: for every kind of sheet."""

import pytest

from qwixx_pad.core.moves import Refusal
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.play.state import entry_text, forced_cells_by
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.text.translator import Translator
from tests.support.legal_entries import candidates
from tests.support.strategies import entry, played, refusal
from tests.support.ui.surroundings import WORDS


def cells(line):
    bands = sheet_look(played(line), WORDS).rows
    return {cell.token or f"bar{i}": cell for row in bands for i, cell in enumerate(row.cells)}


def heard(line, token):
    """What is said of one's own entry at one sheet."""
    before = played(line)
    made = entry(token)
    sheet = before.with_entry(made).position.sheets[0]
    return entry_text(made, before, sheet, 1, WORDS, hides=False)


def shown(line, token):
    before = played(line)
    made = entry(token)
    return WORDS.done_text(made, before.position.sheets[0], forced_cells_by(made, before))


@pytest.mark.parametrize(
    ("line", "token", "said"),
    [
        ("big_points", "ry5", "Red-yellow 5, open"),
        ("x_change", "x0", "8 or 5, open"),
        ("connect_15", "cr0", "Red connection 1, open"),
        ("bonus_a r3", "bar0", "Bonus field 1, red, crossed"),
        ("bonus_a", "r3", "Red 3, open, boxed"),
        ("bonus_a r3", "r3", "Red 3, crossed, the newest"),
        ("chain_a", "g9", "Green 9, open, linked to blue 9"),
        ("steps_a", "y2", "Yellow 2, open, step"),
        ("double_b", "r3", "Red 3, open, double"),
        ("bonus_b", "y7", "Yellow 7, open, pair: 1 cross in each row"),
        ("bonus_b", "y11", "Yellow 11, open, pair: 2 crosses in the row with the fewest"),
        ("bonus_b", "r8", "Red 8, open, pair: lowest row counts 2 times"),
        ("bonus_b", "b4", "Blue 4, open, pair: 13 more points"),
        ("bonus_b", "g5", "Green 5, open, pair: penalties cost nothing"),
        ("classic r2", "r6", "Red 6, open"),
        ("mixx_a r2", "r2", "Red 2, yellow, crossed, the newest"),
        ("mixx_a r2", "r6", "Red 6, blue, open"),
        ("mixx_b r10", "r3", "Red 3, open"),
        ("classic/2 1:r5 1:b9", "r5", "Red 5, crossed, this roll"),
        ("double_a r5 y2", "r5", "Red 5, crossed, may be crossed once more"),
        ("longo r2", "r15", "Red 15, needs six crosses, you have 1"),
        ("big_points r2 r3 r4 r5 ry2", "r12", "Red 12, needs five crosses, you have 4"),
    ],
)
def test_cell_speech_has_name_state_and_effect(line, token, said):
    assert cells(line)[token].spoken == said


@pytest.mark.parametrize(
    ("line", "token", "said"),
    [
        ("chain_a", "r6", "Red 6, and with it yellow 6. Total 2."),
        ("bonus_a r3 y4", "b10", "Blue 10, and with it yellow 5 and green 12. Total 8."),
        ("bonus_b r2 b12 y11 g9", "pr", "Red chosen, and with it red 3 and red 4. Total 9."),
        ("connect_15 r2", "cr0", "Red connection 1. Red 3. Total 3."),
        ("big_points r5 y5", "ry5", "Red-yellow 5. Total 6."),
        ("longo", "lr", "Lucky number: red 2. Total 1."),
        ("x_change", "x0", "8 or 5 spent. Total 0."),
        ("lucky_15 lucky", "lucky", "Lucky field crossed. Total 11."),
        ("classic r2", "r3", "Red 3. Red 3. Total 3."),
        ("classic r2", "r#", "Red is closed."),
        ("chain_a r6", "undo", "Undone: red 6, and with it yellow 6. Total 0."),
        (
            "bonus_b r2 b12 y11 g9 pr",
            "undo",
            "Undone: red chosen, and with it red 3 and red 4. Total 4.",
        ),
        ("classic r6", "undo", "Undone: red 6. Total 0."),
    ],
)
def test_entry_speech_includes_forced_crosses(line, token, said):
    assert heard(line, token) == said


@pytest.mark.parametrize(
    ("line", "token", "said"),
    [
        ("chain_a", "r6", "Red 6 crossed, and with it yellow 6"),
        ("double_a r5", "r5", "Red 5 crossed twice"),
        ("longo r2 r3 r4 r5 r6 r7", "r15", "Red locked"),
        ("lucky_15", "lucky", "Lucky field crossed"),
        ("connect_15", "cb2", "Blue connection 3 crossed"),
        ("longo", "lg", "Lucky number: green 16"),
        ("classic", "-", "Penalty 1 of 4"),
    ],
)
def test_undo_notice_is_shorter_than_speech(line, token, said):
    assert shown(line, token) == said


@pytest.mark.parametrize(
    ("line", "token", "said"),
    [
        ("big_points r6", "ry5", "First cross red 5 or yellow 5."),
        ("x_change x4", "x2", "Only a pair further to the right."),
        ("x_change/2 1:r2", "1:x2", "One pair a roll, before your first cross."),
        ("lucky_15 lucky lucky lucky lucky", "lucky", "All lucky fields are crossed."),
        ("lucky_15/2 1:r2", "1:lucky", "A lucky field is the only entry of its roll."),
        ("lucky_15/2", "2:lucky", "Only the roller takes a lucky field."),
        ("longo r2", "lr", "Only in a row with the fewest crosses."),
        ("longo r2 r3 r4", "r16", "Six crosses first. You have 3."),
        ("big_points r2 r3 ry2 ry3", "r12", "Five crosses first. You have 2."),
        ("double_a r2", "r12", "Seven crosses first. You have 1."),
        ("bonus_b r2 b12 y11 g9", "r5", "First choose the row for the crosses you’ve won."),
        ("connect_15 r#", "cr0", "Red is closed."),
    ],
)
def test_refusal_text_says_what_would_help(line, token, said):
    made = entry(token)
    game = played(line)
    reason = Refusal(refusal(f"{line} {token}"))
    assert WORDS.refusal_text(reason, made.move, game.position.sheets[(made.seat or 1) - 1]) == said


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", list(installed_layouts()))
def test_every_entry_of_every_sheet_has_text(name, language):
    tr = Translator(catalogue(language))
    game = played(name)
    sheet = game.position.sheets[0]
    for made in candidates(game):
        assert tr.move_text(made.move)
        assert tr.done_text(made, sheet)
        assert all(tr.refusal_text(reason, made.move, sheet) for reason in (*Refusal,))
    for row in sheet_look(game, tr).rows:
        assert all(cell.spoken for cell in row.cells)


def test_lock_with_two_numbers_names_both():
    names = ("Anna", "Ben")
    lock = sheet_look(played("longo/2"), WORDS, 1, names).rows[0].lock_spoken
    assert lock == "Red lock, open. 15 or 16 crosses it too."


def test_lock_of_a_paper_game_names_nobody():
    paper = sheet_look(played("classic+paper r2 r3 r4 r5 r6 r12"), WORDS).rows[0]
    assert paper.lock_spoken == "Red lock, crossed. You closed red."


def test_row_speech_has_crosses_points_and_next_gain():
    row = sheet_look(played("classic r2"), WORDS).rows[0]
    assert row.spoken == "Red. 1 cross, 1 point. Next cross adds 2."
    assert row.points_spoken == "Red 1 point"
