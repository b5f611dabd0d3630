"""Parts of screens other than the pad: bars, groups, choices, switches, pills."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, TypeVar

import flet as ft

from qwixx_pad.settings import MAX_PLAYER_NAME_CHARS
from qwixx_pad.settings.letters import has_glyphs
from qwixx_pad.ui.context import (
    ScreenContext,
    current_column_width,
    current_context,
    current_theme,
    current_translator,
)
from qwixx_pad.ui.design.controls import avatar, named_icon_button, round_button, tonal_button
from qwixx_pad.ui.design.fields import limited_field
from qwixx_pad.ui.design.primitives import (
    TapHandler,
    heading,
    hstack,
    live_region,
    look_animation,
    tappable,
    write,
)
from qwixx_pad.ui.flet_support.field_state import FieldState
from qwixx_pad.ui.flet_support.file_transfer import FileTransfer, TransferOutcome
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import (
    ASIDE,
    BODY,
    CHIP,
    HINT,
    NAME,
    NOTICE,
    OPTION,
    TAG,
    TITLE,
    Theme,
)

ChoiceT = TypeVar("ChoiceT", bound=str)


@dataclass(frozen=True)
class Screen:
    """A screen in one state; each screen adds its own fields. `go` opens another screen."""

    context: ScreenContext
    go: TapHandler

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def tr(self) -> Translator:
        return self.context.tr

    @property
    def transfer(self) -> FileTransfer:
        return self.context.transfer

    def line_button(
        self,
        name: str,
        text: str,
        on_tap: Callable[[], object],
        action: ft.ClientAction | None = None,
    ) -> ft.Control:
        """Build a button with a line of its own; `text` is not yet translated."""
        return tonal_button(name, self.tr.gettext(text), on_tap, height=50, size=16, action=action)


def name_field(
    typed: FieldState,
    label: str,
    stored: str = "",
    **more: Any,  # noqa: ANN401 - whatever else `limited_field` knows
) -> ft.Semantics:
    """Paint the field of a player's name, which warns if the device cannot show its letters."""
    context = current_context()

    def missing_letters_hint(name: str) -> str:
        if not context.has_fonts or has_glyphs(name):
            return ""
        return context.tr.gettext("Some of these characters can’t be shown here.")

    return limited_field(
        typed, label, MAX_PLAYER_NAME_CHARS, stored, hint=missing_letters_hint, **more
    )


def player_color_button(
    identifier: str, name: str, color: int, tap: Callable[[], object]
) -> ft.Control:
    """Build a player's disc, which changes its colour when it is tapped."""
    spoken = current_translator().gettext("Change {name}’s colour", name=name)
    face = avatar(name, current_theme().player_color(color), 36)
    return round_button(identifier, spoken, face, tap, 48)


def settings_button(go: TapHandler) -> ft.Control:
    spoken = current_translator().gettext("Settings")
    return named_icon_button("settings", spoken, ft.Icons.SETTINGS_ROUNDED, go)


_BACK_DP = 46
"""Width that the back button takes from the title."""


def page_bar(
    title: str,
    go: TapHandler,
    subtitle: str = "",
    *,
    action: ft.Control | None = None,
) -> ft.Control:
    """Build the bar of a screen that is not the pad: back button, title, and perhaps an action."""
    theme = current_theme()
    short = theme.text_scale <= 1
    style = TITLE.resized(19).fitted_to(theme, title, current_column_width() - _BACK_DP, inf)
    lines = [write(title, style, line_height=1.2, no_wrap=short)]
    if subtitle:
        lines.append(write(subtitle, HINT, color=theme.ink2, line_height=1.2, no_wrap=short))
    texts = ft.Column([*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=not short)
    row = ft.Row(
        [
            named_icon_button(
                "back", current_translator().gettext("Back"), ft.Icons.ARROW_BACK_ROUNDED, go
            ),
            ft.Semantics(header=True, content=texts, expand=True),
        ],
        spacing=8,
    )
    content: ft.Control = row
    if action is not None and theme.has_large_text:  # below the title
        action_line = ft.Container(ft.Row([action]), padding=ft.Padding.only(left=10))
        content = ft.Column([row, action_line], spacing=4)
    elif action is not None:
        row.controls.append(action)
    return ft.Container(
        content,
        height=56 if short else None,
        margin=ft.Margin.only(left=-10),
        padding=0 if short else ft.Padding.symmetric(vertical=4),
    )


def settings_group(title: str, content: Sequence[ft.Control]) -> ft.Control:
    """Build a card of settings below its heading."""
    theme = current_theme()
    card = ft.Container(
        ft.Column([*content], spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=theme.surface,
        border_radius=18,
        padding=12,
    )
    return ft.Column(
        [
            ft.Container(heading(title, TAG, theme.ink2), padding=ft.Padding.only(left=4)),
            ft.Semantics(content=card, label=title, container=True),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def choice_row(
    options: Sequence[tuple[ChoiceT, str]],
    chosen: ChoiceT,
    on_choose: Callable[[ChoiceT], object],
) -> ft.Control:
    """Build options side by side, or below each other with large letters.

    `options` are values with their texts; the identifier of an option is `set-` and its value.
    """
    cells = [
        _choice_cell(value, text, partial(on_choose, value), is_chosen=value == chosen)
        for value, text in options
    ]
    return hstack(cells, spacing=6)


def _choice_cell(
    name: str,
    text: str,
    on_choose: Callable[[], object],
    *,
    is_chosen: bool,
) -> ft.Control:
    theme = current_theme()
    return tappable(
        f"set-{name}",
        text,
        write(
            text,
            NOTICE if is_chosen else OPTION,
            color=theme.on_primary if is_chosen else theme.ink,
            no_wrap=not theme.has_large_text,
        ),
        on_choose,
        checked=is_chosen,
        height=theme.grown_height(48, 14),
        bgcolor=theme.primary if is_chosen else theme.surface2,
        border_radius=14,
        alignment=ft.Alignment.CENTER,
    )


_SWITCH_EDGES_DP = 94
"""What is not text in a line with a switch."""


def switch_line(
    identifier: str,
    text: str,
    on: bool,  # noqa: FBT001 - a switch is on or off
    flip: Callable[[], object],
) -> ft.Control:
    """Build a line with a switch at its end; its identifier is `set-` and `identifier`."""
    theme = current_theme()
    knob = ft.Container(
        ft.Container(width=22, height=22, border_radius=11, bgcolor=theme.surface),
        width=48,
        height=28,
        border_radius=14,
        padding=3,
        bgcolor=theme.primary if on else theme.frame,
        alignment=ft.Alignment.CENTER_RIGHT if on else ft.Alignment.CENTER_LEFT,
        animate=look_animation(),
    )
    room = current_column_width() - _SWITCH_EDGES_DP
    style = BODY.resized(16).fitted_to(theme, text, room, inf)
    return tappable(
        f"set-{identifier}",
        text,
        ft.Row([write(text, style, expand=True), knob]),
        flip,
        toggled=on,
        height=None if theme.text_scale > 1 else 52,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=6, vertical=14 if theme.text_scale > 1 else 0),
    )


_OPTION_HEIGHT_DP = 52
_OPTION_EDGES_DP = 84
"""What is not text in an option: edges, gap and icon."""
_CARD_OVERHEAD_DP = 250
"""Height of a card of options without its list."""
_PILL_EDGES_DP = 80
"""What is not text in a pill, and in the card around it."""


def chevron_icon() -> ft.Control:
    """Build the icon of a control that opens a choice."""
    return ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED, size=20, color=current_theme().ink2)


def choice_pill(identifier: str, text: str, leads: str, tap: Callable[[], object]) -> ft.Control:
    """Build the current choice; a tap, described by `leads`, opens the others."""
    theme = current_theme()
    tr = current_translator()
    room = current_column_width() - _PILL_EDGES_DP
    label: ft.Control = write(text, CHIP, no_wrap=True)
    height = theme.grown_height(48, CHIP.size)
    if theme.has_large_text and CHIP.width_of(text, theme) > room:
        label = ft.Container(write(text, CHIP, no_wrap=False), width=room)
        height = theme.grown_height(48, CHIP.size, CHIP.size, CHIP.size)
    return tappable(
        identifier,
        tr.gettext("{now}. {leads}", now=text, leads=leads) if leads else text,
        ft.Row([label, chevron_icon()], spacing=4, tight=True),
        tap,
        height=height,
        bgcolor=theme.surface2,
        border_radius=24,
        padding=ft.Padding.only(left=14, right=8),
    )


def option_list(
    title: str, lines: Sequence[ft.Control], context: ScreenContext
) -> list[ft.Control]:
    """Build the heading of a card and its options, which scroll if the screen is too low."""
    room = max(2.5 * _OPTION_HEIGHT_DP, context.space.height - _CARD_OVERHEAD_DP)
    height = min(len(lines) * (_option_height(context.theme) + 2) - 2, room)
    return [
        heading(title, TITLE, context.theme.ink),
        ft.Column([*lines], spacing=2, height=height, scroll=ft.ScrollMode.AUTO),
    ]


def _option_height(theme: Theme) -> float:
    """The height of an option, in dp: large letters get two lines."""
    lines = [16, 16] if theme.has_large_text else [16]
    return theme.grown_height(_OPTION_HEIGHT_DP, *lines)


def option_line(  # noqa: PLR0913 - all that a line shows and does
    identifier: str,
    text: str,
    tap: Callable[[], object],
    *,
    checked: bool,
    icon: ft.IconData | None = None,
    face: ft.Control | None = None,
) -> ft.Control:
    """Build an option of a card, with a player's disc before its text if there is one.

    At its end is `icon`, or a check mark if it is chosen.
    """
    theme = current_theme()
    style = NAME if checked else OPTION.resized(16)
    room = current_column_width() - _OPTION_EDGES_DP
    parts: list[ft.Control] = [
        write(
            text,
            style.fitted_to(theme, text, room, _option_height(theme)),
            line_height=1.2,
            max_lines=2 if theme.has_large_text else 1,
            overflow=ft.TextOverflow.ELLIPSIS,
            expand=True,
        )
    ]
    if face is not None:
        parts.insert(0, face)
    end = icon or (ft.Icons.CHECK_ROUNDED if checked else None)
    if end is not None:
        parts.append(ft.Icon(end, size=22, color=theme.ink))
    return tappable(
        identifier,
        text,
        ft.Row(parts, spacing=12),
        tap,
        checked=checked,
        height=_option_height(theme),
        border_radius=14,
        bgcolor=theme.surface2 if checked else None,
        padding=ft.Padding.symmetric(horizontal=12),
    )


UNDO_BAR_HEIGHT_DP = 52.0
"""Least height of the bar."""


def with_undo_bar(
    page: ft.Control,
    text: str,
    undo: Callable[[], object] | None = None,
    copy_text: str = "",
) -> ft.Control:
    """Build a page, and over its foot a bar that says what was done, wherever the page is scrolled.

    `undo` takes it back; `copy_text` is a text to be copied by hand.
    """
    layers = [page]
    bars = [copy_box(copy_text)] if copy_text else []
    if text:
        bars.append(undo_bar(text, undo))
    if bars:
        column = ft.Column([*bars], spacing=8, tight=True, width=current_column_width())
        row = ft.Row([column], alignment=ft.MainAxisAlignment.CENTER)
        layers.append(ft.Container(row, left=0, right=0, bottom=12))
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)


def outcome_texts(outcome: TransferOutcome, text: str, tr: Translator) -> tuple[str, str]:
    """Say how sharing a text ended; the second part is the text if it is to be copied by hand."""
    return tr.gettext(outcome.value), text if outcome is TransferOutcome.BY_HAND else ""


def copy_box(text: str) -> ft.Control:
    """Build the box with a text to be copied by hand."""
    theme = current_theme()
    return ft.Container(
        ft.Semantics(
            identifier="by-hand", container=True, content=write(text, ASIDE, selectable=True)
        ),
        bgcolor=theme.surface,
        border=ft.Border.all(1, theme.line),
        border_radius=14,
        padding=14,
    )


def undo_bar(text: str, undo: Callable[[], object] | None) -> ft.Control:
    """Build the bar that says what was done, which a screen reader announces.

    It has no button if `undo` is None, and is as high as with one.
    """
    theme = current_theme()
    height = theme.grown_height(UNDO_BAR_HEIGHT_DP, 14, 14)
    button: ft.Control = ft.Container(width=0, height=height)
    if undo is not None:
        tr = current_translator()
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        spoken = tr.gettext("{done}. Undo", done=text.removesuffix("."))
        button = notice_button("undo-message", tr.gettext("Undo"), spoken, undo, height)
    message = live_region(
        "message",
        ft.Container(
            write(text, NOTICE, color=theme.on_notice, max_lines=4, line_height=1.2),
            padding=ft.Padding.symmetric(vertical=8),
        ),
    )
    return ft.Container(
        ft.Row([message, button], spacing=12),
        bgcolor=theme.notice,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4),
    )


def notice_button(
    identifier: str, text: str, spoken: str, tap: Callable[[], object], height: float
) -> ft.Control:
    """Build the button at the end of a bar that says what was done."""
    return tappable(
        identifier,
        spoken,
        write(text, NOTICE, color=current_theme().notice_action),
        tap,
        height=height,
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
