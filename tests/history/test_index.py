"""The stored games as a list: found, filtered and paged. An index itself is stored nowhere."""

import pytest

from qwixx_pad.history.index import Player
from qwixx_pad.storage.summary import GameQuery, GameState
from tests.support.storage.game_lists import index_of, index_over, scored
from tests.support.storage.odd_games import some

ALL = 1000
"""More games than any test here has."""
FOUND = (
    scored(1, {"Anna": 2, "Ben": 1}),
    scored(2, {"": 5}),
    scored(3, {"Straße": 7, "": 8}, on="longo"),
    scored(4, {"ANNA": 1, "100%": 2}, on="chain_a,longo", state=GameState.OPEN),
    scored(5, {"Zoë": 3}, on="random_colors:7"),
    scored(6, {}, on="classic_2", state=GameState.UNREADABLE),
    scored(7, {"Anna": 0}, state=GameState.UNTOUCHED),
    scored(8, {"Ben": 4}),
)
"""The last one is deleted."""


@pytest.fixture(scope="module")
def index():
    return index_over(FOUND, "8")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, "654321"),
        ({"deleted": True}, "8"),
        ({"deleted": True, "players": ("Anna",)}, ""),
        ({"players": ("aNNa",)}, "421"),
        ({"players": ("anna", "BEN")}, "1"),
        ({"players": ("Ben",)}, "1"),
        ({"players": ("STRASSE",)}, "3"),
        ({"players": ("Zoe",)}, ""),
        ({"players": ("",)}, "2"),
        ({"search": "NN"}, "41"),
        ({"search": "ss"}, "3"),
        ({"search": "%"}, "4"),
        ({"search": "_"}, ""),
        ({"search": "nn", "remark_matches": frozenset("5")}, "541"),
        ({"layout": "longo"}, "43"),
        ({"layout": "classic"}, "21"),
        ({"layout": "Classic"}, ""),
        ({"layout": "random_colors:"}, "5"),
        ({"since": FOUND[3].touched}, "654"),
        ({"since": FOUND[3].touched.astimezone(), "state": GameState.OVER}, "5"),
        ({"state": GameState.OPEN}, "4"),
        ({"state": GameState.UNTOUCHED}, "7"),
        ({"state": GameState.UNREADABLE}, "6"),
        ({"players": ("Anna",), "search": "ben", "layout": "classic"}, "1"),
    ],
)
def test_query_finds_games_latest_first(index, asked, found):
    wanted = GameQuery(**asked)
    assert "".join(summary.game for summary in index.page(wanted, 0, ALL, "Anna")) == found
    assert index.count_games(wanted, "Anna") == len(found)


def test_nameless_sheet_belongs_to_the_owner(index):
    wanted = GameQuery(players=("Anna",))
    assert [index.count_games(wanted, mine) for mine in ("ANNA", "Ben", "anna", "")] == [3, 2, 3, 2]


@pytest.mark.parametrize("size", [1, 4])
def test_paging_returns_every_game_once(index, size):
    pages = [index.page(GameQuery(), offset, size) for offset in range(0, len(FOUND), size)]
    assert [summary.game for page in pages for summary in page] == [*"654321"]
    assert [summary.game for summary in index.matching_summaries(GameQuery())] == [*"654321"]


@pytest.mark.parametrize(("offset", "limit"), [(0, 0), (0, -1), (ALL, 5), (2**70, 5), (0, 2**70)])
def test_odd_page_bounds_are_tolerated(index, offset, limit):
    assert len(index.page(GameQuery(), offset, limit)) == (
        index.count_games(GameQuery()) if limit > ALL else 0
    )
    assert index.page(GameQuery(), -3, 2) == index.page(GameQuery(), 0, 2)


def test_find_returns_any_game_by_its_identifier(index):
    assert [index.find(summary.game) for summary in FOUND] == [*FOUND]
    for name in ("", "nobody", "\0", "\ud800"):
        assert index.find(name) is None
        assert name not in index.deleted


def test_players_are_sorted_by_games_without_deleted_ones(index):
    most, *others = index.players()
    assert (most.name, most.games) == ("ANNA", 2)
    assert [(each.name, each.games) for each in others] == [
        *(("100%", 1), ("Ben", 1), ("Straße", 1), ("Zoë", 1)),
    ]


@pytest.mark.parametrize("name", ["A\ud83d", "nul\0inside", "🎲", "Ⅷ ß İ", "?"], ids=ascii)
def test_odd_player_names_are_found_and_counted(name):
    tables = ((name, "Ben"), ("Cleo", name), ("Dan", "Eva"))
    index = index_of(some("classic/2", names, n, "/", "end") for n, names in enumerate(tables))
    for wanted in (
        GameQuery(players=(name,)),
        GameQuery(search=name),
        GameQuery(players=(name.upper(),)),
    ):
        assert {s.game for s in index.page(wanted, 0, 9)} == {"x0000", "x0001"}
    assert index.player_statistics(GameQuery(players=(name,))).sheets == 2
    shown = name.encode(errors="replace").decode()
    assert (shown, 2) in {(player.name, player.games) for player in index.players()}


def test_player_name_is_shown_as_last_written():
    index = index_of(
        some("classic", (n,), m, "r2")
        for m, n in enumerate(("ANNA", "\uff41\uff4e\uff4e\uff41", "Anna"))
    )
    assert index.players() == (Player("Anna", 3),)


def test_nameless_sheets_count_for_their_owner():
    index = index_of(some("classic", (n,), m, "r2") for m, n in enumerate(("", "Anna", "")))
    assert index.players("ANNA") == (Player("ANNA", 3),)
    assert index.players() == (Player("Anna", 1),)


def test_usual_total_uses_finished_sheets_of_the_same_layout():
    two = "classic/2"
    both = ("Anna", "Ben")
    played = (
        *((two, both, "1:r2 2:y3 end"), (two, both, "1:r2 1:r3 end"), (two, both, "1:r2 1:r3")),
        *(("longo", ("Anna",), "r2 end"), ("classic", ("",), "r2 r3 r4 end")),
        ("classic/2", ("", "Ben"), "1:g12 end"),
    )
    index = index_of(
        some(head, who, n, *line.split()) for n, (head, who, line) in enumerate(played)
    )

    def red(game, seat, mine=""):
        return [(row.points, row.sheets) for row in index.usual_row_stats(game, seat, mine)][:1]

    assert red("x0000", 1) == [(3, 1)]
    assert red("x0002", 1) == [(2, 2)], "a game that goes on is no sheet of the average"
    assert red("x0000", 1, "ANNA") == [(4.5, 2)], "the owner's nameless single sheets are hers"
    assert red("x0004", 1, "Anna") == [(2, 2)]
    assert red("x0000", 2) == [(0, 2)]
    assert red("x0005", 1, "Anna") == [], "nobody knows who the nameless guest was"
    assert red("x0003", 1) == red("nobody", 1) == []
