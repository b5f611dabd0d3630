"""What a tap means: every identifier of the pad is read once, and none of them two ways."""

import pytest

from qwixx_pad.core.moves import (
    Arrive,
    Board,
    Close,
    Cross,
    EndRoll,
    Finish,
    Penalty,
    PlayAgain,
    Redo,
    SitOut,
    Undo,
)
from qwixx_pad.layouts import installed
from qwixx_pad.tables.requests import Decline, SayDone, TellDice, Vouch
from qwixx_pad.ui.actions import (
    IN_FRONT,
    Go,
    Instead,
    LockKey,
    LuckyKey,
    MakeEntry,
    Show,
    Target,
    TrackKey,
    parse_action,
)
from tests.support.legal_entries import printed_moves

MEANT = {
    "r5": MakeEntry(Cross("r", 5)),
    "s2-b12": MakeEntry(Cross("b", 12), seat=2),
    "r-lock": MakeEntry(LockKey("r")),
    "r#": MakeEntry(Close("r")),
    "s4-penalty": MakeEntry(Penalty(), seat=4),
    "@7": MakeEntry(Board(7)),
    "@!": MakeEntry(Arrive()),
    "undo": MakeEntry(Undo()),
    "s1-undo": MakeEntry(Undo(), seat=1),
    "undo-last": MakeEntry(Undo(), whole_log=True),
    "redo-last": MakeEntry(Redo(), whole_log=True),
    "end-turn": MakeEntry(EndRoll()),
    "finish": MakeEntry(Finish()),
    "s3-out": MakeEntry(SitOut(), seat=3),
    "in": MakeEntry(PlayAgain()),
    "done": SayDone(IN_FRONT, yes=True),
    "change": SayDone(IN_FRONT, yes=False),
    "no-g": Decline(IN_FRONT, "g"),
    "colored-b": TellDice("b", white=False),
    "yes-y": Vouch("y"),
    "seat-3": Show(Target.SHEET, 3),
    "s2-turn": Show(Target.TURNED_SHEET, 2),
    "s2-board": Show(Target.BOARD, 2),
    "cancel": Show(Target.NOTHING),
    "earlier": Show(Target.EARLIER),
    "take-out": MakeEntry(Instead(None)),
    "misthrow-instead": MakeEntry(Instead(Penalty())),
    "instead-g9": MakeEntry(Instead(Cross("g", 9))),
    "instead-r-lock": MakeEntry(Instead(LockKey("r"))),
    "total": Show(Target.SUM),
    "s2-extra": Show(Target.SUM, 2),
    "lucky-number": MakeEntry(LuckyKey()),
    "lucky-2": MakeEntry(TrackKey(2)),
    "home": Go("home"),
    "more-2": Show(Target.SEAT, 2),
    "free-2": Go("free-2", 2),
}


@pytest.mark.parametrize("identifier", MEANT)
def test_an_identifier_means_one_thing(identifier):
    assert parse_action(identifier) == MEANT[identifier]


@pytest.mark.parametrize(
    "stranger",
    [
        *("", "lucky-", "points-r", "s0-r5", "s2-", "s2-s3-r5", "2:r5", "s2-free-3", "s2-home"),
        *("instead-take-out", "instead-home", "no-x", "r-locks", "seat-0", "seat-10", "r05"),
        "x" * 2000,
    ],
)
def test_what_cannot_be_tapped_means_nothing(stranger):
    assert parse_action(stranger) is None


@pytest.mark.parametrize("name", [*installed()])
def test_every_field_of_every_sheet_is_entered_by_its_token(name):
    for move in printed_moves(installed()[name]):
        identifier = "penalty" if isinstance(move, Penalty) else move.text
        assert parse_action(identifier) == MakeEntry(move)
        assert parse_action(f"s5-{identifier}") == MakeEntry(move, 5)
