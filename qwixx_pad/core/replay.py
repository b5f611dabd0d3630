"""A game as the plain values that `replay` prints."""

from typing import Any

from qwixx_pad.core.game import Game, Refused
from qwixx_pad.core.sheet import Sheet


def report(game: Game, tokens: tuple[str, ...], refused: Refused | None) -> dict[str, Any]:
    """What stands of a game, ready for JSON.

    Args:
        game: What was played.
        tokens: The tokens of its line, for naming the refused one.
        refused: Where the replay stopped, if it did.
    """
    position = game.position
    return {
        "layout": game.setup.names,
        "over": position.over,
        "active": position.active,
        "roll": position.roll,
        "closed": [r.letter for r in game.setup.layout.rows if r.letter in position.closed],
        "refused": None if refused is None else _refusal(refused, tokens),
        "seats": [_seat(game, seat) for seat in range(1, game.setup.seats + 1)],
    }


def _refusal(refused: Refused, tokens: tuple[str, ...]) -> dict[str, Any]:
    return {"at": refused.at, "token": tokens[refused.at], "reason": refused.reason.value}


def _seat(game: Game, seat: int) -> dict[str, Any]:
    position, sheet = game.position, game.position.sheets[seat - 1]
    line, everybody = sheet.sum_line, frozenset() if game.setup.paper else position.closed
    mine = position.closed_for(seat)
    return {
        "penalties": sheet.penalties,
        "extra": line.extra,
        "total": line.total,
        "out": seat in game.position.out,
        "can_undo": game.can_undo(seat),
        "can_redo": game.can_redo(seat),
        "rows": {
            row.letter: _row(sheet, i, line.rows[i], everybody if row.lock_mask else mine)
            for i, row in enumerate(sheet.layout.rows)
        },
    }


def _row(sheet: Sheet, row: int, points: int, closed: frozenset[str]) -> dict[str, Any]:
    printed = sheet.layout.rows[row]
    states = sheet.states(row, closed)
    return {
        "crosses": sheet.crosses(row),
        "points": points,
        "locked": sheet.locked(row),
        "cells": {cell.label: state for cell, state in zip(printed.cells, states, strict=True)},
    }
