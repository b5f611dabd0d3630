"""Game lines: a game as one line of text, and the report that `qwixx-pad replay` prints of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qwixx_pad.core.game import Game, Refused, Setup, replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import parse_token
from qwixx_pad.core.sheet import Sheet

_NAME = r"[a-z][a-z0-9_]*(?::[a-z0-9_-]+)?"
_HEAD = re.compile(rf"({_NAME}(?:,{_NAME})*)(?:/([1-9][0-9]?))?(?:\+(finish-turn|paper))?")
_MAX_SHOWN_CHARS = 40


class HeadError(ValueError):
    """The head of a game line cannot be read, or names no known layout; the text says which."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game line that is read but not yet played.

    Attributes:
        setup: What its head says.
        tokens: The words behind the head, which may be no legal entries.
    """

    setup: Setup
    tokens: tuple[str, ...]

    def replay_tokens(self) -> tuple[Game, Refused | None]:
        """Play the tokens up to the first one that is refused."""
        return replay(self.setup, (parse_token(token) for token in self.tokens))


def read_setup(head: str, layouts: Mapping[str, Layout]) -> Setup:
    """Read the head of a game line, such as `classic/3+finish-turn`.

    Raises:
        HeadError: It is misspelt, names an unknown layout, mixes layouts that cannot be mixed, or
            has more or fewer seats than the layout.
    """
    found = _HEAD.fullmatch(head)
    if found is None:
        expected = "LAYOUT[/SEATS][+finish-turn|+paper]"
        raise HeadError(f"cannot read {head[:_MAX_SHOWN_CHARS]!r}; expected {expected}")
    seats = int(found[2] or 1)
    slips = [_find_layout(name, layouts) for name in found[1].split(",")]
    if len(slips) > 1 and not _can_mix(slips, seats):
        names = found[1][:_MAX_SHOWN_CHARS]
        raise HeadError(f"cannot mix {names!r}: one name a seat, of one box, not all alike")
    first = slips[0]
    if not first.min_seats <= seats <= first.max_seats:
        raise HeadError(f"{first.name} has {first.min_seats} to {first.max_seats} seats")
    return Setup(
        tuple(slips) if len(slips) > 1 else (first,) * seats,
        finish_turn=found[3] == "finish-turn",
        paper=found[3] == "paper",
    )


def _find_layout(name: str, layouts: Mapping[str, Layout]) -> Layout:
    layout = layouts.get(name)
    if layout is None:
        raise HeadError(
            f"no layout {name[:_MAX_SHOWN_CHARS]!r}; known: {', '.join(sorted(layouts))}"
        )
    return layout


def _can_mix(slips: Sequence[Layout], seats: int) -> bool:
    boxes = {layout.edition for layout in slips}
    alike = len({layout.name for layout in slips}) == 1
    return len(slips) == seats and not alike and len(boxes) == 1 and boxes != {""}


def read_line(text: str, layouts: Mapping[str, Layout]) -> GameLine:
    """Read a game line.

    Raises:
        HeadError: The line is empty, or `read_setup` raises it.
    """
    head, *tokens = text.split() or [""]
    return GameLine(read_setup(head, layouts), tuple(tokens))


def report_game(game: Game, tokens: tuple[str, ...], refused: Refused | None) -> dict[str, Any]:
    """Describe the position of a game as values for JSON.

    Args:
        game: The game, as far as it was played.
        tokens: The tokens of its line, from which the refused one is quoted.
        refused: Where the replay stopped; None if it accepted all tokens.
    """
    position = game.position
    return {
        "layout": game.setup.names,
        "over": position.is_over,
        "active": position.active,
        "roll": position.roll,
        "closed": [r.letter for r in game.setup.layout.rows if r.letter in position.closed_rows],
        "refused": None if refused is None else report_refusal(refused, tokens),
        "seats": [_report_seat(game, seat) for seat in range(1, game.setup.seats + 1)],
    }


def report_refusal(refused: Refused, tokens: tuple[str, ...]) -> dict[str, Any]:
    """Describe as values for JSON which token was refused, counted from 0, and why."""
    return {"at": refused.index, "token": tokens[refused.index], "reason": refused.reason.value}


def _report_seat(game: Game, seat: int) -> dict[str, Any]:
    position = game.position
    sheet = position.sheet_of(seat)
    line = sheet.points_line
    closed = position.closed_for(seat)
    return {
        "penalties": sheet.penalties,
        "extra": line.extra_points,
        "total": line.total,
        "out": seat in position.sitting_out,
        "can_undo": game.can_undo(seat),
        "can_redo": game.can_redo(seat),
        "rows": {
            row.letter: _report_row(
                sheet, i, line.rows[i], position.out_of_play if row.lock_mask else closed
            )
            for i, row in enumerate(sheet.layout.rows)
        },
    }


def _report_row(sheet: Sheet, row: int, points: int, closed: frozenset[str]) -> dict[str, Any]:
    cells = zip(sheet.layout.rows[row].cells, sheet.cell_states(row, closed), strict=True)
    return {
        "crosses": sheet.cross_count(row),
        "points": points,
        "locked": sheet.is_locked(row),
        "cells": {cell.label: state for cell, state in cells},
    }
