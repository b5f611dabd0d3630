"""Questions over a pad: which dice lock a row, who else locks it, where the pawn is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.core.effects import move_gain
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import MovePawn, PawnArrived
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.last_crosses import QuestionKind, RowQuestion
from qwixx_pad.settings import initial
from qwixx_pad.ui.context import current_theme
from qwixx_pad.ui.correction.paint import correction_sheet
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT_DP,
    Card,
    CardButton,
    RaisedControl,
    cancel_button,
    card_overlay,
    divide_into_lines,
)
from qwixx_pad.ui.design.controls import (
    disc,
    outlined_button,
    primary_button,
    row_color_button,
    tonal_button,
)
from qwixx_pad.ui.design.primitives import decorative, tappable, write
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.paint.menu import game_menu, lost_card, table_card
from qwixx_pad.ui.play.state import (
    Choice,
    ChoiceLook,
    PadState,
    Prompt,
    Question,
    TableState,
    choice_look,
    hides_points,
    lock_end_text,
    locking_crosses,
    locking_text,
    pending_look,
)
from qwixx_pad.ui.sheet.boxes import RowMode
from qwixx_pad.ui.sheet.canvas import rows_picture
from qwixx_pad.ui.sheet.look import TermLook, explain_sum
from qwixx_pad.ui.text.table_texts import lost_entry_text
from qwixx_pad.ui.text.translator import Translator, Voice
from qwixx_pad.ui.theme.tokens import BODY, LABEL, OPTION, TITLE, Theme


@dataclass(frozen=True, slots=True)
class LockQuestion:
    """An open question about a lock.

    Attributes:
        pending: The question, and the seat that has to answer it.
        table: The position.
        state: The table.
    """

    pending: RowQuestion
    table: Table
    state: TableState

    @classmethod
    def from_state(cls, pad: PadState) -> "LockQuestion | None":
        """The question that a screen has to ask; None if there is none."""
        if pad.lock_ask is None or pad.table is None or not isinstance(pad.game.position, Table):
            return None
        return cls(pad.lock_ask, pad.game.position, pad.table)

    @property
    def row_index(self) -> int:
        """The index of the row, from 0."""
        return self.table.layout.row_index_or_raise(self.pending.letter)

    @property
    def lockers(self) -> tuple[int, ...]:
        """The seats that lock the row."""
        return self.table.seats_with_lock(self.pending.letter)


_LOW_SCREEN_DP = 480
"""A menu does not fit on a lower screen."""
_FEW = 4
"""A card with more lines or choices than this may be higher than the screen."""
_MANY_CHOICES_DP = 620
"""A card with more than `_FEW` choices does not fit on a lower screen."""
_LOCK_CARD_DP = 340
"""About the height of the card that asks about a lock."""


def is_asked(state: PadState) -> bool:
    """True if a card covers the pad."""
    return (
        bool(state.table and state.table.lost)
        or (state.prompt is not None and state.chosen_pair is None)
        or state.card is not None
        or state.choosing_seat is not None
        or LockQuestion.from_state(state) is not None
    )


def question_over_pad(state: PadState, frame: Frame) -> ft.Control | None:
    """Build the card over the pad, if there is one."""
    low = frame.context.space.height < _LOW_SCREEN_DP
    overlay = partial(card_overlay, tap=frame.tap)
    lock = LockQuestion.from_state(state)
    if state.table and state.table.lost:
        lines = [lost_entry_text(each, state.game, frame.tr) for each in state.table.lost]
        return overlay(lost_card(lines, frame.theme, frame.tr), tall=low or len(lines) > _FEW)
    if state.choosing_seat is not None:
        look = pending_look(state, state.choosing_seat, frame.context.voice)
        return overlay(choice_card(look, low=low), may_cancel=False, tall=low)
    if lock is not None:
        row = None if frame.all_sheets else _bright_row(lock, state, frame)
        return overlay(_lock_card(lock, state, frame), raised=row, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, frame.context, frame.tap, state.table)
    if state.prompt is None or state.chosen_pair is not None:
        return None
    card, tall = _prompt_card(state, state.prompt, frame, low=low)
    return overlay(card, tall=tall)


def _prompt_card(state: PadState, prompt: Prompt, frame: Frame, *, low: bool) -> tuple[Card, bool]:
    """The card that a tap asked for, and whether it is too high for the screen."""
    tr = frame.tr
    voice = frame.context.voice
    table = state.table
    choice = choice_look(state, prompt, voice)
    if choice is not None:
        tall = low
        if len(choice.choices) > _FEW:
            tall = frame.context.space.height < _MANY_CHOICES_DP
        return choice_card(choice, low=low), tall
    if prompt.question is Question.SUM:
        terms = () if hides_points(state, voice) else explain_sum(state.sheet, tr)
        title = state.with_seat_name(tr.gettext("How it adds up"), state.seat, tr)
        return sum_card(title, terms, frame.theme, tr), low
    if prompt.question is Question.BOARD:
        return _track_card(state, frame), False
    if prompt.question is Question.WHITE_DICE and table is not None:
        roller = table.name_of(state.game.position.active or 1)
        return _white_dice_card(prompt.letter, roller, tr), False
    if prompt.question is Question.MENU:
        card = game_menu(state, tr, low=low)
    elif table is not None:
        card = table_card(state, table, prompt, tr, low=low)
    else:
        card = _close_card(state.game, prompt.letter, voice)
    return card, low


def _bright_row(lock: LockQuestion, state: PadState, frame: Frame) -> RaisedControl | None:
    """Build the row of the question above the veil, its last cell in a ring."""
    elsewhere = lock.pending.kind is QuestionKind.WHICH_DICE or lock.pending.seat != state.seat
    if frame.geometry.mode is not RowMode.ROWS or elsewhere:
        return None
    row = frame.geometry.first_sheet.rows[lock.row_index]
    look = frame.source.state.sheets[0].rows[lock.row_index]
    ringed = len(look.cells) - 1 if lock.pending.kind is QuestionKind.LOCK_TOO else None
    at_corner = replace(row, box=row.box.relative_to(row.box))
    bright = ft.Semantics(
        label=look.spoken,
        container=True,
        content=rows_picture([look], [at_corner], (), frame.first_sheet.seed, ringed),
    )
    framed = ft.Row([bright], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= frame.context.space.height - _LOCK_CARD_DP
    return RaisedControl(bright if in_place else framed, row.box.x, row.box.y, in_place)


# about a lock

_about_lock = partial(Card, icon="LOCK_ROUNDED")
"""A card with a lock on the colour of its row."""


def _lock_card(lock: LockQuestion, state: PadState, frame: Frame) -> Card:
    """Ask which dice lock a row, or who else locks it; show who locks and who still decides."""
    ask = lock.pending
    tr = frame.tr
    if ask.kind is QuestionKind.WHICH_DICE:
        return _which_dice_card(ask.letter, state.game, tr)
    names = tr.join_and([lock.state.name_of(seat) for seat in lock.lockers])
    chance = ask.kind is QuestionKind.LOCK_TOO
    sentence = _lock_sentence(lock, tr, hides_points=frame.context.voice.hides_points)
    seats = range(1, len(lock.state.names) + 1)
    others = [_locker_face(lock, seat, frame) for seat in seats if seat != ask.seat]
    return _about_lock(
        locking_text(ask.letter, names, len(lock.lockers), tr),
        [state.with_seat_name(sentence, ask.seat, tr)],
        [*_lock_answers(ask, tr), ft.Row(others, spacing=14, run_spacing=8, wrap=True)],
        letter=ask.letter,
        row_label=lock_end_text(ask.letter, state.game, tr, chance=chance),
    )


def _which_dice_card(letter: str, game: Game, tr: Translator) -> Card:
    why = tr.gettext("With the white dice everyone may lock it too. Which dice did you use?")
    # Translators: the die of a row's colour.
    die = tr.row_text("{row} die", letter)
    white = CardButton(
        f"white-{letter}", tr.gettext("White dice"), build=primary_button, height=DECISION_HEIGHT_DP
    )
    return _about_lock(
        tr.row_text("You lock {colour}", letter),
        [why],
        [white, CardButton(f"colored-{letter}", die, height=DECISION_HEIGHT_DP)],
        letter=letter,
        row_label=lock_end_text(letter, game, tr),
    )


def _white_dice_card(letter: str, roller: str, tr: Translator) -> Card:
    """Ask if a roller's lock that looked like a coloured die's was made with white dice."""
    confirm = CardButton(
        f"yes-{letter}",
        tr.gettext("Yes, the white dice"),
        build=primary_button,
        height=DECISION_HEIGHT_DP,
    )
    return _about_lock(
        tr.gettext("Was it the white dice?"),
        [tr.gettext("Only a lock with the white dice counts for everyone in this roll.")],
        [confirm, cancel_button(tr.gettext("No, it stays closed"), 52)],
        letter=letter,
        row_label=tr.gettext("Locked by {by}", by=roller),
    )


def _lock_sentence(lock: LockQuestion, tr: Translator, *, hides_points: bool) -> str:
    ask = lock.pending
    sheet = lock.table.sheet_of(lock.pending.seat)
    have = sheet.lock_progress(lock.row_index)
    last = ask.lock_cross.number
    if ask.kind is QuestionKind.JUST_CLOSES:
        closes = tr.row_text("{row} closes for you.", ask.letter)
        already = tr.ngettext("You have {n} cross.", "You have {n} crosses.", have)
        return f"{closes} {already}"
    if hides_points:
        return tr.row_text(
            "You have {n} {colour} crosses, so you may lock it too: {last} and the lock.",
            ask.letter,
            n=have,
            last=last,
        )
    return tr.row_text(
        "You have {n} {colour} crosses, so you may lock it too: {last} and the lock, "
        "worth +{gain} for you.",
        ask.letter,
        n=have,
        last=last,
        gain=move_gain(sheet, ask.lock_cross, lock.table.closed_for(ask.seat)),
    )


def _lock_answers(ask: RowQuestion, tr: Translator) -> Sequence[CardButton]:
    no = f"no-{ask.letter}"
    if ask.kind is QuestionKind.JUST_CLOSES:
        return [CardButton(no, tr.gettext("OK"), build=primary_button, height=DECISION_HEIGHT_DP)]
    return [
        _cross_too_button(ask.lock_cross.text, ask.letter, tr),
        CardButton(no, tr.gettext("No thanks"), build=outlined_button, height=52),
    ]


def _locker_face(lock: LockQuestion, seat: int, frame: Frame) -> ft.Control:
    """Build the disc of a player, and whether that player locks, does not, or still decides."""
    state = lock.state
    theme = frame.theme
    tr = frame.tr
    name = state.name_of(seat)
    color = theme.player_color(state.color_of(seat))
    thinks = any(ask.seat == seat and ask.letter == lock.pending.letter for ask in state.questions)
    # Translators: "locks", "thinking…" and "no" stand beside a player's face.
    label = tr.gettext("thinking…") if thinks else tr.gettext("no")
    ink = theme.ink2
    if seat in lock.lockers:
        label = tr.gettext("locks")
        ink = theme.ink
    text = ft.Semantics(
        label=tr.gettext("{name}: {said}", name=name, said=label),
        content=decorative(write(label, OPTION, color=ink)),
    )
    return ft.Row([disc(initial(name), color, 26), text], spacing=6, tight=True)


def _close_card(game: Game, letter: str, voice: Voice) -> Card:
    """Ask whether a player without this app has closed a row of a single sheet."""
    tr = voice.tr
    found = locking_crosses(game, 1, letter)
    close = tr.row_text("Close {colour}", letter)
    build = tonal_button if found else primary_button
    buttons = [
        *(_cross_too_button(each.move.text, letter, tr) for each in found),
        CardButton(f"{letter}#", close, build=build, height=DECISION_HEIGHT_DP),
        cancel_button(tr.gettext("Cancel"), 48),
    ]
    return _about_lock(
        tr.row_text("Did someone close {colour}?", letter),
        [_crosses_left_text(found, letter, voice)],
        buttons,
        letter=letter,
        row_label=lock_end_text(letter, game, tr),
    )


def _crosses_left_text(found: Sequence[Choice], letter: str, voice: Voice) -> str:
    """Say what may still be crossed in a row that another player closes."""
    tr = voice.tr
    if not found:
        return tr.row_text("Then nothing more can be crossed in {colour}.", letter)
    last = tr.join_or([each.move.text.removeprefix(letter) for each in found])
    if voice.hides_points:
        return tr.gettext(
            "If it was in this roll, you may lock it too: {last} and the lock.", last=last
        )
    return tr.gettext(
        "If it was in this roll, you may lock it too: {last} and the lock, worth +{gain} for you.",
        last=last,
        gain=found[0].gain,
    )


def _cross_too_button(token: str, letter: str, tr: Translator) -> CardButton:
    text = tr.gettext("Cross {last} too", last=token.removeprefix(letter))
    return CardButton(
        token,
        text,
        build=partial(row_color_button, letter),
        height=DECISION_HEIGHT_DP,
        options={"icon": ft.Icons.CLOSE_ROUNDED},
    )


# the pawn

_SPACES_PER_LINE = 7


def _track_card(state: PadState, frame: Frame) -> Card:
    """Build a button for each value of a space; lower ones than the pawn's are pale (rule 11)."""
    tr = frame.tr
    table = state.table
    title = tr.gettext("Your pawn’s space")
    if table is not None and table.is_passed_around:
        title = tr.gettext("Where {name}’s pawn is", name=table.name_of(state.seat))
    cells = [
        _track_space(state, points, frame) for points in range((state.sheet.layout.board or 0) + 1)
    ]
    rows = [
        ft.Row([*cells[i : i + _SPACES_PER_LINE]], spacing=6)
        for i in range(0, len(cells), _SPACES_PER_LINE)
    ]
    text = tr.gettext("What does it say? It counts as extra points.")
    lines = [write(text, BODY, color=frame.theme.ink2), ft.Column([*rows], spacing=6)]
    buttons = [cancel_button(tr.gettext("Back to the game"), 48)]
    if not state.game.setup.paper:
        if state.sheet.arrived:
            text = tr.gettext("The pawn has reached the last five spaces.")
            lines.append(write(text, OPTION, color=frame.theme.ink2))
        else:
            text = tr.gettext("My pawn reached the last five spaces")
            arrived = CardButton(
                PawnArrived().text,
                text,
                build=outlined_button,
                height=52,
                options={"icon": ft.Icons.FLAG_ROUNDED, "size": 14},
            )
            buttons.insert(0, arrived)
    return Card(title, lines, buttons)


def _track_space(state: PadState, points: int, frame: Frame) -> ft.Control:
    theme = frame.theme
    token = MovePawn(points).text
    now = state.sheet.board_points == points
    may = (
        state.game.entry_refusal(state.game.setup.seat_entry(MovePawn(points), state.seat)) is None
    )
    node = tappable(
        token,
        frame.tr.ngettext("{n} extra point", "{n} extra points", points),
        write(
            str(points),
            TITLE.resized(18),
            color=theme.on_primary if now else theme.ink,
            line_height=1.0,
        ),
        lambda: frame.tap(token),
        checked=now,
        height=48,
        bgcolor=theme.primary if now else theme.surface2,
        border_radius=12,
        opacity=1 if may or now else 0.38,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


_MAX_SINGLE_LINES = 4
"""So many choices have a line each; more are two in a line."""


def choice_card(look: ChoiceLook, *, low: bool) -> Card:
    """Build the card of a choice; on a low screen two buttons share a line."""
    choices = [
        CardButton(
            each.identifier,
            each.text,
            build=partial(row_color_button, each.letter) if each.letter else primary_button,
            height=52,
            options={"wraps": True},
        )
        for each in look.choices
    ]
    others = [
        CardButton(each.identifier, each.text, build=outlined_button, height=48)
        for each in look.others
    ]
    lines_of_choices = divide_into_lines(choices, in_pairs=low or len(choices) > _MAX_SINGLE_LINES)
    buttons = [*lines_of_choices, others] if low else [*lines_of_choices, *others]
    lines = [look.text] if look.text else []
    return Card(look.title, lines, buttons, button_gap=8, icon=look.icon, letter=look.letter)


def sum_card(title: str, terms: Sequence[TermLook], theme: Theme, tr: Translator) -> Card:
    """Build a line for each term of a sum, the total last; without terms the points are hidden."""
    sum_: ft.Control
    if terms:
        lines = [_term_line(term, last=term is terms[-1]) for term in terms]
        sum_ = ft.Column(lines, spacing=6, tight=True)
    else:
        sum_ = write(tr.gettext("Points are hidden until the end."), BODY, color=theme.ink)
    back = CardButton("cancel", tr.gettext("Back to the game"), build=primary_button, height=48)
    return Card(title, [sum_], [back], icon="FUNCTIONS_ROUNDED")


def _term_line(term: TermLook, *, last: bool) -> ft.Control:
    """Build the text of a term at the left and its points at the right, read as one."""
    theme = current_theme()
    mark: ft.Control = ft.Container(width=14)
    if term.letter:
        icon = getattr(ft.Icons, theme.bands[term.letter].icon)
        mark = ft.Icon(icon, size=14, color=theme.icon_color(term.letter))
    line = ft.Row(
        [mark, write(term.text, LABEL if last else BODY, expand=True), write(term.points, LABEL)],
        spacing=8,
    )
    return ft.Semantics(
        label=f"{term.text}: {term.points}", container=True, content=decorative(line)
    )
