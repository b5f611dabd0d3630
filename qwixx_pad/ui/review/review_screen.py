"""The review of a game: every step of every sheet, and the score over time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import flet as ft

from qwixx_pad.core.line import Step, Story
from qwixx_pad.core.scoring import terms
from qwixx_pad.ui.design.cards import Card, Way, cancel
from qwixx_pad.ui.design.controls import (
    noted,
    prompt_sheet,
    under_card,
    way_button,
)
from qwixx_pad.ui.design.primitives import Tap, write
from qwixx_pad.ui.design.tokens import BODY, HINT, LARGE_TEXT, TITLE, Theme
from qwixx_pad.ui.pad.cards import correction_sheet, message_bar, step_card
from qwixx_pad.ui.review import (
    BAR,
    SCRUBBER,
    Reviewed,
    TickLook,
    past_sheet,
    review_geometry,
    seat_looks,
    step_look,
    subtitle,
    ticks,
    title,
)
from qwixx_pad.ui.review.chart import ChartLook, chart, chart_height, chart_look, cursor
from qwixx_pad.ui.review.review_control import EnterCorrection, ReviewControl, ReviewState
from qwixx_pad.ui.review.review_parts import (
    TurningPoint,
    card,
    scrubber,
    seat_chips,
    transport,
    turning_card,
    turning_points,
)
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.runtime.keyboard import Keyboard
from qwixx_pad.ui.runtime.session_scope import Begin, Stop, use_subscription
from qwixx_pad.ui.sheet.canvas import read_rows
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words

STEP_SECONDS = 0.6
MESSAGE_SECONDS = 6
_step_card = memo(step_card)


class _Told:
    """What is worked out once a game and seat (from 1), not once a step."""

    def __init__(self, reviewed: Reviewed, story: Story, seat: int, context: ScreenContext) -> None:
        self.steps: tuple[Step, ...] = story.of_seat(seat)
        self.ticks: tuple[TickLook, ...] = ticks(self.steps, reviewed.game, context.words)
        self.chart: ChartLook = chart_look(reviewed, story, seat, context.words)
        self.points: tuple[TurningPoint, ...] = turning_points(reviewed, story, context.words)


class _Scene:
    """All that one rendering has in common."""

    def __init__(
        self,
        reviewed: Reviewed,
        state: ReviewState,
        control: ReviewControl,
        told: _Told,
        context: ScreenContext,
    ) -> None:
        self.reviewed, self.state, self.control = reviewed, state, control
        self.told, self.context = told, context
        self.geometry = review_geometry(context.space, reviewed.game.setup.layouts[state.seat - 1])


@component
def review_screen(
    reviewed: Reviewed,
    context: ScreenContext,
    keyboard: Keyboard,
    go: Tap,
    enter_correction: EnterCorrection | None,
) -> ft.Control:
    """A game, looked back on; a corrected one is passed as a new value.

    `go` leads to `back`, `share`, `statistics`, `delete` or `play`; nothing may be corrected where
    `enter_correction` is None.
    """
    control = ft.use_memo(lambda: ReviewControl(reviewed, context.words, go, enter_correction), [])
    _, control.show = ft.use_state(control.state)
    state = control.see(reviewed, context.words, go, enter_correction)
    told = ft.use_memo(
        lambda: _Told(reviewed, control.story, state.seat, context),
        [id(control.story), state.seat, context.words],
    )
    use_subscription(context.scope, lambda: keyboard.listen(control.hear), [])
    use_subscription(context.scope, _playing(control), [state.playing], while_there=True)
    ft.use_effect(_after_a_while(state, control.forget), [state.message])
    scene = _Scene(reviewed, state, control, told, context)
    words, seat = context.words, state.seat
    told_of = title(reviewed, seat, words), subtitle(reviewed, words)
    bar = review_bar(*told_of, context.theme, words, control.tap)
    shown = ft.Container(
        ft.Column([bar, _body(scene), *_message(scene)], spacing=0),
        padding=ft.Padding.symmetric(horizontal=scene.geometry.edge),
        expand=True,
    )
    return _under_menu(shown, scene, may_correct=enter_correction is not None)


def _playing(control: ReviewControl) -> Begin:
    """One step after the other while the state says so."""

    async def run() -> None:
        while control.state.playing:
            await asyncio.sleep(STEP_SECONDS)
            control.play_on()

    def begin() -> Stop:
        if not control.state.playing:
            return lambda: None
        task = asyncio.get_running_loop().create_task(run())
        return task.cancel

    return begin


def _after_a_while(
    state: ReviewState, forget: Callable[[int], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wait() -> None:
        if state.message is not None and not state.message.undo:
            await asyncio.sleep(MESSAGE_SECONDS)
            forget(state.message.serial)

    return wait


def _under_menu(shown: ft.Control, scene: _Scene, *, may_correct: bool) -> ft.Control:
    context, tap = scene.context, scene.control.tap
    menu = None
    if scene.state.asking:
        over = scene.reviewed.game.position.over
        inside = review_menu(context.words, corrects=may_correct, over=over)
        painted = inside.painted(context.theme, tap)
        menu = prompt_sheet(painted, context.theme, context.words, tap)
    elif scene.state.card is not None:
        menu = correction_sheet(scene.state.card, context, tap)
    return under_card(shown, menu, "review")


def _body(scene: _Scene) -> ft.Control:
    """One column that scrolls; on a wide screen the bands stand beside the rest."""
    geometry = scene.geometry
    seats = _seat_row(scene)
    copied, remark = scene.reviewed.copied, _remark(scene)
    rest = [*_sum(scene), *remark] if copied else [*_steps(scene), *remark, *_cards(scene)]
    if not geometry.wide:
        parts = [*seats, *_bands(scene), *rest]
        return _column(parts, geometry.column, 8, expand=True)
    turns = geometry.roomy and scene.told.points and not copied
    turning = [rest.pop()] if turns else []
    left = [*_bands(scene), *turning]
    right = [*seats, *rest]
    return ft.Row(
        [
            _column(left, geometry.rows[0].box.width, 14),
            _column(right, geometry.column, 8),
        ],
        spacing=geometry.between,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


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


def _seat_row(scene: _Scene) -> list[ft.Control]:
    if scene.reviewed.alone:
        return []
    state, context = scene.state, scene.context
    looks = seat_looks(scene.reviewed, state.moment, state.seat, context.words)
    return [seat_chips(looks, scene.geometry.column, context.theme, scene.control.tap, key="seats")]


def _bands(scene: _Scene) -> list[ft.Control]:
    """The rows as they stood; nothing can be tapped there."""
    state, context, control = scene.state, scene.context, scene.control
    step = None if scene.reviewed.copied else control.step
    look = past_sheet(scene.reviewed, state.moment, state.seat, step, context.words)
    seed = scene.reviewed.pen(state.seat)
    rows, links = scene.geometry.rows, scene.geometry.links
    shown = read_rows(look, rows, links, context.theme, seed)
    return [ft.Container(shown, ignore_interactions=True, disabled=True, key="bands")]


def _steps(scene: _Scene) -> list[ft.Control]:
    """What happened, the line of steps, the buttons."""
    context, control, state = scene.context, scene.control, scene.state
    index, steps = control.index, scene.told.ticks
    look = step_look(scene.reviewed, control.story, state.seat, index, context.words)
    line = scrubber(
        steps,
        index,
        scene.geometry.column,
        SCRUBBER,
        context.theme,
        context.words,
        control.choose,
        key="scrubber",
    )
    buttons = transport(
        context.theme,
        context.words,
        control.tap,
        playing=state.playing,
        at_start=index == 0,
        at_end=index >= len(steps),
        key="transport",
    )
    said = _step_card(look, context.theme, said=not state.playing, key="step")
    return [said, ft.Column([line, buttons], spacing=0)]


def _sum(scene: _Scene) -> list[ft.Control]:
    """Of sheets copied from paper, which have no steps: what the one in front adds up to."""
    sheet, theme = scene.reviewed.game.position.sheets[scene.state.seat - 1], scene.context.theme
    adds_up = scene.context.words.sum_line(terms(sheet))
    said = write(adds_up, BODY, color=theme.ink, height=1.35)
    points = scene.context.words.text("Points")
    return [card(points, [said], scene.geometry.column, theme)]


def _remark(scene: _Scene) -> list[ft.Control]:
    """Where it was played, and a note, if they were written."""
    lines, context = [*scene.reviewed.remark.told.values()], scene.context
    leads = context.words.text("Note and place")
    return [noted(lines, leads, context.theme, scene.control.tap)] if lines else []


def _cards(scene: _Scene) -> list[ft.Control]:
    """The chart, and where the game turned."""
    context, width, told = scene.context, scene.geometry.column, scene.told
    words, state = context.words, scene.state
    here = cursor(scene.reviewed, scene.control.story, state.seat, state.moment)
    name = scene.reviewed.name(state.seat, words)
    picture = chart(
        told.chart,
        here,
        width - 22,
        chart_height(scene.geometry.plot),
        context.theme,
        words.text("{name}: {n} now", name=name, n=signed(here.value)),
        scene.control.choose,
        key="chart",
    )
    parts = [card(words.text("Score over time"), [picture], width, context.theme)]
    if told.points:
        across = scene.geometry.rows[0].box.width if scene.geometry.roomy else width
        look_at = scene.control.look_at
        parts.append(
            turning_card(told.points, across, context.theme, words, look_at, key="turning")
        )
    return parts


def _message(scene: _Scene) -> list[ft.Control]:
    """A few words at the foot; they cover nothing."""
    message, context = scene.state.message, scene.context
    if message is None:
        return []
    bar = message_bar(
        message,
        context.theme.tall(48),
        context.theme,
        context.words,
        scene.control.tap,
        key="message",
    )
    return [ft.Container(bar, padding=ft.Padding.only(top=4, bottom=6))]


@memo
@component
def review_bar(title: str, subtitle: str, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """The bar above: back, whose sheet and of when, share and menu."""
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


def review_menu(words: Words, *, corrects: bool, over: bool) -> Card:
    """What can be done with a game that is looked back on.

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
