"""A whole game on every printed sheet: summary, spreadsheet, text and statistics add up."""

import csv
import re
from functools import cache

import pytest
from evenings import whole_game
from kept_pad import game

from qwixx_pad.archive.sharing import share_text
from qwixx_pad.archive.spreadsheet import games_csv
from qwixx_pad.archive.summaries import summarise
from qwixx_pad.core.scoring import BESIDE, terms
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed
from qwixx_pad.ui.speech.words import Words

NAMES = ("Anna", "Ben")
HEADS = (
    *(f"{name}/2" for name in installed()),
    *("random_numbers:7/2", "random_colors:9/2", "chain_a,chain_d/2", "bonus_b", "longo"),
)
every_sheet = pytest.mark.parametrize("head", HEADS)


@cache
def whole(head):
    return whole_game(head, 3)


@cache
def kept(head):
    setup, *tokens = whole(head).text.split()
    names = NAMES[: whole(head).setup.seats]
    return summarise(game(head, *tokens, setup=setup, names=names), installed())


def points(sheet):
    """What the core gives points for, and how many."""
    return {term.row or term.purpose.value: term.points for term in terms(sheet)}


def opened(lines):
    return [*csv.DictReader("".join(lines).removeprefix("\ufeff").splitlines())]


@every_sheet
def test_a_line_of_the_spreadsheet_adds_up_to_the_total_and_counts_the_crosses_of_all_rows(head):
    for line, sheet in zip(
        opened(games_csv([kept(head)])), whole(head).position.sheets, strict=True
    ):
        told = points(sheet)
        assert told.pop("penalties") == -int(line["minus"])
        for what, number in told.items():
            assert int(line[what if what in BESIDE else f"{what}_points"]) == number
        assert int(line["total"]) == sum(told.values()) - int(line["minus"])
        for index, row in enumerate(sheet.layout.rows):
            assert int(line[f"{row.letter}_crosses"]) == sheet.crosses(index)


@every_sheet
def test_the_text_for_a_chat_names_every_term_and_adds_up(head):
    text = share_text(NAMES, whole(head), "Saturday", Words(catalogue("en")))
    said = {line.removesuffix(")").split(" (")[0]: line for line in text.splitlines()[1:]}
    assert len(said) == whole(head).setup.seats
    for line in said.values():
        total, parts = re.search(r" (−?\d+) \((.*)\)", line).groups()
        numbers = [int(n.replace("−", "-")) for n in re.findall(r"−?\d+", parts)]
        assert sum(numbers) == int(total.replace("−", "-"))
