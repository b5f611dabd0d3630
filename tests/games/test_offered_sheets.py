"""Sheets of one's own: added, stored with the games, offered, removed, never lost by a game."""

from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import given

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.notation import read_line
from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS, SheetRefusal, SheetText
from qwixx_pad.layouts import canonical_text, installed_layouts, with_custom_name
from qwixx_pad.library.library import opened_library
from qwixx_pad.storage import CannotWrite
from tests.support.breakable_disk import full, unwritable
from tests.support.legal_entries import legal_entries
from tests.support.own_layouts import DOUBLE, MIRROR, ONE, OTHER, carried, own_layouts
from tests.support.strategies import examples


@pytest.fixture
def start(tmp_path):
    """Starts the pad on the same folder again, perhaps with sheets of a folder; its service."""
    with ExitStack() as stack:

        def again(*sheets):
            stack.close()
            own = {layout.name: layout for layout in sheets}
            service, _, _ = stack.enter_context(opened_library(tmp_path, own))
            return service

        yield again


@pytest.fixture
def service(start):
    """The pad with two sheets of one's own."""
    service = start()
    for layout in (MIRROR, DOUBLE):
        service.sheets.add(layout)
    return service


def names(service):
    return [layout.name for layout in service.sheets.custom_layouts]


def test_added_sheets_follow_printed_ones_after_a_restart(start):
    service = start()
    described = replace(MIRROR, description="Red runs down.")
    for layout in (described, DOUBLE):
        service.sheets.add(layout)
    for now in (service, start()):
        assert now.sheets.custom_layouts == (described, DOUBLE)
        assert now.offered_layouts[-2:] == (described, DOUBLE)
        assert list(now.sheets) == list(installed_layouts())
        assert now.sheets.title_of(MIRROR.name) == "Mirror"


def test_custom_sheet_without_title_uses_its_name(start):
    service = start()
    bare = with_custom_name("two_ways", installed_layouts()["mixx_a"])
    service.sheets.add(replace(bare, title=""))
    assert service.sheets.title_of(bare.name) == "Two Ways"
    assert service.sheets.title_of("own:gone_away-12345678") == "Gone Away"


def test_game_keeps_its_removed_sheet(start, service):
    game = service.start(MIRROR.name, ("Anna",))
    assert game.enter(parse_token("r12")) is None
    service.sheets.remove(MIRROR.name)
    for now in (service, start()):
        assert names(now) == [DOUBLE.name]
        assert MIRROR not in now.offered_layouts
        assert now.sheets.find_choosable(MIRROR.name) is None
        assert now.open(game.head.id).game.setup.layout == MIRROR
        assert now.sheets.title_of(MIRROR.name) == "Mirror"


def test_removed_sheet_can_be_added_again(start, service):
    service.sheets.remove(MIRROR.name)
    assert service.sheets.add_refusal(MIRROR) is None
    service.sheets.add(MIRROR)
    assert names(start()) == [DOUBLE.name, MIRROR.name]


def test_sheet_from_a_folder_is_offered_and_stays_playable(start):
    service = start(MIRROR)
    assert service.sheets.custom_layouts == (MIRROR,)
    assert not service.sheets.is_offered(MIRROR.name)
    game = service.start(MIRROR.name, ("Anna", "Ben"))
    later = start()
    assert names(later) == []
    assert later.open(game.head.id).game.setup.layout == MIRROR


def test_known_sheet_is_not_added_twice(start, service):
    assert service.sheets.add_refusal(replace(MIRROR, title="Other")) is SheetRefusal.KNOWN
    assert names(start(MIRROR)) == [DOUBLE.name, MIRROR.name], "given ones stand last"


def test_name_clash_is_refused_and_overwrites_nothing(start):
    assert ONE.name == OTHER.name
    assert canonical_text(ONE) != canonical_text(OTHER)
    service = start()
    service.sheets.add(ONE)
    assert service.sheets.add_refusal(OTHER) is SheetRefusal.CLASH
    service.sheets.remove(ONE.name)
    assert service.sheets.add_refusal(OTHER) is SheetRefusal.CLASH, "a game may be on it"
    given = start(OTHER)
    assert names(given) == []
    assert given.layout(ONE.name).rows == ONE.rows


def test_number_of_custom_sheets_is_limited(start):
    service = start()
    many = [
        with_custom_name(f"n{n}", installed_layouts()["classic"]) for n in range(MAX_CUSTOM_SHEETS)
    ]
    for layout in many:
        service.sheets.add(layout)
    assert service.sheets.add_refusal(MIRROR) is SheetRefusal.TOO_MANY
    service.sheets.remove(many[3].name)
    assert service.sheets.add_refusal(MIRROR) is None


def test_full_disk_adds_no_sheet_and_starts_no_game(start):
    service = start(DOUBLE)
    with full(service._storage):
        with pytest.raises(CannotWrite):
            service.sheets.add(MIRROR)
        with pytest.raises(CannotWrite):
            service.start(DOUBLE.name, ("Anna",))
        assert names(service) == [DOUBLE.name]
    assert names(start()) == []
    assert start()._storage.game_ids() == ()


@pytest.mark.parametrize("broken", range(3))
def test_interrupted_addition_offers_nothing(start, monkeypatch, broken):
    service = start()
    write = service._storage.put_setting
    done = []

    def breaks(key, value):
        if len(done) == broken:
            raise CannotWrite
        done.append(key)
        write(key, value)

    monkeypatch.setattr(service._storage, "put_setting", breaks)
    with pytest.raises(CannotWrite):
        service.sheets.add(MIRROR)
    monkeypatch.undo()
    for now in (service, start()):
        assert names(now) == []
        assert now.sheets.add_refusal(MIRROR) is None
    again = start()
    again.sheets.add(MIRROR)
    assert again.sheets.custom_layouts == (MIRROR,)


def test_sheet_that_cannot_be_removed_stays_offered(service):
    with unwritable(), pytest.raises(CannotWrite):
        service.sheets.remove(MIRROR.name)
    assert names(service) == [MIRROR.name, DOUBLE.name]


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", canonical_text(DOUBLE), "x" * 30_000])
def test_damaged_sheet_text_is_ignored(start, service, text):
    service._storage.put_setting(f"sheet {MIRROR.name}", text)
    again = start()
    assert again.sheets.custom_layouts == (DOUBLE,)
    assert MIRROR.name not in again.sheets
    again.sheets.save_layouts(MIRROR)
    assert again.sheets.custom_layouts == (MIRROR, DOUBLE), "a sound one takes its place"


STRANGE = (None, 5, [], {"title": 5}, {"title": "a\nb"}, {"title": "x" * 41})


@pytest.mark.parametrize("title", STRANGE)
def test_foreign_title_is_shown_only_as_a_short_line(title):
    believed = SheetText.from_untrusted(MIRROR.name, canonical_text(MIRROR), title)
    assert believed == carried(MIRROR, title="")


@examples(15)
@given(own_layouts)
def test_valid_sheet_survives_a_round_trip(layout):
    sheet = SheetText.from_layout(layout)
    assert SheetText.from_untrusted(sheet.name, sheet.text, sheet.descriptions) == sheet
    assert sheet.layout == layout


@examples(15)
@given(own_layouts)
def test_valid_sheet_is_playable_and_replays(layout):
    game = Game.start(Setup.for_layout(layout, layout.min_seats))
    for _ in range(6):
        entry = next(iter(legal_entries(game)), None)
        if entry is None:
            break
        game = game.with_entry(entry)
    assert read_line(game.text, {layout.name: layout}).replay_tokens() == (game, None)
