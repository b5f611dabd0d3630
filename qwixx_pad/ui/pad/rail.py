"""The pad on a wide screen: a rail at the right takes what stands above and below elsewhere."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.pad.bar import UNDO_REDO, read_last
from qwixx_pad.ui.pad.facts import Buttons, PadFacts, Title, Told, Waiting
from qwixx_pad.ui.pad.foot import misthrow_pairs
from qwixx_pad.ui.pad.slots import (
    buttons,
    edged,
    gap,
    line,
    line_or_message,
    strip,
    waiting_bar,
)
from qwixx_pad.ui.pad.standings import standings
from qwixx_pad.ui.pad.sums import pawn_field, total_box
from qwixx_pad.ui.parts.hint_bar import hint_bar, hint_note
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.parts.topbar import disc


def landscape(facts: PadFacts, rows: Sequence[ft.Control]) -> ft.Control:
    """Rows at the left, a rail at the right, the sum below."""
    plan, below = facts.plan, _strip(facts)
    left: list[ft.Control] = [ft.Column([*rows], spacing=plan.gap)]
    if below is not None:
        left += [gap(6), below]
    upper = ft.Row(
        [
            ft.Container(ft.Column(left, spacing=0), width=plan.rows[0].box.width),
            ft.Container(width=8),
            ft.Container(_rail(facts), width=plan.rail),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        intrinsic_height=True,
    )
    told = line_or_message if facts.at_table else line
    lowest = [gap(9), told(facts, plan.rail)] if plan.sum_line else []
    inside = ft.Column([upper, *lowest], spacing=0)
    between, fill = plan.rail - UNDO_REDO, facts.sheet.theme.surface
    return ft.Column(
        [edged(facts, read_last(facts, inside, 48, between, fill))],
        spacing=0,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _strip(facts: PadFacts) -> ft.Control | None:
    """Below the rows: points, or at a table how everybody stands; words take their place."""
    plan, room = facts.plan, facts.plan.points or facts.plan.standings
    if facts.hint is not None and room:
        return hint_bar(facts.hint, facts.sheet.theme, facts.sheet.words, room)
    if not facts.at_table:
        return strip(facts) if plan.points else None
    if not plan.standings:
        return None
    return _table_strip(facts) if plan.sum_line else facts.parts.show("told", _told_below, facts)


def _told_below(part: Told, facts: PadFacts) -> ft.Control:
    """Where there is no sum line, words stand here."""
    sheet, height = facts.sheet, facts.plan.standings
    if part.message is None:
        return _table_strip(facts)
    return message_bar(part.message, height, sheet.theme, sheet.words, sheet.tap, key="message")


def _table_strip(facts: PadFacts) -> ft.Control:
    return facts.parts.show("waiting", _waiting_or_seats, facts)


def _waiting_or_seats(part: Waiting | None, facts: PadFacts) -> ft.Control:
    if part is not None:
        return waiting_bar(part, facts, facts.plan.standings)
    size = (facts.plan.rows[0].box.width, facts.plan.standings)
    return standings(facts.parts, facts.seats, size, facts.sheet.theme, facts.sheet.tap)


def _rail(facts: PadFacts) -> ft.Control:
    plan, sheet, parts = facts.plan, facts.sheet, facts.parts
    spacing = 7 if plan.sum_line else 4
    beside = [parts.show("buttons", _buttons, facts, spacing)] if facts.at_table else []
    size, block = (plan.box, plan.box_height), (plan.rail, plan.box_height)
    boxes = parts.show(f"{sheet.prefix}misthrows", misthrow_pairs, sheet, size, block, spacing)
    return ft.Column(
        [
            gap(48),
            _player_pill(facts),
            ft.Container(_note(facts), expand=True),
            *beside,
            *([] if plan.sum_line else [_total(facts)]),
            *([_rail_title(facts)] if plan.points else []),
            boxes,
        ],
        spacing=spacing,
    )


def _buttons(part: Buttons, facts: PadFacts, spacing: float) -> ft.Control:
    return ft.Column([*buttons(part, facts, 48, 14)], spacing=spacing, tight=True)


def _note(facts: PadFacts) -> ft.Control | None:
    """Words where nothing below shows them; at a table that it is the last round."""
    if facts.at_table and facts.says_above:
        return facts.parts.show("told", _told_or_banner, facts)
    if facts.plan.points or facts.plan.standings:
        return facts.parts.show("banner", _banner, facts) if facts.at_table else None
    if facts.hint is not None:
        return hint_note(facts.hint, facts.sheet.theme)
    return facts.parts.show("told", _told_beside, facts)


def _told_beside(part: Told, facts: PadFacts) -> ft.Control:
    return ft.Container() if part.message is None else message_note(part.message, facts.sheet.theme)


def _told_or_banner(part: Told, facts: PadFacts) -> ft.Control:
    """Large words have no room below."""
    if part.message is None:
        return facts.parts.show("banner", _banner, facts)
    return message_note(part.message, facts.sheet.theme)


def _banner(said: str | None, facts: PadFacts) -> ft.Control:
    ink = facts.sheet.theme.ink
    return write(said or "", 13, 600, color=ink, height=1.2, max_lines=3, visible=said is not None)


def _total(facts: PadFacts) -> ft.Control:
    """Where there is no room for the sum: the total, and what has to be tapped beside it."""
    parts, sheet = facts.parts, facts.sheet
    if not sheet.has_extra:
        return total_box(parts, sheet, 108, 40)
    return ft.Row([pawn_field(parts, sheet, 40, 46), total_box(parts, sheet, 56, 40)], spacing=6)


def _rail_title(facts: PadFacts) -> ft.Control:
    theme, words = facts.sheet.theme, facts.sheet.words
    title = write(words.text("Misthrows"), theme.held(14), 500, color=theme.ink)
    return ft.Row([title], alignment=ft.MainAxisAlignment.CENTER)


def _player_pill(facts: PadFacts) -> ft.Control:
    """Whose pad it is; a tap opens the menu."""
    if facts.at_table:
        return facts.parts.show("pill", _pill, facts)
    return _pill(Title(facts.name, facts.sheet.words.text("Menu")), facts)


def _pill(part: Title, facts: PadFacts) -> ft.Control:
    theme, words, table = facts.sheet.theme, facts.sheet.words, facts.at_table
    alone = not (table or theme.large)
    face = [disc(initial(facts.name), theme.player(facts.color), 30)] if alone else []
    title, below = theme.held(13 if table else 15), theme.held(12)
    names = ft.Column(
        [
            write(part.title, title, 600, color=theme.ink, height=1.15, no_wrap=True),
            write(part.subtitle, below, 400, color=theme.ink2, height=1.15, no_wrap=True),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return tappable(
        "menu",
        words.text("Menu"),
        ft.Row([*face, names], spacing=8),
        lambda: facts.sheet.tap("menu"),
        width=facts.plan.rail,
        height=48,
        border_radius=24,
        bgcolor=theme.surface,
        padding=ft.Padding.only(left=14 if table else 9, right=6),
    )
