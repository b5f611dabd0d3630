"""A sheet that is played on: its drawing, and a tap target over everything that can be tapped."""

from collections.abc import Callable, Sequence
from operator import attrgetter

import flet as ft

from qwixx_pad.core.layout import CellRef
from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.correction.paint import TapRouter, row_with_targets
from qwixx_pad.ui.design.primitives import (
    SLOW_MS,
    SemanticsNode,
    box_args,
    look_animation,
    size_args,
    tap_target,
)
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.play.paint.frame import Frame, SheetFrame
from qwixx_pad.ui.play.state import View
from qwixx_pad.ui.sheet.canvas import LeafMemo, shape_canvas, use_leaf_memo
from qwixx_pad.ui.sheet.drawing import (
    choice_shapes,
    closed_row_shapes,
    ink_shapes,
    overlay_shapes,
    print_shapes,
)
from qwixx_pad.ui.sheet.footer import (
    PenaltyBoxes,
    extra_shapes,
    pair_shapes,
    penalty_shapes,
    sum_digit_shapes,
    sum_print_shapes,
    total_shapes,
)
from qwixx_pad.ui.sheet.look import ExtraLook, PairLook, SheetLook, blank_rows
from qwixx_pad.ui.sheet.row_look import RowLook

# rows


@memo
@component
def paint_sheet(frame: SheetFrame) -> ft.Control:
    """Paint the print of a sheet, its rows, what is over them, and its pairs.

    This is memoized: it is built again only if the frame changes.
    """
    boxes = frame.boxes
    source = frame.source
    index = frame.index
    size = box_args(frame.bounds)
    shapes = print_shapes(blank_rows(frame.layout, frame.tr), boxes.rows, boxes.links, frame.theme)
    # Without `ignore_interactions` a canvas would take every tap on it.
    printed = ft.Container(shape_canvas(shapes), ignore_interactions=True, **size)
    router = TapRouter(frame.prefix, frame.tap, boxes.rows, lambda: source.state.sheets[index].rows)
    rows = [
        frame.leaf(_select_row(at), _paint_row, router, at, key=row.letter)
        for at, row in enumerate(frame.layout.rows)
    ]
    over = frame.leaf(lambda look: (look.ringed_cells, look.lit_cells), _links_and_rings)
    pairs = [frame.leaf(lambda look: look.pairs, _paint_pairs)] if boxes.pairs else []
    return ft.Stack([printed, router.with_taps(rows), ft.Stack([over], **size), *pairs])


def _select_row(row: int) -> Callable[[SheetLook], RowLook]:
    return lambda look: look.rows[row]


def _paint_row(look: RowLook, frame: SheetFrame, router: TapRouter, row: int) -> ft.Control:
    """Paint the ink and the targets over it; an unchanged part is the very same control."""
    boxes = frame.boxes.rows[row]
    theme = frame.theme
    leaf_memo = use_leaf_memo(frame, router)
    size = box_args(boxes.box.relative_to(boxes.box))
    shapes = ft.use_memo(LeafMemo, [frame, router])

    def paint_veil() -> ft.Control:
        return shape_canvas(
            closed_row_shapes(look, boxes, theme),
            opacity=1 if look.is_closed else 0,
            animate_opacity=look_animation(SLOW_MS),
            **size,
        )

    def paint_ink() -> ft.Control:
        return shape_canvas(
            ink_shapes(look, boxes, theme, frame.seed), shapes.start_build(), **size
        )

    veil = leaf_memo.get(("veil", look.is_closed and look.drawing_key), paint_veil)
    ink = leaf_memo.get(("ink", look.drawing_key), paint_ink)
    return row_with_targets(look, router, row, leaf_memo, (veil, ink))


def _links_and_rings(
    part: tuple[Sequence[CellRef], Sequence[CellRef]], frame: SheetFrame
) -> ft.Control:
    """Paint links and rings apart from the rows, so that a cross leaves other rows alone."""
    ringed, lit = part
    boxes = frame.boxes
    leaf_memo = use_leaf_memo(frame)
    shapes = overlay_shapes(ringed, boxes.rows, boxes.links, frame.theme)
    drawn: ft.Control = shape_canvas(shapes, leaf_memo)
    if lit:
        faded = choice_shapes(lit, blank_rows(frame.layout, frame.tr), boxes.rows, frame.theme)
        size = size_args(boxes.box)
        drawn = ft.Stack([ft.Container(drawn, **size), shape_canvas(faded, **size)])
    return ft.Container(drawn, ignore_interactions=True, **size_args(boxes.box))


def _paint_pairs(pairs: Sequence[PairLook], frame: SheetFrame) -> ft.Control:
    """Paint what each pair brings, and whether it is complete or lost."""
    whole = bounding_box(frame.boxes.pairs)
    nodes = [
        SemanticsNode(
            label=pair.spoken,
            container=True,
            content=shape_canvas(pair_shapes(pair, box, frame.theme), **size_args(box)),
            **box_args(box.relative_to(whole)),
        )
        for pair, box in zip(pairs, frame.boxes.pairs, strict=True)
    ]
    return ft.Stack([*nodes], **box_args(whole))


# outside of the rows


def penalty_boxes(frame: SheetFrame, within: Box) -> ft.Control:
    """Paint the penalties, seen from `within`.

    Only the next one reacts to taps; on a sheet copied from paper also the newest taken one.
    """

    def select_penalties(view: View) -> tuple[PenaltyBoxes, tuple[str, ...], bool]:
        look = view.sheets[frame.index]
        drawn = PenaltyBoxes(
            look.penalties, look.layout.penalties, look.unsent_penalties, view.back is not None
        )
        return drawn, look.spoken_penalties, look.on_paper

    box = bounding_box(frame.boxes.penalties)
    return frame.source.build_leaf(
        select_penalties, _paint_penalties, frame, box, box.relative_to(within)
    )


def _paint_penalties(
    part: tuple[PenaltyBoxes, tuple[str, ...], bool], frame: SheetFrame, whole: Box, box: Box
) -> ft.Control:
    shown, spoken, copied = part
    boxes = [each.relative_to(whole) for each in frame.boxes.penalties]
    leaf_memo = use_leaf_memo(frame)
    shapes = penalty_shapes(shown, boxes, frame.theme, frame.seed)
    drawn = shape_canvas(shapes, leaf_memo, **box_args(whole.relative_to(whole)))
    if shown.is_small:
        text = frame.tr.gettext("Penalties: {n} of {all}", n=shown.taken, all=shown.limit)
        return ft.Stack([drawn, frame.tap_target("penalty", text, boxes[0])], **box_args(box))
    targets = list[ft.Control]()
    for number, (text, each) in enumerate(zip(spoken, boxes, strict=False)):
        if number == shown.taken:
            target = frame.tap_target("penalty", text, each)
        elif copied and number == shown.taken - 1:
            target = frame.tap_target(TAKEN_PENALTY, text, each, checked=True)
        else:
            target = SemanticsNode(
                label=text, container=True, content=ft.Stack([]), **box_args(each)
            )
        target.key = "next" if number == shown.taken else f"b{number}"
        targets.append(target)
    return ft.Stack([drawn, *targets], **box_args(box))


def paint_sum_line(frame: Frame, line: Box) -> ft.Control:
    """Paint the sum: the fields of the rows, minus the penalties, equals the total."""
    sheet = frame.first_sheet
    printed = shape_canvas(
        sum_print_shapes(sheet.layout, sheet.boxes.sum, line, frame.theme), **size_args(line)
    )
    return ft.Stack(
        [
            printed,
            sheet.leaf(attrgetter("fields", "spoken_sum"), _sum_digits, line),
            *extra_and_total(sheet, line),
        ],
        **box_args(line),
    )


def _sum_digits(part: tuple[tuple[str, ...], str], frame: SheetFrame, line: Box) -> ft.Control:
    fields, spoken = part
    leaf_memo = use_leaf_memo(frame)
    digits = sum_digit_shapes(fields, frame.boxes.sum, line, frame.theme)
    return SemanticsNode(
        label=spoken,
        container=True,
        content=shape_canvas(digits, leaf_memo, **size_args(line)),
        **box_args(line.relative_to(line)),
    )


def extra_and_total(frame: SheetFrame, within: Box, title: str = "") -> list[ft.Control]:
    """Paint the extra field, if there is one, and the total; seen from `within`."""
    boxes = frame.boxes.sum
    select_total = attrgetter("total", "spoken_total", "needs_explanation")
    box = boxes.total.relative_to(within)
    fields = [frame.leaf(select_total, _total_field, box, title)]
    if boxes.extra is not None:
        box = boxes.extra.relative_to(within)
        fields.insert(0, frame.leaf(attrgetter("extra"), _extra_field, box))
    return fields


def _extra_field(part: ExtraLook | None, frame: SheetFrame, box: Box) -> ft.Control:
    leaf_memo = use_leaf_memo(frame, box)
    if part is None:
        return ft.Container(**box_args(box))
    shapes = extra_shapes(part, box, frame.layout, frame.theme)
    drawn = shape_canvas(shapes, leaf_memo, **size_args(box))
    return frame.tap_target(part.identifier, part.spoken, box, drawn=drawn)


def _total_field(
    part: tuple[int | None, str, bool], frame: SheetFrame, box: Box, title: str
) -> ft.Control:
    """Paint the total; a tap on it explains it if the sum does not."""
    total, spoken, explains = part
    leaf_memo = use_leaf_memo(frame, box)
    shapes = total_shapes(total, title, box, frame.theme)
    drawn = shape_canvas(shapes, leaf_memo, **size_args(box))
    if explains:
        return frame.tap_target("total", spoken, box, drawn=drawn)
    return tap_target(f"{frame.prefix}total", spoken, None, box, drawn=drawn)
