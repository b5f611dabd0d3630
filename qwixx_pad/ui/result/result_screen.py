"""The end of a game: who wins or what it sums up to, the sheets as they were filled, what next."""

import random
from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.scoring import terms
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.design.controls import avatar, one_of_both, primary, tonal, under_card, way_button
from qwixx_pad.ui.design.primitives import Tap, beside, for_the_eye, heading, said, write
from qwixx_pad.ui.design.tokens import BODY, HEADLINE, LARGE_TEXT, NUMBER, OPTION, Theme
from qwixx_pad.ui.pad.geometry import WIDEST_PAD
from qwixx_pad.ui.pad.intents import may_redo, undoing
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.result import EndLook, PlaceLook, end_look
from qwixx_pad.ui.result.other_games import (
    best_of_card,
    own_records,
    remark_line,
    series_so_far,
)
from qwixx_pad.ui.result.standings import points, standings
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.sheet.canvas import canvas, small_sheet
from qwixx_pad.ui.sheet.look import SheetLook, kept_look, sheet_look
from qwixx_pad.ui.sheet.shapes import Sketch
from qwixx_pad.ui.sheet.strokes import cross, draw_strokes
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.speech import signed


@component
def result(play: SeatSession, state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    """The result of a sheet or of a table; what can still be undone is undone from here."""
    use_watched(context, play.watch, 0, lambda changes: changes + 1)
    card, show = ft.use_state("")
    page = _result(play, state, context, tap, lambda: show("best-of"))
    asked = best_of_card(play, context, lambda: show("")) if card else None
    return under_card(page, asked, "result")


def _result(
    play: SeatSession, state: PadState, context: ScreenContext, tap: Tap, ask: Callable[[], object]
) -> ft.Control:
    words, table, seed = context.words, state.table, play.head.id
    again, colors = ("new-game", words.text("New game")), tuple[int, ...]()
    names: tuple[str, ...] = (play.head.names[0] or words.text("You"),)
    if table is not None:
        again, names, colors = ("rematch", words.text("Rematch")), table.names, table.colors
    if state.game.setup.paper:
        again = "copy-paper", words.text("Copy another")
    whole = _whole(context, state.game.setup.seats)
    left, right = (whole * _LEFT, whole * (1 - _LEFT) - _APART) if _wide(whole) else (whole, whole)
    lines, sheets = end_of_game(state.game, names, colors, context, (left, right), seed)
    lines += [*own_records(seed, context), *_newcomers(state, context)]
    series, remark = series_so_far(play, context, ask), remark_line(seed, context, tap)
    bar, keys = _bar(state, context, tap), _buttons(again, context, tap)
    if not _wide(whole):
        return _page(
            ft.Column([_scrolled([bar, *lines, *series, *sheets, *remark]), keys], spacing=12),
            whole,
        )
    read = ft.Container(ft.Column([_scrolled(lines), keys], spacing=12), width=left)
    both = ft.Row(
        [read, _scrolled([*sheets, *series, *remark])],
        spacing=_APART,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )
    return _page(ft.Column([bar, both], spacing=12), whole)


_WIDE, _LEFT, _APART = 700, 0.45, 16.0
"""From this width on the sheets stand beside what is told of them, which has such a share of it;
between the two, in dp."""


def _whole(context: ScreenContext, seats: int) -> float:
    """Width of all that is shown, in dp."""
    space = context.space
    whole, large = min(space.width, WIDEST_PAD) - 32, context.theme.large
    two = seats > 1 and space.width > space.height and _wide(whole) and not large
    return whole if two else context.column


def _wide(whole: float) -> bool:
    return whole >= _WIDE


def _newcomers(state: PadState, context: ScreenContext) -> list[ft.Control]:
    """Who has sat down meanwhile: the rematch is theirs too."""
    table, words = state.table, context.words
    names = [chair.name for chair in table.seating.next] if table and table.seating else []
    if not names:
        return []
    told = words.text("In the next game too: {names}", names=words.both(names))
    return [write(told, OPTION.at(15), color=context.theme.ink, text_align=ft.TextAlign.CENTER)]


def _bar(state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    close = way_button("home", words.text("Home"), ft.Icons.CLOSE_ROUNDED, theme, tap)
    share = way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, tap)
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    undo = [
        one_of_both(able, which, theme, words, tap)
        for able, which in zip(can, ("undo", "redo"), strict=True)
    ]
    return ft.Row([close, ft.Container(expand=True), *undo, share], height=52, spacing=0)


def _scrolled(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _buttons(again: tuple[str, str], context: ScreenContext, tap: Tap) -> ft.Control:
    theme, name = context.theme, again[0]
    icon, text = ft.Icons.PLAY_ARROW_ROUNDED, context.words.text("Review")
    review = tonal(theme, "review", text, lambda: tap("review"), icon=icon, size=16)
    next_game = primary(theme, *again, lambda: tap(name), icon=ft.Icons.REFRESH_ROUNDED)
    return beside([next_game, review], theme, spacing=10, shares=(58, 42))


def _page(inside: ft.Control, width: float) -> ft.Control:
    return ft.Row(
        [ft.Container(inside, width=width, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


def end_of_game(  # noqa: PLR0913, PLR0917 - a game, whose it is and its place
    game: Game,
    names: Sequence[str],
    colors: Sequence[int],
    context: ScreenContext,
    widths: tuple[float, float],
    seed: str,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Who wins or what it sums up to, and the sheets; each top to bottom.

    Args:
        game: Whose end it is.
        names: In seating order.
        colors: Of the players, among the players' colours.
        context: Theme and words.
        widths: Of the two, in dp.
        seed: Whose pen it is.
    """
    width, sheets = widths
    if game.setup.seats > 1:
        end = end_look(game, names, colors, context.words)
        head, lines = _winners(end, context, width, seed), standings(end, context, width)
        return [head, lines], _sheets(end, game, context, sheets, seed)
    look, now = sheet_look(game, context.words), game.position
    small = small_sheet(look, context.theme, sheets - 28, seed)
    adds = points(look.spoken_sum, terms(now.sheets[0]), context, width - 28)
    return [_head(look, context, names[0]), _card(adds, context)], [_card(small, context)]


def _head(look: SheetLook, context: ScreenContext, name: str) -> ft.Control:
    theme, words = context.theme, context.words
    told = words.count("{n} point", "{n} points", look.total or 0)
    style, middle = HEADLINE.at(30).held(theme, LARGE_TEXT), ft.TextAlign.CENTER
    number = write(told, style, color=theme.ink, text_align=middle)
    return ft.Column(
        [
            avatar(name, theme.players[0], 64),
            said("total", look.spoken_total, for_the_eye(number), header=True),
            write(look.ending, BODY, color=theme.ink2, text_align=middle),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _card(content: ft.Control, context: ScreenContext) -> ft.Control:
    return ft.Container(
        content=content,
        bgcolor=context.theme.surface,
        border_radius=20,
        padding=14,
        shadow=ft.BoxShadow(
            blur_radius=12, offset=ft.Offset(0, 3), color=context.theme.card_shadow
        ),
    )


_CONFETTI = 14


def _winners(end: EndLook, context: ScreenContext, width: float, seed: str) -> ft.Control:
    """The winner with crosses for confetti; they lie beside the words, never over them."""
    theme = context.theme
    faces = ft.Row(
        [avatar(w.name, theme.player(w.color), 64) for w in end.winners],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=8,
    )
    middle = ft.TextAlign.CENTER
    line = heading(end.headline, HEADLINE.at(30), theme.ink, text_align=middle, height=1.15)
    line.live_region = True
    margin = write(end.margin, BODY, color=theme.ink2, text_align=middle)
    words = ft.Column(
        [faces, line, margin],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Stack(
        [
            *([] if theme.large else [for_the_eye(_confetti(theme, width, seed))]),
            ft.Container(words, width=width, alignment=ft.Alignment.CENTER),
        ],
        width=width,
    )


def _confetti(theme: Theme, width: float, seed: str) -> ft.Control:
    rng = random.Random(seed)  # noqa: S311 - the same crosses at each painting
    sketch = Sketch()
    for number in range(_CONFETTI):
        side = rng.uniform(10, 19)
        edge = width * 0.30 - side
        x = rng.uniform(0, edge)
        left = x if number % 2 else width - side - x
        letter = ROW_LETTERS[number % 4]
        box = Box(left, rng.uniform(4, 62), side, side)
        written = cross(f"{seed}{number}", box, stretched=True)
        draw_strokes(sketch, written, theme.bands[letter].band)
    return canvas(sketch.shapes(), width=width, height=90)


def _sheets(
    end: EndLook, game: Game, context: ScreenContext, width: float, seed: str
) -> list[ft.Control]:
    """Everybody's sheet, two by two, best first; one by one where letters are large."""
    of = 1 if context.theme.large else 2
    half = (width - 10 * (of - 1)) / of
    cards = [_sheet(place, game, context, half, seed) for place in end.places]
    return [ft.Row([*cards[i : i + of]], spacing=10, width=width) for i in range(0, len(cards), of)]


def _sheet(
    place: PlaceLook, game: Game, context: ScreenContext, width: float, seed: str
) -> ft.Control:
    theme, sheet = context.theme, game.position.sheets[place.seat - 1]
    head = ft.Row(
        [
            avatar(place.name, theme.player(place.color), 20),
            write(place.name, OPTION, color=theme.ink, no_wrap=True, expand=True),
            write(signed(place.total), NUMBER, color=theme.ink),
        ],
        spacing=6,
    )
    small = small_sheet(
        kept_look(sheet, game.position.out_of_play, context.words),
        theme,
        width - 22,
        f"{seed}{place.seat}",
    )
    return ft.Container(
        for_the_eye(ft.Column([head, small], spacing=6)),
        width=width,
        bgcolor=theme.surface,
        border_radius=18,
        padding=11,
    )
