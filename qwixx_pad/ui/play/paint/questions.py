"""What is asked: which dice lock a row, who locks it too, where the pawn stands; the menu."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from qwixx_pad.core.effects import gain
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Arrive, Board
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.service.settings import initial
from qwixx_pad.tables.lock_questions import LockAsk, QuestionKind
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT,
    Card,
    Way,
    cancel,
    card_sheet,
    in_pairs,
    rules_and_settings,
)
from qwixx_pad.ui.design.controls import Above, disc, outlined, primary, prompt_sheet, tonal
from qwixx_pad.ui.design.primitives import Tap, tappable, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, OPTION, TITLE, Theme
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
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Voice, Words
from qwixx_pad.ui.table import lost_said
from qwixx_pad.ui.table.seat_menu import lost_card, table_card


@dataclass(frozen=True, slots=True)
class LockQuestion:
    """One open question about a lock, with all it needs to be asked."""

    ask: LockAsk
    table: Table
    state: TableState

    @classmethod
    def of(cls, pad: PadState) -> "LockQuestion | None":
        """The question that a screen has to ask, if there is one."""
        position = pad.game.position
        if pad.ask is None or pad.table is None or not isinstance(position, Table):
            return None
        return cls(pad.ask, position, pad.table)

    @property
    def sheet(self) -> Sheet:
        """Of the seat that is asked."""
        return self.table.sheets[self.ask.seat - 1]

    @property
    def row(self) -> int:
        """Which row, from 0."""
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
    """Whether something lies over the pad."""
    lost = state.table is not None and state.table.lost
    quiet = not lost and state.prompt is None and state.card is None and state.owing is None
    return not (quiet and LockQuestion.of(state) is None)


def question(state: PadState, frame: Frame) -> ft.Control | None:
    """What is asked over the pad, if anything is."""
    context, tap, theme, words = frame.context, frame.tap, frame.theme, frame.words
    low, locked = context.space.height < _LOW, LockQuestion.of(state)
    if state.table and state.table.lost:
        lines = [lost_said(each, state.game, words) for each in state.table.lost]
        card = lost_card(lines, theme, words)
        return card_sheet(card, context, tap, tall=low or len(lines) > _FEW)
    if state.owing is not None:
        card = choice_card(owed_look(state, state.owing, context.voice), theme, low=low)
        return card_sheet(card, context, tap, may_cancel=False, tall=low)
    if locked is not None:
        inside = lock_question(locked, theme, context.voice, tap)
        above = None if frame.all_sheets else _bright_row(locked, state, frame)
        return prompt_sheet(inside, theme, words, tap, over_it=above, may_cancel=False)
    if state.card is not None:
        return correction_sheet(state.card, context, tap, state.table)
    if state.prompt is None:
        return None
    card, tall = _prompted(state, state.prompt, context, tap)
    return card_sheet(card, context, tap, tall=tall)


def _prompted(
    state: PadState, prompt: Prompt, context: ScreenContext, tap: Tap
) -> tuple[Card, bool]:
    """What was asked for by a tap on this screen, and whether the screen is too low for it."""
    theme, words, voice = context.theme, context.words, context.voice
    low = context.space.height < _LOW
    choice, table = choice_look(state, prompt, voice), state.table
    if choice is not None:
        many = len(choice.choices) > _FEW
        tall = context.space.height < _MANY if many else low
        return choice_card(choice, theme, low=low), tall
    if prompt.question is Question.SUM:
        sheet = state.game.position.sheets[state.seat - 1]
        told = () if hides_points(state, voice) else explained(sheet, words)
        title = state.named(words.text("How it adds up"), state.seat, words)
        return sum_card(title, told, theme, words), low
    if prompt.question is Question.BOARD:
        return board_question(state, theme, words, tap), False
    if prompt.question is Question.WHITE_DICE and table is not None:
        roller = table.names[(state.game.position.active or 1) - 1]
        return white_dice_question(prompt.letter, roller, theme, words), False
    if table is not None:
        return table_card(state, prompt, words, low=low), low
    if prompt.question is Question.MENU:
        card = menu(words, over=state.game.position.over, low=low)
    else:
        card = close_question(state.game, prompt.letter, theme, voice)
    return card, low


def _bright_row(locked: LockQuestion, state: PadState, frame: Frame) -> Above | None:
    """The row that is asked about, above the veil, its last cell in a ring."""
    row, asking = frame.geometry.sheet.rows[locked.row], locked.ask.asking
    elsewhere = asking is QuestionKind.WHICH_DICE or locked.ask.seat != state.seat
    if frame.geometry.mode is not Mode.ROWS or elsewhere:
        return None
    look = frame.source.state.sheets[0].rows[locked.row]
    asked = len(look.cells) - 1 if asking is QuestionKind.LOCK_TOO else None
    at_corner = replace(row, box=row.box.seen_from(row.box))
    picture = rows_picture([look], [at_corner], (), frame.theme, frame.sheet.seed, asked)
    bright = ft.Semantics(label=look.spoken, container=True, content=picture)
    framed = ft.Row([bright], alignment=ft.MainAxisAlignment.CENTER)
    in_place = row.box.bottom <= frame.context.space.height - _CARD
    return Above(bright if in_place else framed, row.box.x, row.box.y, in_place)


def lock_question(
    question: LockQuestion, theme: Theme, voice: Voice, tap: Tap
) -> Sequence[ft.Control]:
    """Which dice lock a row, or whether somebody else locks it too; what stands on its card."""
    letter, words = question.ask.letter, voice.words
    if question.ask.asking is QuestionKind.WHICH_DICE:
        return _which_dice(letter, theme, words).painted(theme, tap)
    names = words.both([question.state.names[seat - 1] for seat in question.lockers])
    chance = question.ask.asking is QuestionKind.LOCK_TOO
    below = words.text("Last chance this roll") if chance else words.row(letter)
    title = lock_head(letter, is_locking(letter, names, len(question.lockers), words), below, theme)
    text = _text(question, words, hides_points=voice.hides_points)
    card = Card(title, [text], _answers(question, words))
    return [*card.painted(theme, tap), _faces(question, theme, words)]


def lock_head(letter: str, title: str, below: str, theme: Theme) -> ft.Control:
    """A lock on the row's colour, a title, and a line with the row's mark."""
    colors = theme.bands[letter]
    tile = ft.Container(
        content=ft.Icon(ft.Icons.LOCK_ROUNDED, size=26, color=colors.text),
        width=48,
        height=48,
        bgcolor=colors.band,
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    mark = ft.Row(
        [
            ft.Icon(getattr(ft.Icons, colors.mark), size=14, color=theme.mark(letter)),
            write(below, ASIDE, color=theme.ink2),
        ],
        spacing=6,
        tight=True,
    )
    head = ft.Semantics(live_region=True, content=write(title, TITLE, color=theme.ink, height=1.2))
    return ft.Row([tile, ft.Column([head, mark], spacing=2, expand=True)], spacing=12)


def _which_dice(letter: str, theme: Theme, words: Words) -> Card:
    title = words.of_row("You lock {colour}", letter)
    why = words.text("With the white dice everybody may lock it too. Which dice did you use?")
    # Translators: the die of a row's colour.
    die = words.of_row("{row} die", letter)
    white = Way(f"white-{letter}", words.text("White dice"), primary, DECISION_HEIGHT)
    colored = Way(f"colored-{letter}", die, height=DECISION_HEIGHT)
    return Card(lock_head(letter, title, words.row(letter), theme), [why], [white, colored])


def white_dice_question(letter: str, roller: str, theme: Theme, words: Words) -> Card:
    """Whether a lock of the roller's that seemed a coloured die's was made with the white dice."""
    title, by = words.text("Was it the white dice?"), words.text("Locked by {by}", by=roller)
    why = words.text("Only a lock with the white dice is for everybody in this roll.")
    yes, no = words.text("Yes, the white dice"), words.text("No, it stays closed")
    ways = [Way(f"yes-{letter}", yes, height=DECISION_HEIGHT), cancel(no, 52)]
    return Card(lock_head(letter, title, by, theme), [why], ways)


def _text(question: LockQuestion, words: Words, *, hides_points: bool) -> str:
    said, state = _sentence(question, words, hides_points=hides_points), question.state
    if state.me:
        return said
    return words.text("{name}: {said}", name=state.names[question.ask.seat - 1], said=said)


def _sentence(question: LockQuestion, words: Words, *, hides_points: bool) -> str:
    sheet, letter = question.sheet, question.ask.letter
    have, last = sheet.towards_lock(question.row), question.ask.last.number
    if question.ask.asking is QuestionKind.JUST_CLOSES:
        closes = words.of_row("{row} closes for you.", letter)
        already = words.count("You have {n} cross.", "You have {n} crosses.", have)
        return f"{closes} {already}"
    if hides_points:
        return words.of_row(
            "You have {n} {colour} crosses, so you may lock it too: {last} and the lock.",
            letter,
            n=have,
            last=last,
        )
    return words.of_row(
        "You have {n} {colour} crosses, so you may lock it too: {last} and the lock, "
        "worth +{gain} for you.",
        letter,
        n=have,
        last=last,
        gain=gain(sheet, question.ask.last, question.table.closed_for(question.ask.seat)),
    )


def _answers(question: LockQuestion, words: Words) -> Sequence[Way]:
    last, no = question.ask.last, f"no-{question.ask.letter}"
    if question.ask.asking is QuestionKind.JUST_CLOSES:
        return [Way(no, words.text("OK"), primary, DECISION_HEIGHT)]
    too = _cross_too(last.text, question.ask.letter, words)
    return [too, Way(no, words.text("No thanks"), outlined, 52)]


def _faces(question: LockQuestion, theme: Theme, words: Words) -> ft.Control:
    """Who locks, who does not, who still thinks."""
    others = [s for s in range(1, len(question.state.names) + 1) if s != question.ask.seat]
    return ft.Row(
        [_face(question, seat, theme, words) for seat in others],
        spacing=14,
        run_spacing=8,
        wrap=True,
    )


def _face(question: LockQuestion, seat: int, theme: Theme, words: Words) -> ft.Control:
    state = question.state
    thinks = any(ask.seat == seat and ask.letter == question.ask.letter for ask in state.questions)
    # Translators: "locks", "thinking …" and "no" stand beside a player's face.
    if seat in question.lockers:
        said = words.text("locks")
    else:
        said = words.text("thinking …") if thinks else words.text("no")
    color = theme.ink if seat in question.lockers else theme.ink2
    face = disc(initial(state.names[seat - 1]), theme.player(state.colors[seat - 1]), 26)
    text = ft.Semantics(
        label=words.text("{name}: {said}", name=state.names[seat - 1], said=said),
        content=ft.Semantics(content=write(said, OPTION, color=color), exclude_semantics=True),
    )
    return ft.Row([face, text], spacing=6, tight=True)


_A_ROW = 7


def board_question(state: PadState, theme: Theme, words: Words, tap: Tap) -> Card:
    """One button for each worth that a space can have; what is behind the pawn is pale."""
    game, seat, table, title = state.game, state.seat, state.table, words.text("Your pawn’s space")
    if table is not None and table.passed:
        title = words.text("Where {name}’s pawn stands", name=table.names[seat - 1])
    sheet = game.position.sheets[seat - 1]
    most = sheet.layout.board or 0
    cells = [_space(game, seat, points, theme, words, tap) for points in range(most + 1)]
    rows = [ft.Row([*cells[i : i + _A_ROW]], spacing=6) for i in range(0, len(cells), _A_ROW)]
    asked = words.text("What does it say? It counts as extra points.")
    lines = [write(asked, BODY, color=theme.ink2), ft.Column([*rows], spacing=6)]
    ways = [cancel(words.text("Back to the pad"), 48)]
    if sheet.arrived and not game.setup.paper:  # once it was said, it need not be said again
        said = words.text("The pawn has reached the last five spaces.")
        lines.append(write(said, OPTION, color=theme.ink2))
    elif not game.setup.paper:
        text = words.text("My pawn reached the last five spaces")
        more = {"icon": ft.Icons.FLAG_ROUNDED, "size": 14}
        ways.insert(0, Way(Arrive().text, text, outlined, 52, more=more))
    return Card(title, lines, ways)


def _space(  # noqa: PLR0913, PLR0917 - one button and what it knows
    game: Game, seat: int, points: int, theme: Theme, words: Words, tap: Tap
) -> ft.Control:
    now = game.position.sheets[seat - 1].extra == points
    entry = game.setup.entry(Board(points), seat)
    may = game.why_not(entry) is None
    token = Board(points).text
    node = tappable(
        token,
        words.count("{n} extra point", "{n} extra points", points),
        write(str(points), TITLE.at(18), color=theme.on_primary if now else theme.ink, height=1.0),
        lambda: tap(token),
        checked=now,
        height=48,
        bgcolor=theme.primary if now else theme.surface2,
        border_radius=12,
        opacity=1 if may or now else 0.38,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(node, expand=True)


def close_question(game: Game, letter: str, theme: Theme, voice: Voice) -> Card:
    """Whether somebody whose pad is elsewhere has closed a row of a single sheet."""
    words, found = voice.words, locking(game, 1, letter)
    title = words.of_row("Did someone close {colour}?", letter)
    close = words.of_row("Close {colour}", letter)
    return Card(
        lock_head(letter, title, words.row(letter), theme),
        [_close_text(found, letter, voice)],
        [
            *(_cross_too(each.move.text, letter, words) for each in found),
            Way(f"{letter}#", close, tonal if found else primary, DECISION_HEIGHT),
            cancel(words.text("Cancel"), 48),
        ],
    )


def _close_text(found: Sequence[Choice], letter: str, voice: Voice) -> str:
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
    return Way(
        token, text, height=DECISION_HEIGHT, letter=letter, more={"icon": ft.Icons.CLOSE_ROUNDED}
    )


def menu(words: Words, *, over: bool, low: bool) -> Card:
    """What can be done with a pad beside playing; on a low screen two ways share a line."""
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
