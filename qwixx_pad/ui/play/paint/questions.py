"""Questions: which dice lock a row, who locks it too, where the pawn is; and the menu."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from qwixx_pad.core.effects import gain
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Arrive, Board
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.lock_questions import LockAsk, QuestionKind
from qwixx_pad.settings import initial
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT,
    Above,
    Card,
    Way,
    cancel,
    card_sheet,
    in_pairs,
    rules_and_settings,
)
from qwixx_pad.ui.design.controls import disc, outlined, primary, tonal
from qwixx_pad.ui.design.primitives import tappable, write
from qwixx_pad.ui.design.tokens import BODY, OPTION, TITLE
from qwixx_pad.ui.lobby import lost_said
from qwixx_pad.ui.lobby.seat_menu import lost_card, table_card
from qwixx_pad.ui.play.paint.cards import choice_card, correction_sheet, sum_card
from qwixx_pad.ui.play.paint.frame import Frame
from qwixx_pad.ui.play.state import (
    Choice,
    PadState,
    Prompt,
    Question,
    TableState,
    choice_look,
    hides_points,
    is_locking,
    locking,
    owed_look,
)
from qwixx_pad.ui.sheet.boxes import Mode
from qwixx_pad.ui.sheet.canvas import rows_picture
from qwixx_pad.ui.sheet.look import explained
from qwixx_pad.ui.text.translator import Voice, Words


@dataclass(frozen=True, slots=True)
class LockQuestion:
    """An open question about a lock, with all it needs to be asked."""

    ask: LockAsk
    table: Table
    state: TableState

    @classmethod
    def of(cls, pad: PadState) -> "LockQuestion | None":
        """Return the question that a screen has to ask, if there is one."""
        position = pad.game.position
        if pad.ask is None or pad.table is None or not isinstance(position, Table):
            return None
        return cls(pad.ask, position, pad.table)

    @property
    def row(self) -> int:
        """The index of the row, from 0."""
        return self.table.layout.index_of(self.ask.letter)

    @property
    def lockers(self) -> tuple[int, ...]:
        """The seats (from 1) that lock the row."""
        return self.table.lockers(self.ask.letter)


_LOW = 480
"""A menu is higher than a screen that is lower, in dp."""
_FEW, _MANY = 4, 620
"""A card with more choices than this is higher than a screen that is lower than this, in dp."""
_CARD = 340
"""About the height of the card that asks about a lock, in dp."""


def is_asked(state: PadState) -> bool:
    """Return whether something covers the pad."""
    lost = state.table is not None and state.table.lost
    quiet = not lost and state.prompt is None and state.card is None and state.owing is None
    return not (quiet and LockQuestion.of(state) is None)


def question(state: PadState, frame: Frame) -> ft.Control | None:
    """Build what is asked over the pad, if anything is."""
    context, words, low = frame.context, frame.words, frame.context.space.height < _LOW
    ask, lock = partial(card_sheet, context=context, tap=frame.tap), LockQuestion.of(state)
    if state.table and state.table.lost:
        lines = [lost_said(each, state.game, words) for each in state.table.lost]
        return ask(lost_card(lines, frame.theme, words), tall=low or len(lines) > _FEW)
    if state.owing is not None:
        card = choice_card(owed_look(state, state.owing, context.voice), low=low)
        return ask(card, may_cancel=False, tall=low)
    if lock is not None:
        above = None if frame.all_sheets else _bright_row(lock, state, frame)
        return ask(_lock_card(lock, state, frame), over_it=above, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, context, frame.tap, state.table)
    if state.prompt is None:
        return None
    card, tall = _prompted(state, state.prompt, frame, low=low)
    return ask(card, tall=tall)


def _prompted(state: PadState, prompt: Prompt, frame: Frame, *, low: bool) -> tuple[Card, bool]:
    """Build what a tap asked for, and return whether the screen is too low for it."""
    words, voice, table = frame.words, frame.context.voice, state.table
    choice = choice_look(state, prompt, voice)
    if choice is not None:
        many = len(choice.choices) > _FEW
        return choice_card(choice, low=low), frame.context.space.height < _MANY if many else low
    if prompt.question is Question.SUM:
        sheet = state.game.position.sheets[state.seat - 1]
        told = () if hides_points(state, voice) else explained(sheet, words)
        title = state.named(words.text("How it adds up"), state.seat, words)
        return sum_card(title, told, frame.theme, words), low
    if prompt.question is Question.BOARD:
        return _board_card(state, frame), False
    if prompt.question is Question.WHITE_DICE and table is not None:
        roller = table.names[(state.game.position.active or 1) - 1]
        return _white_dice_card(prompt.letter, roller, words), False
    if table is not None:
        return table_card(state, prompt, words, low=low), low
    if prompt.question is Question.MENU:
        card = _menu(words, over=state.game.position.over, low=low)
    else:
        card = _close_card(state.game, prompt.letter, voice)
    return card, low


def _bright_row(lock: LockQuestion, state: PadState, frame: Frame) -> Above | None:
    """Build the row that is asked about, above the veil, its last cell in a ring."""
    row, asking = frame.geometry.sheet.rows[lock.row], lock.ask.asking
    elsewhere = asking is QuestionKind.WHICH_DICE or lock.ask.seat != state.seat
    if frame.geometry.mode is not Mode.ROWS or elsewhere:
        return None
    look = frame.source.state.sheets[0].rows[lock.row]
    asked = len(look.cells) - 1 if asking is QuestionKind.LOCK_TOO else None
    at_corner = replace(row, box=row.box.seen_from(row.box))
    picture = rows_picture([look], [at_corner], (), frame.theme, frame.sheet.seed, asked)
    bright = ft.Semantics(label=look.spoken, container=True, content=picture)
    framed = ft.Row([bright], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= frame.context.space.height - _CARD
    return Above(bright if in_place else framed, row.box.x, row.box.y, in_place)


# about a lock

_about_lock = partial(Card, icon="LOCK_ROUNDED")
"""A card with a lock on the colour of its row."""


def _lock_card(lock: LockQuestion, state: PadState, frame: Frame) -> Card:
    """Ask which dice lock a row, or who else locks it; show who locks, who still thinks."""
    ask, words, seats = lock.ask, frame.words, range(1, len(lock.state.names) + 1)
    if ask.asking is QuestionKind.WHICH_DICE:
        return _which_dice(ask.letter, words)
    names = words.both([lock.state.names[seat - 1] for seat in lock.lockers])
    chance = ask.asking is QuestionKind.LOCK_TOO
    sentence = _sentence(lock, words, hides_points=frame.context.voice.hides_points)
    others = [_face(lock, seat, frame) for seat in seats if seat != ask.seat]
    return _about_lock(
        is_locking(ask.letter, names, len(lock.lockers), words),
        [state.named(sentence, ask.seat, words)],
        [*_answers(ask, words), ft.Row([*others], spacing=14, run_spacing=8, wrap=True)],
        letter=ask.letter,
        below=words.text("Last chance this roll") if chance else words.row(ask.letter),
    )


def _which_dice(letter: str, words: Words) -> Card:
    why = words.text("With the white dice everybody may lock it too. Which dice did you use?")
    # Translators: the die of a row's colour.
    die = words.of_row("{row} die", letter)
    white = Way(f"white-{letter}", words.text("White dice"), primary, DECISION_HEIGHT)
    colored = Way(f"colored-{letter}", die, height=DECISION_HEIGHT)
    title, below = words.of_row("You lock {colour}", letter), words.row(letter)
    return _about_lock(title, [why], [white, colored], letter=letter, below=below)


def _white_dice_card(letter: str, roller: str, words: Words) -> Card:
    """Ask if a roller's lock that seemed a coloured die's was made with white dice."""
    title, by = words.text("Was it the white dice?"), words.text("Locked by {by}", by=roller)
    why = words.text("Only a lock with the white dice is for everybody in this roll.")
    yes, no = words.text("Yes, the white dice"), words.text("No, it stays closed")
    ways = [Way(f"yes-{letter}", yes, height=DECISION_HEIGHT), cancel(no, 52)]
    return _about_lock(title, [why], ways, letter=letter, below=by)


def _sentence(lock: LockQuestion, words: Words, *, hides_points: bool) -> str:
    ask, sheet = lock.ask, lock.table.sheets[lock.ask.seat - 1]
    have, last = sheet.towards_lock(lock.row), ask.last.number
    if ask.asking is QuestionKind.JUST_CLOSES:
        closes = words.of_row("{row} closes for you.", ask.letter)
        already = words.count("You have {n} cross.", "You have {n} crosses.", have)
        return f"{closes} {already}"
    if hides_points:
        return words.of_row(
            "You have {n} {colour} crosses, so you may lock it too: {last} and the lock.",
            ask.letter,
            n=have,
            last=last,
        )
    return words.of_row(
        "You have {n} {colour} crosses, so you may lock it too: {last} and the lock, "
        "worth +{gain} for you.",
        ask.letter,
        n=have,
        last=last,
        gain=gain(sheet, ask.last, lock.table.closed_for(ask.seat)),
    )


def _answers(ask: LockAsk, words: Words) -> Sequence[Way]:
    no = f"no-{ask.letter}"
    if ask.asking is QuestionKind.JUST_CLOSES:
        return [Way(no, words.text("OK"), primary, DECISION_HEIGHT)]
    too = _cross_too(ask.last.text, ask.letter, words)
    return [too, Way(no, words.text("No thanks"), outlined, 52)]


def _face(lock: LockQuestion, seat: int, frame: Frame) -> ft.Control:
    """Build whether somebody locks, does not, or still thinks."""
    state, theme, words = lock.state, frame.theme, frame.words
    name, color = state.names[seat - 1], theme.player(state.colors[seat - 1])
    thinks = any(ask.seat == seat and ask.letter == lock.ask.letter for ask in state.questions)
    # Translators: "locks", "thinking …" and "no" stand beside a player's face.
    said = words.text("thinking …") if thinks else words.text("no")
    if seat in lock.lockers:
        said = words.text("locks")
    shown = write(said, OPTION, color=theme.ink if seat in lock.lockers else theme.ink2)
    text = ft.Semantics(
        label=words.text("{name}: {said}", name=name, said=said),
        content=ft.Semantics(content=shown, exclude_semantics=True),
    )
    return ft.Row([disc(initial(name), color, 26), text], spacing=6, tight=True)


def _close_card(game: Game, letter: str, voice: Voice) -> Card:
    """Ask whether somebody whose pad is elsewhere has closed a row of a single sheet."""
    words, found = voice.words, locking(game, 1, letter)
    close, make = words.of_row("Close {colour}", letter), tonal if found else primary
    ways = [
        *(_cross_too(each.move.text, letter, words) for each in found),
        Way(f"{letter}#", close, make, DECISION_HEIGHT),
        cancel(words.text("Cancel"), 48),
    ]
    title, text = words.of_row("Did someone close {colour}?", letter), _gives(found, letter, voice)
    return _about_lock(title, [text], ways, letter=letter, below=words.row(letter))


def _gives(found: Sequence[Choice], letter: str, voice: Voice) -> str:
    """Write what somebody may still cross in a row that another one closes."""
    words = voice.words
    if not found:
        return words.of_row("Nothing more can be crossed in {colour} then.", letter)
    last = words.either([each.move.text.removeprefix(letter) for each in found])
    if voice.hides_points:
        return words.text(
            "If it was in this roll, you may lock it too: {last} and the lock.", last=last
        )
    return words.text(
        "If it was in this roll, you may lock it too: {last} and the lock, worth +{gain} for you.",
        last=last,
        gain=found[0].gain,
    )


def _cross_too(token: str, letter: str, words: Words) -> Way:
    text = words.text("Cross {last} too", last=token.removeprefix(letter))
    more = {"icon": ft.Icons.CLOSE_ROUNDED}
    return Way(token, text, height=DECISION_HEIGHT, letter=letter, more=more)


# the pawn, the menu

_A_ROW = 7


def _board_card(state: PadState, frame: Frame) -> Card:
    """Build a button for each worth of a space; what is behind the pawn is pale."""
    words, theme, table = frame.words, frame.theme, state.table
    sheet, copied = state.game.position.sheets[state.seat - 1], state.game.setup.paper
    title = words.text("Your pawn’s space")
    if table is not None and table.passed:
        title = words.text("Where {name}’s pawn stands", name=table.names[state.seat - 1])
    cells = [_space(state, points, frame) for points in range((sheet.layout.board or 0) + 1)]
    rows = [ft.Row([*cells[i : i + _A_ROW]], spacing=6) for i in range(0, len(cells), _A_ROW)]
    asked = words.text("What does it say? It counts as extra points.")
    lines = [write(asked, BODY, color=theme.ink2), ft.Column([*rows], spacing=6)]
    ways = [cancel(words.text("Back to the pad"), 48)]
    if sheet.arrived and not copied:  # once it was read, it need not be read again
        said = words.text("The pawn has reached the last five spaces.")
        lines.append(write(said, OPTION, color=theme.ink2))
    elif not copied:
        text = words.text("My pawn reached the last five spaces")
        more = {"icon": ft.Icons.FLAG_ROUNDED, "size": 14}
        ways.insert(0, Way(Arrive().text, text, outlined, 52, more=more))
    return Card(title, lines, ways)


def _space(state: PadState, points: int, frame: Frame) -> ft.Control:
    game, theme, token = state.game, frame.theme, Board(points).text
    now = game.position.sheets[state.seat - 1].extra == points
    may = game.why_not(game.setup.entry(Board(points), state.seat)) is None
    node = tappable(
        token,
        frame.words.count("{n} extra point", "{n} extra points", points),
        write(str(points), TITLE.at(18), color=theme.on_primary if now else theme.ink, height=1.0),
        lambda: frame.tap(token),
        checked=now,
        height=48,
        bgcolor=theme.primary if now else theme.surface2,
        border_radius=12,
        opacity=1 if may or now else 0.38,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


def _menu(words: Words, *, over: bool, low: bool) -> Card:
    """Build what can be done with a pad besides playing; on a low screen two share a line."""
    wraps = {"wraps": low}
    home = Way("home", words.text("Leave it and go home"), height=52, more=wraps)
    correct = Way("correct", words.text("Correct"), height=52, more=wraps)
    finish = Way("finish", words.text("Finish this game"), outlined, 52)
    back = cancel(words.text("Back to the pad"), 52)
    ways = [
        *in_pairs([home, correct], low=low),
        rules_and_settings(words, height=52),
        *in_pairs([back] if over else [finish, back], low=low),
    ]
    return Card(words.text("This pad"), ways=ways)
