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
ITEM = links.pack_games([GAME], {})
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def packed(text):
    """The item of a link that somebody else has packed."""
    return f"1{urlsafe_b64encode(zlib.compress(text)).decode().rstrip('=')}"


def refused(item):
    with pytest.raises(ImportRefusedError) as error:
        links.read_link(item)
    return error.value.reason


def read_game(item):
    (incoming,) = links.read_link(item).file.games
    return incoming


def test_link_of_an_evening_holds_its_games():
    played = [*evenings(5)]
    read = links.read_link(links.pack_games(played, {})).file.games
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
    read = read_game(links.pack_games([replace(GAME, entries=tuple(entries))], {})).saved.entries
    assert [entry.token for entry in read] == [entry.token for entry in GAME.entries]
    for (old, then), (before, after) in zip(pairwise(entries), pairwise(read), strict=True):
        gap = after.at - before.at
        assert (gap == timedelta(0)) == (then.at == old.at)
        assert abs(gap - (then.at - old.at)) <= timedelta(milliseconds=1)


def test_note_stays_out_unless_asked_for():
    remark = Remark("at Ben’s", "Cleo cried")
    settings = {remark_key("g1"): remark.stored_text}
    assert read_game(links.pack_games([GAME], settings)).remark == Remark("at Ben’s", "")
    assert (
        read_game(links.pack_games([GAME], settings, links.LinkContent(notes=True))).remark
        == remark
    )


def test_names_can_stay_out():
    assert read_game(
        links.pack_games([GAME], {}, links.LinkContent(names=False))
    ).saved.head.names == ("", "")


def test_link_can_show_a_moment():
    assert links.read_link(links.pack_games([GAME], {}, moment=3)).moment == 3
    assert links.read_link(ITEM).moment == len(GAME.entries)
    assert links.read_link(ITEM.partition(".")[0]).moment is None
    assert links.read_link(f"{ITEM}e9").moment is None


def test_link_is_found_in_a_message():
    link = links.link_url("https://pad.example/qwixx", ITEM)
    assert link == f"https://pad.example/qwixx/#/link/{ITEM}"
    assert links.find_link(f"Look, {link}, what a game!") == ITEM
    assert links.find_link("https://pad.example/#/join/ABCDEF") == ""


def test_games_that_are_too_long_have_no_link():
    entries = tuple(SavedEntry("1:r5", DAY) for _ in range(4000))
    with pytest.raises(links.LinkTooLongError):
        links.pack_games([replace(GAME, entries=entries)], {})


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("", ImportRefusal.DAMAGED),
        ("-", ImportRefusal.DAMAGED),
        (ITEM[:-9], ImportRefusal.DAMAGED),
        (f"2{ITEM[1:]}", ImportRefusal.TOO_NEW),
        (ITEM + "A" * 16_000, ImportRefusal.TOO_LARGE),
        (packed(b"{}"), ImportRefusal.DAMAGED),
        (packed(b"[]"), ImportRefusal.DAMAGED),
        (packed(b"[" * 100_000), ImportRefusal.DAMAGED),
        (packed(b" " * 10_000_000), ImportRefusal.DAMAGED),
        (packed(b'[{"ms":"aaaa"}]'), ImportRefusal.DAMAGED),
        (packed(b'[{"ms":[NaN]}]'), ImportRefusal.DAMAGED),
        (packed(json.dumps([{"ms": [1] * 4000}]).encode()), ImportRefusal.DAMAGED),
    ],
)
def test_foreign_link_is_refused_with_a_reason(item, reason):
    assert refused(item) is reason


def test_damaged_links_are_read_whole_or_refused():
    """A checksum holds what comes before the dot: no game comes out that nobody has played."""
    rng = random.Random(1)
    for _ in range(2000):
        at = rng.randrange(len(ITEM))
        cut = ITEM[: at + 1] if rng.random() < 0.5 else ITEM
        damaged = cut[:at] + rng.choice(LETTERS) + cut[at + 1 + rng.randrange(3) :]
        try:
            read = read_game(damaged)
        except ImportRefusedError:
            continue
        assert read.saved == GAME
