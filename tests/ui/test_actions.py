"""What a tap means: every identifier of the pad is read once, and none of them two ways."""

import ast
from functools import cache
from pathlib import Path

import pytest

from qwixx_pad.core.moves import (
    Close,
    Cross,
    MovePawn,
    Penalty,
    Redo,
    SitOut,
    Undo,
)
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.requests import (
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    Free,
    SetReady,
)
from qwixx_pad.ui.actions import (
    PRESSABLE,
    SEAT_IN_FRONT,
    ChangeView,
    CorrectEntry,
    Go,
    Guard,
    LockTarget,
    MakeEntry,
    ScreenAction,
    ScreenTask,
    SetDirection,
    TrackTarget,
    UnknownIdentifierError,
    ViewTarget,
    find_pressable,
)
from tests.support.legal_entries import printed_moves
from tests.support.ui.every_screen import SCREENS
from tests.support.ui.unread_keys import row_of

MEANT = {
    "r5": MakeEntry(Cross("r", 5)),
    "s2-b12": MakeEntry(Cross("b", 12), seat=2),
    "r-lock": MakeEntry(LockTarget("r")),
    "r#": MakeEntry(Close("r")),
    "s4-penalty": MakeEntry(Penalty(), seat=4),
    "@7": MakeEntry(MovePawn(7)),
    "s1-undo": MakeEntry(Undo(), seat=1),
    "undo-last": MakeEntry(Undo(), whole_log=True),
    "redo-last": MakeEntry(Redo(), whole_log=True),
    "s3-out": MakeEntry(SitOut(), seat=3),
    "done": SetReady(SEAT_IN_FRONT, ready=True),
    "change": SetReady(SEAT_IN_FRONT, ready=False),
    "no-g": Decline(SEAT_IN_FRONT, "g"),
    "colored-b": DeclareLockDice("b", white=False),
    "yes-y": ConfirmWhiteDice("y"),
    "seat-3": ChangeView(ViewTarget.SHEET, 3),
    "s2-turn": ChangeView(ViewTarget.ROTATED_SHEET, 2),
    "instead-g9": CorrectEntry(Cross("g", 9)),
    "instead-r-lock": CorrectEntry(LockTarget("r")),
    "lucky-2": MakeEntry(TrackTarget(2)),
    "rules-mixx_a": Go("rules-{which}", "mixx_a"),
    "delete/a1": Go(ScreenTask.DELETE_GAME, "a1"),
    "more-2": ChangeView(ViewTarget.SEAT, 2),
    "free-2": Free(2),
}
"""Identifiers with a part of their own, or of which the page of identifiers does not say all."""


@pytest.mark.parametrize("identifier", MEANT)
def test_identifier_has_one_meaning(identifier):
    assert find_pressable(identifier).does == MEANT[identifier]


@pytest.mark.parametrize(
    "stranger",
    [
        *("", "lucky-", "points-r", "s0-r5", "s2-", "s2-s3-r5", "2:r5", "s2-free-3", "s2-home"),
        *("instead-take-out", "instead-home", "no-x", "r-locks", "seat-0", "seat-10", "r05"),
        "x" * 2000,
    ],
)
def test_unknown_identifier_is_refused(stranger):
    with pytest.raises(UnknownIdentifierError):
        find_pressable(stranger)


@pytest.mark.parametrize("name", [*installed_layouts()])
def test_every_printed_field_is_entered_by_its_token(name):
    for move in printed_moves(installed_layouts()[name]):
        identifier = "penalty" if isinstance(move, Penalty) else move.text
        assert find_pressable(identifier).does == MakeEntry(move)
        assert find_pressable(f"s5-{identifier}").does == MakeEntry(move, 5)


TESTS = Path(__file__).parents[1]
PRESSING = ("ui", "support/ui")
PRESSES = {"tap", "taps", "one", "name", "key", "share"}
"""What a test does with an identifier only if it is on the screen, and what hands it to such."""
CALLED = {"undo-last", "redo-last"}
"""What `undo` and `redo` say where several sheets are on the screen, as in `test_one_device`."""


def spelt(node):
    """A text in the source of a test; what it does not say itself is some number."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) else "1" for part in node.values
        )
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@cache
def pressed():
    """The rows of all that some test of the screens presses, for which it must be on a screen."""
    files = (path for folder in PRESSING for path in (TESTS / folder).glob("*.py"))
    trees = [ast.parse(path.read_text("utf-8")) for path in files]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [(call, getattr(call.func, "attr", getattr(call.func, "id", ""))) for call in calls]
    texts = [spelt(n) for call, name in named if name in PRESSES for n in ast.walk(call)]
    texts += [taps for _, taps in SCREENS.values()]
    rows = {row_of(word) for text in texts for word in text.split()}
    return {row.identifier for row in rows if row is not None}


@pytest.mark.parametrize("identifier", [row.identifier for row in PRESSABLE])
def test_every_pressable_identifier_is_pressed_by_a_test(identifier):
    assert identifier in pressed() | CALLED


PAGE = TESTS.parent / "docs/identifiers.md"


def deed(action):
    """What an action does, in a few words that begin with its kind."""
    match action:
        case MakeEntry(what):
            said = f"entry: {getattr(what, 'text', None) or type(what).__name__}"
        case CorrectEntry(move):
            said = f"correction: {move.text if move else 'taken out'}"
        case ChangeView(target):
            said = f"shows: {target.name.lower()}"
        case Go(ScreenTask() as errand):
            said = f"errand: {errand.name.lower()}"
        case Go(to, of_game=of_game):
            said = f"leads to: {'' if to[0] == '/' else '…/'}{to}{', of this game' * of_game}"
        case SetDirection(direction):
            said = f"setting: {direction.value}"
        case ScreenAction(room):
            said = f"done by: ui/{room}"
        case _:
            said = f"request: {type(action).__name__}"
    return said


def rows_of_the_page():
    """A line for all rows that do the same and may be pressed by the same."""
    alike = {}
    for row in PRESSABLE:
        guard = "" if row.guard is Guard.ANYBODY else row.guard.name.lower()
        alike.setdefault((deed(row.does), guard), []).append(f"`{row.identifier}`")
    return [f"| {', '.join(names)} | {does} | {who} |" for (does, who), names in alike.items()]


def test_identifiers_page_matches_the_table(request):
    head, line, _ = PAGE.read_text("utf-8").partition("| --- | --- | --- |\n")
    if request.config.getoption("--accept-golden"):
        PAGE.write_text("\n".join((head + line.strip(), *rows_of_the_page(), "")), "utf-8")
    _, _, rows = PAGE.read_text("utf-8").partition(line)
    assert rows.splitlines() == rows_of_the_page(), "run it with --accept-golden"
