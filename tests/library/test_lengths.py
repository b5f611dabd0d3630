"""How long a game took: by the times of its entries, without breaks and corrections."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from qwixx_pad.core.corrections import Change, correction_for
from qwixx_pad.history.lengths import LengthStats, SeatsLength, length_stats
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.summaries import replay_saved, summarise
from qwixx_pad.storage import SavedEntry
from tests.support.library.library_pad import DAY, TABLE, game


def timed(*timed_tokens, setup="classic/2"):
    """A game whose entries were made so many seconds after its start."""
    saved = game("g", setup=setup, names=("",) * 2)
    entries = (SavedEntry(token, DAY + timedelta(seconds=s)) for token, s in timed_tokens)
    return replace(saved, entries=tuple(entries))


def seconds(saved):
    return summarise(saved, installed_layouts()).seconds


@pytest.mark.parametrize(
    ("timed_tokens", "expected"),
    [
        ([("1:r2", 60), ("/", 70), ("end", 300)], 240),
        ([("1:r2", 60), ("/", 60 + 1200), ("end", 1300)], 1240),
        ([("1:r2", 60), ("/", 60 + 1201), ("end", 1300)], 39),
        ([("1:r2", 60), ("/", 10), ("end", 40)], 30),
        ([("1:r2", 60), ("/", 60), ("end", 60)], None),
        ([("1:r2", 60), ("/", 70)], None),
        ([("end", 70)], None),
        ([("1:r2", 60), ("end", 90), ("undo", 100), ("1:y3", 110), ("end", 500)], 30),
    ],
    ids=["whole", "pause", "break", "backwards", "untimed", "unfinished", "one", "reopened"],
)
def test_length_counts_play_until_the_first_end(timed_tokens, expected):
    assert seconds(timed(*timed_tokens)) == expected


def test_paper_game_has_no_length():
    assert seconds(timed(("r2", 10), ("end", 60), setup="classic/1+paper")) is None


def test_correction_and_what_it_copies_take_no_time():
    saved = timed(("1:r2", 0), ("2:y3", 30), ("/", 60))
    played = replay_saved(saved, installed_layouts())
    change = Change(0, played.log[0], None)
    copied = [entry.text for entry in correction_for(played, change).entries]
    assert len(copied) > 1
    corrected = [("1:r2", 0), ("2:y3", 30), ("/", 60), *((token, 900) for token in copied)]
    assert seconds(timed(*corrected, ("1:r3", 1000), ("end", 1030))) == 1030


def test_lengths_are_medians_and_evenings_are_added():
    def took(minutes, players, hours):
        scores = TABLE.scores[:1] * players
        started = TABLE.started + timedelta(hours=hours)
        return replace(TABLE, seconds=minutes * 60, scores=scores, started=started)

    games = [took(20, 2, 0), took(30, 2, 5), took(70, 3, 48), replace(TABLE, seconds=None)]
    stats = length_stats(games)
    assert (stats.games, stats.usual) == (3, 1800)
    assert stats.by_seats == (SeatsLength(2, 2, 1500), SeatsLength(3, 1, 4200))
    assert (stats.longest_evening, stats.longest_evening_on) == (4200, date(2026, 11, 23))
    assert length_stats(games[:2]).longest_evening == 3000, "after midnight is the same evening"
    assert length_stats(games[3:]) == LengthStats()
