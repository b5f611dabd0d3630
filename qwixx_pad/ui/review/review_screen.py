"""The review of a game: every step of every sheet, and the score over time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flet as ft

from qwixx_pad.analysis.value import is_known
from qwixx_pad.core.notation import Story
from qwixx_pad.core.scoring import terms
from qwixx_pad.ui.design.cards import Card, Way, cancel, card_sheet, under_card
from qwixx_pad.ui.design.controls import noted, outlined, way_button
from qwixx_pad.ui.design.form import Screen, choice
from qwixx_pad.ui.design.primitives import Tap, write
from qwixx_pad.ui.design.tokens import BODY, HINT, LARGE_TEXT, TITLE, Theme
from qwixx_pad.ui.flet_support.flet_patches import Begin, Stop, component, memo, use_subscription
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.play.paint import correction_sheet, message_bar, step_card
from qwixx_pad.ui.review import (
    BAR,
    Reviewed,
    ReviewGeometry,
    TickLook,
    past_sheet,
    review_geometry,
    seat_looks,
    step_look,
    subtitle,
    ticks,
    title,
)
from qwixx_pad.ui.review.chart import (
    ChartLook,
    CurveLook,
    chart,
    chart_height,
    chart_look,
    cursor,
    win_chart,
    win_cursor,
)
from qwixx_pad.ui.review.moments import (
    Curve,
    TurningPoint,
    advised,
    lesson_lines,
    turned,
    turning_points,
    usual_rows,
    with_chance,
)
from qwixx_pad.ui.review.review_control import EnterCorrection, ReviewControl, ReviewState
from qwixx_pad.ui.review.review_parts import (
    card,
    moment_lines,
    scrubber,
    seat_chips,
    transport,
)
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.sheet.canvas import read_rows
from qwixx_pad.ui.shell import ScreenContext, use_chances
from qwixx_pad.ui.text import whole
from qwixx_pad.ui.text.translator import Words

_step_card = memo(step_card)


Points = tuple[TurningPoint, ...]


class _Told:
    """The facts computed once per game and seat (from 1), not once a step."""

    def __init__(
        self,
        reviewed: Reviewed,
        story: Story,
        seat: int,
        context: ScreenContext,
        curve: Curve | None,
    ) -> None:
        words, usual = context.words, usual_rows(context.own_games, reviewed, seat)
        self.curve = curve
        self.ticks: tuple[TickLook, ...] = ticks(story.of_seat(seat), reviewed.game, words)
        self.chart: ChartLook = chart_look(reviewed, story, seat, words)
        self.chances: ChartLook | None = None
        self.lessons: Points = lesson_lines(reviewed, story, seat, usual, words)
        known, turns = curve is not None, Points()
        if curve:
            self.chances = win_chart(self.chart, reviewed, story, curve, words)
            turns = turned(reviewed, story, curve, words)
        taught = bool(self.lessons)
        points = turning_points(reviewed, story, words, taught=taught, reckoned=known)
        self.points: Points = (*turns, *points)
        self._advised: dict[int, tuple[str, ...]] = {}
        self._story, self._seat = story, seat

    def advised(self, index: int, words: Words) -> tuple[str, ...]:
        """Describe better uses of the white dice after so many steps, computed when shown."""
        if index not in self._advised:
            self._advised[index] = advised(self._story, self._seat, index, words)
        return self._advised[index]


@component
def review_screen(
    reviewed: Reviewed,
    context: ScreenContext,
    keyboard: Keyboard,
    go: Tap,
    enter_correction: EnterCorrection | None,
) -> ft.Control:
    """Show the review of a game; a corrected one is passed as a new value.

    `go` leads to `back`, `share`, `statistics`, `delete` or `play`; nothing may be corrected where
    `enter_correction` is None.
    """
    control = ft.use_memo(lambda: ReviewControl(reviewed, context.words, go, enter_correction), [])
    _, control.show = ft.use_state(control.state)
    state = control.see(reviewed, context.words, go, enter_correction)
    curve, chosen = use_curve(reviewed, context), ft.use_state("points")
    told = ft.use_memo(
        lambda: _Told(reviewed, control.story, state.seat, context, curve),
        [id(control.story), state.seat, context.words, curve],
    )
    use_subscription(context.scope, lambda: keyboard.listen(control.hear), [])
    use_subscription(
        context.scope, _playing(control, context.times.step), [state.playing], while_there=True
    )
    ft.use_effect(
        _after_a_while(state, context.times.review_message, control.forget), [state.message]
    )
    page = _ReviewPage(context, control.tap, reviewed, state, control, told, chosen)
    return page.whole(may_correct=enter_correction is not None)


def use_curve(reviewed: Reviewed, context: ScreenContext) -> Curve | None:
    """Return the chances in a game: empty until they are known, None where they are not shown.

    They are computed while the screen is shown, and anew for a game that was corrected.
    """
    game, wanted = reviewed.game, context.settings.chances and not reviewed.alone
    known = wanted and is_known(game.setup)
    curve = use_chances(game, context, wanted=known)
    return (curve or ()) if known else None


def _playing(control: ReviewControl, seconds: float) -> Begin:
    """Show one step after the other, each for so many seconds, while playing."""

    async def run() -> None:
        while control.state.playing:
            await asyncio.sleep(seconds)
            control.play_on()

    def begin() -> Stop:
        if not control.state.playing:
            return lambda: None
        task = asyncio.get_running_loop().create_task(run())
        return task.cancel

    return begin


def _after_a_while(
    state: ReviewState, seconds: float, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wait() -> None:
        if state.message is not None and not state.message.undo:
            await asyncio.sleep(seconds)
            forget(state.message.serial)

    return wait


def _column(
    parts: Sequence[ft.Control], width: float, spacing: float, *, expand: bool = False
) -> ft.Control:
    return ft.Column(
        [*parts, ft.Container(height=6)],
        spacing=spacing,
        width=width,
        expand=expand,
        scroll=ft.ScrollMode.AUTO,
    )


@dataclass(frozen=True)
class _ReviewPage(Screen):
    """The screen in one state; all taps go to its control."""

    reviewed: Reviewed
    state: ReviewState
    control: ReviewControl
    told: _Told
    chosen: tuple[str, Callable[[str], object]]

    @cached_property
    def geometry(self) -> ReviewGeometry:
        layout = self.reviewed.game.setup.layouts[self.state.seat - 1]
        return review_geometry(self.context.space, layout)

    def whole(self, *, may_correct: bool) -> ft.Control:
        whose = title(self.reviewed, self.state.seat, self.words)
        when = subtitle(self.reviewed, self.words)
        bar = review_bar(whose, when, self.theme, self.words, self.go)
        shown = ft.Container(
            ft.Column([bar, self._body(), *self._message()], spacing=0),
            padding=ft.Padding.symmetric(horizontal=self.geometry.edge),
            expand=True,
        )
        return under_card(shown, self._asked(may_correct=may_correct), "review")

    def _asked(self, *, may_correct: bool) -> ft.Control | None:
        if self.state.asking:
            menu = review_menu(
                self.words, corrects=may_correct, over=self.reviewed.game.position.over
            )
            return card_sheet(menu, self.context, self.go)
        if self.state.card is not None:
            return correction_sheet(self.state.card, self.context, self.go)
        if self.state.kept_finished:
            return card_sheet(kept_finished_card(self.words), self.context, self.go)
        return None

    def _body(self) -> ft.Control:
        """Build one column that scrolls; on a wide screen the rows are beside the rest."""
        geometry, copied = self.geometry, self.reviewed.copied
        seats, bands, remark = self._seats(), self._bands(), self._remark()
        steps = self._sum() if copied else self._steps()
        score = [] if copied else [self._score()]
        turning = self._moments(self.words.text("Turning points"), "turn", self.told.points)
        told = [*([] if copied else turning), *self._lessons()]
        rest = [*steps, *remark, *score]
        if not geometry.wide:
            return _column([*seats, bands, *rest, *told], geometry.column, 8, expand=True)
        below, beside = (told, []) if geometry.roomy else ([], told)
        return ft.Row(
            [
                _column([bands, *below], geometry.rows[0].box.width, 14),
                _column([*seats, *rest, *beside], geometry.column, 8),
            ],
            spacing=geometry.between,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )

    def _seats(self) -> list[ft.Control]:
        if self.reviewed.alone:
            return []
        looks = seat_looks(self.reviewed, self.state.moment, self.state.seat, self.words)
        return [seat_chips(looks, self.geometry.column, self.theme, self.go, key="seats")]

    def _bands(self) -> ft.Control:
        """Draw the rows at the moment; nothing can be tapped there."""
        seat, geometry = self.state.seat, self.geometry
        step = None if self.reviewed.copied else self.control.step
        look = past_sheet(self.reviewed, self.state.moment, seat, step, self.words)
        pen = self.reviewed.pen(seat)
        shown = read_rows(look, geometry.rows, geometry.links, self.theme, pen)
        return ft.Container(shown, ignore_interactions=True, disabled=True, key="bands")

    def _steps(self) -> list[ft.Control]:
        """Draw the card of the step, the line of steps and the buttons."""
        control, steps, playing = self.control, self.told.ticks, self.state.playing
        index = control.index
        seat, curve = self.state.seat, self.told.curve
        look = step_look(self.reviewed, control.story, seat, index, self.words)
        look = with_chance(look, curve, seat, control.step, self.words)
        line = scrubber(
            steps, index, self.geometry.column, self.context, control.choose, key="scrubber"
        )
        buttons = transport(
            self.theme,
            self.words,
            self.go,
            playing=playing,
            at_start=index == 0,
            at_end=index >= len(steps),
            key="transport",
        )
        reckoned = curve is None or bool(curve)  # else the same card would be read twice
        said = _step_card(look, self.theme, said=reckoned and not playing, key="step")
        return [said, ft.Column([line, buttons, *self._advised()], spacing=0)]

    def _advised(self) -> list[ft.Control]:
        """Draw better uses of the white dice, where they are known."""
        known = self.context.settings.chances and not self.state.playing
        lines = self.told.advised(self.control.index, self.words) if known else ()
        beside = ft.Padding.symmetric(horizontal=14, vertical=2)
        texts = [write(line, HINT, color=self.theme.ink, height=1.3) for line in lines]
        return [ft.Container(text, padding=beside) for text in texts]

    def _sum(self) -> list[ft.Control]:
        """Draw the sum of the sheet in front, for sheets from paper, which have no steps."""
        sheet = self.reviewed.game.position.sheets[self.state.seat - 1]
        adds_up = self.words.sum_line(terms(sheet))
        said = write(adds_up, BODY, color=self.theme.ink, height=1.35)
        return [card(self.words.text("Points"), [said], self.geometry.column, self.theme)]

    def _remark(self) -> list[ft.Control]:
        """Draw the place and the note, if they were written."""
        lines = [*self.reviewed.remark.told.values()]
        leads = self.words.text("Note and place")
        return [noted(lines, leads, self.theme, self.go)] if lines else []

    def _points(self) -> CurveLook:
        here = cursor(self.reviewed, self.control.story, self.state.seat, self.state.moment)
        return CurveLook(self.told.chart, here, self._now(whole(here.value)))

    def _chance(self) -> CurveLook | None:
        """Return the curve of the chances; None until it is known."""
        seat, told = self.state.seat, self.told
        if not told.curve or told.chances is None:
            return None
        here = win_cursor(self.reviewed, told.curve, seat, self.state.moment)
        now = self.words.chance(told.curve[self.state.moment].win[seat - 1])
        return CurveLook(told.chances, here, self._now(now))

    def _now(self, much: str) -> str:
        name = self.reviewed.name(self.state.seat, self.words)
        return self.words.text("{name}: {n} now", name=name, n=much)

    def _score(self) -> ft.Control:
        """Draw the score over time, or the chance to win, if that is chosen and known."""
        geometry, theme, words = self.geometry, self.theme, self.words
        both, chance = self.told.curve is not None, self._chance()
        which, see = self.chosen
        shown = chance if both and chance and which == "chances" else self._points()
        title: str | ft.Control = words.text("Score over time")
        if both:
            ways = [("points", words.text("Points")), ("chances", words.text("Chance to win"))]
            title = choice(ways, "chances" if shown is chance else "points", see, self.context)
        height, choose = chart_height(geometry.plot), self.control.choose
        inside = [chart(shown, geometry.column - 22, height, theme, choose, key="curves")]
        if self.context.settings.chances and not (both or self.reviewed.alone):
            note = words.text("Chances are not known for this sheet.")
            inside.append(write(note, HINT, color=theme.ink2, height=1.2))
        return card(title, inside, geometry.column, theme)

    def _lessons(self) -> list[ft.Control]:
        """Draw the lessons of the sheet in front."""
        title = self.words.text("Worth a look")
        if not self.reviewed.alone:
            name = self.reviewed.name(self.state.seat, self.words)
            title = self.words.text("{name}: worth a look", name=name)
        return self._moments(title, "lesson", self.told.lessons)

    def _moments(self, title: str, named: str, points: Points) -> list[ft.Control]:
        geometry, look_at = self.geometry, self.control.look_at
        across = geometry.rows[0].box.width if geometry.roomy else geometry.column
        lines = moment_lines(points, named, self.theme, look_at, key=named)
        return [card(title, [lines], across, self.theme)] if points else []

    def _message(self) -> list[ft.Control]:
        """Draw the message at the foot; it covers nothing."""
        message, high = self.state.message, self.theme.tall(48)
        if message is None:
            return []
        box = Box(0, 0, self.geometry.column, high)
        bar = message_bar(message, box, self.theme, self.words, self.go, key="message")
        return [ft.Container(bar, padding=ft.Padding.only(top=4, bottom=6))]


@memo
@component
def review_bar(title: str, subtitle: str, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """Draw the bar above: back, title and subtitle, share and menu."""
    lines = 2 if theme.large else 1
    named = ft.Column(
        [
            write(
                title,
                TITLE.at(19).held(theme, LARGE_TEXT),
                color=theme.ink,
                height=1.2,
                no_wrap=True,
            ),
            write(subtitle, HINT, color=theme.ink2, height=1.2, max_lines=lines),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
    )

    return ft.Container(
        ft.Row(
            [
                way_button("back", words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED, theme, tap),
                ft.Semantics(header=True, content=named, expand=True),
                way_button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED, theme, tap),
                way_button("menu", words.text("Menu"), ft.Icons.MORE_VERT_ROUNDED, theme, tap),
            ],
            spacing=6,
        ),
        height=theme.tall(BAR),
    )


def kept_finished_card(words: Words) -> Card:
    """Say that a correction leaves a game finished that the rules would not have ended."""
    ways = [
        Way("reopen", words.text("Play on"), outlined, 52),
        Way("cancel", words.text("Keep it finished"), height=52),
    ]
    return Card(
        words.text("The game would not have ended."),
        [words.text("It stays finished, on the day it was played. Or you play on from here.")],
        ways,
    )


def review_menu(words: Words, *, corrects: bool, over: bool) -> Card:
    """Build the menu of a game under review.

    Nothing of it may be changed unless `corrects`; an end can be taken back when it is `over`.
    """
    choices = [
        ("correct", words.text("Correct this game"), corrects),
        ("reopen", words.text("Take back the end"), corrects and over),
        ("remark", words.text("Note and place"), corrects),
        ("statistics", words.text("Statistics"), corrects),
        ("delete", words.text("Delete this game"), corrects),
    ]
    ways = [Way(identifier, text, height=52) for identifier, text, offered in choices if offered]
    return Card(words.text("This game"), ways=[*ways, cancel(words.text("Back"), 52)])
