"""What stands below the rows: points a cross is worth, misthrows, the line that adds itself."""

from dataclasses import dataclass
from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.parts.ink import ink
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.pen import cross
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_MOST = 12
_TINY = 10
"""Letters in a box that is only looked at, in sp."""


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What all parts of one sheet outside of its rows are painted with.

    Attributes:
        prefix: Before every identifier, where several sheets are on one screen.
        letters: Of its rows.
        has_extra: Whether it has a field beside those of the rows.
        theme, words: Its colours and language.
        seed: Whose pen it is.
        tap: Told the identifier of what is tapped.
    """

    prefix: str
    letters: tuple[str, ...]
    has_extra: bool
    theme: Theme
    words: Words
    seed: str
    tap: Tap


@dataclass(frozen=True, slots=True)
class TotalPart:
    """The total, what is said of it, and whether it is not shown yet."""

    total: int
    spoken: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class MisthrowsPart:
    """Penalties taken, how many boxes there are, and whether they are only looked at."""

    taken: int
    most: int
    small: bool = False


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
        f"{prefix}extra": (shown(look.extra or 0), look.spoken_extra),
        f"{prefix}total": TotalPart(look.total, look.spoken_total, hidden),
        f"{prefix}misthrows": MisthrowsPart(*look.misthrows, small),
    }


def points_strip(height: float, theme: Theme, words: Words, *, titled: bool) -> ft.Control:
    """How many points so many crosses of a row are worth."""
    columns: list[ft.Control] = []
    for crosses in range(1, _MOST + 1):
        if crosses > 1:
            columns.append(ft.Container(width=1, height=height * 0.52, bgcolor=theme.line))
        columns.append(_worth(crosses, theme))
    title = ft.Container(
        content=write(words.text("Points"), 14, 400, color=theme.ink2),
        padding=ft.Padding.only(left=12, right=8),
    )
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=ft.Row([*([title] if titled else []), *columns], spacing=0),
            height=height,
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.symmetric(horizontal=6),
        ),
    )


def _worth(crosses: int, theme: Theme) -> ft.Control:
    return ft.Column(
        [
            write(f"{crosses}×", theme.held(11), 400, color=theme.ink2, height=1.1),
            write(str(row_points(crosses)), theme.held(13), 600, color=theme.ink, height=1.1),
        ],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


# the boxes for penalties


def misthrows(
    part: MisthrowsPart,
    facts: SheetFacts,
    size: tuple[float, float],
    block: tuple[float, float],
    spacing: float,
) -> ft.Control:
    """The boxes side by side; only the next one reacts.

    Args:
        part: What has become of them.
        facts: Of the sheet.
        size: Of a box, in dp.
        block: Of all boxes where they are only looked at, in dp.
        spacing: Between two boxes, in dp.
    """
    return ft.Row([*misthrow_boxes(part, facts, size, block)], spacing=spacing, tight=True)


def misthrow_pairs(
    part: MisthrowsPart,
    facts: SheetFacts,
    size: tuple[float, float],
    block: tuple[float, float],
    spacing: float,
) -> ft.Control:
    """The boxes two by two; `spacing`: between two pairs, in dp."""
    boxes = misthrow_boxes(part, facts, size, block)
    pairs = [ft.Row([*boxes[i : i + 2]], spacing=6) for i in range(0, len(boxes), 2)]
    return ft.Column([*pairs], spacing=spacing, tight=True)


def misthrow_boxes(
    part: MisthrowsPart, facts: SheetFacts, size: tuple[float, float], block: tuple[float, float]
) -> list[ft.Control]:
    """The boxes: crossed, the next one (the only one that reacts), and later ones."""
    if part.small:
        return [_keyed(_block(part, block, facts), "next")]
    return [
        _keyed(_box(i, part, size, facts), "next" if i == part.taken else f"b{i}")
        for i in range(part.most)
    ]


def _keyed(box: ft.Control, key: str) -> ft.Control:
    """With a key of its own the next box keeps the focus."""
    box.key = key
    return box


def _box(
    index: int, part: MisthrowsPart, size: tuple[float, float], facts: SheetFacts
) -> ft.Control:
    theme, words = facts.theme, facts.words
    if index < part.taken:
        return _taken_box(index, size, facts)
    color = theme.ink2 if index > part.taken and theme.dark else theme.on_paper
    minus = write("−5", theme.two_digits(15, size[0]), 500, color=color)
    if index > part.taken:
        return _later_box(minus, size, theme)
    spoken = words.text("Misthrow {n} of {all}, minus 5 points", n=index + 1, all=part.most)
    identifier = f"{facts.prefix}penalty"
    return tappable(identifier, spoken, minus, lambda: facts.tap(identifier), **_paper(size, theme))


def _paper(size: tuple[float, float], theme: Theme) -> dict[str, Any]:
    return {
        "width": size[0],
        "height": size[1],
        "bgcolor": theme.paper,
        "border": ft.Border.all(1.5, theme.box),
        "border_radius": 10,
        "alignment": ft.Alignment.CENTER,
    }


def _taken_box(index: int, size: tuple[float, float], facts: SheetFacts) -> ft.Control:
    return ft.Semantics(
        label=facts.words.text("Misthrow {n}, crossed", n=index + 1),
        content=_crossed(index, size, 5, _paper(size, facts.theme), facts),
    )


def _crossed(
    index: int, size: tuple[float, float], aside: float, paper: dict[str, Any], facts: SheetFacts
) -> ft.Control:
    """A box and the cross in it, so far from its sides in dp."""
    width, height = size
    inside = Box(aside, 3, width - 2 * aside, height - 6)
    strokes = cross(f"{facts.seed}-{index}", inside, stretched=True)
    pen = cv.Canvas(shapes=ink(strokes, facts.theme.pen), width=width, height=height)
    return ft.Stack([ft.Container(**paper), pen])


def _later_box(minus: ft.Control, size: tuple[float, float], theme: Theme) -> ft.Control:
    look = _paper(size, theme)
    if theme.dark:
        look |= {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(content=minus, opacity=1 if theme.dark else theme.later, **look),
    )


def _block(part: MisthrowsPart, size: tuple[float, float], facts: SheetFacts) -> ft.Control:
    """All boxes for penalties, small: a sheet whose roll it is not can only show them."""
    (width, height), most = size, part.most
    across = most if width >= 2 * height else -(-most // 2)
    lines = -(-most // across)
    box = ((width - 3 * (across - 1)) / across, (height - 3 * (lines - 1)) / lines)
    boxes = [_small_box(i, box, facts, crossed=i < part.taken) for i in range(most)]
    rows = [ft.Row([*boxes[i : i + across]], spacing=3) for i in range(0, most, across)]
    identifier = f"{facts.prefix}penalty"
    return tappable(
        identifier,
        facts.words.text("Misthrows: {n} of {all}", n=part.taken, all=most),
        ft.Column([*rows], spacing=3, tight=True),
        lambda: facts.tap(identifier),
        width=width,
        height=height,
    )


def _small_box(
    index: int, size: tuple[float, float], facts: SheetFacts, *, crossed: bool
) -> ft.Control:
    theme = facts.theme
    look = _paper(size, theme) | {"border_radius": 6}
    if crossed:
        return _crossed(index, size, 4, look, facts)
    color = theme.ink2 if theme.dark else theme.on_paper
    look["content"] = write("−5", theme.held(_TINY, 1), 500, color=color, height=1.0)
    dark = {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
    return ft.Container(opacity=theme.later, **(look | dark if theme.dark else look))
