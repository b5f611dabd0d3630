"""The list of games over what a storage keeps, as the library has it."""

from datetime import timedelta

from qwixx_pad.history.index import Index, LiveIndex
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import summarise
from qwixx_pad.storage.saved import Summaries
from qwixx_pad.storage.summary import GameState, Score, Summary, pack_summary, unpack_summary
from tests.support.storage.sample_journals import NOON


def summary_of(saved):
    return summarise(saved, installed_layouts())


def archive_on(storage):
    return LiveIndex(storage, summary_of)


def index_over(summaries, deleted=()):
    """The index of these games, as it reads their stored summaries."""
    packed = {summary.game: unpack_summary(pack_summary(summary)) for summary in summaries}
    return Index().with_summaries(Summaries(0, packed, frozenset(deleted)))


def index_of(games, deleted=()):
    return index_over(map(summary_of, games), deleted)


def game_summary(number, scores, hours, *, on="classic", state=GameState.OVER, seconds=None):
    """The summary of a game that began so many hours after noon."""
    began = NOON + timedelta(hours=hours)
    return Summary(
        game=str(number),
        setup=on,
        layout=on,
        state=state,
        roll=1,
        started=began,
        touched=began,
        entries=9,
        corrected=False,
        digest="",
        seconds=seconds,
        scores=scores,
    )


def scored(number, points, *, hours=None, on="classic", state=GameState.OVER):
    """The same by the points that everybody made; one follows the other by their numbers."""
    best = sorted(points.values(), reverse=True)
    scores = tuple(
        Score(seat, name, best.index(made) + 1, made, 0, 0, (), (), on)
        for seat, (name, made) in enumerate(points.items(), 1)
    )
    return game_summary(number, scores, number / 10 if hours is None else hours, on=on, state=state)
