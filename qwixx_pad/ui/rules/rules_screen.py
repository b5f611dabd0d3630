"""The screen with the rules of a printed sheet: texts, steps, answers and pictures."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.custom_sheets import SheetCatalog
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.storage import StorageError
from qwixx_pad.ui.context import current_context, current_theme, current_translator
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.nav_bar import with_nav_bar
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    decorative,
    explanation,
    heading,
    page_column,
    write,
)
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.gallery import SheetPicker
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet
from qwixx_pad.ui.geometry import Axis, Box, split_box
from qwixx_pad.ui.rules import chances_section, sheet_rules
from qwixx_pad.ui.rules.examples import (
    DiceSum,
    Example,
    ExamplePart,
    NumberedStep,
    Piece,
    Ruling,
    Section,
)
from qwixx_pad.ui.rules.keeping import keep_sheet_card, may_keep
from qwixx_pad.ui.sheet.canvas import rows_picture, shape_canvas, sheet_thumbnail
from qwixx_pad.ui.sheet.footer import PenaltyBoxes, penalty_shapes, worth_shapes
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, display_rows
from qwixx_pad.ui.theme.tokens import BODY, HEADING, HEADLINE, LABEL, NUMBER, TITLE

SECTION_PADDING_DP = 14
"""Inside the card of a section."""
_CELL_DP = 42.0
_BOX_DP = 44.0
"""Size of a penalty box."""
_STRIP_DP = 46.0
"""Height of the strip of points."""
_DIE_DP = 36.0
_MAX_PAD_DP = 300.0
"""Largest width of a whole sheet."""
_HEAD_DP = 26.0
"""Height of the head above the cells of an example."""
_HEAD_TEXT_SP = 14.0
"""Size of the letters in it."""
_PEN_SEED = "rules"
_PIPS = {
    1: "4",
    2: "08",
    3: "048",
    4: "0268",
    5: "02468",
    6: "023568",
}
"""The pips of a die by its number, in a square of nine places from 0."""


def section_view(section: Section, width: float) -> ft.Control:
    """Draw a heading and a card of this width below it."""
    theme = current_theme()
    title = heading(section.title, HEADING, theme.ink)
    pieces = [_piece_view(piece, width - 2 * SECTION_PADDING_DP) for piece in section.pieces]
    card = ft.Container(
        ft.Column(pieces, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=theme.surface,
        border_radius=18,
        padding=SECTION_PADDING_DP,
    )
    return ft.Column(
        [ft.Container(title, padding=ft.Padding.only(left=2, top=8)), card],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _piece_view(piece: Piece, width: float) -> ft.Control:
    match piece:
        case NumberedStep():
            return _step_line(piece)
        case Ruling():
            return _ruling_view(piece)
        case DiceSum():
            return _captioned_picture(_dice_picture(piece), piece.says)
        case Example():
            return _captioned_picture(_example_picture(piece, width), piece.says)
    return _text_line(piece)


_MIN_STEP_DP = 224
"""Width of a step's text on a phone 320 dp wide."""


def _text_line(text: str) -> ft.Control:
    return write(text, BODY.fitted_to(current_theme(), text, _MIN_STEP_DP, inf), line_height=1.4)


def _step_line(step: NumberedStep) -> ft.Control:
    theme = current_theme()
    number = ft.Container(
        write(
            str(step.number),
            NUMBER.resized(14).capped(theme),
            color=theme.on_primary,
            line_height=1.0,
        ),
        width=26,
        height=26,
        border_radius=13,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
    )
    text = ft.Container(_text_line(step.text), expand=True)
    return ft.MergeSemantics(
        content=ft.Row([number, text], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)
    )


def _ruling_view(ruling: Ruling) -> ft.Control:
    return ft.MergeSemantics(
        content=ft.Column(
            [
                write(ruling.question, LABEL, line_height=1.35),
                write(ruling.answer, BODY, color=current_theme().ink2, line_height=1.35),
            ],
            spacing=2,
            tight=True,
        )
    )


def _captioned_picture(picture: ft.Control, says: str) -> ft.Control:
    """Draw a picture for the eye alone, which takes no focus, and its caption below."""
    still = ft.Container(decorative(picture), ignore_interactions=True, disabled=True)
    return ft.Column([still, explanation(says)], spacing=6, tight=True)


def _example_picture(example: Example, width: float) -> ft.Control:
    theme = current_theme()
    look = sheet_look(example.game, current_translator())
    match example.part:
        case ExamplePart.BANDS:
            return _bands_picture(look, example, width)
        case ExamplePart.PENALTIES:
            count = look.layout.penalties
            line = Box(0, 0, count * (_BOX_DP + 8) - 8, _BOX_DP)
            boxes = split_box(line, Axis.ACROSS, [_BOX_DP] * count, 8)
            shapes = penalty_shapes(PenaltyBoxes(look.penalties, count), boxes, theme, _PEN_SEED)
            return shape_canvas(shapes, width=line.width, height=_BOX_DP)
        case ExamplePart.POINTS:
            most = max(row.max_crosses for row in look.layout.rows)
            strip = worth_shapes(Box(0, 0, width, _STRIP_DP), most, "", theme)
            return shape_canvas(strip, width=width, height=_STRIP_DP)
    sheet = sheet_thumbnail(look, min(width, _MAX_PAD_DP), _PEN_SEED)
    return ft.Row([sheet], alignment=ft.MainAxisAlignment.CENTER)


def _bands_picture(look: SheetLook, example: Example, width: float) -> ft.Control:
    theme = current_theme()
    boxes = display_rows(look.layout, width, _CELL_DP, theme.grown_height(_HEAD_DP, _HEAD_TEXT_SP))
    pictures = list[ft.Control]()
    for row in example.rows:
        at_origin = replace(boxes[row], box=boxes[row].box.relative_to(boxes[row].box))
        pictures.append(rows_picture([look.rows[row]], [at_origin], (), _PEN_SEED))
    return ft.Column(pictures, spacing=ROW_GAP_DP)


def _dice_picture(throw: DiceSum) -> ft.Control:
    """Draw dice, a plus between them, and their sum; with a coloured die, in its colour."""
    theme = current_theme()
    dice = [_die_picture(eyes, theme.paper, theme.pen, theme.frame) for eyes in throw.white]
    fill = theme.surface2
    ink = theme.ink
    mark: list[ft.Control] = []
    if throw.color is not None:
        letter, eyes = throw.color
        colors = theme.bands[letter]
        dice.append(_die_picture(eyes, colors.band, colors.text, colors.outline or colors.band))
        fill = colors.band
        ink = colors.text
        mark = [ft.Icon(getattr(ft.Icons, colors.icon), size=20, color=theme.icon_color(letter))]
    total = ft.Container(
        write(str(throw.total), NUMBER.resized(18).capped(theme), color=ink, line_height=1.0),
        width=_DIE_DP + 8,
        height=_DIE_DP,
        border_radius=8,
        bgcolor=fill,
        alignment=ft.Alignment.CENTER,
    )
    first, *others = dice
    added = [part for die in others for part in (_math_sign("+"), die)]
    return ft.Row([first, *added, _math_sign("="), total, *mark], spacing=8)


def _math_sign(text: str) -> ft.Control:
    return write(text, TITLE.resized(18), color=current_theme().ink2, line_height=1.0)


def _die_picture(eyes: int, fill: str, ink: str, edge: str) -> ft.Control:
    """Draw a die from above."""
    step = _DIE_DP / 4
    pips: list[cv.Shape] = []
    for place in map(int, _PIPS[eyes]):
        x = (place % 3 + 1) * step
        y = (place // 3 + 1) * step
        pips.append(cv.Circle(x, y, 3.2, paint=ft.Paint(color=ink)))
    return ft.Container(
        cv.Canvas(shapes=pips, width=_DIE_DP, height=_DIE_DP),
        width=_DIE_DP,
        height=_DIE_DP,
        bgcolor=fill,
        border_radius=8,
        foreground_decoration=ft.BoxDecoration(border=ft.Border.all(1.5, edge), border_radius=8),
    )


@component
def rules_screen(
    choosing: SheetPicker,
    layout: Layout,
    go: TapHandler,
    *,
    owner: bool,
) -> ft.Control:
    """Show the rules of one sheet, and a button to choose another one from `choosing`.

    The pad's owner has the navigation bar, anybody else a bar that leads back.
    """
    context = current_context()
    title = context.tr.gettext("Rules")
    card = ft.Container(
        chosen_sheet(choosing.sheet_choice(layout), lambda: go("sheets")),
        bgcolor=context.theme.surface,
        border_radius=18,
        padding=SECTION_PADDING_DP,
    )
    if not owner:
        return _rules_page([card], layout, page_bar(title, go))
    head = ft.Container(
        heading(title, HEADLINE, context.theme.ink), padding=ft.Padding.only(top=8, left=2)
    )
    return with_nav_bar(_rules_page([head, card], layout, None), "rules", go)


@component
def rules_of_game(layout: Layout, go: TapHandler, sheets: SheetCatalog | None = None) -> ft.Control:
    """Show the rules of the sheet in play, with a bar that leads back to the game.

    The owner of `sheets` may keep a sheet that another person made; a visitor passes None.
    """
    context = current_context()
    foreign = ft.use_memo(lambda: sheets is not None and may_keep(layout, sheets), [layout.name])
    head = [keep_sheet_card(layout, sheets)] if sheets is not None and foreign else []
    bar = page_bar(context.tr.gettext("Rules"), go, context.tr.layout_title(layout.name))
    return _rules_page(head, layout, bar)


def route_layout(
    registry: TableRegistry, identity: DeviceIdentity, where: str, which: str
) -> Layout | None:
    """Find the layout that a device plays on in a route; without a seat, that of the table.

    None if the route has no game or table, or if the device may not see it.

    Args:
        registry: Has the tables and the games.
        identity: The device, which may have a sheet of its own at the table.
        where: First part of the route: `game`, `table` or `join`; any other has no layout.
        which: Identifier of the game, or code of the table.
    """
    if where in {"join", "table"}:
        table = registry.known_table(which, identity.id)
        if table is None:
            return None
        seats = table.seating.seats_of(identity.id)
        name = table.seating.sheet_name(seats[0]) if seats else table.seating.layout
        return registry.service.layout(name)
    if where != "game" or not identity.is_this_computer:
        return None
    try:
        setup = registry.service.open(which).game.setup
    except StorageError:
        return None
    return setup.layout


def _rules_page(head: Sequence[ft.Control], layout: Layout, bar: ft.Control | None) -> ft.Control:
    context = current_context()
    sections = [*sheet_rules(layout, context.tr)]
    if context.settings.chances:
        sections.append(chances_section(layout, context.tr))
    views = [section_view(section, context.column_width) for section in sections]
    # The key prevents that another sheet's rows reuse the cells of these.
    column = ft.Column(views, spacing=12, key=layout.name)
    return page_column([*head, column], context.column_width, spacing=12, bar=bar)
