"""A review of a game as plain values: its steps in words, and its layout on the screen. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Mark
from qwixx_pad.core.moves import (
    CROSS_MOVES,
    ChooseRow,
    Close,
    Cross,
    CrossField,
    CrossTrackField,
    Entry,
    Exchange,
    Finish,
    Move,
    MovePawn,
    PawnArrived,
    Penalty,
    PlayAgain,
    SitOut,
)
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import N_
from qwixx_pad.library.summaries import NO_REMARK, Remark
from qwixx_pad.settings import initial
from qwixx_pad.ui.geometry import MAX_PAD_DP, Box, ScreenSpace
from qwixx_pad.ui.sheet.boxes import RowBoxes
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.row_look import ring_cells
from qwixx_pad.ui.sheet.rows import ROW_GAP_DP, STRIP_HEIGHT_DP, Upright, display_rows, link_boxes
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game to look back on.

    Attributes:
        game: With the entries in force.
        names: Of the seats; an empty one is nobody's in particular.
        colors: Of the seats, among the players' colours.
        day: When it was played, in words.
        seed: The game's identifier: the seed of its pens.
        seat: Whose sheet is in front first.
        corrected: Whether it was changed after its end.
        remark: What was written about it.
    """

    game: Game
    names: tuple[str, ...]
    colors: tuple[int, ...]
    day: str
    seed: str
    seat: int
    corrected: bool
    remark: Remark = NO_REMARK

    @property
    def is_solo(self) -> bool:
        """True for a single sheet."""
        return self.game.setup.seats == 1

    @property
    def is_from_paper(self) -> bool:
        """True for sheets copied from paper, whose order nobody knows."""
        return self.game.setup.paper

    @property
    def entry_count(self) -> int:
        """The number of entries in force: the moment at the end."""
        return len(self.game.timeline.applied)

    def seat_name(self, seat: int, tr: Translator) -> str:
        """Return the name of a seat."""
        nameless = tr.gettext("You") if self.is_solo else tr.gettext("Guest {n}", n=seat)
        return self.names[seat - 1] or nameless

    def pen_seed(self, seat: int) -> str:
        """Return the seed of a seat's pen, as in play."""
        return self.seed if self.is_solo else f"{self.seed}{seat}"


@dataclass(frozen=True, slots=True)
class TickLook:
    """One step on the scrubber.

    Attributes:
        letter: Of the row that was crossed; empty for a penalty, the pawn or a closing.
        spoken: For a screen reader.
    """

    letter: str
    spoken: str


@dataclass(frozen=True, slots=True)
class StepLook:
    """The card that says what happened.

    Attributes:
        tile: Text of the tile; empty where it carries an icon.
        icon: Name of that icon.
        letter: Row letter of the tile; empty for a neutral one.
        title, subtitle: What happened, and when.
        gain: What it was worth, with its sign; empty where nothing was to be had.
        won: Whether that was more than nothing.
        now: The total from then on.
        chance: What it has changed in the chance to win; empty until that is known, and None where
            it is not shown.
    """

    tile: str
    icon: str
    letter: str
    title: str
    subtitle: str
    gain: str
    won: bool
    now: str
    chance: str | None = None

    @property
    def spoken_text(self) -> str:
        """The visible texts for a screen reader; no points where they are hidden."""
        when = self.subtitle.replace(" •", ",")
        parts = (self.title, when, self.gain, self.now, self.chance)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat at a moment.

    Attributes:
        seat: From 1.
        name: Short enough for a chip.
        initial: In its disc.
        color: Among the players' colours.
        total: Points at the moment.
        shown: Whether its sheet is the one on the screen.
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
    """Count the steps of a seat in the first `moment` entries of the game."""
    return sum(step.after <= moment for step in steps)


def moment_of(steps: Sequence[Step], index: int, entries: int) -> int:
    """Return the moment, in entries of the game, after so many steps of a seat.

    The last step leads to the end of the game: what the others did after it is seen there too.
    """
    if index <= 0:
        return 0
    return entries if index >= len(steps) else steps[index - 1].after


def tick_looks(steps: Sequence[Step], game: Game, tr: Translator) -> tuple[TickLook, ...]:
    """Describe the steps of a seat for its scrubber."""
    return tuple(TickLook(step_letter(step), step_title(step, game, tr)) for step in steps)


def step_look(
    reviewed: ReviewedGame, story: Story, seat: int, index: int, tr: Translator
) -> StepLook:
    """Describe the step of a seat with this index; fresh sheets for 0."""
    steps = story.steps_of_seat(seat)
    if index <= 0 or not steps:
        return _fresh_look(reviewed, story, steps, tr)
    step = steps[index - 1]
    title, when = step_title(step, reviewed.game, tr), _when_text(reviewed, story, step, index, tr)
    tile, icon, letter = step_tile(step, reviewed.game)
    worth = isinstance(step.move, (*CROSS_MOVES, ChooseRow, CrossTrackField, Penalty, MovePawn))
    gain = f"{'+' * (step.gain >= 0)}{signed_text(step.gain)}" if worth else ""
    now = tr.gettext("now {n}", n=signed_text(step.total))
    return StepLook(tile, icon, letter, title, when, gain, step.gain > 0, now)


def _fresh_look(
    reviewed: ReviewedGame, story: Story, steps: Sequence[Step], tr: Translator
) -> StepLook:
    if reviewed.is_solo:
        title = tr.gettext("A fresh sheet")
        comes = tr.ngettext("{n} step to come", "{n} steps to come", len(steps))
    else:
        title, rolls = tr.gettext("Fresh sheets"), len(story.total_curves[0]) - 1
        to_come = tr.ngettext("{n} roll to come", "{n} rolls to come", rolls)
        first = tr.gettext("{name} rolls first", name=reviewed.seat_name(1, tr))
        comes = tr.gettext("{rolls} • {first}", rolls=to_come, first=first)
    now = tr.gettext("now {n}", n=0)
    return StepLook("", "EDIT_ROUNDED", "", title, comes, "", won=False, now=now)


def _when_text(reviewed: ReviewedGame, story: Story, step: Step, index: int, tr: Translator) -> str:
    """Name the roll and its dice; on a single sheet the step."""
    if step.roller is None:
        return tr.gettext("Step {n} of {all}", n=index, all=len(story.steps_of_seat(step.seat)))
    roll = tr.gettext("Roll {n} of {all}", n=step.roll, all=len(story.total_curves[0]) - 1)
    dice = dice_owner_text(reviewed, step.roller, step.seat, tr)
    return tr.gettext("{roll} • {whose}", roll=roll, whose=dice)


def dice_owner_text(reviewed: ReviewedGame, roller: int, seat: int, tr: Translator) -> str:
    """Name the dice of a roll; for a seat that did not roll them, only the white ones."""
    name = reviewed.seat_name(roller, tr)
    if roller == seat:
        return tr.gettext("{name}’s own roll", name=name)
    return tr.gettext("{name}’s white dice", name=name)


def seat_looks(
    reviewed: ReviewedGame, moment: int, shown: int, tr: Translator
) -> tuple[SeatLook, ...]:
    """Describe every seat at a moment; `shown` is the seat on the screen."""
    sheets = reviewed.game.timeline.positions[moment].sheets
    return tuple(
        _seat_look(reviewed, seat, sheet.total, tr, shown=seat == shown)
        for seat, sheet in enumerate(sheets, 1)
    )


def _seat_look(
    reviewed: ReviewedGame, seat: int, total: int, tr: Translator, *, shown: bool
) -> SeatLook:
    name = reviewed.seat_name(seat, tr)
    points = tr.ngettext("{n} point", "{n} points", total)
    spoken = tr.gettext("{name}, {points}", name=name, points=points)
    color = reviewed.colors[seat - 1]
    return SeatLook(seat, tr.short_name(name), initial(name), color, total, shown, spoken)


def past_sheet(
    reviewed: ReviewedGame, moment: int, seat: int, step: Step | None, tr: Translator
) -> SheetLook:
    """Return the sheet of a seat at a moment, the crosses of this step in a ring."""
    names = () if reviewed.is_solo else reviewed.names
    look = sheet_look(reviewed.game.after_entries(moment), tr, seat, names)
    step_cells = () if step is None else step.cells
    rows = [
        {place.position for place in step_cells if place.row == i} for i in range(len(look.rows))
    ]
    shown = (ring_cells(*row, tr) for row in zip(look.rows, rows, strict=True))
    return replace(look, rows=tuple(shown))


def review_title(reviewed: ReviewedGame, seat: int, tr: Translator) -> str:
    """Name the seat and its final total."""
    total = signed_text(reviewed.game.position.sheet_of(seat).total)
    return tr.gettext("{name} • {total}", name=reviewed.seat_name(seat, tr), total=total)


def review_subtitle(reviewed: ReviewedGame, tr: Translator) -> str:
    """Name the day and the number of players; say if it was corrected or is from paper."""
    who = tr.ngettext("one sheet", "{n} players", reviewed.game.setup.seats)
    day = tr.sheet_and_day(reviewed.game.setup.names, reviewed.day)
    said = tr.gettext("{day}, {who}", day=day, who=who)
    if reviewed.is_from_paper:
        said = tr.gettext("{said}, from paper", said=said)
    return tr.gettext("{said}, corrected", said=said) if reviewed.corrected else said


_REWARD_MARKS = (Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Marks of pairs that bring something other than crosses."""
_NTH_CROSS = (
    N_("first cross"),
    N_("second cross"),
    N_("third cross"),
    N_("fourth cross"),
    N_("fifth cross"),
    N_("sixth cross"),
    N_("seventh cross"),
    N_("eighth cross"),
    N_("ninth cross"),
    N_("tenth cross"),
    N_("eleventh cross"),
    N_("twelfth cross"),
)


_MOVE_ICONS: dict[type[Move], str] = {
    Close: "LOCK_ROUNDED",
    Finish: "FLAG_ROUNDED",
    SitOut: "PAUSE_ROUNDED",
    PlayAgain: "PLAY_ARROW_ROUNDED",
    Exchange: "SWAP_HORIZ_ROUNDED",
    CrossTrackField: "CASINO_ROUNDED",
    CrossField: "LINK_ROUNDED",
    ChooseRow: "CHECK_ROUNDED",
}
"""Icons of moves without a number."""
_MOVE_TITLES: dict[type[Move], str] = {
    SitOut: N_("Sits out"),
    PlayAgain: N_("Plays again"),
    PawnArrived: N_("The pawn has arrived"),
    Finish: N_("Finished by hand"),
}


def nth_cross_text(number: int, tr: Translator) -> str:
    """Return the ordinal of a cross (from 1) in its row, in words."""
    return tr.gettext(_NTH_CROSS[number - 1]) if number <= len(_NTH_CROSS) else f"{number}."


def move_text(move: Move, tr: Translator) -> str:
    """Describe a move, to follow the player's name."""
    if isinstance(move, MovePawn | PawnArrived):
        return tr.gettext("move on the board")
    return tr.move_text(move)


def step_entry_text(game: Game, step: Step, tr: Translator) -> str:
    """Describe the entry of a step inside a sentence, with its forced crosses and its lock."""
    sheet = game.position.sheet_of(step.seat)
    said = tr.with_forced(move_text(step.move, tr), sheet, step.forced_cells)
    return tr.gettext("{what} with the lock", what=said) if step.locked else said


def step_letter(step: Step) -> str:
    """Return the letter of the row that a step itself crosses in, or an empty string."""
    return step.move.row if isinstance(step.move, (*CROSS_MOVES, ChooseRow)) else ""


def step_title(step: Step, game: Game, tr: Translator) -> str:
    """Describe a step, with the crosses it forced and the rows they locked."""
    before = game.timeline.positions[step.after - 1].sheet_of(step.seat)
    said = tr.with_forced(_own_title(step, before, tr), before, step.forced_cells)
    others = [letter for letter in step.locked if letter != step_letter(step)]
    locked = (tr.row_text("{row} locked", letter) for letter in others)
    return ". ".join((said, *locked, *_pair_effects(step, game, before, tr)))


def _pair_effects(step: Step, game: Game, before: Sheet, tr: Translator) -> Iterator[str]:
    """Yield the effects, other than crosses, of pairs that this step completes."""
    after = game.timeline.positions[step.after].sheet_of(step.seat)
    for pair in before.layout.pairs:
        if (
            pair.mark in _REWARD_MARKS
            and after.pair_amount(pair.mark)
            and not before.pair_amount(pair.mark)
        ):
            effect = tr.pair_effect(pair)
            yield effect[:1].upper() + effect[1:]


def _own_title(step: Step, before: Sheet, tr: Translator) -> str:
    """Describe the entry without its effects."""
    move = step.move
    if isinstance(move, Cross):
        return _cross_title(step, move, before, tr)
    if isinstance(move, Close):
        return tr.row_text("{row} closed by someone", move.row)
    if isinstance(move, Penalty):
        return tr.gettext("Penalty {n}", n=before.penalties + 1)
    known = _MOVE_TITLES.get(type(move))
    return tr.gettext(known) if known else tr.done_text(Entry(move), before)


def _cross_title(step: Step, move: Cross, before: Sheet, tr: Translator) -> str:
    if move.row in step.locked:
        return tr.row_text("{row} locked", move.row)
    place = before.target_cell(move)
    if place is not None and before.is_crossed(place):
        return tr.row_text("{row} {n} crossed twice", move.row, n=move.number)
    # Translators: such as "Red 9, fifth cross".
    said = N_("{row} {n}, {nth}")
    return tr.row_text(said, move.row, n=move.number, nth=nth_cross_text(step.cross_number, tr))


def step_tile(step: Step, game: Game) -> tuple[str, str, str]:
    """Return text, icon and row letter of the tile of a step."""
    move, letter = step.move, step_letter(step)
    before = game.timeline.positions[step.after - 1].sheet_of(step.seat)
    place = before.target_cell(move) if isinstance(move, CROSS_MOVES) else None
    number = None if place is None else before.layout.cell(place).number
    if number is not None:
        return str(number), "", letter
    match move:
        case Close(row):
            letter = row
        case MovePawn(points):
            return str(points), "", ""
        case Penalty():
            return signed_text(step.gain), "", ""
    return "", _MOVE_ICONS.get(type(move), "TOUR_ROUNDED"), letter


BAR_DP, SEAT_CHIPS_DP, STEP_CARD_DP, SCRUBBER_DP, PLAY_BUTTON_DP = 56.0, 48.0, 58.0, 52.0, 56.0
"""Heights of the bar, the chips of the seats, the card of a step, the scrubber, the play button."""
STEP_LINE_DP = 17.0
"""Height of one line more in the card of a step."""
_EDGE_DP, _COLUMN_GAP_DP = 6.0, 12.0
_CELL_DP, _MAX_CELL_DP = 42.0, 72.0
_NAME_SIZE_SP = 14
_MIN_WIDE_DP, _MAX_COLUMN_DP, _ROWS_SHARE = 700, 760.0, 0.55
_PLOT_DP, _MAX_PLOT_DP = 132.0, 340.0
_CARD_DP = 150.0
"""About the height of the chart's card without its grid, and of the space between all cards."""
_MIN_ROOMY_DP = 700
"""From this height on, a screen with two columns has room below its rows."""


@dataclass(frozen=True, slots=True)
class ReviewGeometry:
    """The boxes and measures of a review.

    Attributes:
        wide: Whether the rows are at the left and all else at the right.
        roomy: Whether there is room below the rows of a wide screen.
        edge: Left and right of everything.
        between: Between the two columns of a wide screen.
        rows: Seen from the corner of the first one.
        links: For each chain of the layout, the box between its two cells; seen likewise.
        column: Width of what is not the rows.
        plot: Height of the chart, its words left out.
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
    """Lay out a review."""
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
    larger, strip = max(1.0, space.text_scale), _strip_height(space)
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
    """Return the height of the strip above the cells, for a row's name."""
    return max(STRIP_HEIGHT_DP, space.lines_height(_NAME_SIZE_SP))
