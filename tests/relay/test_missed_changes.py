"""Changes that a relay did not hear of, or of which it did not hear whether they were saved."""

import pytest

from qwixx_pad.multiplayer.requests import (
    Add,
    BestOf,
    ChooseSheet,
    ChooseSlip,
    CloseTable,
    Free,
    MoveSeat,
    Recolor,
    Rematch,
    Remove,
    Rename,
    SetFirstRoller,
    SetReady,
    Sit,
    Start,
)
from qwixx_pad.relay.rooms import AdmissionError
from qwixx_pad.storage import Conflict, StorageError
from tests.support.breakable_disk import Disk
from tests.support.relay.relay_phones import Phone, Relay, chair, tokens


@pytest.fixture
def behind(store):
    """A relay that has a table of another one, and hears of no change there."""
    ann = Relay(store).open(chair("Ann", mine=True), chair("Bob"))
    bob = Phone(ann.relay).join(ann.room.code)
    return ann, bob, Phone(Relay(store)).join(ann.room.code)


def test_relay_that_is_behind_knows_what_others_acknowledged(behind):
    ann, bob, guest = behind

    def come_over(seen=0):
        guest.news()
        return Phone(guest.relay, bob.secret).join(ann.room.code, bob.game or None, seen).news()[0]

    assert bob.ask(Sit(2)) == {}
    assert come_over()["table"]["chairs"][1]["device"] == bob.device
    assert ann.ask(Start()) == {}
    assert come_over()["game"]["id"] == bob.game
    assert ann.enter("1:r5", 0) == bob.enter("2:r6", 1) == {}
    first = come_over(2)
    assert (first["from"], first["log"]) == (2, [])
    assert [tokens(each) for each in guest.news()] == [["1:r5", "2:r6"]]
    assert ann.enter("end", 2) == bob.ask(Rematch()) == {}
    assert come_over()["game"]["id"] == bob.game


def test_relay_that_is_behind_lets_no_guest_to_a_closed_table(behind):
    ann, _, guest = behind
    assert ann.ask(Sit(2)) == ann.ask(Start()) == ann.ask(CloseTable()) == {}
    with pytest.raises(AdmissionError, match="closed"):
        Phone(guest.relay).join(ann.room.code)
    assert guest.news()[-1]["table"]["closed"]


def test_relay_that_is_behind_lets_nobody_to_a_deleted_table(behind):
    ann, bob, guest = behind
    assert ann.ask(CloseTable()) == {}
    with pytest.raises(AdmissionError, match="no-table"):
        Phone(guest.relay, bob.secret).join(ann.room.code)
    assert guest.over == "no-table"


def test_phone_never_gets_a_shorter_log_while_the_store_is_lost(store):
    ann, bob = Relay(store).begun()
    disk = Disk(store, "find_table")
    other = Relay(disk)
    Phone(other, ann.secret).join(ann.room.code)
    assert ann.enter("1:r5", 0) == {}
    disk.full = True
    assert Phone(other, bob.secret).join(ann.room.code, ann.game, 0).received
    with pytest.raises(StorageError):
        Phone(other, bob.secret).join(ann.room.code, ann.game, 1)


# Asked again

UNSURE = (
    Add("Dan"),
    Rename(2, "Rob"),
    Recolor(2),
    Remove(2),
    MoveSeat(1, 3),
    SetFirstRoller(2),
    Free(1),
    ChooseSlip(2, "chain_b"),
    ChooseSheet("classic", finish_turn=True),
    BestOf(3),
    Start(),
)


@pytest.fixture
def lobby(store):
    """A host at a table of three before its game, and the disk of the relay."""
    disk = Disk(store, "append", "put_table", "start")
    return opened(Relay(disk)), disk


def opened(relay):
    return relay.open(
        *(chair(name, mine=True) for name in ("Ann", "Bob", "Cleo")), layout="chain_a"
    )


@pytest.mark.parametrize("request_", UNSURE, ids=lambda request: type(request).__name__)
def test_unsure_change_asked_again_by_its_number_is_done_once(lobby, store, request_):
    ann, disk = lobby
    once = opened(Relay(store))
    disk.mute = True
    assert ann.ask(request_) == {"refused": "table_not_saved"}
    disk.mute = False
    assert ann.ask(request_) == once.ask(request_) == {}

    def seats(phone):
        table = phone.news()[-1]["table"]
        chairs = [(x["name"], x["color"], x["slip"], bool(x["device"])) for x in table["chairs"]]
        return chairs, table["layout"], table["finish_turn"], table["best_of"]

    assert seats(ann) == seats(once)


def test_unsaved_change_asked_again_is_done_then(lobby):
    ann, disk = lobby
    disk.full = True
    for _ in "ab":
        assert ann.ask(Remove(2)) == {"refused": "table_not_saved"}
    disk.full = False
    assert ann.ask(Remove(2)) == {}
    assert [each["name"] for each in ann.news()[-1]["table"]["chairs"]] == ["Ann", "Cleo"]


def test_unsure_change_is_never_repeated_on_a_changed_table(lobby):
    ann, disk = lobby
    guest = Phone(ann.relay).join(ann.room.code)
    disk.mute = True
    assert ann.ask(Remove(2)) == {"refused": "table_not_saved"}
    disk.mute = False
    assert guest.ask(Add("Dan")) == {}
    assert ann.ask(Remove(2)) == {"refused": "not_allowed"}
    assert [each["name"] for each in ann.news()[-1]["table"]["chairs"]] == ["Ann", "Cleo", "Dan"]


def test_unsure_answer_asked_again_still_ends_the_game(lobby):
    ann, disk = lobby
    assert ann.ask(Start()) == {}
    tokens_ = [*["1:-", "/", "/", "/"] * 3, "1:-"]
    for seen, token in enumerate(tokens_):
        assert ann.enter(token, seen) == {}
    assert ann.ask(SetReady(2, ready=True)) == {}
    disk.mute = True
    assert ann.ask(SetReady(3, ready=True)) == {"refused": "table_not_saved"}
    disk.mute = False
    assert ann.ask(SetReady(3, ready=True)) == {}
    assert tokens(ann.news()[-1]) == ["end"]


def test_change_of_a_table_that_keeps_moving_is_not_saved(lobby, monkeypatch):
    ann, disk = lobby

    def quicker(*_):
        raise Conflict

    monkeypatch.setattr(disk, "put_table", quicker)
    assert ann.ask(Remove(2)) == {"refused": "table_not_saved"}
