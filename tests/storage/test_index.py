"""The kept games as a list: fresh after every entry, filtered as by hand."""

import random
import subprocess
import sys
from contextlib import ExitStack
from datetime import timedelta

import pytest
from contract import NOON, entry, head
from disks import unwritable
from evenings import evenings
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from qwixx_pad.archive.summaries import summarise
from qwixx_pad.layouts import installed
from qwixx_pad.storage import CannotWrite, GameHead, SavedEntry, SavedGame, open_storage
from qwixx_pad.storage.index import Archive, Player
from qwixx_pad.storage.protocol import Intake
from qwixx_pad.storage.summary import GameQuery, State

ALL = 1000
"""More games than any test here has."""
MINE = "Anna"


def summary_of(saved):
    return summarise(saved, installed())


@pytest.fixture
def archive_of():
    return lambda storage: Archive(storage, summary_of)


def some(setup, names, minutes, *tokens, name=None):
    """A kept game; its identifier tells when it was started."""
    start = NOON + timedelta(minutes=minutes)
    entries = tuple(SavedEntry(t, start + timedelta(seconds=n)) for n, t in enumerate(tokens, 1))
    return SavedGame(GameHead(name or f"x{minutes:04}", setup, names, start), entries)


ODD = (
    some("classic", (), 1),
    some("classic", ("",), 2, "r2", "r5"),
    some("classic", ("",), 3, "-", "-", "-", "-"),
    some("classic/2", ("", "Ben"), 4, "1:r2", "/"),
    some("classic/2", ("ANNA", "bEn"), 5, "1:r2", "/", "end"),
    some("classic/2", ("Straße", "100%"), 6, "/", "end"),
    some("classic/2", ("STRASSE", "100"), 7, "/", "end"),
    some("longo/2", ("Anna", "Ben"), 8, "1:r2"),
    some("classic", ("Anna",), 9, "r2", "r99"),
    some("on_board/2", ("it's", 'a "b"'), 10, "1:@7", "/"),
    some("classic", ("Anna",), 11, "r2", name="tie-b"),
    some("classic", ("Anna",), 11, "y2", name="tie-a"),
    some("classic", ("Anna",), 11, "g9", name="tie-c"),
)
KEPT = (*evenings(60), *ODD)
GONE = frozenset(saved.head.id for saved in KEPT[::5])


@pytest.fixture(scope="module")
def kept(tmp_path_factory, kind):  # noqa: ARG001 - of each kind
    """An archive of all these games, every fifth deleted."""
    storage, _ = open_storage(tmp_path_factory.mktemp("kept"), now=NOON)
    archive = Archive(storage, summary_of)
    storage.take_in(Intake(new=tuple((saved, None) for saved in KEPT)))
    storage.delete(GONE, NOON)
    archive.refresh()
    yield archive
    storage.close()


def everything(archive):
    return [archive.index.page(GameQuery(deleted=gone), 0, ALL, MINE) for gone in (False, True)]


# summaries follow the entries


def test_a_summary_is_stale_after_every_entry_and_fresh_after_a_refresh(opened, archive_of):
    storage = opened()
    archive = archive_of(storage)
    storage.start(head())
    assert archive.index.find("one") is None
    assert archive.refresh() == 1
    assert archive.index.find("one").state is State.UNTOUCHED
    for number, token in enumerate(("r2", "r5", "undo", "-")):
        storage.append("one", number, entry(token, number))
        assert archive.index.find("one").entries == number
        assert archive.refresh() == 1
        assert archive.index.find("one") == summary_of(storage.load("one"))
    assert archive.refresh() == 0


def test_an_entry_of_another_store_on_the_folder_makes_the_summary_stale(opened, archive_of):
    mine, other = opened(), opened()
    mine.start(head())
    archive = archive_of(mine)
    archive.refresh()
    other.append("one", 0, entry("r2"))
    other.start(head("two", 1))
    assert archive.refresh() == 2
    assert archive.index.find("one").scores[0].total == 1
    assert archive_of(other).refresh() == 0
    assert everything(archive_of(other)) == everything(archive)


WRITING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from qwixx_pad.storage import SavedEntry, open_storage
storage, _ = open_storage(Path(sys.argv[1]), now=datetime.now(UTC))
storage.append("one", 0, SavedEntry("r2", datetime.now(UTC)))
"""


@pytest.mark.processes
def test_an_entry_of_another_process_makes_the_summary_stale(folder, opened, archive_of):
    storage = opened()
    storage.start(head())
    archive = archive_of(storage)
    archive.refresh()
    subprocess.run([sys.executable, "-c", WRITING, str(folder)], check=True)
    assert archive.refresh() == 1
    assert archive.index.find("one").entries == 1


def test_a_rebuild_gives_what_came_game_by_game(opened, archive_of):
    """Also their order, where games were touched at the same moment."""
    storage, chance = opened(), random.Random(7)
    archive = archive_of(storage)
    games = [*list(evenings(12, seed=3)), *ODD]
    chance.shuffle(games)
    for saved in games:
        storage.start(saved.head)
        half = len(saved.entries) // 2
        storage.append(saved.head.id, 0, *saved.entries[:half])
        if chance.random() < 0.5:
            archive.refresh()
        storage.append(saved.head.id, half, *saved.entries[half:])
        archive.refresh()
    storage.delete((games[0].head.id,), NOON)
    before = everything(archive)
    found = {summary.game: summary for part in before for summary in part}
    touched = {saved.head.id: summary_of(saved) for saved in games}
    assert found == {g: s for g, s in touched.items() if s.state is not State.UNTOUCHED}
    assert archive.rebuild() == len(games)
    assert everything(archive) == before
    assert archive.refresh() == 0


def test_where_nothing_can_be_written_what_was_found_before_is_still_found(opened, archive_of):
    storage = opened()
    storage.start(head())
    storage.append("one", 0, entry("r2"))
    archive = archive_of(storage)
    archive.refresh()
    before = everything(archive)
    storage.append("one", 1, entry("r3"))
    with unwritable(storage):
        for write in (archive.refresh, archive.rebuild):
            with pytest.raises(CannotWrite):
                write()
            assert everything(archive) == before
    assert archive.refresh() == 1


def test_a_rebuild_that_the_disk_ends_half_way_hides_no_game(opened):
    storage = opened()
    archive = Archive(storage, summary_of)
    storage.take_in(Intake(new=tuple((saved, None) for saved in KEPT)))
    archive.refresh()
    before, left = everything(archive), iter(range(20))
    with ExitStack() as disk:

        def failing(saved):
            if next(left, None) is None:
                disk.enter_context(unwritable(storage))
            return summary_of(saved)

        with pytest.raises(CannotWrite):
            Archive(storage, failing).rebuild()
        assert everything(archive) == before


# finding


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


SUMMARIES = [summary_of(saved) for saved in KEPT]
PEOPLE = ("Anna", "anna", "BEN", "zoë", "Zoe", "strasse", "100%", "it's", "Nobody", "")
moments = [None, NOON, NOON.astimezone(), *(s.touched for s in SUMMARIES[::7])]
wishes = st.builds(
    GameQuery,
    players=st.one_of(
        st.just(()), st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3).map(tuple)
    ),
    search=st.sampled_from(("", "", "", "a", "N", "ß", "SS", "%", "_", "'", '"', "ë", "zz")),
    layout=st.sampled_from(("", "", "classic", "on_board", "longo", "Classic", "class%")),
    since=st.sampled_from(moments),
    state=st.sampled_from((None, None, *State)),
    deleted=st.booleans(),
)


@examples(400)
@given(wanted=wishes, mine=st.sampled_from(("", "Anna", "aNNA", "Ben", "Else")))
def test_an_archive_finds_what_reading_all_games_finds(kept, wanted, mine):
    expected = {s.game: s for s in SUMMARIES if fits(s, wanted, mine)}
    found = kept.index.page(wanted, 0, ALL, mine)
    assert {summary.game: summary for summary in found} == expected
    assert len(found) == len(expected) == kept.index.count(wanted, mine)
    assert [s.touched for s in found] == sorted((s.touched for s in found), reverse=True)


@pytest.mark.parametrize("size", [1, 7, 50, ALL])
@pytest.mark.parametrize("gone", [False, True])
def test_paging_gives_every_game_once_the_latest_first(kept, size, gone):
    wanted = GameQuery(deleted=gone)
    pages = [kept.index.page(wanted, offset, size) for offset in range(0, len(KEPT) + size, size)]
    listed = [summary.game for page in pages for summary in page]
    assert len(listed) == len(set(listed)) == kept.index.count(wanted)
    assert listed == [summary.game for summary in kept.index.page(wanted, 0, ALL)]


@pytest.mark.parametrize(("offset", "limit"), [(0, 0), (0, -1), (ALL, 5), (2**70, 5), (0, 2**70)])
def test_odd_pages_are_empty_or_whole(kept, offset, limit):
    assert len(kept.index.page(GameQuery(), offset, limit)) == (
        kept.index.count(GameQuery()) if limit > ALL else 0
    )
    assert kept.index.page(GameQuery(), -3, 2) == kept.index.page(GameQuery(), 0, 2)


def test_each_game_is_found_by_its_identifier_deleted_or_not(kept):
    assert [kept.index.find(saved.head.id) for saved in KEPT] == SUMMARIES
    for name in ("", "nobody", "\0", "\ud800", "' OR 1 --", "x" * 100_000):
        assert kept.index.find(name) is None
        assert name not in kept.index.deleted


def test_who_has_played_most_comes_first_and_deleted_games_do_not_count(kept):
    counted = {}
    for summary in SUMMARIES:
        if summary.game not in GONE and summary.state is not State.UNTOUCHED:
            for name in filter(None, summary.names):
                counted[name.casefold()] = counted.get(name.casefold(), 0) + 1
    players = kept.index.players()
    assert {player.name.casefold(): player.games for player in players} == counted
    assert [p.games for p in players] == sorted(counted.values(), reverse=True)


@pytest.mark.parametrize("field", ["search", "layout", "players"])
@pytest.mark.parametrize("odd", ["\ud800", "\0", "a\0", "'; DROP TABLE game --", "%", "\U0010ffff"])
def test_an_odd_wish_finds_nothing_and_harms_nothing(opened, archive_of, field, odd):
    storage = opened()
    storage.start(head(names=("Anna",)))
    storage.append("one", 0, entry("r2"))
    archive = archive_of(storage)
    archive.refresh()
    wanted = GameQuery(**{field: (odd,) if field == "players" else odd})
    assert (archive.index.page(wanted, 0, 9, odd), archive.index.count(wanted, odd)) == ((), 0)
    assert archive.index.numbers(wanted, odd).sheets == 0
    assert archive.index.standings(wanted, odd) == ()
    assert archive.index.count(GameQuery()) == 1


ODD_NAMES = ("A\ud83d", "nul\0inside", "it's", '"', "100%", "_", "🎲", "Ⅷ ß İ", "a" * 10_000, "?")


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_a_player_with_an_odd_name_is_found_listed_and_counted(opened, archive_of, name):
    storage = opened()
    for number, names in enumerate(((name, "Ben"), ("Cleo", name), ("Dan", "Eva"))):
        storage.start(head(f"g{number}", number, names, "classic/2"))
        storage.append(f"g{number}", 0, entry("/", number), entry("end", number))
    archive = archive_of(storage)
    archive.refresh()
    for wanted in (
        GameQuery(players=(name,)),
        GameQuery(search=name),
        GameQuery(players=(name.upper(),)),
    ):
        assert {s.game for s in archive.index.page(wanted, 0, 9)} == {"g0", "g1"}
    assert archive.index.numbers(GameQuery(players=(name,))).sheets == 2
    shown = name.encode(errors="replace").decode()
    assert (shown, 2) in {(player.name, player.games) for player in archive.index.players()}


def test_a_nameless_sheet_is_the_owners_and_a_nameless_guest_is_nobody(opened, archive_of):
    storage = opened()
    storage.start(head("alone", 1, ("",)))
    storage.start(head("guest", 2, ("", "Ben"), "classic/2"))
    for game in ("alone", "guest"):
        storage.append(game, 0, entry("end"))
    archive = archive_of(storage)
    archive.refresh()
    for asked, mine, found in (
        ("Anna", "Anna", {"alone"}),
        ("ANNA", "anna", {"alone"}),
        ("Anna", "Ben", set()),
        ("Ben", "Ben", {"alone", "guest"}),
        ("Ben", "Anna", {"guest"}),
    ):
        wanted = GameQuery(players=(asked,))
        assert {s.game for s in archive.index.page(wanted, 0, 9, mine)} == found
        assert archive.index.numbers(wanted, mine).sheets == len(found)
    assert [player.name for player in archive.index.players()] == ["Ben"]


def test_a_name_is_shown_as_it_was_written_last(opened, archive_of):
    storage = opened()
    for number, name in enumerate(("ANNA", "anna", "Anna")):
        storage.start(head(f"g{number}", number, (name,)))
        storage.append(f"g{number}", 0, entry("r2", 60 * number), entry("end", 60 * number))
    archive = archive_of(storage)
    archive.refresh()
    assert [(p.name, p.games) for p in archive.index.players()] == [("Anna", 3)]


def test_nameless_single_sheets_make_their_owner_a_player(opened, archive_of):
    storage = opened()
    for number, name in enumerate(("", "Anna", "")):
        storage.start(GameHead(f"g{number}", "classic", (name,), NOON))
        storage.append(f"g{number}", 0, entry("r2"))
    archive = archive_of(storage)
    archive.refresh()
    assert [(player.name.lower(), player.games) for player in archive.index.players("Anna")] == [
        ("anna", 3)
    ]
    assert archive.index.players() == (Player("Anna", 1),)
