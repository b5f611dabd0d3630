"""Buttons, discs of players, words that somebody must know, and the field for what is typed."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.settings.letters import starts_with_emoji
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.primitives import TapHandler, corner_args, tappable, write
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
    """Build a button; `planned`: its space is fixed, so its letters stop growing at its edge.

    `wraps`: its words may take two lines.
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
            height=_LINE_HEIGHT,
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
    """Build the one main button of a screen."""
    theme = current_theme()
    look = {"color": theme.on_primary, "bgcolor": theme.primary, "ring": theme.gain}
    return _text_button(identifier, text, tap, **{**look, **more})


def tonal_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a button beside the main one."""
    theme = current_theme()
    return _text_button(identifier, text, tap, color=theme.ink, bgcolor=theme.surface2, **more)


def outlined_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a quiet button."""
    theme = current_theme()
    border = ft.Border.all(1.5, theme.line)
    return _text_button(identifier, text, tap, color=theme.ink, border=border, **more)


def deleting_button(
    identifier: str,
    text: str,
    tap: TapAction,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """Build a button that deletes, or asks whether to."""
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
    """Build the lock prompt's button, the only control outside a sheet in a row's colour."""
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
    """Build a round button with an icon; pale where it has nothing to do."""
    theme = current_theme()
    glyph = ft.Icon(icon, size=26, color=theme.ink, opacity=1 if enabled else theme.idle_opacity)
    return tappable(
        identifier,
        spoken,
        glyph,
        tap,
        dead=not enabled,
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
    """Build a round button that passes on its own identifier."""
    return icon_button(name, spoken, icon, lambda: tap(name), **look)


def remark_card(lines: Sequence[str], leads: str, tap: TapHandler) -> ft.Control:
    """Build the place and the note of a game; a tap, described by `leads`, changes them."""
    theme = current_theme()
    texts = ft.Column([write(line, BODY, height=1.35) for line in lines], spacing=4, expand=True)
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
    """Build a notice: a fact, what it means if need be, and buttons; it is read at once."""
    theme = current_theme()
    title, detail = lines
    texts: list[ft.Control] = [write(title, LABEL)]
    if detail:
        texts.append(write(detail, HINT, color=theme.ink2))
    message = ft.Semantics(
        identifier=identifier,
        container=True,
        live_region=True,
        content=ft.Column(texts, spacing=2),
        expand=True,
    )
    head = ft.Row([ft.Icon(icon, size=22, color=theme.ink), message], spacing=12)
    return ft.Container(
        ft.Column([head, *buttons], spacing=12, tight=True),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=14,
        margin=ft.Margin.only(top=10),
    )


def avatar(name: str, color: str, size: float) -> ft.Control:
    """Build a disc with a player's initial, hidden from screen readers."""
    return disc(initial(name), color, size)


def disc(
    initial: str,
    color: str,
    size: float,
    opacity: float = 1,
    **place: Any,  # noqa: ANN401 - `left` and `top` in a stack
) -> ft.Control:
    """Build a disc in a player's colour with a letter or a picture, hidden from screen readers."""
    style = TITLE.resized(size * (0.6 if starts_with_emoji(initial) else 0.44))
    letter = write(initial, style, color="#FFFFFF", height=1.0, semantics_label="")
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
    """Words that must be seen, on yellow, in letters of such a size; in two lines if need be."""
    yellow = current_theme().bands["y"]
    pill = ft.Container(
        write(text, TITLE.resized(size), color=yellow.text, height=1.2, max_lines=2),
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
    """Words in a box that lead to what they are about, by its identifier."""
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
    """Build the button that undoes (`undo`) or the one that redoes (`redo`)."""
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
    """Paint a field with its label in the frame; the keys are its own while in it.

    Args:
        typed: What was typed into it: see `use_field_state`.
        label: What it asks for.
        stored: What it shows before anything is typed.
        change: Told the text after each letter.
        leave: Told a typed text when the field is left; returns what it shows from then on, or
            None for what is stored.
        send: Called when the text is sent by the keyboard; without it that leaves the field.
        more: Anything else that `ft.TextField` knows.
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
