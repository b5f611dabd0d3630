"""Games and numbers as tables: what a spreadsheet reads, and that no name does harm there."""

import csv
import io
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.history.lengths import LengthStats
from qwixx_pad.history.players import ComebackStats, Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import ExtraStats, SheetStats, Statistics
from qwixx_pad.library.sharing import csv_safe, games_csv, statistics_csv
from qwixx_pad.settings.letters import is_printable
from qwixx_pad.storage.summary import ExtraPoints, GameState, RowScore, Score
from tests.support.library import library_pad
from tests.support.library.library_pad import END, START

ROWS = (
    RowScore("r", 0b1111, 4, 10, locked=False, closed=True),
    RowScore("y", 0b111111, 6, 21, locked=False, closed=False),
    RowScore("g", 0b1111, 4, 10, locked=False, closed=False),
    RowScore("b", 0b10000111111, 8, 36, locked=True, closed=False),
)
BEN = Score(2, "Ben", 1, 77, 0, 0, (), ROWS, "classic")
NO_CROSSES = tuple(r._replace(points=0, crosses=0) for r in ROWS)
ANNA = Score(1, "Anna", 2, -5, 1, 5, (), NO_CROSSES, "classic")
TABLE = replace(library_pad.TABLE, game="g1", scores=(ANNA, BEN))
PRINTED = (5, 12)
"""The kind of the rows on the oldest sheet."""
NUMBERS = Statistics(
    sheets=3,
    multiplayer_sheets=2,
    wins=1,
    best=77,
    best_at=END,
    average=70.5,
    spread=2.25,
    quartiles=(68.0, 70.0, 73.5),
    bins=((60, 1), (70, 2)),
    latest=75,
    penalties=0.5,
    penalty_counts=(2, 1),
    rows=(RowStats("r", 5, 12, 3, 10.5, 4.0, 1, 2), RowStats("b", 5, 12, 3, 36.0, 8.0, 3, 0)),
    rivals=(Rival("Anna", 2, 1, 0, 12.0), Rival("Cleo", 1, 0, 1, -3.333)),
    recent=((START, 70), (END, 75)),
    by_sheet=(SheetStats("classic", 2, 72.5, 75), SheetStats("longo", 1, 99.0, 99)),
    extras=(ExtraStats("board", 1, 7.0),),
)

FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n@x", "\uff1d1", "\ufe631")
any_names = st.text(
    st.characters() | st.sampled_from("\0\r\n\t\",;\ud800\ufeff🎲=+-@'"), max_size=30
)


def opened(lines):
    """What a program reads that knows UTF-8 by its mark, as Excel does."""
    data = "".join(lines).encode("utf-8")
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def games(*summaries):
    return opened(games_csv(summaries))


def in_table(name):
    """A table with a player of this name."""
    return replace(TABLE, scores=(ANNA._replace(name=name), BEN))


# Games


HEAD = (
    "game,started,ended,minutes,layout,state,seats,seat,player,sheet,rank,total,"
    "r_points,r_crosses,y_points,y_crosses,g_points,g_crosses,b_points,b_crosses,"
    "locked,penalties,minus,extra,steps,track,pair,board,"
    "ry_crosses,gb_crosses,bar_crosses,x_crosses,lucky_crosses"
)
PLAYED = "g1,2026-11-21T19:00:00Z,2026-11-21T19:35:00Z,35,classic,over,2"


def test_games_csv_has_one_line_per_sheet():
    assert "".join(games_csv([TABLE])) == (
        f"\ufeff{HEAD}\r\n"
        f"{PLAYED},1,Anna,classic,2,-5,0,0,0,0,0,0,0,0,b,1,5,,,,,,,,,,\r\n"
        f"{PLAYED},2,Ben,classic,1,77,10,4,21,6,10,4,36,8,b,0,0,,,,,,,,,,\r\n"
    )


def test_games_csv_streams_lines():
    def endless():
        while True:
            yield TABLE

    lines = games_csv(endless())
    assert [next(lines) for _ in range(5)][4].startswith("g1,")


EVENING = "2026-11-21T19:00:00Z"


@pytest.mark.parametrize(
    ("what", "ended"),
    [
        ({"state": GameState.OPEN}, ""),
        ({"corrected": True}, ""),
        ({"touched": START + timedelta(days=2)}, "2026-11-23T19:00:00Z"),
    ],
)
def test_end_is_that_of_an_uncorrected_game(what, ended):
    line, _ = games(replace(TABLE, **what))
    assert (line["started"], line["ended"], line["minutes"]) == (EVENING, ended, "35")


def test_game_of_unknown_length_has_no_minutes():
    assert [line["minutes"] for line in games(replace(TABLE, seconds=None))] == ["", ""]


def test_unreadable_game_has_no_line():
    assert games(replace(TABLE, state=GameState.UNREADABLE, scores=())) == []


def test_extra_points_are_empty_only_without_a_field():
    score = ANNA._replace(extras=(ExtraPoints("board", 0),))
    on_board = replace(TABLE, layout="on_board", scores=(score,))
    assert games(on_board)[0]["extra"] == "0"


# Names in a spreadsheet


@pytest.mark.parametrize("name", FORMULAS)
def test_formula_name_gets_an_apostrophe(name):
    assert csv_safe(name) == "'" + name.strip()


@pytest.mark.parametrize("sign", [";", ","])
def test_formula_after_a_separator_gets_an_apostrophe(sign):
    assert csv_safe(f"a{sign} =1+1{sign}b") == f"a{sign}' =1+1{sign}b"


@pytest.mark.parametrize("name", ["Anna", "Anna=Maria", "a-b", 'Anna "Nan" B, jr.', "🎲", "'n"])
def test_harmless_name_is_unchanged(name):
    assert csv_safe(name) == name


def test_control_characters_never_reach_the_file():
    text = "".join(games_csv([in_table("A\0n\nn\ra\x1b[31m\u2028\u202e\ud800")]))
    assert text.replace("\r\n", "").removeprefix("\ufeff").isprintable()
    assert opened([text])[0]["player"] == "A n n a [31m"


@given(any_names)
def test_any_name_reads_back_as_written(name):
    anna, ben = games(in_table(name))
    assert anna["player"] == csv_safe(name)
    assert ben["player"] == "Ben"
    assert anna["total"] == "-5"


@given(any_names)
def test_escaped_name_is_printable_and_never_a_formula(name):
    text = csv_safe(name)
    assert all(is_printable(letter) or letter in "\u2068\u2069" for letter in text)
    assert not any(
        cell.lstrip().startswith(("=", "+", "-", "@")) for cell in re.split("[,;]", text)
    )
    assert csv_safe(text) == text


# Numbers


CELLS = """
player=Ben sheets=3 multiplayer_sheets=2 wins=1 best=77 best_at=2026-11-21T19:35:00Z average=70.5
spread=2.25 quartile_1=68.0 median=70.0 quartile_3=73.5 latest=75 penalties=0.5
sheets_with_0_penalties=2 sheets_with_1_penalties=1 sheets_with_2_penalties=0
sheets_with_3_penalties=0 sheets_with_4_penalties=0
r_5of12_sheets=3 r_5of12_points=10.5 r_5of12_crosses=4.0 r_5of12_locked=1 r_5of12_closed=2
y_5of12_sheets= y_5of12_points= y_5of12_crosses= y_5of12_locked= y_5of12_closed=
g_5of12_sheets= g_5of12_points= g_5of12_crosses= g_5of12_locked= g_5of12_closed=
b_5of12_sheets=3 b_5of12_points=36.0 b_5of12_crosses=8.0 b_5of12_locked=3 b_5of12_closed=0
r_6of15_sheets= b_6of15_closed=
"""
LISTS = {
    "bins": "1x60 2x70",
    "rivals": "Anna: games 2, ahead 1, behind 0, difference 12.00 | "
    "Cleo: games 1, ahead 0, behind 1, difference -3.33",
    "recent": "70 at 2026-11-21T19:00:00Z | 75 at 2026-11-21T19:35:00Z",
    "by_sheet": "classic: sheets 2, best 75, average 72.50 | "
    "longo: sheets 1, best 99, average 99.00",
    "extras": "board: sheets 1, points 7.00",
}


def test_numbers_csv_has_one_line_per_player():
    """In this order, whatever figures come between."""
    (line,) = opened(statistics_csv([("Ben", NUMBERS)], [PRINTED, (6, 15)]))
    expected = dict(cell.split("=") for cell in CELLS.split()) | LISTS
    cells = [(column, cell) for column, cell in line.items() if column in expected]
    assert cells == [*expected.items()]


def test_decimal_comma_goes_with_semicolons():
    name = 'Ben; "B", =1'
    lines = "".join(statistics_csv([(name, NUMBERS)], [PRINTED], decimal_comma=True))
    (line,) = csv.DictReader(io.StringIO(lines, newline=""), delimiter=";", strict=True)
    assert (line["average"], line["best"]) == ("70,5", "77")
    assert line["\ufeffplayer"] == 'Ben; "B",\' =1'


def test_right_to_left_name_is_isolated_and_searchable():
    numbers = replace(NUMBERS, rivals=(Rival("דנה", 1, 1, 0, 1.0), Rival("Al", 2, 1, 1, 0.0)))
    (line,) = opened(statistics_csv([("דנה", numbers)], [PRINTED]))
    assert line["player"] == "דנה"
    assert line["rivals"] == (
        "\u2068דנה\u2069: games 1, ahead 1, behind 0, difference 1.00 | "
        "Al: games 2, ahead 1, behind 1, difference 0.00"
    )


def test_only_counts_are_known_without_sheets():
    (nobody,) = opened(statistics_csv([("Nobody", Statistics())], [PRINTED]))
    filled = {column: cell for column, cell in nobody.items() if cell}
    counts = {column for column in filled if "sheets" in column} | {"wins"}
    assert filled == {"player": "Nobody"} | dict.fromkeys(counts, "0")
    assert len(counts) == 8


def test_more_than_four_penalties_count_as_four():
    many = replace(NUMBERS, penalty_counts=(1, 1, 1, 1, 1, 2))
    (ben,) = opened(statistics_csv([("Ben", many)], [PRINTED]))
    assert ben["sheets_with_4_penalties"] == "3"


LINES = """
3 sheets, 2 in games of several players, 1 of them won
totals on classic: best 77, average 70.5, standard deviation 2.2
totals on classic: a quarter below 68, half below 70, three quarters below 73.5
classic: 2 sheets, best 75, average 72.5
longo: 1 sheet, best 99, average 99.0
penalties: 0.50 a sheet
red row (locks after 5 crosses, counts at most 12): 10.5 points and 4.0 crosses a sheet; \
locked on 1 sheet, closed by others on 2
blue row (locks after 5 crosses, counts at most 12): 36.0 points and 8.0 crosses a sheet; \
locked on 3 sheets, closed by others on 0
points from the board: 7.0 a sheet, on 1 sheet
wins from 10 or more points behind: 0 of 0, the largest from 0; \
leads after ten rolls that won: 7 of 9
half of 2 games took at most 30 min; longest evening: 60 min, on 2026-11-21
against Anna: 2 games, ahead in 1, behind in 0, on average +12.0 points
against Cleo: 1 game, ahead in 0, behind in 1, on average -3.3 points
"""


def test_printed_numbers_end_with_the_rivals():
    """In this order, whatever figures come between."""
    numbers = replace(
        NUMBERS,
        comeback_stats=ComebackStats(early_leads=9, early_leads_won=7),
        length_stats=LengthStats(2, 1800, (), 3600, START.date()),
    )
    expected = LINES.strip().splitlines()
    assert [line for line in numbers.lines if line in expected] == expected


def test_unknown_courses_and_lengths_are_not_printed():
    beginnings = {line.split()[0] for line in NUMBERS.lines}
    assert {"penalties:", "wins", "half"} & beginnings == {"penalties:"}
