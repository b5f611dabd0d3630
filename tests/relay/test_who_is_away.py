"""A table of a relay whose opener's phone is gone: who learns of it, and how the game goes on."""

from qwixx_pad.multiplayer.requests import Free
from qwixx_pad.relay.store import TableChanged, TablePresence
from tests.support.multiplayer.remote_room import done
from tests.support.relay.relay_phones import Phone, Relay


def passes(relay, seconds):
    """So much time, and the look of the relay behind it."""
    relay.clock.forward(seconds)
    done(relay.rooms.announce_absences())


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


def test_all_phones_are_notified_once_after_the_away_minute(relay):
    ann, bob = relay.begun()
    ann.leave()
    bob.news()
    passes(relay, 59)
    assert bob.news() == []
    passes(relay, 1)
    passes(relay, 60)
    assert bob.news() == [{"away": [ann.device]}]


def test_joining_and_present_phones_learn_who_is_away(relay):
    ann, bob = gone(relay)
    [first] = Phone(relay).join(bob.room.code).news()
    assert first["away"] == [ann.device]
    [first] = again(ann).news()
    assert first["away"] == []
    assert {"here": [1, 2], "away": []} in bob.news()


def test_unwatched_table_still_knows_who_is_away(relay):
    ann, bob = relay.begun()
    ann.leave()
    bob.leave()
    relay.clock.forward(60)
    assert again(bob).news()[0]["away"] == [ann.device]


def test_device_at_another_relay_counts_as_present(store):
    """Its away minute starts when it leaves the other relay."""
    relay = Relay(store)
    other = Relay(store)
    ann, bob = relay.begun()
    code = ann.room.code
    bob.leave()
    bob = Phone(other, bob.secret).join(code)
    done(other.rooms.on_peer_news(TablePresence(code, frozenset({ann.device}))))
    passes(other, 600)
    bob.news()
    done(other.rooms.on_peer_news(TablePresence(code, frozenset())))
    passes(other, 59)
    assert bob.news() == [{"here": [2]}]
    passes(other, 1)
    assert bob.news() == [{"away": [ann.device]}]
    assert bob.ask(Free(1)) == {}
    done(relay.rooms.on_peer_news(TableChanged(code)))
    ann = again(ann)
    done(other.rooms.on_peer_news(TableChanged(code)))
    assert bob.news()[-1]["table"]["chairs"][0]["device"] == ann.device
