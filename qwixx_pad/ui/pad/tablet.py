"""All sheets of a table on one large screen, each turned to its player."""

import math
from dataclasses import dataclass

import flet as ft

from qwixx_pad.ui.design.bars import banner_pill, disc, menu_button, one_of_both
from qwixx_pad.ui.design.controls import icon_button, outlined, primary, way_button
from qwixx_pad.ui.design.primitives import SLOW, Node, Tap, at, corner, motion, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.cards import hint_bar, message_note
from qwixx_pad.ui.pad.chrome import in_box
from qwixx_pad.ui.pad.facts import BarTitle, CardPart, Role
from qwixx_pad.ui.pad.foot import SheetFacts, misthrows
from qwixx_pad.ui.pad.geometry import Box, Geometry, SheetBoxes, around
from qwixx_pad.ui.pad.hints import HintLook
from qwixx_pad.ui.pad.painter import sheet_rows
from qwixx_pad.ui.pad.sum_line import ends
from qwixx_pad.ui.pad.table_view import Act, ButtonLook
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.runtime.session_scope import Parts
from qwixx_pad.ui.speech.words import Words

_LABEL = 64.0
"""Least width in which the penalties are called by their name, in dp."""
_BAR = 60.0
"""Height of a bar whose letters are as they were designed, in dp."""
_WON = 7
"""Width of the edge of who has won, in dp."""
_FADED = 0.5
"""Of the rows of a seat that sits out; its head says so in words and with a mark."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What one card is painted with.

    Attributes:
        seat: From 1.
        sheet: What its sheet is painted with.
        boxes: Where its parts lie.
        name: Whose it is.
        color: Of the player's disc.
        turned: Whether it is turned by half.
    """

    seat: int
    sheet: SheetFacts
    boxes: SheetBoxes
    name: str
    color: int
    turned: bool


@dataclass(frozen=True, slots=True)
class TabletFacts:
    """What stays while the screen keeps its shape.

    Attributes:
        parts: What is painted.
        cards: Clockwise from the first corner.
        geometry: Where everything lies.
        theme, words: Colours and language.
        tap: Told the identifier of what is tapped.
        hint: What a first game explains now, if anything.
        only_watches: Whether nothing can be tapped but the way out.
    """

    parts: Parts
    cards: tuple[CardFacts, ...]
    geometry: Geometry
    theme: Theme
    words: Words
    tap: Tap
    hint: HintLook | None = None
    only_watches: bool = False


@memo
@component
def tablet(facts: TabletFacts) -> ft.Control:
    """Every sheet as a card, the bar above them or between two that face each other."""
    cards = [
        facts.parts.show(f"{card.sheet.prefix}card", _card, facts, card) for card in facts.cards
    ]
    return ft.Stack([*cards, *_bar(facts)], expand=True)


# the bar


def _bar(facts: TabletFacts) -> list[ft.Control]:
    """The bar; a hint stands in it, so that it takes no room from a cell and lies over nothing."""
    theme, words, parts, boxes = facts.theme, facts.words, facts.parts, facts.geometry.bar

    def whole_log(identifier: str) -> None:
        facts.tap(f"{identifier}-last")

    hint, place = facts.hint, facts.geometry.hint
    shown = [_way_out(facts, boxes.menu)]
    if boxes.face is not None and not _covered(boxes.face, facts):
        shown.append(parts.show("roller", _face, theme, boxes.face))
    if not _covered(boxes.title, facts):
        shown.append(parts.show("title", _title, theme, boxes.title))
    keys = () if facts.only_watches else (("undo", boxes.undo), ("redo", boxes.redo))
    for which, box in keys:
        shown.append(parts.show(which, one_of_both, which, theme, words, whole_log, box))
    if facts.geometry.button is not None:
        shown.append(parts.show("button", _button, facts, facts.geometry.button))
    if hint is not None and place is not None:
        bar = hint_bar(hint, theme, words, place.height)
        shown.append(ft.Container(bar, **at(place)))
    return shown


def _way_out(facts: TabletFacts, box: Box) -> ft.Control:
    theme, words = facts.theme, facts.words
    if not facts.only_watches:
        return menu_button(theme, words, facts.tap, box)
    said, icon = words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED
    return way_button("back", said, icon, theme, facts.tap, place=corner(box))


def _covered(box: Box, facts: TabletFacts) -> bool:
    """Whether what is explained now begins before a part of the bar, and lies over it."""
    place = facts.geometry.hint
    return facts.hint is not None and place is not None and place.x <= box.x


def _face(part: tuple[str, int] | None, theme: Theme, box: Box) -> ft.Control:
    """Who rolls; a pen where sheets are copied and nobody does."""
    if part is None:
        pen = ft.Icon(ft.Icons.EDIT_ROUNDED, size=22, color=theme.ink2)
        return ft.Container(pen, alignment=ft.Alignment.CENTER, **at(box))
    initial, color = part
    return disc(initial, theme.player(color), box.width, **corner(box))


def _title(part: BarTitle, theme: Theme, box: Box) -> ft.Control:
    """Whose roll it is, or words that take the place of that for a while."""
    grown = box.height / _BAR
    if part.message is not None:
        note = message_note(part.message, theme, box.height, grown, key="message")
        return ft.Container(note, **at(box))
    roll, small = theme.held(19 * grown, 1.3), theme.held(13 * grown)
    said = write(part.below, small, 400, color=theme.ink2, height=1.2, no_wrap=True)
    return ft.Column(
        [
            write(part.roll, roll, 600, color=theme.ink, height=1.2, no_wrap=True),
            said if part.banner is None else banner_pill(part.banner, theme, 12 * grown),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        **at(box),
    )


def _button(look: ButtonLook | None, facts: TabletFacts, box: Box) -> ft.Control:
    if look is None:
        return ft.Container(**at(box))
    make = outlined if look.act is Act.MISTHROW else primary
    icon = None if look.act is Act.MISTHROW else ft.Icons.CHECK_ROUNDED
    return in_box(make, look, facts.theme, facts.tap, box, icon=icon)


# the cards


def _card(part: CardPart, facts: TabletFacts, card: CardFacts) -> ft.Control:
    theme = facts.theme
    wide, color = (_WON, theme.bands["y"].band) if part.won else (3, theme.primary)
    edge = ft.BoxDecoration(border=ft.Border.all(wide, color), border_radius=20)
    scale = card.boxes.scale
    return ft.Container(
        _inside(facts, card, part.out),
        **at(card.boxes.box),
        bgcolor=theme.surface,
        border_radius=20,
        foreground_decoration=edge if part.rolls or part.won else None,
        scale=None if scale == 1 else ft.Scale(scale, alignment=ft.Alignment.TOP_LEFT),
        ignore_interactions=facts.only_watches,
        disabled=facts.only_watches,
        rotate=math.pi if card.turned else 0,
        animate_rotation=motion(theme, SLOW),
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        key=f"card{card.seat}",
    )


@memo
@component
def _inside(facts: TabletFacts, card: CardFacts, out: bool) -> ft.Control:  # noqa: FBT001 - a fact
    parts, boxes = facts.parts, card.boxes
    rows = sheet_rows(parts, card.sheet, boxes)
    faded = [ft.Stack([*rows], opacity=_FADED, **at(boxes.box.seen_from(boxes.box)))]
    inside = ft.Stack([*(faded if out else rows), *_head(facts, card)])
    return Node(content=inside, label=card.name, container=True)


def _head(facts: TabletFacts, card: CardFacts) -> list[ft.Control]:
    """What stands above the rows of one sheet."""
    sheet, boxes, parts = card.sheet, card.boxes, facts.parts
    whole = boxes.box.seen_from(boxes.box)
    left = around([box for box in (boxes.name, boxes.turn, boxes.label) if box is not None])
    shown = [
        parts.show(f"{sheet.prefix}note", _left, facts, card, left),
        parts.show(f"{sheet.prefix}misthrows", misthrows, sheet, boxes.penalties),
        *ends(parts, sheet, boxes.sum.extra, boxes.sum.total, whole),
    ]
    if boxes.face is not None:
        face = facts.theme.player(card.color)
        place = corner(boxes.face)
        shown.append(disc(card.name[:1].upper(), face, boxes.face.width, **place))
    return shown


def _left(note: str | None, facts: TabletFacts, card: CardFacts, box: Box) -> ft.Control:
    """Whose sheet it is; for a while why not, at the sheet that was tapped and turned like it."""
    if note is not None:
        said = _note(note, facts.theme)
        return ft.Container(said, alignment=ft.Alignment.CENTER_LEFT, **at(box))
    return ft.Stack(_owner(facts, card, box), **at(box))


def _note(text: str, theme: Theme) -> ft.Control:
    lines = 3 if theme.text <= 1 else 2
    said = write(text, theme.held(13, 1.2), 600, color=theme.ink, height=1.1, max_lines=lines)
    return ft.Semantics(
        content=said,
        live_region=True,
        container=True,
        identifier="message",
        key="message",
    )


def _owner(facts: TabletFacts, card: CardFacts, within: Box) -> list[ft.Control]:
    """Whose sheet, what it may do, a button to turn it, and what the penalties are called."""
    theme, words, prefix, boxes = facts.theme, facts.words, card.sheet.prefix, card.boxes
    shown: list[ft.Control] = []
    if boxes.name is not None:
        shown.append(_name(facts, card, boxes.name.seen_from(within)))
    if boxes.turn is not None:
        turn = icon_button(
            theme,
            f"{prefix}turn",
            words.text("Turn {name}’s pad", name=card.name),
            ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
            lambda: facts.tap(f"{prefix}turn"),
            size=boxes.turn.width,
            place=corner(boxes.turn.seen_from(within)),
        )
        shown.append(turn)
    roomy = not (card.sheet.has_extra or theme.large)
    if roomy and boxes.label is not None and boxes.label.width >= _LABEL * theme.text:
        label = write(words.text("Misthrows"), 13, 500, color=theme.ink2, no_wrap=True)
        place = at(boxes.label.seen_from(within))
        shown.append(ft.Container(label, alignment=ft.Alignment.CENTER_RIGHT, **place))
    return shown


def _name(facts: TabletFacts, card: CardFacts, box: Box) -> ft.Control:
    """Whose sheet it is and what it may do; larger where nothing turns it."""
    theme, name = facts.theme, facts.words.short(card.name)
    size, most, small = (16, 1.3, 12) if card.boxes.turn is not None else (20, 1, 14)
    return ft.Column(
        [
            write(name, theme.held(size, most), 600, color=theme.ink, height=1.15, no_wrap=True),
            facts.parts.show(f"{card.sheet.prefix}role", _role, theme, small),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        **at(box),
    )


def _role(part: Role, theme: Theme, size: float) -> ft.Control:
    """What this seat may do, with a mark where it sits out."""
    size = theme.held(size, 1.2)
    said = write(part.text, size, 400, color=theme.ink2, height=1.15, no_wrap=True)
    if not part.out:
        return said
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), said], spacing=2)
