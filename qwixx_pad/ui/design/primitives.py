"""The basic parts of all screens: texts, taps, columns and lines, animations."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from qwixx_pad.ui.context import current_theme
from qwixx_pad.ui.flet_support.flet_patches import handler
from qwixx_pad.ui.flet_support.keyboard import Keyboard, TapArea, TapButton
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.theme.tokens import (
    HINT,
    MAX_CELL_TEXT_SCALE,
    NOTICE,
    Style,
    font_family,
    text_width,
)

_MIN_FITTED_DP = 11
"""The size to which letters shrink before a text takes a second line."""
_WORD_ENDS = re.compile(r"(?<=-)| ")
"""Where a text may be broken."""


def write(
    text: str,
    style: Style,
    *,
    color: str | None = None,
    line_height: float | None = None,
    **more: Any,  # noqa: ANN401 - whatever else ft.Text knows
) -> ft.Text:
    """Build a text, in `ink` unless it has another `color`.

    `line_height` is a multiple of the size; None for that of the font.
    """
    if more.get("no_wrap"):
        more.setdefault("overflow", ft.TextOverflow.ELLIPSIS)
    if more.get("selectable"):
        more["semantics_label"] = text
    return ft.Text(
        text,
        size=style.size,
        color=color or current_theme().ink,
        font_family=font_family(style.weight),
        style=ft.TextStyle(letter_spacing=0, height=line_height),
        **more,
    )


def fitted_text(
    text: str,
    style: Style,
    room: float,
    color: str,
    *,
    lines: int = 2,
) -> ft.Text:
    """Build a name or another short text that fits into `room`, in dp.

    A long one gets smaller, then takes up to `lines` lines if no word breaks, then ends in dots.
    """
    theme = current_theme()
    smallest = min(style.size, _MIN_FITTED_DP / min(theme.text_scale, MAX_CELL_TEXT_SCALE))
    fits = room / max(text_width(text), 1) / theme.text_scale
    longest = max(map(text_width, _WORD_ENDS.split(text)))
    wraps = fits < smallest and longest * smallest * theme.text_scale <= room
    return write(
        text,
        style if fits >= style.size else style.resized(int(max(fits, smallest))),
        color=color,
        line_height=1.1,
        max_lines=lines if wraps else 1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )


def heading(
    text: str,
    style: Style,
    color: str,
    **more: Any,  # noqa: ANN401 - whatever else `write` knows
) -> ft.Semantics:
    """Build a text that screen readers list among the headings."""
    return ft.Semantics(header=True, content=write(text, style, color=color, **more))


def explanation(text: str) -> ft.Control:
    """Build a text that explains what stands above it, and is less prominent."""
    return write(text, HINT, color=current_theme().ink2, line_height=1.35)


def decorative(drawn: ft.Control) -> ft.Semantics:
    """Hide a drawing from screen readers: its content is said elsewhere, or it has none."""
    return ft.Semantics(content=drawn, exclude_semantics=True)


def live_region(identifier: str, lines: ft.Control) -> ft.Control:
    """Wrap what a screen reader announces when it appears."""
    return ft.Semantics(
        identifier=identifier, live_region=True, container=True, expand=True, content=lines
    )


def labelled_node(identifier: str, spoken: str, drawn: ft.Control, **more: Any) -> ft.Semantics:  # noqa: ANN401
    """Build something that screen readers say as one sentence; `drawn` shows the same."""
    return ft.Semantics(identifier=identifier, label=spoken, container=True, content=drawn, **more)


def message_line(text: str, style: Style = NOTICE, *, live: bool = True) -> ft.Semantics:
    """Build the message about the last tap; a screen reader announces it if it is `live`."""
    return ft.Semantics(
        identifier="message",
        live_region=live or None,
        container=True,
        content=write(text, style),
    )


QUICK_MS = 120
"""Duration of changes of a number or a cell."""
SLOW_MS = 250
"""Duration of changes of a band or a card."""


def look_animation(milliseconds: int = QUICK_MS) -> ft.Animation | None:
    """The animation of a control whose look changes; None where nothing may move."""
    if current_theme().reduce_motion:
        return None
    return ft.Animation(milliseconds, ft.AnimationCurve.EASE_OUT)


@ft.control("MergeSemantics")  # type: ignore[arg-type]  # Flet's own controls are written so
class MergedNode(ft.LayoutControl):
    """A control that screen readers say as one."""

    content: ft.Control | None = None


@ft.control("Semantics")  # type: ignore[arg-type]  # as above
class SemanticsNode(ft.Semantics, ft.LayoutControl):
    """A node of the semantics tree with a place and a size; see `ft.Semantics`."""


def box_args(box: Box) -> dict[str, Any]:
    """Place and size of a control in a stack."""
    return {**corner_args(box), **size_args(box)}


def size_args(box: Box) -> dict[str, Any]:
    return {"width": box.width, "height": box.height}


def corner_args(box: Box) -> dict[str, Any]:
    return {"left": box.x, "top": box.y}


def hstack(
    parts: Sequence[ft.Control], *, spacing: float, shares: Sequence[int] = ()
) -> ft.Control:
    """Put controls in one line, each as wide as its share, or all alike; usually two buttons.

    With large letters each has a line of its own.
    """
    if current_theme().has_large_text:
        return ft.Column(
            [*parts],
            spacing=spacing,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            tight=True,
        )
    cells = [
        ft.Container(part, expand=share)
        for part, share in zip(parts, shares or [1] * len(parts), strict=True)
    ]
    return ft.Row([*cells], spacing=spacing)


def page_column(
    parts: Sequence[ft.Control],
    width: float,
    *,
    spacing: float = 10,
    bar: ft.Control | None = None,
    foot: Sequence[ft.Control] = (),
) -> ft.Control:
    """Put controls below each other, in a column of this width.

    They scroll between `bar` and `foot`, which stay in place.
    """

    def centered_column(content: Sequence[ft.Control], above: float, below: float) -> ft.Control:
        column = ft.Column(
            [*content], spacing=spacing, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
        )
        padding = ft.Padding.only(top=above, bottom=below)
        sized = ft.Container(column, width=width, padding=padding)
        return ft.Row([sized], alignment=ft.MainAxisAlignment.CENTER)

    page = ft.Container(
        ft.Column([centered_column(parts, spacing if bar else 0, 20)], scroll=ft.ScrollMode.AUTO),
        expand=True,
        alignment=ft.Alignment.TOP_CENTER,
    )
    if bar is None:
        return page
    layers = [centered_column([bar], 0, 0), page]
    if foot:
        layers.append(centered_column(foot, 8, 14))
    return ft.Column(layers, spacing=0, expand=True)


TapHandler = Callable[[str], object]
"""Called with the identifier that was tapped."""
_PRESSED_OPACITY = 0.6
_DEFAULT_RADIUS_DP = 8
_SIZE_ARGS = frozenset({"width", "height", "alignment"})
_BUTTON_ARGS = _SIZE_ARGS | {"border_radius", "padding"}
"""Arguments that a button handles itself. Any other is for a container inside it; a button's own
background would have other corners."""
_NO_MIN_SIZE = ft.Size(0, 0)


def tappable(  # noqa: PLR0913 - what a finger, an eye and an ear need to know
    identifier: str,
    spoken: str,
    content: ft.Control | None,
    on_tap: Callable[[], object] | None,
    *,
    checked: bool | None = None,
    toggled: bool | None = None,
    selected: bool | None = None,
    dead: bool = False,
    place: dict[str, Any] | None = None,
    ring: str = ft.Colors.ON_SURFACE,
    action: ft.ClientAction | None = None,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> MergedNode:
    """Build a control that acts when the finger is lifted, and on Enter and Space.

    Args:
        identifier: Of its semantics node.
        spoken: Its label for a screen reader, which does not see `content`.
        content: What is painted inside.
        on_tap: The action; None for a control that only looks like a button.
        checked: Its state as a checkbox; None if it is none.
        toggled: Its state as a switch; None if it is none.
        selected: Whether it stands for the current screen; None if it stands for none.
        dead: Whether it has no effect now: a screen reader says so, and a tap is explained. Flet
            disables everything inside a disabled node, so the node is inside the button.
        place: `left` and `top` in a stack.
        ring: Colour of its focus ring.
        action: What the device itself does within the tap.
        look: Other arguments of `ft.Container`.
    """
    look = {name: value for name, value in look.items() if value is not None}
    flat = look.keys() >= _SIZE_ARGS and look.keys() <= _BUTTON_ARGS
    node = ft.Semantics(
        identifier=identifier,
        label=spoken,
        checked=checked,
        toggled=toggled,
        selected=selected,
        disabled=dead,
        exclude_semantics=True,
        content=content if flat else ft.Container(content=content, **look),
    )
    own = look if flat else {"border_radius": look.get("border_radius") or _DEFAULT_RADIUS_DP}
    button = TapButton(
        content=node,
        key=identifier,
        data=None if on_tap is None else identifier,
        disabled=on_tap is None,
        action=action,
        on_click=None if on_tap is None else handler(lambda _: on_tap()),
        on_focus=handler(Keyboard.on_focus),
        on_blur=handler(Keyboard.on_blur),
        min_size=_NO_MIN_SIZE,
        opacity_on_click=_PRESSED_OPACITY,
        focus_color=ring,
        **{"padding": 0, **own},
    )
    return MergedNode(content=button, **(place or {}))


def tap_area(
    identifier: str,
    on_tap: Callable[[], object],
    on_finger: Callable[[float, float], object] | None = None,
    drawn: ft.Control | None = None,
) -> TapArea:
    """Build what receives a tap on something printed; `drawn` is shown inside.

    `on_finger` is called with the point where a finger was lifted, in dp from the corner of the
    area. `on_tap` is for screen readers, which choose the thing itself; and for fingers without
    `on_finger`.
    """

    def on_tap_up(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        point = getattr(event, "local_position", None)
        if on_finger is None or point is None or event.kind is ft.PointerDeviceType.UNKNOWN:
            on_tap()
        else:
            on_finger(point.x, point.y)

    return TapArea(
        drawn,
        key=identifier,
        data=identifier,
        on_tap_up=handler(on_tap_up),
        mouse_cursor=ft.MouseCursor.CLICK,
    )


def tap_target(  # noqa: PLR0913 - what a finger and an ear need to know
    identifier: str,
    spoken: str,
    listener: TapArea | Callable[[], object] | None,
    box: Box,
    *,
    checked: bool | None = None,
    dead: bool = False,
    drawn: ft.Control | None = None,
) -> SemanticsNode:
    """Build the semantics node of something printed: over its drawing, or around it.

    Args:
        identifier: Of the node: the token that it enters.
        spoken: Its label for a screen reader.
        listener: The tap area, or the action of a tap; None if it is only read.
        box: Its place in a stack.
        checked: Its state as a checkbox; None for a button.
        dead: Whether it has no effect now: a screen reader says so. Only an area around it receives
            taps then, for Flet disables everything inside a disabled node.
        drawn: Its drawing; None if that is elsewhere.
    """
    content: ft.Control = drawn or ft.Stack([])  # Flet takes no node without content
    if isinstance(listener, TapArea):
        content = listener
    elif listener is not None:
        content = tap_area(identifier, listener, drawn=drawn)
    return SemanticsNode(
        identifier=identifier,
        label=spoken,
        checked=checked,
        button=True if listener is not None and checked is None else None,
        disabled=dead,
        container=True,
        content=content,
        **box_args(box),
    )


_DRAG_INTERVAL_MS = 30
"""The shortest time between two reported positions of a finger."""


def drag_area(
    content: ft.Control,
    on_position: Callable[[float], object],
    **more: Any,  # noqa: ANN401 - whatever else ft.GestureDetector knows
) -> ft.Control:
    """Build a picture in which a tap or a drag chooses a position; its semantics are around it.

    `on_position` is called with the distance of the finger from the left end, in dp.
    """

    def on_move(event: Any) -> None:  # noqa: ANN401 - Flet has a kind of event for each gesture
        if event.local_position is not None:
            on_position(event.local_position.x)

    return ft.GestureDetector(
        content=content,
        on_tap_up=handler(on_move),
        on_horizontal_drag_start=handler(on_move),
        on_horizontal_drag_update=handler(on_move),
        drag_interval=_DRAG_INTERVAL_MS,
        exclude_from_semantics=True,
        **more,
    )
