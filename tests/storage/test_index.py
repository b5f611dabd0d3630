"""The kept games as a list: found, filtered and paged as by hand. An index is kept in nothing."""

import pytest
from archives import index_of, summary_of
from contract import NOON
from evenings import evenings
from hypothesis import given
from hypothesis import strategies as st
from oddities import ODD, some
from strategies import examples

from qwixx_pad.storage.index import Player
from qwixx_pad.storage.summary import GameQuery, State

ALL = 1000
"""More games than any test here has."""
KEPT = (*evenings(40), *ODD)
GONE = frozenset(saved.head.id for saved in KEPT[::5])
SUMMARIES = [summary_of(saved) for saved in KEPT]


@pytest.fixture(scope="module")
def kept():
    """All these games, every fifth deleted."""
    return index_of(KEPT, GONE)


def is_of(name, score, summary, mine):
    """Whether it is the sheet of this player, as a reader of the names would say."""
    alone = len(summary.scores) == 1
    if not score.name:
        return alone and name.casefold() in ("", mine.casefold())
    return score.name.casefold() == name.casefold()


def fits(summary, wanted, mine):
    names = [score.name for score in summary.scores]
    return all(
        (
            (summary.game in GONE) == wanted.deleted,
            summary.state is wanted.state if wanted.state else summary.state is not State.UNTOUCHED,
            not wanted.layout or summary.layout == wanted.layout,
            wanted.since is None or summary.touched >= wanted.since,
            not wanted.search or any(wanted.search.casefold() in n.casefold() for n in names),
            *(any(is_of(p, s, summary, mine) for s in summary.scores) for p in wanted.players),
        )
    )


PEOPLE = ("Anna", "anna", "BEN", "zoë", "Zoe", "strasse", "100%", "it's", "Nobody", "")
moments = [None, NOON, NOON.astimezone(), *(s.touched for s in SUMMARIES[::7])]
wishes = st.builds(
    GameQuery,
    players=st.one_of(
        st.just(()), st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3).map(tuple)
    ),
    search=st.sampled_from(("", "", "", "a", "N", "ß", "SS", "%", "_", "'", '"', "ë", "zz", "\0")),
    layout=st.sampled_from(("", "", "classic", "on_board", "longo", "Classic", "class%")),
    since=st.sampled_from(moments),
    state=st.sampled_from((None, None, *State)),
    deleted=st.booleans(),
)


@examples(200)
@given(wanted=wishes, mine=st.sampled_from(("", "Anna", "aNNA", "Ben", "Else")))
def test_an_index_finds_what_reading_all_games_finds(kept, wanted, mine):
    expected = {s.game: s for s in SUMMARIES if fits(s, wanted, mine)}
    found = kept.page(wanted, 0, ALL, mine)
    assert {summary.game: summary for summary in found} == expected
    assert len(found) == len(expected) == kept.count(wanted, mine)
    assert [s.touched for s in found] == sorted((s.touched for s in found), reverse=True)


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("gone", [False, True])
def test_paging_gives_every_game_once_the_latest_first(kept, size, gone):
    wanted = GameQuery(deleted=gone)
    pages = [kept.page(wanted, offset, size) for offset in range(0, len(KEPT) + size, size)]
    listed = [summary for page in pages for summary in page]
    assert listed == [*kept.page(wanted, 0, ALL)] == [*kept.all(wanted)]
    assert len(listed) == kept.count(wanted)


@pytest.mark.parametrize(("offset", "limit"), [(0, 0), (0, -1), (ALL, 5), (2**70, 5), (0, 2**70)])
def test_odd_pages_are_empty_or_whole(kept, offset, limit):
    assert len(kept.page(GameQuery(), offset, limit)) == (
        kept.count(GameQuery()) if limit > ALL else 0
    )
    assert kept.page(GameQuery(), -3, 2) == kept.page(GameQuery(), 0, 2)


def test_each_game_is_found_by_its_identifier_deleted_or_not(kept):
    assert [kept.find(saved.head.id) for saved in KEPT] == SUMMARIES
    for name in ("", "nobody", "\0", "\ud800"):
        assert kept.find(name) is None
        assert name not in kept.deleted


def test_who_has_played_most_comes_first_and_deleted_games_do_not_count(kept):
    counted = {}
    for summary in SUMMARIES:
        if summary.game not in GONE and summary.state is not State.UNTOUCHED:
            for name in filter(None, summary.names):
                counted[name.casefold()] = counted.get(name.casefold(), 0) + 1
    players = kept.players()
    assert {player.name.casefold(): player.games for player in players} == counted
    assert [p.games for p in players] == sorted(counted.values(), reverse=True)


@pytest.mark.parametrize("name", ["A\ud83d", "nul\0inside", "🎲", "Ⅷ ß İ", "?"], ids=ascii)
def test_a_player_with_an_odd_name_is_found_listed_and_counted(name):
    tables = ((name, "Ben"), ("Cleo", name), ("Dan", "Eva"))
    index = index_of(some("classic/2", names, n, "/", "end") for n, names in enumerate(tables))
    for wanted in (
        GameQuery(players=(name,)),
        GameQuery(search=name),
        GameQuery(players=(name.upper(),)),
    ):
        assert {s.game for s in index.page(wanted, 0, 9)} == {"x0000", "x0001"}
    assert index.numbers(GameQuery(players=(name,))).sheets == 2
    shown = name.encode(errors="replace").decode()
    assert (shown, 2) in {(player.name, player.games) for player in index.players()}


@pytest.mark.parametrize(
    ("asked", "mine", "found"),
    [
        ("Anna", "Anna", {"alone"}),
        ("ANNA", "anna", {"alone"}),
        ("Anna", "Ben", set()),
        ("Ben", "Ben", {"alone", "guest"}),
        ("Ben", "Anna", {"guest"}),
    ],
)
def test_a_nameless_sheet_is_the_owners_and_a_nameless_guest_is_nobody(asked, mine, found):
    index = index_of(
        (
            some("classic", ("",), 1, "end", name="alone"),
            some("classic/2", ("", "Ben"), 2, "end", name="guest"),
        )
    )
    wanted = GameQuery(players=(asked,))
    assert {s.game for s in index.page(wanted, 0, 9, mine)} == found
    assert index.numbers(wanted, mine).sheets == len(found)
    assert [player.name for player in index.players()] == ["Ben"]


def test_a_name_is_shown_as_it_was_written_last():
    index = index_of(some("classic", (n,), m, "r2") for m, n in enumerate(("ANNA", "anna", "Anna")))
    assert index.players() == (Player("Anna", 3),)


def test_nameless_single_sheets_make_their_owner_a_player():
    index = index_of(some("classic", (n,), m, "r2") for m, n in enumerate(("", "Anna", "")))
    assert index.players("ANNA") == (Player("ANNA", 3),)
    assert index.players() == (Player("Anna", 1),)
