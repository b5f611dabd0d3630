"""What a file would add, or why it is not taken, in words. Pure."""

from qwixx_pad.archive.exchange import LARGEST, Refused
from qwixx_pad.archive.importing import Preview
from qwixx_pad.i18n import phrase, phrases
from qwixx_pad.ui.words import Words

_REFUSED = {
    Refused.EMPTY: (phrase("This file is empty."), phrase("Nothing was changed.")),
    Refused.TOO_LARGE: (
        phrase("This file is too large."),
        phrase("Qwixx Pad reads up to {most} MB."),
    ),
    Refused.NOT_OURS: (
        phrase("This is no file of a Qwixx Pad."),
        phrase("A backup, exported games or game lines can be read. Nothing was changed."),
    ),
    Refused.TOO_NEW: (
        phrase("A newer Qwixx Pad has written this file."),
        phrase("Update Qwixx Pad first. Nothing was changed."),
    ),
    Refused.DAMAGED: (phrase("This file is damaged."), phrase("Nothing was changed.")),
    Refused.CANNOT_READ: (phrase("This file could not be read."), phrase("Nothing was changed.")),
}


def what_comes(preview: Preview, words: Words) -> tuple[str, tuple[str, ...], bool]:
    """A heading, some lines, and whether there is anything to add."""
    intake = preview.intake
    counted = (
        (phrases("{n} new game", "{n} new games"), len(intake.new)),
        (phrases("{n} game goes on there", "{n} games go on there"), len(intake.longer)),
        (phrases("{n} deleted game comes back", "{n} deleted games come back"), len(intake.back)),
        (phrases("{n} setting", "{n} settings"), len(intake.settings)),
        (phrases("{n} game is here already", "{n} games are here already"), preview.known),
        (
            phrases(
                "{n} game cannot be read and is left out",
                "{n} games cannot be read and are left out",
            ),
            preview.unreadable,
        ),
        (
            phrases(
                "{n} game is on a sheet that is not known here; it is kept as it is",
                "{n} games are on sheets that are not known here; they are kept as they are",
            ),
            preview.strange,
        ),
    )
    lines = tuple(words.count(*said, n) for said, n in counted if n)
    title = words.count("{n} game in this file", "{n} games in this file", preview.games)
    return title, lines or (words.text("There is nothing in it."),), bool(preview)


def what_came(preview: Preview, words: Words) -> str:
    """What an import has done."""
    intake = preview.intake
    counted = (
        (phrases("{n} game added.", "{n} games added."), len(intake.new)),
        (phrases("{n} game went on.", "{n} games went on."), len(intake.longer)),
        (phrases("{n} game came back.", "{n} games came back."), len(intake.back)),
    )
    lines = [words.count(*said, n) for said, n in counted if n]
    return " ".join(lines) or words.text("The settings are taken over.")


def refused_words(reason: Refused, words: Words) -> tuple[str, str]:
    """Why a file is not taken in, in two friendly sentences."""
    title, detail = _REFUSED[reason]
    return words.text(title), words.text(detail, most=LARGEST // 1024 // 1024)
