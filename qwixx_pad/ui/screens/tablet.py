"""All sheets of a table on one large screen, each turned to its player."""

import math
from typing import Any

import flet as ft

from qwixx_pad.core.table import Table
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.focus_map import Stop, focus_map
from qwixx_pad.ui.pad.geometry import Box, Geometry, Space
from qwixx_pad.ui.pad.geometry_cards import cards_geometry
from qwixx_pad.ui.pad.geometry_parts import Beside
from qwixx_pad.ui.pad.shown import sheet_of
from qwixx_pad.ui.pad.table_state import TableState
from qwixx_pad.ui.pad.table_view import Act, TableLook, table_look
from qwixx_pad.ui.pad.undoing import of_whole_log
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.pad_state import PadState
from qwixx_pad.ui.parts.band import row_band
from qwixx_pad.ui.parts.buttons import icon_button, outlined, primary
from qwixx_pad.ui.parts.foot import misthrow_box, pawn_field, total_box
from qwixx_pad.ui.parts.hint_bar import hint_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_note
from qwixx_pad.ui.parts.motion import SLOW, motion
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.parts.topbar import banner_pill, disc, undo_redo
from qwixx_pad.ui.plan import CardsPlan

_band = memo(row_band)
_ROOMY = 900
"""Width of a card from which a name has more room, and of a bar from which a hint has; in dp."""
_HINT = 52
"""Height of a hint in the bar, in dp."""
_box = memo(misthrow_box)
_FADED = 0.5
"""Of the rows of a seat that sits out; its head says so in words and with a mark."""


def tablet_geometry(state: PadState, space: Space, hint: HintLook | None) -> Geometry | None:
    """Where all sheets lie; None where they or their cells have no room."""
    has = Beside(state.game.setup.seats, button=True, hint=hint is not None)
    return cards_geometry(space, state.game.setup.layout, has)


@component
def tablet(  # noqa: PLR0913, PLR0917 - a table, where it lies, in which colours, with which pen
    state: PadState,
    geometry: Geometry,
    frame: Frame,
    seed: str,
    tap: Tap,
    hint: HintLook | None = None,
) -> ft.Control:
    """Every sheet as a card, the bar above them or between two that face each other.

    A hint stands in the bar: it takes no room from a cell and lies over nothing.
    """
    table, plan = state.table, CardsPlan.of(geometry)
    if table is None:
        raise TypeError(state.game.setup.text)
    cards = [
        _card(state, seat, corner, plan, frame, seed, tap)
        for corner, seat in enumerate(table.round_table)
    ]
    rolls = state.game.position.active or state.seat
    look = table_look(state.game, table, rolls, frame.words)
    bar = _bar(state, look, frame, tap, hint, facing=plan.facing)
    return ft.Stack([*cards, ft.Container(bar, **_at(plan.bar))], expand=True)


def tablet_stops(state: PadState, geometry: Geometry, frame: Frame) -> tuple[Stop, ...]:
    """Where the focus of a keyboard can stop."""
    table = state.table
    if table is None:
        raise TypeError(state.game.setup.text)
    looks = [sheet_of(state, seat, frame.voice) for seat in table.round_table]
    facing = geometry.facing
    turned = [_turned(state, s, i, facing=facing) for i, s in enumerate(table.round_table)]
    return focus_map(geometry, looks, turned=turned)


def _turned(state: PadState, seat: int, corner: int, *, facing: bool) -> bool:
    """Whether a sheet is turned by half; of two who face each other the far one is (corner 1)."""
    return (seat in state.turned) != (facing and corner == 1)


def _at(box: Box) -> dict[str, Any]:
    return {"left": box.x, "top": box.y, "width": box.width, "height": box.height}


def _bar(  # noqa: PLR0913 - what stands in it, for whom, and where it lies
    state: PadState,
    look: TableLook,
    frame: Frame,
    tap: Tap,
    hint: HintLook | None,
    *,
    facing: bool,
) -> ft.Control:
    """The bar: two who face each other have it in the middle."""
    theme, words, table = frame.theme, frame.words, state.table
    active = state.game.position.active or 1
    names, colors = (table.names, table.colors) if table else ((), ())
    menu = icon_button(
        theme, "menu", words.text("Menu"), ft.Icons.MENU_ROUNDED, lambda: tap("menu")
    )
    face = disc(names[active - 1][:1].upper(), theme.player(colors[active - 1]), 36)

    def whole_log(identifier: str) -> None:
        tap(f"{identifier}-last")

    undo = undo_redo(of_whole_log(state), theme, words, whole_log)
    title, button = _title(state, look, frame, facing=facing), _button(look, frame, tap)
    told = [] if hint is None else [_hint(hint, frame)]
    if not facing:
        titled = told if told and frame.space.width < _ROOMY else [title, *told]
        return ft.Row([menu, face, ft.Container(width=6), *titled, *undo, button], spacing=4)
    if told:
        return ft.Row([*undo, *told, button, menu], spacing=8)
    middle = ft.Container(title, width=250, padding=ft.Padding.only(left=12))
    return ft.Row(
        [*undo, ft.Container(width=12), face, middle, button, menu],
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _hint(hint: HintLook, frame: Frame) -> ft.Control:
    return ft.Container(hint_bar(hint, frame.theme, frame.words, _HINT), expand=2)


def _title(state: PadState, look: TableLook, frame: Frame, *, facing: bool) -> ft.Control:
    message = state.message
    if message is not None and message.seat is None and not message.undo:  # undo stands beside it
        return message_note(state.message, frame.theme, key="message")
    theme = frame.theme
    players = frame.words.text("{n} players on this tablet", n=len(look.chips))
    said = look.round if facing else f"{look.round} • {players}"
    if state.table is not None and state.table.watches:
        said = look.subtitle
    below = write(said, theme.held(13), 400, color=theme.ink2, height=1.2, no_wrap=True)
    return ft.Column(
        [
            write(look.roll, theme.held(19, 1.3), 600, color=theme.ink, height=1.2, no_wrap=True),
            below if look.banner is None else banner_pill(look.banner, theme),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _button(look: TableLook, frame: Frame, tap: Tap) -> ft.Control:
    button = look.button
    if button is None:
        return ft.Container()
    make = outlined if button.act is Act.MISTHROW else primary
    icon = None if button.act is Act.MISTHROW else ft.Icons.CHECK_ROUNDED
    identifier = button.identifier
    return make(
        frame.theme,
        identifier,
        button.text,
        lambda: tap(identifier),
        icon=icon,
        height=52,
        width=168,
        planned=True,
    )


def _card(  # noqa: PLR0913, PLR0917 - one sheet: whose, where, in which colours, with which pen
    state: PadState, seat: int, corner: int, plan: CardsPlan, frame: Frame, seed: str, tap: Tap
) -> ft.Control:
    theme, table = frame.theme, state.table
    band, box = plan.bands[corner], plan.cards[corner]
    if table is None:
        raise TypeError(state.game.setup.text)
    look = sheet_of(state, seat, frame.voice)
    rows = [_band(row, band, theme, tap, f"{seed}{seat}", key=row.letter) for row in look.bands]
    rolls = seat == state.game.position.active and not state.game.position.over
    head = _head(state, table, look, seat, frame, seed, tap, box)
    opacity = _FADED if seat in state.game.position.out else 1
    sheet = ft.Container(ft.Column([*rows], spacing=plan.gap), opacity=opacity)
    inside = ft.Column([head, sheet], spacing=plan.gap)
    named = ft.Semantics(content=inside, label=table.names[seat - 1], container=True)
    return ft.Container(
        named,
        **_at(box),
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=10, right=10, bottom=plan.padding),
        foreground_decoration=ft.BoxDecoration(
            border=ft.Border.all(3, theme.primary), border_radius=20
        )
        if rolls
        else None,
        rotate=math.pi if _turned(state, seat, corner, facing=plan.facing) else 0,
        animate_rotation=motion(theme, SLOW),
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        key=f"card{seat}",
    )


def _head(  # noqa: PLR0913, PLR0917 - what stands above the rows of one sheet
    state: PadState,
    table: TableState,
    look: PadLook,
    seat: int,
    frame: Frame,
    seed: str,
    tap: Tap,
    box: Box,
) -> ft.Control:
    boxes = _misthrows(look, f"{seed}{seat}", frame, tap)
    pawn = [] if look.extra is None else [_pawn(look, frame, tap)]
    message = state.message
    if message is not None and message.seat == seat:
        left = [_note(message.title, frame)]
    else:
        left = [*_owner(state, table, seat, frame, tap, box), *([] if pawn else _label(frame))]
    face = disc(table.names[seat - 1][:1].upper(), frame.theme.player(table.colors[seat - 1]), 36)
    total = total_box(look, 74, 44, frame.theme)
    return ft.Container(
        ft.Row([face, *left, ft.Row([*boxes], spacing=6, tight=True), *pawn, total], spacing=7),
        height=50,
        padding=ft.Padding.only(top=6),
    )


def _note(text: str, frame: Frame) -> ft.Control:
    """Why not, at the sheet that was tapped and turned like it."""
    theme = frame.theme
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


def _owner(  # noqa: PLR0913, PLR0917 - whose sheet, what it may do, and a button to turn it
    state: PadState, table: TableState, seat: int, frame: Frame, tap: Tap, box: Box
) -> list[ft.Control]:
    theme, words = frame.theme, frame.words
    names = ft.Column(
        [
            write(
                words.short(table.names[seat - 1]),
                theme.held(16),
                600,
                color=theme.ink,
                height=1.15,
            ),
            _said_role(state, seat, frame),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        width=88 if box.width < _ROOMY else 160,
    )
    turn = icon_button(
        theme,
        f"s{seat}-turn",
        words.text("Turn {name}’s pad", name=table.names[seat - 1]),
        ft.Icons.SCREEN_ROTATION_ALT_ROUNDED,
        lambda: tap(f"s{seat}-turn"),
        size=44,
    )
    return [names, turn, ft.Container(expand=True)]


def _misthrows(look: PadLook, seed: str, frame: Frame, tap: Tap) -> list[ft.Control]:
    """The boxes; the next one has a key of its own, so that it keeps the focus."""
    taken, most = look.misthrows
    facts = ((44, 44), frame.theme, frame.words, seed, tap, look.prefix)
    keys = ["next" if i == taken else f"b{i}" for i in range(most)]
    return [_box(i, taken, most, *facts, key=key) for i, key in enumerate(keys)]


def _pawn(look: PadLook, frame: Frame, tap: Tap) -> ft.Control:
    return ft.Container(pawn_field(look, 44, frame.theme, tap), width=52)


def _label(frame: Frame) -> list[ft.Control]:
    if frame.theme.large:
        return []
    return [write(frame.words.text("Misthrows"), 13, 500, color=frame.theme.ink2)]


def _said_role(state: PadState, seat: int, frame: Frame) -> ft.Control:
    """What this seat may do, with a mark where it sits out."""
    theme = frame.theme
    said = write(_role(state, seat, frame), theme.held(12, 1.2), 400, color=theme.ink2, height=1.15)
    if seat not in state.game.position.out:
        return said
    return ft.Row([ft.Icon(ft.Icons.PAUSE_ROUNDED, size=14, color=theme.ink2), said], spacing=2)


def _role(state: PadState, seat: int, frame: Frame) -> str:
    """What this seat may do in this roll."""
    table, words = state.game.position, frame.words
    if not isinstance(table, Table) or table.settled:
        return ""
    if table.over:
        last = table.may_still_cross(seat)
        return words.text("last chance") if last else words.text("finished")
    if seat in table.out:
        return words.text("sits out")
    return words.text("rolling") if seat == table.active else words.text("white dice only")
