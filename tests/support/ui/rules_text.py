"""What the screen of the rules says of a sheet."""

from qwixx_pad.ui.rules import sheet_rules
from tests.support.ui.surroundings import WORDS


def pieces(layout, kind=str):
    return [
        p for section in sheet_rules(layout, WORDS) for p in section.pieces if isinstance(p, kind)
    ]


def said(layout):
    return " ".join(pieces(layout))
