"""The review of a game as plain values: its steps in words, and its layout on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.story import Step
from qwixx_pad.library.library import LibraryGame
from qwixx_pad.settings import Settings, initial
from qwixx_pad.storage.summary import local_day, name_key
from qwixx_pad.ui.correction import STEP_CARD_DP, ReviewedGame, step_letter, step_title
from qwixx_pad.ui.geometry import MAX_PAD_DP, Box, ScreenSpace
from qwixx_pad.ui.sheet.boxes import RowBoxes
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.row_look import ring_cells
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, STRIP_HEIGHT_DP, Upright, display_rows, link_boxes
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.text.translator import Translator


def reviewed_game(
    game: Game, shown: LibraryGame, settings: Settings, today: date, tr: Translator
) -> ReviewedGame:
    """Prepare a game for its review.

    The sheet of the player of this device is shown first, else the best one.
    """
    summary = shown.summary
    names = player_names(summary, tr)
    keys = [name_key(name) for name in names]
    own = name_key(settings.name)
    best = min(summary.scores, key=lambda score: score.rank).seat
    day = tr.day_text(local_day(summary.touched), today)
    return ReviewedGame(
        game=game,
        names=names,
        colors=settings.distinct_colors(names),
        game_id=summary.game,
        day=tr.day_and_length(day, summary.seconds),
        seat=keys.index(own) + 1 if own in keys else best,
        corrected=summary.corrected,
        remark=shown.remark,
    )


@dataclass(frozen=True, slots=True)
class TickLook:
    """One step on the scrubber.

    Attributes:
        letter: Letter of the row with the cross; empty for a penalty, the pawn or a closed row.
        spoken: For a screen reader.
    """

    letter: str
    spoken: str


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat at a moment.

    Attributes:
        seat: From 1.
        name: Short enough for a chip.
        initial: For the avatar.
        color: Index of the player's colour.
        total: Points at the moment.
        shown: Whether its sheet is on the screen.
        spoken: For a screen reader.
    """

    seat: int
    name: str
    initial: str
    color: int
    total: int
    shown: bool
    spoken: str


def index_at(steps: Sequence[Step], moment: int) -> int:
    """Count the steps of a seat among the first `moment` entries of the game."""
    return sum(step.after <= moment for step in steps)


def moment_of(steps: Sequence[Step], index: int, entries: int) -> int:
    """The number of entries in the game after the first `index` steps of a seat.

    After its last step, it is that of the whole game, so that the review ends with the final
    position.
    """
    if index <= 0:
        return 0
    return entries if index >= len(steps) else steps[index - 1].after


def tick_looks(steps: Sequence[Step], game: Game, tr: Translator) -> tuple[TickLook, ...]:
    return tuple(TickLook(step_letter(step), step_title(step, game, tr)) for step in steps)


def seat_looks(
    reviewed: ReviewedGame, moment: int, shown: int, tr: Translator
) -> tuple[SeatLook, ...]:
    """Describe every seat at a moment; `shown` is the seat on the screen."""
    looks = list[SeatLook]()
    for seat, sheet in enumerate(reviewed.game.timeline.positions[moment].sheets, 1):
        name = reviewed.seat_name(seat, tr)
        points = tr.ngettext("{n} point", "{n} points", sheet.total)
        look = SeatLook(
            seat=seat,
            name=tr.short_name(name),
            initial=initial(name),
            color=reviewed.colors[seat - 1],
            total=sheet.total,
            shown=seat == shown,
            spoken=tr.gettext("{name}, {points}", name=name, points=points),
        )
        looks.append(look)
    return tuple(looks)


def past_sheet(
    reviewed: ReviewedGame, moment: int, seat: int, step: Step | None, tr: Translator
) -> SheetLook:
    """The sheet of a seat at a moment, with rings around the crosses of `step`."""
    names = () if reviewed.is_solo else reviewed.names
    look = sheet_look(reviewed.game.after_entries(moment), tr, seat, names)
    cells = () if step is None else step.cells
    rows = (
        ring_cells(row, {cell.position for cell in cells if cell.row == i}, tr)
        for i, row in enumerate(look.rows)
    )
    return replace(look, rows=tuple(rows))


def review_title(reviewed: ReviewedGame, seat: int, tr: Translator) -> str:
    """Name the seat and its final total."""
    total = signed_text(reviewed.game.position.sheet_of(seat).total)
    return tr.gettext("{name} • {total}", name=reviewed.seat_name(seat, tr), total=total)


def review_subtitle(reviewed: ReviewedGame, tr: Translator) -> str:
    """Name the day and the number of players; also the sheet, unless it is the default one.

    The text also says if the game was corrected or is from paper.
    """
    players = tr.ngettext("one sheet", "{n} players", reviewed.game.setup.seats)
    day = tr.sheet_and_day(reviewed.game.setup.names, reviewed.day)
    text = tr.gettext("{day}, {who}", day=day, who=players)
    if reviewed.is_from_paper:
        text = tr.gettext("{said}, from paper", said=text)
    return tr.gettext("{said}, corrected", said=text) if reviewed.corrected else text


BAR_DP = 56.0
SEAT_CHIPS_DP = 48.0
SCRUBBER_DP = 52.0
PLAY_BUTTON_DP = 56.0
_EDGE_DP = 6.0
_COLUMN_GAP_DP = 12.0
_CELL_DP = 42.0
"""Least height of a cell, which a wide screen may enlarge."""
_MAX_CELL_DP = 72.0
_NAME_SIZE_SP = 14
"""Size of the names above the rows."""
_MIN_WIDE_DP = 700
"""Width from which on a screen in landscape has two columns."""
_MAX_COLUMN_DP = 760.0
"""Largest width of a single column."""
_ROWS_SHARE = 0.55
"""Share of the rows in the width of two columns."""
_PLOT_DP = 132.0
"""Least height of the chart's grid, which a wide screen may enlarge."""
_MAX_PLOT_DP = 340.0
_CARD_DP = 150.0
"""Approximate height of the chart's card without its grid, and of the space between all cards."""
_MIN_ROOMY_DP = 700
"""From this height on, a screen with two columns has room below its rows."""


@dataclass(frozen=True, slots=True)
class ReviewGeometry:
    """The boxes and measures of a review, in dp.

    Attributes:
        wide: Whether there are two columns, with the rows in the left one.
        roomy: Whether there is room below the rows of a wide screen.
        edge: Margin to the left and to the right.
        between: Gap between the two columns.
        rows: From the upper left corner of the first row.
        links: The box between the two cells of each chain of the layout, from the same corner.
        column: Width of the column without the rows, or of the only one.
        plot: Height of the chart's grid.
    """

    wide: bool
    roomy: bool
    edge: float
    between: float
    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    column: float
    plot: float


def review_geometry(space: ScreenSpace, layout: Layout) -> ReviewGeometry:
    if space.width >= _MIN_WIDE_DP and space.width > space.height:
        return _wide_geometry(space, layout)
    width = min(space.width - 2 * _EDGE_DP, _MAX_COLUMN_DP)
    rows = display_rows(layout, width, _CELL_DP, _strip_height(space))
    return ReviewGeometry(
        wide=False,
        roomy=False,
        edge=(space.width - width) / 2,
        between=0,
        rows=rows,
        links=link_boxes(layout, rows),
        column=width,
        plot=_PLOT_DP,
    )


def _wide_geometry(space: ScreenSpace, layout: Layout) -> ReviewGeometry:
    whole = min(space.width, MAX_PAD_DP) - 2 * _EDGE_DP
    left = round((whole - _COLUMN_GAP_DP) * _ROWS_SHARE)
    larger = max(1.0, space.text_scale)
    strip = _strip_height(space)
    measures = Upright(layout, left, strip)
    free = space.height - BAR_DP * larger - 2 * ROW_GAP_DP - measures.total_height(0)
    cell = max(_CELL_DP, min(free / measures.total_lines(), _MAX_CELL_DP))
    around = (
        (BAR_DP + SEAT_CHIPS_DP + STEP_CARD_DP) * larger + SCRUBBER_DP + PLAY_BUTTON_DP + _CARD_DP
    )
    rows = display_rows(layout, left, cell, strip)
    return ReviewGeometry(
        wide=True,
        roomy=space.height >= _MIN_ROOMY_DP,
        edge=(space.width - whole) / 2,
        between=_COLUMN_GAP_DP,
        rows=rows,
        links=link_boxes(layout, rows),
        column=whole - _COLUMN_GAP_DP - left,
        plot=max(_PLOT_DP, min(space.height - around, _MAX_PLOT_DP)),
    )


def _strip_height(space: ScreenSpace) -> float:
    """The height of the strip above the cells, for a row's name."""
    return max(STRIP_HEIGHT_DP, space.lines_height(_NAME_SIZE_SP))
