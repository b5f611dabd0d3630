"""The end of a game, as it is shown and as a picture: who wins, points, sheets, its series."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.scoring import Purpose, Term, terms
from qwixx_pad.i18n import listed
from qwixx_pad.ui.design.controls import (
    avatar,
)
from qwixx_pad.ui.design.primitives import for_the_eye, heading, said, write
from qwixx_pad.ui.design.tokens import (
    ASIDE,
    BESIDE_MARKS,
    BODY,
    HEADING,
    HEADLINE,
    LABEL,
    LARGE_TEXT,
    NAME,
    NUMBER,
    OPTION,
    TITLE,
    Theme,
)
from qwixx_pad.ui.result import EndLook, PlaceLook, SeriesLook, end_look
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.sheet.canvas import canvas, small_sheet
from qwixx_pad.ui.sheet.look import SheetLook, kept_look, sheet_look
from qwixx_pad.ui.sheet.shapes import Sketch, cross, draw_strokes
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text import signed

_CHIP, _CLOSE = 48.0, 3.0
"""Width of a chip below its mark, and the least gap at its sides, in dp."""
_TWO, _FOR_THREE = 2, 30
"""Letters that fit every chip, and the width at which three fit, in dp."""
_A_LINE = 6
"""Terms that fit beside a name: four rows, one extra, and penalties."""
_FACES, _FACES_BESIDE_EXTRA = 340, 400
"""Width from which on a face fits a line of the standings, in dp; the second with an extra."""
_AROUND, _LETTER = 48, 9.4
"""Space before a name and behind the total, and average width of a letter, in dp."""


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game and its players.

    Attributes:
        game: Its final state.
        called: Its identifier: whose pens they are.
        names: In seating order.
        colors: Likewise, among the players' colours; none of a single sheet.
    """

    game: Game
    called: str
    names: tuple[str, ...]
    colors: tuple[int, ...]


def points(spoken: str, parts: Sequence[Term], context: ScreenContext, width: float) -> ft.Control:
    """Build the points of one sheet, each below its mark, within a width in dp."""
    each = min(_CHIP, width / min(len(parts), _A_LINE) - 2 * _CLOSE)
    chips = [_sheet_chip(term, context, each) for term in parts]
    row = ft.Row(
        chips,
        alignment=ft.MainAxisAlignment.SPACE_AROUND,
        wrap=len(chips) > _A_LINE,
        spacing=_CLOSE,
        width=width,
    )
    return ft.Semantics(label=spoken, container=True, content=for_the_eye(row))


def _mark(term: Term, theme: Theme, size: float, sign: float) -> ft.Control:
    """Build the mark of a term: a row's mark, an icon, or the minus of penalties."""
    if term.purpose is Purpose.PENALTIES:
        return write("−", OPTION.at(sign).held(theme, 1.25), color=theme.ink2, height=1.0)
    if term.row is None:
        return ft.Icon(getattr(ft.Icons, BESIDE_MARKS[term.purpose]), size=size, color=theme.ink2)
    mark = getattr(ft.Icons, theme.bands[term.row].mark)
    return ft.Icon(mark, size=size, color=theme.mark(term.row))


def _colors(term: Term, theme: Theme) -> tuple[str, str]:
    """Return the colours of the points and of their background."""
    if term.row is None:
        return theme.ink2 if term.purpose is Purpose.PENALTIES else theme.ink, theme.surface2
    return theme.bands[term.row].text, theme.bands[term.row].band


def _sheet_chip(term: Term, context: ScreenContext, width: float) -> ft.Control:
    theme = context.theme
    color, fill = _colors(term, theme)
    icon = _mark(term, theme, 16, 16)
    box = ft.Container(
        content=write(signed(term.points), HEADING.held(theme), color=color, height=1.0),
        width=width,
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


def standings(end: EndLook, context: ScreenContext, width: float) -> ft.Control:
    """Build the card of everybody's points, best first."""
    theme = context.theme
    apart = theme.large or _long(end.places, width)
    rows = [_row(place, context, width, apart=apart) for place in end.places]
    return ft.Container(
        ft.Column([_marks(end, context), *rows], spacing=0),
        bgcolor=theme.surface,
        border_radius=20,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def _marks(end: EndLook, context: ScreenContext) -> ft.Control:
    """Build the marks of all terms, above their columns."""
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


def _long(places: Sequence[PlaceLook], width: float) -> bool:
    """Return True if the points go below the names, since both do not fit one line."""
    points = places[0].terms
    room = width - _AROUND - len(points) * (_chip_width(points) + 4) - 50
    longest = max(len(place.name) for place in places)
    return len(points) > _A_LINE or longest * _LETTER > room - _face(points, width)


def _face(points: Sequence[Term], width: float) -> float:
    """Return the width of the face in a line, in dp; 0 where the line is narrow."""
    return 36 if width >= (_FACES if len(points) < _A_LINE else _FACES_BESIDE_EXTRA) else 0


def _row(place: PlaceLook, context: ScreenContext, width: float, *, apart: bool) -> ft.Control:
    theme = context.theme
    across = _chip_width(place.terms)
    chips = [_chip(term, across, theme) for term in place.terms]
    name = write(place.name, NAME, color=theme.ink, no_wrap=True, expand=True)
    total = write(
        signed(place.total),
        NUMBER.at(20).held(theme),
        color=theme.ink,
        text_align=ft.TextAlign.RIGHT,
    )
    disc = avatar(place.name, theme.player(place.color), 20 if apart else 32)
    face = [disc] if _face(place.terms, width) or (apart and not theme.large) else []
    first = write(str(place.place), OPTION.at(16).held(theme), color=theme.ink2, width=14)
    end = ft.Container(total, width=50, alignment=ft.Alignment.CENTER_RIGHT)
    if apart:
        points = ft.Row([ft.Container(expand=True), *chips, ft.Container(width=50)], spacing=3)
        inside: ft.Control = ft.Column(
            [ft.Row([first, *face, name, end]), points], spacing=4, tight=True
        )
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
    size = theme.held(_letters(term.points, width), 1)
    color, fill = _colors(term, theme)
    return ft.Container(
        write(signed(term.points), TITLE.at(size), color=color, height=1.0, no_wrap=True),
        width=width,
        height=26,
        bgcolor=fill,
        border_radius=8,
        alignment=ft.Alignment.CENTER,
    )


def _letters(points: int, width: float) -> float:
    """Return the text size of a chip: three letters are smaller than two."""
    if len(str(points)) <= _TWO:
        return 14
    return 12.5 if width >= _FOR_THREE else 11


def end_of_game(
    ended: EndedGame, context: ScreenContext, widths: tuple[float, float]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build winners or total, and the sheets; each top to bottom, within widths in dp."""
    (width, sheets), game = widths, ended.game
    if game.setup.seats > 1:
        end = end_look(game, ended.names, ended.colors, context.words)
        head = _winners(end, context, width, ended.called)
        return [head, standings(end, context, width)], _sheets(end, ended, context, sheets)
    look = sheet_look(game, context.words)
    small = small_sheet(look, context.theme, sheets - 28, ended.called)
    adds = points(look.spoken_sum, terms(game.position.sheets[0]), context, width - 28)
    head = _head(game, look, context, ended.names[0])
    return [head, _card(adds, context)], [_card(small, context)]


def _head(game: Game, look: SheetLook, context: ScreenContext, name: str) -> ft.Control:
    theme, words, now = context.theme, context.words, game.position
    why = words.ending(now.sheets[0], len(now.closed))
    ending = words.text("Copied from paper.") if game.setup.paper else why
    told = words.count("{n} point", "{n} points", look.total or 0)
    style, middle = HEADLINE.at(30).held(theme, LARGE_TEXT), ft.TextAlign.CENTER
    number = write(told, style, color=theme.ink, text_align=middle)
    return ft.Column(
        [
            avatar(name, theme.players[0], 64),
            said("total", look.spoken_total, for_the_eye(number), header=True),
            write(ending, BODY, color=theme.ink2, text_align=middle),
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
    """Build the winner with crosses for confetti, beside the words, never over them."""
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
    end: EndLook, ended: EndedGame, context: ScreenContext, width: float
) -> list[ft.Control]:
    """Build everybody's sheet, two by two, best first; one by one where letters are large."""
    of = 1 if context.theme.large else 2
    half = (width - 10 * (of - 1)) / of
    cards = [_sheet(place, ended, context, half) for place in end.places]
    return [ft.Row([*cards[i : i + of]], spacing=10, width=width) for i in range(0, len(cards), of)]


def _sheet(place: PlaceLook, ended: EndedGame, context: ScreenContext, width: float) -> ft.Control:
    theme, position = context.theme, ended.game.position
    head = ft.Row(
        [
            avatar(place.name, theme.player(place.color), 20),
            write(place.name, OPTION, color=theme.ink, no_wrap=True, expand=True),
            write(signed(place.total), NUMBER, color=theme.ink),
        ],
        spacing=6,
    )
    look = kept_look(position.sheets[place.seat - 1], position.out_of_play, context.words)
    small = small_sheet(look, theme, width - 22, f"{ended.called}{place.seat}")
    return ft.Container(
        for_the_eye(ft.Column([head, small], spacing=6)),
        width=width,
        bgcolor=theme.surface,
        border_radius=18,
        padding=11,
    )


def series_card(look: SeriesLook, context: ScreenContext, *below: ft.Control) -> ft.Control:
    """Build the card of a series, with `below` at its end."""
    theme = context.theme
    lines = [_line(place, line, context) for place, line in enumerate(look.lines, 1)]
    title = heading(look.title, HEADING, theme.ink)
    day = [write(look.day, ASIDE, color=theme.ink2)] if look.day else []
    return ft.Container(
        ft.Column([title, *lines, *day, *below], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _line(place: int, line: tuple[str, str, str], context: ScreenContext) -> ft.Control:
    theme, (name, wins, points) = context.theme, line
    who = write(name, LABEL, color=theme.ink, expand=not theme.large)
    facts = write(f"{wins} • {points}", ASIDE, color=theme.ink2)
    drawn = ft.Column([who, facts], spacing=0) if theme.large else ft.Row([who, facts])
    return said(f"series-{place}", listed(line), for_the_eye(drawn))
