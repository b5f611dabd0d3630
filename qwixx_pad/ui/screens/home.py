"""Home: a new game, the open one, the most recent ones."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.host.tables import Host
from qwixx_pad.session import GameCard
from qwixx_pad.ui.card_look import CardLook, card_look
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.mini_look import MiniLook, MiniRow, mini_look
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import signed, write
from qwixx_pad.ui.parts.miniature import miniature
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.screens.first_run import first_run, together

SHOWN = 20
"""Recent games on the screen."""
_READ = 60
Go = Callable[[str], None]


@component
def home_screen(host: Host, frame: Frame, notice: tuple[str, str] | None, go: Go) -> ft.Control:
    """The first screen.

    Args:
        host: The tables, and the desk where the games are.
        frame: Space, theme, words and settings.
        notice: Two lines that the player must know, if any.
        go: Leads to a screen by its identifier, or to a game by `game/ID`.
    """
    desk = host.desk
    cards = desk.latest(_READ)
    width = min(frame.space.width, WIDEST) - 32
    open_game = next((card for card in cards if not card.game.position.over), None)
    told = [] if notice is None else [_notice(notice, frame)]
    if not cards:
        return page_column([*told, *first_run(frame, width, go)], width)
    rest = [card for card in cards if card is not open_game][:SHOWN]
    return page_column(
        [
            _title(frame, go),
            *told,
            _hero(frame, width, go),
            together(frame, go),
            *([] if open_game is None else _continue(open_game, host, frame, width, go)),
            *_recent(rest, host, frame, go),
        ],
        width,
    )


def _title(frame: Frame, go: Go) -> ft.Control:
    logo = ft.Semantics(
        content=ft.Image(src="icon.png", width=40, height=40, border_radius=10),
        exclude_semantics=True,
    )
    name = write("Qwixx Pad", 24, 600, color=frame.theme.ink, expand=True)
    settings = icon_button(
        frame.theme,
        "settings",
        frame.words.text("Settings"),
        ft.Icons.SETTINGS_ROUNDED,
        lambda: go("settings"),
    )
    return ft.Container(ft.Row([logo, name, settings], spacing=11), height=64)


def _notice(lines: tuple[str, str], frame: Frame) -> ft.Control:
    theme = frame.theme
    said = ft.Column(
        [
            write(lines[0], 15, 600, color=theme.ink),
            write(lines[1], 13, 400, color=theme.ink2),
        ],
        spacing=2,
        expand=True,
    )
    icon = ft.Icon(ft.Icons.HEALING_ROUNDED, size=22, color=theme.ink)
    return ft.Semantics(
        identifier="notice",
        container=True,
        live_region=True,
        content=ft.Container(
            ft.Row([icon, said], spacing=12), bgcolor=theme.surface2, border_radius=16, padding=14
        ),
    )


_SHOWPIECE = MiniLook(
    tuple(
        MiniRow(
            letter, tuple({"x": "crossed", "-": "skipped", ".": "open"}[c] for c in cells), "open"
        )
        for letter, cells in (
            ("r", "x-xx......."),
            ("y", "-x--xx....."),
            ("g", "x-xx......."),
            ("b", "-x--x......"),
        )
    )
)


def _hero(frame: Frame, width: float, go: Go) -> ft.Control:
    theme, words = frame.theme, frame.words
    start = ft.Container(
        content=ft.Row(
            [
                ft.Icon(ft.Icons.EDIT_ROUNDED, size=18, color="#1D1B20"),
                write(words.text("Start"), 16, 600, color="#1D1B20"),
            ],
            spacing=9,
            tight=True,
        ),
        bgcolor="#FFFFFF",
        border_radius=22,
        padding=ft.Padding.symmetric(horizontal=24, vertical=11),
    )
    lines = ft.Column(
        [
            write(words.text("New game"), 26, 700, color=theme.hero_ink),
            write(
                words.text("Roll the dice.\nI keep the pad."),
                15,
                400,
                color=theme.hero_ink2,
                height=1.4,
            ),
            ft.Container(height=4),
            start,
        ],
        spacing=4,
        tight=True,
    )
    pad = ft.Container(
        content=miniature(_SHOWPIECE, theme, 260, "hero"),
        bgcolor="#FFFFFF",
        border_radius=14,
        padding=12,
        left=width * 0.49,
        top=38,
        rotate=ft.Rotate(-0.157, alignment=ft.Alignment.CENTER_LEFT),
    )
    return tappable(
        "new-game",
        words.text("New game"),
        ft.Stack([pad, ft.Container(lines, left=20, top=22)], expand=True),
        lambda: go("new-game"),
        height=186,
        bgcolor=theme.hero,
        border_radius=24,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _where(card: GameCard, host: Host) -> str:
    """Where a game is played: at its shared table, or on this device alone."""
    table = host.of_game(card.head.id)
    return f"game/{card.head.id}" if table is None else f"table/{table.seating.code}"


def _continue(card: GameCard, host: Host, frame: Frame, width: float, go: Go) -> list[ft.Control]:
    theme, words = frame.theme, frame.words
    look = card_look(card, frame.settings.name, words)
    total, when = look.total, words.ago(card.last, host.desk.now())
    if look.round:
        when = f"{look.round} • {when}"
    facts = ft.Column(
        [
            write(look.names, 15, 600, color=theme.ink, max_lines=2),
            write(when, 13, 400, color=theme.ink2),
            ft.Row(
                [
                    write(signed(total), 24, 700, color=theme.ink, height=1.1),
                    write(words.text("points"), 13, 400, color=theme.ink2),
                ],
                spacing=6,
                vertical_alignment=ft.CrossAxisAlignment.END,
            ),
        ],
        spacing=3,
        tight=True,
        expand=True,
    )
    small = min(172, width * 0.48)
    spoken = words.text("Continue, {n} points, {when}", n=total, when=when)
    return [
        _heading(words.text("Continue"), frame),
        tappable(
            "continue-game",
            spoken,
            ft.Row([_sheet(card, look, frame, small), facts], spacing=14),
            lambda: go(_where(card, host)),
            **_card(frame, 110),
        ),
    ]


def _recent(cards: list[GameCard], host: Host, frame: Frame, go: Go) -> list[ft.Control]:
    if not cards:
        return []
    return [
        _heading(frame.words.text("Recent games"), frame),
        *(_recent_row(card, host, frame, go) for card in cards),
    ]


def _recent_row(card: GameCard, host: Host, frame: Frame, go: Go) -> ft.Control:
    theme, words = frame.theme, frame.words
    look = card_look(card, frame.settings.name, words)
    day = words.day(card.last.astimezone(), host.desk.now().astimezone().date())
    names = ft.Column(
        [
            write(look.names, 15, 600, color=theme.ink, max_lines=1, no_wrap=True),
            write(day, 13, 400, color=theme.ink2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    color = theme.gain if look.won else theme.ink2
    state = write(look.state, 13, 600 if look.won else 400, color=color)
    points = ft.Column(
        [write(signed(look.total), 20, 700, color=theme.ink, height=1.1), state],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    return tappable(
        f"game-{card.head.id}",
        words.text("{names}, {day}, {n} points", names=look.names, day=day, n=look.total),
        ft.Row([_sheet(card, look, frame, 104), names, points], spacing=13),
        lambda: go(_where(card, host)),
        **_card(frame, 74),
    )


def _sheet(card: GameCard, look: CardLook, frame: Frame, width: float) -> ft.Control:
    several = len(card.head.names) > 1
    seed = f"{card.head.id}{look.seat if several else ''}"
    return miniature(mini_look(card.game, look.seat), frame.theme, width, seed)


def _card(frame: Frame, height: float) -> dict[str, Any]:
    shadow = ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=frame.theme.card_shadow)
    return {
        "height": height,
        "bgcolor": frame.theme.surface,
        "border_radius": 18,
        "padding": ft.Padding.symmetric(horizontal=14),
        "alignment": ft.Alignment.CENTER_LEFT,
        "shadow": shadow if height > 100 else None,  # noqa: PLR2004 - the big card floats
    }


def _heading(text: str, frame: Frame) -> ft.Control:
    return ft.Semantics(
        header=True,
        content=ft.Container(
            write(text, 17, 600, color=frame.theme.ink), padding=ft.Padding.only(left=2, top=8)
        ),
    )
