"""A game to look back on, and its steps in words. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Mark
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
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.story import Step, Story
from qwixx_pad.i18n import N_
from qwixx_pad.library.summaries import NO_REMARK, Remark
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator

STEP_CARD_DP = 58.0
STEP_LINE_DP = 17.0
"""Height of the card of a step, and of one line more in it; in dp."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game to look back on.

    Attributes:
        game: With the entries in force.
        names: Of the seats; an empty one is nobody's in particular.
        colors: Of the seats, among the players' colours.
        game_id: Its identifier: the seed of its pens.
        day: When it was played, in words.
        seat: Whose sheet is in front first.
        corrected: Whether it was changed after its end.
        remark: What was written about it.
    """

    game: Game
    names: tuple[str, ...]
    colors: tuple[int, ...]
    game_id: str
    day: str = ""
    seat: int = 1
    corrected: bool = False
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
        return self.game_id if self.is_solo else f"{self.game_id}{seat}"


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


def step_look(
    reviewed: ReviewedGame, story: Story, seat: int, index: int, tr: Translator
) -> StepLook:
    """Describe the step of a seat with this index; fresh sheets for 0."""
    steps = story.steps_of_seat(seat)
    if index <= 0 or not steps:
        return _fresh_look(reviewed, story, steps, tr)
    step = steps[index - 1]
    title = step_title(step, reviewed.game, tr)
    when = _when_text(reviewed, story, step, index, tr)
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
        title = tr.gettext("Fresh sheets")
        rolls = len(story.total_curves[0]) - 1
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
    """Return the ordinal of a cross in its row, in words."""
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
    move = step.move
    letter = step_letter(step)
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
