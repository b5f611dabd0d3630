"""What stands around the sheet that is looked back on: seats, steps, and where the game turned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.line import Step, Story
from qwixx_pad.core.moves import Close, Finish
from qwixx_pad.ui.design.controls import disc
from qwixx_pad.ui.design.primitives import Tap, heading, slide, tappable, write
from qwixx_pad.ui.design.tokens import BODY, CHIP, LABEL, NUMBER, Theme
from qwixx_pad.ui.review import PLAY, SEATS, Reviewed, SeatLook, TickLook, entry_inside
from qwixx_pad.ui.runtime.guards import component, handler, memo
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words

LookAt = Callable[[int | None, int], object]
"""Told whose sheet (seat from 1; None: the one in front) is looked at, after how many entries."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment of a game that is worth a look.

    Attributes:
        icon: Name of the icon beside it.
        text: A sentence.
        seat: Whose sheet tells it, from 1; None for everybody's.
        after: How many entries stood then: the moment to look at; None where nobody knows.
    """

    icon: str
    text: str
    seat: int | None
    after: int | None


def turning_points(
    reviewed: Reviewed, story: Story, words: Words, *, taught: bool = False, reckoned: bool = False
) -> tuple[TurningPoint, ...]:
    """The turning points of a game, in the order in which they are told.

    If its sheet has `taught` something, that says more than the biggest gain, and on a single sheet
    more than any of them. Where the chances are `reckoned`, they tell who led, and where.
    """
    if taught and reviewed.alone:
        return ()
    by_points = [_lead] if taught else [_biggest, _lead]
    told = [*([] if reckoned else by_points), _ending]
    points = (tell(reviewed, story, words) for tell in told)
    return tuple(point for point in points if point is not None)


def _biggest(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    best = story.best
    if best is None:
        return None
    move = entry_inside(reviewed.game, best, words)
    if reviewed.alone:
        said = words.text(
            "Biggest gain: {what}, +{gain} in step {n}",
            what=move,
            gain=best.gain,
            n=_number(story, best),
        )
    else:
        # Translators: {what} is an entry such as "red 9" or "misthrow".
        said = words.text(
            "Biggest gain: {name}’s {what}, +{gain} in roll {n}",
            name=reviewed.name(best.seat, words),
            what=move,
            gain=best.gain,
            n=best.roll,
        )
    return TurningPoint("TRENDING_UP_ROUNDED", said, best.seat, best.after)


def _number(story: Story, step: Step) -> int:
    """Which step of its sheet it was, from 1."""
    return story.of_seat(step.seat).index(step) + 1


def _lead(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    lead = story.lead
    if lead is None:
        return None
    over = reviewed.game.position.over
    name = reviewed.name(lead.seat, words)
    said = (
        words.text("{name} led from roll {n} on", name=name, n=lead.roll)
        if over
        else words.text("{name} has led since roll {n}", name=name, n=lead.roll)
    )
    return TurningPoint("EMOJI_EVENTS_ROUNDED", said, lead.seat, lead.after)


def _ending(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    """What ended the game; None while it is open."""
    positions = reviewed.game.timeline.positions
    after = next((i for i, position in enumerate(positions) if position.over), None)
    if after is None:
        return None
    if isinstance(reviewed.game.standing[after - 1].move, Finish):
        return TurningPoint("FLAG_ROUNDED", _by_hand(reviewed, words), None, after)
    step = next((step for step in story.steps if step.after == after), None)
    if step is not None and isinstance(step.move, Close):
        said = words.of_row("Somebody closed {colour}: the end of the game", step.move.row)
        return TurningPoint("LOCK_ROUNDED", said, step.seat, after)
    if step is not None and _has_all_misthrows(reviewed, step):
        return TurningPoint("FLAG_ROUNDED", _last_misthrow(reviewed, step, words), step.seat, after)
    lock = step if step is not None and step.locked else story.last_lock
    if lock is not None:
        said = _last_lock(reviewed, story, lock, words)
        return TurningPoint("LOCK_ROUNDED", said, lock.seat, lock.after)
    said = words.text("The last round ended with roll {n}", n=reviewed.game.position.roll)
    return TurningPoint("TOUR_ROUNDED", said, None, after)


def _has_all_misthrows(reviewed: Reviewed, step: Step) -> bool:
    sheet = reviewed.game.timeline.positions[step.after].sheets[step.seat - 1]
    return sheet.penalties >= sheet.layout.penalties


def _by_hand(reviewed: Reviewed, words: Words) -> str:
    if reviewed.alone:
        return words.text("Finished by hand")
    return words.text("Finished by hand in roll {n}", n=reviewed.game.position.roll)


def _last_misthrow(reviewed: Reviewed, step: Step, words: Words) -> str:
    if reviewed.alone:
        return words.text("The last misthrow ended the game")
    name = reviewed.name(step.seat, words)
    return words.text("{name}’s last misthrow ended the game in roll {n}", name=name, n=step.roll)


def _last_lock(reviewed: Reviewed, story: Story, lock: Step, words: Words) -> str:
    letter = lock.locked[-1]
    if reviewed.alone:
        n = _number(story, lock)
        return words.of_row("The lock on {colour} ended the game in step {n}", letter, n=n)
    return words.of_row(
        "{name}’s lock on {colour} ended the game in roll {n}",
        letter,
        name=reviewed.name(lock.seat, words),
        n=lock.roll,
    )


_NARROW = 76.0
"""Below this width of a chip, its disc is small; in dp."""


@memo
@component
def seat_chips(looks: Sequence[SeatLook], width: float, theme: Theme, tap: Tap) -> ft.Control:
    """Everybody's total at the moment; a tap shows that sheet."""
    across = (width - 6 * (len(looks) - 1)) / len(looks)
    chips = [_chip(look, across, theme, tap, key=f"chip{look.seat}") for look in looks]
    return ft.Row(chips, spacing=6, width=width, height=theme.tall(SEATS))


@memo
@component
def _chip(look: SeatLook, width: float, theme: Theme, tap: Tap) -> ft.Control:
    """Of a step only the chip of its seat is built again."""
    color = theme.on_primary if look.shown else theme.ink
    small = width < _NARROW
    facts = ft.Column(
        [
            write(
                look.name, CHIP.at(12) if small else CHIP, color=color, height=1.15, no_wrap=True
            ),
            write(signed(look.total), NUMBER, color=color, height=1.1),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    face = disc(look.initial, theme.player(look.color), 20 if small else 30)
    identifier = f"seat-{look.seat}"
    return tappable(
        identifier,
        look.spoken,
        ft.Row([face, facts], spacing=4 if small else 8),
        lambda: tap(identifier),
        checked=look.shown,
        width=width,
        height=theme.tall(SEATS),
        bgcolor=theme.primary if look.shown else theme.surface,
        border_radius=14,
        padding=ft.Padding.only(left=5 if small else 8, right=2),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def card(
    title: str | ft.Control, inside: Sequence[ft.Control], width: float, theme: Theme
) -> ft.Control:
    """A card with a heading, or what stands in its place."""
    name = heading(title, LABEL, theme.ink, height=1.2) if isinstance(title, str) else title
    return ft.Container(
        ft.Column([name, *inside], spacing=8),
        width=width,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=12, right=10, top=13, bottom=8),
    )


@memo
@component
def moments_card(  # noqa: PLR0913, PLR0917 - two cards that differ in all of this
    title: str,
    named: str,
    points: Sequence[TurningPoint],
    width: float,
    theme: Theme,
    look_at: LookAt,
) -> ft.Control:
    """Some moments of a game, each called `named` and its number; a tap on a line leads there."""
    lines = (
        _point(point, f"{named}-{number}", theme, look_at) for number, point in enumerate(points, 1)
    )
    return card(title, [ft.Column([*lines], spacing=0)], width, theme)


def _point(point: TurningPoint, identifier: str, theme: Theme, look_at: LookAt) -> ft.Control:
    line = ft.Row(
        [
            ft.Icon(getattr(ft.Icons, point.icon), size=20, color=theme.ink2),
            write(point.text, BODY.at(14.5), color=theme.ink, height=1.25, expand=True),
        ],
        spacing=11,
    )
    after, around = point.after, ft.Padding.symmetric(horizontal=3, vertical=14)
    if after is None:
        return ft.Container(line, padding=around)
    return tappable(
        identifier,
        point.text,
        line,
        lambda: look_at(point.seat, after),
        border_radius=12,
        padding=around,
    )


Choose = Callable[[int], object]
"""Told how many steps shall have happened."""
THUMB = 30.0
_EDGE = 16.0
"""From either end to the first and the last place of the thumb, in dp."""
_TICK, _TALL, _GAP = 8.0, 22.0, 2.0
_AHEAD = 0.62


def tick_color(theme: Theme, letter: str) -> str:
    """The colour of a step: its row's, where that can be seen on the table; else grey."""
    return theme.bands[letter].frame if letter else theme.box


def place_of(index: int, steps: int, width: float) -> float:
    """Where the thumb is after so many of these steps; in dp from the left end."""
    return _EDGE + (width - 2 * _EDGE) * index / max(1, steps)


def index_of(x: float, steps: int, width: float) -> int:
    """How many steps have happened at a place."""
    free = width - 2 * _EDGE
    return max(0, min(steps, round((x - _EDGE) / free * steps)))


def tick_width(steps: int, width: float) -> float:
    """As wide as the design has it; where the steps are many, so that they do not touch."""
    between = (width - 2 * _EDGE) / max(1, steps)
    return max(1.0, min(_TICK, between - _GAP))


@component
def scrubber(  # noqa: PLR0913, PLR0917 - the steps, the place among them, the screen
    looks: Sequence[TickLook],
    index: int,
    width: float,
    height: float,
    theme: Theme,
    words: Words,
    choose: Choose,
) -> ft.Control:
    """The line of steps, `index` of which have happened; in dp what reacts to a finger.

    `choose` is told how many shall have happened.
    """
    steps = len(looks)

    stack = ft.Stack(
        [
            _ticks(looks, width, height, theme, key="ticks"),
            _veil(looks, index, width, height, theme),
            _thumb(looks, index, width, height, theme),
        ],
        width=width,
        height=height,
    )
    cursor = ft.MouseCursor.CLICK
    line = slide(stack, lambda x: choose(index_of(x, steps, width)), mouse_cursor=cursor)
    return ft.Semantics(
        identifier="scrubber",
        label=words.text("Steps"),
        value=spoken(looks, index, words),
        increased_value=spoken(looks, min(index + 1, steps), words),
        decreased_value=spoken(looks, max(index - 1, 0), words),
        slider=True,
        container=True,
        on_increase=handler(lambda _: choose(index + 1)),
        on_decrease=handler(lambda _: choose(index - 1)),
        content=line,
    )


def spoken(looks: Sequence[TickLook], index: int, words: Words) -> str:
    """The place of the thumb in words."""
    if not index:
        return words.text("Before the first step")
    what = looks[index - 1].spoken
    return words.text("{n} of {all}, {what}", n=index, all=len(looks), what=what)


@memo
@component
def _ticks(looks: Sequence[TickLook], width: float, height: float, theme: Theme) -> ft.Control:
    """All steps in full colour, and a dot for the fresh sheet."""
    across, top = tick_width(len(looks), width), (height - _TALL) / 2
    start = place_of(0, len(looks), width)
    shapes: list[cv.Shape] = [cv.Circle(start, height / 2, 3.0, paint=ft.Paint(color=theme.line))]
    for number, look in enumerate(looks, 1):
        x = place_of(number, len(looks), width) - across / 2
        paint = ft.Paint(color=tick_color(theme, look.letter))
        shapes.append(cv.Rect(x, top, across, _TALL, border_radius=across / 2, paint=paint))
    return cv.Canvas(shapes=shapes, width=width, height=height)


def _veil(
    looks: Sequence[TickLook], index: int, width: float, height: float, theme: Theme
) -> ft.Control:
    """Over the steps that are ahead: the colour of the table they lie on, so that they pale."""
    x = place_of(index, len(looks), width)
    return ft.Container(
        left=x,
        top=0,
        width=width - x,
        height=height,
        bgcolor=ft.Colors.with_opacity(_AHEAD, theme.table),
        key="veil",
    )


def _thumb(
    looks: Sequence[TickLook], index: int, width: float, height: float, theme: Theme
) -> ft.Control:
    inner = THUMB * 0.62
    letter = looks[index - 1].letter if index else ""
    return ft.Container(
        ft.Container(
            width=inner,
            height=inner,
            border_radius=inner / 2,
            bgcolor=tick_color(theme, letter) if index else theme.surface,
        ),
        left=place_of(index, len(looks), width) - THUMB / 2,
        top=(height - THUMB) / 2,
        width=THUMB,
        height=THUMB,
        border_radius=THUMB / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
        key="thumb",
    )


_BUTTON = 52.0
_WIDEST = 280.0


@memo
@component
def transport(  # noqa: PLR0913 - where one is, and the screen
    theme: Theme, words: Words, tap: Tap, *, playing: bool, at_start: bool, at_end: bool
) -> ft.Control:
    """First, previous, play, next, last; `tap` is told which, `play-steps` among them."""
    icons = ft.Icons
    back = [
        ("first", words.meant("step", "First"), icons.SKIP_PREVIOUS_ROUNDED),
        ("previous", words.text("Previous"), icons.CHEVRON_LEFT_ROUNDED),
    ]
    on = [
        ("next", words.meant("step", "Next"), icons.CHEVRON_RIGHT_ROUNDED),
        ("last", words.meant("step", "Last"), icons.SKIP_NEXT_ROUNDED),
    ]
    buttons = [
        *(_button(*way, theme, tap, idle=at_start) for way in back),
        _play(theme, words, tap, playing=playing),
        *(_button(*way, theme, tap, idle=at_end) for way in on),
    ]
    row = ft.Row(buttons, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, width=_WIDEST)
    return ft.Row([row], alignment=ft.MainAxisAlignment.CENTER, height=PLAY)


def _button(  # noqa: PLR0913 - one of four that differ in all of this
    identifier: str, spoken: str, icon: ft.IconData, theme: Theme, tap: Tap, *, idle: bool
) -> ft.Control:
    """Idle at an end: it has nothing to do there."""
    return tappable(
        identifier,
        spoken,
        ft.Icon(icon, size=30, color=theme.ink, opacity=theme.idle if idle else 1),
        lambda: tap(identifier),
        width=_BUTTON,
        height=_BUTTON,
        border_radius=_BUTTON / 2,
        alignment=ft.Alignment.CENTER,
    )


def _play(theme: Theme, words: Words, tap: Tap, *, playing: bool) -> ft.Control:
    icon = ft.Icons.PAUSE_ROUNDED if playing else ft.Icons.PLAY_ARROW_ROUNDED
    return tappable(
        "play-steps",
        words.text("Pause") if playing else words.meant("steps", "Play"),
        ft.Icon(icon, size=30, color=theme.on_primary),
        lambda: tap("play-steps"),
        width=PLAY,
        height=PLAY,
        border_radius=PLAY / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
    )
