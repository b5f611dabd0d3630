"""The parts that the result screen and its picture share: winners, points, sheets, series."""

import random
from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.core.scoring import Purpose, Term, score_terms
from qwixx_pad.i18n import join_isolated
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.correction import ReviewedGame
from qwixx_pad.ui.design.controls import avatar
from qwixx_pad.ui.design.primitives import decorative, heading, labelled_node, write
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.result import EndLook, RankLook, SeriesLine, SeriesLook, end_look
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
"""Widest chip below its mark."""
_CHIP_GAP_DP = 3.0
"""Least space on each side of a chip."""
_CHIP_CHARS = 2
"""Letters that fit any chip in the full size."""
_THREE_CHARS_DP = 30
"""Width of a chip from which on three letters are less small."""
_TERMS_PER_LINE = 6
"""Terms that fit a line with a name: four rows, one extra, and penalties."""
_MIN_FACE_LINE_DP = 340
"""Width of the standings from which on an avatar fits a line."""
_MIN_FACE_EXTRA_LINE_DP = 400
"""The same for sheets with an extra term."""
_FACE_DP = 36
"""Width of an avatar with its gap."""
_TOTAL_DP = 50
"""Width of the column of totals."""
_LINE_EDGES_DP = 48
"""Space before a name and after the total."""
_LETTER_DP = 9.4
"""Average width of a letter."""


def points_chips(spoken: str, parts: Sequence[Term], width: float) -> ft.Control:
    """Build the points of one sheet, each below its mark, within a width in dp."""
    chip_width = min(_CHIP_DP, width / min(len(parts), _TERMS_PER_LINE) - 2 * _CHIP_GAP_DP)
    chips = [_points_chip(term, chip_width) for term in parts]
    row = ft.Row(
        chips,
        alignment=ft.MainAxisAlignment.SPACE_AROUND,
        wrap=len(chips) > _TERMS_PER_LINE,
        spacing=_CHIP_GAP_DP,
        width=width,
    )
    return ft.Semantics(label=spoken, container=True, content=decorative(row))


def _term_mark(term: Term, size: float, sign: float) -> ft.Control:
    """Build the mark of a row, the icon of an extra term, or a minus for penalties.

    `size` is that of marks and icons, in dp, and `sign` that of the minus, in sp.
    """
    theme = current_theme()
    if term.purpose is Purpose.PENALTIES:
        return write(
            "−", OPTION.resized(sign).capped(theme, 1.25), color=theme.ink2, line_height=1.0
        )
    if term.row is None:
        return ft.Icon(getattr(ft.Icons, EXTRA_ICONS[term.purpose]), size=size, color=theme.ink2)
    mark = getattr(ft.Icons, theme.bands[term.row].icon)
    return ft.Icon(mark, size=size, color=theme.icon_color(term.row))


def _term_colors(term: Term, theme: Theme) -> tuple[str, str]:
    """The colours of the points and of their background."""
    if term.row is not None:
        return theme.bands[term.row].text, theme.bands[term.row].band
    if term.purpose is Purpose.PENALTIES:
        return theme.ink2, theme.surface2
    return theme.ink, theme.surface2


def _points_chip(term: Term, width: float) -> ft.Control:
    theme = current_theme()
    color, fill = _term_colors(term, theme)
    box = ft.Container(
        content=write(
            signed_text(term.points), HEADING.capped(theme), color=color, line_height=1.0
        ),
        width=width,
        height=34,
        bgcolor=fill,
        border_radius=10,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [
            ft.Container(_term_mark(term, 16, 16), height=20, alignment=ft.Alignment.CENTER),
            box,
        ],
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def ranking_card(end: EndLook, width: float) -> ft.Control:
    """Build the card with the points of all players, the best first; `width` is in dp."""
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
    terms = end.ranking[0].terms
    cells = [
        ft.Container(
            _term_mark(term, 15, 14),
            width=_chip_width(terms),
            alignment=ft.Alignment.CENTER,
        )
        for term in terms
    ]
    line = ft.Row([ft.Container(expand=True), *cells, ft.Container(width=_TOTAL_DP)], spacing=3)
    return decorative(ft.Container(line, height=24, padding=ft.Padding.only(left=14, right=12)))


def _chip_width(terms: Sequence[Term]) -> float:
    return 30 if len(terms) < _TERMS_PER_LINE else 27


def _needs_two_lines(places: Sequence[RankLook], width: float) -> bool:
    """True if the points go below the names, because both do not fit one line."""
    terms = places[0].terms
    if len(terms) > _TERMS_PER_LINE:
        return True
    room = width - _LINE_EDGES_DP - len(terms) * (_chip_width(terms) + 4) - _TOTAL_DP
    if _has_faces(terms, width):
        room -= _FACE_DP
    return max(len(place.name) for place in places) * _LETTER_DP > room


def _has_faces(terms: Sequence[Term], width: float) -> bool:
    """True if standings of this width, in dp, have room for avatars."""
    plain = len(terms) < _TERMS_PER_LINE
    return width >= (_MIN_FACE_LINE_DP if plain else _MIN_FACE_EXTRA_LINE_DP)


def _rank_line(place: RankLook, width: float, *, two_lines: bool) -> ft.Control:
    theme = current_theme()
    rank = write(str(place.rank), OPTION.resized(16).capped(theme), color=theme.ink2, width=14)
    head: list[ft.Control] = [rank]
    has_face = _has_faces(place.terms, width) or (two_lines and not theme.has_large_text)
    if has_face:
        head.append(avatar(place.name, theme.player_color(place.color), 20 if two_lines else 32))
    head.append(write(place.name, NAME, no_wrap=True, expand=True))
    chips = [_small_chip(term, _chip_width(place.terms)) for term in place.terms]
    total = ft.Container(
        write(
            signed_text(place.total),
            NUMBER.resized(20).capped(theme),
            text_align=ft.TextAlign.RIGHT,
        ),
        width=_TOTAL_DP,
        alignment=ft.Alignment.CENTER_RIGHT,
    )
    if two_lines:
        points = ft.Row(
            [ft.Container(expand=True), *chips, ft.Container(width=_TOTAL_DP)], spacing=3
        )
        inside: ft.Control = ft.Column([ft.Row([*head, total]), points], spacing=4, tight=True)
    else:
        inside = ft.Row([*head, *chips, total], spacing=4 if has_face else 3)
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
    color, fill = _term_colors(term, theme)
    size: float = 14
    if len(str(term.points)) > _CHIP_CHARS:
        size = 12.5 if width >= _THREE_CHARS_DP else 11
    style = TITLE.resized(theme.capped_size(size, 1))
    return ft.Container(
        write(signed_text(term.points), style, color=color, line_height=1.0, no_wrap=True),
        width=width,
        height=26,
        bgcolor=fill,
        border_radius=8,
        alignment=ft.Alignment.CENTER,
    )


def end_of_game(
    ended: ReviewedGame, width: float, sheets_width: float
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build winners and standings, or the total of one sheet; and the sheets.

    Both are lists from top to bottom, within these widths in dp. A blank game has no sheets.
    """
    tr = current_translator()
    game = ended.game
    if game.setup.seats > 1 or game.is_blank:
        end = end_look(game, ended.names, ended.colors, tr)
        head = _winner_header(end, width, ended.game_id)
        if game.is_blank:
            return [head], []
        return [head, ranking_card(end, width)], _sheet_grid(end, ended, sheets_width)
    look = sheet_look(game, tr)
    head = _solo_header(game, look, ended.names[0])
    chips = points_chips(look.spoken_sum, score_terms(game.position.sheets[0]), width - 28)
    sheet = sheet_thumbnail(look, sheets_width - 28, ended.game_id)
    return [head, _surface_card(chips)], [_surface_card(sheet)]


def _solo_header(game: Game, look: SheetLook, name: str) -> ft.Control:
    theme = current_theme()
    tr = current_translator()
    if game.setup.paper:
        ending = tr.gettext("Copied from paper.")
    else:
        ending = tr.ending_text(game.position.sheets[0], len(game.position.closed_rows))
    points = write(
        tr.ngettext("{n} point", "{n} points", look.total or 0),
        HEADLINE.resized(30).capped(theme, LARGE_TEXT_SCALE),
        text_align=ft.TextAlign.CENTER,
    )
    return ft.Column(
        [
            avatar(name, theme.player_colors[0], 64),
            labelled_node("total", look.spoken_total, decorative(points), header=True),
            write(ending, BODY, color=theme.ink2, text_align=ft.TextAlign.CENTER),
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
    """Build the winners; crosses for confetti are left and right, except with large text."""
    theme = current_theme()
    faces = ft.Row(
        [avatar(w.name, theme.player_color(w.color), 64) for w in end.winner_looks],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=8,
    )
    headline = heading(
        end.headline,
        HEADLINE.resized(30),
        theme.ink,
        text_align=ft.TextAlign.CENTER,
        line_height=1.15,
    )
    headline.live_region = True
    margin = write(end.margin, BODY, color=theme.ink2, text_align=ft.TextAlign.CENTER)
    text = ft.Column(
        [faces, headline, margin],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    layers: list[ft.Control] = [ft.Container(text, width=width, alignment=ft.Alignment.CENTER)]
    if end.winner_looks and not theme.has_large_text:
        layers.insert(0, decorative(_confetti_layer(width, seed)))
    return ft.Stack(layers, width=width)


def _confetti_layer(width: float, seed: str) -> ft.Control:
    rng = random.Random(seed)  # noqa: S311 - the same crosses at each painting
    sketch = Sketch()
    for number in range(_CONFETTI_COUNT):
        side = rng.uniform(10, 19)
        x = rng.uniform(0, width * 0.30 - side)
        left = x if number % 2 else width - side - x
        box = Box(left, rng.uniform(4, 62), side, side)
        strokes = cross_strokes(f"{seed}{number}", box, stretched=True)
        draw_strokes(sketch, strokes, current_theme().bands[ROW_LETTERS[number % 4]].band)
    return shape_canvas(sketch.shapes(), width=width, height=90)


def _sheet_grid(end: EndLook, ended: ReviewedGame, width: float) -> list[ft.Control]:
    """Build all sheets, the best first: two in a line, or one with large text."""
    per_line = 1 if current_theme().has_large_text else 2
    tile_width = (width - 10 * (per_line - 1)) / per_line
    cards = [_sheet_tile(place, ended, tile_width) for place in end.ranking]
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
    sheet = sheet_thumbnail(look, width - 22, ended.pen_seed(place.seat))
    return ft.Container(
        decorative(ft.Column([head, sheet], spacing=6)),
        width=width,
        bgcolor=theme.surface,
        border_radius=18,
        padding=11,
    )


def series_card(look: SeriesLook, *below: ft.Control) -> ft.Control:
    """Build the card of a series, with `below` at its end."""
    theme = current_theme()
    parts: list[ft.Control] = [
        heading(look.title, HEADING, theme.ink),
        *(_series_line(place, line) for place, line in enumerate(look.lines, 1)),
    ]
    if look.day_text:
        parts.append(write(look.day_text, ASIDE, color=theme.ink2))
    return ft.Container(
        ft.Column([*parts, *below], spacing=8),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def _series_line(place: int, line: SeriesLine) -> ft.Control:
    theme = current_theme()
    name = write(line.name, LABEL, expand=not theme.has_large_text)
    tally = write(f"{line.wins} • {line.points}", ASIDE, color=theme.ink2)
    drawn = ft.Column([name, tally], spacing=0) if theme.has_large_text else ft.Row([name, tally])
    return labelled_node(f"series-{place}", join_isolated(line), decorative(drawn))
