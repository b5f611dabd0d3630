"""Names have room where people sit, and what measures words (`test_every_screen`) finds faults."""

import flet as ft
import pytest

from qwixx_pad.i18n import available_languages
from qwixx_pad.ui.design.primitives import write
from qwixx_pad.ui.theme.tokens import LABEL
from tests.support.ui.every_screen import screen, speak
from tests.support.ui.word_room import Layout, squeezed

LARGEST = 2.0
NAMES = ("Maximiliane", "Konstantin", "Annegret-Luise")
"""As long as names are."""


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1180, 820), (820, 1180)])
async def test_long_names_are_whole_at_a_table(lasting_pad, size):
    async with screen(lasting_pad, "a table", *size, people=NAMES) as tab:
        if tab.has("seat-2"):
            await tab.tap("seat-2")  # says whose sheet that is
        for language in available_languages():
            await speak(tab, language)
            sheets = [tab.view.title.title, *NAMES]
            cut = [each for each in squeezed(tab, 1.0) if each.fault == "cut"]
            assert not [each for each in cut if each.words in sheets], language


def said(text, **more):
    return write(text, LABEL, color="#000000", **more)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (said("Donaudampfer"), "broken within a word"),
        (said("Anna, Ben, Cleo", no_wrap=True), "cut"),
        (said("All of them are here", max_lines=2), "cut"),
        (ft.Column([said("A seat"), said("or two")], height=30), "higher than its box"),
        (ft.Row([said("A free seat"), said("and two")]), "wider than its row"),
        (ft.Row([said("Anna"), said("Dampfer", expand=True)]), "broken within a word"),
        (ft.Stack([ft.Container(said("Anna"), left=50, right=30)]), "broken within a word"),
    ],
)
def test_layout_notes_words_without_room(content, fault):
    layout = Layout(LARGEST)
    layout.lay(ft.Container(content, width=100), 320)
    assert {each.fault for each in layout.found} == {fault}


@pytest.mark.parametrize(
    "content",
    [
        said("Dampfer"),
        said("All of them are here"),
        ft.Column([said("A seat"), said("or two")], height=90),
        ft.Row([said("Anna", no_wrap=True, expand=True)]),
        ft.Row([said("One"), said("seat")], wrap=True),
    ],
)
def test_layout_accepts_words_with_room(content):
    layout = Layout(1.0)
    layout.lay(ft.Container(content, width=100), 320)
    assert layout.found == []
