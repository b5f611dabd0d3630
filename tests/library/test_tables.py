"""Games and numbers as tables: what a spreadsheet reads, and that no name does harm there."""

import csv
import io
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.history.players import Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import ExtraStats, SheetStats, Statistics
from qwixx_pad.i18n import available_languages, has_decimal_comma, isolate_text
from qwixx_pad.library.sharing import csv_safe, games_csv, statistics_csv
from qwixx_pad.settings.letters import is_printable
from qwixx_pad.storage.summary import GameState, RowScore, Score
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
    on_board = replace(TABLE, layout="on_board", scores=(ANNA._replace(extras=(("board", 0),)),))
    assert games(on_board)[0]["extra"] == "0"


# Names in a spreadsheet


@pytest.mark.parametrize("name", FORMULAS)
def test_formula_name_gets_an_apostrophe(name):
    assert games(in_table(name))[0]["player"] == "'" + name.strip()


@pytest.mark.parametrize("sign", [";", ","])
def test_formula_after_a_separator_gets_an_apostrophe(sign):
    assert games(in_table(f"a{sign} =1+1{sign}b"))[0]["player"] == f"a{sign}' =1+1{sign}b"


@pytest.mark.parametrize("name", ["Anna", "Anna=Maria", "a-b", 'Anna "Nan" B, jr.', "🎲", "'n"])
def test_harmless_name_is_unchanged(name):
    assert games(in_table(name))[0]["player"] == name


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


NUMBERS_HEAD = (
    "player,sheets,multiplayer_sheets,wins,best,best_at,average,spread,"
    "quartile_1,median,quartile_3,latest,penalties,sheets_with_0_penalties,sheets_with_1_penalties,sheets_with_2_penalties,"
    "sheets_with_3_penalties,sheets_with_4_penalties,"
    "r_5of12_sheets,r_5of12_points,r_5of12_crosses,r_5of12_locked,r_5of12_closed,"
    "y_5of12_sheets,y_5of12_points,y_5of12_crosses,y_5of12_locked,y_5of12_closed,"
    "g_5of12_sheets,g_5of12_points,g_5of12_crosses,g_5of12_locked,g_5of12_closed,"
    "b_5of12_sheets,b_5of12_points,b_5of12_crosses,b_5of12_locked,b_5of12_closed,"
    "bins,rivals,recent,by_sheet,extras"
)


def test_numbers_csv_has_one_line_per_player():
    assert "".join(statistics_csv([("Ben", NUMBERS)], [PRINTED])) == (
        f"\ufeff{NUMBERS_HEAD}\r\n"
        "Ben,3,2,1,77,2026-11-21T19:35:00Z,70.5,2.25,68.0,70.0,73.5,75,0.5,2,1,0,0,0,"
        "3,10.5,4.0,1,2,,,,,,,,,,,3,36.0,8.0,3,0,1x60 2x70,"
        '"Anna: games 2, ahead 1, behind 0, difference 12.00 | '
        'Cleo: games 1, ahead 0, behind 1, difference -3.33",'
        "70 at 2026-11-21T19:00:00Z | 75 at 2026-11-21T19:35:00Z,"
        '"classic: sheets 2, best 75, average 72.50 | longo: sheets 1, best 99, average 99.00",'
        '"board: sheets 1, points 7.00"\r\n'
    )


@pytest.mark.parametrize(
    ("locale", "semicolons"),
    [
        *((language, language != "en") for language in available_languages()),
        *(("de_AT", True), ("de_CH", False), ("es_MX", False), ("en_US", False), ("nl_BE", True)),
    ],
)
def test_numbers_csv_suits_decimal_comma_locales(locale, semicolons):
    comma = has_decimal_comma(locale)
    name = 'Ben; "B", =1'
    head, line = "".join(
        statistics_csv([(name, NUMBERS)], [PRINTED], decimal_comma=comma)
    ).splitlines()
    sign = ";" if semicolons else ","
    assert head == "\ufeff" + NUMBERS_HEAD.replace(",", sign)
    cells = next(csv.reader([line], delimiter=sign, strict=True))
    read = dict(zip(NUMBERS_HEAD.split(","), cells, strict=True))
    assert read["player"] == 'Ben; "B",\' =1'
    assert (read["average"], read["best"]) == ("70,5" if semicolons else "70.5", "77")


def test_right_to_left_name_is_isolated_and_searchable():
    numbers = replace(NUMBERS, rivals=(Rival("דנה", 1, 1, 0, 1.0), Rival("Al", 2, 1, 1, 0.0)))
    (line,) = opened(statistics_csv([("דנה", numbers)], [PRINTED]))
    assert line["player"] == "דנה"
    assert line["rivals"] == (
        "\u2068דנה\u2069: games 1, ahead 1, behind 0, difference 1.00 | "
        "Al: games 2, ahead 1, behind 1, difference 0.00"
    )


def test_meaningless_figures_are_empty():
    (nobody,) = opened(statistics_csv([("Nobody", Statistics())], [PRINTED]))
    told = {key: value for key, value in nobody.items() if value not in ("", "0")}
    assert told == {"player": "Nobody"}
    assert nobody["average"] == nobody["best"] == nobody["latest"] == ""
    assert nobody["sheets"] == "0"


def test_more_than_four_penalties_count_as_four():
    many = replace(NUMBERS, penalty_counts=(1, 1, 1, 1, 1, 2))
    (ben,) = opened(statistics_csv([("Ben", many)], [PRINTED]))
    assert ben["sheets_with_4_penalties"] == "3"


@given(any_names, any_names)
def test_player_and_rival_names_are_escaped(name, rival):
    numbers = replace(NUMBERS, rivals=(Rival(rival, 1, 1, 0, 1.0),))
    (line,) = opened(statistics_csv([(name, numbers)], [PRINTED]))
    assert line["player"] == csv_safe(name)
    assert line["rivals"] == csv_safe(
        f"{isolate_text(rival)}: games 1, ahead 1, behind 0, difference 1.00"
    )
    assert float(line["average"]) == 70.5
