"""A board for who only watches a table: every sheet, how it stands, and whose roll it is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.core.table import Table
from qwixx_pad.service.device_identity import DeviceIdentity
from qwixx_pad.service.played_game import PlayedGame
from qwixx_pad.service.settings import initial
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seating import NOTHING_SAID
from qwixx_pad.tables.state import TableState
from qwixx_pad.ui.design.bars import disc
from qwixx_pad.ui.design.controls import way_button
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import Node, Tap, corner, heading, page_column, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.geometry import Box, RowBoxes, around
from qwixx_pad.ui.pad.geometry_parts import link_boxes, shown_rows
from qwixx_pad.ui.pad.row import sheet_picture
from qwixx_pad.ui.pad.state import DeviceFeedback
from qwixx_pad.ui.pad.view import PadLook, pad_look, whose_roll
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.runtime.session_scope import use_subscription
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.speech.words import Words, signed
from qwixx_pad.ui.table import link_said
from qwixx_pad.ui.table.finding import closed_page, found_table
from qwixx_pad.ui.table.way_in import line, way_in

_SHEET, _CELL, _HEAD, _EDGE, _APART = 640.0, 42.0, 48.0, 10.0, 12.0
"""A sheet before it is scaled: width of its rows, height of a cell and of what stands above the
rows, and what is free around them; and what is free between two sheets on the screen; in dp."""
_BAR = 64.0
"""Height of the bar, in dp."""
_FADED = 0.5


def arranged(width: float, height: float, sizes: Sequence[tuple[float, float]]) -> tuple[Box, ...]:
    """Where cards lie so that they are as large as they can be, in as many columns as that takes.

    Args:
        width: Of the space, in dp.
        height: Of the space, in dp.
        sizes: Width and height of each card before it is scaled; all are scaled alike.

    Returns:
        A box a card, in order, row by row.
    """
    wide, high = max(width for width, _ in sizes), max(height for _, height in sizes)

    def scale(columns: int) -> float:
        lines = -(-len(sizes) // columns)
        across = (width - _APART * (columns + 1)) / columns / wide
        return min(across, (height - _APART * (lines + 1)) / lines / high)

    columns = max(range(1, len(sizes) + 1), key=scale)
    scaled = max(scale(columns), 0.0)
    across, down = wide * scaled, high * scaled
    left = (width - across * columns - _APART * (columns - 1)) / 2
    return tuple(
        Box(
            left + index % columns * (across + _APART),
            _APART + index // columns * (down + _APART),
            own_width * scaled,
            own_height * scaled,
        )
        for index, (own_width, own_height) in enumerate(sizes)
    )


@component
def board_screen(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
    host: Host,
    identity: DeviceIdentity,
    code: str,
    context: ScreenContext,
    feedback: DeviceFeedback,
    go: Tap,
) -> ft.Control:
    """All sheets of a table for somebody who has no seat; nothing of the game can be tapped.

    Args:
        host: The tables.
        identity: Who looks.
        code: Of the table.
        context: Space, theme, words and settings.
        feedback: The device; its screen stays on.
        go: Leads to a screen by its identifier.
    """
    ft.use_effect(
        lambda: feedback.stay_awake(on=True), [], cleanup=lambda: feedback.stay_awake(on=False)
    )

    def show(table: TableState) -> ft.Control:
        return _board(table, host, identity, context, go, key=code)

    return found_table(host, identity, code, context, go, show)


@component
def _board(
    table: TableState, host: Host, identity: DeviceIdentity, context: ScreenContext, go: Tap
) -> ft.Control:
    use_watched(context, table.watch, _seen(table), lambda _: _seen(table))
    use_subscription(context.scope, lambda: table.arrive(identity.key), [], while_there=True)
    opened = table.opened
    if table.closed:
        return closed_page(table, identity, context, go)
    if opened is None or not isinstance(opened.game.position, Table):
        return _before(table, host, context, go)
    return _sheets(table, opened, opened.game.position, context, go)


def _seen(table: TableState) -> tuple[object, ...]:
    """What the board shows of a table."""
    opened = table.opened
    entered = 0 if opened is None else len(opened.game.log)
    return replace(table.seating, answers=NOTHING_SAID), table.closed, table.link, opened, entered


def _before(table: TableState, host: Host, context: ScreenContext, go: Tap) -> ft.Control:
    """Who sits there already, and how the others come to the table."""
    seating, words = table.seating, context.words
    names = words.both(seating.names) if seating.names else words.text("Nobody yet")
    parts = [
        page_bar(context, words.text("Table {code}", code=seating.code), go),
        write(names, 20, 600, color=context.theme.ink, text_align=ft.TextAlign.CENTER),
        line(words.text("The sheets are shown here as soon as the game begins."), context),
        way_in(host, table, context),
    ]
    return page_column(parts, context.column, spacing=14)


@dataclass(frozen=True, slots=True)
class _Card:
    """One sheet on the board.

    Attributes:
        seat: From 1.
        name, color: Whose it is.
        look: What stands on it.
        rows, links: Where, before it is scaled.
        box: What it fills on the screen.
        rolls, out: Whether it is this player's roll, and whether the player sits out.
        theme, words: Colours and language.
        seed: Whose pen it is.
    """

    seat: int
    name: str
    color: int
    look: PadLook
    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    box: Box
    rolls: bool
    out: bool
    theme: Theme
    words: Words
    seed: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height before it is scaled."""
        whole = around([row.box for row in self.rows])
        return whole.width + 2 * _EDGE, whole.height + _HEAD + 2 * _EDGE


def _sheets(
    table: TableState, opened: PlayedGame, now: Table, context: ScreenContext, go: Tap
) -> ft.Control:
    game, names, words = opened.game, opened.head.names, context.words
    colors = tuple(chair.color for chair in table.seating.chairs)
    hides = context.settings.hide_points and not now.settled
    strip = max(26.0, context.space.lines(14))
    cards = []
    for seat, layout in enumerate(game.setup.layouts, 1):
        rows = tuple(replace(row, gain=None) for row in shown_rows(layout, _SHEET, _CELL, strip))
        card = _Card(
            seat=seat,
            name=words.short(names[seat - 1]),
            color=colors[seat - 1],
            look=pad_look(game, words, seat, names, f"s{seat}-", hides=hides),
            rows=rows,
            links=link_boxes(layout, rows),
            box=rows[0].box,
            rolls=seat == now.active and not now.over,
            out=seat in now.out,
            theme=context.theme,
            words=words,
            seed=opened.head.id + str(seat),
        )
        cards.append(card)
    code = table.seating.code
    title, below = whose_roll(now, names, words), words.text("Table {code}", code=code)
    if now.settled:
        end = end_look(game, names, colors, words)
        title, below = end.headline, end.margin
    below, space = link_said(table, words) or below, context.space
    boxes = arranged(space.width, space.height - _BAR, [card.size for card in cards])
    shown = [_card(replace(card, box=box)) for card, box in zip(cards, boxes, strict=True)]
    bar = _bar(title, below, context, go)
    return ft.Column([bar, ft.Stack([*shown], expand=True)], spacing=0, expand=True)


def _bar(title: str, below: str, context: ScreenContext, go: Tap) -> ft.Control:
    """Large where it is read from the other side of a room."""
    theme, words = context.theme, context.words
    back = way_button("back", words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED, theme, go)
    size = theme.held(max(19.0, min(context.space.width / 50, 34.0)), 1.3)
    said = ft.Row(
        [
            heading(title, size, 600, theme.ink, no_wrap=True),
            write(below, size * 0.7, 400, color=theme.ink2, no_wrap=True, expand=True),
        ],
        spacing=16,
        expand=True,
    )
    padding = ft.Padding.symmetric(horizontal=8)
    return ft.Container(ft.Row([back, said], spacing=8), padding=padding, height=_BAR)


@memo
@component
def _card(card: _Card) -> ft.Control:
    """A sheet as it was painted in its own size, and scaled as a whole."""
    theme, (width, height) = card.theme, card.size
    edge = ft.BoxDecoration(border=ft.Border.all(3, theme.primary), border_radius=20)
    sheet = sheet_picture(card.look.bands, card.rows, card.links, theme, _nothing, card.seed)
    inside = ft.Column(
        [_head(card), ft.Container(sheet, opacity=_FADED if card.out else 1)], spacing=0
    )
    painted = ft.Container(
        inside,
        width=width,
        height=height,
        padding=_EDGE,
        bgcolor=theme.surface,
        border_radius=20,
        foreground_decoration=edge if card.rolls else None,
        ignore_interactions=True,
        disabled=True,
        scale=ft.Scale(card.box.width / width, alignment=ft.Alignment.TOP_LEFT),
    )
    spoken = f"{card.name}, {card.look.spoken_sum}"
    named = f"sheet-{card.seat}"
    return Node(content=painted, label=spoken, identifier=named, container=True, **corner(card.box))


def _head(card: _Card) -> ft.Control:
    """Whose sheet it is, what misthrows cost, and the total; as large as the screen lets it be."""
    theme, words, look = card.theme, card.words, card.look
    role = words.text("sits out") if card.out else ""
    lost, total = f"−{look.minus}" if look.minus else "", "" if look.hidden else signed(look.total)
    return ft.Container(
        ft.Row(
            [
                disc(initial(card.name), theme.player(card.color), 36),
                write(card.name, theme.held(24, 1), 600, color=theme.ink, no_wrap=True),
                write(role, theme.held(16, 1), 400, color=theme.ink2, no_wrap=True, expand=True),
                write(lost, theme.held(20, 1), 500, color=theme.ink2),
                write(total, theme.held(34, 1), 700, color=theme.ink, height=1.0),
            ],
            spacing=10,
        ),
        height=_HEAD,
    )


def _nothing(_: str) -> None:
    """Whatever is tapped, a board enters nothing."""
