"""Games on any printed sheet are stored, found, counted, exported and imported like all others."""

import csv
import json
import re
from datetime import timedelta
from urllib.parse import unquote

import pytest

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.notation import read_line
from qwixx_pad.core.scoring import EXTRAS, score_terms
from qwixx_pad.i18n import catalogue
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.sharing import bgstats_link, chat_text, games_csv
from qwixx_pad.library.summaries import sheet_from_score, summarise
from qwixx_pad.storage.summary import GameQuery, GameState
from qwixx_pad.ui.text.translator import Translator
from tests.support.library.library_pad import ALL, DAY, game
from tests.support.sample_games import GAMES
from tests.support.strategies import ready_to_lock


def lines():
    """A game on each sheet, alone, at a table, mixed and copied from paper."""
    yield from GAMES
    yield "chain_a,chain_c/2 1:r5 2:r6 / end"
    yield from (f"{name} r5 end" for name in ("steps_a", "steps_e", "chain_d", "chain_e"))
    yield "bonus_b y3 g5 - r8 b10 end"


def saved(number, line):
    """A game line without what the rules refuse, as a stored game."""
    written = read_line(line, installed_layouts())
    there = Game.start(written.setup)
    for entry in map(parse_token, written.tokens):
        there = there if there.entry_refusal(entry) else there.with_entry(entry)
    head, *tokens = there.text.split()
    names = ("Anna", "Ben", "Cleo", "Dan", "Eva")[: there.setup.seats]
    at = DAY + timedelta(hours=number)
    return game(f"g{number}", *tokens, setup=head, names=names, at=at)


SAMPLES = tuple(saved(number, line) for number, line in enumerate(lines()))


def played(sample):
    line = " ".join((sample.head.setup, *(entry.token for entry in sample.entries)))
    return read_line(line, installed_layouts()).replay_tokens()[0]


def test_paper_game_counts_on_its_day_and_hides_unknowns():
    sample = game("p", "1:r2", "2:r3", "end", setup="classic/2+paper", names=("Anna", "Ben"))
    summary = summarise(sample, installed_layouts())
    assert summary.touched == sample.head.started < sample.entries[-1].at
    link = bgstats_link(summary, summary.touched)
    play = json.loads(unquote(link.partition("?data=")[2]))
    assert "durationMin" not in play
    assert not any(player["startPlayer"] for player in play["players"])


def test_summary_tells_who_locked_each_row():
    tokens = (*ready_to_lock("classic/2", "r"), "1:r12", "end")
    anna, ben = summarise(game("g", *tokens), installed_layouts()).scores
    assert (anna.rank, anna.rows[0].locked, anna.rows[0].closed) == (1, True, False)
    assert (ben.rank, ben.rows[0].locked, ben.rows[0].closed) == (2, False, True)


def names_of(sample):
    return sample.head.setup.partition("/")[0].partition("+")[0].split(",")


every_sheet = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.head.setup)


@every_sheet
def test_sheet_is_rebuilt_from_its_summary(sample):
    there = played(sample)
    summary = summarise(sample, installed_layouts())
    assert summary.state is not GameState.UNREADABLE
    assert summary.layout == there.setup.names
    for score, sheet in zip(summary.scores, there.position.sheets, strict=True):
        again = sheet_from_score(score, sheet.layout)
        assert (score.sheet, score.total) == (sheet.layout.name, sheet.total)
        assert (again.crossed, again.crossed_twice) == (sheet.crossed, sheet.crossed_twice)
        assert score_terms(again) == score_terms(sheet)


def points(sheet):
    """What the core gives points for, and how many."""
    return {term.row or term.purpose.value: term.points for term in score_terms(sheet)}


@every_sheet
def test_spreadsheet_line_adds_up_to_the_total(sample):
    text = "".join(games_csv([summarise(sample, installed_layouts())])).removeprefix("\ufeff")
    sheets = played(sample).position.sheets
    for line, sheet in zip(csv.DictReader(text.splitlines()), sheets, strict=True):
        terms = points(sheet)
        assert terms.pop("penalties") == -int(line["minus"])
        for what, number in terms.items():
            assert int(line[what if what in EXTRAS else f"{what}_points"]) == number
        assert int(line["total"]) == sum(terms.values()) - int(line["minus"])
        for index, row in enumerate(sheet.layout.rows):
            assert int(line[f"{row.letter}_crosses"]) == sheet.cross_count(index)


@every_sheet
def test_chat_text_terms_add_up_to_the_total(sample):
    text = chat_text(
        sample.head.names, played(sample), "Saturday", Translator(catalogue("en")).gettext
    )
    said = text.splitlines()[1:]
    assert len(said) == len(sample.head.names)
    for line in said:
        total, parts = re.search(r" (−?\d+) \((.*)\)", line).groups()
        numbers = [int(n.replace("−", "-")) for n in re.findall(r"−?\d+", parts)]
        assert sum(numbers) == int(total.replace("−", "-"))


def test_stored_summaries_equal_fresh_ones_on_all_sheets(pad, pad_on, tmp_path):
    pad.keep(*SAMPLES)
    made = {sample.head.id: summarise(sample, installed_layouts()) for sample in SAMPLES}
    assert {k.summary.game: k.summary for k in pad.library.page(GameQuery(), 0, ALL)} == made
    other = pad_on(tmp_path / "other")
    other.library.apply_import(
        other.library.preview_import("".join(pad.library.history_file()).encode())
    )
    assert {k.summary.game: k.summary for k in other.library.page(GameQuery(), 0, ALL)} == made


def test_sheet_filter_finds_mixed_tables_and_seeds(pad):
    pad.keep(*SAMPLES)
    seeds = {sample.head.id for sample in SAMPLES if "random_colors:" in sample.head.setup}
    mixed = {sample.head.id for sample in SAMPLES if "chain_c" in names_of(sample)}
    assert pad.listed(layout="random_colors:") == seeds != set()
    assert pad.listed(layout="chain_c") == mixed != set()
    assert pad.listed(layout="chain") == pad.listed(layout="random_colors") == set()
    assert {"chain_a", "chain_c", "random_colors:"} <= {*pad.library.played_layouts()}


def test_sheet_filter_counts_only_matching_sheets(pad):
    pad.keep(saved(1, "chain_a,chain_c/2 1:r5 2:r6 / end"))
    for layout, sheets in (("", 2), ("chain_a", 1), ("chain_c", 1), ("chain_b", 0)):
        assert pad.library.statistics_of(GameQuery(layout=layout)).sheets == sheets


def test_row_averages_group_rows_of_equal_limits(pad):
    lines = ("classic r2 end", "mixx_b r9 end", "longo r2 end", "big_points r2 end")
    pad.keep(*(saved(n, line) for n, line in enumerate(lines)))
    averages = [
        (row.letter, row.row_kind, row.sheets)
        for row in pad.library.statistics_of(GameQuery()).rows
    ]
    assert averages == [
        *((letter, (5, 12), 2) for letter in "rygb"),
        *((letter, (5, 15), 1) for letter in "rygb"),
        *((letter, (6, 15), 1) for letter in "rygb"),
    ]


def test_statistics_have_columns_for_all_kinds_of_rows(pad):
    pad.keep(saved(1, "longo r2 end"), saved(2, "steps_a/2 1:r5 / end"))
    head = next(iter(pad.library.statistics_table(GameQuery()))).split(",")
    assert {"r_5of12_points", "b_6of15_locked"} <= {*head}
