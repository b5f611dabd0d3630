"""The rules in the app: made of what a sheet has, true to the core, reached from everywhere."""

from dataclasses import replace

import flet as ft
import pytest
from client import Client
from strategies import played, ready_to_lock, refusal
from table import BEN, device, rest, two_phones

from qwixx_pad.core.layout import Layout, Row
from qwixx_pad.core.scoring import row_points
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed
from qwixx_pad.ui.rules import Example, NumberedStep, Part, Ruling, Throw, examples, rules_of
from qwixx_pad.ui.rules.examples import rulings
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))
CLASSIC, ON_BOARD = installed()["classic"], installed()["on_board"]
LONG = Layout(
    "long",
    (
        Row.of_numbers("r", tuple(range(2, 17)), 6),
        Row.of_numbers("b", tuple(range(16, 1, -1)), 6),
        Row.of_numbers("g", (9, 2, 11, 4, 3, 8, 12), 4),
    ),
    most_seats=3,
    penalties=3,
    penalty_points=7,
    rows_to_end=1,
)
"""A sheet that nobody has printed: longer rows, other numbers of everything."""
SHOWN = [*installed().values(), installed()["random_colors:5"], LONG]
EVERY_SHEET = pytest.mark.parametrize("layout", SHOWN, ids=lambda layout: layout.name)


def pieces(layout, kind=str):
    return [p for section in rules_of(layout, WORDS) for p in section.pieces if isinstance(p, kind)]


def said(layout):
    return " ".join(pieces(layout))


# the words come from what the sheet has


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


# the pictures are played


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


# every ruling is played

READY = " ".join(("classic/3", *ready_to_lock("classic/3", "ryg")))
"""Fifteen rolls are over: seat 1 is the roller, all have five crosses in red, yellow and green."""
RED_GONE = f"{READY} 1:r12 /"
"""Red was closed in the roll before: seat 2 is the roller."""


CLAIMS = {
    "Does the last number count towards the 5 crosses?": ("classic r2 r3 r4 r5 r12", "needs_more"),
    "Does the lock count as a cross?": ("classic r2 r3 r4 r5 r6 r12", (28,)),
    "Several of us lock the same row in one roll?": (f"{READY} 1:r12 2:r12 3:r12", (58, 58, 58)),
    "Somebody locks a row. May I still cross there?": (f"{READY} 2:r12 3:r9", None),
    "Somebody else closed a row. Do I cross the lock?": (RED_GONE, (58, 45, 45)),
    "What happens to the die of a closed row?": (f"{READY} 1:b12 2:r12 1:r12", "closed"),
    "When exactly is the game over?": (f"{RED_GONE} 3:y12 1:g2 / 1:b12", "over"),
    "The white dice end the game. Does the roller still use a coloured die?": (
        f"{RED_GONE} 2:y12 2:b12",
        "over",
    ),
    "Who takes a misthrow?": ("classic/2 /", (-5, 0)),
    "Do I have to cross if I can?": ("classic/2 1:r5 /", (1, 0)),
    "May I cross the white sum in two rows?": ("classic/2 2:r5 2:y5", "roll_used_up"),
    "May all crosses of the roller be in one row?": ("classic/2 1:r5 1:r9", None),
    "May the pawn go back?": ("on_board/2 1:@7 1:@6", "backwards"),
    "I only moved my pawn. Is that a misthrow?": ("on_board/2 1:@7 /", (2, 0)),
    "When is the last round over?": ("on_board/3 1:@! 1:r5 / 2:r5 / 3:r5 / 1:r7", "over"),
    "I crossed in a bonus row alone. Is that a misthrow?": (
        "big_points/2 1:r5 / / 1:ry5 /",
        (4, -5),
    ),
    "Does a cross that comes with another one use up the roll?": ("chain_a/2 1:r6 1:y8", None),
    "May a cross that comes with another one lock a row?": (
        "bonus_b r2 r3 r4 r5 r11 y7 b7",
        (35,),
    ),
}
"""Each question: a game, and the totals there, or the word that refuses its last entry if any."""
OF_OTHER_SHEETS = {*list(CLAIMS)[-3:]}
ON_BOARD_ONLY = {question for question in CLAIMS if "pawn" in question or "last round" in question}


@pytest.mark.parametrize("question", CLAIMS)
def test_what_a_ruling_claims_is_what_the_core_does(question):
    line, so = CLAIMS[question]
    if isinstance(so, tuple):
        assert tuple(sheet.total for sheet in played(line).position.sheets) == so
    else:
        assert refusal(line) == so


def test_every_question_is_answered_on_the_sheet_that_has_it():
    sheets = (ON_BOARD, installed()["big_points"], installed()["bonus_b"])
    asked = {ruling.question for layout in sheets for ruling in rulings(layout, WORDS)}
    assert asked == {*CLAIMS}
    on_board = {ruling.question for ruling in rulings(ON_BOARD, WORDS)}
    assert on_board == {*CLAIMS} - OF_OTHER_SHEETS
    assert len(ON_BOARD_ONLY) == 3
    classic = {ruling.question for ruling in rulings(CLASSIC, WORDS)}
    assert classic == on_board - ON_BOARD_ONLY
    assert len(pieces(CLASSIC, Ruling)) == len(rulings(CLASSIC, WORDS))


# on the screen


def headings(tab):
    nodes = tab.find(lambda c: isinstance(c, ft.Semantics) and c.header)
    return [next(c.value for c in tab.walk(node) if isinstance(c, ft.Text)) for node in nodes]


async def test_the_rules_are_one_tap_from_the_first_run_and_from_every_place(pad):
    async with Client(pad.show) as tab:
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


async def test_from_a_game_to_the_rules_and_back_to_the_same_sheet(pad):
    async with Client(pad.show) as tab:
        await tab.taps("new-game r2 r3 b12")
        game = tab.page.route
        await tab.taps("menu rules")
        assert tab.page.route == f"{game}/rules"
        assert not tab.has("sheets"), "the rules of this game, no others"
        await tab.tap("back")
        assert tab.page.route == game
        assert tab.name("total") == "Total 4"


async def test_a_phone_at_a_table_reads_the_rules_of_its_sheet_and_comes_back(pad):
    async with two_phones(pad) as (anna, ben):
        lobby = ben.page.route
        await ben.tap("rules")
        assert ben.page.route == f"{lobby}/rules"
        await ben.tap("back")
        assert ben.has("person-2")
        await anna.tap("start-game")
        await rest(anna, ben)
        await ben.taps("b12 menu rules")
        assert "A roll" in headings(ben)


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
        assert headings(tab) == ["Rules", *titles]
        stills = tab.find(lambda c: isinstance(c, ft.Container) and c.ignore_interactions is True)
        hidden = [s for s in stills if isinstance(s.content, ft.Semantics)]
        drawn = [p for s in rules_of(ON_BOARD, WORDS) for p in s.pieces]
        pictures = [p for p in drawn if isinstance(p, Example | Throw)]
        silent = [s for s in hidden if s.content.exclude_semantics]
        assert len(silent) == len(pictures)
        assert all(picture.says in tab.texts() for picture in pictures)
        cells = [c for still in silent for c in tab.walk(still) if getattr(c, "identifier", None)]
        assert {c.identifier for c in tab.all("r2")} == {c.identifier for c in cells} & {"r2"}
