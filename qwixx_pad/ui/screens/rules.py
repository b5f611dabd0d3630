"""The rules: of one printed sheet, with a choice of the others where no game is behind."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.service.device_identity import Visitor
from qwixx_pad.storage import StoreError
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.parts.form import choice, page_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.nav_bar import with_nav_bar
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.parts.rule_pieces import section
from qwixx_pad.ui.rules_look import rules_of


@component
def rules_screen(
    layouts: Sequence[Layout], name: str, frame: Frame, go: Callable[[str], None], *, owner: bool
) -> ft.Control:
    """The rules of one sheet, and a choice where there are several.

    Args:
        layouts: The printed sheets there are.
        name: Of the one that is explained; an unknown one is the first.
        frame: Space, theme and words.
        go: Leads to a screen by its identifier.
        owner: Whether the bar at the foot is this person's way around the pad.
    """
    words = frame.words
    layout = next((each for each in layouts if each.name == name), layouts[0])
    head = _title(frame) if owner else page_bar(frame, words.text("Rules"), go)
    options = [(each.name, words.layout(each.name)) for each in layouts]
    picker = choice(options, layout.name, lambda chosen: go(f"rules/{chosen}"), frame)
    shown = _page([head, picker], layout, frame)
    return with_nav_bar(shown, "rules", frame, go) if owner else shown


@component
def rules_of_game(layout: Layout, frame: Frame, go: Callable[[str], None]) -> ft.Control:
    """The rules of the sheet that is played on, with the way back to the game.

    Args:
        layout: The printed sheet.
        frame: Space, theme and words.
        go: Leads to a screen by its identifier.
    """
    title, name = frame.words.text("Rules"), frame.words.layout(layout.name)
    return _page([page_bar(frame, title, go, name)], layout, frame)


def played_on(host: Host, visitor: Visitor, where: str, which: str) -> Layout | None:
    """The sheet of the game or the table of a route, if this device may see it.

    Args:
        host: The tables, and the desk behind them.
        visitor: Whose device it is.
        where: `game`, `table` or `join`; nothing is played elsewhere.
        which: Identifier of the game, or code of the table.
    """
    if where in {"join", "table"}:
        table = host.known(which, visitor.key)
        return host.desk.layout(table.seating.layout) if table else None
    if where != "game" or not visitor.here:
        return None
    try:
        setup = host.desk.open(which).game.setup
    except StoreError:
        return None
    return setup.layout if setup.painted else None


def _title(frame: Frame) -> ft.Control:
    title = write(frame.words.text("Rules"), 26, 700, color=frame.theme.ink)
    named = ft.Semantics(header=True, content=title)
    return ft.Container(named, padding=ft.Padding.only(top=8, left=2))


def _page(head: Sequence[ft.Control], layout: Layout, frame: Frame) -> ft.Control:
    width = min(frame.space.width, WIDEST) - 32
    parts = [section(each, width, frame) for each in rules_of(layout, frame.words)]
    return page_column([*head, *parts], width, spacing=12)
