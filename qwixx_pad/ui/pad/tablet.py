"""All sheets of a table on one large screen, each turned to its player."""

import math
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.cards_parts import BarTitle, CardPart, Role
from qwixx_pad.ui.pad.cell import RowFacts
from qwixx_pad.ui.pad.foot import SheetFacts, misthrows
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.plan import CardsPlan
from qwixx_pad.ui.pad.row import row_control
from qwixx_pad.ui.pad.source import Parts
from qwixx_pad.ui.pad.sums import pawn_field, total_box
from qwixx_pad.ui.pad.table_view import Act, ButtonLook
from qwixx_pad.ui.parts.buttons import icon_button, outlined, primary
from qwixx_pad.ui.parts.hint_bar import hint_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_note
from qwixx_pad.ui.parts.motion import SLOW, motion
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.parts.topbar import banner_pill, disc, one_of_both
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_ROOMY = 900
"""Width of a card from which a name has more room, and of a bar from which a hint has; in dp."""
_HINT = 52
"""Height of a hint in the bar, in dp."""
_FADED = 0.5
"""Of the rows of a seat that sits out; its head says so in words and with a mark."""
_BOX = (44.0, 44.0)
"""Of a box for a penalty, in dp."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What one card is painted with.

    Attributes:
        seat: From 1.
        sheet: What its sheet is painted with.
        corner: Where it lies, from 0 and clockwise.
        name: Whose it is.
        color: Of the player's disc.
        turned: Whether it is turned by half.
    """

    seat: int
    sheet: SheetFacts
    corner: int
    name: str
    color: int
    turned: bool


@dataclass(frozen=True, slots=True)
class TabletFacts:
    """What stays while the screen keeps its shape.

    Attributes:
        parts: What is painted.
        cards: Clockwise from the first corner.
        plan: Where they lie.
        width: Of the screen, in dp.
        theme, words: Colours and language.
        tap: Told the identifier of what is tapped.
        hint: What a first game explains now, if anything.
    """

    parts: Parts
    cards: tuple[CardFacts, ...]
    plan: CardsPlan
    width: float
    theme: Theme
    words: Words
    tap: Tap
    hint: HintLook | None = None


@memo
@component
def tablet(facts: TabletFacts) -> ft.Control:
    """Every sheet as a card, the bar above them or between two that face each other.

    A hint stands in the bar: it takes no room from a cell and lies over nothing.
    """
    cards = [
        facts.parts.show(f"{card.sheet.prefix}card", _card, facts, card) for card in facts.cards
    ]
    return ft.Stack([*cards, ft.Container(_bar(facts), **_at(facts.plan.bar))], expand=True)


def _at(box: Box) -> dict[str, Any]:
    return {"left": box.x, "top": box.y, "width": box.width, "height": box.height}


# the bar


def _bar(facts: TabletFacts) -> ft.Control:
    """The bar: two who face each other have it in the middle."""
    theme, words, parts = facts.theme, facts.words, facts.parts

    def whole_log(identifier: str) -> None:
        facts.tap(f"{identifier}-last")

    menu = icon_button(
        theme, "menu", words.text("Menu"), ft.Icons.MENU_ROUNDED, lambda: facts.tap("menu")
    )
    face = parts.show("roller", _face, theme)
    undo = [
        parts.show(which, one_of_both, which, theme, words, whole_log) for which in ("undo", "redo")
    ]
    title, button = parts.show("title", _title, facts), parts.show("button", _button, facts)
    told = [] if facts.hint is None else [_hint(facts.hint, facts)]
    if not facts.plan.facing:
        titled = told if told and facts.width < _ROOMY else [title, *told]
        return ft.Row([menu, face, ft.Container(width=6), *titled, *undo, button], spacing=4)
    if told:
        return ft.Row([*undo, *told, button, menu], spacing=8)
    middle = ft.Container(title, width=250, padding=ft.Padding.only(left=12))
    return ft.Row(
        [*undo, ft.Container(width=12), face, middle, button, menu],
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _face(part: tuple[str, int], theme: Theme) -> ft.Control:
    initial, color = part
    return disc(initial, theme.player(color), 36)


def _hint(hint: HintLook, facts: TabletFacts) -> ft.Control:
    return ft.Container(hint_bar(hint, facts.theme, facts.words, _HINT), expand=2)


def _title(part: BarTitle, facts: TabletFacts) -> ft.Control:
    """Whose roll it is, or words that take the place of that for a while."""
    theme = facts.theme
    if part.message is not None:
        return message_note(part.message, theme, key="message")
    said = write(part.below, theme.held(13), 400, color=theme.ink2, height=1.2, no_wrap=True)
    return ft.Column(
        [
            write(part.roll, theme.held(19, 1.3), 600, color=theme.ink, height=1.2, no_wrap=True),
            said if part.banner is None else banner_pill(part.banner, theme),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _button(look: ButtonLook | None, facts: TabletFacts) -> ft.Control:
    if look is None:
        return ft.Container()
    make = outlined if look.act is Act.MISTHROW else primary
    icon = None if look.act is Act.MISTHROW else ft.Icons.CHECK_ROUNDED
    return make(
        facts.theme,
        look.identifier,
        look.text,
        lambda: facts.tap(look.identifier),
        icon=icon,
        height=52,
        width=168,
        planned=True,
    )


# the cards


def _card(part: CardPart, facts: TabletFacts, card: CardFacts) -> ft.Control:
    theme = facts.theme
    edge = ft.BoxDecoration(border=ft.Border.all(3, theme.primary), border_radius=20)
    return ft.Container(
        _inside(facts, card, part.out),
        **_at(facts.plan.cards[card.corner]),
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=10, right=10, bottom=facts.plan.padding),
        foreground_decoration=edge if part.rolls else None,
        rotate=math.pi if card.turned else 0,
        animate_rotation=motion(theme, SLOW),
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        key=f"card{card.seat}",
    )


@memo
@component
def _inside(facts: TabletFacts, card: CardFacts, out: bool) -> ft.Control:  # noqa: FBT001 - a fact
    sheet, plan = card.sheet, facts.plan
    rows = [
        row_control(
            facts.parts,
            RowFacts(letter, sheet.prefix, boxes, sheet.theme, sheet.seed, sheet.tap),
            key=letter,
        )
        for letter, boxes in zip(sheet.letters, plan.rows[card.corner], strict=True)
    ]
    all_rows = ft.Container(ft.Column(rows, spacing=plan.gap), opacity=_FADED if out else 1)
    inside = ft.Column([_head(facts, card), all_rows], spacing=plan.gap)
    return ft.Semantics(content=inside, label=card.name, container=True)


def _head(facts: TabletFacts, card: CardFacts) -> ft.Control:
    """What stands above the rows of one sheet."""
    sheet, parts = card.sheet, facts.parts
    face = disc(card.name[:1].upper(), facts.theme.player(card.color), 36)
    left = parts.show(f"{sheet.prefix}note", _left, facts, card)
    boxes = parts.show(f"{sheet.prefix}misthrows", misthrows, sheet, _BOX, _BOX, 6)
    pawn = [pawn_field(parts, sheet, 44, 52)] if sheet.has_extra else []
    total = total_box(parts, sheet, 74, 44)
    return ft.Container(
        ft.Row([face, left, boxes, *pawn, total], spacing=7),
        height=50,
        padding=ft.Padding.only(top=6),
    )


def _left(note: str | None, facts: TabletFacts, card: CardFacts) -> ft.Control:
    """Whose sheet it is; for a while why not, at the sheet that was tapped and turned like it."""
    if note is not None:
        return _note(note, facts.theme)
    label = [] if card.sheet.has_extra or facts.theme.large else [_label(facts)]
    return ft.Row([*_owner(facts, card), *label], spacing=7, expand=True)


def _note(text: str, theme: Theme) -> ft.Control:
    lines = 3 if theme.text <= 1 else 2
    said = write(text, theme.held(13, 1.2), 600, color=theme.ink, height=1.1, max_lines=lines)
    return ft.Semantics(
        content=said,
        live_region=True,
        container=True,
        identifier="message",
        expand=True,
        key="message",
    )


def _owner(facts: TabletFacts, card: CardFacts) -> list[ft.Control]:
    """Whose sheet, what it may do, and a button to turn it."""
    theme, words, prefix = facts.theme, facts.words, card.sheet.prefix
    wide = facts.plan.cards[card.corner].width >= _ROOMY
    names = ft.Column(
        [
            write(words.short(card.name), theme.held(16), 600, color=theme.ink, height=1.15),
            facts.parts.show(f"{prefix}role", _role, theme),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        width=160 if wide else 88,
    )
    turn = icon_button(
        theme,
        f"{prefix}turn",
        words.text("Turn {name}’s pad", name=card.name),
        ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
        lambda: facts.tap(f"{prefix}turn"),
        size=44,
    )
    return [names, turn, ft.Container(expand=True)]


def _label(facts: TabletFacts) -> ft.Control:
    return write(facts.words.text("Misthrows"), 13, 500, color=facts.theme.ink2)


def _role(part: Role, theme: Theme) -> ft.Control:
    """What this seat may do, with a mark where it sits out."""
    said = write(part.text, theme.held(12, 1.2), 400, color=theme.ink2, height=1.15)
    if not part.out:
        return said
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), said], spacing=2)
