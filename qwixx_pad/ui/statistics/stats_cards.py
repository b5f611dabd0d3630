"""The cards of the statistics and their drawings; a screen reader reads a card as one text."""

from collections.abc import Callable, Mapping, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.history.figures import Fact, FactCard
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.drawing import polyline
from qwixx_pad.ui.design.primitives import decorative, explanation, labelled_node, write
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
"""Draws the avatar of a player by name, in a size in dp."""
STATS_PADDING_DP = 16
"""Between the edge of a card and its content."""
_LOW_BARS_DP = 56
"""Height of the bars of penalties, which matter less than the totals."""
_PILL_DP = 50
"""Largest width of a pill with locks."""
_LOCKED_TITLE_DP = 130
"""Width of the title to the left of these pills."""
_COLUMN_WIDTHS_DP = {"games": 42, "wins": 38, "average": 54, "best": 44}
"""Widths of the columns of numbers."""


def _titled_card(
    identifier: str,
    spoken: str,
    titles: tuple[str, str],
    content: Sequence[ft.Control],
) -> ft.Control:
    """Draw a card with a title on its left, another on its right, and content below."""
    column = ft.Column(
        [_card_head(*titles), *content],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return _spoken_card(identifier, spoken, column, current_theme().surface)


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
    right = write(aside, HINT, color=theme.ink2, text_align=ft.TextAlign.RIGHT, expand=True)
    return ft.Row([write(title, NAME, no_wrap=True), right], spacing=10)


def stats_notice(text: str) -> ft.Control:
    """Draw a sentence in place of charts."""
    theme = current_theme()
    icon = ft.Icon(ft.Icons.BAR_CHART_ROUNDED, size=26, color=theme.ink2)
    line = write(text, OPTION.resized(15), line_height=1.35, expand=True)
    return _spoken_card("stats-notice", text, ft.Row([icon, line], spacing=12), theme.surface2)


def stats_tile(identifier: str, look: Fact) -> ft.Control:
    """Draw a number, its name and a line below; the tile of the best total is the dark one."""
    theme = current_theme()
    dark = identifier == "stats-best"
    color = theme.on_primary if dark else theme.ink
    below_color = mix_colors(theme.on_primary, theme.primary, 0.2) if dark else theme.ink2
    lines = ft.Column(
        [
            write(look.value, HEADLINE, color=color, line_height=1.1, no_wrap=True),
            write(look.name, TAG.resized(12), color=color, line_height=1.25, no_wrap=True),
            write(look.below, CAPTION, color=below_color, line_height=1.25, no_wrap=True),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    drawn = ft.Container(
        decorative(lines),
        bgcolor=theme.primary if dark else theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=2, vertical=12),
        alignment=ft.Alignment.CENTER,
    )
    return labelled_node(identifier, look.spoken, drawn, expand=True)


def totals_card(chart: BarsLook, width: float) -> ft.Control:
    """Draw the histogram of the totals; `width` is that of the card's content, in dp."""
    title = current_translator().gettext("Totals")
    notes = ft.Column([explanation(note) for note in chart.notes], spacing=2, tight=True)
    parts = [_histogram(chart, width, _BARS_DP), notes]
    return _titled_card("stats-totals", chart.spoken, (title, chart.aside), parts)


def penalties_card(chart: BarsLook, width: float) -> ft.Control:
    """Draw the histogram of the penalties; `width` is that of the card's content, in dp."""
    title = current_translator().gettext("Penalties")
    bars = _histogram(chart, width, _LOW_BARS_DP)
    return _titled_card("stats-penalties", chart.spoken, (title, chart.aside), [bars])


def trend_card(trend: TrendLook, width: float) -> ft.Control:
    """Draw the trend of the latest games; `width` is that of the card's content, in dp."""
    tr = current_translator()
    title = tr.gettext("Recent form")
    aside = tr.gettext("last {n}", n=len(trend.points))
    parts = [_sparkline(trend, width), explanation(trend.sentence)]
    return _titled_card("stats-trend", f"{title}. {trend.sentence}", (title, aside), parts)


def rows_card(look: StatsLook) -> ft.Control:
    """Draw the average points of each row."""
    tr = current_translator()
    title = tr.gettext("Points per row")
    aside = tr.gettext("average")
    texts = [*(row.spoken for row in look.rows), *look.rows_notes]
    parts = [
        decorative(ft.Column([_row_bar(row) for row in look.rows], spacing=10)),
        *map(explanation, look.rows_notes),
    ]
    spoken = f"{title}, {aside}. {'. '.join(texts)}."
    return _titled_card("stats-rows", spoken, (title, aside), parts)


def locked_card(look: StatsLook, width: float) -> ft.Control:
    """Draw the number of locks of each row; `width` is that of the card's content, in dp."""
    theme = current_theme()
    title = write(current_translator().gettext("Rows locked"), NAME)
    pill_width = min(_PILL_DP, (width - _LOCKED_TITLE_DP) / len(look.rows))
    pills = decorative(
        ft.Row([_locked_pill(row, pill_width) for row in look.rows], spacing=6, tight=True)
    )
    if theme.has_large_text:
        inside: ft.Control = ft.Column([title, pills])
    else:
        title.expand = True
        inside = ft.Row([title, pills])
    return _spoken_card("stats-locked", look.locked, inside, theme.surface)


def facts_card(card: FactCard, facts: Sequence[Fact], face: DrawFace | None = None) -> ft.Control:
    """Draw facts, a line each; `face` draws an avatar before each line."""
    title, aside = map(current_translator().gettext, card.value)
    head = f"{title}, {aside}" if card is FactCard.COURSE else title
    spoken = f"{head}. {'. '.join(fact.spoken for fact in facts)}."
    lines = [_fact_line(fact, face) for fact in facts]
    return _titled_card(f"stats-{card.name.lower()}", spoken, (title, aside), lines)


def _fact_line(fact: Fact, face: DrawFace | None) -> ft.Control:
    theme = current_theme()
    large = theme.has_large_text
    faces = [] if face is None else [face(fact.name, 34)]
    name = write(fact.name, LABEL, line_height=1.2, no_wrap=bool(fact.games) and not large)
    games = write(fact.games, CAPTION, color=theme.ink2, line_height=1.2, no_wrap=not large)
    color = theme.gain if fact.value.startswith("+") else theme.ink
    value = write(fact.value, NUMBER.resized(18), color=color, no_wrap=True)
    below = write(fact.below, HINT, color=theme.ink2, line_height=1.25)
    if large:
        lines: list[ft.Control] = [name, value, *([games] if fact.games else []), below]
        return ft.Row([*faces, ft.Column(lines, spacing=2, tight=True, expand=True)], spacing=12)
    first = ft.Row([name, games], spacing=8) if fact.games else name
    texts = ft.Column([first, below], spacing=2, tight=True, expand=True)
    return ft.Row([*faces, texts, value], spacing=12)


def numbers_card(
    identifier: str,
    title: str,
    lines: Sequence[NumbersLook],
    face: DrawFace | None = None,
) -> ft.Control:
    """Draw lines of numbers below the names of their columns.

    `face` draws the avatar of a player; without it, the lines are printed sheets, which have no
    wins.
    """
    theme = current_theme()
    tr = current_translator()
    # Translators: "games" to "best" head narrow columns of a table.
    columns = {
        "games": tr.pgettext("column", "games"),
        "wins": tr.pgettext("column", "wins"),
        "average": tr.pgettext("column", "average"),
        "best": tr.pgettext("column", "best"),
    }
    style = FINE.capped(theme, 1.1)
    heads: dict[str, ft.Control] = {
        column: write(name, style, color=theme.ink2, no_wrap=True)
        for column, name in columns.items()
    }
    if face is None:
        del heads["wins"]
    head = write(title, NAME.capped(theme), line_height=1.2, expand=True)
    rows = [_align_columns(head, heads), *(_numbers_line(line, face) for line in lines)]
    spoken = f"{title}. {'. '.join(line.spoken for line in lines)}."
    return _spoken_card(identifier, spoken, ft.Column(rows, spacing=10), theme.surface)


def _numbers_line(line: NumbersLook, face: DrawFace | None) -> ft.Control:
    theme = current_theme()
    numbers: dict[str, ft.Control] = {
        "games": write(line.games, BODY.capped(theme), color=theme.ink2),
        "wins": write(line.wins, BODY.capped(theme), color=theme.ink2),
        "average": write(line.average, NUMBER.capped(theme)),
        "best": write(line.best, OPTION.resized(15).capped(theme)),
    }
    name = write(line.name, LABEL.capped(theme), line_height=1.2, max_lines=2, expand=True)
    if face is None:
        del numbers["wins"]
        return _align_columns(name, numbers)
    return _align_columns(ft.Row([face(line.name, 26), name], spacing=8, expand=True), numbers)


def _align_columns(first: ft.Control, columns: Mapping[str, ft.Control]) -> ft.Control:
    """Align numbers in their columns, to the right of the first control.

    With large text they are below it and share its width.
    """
    large = current_theme().has_large_text
    cells = [
        ft.Container(
            number,
            width=None if large else _COLUMN_WIDTHS_DP[column],
            expand=large,
            alignment=ft.Alignment.CENTER_RIGHT,
        )
        for column, number in columns.items()
    ]
    if large:
        return ft.Column([ft.Row([first]), ft.Row([*cells], spacing=4)], spacing=2)
    return ft.Row([first, *cells], spacing=0)


_BARS_DP = 110
"""Height of the bars of totals."""
_MAX_BAR_DP = 44
"""Largest width of a bar."""
_BAR_GAP_DP = 6
"""Space between two bars."""
_NARROW_SLOT_DP = 27
"""Below this width of a bar and its gap, labels are smaller."""
_FAINT_SHARE = 0.62
"""Share of the surface in the colour of bars that are not the modal one."""
_BAR_PARTS = 1000
"""Parts into which the track of a lying bar is divided."""
_SPARK_DP = 64
"""Height of the trend's line."""
_DOT_DP = 2.6
"""Radius of the dot on a compared game."""
_LAST_DOT_DP = 4.4
"""Radius of the dot on the last game."""


def _histogram(chart: BarsLook, width: float, height: float) -> ft.Control:
    """Draw upright bars with counts on top and labels below; the highest is `height` dp."""
    slot = width / len(chart.bars)
    gap = _BAR_GAP_DP if slot > 4 * _BAR_GAP_DP else _BAR_GAP_DP / 2
    bar_width = min(_MAX_BAR_DP, slot - gap)
    label_size = 11 if slot >= _NARROW_SLOT_DP else 10
    parts: list[ft.Control] = [
        ft.Row(
            [_upright_bar(bar, bar_width, height) for bar in chart.bars],
            spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.END,
        ),
        ft.Container(height=1.5, bgcolor=current_theme().line),
        ft.Container(height=4),
        ft.Row([_bar_label(bar, label_size) for bar in chart.bars], spacing=0),
    ]
    if chart.legend:
        parts.append(_bar_legend(chart.legend))
    return decorative(ft.Column(parts, spacing=0))


def bar_color(theme: Theme, *, modal: bool) -> str:
    """The colour of an upright bar: ink if modal, else fainter."""
    return theme.ink if modal else mix_colors(theme.ink, theme.surface, _FAINT_SHARE)


def _upright_bar(bar: BarLook, width: float, height: float) -> ft.Control:
    theme = current_theme()
    parts: list[ft.Control] = []
    if bar.count:
        style = (NUMBER if bar.modal else CAPTION).resized(12.5).capped(theme)
        parts = [
            write(str(bar.count), style, line_height=1.3, no_wrap=True),
            ft.Container(
                width=width,
                height=max(3, bar.share * height),
                bgcolor=bar_color(theme, modal=bar.modal),
                border_radius=ft.BorderRadius.only(top_left=5, top_right=5),
            ),
        ]
    return ft.Column(
        parts,
        spacing=2,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _bar_label(bar: BarLook, size: float) -> ft.Control:
    """Draw the label of a bar, for the last game's bar on a dark pill."""
    theme = current_theme()
    text = write(
        bar.label,
        (TAG if bar.latest else FINE).resized(size).capped(theme, 1),
        color=theme.on_primary if bar.latest else theme.ink2,
        line_height=1.2,
        no_wrap=True,
        overflow=ft.TextOverflow.VISIBLE,
    )
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
    line = write(text, CAPTION, color=theme.ink2, line_height=1.2)
    row = ft.Row([swatch, line], spacing=6, alignment=ft.MainAxisAlignment.END)
    return ft.Container(row, padding=ft.Padding.only(top=8))


def _row_bar(row: RowBarLook) -> ft.Control:
    """Draw the bar of a row between its mark and its numbers."""
    theme = current_theme()
    colors = theme.bands[row.letter]
    large = theme.has_large_text
    note = write(row.closed, FINE, color=theme.ink2, line_height=1.2, no_wrap=not large)
    notes = [note] if row.closed else []
    bar = ft.Column(
        [_lying_bar(row.share, colors), *([] if large else notes)],
        spacing=4,
        tight=True,
        expand=True,
    )
    numbers = ft.Column(
        [
            write(row.points, NUMBER, line_height=1.15),
            write(row.crosses, FINE, color=theme.ink2, line_height=1.2),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    tile = _colored_tile(_color_icon(colors, 16), colors, 26, 26, 7)
    line = ft.Row([tile, bar, numbers], spacing=8)
    return ft.Column([line, *notes], spacing=4) if large else line


def _lying_bar(share: float, colors: Band) -> ft.Control:
    """Draw a bar on its track; both parts stretch, so that no width needs to be known."""
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


def _locked_pill(row: RowBarLook, width: float) -> ft.Control:
    theme = current_theme()
    colors = theme.bands[row.letter]
    number = write(str(row.locked), LABEL.capped(theme), color=colors.text, line_height=1.2)
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


def _sparkline(trend: TrendLook, width: float) -> ft.Control:
    """Draw the totals as a line, the latest ones in ink, and the average before them dashed."""
    theme = current_theme()
    line_width = width - 34
    step = (line_width - 2 * _LAST_DOT_DP) / (len(trend.points) - 1)
    points = [(_LAST_DOT_DP + i * step, _spark_y(point)) for i, point in enumerate(trend.points)]
    faint = mix_colors(theme.ink, theme.surface, _FAINT_SHARE)
    ink = ft.Paint(color=theme.ink)
    average = _spark_y(trend.before)
    dashes = ft.Paint(color=theme.ink2, stroke_width=1.0, stroke_dash_pattern=[3.0, 4.0])
    shapes: list[cv.Shape] = [
        cv.Line(0, average, line_width, average, paint=dashes),
        polyline(points[:-LATEST_GAMES], 1.6, faint),
        polyline(points[-LATEST_GAMES - 1 :], 1.6, faint),
        polyline(points[-LATEST_GAMES:], 2.6, theme.ink),
        *(cv.Circle(x, y, _DOT_DP, paint=ink) for x, y in points[-LATEST_GAMES:-1]),
        cv.Circle(*points[-1], _LAST_DOT_DP, paint=ink),
    ]
    canvas = cv.Canvas(shapes=shapes, width=line_width, height=_SPARK_DP)
    axis = ft.Column(
        [
            write(total, FINE.capped(theme), color=theme.ink2, line_height=1.0)
            for total in (trend.high, trend.low)
        ],
        height=_SPARK_DP,
        width=26,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return decorative(ft.Row([axis, canvas], spacing=8))


def _spark_y(height: float) -> float:
    """Convert a height from 0 to 1 to a y on the canvas, which counts downwards."""
    return _LAST_DOT_DP + (1 - height) * (_SPARK_DP - 2 * _LAST_DOT_DP)
