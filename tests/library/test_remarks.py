"""A place and a note: stored with a game, carried with it, found by the search."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.library.summaries import MAX_LOCATION_CHARS, MAX_NOTE_CHARS, NO_REMARK, Remark
from qwixx_pad.storage.summary import GameQuery
from tests.support.library.library_pad import DONE, LONG, OTHER, SHORT, file_of

LAKE = Remark("The cabin at the lake", "Ben’s first lock!")


def written_on(pad, game):
    return pad.library.find(game).remark


def with_remark(data, **remark):
    """A file whose first game has this remark."""
    document = json.loads(data)
    document["games"][0] |= remark
    return json.dumps(document).encode()


def test_remark_is_stored_until_it_is_emptied(pad, pad_on):
    pad.keep(SHORT, DONE)
    assert written_on(pad, "g1") == NO_REMARK
    assert pad.library.annotate("g1", LAKE) is None
    pad.closing.close()
    again = pad_on(pad.folder)
    assert [written_on(again, game) for game in ("g1", "g2")] == [LAKE, NO_REMARK]
    (listed,) = again.library.page(GameQuery(search="CABIN"), 0, 9)
    assert listed.remark == LAKE
    assert again.library.annotate("g1", NO_REMARK) is None
    assert written_on(again, "g1") == NO_REMARK
    assert not again.service.read_notes("remark ")


@pytest.mark.parametrize("letters", ["the lake", "FIRST LOCK", "Ben’s"])
def test_search_finds_a_game_by_its_remark(pad, letters):
    pad.keep(SHORT, DONE)
    pad.library.annotate("g1", LAKE)
    assert pad.listed(search=letters) == {"g1"}
    assert pad.library.count_games(GameQuery(search=letters)) == 1
    assert pad.listed(search=letters, layout="longo") == set()
    assert pad.listed(search="Anna") == {"g1", "g2"}
    assert pad.listed(search="at sea") == set()


def test_files_carry_remarks_to_another_pad(pad, pad_on, tmp_path):
    pad.keep(SHORT)
    pad.library.annotate("g1", LAKE)
    files = [
        pad.library.game_file("g1"),
        *map("".join, (pad.library.history_file(), pad.library.backup_file())),
    ]
    for number, file in enumerate(files):
        other = pad_on(tmp_path / f"other{number}")
        assert other.bring(file.encode()).new_remarks == 1
        assert written_on(other, "g1") == LAKE
        assert not other.library.preview_import(file.encode()), "the second time nothing is new"
        assert other.library.undo_import() is None
        assert other.library.find("g1") is None
        assert not other.service.read_notes("remark ")


def test_existing_remark_wins_and_missing_one_is_added(pad):
    pad.keep(SHORT, DONE)
    pad.library.annotate("g2", LAKE)
    assert pad.bring(with_remark(file_of(DONE), location="Elsewhere")).new_remarks == 0
    assert pad.bring(with_remark(file_of(LONG), note="Went on")).new_remarks == 1
    assert written_on(pad, "g2") == LAKE
    assert written_on(pad, "g1") == Remark(note="Went on")


def test_remark_of_a_diverged_game_goes_to_the_second(pad):
    pad.keep(LONG)
    pad.bring(with_remark(file_of(OTHER), location="There"))
    assert written_on(pad, "g1") == NO_REMARK
    assert [pad.library.find(game).remark.location for game in pad.listed(search="there")] == [
        "There"
    ]


def test_purged_game_loses_its_remark(pad):
    pad.keep(SHORT, DONE)
    for game in ("g1", "g2"):
        pad.library.annotate(game, LAKE)
        pad.library.delete(game)
    assert pad.listed(search="lake", deleted=True) == {"g1", "g2"}
    assert pad.library.purge_deleted(GameQuery(search="lake")) is None
    assert not pad.service.read_notes("remark ")


@pytest.mark.parametrize("place", [7, None, ["x"], {}, "", "\0 \u202e", "x" * 10_000, "\ud800"])
def test_imported_remark_is_one_short_printable_line(pad, place):
    data = with_remark(file_of(SHORT), location=place, note=place)
    pad.bring(data)
    remark = written_on(pad, "g1")
    assert len(remark.location) <= MAX_LOCATION_CHARS
    assert len(remark.note) <= MAX_NOTE_CHARS
    assert f"{remark.location}{remark.note}".isprintable()


@given(st.text(), st.text())
def test_remark_round_trips(place, note):
    remark = Remark.from_values(place, note)
    assert Remark.from_text(remark.stored_text) == remark
    assert Remark.from_values(remark.location, remark.note) == remark


@pytest.mark.parametrize("text", ["", "[]", "7", '{"location": 3}', "{", "null"])
def test_damaged_remark_is_empty(text):
    assert Remark.from_text(text) == NO_REMARK
