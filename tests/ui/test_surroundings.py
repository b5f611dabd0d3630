"""Whoever builds a control asks for its colours, its language and its width."""

import flet as ft
import pytest

from qwixx_pad.i18n import catalogue
from qwixx_pad.ui.context import (
    Surroundings,
    SurroundingsMissingError,
    current_column_width,
    current_theme,
    current_translator,
)
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import DARK, LIGHT
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS

PHONE = ScreenSpace(390, 844)
FIRST = Surroundings(PHONE, LIGHT, WORDS)
OTHERS = {
    "theme": Surroundings(PHONE, DARK, WORDS),
    "language": Surroundings(PHONE, LIGHT, Translator(catalogue("de"))),
    "width": Surroundings(ScreenSpace(500, 844), LIGHT, WORDS),
}


def words():
    return (
        f"{current_theme().ink} {current_translator().gettext('Undo')} {current_column_width():.0f}"
    )


class Page:
    """A root that sets its surroundings, a memoised part, and in it a part with a state."""

    def __init__(self):
        self.built = []
        self.set_surroundings = None
        self.set_count = None

    def __call__(self, page):
        @component
        def inner():
            count, self.set_count = ft.use_state(0)
            return ft.Text(f"{count} {words()}")

        @memo
        @component
        def remembered(name):
            self.built.append(name)
            return ft.Column([ft.Text(f"{name} {words()}"), inner()])

        @component
        def root():
            around, self.set_surroundings = ft.use_state(FIRST)
            _, self.repaint = ft.use_state(0)
            around.surround(page)
            return ft.Column([remembered("it")])

        page.render(root)


@pytest.mark.parametrize("what", OTHERS)
async def test_remembered_part_follows_its_surroundings(what):
    page = Page()
    async with Client(page) as tab:
        page.set_surroundings(OTHERS[what])
        await tab.settle()
        assert page.built == ["it", "it"]
        expected = OTHERS[what]
        said = f"{expected.theme.ink} {expected.tr.gettext('Undo')} {expected.column_width:.0f}"
        assert tab.texts() == [f"it {said}", f"0 {said}"]


async def test_remembered_part_is_left_alone_by_all_else():
    page = Page()
    async with Client(page) as tab:
        page.repaint(1)
        page.set_surroundings(Surroundings(ScreenSpace(390, 700), LIGHT, WORDS))
        await tab.settle()
        assert page.built == ["it"]


async def test_part_below_a_remembered_one_keeps_its_surroundings():
    """Flet's own `use_context` gives it the default from then on."""
    page = Page()
    async with Client(page) as tab:
        page.repaint(1)
        await tab.settle()
        page.set_count(1)
        await tab.settle()
        assert tab.texts()[1].startswith(f"1 {LIGHT.ink}")


async def test_sessions_have_surroundings_of_their_own():
    light = Page()
    dark = Page()
    async with Client(light) as tab, Client(dark) as other:
        dark.set_surroundings(OTHERS["theme"])
        await other.settle()
        await tab.settle()
        assert DARK.ink in other.texts()[0]
        assert LIGHT.ink in tab.texts()[0]


async def test_missing_surroundings_are_named():
    async with Client(lambda page: page.add(ft.Text("bare"))):
        with pytest.raises(SurroundingsMissingError):
            current_theme()
