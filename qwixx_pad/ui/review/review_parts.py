"""Around the sheet that is looked back on: who, what comes next, and where the game turned."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import flet as ft

from qwixx_pad.core.line import Step, Story
from qwixx_pad.core.moves import Close, Finish, Move
from qwixx_pad.ui.design.controls import disc, outlined, tonal, way_button
from qwixx_pad.ui.design.primitives import Tap, heading, tappable, write
from qwixx_pad.ui.design.tokens import (
    BODY,
    CHIP,
    HINT,
    LABEL,
    LARGE_TEXT,
    NUMBER,
    TITLE,
    Theme,
)
from qwixx_pad.ui.review import Reviewed, SeatLook, what
from qwixx_pad.ui.review.geometry import BAR, SEATS
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of them.

    Attributes:
        icon: Name of the icon beside it.
        text: A sentence.
        seat: Whose sheet tells it, from 1; None for everybody's.
        after: How many entries stood then: the moment to look at.
    """

    icon: str
    text: str
    seat: int | None
    after: int


def turning_points(reviewed: Reviewed, story: Story, words: Words) -> tuple[TurningPoint, ...]:
    """The turning points of a game, in the order in which they are told."""
    return tuple(
        point
        for point in (
            _biggest(reviewed, story, words),
            _lead(reviewed, story, words),
            _ending(reviewed, story, words),
        )
        if point is not None
    )


def _biggest(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    best = story.best
    if best is None:
        return None
    move = _what(reviewed, best, words)
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


def _what(reviewed: Reviewed, step: Step, words: Words) -> str:
    sheet = reviewed.game.position.sheets[step.seat - 1]
    said = words.with_forced(what(step.move, words), sheet, step.forced)
    return words.text("{what} with the lock", what=said) if step.locks else said


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
    step = next((step for step in story.steps if step.after == after), None)
    move = reviewed.game.standing[after - 1].move
    sentences = _endings(reviewed, story, step, move, words)
    icon, said, seat, told = next(sentences)
    return TurningPoint(icon, said, seat, told or after)


def _endings(
    reviewed: Reviewed, story: Story, step: Step | None, move: Move, words: Words
) -> Iterator[tuple[str, str, int | None, int]]:
    """The sentences that fit, the best first: icon, words, seat and moment."""
    if isinstance(move, Finish):
        yield "FLAG_ROUNDED", _by_hand(reviewed, words), None, 0
    if step is not None and isinstance(step.move, Close):
        said = words.of_row("Somebody closed {colour}: the end of the game", step.move.row)
        yield "LOCK_ROUNDED", said, step.seat, step.after
    if step is not None and _has_all_misthrows(reviewed, step):
        yield "FLAG_ROUNDED", _last_misthrow(reviewed, step, words), step.seat, step.after
    lock = step if step is not None and step.locks else story.last_lock
    if lock is not None:
        yield "LOCK_ROUNDED", _last_lock(reviewed, story, lock, words), lock.seat, lock.after
    roll = reviewed.game.position.roll
    yield "TOUR_ROUNDED", words.text("The last round ended with roll {n}", n=roll), None, 0


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


def card(title: str, inside: Sequence[ft.Control], width: float, theme: Theme) -> ft.Control:
    """A card with a heading."""
    name = heading(title, LABEL, theme.ink, height=1.2)
    return ft.Container(
        ft.Column([name, *inside], spacing=8),
        width=width,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=12, right=10, top=13, bottom=8),
    )


@memo
@component
def turning_card(
    points: Sequence[TurningPoint],
    width: float,
    theme: Theme,
    words: Words,
    look_at: Callable[[int | None, int], object],
) -> ft.Control:
    """Where the game turned; a tap on a line leads there."""
    lines = [_point(point, number, theme, look_at) for number, point in enumerate(points, 1)]
    inside = ft.Column([*lines], spacing=0)
    return card(words.text("Turning points"), [inside], width, theme)


def _point(
    point: TurningPoint,
    number: int,
    theme: Theme,
    look_at: Callable[[int | None, int], object],
) -> ft.Control:
    return tappable(
        f"turn-{number}",
        point.text,
        ft.Row(
            [
                ft.Icon(getattr(ft.Icons, point.icon), size=20, color=theme.ink2),
                write(point.text, BODY.at(14.5), color=theme.ink, height=1.25, expand=True),
            ],
            spacing=11,
        ),
        lambda: look_at(point.seat, point.after),
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=3, vertical=14),
    )


def review_menu(
    context: ScreenContext, tap: Tap, *, corrects: bool, over: bool
) -> Sequence[ft.Control]:
    """What can be done with a game that is looked back on.

    Args:
        context: Theme and words.
        tap: What a tap does.
        corrects: Whether it may be changed.
        over: Whether there is an end to take back.
    """
    theme, words = context.theme, context.words
    choices = [
        ("correct", words.text("Correct this game"), corrects),
        ("reopen", words.text("Take back the end"), corrects and over),
        ("remark", words.text("Note and place"), corrects),
        ("statistics", words.text("Statistics"), corrects),
        ("delete", words.text("Delete this game"), corrects),
    ]

    def button(identifier: str, text: str) -> ft.Control:
        return tonal(theme, identifier, text, lambda: tap(identifier), height=52)

    return [
        write(words.text("This game"), TITLE, color=theme.ink),
        *(button(identifier, text) for identifier, text, offered in choices if offered),
        outlined(theme, "cancel", words.text("Back"), lambda: tap("cancel"), height=52),
    ]
