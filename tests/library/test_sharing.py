"""A finished game as a text for a chat, as a link to another app, and as the name of a file."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import unquote

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.history.lengths import game_minutes
from qwixx_pad.i18n import ENGLISH
from qwixx_pad.library.sharing import bgstats_link, chat_text, game_file_name
from qwixx_pad.settings import MAX_PLAYER_NAME_CHARS
from qwixx_pad.settings.letters import is_printable
from qwixx_pad.storage.summary import GameState, Score
from qwixx_pad.ui.text.translator import Translator
from tests.support.library.library_pad import END, START, TABLE
from tests.support.strategies import examples, games, played

ANNA, BEN = TABLE.scores
ALONE = replace(TABLE, setup="classic", scores=(ANNA._replace(rank=1),))

any_names = st.text(st.characters() | st.sampled_from('\0\r\n\t"\ud800\u202e🎲ß/\\=-'), max_size=40)


def english(message, **values):
    return message.format(**values)


def named(*names):
    """A finished game of these players, the last of them the best."""
    scores = tuple(
        Score(seat, name, len(names) + 1 - seat, 60 + seat, 0, 0, (), (), "classic")
        for seat, name in enumerate(names, 1)
    )
    return replace(TABLE, scores=scores)


def play_of(summary, ended=END):
    """The play that a link hands over."""
    link = bgstats_link(summary, ended)
    before, data = link.split("?data=")
    assert before == "https://app.bgstatsapp.com/createPlay.html"
    return json.loads(unquote(data, errors="strict"))


# The text for a chat


def test_chat_text_lists_best_player_first_with_rows():
    game = played("classic/2 1:r2 2:r2 / 1:y3 2:y3 2:g12 / 1:- /")
    assert chat_text(("Anna", "Ben"), game, "Saturday", english) == (
        "Qwixx, Saturday\n"
        "1. Ben 3 (red 1, yellow 1, green 1, blue 0)\n"
        "2. Anna −3 (red 1, yellow 1, green 0, blue 0, penalties −5)"
    )


def test_chat_text_shares_ranks_in_seating_order():
    game = played("classic/3 1:r2 3:r2 /")
    lines = chat_text(("Cleo", "Ben", "Anna"), game, "Today", english).splitlines()
    assert [line[:7] for line in lines[1:]] == ["1. Cleo", "1. Anna", "3. Ben "]


def test_chat_text_numbers_nameless_players():
    text = chat_text(("", "Ben"), played("classic/3 1:r2 /"), "Today", english)
    assert "1. Player 1 1 (" in text
    assert "2. Player 3 0 (" in text
    assert "\nMe 0 (" in chat_text((), played("classic"), "Today", english)


def test_chat_text_isolates_right_to_left_names():
    text = chat_text(
        ("דנה", "Ben"), played("classic/2 1:r2 /"), "Today", Translator.for_locale(ENGLISH).gettext
    )
    assert "\n1. \u2068דנה\u2069 1 (red 1, " in text


@examples(30)
@given(games(), st.lists(any_names, max_size=6))
def test_chat_text_has_one_line_per_player(game, names):
    lines = chat_text(names, game, "Today", english).splitlines()
    assert len(lines) == 1 + game.setup.seats
    assert all(is_printable(letter) for line in lines for letter in line)


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0, 1), (29, 1), (91, 2), (35 * 60, 35), (None, None)]
)
def test_known_length_is_at_least_a_minute(seconds, minutes):
    assert game_minutes(seconds) == minutes


# The link to Board Game Stats


def test_bgstats_link_contains_all_known_facts():
    assert play_of(TABLE) == {
        "sourceName": "Qwixx Pad",
        "sourcePlayId": "0123456789abcdef0123456789abcdef",
        "playDate": "2026-11-21 19:35:00",
        "durationMin": 35,
        "game": {
            "name": "Qwixx",
            "sourceGameId": "classic",
            "bggId": 131260,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Anna",
                "sourcePlayerId": "anna",
                "startPlayer": True,
                "winner": False,
                "score": 75,
                "rank": 2,
            },
            {
                "name": "Ben",
                "sourcePlayerId": "ben",
                "startPlayer": False,
                "winner": True,
                "score": 77,
                "rank": 1,
            },
        ],
    }


def test_bgstats_link_uses_the_end_time_in_utc():
    ended = datetime(2026, 11, 22, 0, 35, 9, 999999, timezone(timedelta(hours=2)))
    assert play_of(TABLE, ended)["playDate"] == "2026-11-21 22:35:09"


def test_bgstats_link_of_another_sheet_omits_unknown_numbers():
    game = play_of(replace(TABLE, layout="on_board"))["game"]
    assert game["name"] == "Qwixx On Board"
    assert game["sourceGameId"] == "on_board"
    assert "bggId" not in game


def test_bgstats_link_of_one_sheet_has_no_winner():
    (me,) = play_of(ALONE)["players"]
    assert me["winner"] is False
    assert me["startPlayer"] is False
    assert "rank" not in me


def test_bgstats_link_marks_all_tied_winners():
    shared = replace(TABLE, scores=(ANNA._replace(rank=1, total=77), BEN))
    assert [player["winner"] for player in play_of(shared)["players"]] == [True, True]


def test_bgstats_link_numbers_nameless_players():
    players = play_of(named("", "\n", " An\u202ena "))["players"]
    assert [player["name"] for player in players] == ["Player 1", "Player 2", "An na"]
    assert play_of(named("\u200b"))["players"][0]["name"] == "Me"


def test_bgstats_link_distinguishes_players_of_one_name():
    players = play_of(named("Anna", "ANNA", "anna+", "anna"))["players"]
    assert len({player["sourcePlayerId"] for player in players}) == 4


def test_bgstats_link_gives_a_player_a_stable_identifier():
    for name in ("Anna", "🎲" * MAX_PLAYER_NAME_CHARS):
        one = play_of(named(name, "Ben"))
        other = play_of(named("Cleo", name))
        assert one["players"][0]["sourcePlayerId"] == other["players"][1]["sourcePlayerId"]


def test_bgstats_link_distinguishes_long_similar_names():
    one, other = play_of(named("Ж" * 23 + "Д", "Ж" * 23 + "Ю"))["players"]
    assert one["sourcePlayerId"] != other["sourcePlayerId"]


def test_unreadable_game_has_no_bgstats_link():
    with pytest.raises(ValueError, match="no sheet"):
        bgstats_link(replace(TABLE, state=GameState.UNREADABLE, scores=()), END)


@examples(50)
@given(
    st.lists(any_names, min_size=1, max_size=5),
    any_names,
    st.datetimes(timezones=st.just(UTC)),
)
def test_bgstats_link_is_plain_ascii_on_one_line(names, game, ended):
    summary = replace(named(*names), game=game)
    assert re.fullmatch(r"https://[A-Za-z0-9./?=%_.~-]+", bgstats_link(summary, ended))
    play = play_of(summary, ended)
    for player in play["players"]:
        assert player["name"].isprintable()
        assert player["name"] == player["name"].strip() != ""
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])


@pytest.mark.parametrize("name", ["🎲" * 24, "ﬃ" * 24])
def test_bgstats_link_of_five_long_names_fits_a_qr_code(name):
    scores = tuple(Score(s, name, 5, -20, 4, 20, (), (), "classic") for s in range(1, 6))
    link = bgstats_link(replace(TABLE, layout="on_board", scores=scores), START.replace(hour=20))
    segno.make(link, error="L")


# The name of a file


def test_file_name_has_day_and_players():
    assert game_file_name(TABLE, "json") == "qwixx-2026-11-21-anna-ben.json"
    assert game_file_name(TABLE, ".csv") == "qwixx-2026-11-21-anna-ben.csv"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Jörg", "jorg"),
        ("Groß", "gross"),
        ("Łukasz Søren", "lukasz-soren"),
        ("O’Neil", "o-neil"),
        ("O'Neil", "o-neil"),
        ("e\u0301a", "ea"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\con", "c-con"),
        ("™", "tm"),
    ],
)
def test_file_name_letters_are_ascii(name, plain):
    assert game_file_name(named(name), "json") == f"qwixx-2026-11-21-{plain}.json"


@pytest.mark.parametrize("name", ["", "語", "🎲", "...", "\0"])
def test_file_name_omits_names_without_ascii_letters(name):
    assert game_file_name(named(name), "json") == "qwixx-2026-11-21.json"
    assert game_file_name(named(name, "Ben"), "json") == "qwixx-2026-11-21-ben.json"


@given(st.lists(any_names, max_size=5), st.sampled_from(("json", "csv", "png", "qwixx.json")))
def test_file_name_is_always_safe(names, ending):
    name = game_file_name(named(*names), ending)
    assert re.fullmatch(r"qwixx-[a-z0-9-]*[a-z0-9]\." + re.escape(ending), name)
    assert len(name) <= 60
    assert "--" not in name
