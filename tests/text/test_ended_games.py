"""What is said of games that have ended: who wins, what a series and a list tell, on which day."""

import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from qwixx_pad.history.series import Evening, PersonalRecords, PlayerResult, Series
from qwixx_pad.i18n import isolate_text
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.library import LibraryGame
from qwixx_pad.library.sharing import game_file_name
from qwixx_pad.library.summaries import sheet_from_score, summarise
from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.history import card_look
from qwixx_pad.ui.history.evenings import evening_texts, join_tallies
from qwixx_pad.ui.result import end_look, records_text, series_look
from tests.support.strategies import played
from tests.support.ui.pads_with_games import NOON, game_of
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("line", "places", "headline", "margin"),
    [
        ("1:r2 1:r3", [1, 2, 2], "Anna wins!", "By 3 points. So close, Ben."),
        ("1:r2 2:r2", [1, 1, 3], "Anna and Ben win!", "By 1 point. So close, Cleo."),
        ("1:r2 2:r2 3:r2", [1, 1, 1], "Anna, Ben and Cleo win!", "It’s a tie."),
        ("1:r2 1:r3 2:r2 / 1:r4 2:r3 / 1:r5", [1, 2, 3], "Anna wins!", "By 7 points."),
    ],
)
def test_result_headline_shares_the_win_on_equal_totals(line, places, headline, margin):
    end = end_look(played(f"classic/3 {line} end"), NAMES, (0, 1, 2), WORDS)
    assert (end.headline, end.margin) == (headline, margin)
    assert [(each.name, each.rank) for each in end.ranking] == [*zip(NAMES, places, strict=True)]


@pytest.mark.parametrize("head", ["classic", "classic/3", "classic/3+paper"])
def test_nobody_wins_a_blank_game(head):
    end = end_look(played(f"{head} end"), NAMES, (0, 1, 2), WORDS)
    assert (end.headline, end.margin) == ("Nothing was entered.", "This game doesn’t count.")
    assert end.winner_looks == ()


ANNAS, BENS = ((PlayerResult("Anna", 1), PlayerResult("Ben", points)) for points in (0, 2))


@pytest.mark.parametrize(
    ("series", "title", "won", "decides"),
    [
        (Series((ANNAS, ANNAS)), "Series, game 2", "2 wins", "As many games as you like"),
        (Series((ANNAS, ANNAS), 3), "Anna wins the series!", "2 wins", "Best of three"),
        (Series((ANNAS,), 5, (ANNAS, BENS)), "Series, game 1", "1 win", "Best of five"),
    ],
)
def test_series_title_says_score_or_winner(series, title, won, decides):
    look = series_look(series, WORDS)
    assert (look.title, look.length_text) == (title, decides)
    assert [line[:2] for line in look.lines] == [("Anna", won), ("Ben", "0 wins")]


def test_series_lists_wins_of_the_day():
    look = series_look(Series((ANNAS,), 5, (ANNAS, BENS)), WORDS)
    assert look.day_text == f"All games that day: {isolate_text('Anna')} 2, {isolate_text('Ben')} 1"
    assert [line[2] for line in look.lines] == ["1 point", "0 points"]


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (None, ("Yesterday", "")),
        (
            Series((BENS, BENS, ANNAS)),
            ("Yesterday • Series of 3 games", "Ben 2 wins, 4 points • Anna 1 win, 3 points"),
        ),
        (
            Series((BENS, BENS), 3),
            ("Yesterday • Ben wins the series!", "Ben 2 wins, 4 points • Anna 0 wins, 2 points"),
        ),
    ],
)
def test_evening_heading_says_day_and_series_in_words(series, said):
    today = NOON.date()
    evening = Evening(0, 2, today - timedelta(days=1), series)
    title, tallies = evening_texts(evening, WORDS, today)
    assert (title, join_tallies(tallies, 1)) == said


def test_records_text_lists_new_bests():
    records = PersonalRecords(4, (("r", 3),))
    assert records_text(records, WORDS) == "Your best so far: total 4, red 3."
    assert records_text(PersonalRecords(), WORDS) == ""


def card(line, mine, **more):
    summary = summarise(game_of(line, *NAMES), installed_layouts())
    sheets = tuple(
        sheet_from_score(score, installed_layouts()["classic"]) for score in summary.scores
    )
    return card_look(LibraryGame(summary, sheets), mine, WORDS, NOON.date(), **more)


def test_game_row_shows_own_sheet_or_the_best():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    assert (card(line, "Anna").seed, card(line, "Anna").state) == ("saved1", "open")
    assert card(f"{line} end", "Anna").state == "2nd"
    best = card(f"{line} end", "Somebody")
    assert (best.seed, best.state, best.is_winner) == ("saved2", "Ben won", True)


@pytest.mark.parametrize(
    ("line", "state", "corrected"),
    [
        ("classic r2 end", "point", False),
        ("classic r2 r3", "open", False),
        ("classic r2 end undo", "open", False),
        ("classic r2 end undo undo r3 end", "point", True),
    ],
)
def test_game_row_shows_points_of_finished_games_only(line, state, corrected):
    look = card(line, "Anna")
    assert (look.state, "corrected" in look.facts) == (state, corrected)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows keeps one zone a process")
@pytest.mark.parametrize(
    ("zone", "touched", "day"),
    [
        ("America/New_York", datetime(2026, 3, 2, 1, 30, tzinfo=UTC), date(2026, 3, 1)),
        ("America/New_York", datetime(2026, 7, 4, 3, 30, tzinfo=UTC), date(2026, 7, 3)),
        ("Europe/Berlin", datetime(2026, 3, 1, 23, 40, tzinfo=UTC), date(2026, 3, 2)),
        ("Europe/Berlin", datetime(2026, 7, 3, 22, 40, tzinfo=UTC), date(2026, 7, 4)),
    ],
)
def test_game_day_uses_the_local_time_zone(zone, touched, day, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        summary = replace(
            summarise(game_of("classic r5 end"), installed_layouts()), touched=touched
        )
        later = touched + timedelta(days=2)
        named = f"{day:%A}"
        card = card_look(LibraryGame(summary), "", WORDS, local_day(later))
        assert (local_day(touched), card.day, WORDS.elapsed_text(touched, later)) == (
            day,
            named,
            named,
        )
        assert WORDS.elapsed_text(touched, touched + timedelta(days=1)) == "Yesterday"
        assert game_file_name(summary, "json") == f"qwixx-{day}.json"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(0, "just now"), (59, "59 min ago"), (60, "1 hour ago"), (150, "2 hours ago")],
)
def test_elapsed_time_is_in_minutes_then_hours(minutes, text):
    assert WORDS.elapsed_text(NOON, NOON + timedelta(minutes=minutes)) == text


def test_searched_name_comes_first_in_a_game_row():
    line = "classic/3 1:r2 2:r3 / 2:r4 2:r5"
    asked = card(line, "Anna"), card(line, "Anna", search=" bE")
    assert [(look.names, look.totals) for look in asked] == [
        ("Anna, Ben, Cleo", "1 · 6 · 0"),
        ("Ben, Anna, Cleo", "6 · 1 · 0"),
    ]
