"""A game to review, and its steps in words. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from qwixx_pad.core.corrections import EditPoint
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
from qwixx_pad.i18n import N_, capitalized
from qwixx_pad.library.summaries import NO_REMARK, Remark
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator

STEP_CARD_DP = 58.0
"""Height of the card of a step."""
STEP_LINE_DP = 17.0
"""Height of each additional line in it."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game to review.

    Attributes:
        game: With the entries in force.
        names: Of the seats; empty for a player without a name.
        colors: Of the seats, as indices into the players' colours.
        game_id: Its identifier, which seeds its pens.
        day: When it was played, in words.
        seat: The seat whose sheet is shown first.
        corrected: Whether it was changed after its end.
        remark: The remark on it.
        moment: The number of entries in force that is shown first; None for all of them.
    """

    game: Game
    names: tuple[str, ...]
    colors: tuple[int, ...]
    game_id: str
    day: str = ""
    seat: int = 1
    corrected: bool = False
    remark: Remark = NO_REMARK
    moment: int | None = None

    @property
    def is_solo(self) -> bool:
        return self.game.setup.seats == 1

    @property
    def is_from_paper(self) -> bool:
        """True if its sheets were copied from paper, so that nobody knows the order (rule 13)."""
        return self.game.setup.paper

    @property
    def entry_count(self) -> int:
        """The number of entries in force, which is also the last moment."""
        return len(self.game.timeline.applied)

    def seat_name(self, seat: int, tr: Translator) -> str:
        nameless = tr.gettext("You") if self.is_solo else tr.gettext("Guest {n}", n=seat)
        return self.names[seat - 1] or nameless

    def pen_seed(self, seat: int) -> str:
        """The seed of a seat's pen, the same as during the game."""
        return self.game_id if self.is_solo else f"{self.game_id}{seat}"


@dataclass(frozen=True, slots=True)
class StepLook:
    """The card that describes a step.

    Attributes:
        title, subtitle: What happened, and when.
        tile: Text of the tile; empty if it has an icon.
        icon: Name of that icon.
        letter: Row letter of the tile; empty for a neutral tile.
        gain: Points won or lost, with a sign; empty if the step cannot bring any.
        won: Whether the gain is positive.
        now: The total after it.
        chance: The change of the chance to win; empty until it is known, None if it is not shown.
    """

    title: str
    subtitle: str
    tile: str = ""
    icon: str = ""
    letter: str = ""
    gain: str = ""
    won: bool = False
    now: str = ""
    chance: str | None = None

    @property
    def spoken_text(self) -> str:
        """The texts for a screen reader; points are left out where they are hidden."""
        subtitle = self.subtitle.replace(" •", ",")
        return ", ".join(filter(None, (self.title, subtitle, self.gain, self.now, self.chance)))


def step_look(
    reviewed: ReviewedGame, story: Story, seat: int, index: int, tr: Translator
) -> StepLook:
    """Describe a seat's step by its index, counted from 1; 0 is before the first."""
    steps = story.steps_of_seat(seat)
    if index <= 0 or not steps:
        return _fresh_look(reviewed, story, steps, tr)
    step = steps[index - 1]
    tile = _step_tile(step, reviewed.game)
    gain = ""
    if isinstance(step.move, (*CROSS_MOVES, ChooseRow, CrossTrackField, Penalty, MovePawn)):
        gain = signed_text(step.gain) if step.gain < 0 else f"+{step.gain}"  # +0 if none was won
    return StepLook(
        title=step_title(step, reviewed.game, tr),
        subtitle=(
            tr.gettext("Step {n} of {all}", n=index, all=len(steps))
            if step.roller is None
            else roll_text(reviewed, story, step, tr)
        ),
        tile=tile.text,
        icon=tile.icon,
        letter=tile.letter,
        gain=gain,
        won=step.gain > 0,
        now=tr.gettext("now {n}", n=signed_text(step.total)),
    )


def _fresh_look(
    reviewed: ReviewedGame, story: Story, steps: Sequence[Step], tr: Translator
) -> StepLook:
    if reviewed.is_solo:
        title = tr.gettext("A fresh sheet")
        comes = tr.ngettext("{n} step to come", "{n} steps to come", len(steps))
    else:
        title = tr.gettext("Fresh sheets")
        comes = tr.gettext(
            "{rolls} • {first}",
            rolls=tr.ngettext("{n} roll to come", "{n} rolls to come", story.roll_count),
            first=tr.gettext("{name} rolls first", name=reviewed.seat_name(1, tr)),
        )
    return StepLook(title, comes, icon="EDIT_ROUNDED", now=tr.gettext("now {n}", n=0))


def roll_text(reviewed: ReviewedGame, story: Story, step: Step | EditPoint, tr: Translator) -> str:
    """Name a roll and its dice; for a seat that did not roll them, only the white ones."""
    roll = tr.gettext("Roll {n} of {all}", n=step.roll, all=story.roll_count)
    roller = step.seat if step.roller is None else step.roller
    name = reviewed.seat_name(roller, tr)
    if roller == step.seat:
        dice = tr.gettext("{name}’s own roll", name=name)
    else:
        dice = tr.gettext("{name}’s white dice", name=name)
    return tr.gettext("{roll} • {whose}", roll=roll, whose=dice)


_REWARD_MARKS = (Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Marks of pairs whose effect is not a cross."""


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
"""Icons of moves that have no number."""


_MOVE_TITLES: dict[type[Move], str] = {
    SitOut: N_("Sits out"),
    PlayAgain: N_("Plays again"),
    PawnArrived: N_("The pawn has arrived"),
    Finish: N_("Finished by hand"),
}


def move_text(move: Move, tr: Translator) -> str:
    """Describe a move, to follow the player's name."""
    if isinstance(move, MovePawn | PawnArrived):
        return tr.gettext("move on the board")
    return tr.move_text(move)


def _sheet_before(step: Step, game: Game) -> Sheet:
    return game.timeline.positions[step.after - 1].sheet_of(step.seat)


def step_entry_text(game: Game, step: Step, tr: Translator) -> str:
    """Describe the entry of a step inside a sentence, with its forced crosses and its lock."""
    entry = tr.with_forced(move_text(step.move, tr), _sheet_before(step, game), step.forced_cells)
    return tr.gettext("{what} with the lock", what=entry) if step.locked else entry


def step_letter(step: Step) -> str:
    """The letter of the row in which a step itself crosses; empty for none."""
    return step.move.row if isinstance(step.move, (*CROSS_MOVES, ChooseRow)) else ""


def step_title(step: Step, game: Game, tr: Translator) -> str:
    """Describe a step, with its forced crosses and the rows that these locked."""
    before = _sheet_before(step, game)
    title = tr.with_forced(_own_title(step, before, tr), before, step.forced_cells)
    others = [letter for letter in step.locked if letter != step_letter(step)]
    locked = [tr.row_text("{row} locked", letter) for letter in others]
    return ". ".join([title, *locked, *_pair_effects(step, game, before, tr)])


def _pair_effects(step: Step, game: Game, before: Sheet, tr: Translator) -> Iterator[str]:
    """Yield the effects, other than crosses, of pairs that this step completes."""
    sheet_after = game.timeline.positions[step.after].sheet_of(step.seat)
    for pair in before.layout.pairs:
        if (
            pair.mark in _REWARD_MARKS
            and sheet_after.pair_amount(pair.mark)
            and not before.pair_amount(pair.mark)
        ):
            yield capitalized(tr.pair_effect(pair))


def _own_title(step: Step, before: Sheet, tr: Translator) -> str:
    """Describe the entry without its effects."""
    move = step.move
    if isinstance(move, Cross):
        return _cross_title(step, move, before, tr)
    if isinstance(move, Close):
        return tr.row_text("{row} closed by someone", move.row)
    if isinstance(move, Penalty):
        return tr.gettext("Penalty {n}", n=before.penalties + 1)
    if type(move) in _MOVE_TITLES:
        return tr.gettext(_MOVE_TITLES[type(move)])
    return tr.done_text(Entry(move), before)


def _cross_title(step: Step, move: Cross, before: Sheet, tr: Translator) -> str:
    if move.row in step.locked:
        return tr.row_text("{row} locked", move.row)
    place = before.target_cell(move)
    if place is not None and before.is_crossed(place):
        return tr.row_text("{row} {n} crossed twice", move.row, n=move.number)
    if not 1 <= step.cross_number <= len(_NTH_CROSS):
        return tr.row_text("{row} {n} crossed", move.row, n=move.number)
    ordinal = tr.gettext(_NTH_CROSS[step.cross_number - 1])
    # Translators: such as "Red 9, fifth cross".
    return tr.row_text("{row} {n}, {nth}", move.row, n=move.number, nth=ordinal)


class _Tile(NamedTuple):
    """See `StepLook`."""

    text: str = ""
    icon: str = ""
    letter: str = ""


def _step_tile(step: Step, game: Game) -> _Tile:
    move = step.move
    letter = step_letter(step)
    before = _sheet_before(step, game)
    place = before.target_cell(move) if isinstance(move, CROSS_MOVES) else None
    number = None if place is None else before.layout.cell(place).number
    if number is not None:
        return _Tile(str(number), letter=letter)
    icon = _MOVE_ICONS.get(type(move), "TOUR_ROUNDED")
    match move:
        case Close(row):
            return _Tile(icon=icon, letter=row)
        case MovePawn(points):
            return _Tile(str(points))
        case Penalty():
            return _Tile(signed_text(step.gain))
    return _Tile(icon=icon, letter=letter)
