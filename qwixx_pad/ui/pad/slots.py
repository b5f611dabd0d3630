"""Places on the pad that show one thing or another: words, a hint, buttons, the quiet rest."""

import flet as ft

from qwixx_pad.ui.pad.bar import beside_menu, top_bar
from qwixx_pad.ui.pad.facts import Buttons, PadFacts, Told, Waiting
from qwixx_pad.ui.pad.foot import points_strip
from qwixx_pad.ui.pad.geometry import Mode
from qwixx_pad.ui.pad.sums import pawn_field, sum_line, total_box
from qwixx_pad.ui.pad.table_view import Act, ButtonLook
from qwixx_pad.ui.parts.buttons import outlined, primary, tonal
from qwixx_pad.ui.parts.columns_offer import columns_offer
from qwixx_pad.ui.parts.hint_bar import hint_bar, hint_note
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import LARGE_TEXT

_ROOMY_BAR = 52
"""From this height on, a bar leaves an edge around the button in it; in dp."""
_SMALL, _ICON_FROM = 15, 370
"""A button whose letters are not larger, on a pad not wider (in dp), has no room for an icon."""


# above the rows


def top(facts: PadFacts) -> ft.Control:
    """The bar above, in whose place words stand for a while where there is no room below."""
    in_columns = facts.plan.mode is Mode.COLUMNS
    if in_columns or facts.says_above:
        return facts.parts.show("told above", _top, facts)
    return top_bar(facts)


def _top(part: Told, facts: PadFacts) -> ft.Control:
    if part.last_chance:
        said = finish_note(facts)
    elif part.message is not None:
        said = message_note(part.message, facts.sheet.theme)
    elif facts.hint is not None and facts.hint_on_top:
        said = hint_note(facts.hint, facts.sheet.theme)
    else:
        return top_bar(facts)
    return beside_menu(facts, [ft.Container(said, expand=True)], facts.plan.top)


def finish_note(facts: PadFacts) -> ft.Control:
    """The last chance of a single sheet where there is little room."""
    theme, words, tap = facts.sheet.theme, facts.sheet.words, facts.sheet.tap
    size = theme.held(12, LARGE_TEXT)
    said = write(
        words.text("Last chance this roll"), size, 600, color=theme.ink, expand=True, max_lines=3
    )
    finish = tappable(
        "finish",
        words.text("Finish"),
        write(words.text("Finish"), 15, 600, color=theme.on_primary),
        lambda: tap("finish"),
        bgcolor=theme.primary,
        border_radius=10,
        height=44,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    return ft.Row([said, finish], spacing=6)


# below the rows


def strip(facts: PadFacts) -> ft.Control:
    """The strip of points of a single sheet, or the words that take its place."""
    return facts.parts.show("told", _strip, facts)


def _strip(part: Told, facts: PadFacts) -> ft.Control:
    height, sheet = facts.plan.points, facts.sheet
    if part.last_chance:
        return _last_chance(facts)
    if part.message is not None:
        return message_bar(part.message, height, sheet.theme, sheet.words, sheet.tap, key="message")
    if part.offers_columns:
        return columns_offer(height, sheet.theme, sheet.words, sheet.tap)
    titled = facts.plan.mode is Mode.LANDSCAPE
    return points_strip(height, sheet.theme, sheet.words, titled=titled)


def _last_chance(facts: PadFacts) -> ft.Control:
    """Rule 6: the game has ended, the cross of the same action may still be entered."""
    theme, words, height = facts.sheet.theme, facts.sheet.words, max(facts.plan.points, 44)
    said = write(
        words.text("Two rows are closed. Last chance: your cross of this roll."),
        13,
        600,
        color=theme.ink,
        height=1.2,
        max_lines=2,
        expand=True,
    )
    finish = primary(
        theme,
        "finish",
        words.text("Finish"),
        lambda: facts.sheet.tap("finish"),
        height=height,
        size=15,
        planned=True,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=said, live_region=True, expand=True), finish]),
        height=height,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )


def beside_boxes(facts: PadFacts) -> ft.Control:
    """The label of the misthrows; where no strip of points is, words take its place."""
    return facts.parts.show("told", _beside_boxes, facts)


def _beside_boxes(part: Told, facts: PadFacts) -> ft.Control:
    words, theme = facts.sheet.words, facts.sheet.theme
    label = write(words.text("Misthrows"), theme.held(16), 600, color=theme.ink, height=1.2)
    if theme.large:
        return label
    if part.last_chance and not facts.plan.points:
        return finish_note(facts)
    if part.message is not None and not facts.plan.points:
        return message_note(part.message, theme, key="message")
    below = write(words.text("−5 points each"), 13, 400, color=theme.ink2, height=1.2)
    return ft.Semantics(content=ft.Column([label, below], spacing=2, tight=True), container=True)


def line(facts: PadFacts, total_width: float) -> ft.Control:
    """The sum line; where no strip of points is, an offer takes its place until it is answered."""
    if facts.plan.points:
        return sum_line(facts.parts, facts.sheet, facts.plan.sum_line, total_width)
    return facts.parts.show("offers", _line, facts, total_width)


def _line(offers: bool, facts: PadFacts, total_width: float) -> ft.Control:  # noqa: FBT001 - a part
    height, sheet = facts.plan.sum_line, facts.sheet
    if offers:
        return columns_offer(height, sheet.theme, sheet.words, sheet.tap)
    return sum_line(facts.parts, sheet, height, total_width)


def line_or_message(facts: PadFacts, total_width: float) -> ft.Control:
    """The sum line of a sheet at a table; beside the total, words take its place for a while."""
    if facts.says_above:
        return line(facts, total_width)
    return facts.parts.show("told", _line_or_message, facts, total_width)


def _line_or_message(part: Told, facts: PadFacts, total_width: float) -> ft.Control:
    height, sheet = facts.plan.sum_line, facts.sheet
    if part.message is None:
        if facts.hint is not None and facts.hint_on_top:
            return hint_bar(facts.hint, sheet.theme, sheet.words, height)
        return line(facts, total_width)
    bar = message_bar(part.message, height, sheet.theme, sheet.words, sheet.tap, key="message")
    pawn = [pawn_field(facts.parts, sheet, height, facts.plan.box)] if sheet.has_extra else []
    total = total_box(facts.parts, sheet, total_width, height)
    return ft.Row([ft.Container(bar, expand=True), *pawn, total], spacing=8)


def above_foot(facts: PadFacts) -> list[ft.Control]:
    """What is left between the rows and the foot, and in it what a first game explains."""
    if facts.hint is None or facts.hint_on_top:
        return [ft.Container(expand=True)]
    bar = hint_bar(facts.hint, facts.sheet.theme, facts.sheet.words)
    return [gap(6), edged(facts, bar), ft.Container(expand=True)]


# at a table


def buttons(part: Buttons, facts: PadFacts, height: float, size: float) -> list[ft.Control]:
    """What leads to the roller's sheet, and what the shown seat does next; so high, in dp."""
    looks = [look for look in (part.back, part.button) if look is not None]
    return [_button(look, part, facts, height, size) for look in looks]


def _button(
    look: ButtonLook, part: Buttons, facts: PadFacts, height: float, size: float
) -> ft.Control:
    make = {Act.MISTHROW: outlined, Act.DONE: tonal, Act.CHANGE: outlined, Act.BACK: tonal}.get(
        look.act, primary
    )
    theme, two = facts.sheet.theme, part.back is not None
    roomy = size > _SMALL and facts.plan.width >= _ICON_FROM and not two
    named = look.act is Act.END_TURN and part.named
    ticks = look.act in {Act.END_TURN, Act.DONE} and roomy and not named
    icon = ft.Icons.CHECK_ROUNDED if ticks else None
    return make(
        theme,
        look.identifier,
        look.text,
        lambda: facts.sheet.tap(look.identifier),
        icon=None if theme.large else icon,
        height=height,
        size=min(size, _SMALL) if two else size,
        planned=True,
        wraps=two,
    )


def waiting_bar(part: Waiting, facts: PadFacts, height: float) -> ft.Control:
    """In the place of the foot: whom the table waits for, and an end to the waiting."""
    theme, words = facts.sheet.theme, facts.sheet.words
    close = primary(
        theme,
        "close-now",
        words.text("Close now"),
        lambda: facts.sheet.tap("close-now"),
        height=height - 8 if height >= _ROOMY_BAR else height,
        size=15,
        planned=True,
    )
    size = theme.held(15, 1.2)
    said = write(part.text, size, 600, color=theme.ink, height=1.2, max_lines=2, expand=True)
    spoken = ft.Semantics(content=said, live_region=True, expand=True)
    return ft.Container(
        ft.Row([spoken, *([close] if part.may_close else [])], spacing=8),
        height=height,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=16, right=4),
    )


# where things lie


def gap(height: float) -> ft.Control:
    """Nothing, so high."""
    return ft.Container(height=height)


def edged(facts: PadFacts, content: ft.Control, key: str | None = None) -> ft.Control:
    """Something between the edges of the pad; with a key it stays itself where others come."""
    margin = ft.Margin.symmetric(horizontal=facts.plan.edge)
    return ft.Container(content=content, margin=margin, key=key)
