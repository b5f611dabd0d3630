"""A table of a relay whose opener's phone is gone: who is told, and how the evening goes on."""

import pytest

from qwixx_pad.relay.store import Changed, Here
from qwixx_pad.tables.requests import AnswerSeat, AskSeat, Free, Rematch, Sit
from tests.support.relay.relay_phones import Phone, Relay
from tests.support.tables.remote_room import done


@pytest.fixture
def database():
    return ""


@pytest.fixture
def relay(store):
    return Relay(store)


def passes(relay, seconds):
    """So much time, and the look of the relay behind it."""
    relay.clock.forward(seconds)
    done(relay.rooms.look())


def gone(relay):
    """Ann has opened the table, and her phone has been gone for a minute; Bob looks on."""
    ann, bob = relay.begun()
    ann.leave()
    passes(relay, 60)
    bob.news()
    return ann, bob


def again(phone):
    """The same device on a new link."""
    return Phone(phone.relay, phone.secret).join(phone.room.code)


def test_all_are_told_who_is_away_after_a_minute_and_once(relay):
    ann, bob = relay.begun()
    ann.leave()
    bob.news()
    passes(relay, 59)
    assert bob.news() == []
    passes(relay, 1)
    passes(relay, 60)
    assert bob.news() == [{"away": [ann.key]}]


def test_a_link_that_flaps_is_told_as_here_and_never_as_away(relay):
    ann, bob = relay.begun()
    bob.news()
    for _ in range(3):
        ann.leave()
        passes(relay, 50)
        ann = again(ann)
        passes(relay, 50)
    assert not any("away" in told for told in bob.news())


def test_who_comes_is_told_who_is_away_and_the_others_who_is_not_any_more(relay):
    ann, bob = gone(relay)
    [first] = Phone(relay).join(bob.room.code).news()
    assert first["away"] == [ann.key]
    [first] = again(ann).news()
    assert first["away"] == []
    assert {"here": [1, 2], "away": []} in bob.news()


def test_what_is_answered_counts_the_minute_before_anybody_was_told(relay):
    ann, bob = relay.begun()
    ann.leave()
    relay.clock.forward(59)
    assert bob.enter("/", 0) == {"trouble": "NOT_YOURS"}
    relay.clock.forward(1)
    assert bob.enter("/", 0) == {}
    assert any(told.get("away") == [ann.key] for told in bob.news())


def test_an_evening_whose_opener_s_phone_dies_in_its_own_roll_goes_on_to_the_rematch(relay):
    ann, bob = gone(relay)
    cleo = Phone(relay).join(bob.room.code)
    assert bob.enter("/", 0) == {}
    assert bob.ask(Free(1)) == {}
    assert cleo.ask(Sit(1)) == {}
    assert [chair["name"] for chair in cleo.news()[-1]["table"]["chairs"]] == ["Ann", "Bob"]
    assert cleo.enter("1:r5", 1) == {}
    assert bob.enter("/", 2) == {}
    assert cleo.enter("end", 3) == {}
    assert bob.ask(Rematch()) == {}
    chairs = bob.news()[-1]["table"]["chairs"]
    assert [(x["name"], x["holder"]) for x in chairs] == [("Bob", bob.key), ("Ann", cleo.key)]
    assert again(ann).ask(Sit(2)) == {"no": "TAKEN"}


def test_a_freed_seat_is_its_own_phone_s_again_if_that_is_back_before(relay):
    ann, bob = gone(relay)
    assert bob.ask(Free(1)) == {}
    assert bob.news()[-1]["table"]["chairs"][0]["holder"] is None
    ann = again(ann)
    assert bob.news()[-1]["table"]["chairs"][0]["holder"] == ann.key
    assert ann.enter("1:r5", 0) == {}
    assert bob.enter("/", 1) == {"trouble": "NOT_YOURS"}


def test_a_phone_asks_for_the_seat_of_one_that_is_away_and_that_one_is_told_when_it_is_back(relay):
    ann, bob = gone(relay)
    cleo = Phone(relay).join(bob.room.code)
    assert cleo.ask(AskSeat(2)) == {"no": "TAKEN"}
    assert cleo.ask(AskSeat(1)) == {}
    assert bob.news()[-1]["table"]["chairs"][0]["asker"] == cleo.key
    assert cleo.ask(AnswerSeat(1, yes=True)) == {"no": "NOT_YOURS"}
    assert bob.ask(AnswerSeat(1, yes=True)) == {}
    assert cleo.enter("1:r5", 0) == {}
    ann = again(ann)
    seat = ann.news()[0]["table"]["chairs"][0]
    assert (seat["name"], seat["holder"], seat["former"]) == ("Ann", cleo.key, ann.key)
    assert ann.enter("1:r6", 1) == {"trouble": "NOT_YOURS"}
    assert ann.ask(AnswerSeat(1, yes=False)) == {}
    assert bob.news()[-1]["table"]["chairs"][0]["former"] is None


def test_after_a_restart_the_minute_begins_anew(store):
    ann, bob = gone(Relay(store))
    later = Relay(store)
    bob = Phone(later, bob.secret).join(bob.room.code)
    passes(later, 59)
    assert bob.news()[-1]["away"] == []
    passes(later, 1)
    assert bob.news() == [{"away": [ann.key]}]


def test_a_table_that_nobody_looked_at_meanwhile_knows_who_has_left(relay):
    ann, bob = relay.begun()
    ann.leave()
    bob.leave()
    relay.clock.forward(60)
    assert again(bob).news()[0]["away"] == [ann.key]


def test_a_device_that_another_relay_has_is_here_and_its_minute_begins_when_it_leaves_that(store):
    relay, other = Relay(store), Relay(store)
    ann, bob = relay.begun()
    code = ann.room.code
    bob.leave()
    bob = Phone(other, bob.secret).join(code)
    done(other.rooms.heard(Here(code, frozenset({ann.key}))))
    passes(other, 600)
    bob.news()
    done(other.rooms.heard(Here(code, frozenset())))
    passes(other, 59)
    assert bob.news() == [{"here": [2]}]
    passes(other, 1)
    assert bob.news() == [{"away": [ann.key]}]
    assert bob.ask(Free(1)) == {}
    done(relay.rooms.heard(Changed(code)))
    ann = again(ann)
    done(other.rooms.heard(Changed(code)))
    assert bob.news()[-1]["table"]["chairs"][0]["holder"] == ann.key
