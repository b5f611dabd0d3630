"""The changes that a journal's lines consist of: a word, then values that JSON can say."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from qwixx_pad.store.protocol import SavedEntry, SavedGame
from qwixx_pad.store.summary import RowScore, Score, State, Summary
from qwixx_pad.store.texts import stamp, whole

Change = list[Any]

_EPOCH = datetime.fromtimestamp(0, UTC)
_MICROSECOND = timedelta(microseconds=1)


def moment(at: datetime) -> int:
    """A time as it is kept: microseconds since 1970.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    return (datetime.fromisoformat(stamp(at)) - _EPOCH) // _MICROSECOND


def time_at(moment: int) -> datetime:
    """The time of so many microseconds since 1970."""
    return _EPOCH + moment * _MICROSECOND


def kept(text: str) -> str:
    """The same text.

    Raises:
        ValueError: There is half a character in it.
    """
    text.encode()
    return text


def begun(saved: SavedGame) -> Change:
    """A new game, with all of its entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    head = saved.head
    about = [kept(head.setup), [*head.names], moment(head.started)]
    return ["game", kept(head.id), about, *_lists(saved.entries)]


def added(game: str, number: int, entries: Iterable[SavedEntry]) -> Change:
    """The next entries of a game, the first of them with this number.

    Raises:
        ValueError: As for `begun`.
    """
    return ["entries", game, number, *_lists(tuple(entries))]


def _lists(entries: Sequence[SavedEntry]) -> tuple[list[str], list[int]]:
    return [kept(entry.token) for entry in entries], [moment(entry.at) for entry in entries]


def summarised(summary: Summary) -> Change:
    """The summary of a game, as its entries have it now."""
    return [
        "summary",
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
        [_score_row(score) for score in summary.scores],
    ]


def _score_row(score: Score) -> list[Any]:
    numbers = (score.place, score.total, score.penalties, score.minus)
    rows = [_row_row(row) for row in score.rows]
    beside = [[*term] for term in score.beside]
    return [score.seat, whole(score.name), *numbers, beside, rows, whole(score.sheet)]


def _row_row(row: RowScore) -> list[Any]:
    figures = (row.marks, row.crosses, row.points, int(row.locked), int(row.closed))
    return [row.letter, *figures, row.seconds, row.needs, row.most]


def summary_of(values: Sequence[Any]) -> Summary:
    """The summary of a change that `summarised` has made, without its word."""
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


def _score(*row: Any) -> Score:  # noqa: ANN401 - what JSON says
    seat, name, place, total, penalties, minus, beside, rows, sheet = row
    terms = tuple((purpose, points) for purpose, points in beside)
    own = tuple(_row(*cells) for cells in rows)
    return Score(seat, name, place, total, penalties, minus, terms, own, sheet)


def _row(*cells: Any) -> RowScore:  # noqa: ANN401 - as above
    letter, marks, crosses, points, locked, closed, *kind = cells
    return RowScore(letter, marks, crosses, points, bool(locked), bool(closed), *kind)
