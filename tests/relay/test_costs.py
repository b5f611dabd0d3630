"""What an address may have a relay play anew: corrections count, whatever becomes of them."""

import asyncio

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.timeline import Fold
from qwixx_pad.multiplayer.requests import Correct, RequestId, SetReady, UndoCorrection
from qwixx_pad.relay.rooms import MAX_DAILY_ENTRIES, AdmissionError
from tests.support.multiplayer.remote_room import later
from tests.support.relay.relay_phones import Relay
from tests.support.strategies import entry

LENGTH = 20
A_DAY = 400
FIRST = entry("1:b11")
LAST = entry("1:r5")


@pytest.fixture
def ann(store):
    """A phone at a log of some length, from an address that has entered nothing yet."""
    ann, _ = Relay(store, entries=A_DAY).begun()
    ann.address = ""
    for seen, token in enumerate([FIRST.text, *["w7"] * (LENGTH - 2), LAST.text]):
        assert ann.enter(token, seen) == {}
    ann.address = "mill"
    return ann


def refused(_):
    """The rules refuse the last entry."""
    return Correct(Change(LENGTH, None, entry("1:r4")), LENGTH)


def too_late(_):
    """All that was seen is played anew to see what stood then."""
    return Correct(Change(LENGTH - 1, LAST, entry("1:r6")), LENGTH - 1)


def to_and_fro(phone):
    """The newest cross is put right, and back again."""
    opened = phone.room._table.opened
    length = len(opened.game.log)
    if opened.correction_to_undo(1):
        return UndoCorrection(1, length)
    return Correct(Change(LENGTH - 1, LAST, entry("1:r6")), length)


@pytest.mark.parametrize("attack", [refused, too_late, to_and_fro])
def test_corrections_replayed_per_address_are_limited_daily(ann, attack, monkeypatch):
    played = []
    play = Fold.apply_entry
    monkeypatch.setattr(Fold, "apply_entry", lambda *given: played.append(1) or play(*given))
    judged = 0
    with pytest.raises(AdmissionError, match="wait"):  # noqa: PT012 - the last of them
        while judged < 100:
            ann.ask(attack(ann), RequestId(ann.game, 100 + judged))
            judged += 1
    assert judged <= A_DAY / LENGTH
    assert (LENGTH - 1) * judged <= len(played) <= 4 * A_DAY
    assert ann.ask(SetReady(1, ready=True)) == {}
    ann.relay.clock.forward(days=1)
    later = ann.enter("1:y12", len(ann.room._table.opened.game.log), 300)
    assert later == {"refused": "roll_used_up"}, "it is judged again"


async def test_concurrent_corrections_are_limited_like_sequential_ones(ann):
    ann.relay.rooms._run = later
    asks = (
        ann.relay.rooms.answer_request(
            ann.room, ann, 1, refused(ann), RequestId(ann.game, 100 + number)
        )
        for number in range(100)
    )
    answers = await asyncio.gather(*asks, return_exceptions=True)
    assert sum(answer is None for answer in answers) == A_DAY / LENGTH


def test_evening_with_corrections_stays_below_the_household_limit():
    """Ten games of five, a hundred entries each, of which ten are put right."""
    game = 100
    corrections = 10
    copied = 2 * 10 + 1
    assert 10 * (game + corrections * (game + copied)) < MAX_DAILY_ENTRIES
