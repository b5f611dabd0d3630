"""The navigation bar at the foot of the main screens."""

from typing import NamedTuple

import flet as ft

from qwixx_pad.i18n import N_
from qwixx_pad.ui.context import ScreenContext, current_context
from qwixx_pad.ui.design.primitives import TapHandler, tappable, write
from qwixx_pad.ui.geometry import MAX_COLUMN_DP
from qwixx_pad.ui.theme.tokens import CAPTION, TAG

NAV_HEIGHT_DP = 64.0
"""Height of the bar at the designed size of letters."""


class _NavItem(NamedTuple):
    identifier: str
    text: str
    icon: ft.IconData


_NAV_ITEMS = (
    # Translators: the place where games are played; there is little room.
    _NavItem("play", N_("Play"), ft.Icons.EDIT_ROUNDED),
    _NavItem("history", N_("Games"), ft.Icons.HISTORY_ROUNDED),
    # Translators: statistics; there is little room.
    _NavItem("statistics", N_("Stats"), ft.Icons.BAR_CHART_ROUNDED),
    # Translators: the rules of the game; there is little room.
    _NavItem("rules", N_("Rules"), ft.Icons.MENU_BOOK_ROUNDED),
)
NAV_PLACES = frozenset(item.identifier for item in _NAV_ITEMS)
"""Identifiers of the bar's buttons, which have the same place on every screen."""


def with_nav_bar(content: ft.Control, here: str, go: TapHandler) -> ft.Control:
    """Build a screen above the bar, which takes its height from it; `here` is the current item."""
    context = current_context()
    bar = ft.Container(
        ft.Row(
            [_nav_item(item, go, is_current=item.identifier == here) for item in _NAV_ITEMS],
            alignment=ft.MainAxisAlignment.SPACE_AROUND,
            spacing=0,
            width=min(context.space.width, MAX_COLUMN_DP),
        ),
        height=nav_height(context),
        bgcolor=context.theme.surface,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(content, expand=True), bar],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def nav_height(context: ScreenContext) -> float:
    """The height of the bar, in dp: its texts grow, its icons do not."""
    return NAV_HEIGHT_DP + max(0.0, context.space.lines_height(12) - 12 * 1.2)


def _nav_item(item: _NavItem, go: TapHandler, *, is_current: bool) -> ft.Control:
    context = current_context()
    theme = context.theme
    pill = ft.Container(
        ft.Icon(item.icon, size=23, color=theme.on_primary if is_current else theme.ink2),
        width=58,
        height=32,
        border_radius=16,
        bgcolor=theme.primary if is_current else None,
        alignment=ft.Alignment.CENTER,
    )
    width = min(88 * theme.text_scale, context.space.width / len(_NAV_ITEMS))
    texts = [context.tr.gettext(each.text) for each in _NAV_ITEMS]
    size = min(TAG.resized(12).on_one_line(theme, each, width).size for each in texts)
    text = context.tr.gettext(item.text)
    label = write(
        text,
        (TAG if is_current else CAPTION).resized(size),
        color=theme.ink if is_current else theme.ink2,
        line_height=1.1,
    )
    return tappable(
        item.identifier,
        text,
        ft.Column(
            [pill, label], spacing=3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        ),
        lambda: go(item.identifier),
        selected=is_current,
        width=width,
        height=nav_height(context),
        border_radius=18,
        alignment=ft.Alignment.CENTER,
    )
