"""Above a pad or in a rail beside it: menu, who plays, and undo and redo, which are read last."""

import flet as ft

from qwixx_pad.service.settings import initial
from qwixx_pad.ui.pad.facts import PadFacts, Title
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.told import quiet_or_told
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.node import Node, at, corner
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.parts.topbar import banner_pill, disc, menu_button, one_of_both
from qwixx_pad.ui.tokens import LARGE_TEXT, Theme


def bar(facts: PadFacts) -> list[ft.Control]:
    """All of it but undo and redo."""
    boxes, sheet = facts.geometry.bar, facts.sheet
    if boxes.box is not None:
        menu = menu_button(sheet.theme, sheet.words, sheet.tap, boxes.menu)
        return [menu, quiet_or_told(facts, boxes.words, _face_and_title)]
    return [_player_pill(facts), quiet_or_told(facts, boxes.words, _banner)]


def undo_and_redo(facts: PadFacts) -> list[ft.Control]:
    """What takes back and brings back."""
    sheet, boxes = facts.sheet, facts.geometry.bar
    fill = sheet.theme.surface if boxes.box is None else None
    return [
        facts.parts.show(which, one_of_both, which, sheet.theme, sheet.words, sheet.tap, box, fill)
        for which, box in (("undo", boxes.undo), ("redo", boxes.redo))
    ]


def _face_and_title(facts: PadFacts, box: Box) -> ft.Control:
    """A disc for a single sheet, and a title."""
    theme, boxes = facts.sheet.theme, facts.geometry.bar
    title = facts.parts.show("title", _title, theme, boxes.title.seen_from(box))
    if boxes.face is None:
        return ft.Stack([title], **at(box))
    place = corner(boxes.face.seen_from(box))
    face = disc(initial(facts.name), theme.player(facts.color), boxes.face.width, **place)
    return ft.Stack([face, title], **at(box))


def _title(part: Title, theme: Theme, box: Box) -> ft.Control:
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
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return Node(header=True, content=lines, **at(box))


# in a rail


def _banner(facts: PadFacts, box: Box) -> ft.Control:
    """At a table, that it is the last round."""
    if not facts.at_table:
        return ft.Container(**at(box))
    return facts.parts.show("banner", _last_round, facts.sheet.theme, box)


def _last_round(said: str | None, theme: Theme, box: Box) -> ft.Control:
    words = write(said or "", 13, 600, color=theme.ink, height=1.2, max_lines=3)
    return ft.Container(words, visible=said is not None, **at(box))


def _player_pill(facts: PadFacts) -> ft.Control:
    """Whose pad it is; a tap opens the menu."""
    if facts.at_table:
        return facts.parts.show("pill", _pill, facts)
    return _pill(Title(facts.name, facts.sheet.words.text("Menu")), facts)


def _pill(part: Title, facts: PadFacts) -> ft.Control:
    theme, words, table = facts.sheet.theme, facts.sheet.words, facts.at_table
    alone, box = not (table or theme.large), facts.geometry.bar.menu
    face = [disc(initial(facts.name), theme.player(facts.color), 30)] if alone else []
    title, below = theme.held(13 if table else 15), theme.held(12)
    names = ft.Column(
        [
            write(part.title, title, 600, color=theme.ink, height=1.15, no_wrap=True),
            write(part.subtitle, below, 400, color=theme.ink2, height=1.15, no_wrap=True),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return tappable(
        "menu",
        words.text("Menu"),
        ft.Row([*face, names], spacing=8),
        lambda: facts.sheet.tap("menu"),
        place=corner(box),
        width=box.width,
        height=box.height,
        border_radius=box.height / 2,
        bgcolor=theme.surface,
        padding=ft.Padding.only(left=14 if table else 9, right=6),
    )
