"""Buttons, players' discs, notices, and the text field."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.settings.letters import starts_with_emoji
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.primitives import TapHandler, corner_args, live_region, tappable, write
from qwixx_pad.ui.flet_support.field_state import FieldState, TypedTextField
from qwixx_pad.ui.flet_support.flet_patches import handler
from qwixx_pad.ui.flet_support.keyboard import Keyboard
from qwixx_pad.ui.geometry import LARGE_TEXT_SCALE, Box
from qwixx_pad.ui.theme.tokens import BODY, HINT, LABEL, TITLE, font_family, text_width

TapAction = Callable[[], object]
_LINE_HEIGHT = 1.2
_SMALL_SP = 14
"""Up to this size of letters, a button has narrow edges."""


def _text_button(  # noqa: PLR0913 - the one place where a button is put together
    identifier: str,
    text: str,
    tap: TapAction,
    *,
    color: str,
    icon: ft.IconData | None = None,
    height: float = 56,
    spoken: str | None = None,
    size: float = 17,
    planned: bool = False,
    wraps: bool = False,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """Build a button.

    Args:
        identifier: Of the button.
        text: The label.
        tap: Called on a tap.
        color: Of label and icon.
        icon: Before the label.
        height: In dp; more if large letters need it, unless `planned`.
        spoken: The label for a screen reader; None for the same.
        size: Of the letters, in sp.
        planned: Whether its size is fixed, so that letters stop growing at its edges.
        wraps: Whether the label may take two lines.
        look: Other arguments of `ft.Container`.
    """
    theme = current_theme()
    style = TITLE.resized(size)
    if planned:
        style = style.capped(theme, LARGE_TEXT_SCALE)
    edge = 14 if style.size > _SMALL_SP else 4
    if planned and "width" in look:
        room = look["width"] - 2 * edge - (30 if icon else 0)
        style = TITLE.resized(size).fitted_to(theme, text, room, height, LARGE_TEXT_SCALE)
        wraps = wraps or text_width(text) * style.size > room
    if theme.text_scale <= 1:
        look |= {"height": height, "alignment": ft.Alignment.CENTER}
        look["padding"] = ft.Padding.symmetric(horizontal=edge)
    elif planned:
        look |= {"height": height, "padding": ft.Padding.symmetric(horizontal=edge, vertical=0)}
    else:
        above = max(4.0, (height - style.size * _LINE_HEIGHT) / 2)  # as for one line
        look["padding"] = ft.Padding.symmetric(horizontal=edge, vertical=above)
    if wraps or theme.text_scale > 1:
        label = write(
            text,
            style,
            color=color,
            line_height=_LINE_HEIGHT,
            text_align=ft.TextAlign.CENTER,
            expand=True,
            expand_loose=icon is not None,
        )
    else:
        label = write(text, style, color=color, no_wrap=True)
    parts: list[ft.Control] = [label]
    if icon is not None:
        parts.insert(0, ft.Icon(icon, size=20, color=color))
    row = ft.Row(parts, spacing=10, alignment=ft.MainAxisAlignment.CENTER)
    return tappable(identifier, spoken or text, row, tap, border_radius=16, **look)


def primary_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    theme = current_theme()
    look = {"color": theme.on_primary, "bgcolor": theme.primary, "ring": theme.gain}
    return _text_button(identifier, text, tap, **{**look, **more})


def tonal_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    theme = current_theme()
    return _text_button(identifier, text, tap, color=theme.ink, bgcolor=theme.surface2, **more)


def outlined_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build the least prominent button."""
    theme = current_theme()
    return _text_button(
        identifier, text, tap, color=theme.ink, border=ft.Border.all(1.5, theme.line), **more
    )


def deleting_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a button that deletes, or asks whether to delete."""
    theme = current_theme()
    look = {"color": theme.danger, "border": ft.Border.all(1.5, theme.danger)}
    return _text_button(identifier, text, tap, wraps=True, **{**look, **more})


def row_color_button(
    letter: str,
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a button in the colour of a row, for cards that ask about a lock or a choice."""
    colors = current_theme().bands[letter]
    return _text_button(identifier, text, tap, color=colors.text, bgcolor=colors.band, **more)


def icon_button(  # noqa: PLR0913 - an icon, its name and its state
    identifier: str,
    spoken: str,
    icon: ft.IconData,
    tap: TapAction,
    *,
    enabled: bool = True,
    size: float = 48,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """Build a round button with an icon; pale if it is not enabled."""
    theme = current_theme()
    glyph = ft.Icon(icon, size=26, color=theme.ink, opacity=1 if enabled else theme.idle_opacity)
    return round_button(identifier, spoken, glyph, tap, size, dead=not enabled, **look)


def round_button(
    identifier: str,
    spoken: str,
    content: ft.Control,
    tap: TapAction,
    size: float,
    **look: Any,  # noqa: ANN401 - whatever else `tappable` knows
) -> ft.Control:
    return tappable(
        identifier,
        spoken,
        content,
        tap,
        width=size,
        height=size,
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
        **look,
    )


def named_icon_button(
    name: str,
    spoken: str,
    icon: ft.IconData,
    tap: TapHandler,
    **look: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a round button that calls `tap` with its identifier."""
    return icon_button(name, spoken, icon, lambda: tap(name), **look)


def remark_card(lines: Sequence[str], leads: str, tap: TapHandler) -> ft.Control:
    """Build the place and the note of a game; a tap, described by `leads`, edits them."""
    theme = current_theme()
    texts = ft.Column(
        [write(line, BODY, line_height=1.35) for line in lines], spacing=4, expand=True
    )
    icon = ft.Icon(ft.Icons.EDIT_ROUNDED, size=16, color=theme.ink2)
    return tappable(
        "remark",
        f"{leads}: {'. '.join(lines)}",
        ft.Row([texts, icon], spacing=10),
        lambda: tap("remark"),
        bgcolor=theme.surface,
        border_radius=20,
        padding=14,
    )


def notice_card(
    lines: tuple[str, str],
    icon: ft.IconData,
    *buttons: ft.Control,
    identifier: str = "notice",
) -> ft.Control:
    """Build a notice, which a screen reader announces: title, detail and buttons.

    `lines` are title and detail; the detail may be empty.
    """
    theme = current_theme()
    title, detail = lines
    texts: list[ft.Control] = [write(title, LABEL)]
    if detail:
        texts.append(write(detail, HINT, color=theme.ink2))
    message = live_region(identifier, ft.Column(texts, spacing=2))
    head = ft.Row([ft.Icon(icon, size=22, color=theme.ink), message], spacing=12)
    return ft.Container(
        ft.Column([head, *buttons], spacing=12, tight=True),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=14,
        margin=ft.Margin.only(top=10),
    )


def avatar(name: str, color: str, size: float) -> ft.Control:
    return disc(initial(name), color, size)


def disc(
    initial: str,
    color: str,
    size: float,
    opacity: float = 1,
    **place: Any,  # noqa: ANN401 - `left` and `top` in a stack
) -> ft.Control:
    """Build a disc in a player's colour with a letter or an emoji, hidden from screen readers."""
    style = TITLE.resized(size * (0.6 if starts_with_emoji(initial) else 0.44))
    letter = write(initial, style, color="#FFFFFF", line_height=1.0, semantics_label="")
    return ft.Container(
        content=letter,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=color,
        alignment=ft.Alignment.CENTER,
        opacity=opacity,
        **place,
    )


def banner_pill(text: str, size: float = 12) -> ft.Control:
    """Build an important text on yellow, in up to two lines; `size` in sp."""
    yellow = current_theme().bands["y"]
    pill = ft.Container(
        write(text, TITLE.resized(size), color=yellow.text, line_height=1.2, max_lines=2),
        bgcolor=yellow.band,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
        expand=True,
        expand_loose=True,
    )
    return ft.Row([pill])


def text_link(
    identifier: str, spoken: str, text: ft.Control, tap: TapHandler, box: Box
) -> ft.Control:
    """Build a text in a box that can be tapped."""
    return tappable(
        identifier,
        spoken,
        text,
        lambda: tap(identifier),
        place=corner_args(box),
        width=box.width,
        height=box.height,
        border_radius=14,
        alignment=ft.Alignment.TOP_LEFT,
    )


def undo_redo_button(
    enabled: bool,  # noqa: FBT001 - what is shown
    which: str,
    tap: TapHandler,
    box: Box | None = None,
    fill: str | None = None,
) -> ft.Control:
    """Build the button for `undo` or for `redo`."""
    tr = current_translator()
    if which == "undo":
        icon = ft.Icons.UNDO_ROUNDED
        spoken = tr.gettext("Undo")
    else:
        icon = ft.Icons.REDO_ROUNDED
        spoken = tr.gettext("Redo")
    place = None if box is None else corner_args(box)
    return named_icon_button(which, spoken, icon, tap, enabled=enabled, bgcolor=fill, place=place)


def text_field(  # noqa: PLR0913 - a field, what it is about, and where its text goes
    typed: FieldState,
    label: str,
    stored: str = "",
    *,
    change: Callable[[str], object] | None = None,
    leave: Callable[[str], str | None] | None = None,
    send: Callable[[], object] | None = None,
    **more: Any,  # noqa: ANN401 - whatever else ft.TextField knows
) -> ft.Semantics:
    """Paint a field with its label in the frame; it takes all keys while it has the focus.

    Args:
        typed: The state of the field: see `use_field_state`.
        label: The label.
        stored: The text before anything is typed.
        change: Called with the text after each letter.
        leave: Called with a typed text when the field loses the focus; returns the text to show
            from then on, or None for the stored one.
        send: Called when the keyboard sends the text; without it that has the effect of leaving.
        more: Other arguments of `ft.TextField`.
    """
    theme = current_theme()
    typed.leave = leave
    if typed.text == stored and not typed.focused:
        typed.text = None

    def on_change(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        # its control may show an earlier text again by now, painted between two letters
        typed.text = event.data if isinstance(event.data, str) else ""
        if change is not None:
            change(typed.text)

    def on_focus(event: ft.Event[Any]) -> None:
        Keyboard.on_focus(event)
        typed.focused = True

    def on_blur(event: ft.Event[Any]) -> None:
        Keyboard.on_blur(event)
        typed.focused = False
        typed.commit_text()

    field = TypedTextField(
        data=typed,
        value=typed.text_or(stored),
        label=label,
        autofocus=typed.autofocus,
        on_focus=handler(on_focus),
        on_change=handler(on_change),
        on_blur=handler(on_blur),
        on_submit=handler(lambda _: typed.commit_text() if send is None else send()),
        border=_field_borders(),
        color=theme.ink,
        label_style=ft.TextStyle(color=theme.ink2, font_family=font_family(400)),
        **{
            "text_style": ft.TextStyle(font_family=font_family(500), size=16, letter_spacing=0),
            **more,
        },
    )
    return ft.Semantics(identifier=typed.identifier, content=field, expand=more.get("expand"))


def _field_borders() -> dict[ft.ControlState, ft.InputBorder]:
    theme = current_theme()

    def outline_border(width: float, color: str) -> ft.InputBorder:
        return ft.OutlineInputBorder(side=ft.BorderSide(width, color), border_radius=12)

    return {
        ft.ControlState.DEFAULT: outline_border(1, theme.frame),
        ft.ControlState.FOCUSED: outline_border(2, theme.ink),
    }
