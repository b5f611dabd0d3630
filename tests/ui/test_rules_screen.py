"""The rules in the app: of the sheet that one means, reached from everywhere."""

import flet as ft

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.rules import chances_section, sheet_rules
from qwixx_pad.ui.rules.examples import DiceSum, Example
from tests.support.ui.rules_text import pieces
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, device, two_phones

CLASSIC = installed_layouts()["classic"]
ON_BOARD = installed_layouts()["on_board"]


def titles(layout):
    return [section.title for section in sheet_rules(layout, WORDS)]


def headings(tab):
    """Those below the heading of the page."""
    nodes = tab.find(lambda c: isinstance(c, ft.Semantics) and c.header)
    return [next(c.value for c in tab.walk(node) if isinstance(c, ft.Text)) for node in nodes][1:]


async def test_rules_are_one_tap_from_every_main_screen(tab):
    await tab.tap("rules")
    assert tab.page.route == "/rules"
    await tab.taps("history rules statistics rules")
    assert tab.one("rules").selected
    await tab.tap("play")
    assert tab.page.route == "/"


async def test_rules_let_one_choose_another_sheet(pad):
    async with Client(pad.show_caller, route="/rules") as tab:
        assert tab.name("sheets").startswith(WORDS.layout_title("classic"))
        await tab.tap("sheets")
        await tab.tap("back")
        assert tab.page.route == "/rules"
        await tab.taps("sheets sheet-on_board")
        assert tab.page.route == "/rules/on_board"
        assert {*pieces(ON_BOARD)} <= {*tab.texts()}
        await tab.taps("sheets back")
        assert tab.page.route == "/rules/on_board"


async def test_rules_default_to_the_sheet_of_a_new_game(pad):
    async with Client(pad.show_caller, route="/sheets") as tab:
        await tab.tap("sheet-mixx_b")
    async with Client(pad.show_caller, route="/rules/nonsense") as tab:
        assert tab.name("sheets").startswith(WORDS.layout_title("mixx_b"))


async def test_rules_return_to_the_same_game(tab):
    await tab.taps("new-game r2 r3 b12")
    game = tab.page.route
    await tab.taps("menu rules")
    assert tab.page.route == f"{game}/rules"
    assert not tab.has("sheets"), "the rules of this game, no others"
    await tab.tap("back")
    assert tab.page.route == game
    assert tab.number("total") == 4


async def test_phone_at_a_table_reads_its_rules_and_returns(pad):
    async with two_phones(pad) as (_, ben):
        lobby = ben.page.route
        await ben.tap("rules")
        assert ben.page.route == f"{lobby}/rules"
        assert titles(CLASSIC)[0] in headings(ben)
        await ben.tap("back")
        assert ben.has("person-2")


async def test_rules_omit_chances_when_they_are_off(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        await tab.tap("set-chances")
        tab.page.navigate("/rules")
        await tab.settle()
        assert headings(tab) == titles(CLASSIC)


async def test_visitor_reads_rules_but_no_games(pad):
    async with device(pad, BEN) as ben:
        await ben.tap("rules")
        assert titles(CLASSIC)[0] in headings(ben)
        assert not ben.has("history")
        await ben.taps("sheets sheet-on_board")
        await ben.tap("back")
        assert ben.has("code")


async def test_rules_examples_are_headed_text_without_buttons(pad):
    async with Client(pad.show_caller, route="/rules/on_board") as tab:
        assert headings(tab) == [*titles(ON_BOARD), chances_section(ON_BOARD, WORDS).title]
        stills = tab.find(lambda c: isinstance(c, ft.Container) and c.ignore_interactions is True)
        silent = [s for s in stills if getattr(s.content, "exclude_semantics", None)]
        pictures = pieces(ON_BOARD, Example | DiceSum)
        assert len(silent) == len(pictures)
        assert all(picture.says in tab.texts() for picture in pictures)
        cells = [c for still in silent for c in tab.walk(still) if getattr(c, "identifier", None)]
        assert {c.identifier for c in tab.all("r2")} == {c.identifier for c in cells} & {"r2"}
