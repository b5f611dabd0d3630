"""Why something does not come to stand in a log: the first reason of docs/wire.md that holds.

What a table says of its own accord, `tests/multiplayer` shows.
"""

from qwixx_pad.core.corrections import Change
from qwixx_pad.multiplayer.requests import CloseTable, Correct, Rematch, RequestId
from tests.support.relay.relay_phones import Phone, Relay
from tests.support.strategies import entry


def correct(phone, place, old, new, number):
    change = Change(place, old and entry(old), new and entry(new))
    length = len(phone.room._table.opened.game.log)
    return phone.ask(Correct(change, length), RequestId(phone.game, number))


def test_refusal_names_other_game_before_closed_table_before_rights(relay):
    """A request for another game is MOVED_ON, at a closed table NO_GAME, whoever sends it."""
    ann, bob = relay.begun()
    before = ann.game
    assert ann.enter("end", 0) == ann.ask(Rematch()) == {}
    late = Correct(Change(0, entry("1:r5"), entry("1:r6")), 0)
    assert bob.ask(late, RequestId(before, 1)) == {"refused": "stale"}
    assert ann.ask(CloseTable()) == {}
    assert bob.ask(late, RequestId(before, 1)) == {"refused": "stale"}
    assert bob.enter("1:r5", 0) == {"refused": "no_game"}


def test_correction_without_change_uses_no_number(store):
    ann, bob = Relay(store).begun()
    assert ann.enter("1:r5", 0, 1) == bob.enter("2:y3", 1, 1) == {}
    for _ in "ab":
        assert correct(ann, 0, "1:r5", "1:r5", 2) == {"refused": "not_yours"}
    for relay in (ann.relay, Relay(store)):
        again = Phone(relay, ann.secret).join(ann.room.code)
        assert again.news()[0]["last_number"] == 1
    assert correct(ann, 0, "1:r5", "1:r6", 2) == {}
    assert correct(ann, 0, "1:r5", "1:r6", 2) == {}, "it came twice"
    assert [x.text for x in ann.room._table.opened.game.applied] == ["1:r6", "2:y3"]
