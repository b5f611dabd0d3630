"""The list of games over what a storage keeps, as the library has it."""

from datetime import timedelta

from contract import NOON

from qwixx_pad.archive.summaries import summarise
from qwixx_pad.layouts import installed
from qwixx_pad.storage.index import Archive, Index
from qwixx_pad.storage.protocol import News
from qwixx_pad.storage.summary import State, Summary, packed, unpacked


def summary_of(saved):
    return summarise(saved, installed())


def archive_on(storage):
    return Archive(storage, summary_of)


def index_of(games, deleted=()):
    """All of these games, as they are known once their summaries were kept."""
    summaries = tuple(unpacked(packed(summary_of(saved))) for saved in games)
    gone = frozenset(deleted)
    return Index().after(News(0, anew=True, summaries=summaries, gone=(), deleted=gone))


def told(number, scores, hours, *, on="classic", state=State.OVER):
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
        scores=scores,
    )
