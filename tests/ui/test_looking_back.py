"""A whole game on every printed sheet, looked back on: result and review add up to its total."""

from functools import cache

import pytest
from evenings import whole_game

from qwixx_pad.core.scoring import terms
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))
HEADS = (
    *(f"{name}/2" for name in installed()),
    *("random_numbers:7/2", "random_colors:9/2", "chain_a,chain_d/2", "bonus_b", "longo"),
)
every_sheet = pytest.mark.parametrize("head", HEADS)


@cache
def whole(head):
    return whole_game(head, 3)


@every_sheet
def test_the_standings_show_what_the_core_adds_up(head):
    sheets = whole(head).position.sheets
    for place in end_look(whole(head), ("Anna", "Ben"), (0, 1), WORDS).places:
        assert place.terms == terms(sheets[place.seat - 1])
        assert sum(term.points for term in place.terms) == place.total
