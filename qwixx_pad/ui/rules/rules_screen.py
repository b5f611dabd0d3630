"""The rules screen of a printed sheet: sentences, steps, answers and pictures."""

from collections.abc import Sequence
from dataclasses import replace

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Layout
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.multiplayer.open_tables import Host
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.design.form import page_bar, with_nav_bar
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, heading, page_column, write
from qwixx_pad.ui.design.tokens import BODY, HEADING, HEADLINE, HINT, LABEL, NUMBER, TITLE, Theme
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import Choosing
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet
from qwixx_pad.ui.rules import about_chances, rules_of
from qwixx_pad.ui.rules.examples import (
    Example,
    NumberedStep,
    Part,
    Piece,
    Ruling,
    Section,
    Throw,
)
from qwixx_pad.ui.sheet.boxes import Axis, Box, split
from qwixx_pad.ui.sheet.canvas import canvas, rows_picture, small_sheet
from qwixx_pad.ui.sheet.footer import Penalties, penalties_of, worth_of
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.rows import GAP, shown_rows
from qwixx_pad.ui.shell import ScreenContext

PADDING = 14
"""Inside the card of a section, in dp."""
_CELL, _BOX, _STRIP, _DIE, _WIDEST_PAD = 42.0, 44.0, 46.0, 36.0, 300.0
_HEAD, _HEAD_TEXT = 26.0, 14.0
"""Height of the head above the cells of an example, in dp, and its letters, in sp."""
_SEED = "rules"
_PIPS = {
    1: "4",
    2: "08",
    3: "048",
    4: "0268",
    5: "02468",
    6: "023568",
}
"""Where the pips of a die are, in a square of nine places."""


def section(shown: Section, width: float, context: ScreenContext) -> ft.Control:
    """Draw a heading and a card of this width below it."""
    theme = context.theme
    title = heading(shown.title, HEADING, theme.ink)
    inside = width - 2 * PADDING
    pieces = [_piece(piece, inside, context) for piece in shown.pieces]
    card = ft.Container(
        ft.Column([*pieces], spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=theme.surface,
        border_radius=18,
        padding=PADDING,
    )
    return ft.Column(
        [ft.Container(title, padding=ft.Padding.only(left=2, top=8)), card],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _piece(piece: Piece, width: float, context: ScreenContext) -> ft.Control:
    match piece:
        case NumberedStep():
            return _step(piece, context.theme)
        case Ruling():
            return _ruling(piece, context.theme)
        case Throw():
            return _captioned(_throw(piece, context.theme), piece.says, context.theme)
        case Example():
            return _captioned(_drawn(piece, width, context), piece.says, context.theme)
    return _line(piece, context.theme)


def _line(text: str, theme: Theme) -> ft.Control:
    return write(text, BODY, color=theme.ink, height=1.4)


def _step(step: NumberedStep, theme: Theme) -> ft.Control:
    number = ft.Container(
        write(str(step.number), NUMBER.at(14).held(theme), color=theme.on_primary, height=1.0),
        width=26,
        height=26,
        border_radius=13,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
    )
    text = ft.Container(_line(step.text, theme), expand=True)
    return ft.MergeSemantics(
        content=ft.Row([number, text], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)
    )


def _ruling(ruling: Ruling, theme: Theme) -> ft.Control:
    return ft.MergeSemantics(
        content=ft.Column(
            [
                write(ruling.question, LABEL, color=theme.ink, height=1.35),
                write(ruling.answer, BODY, color=theme.ink2, height=1.35),
            ],
            spacing=2,
            tight=True,
        )
    )


def _captioned(picture: ft.Control, says: str, theme: Theme) -> ft.Control:
    """Draw a picture for the eye alone, and its caption below."""
    still = ft.Container(
        for_the_eye(picture), ignore_interactions=True, disabled=True
    )  # no key stops there
    caption = write(says, HINT, color=theme.ink2, height=1.35)
    return ft.Column([still, caption], spacing=6, tight=True)


def _drawn(example: Example, width: float, context: ScreenContext) -> ft.Control:
    theme, look = context.theme, sheet_look(example.game, context.words)
    match example.part:
        case Part.BANDS:
            return _rows(look, example, width, context)
        case Part.MISTHROWS:
            most = look.layout.penalties
            line = Box(0, 0, most * (_BOX + 8) - 8, _BOX)
            taken, boxes = (
                Penalties(look.penalties, most),
                split(line, Axis.ACROSS, [_BOX] * most, 8),
            )
            drawn = penalties_of(taken, boxes, theme, _SEED)
            return canvas(drawn, width=line.width, height=_BOX)
        case Part.POINTS:
            most = max(row.most for row in look.layout.rows)
            strip = worth_of(Box(0, 0, width, _STRIP), most, "", theme)
            return canvas(strip, width=width, height=_STRIP)
    drawn_small = small_sheet(look, theme, min(width, _WIDEST_PAD), _SEED)
    return ft.Row([drawn_small], alignment=ft.MainAxisAlignment.CENTER)


def _rows(look: SheetLook, example: Example, width: float, context: ScreenContext) -> ft.Control:
    theme = context.theme
    boxes = shown_rows(look.layout, width, _CELL, theme.tall(_HEAD, _HEAD_TEXT))
    pictures = []
    for row in example.rows:
        alone = replace(boxes[row], box=boxes[row].box.seen_from(boxes[row].box))
        pictures.append(rows_picture([look.rows[row]], [alone], (), theme, _SEED))
    return ft.Column([*pictures], spacing=GAP)


def _throw(throw: Throw, theme: Theme) -> ft.Control:
    """Draw dice, a plus between them, and their sum."""
    dice = [_die(eyes, theme.paper, theme.pen, theme.box) for eyes in throw.white]
    tile, ink = theme.surface2, theme.ink
    mark: list[ft.Control] = []
    if throw.color is not None:
        letter, eyes = throw.color
        colors = theme.bands[letter]
        dice.append(_die(eyes, colors.band, colors.text, colors.outline or colors.band))
        tile, ink = colors.band, colors.text
        mark = [ft.Icon(getattr(ft.Icons, colors.mark), size=20, color=theme.mark(letter))]
    total = ft.Container(
        write(str(throw.total), NUMBER.at(18).held(theme), color=ink, height=1.0),
        width=_DIE + 8,
        height=_DIE,
        border_radius=8,
        bgcolor=tile,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Row([*_joined(dice, theme), _sign("=", theme), total, *mark], spacing=8)


def _joined(dice: Sequence[ft.Control], theme: Theme) -> list[ft.Control]:
    first, *others = dice
    return [first, *(part for die in others for part in (_sign("+", theme), die))]


def _sign(text: str, theme: Theme) -> ft.Control:
    return write(text, TITLE.at(18), color=theme.ink2, height=1.0)


def _die(eyes: int, fill: str, ink: str, edge: str) -> ft.Control:
    """Draw a die seen from above."""
    step = _DIE / 4
    pips: list[cv.Shape] = [
        cv.Circle(
            (int(at) % 3 + 1) * step, (int(at) // 3 + 1) * step, 3.2, paint=ft.Paint(color=ink)
        )
        for at in _PIPS[eyes]
    ]
    return ft.Container(
        cv.Canvas(shapes=pips, width=_DIE, height=_DIE),
        width=_DIE,
        height=_DIE,
        bgcolor=fill,
        border_radius=8,
        foreground_decoration=ft.BoxDecoration(border=ft.Border.all(1.5, edge), border_radius=8),
    )


@component
def rules_screen(
    choosing: Choosing,
    layout: Layout,
    context: ScreenContext,
    go: Tap,
    *,
    owner: bool,
) -> ft.Control:
    """Show the rules of one sheet, and the way to others, whose cards need `choosing`.

    The bar at the foot is there for an owner: it is their way around the pad.
    """
    words = context.words
    title = heading(words.text("Rules"), HEADLINE, context.theme.ink)
    named = ft.Container(title, padding=ft.Padding.only(top=8, left=2))
    bar = None if owner else page_bar(context, words.text("Rules"), go)
    look = choosing.look(layout)
    picker = chosen_sheet(look, context.theme, words, lambda: go("sheets"))
    card = ft.Container(picker, bgcolor=context.theme.surface, border_radius=18, padding=PADDING)
    shown = _page([named, card] if owner else [card], layout, context, bar)
    return with_nav_bar(shown, "rules", context, go) if owner else shown


@component
def rules_of_game(layout: Layout, context: ScreenContext, go: Tap) -> ft.Control:
    """Show the rules of the sheet in play, with the way back to the game."""
    title, name = context.words.text("Rules"), context.words.layout(layout.name)
    return _page([], layout, context, page_bar(context, title, go, name))


def played_on(host: Host, identity: DeviceIdentity, where: str, which: str) -> Layout | None:
    """Return the layout of the game or table of a route, if this device may see it; its own sheet.

    The route says `where` (`game`, `table` or `join`; nothing is played elsewhere), and `which`:
    the identifier of the game or the code of the table.
    """
    if where in {"join", "table"}:
        table = host.known(which, identity.key)
        if table is None:
            return None
        mine = table.seating.seats_of(identity.key)
        slip = table.seating.slip(mine[0]) if mine else table.seating.layout
        return host.service.layout(slip)
    if where != "game" or not identity.here:
        return None
    try:
        setup = host.service.open(which).game.setup
    except StorageError:
        return None
    return setup.layout


def _page(
    head: Sequence[ft.Control], layout: Layout, context: ScreenContext, bar: ft.Control | None
) -> ft.Control:
    words = context.words
    rules = rules_of(layout, words)
    told = (*rules, about_chances(layout, words)) if context.settings.chances else rules
    parts = [section(each, context.column, context) for each in told]
    # Rows of another sheet have other lines of cells: none is made of what is on the screen.
    shown = ft.Column([*parts], spacing=12, key=layout.name)
    return page_column([*head, shown], context.column, spacing=12, bar=bar)
