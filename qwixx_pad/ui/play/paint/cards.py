"""Next to the pad and over it: messages, hints, an offer, and the card of corrections."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.actions import KEEP_ROWS, TRY_COLUMNS
from qwixx_pad.ui.correction.message_bar import live_region
from qwixx_pad.ui.design.cards import (
    Card,
    CardButton,
    in_pairs,
)
from qwixx_pad.ui.design.controls import icon_button, outlined_button, primary_button
from qwixx_pad.ui.design.primitives import TapHandler, tappable, write
from qwixx_pad.ui.play.state import ChoiceLook, HintLook
from qwixx_pad.ui.sheet.look import TermLook
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import (
    BODY,
    CAPTION,
    LABEL,
    NOTICE,
    TAG,
    Theme,
)

HINT_BAR_DP = 68.0
"""Space that a hint needs above the foot of an upright pad, in dp."""
_TWO_LINES_DP = 52
"""From this height on, a low bar has two lines for the detail."""


def hint_bar(
    hint: HintLook, theme: Theme, tr: Translator, tap: TapHandler, height: float
) -> ft.Control:
    """Build the hint; read politely, gone when something happens or when it is closed.

    A low bar has fewer lines for the detail.
    """
    low, detail = (
        height < HINT_BAR_DP,
        3 if height >= HINT_BAR_DP else 2 if height >= _TWO_LINES_DP else 1,
    )
    lines = ft.Column(
        [
            write(hint.title, NOTICE, color=theme.ink, height=1.2, max_lines=1 if low else 2),
            write(hint.detail, CAPTION, color=theme.ink2, height=1.2, max_lines=detail),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=True,
    )
    text = live_region("hint", lines)
    close = tappable(
        "hint-seen",
        tr.gettext("Got it"),
        ft.Icon(ft.Icons.CLOSE_ROUNDED, size=20, color=theme.ink2),
        lambda: tap("hint-seen"),
        width=48,
        height=min(height, 48),
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    icon = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE_ROUNDED, size=20, color=theme.ink)
    return ft.Container(
        ft.Row([icon, text, close], spacing=10),
        height=height,
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=14, right=2),
        key="hint",
    )


def hint_note(hint: HintLook, theme: Theme) -> ft.Control:
    """Build the hint where there is hardly any room: its first line."""
    return live_region("hint", write(hint.title, TAG, color=theme.ink, height=1.2, max_lines=5))


def columns_offer(height: float, theme: Theme, tr: Translator, tap: TapHandler) -> ft.Control:
    """Build one line with a yes and a no; it stays until answered, and covers nothing."""
    text = write(
        tr.gettext("Columns have larger cells."),
        NOTICE,
        color=theme.ink,
        height=1.2,
        max_lines=2,
    )
    tall = max(height, 48)
    yes = primary_button(
        theme,
        TRY_COLUMNS,
        tr.gettext("Try columns"),
        lambda: tap(TRY_COLUMNS),
        height=tall - 4,
        size=14,
    )
    no = icon_button(
        theme, KEEP_ROWS, tr.gettext("Keep rows"), ft.Icons.CLOSE_ROUNDED, lambda: tap(KEEP_ROWS)
    )
    return ft.Container(
        ft.Row([live_region("columns-offer", text), ft.Container(yes, width=124), no], spacing=4),
        height=tall,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )


_MAX_SINGLE_LINES = 4
"""So many choices are below each other; more are two in a line."""


def choice_card(look: ChoiceLook, *, low: bool) -> Card:
    """Build the card that asks for a choice; a low screen has no room for many lines."""
    choices = [
        CardButton(key.identifier, key.text, primary_button, 52, key.letter, {"wraps": True})
        for key in look.choices
    ]
    chosen = in_pairs(choices, low=low or len(choices) > _MAX_SINGLE_LINES)
    out = [CardButton(key.identifier, key.text, outlined_button, 48) for key in look.ways_out]
    lines, buttons = [look.text] if look.text else [], [*chosen, *([out] if low else out)]
    return Card(look.title, lines, buttons, button_gap=8, icon=look.icon, letter=look.letter)


def sum_card(title: str, terms: Sequence[TermLook], theme: Theme, tr: Translator) -> Card:
    """Build each term of a sum in a line, the total last; without terms they are hidden."""
    hidden = write(tr.gettext("Points are hidden until the end."), BODY, color=theme.ink)
    lines = [_term_line(term, theme, last=term is terms[-1]) for term in terms]
    shown = ft.Column([*lines], spacing=6, tight=True) if lines else hidden
    back = CardButton("cancel", tr.gettext("Back to the game"), primary_button, 48)
    return Card(title, [shown], [back], icon="FUNCTIONS_ROUNDED")


def _term_line(term: TermLook, theme: Theme, *, last: bool) -> ft.Control:
    """Build what for at the left, points at the right; read as one."""
    mark = (
        ft.Icon(
            getattr(ft.Icons, theme.bands[term.letter].icon),
            size=14,
            color=theme.icon_color(term.letter),
        )
        if term.letter
        else ft.Container(width=14)
    )
    text = write(term.text, LABEL if last else BODY, color=theme.ink, expand=True)
    points = write(term.points, LABEL, color=theme.ink)
    line = ft.Row([mark, text, points], spacing=8)
    return ft.Semantics(
        label=f"{term.text}: {term.points}",
        container=True,
        content=ft.Semantics(content=line, exclude_semantics=True),
    )
