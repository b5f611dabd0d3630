"""What the statistics say: honest numbers in words, and bars that show them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from qwixx_pad.history.figures import FactCard
from qwixx_pad.history.lengths import LengthStats, SeatsLength
from qwixx_pad.history.measures import BIN_POINTS, histogram_bins
from qwixx_pad.history.players import ComebackStats, PlayerStats, Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import ExtraStats, SheetStats
from qwixx_pad.ui.statistics import Span, group_look, stats_look
from qwixx_pad.ui.statistics.stats_charts import MAX_BARS, totals_bars
from qwixx_pad.ui.text import rounded_text
from tests.support.ui.sample_numbers import NOON, ROWS, numbers
from tests.support.ui.surroundings import WORDS

TODAY = date(2026, 10, 14)
CLASSIC = SheetStats("classic", 12, 61.4, 88)
LONGO = SheetStats("longo", 3, 96.6, 120)


def look(totals, games=None, **changes):
    """Of several players if the number of games is given."""
    several = games is not None
    return stats_look(numbers(totals, **changes), WORDS, TODAY, several=several, games=games)


def tile(looked, which):
    found = looked.tiles[f"stats-{which}"]
    return found.value, found.name, found.below


def bars(*bins, latest=None):
    return totals_bars(bins, latest, WORDS)


@pytest.mark.parametrize(
    ("sheets", "games", "notice", "caption"),
    [
        (0, None, "Play your first game and your numbers appear here.", ""),
        (4, None, "Play five games to see the shape of your scores.", ""),
        (5, 1, "Play five games to see the shape of your scores.", ""),
        (5, None, "", "Only 5 games so far: these numbers will still change a lot."),
        (19, None, "", "Only 19 games so far: these numbers will still change a lot."),
        (20, None, "", ""),
    ],
)
def test_few_games_show_a_notice_and_no_charts(sheets, games, notice, caption):
    looked = look([50] * sheets, games)
    assert (looked.notice, looked.caption) == (notice, caption)
    charts = (looked.totals, looked.penalties, looked.rows)
    assert [bool(chart) for chart in charts] == [not notice] * 3


def test_tiles_show_best_average_wins_and_penalties():
    assert look([]).tiles == {}
    looked = look([104, *[60] * 41], wins=17)
    assert tile(looked, "best") == ("104", "best", "12 Oct")
    assert tile(looked, "average") == ("61", "average", "42 games")
    assert tile(looked, "wins") == ("17", "wins", "40%")
    assert tile(looked, "misthrows") == ("0.8", "penalties", "per game")


def test_tile_captions_use_the_singular_for_one():
    assert tile(look([50], wins=1), "wins")[1] == "win"
    assert tile(look([50, 60], 1), "games")[1] == "game"


def test_best_day_of_another_year_shows_month_and_year():
    then = datetime(2024, 5, 3, 12, tzinfo=UTC)
    assert tile(look([50], best_at=then), "best")[2] == "May 2024"
    assert tile(look([50], best_at=None), "best")[2] == ""


@pytest.mark.parametrize(
    ("contests", "said"), [(9, ("4", "of 9")), (10, ("4", "40%")), (0, ("\u2013", "played alone"))]
)
def test_wins_become_a_percentage_from_ten_games(contests, said):
    value, _, below = tile(look([50] * 12, multiplayer_sheets=contests, wins=4), "wins")
    assert (value, below) == said


def test_several_players_show_games_instead_of_wins():
    """Somebody wins every game: wins would only say how many played."""
    looked = look([50] * 12, 5, wins=6)
    assert tile(looked, "average")[2] == "12 sheets"
    assert tile(looked, "games") == ("5", "games", "12 sheets")
    assert tile(looked, "misthrows")[2] == "per sheet"
    assert looked.caption.startswith("Only 12 sheets so far")
    assert looked.totals.notes[0] == "Half of all sheets score between 52 and 71."


def test_most_common_range_is_the_highest_modal_bar():
    totals = look([40, 41, 55, 60, 61]).totals
    shown = [(bar.label, bar.count, bar.share) for bar in totals.bars if bar.count]
    assert shown == [("40", 2, 1), ("50", 1, 0.5), ("60", 2, 1)]
    assert totals.aside == "most often 60\u201369"
    assert [bar.label for bar in totals.bars if bar.modal] == ["60"]


def test_bar_of_last_game_is_marked():
    totals = look([40, 50, 50, 60, 75]).totals
    assert [bar.label for bar in totals.bars if bar.latest] == ["70"]
    assert totals.legend == "last game 75"
    assert "Last game 75." in totals.spoken


def test_negative_totals_use_the_printed_minus():
    totals = look([-12, -11, -15, 3, -1]).totals
    assert [bar.label for bar in totals.bars if bar.count] == ["−20", "−10", "0"]
    assert totals.aside == "most often −20 to −11"
    assert totals.legend == "last game −1"
    assert tile(look([-12] * 5), "best")[0] == "−12"


def test_few_bars_are_joined_by_empty_ones():
    assert [bar.label for bar in bars((10, 5))][:2] == ["0", "10"]
    assert bars((-10, 5))[0].label == "−10"
    assert len(bars((50, 5))) >= 7


def test_extreme_totals_share_open_bars():
    middle = ((start, 9) for start in range(0, 100, 10))
    wide = bars((-20, 1), (-10, 1), *middle, (100, 2), (110, 1), (120, 1))
    assert len(wide) == MAX_BARS
    ends = [(bar.label, bar.count, bar.spoken) for bar in (wide[0], wide[-1])]
    assert ends == [("<0", 2, "below 0"), ("100+", 4, "100 or more")]
    far = bars((0, 9), *((start, 2) for start in range(10, 130, 10)), (130, 1))
    assert [far[0].label, far[-1].label] == ["0", "110+"]


@given(some.lists(some.integers(-30, 260), min_size=1, max_size=60))
def test_bars_count_every_total_once(totals):
    shown = bars(*histogram_bins(totals), latest=totals[-1])
    assert 1 <= len(shown) <= MAX_BARS
    assert sum(bar.count for bar in shown) == len(totals)
    assert [bar.modal for bar in shown].count(True) == 1
    assert [bar.latest for bar in shown].count(True) == 1
    assert max(bar.share for bar in shown) == 1
    starts = [int(b.label.replace("−", "-").strip("+")) for b in shown if b.label[0] != "<"]
    assert all(after - before == BIN_POINTS for before, after in pairwise(starts))


def test_spread_is_described_in_a_sentence():
    assert look([50] * 20).totals.notes == (
        "Half of your sheets score between 52 and 71.",
        "Usual spread: 14 points.",
    )
    assert look([50] * 20, spread=1.2).totals.notes[1] == "Usual spread: 1 point."


def test_row_bars_show_points_and_crosses():
    looked = look([50] * 12)
    red, yellow, green = looked.rows
    assert (red.points, red.crosses, red.locked) == ("17.4", "5.2 crosses", 4)
    assert (yellow.share, green.share) == (1, 0.5)
    assert red.spoken == "Red: 17.4 points and 5.2 crosses, closed by others in 33%"
    assert looked.locked == "Rows locked: Red 4, Yellow 5, Green 0."


def test_closed_rows_become_a_percentage_from_ten_sheets():
    nine = (RowStats("r", 5, 12, 9, 0.0, 0.0, 0, 4), RowStats("y", 5, 12, 10, 0.0, 0.0, 0, 4))
    rows = look([50] * 10, rows=nine).rows
    assert [row.closed for row in rows] == ["closed by others in 4 of 9", "closed by others in 40%"]
    assert {row.share for row in rows} == {0}


def test_rival_line_has_record_and_signed_difference():
    rivals = (
        Rival("Ben", 12, 7, 4, 5.23),
        Rival("Cleo", 2, 0, 2, -3.16),
        Rival("Dan", 1, 0, 0, -0.04),
    )
    ben, cleo, dan = look([50] * 15, rivals=rivals).facts[FactCard.RIVALS]
    spoken = "Ben, 12 games: 7 ahead, 4 behind, 1 tied; +5.2 points on average"
    assert (ben.games, ben.below, ben.spoken) == ("12 games", "7 ahead, 4 behind, 1 tied", spoken)
    assert (cleo.below, dan.games) == ("0 ahead, 2 behind", "1 game")
    assert [rival.value for rival in (ben, cleo, dan)] == ["+5.2", "−3.2", "0.0"]


BEHIND = "Won from behind: 3 of 12 wins after trailing by 10 points or more"
LARGEST = "Largest comeback: 22 points, the most in 12 wins, 12 Oct"
LED = "Lead after ten rolls: 7 of 9 games won by the sole leader"


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        ((12, 3, 22, NOON, 9, 7), [BEHIND, LARGEST, LED]),
        ((12, 3), [BEHIND]),
        ((0, 0, 0, None, 9, 7), [LED]),
        ((), []),
    ],
)
def test_comeback_facts_name_their_sample_size(counted, said):
    facts = look([50] * 12, comeback_stats=ComebackStats(*counted)).facts[FactCard.COURSE]
    assert [fact.spoken for fact in facts] == said
    for fact in facts:
        assert all(part in fact.spoken for part in (fact.name, fact.value, fact.below))


def test_penalty_bars_cover_none_to_four():
    chart = look([50] * 9, penalty_counts=(4, 3, 2)).penalties
    assert [bar.count for bar in chart.bars] == [4, 3, 2, 0, 0]
    assert chart.aside == "none in 4 of 9"


def test_trend_appears_from_ten_games():
    assert look([50] * 9).trend is None
    trend = look([40] * 5 + [80] * 5, spread=20.0).trend
    assert trend.points == (0, 0, 0, 0, 0, 1, 1, 1, 1, 1)
    assert (trend.before, trend.low, trend.high) == (0, "40", "80")
    assert trend.sentence == "Average of the last 5: 80. Of the 5 before: 40."


def test_random_trend_is_called_the_usual_up_and_down():
    trend = look([50, 60] * 10, spread=5.0).trend
    assert trend.sentence.endswith("That’s the usual up and down.")
    assert look([50] * 12).trend.points == (0,) * 12


def test_group_line_has_games_wins_average_and_best():
    ben, cleo = group_look(
        [PlayerStats("Ben", 1, 1, 58.5, 97), PlayerStats("Cleo", 2, 1, None, None)], WORDS
    )
    assert (ben.games, ben.wins, ben.average, ben.best) == ("1", "1", "59", "97")
    assert ben.spoken == "Ben: 1 game, 1 win, average 59, best 97"
    assert (cleo.games, cleo.average, cleo.best) == ("2", "\u2013", "\u2013"), (
        "on other sheets only"
    )


@pytest.mark.parametrize(
    ("span", "named", "days"),
    [
        (Span.ALL, "All time", None),
        (Span.YEAR, "Last 12 months", 365),
        (Span.QUARTER, "Last 90 days", 90),
        (Span.MONTH, "Last 30 days", 30),
    ],
)
def test_time_span_has_a_name_and_a_start(span, named, days):
    assert span.text(WORDS) == named
    assert span.start_time(NOON) == (None if days is None else NOON - timedelta(days=days))


def test_numbers_round_half_up_with_printed_minus():
    assert [rounded_text(number) for number in (62.5, -12.0, -0.2)] == ["63", "−12", "0"]
    assert [WORDS.one_decimal(number) for number in (0.04, -0.04, -3.16)] == ["0.0", "0.0", "−3.2"]
    assert [WORDS.with_sign(number) for number in (0.04, 0.06, -0.06)] == ["0.0", "+0.1", "−0.1"]


def test_rows_with_other_limits_are_left_out_of_bars():
    longer = tuple(
        replace(row, crosses_to_lock=6, max_crosses=15, sheets=2, points=99.0) for row in ROWS
    )
    looked = look([70] * 14, rows=(*ROWS, *longer))
    assert [row.points for row in looked.rows] == ["17.4", "19.8", "9.9"]
    assert looked.rows_notes == ("rows that count up to 12 crosses",)


def test_totals_of_several_sheets_name_their_sheet():
    looked = look([70] * 12, sheets=15, by_sheet=(CLASSIC, LONGO))
    assert [(line.name, line.games, line.average, line.best) for line in looked.sheets] == [
        ("Classic", "12", "61", "88"),
        ("Longo", "3", "97", "120"),
    ]
    assert tile(looked, "average")[2] == tile(looked, "best")[2] == "Classic"
    on_one = "On Classic alone."
    assert (looked.totals.notes[-1], looked.trend.sentence[-len(on_one) :]) == (on_one, on_one)
    assert looked.sheets[1].spoken == "Longo: 3 sheets, average 97, best 120"


def test_single_sheet_is_not_named():
    looked = look([70] * 12, by_sheet=(CLASSIC,))
    assert not looked.sheets
    assert tile(looked, "average")[2] == "12 games"
    assert len(looked.totals.notes) == 2


def test_few_totals_of_one_sheet_have_no_chart():
    assert look([70] * 4, sheets=15, by_sheet=(replace(CLASSIC, sheets=4), LONGO)).totals is None


def test_extras_are_listed_below_the_rows():
    looked = look([70] * 12, extras=(ExtraStats("steps", 4, 7.28), ExtraStats("board", 1, 3)))
    assert looked.rows_notes == (
        "The steps: 7.3 points on average, on 4 sheets",
        "The board: 3.0 points on average, on 1 sheet",
    )
    assert look([70] * 12, extras=(ExtraStats("board", 3, 0.04),)).rows_notes == ()


def test_lengths_say_usual_time_of_each_number_and_evening():
    stats = LengthStats(12, 1500, (SeatsLength(1, 2, 70), SeatsLength(3, 10, 3900)), 9000, TODAY)
    facts = look([50] * 12, length_stats=stats).facts[FactCard.LENGTHS]
    assert [(fact.name, fact.value) for fact in facts] == [
        ("Usual length", "25 min"),
        ("Alone", "1 min"),
        ("3 players", "1 h 05 min"),
        ("Longest evening", "2 h 30 min"),
    ]
    assert facts[-1].below == WORDS.full_date(TODAY)
    alike = replace(stats, by_seats=stats.by_seats[:1])
    assert len(look([50] * 12, length_stats=alike).facts[FactCard.LENGTHS]) == 2
    assert look([50] * 12).facts[FactCard.LENGTHS] == []


@pytest.mark.parametrize(("seats", "note"), [((1,), "Alone"), ((4,), "4 players")])
def test_average_says_how_many_played(seats, note):
    assert tile(look([50] * 12, seats=seats), "average")[2] == note
    assert tile(look([50] * 12, seats=(1, 4)), "average")[2] == "12 games"


@pytest.mark.parametrize(
    ("seats", "note"),
    [
        ((1,), ("On Classic alone.", "Only games with 1 player.")),
        ((4,), ("On Classic alone.", "Only games with 4 players.")),
        ((1, 4), ("On Classic alone.",)),
    ],
)
def test_totals_of_one_sheet_say_how_many_played(seats, note):
    looked = look([70] * 12, sheets=15, by_sheet=(CLASSIC, LONGO), seats=seats)
    assert looked.totals.notes[2:] == note
