"""A phone at a table on somebody's own sheet: it checks the text, and keeps it with the game."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from qwixx_pad.games.custom_sheets import SheetRefusal
from qwixx_pad.games.session import Failure
from qwixx_pad.layouts import installed_layouts, with_custom_name
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.multiplayer.online.replica import TABLE_NOTE
from qwixx_pad.multiplayer.requests import ChooseSheet, ChooseSlip
from qwixx_pad.multiplayer.seating import SEATING_CODEC, TABLE_MEMORY, Chair
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from tests.support.multiplayer.online_apps import join, playing, reached
from tests.support.multiplayer.remote_room import CODE, World, until
from tests.support.own_layouts import DOUBLE, MIRROR, ONE, OTHER, carried

CHAIN = with_custom_name("mine", installed_layouts()["chain_a"])
ANNA = Chair("Anna", 0, THIS_DEVICE)


def at_a_table(tmp_path, last, *layouts):
    """A table of Anna, who offers these sheets and has chosen the first for it, and of Ben."""
    world = World(tmp_path, last, "anna", "ben")
    anna, _ = world.phones
    for layout in layouts:
        anna.service.sheets.add(layout)
    assert anna.ask(ChooseSheet(layouts[0].name, finish_turn=False)) is None
    return world


def stored(pad):
    """The notes of sheets on its disk, by their keys."""
    return pad.service.read_notes("sheet")


def changed_welcome(world, **changes):
    """What a relay tells a newcomer, with something else said of the table."""
    first = world.welcome
    return {**first, "table": {**first["table"], **changes}}


async def failure(attempt):
    await until(lambda: attempt.failed or attempt.table)
    return attempt.failed


async def test_guest_plays_on_the_sheet_and_keeps_it_with_the_game(phone):
    anna = phone("anna", MIRROR)
    ben = phone("ben")
    async with playing(anna, ben, layout=MIRROR.name) as (_, table):
        assert table.opened.game.setup.layout == MIRROR
        game = table.seating.game
        assert ben.service.sheets.title_of(MIRROR.name) == "Mirror"
        assert ben.service.sheets.custom_layouts == ()
        assert ben.service.sheets.find_choosable(MIRROR.name) is None
    assert stored(ben) == {
        f"sheet {MIRROR.name}": carried(MIRROR).text,
        f"sheet-info {MIRROR.name}": "Mirror\n",
    }
    assert phone("ben").service.open(game).game.setup.layout == MIRROR


async def test_sheet_is_not_stored_before_a_game(phone):
    anna = phone("anna", MIRROR)
    ben = phone("ben")
    await reached(anna.open(THIS_DEVICE, MIRROR.name, (ANNA,)))
    await join(ben, CODE)
    for guest in (ben, phone("ben")):
        [table] = guest.online.tables
        assert guest.service.layout(table.seating.layout) == MIRROR
        assert stored(guest) == {}


async def test_sheet_is_offered_once_the_person_keeps_it(phone):
    anna = phone("anna", MIRROR)
    ben = phone("ben")
    await reached(anna.open(THIS_DEVICE, MIRROR.name, (ANNA,)))
    await join(ben, CODE)
    ben.service.sheets.add(ben.service.layout(MIRROR.name))
    for guest in (ben, phone("ben")):
        assert guest.service.sheets.custom_layouts == (MIRROR,)
    assert ben.service.sheets.add_refusal(MIRROR) is SheetRefusal.KNOWN


async def test_returning_phone_plays_on_without_a_link(air, phone):
    anna = phone("anna", MIRROR)
    ben = phone("ben")
    async with playing(anna, ben, layout=MIRROR.name) as (_, table):
        air.cut("ben")
        await until(lambda: table.link is Link.DOWN)
    [back] = phone("ben").tables_of(THIS_DEVICE)
    assert back.opened.game.setup.layout == MIRROR


async def test_two_phones_with_the_same_sheet_keep_their_titles(phone):
    anna = phone("anna", MIRROR)
    ben = phone("ben", replace(MIRROR, title="Spiegel"))
    before = stored(ben)
    async with playing(anna, ben, layout=MIRROR.name) as tables:
        assert [table.opened.game.setup.layout.rows for table in tables] == [MIRROR.rows] * 2
    assert (ben.service.sheets.title_of(MIRROR.name), stored(ben)) == ("Spiegel", before)


@pytest.mark.parametrize(("theirs", "mine"), [(ONE, OTHER), (OTHER, ONE)])
async def test_table_is_refused_if_its_sheet_has_the_name_of_another(phone, theirs, mine):
    anna = phone("anna", theirs)
    ben = phone("ben", mine)
    before = stored(ben)
    await reached(anna.open(THIS_DEVICE, theirs.name, (ANNA,)))
    assert await failure(ben.find(CODE, THIS_DEVICE, "")) is Failure.SHEET_CLASH
    assert (stored(ben), ben.online.tables) == (before, ())
    assert ben.service.layout(mine.name) == mine


async def test_removed_sheet_still_has_its_name(phone):
    anna = phone("anna", ONE)
    ben = phone("ben", OTHER)
    ben.service.sheets.remove(OTHER.name)
    await reached(anna.open(THIS_DEVICE, ONE.name, (ANNA,)))
    assert await failure(ben.find(CODE, THIS_DEVICE, "")) is Failure.SHEET_CLASH


async def test_text_of_a_newer_pad_under_the_name_is_not_overwritten(phone):
    ben = phone("ben")
    ben.service.save_note(f"sheet {MIRROR.name}", '{"a rule of tomorrow":1}')
    before = stored(ben)
    again = phone("ben")
    await reached(phone("anna", MIRROR).open(THIS_DEVICE, MIRROR.name, (ANNA,)))
    assert await failure(again.find(CODE, THIS_DEVICE, "")) is Failure.SHEET_CLASH
    assert stored(again) == before


def test_table_that_changes_to_a_clashing_sheet_is_left(tmp_path, last):
    world = at_a_table(tmp_path, last, ONE)
    anna, ben = world.phones
    ben.service.sheets.add(OTHER)
    world.bring()
    assert anna.table.seating.layout == ONE.name
    assert (ben.table.gone, ben.table.seating.layout) == (Failure.SHEET_CLASH, "classic")
    assert ben.service.layout(OTHER.name) == OTHER


def test_table_whose_sheet_clashes_by_now_is_not_opened(tmp_path, last):
    """Something else brought another text meanwhile, such as a backup."""
    world = at_a_table(tmp_path, last, ONE)
    _, ben = world.phones
    world.bring()
    assert ben.service.sheets.add_refusal(OTHER) is SheetRefusal.CLASH
    ben.service.save_note(f"sheet {OTHER.name}", carried(OTHER).text)
    ben.again()
    assert (ben.table.gone, ben.table.is_closed) == (Failure.SHEET_CLASH, True)


def test_host_changes_the_sheet_until_the_game_begins(tmp_path, last):
    world = at_a_table(tmp_path, last, MIRROR, DOUBLE)
    anna, ben = world.phones
    for layout in (MIRROR, DOUBLE, installed_layouts()["classic"], MIRROR):
        assert anna.ask(ChooseSheet(layout.name, finish_turn=True)) is None
        world.bring()
        assert ben.service.layout(ben.table.seating.layout) == layout
    assert anna.ask(ChooseSheet(MIRROR.name, finish_turn=False)) is None
    world.start()
    assert anna.tap("1:r12") is None
    world.bring()
    assert (ben.line, ben.table.opened.game.setup.layout) == (["1:r12"], MIRROR)


def test_host_learns_that_the_relay_refuses_a_sheet(tmp_path, last):
    anna, _ = at_a_table(tmp_path, last, MIRROR).phones
    number = anna.ends.up.pop()["n"]
    anna.table.receive({"re": number, "refused": "bad_sheet"})
    assert anna.table.refused is Failure.BAD_SHEET


async def test_relay_that_takes_no_such_sheet_opens_no_table(air, phone):
    air.answer = {"error": "bad-sheet"}
    opening = phone("anna", MIRROR).open(THIS_DEVICE, MIRROR.name, (ANNA,))
    assert await failure(opening) is Failure.BAD_SHEET


async def test_table_takes_one_sheet_of_ones_own(air, phone):
    other = with_custom_name("other", installed_layouts()["chain_b"])
    anna = phone("anna", CHAIN, other)
    mixed = (ANNA, Chair("Ben", 1, THIS_DEVICE, slip=other.name))
    opening = anna.open(THIS_DEVICE, CHAIN.name, mixed)
    assert (opening.failed, air.sockets) == (Failure.ONE_OWN_SHEET, [])
    table = await reached(anna.open(THIS_DEVICE, CHAIN.name, (ANNA, Chair("Ben", 1))))
    assert table.submit_request(THIS_DEVICE, ChooseSlip(2, other.name)) is Failure.ONE_OWN_SHEET


SAID = SEATING_CODEC.encode(carried(MIRROR))
FALSE = {
    "no text": {"own_sheet": None},
    "no sheet": {"own_sheet": {**SAID, "text": "{}"}},
    "another text": {"own_sheet": {**SAID, "text": carried(DOUBLE).text}},
    "a text without a name": {"own_sheet": carried(MIRROR).text},
    "a text that is too deep": {"own_sheet": {**SAID, "text": "[" * 3_000 + "]" * 3_000}},
    "the text of another name": {"own_sheet": SEATING_CODEC.encode(carried(DOUBLE))},
    "two sheets": {"layout": DOUBLE.name},
}


@pytest.mark.parametrize("what", FALSE)
async def test_relay_that_sends_a_false_sheet_is_not_believed(air, phone, tmp_path, last, what):
    """Even if the very sheet is known here: the others may play on another of its name."""
    world = World(tmp_path / "world", last, "anna")
    ben = phone("ben", MIRROR, DOUBLE)
    before = stored(ben)
    true = {"layout": MIRROR.name, "own_sheet": SAID}
    air.answer = json.loads(json.dumps(changed_welcome(world, **{**true, **FALSE[what]})))
    assert await failure(ben.find(CODE, THIS_DEVICE, "")) is Failure.VERSION
    assert (stored(ben), ben.online.tables) == (before, ())
    air.answer = changed_welcome(world, **true)
    assert await failure(ben.find(CODE, THIS_DEVICE, "")) is None


def test_game_on_another_sheet_than_the_table_carries_is_not_believed(tmp_path, last):
    world = World(tmp_path, last, "anna", "ben").start()
    _, ben = world.phones
    ben.service.sheets.add(MIRROR)
    false = {**world.welcome["game"], "id": "another", "setup": f"{MIRROR.name}/2"}
    with pytest.raises(ValueError, match="without its text"):
        ben.table.receive({"game": false, "from": 0, "log": []})
    assert ben.table.opened.game.setup.layout.name == "classic"


def test_full_disk_keeps_no_game_without_its_sheet(tmp_path, last):
    world = at_a_table(tmp_path, last, MIRROR)
    _, ben = world.phones
    world.bring()
    ben.disk.full = True
    world.start()
    assert ben.table.opened is None
    ben.disk.full = False
    ben.mend()
    world.bring()
    assert ben.table.opened.game.setup.layout == MIRROR
    assert ben.service.read_notes("sheet ")


def test_forgotten_table_takes_its_text_along(tmp_path, last):
    world = at_a_table(tmp_path, last, MIRROR)
    _, ben = world.phones
    world.bring()
    assert MIRROR.name in ben.service.read_notes(TABLE_NOTE)[TABLE_NOTE + CODE]
    ben.cut()
    world.clock.forward(days=(TABLE_MEMORY + timedelta(days=1)).days)
    assert OnlineTables(ben.service, None).tables == ()
    assert ben.service.read_notes(TABLE_NOTE) == {}
