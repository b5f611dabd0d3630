"""What stands below the rows: points a cross is worth, misthrows, the line that adds itself."""

from dataclasses import dataclass, replace
from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.design.drawing import cross, ink
from qwixx_pad.ui.design.primitives import Node, Tap, at, corner, tappable, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.actions import TAKEN_PENALTY
from qwixx_pad.ui.pad.geometry import Box, around, below
from qwixx_pad.ui.pad.geometry_parts import adds_beside, block_boxes, has_extra, worth_boxes
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.speech.words import Words

_TINY, _LINE, _FITS = 10, 1.1, 0.46
"""Letters in a box that is only looked at, in sp; height of a line in the strip of points; size of
three digits that fit, as a share of the room for them."""


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What all parts of one sheet outside of its rows are painted with.

    Attributes:
        prefix: Before every identifier, where several sheets are on one screen.
        theme, words: Its colours and language.
        tap: Told the identifier of what is tapped.
        seed: Whose pen it is.
        letters: Of its rows.
        scored: Of those of them that have points of their own.
        most: Crosses that count at most in any of them.
        has_extra: Whether it has a field beside those of the rows.
        adds_extra: Whether that field holds points of the sum.
    """

    prefix: str
    theme: Theme
    words: Words
    tap: Tap
    seed: str = ""
    letters: tuple[str, ...] = ()
    scored: tuple[str, ...] = ()
    most: int = 0
    has_extra: bool = False
    adds_extra: bool = False

    def on(self, layout: Layout, seed: str) -> "SheetFacts":
        """The same of another printed sheet, and by another pen."""
        return replace(
            self,
            letters=tuple(row.letter for row in layout.rows),
            scored=tuple(row.letter for row in layout.rows if row.lock_mask),
            most=max(row.most for row in layout.rows),
            has_extra=has_extra(layout),
            adds_extra=adds_beside(layout),
            seed=seed,
        )


@dataclass(frozen=True, slots=True)
class TotalPart:
    """The total, what is said of it, whether it is still hidden, and whether a tap explains it."""

    total: int
    spoken: str
    hidden: bool
    explains: bool = False


@dataclass(frozen=True, slots=True)
class MisthrowsPart:
    """Penalties taken, how many boxes there are, and whether they are only looked at.

    `goes`: whether a tap on the last one that was taken takes it back. `unsent`: how many of the
    last ones stand on this device only.
    """

    taken: int
    most: int
    small: bool = False
    goes: bool = False
    unsent: int = 0

    def spoken(self, index: int, words: Words) -> str:
        """What is said of one that was taken, from 0."""
        said = words.text("Misthrow {n}, crossed", n=index + 1)
        return words.text("{cell}, not sent", cell=said) if self.is_unsent(index) else said

    def is_unsent(self, index: int) -> bool:
        """Whether the one with this index stands on this device only."""
        return self.taken - self.unsent <= index < self.taken


def foot_parts(look: PadLook, *, small: bool = False) -> dict[str, object]:
    """The parts of a sheet outside of its rows; `small`: its boxes are only looked at."""
    prefix, hidden = look.prefix, look.hidden

    def shown(points: int) -> str:
        """Points in a field, which stays blank like paper while they are hidden."""
        return "" if hidden else str(points)

    fields = zip(look.bands, look.fields, strict=True)
    return {
        f"{prefix}sum": look.spoken_sum,
        **{f"{prefix}sum {row.letter}": shown(points) for row, points in fields},
        f"{prefix}minus": shown(look.minus),
        f"{prefix}extra": look.extra,
        f"{prefix}total": TotalPart(look.total, look.spoken_total, hidden, look.explains),
        f"{prefix}pairs": look.pairs,
        f"{prefix}misthrows": MisthrowsPart(
            *look.misthrows, small, look.copied, look.unsent_misthrows
        ),
    }


def points_strip(box: Box, facts: SheetFacts, *, titled: bool) -> ft.Control:
    """How many points so many crosses of a row are worth."""
    theme, words = facts.theme, facts.words
    name, numbers, lines = worth_boxes(box, facts.most, titled=titled)
    bars = [cv.Path.Rect(line.x, line.y, line.width, line.height) for line in lines]
    drawn = cv.Path([*bars], paint=ft.Paint(color=theme.line))
    rules: list[ft.Control] = [cv.Canvas([drawn], width=box.width, height=box.height)]
    worth = [text for i, each in enumerate(numbers, 1) for text in _worth(i, each, theme)]
    if name is not None:
        points = write(words.text("Points"), 14, 400, color=theme.ink2)
        rules.append(ft.Container(points, alignment=ft.Alignment.CENTER_LEFT, **at(name)))
    return Node(
        exclude_semantics=True,
        content=ft.Container(
            content=ft.Stack([*rules, *worth]), bgcolor=theme.surface, border_radius=18
        ),
        **at(box),
    )


def _worth(crosses: int, box: Box, theme: Theme) -> list[ft.Control]:
    """So many crosses, and below what they are worth."""
    fits = box.width * _FITS
    texts = (
        (f"{crosses}×", min(11, fits), 400, theme.ink2),
        (str(row_points(crosses)), min(13, fits), 600, theme.ink),
    )
    high = [theme.held(size) * theme.text * _LINE for _, size, _, _ in texts]
    return [
        write(
            text,
            theme.held(size),
            weight,
            color=color,
            height=_LINE,
            text_align=ft.TextAlign.CENTER,
            width=place.width,
            **corner(place),
        )
        for (text, size, weight, color), place in zip(texts, below(box, high, 2), strict=True)
    ]


# the boxes for penalties


def misthrows(part: MisthrowsPart, facts: SheetFacts, boxes: tuple[Box, ...]) -> ft.Control:
    """The boxes; only the next one reacts.

    Args:
        part: What has become of them.
        facts: Of the sheet.
        boxes: One for each, or one for all where they are only looked at.
    """
    whole = around(boxes)
    places = [box.seen_from(whole) for box in boxes]
    if part.small:
        return ft.Stack([_keyed(_block(part, places[0], facts), "next")], **at(whole))
    inside = [
        _keyed(_box(i, part, box, facts), "next" if i == part.taken else f"b{i}")
        for i, box in enumerate(places)
    ]
    return ft.Stack([*inside], **at(whole))


def _keyed(box: ft.Control, key: str) -> ft.Control:
    """With a key of its own the next box keeps the focus."""
    box.key = key
    return box


def _box(index: int, part: MisthrowsPart, box: Box, facts: SheetFacts) -> ft.Control:
    """A crossed one, the next one (the only one that reacts), or a later one."""
    theme, words = facts.theme, facts.words
    if index < part.taken:
        goes = part.goes and index == part.taken - 1
        return (_box_to_empty if goes else _taken_box)(index, part, box, facts)
    color = theme.ink2 if index > part.taken and theme.dark else theme.on_paper
    minus = write("−5", theme.two_digits(15, box.width), 500, color=color)
    if index > part.taken:
        return _later_box(minus, box, theme)
    spoken = words.text("Misthrow {n} of {all}, minus 5 points", n=index + 1, all=part.most)
    identifier = f"{facts.prefix}penalty"
    return tappable(
        identifier,
        spoken,
        minus,
        lambda: facts.tap(identifier),
        place=corner(box),
        **_paper(box, theme),
    )


def _paper(box: Box, theme: Theme) -> dict[str, Any]:
    return {
        "width": box.width,
        "height": box.height,
        "bgcolor": theme.paper,
        "border": ft.Border.all(1.5, theme.box),
        "border_radius": 10,
        "alignment": ft.Alignment.CENTER,
    }


def _taken_box(index: int, part: MisthrowsPart, box: Box, facts: SheetFacts) -> ft.Control:
    return Node(
        label=part.spoken(index, facts.words),
        content=_crossed(index, part, box, 5, facts),
        **at(box),
    )


def _box_to_empty(index: int, part: MisthrowsPart, box: Box, facts: SheetFacts) -> ft.Control:
    """A crossed one that another tap takes back."""
    identifier = f"{facts.prefix}{TAKEN_PENALTY}"
    return tappable(
        identifier,
        part.spoken(index, facts.words),
        _crossed(index, part, box, 5, facts),
        lambda: facts.tap(identifier),
        checked=True,
        place=corner(box),
        width=box.width,
        height=box.height,
    )


def _crossed(
    index: int,
    part: MisthrowsPart,
    box: Box,
    aside: float,
    facts: SheetFacts,
    **look: Any,  # noqa: ANN401 - what a box has
) -> ft.Control:
    """A box and the cross in it, so far from its sides in dp."""
    inside = box.seen_from(box).inset(aside, 3)
    strokes = cross(f"{facts.seed}-{index}", inside, stretched=True)
    shapes = ink(strokes, facts.theme.pen, faint=part.is_unsent(index))
    pen = cv.Canvas(shapes=shapes, width=box.width, height=box.height)
    return ft.Stack([ft.Container(**_paper(box, facts.theme) | look), pen])


def _later_box(minus: ft.Text, box: Box, theme: Theme) -> ft.Control:
    look = _paper(box, theme)
    if theme.dark:
        look |= {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
    minus.semantics_label = ""
    return ft.Container(minus, opacity=1 if theme.dark else theme.later, **look, **corner(box))


def _block(part: MisthrowsPart, box: Box, facts: SheetFacts) -> ft.Control:
    """All boxes for penalties, small: a sheet whose roll it is not can only show them."""
    boxes = enumerate(block_boxes(box, part.most))
    small = [_small_box(i, part, each, facts) for i, each in boxes]
    identifier = f"{facts.prefix}penalty"
    return tappable(
        identifier,
        facts.words.text("Misthrows: {n} of {all}", n=part.taken, all=part.most),
        ft.Stack([*small]),
        lambda: facts.tap(identifier),
        place=corner(box),
        width=box.width,
        height=box.height,
    )


def _small_box(index: int, part: MisthrowsPart, box: Box, facts: SheetFacts) -> ft.Control:
    theme = facts.theme
    if index < part.taken:
        return ft.Container(_crossed(index, part, box, 4, facts, border_radius=6), **corner(box))
    look = _paper(box, theme) | {"border_radius": 6} | corner(box)
    color = theme.ink2 if theme.dark else theme.on_paper
    look["content"] = write("−5", theme.held(_TINY, 1), 500, color=color, height=1.0)
    dark = {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
    return ft.Container(opacity=theme.later, **(look | dark if theme.dark else look))
