"""The rules in the app: made of what a sheet has, true to the core, reached from everywhere."""

from dataclasses import replace

import flet as ft
import pytest

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import row_points
from qwixx_pad.layouts import installed
from qwixx_pad.ui.rules import about_chances, examples, rules_of
from qwixx_pad.ui.rules.examples import Example, NumberedStep, Part, Ruling, Throw
from tests.support.own_layouts import numbered
from tests.support.strategies import refusal
from tests.support.ui.rules_text import pieces, said
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, device, two_phones

CLASSIC, ON_BOARD = installed()["classic"], installed()["on_board"]
LONG = Layout(
    "long",
    (
        numbered("r", tuple(range(2, 17)), 6),
        numbered("b", tuple(range(16, 1, -1)), 6),
        numbered("g", (9, 2, 11, 4, 3, 8, 12), 4),
    ),
    most_seats=3,
    penalties=3,
    penalty_points=7,
    rows_to_end=1,
)
"""A sheet that nobody has printed: longer rows, other numbers of everything."""
SHOWN = [*installed().values(), installed()["random_colors:5"], LONG]
EVERY_SHEET = pytest.mark.parametrize("layout", SHOWN, ids=lambda layout: layout.name)


def test_a_sheet_with_a_board_has_a_third_step_and_a_pawn():
    assert [step.number for step in pieces(CLASSIC, NumberedStep)] == [1, 2]
    assert [step.number for step in pieces(ON_BOARD, NumberedStep)] == [1, 2, 3]
    assert "pawn" not in said(CLASSIC)
    assert "extra points, up to 20" in said(ON_BOARD)
    assert "last five spaces" in said(ON_BOARD)


def test_the_classic_sheet_says_its_numbers():
    text = said(CLASSIC)
    assert "6 dice" in text
    assert "2 to 5 players" in text
    assert "Red and yellow: from 2 to 12." in text
    assert "Green and blue: from 12 to 2." in text
    assert "needs 5 crosses before it" in text
    assert "minus 5 points" in text
    assert "when 2 rows are closed, or when somebody takes misthrow number 4" in text
    assert "at most 2 crosses in a roll" in text


def test_another_sheet_says_its_own_numbers():
    text = said(LONG)
    assert "5 dice" in text
    assert "2 to 3 players" in text
    assert "Red: from 2 to 16." in text
    assert "Blue: from 16 to 2." in text
    assert "Green: mixed numbers." in text
    assert "Red and blue: the last number needs 6 crosses before it." in text
    assert "Green: the last number needs 4 crosses before it." in text
    assert "minus 7 points" in text
    assert "when 1 row is closed, or when somebody takes misthrow number 3" in text


def test_a_sheet_whose_roller_crosses_once_has_one_step():
    once = replace(CLASSIC, actions=1)
    assert [step.number for step in pieces(once, NumberedStep)] == [1]
    assert "coloured" not in said(once)
    assert "at most 1 cross in a roll" in said(once)


@EVERY_SHEET
def test_every_sheet_has_the_headings_of_the_classic_one_and_no_empty_one(layout):
    sections = rules_of(layout, WORDS)
    titles = [s.title for s in sections]
    classic = [s.title for s in rules_of(CLASSIC, WORDS)]
    assert [title for title in titles if title in classic] == classic
    assert all(section.pieces for section in sections)


@EVERY_SHEET
def test_every_picture_shows_a_game_on_this_sheet_and_says_what_is_seen(layout):
    found = pieces(layout, Example)
    assert {example.part for example in found} == set(Part)
    for example in found:
        assert example.says
        assert example.game.setup.layout.rows == layout.rows
        crossed = any(example.sheet.marks[row] for row in example.rows)
        assert crossed == (example.part is Part.BANDS)


@EVERY_SHEET
def test_the_pictures_show_what_their_words_say(layout):
    index, *_, last = examples.locking(layout)
    row = layout.rows[index]
    passing = examples.passing_over(layout, WORDS)
    assert "skipped" in passing.sheet.states(passing.rows[0])
    waiting = examples.waiting(layout, WORDS)
    assert row.needs - 2 <= waiting.sheet.towards_lock(index) < row.needs
    locked = examples.locked(layout, WORDS)
    assert locked.game.position.closed == {row.letter}
    crosses = locked.sheet.crosses(index)
    assert row.needs + 2 <= crosses <= row.needs + 3
    assert f"{crosses} crosses, {row_points(crosses)} points" in locked.says
    closed = examples.closed_elsewhere(layout, WORDS)
    assert closed.game.position.closed == {layout.rows[last].letter}
    assert closed.sheet.crosses(last) >= 3
    assert not closed.sheet.own_locks


@EVERY_SHEET
def test_what_only_a_sheet_has_comes_first_and_the_classic_one_has_nothing_of_the_kind(layout):
    classic = [s.title for s in rules_of(CLASSIC, WORDS)]
    titles = [s.title for s in rules_of(layout, WORDS)]
    assert titles[len(titles) - len(classic) :] == classic
    assert (titles == classic) == (layout in {CLASSIC, LONG})


def test_the_classic_pictures_say_their_numbers():
    assert examples.passing_over(CLASSIC, WORDS).says == (
        "2, 4 and 7 are crossed. 3, 5 and 6 can no longer be crossed."
    )
    assert examples.locked(CLASSIC, WORDS).says == "The 12 brings the lock: 7 crosses, 28 points."
    assert examples.worth(CLASSIC, WORDS).says.endswith("12 are 78.")
    assert examples.misthrow(CLASSIC, WORDS).says == "Your first misthrow: total −5."


def test_what_the_dice_of_the_example_allow_the_core_allows():
    white, colored = pieces(CLASSIC, Throw)
    letter, eyes = colored.color
    assert white.total == sum(white.white)
    assert colored.total == colored.white[0] + eyes
    assert refusal(f"classic/2 1:r{white.total} 2:y{white.total} 1:{letter}{colored.total}") is None


FURTHER = {
    "on_board": {
        "May the pawn go back?",
        "I only moved my pawn. Is that a misthrow?",
        "When is the last round over?",
    },
    "big_points": {"I crossed in a bonus row alone. Is that a misthrow?"},
    "bonus_b": {
        "Does a cross that comes with another one use up the roll?",
        "May a cross that comes with another one lock a row?",
    },
    "mixx_b": set(),
}
"""What a sheet makes one ask beside what one asks about the classic one."""


def questions(layout):
    return {ruling.question for ruling in pieces(layout, Ruling)}


@pytest.mark.parametrize("name", FURTHER)
def test_a_sheet_answers_what_one_asks_about_it_and_nothing_of_others(name):
    assert questions(installed()[name]) == questions(CLASSIC) | FURTHER[name]


def test_the_classic_sheet_answers_twelve_questions():
    assert len(questions(CLASSIC)) == len(pieces(CLASSIC, Ruling)) == 12


def headings(tab):
    nodes = tab.find(lambda c: isinstance(c, ft.Semantics) and c.header)
    return [next(c.value for c in tab.walk(node) if isinstance(c, ft.Text)) for node in nodes]


async def test_the_rules_are_one_tap_from_the_first_run_and_from_every_place(tab):
    await tab.tap("rules")
    assert tab.page.route == "/rules"
    await tab.taps("history rules statistics rules")
    assert tab.one("rules").selected
    await tab.tap("play")
    assert tab.page.route == "/"


async def test_the_sheet_whose_rules_are_read_can_be_chosen(pad):
    async with Client(pad.show, route="/rules") as tab:
        assert tab.name("sheets").startswith("Classic")
        await tab.tap("sheets")
        await tab.tap("back")
        assert tab.page.route == "/rules"
        await tab.taps("sheets sheet-on_board")
        assert tab.page.route == "/rules/on_board"
        assert any("pawn" in text for text in tab.texts())
        await tab.taps("sheets back")
        assert tab.page.route == "/rules/on_board"


async def test_where_nobody_knows_a_sheet_the_one_of_a_new_game_is_explained(pad):
    async with Client(pad.show, route="/sheets") as tab:
        await tab.tap("sheet-mixx_b")
    async with Client(pad.show, route="/rules/nonsense") as tab:
        assert tab.name("sheets").startswith("Mixx B")


async def test_from_a_game_to_the_rules_and_back_to_the_same_sheet(tab):
    await tab.taps("new-game r2 r3 b12")
    game = tab.page.route
    await tab.taps("menu rules")
    assert tab.page.route == f"{game}/rules"
    assert not tab.has("sheets"), "the rules of this game, no others"
    await tab.tap("back")
    assert tab.page.route == game
    assert tab.name("total") == "Total 4"


async def test_a_phone_at_a_table_reads_the_rules_of_its_sheet_and_comes_back(pad):
    async with two_phones(pad) as (_, ben):
        lobby = ben.page.route
        await ben.tap("rules")
        assert ben.page.route == f"{lobby}/rules"
        assert "A roll" in headings(ben)
        await ben.tap("back")
        assert ben.has("person-2")


def test_what_the_chances_mean_stands_where_they_are_known_and_else_that_they_are_not():
    known = about_chances(CLASSIC, WORDS).pieces
    assert any("crosses, not dice" in line for line in known)
    assert about_chances(LONG, WORDS).pieces == ("Chances are not known for this sheet.",)


async def test_who_wants_to_hear_nothing_of_chances_reads_nothing_of_them_in_the_rules(pad):
    async with Client(pad.show, route="/settings") as tab:
        await tab.tap("set-chances")
        tab.page.navigate("/rules")
        await tab.settle()
        assert "A roll" in headings(tab)
        assert "What the chances mean" not in headings(tab)


async def test_a_visitor_reads_the_rules_before_joining_and_has_no_way_to_the_owners_games(pad):
    async with device(pad, BEN) as ben:
        await ben.tap("rules")
        assert "Rules" in headings(ben)
        assert not ben.has("history")
        await ben.taps("sheets sheet-on_board")
        await ben.tap("back")
        assert ben.has("code")


async def test_readers_get_headings_and_sentences_and_nothing_to_tap_in_the_pictures(pad):
    async with Client(pad.show, route="/rules/on_board") as tab:
        titles = [section.title for section in rules_of(ON_BOARD, WORDS)]
        assert headings(tab) == ["Rules", *titles, "What the chances mean"]
        stills = tab.find(lambda c: isinstance(c, ft.Container) and c.ignore_interactions is True)
        silent = [s for s in stills if getattr(s.content, "exclude_semantics", None)]
        pictures = pieces(ON_BOARD, Example | Throw)
        assert len(silent) == len(pictures)
        assert all(picture.says in tab.texts() for picture in pictures)
        cells = [c for still in silent for c in tab.walk(still) if getattr(c, "identifier", None)]
        assert {c.identifier for c in tab.all("r2")} == {c.identifier for c in cells} & {"r2"}
