"""The words on the wire and in stored tables are those of the recorded files.

They contain no name of a class, a field or an enum's member. `--accept-golden` rewrites them.
"""

import json
from dataclasses import fields
from typing import get_args

import pytest

from qwixx_pad.core.corrections import Change
from qwixx_pad.core.moves import Refusal
from qwixx_pad.games.session import Failure
from qwixx_pad.history.series import PlayerResult
from qwixx_pad.multiplayer import wire
from qwixx_pad.multiplayer.online.link import hello_message
from qwixx_pad.multiplayer.online.replica import OnlineTableRecord, PendingState, UnsentEntry
from qwixx_pad.multiplayer.requests import (
    Add,
    AnswerSeatRequest,
    BestOf,
    ChooseSheet,
    ChooseSlip,
    CloseTable,
    ConfirmWhiteDice,
    Correct,
    DeclareLockDice,
    Decline,
    Enter,
    Free,
    LogRequest,
    MoveSeat,
    Recolor,
    Rematch,
    Remove,
    Rename,
    ReopenTable,
    RequestId,
    RequestSeat,
    SetFirstRoller,
    SetReady,
    Sit,
    Start,
    StopWaiting,
    UndoCorrection,
    WireRequest,
)
from qwixx_pad.multiplayer.seating import Chair, RollAnswers, Seating
from qwixx_pad.multiplayer.state import RejectedEntry
from tests.support.own_layouts import MIRROR, carried
from tests.support.recorded_files import RECORDED
from tests.support.strategies import entry

OWN_SHEET = carried(MIRROR, description="The red row begins with its lock.")
REQUESTS = [
    Sit(2),
    Free(2),
    RequestSeat(2),
    AnswerSeatRequest(2, accepted=True),
    Add("Cleo", 3),
    Rename(2, "Ben"),
    Recolor(2),
    Remove(2),
    MoveSeat(2, 1),
    SetFirstRoller(2),
    ChooseSheet(OWN_SHEET.name, finish_turn=True, own_sheet=OWN_SHEET),
    ChooseSlip(2, "mixx_b"),
    BestOf(3),
    Start(),
    Rematch(),
    CloseTable(),
    ReopenTable(),
    Enter(entry("1:r5"), 12),
    Correct(Change(3, entry("1:r5"), None), 13),
    UndoCorrection(1, 15),
    SetReady(2, ready=True),
    Decline(2, "y"),
    DeclareLockDice("r", white=True),
    ConfirmWhiteDice("g"),
    StopWaiting(),
]
"""One of each kind; no two fields of one could be taken for each other."""
CHAIRS = (
    Chair("Anna", 4, "anna", "mixx_b", "old anna", "asks", "was told no"),
    Chair("Ben", 1),
)
ANSWERS = RollAnswers(
    *(7, frozenset({2}), frozenset({("y", 1)}), frozenset("r"), frozenset("g"), frozenset("b")),
    ending=True,
    base_length=31,
)
SEATING = Seating(
    *("K7QF3M", "host", "mixx_a", CHAIRS),
    finish_turn=True,
    game="game",
    answers=ANSWERS,
    opened="2026-11-22T19:30:00+00:00",
    closed=True,
    next_chairs=(Chair("Cleo", 2, "cleo"),),
    earlier_results=((PlayerResult("Anna", 81), PlayerResult("Ben", 67)),),
    best_of=3,
    own_sheet=OWN_SHEET,
)
"""A table of which no field is as it is where nothing is said."""
RECORD = OnlineTableRecord("wss://pad.example/relay", SEATING, "2026-11-22T20:00:00+00:00")
LEFT = PendingState(
    "game", (UnsentEntry(entry("1:r5"), 12, 4),), (RejectedEntry(entry("1:-"), Failure.NO_GAME),), 5
)


def lines(*values):
    return "".join(f"{json.dumps(value)}\n" for value in values)


def said(request):
    which = RequestId("game", 4) if isinstance(request, LogRequest) else None
    return wire.encode_request(request, which)


def test_recorded_requests(recorded):
    recorded("requests.txt", lines(*map(said, REQUESTS)))
    texts = (RECORDED / "requests.txt").read_text(encoding="utf-8").splitlines()
    assert [wire.read_request(json.loads(text)) for text in texts] == REQUESTS
    assert {*map(type, REQUESTS)} == {*get_args(WireRequest)}


def test_recorded_reasons(recorded):
    """Each reason that a relay has; of the others none can be an answer."""
    first = hello_message("A" * 43, "wss://pad.example/relay", {"join": "K7QF3M"})
    reasons = (reason for reason in (*Refusal, *Failure) if reason in wire.REASON_WORDS)
    answers = [{"re": 7, **wire.encode_answer(reason)} for reason in (None, *reasons)]
    errors = [{"error": word} for why in Failure for word, w in wire.ERRORS.items() if w is why]
    recorded("answers.txt", lines(json.loads(first), *answers, *errors))
    assert {*Refusal} <= {*wire.REASON_WORDS}


def test_recorded_tables(recorded):
    recorded("tables.txt", f"{SEATING.text}\n{RECORD.text}\n{LEFT.text}\n")
    texts = (RECORDED / "tables.txt").read_text(encoding="utf-8").splitlines()
    kinds = (Seating, OnlineTableRecord, PendingState)
    assert [kind.read(text) for kind, text in zip(kinds, texts, strict=True)] == [
        *(SEATING, RECORD, LEFT),
    ]


@pytest.mark.parametrize("part", [SEATING, ANSWERS, CHAIRS[0]])
def test_recorded_table_has_every_field(part):
    """So that each has a value of its own in the recorded file."""
    unsaid = {field.name: field.default for field in fields(part)}
    assert [name for name, value in unsaid.items() if getattr(part, name) == value] == []


def test_entries_of_another_version_are_left_out():
    text = LEFT.text.replace('["1:r5"', '["1:new", 12, 3], ["1:r5"')
    text = text.replace('["1:-"', '["1:new", "stale"], ["1:-"')
    assert (text.count("new"), PendingState.read(text)) == (2, LEFT)


def test_records_in_old_words_are_not_read():
    old = (RECORDED / "table_old_words.txt").read_text(encoding="utf-8").splitlines()
    assert [Seating.read(old[0]), OnlineTableRecord.read(old[1]), PendingState.read(old[2])] == [
        None,
        None,
        PendingState(),
    ]
