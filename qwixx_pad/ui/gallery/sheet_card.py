"""A sheet that can be chosen: its picture, its name, what is different on it, and its star."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.ui.design.controls import icon_button, way_button
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, said, tappable, write
from qwixx_pad.ui.design.tokens import HINT, NAME, Theme
from qwixx_pad.ui.gallery import SheetChoice
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.speech.words import Words

_PICTURE, _LARGE_PICTURE = 132.0, 220.0
STAR = 48.0
"""Room that the star takes, in dp."""
EDGE, _CORNER = 12.0, 4.0
_SEED = "blank"


@memo
@component
def sheet_card(look: SheetChoice, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """The card; it is built again only where something has changed.

    Args:
        look: What it says.
        theme: In which colours.
        words: The language.
        tap: Told `sheet-NAME`, or `star-NAME` and `rules-NAME` for what lies on it; always the
            same function.
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
    """At the end of a card the star of its sheet, and below it the way to the rules."""
    leads = words.text("Rules of {sheet}", sheet=look.title)
    rules = way_button(f"rules-{look.name}", leads, ft.Icons.MENU_BOOK_ROUNDED, theme, tap)
    both = ft.Column([_star(look, theme, words, tap), rules], spacing=0, tight=True)
    return ft.Container(both, top=_CORNER, right=_CORNER)


def _star(look: SheetChoice, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """Makes a sheet a favourite, or lets it be one no longer; tells `star-NAME`."""
    identifier = f"star-{look.name}"
    icon = ft.Icons.STAR_ROUNDED if look.favourite else ft.Icons.STAR_OUTLINE_ROUNDED
    spoken = words.text("{sheet} is a favourite", sheet=look.title)
    return icon_button(
        theme, identifier, spoken, icon, lambda: tap(identifier), toggled=look.favourite
    )


def drawn(
    look: SheetChoice, theme: Theme, *, beside: float = 0, end: ft.Control | None = None
) -> ft.Control:
    """Picture, name and sentence.

    Args:
        look: What it says.
        theme: In which colours; with large letters the picture stands above the words.
        beside: Width that the words leave free for what lies on the card, in dp.
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
    if beside:  # as high as what lies on the card
        least = ft.Container(height=2 * (STAR + _CORNER - EDGE))
        picture = ft.Row([least, picture], spacing=0, tight=True)
    return ft.Row([picture, lines, *([] if end is None else [end])], spacing=12)


def chosen_sheet(
    look: SheetChoice, theme: Theme, words: Words, choose: Callable[[], object] | None
) -> ft.Control:
    """What is going to be played on.

    Args:
        look: Which sheet.
        theme: In which colours.
        words: The language.
        choose: Asks for another one; None for those who only look.
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
