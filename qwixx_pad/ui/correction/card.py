"""The card on which an entry is corrected: what it shows, and what a tap on it does. Pure.

It is shown over a running game and over a reviewed one, and walks through the places of a sheet at
which something can be corrected (`edit_points`).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from qwixx_pad.analysis.turning_points import may_advise
from qwixx_pad.core.corrections import (
    AppliedCorrection,
    Change,
    EditPoint,
    correction_for,
    edit_points,
    find_obstacle,
    white_dice_change,
    white_dice_sum,
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
    WhiteDiceSum,
    parse_token,
)
from qwixx_pad.core.story import Story
from qwixx_pad.games.played_game import is_correctable
from qwixx_pad.i18n import N_, capitalized
from qwixx_pad.ui.actions import Action, ChangeView, CorrectEntry, LockTarget, MakeEntry, ViewTarget
from qwixx_pad.ui.correction.steps import (
    ReviewedGame,
    StepLook,
    move_text,
    roll_text,
    step_look,
)
from qwixx_pad.ui.sheet.look import SheetLook, sheet_look
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook, ring_cells
from qwixx_pad.ui.text import CellKind
from qwixx_pad.ui.text.translator import Translator

_STEPS = {ViewTarget.EARLIER: -1, ViewTarget.LATER: 1}


@dataclass(frozen=True, slots=True)
class CorrectionCard:
    """The open card, at one of the places of a sheet at which something can be corrected.

    Attributes:
        reviewed: The game below the card.
        story: Its steps.
        spots: The places, in the order of the game.
        index: Of the place that is shown, among `spots`, from 0.
        notice: Why the last requested change is impossible; empty without one, and after a move to
            another place.
    """

    reviewed: ReviewedGame
    story: Story
    spots: tuple[EditPoint, ...]
    index: int
    notice: str = ""

    @classmethod
    def open_at(
        cls, reviewed: ReviewedGame, seat: int, index: int | None = None
    ) -> "CorrectionCard | None":
        """Open the card of a seat; None if nothing there can be corrected.

        It begins at the entry with `index`, from 0 among those in force; without it at the newest
        entry, or at the last gap if there are no entries.
        """
        story = Story.from_game(reviewed.game)
        spots = edit_points(story, seat)
        entered = [i for i, spot in enumerate(spots) if spot.step is not None]
        candidates = entered or list(range(len(spots)))
        if index is not None:
            candidates = [i for i in entered if spots[i].index == index]
        return cls(reviewed, story, spots, candidates[-1]) if candidates else None

    @property
    def shown_spot(self) -> EditPoint:
        return self.spots[self.index]

    @property
    def base_game(self) -> Game:
        return self.reviewed.game

    def carried_to(self, game: Game) -> "CorrectionCard | None":
        """Move the card to the same place in a game that has gone on; None if it is gone."""
        if game is self.base_game:
            return self
        story = Story.from_game(game)
        spots = edit_points(story, self.shown_spot.seat)
        if self.shown_spot not in spots:
            return None
        index = spots.index(self.shown_spot)
        return CorrectionCard(replace(self.reviewed, game=game), story, spots, index, self.notice)

    @property
    def nearest_gap(self) -> int | None:
        """Index of the nearest place without an entry; None if there is none, or if it is shown."""
        gaps = [index for index, spot in enumerate(self.spots) if spot.step is None]
        if self.shown_spot.step is None or not gaps:
            return None
        return min(gaps, key=lambda index: abs(index - self.index))

    @property
    def is_log_full(self) -> bool:
        """True if the log is too long to take a correction at this place."""
        return not is_correctable(self.base_game, self.shown_spot.index)

    @property
    def may_be_penalty(self) -> bool:
        """True if the entry can become a penalty: another move of the roller or a single sheet."""
        spot = self.shown_spot
        if spot.step is None or isinstance(spot.step.move, Penalty):
            return False
        return spot.roller in {None, spot.seat}

    def react(self, action: Action, tr: Translator) -> "CorrectionCard | Change":
        """Apply a tap: the change to make, or else the card: moved, with a notice, or as before."""
        if isinstance(action, ChangeView):
            return self._show_target(action.target)
        change = None if self.is_log_full else self._requested_change(action)
        if change is None or change.apply_to(self.base_game.applied) == self.base_game.applied:
            return self
        notice = correction_refusal_text(self.reviewed, change, tr)
        return replace(self, notice=notice) if notice else change

    def _show_target(self, target: ViewTarget) -> "CorrectionCard":
        if target is ViewTarget.FORGOTTEN:
            return self if self.nearest_gap is None else self._show_spot(self.nearest_gap)
        index = self.index + _STEPS.get(target, 0)
        return self._show_spot(index) if 0 <= index < len(self.spots) else self

    def _show_spot(self, index: int) -> "CorrectionCard":
        return replace(self, index=index, notice="")

    def _requested_change(self, action: Action) -> Change | None:
        match action:
            case CorrectEntry(None):
                return self.shown_spot.removal_change(self.base_game)
            case CorrectEntry(Cross() | CrossField() | Exchange() | Penalty() as move):
                return self.shown_spot.replacement_change(self.base_game, move)
            case CorrectEntry(LockTarget(letter)):
                return self.shown_spot.replacement_change(self.base_game, self._lock_move(letter))
            case MakeEntry(WhiteDiceSum() as white) if self.shown_spot.roller is not None:
                return white_dice_change(self.base_game, self.shown_spot.roll, white)
        return None

    def _lock_move(self, letter: str) -> Cross | Close:
        """The move for a tap on a lock; on a single sheet, another player has closed the row."""
        if self.reviewed.is_solo:
            return Close(letter)
        layout = self.base_game.setup.layout_of(self.shown_spot.seat)
        return Cross(letter, layout.rows[layout.row_index_or_raise(letter)].lock_number)


def is_card_action(action: Action) -> bool:
    """True for an action that the card performs while it is open."""
    match action:
        case CorrectEntry() | MakeEntry(WhiteDiceSum()):
            return True
        case ChangeView(ViewTarget.EARLIER | ViewTarget.LATER | ViewTarget.FORGOTTEN):
            return True
    return False


# in words


def correction_text(
    applied: AppliedCorrection, names: tuple[str, ...], tr: Translator, *, rolls: bool = True
) -> str:
    """Describe a correction in one sentence.

    `names` is empty for a single sheet; sheets copied from paper have no `rolls`.
    """
    text = _change_text(applied.change, applied.roll if names and rolls else None, tr)
    if not names:
        return capitalized(text)
    return tr.gettext("{name}: {said}", name=names[applied.seat - 1], said=text)


_CHANGE_TEXTS = {
    (True, True): (
        N_("{old} is now {new}"),
        # Translators: a correction; {old} is such as "red 5" or "the penalty", {new} "a penalty".
        N_("{old} is now {new}, roll {roll}"),
    ),
    (True, False): (N_("{old} was removed"), N_("{old} was removed, roll {roll}")),
    (False, True): (
        N_("{new} was added"),
        # Translators: a cross that had been forgotten, such as "red 6".
        N_("{new} was added, roll {roll}"),
    ),
}
"""By whether there was an entry before, and is one now: the text without and with its roll."""


def _change_text(change: Change, roll: int | None, tr: Translator) -> str:
    old = "" if change.old is None else _move_text(change.old.move, tr.gettext("the penalty"), tr)
    new = "" if change.new is None else _move_text(change.new.move, tr.gettext("a penalty"), tr)
    without, with_roll = _CHANGE_TEXTS[bool(old), bool(new)]
    return tr.gettext(without if roll is None else with_roll, old=old, new=new, roll=roll)


def _move_text(move: Move, penalty: str, tr: Translator) -> str:
    """Name a move inside a sentence; `penalty` is the word for one, with its article."""
    return penalty if isinstance(move, Penalty) else tr.move_text(move)


def correction_refusal_text(reviewed: ReviewedGame, change: Change, tr: Translator) -> str:
    """Explain why a change is not possible, or which later entry would not be; empty if it is."""
    game = reviewed.game
    refused = correction_for(game, change).refused
    if refused is None:
        return ""
    later = find_obstacle(game, change)
    if later is None:
        wanted: Move = change.new.move if change.new else EndRoll()
        sheet = game.timeline.positions[change.index].sheet_of(change.seat or 1)
        return tr.refusal_text(refused.reason, wanted, sheet)
    if later.reason is Refusal.OVER and not reviewed.is_solo:
        # Translators: {what} is an entry such as "red 9", "penalty" or "the end of the turn".
        text = tr.gettext(
            "{name}: {what} wouldn’t be possible then.",
            name=reviewed.seat_name(later.seat, tr),
            what=move_text(later.entry.move, tr),
        )
        ended = tr.gettext("The game would have ended.")
        return f"{text} {ended}"
    return _obstacle_text(reviewed, change, later.entry, later.roll, tr)


def _obstacle_text(
    reviewed: ReviewedGame, change: Change, entry: Entry, roll: int, tr: Translator
) -> str:
    move = move_text(entry.move, tr)
    if reviewed.is_solo or reviewed.game.setup.paper:
        text = tr.gettext("{what} is in the way: correct it first.", what=move)
    else:
        text = tr.gettext(
            "{what} in roll {roll} is in the way: correct it first.", what=move, roll=roll
        )
    text = capitalized(text)
    if reviewed.is_solo or entry.seat == change.seat:
        return text
    return tr.gettext("{name}: {said}", name=reviewed.seat_name(entry.seat or 1, tr), said=text)


# what to paint


@dataclass(frozen=True, slots=True)
class WhiteDiceLook:
    """The buttons for the sum of a roll's white dice.

    Attributes:
        points: The sum that was entered; None for none.
        enabled: Whether it may be changed.
    """

    points: int | None
    enabled: bool


@dataclass(frozen=True, slots=True)
class CorrectionLook:
    """The card as plain values.

    Attributes:
        title: Whose sheet it is.
        step: The entry in words.
        sheet: As it was before the entry.
        hint: What a tap on the sheet does, or why it changes nothing.
        warns: Whether `hint` says why.
        has_earlier, has_later: Whether there are places before and after this one.
        may_take_out: Whether the entry can be removed.
        may_be_penalty: Whether it can be made a penalty.
        forgotten: Whether another place can take a missing cross; False if this one can.
        white: The white dice of the roll; None without rolls or without chances for this sheet.
    """

    title: str
    step: StepLook
    sheet: SheetLook
    hint: str
    warns: bool
    has_earlier: bool
    has_later: bool
    may_take_out: bool
    may_be_penalty: bool
    forgotten: bool
    white: WhiteDiceLook | None


def correction_look(
    card: CorrectionCard,
    tr: Translator,
    *,
    own: bool = False,
    hides: bool = False,
    rollers: Collection[int] | None = None,
) -> CorrectionLook:
    """Describe an open card.

    Args:
        card: The card.
        tr: The translator.
        own: Whether its sheet is the only one of this device.
        hides: Whether points are hidden.
        rollers: The seats whose white dice may be entered here; None for all.
    """
    spot = card.shown_spot
    step = _step_look(card, tr)
    if own or card.reviewed.is_solo:
        title = tr.gettext("Correct your sheet")
    else:
        name = tr.short_name(card.reviewed.seat_name(spot.seat, tr))
        title = tr.gettext("Correct {name}’s sheet", name=name)
    return CorrectionLook(
        title=title,
        step=replace(step, gain="", now="") if hides else step,
        sheet=_sheet_look(card, tr, hides=hides),
        hint=card.notice or _hint_text(card, tr),
        warns=card.is_log_full or bool(card.notice),
        has_earlier=card.index > 0,
        has_later=card.index < len(card.spots) - 1,
        may_take_out=spot.removal_change(card.base_game) is not None and not card.is_log_full,
        may_be_penalty=card.may_be_penalty and not card.is_log_full,
        forgotten=card.nearest_gap is not None,
        white=_white_dice_look(card, rollers),
    )


def _white_dice_look(card: CorrectionCard, rollers: Collection[int] | None) -> WhiteDiceLook | None:
    """The white dice of the roll; None without rolls, or where nothing depends on them."""
    spot = card.shown_spot
    if spot.roller is None or not may_advise(card.base_game.setup):
        return None
    may = (rollers is None or spot.roller in rollers) and not card.is_log_full
    return WhiteDiceLook(white_dice_sum(card.base_game, spot.roll), may)


def _hint_text(card: CorrectionCard, tr: Translator) -> str:
    if card.is_log_full:
        return tr.gettext("This game has too many entries to correct this one.")
    if card.shown_spot.step is None:
        return tr.gettext("Tap the missing cross.")
    if card.shown_spot.is_automatic(card.base_game):
        return tr.gettext("Tap the number that was actually crossed.")
    return tr.gettext("Tap what it should have been.")


def _step_look(card: CorrectionCard, tr: Translator) -> StepLook:
    spot = card.shown_spot
    if spot.step is not None:
        index = card.story.steps_of_seat(spot.seat).index(spot.step) + 1
        return step_look(card.reviewed, card.story, spot.seat, index, tr)
    subtitle = tr.gettext("It goes where it fits.")
    if spot.roller is not None:
        subtitle = roll_text(card.reviewed, card.story, spot, tr)
    return StepLook(icon="ADD_ROUNDED", title=tr.gettext("A missing cross"), subtitle=subtitle)


def _sheet_look(card: CorrectionCard, tr: Translator, *, hides: bool) -> SheetLook:
    """The sheet before the entry, so that its alternatives are open, with the entry in a ring."""
    spot = card.shown_spot
    look = sheet_look(
        card.base_game.after_entries(spot.index),
        tr,
        spot.seat,
        () if card.reviewed.is_solo else card.reviewed.names,
        hides_points=hides,
    )
    move = None if spot.step is None else spot.step.move
    token = move.text if isinstance(move, Cross | CrossField | Exchange) else ""
    return replace(look, rows=tuple(_ringed_row(row, token, tr) for row in look.rows))


def _ringed_row(row: RowLook, token: str, tr: Translator) -> RowLook:
    """Ring the entry on its row, and leave out what the next cross would add."""
    cells = tuple(_crossed_cell(cell, tr) if cell.token == token else cell for cell in row.cells)
    own = {at for at, cell in enumerate(row.cells) if cell.token == token}
    return ring_cells(replace(row, cells=cells, gain=None), own, tr)


def _crossed_cell(cell: CellLook, tr: Translator) -> CellLook:
    entry = parse_token(cell.token)
    text = tr.move_text(entry.move) if entry else ""
    spoken = tr.gettext("{cell}, crossed", cell=capitalized(text))
    return replace(cell, kind=CellKind.CROSSED, spoken=spoken)
