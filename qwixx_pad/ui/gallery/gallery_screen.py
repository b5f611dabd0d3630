"""All sheets in miniature: one is chosen by a tap, favourites by their stars."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import flet as ft

from qwixx_pad.layouts import installed
from qwixx_pad.ui.design.form import Screen, page_bar
from qwixx_pad.ui.design.primitives import Tap, heading, message, page_column
from qwixx_pad.ui.design.tokens import HEADING
from qwixx_pad.ui.gallery import Choosing, SheetGroup
from qwixx_pad.ui.gallery.random_card import random_card
from qwixx_pad.ui.gallery.sheet_card import sheet_card
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext

_TWO_FROM, _WIDEST = 700, 960
"""From this width on cards stand two side by side; the widest that two of them are; in dp."""
_GAP = 10
_FIRST, _ALL = 9, 1000
"""Headings and cards that are seen without scrolling, and all that there can be."""


@component
def gallery_screen(
    choosing: Choosing, context: ScreenContext, go: Tap, choose: Callable[[str], object]
) -> ft.Control:
    """The gallery.

    Args:
        choosing: Who looks for a sheet.
        context: Space, theme, words and settings.
        go: Leads to another screen.
        choose: Told the name of a sheet.
    """
    said, say = ft.use_state("")
    most, show = ft.use_state(_FIRST)
    taps: _Taps = ft.use_memo(_Taps, [])

    async def then_the_rest() -> None:
        await asyncio.sleep(0)  # what is seen first is on its way before the rest is built
        show(_ALL)

    ft.use_effect(then_the_rest, [])
    page = _Gallery(context, go, choosing, choose, say, taps)
    taps.does = page.tap
    return page.whole(said, most)


class _Taps:
    """One function for all cards while a screen stays: what they do is told anew each time.

    A card that is given the same function need not be built again.
    """

    def __init__(self) -> None:
        self.does: Tap = lambda _: None

    def __call__(self, identifier: str) -> None:
        self.does(identifier)


@dataclass(frozen=True)
class _Gallery(Screen):
    """The gallery in one state."""

    choosing: Choosing
    choose: Callable[[str], object]
    say: Callable[[str], object]
    taps: _Taps

    def whole(self, said: str, most: int) -> ft.Control:
        """The sheets, so many parts of them, and why the last tap has chosen none."""
        bar = page_bar(self.context, self.words.text("Which sheet"), self.go)
        told = [message(said, self.theme)] if said else []
        return page_column([bar, *told, *islice(self._parts(), most)], self._width, spacing=_GAP)

    def _parts(self) -> Iterator[ft.Control]:
        for group in self.choosing.groups():
            yield from self._group(group)
        yield from self._random()

    @property
    def _two(self) -> bool:
        return self.context.space.width >= _TWO_FROM and not self.theme.large

    @property
    def _width(self) -> float:
        if self._two:
            return min(self.context.space.width, _WIDEST) - 32
        return self.context.column

    def _group(self, group: SheetGroup) -> Sequence[ft.Control]:
        cards = [
            sheet_card(look, self.theme, self.words, self.taps, key=look.name)
            for look in group.sheets
        ]
        return self._below(group.title, cards)

    def _random(self) -> Sequence[ft.Control]:
        """A card for each kind of sheets that are made from a seed."""
        cards = [
            random_card(kind, self.choosing, self.context, self.taps, key=kind)
            for kind in installed().seeded
        ]
        return self._below(self.words.text("Made by chance"), cards)

    def _below(self, title: str, cards: Sequence[ft.Control]) -> Sequence[ft.Control]:
        """Cards below their heading."""
        above = ft.Container(
            heading(title, HEADING, self.theme.ink), padding=ft.Padding.only(left=2, top=8)
        )
        if not self._two:
            return [above, *cards]
        return [above, *(_pair(cards[i : i + 2]) for i in range(0, len(cards), 2))]

    def tap(self, identifier: str) -> None:
        what, _, name = identifier.partition("-")
        if what == "star":
            starred = self.context.settings.starred(name)
            self.context.change(favourites=starred.favourites)
            return
        if what == "rules":
            self.go(identifier)
            return
        layout = self.choosing.service.sheets.shown(name)
        refused = "" if layout is None else self.choosing.look(layout).too_many
        self.say(refused)
        if layout is not None and not refused:
            self.choose(name)


def _pair(cards: Sequence[ft.Control]) -> ft.Control:
    beside = [ft.Container(card, expand=True) for card in cards]
    empty = [ft.Container(expand=True)] * (2 - len(cards))
    top = ft.CrossAxisAlignment.START
    return ft.Row([*beside, *empty], spacing=_GAP, vertical_alignment=top)
