"""What stands on the cards of a single sheet: its menu, and whether somebody closed a row."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.design.buttons import colored, outlined, primary, rules_and_settings, tonal
from qwixx_pad.ui.design.primitives import Tap, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.questions import lock_head
from qwixx_pad.ui.pad.state import Prompt, Question
from qwixx_pad.ui.speech.words import Words


def question(
    prompt: Prompt, theme: Theme, words: Words, tap: Tap, *, over: bool
) -> Sequence[ft.Control]:
    """What stands on the card of a single sheet's question."""
    if prompt.question is Question.MENU:
        return menu(theme, words, tap, over=over)
    return _close(prompt, theme, words, tap)


def _close(prompt: Prompt, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    letter, row = prompt.letter, words.row(prompt.letter)
    close = words.of_row("Close {colour}", letter)
    return [
        lock_head(letter, words.of_row("Did someone close {colour}?", letter), row, theme),
        write(_close_text(prompt, words), 15, 400, color=theme.ink, height=1.35),
        *_cross_too(prompt, theme, words, tap),
        (tonal if prompt.last is not None else primary)(
            theme, f"{letter}#", close, lambda: tap(f"{letter}#")
        ),
        outlined(theme, "cancel", words.text("Cancel"), lambda: tap("cancel"), height=48),
    ]


def _close_text(prompt: Prompt, words: Words) -> str:
    if prompt.last is None:
        return words.of_row("Nothing more can be crossed in {colour} then.", prompt.letter)
    if not prompt.gain:
        return words.text(
            "If it was in this roll, you may lock it too: {last} and the lock.", last=prompt.last
        )
    return words.text(
        "If it was in this roll, you may lock it too: {last} and the lock, worth +{gain} for you.",
        last=prompt.last,
        gain=prompt.gain,
    )


def _cross_too(prompt: Prompt, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    if prompt.last is None:
        return []
    token = f"{prompt.letter}{prompt.last}"
    text = words.text("Cross {last} too", last=prompt.last)
    icon = ft.Icons.CLOSE_ROUNDED
    return [colored(theme, prompt.letter, token, text, lambda: tap(token), icon=icon)]


def menu(
    theme: Theme, words: Words, tap: Tap, *, over: bool, leads: bool = True
) -> Sequence[ft.Control]:
    """What can be done with a pad beside playing; `leads`: whether to finish it is ours."""
    finish = outlined(
        theme, "finish", words.text("Finish this game"), lambda: tap("finish"), height=52
    )
    return [
        write(words.text("This pad"), 20, 600, color=theme.ink),
        tonal(theme, "home", words.text("Leave it and go home"), lambda: tap("home"), height=52),
        tonal(theme, "correct", words.text("Correct"), lambda: tap("correct"), height=52),
        rules_and_settings(theme, words, tap, height=52),
        *([] if over or not leads else [finish]),
        outlined(theme, "cancel", words.text("Back to the pad"), lambda: tap("cancel"), height=52),
    ]
