"""The end of a game, as it is shown and as a picture: who wins, points, sheets, its series."""

import random
from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.scoring import Purpose, Term, score_terms
from qwixx_pad.i18n import join_isolated
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.controls import (
    avatar,
)
from qwixx_pad.ui.design.primitives import decorative, heading, labelled_node, write
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.result import EndLook, RankLook, SeriesLook, end_look
from qwixx_pad.ui.sheet.canvas import shape_canvas, sheet_thumbnail
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look, stored_look
from qwixx_pad.ui.sheet.shapes import Sketch, cross_strokes, draw_strokes
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.theme.tokens import (
    ASIDE,
    BODY,
    EXTRA_ICONS,
    HEADING,
    HEADLINE,
    LABEL,
    NAME,
    NUMBER,
    OPTION,
    TITLE,
    Theme,
)

_CHIP_DP = 48.0
_CHIP_GAP_DP = 3.0
"""Width of a chip below its mark, and the least gap at its sides, in dp."""
_CHIP_CHARS = 2
_THREE_CHARS_DP = 30
"""Letters that fit every chip, and the width at which three fit, in dp."""
_TERMS_PER_LINE = 6
"""Terms that fit beside a name: four rows, one extra, and penalties."""
_MIN_FACE_LINE_DP = 340
_MIN_FACE_EXTRA_LINE_DP = 400
"""Width from which on a face fits a line of the standings, in dp; the second with an extra."""
_LINE_EDGES_DP = 48
_LETTER_DP = 9.4
"""Space before a name and behind the total, and average width of a letter, in dp."""


def points_chips(spoken: str, parts: Sequence[Term], width: float) -> ft.Control:
    """Build the points of one sheet, each below its mark, within a width in dp."""
    each = min(_CHIP_DP, width / min(len(parts), _TERMS_PER_LINE) - 2 * _CHIP_GAP_DP)
    chips = [_points_chip(term, each) for term in parts]
    row = ft.Row(
        chips,
        alignment=ft.MainAxisAlignment.SPACE_AROUND,
        wrap=len(chips) > _TERMS_PER_LINE,
        spacing=_CHIP_GAP_DP,
        width=width,
    )
    return ft.Semantics(label=spoken, container=True, content=decorative(row))


def _term_mark(term: Term, size: float, sign: float) -> ft.Control:
    """Build the mark of a term: a row's mark, an icon, or the minus of penalties."""
    theme = current_theme()
    if term.purpose is Purpose.PENALTIES:
        return write("−", OPTION.resized(sign).capped(theme, 1.25), color=theme.ink2, height=1.0)
    if term.row is None:
        return ft.Icon(getattr(ft.Icons, EXTRA_ICONS[term.purpose]), size=size, color=theme.ink2)
    mark = getattr(ft.Icons, theme.bands[term.row].icon)
    return ft.Icon(mark, size=size, color=theme.icon_color(term.row))


def _term_colors(term: Term, theme: Theme) -> tuple[str, str]:
    """Return the colours of the points and of their background."""
    if term.row is None:
        return theme.ink2 if term.purpose is Purpose.PENALTIES else theme.ink, theme.surface2
    return theme.bands[term.row].text, theme.bands[term.row].band


def _points_chip(term: Term, width: float) -> ft.Control:
    theme = current_theme()
    color, fill = _term_colors(term, theme)
    icon = _term_mark(term, 16, 16)
    box = ft.Container(
        content=write(signed_text(term.points), HEADING.capped(theme), color=color, height=1.0),
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


def ranking_card(end: EndLook, width: float) -> ft.Control:
    """Build the card of everybody's points, best first."""
    theme = current_theme()
    two_lines = theme.has_large_text or _needs_two_lines(end.ranking, width)
    rows = [_rank_line(place, width, two_lines=two_lines) for place in end.ranking]
    return ft.Container(
        ft.Column([_mark_header(end), *rows], spacing=0),
        bgcolor=theme.surface,
        border_radius=20,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def _mark_header(end: EndLook) -> ft.Control:
    """Build the marks of all terms, above their columns."""
    points = end.ranking[0].terms
    cells = [
        ft.Container(
            _term_mark(term, 15, 14),
            width=_chip_width(points),
            alignment=ft.Alignment.CENTER,
        )
        for term in points
    ]
    line = ft.Row([ft.Container(expand=True), *cells, ft.Container(width=50)], spacing=3)
    return decorative(ft.Container(line, height=24, padding=ft.Padding.only(left=14, right=12)))


def _chip_width(points: Sequence[Term]) -> float:
    return 30 if len(points) < _TERMS_PER_LINE else 27


def _needs_two_lines(places: Sequence[RankLook], width: float) -> bool:
    """Return True if the points go below the names, since both do not fit one line."""
    points = places[0].terms
    room = width - _LINE_EDGES_DP - len(points) * (_chip_width(points) + 4) - 50
    longest = max(len(place.name) for place in places)
    return len(points) > _TERMS_PER_LINE or longest * _LETTER_DP > room - _face_width(points, width)


def _face_width(points: Sequence[Term], width: float) -> float:
    """Return the width of the face in a line, in dp; 0 where the line is narrow."""
    return (
        36
        if width
        >= (_MIN_FACE_LINE_DP if len(points) < _TERMS_PER_LINE else _MIN_FACE_EXTRA_LINE_DP)
        else 0
    )


def _rank_line(place: RankLook, width: float, *, two_lines: bool) -> ft.Control:
    theme = current_theme()
    across = _chip_width(place.terms)
    chips = [_small_chip(term, across) for term in place.terms]
    name = write(place.name, NAME, no_wrap=True, expand=True)
    total = write(
        signed_text(place.total),
        NUMBER.resized(20).capped(theme),
        text_align=ft.TextAlign.RIGHT,
    )
    disc = avatar(place.name, theme.player_color(place.color), 20 if two_lines else 32)
    face = (
        [disc]
        if _face_width(place.terms, width) or (two_lines and not theme.has_large_text)
        else []
    )
    first = write(str(place.rank), OPTION.resized(16).capped(theme), color=theme.ink2, width=14)
    end = ft.Container(total, width=50, alignment=ft.Alignment.CENTER_RIGHT)
    if two_lines:
        points = ft.Row([ft.Container(expand=True), *chips, ft.Container(width=50)], spacing=3)
        inside: ft.Control = ft.Column(
            [ft.Row([first, *face, name, end]), points], spacing=4, tight=True
        )
    else:
        inside = ft.Row([first, *face, name, *chips, end], spacing=3 if not face else 4)
    gold = ft.Colors.with_opacity(0.2, theme.bands["y"].band)
    drawn = ft.Container(
        decorative(inside),
        height=None if two_lines else theme.grown_height(50),
        bgcolor=gold if place.rank == 1 else None,
        padding=ft.Padding.only(left=14, right=12, bottom=10 if two_lines else 0),
    )
    return labelled_node(f"place-{place.seat}", place.spoken_text, drawn)


def _small_chip(term: Term, width: float) -> ft.Control:
    theme = current_theme()
    size = theme.capped_size(_chip_text_size(term.points, width), 1)
    color, fill = _term_colors(term, theme)
    return ft.Container(
        write(signed_text(term.points), TITLE.resized(size), color=color, height=1.0, no_wrap=True),
        width=width,
        height=26,
        bgcolor=fill,
        border_radius=8,
        alignment=ft.Alignment.CENTER,
    )


def _chip_text_size(points: int, width: float) -> float:
    """Return the text size of a chip: three letters are smaller than two."""
    if len(str(points)) <= _CHIP_CHARS:
        return 14
    return 12.5 if width >= _THREE_CHARS_DP else 11


def end_of_game(
    ended: ReviewedGame, widths: tuple[float, float]
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build winners or total, and the sheets; each top to bottom, within widths in dp."""
    tr = current_translator()
    (width, sheets), game = widths, ended.game
    if game.setup.seats > 1 or game.is_blank:
        end = end_look(game, ended.names, ended.colors, tr)
        head = _winner_header(end, width, ended.game_id)
        if game.is_blank:
            return [head], []
        return [head, ranking_card(end, width)], _sheet_grid(end, ended, sheets)
    look = sheet_look(game, tr)
    small = sheet_thumbnail(look, sheets - 28, ended.game_id)
    adds = points_chips(look.spoken_sum, score_terms(game.position.sheets[0]), width - 28)
    head = _solo_header(game, look, ended.names[0])
    return [head, _surface_card(adds)], [_surface_card(small)]


def _solo_header(game: Game, look: SheetLook, name: str) -> ft.Control:
    theme = current_theme()
    tr = current_translator()
    now = game.position
    why = tr.ending_text(now.sheets[0], len(now.closed_rows))
    ending = tr.gettext("Copied from paper.") if game.setup.paper else why
    points_text = tr.ngettext("{n} point", "{n} points", look.total or 0)
    style = HEADLINE.resized(30).capped(theme, LARGE_TEXT_SCALE)
    middle = ft.TextAlign.CENTER
    number = write(points_text, style, text_align=middle)
    return ft.Column(
        [
            avatar(name, theme.player_colors[0], 64),
            labelled_node("total", look.spoken_total, decorative(number), header=True),
            write(ending, BODY, color=theme.ink2, text_align=middle),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _surface_card(content: ft.Control) -> ft.Control:
    theme = current_theme()
    return ft.Container(
        content=content,
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


_CONFETTI_COUNT = 14


def _winner_header(end: EndLook, width: float, seed: str) -> ft.Control:
    """Build the winner with crosses for confetti, beside the words, never over them."""
    theme = current_theme()
    plain = current_theme().has_large_text or not end.winner_looks
    faces = ft.Row(
        [avatar(w.name, theme.player_color(w.color), 64) for w in end.winner_looks],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=8,
    )
    middle = ft.TextAlign.CENTER
    line = heading(end.headline, HEADLINE.resized(30), theme.ink, text_align=middle, height=1.15)
    line.live_region = True
    margin = write(end.margin, BODY, color=theme.ink2, text_align=middle)
    tr = ft.Column(
        [faces, line, margin],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Stack(
        [
            *([] if plain else [decorative(_confetti_layer(width, seed))]),
            ft.Container(tr, width=width, alignment=ft.Alignment.CENTER),
        ],
        width=width,
    )


def _confetti_layer(width: float, seed: str) -> ft.Control:
    rng = random.Random(seed)  # noqa: S311 - the same crosses at each painting
    sketch = Sketch()
    for number in range(_CONFETTI_COUNT):
        side = rng.uniform(10, 19)
        edge = width * 0.30 - side
        x = rng.uniform(0, edge)
        left = x if number % 2 else width - side - x
        letter = ROW_LETTERS[number % 4]
        box = Box(left, rng.uniform(4, 62), side, side)
        written = cross_strokes(f"{seed}{number}", box, stretched=True)
        draw_strokes(sketch, written, current_theme().bands[letter].band)
    return shape_canvas(sketch.shapes(), width=width, height=90)


def _sheet_grid(end: EndLook, ended: ReviewedGame, width: float) -> list[ft.Control]:
    """Build everybody's sheet, two by two, best first; one by one where letters are large."""
    per_line = 1 if current_theme().has_large_text else 2
    half = (width - 10 * (per_line - 1)) / per_line
    cards = [_sheet_tile(place, ended, half) for place in end.ranking]
    return [
        ft.Row([*cards[i : i + per_line]], spacing=10, width=width)
        for i in range(0, len(cards), per_line)
    ]


def _sheet_tile(place: RankLook, ended: ReviewedGame, width: float) -> ft.Control:
    theme = current_theme()
    position = ended.game.position
    head = ft.Row(
        [
            avatar(place.name, theme.player_color(place.color), 20),
            write(place.name, OPTION, no_wrap=True, expand=True),
            write(signed_text(place.total), NUMBER),
        ],
        spacing=6,
    )
    look = stored_look(position.sheet_of(place.seat), position.out_of_play, current_translator())
    small = sheet_thumbnail(look, width - 22, ended.pen_seed(place.seat))
    return ft.Container(
        decorative(ft.Column([head, small], spacing=6)),
        width=width,
        bgcolor=theme.surface,
        border_radius=18,
        padding=11,
    )


def series_card(look: SeriesLook, *below: ft.Control) -> ft.Control:
    """Build the card of a series, with `below` at its end."""
    theme = current_theme()
    lines = [_series_line(place, line) for place, line in enumerate(look.lines, 1)]
    title = heading(look.title, HEADING, theme.ink)
    day = [write(look.day_text, ASIDE, color=theme.ink2)] if look.day_text else []
    return ft.Container(
        ft.Column([title, *lines, *day, *below], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _series_line(place: int, line: tuple[str, str, str]) -> ft.Control:
    theme, (name, wins, points) = current_theme(), line
    name_text = write(name, LABEL, expand=not theme.has_large_text)
    facts = write(f"{wins} • {points}", ASIDE, color=theme.ink2)
    drawn = (
        ft.Column([name_text, facts], spacing=0)
        if theme.has_large_text
        else ft.Row([name_text, facts])
    )
    return labelled_node(f"series-{place}", join_isolated(line), decorative(drawn))
