"""The bar above the pad: menu, who plays, and undo and redo, which are read last."""

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.pad.facts import PadFacts, Title
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.node import Node
from qwixx_pad.ui.parts.topbar import BUTTON, banner_pill, disc, menu_button, one_of_both
from qwixx_pad.ui.tokens import LARGE_TEXT, Theme

UNDO_REDO = 2 * BUTTON
"""Width of both buttons, in dp."""


def top_bar(facts: PadFacts) -> ft.Control:
    """Menu, a disc for a single sheet, and a title."""
    theme, height = facts.sheet.theme, facts.plan.top
    title = facts.parts.show("title", _title, theme)
    alone = not facts.at_table and not theme.large
    face = [disc(initial(facts.name), theme.player(facts.color), 36)] if alone else []
    return beside_menu(facts, [*face, ft.Container(width=9), title], height)


def beside_menu(facts: PadFacts, inside: list[ft.Control], height: float) -> ft.Control:
    """A bar of this height: the menu, something, and room for undo and redo."""
    menu = menu_button(facts.sheet.theme, facts.sheet.words, facts.sheet.tap)
    return ft.Container(
        height=height,
        padding=ft.Padding.only(left=2, right=2),
        content=ft.Row([menu, *inside, ft.Container(width=UNDO_REDO)], spacing=0),
    )


def _title(part: Title, theme: Theme) -> ft.Control:
    """A name and a quiet line below it, or words that must be seen."""
    below = write(
        part.subtitle,
        13,
        400,
        color=theme.ink2,
        height=1.2,
        max_lines=2 if theme.large else 1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    size = theme.held(19, LARGE_TEXT)
    lines = ft.Column(
        [
            write(part.title, size, 600, color=theme.ink, height=1.2, no_wrap=True),
            below if part.banner is None else banner_pill(part.banner, theme),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Semantics(header=True, content=lines, expand=True)


def read_last(  # noqa: PLR0913, PLR0917 - the rest, the buttons and where they stand
    facts: PadFacts,
    before: ft.Control,
    height: float,
    apart: float = 0,
    fill: str | None = None,
    edge: float = 0,
) -> ft.Control:
    """Undo and redo in the upper right corner of the rest, and read after it.

    A reader goes by where things lie; so both lie on a leaf of their own over all the rest.

    Args:
        facts: Of the pad.
        before: The rest.
        height: Of the bar that they stand in.
        apart: Between the two.
        fill: Behind each.
        edge: At their right.
    """
    buttons = [
        facts.parts.show(
            which, one_of_both, which, facts.sheet.theme, facts.sheet.words, facts.sheet.tap, fill
        )
        for which in ("undo", "redo")
    ]
    row = ft.Row([*buttons], spacing=apart, tight=True, top=(height - BUTTON) / 2, right=edge)
    leaf = Node(content=ft.Stack([row]), container=True, left=0, top=0, right=0, bottom=0)
    return ft.Stack([ft.Semantics(content=before, container=True), leaf], expand=True)
