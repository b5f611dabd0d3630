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

from qwixx_pad.library import exchange, links
from qwixx_pad.library.exchange import ImportRefusal, ImportRefusedError
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.storage import SavedEntry
from tests.support.library.library_pad import DAY, game
from tests.support.library.many_links import (
    LETTERS,
    DamagedLinks,
    open_link,
    pack_text,
    sheet_settings,
)
from tests.support.random_evenings import evenings
from tests.support.strategies import examples

GAME = game("g1", "1:r5", "2:y5", "/", "end")
ITEM = links.pack_games([GAME], {})
MAX_ENTRIES = 1200
MAX_GAMES = 12


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


def test_every_part_of_a_game_can_stay_out():
    settings = {remark_key("g1"): Remark("Kitchen", "Ben cheated").stored_text}
    content = links.LinkContent(names=False, places=False, notes=False)
    bare = read_game(links.pack_games([GAME], settings, content))
    assert (bare.saved.head.names, bool(bare.remark)) == (("", ""), False)
    assert bare.saved.head.started == GAME.head.started


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
    for games in ([replace(GAME, entries=entries)], [GAME] * (MAX_GAMES + 1)):
        with pytest.raises(links.LinkTooLongError):
            links.pack_games(games, {})


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("", ImportRefusal.DAMAGED),
        ("-", ImportRefusal.DAMAGED),
        (ITEM[:-9], ImportRefusal.DAMAGED),
        (f"2{ITEM[1:]}", ImportRefusal.TOO_NEW),
        (ITEM + "A" * 16_000, ImportRefusal.TOO_LARGE),
        (pack_text(b"{}"), ImportRefusal.DAMAGED),
        (pack_text(b"[]"), ImportRefusal.DAMAGED),
        (pack_text(b"[" * 100_000), ImportRefusal.DAMAGED),
        (pack_text(b" " * 10_000_000), ImportRefusal.DAMAGED),
        (pack_text(b'[{"ms":"aaaa"}]'), ImportRefusal.DAMAGED),
        (pack_text(b'[{"ms":[NaN]}]'), ImportRefusal.DAMAGED),
        (pack_text(json.dumps([{"ms": [1] * 4000}]).encode()), ImportRefusal.DAMAGED),
        (pack_text(json.dumps([{"ms": []}] * 13).encode()), ImportRefusal.DAMAGED),
        (pack_text(b'[{"ms":[],"sheets":[1,2,3,4,5,6]}]'), ImportRefusal.DAMAGED),
    ],
)
def test_foreign_link_is_refused_with_a_reason(item, reason):
    assert refused(item) is reason


def test_packed_games_with_anything_behind_them_are_refused():
    data = zlib.compress(b'[{"ms":[]}]') + b"more"
    assert refused(f"1{urlsafe_b64encode(data).decode()}".rstrip("=")) is ImportRefusal.DAMAGED


def test_game_of_a_link_is_never_a_deleted_one():
    file = "".join(exchange.encode_file([(GAME, "2026-01-01T00:00:00Z")], DAY))
    (record,) = json.loads(file)["games"]
    record["ms"] = [0] * len(record.pop("times"))
    assert "deleted" in record
    assert read_game(pack_text(json.dumps([record]).encode())).deleted_at is None


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


def test_strange_links_are_opened_within_bounds_or_refused(pad):
    """Nothing else is raised, nothing is stored, and names and places are clean lines.

    `tests/bench/run.py links` does it with a hundred thousand.
    """
    damaged = DamagedLinks(seed=7)
    pad.keep(*damaged.games[::2])
    before = pad.dump()
    opened = [open_link(damaged.make()[0], pad.library, pad.service.sheets) for _ in range(200)]
    assert pad.dump() == before
    read = [link.file.games for link, _, _ in filter(None, opened)]
    assert len(read) not in {0, len(opened)}
    for games in read:
        assert len(games) <= MAX_GAMES
        assert sum(len(incoming.saved.entries) for incoming in games) <= MAX_ENTRIES
        for incoming in games:
            texts = [*incoming.saved.head.names, incoming.remark.location, incoming.remark.note]
            texts += [line for sheet in incoming.sheets for line in sheet.descriptions.values()]
            assert all(text.isprintable() for text in texts), texts
            assert all(len(text) <= 400 for text in texts)


def test_time_out_of_any_range_makes_a_game_invalid():
    """A number of so many digits could be read, but not be written again."""
    record = {"id": "g", "names": ["A"], "started": DAY.isoformat(), "line": "classic r5"}
    record["ms"] = [10**4299]
    assert links.read_link(pack_text(json.dumps([record]).encode())).file == exchange.ExchangeFile(
        (), unreadable=1
    )


# links in a file, or in a message


def test_file_of_links_brings_their_games(pad):
    damaged = DamagedLinks(seed=8)
    items = [links.pack_games([saved], sheet_settings()) for saved in damaged.games]
    lines = "\n".join(links.link_url("https://pad.example", item) for item in items)
    preview = pad.bring(f"\ufeff{lines}\n".encode())
    assert (len(preview.batch.new_games), preview.unreadable) == (len(items), 0)
    assert not pad.library.preview_import(lines.encode())


def test_message_with_a_link_brings_its_game_alone(pad):
    text = f"classic r5 was fun!\n{links.link_url('', ITEM)}, \u201cAnna\u201d".encode()
    assert [saved for saved, _ in pad.library.preview_import(text).batch.new_games] == [GAME]


def test_note_with_a_link_stays_part_of_its_file(pad):
    settings = {remark_key("g1"): Remark("", links.link_url("", ITEM)).stored_text}
    file = "".join(exchange.encode_file([(GAME, None)], DAY, all_settings=settings))
    for text in (file, f"\ufeff{file}"):
        assert pad.library.preview_import(text.encode()).new_remarks == 1


def test_unreadable_links_count_as_invalid_games(pad):
    items = [ITEM, ITEM[:-9], f"2{ITEM[1:]}", pack_text(b"[]")]
    lines = "\n".join(links.link_url("", item) for item in items).encode()
    preview = pad.library.preview_import(lines)
    assert (len(preview.batch.new_games), preview.unreadable) == (1, 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (links.link_url("", f"2{ITEM[1:]}"), ImportRefusal.TOO_NEW),
        (links.link_url("", ITEM[:-9]), ImportRefusal.DAMAGED),
        ("https://pad.example/#/link/", ImportRefusal.NOT_OURS),
    ],
)
def test_text_without_a_readable_link_is_refused(text, reason, pad):
    with pytest.raises(ImportRefusedError) as error:
        pad.library.preview_import(text.encode())
    assert error.value.reason is reason


def test_links_unpack_to_no_more_than_a_file_may_have(pad):
    """Links shrink a long game to a fiftieth; the limit of files counts what comes out."""
    entries = tuple(SavedEntry(token, DAY) for token in ["1:r5", "1:undo"] * 500)
    item = links.pack_games([replace(GAME, entries=entries)], {})
    lines = "\n".join([links.link_url("", item)] * 9).encode()
    with pytest.raises(ImportRefusedError, match="larger"):
        pad.library.preview_import(lines, max_bytes=len(lines))
    assert pad.library.preview_import(lines).known == 8
