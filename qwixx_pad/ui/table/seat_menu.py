"""What can be done at a table beside playing, for its seats, and how phones come to it."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.table import Table
from qwixx_pad.service.network import qr
from qwixx_pad.ui.design.controls import outlined, primary, rules_and_settings, tonal
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, said, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.state import PadState, TableState
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table import DeedLook, sitting

_QR = 240


def way_in(code: str, address: str | None, context: ScreenContext) -> ft.Control:
    """The picture and the letters by which phones find a table.

    Args:
        code: Of the table.
        address: Where phones reach this computer; None while they do not.
        context: Space, theme, words and settings.
    """
    theme, words = context.theme, context.words
    closed = words.text(
        "Only this computer reaches this table. Start the pad with --lan to let phones in."
    )
    parts = [line(closed, context)]
    if address:
        url = f"{address}/join/{code}"
        parts = [
            qr_code(qr(url), _QR, words.text("Code for {url}", url=url)),
            line(words.text("Scan with the camera, or open"), context),
            write(address, 15, 600, color=theme.ink, selectable=True),
        ]
    return ft.Container(
        ft.Column(
            [*parts, _tiles(code, context)],
            spacing=10,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=theme.surface,
        border_radius=24,
        padding=16,
        alignment=ft.Alignment.CENTER,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def way_to_watch(code: str, address: str | None, context: ScreenContext) -> list[ft.Control]:
    """The address of a table's board, for a television: it stands below all that is tapped."""
    if not address:
        return []
    url = f"{address}/watch/{code}".removeprefix("http://")
    return [line(context.words.text("Only watch: {url}", url=url), context, selectable=True)]


def line(text: str, context: ScreenContext, *, selectable: bool = False) -> ft.Control:
    """Quiet words in the middle of a page."""
    return write(
        text,
        14,
        400,
        color=context.theme.ink2,
        text_align=ft.TextAlign.CENTER,
        height=1.35,
        selectable=selectable,
    )


def _tiles(code: str, context: ScreenContext) -> ft.Control:
    """The code as four tiles; their colours say nothing."""
    colors = context.theme.bands
    tiles = [
        ft.Container(
            write(letter, 28, 700, color=colors[row].text, height=1.0),
            width=50,
            height=56,
            border_radius=12,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, ROW_LETTERS, strict=True)
    ]
    spoken = context.words.text("Code {code}", code=" ".join(code))
    shown = ft.Row([*tiles], spacing=8, tight=True)
    return said("table-code", spoken, for_the_eye(shown))


def _line(
    identifier: str,
    text: str,
    theme: Theme,
    tap: Tap,
    button: Callable[..., ft.Control] = tonal,
) -> ft.Control:
    """A line of a menu; it tells its identifier."""
    return button(theme, identifier, text, lambda: tap(identifier), height=50, size=16)


def seat_card(
    name: str, deeds: Sequence[DeedLook], theme: Theme, words: Words, tap: Tap
) -> list[ft.Control]:
    """What can be done for one seat.

    Args:
        name: Who sits there.
        deeds: In their order.
        theme: In which colours.
        words: The language.
        tap: Told the identifier of a deed, or `cancel`.
    """
    return [
        write(name, 20, 600, color=theme.ink),
        *(_line(deed.identifier, deed.text, theme, tap) for deed in deeds),
        _line("cancel", words.text("Cancel"), theme, tap, outlined),
    ]


def closing_card(theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """Asks once before a table is closed in its game; tells `close-now` or `cancel`."""
    told = words.text(
        "The phones leave it, and the game goes on on this device. You can open it again."
    )
    close = primary(
        theme, "close-now", words.text("Close this table"), lambda: tap("close-now"), height=50
    )
    return [
        write(words.text("Close this table?"), 20, 600, color=theme.ink),
        write(told, 15, 400, color=theme.ink, height=1.35),
        close,
        _line("cancel", words.text("Cancel"), theme, tap, outlined),
    ]


def table_menu(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Leave, correct, let a phone in, who plays, free a seat whose phone is gone, finish."""
    table = state.table
    if table is None:
        return []

    corrects, finishes = table.mine or table.leads, table.leads and not state.game.position.over
    again = words.text("Open table {code} for phones again", code=table.closed_code)
    code = words.text("Table {code}", code=table.code) if table.code else words.text("This table")
    return [
        write(code, 20, 600, color=theme.ink),
        # a card grows upwards: on top, what comes while it is open moves no line under a finger
        *(_line(f"free-{seat}", text, theme, tap) for seat, text in _gone(table, words)),
        _line("home", words.text("Leave it and go home"), theme, tap),
        *([_line("correct", words.text("Correct"), theme, tap)] if corrects else []),
        *([_line("seats", words.text("Let a phone in"), theme, tap)] if table.code else []),
        *([_line("open-again", again, theme, tap)] if table.closed_code else []),
        *_who_plays(state, theme, words, tap),
        rules_and_settings(theme, words, tap, height=50),
        *(
            [_line("finish", words.text("Finish this game"), theme, tap, outlined)]
            if finishes
            else []
        ),
        _line("cancel", words.text("Back to the pad"), theme, tap, outlined),
    ]


def _sitting(state: PadState, words: Words) -> list[DeedLook]:
    """What this device may do for the seats, in their order."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    names = enumerate(table.names, 1)
    mine = [(seat, name) for seat, name in names if table.leads or seat in table.mine]
    deeds = [sitting(position, seat, name, words) for seat, name in mine]
    return [deed for deed in deeds if deed is not None]


def _who_plays(state: PadState, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """One's own seat at once; several on a card of their own."""
    deeds = _sitting(state, words)
    if len(deeds) == 1 and state.table is not None and state.table.me is not None:
        return [_line(deeds[0].identifier, deeds[0].text, theme, tap)]
    who = words.text("Who plays, who sits out")
    return [_line("who-plays", who, theme, tap)] if deeds else []


def seats_card(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Who may be seated out, and who may be called back."""
    told = words.text("Who sits out is passed over. The sheet stays and counts.")
    return [
        write(words.text("Who plays"), 20, 600, color=theme.ink),
        write(told, 14, 400, color=theme.ink2, height=1.35),
        *(_line(deed.identifier, deed.text, theme, tap) for deed in _sitting(state, words)),
        _line("cancel", words.text("Back to the pad"), theme, tap, outlined),
    ]


def _gone(table: TableState, words: Words) -> Sequence[tuple[int, str]]:
    """Seats whose phone is away, for whoever has opened the table."""
    if not table.leads or table.seating is None:
        return []
    return [
        (seat, words.text("Free {name}’s seat for another phone", name=chair.name))
        for seat, chair in enumerate(table.seating.chairs, 1)
        if chair.holder is not None and not table.here[seat - 1]
    ]
