"""A link that is a game: the same game comes out, and a stranger's link is refused without harm."""

import json
import random
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.library import links
from qwixx_pad.library.exchange import ImportRefusal, ImportRefusedError
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.storage import SavedEntry
from tests.support.library.library_pad import DAY, game
from tests.support.random_evenings import evenings
from tests.support.strategies import examples

GAME = game("g1", "1:r5", "2:y5", "/", "end")
PART = links.link_part([GAME], {})
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def packed(text):
    """A link that somebody else has packed."""
    return f"game=1{urlsafe_b64encode(zlib.compress(text)).decode().rstrip('=')}"


def refused(part):
    with pytest.raises(ImportRefusedError) as error:
        links.read_link_part(part)
    return error.value.reason


def read_game(part):
    (incoming,) = links.read_link_part(part).file.games
    return incoming


def test_link_of_an_evening_holds_its_games():
    played = [*evenings(5)]
    read = links.read_link_part(links.link_part(played, {})).file.games
    assert [incoming.saved for incoming in read] == played


@examples(200)
@given(st.lists(st.integers(-(10**8), 10**8), min_size=4, max_size=4))
def test_times_are_rounded_to_milliseconds_and_stay_apart(steps):
    """A correction is a run of entries of one time: what has two times keeps two."""
    times = [DAY]
    for step in steps:
        times.append(times[-1] + timedelta(microseconds=step))
    entries = [
        SavedEntry(entry.token, at) for entry, at in zip(GAME.entries, times[1:], strict=True)
    ]
    read = read_game(links.link_part([replace(GAME, entries=tuple(entries))], {})).saved.entries
    assert [entry.token for entry in read] == [entry.token for entry in GAME.entries]
    for (old, then), (before, after) in zip(pairwise(entries), pairwise(read), strict=True):
        gap = after.at - before.at
        assert (gap == timedelta(0)) == (then.at == old.at)
        assert abs(gap - (then.at - old.at)) <= timedelta(milliseconds=1)


def test_note_stays_out_unless_asked_for():
    remark = Remark("at Ben’s", "Cleo cried")
    settings = {remark_key("g1"): remark.stored_text}
    assert read_game(links.link_part([GAME], settings)).remark == Remark("at Ben’s", "")
    assert read_game(links.link_part([GAME], settings, with_notes=True)).remark == remark


def test_names_can_stay_out():
    assert read_game(links.link_part([GAME], {}, with_names=False)).saved.head.names == ("", "")


def test_link_can_show_a_moment():
    assert links.read_link_part(links.link_part([GAME], {}, step=3)).step == 3
    assert links.read_link_part(PART).step is None
    assert links.read_link_part(f"{PART}&at=-1e9").step is None


def test_games_that_are_too_long_have_no_link():
    entries = tuple(SavedEntry("1:r5", DAY) for _ in range(4000))
    with pytest.raises(links.LinkTooLongError):
        links.link_part([replace(GAME, entries=entries)], {})


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("", ImportRefusal.NOT_OURS),
        ("/games/1", ImportRefusal.NOT_OURS),
        (PART[:-9], ImportRefusal.DAMAGED),
        (PART.replace("game=1", "game=2"), ImportRefusal.TOO_NEW),
        (PART + "A" * 16_000, ImportRefusal.TOO_LARGE),
        (packed(b"{}"), ImportRefusal.DAMAGED),
        (packed(b"[]"), ImportRefusal.DAMAGED),
        (packed(b"[" * 100_000), ImportRefusal.DAMAGED),
        (packed(b" " * 10_000_000), ImportRefusal.DAMAGED),
        (packed(b'[{"ms":"aaaa"}]'), ImportRefusal.DAMAGED),
        (packed(b'[{"ms":[NaN]}]'), ImportRefusal.DAMAGED),
        (packed(json.dumps([{"ms": [1] * 4000}]).encode()), ImportRefusal.DAMAGED),
    ],
)
def test_foreign_link_is_refused_with_a_reason(part, reason):
    assert refused(part) is reason


def test_damaged_links_are_read_whole_or_refused():
    """A checksum holds what comes before `&at=`: no game comes out that nobody has played."""
    rng = random.Random(1)
    for _ in range(2000):
        at = rng.randrange(len(PART))
        cut = PART[: at + 1] if rng.random() < 0.5 else PART
        damaged = cut[:at] + rng.choice(LETTERS) + cut[at + 1 + rng.randrange(3) :]
        try:
            read = read_game(damaged)
        except ImportRefusedError:
            continue
        assert read.saved == GAME
