"""What the first screen says of the browser that runs the pad: at most one thing at a time."""

from dataclasses import dataclass
from enum import StrEnum

from qwixx_pad.service.browser import BrowserState
from qwixx_pad.service.settings import Settings
from qwixx_pad.ui.speech.words import Words

PAUSE = 20
"""Games after which a copy is recommended again."""


class Subject(StrEnum):
    """What is said."""

    NOTHING_KEPT = "nothing-kept"
    RENEWED = "renewed"
    DAMAGED = "damaged"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class BrowserLook:
    """What is said, and what can be done about it.

    Attributes:
        subject: What it is about.
        lines: What is so, and what that means.
        does: What the first button says; empty where nothing can be done here.
        later: What the second button says; empty where it cannot be put off.
    """

    subject: Subject
    lines: tuple[str, str]
    does: str = ""
    later: str = ""


def browser_look(
    standing: BrowserState, games: int, settings: Settings, words: Words
) -> BrowserLook | None:
    """The most pressing thing; None where all is well.

    Args:
        standing: How the pad stands in its browser.
        games: How many there are to lose.
        settings: Of the pad.
        words: The language.
    """
    if not standing.keeps:
        return BrowserLook(
            Subject.NOTHING_KEPT,
            (
                words.text("This browser keeps nothing."),
                words.text(
                    "Games are gone with this page. Allow it to store data, or use another."
                ),
            ),
        )
    if standing.renewed:
        return BrowserLook(
            Subject.RENEWED,
            (
                words.text("A new version of the pad is here."),
                words.text("It takes a moment. Your games stay as they are."),
            ),
            # Translators: a button; the pad goes over to its newer version.
            words.text("Update"),
        )
    if standing.damaged:
        return BrowserLook(
            Subject.DAMAGED,
            (
                words.text("A file in this browser is damaged."),
                words.text("It is kept as it is. Back up the games that you see."),
            ),
            words.text("Back up"),
        )
    if standing.lasts is False and games >= settings.copy_at:
        return BrowserLook(
            Subject.COPY,
            (
                words.text("Keep a copy of your games."),
                words.text("This browser may clear them when it runs out of space."),
            ),
            words.text("Back up"),
            words.text("Later"),
        )
    return None
