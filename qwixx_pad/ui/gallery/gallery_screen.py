"""The gallery: all sheets in miniature, chosen by a tap, favourites by their stars."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from secrets import randbelow

import flet as ft

from qwixx_pad.layouts import SEEDS, installed, seeded_name
from qwixx_pad.ui.design.controls import Typed, icon_button, text_field, use_typed, way_button
from qwixx_pad.ui.design.form import Screen, became, by_hand, page_bar
from qwixx_pad.ui.design.primitives import (
    Tap,
    for_the_eye,
    heading,
    message,
    page_column,
    said,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import HEADING, HINT, NAME, TAG, Theme
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.gallery import Choosing, SheetChoice
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Words

_PICTURE, _LARGE_PICTURE = 132.0, 220.0
STAR = 48.0
"""Size of the star, in dp."""
EDGE, _CORNER = 12.0, 4.0
_SEED = "blank"


@memo
@component
def sheet_card(look: SheetChoice, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """Draw the card of a sheet, built again only where something has changed.

    Args:
        look: What it says.
        theme: In which colours.
        words: The language.
        tap: Called with `sheet-NAME`, or `star-NAME` and `rules-NAME` for its buttons; always
            the same function.
    """
    identifier = f"sheet-{look.name}"
    card = tappable(
        identifier,
        look.spoken,
        drawn(look, theme, beside=STAR),
        lambda: tap(identifier),
        checked=look.chosen,
        dead=bool(look.too_many),
        bgcolor=theme.surface,
        border=ft.Border.all(2, theme.ink if look.chosen else theme.surface),
        border_radius=18,
        padding=EDGE,
    )
    return ft.Stack([card, on_card(look, theme, words, tap)])


def on_card(look: SheetChoice, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """Draw the star at the end of a card, and below it the button of the rules."""
    leads = words.text("Rules of {sheet}", sheet=look.title)
    rules = way_button(f"rules-{look.name}", leads, ft.Icons.MENU_BOOK_ROUNDED, theme, tap)
    both = ft.Column([_star(look, theme, words, tap), rules], spacing=0, tight=True)
    return ft.Container(both, top=_CORNER, right=_CORNER)


def _star(look: SheetChoice, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """Draw the star that makes a sheet a favourite or no longer one: `star-NAME`."""
    identifier = f"star-{look.name}"
    icon = ft.Icons.STAR_ROUNDED if look.favourite else ft.Icons.STAR_OUTLINE_ROUNDED
    spoken = words.text("{sheet} is a favourite", sheet=look.title)
    return icon_button(
        theme, identifier, spoken, icon, lambda: tap(identifier), toggled=look.favourite
    )


def drawn(
    look: SheetChoice, theme: Theme, *, beside: float = 0, end: ft.Control | None = None
) -> ft.Control:
    """Draw picture, name and sentence.

    Args:
        look: What it says.
        theme: In which colours; with large letters the picture is above the words.
        beside: Width that the words leave free for the buttons on the card, in dp.
        end: At the end of the line.
    """
    faint = theme.ink2 if look.too_many else theme.ink
    title = write(look.title, NAME, color=faint, height=1.2)
    below = " ".join(filter(None, (look.about, look.too_many)))
    lines = ft.Column(
        [
            ft.Container(title, padding=ft.Padding.only(right=beside - EDGE if beside else 0)),
            ft.Container(
                write(below, HINT, color=theme.ink2, height=1.3),
                padding=ft.Padding.only(right=0 if theme.large or not beside else beside - EDGE),
            ),
        ],
        spacing=3,
        tight=True,
    )
    if theme.large:
        picture = small_sheet(look.picture, theme, _LARGE_PICTURE, _SEED)
        return ft.Column([picture, lines], spacing=10, tight=True)
    picture = small_sheet(look.picture, theme, _PICTURE, _SEED)
    lines.expand = True
    if beside:  # as high as the buttons on the card
        least = ft.Container(height=2 * (STAR + _CORNER - EDGE))
        picture = ft.Row([least, picture], spacing=0, tight=True)
    return ft.Row([picture, lines, *([] if end is None else [end])], spacing=12)


def chosen_sheet(
    look: SheetChoice, theme: Theme, words: Words, choose: Callable[[], object] | None
) -> ft.Control:
    """Draw the sheet that will be played on.

    Args:
        look: Which sheet.
        theme: In which colours.
        words: The language.
        choose: Asks for another one; None for spectators.
    """
    if choose is None:
        return said("sheet", look.spoken, for_the_eye(drawn(look, theme)))
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=theme.ink)
    return tappable(
        "sheets",
        words.text("{now} {leads}", now=look.spoken, leads=words.text("Another sheet")),
        drawn(look, theme, end=arrow),
        choose,
        border_radius=14,
        padding=6,
    )


_INSIDE = 8.0
"""Part of the card's edge that belongs to the tappable part; in dp."""


@dataclass(frozen=True, slots=True)
class _Seed:
    """The content of the field.

    Attributes:
        typed: As it was typed, or rolled.
        said: The message about the last tap.
        left: The code that could not be shared, to be copied by hand.
    """

    typed: str = ""
    said: str = ""
    left: str = ""


@component
def random_card(kind: str, choosing: Choosing, context: ScreenContext, tap: Tap) -> ft.Control:
    """Draw the card of a kind.

    Args:
        kind: The part before the seed, such as `random_numbers`.
        choosing: The sheets to choose from.
        context: Theme and words, and the transfer of a code.
        tap: Called with `sheet-NAME` and `star-NAME`.
    """
    typed = use_typed(f"seed-{kind}")
    seed, show = ft.use_state(_Seed(typed.or_else("")))
    name = seeded_name(kind, seed.typed)
    look = choosing.kind(kind, name)
    return _RandomCard(context, tap, kind, name, look, typed, seed, show).whole()


@dataclass(frozen=True)
class _RandomCard(Screen):
    """The card in one state.

    Attributes:
        name: Of the sheet in the field; None if there is none.
    """

    kind: str
    name: str | None
    look: SheetChoice
    typed: Typed
    seed: _Seed
    show: Callable[[_Seed], None]

    def whole(self) -> ft.Control:
        theme, said = self.theme, self._said()
        choose = tappable(
            f"sheet-{self.kind}",
            self.look.spoken,
            drawn(self.look, theme, beside=STAR if self.name else 0),
            self._choose,
            checked=self.look.chosen,
            dead=bool(self.look.too_many or (self.seed.typed and not self.name)),
            border_radius=14,
            padding=_INSIDE,
        )
        below = [self._seed_line(), *([message(said, theme, TAG)] if said else [])]
        below += [by_hand(self.seed.left, self.context)] if self.seed.left else []
        beside = ft.Padding.only(left=_INSIDE, right=_INSIDE, bottom=_INSIDE)
        parts = [choose, ft.Container(ft.Column([*below], spacing=8, tight=True), padding=beside)]
        card = ft.Container(
            ft.Column(
                [*parts], spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, tight=True
            ),
            bgcolor=theme.surface,
            border=ft.Border.all(2, theme.ink if self.look.chosen else theme.surface),
            border_radius=18,
            padding=EDGE - _INSIDE,
        )
        if self.name is None:
            return ft.Stack([card])
        return ft.Stack([card, on_card(self.look, theme, self.words, self._named)])

    def _named(self, identifier: str) -> None:
        """Tap a button of the card for the sheet in the field, not for its kind."""
        self.go(f"{identifier.partition('-')[0]}-{self.name}")

    def _said(self) -> str:
        if self.seed.typed.strip() and self.name is None:
            return self.words.text("A seed is a number of up to six digits.")
        return self.seed.said

    def _seed_line(self) -> ft.Control:
        """Draw the field of the seed, and the buttons to roll and to share it."""
        theme, words, kind = self.theme, self.words, self.kind

        def typing(text: str) -> None:
            self.show(_Seed(text))

        label = words.text("Seed")
        field = text_field(self.typed, theme, label, change=typing, send=self._choose, expand=True)
        roll = words.text("Roll another sheet")
        share = words.text("Share the code of this sheet")
        code = self.name
        at_once = None if code is None else self.context.transfer.share_at_once(code)
        return ft.Row(
            [
                field,
                icon_button(theme, f"roll-{kind}", roll, ft.Icons.CASINO_OUTLINED, self._rolled),
                icon_button(
                    theme,
                    f"share-{kind}",
                    share,
                    ft.Icons.IOS_SHARE_ROUNDED,
                    self._share,
                    enabled=bool(code),
                    action=at_once,
                ),
            ],
            spacing=4,
        )

    def _rolled(self) -> str:
        typed = str(randbelow(SEEDS))
        self.typed.text = typed
        self.show(_Seed(typed))
        return typed

    def _choose(self) -> None:
        """Choose the sheet in the field; where it is empty, a random one."""
        typed = self.seed.typed.strip() or self._rolled()
        name = seeded_name(self.kind, typed)
        if name is not None:
            self.go(f"sheet-{name}")

    async def _share(self) -> None:
        if self.name is None:
            return
        outcome = await self.context.transfer.share_text(self.name)
        said, left = became(outcome, self.name, self.words)
        self.show(replace(self.seed, said=said, left=left))


_TWO_FROM, _WIDEST = 700, 960
"""From this width on cards are two side by side; the greatest width of two of them; in dp."""
_GAP = 10
_FIRST, _ALL = 9, 1000
"""Headings and cards that are visible without scrolling, and all that there can be."""


@component
def gallery_screen(
    choosing: Choosing, context: ScreenContext, go: Tap, choose: Callable[[str], object]
) -> ft.Control:
    """Show the gallery."""
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
    """One function for all cards while a screen stays; its handler is set at each rendering.

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
        """Build the first `most` parts, below the reason why the last tap has chosen none."""
        bar = page_bar(self.context, self.words.text("Which sheet"), self.go)
        told = [message(said, self.theme)] if said else []
        parts = [*told, *islice(self._parts(), most)]
        return page_column(parts, self._width, spacing=_GAP, bar=bar)

    def _parts(self) -> Iterator[ft.Control]:
        theme, words, tap = self.theme, self.words, self.taps
        for group in self.choosing.groups():
            cards = [sheet_card(look, theme, words, tap, key=look.name) for look in group.sheets]
            yield from self._below(group.title, cards)
        kinds = installed().seeded
        cards = [random_card(kind, self.choosing, self.context, tap, key=kind) for kind in kinds]
        yield from self._below(words.text("Made by chance"), cards)

    @property
    def _two(self) -> bool:
        return self.context.space.width >= _TWO_FROM and not self.theme.large

    @property
    def _width(self) -> float:
        if self._two:
            return min(self.context.space.width, _WIDEST) - 32
        return self.context.column

    def _below(self, title: str, cards: Sequence[ft.Control]) -> Sequence[ft.Control]:
        """Lay out cards below their heading."""
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
    return ft.Row([*beside, *empty], spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)
