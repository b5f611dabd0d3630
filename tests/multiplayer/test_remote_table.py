"""A table that a relay keeps, as phones have it while links are cut and mended."""

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Refusal
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.online.link import LinkTimes, TableLink
from qwixx_pad.multiplayer.online.replica import UNSENT_NOTE
from qwixx_pad.multiplayer.requests import (
    AcknowledgeLoss,
    Add,
    ConfirmWhiteDice,
    Correct,
    DeclareLockDice,
    Decline,
    Rematch,
    Remove,
    Rename,
    SetReady,
    Sit,
)
from qwixx_pad.multiplayer.state import Link, RejectedEntry
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from qwixx_pad.storage import GameHead
from tests.support.multiplayer.remote_room import CODE, Phone, World, until
from tests.support.multiplayer.scripted_relay import ScriptedRelay
from tests.support.multiplayer.table_room import NOON
from tests.support.strategies import entry


@pytest.fixture
def world(tmp_path, last):
    return World(tmp_path, last, "anna", "ben", "cleo").start()


def test_phone_without_saved_numbers_continues_those_of_relay(world):
    anna, ben, _ = world.phones
    for number, token in enumerate(["1:r5", "1:undo", "1:r6"], 1):
        assert anna.tap(token) is None
        assert anna.table.unsent == (entry(token),)
        assert [item.number for item in anna.table._pending.unsent] == [number]
        world.bring()
        anna.cut()
        anna.service.delete_note(UNSENT_NOTE + CODE)
        anna.again()
        anna.mend()
        world.bring()
    assert ben.line == ["1:r5", "1:undo", "1:r6"]


def test_late_entry_is_reported_until_seen(world):
    anna, ben, _ = world.phones
    ben.cut()
    assert ben.tap("2:b5") is None
    assert anna.tap("1:r5") is None
    assert anna.tap("/") is None
    world.bring()
    ben.mend()
    world.bring()
    assert ben.line == ["1:r5", "/"]
    assert ben.table.lost == (RejectedEntry(entry("2:b5"), Failure.CHANGED_ELSEWHERE),)
    ben.again()
    assert ben.table.lost == (RejectedEntry(entry("2:b5"), Failure.CHANGED_ELSEWHERE),)
    assert ben.ask(AcknowledgeLoss()) is None
    ben.again()
    assert ben.table.lost == ()


@pytest.mark.parametrize("heard", [False, True])
def test_roll_end_in_transit_is_lost_after_rollers_undo(world, heard):
    """Whether the relay judges it, or the phone itself when it hears of the undo."""
    anna, ben, _ = world.phones
    for phone, token in ((anna, "/"), (ben, "2:b12")):
        assert phone.tap(token) is None
        world.bring()
    assert ben.tap("2:undo") is anna.tap("/") is None
    assert ben.send()
    if heard:
        anna.ends.up.clear()
        assert anna.hear()
        assert anna.line[-1] == "2:undo"
    world.bring()
    assert ben.line == anna.line == ["/", "2:b12", "2:undo"]
    assert anna.table.lost == (RejectedEntry(entry("/"), Failure.CHANGED_ELSEWHERE),)


def test_rollers_own_undo_and_roll_end_arrive_together(world):
    anna, ben, _ = world.phones
    anna.cut()
    assert [anna.tap(token) for token in ("1:r5", "1:undo", "1:b12", "1:undo")] == [None] * 4
    anna.mend()
    world.bring()
    assert anna.tap("1:r6") is anna.tap("1:undo") is anna.tap("/") is None
    world.bring()
    assert ben.line[-3:] == ["1:r6", "1:undo", "/"]
    assert anna.table.lost == ()


def test_phone_that_missed_a_rematch_gets_both_games_complete(world):
    anna, ben, _ = world.phones
    ben.cut()
    before = anna.table.seating.game
    assert ben.tap("2:b5") is None
    assert anna.tap("1:r5") is None
    assert anna.tap("end") is None
    world.bring()
    assert anna.ask(Rematch()) is None
    world.bring()
    ben.mend()
    world.bring()
    assert [e.token for e in ben.disk.load(before).entries] == ["1:r5", "end"]
    assert ben.table.seating.game == anna.table.seating.game != before
    assert ben.table.lost == (RejectedEntry(entry("2:b5"), Failure.CHANGED_ELSEWHERE),)


def test_player_joining_a_running_game_plays_from_the_rematch(world):
    anna, ben, _ = world.phones
    dan = Phone(world, "dan")
    world.phones.append(dan)
    dan.join()
    assert dan.ask(Add("Dan")) is None
    world.bring()
    assert anna.tap("end") is None
    world.bring()
    assert [chair.name for chair in ben.table.seating.next_chairs] == ["Dan"]
    assert dan.table.seating.is_expected(THIS_DEVICE)
    assert ben.ask(Rematch()) is None
    world.bring()
    assert dan.table.opened.head.names == ("Ben", "Cleo", "Dan", "Anna")
    assert dan.tap("3:b12") is None
    world.bring()
    assert [phone.line for phone in world.phones] == [["3:b12"]] * 4


def test_entry_is_resent_after_full_relay_disk(world):
    anna, ben, _ = world.phones
    world.relay.disk.full = True
    assert anna.tap("1:r5") is None
    world.bring()
    assert (anna.table.link, anna.line, ben.line) == (Link.DOWN, ["1:r5"], [])
    world.relay.disk.full = False
    anna.mend()
    world.bring()
    assert (ben.line, anna.table.unsent, anna.table.lost) == (["1:r5"], (), ())


def test_phone_asks_again_by_the_number_of_an_unsure_request(tmp_path, last):
    anna, *_ = (world := World(tmp_path, last, "anna", "ben", "cleo")).phones
    for mute in (True, False):
        world.relay.disk.mute = mute
        assert anna.ask(Remove(2)) is None
        world.bring()
        assert anna.table.refused is (Failure.SEATING_NOT_SAVED if mute else None)
    assert anna.table.seating.names == ("Anna", "Cleo")
    assert anna.ask(Remove(2)) is None  # another one, for the table has been seen since
    world.bring()
    assert anna.table.seating.names == ("Anna",)


def test_phone_asks_again_for_an_unsure_correction_by_its_number(world):
    anna, ben, _ = world.phones
    assert anna.tap("1:r5") is None
    world.bring()
    for mute in (True, False):
        world.relay.disk.mute = mute
        assert anna.ask(Correct(Change(0, entry("1:r5"), entry("1:r6")), 1)) is None
        world.bring()
        assert anna.table.refused is (Failure.NOT_SAVED if mute else None)
    assert [each.text for each in ben.game.applied] == ["1:r6"]


def test_phone_without_link_writes_only_on_own_sheet(world):
    anna, _, _ = world.phones
    anna.cut()
    assert anna.tap("/") == Failure.NO_LINK
    assert anna.tap("2:r5") == Failure.NOT_YOURS
    assert [anna.ask(SetReady(1, ready=True)), anna.ask(Sit(1))] == [Failure.NO_LINK] * 2
    assert anna.tap("1:r5") is None
    assert anna.tap("1:r4") == Refusal.PASSED


def test_rejected_entry_is_lost_with_entries_that_follow(world):
    """Unsent entries that the rejected one came before are reported lost with it."""
    anna, ben, _ = world.phones
    assert anna.tap("1:r5") is None
    assert anna.tap("1:y6") is None
    anna.ends.up.clear()
    anna.table.drop_unreadable()
    anna.cut()
    assert anna.table.lost == tuple(
        RejectedEntry(entry(x), Refusal.SYNTAX) for x in ("1:r5", "1:y6")
    )
    anna.mend()
    assert anna.tap("1:g7") is None
    world.bring()
    assert anna.line == ben.line == ["1:g7"]
    assert anna.table.unsent == ()


async def test_rejected_entry_is_sent_only_once(world):
    ben = world.phones[1]
    relay = ScriptedRelay(world.welcome, enter={"error": "bad"})
    ben.cut()
    assert ben.tap("2:b5") is None
    connection = TableLink(
        ben.table,
        relay.dial,
        "secret",
        LinkTimes(min_backoff_s=0, max_backoff_s=0, max_retry_after_s=0),
    )
    connection.ensure_running()
    await until(lambda: relay.heard.count("join") == 2)
    connection.stop()
    assert relay.heard == ["join", "enter", "join"]
    assert (ben.table.unsent, ben.table.lost) == (
        (),
        (RejectedEntry(entry("2:b5"), Refusal.SYNTAX),),
    )


def test_rejected_request_outside_game_keeps_unsent_entries(world):
    anna, ben, _ = world.phones
    anna.table.drop_unreadable()
    assert (anna.table.refused, anna.table.lost) == (None, ())
    assert anna.ask(Rename(1, "Ann")) is Failure.STARTED
    assert anna.ask(Rematch()) is None
    assert anna.tap("1:r5") is None
    anna.ends.up.clear()
    anna.table.drop_unreadable()
    assert anna.table.refused is Refusal.SYNTAX
    anna.cut()
    anna.mend()
    world.bring()
    assert (anna.line, ben.line, anna.table.lost) == (["1:r5"], ["1:r5"], ())


def test_answers_for_unknown_row_are_not_sent(world):
    anna, _, _ = world.phones
    words = (
        Decline(1, "x"),
        DeclareLockDice("ry", white=True),
        ConfirmWhiteDice(""),
        Decline(2, "r"),
    )
    assert [anna.ask(word) for word in words] == [Failure.NOT_ALLOWED] * 4
    assert not anna.ends.up


def test_refusal_of_request_outside_game_is_reported(world):
    anna, _, _ = world.phones
    assert anna.ask(Rename(1, "Ann")) is Failure.STARTED
    assert anna.ask(Rematch()) is None
    world.bring()
    assert anna.table.refused is Failure.STARTED


def test_conflicting_relay_log_leaves_phone_log_unchanged(world):
    anna, ben, _ = world.phones
    assert anna.tap("1:r5") is None
    world.bring()
    news = {"from": 0, "log": [["1:r6", "2026-01-02T12:00:00+00:00"]]}
    ben.ends.down.append(news)
    world.bring()
    assert (ben.table.gone, ben.table.link) == (Failure.LOG_DIFFERS, Link.GONE)
    assert ben.line == ["1:r5"]


def test_relay_cannot_write_into_a_local_game(world):
    ben = world.phones[1]
    head = world.welcome["game"]
    ben.disk.add_game(GameHead("own", head["setup"], ("Me", "", ""), NOON))
    log = [["1:r6", head["started"]]]
    ben.ends.down.append({"game": {**head, "id": "own"}, "from": 0, "log": log})
    world.bring()
    assert ben.table.gone is Failure.LOG_DIFFERS
    assert ben.disk.load("own").entries == ()
