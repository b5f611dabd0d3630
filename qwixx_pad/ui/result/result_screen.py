"""The end of a game: who wins or what it sums up to, the sheets as they were filled, what next."""

import random
from collections.abc import Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.scoring import Purpose, Term, terms
from qwixx_pad.ui.design.bars import avatar, undo_redo
from qwixx_pad.ui.design.controls import primary, tonal, way_button
from qwixx_pad.ui.design.drawing import cross, ink
from qwixx_pad.ui.design.primitives import Tap, beside, for_the_eye, heading, said, write
from qwixx_pad.ui.design.tokens import BESIDE_MARKS, LARGE_TEXT, Theme, held
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.intents import may_redo, undoing
from qwixx_pad.ui.pad.miniature import miniature
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.view import PadLook, mini_look, pad_look
from qwixx_pad.ui.result import EndLook, PlaceLook, end_look
from qwixx_pad.ui.result.other_games import beside_other_games
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import signed


@component
def result(
    state: PadState, names: tuple[str, ...], context: ScreenContext, seed: str, tap: Tap
) -> ft.Control:
    """The result of a sheet or of a table; what can still be undone is undone from here."""
    words, table = context.words, state.table
    again, colors = ("new-game", words.text("New game")), tuple[int, ...]()
    names = (names[0] or words.text("You"),)
    if table is not None:
        again, names, colors = ("rematch", words.text("Rematch")), table.names, table.colors
    parts = end_of_game(state.game, names, colors, context, context.column, seed)
    if state.game.setup.paper:
        again = "copy-paper", words.text("Copy another")
    parts[2:2] = beside_other_games(seed, context)
    return _page([_bar(state, context, tap), *parts], again, context, tap)


def _bar(state: PadState, context: ScreenContext, tap: Tap) -> ft.Control:
    theme, words = context.theme, context.words
    close = way_button("home", words.text("Home"), ft.Icons.CLOSE_ROUNDED, theme, tap)
    share = way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, tap)
    can = undoing(state, state.seat) is not None, may_redo(state, state.seat)
    undo = undo_redo(can, theme, words, tap)
    return ft.Row([close, ft.Container(expand=True), *undo, share], height=52, spacing=0)


def _page(
    parts: Sequence[ft.Control], again: tuple[str, str], context: ScreenContext, tap: Tap
) -> ft.Control:
    """The parts in a column that scrolls, above the two buttons."""
    theme, name = context.theme, again[0]
    body = ft.Column(
        [*parts],
        spacing=12,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    icon, text = ft.Icons.PLAY_ARROW_ROUNDED, context.words.text("Review")
    review = tonal(theme, "review", text, lambda: tap("review"), icon=icon, size=16)
    next_game = primary(theme, *again, lambda: tap(name), icon=ft.Icons.REFRESH_ROUNDED)
    buttons = beside([next_game, review], theme, spacing=10, shares=(58, 42))
    whole = ft.Column([body, buttons], spacing=12)
    return ft.Row(
        [ft.Container(whole, width=context.column, padding=ft.Padding.only(bottom=14))],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


def end_of_game(  # noqa: PLR0913, PLR0917 - a game, whose it is and its place
    game: Game,
    names: Sequence[str],
    colors: Sequence[int],
    context: ScreenContext,
    width: float,
    seed: str,
) -> list[ft.Control]:
    """The parts of the page, top to bottom.

    Args:
        game: Whose end it is.
        names: In seating order.
        colors: Of the players, among the players' colours.
        context: Theme and words.
        width: Of the page, in dp.
        seed: Whose pen it is.
    """
    if game.setup.seats > 1:
        end = end_look(game, names, colors, context.words)
        head, standings = _winners(end, context, width, seed), _standings(end, context, width)
        return [head, standings, *_sheets(end, game, context, width, seed)]
    look, now = pad_look(game, context.words), game.position
    small = miniature(mini_look(now.sheets[0], now.out_of_play), context.theme, width - 28, seed)
    points = _card(_points(look.spoken_sum, terms(now.sheets[0]), context), context)
    return [_head(look, context, names[0]), points, _card(small, context)]


def _head(look: PadLook, context: ScreenContext, name: str) -> ft.Control:
    theme, words = context.theme, context.words
    points = words.count("{n} point", "{n} points", look.total)
    size, middle = theme.held(30, LARGE_TEXT), ft.TextAlign.CENTER
    number = write(points, size, 700, color=theme.ink, text_align=middle)
    return ft.Column(
        [
            avatar(name, theme.players[0], 64),
            said("total", look.spoken_total, for_the_eye(number), header=True),
            write(look.ending, 15, 400, color=theme.ink2, text_align=middle),
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


def _points(spoken: str, points: Sequence[Term], context: ScreenContext) -> ft.Control:
    chips = [_sheet_chip(term, context) for term in points]
    row = ft.Row(chips, alignment=ft.MainAxisAlignment.SPACE_AROUND, wrap=len(chips) > _A_LINE)
    return ft.Semantics(label=spoken, container=True, content=for_the_eye(row))


def _mark(term: Term, theme: Theme, size: float, sign: float) -> ft.Control:
    """What points are for: the mark of a row, a picture, or the sign of what they cost."""
    if term.purpose is Purpose.PENALTIES:
        return write("−", theme.held(sign, 1.25), 500, color=theme.ink2, height=1.0)
    if term.row is None:
        return ft.Icon(getattr(ft.Icons, BESIDE_MARKS[term.purpose]), size=size, color=theme.ink2)
    mark = getattr(ft.Icons, theme.bands[term.row].mark)
    return ft.Icon(mark, size=size, color=theme.mark(term.row))


def _colors(term: Term, theme: Theme) -> tuple[str, str]:
    """Of the points and of their ground."""
    if term.row is None:
        return theme.ink2 if term.purpose is Purpose.PENALTIES else theme.ink, theme.surface2
    return theme.bands[term.row].text, theme.bands[term.row].band


def _sheet_chip(term: Term, context: ScreenContext) -> ft.Control:
    theme = context.theme
    color, fill = _colors(term, theme)
    icon = _mark(term, theme, 16, 16)
    box = ft.Container(
        content=write(signed(term.points), theme.held(17), 600, color=color, height=1.0),
        width=48,
        height=34,
        bgcolor=fill,
        border_radius=10,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(icon, height=20, alignment=ft.Alignment.CENTER), box],
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


_CONFETTI = 14
_TWO, _FOR_THREE = 2, 30
"""Letters that every chip has room for, and the width at which three have, in dp."""
_A_LINE = 6
"""So many terms stand beside a name: four rows, one thing beside them, and penalties."""
_FACES, _FACES_BESIDE_EXTRA = 340, 400
"""Width from which on a line of the standings has room for a face, in dp."""


def _winners(end: EndLook, context: ScreenContext, width: float, seed: str) -> ft.Control:
    """The winner with crosses for confetti; they lie beside the words, never over them."""
    theme = context.theme
    faces = ft.Row(
        [avatar(w.name, theme.player(w.color), 64) for w in end.winners],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=8,
    )
    middle = ft.TextAlign.CENTER
    line = heading(end.headline, 30, 700, theme.ink, text_align=middle, height=1.15)
    line.live_region = True
    margin = write(end.margin, 15, 400, color=theme.ink2, text_align=middle)
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
    shapes: list[cv.Shape] = []
    for number in range(_CONFETTI):
        side = rng.uniform(10, 19)
        edge = width * 0.30 - side
        x = rng.uniform(0, edge)
        left = x if number % 2 else width - side - x
        letter = ROW_LETTERS[number % 4]
        box = Box(left, rng.uniform(4, 62), side, side)
        shapes += ink(cross(f"{seed}{number}", box, stretched=True), theme.bands[letter].band)
    return cv.Canvas(shapes=shapes, width=width, height=90)


def _standings(end: EndLook, context: ScreenContext, width: float) -> ft.Control:
    """Everybody's points, best first."""
    theme = context.theme
    rows = [_row(place, context, width) for place in end.places]
    return ft.Container(
        ft.Column([_marks(end, context), *rows], spacing=0),
        bgcolor=theme.surface,
        border_radius=20,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def _marks(end: EndLook, context: ScreenContext) -> ft.Control:
    """The marks of what adds up, above their columns."""
    theme, points = context.theme, end.places[0].terms
    cells = [
        ft.Container(
            _mark(term, theme, 15, 14), width=_chip_width(points), alignment=ft.Alignment.CENTER
        )
        for term in points
    ]
    line = ft.Row([ft.Container(expand=True), *cells, ft.Container(width=50)], spacing=3)
    return for_the_eye(ft.Container(line, height=24, padding=ft.Padding.only(left=14, right=12)))


def _chip_width(points: Sequence[Term]) -> float:
    return 30 if len(points) < _A_LINE else 27


def _row(place: PlaceLook, context: ScreenContext, width: float) -> ft.Control:
    theme = context.theme
    across, apart = _chip_width(place.terms), theme.large or len(place.terms) > _A_LINE
    chips = [_chip(term, across, theme) for term in place.terms]
    name = write(place.name, 16, 600, color=theme.ink, no_wrap=True, expand=True)
    total = write(
        signed(place.total), theme.held(20), 700, color=theme.ink, text_align=ft.TextAlign.RIGHT
    )
    face = (
        []
        if width < (_FACES if len(place.terms) < _A_LINE else _FACES_BESIDE_EXTRA)
        else [avatar(place.name, theme.player(place.color), 32)]
    )
    first = write(str(place.place), theme.held(16), 500, color=theme.ink2, width=14)
    end = ft.Container(total, width=50, alignment=ft.Alignment.CENTER_RIGHT)
    if apart:
        points = ft.Row([ft.Container(expand=True), *chips, ft.Container(width=50)], spacing=3)
        inside: ft.Control = ft.Column([ft.Row([first, name, end]), points], spacing=4, tight=True)
    else:
        inside = ft.Row([first, *face, name, *chips, end], spacing=3 if not face else 4)
    gold = ft.Colors.with_opacity(0.2, theme.bands["y"].band)
    drawn = ft.Container(
        for_the_eye(inside),
        height=None if apart else theme.tall(50),
        bgcolor=gold if place.place == 1 else None,
        padding=ft.Padding.only(left=14, right=12, bottom=10 if apart else 0),
    )
    return said(f"place-{place.seat}", place.spoken, drawn)


def _chip(term: Term, width: float, theme: Theme) -> ft.Control:
    size = held(_letters(term.points, width), theme.text, 1)
    color, fill = _colors(term, theme)
    return ft.Container(
        write(signed(term.points), size, 600, color=color, height=1.0, no_wrap=True),
        width=width,
        height=26,
        bgcolor=fill,
        border_radius=8,
        alignment=ft.Alignment.CENTER,
    )


def _letters(points: int, width: float) -> float:
    """Size of the letters of a chip: three of them need smaller ones than two."""
    if len(str(points)) <= _TWO:
        return 14
    return 12.5 if width >= _FOR_THREE else 11


def _sheets(
    end: EndLook, game: Game, context: ScreenContext, width: float, seed: str
) -> Sequence[ft.Control]:
    """Everybody's sheet, two by two, best first."""
    half = width if context.theme.large else (width - 10) / 2
    of = 1 if context.theme.large else 2
    cards = [_sheet(place, game, context, half, seed) for place in end.places]
    return [ft.Row([*cards[i : i + of]], spacing=10, width=width) for i in range(0, len(cards), of)]


def _sheet(
    place: PlaceLook, game: Game, context: ScreenContext, width: float, seed: str
) -> ft.Control:
    theme = context.theme
    head = ft.Row(
        [
            avatar(place.name, theme.player(place.color), 20),
            write(place.name, 14, 500, color=theme.ink, no_wrap=True, expand=True),
            write(signed(place.total), 16, 700, color=theme.ink),
        ],
        spacing=6,
    )
    small = miniature(
        mini_look(game.position.sheets[place.seat - 1], game.position.out_of_play),
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
