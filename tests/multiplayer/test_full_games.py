"""The longest log: at a table, and on a phone whose table is on a relay."""

from datetime import timedelta
from itertools import cycle, islice

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Refusal
from qwixx_pad.games import played_game
from qwixx_pad.games.played_game import (
    MAX_AFTER_CORRECTION,
    MAX_AFTER_ENTRY,
    MAX_AFTER_UNDO,
    MAX_LOG_ENTRIES,
    MAX_ROLL_ENTRIES,
)
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.requests import Correct
from qwixx_pad.multiplayer.state import RejectedEntry
from qwixx_pad.storage import SavedEntry
from tests.support.multiplayer.remote_room import World
from tests.support.multiplayer.table_room import (
    ACCEPTED,
    MOVED_ON,
    NOON,
    NOT_YOURS,
    PHONES,
    log,
    tap,
    taps,
)
from tests.support.strategies import entry

FULL = Failure.GAME_FULL


def fill(table, length):
    """Somebody crosses and takes back until the log has so many entries."""
    tokens = islice(cycle(("3:b12", "3:undo")), length - len(log(table)))
    saved = [SavedEntry(token, NOON + n * timedelta(seconds=1)) for n, token in enumerate(tokens)]
    return table.opened.append_applied(saved)


def correct(table, old, new):
    change = Change(table.opened.game.applied.index(entry(old)), entry(old), entry(new))
    return table.submit_request("anna", Correct(change, len(log(table))))


def test_log_of_4000_entries_accepts_no_correction(table):
    taps(table, "1:r5")
    fill(table, MAX_AFTER_CORRECTION - 3)
    assert correct(table, "1:r5", "1:r6") == ACCEPTED
    assert correct(table, "1:r6", "1:r7") == FULL
    assert table.opened.correction_to_undo(1) is None, "an undo takes back one entry then"
    taps(table, "1:y3", "1:undo", "1:undo", "end")


def test_log_of_5000_entries_accepts_undo_and_end_only(table):
    taps(table, "1:r5")
    fill(table, MAX_AFTER_ENTRY - 1)
    taps(table, "2:y3")
    for token in ("1:y9", "3:g12", "2:out", "/"):
        assert tap(table, PHONES[(entry(token).seat or 1) - 1], token) == FULL
    taps(table, "2:undo")
    assert tap(table, "ben", "2:redo") == FULL
    taps(table, "end")
    assert table.opened.enter(*[entry("undo")] * 2) == ACCEPTED, "who looks back plays on"


def test_roll_of_32_entries_accepts_undo_and_end_only(table):
    taps(table, "1:r5", *["w7"] * (MAX_ROLL_ENTRIES - 1))
    assert tap(table, "anna", "w8") == tap(table, "ben", "2:r5") == FULL
    taps(table, "1:undo", "1:redo", "/", "2:r5")


def test_log_never_exceeds_its_maximum_length(table):
    assert fill(table, MAX_AFTER_UNDO - 1) == ACCEPTED
    assert tap(table, "cleo", "3:undo") == ACCEPTED
    while tap(table, "anna", "end") is None:
        assert tap(table, "anna", "undo") == FULL
    assert MAX_AFTER_UNDO < len(log(table)) <= MAX_LOG_ENTRIES


def test_phone_rejects_relay_log_over_maximum_length(table):
    assert fill(table, MAX_LOG_ENTRIES + 1) == Failure.UNREADABLE
    assert fill(table, MAX_LOG_ENTRIES) == ACCEPTED


def test_correction_error_is_reported_before_full_log(table):
    taps(table, "1:r5", "2:y3")
    fill(table, MAX_AFTER_CORRECTION)
    for old, new, reason in (
        ("1:r5", "1:r1", Refusal.NO_SUCH_CELL),
        ("1:r4", "1:r6", MOVED_ON),
        ("1:r5", "2:r6", NOT_YOURS),
        ("1:r5", "1:r6", FULL),
    ):
        assert (
            table.submit_request(
                "anna", Correct(Change(0, entry(old), entry(new)), MAX_AFTER_CORRECTION)
            )
            == reason
        )


def test_phone_refuses_entries_when_log_is_full(tmp_path, last, monkeypatch):
    monkeypatch.setattr(played_game, "MAX_AFTER_ENTRY", 2)
    monkeypatch.setattr(played_game, "MAX_AFTER_CORRECTION", 2)
    world = World(tmp_path, last, "anna", "ben").start()
    anna, ben = world.phones
    assert anna.tap("1:r5") == ACCEPTED
    world.bring()
    change = Change(0, entry("1:r5"), entry("1:r6"))
    assert anna.ask(Correct(change, 1)) == FULL
    assert anna.tap("1:y6") == ben.tap("2:y3") == ACCEPTED
    world.bring()
    assert (anna.tap("1:undo"), ben.tap("2:y4")) == (ACCEPTED, FULL)
    assert (anna.table.lost, ben.table.lost) == (
        (),
        (RejectedEntry(entry("2:y3"), Failure.GAME_FULL),),
    )
