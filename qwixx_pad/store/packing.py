"""Summaries as JSON can say them, in few letters. Pure."""

from collections.abc import Sequence
from dataclasses import fields
from sys import intern
from typing import Any

from qwixx_pad.store.summary import RowScore, Score, State, Summary
from qwixx_pad.store.texts import moment, time_at, whole

SAID = (*(field.name for field in fields(Summary)), *Score._fields, *RowScore._fields)
"""What a packed summary tells: a store that has kept another set is of another version."""


def packed(summary: Summary) -> list[Any]:
    """A summary in numbers, texts and lists alone."""
    return [
        summary.game,
        whole(summary.setup),
        whole(summary.layout),
        summary.state.value,
        summary.roll,
        moment(summary.started),
        moment(summary.touched),
        summary.entries,
        int(summary.corrected),
        summary.digest,
        [
            score._replace(name=whole(score.name), sheet=whole(score.sheet))
            for score in summary.scores
        ],
    ]


def unpacked(values: Sequence[Any]) -> Summary:
    """The summary that was packed so.

    Raises:
        ValueError, TypeError: There is none.
    """
    game, setup, layout, state, roll, started, touched, entries, corrected, digest, scores = values
    return Summary(
        game=game,
        setup=setup,
        layout=layout,
        state=State(state),
        roll=roll,
        started=time_at(started),
        touched=time_at(touched),
        entries=entries,
        corrected=bool(corrected),
        digest=digest,
        scores=tuple(_score(*row) for row in scores),
    )


def _score(*told: Any) -> Score:  # noqa: ANN401 - what JSON says
    seat, name, place, total, penalties, minus, beside, rows, sheet = told
    terms = tuple((purpose, points) for purpose, points in beside)
    own = tuple(RowScore(*row) for row in rows)
    return Score(seat, intern(name), place, total, penalties, minus, terms, own, intern(sheet))
