"""The card on which an entry is put right: what it shows, and what a tap on it means. Pure.

It is shown over a running game as over a reviewed one. It walks along the points of a
sheet at which something can be put right, as the core knows them.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from qwixx_pad.analysis.value import is_known
from qwixx_pad.core.corrections import (
    Change,
    Made,
    Spot,
    corrected,
    obstacle,
    spots,
    white_dice,
    white_shown,
)
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import (
    Close,
    Cross,
    CrossField,
    EndRoll,
    Entry,
    Exchange,
    Move,
    Penalty,
    Refusal,
    White,
    parse,
)
from qwixx_pad.core.notation import Story
from qwixx_pad.games.played_game import is_correctable
from qwixx_pad.i18n import phrase
from qwixx_pad.ui.actions import Action, LockKey, MakeEntry, PutRight, Show, Target
from qwixx_pad.ui.review import Reviewed, StepLook, step_look, what, whose
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook, ringed
from qwixx_pad.ui.text import Kind
from qwixx_pad.ui.text.translator import Words

_STEPS = {Target.EARLIER: -1, Target.LATER: 1}


@dataclass(frozen=True, slots=True)
class CorrectionCard:
    """The open card: one of the points of a sheet at which something can be corrected.

    `notice` is why the last tap changed nothing; empty where it did, and before the first.
    """

    reviewed: Reviewed
    story: Story
    spots: tuple[Spot, ...]
    index: int
    said: str = ""

    @classmethod
    def of(cls, reviewed: Reviewed, seat: int, place: int | None = None) -> "CorrectionCard | None":
        """Open the card of a seat (from 1); None if nothing on its sheet can be corrected.

        It begins at `index`, that of an entry among those in force, from 0; else at the newest.
        """
        story = Story.of(reviewed.game)
        found = spots(story, seat)
        entered = [i for i, spot in enumerate(found) if spot.step is not None]
        at = entered or list(range(len(found)))
        if place is not None:
            at = [i for i in entered if found[i].place == place]
        return cls(reviewed, story, found, at[-1]) if at else None

    @property
    def spot(self) -> Spot:
        """The point that is shown."""
        return self.spots[self.index]

    @property
    def game(self) -> Game:
        """The game below the card."""
        return self.reviewed.game

    def on(self, game: Game) -> "CorrectionCard | None":
        """Move to the same point in a game that has gone on; None if it has changed."""
        if game is self.game:
            return self
        story = Story.of(game)
        found = spots(story, self.spot.seat)
        index = next((i for i, spot in enumerate(found) if spot == self.spot), None)
        if index is None:
            return None
        return CorrectionCard(replace(self.reviewed, game=game), story, found, index, self.said)

    @property
    def gap(self) -> int | None:
        """The nearest point where a cross may be missing; None if none, or it is shown."""
        gaps = [index for index, spot in enumerate(self.spots) if spot.step is None]
        if self.spot.step is None or not gaps:
            return None
        return min(gaps, key=lambda index: abs(index - self.index))

    @property
    def full(self) -> bool:
        """True if nothing can be corrected, as the log takes no correction any more."""
        return not is_correctable(self.game, self.spot.place)

    @property
    def may_be_misthrow(self) -> bool:
        """True if a penalty could have been meant here."""
        step, spot = self.spot.step, self.spot
        was = step is not None and isinstance(step.move, Penalty)
        return step is not None and not was and spot.roller in {None, spot.seat}

    def after(self, action: Action, words: Words) -> "CorrectionCard | Change":
        """Return what a tap makes of it: another point, a refusal in words, or a change."""
        if isinstance(action, Show):
            return self._shown(action.target)
        change = None if self.full else self._change(action)
        if change is None or change.wanted(self.game.standing) == self.game.standing:
            return self
        refused = corrected(self.game, change).refused
        if refused is None:
            return change
        return replace(self, said=why_not(self.reviewed, change, words))

    def _shown(self, target: Target) -> "CorrectionCard":
        if target is Target.FORGOTTEN:
            return self if self.gap is None else self._at(self.gap)
        index = self.index + _STEPS.get(target, 0)
        return self._at(index) if 0 <= index < len(self.spots) else self

    def _at(self, index: int) -> "CorrectionCard":
        return replace(self, index=index, said="")

    def _change(self, action: Action) -> Change | None:
        match action:
            case PutRight(None):
                return self.spot.taken_out(self.game)
            case PutRight(Cross() | CrossField() | Exchange() | Penalty() as move):
                return self.spot.instead(self.game, move)
            case PutRight(LockKey(letter)):
                return self.spot.instead(self.game, self._of_lock(letter))
            case MakeEntry(White() as white) if self.spot.roller is not None:
                return white_dice(self.game, self.spot.roll, white)
        return None

    def _of_lock(self, letter: str) -> Cross | Close:
        """Return the move of a lock: on a single sheet somebody else may have closed it."""
        if self.reviewed.alone:
            return Close(letter)
        layout = self.game.setup.layouts[self.spot.seat - 1]
        return Cross(letter, layout.rows[layout.index_of(letter)].lock_number)


def is_of_card(action: Action) -> bool:
    """Return whether this can be tapped on the card alone."""
    match action:
        case PutRight() | MakeEntry(White()):
            return True
        case Show(Target.EARLIER | Target.LATER | Target.FORGOTTEN):
            return True
    return False


# in words


def told(made: Made, names: tuple[str, ...], words: Words, *, rolls: bool = True) -> str:
    """Describe what a correction has changed, in one sentence.

    A single sheet has no `names`; sheets that are copied from paper have no rolls.
    """
    alone = not names
    said = _told(made.change, made.roll if names and rolls else None, words)
    if alone:
        return said[:1].upper() + said[1:]
    return words.text("{name}: {said}", name=names[made.seat - 1], said=said)


_TOLD = {
    (True, True): (
        phrase("{old} is {new} now"),
        # Translators: a correction; {old} is such as "red 5" or "the misthrow", {new} "a misthrow".
        phrase("{old} is {new} now, roll {roll}"),
    ),
    (True, False): (phrase("{old} is taken out"), phrase("{old} is taken out, roll {roll}")),
    (False, True): (
        phrase("{new} is added"),
        # Translators: a cross that had been forgotten, such as "red 6".
        phrase("{new} is added, roll {roll}"),
    ),
}
"""Texts on what a correction has changed, by whether there was an entry and is one now: without and
with its roll."""


def _told(change: Change, roll: int | None, words: Words) -> str:
    old = "" if change.old is None else _entry(change.old.move, words.text("the misthrow"), words)
    new = "" if change.new is None else _entry(change.new.move, words.text("a misthrow"), words)
    without, with_roll = _TOLD[bool(old), bool(new)]
    return words.text(without if roll is None else with_roll, old=old, new=new, roll=roll)


def _entry(move: Move, misthrow: str, words: Words) -> str:
    """Name a move inside a sentence; a penalty has its article there."""
    return misthrow if isinstance(move, Penalty) else words.what(move)


def why_not(reviewed: Reviewed, change: Change, words: Words) -> str:
    """Explain why a change is not possible: of itself, or for what is in the way."""
    game = reviewed.game
    refused = corrected(game, change).refused
    if refused is None:
        return ""
    later = obstacle(game, change)
    if later is None:
        wanted: Move = change.new.move if change.new else EndRoll()
        sheet = game.timeline.positions[change.place].sheets[(change.seat or 1) - 1]
        return words.refusal(refused.reason, wanted, sheet)
    move = what(later.entry.move, words)
    if later.reason is Refusal.OVER and not reviewed.alone:
        name = reviewed.name(later.seat, words)
        # Translators: {what} is an entry such as "red 9", "misthrow" or "the end of the roll".
        said = words.text("{name}: {what} would not be possible then.", name=name, what=move)
        ended = words.text("The game would have ended.")
        return f"{said} {ended}"
    return _in_the_way(reviewed, change, later.entry, later.roll, words)


def _in_the_way(reviewed: Reviewed, change: Change, entry: Entry, roll: int, words: Words) -> str:
    move = what(entry.move, words)
    if reviewed.alone or reviewed.game.setup.paper:
        said = words.text("{what} stands in the way: correct it first.", what=move)
    else:
        said = words.text(
            "{what} in roll {roll} stands in the way: correct it first.", what=move, roll=roll
        )
    said = said[:1].upper() + said[1:]
    if reviewed.alone or entry.seat == change.seat:
        return said
    return words.text("{name}: {said}", name=reviewed.name(entry.seat or 1, words), said=said)


# what to paint


@dataclass(frozen=True, slots=True)
class WhiteLook:
    """The buttons for the sum of a roll's white dice: which is marked, and if they are enabled."""

    points: int | None
    may: bool


@dataclass(frozen=True, slots=True)
class CorrectionLook:
    """The card as plain values; the sheet is as it was then.

    `hint` says what a tap on the sheet does, or why the last one did nothing (`warns`). `white` has
    None where there are no rolls.
    """

    title: str
    step: StepLook
    sheet: SheetLook
    hint: str
    warns: bool
    earlier: bool
    later: bool
    take_out: bool
    misthrow: bool
    forgotten: bool
    white: WhiteLook | None


def correction_look(
    card: CorrectionCard,
    words: Words,
    *,
    own: bool = False,
    hides: bool = False,
    rollers: Collection[int] | None = None,
) -> CorrectionLook:
    """Describe an open card.

    It is a device's own where its sheet is the only one of the device; points may be hidden. Of
    the white dice only those of these `rollers` (from 1) may be entered; None: of all.
    """
    reviewed, spot, step = card.reviewed, card.spot, _step(card, words)
    name = reviewed.name(spot.seat, words)
    others = words.text("Correct {name}’s pad", name=words.short(name))
    title = words.text("Correct your pad") if own or reviewed.alone else others
    return CorrectionLook(
        title=title,
        step=replace(step, gain="", now="") if hides else step,
        sheet=_sheet(card, words, hides=hides),
        hint=card.said or _hint(card, words),
        warns=card.full or bool(card.said),
        earlier=card.index > 0,
        later=card.index < len(card.spots) - 1,
        take_out=spot.taken_out(card.game) is not None and not card.full,
        misthrow=card.may_be_misthrow and not card.full,
        forgotten=card.gap is not None,
        white=_white(card, rollers),
    )


def _white(card: CorrectionCard, rollers: Collection[int] | None) -> WhiteLook | None:
    """Describe the white dice of the roll; None where no value is known."""
    spot = card.spot
    if spot.roller is None or not is_known(card.game.setup):
        return None
    may = (rollers is None or spot.roller in rollers) and not card.full
    return WhiteLook(white_shown(card.game, spot.roll), may)


def _hint(card: CorrectionCard, words: Words) -> str:
    if card.full:
        return words.text("This game has too many entries to correct this one.")
    if card.spot.step is None:
        return words.text("Tap the cross that was forgotten.")
    if card.spot.came_by_itself(card.game):
        return words.text("Tap the number that was really crossed.")
    return words.text("Tap what it should have been.")


def _step(card: CorrectionCard, words: Words) -> StepLook:
    step, spot = card.spot.step, card.spot
    if step is not None:
        steps = card.story.of_seat(spot.seat)
        return step_look(card.reviewed, card.story, spot.seat, steps.index(step) + 1, words)
    title = words.text("A forgotten cross")
    if spot.roller is None:
        below = words.text("It goes where it fits.")
    else:
        dice = whose(card.reviewed, spot.roller, spot.seat, words)
        rolls = len(card.story.curves[0]) - 1
        roll = words.text("Roll {n} of {all}", n=spot.roll, all=rolls)
        below = words.text("{roll} • {whose}", roll=roll, whose=dice)
    return StepLook("", "ADD_ROUNDED", "", title, below, "", won=False, now="")


def _sheet(card: CorrectionCard, words: Words, *, hides: bool) -> SheetLook:
    """Describe the sheet before the entry was made: its alternatives are open there."""
    reviewed, spot = card.reviewed, card.spot
    names = () if reviewed.alone else reviewed.names
    look = sheet_look(card.game.at(spot.place), words, spot.seat, names, hides=hides)
    move = spot.step.move if spot.step is not None else None
    token = move.text if isinstance(move, Cross | CrossField | Exchange) else ""
    return replace(look, rows=tuple(_marked(row, token, words) for row in look.rows))


def _marked(row: RowLook, token: str, words: Words) -> RowLook:
    """Describe the row with the entry itself on it, in a ring; the next moves are left out."""
    cells = tuple(_crossed(cell, words) if cell.token == token else cell for cell in row.cells)
    own = {at for at, cell in enumerate(row.cells) if cell.token == token}
    return ringed(replace(row, cells=cells, gain=None), own, words)


def _crossed(cell: CellLook, words: Words) -> CellLook:
    entry = parse(cell.token)
    said = words.what(entry.move) if entry else ""
    spoken = words.text("{cell}, crossed", cell=said[:1].upper() + said[1:])
    return replace(cell, kind=Kind.CROSSED, spoken=spoken)
