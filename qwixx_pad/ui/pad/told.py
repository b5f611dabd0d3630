"""Words that take the place of something quiet on a pad with one sheet, each for its while."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.pad.facts import PadFacts, Told
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.sums import ends
from qwixx_pad.ui.parts.buttons import primary
from qwixx_pad.ui.parts.columns_offer import columns_offer
from qwixx_pad.ui.parts.hint_bar import HEIGHT, hint_bar, hint_note
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.message import message_bar, message_note
from qwixx_pad.ui.parts.node import at
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import LARGE_TEXT

Quiet = Callable[[PadFacts, Box], ft.Control]
"""Paints what stands in a box as long as nothing is to be said there."""
_FINGER, _ANSWER = 44, 48
"""Least heights of a bar with a button, and of one with a question; in dp."""


def quiet_or_told(facts: PadFacts, box: Box, quiet: Quiet) -> ft.Control:
    """What stands in a box: first what was just done, then what is offered or explained there."""
    if box in {facts.geometry.message, facts.geometry.offer}:
        return facts.parts.show("told", _told, facts, box, quiet)
    return _hinted(facts, box, quiet)


def _told(part: Told, facts: PadFacts, box: Box, quiet: Quiet) -> ft.Control:
    said = _said(part, facts, box)
    return _hinted(facts, box, quiet) if said is None else said


def _hinted(facts: PadFacts, box: Box, quiet: Quiet) -> ft.Control:
    if facts.hint is None or box != facts.geometry.hint:
        return quiet(facts, box)
    return hinted(facts.hint, facts, box)


def hinted(hint: HintLook, facts: PadFacts, box: Box) -> ft.Control:
    """What a first game explains, as much of it as there is room for."""
    sheet = facts.sheet
    if facts.geometry.is_narrow(box):
        note = hint_note(hint, sheet.theme)
        return ft.Container(note, alignment=ft.Alignment.CENTER_LEFT, **at(box))
    bar = hint_bar(hint, sheet.theme, sheet.words, min(box.height, HEIGHT))
    return ft.Container(bar, **at(box))


def _said(part: Told, facts: PadFacts, box: Box) -> ft.Control | None:
    """Words that go by themselves or wait for an answer; None where there are none for this box."""
    sheet, geometry = facts.sheet, facts.geometry
    if box == geometry.message and part.last_chance:
        return _last_chance(facts, box)
    if box == geometry.message and part.message is not None:
        return _message(part, facts, box)
    if box == geometry.offer and part.offers_columns:
        place = _at_least(box, _ANSWER)
        offer = columns_offer(place.height, sheet.theme, sheet.words, sheet.tap)
        return ft.Container(offer, **at(place))
    return None


def _message(part: Told, facts: PadFacts, box: Box) -> ft.Control | None:
    sheet, sum_, message = facts.sheet, facts.geometry.sheet.sum, part.message
    if message is None:
        return None
    if facts.geometry.is_narrow(box):
        return ft.Container(
            message_note(message, sheet.theme, box.height, key="message"), **at(box)
        )
    said = message_bar(message, box.height, sheet.theme, sheet.words, sheet.tap, key="message")
    if box != sum_.line or sum_.note is None:
        return ft.Container(said, **at(box))
    kept = ends(facts.parts, sheet, sum_.spared, sum_.total, box)
    return ft.Stack([ft.Container(said, **at(sum_.note.seen_from(box))), *kept], **at(box))


# the last chance


def _last_chance(facts: PadFacts, box: Box) -> ft.Control:
    """Rule 6: the game has ended, the cross of the same action may still be entered."""
    if facts.geometry.is_narrow(box):
        return ft.Container(_finish_note(facts, in_rail=box == facts.geometry.banner), **at(box))
    theme, words, place = facts.sheet.theme, facts.sheet.words, _at_least(box, _FINGER)
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
        height=place.height,
        size=15,
        planned=True,
    )
    return ft.Container(
        content=ft.Row([ft.Semantics(content=said, live_region=True, expand=True), finish]),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
        **at(place),
    )


def _finish_note(facts: PadFacts, *, in_rail: bool) -> ft.Control:
    """The same where there is little room."""
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
        height=_FINGER,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    lies = ft.Column if in_rail else ft.Row
    return lies([said, finish], spacing=6)


def _at_least(box: Box, height: float) -> Box:
    """The same box, a little higher at both sides where it is too low to be tapped."""
    more = max(0.0, height - box.height)
    return box.inset(0, -more / 2)
