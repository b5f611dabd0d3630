"""The game line: one text for tests, saves, shares and bug reports."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from qwixx_pad.core.game import Game, Refused, Setup, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import parse

_HEAD = re.compile(r"([a-z][a-z0-9_]*)(?:/([1-9][0-9]?))?(\+finish-turn)?")


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
        raise HeadError(f"cannot read {head[:40]!r}; expected LAYOUT[/SEATS][+finish-turn]")
    layout = layouts.get(found[1])
    if layout is None:
        raise HeadError(f"no layout {found[1][:40]!r}; known: {', '.join(sorted(layouts))}")
    seats = int(found[2] or 1)
    if not layout.least_seats <= seats <= layout.most_seats:
        raise HeadError(f"{found[1]} has {layout.least_seats} to {layout.most_seats} seats")
    return Setup(layout, seats, finish_turn=found[3] is not None)


def read_line(text: str, layouts: Mapping[str, Layout]) -> Line:
    """Read a game line.

    Raises:
        HeadError: As for `read_setup`, or the line is empty.
    """
    head, *tokens = text.split() or [""]
    return Line(read_setup(head, layouts), tuple(tokens))
