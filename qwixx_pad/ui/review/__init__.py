"""A review of a game as plain values: its steps in words, and its layout on the screen. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Mark
from qwixx_pad.core.moves import (
    CROSSINGS,
    Advance,
    Arrive,
    Board,
    Choose,
    Close,
    Cross,
    CrossField,
    Entry,
    Exchange,
    Finish,
    Move,
    Penalty,
    PlayAgain,
    SitOut,
)
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import phrase
from qwixx_pad.library.summaries import NO_REMARK, Remark
from qwixx_pad.settings import initial
from qwixx_pad.ui.play.geometry import WIDEST_PAD
from qwixx_pad.ui.sheet.boxes import Box, RowBoxes, Space
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.row_look import ringed
from qwixx_pad.ui.sheet.rows import GAP, STRIP, Upright, link_boxes, shown_rows
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game to look back on.

    Attributes:
        game: With the entries in force.
        names: Of the seats; an empty one is nobody's in particular.
        colors: Of the seats, among the players' colours.
        day: When it was played, in words.
        seed: The game's identifier: the seed of its pens.
        seat: Whose sheet is in front first, from 1.
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
    def alone(self) -> bool:
        """True for a single sheet."""
        return self.game.setup.seats == 1

    @property
    def copied(self) -> bool:
        """True for sheets copied from paper, whose order nobody knows."""
        return self.game.setup.paper

    @property
    def entries(self) -> int:
        """The number of entries in force: the moment at the end."""
        return len(self.game.timeline.standing)

    def name(self, seat: int, words: Words) -> str:
        """Return the name of a seat (from 1)."""
        if self.names[seat - 1]:
            return self.names[seat - 1]
        return words.text("You") if self.alone else words.text("Guest {n}", n=seat)

    def pen(self, seat: int) -> str:
        """Return the seed of a seat's pen, as in play."""
        return self.seed if self.alone else f"{self.seed}{seat}"


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
    def spoken(self) -> str:
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


def ticks(steps: Sequence[Step], game: Game, words: Words) -> tuple[TickLook, ...]:
    """Describe the steps of a seat for its scrubber."""
    return tuple(TickLook(letter_of(step), title_of(step, game, words)) for step in steps)


def step_look(reviewed: Reviewed, story: Story, seat: int, index: int, words: Words) -> StepLook:
    """Describe the step of a seat (from 1) with this index; fresh sheets for 0."""
    steps = story.of_seat(seat)
    if index <= 0 or not steps:
        return _undoable(reviewed, story, steps, words)
    step = steps[index - 1]
    title, when = title_of(step, reviewed.game, words), _when(reviewed, story, step, index, words)
    tile, icon, letter = tile_of(step, reviewed.game)
    worth = isinstance(step.move, (*CROSSINGS, Choose, Advance, Penalty, Board))
    gain = f"{'+' * (step.gain >= 0)}{signed(step.gain)}" if worth else ""
    now = words.text("now {n}", n=signed(step.total))
    return StepLook(tile, icon, letter, title, when, gain, step.gain > 0, now)


def _undoable(reviewed: Reviewed, story: Story, steps: Sequence[Step], words: Words) -> StepLook:
    if reviewed.alone:
        title = words.text("A fresh pad")
        comes = words.count("{n} step to come", "{n} steps to come", len(steps))
    else:
        title, rolls = words.text("Fresh pads"), len(story.curves[0]) - 1
        to_come = words.count("{n} roll to come", "{n} rolls to come", rolls)
        first = words.text("{name} rolls first", name=reviewed.name(1, words))
        comes = words.text("{rolls} • {first}", rolls=to_come, first=first)
    now = words.text("now {n}", n=0)
    return StepLook("", "EDIT_ROUNDED", "", title, comes, "", won=False, now=now)


def _when(reviewed: Reviewed, story: Story, step: Step, index: int, words: Words) -> str:
    """Name the roll and its dice; on a single sheet the step."""
    if step.roller is None:
        return words.text("Step {n} of {all}", n=index, all=len(story.of_seat(step.seat)))
    roll = words.text("Roll {n} of {all}", n=step.roll, all=len(story.curves[0]) - 1)
    dice = whose(reviewed, step.roller, step.seat, words)
    return words.text("{roll} • {whose}", roll=roll, whose=dice)


def whose(reviewed: Reviewed, roller: int, seat: int, words: Words) -> str:
    """Name the dice of a roll; for a seat that did not roll them, only the white ones."""
    name = reviewed.name(roller, words)
    if roller == seat:
        return words.text("{name}’s own roll", name=name)
    return words.text("{name}’s white dice", name=name)


def seat_looks(reviewed: Reviewed, moment: int, shown: int, words: Words) -> tuple[SeatLook, ...]:
    """Describe every seat at a moment; `shown` is the seat (from 1) on the screen."""
    sheets = reviewed.game.timeline.positions[moment].sheets
    return tuple(
        _seat(reviewed, seat, sheet.total, words, shown=seat == shown)
        for seat, sheet in enumerate(sheets, 1)
    )


def _seat(reviewed: Reviewed, seat: int, total: int, words: Words, *, shown: bool) -> SeatLook:
    name = reviewed.name(seat, words)
    points = words.count("{n} point", "{n} points", total)
    spoken = words.text("{name}, {points}", name=name, points=points)
    color = reviewed.colors[seat - 1]
    return SeatLook(seat, words.short(name), initial(name), color, total, shown, spoken)


def past_sheet(
    reviewed: Reviewed, moment: int, seat: int, step: Step | None, words: Words
) -> SheetLook:
    """Return the sheet of a seat (from 1) at a moment, the crosses of this step in a ring."""
    names = () if reviewed.alone else reviewed.names
    look = sheet_look(reviewed.game.at(moment), words, seat, names)
    made = () if step is None else step.cells
    rows = [{place.position for place in made if place.row == i} for i in range(len(look.rows))]
    shown = (ringed(*row, words) for row in zip(look.rows, rows, strict=True))
    return replace(look, rows=tuple(shown))


def title(reviewed: Reviewed, seat: int, words: Words) -> str:
    """Name the seat and its final total."""
    total = signed(reviewed.game.position.sheets[seat - 1].total)
    return words.text("{name} • {total}", name=reviewed.name(seat, words), total=total)


def subtitle(reviewed: Reviewed, words: Words) -> str:
    """Name the day and the number of players; say if it was corrected or is from paper."""
    who = words.count("one pad", "{n} players", reviewed.game.setup.seats)
    day = words.sheet_and_day(reviewed.game.setup.names, reviewed.day)
    said = words.text("{day}, {who}", day=day, who=who)
    if reviewed.copied:
        said = words.text("{said}, from paper", said=said)
    return words.text("{said}, corrected", said=said) if reviewed.corrected else said


_WORTH = (Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Marks of pairs that bring something other than crosses."""
_NTH = (
    phrase("first cross"),
    phrase("second cross"),
    phrase("third cross"),
    phrase("fourth cross"),
    phrase("fifth cross"),
    phrase("sixth cross"),
    phrase("seventh cross"),
    phrase("eighth cross"),
    phrase("ninth cross"),
    phrase("tenth cross"),
    phrase("eleventh cross"),
    phrase("twelfth cross"),
)


_ICONS: dict[type[Move], str] = {
    Close: "LOCK_ROUNDED",
    Finish: "FLAG_ROUNDED",
    SitOut: "PAUSE_ROUNDED",
    PlayAgain: "PLAY_ARROW_ROUNDED",
    Exchange: "SWAP_HORIZ_ROUNDED",
    Advance: "CASINO_ROUNDED",
    CrossField: "LINK_ROUNDED",
    Choose: "CHECK_ROUNDED",
}
"""Icons of moves without a number."""
_BESIDE: dict[type[Move], str] = {
    SitOut: phrase("Sits out"),
    PlayAgain: phrase("Plays again"),
    Arrive: phrase("The pawn has arrived"),
    Finish: phrase("Finished by hand"),
}


def nth(number: int, words: Words) -> str:
    """Return the ordinal of a cross (from 1) in its row, in words."""
    return words.text(_NTH[number - 1]) if number <= len(_NTH) else f"{number}."


def what(move: Move, words: Words) -> str:
    """Describe a move, to follow the player's name."""
    if isinstance(move, Board | Arrive):
        return words.text("move on the board")
    return words.what(move)


def entry_inside(game: Game, step: Step, words: Words) -> str:
    """Describe the entry of a step inside a sentence, with its forced crosses and its lock."""
    sheet = game.position.sheets[step.seat - 1]
    said = words.with_forced(what(step.move, words), sheet, step.forced)
    return words.text("{what} with the lock", what=said) if step.locked else said


def letter_of(step: Step) -> str:
    """Return the letter of the row that a step itself crosses in, or an empty string."""
    return step.move.row if isinstance(step.move, (*CROSSINGS, Choose)) else ""


def title_of(step: Step, game: Game, words: Words) -> str:
    """Describe a step, with the crosses it forced and the rows they locked."""
    before = game.timeline.positions[step.after - 1].sheets[step.seat - 1]
    said = words.with_forced(_own(step, before, words), before, step.forced)
    others = [letter for letter in step.locked if letter != letter_of(step)]
    locked = (words.of_row("{row} locked", letter) for letter in others)
    return ". ".join((said, *locked, *_won(step, game, before, words)))


def _won(step: Step, game: Game, before: Sheet, words: Words) -> Iterator[str]:
    """Yield the effects, other than crosses, of pairs that this step completes."""
    after = game.timeline.positions[step.after].sheets[step.seat - 1]
    for pair in before.layout.pairs:
        if pair.mark in _WORTH and after.amount(pair.mark) and not before.amount(pair.mark):
            effect = words.pair_effect(pair)
            yield effect[:1].upper() + effect[1:]


def _own(step: Step, before: Sheet, words: Words) -> str:
    """Describe the entry without its effects."""
    move = step.move
    if isinstance(move, Cross):
        return _cross(step, move, before, words)
    if isinstance(move, Close):
        return words.of_row("{row} closed by somebody", move.row)
    if isinstance(move, Penalty):
        return words.text("Misthrow {n}", n=before.penalties + 1)
    known = _BESIDE.get(type(move))
    return words.text(known) if known else words.done(Entry(move), before)


def _cross(step: Step, move: Cross, before: Sheet, words: Words) -> str:
    if move.row in step.locked:
        return words.of_row("{row} locked", move.row)
    place = before.place_of(move)
    if place is not None and before.is_crossed(place):
        return words.of_row("{row} {n} crossed twice", move.row, n=move.number)
    # Translators: such as "Red 9, fifth cross".
    said = phrase("{row} {n}, {nth}")
    return words.of_row(said, move.row, n=move.number, nth=nth(step.nth, words))


def tile_of(step: Step, game: Game) -> tuple[str, str, str]:
    """Return text, icon and row letter of the tile of a step."""
    move, letter = step.move, letter_of(step)
    before = game.timeline.positions[step.after - 1].sheets[step.seat - 1]
    place = before.place_of(move) if isinstance(move, CROSSINGS) else None
    number = None if place is None else before.layout.cell(place).number
    if number is not None:
        return str(number), "", letter
    match move:
        case Close(row):
            letter = row
        case Board(points):
            return str(points), "", ""
        case Penalty():
            return signed(step.gain), "", ""
    return "", _ICONS.get(type(move), "TOUR_ROUNDED"), letter


BAR, SEATS, STEP, SCRUBBER, PLAY = 56.0, 48.0, 58.0, 52.0, 56.0
"""Heights of the bar, the chips of the seats, the card of a step, the scrubber, the play button."""
STEP_LINE = 17.0
"""Height of one line more in the card of a step."""
_EDGE, _BETWEEN = 6.0, 12.0
_CELL, _HIGHEST_CELL = 42.0, 72.0
_NAME_SIZE = 14
_WIDE_FROM, _WIDEST_COLUMN, _SHARE = 700, 760.0, 0.55
_PLOT, _HIGHEST_PLOT = 132.0, 340.0
_CARD = 150.0
"""About the height of the chart's card without its grid, and of the space between all cards."""
_ROOMY = 700
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


def review_geometry(space: Space, layout: Layout) -> ReviewGeometry:
    """Lay out a review."""
    if space.width >= _WIDE_FROM and space.width > space.height:
        return _wide(space, layout)
    width = min(space.width - 2 * _EDGE, _WIDEST_COLUMN)
    rows = shown_rows(layout, width, _CELL, _strip(space))
    return ReviewGeometry(
        wide=False,
        roomy=False,
        edge=(space.width - width) / 2,
        between=0,
        rows=rows,
        links=link_boxes(layout, rows),
        column=width,
        plot=_PLOT,
    )


def _wide(space: Space, layout: Layout) -> ReviewGeometry:
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    left = round((whole - _BETWEEN) * _SHARE)
    larger, strip = max(1.0, space.text), _strip(space)
    measures = Upright(layout, left, strip)
    free = space.height - BAR * larger - 2 * GAP - measures.height(0)
    cell = max(_CELL, min(free / measures.cell_lines(), _HIGHEST_CELL))
    around = (BAR + SEATS + STEP) * larger + SCRUBBER + PLAY + _CARD
    rows = shown_rows(layout, left, cell, strip)
    return ReviewGeometry(
        wide=True,
        roomy=space.height >= _ROOMY,
        edge=(space.width - whole) / 2,
        between=_BETWEEN,
        rows=rows,
        links=link_boxes(layout, rows),
        column=whole - _BETWEEN - left,
        plot=max(_PLOT, min(space.height - around, _HIGHEST_PLOT)),
    )


def _strip(space: Space) -> float:
    """Return the height of the strip above the cells, for a row's name."""
    return max(STRIP, space.lines(_NAME_SIZE))
