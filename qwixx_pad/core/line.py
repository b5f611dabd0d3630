"""The game line: one text for tests, saves, shares and bug reports."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game, Refused, Setup, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import parse

_NAME = r"[a-z][a-z0-9_]*(?::[a-z0-9_-]+)?"
_HEAD = re.compile(rf"({_NAME}(?:,{_NAME})*)(?:/([1-9][0-9]?))?(?:\+(finish-turn|paper))?")
_SHOWN = 40


class HeadError(ValueError):
    """The head of a line names no known game; the text says which part."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game line, read but not yet played: the setup and the tokens behind it."""

    setup: Setup
    tokens: tuple[str, ...]

    def play(self) -> tuple[Game, Refused | None]:
        """Play the tokens while they are legal."""
        return replay(self.setup, (parse(token) for token in self.tokens))


def read_setup(head: str, layouts: Mapping[str, Layout]) -> Setup:
    """The setup that the head of a game line stands for.

    Raises:
        HeadError: It is misspelt, names no known layout, or seats that the layout has not.
    """
    found = _HEAD.fullmatch(head)
    if found is None:
        expected = "LAYOUT[/SEATS][+finish-turn|+paper]"
        raise HeadError(f"cannot read {head[:_SHOWN]!r}; expected {expected}")
    seats = int(found[2] or 1)
    slips = [_known(name, layouts) for name in found[1].split(",")]
    if len(slips) > 1 and not _may_be_mixed(slips, seats):
        names = found[1][:_SHOWN]
        raise HeadError(f"cannot mix {names!r}: one name a seat, of one box, not all alike")
    first = slips[0]
    if not first.least_seats <= seats <= first.most_seats:
        raise HeadError(f"{first.name} has {first.least_seats} to {first.most_seats} seats")
    each = tuple(slips) if len(slips) > 1 else (first,) * seats
    return Setup(each, finish_turn=found[3] == "finish-turn", paper=found[3] == "paper")


def _known(name: str, layouts: Mapping[str, Layout]) -> Layout:
    layout = layouts.get(name)
    if layout is None:
        raise HeadError(f"no layout {name[:_SHOWN]!r}; known: {', '.join(sorted(layouts))}")
    return layout


def _may_be_mixed(slips: Sequence[Layout], seats: int) -> bool:
    boxes = {layout.box for layout in slips}
    alike = len({layout.name for layout in slips}) == 1
    return len(slips) == seats and not alike and len(boxes) == 1 and boxes != {""}


def read_line(text: str, layouts: Mapping[str, Layout]) -> Line:
    """Read a game line.

    Raises:
        HeadError: As for `read_setup`, or the line is empty.
    """
    head, *tokens = text.split() or [""]
    return Line(read_setup(head, layouts), tuple(tokens))
