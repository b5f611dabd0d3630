"""The cards of the statistics and what is drawn on them; each is read as one sentence."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.history.figures import Fact, FactCard
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.drawing import polyline
from qwixx_pad.ui.design.primitives import decorative, labelled_node, write
from qwixx_pad.ui.statistics import NumbersLook, StatsLook
from qwixx_pad.ui.statistics.stats_charts import (
    LATEST_GAMES,
    BarLook,
    BarsLook,
    RowBarLook,
    TrendLook,
)
from qwixx_pad.ui.theme.bands import Band, mix_colors
from qwixx_pad.ui.theme.tokens import (
    BODY,
    CAPTION,
    FINE,
    HEADLINE,
    HINT,
    LABEL,
    NAME,
    NUMBER,
    OPTION,
    TAG,
    Theme,
)

DrawFace = Callable[[str, float], ft.Control]
"""Draws the disc of a player of this name, of this size in dp."""
STATS_PADDING_DP = 16
"""Between the edge of a card and what is on it, in dp."""
_LOW_BARS_DP = 56
"""Height of the bars of penalties: they matter less than the totals."""
_PILL_DP = 50
_LOCKED_TITLE_DP = 130
"""Width of the words beside the pills."""
_COLUMN_WIDTHS_DP = {"games": 42, "wins": 38, "average": 54, "best": 44}
"""Widths of the columns of numbers, in dp."""


def _titled_card(
    identifier: str,
    spoken: str,
    titles: tuple[str, str],
    content: Sequence[ft.Control],
) -> ft.Control:
    """Draw a card with a title on its left, another on its right, and content below.

    It is read as one sentence.
    """
    theme = current_theme()
    column = ft.Column(
        [_card_head(*titles), *content],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return _spoken_card(identifier, spoken, column, theme.surface)


def _spoken_card(identifier: str, spoken: str, content: ft.Control, color: str) -> ft.Control:
    drawn = ft.Container(
        decorative(content), bgcolor=color, border_radius=20, padding=STATS_PADDING_DP
    )
    return labelled_node(identifier, spoken, drawn)


def _card_head(title: str, aside: str) -> ft.Control:
    theme = current_theme()
    if theme.has_large_text:
        lines = [write(title, NAME), write(aside, HINT, color=theme.ink2)]
        return ft.Column([line for line in lines if line.value], spacing=2)
    beside = write(aside, HINT, color=theme.ink2, text_align=ft.TextAlign.RIGHT, expand=True)
    return ft.Row([write(title, NAME, no_wrap=True), beside], spacing=10)


def stats_notice(text: str) -> ft.Control:
    """Draw a friendly sentence where there is no chart."""
    theme = current_theme()
    icon = ft.Icon(ft.Icons.BAR_CHART_ROUNDED, size=26, color=theme.ink2)
    tr = write(text, OPTION.resized(15), height=1.35, expand=True)
    return _spoken_card("stats-notice", text, ft.Row([icon, tr], spacing=12), theme.surface2)


def stats_tile(identifier: str, look: Fact) -> ft.Control:
    """Draw a number, its name and a line below; the best total is the primary one."""
    theme = current_theme()
    main = identifier == "stats-best"
    color = theme.on_primary if main else theme.ink
    quiet = mix_colors(theme.on_primary, theme.primary, 0.2) if main else theme.ink2
    inside = ft.Column(
        [
            write(look.value, HEADLINE, color=color, height=1.1, no_wrap=True),
            write(look.name, TAG.resized(12), color=color, height=1.25, no_wrap=True),
            write(look.below, CAPTION, color=quiet, height=1.25, no_wrap=True),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    drawn = ft.Container(
        decorative(inside),
        bgcolor=theme.primary if main else theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=2, vertical=12),
        alignment=ft.Alignment.CENTER,
    )
    return labelled_node(identifier, look.spoken, drawn, expand=True)


def totals_card(chart: BarsLook, width: float) -> ft.Control:
    """Draw the histogram of the totals; here and below `width` is the inner width, in dp."""
    title = current_translator().gettext("Totals")
    notes = ft.Column([_note_line(each) for each in chart.notes], spacing=2, tight=True)
    drawn = [histogram(chart, width), notes]
    return _titled_card("stats-totals", chart.spoken, (title, chart.aside), drawn)


def penalties_card(chart: BarsLook, width: float) -> ft.Control:
    """Draw the histogram of the penalties."""
    title = current_translator().gettext("Penalties")
    bars = histogram(chart, width, _LOW_BARS_DP)
    return _titled_card("stats-penalties", chart.spoken, (title, chart.aside), [bars])


def trend_card(trend: TrendLook, width: float) -> ft.Control:
    """Draw the trend of the latest games."""
    tr = current_translator()
    title = tr.gettext("Recent form")
    aside = tr.gettext("last {n}", n=len(trend.points))
    drawn = [sparkline(trend, width), _note_line(trend.sentence)]
    return _titled_card("stats-trend", f"{title}. {trend.sentence}", (title, aside), drawn)


def rows_card(look: StatsLook) -> ft.Control:
    """Draw the average points of each row."""
    tr = current_translator()
    rows = look.rows
    notes = look.rows_notes
    title = tr.gettext("Points per row")
    aside = tr.gettext("average")
    spoken = f"{title}, {aside}. {'. '.join([*(row.spoken for row in rows), *notes])}."
    drawn = [row_bars(rows), *(_note_line(note) for note in notes)]
    return _titled_card("stats-rows", spoken, (title, aside), drawn)


def _note_line(text: str) -> ft.Control:
    return write(text, HINT, color=current_theme().ink2, height=1.35)


def locked_card(look: StatsLook, width: float) -> ft.Control:
    """Draw the number of locks of each row."""
    theme = current_theme()
    title = write(current_translator().gettext("Rows locked"), NAME, expand=True)
    pill = min(_PILL_DP, (width - _LOCKED_TITLE_DP) / len(look.rows))
    pills = locked_pills(look.rows, pill)
    if theme.has_large_text:
        title.expand = None
    inside = ft.Column([title, pills]) if theme.has_large_text else ft.Row([title, pills])
    return _spoken_card("stats-locked", look.locked, inside, theme.surface)


def facts_card(card: FactCard, facts: Sequence[Fact], face: DrawFace | None = None) -> ft.Control:
    """Draw facts, a line each; behind a face, if any."""
    title, aside = map(current_translator().gettext, card.value)
    head = f"{title}, {aside}" if card is FactCard.COURSE else title
    spoken = f"{head}. {'. '.join(fact.spoken for fact in facts)}."
    lines = [_fact_line(fact, face) for fact in facts]
    return _titled_card(f"stats-{card.name.lower()}", spoken, (title, aside), lines)


def _fact_line(look: Fact, face: DrawFace | None = None) -> ft.Control:
    theme = current_theme()
    large = theme.has_large_text
    faces = [] if face is None else [face(look.name, 34)]
    name: ft.Control = write(look.name, LABEL, height=1.2, no_wrap=bool(look.games) and not large)
    games = write(look.games, CAPTION, color=theme.ink2, height=1.2, no_wrap=not large)
    color = theme.gain if look.value.startswith("+") else theme.ink
    value = write(look.value, NUMBER.resized(18), color=color, no_wrap=True)
    below = write(look.below, HINT, color=theme.ink2, height=1.25)
    if large:
        lines = [name, value, *([games] if look.games else []), below]
        return ft.Row([*faces, ft.Column([*lines], spacing=2, tight=True, expand=True)], spacing=12)
    if look.games:
        name = ft.Row([name, games], spacing=8)
    named = ft.Column([name, below], spacing=2, tight=True, expand=True)
    return ft.Row([*faces, named, value], spacing=12)


def numbers_card(
    identifier: str,
    title: str,
    lines: Sequence[NumbersLook],
    face: DrawFace | None = None,
) -> ft.Control:
    """Draw lines of numbers below the names of their columns; each behind a face, if any.

    A printed sheet, which has no face, wins nothing.
    """
    theme = current_theme()
    tr = current_translator()
    # Translators: "games" to "best" head narrow columns of a table.
    columns = {
        "games": tr.pgettext("column", "games"),
        **({} if face is None else {"wins": tr.pgettext("column", "wins")}),
        "average": tr.pgettext("column", "average"),
        "best": tr.pgettext("column", "best"),
    }
    spoken = f"{title}. {'. '.join(line.spoken for line in lines)}."
    style = FINE.capped(theme, 1.1)
    heads = {
        which: write(name, style, color=theme.ink2, no_wrap=True) for which, name in columns.items()
    }
    first = write(title, NAME.capped(theme), height=1.2, expand=True)
    rows = [
        _align_columns(first, heads),
        *(_numbers_line(line, columns, face) for line in lines),
    ]
    return _spoken_card(identifier, spoken, ft.Column([*rows], spacing=10), theme.surface)


def _numbers_line(line: NumbersLook, columns: Iterable[str], face: DrawFace | None) -> ft.Control:
    theme = current_theme()
    numbers = {
        "games": write(line.games, BODY.capped(theme), color=theme.ink2),
        "wins": write(line.wins, BODY.capped(theme), color=theme.ink2),
        "average": write(line.average, NUMBER.capped(theme)),
        "best": write(line.best, OPTION.resized(15).capped(theme)),
    }
    name: ft.Control = write(line.name, LABEL.capped(theme), height=1.2, max_lines=2, expand=True)
    if face is not None:
        name = ft.Row([face(line.name, 26), name], spacing=8, expand=True)
    return _align_columns(name, {which: numbers[which] for which in columns})


def _align_columns(first: ft.Control, columns: Mapping[str, ft.Control]) -> ft.Control:
    """Align numbers in their columns, at the right of the first control.

    With large letters they are below it and share its width.
    """
    large = current_theme().has_large_text
    cells = [
        ft.Container(
            columns[at],
            width=None if large else _COLUMN_WIDTHS_DP[at],
            expand=large,
            alignment=ft.Alignment.CENTER_RIGHT,
        )
        for at in columns
    ]
    if large:
        return ft.Column([ft.Row([first]), ft.Row([*cells], spacing=4)], spacing=2)
    return ft.Row([first, *cells], spacing=0)


_MAX_BAR_DP = 44
_BAR_GAP_DP = 6
_NARROW_SLOT_DP = 27
"""Where a bar has less room, its label is smaller; in dp."""
_FAINT_SHARE = 0.62
"""How far a bar that is not the modal one goes from ink towards the surface."""
_BAR_PARTS = 1000
_SPARK_DP = 64
_DOT_DP = 2.6
_LAST_DOT_DP = 4.4


def histogram(chart: BarsLook, width: float, height: float = 110) -> ft.Control:
    """Draw upright bars with counts on top and labels below; the highest is `height` dp."""
    slot = width / len(chart.bars)
    across = min(_MAX_BAR_DP, slot - (_BAR_GAP_DP if slot > 4 * _BAR_GAP_DP else _BAR_GAP_DP / 2))
    upright = ft.Row(
        [_upright_bar(bar, across, height) for bar in chart.bars],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    size = 11 if slot >= _NARROW_SLOT_DP else 10
    labels = ft.Row([_bar_label(bar, size) for bar in chart.bars], spacing=0)
    parts: list[ft.Control] = [
        upright,
        ft.Container(height=1.5, bgcolor=current_theme().line),
        ft.Container(height=4),
        labels,
    ]
    if chart.legend:
        parts.append(_bar_legend(chart.legend))
    return decorative(ft.Column([*parts], spacing=0))


def bar_color(theme: Theme, *, modal: bool) -> str:
    """Return the colour of an upright bar: the modal one is ink; each has its count on top."""
    return theme.ink if modal else mix_colors(theme.ink, theme.surface, _FAINT_SHARE)


def _upright_bar(bar: BarLook, across: float, height: float) -> ft.Control:
    theme = current_theme()
    color = bar_color(theme, modal=bar.modal)
    style = (NUMBER if bar.modal else CAPTION).resized(12.5).capped(theme)
    count = write(str(bar.count), style, height=1.3, no_wrap=True)
    drawn = ft.Container(
        width=across,
        height=max(3, bar.share * height),
        bgcolor=color,
        border_radius=ft.BorderRadius.only(top_left=5, top_right=5),
    )
    return ft.Column(
        [count, drawn] if bar.count else [],
        spacing=2,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _bar_label(bar: BarLook, size: float) -> ft.Control:
    """Draw the label of a bar; under the bar of the last game on a dark pill."""
    theme = current_theme()
    color = theme.on_primary if bar.latest else theme.ink2
    text = write(
        bar.label,
        (TAG if bar.latest else FINE).resized(size).capped(theme, 1),
        color=color,
        height=1.2,
    )
    text.no_wrap = True
    text.overflow = ft.TextOverflow.VISIBLE
    pill = ft.Container(
        text,
        bgcolor=theme.primary if bar.latest else None,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=4 if bar.latest else 0, vertical=1.5),
    )
    return ft.Container(pill, expand=True, alignment=ft.Alignment.CENTER)


def _bar_legend(text: str) -> ft.Control:
    theme = current_theme()
    swatch = ft.Container(width=16, height=10, border_radius=5, bgcolor=theme.primary)
    said = write(text, CAPTION, color=theme.ink2, height=1.2)
    row = ft.Row([swatch, said], spacing=6, alignment=ft.MainAxisAlignment.END)
    return ft.Container(row, padding=ft.Padding.only(top=8))


def row_bars(rows: Sequence[RowBarLook]) -> ft.Control:
    """Draw a horizontal bar for each row: its mark before it, its numbers behind it."""
    return decorative(ft.Column([_row_bar(row) for row in rows], spacing=10))


def _row_bar(row: RowBarLook) -> ft.Control:
    theme = current_theme()
    colors = theme.bands[row.letter]
    large = theme.has_large_text
    note = write(row.closed, FINE, color=theme.ink2, height=1.2, no_wrap=not large)
    notes = [note] if row.closed else []
    bar = _lying_bar(row.share, colors)
    measured = ft.Column([bar, *([] if large else notes)], spacing=4, tight=True, expand=True)
    numbers = ft.Column(
        [
            write(row.points, NUMBER, height=1.15),
            write(row.crosses, FINE, color=theme.ink2, height=1.2),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    tile = _colored_tile(_color_icon(colors, 16), colors, 26, 26, 7)
    line = ft.Row([tile, measured, numbers], spacing=8)
    return ft.Column([line, *notes], spacing=4) if large else line


def _lying_bar(share: float, colors: Band) -> ft.Control:
    """Draw a bar on its track; two stretching pieces part it, so that it needs no width."""
    parts = round(share * _BAR_PARTS)
    bar = ft.Container(
        height=14,
        border_radius=7,
        bgcolor=colors.band,
        border=_band_outline(colors),
        expand=max(parts, 1),
        visible=parts > 0,
    )
    rest = ft.Container(expand=max(_BAR_PARTS - parts, 1), visible=parts < _BAR_PARTS)
    return ft.Container(
        ft.Row([bar, rest], spacing=0), height=14, border_radius=7, bgcolor=current_theme().surface2
    )


def _color_icon(colors: Band, size: float) -> ft.Control:
    return ft.Icon(getattr(ft.Icons, colors.icon), size=size, color=colors.text)


def _band_outline(colors: Band) -> ft.Border | None:
    return ft.Border.all(1, colors.outline) if colors.outline else None


def locked_pills(rows: Sequence[RowBarLook], width: float) -> ft.Control:
    """Draw the number of locks of each row on its colour; each pill is `width` dp wide."""
    pills = [_locked_pill(row.locked, row.letter, width) for row in rows]
    return decorative(ft.Row([*pills], spacing=6, tight=True))


def _locked_pill(count: int, letter: str, width: float) -> ft.Control:
    theme = current_theme()
    colors = theme.bands[letter]
    number = write(str(count), LABEL.capped(theme), color=colors.text, height=1.2)
    inside = ft.Row([_color_icon(colors, 14), number], spacing=4, tight=True)
    return _colored_tile(inside, colors, width, 34, 10)


def _colored_tile(
    inside: ft.Control, colors: Band, width: float, height: float, radius: float
) -> ft.Control:
    return ft.Container(
        inside,
        width=width,
        height=height,
        border_radius=radius,
        bgcolor=colors.band,
        border=_band_outline(colors),
        alignment=ft.Alignment.CENTER,
    )


def sparkline(trend: TrendLook, width: float) -> ft.Control:
    """Draw the latest totals as a line, the compared ones in ink, the mean before them dashed."""
    theme = current_theme()
    room = width - 34
    step = (room - 2 * _LAST_DOT_DP) / (len(trend.points) - 1)
    places = [(_LAST_DOT_DP + i * step, _spark_y(point)) for i, point in enumerate(trend.points)]
    faint = mix_colors(theme.ink, theme.surface, _FAINT_SHARE)
    mean = _spark_y(trend.before)
    dashes = ft.Paint(color=theme.ink2, stroke_width=1.0, stroke_dash_pattern=[3.0, 4.0])
    shapes = [
        cv.Line(0, mean, room, mean, paint=dashes),
        polyline(places[:-LATEST_GAMES], 1.6, faint),
        polyline(places[-LATEST_GAMES - 1 :], 1.6, faint),
        polyline(places[-LATEST_GAMES:], 2.6, theme.ink),
        *(_spark_dot(place, _DOT_DP, theme.ink) for place in places[-LATEST_GAMES:-1]),
        _spark_dot(places[-1], _LAST_DOT_DP, theme.ink),
    ]
    canvas = cv.Canvas(shapes=[*shapes], width=room, height=_SPARK_DP)
    ends = [
        write(end, FINE.capped(theme), color=theme.ink2, height=1.0)
        for end in (trend.high, trend.low)
    ]
    axis = ft.Column(
        [*ends],
        height=_SPARK_DP,
        width=26,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return decorative(ft.Row([axis, canvas], spacing=8))


def _spark_y(height: float) -> float:
    """Convert a height from 0 to 1 to a y on the canvas, which counts downwards."""
    return _LAST_DOT_DP + (1 - height) * (_SPARK_DP - 2 * _LAST_DOT_DP)


def _spark_dot(place: tuple[float, float], radius: float, color: str) -> cv.Shape:
    return cv.Circle(*place, radius, paint=ft.Paint(color=color))
