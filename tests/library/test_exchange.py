"""The file between pads: what is written is read again to the microsecond, all else is refused."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qwixx_pad.library.exchange import (
    MAX_IMPORT_BYTES,
    ImportRefusal,
    ImportRefusedError,
    IncomingGame,
    parse_file,
)
from qwixx_pad.library.summaries import game_line
from qwixx_pad.settings import clean_name
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from tests.support.library.library_pad import DAY, file_of, game
from tests.support.strategies import HEADS, examples

LATER = DAY + timedelta(days=400)
GAME = game("g1", "1:r5", "-", "/")
OURS = file_of(GAME)


def shown(value):
    return value.name if isinstance(value, ImportRefusal) else ascii(value)[:60]


def refused(data):
    with pytest.raises(ImportRefusedError) as error:
        parse_file(data, LATER)
    assert str(error.value) == error.value.reason.value
    return error.value.reason


def document(**changes):
    """Our own file with something else in it."""
    return json.dumps(json.loads(OURS) | changes).encode()


def saved_of(bundle):
    return [incoming.saved for incoming in bundle.games]


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(8999, 12, 31, tzinfo=UTC)
moments = st.integers(0, (LATEST - EPOCH) // timedelta(microseconds=1)).map(
    lambda microseconds: EPOCH + timedelta(microseconds=microseconds)
)
tokens = st.sampled_from(
    ("r2", "-", "r#", "/", "end", "undo", "2:redo", "@7", "1:@!", "ry5", "x3", "lr", "pb", "2:b12")
)
odd_games = st.builds(
    lambda name, setup, names, at, entries: SavedGame(
        GameHead(name, setup, tuple(names), at), tuple(entries)
    ),
    st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True),
    st.sampled_from((*HEADS, "longo/5", "mixx_a+finish-turn")),
    st.lists(st.text(st.characters() | st.sampled_from("\0\ud800\n\u202e🎲")), max_size=20),
    moments,
    st.lists(st.builds(SavedEntry, tokens, moments), max_size=8),
)


@given(odd=odd_games, deleted=st.none() | moments)
def test_odd_game_round_trips_with_cleaned_names(odd, deleted):
    """The clock may have gone back; the names are those that one can type."""
    (incoming,) = parse_file(file_of(IncomingGame(odd, deleted)), LATER).games
    names = tuple(clean_name(n.encode(errors="replace").decode()) for n in odd.head.names)
    assert incoming == IncomingGame(replace(odd, head=replace(odd.head, names=names)), deleted)
    assert incoming.saved.head.started.tzinfo is UTC


@pytest.mark.parametrize(
    ("settings", "taken"),
    [
        (None, {}),
        ("dark", {}),
        (["theme"], {}),
        ({"theme": 5, "name": None}, {}),
        ({"theme": "pink", "undo-import": "{}", "colour": "red"}, {"theme": "device"}),
        ({"name": "A\0\nB" * 99}, {"name": clean_name("A\0\nB" * 99)}),
        ({"people": "[" * 100_000}, {"people": "[]"}),
        ({"people": '[["A", 1e999]]'}, {"people": "[]"}),
    ],
    ids=shown,
)
def test_import_takes_only_valid_foreign_settings(settings, taken):
    bundle = parse_file(document(settings=settings), LATER)
    assert dict(bundle.settings) == taken
    assert saved_of(bundle) == [GAME]


def test_time_of_another_zone_is_the_same_moment():
    there = DAY.astimezone(timezone(timedelta(hours=5, minutes=30))).isoformat()
    altered = json.loads(OURS)["games"][0] | {"started": there, "deleted": there}
    (incoming,) = parse_file(document(games=[altered]), LATER).games
    assert incoming == IncomingGame(GAME, DAY)


# refused as a whole

NESTED = b"[" * 200_000


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", ImportRefusal.EMPTY),
        (b" \r\n\t\n", ImportRefusal.EMPTY),
        (b"\xff\xfe{\x00}\x00", ImportRefusal.NOT_OURS),
        (OURS.decode().encode("utf-16"), ImportRefusal.NOT_OURS),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ImportRefusal.NOT_OURS),
        (b"Dear Anna,\nyou have won.\n", ImportRefusal.NOT_OURS),
        (b"{}", ImportRefusal.NOT_OURS),
        (b'{"format": "other", "version": 1, "games": []}', ImportRefusal.NOT_OURS),
        (b'{"format": ["qwixx-pad"], "version": 1, "games": []}', ImportRefusal.NOT_OURS),
        (b"[]", ImportRefusal.NOT_OURS),
        (b"[" + OURS.strip() + b"]", ImportRefusal.NOT_OURS),
        (NESTED, ImportRefusal.NOT_OURS),
        (OURS.replace(b'"games": [', b'"games": [' + NESTED), ImportRefusal.DAMAGED),
        (OURS + OURS, ImportRefusal.DAMAGED),
        (OURS.replace(b'"version": 1', b'"version": NaN'), ImportRefusal.DAMAGED),
        (OURS.replace(b"1000000", b"9" * 5000), ImportRefusal.DAMAGED),
        (OURS.replace(b"Anna", b"An\0na"), ImportRefusal.DAMAGED),
        (OURS.replace(b"Anna", b"An\xffna"), ImportRefusal.NOT_OURS),
        (document(version=2), ImportRefusal.TOO_NEW),
        (document(version=10**400, games="of another kind"), ImportRefusal.TOO_NEW),
        *(
            (document(version=v), ImportRefusal.DAMAGED)
            for v in (0, -1, True, 1.0, "1", None, [1], {})
        ),
        *((document(games=g), ImportRefusal.DAMAGED) for g in (None, {}, "[]", 5, True)),
        (b" " * (MAX_IMPORT_BYTES + 1), ImportRefusal.TOO_LARGE),
        (b"a\n" * 1_000_000, ImportRefusal.TOO_LARGE),
        (document(games=[0] * 1_000_000), ImportRefusal.TOO_LARGE),
        (OURS.replace(b'"games": [', b'"games": [' + b"[]," * 1_000_001), ImportRefusal.TOO_LARGE),
    ],
    ids=shown,
)
def test_invalid_file_is_refused_with_the_reason(data, reason):
    assert refused(data) is reason


def test_truncated_file_is_refused():
    whole = OURS.strip()
    for end in range(1, len(whole)):
        named = b"qwixx-pad" in whole[:end]
        assert refused(whole[:end]) is (ImportRefusal.DAMAGED if named else ImportRefusal.NOT_OURS)


# games that make no sense, among others that do

GOOD = json.loads(OURS)["games"][0]
NO_TEXT = (None, 5, 1.5, True, [], {}, ["g1"])
NO_MOMENT = (
    *("", "yesterday", "2026-01-01T00:00:00", "1969-12-31T23:59:59+00:00", "\ud800", "٢" * 10),
    *("9000-01-01T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
)
WRONG = {
    "id": [*NO_TEXT, *("", "../up", "a/b", "a\\b", "C:", "a.b", "é", "a\n", "\0", " ", "x" * 65)],
    "line": [
        *NO_TEXT,
        *("", " ", "Classic/2 1:r5 - /", "classic/2 1:R5 - /", "classic/2 1:r5 - \x1b/"),
        *("classic/2 1:r5 -\0 /", "classic/2 1:r5 - /\n", "classic/2\n1:r5 - /"),
        *("classic/2 1:r5 -\x85/", "classic/2 1:r٢ - /", "classic/2 \ud800 - /", "clas.sic - - -"),
        *("classic/2 1:r5 -", "classic/2 1:r5 - / /"),
    ],
    "names": [None, 5, "Anna", {"0": "Anna"}, [5, "Ben"], [None], [["Anna"]], ["x"] * 21],
    "started": [*NO_TEXT, *NO_MOMENT],
    "deleted": [*NO_TEXT, *NO_MOMENT],
    "times": [
        *(None, {}, "000", 5, [], [0, 0], [0, 0, 0, 0], [0] * 1_000_000),
        *([0, 0, x] for x in (1.5, True, "1", None, [], {}, 1e300)),
        *([0, 0, x] for x in (10**30, -(10**30), 10**18, -(10**17), 2**63, 10**4000)),
        [10**15] * 3 + [0] * 9,
    ],
}
WRONGS = [GOOD | {field: value} for field, values in WRONG.items() for value in values]
MISSING = [{k: v for k, v in GOOD.items() if k != gone} for gone in GOOD]


@pytest.mark.parametrize("wrong", [*WRONGS, *MISSING, *NO_TEXT, "g1"], ids=shown)
def test_invalid_game_is_counted_and_skipped(wrong):
    data = document(games=[GOOD, wrong, GOOD | {"id": "g2"}])
    bundle = parse_file(data, LATER)
    assert [saved.head.id for saved in saved_of(bundle)] == ["g1", "g2"]
    assert bundle.unreadable == 1


def test_unknown_keys_of_a_newer_pad_are_ignored():
    newer = GOOD | {"colour": ["red"], "rating": float(10)}
    assert saved_of(parse_file(document(games=[newer], more={"x": 1}), LATER)) == [GAME]


def test_ten_thousand_games_are_read():
    games = [GOOD | {"id": f"g{n}"} for n in range(10_000)]
    assert len(parse_file(document(games=games), LATER).games) == 10_000


def lines(text):
    bundle = parse_file(text.encode(), LATER)
    return [game_line(saved) for saved in saved_of(bundle)], bundle.unreadable


def test_game_lines_are_read_one_per_line():
    text = "\ufeffclassic r2 r5 y3 - g12\r\n\r\n  classic/3+finish-turn 1:r5 / 2:y7\n\nlongo r#"
    bundle = parse_file(text.encode(), LATER)
    first, second, third = saved_of(bundle)
    assert first.entries == tuple(SavedEntry(t, LATER) for t in ("r2", "r5", "y3", "-", "g12"))
    assert first.head == GameHead("", "classic", ("",), LATER)
    assert second.head == GameHead("", "classic/3+finish-turn", ("",) * 3, LATER)
    assert game_line(third) == "longo r#"
    assert bundle.unreadable == 0


@pytest.mark.parametrize(
    "wrong",
    ["Classic r2", "classic R2", "classic r2 \x1b[2J", "clas\0sic", "klassisch, é", "{}", "# r2"],
)
def test_invalid_line_is_counted_and_skipped(wrong):
    assert lines(f"classic r2\n{wrong}\nclassic r3") == (["classic r2", "classic r3"], 1)
    assert refused(wrong.encode()) is ImportRefusal.NOT_OURS


def test_overlong_game_is_counted_and_skipped():
    long = f"classic{' -' * 1_000_000}"
    assert lines(f"{long}\nclassic r2") == (["classic r2"], 0)
    assert parse_file(long.encode(), LATER).too_long == 1
    bundle = parse_file(document(games=[GOOD, GOOD | {"line": long}]), LATER)
    assert (len(bundle.games), bundle.unreadable, bundle.too_long) == (1, 0, 1)


def test_long_prose_is_refused():
    assert refused(b"Words, words. " * 20_000) is ImportRefusal.NOT_OURS


def only_refused(data):
    try:
        bundle = parse_file(data, LATER)
    except ImportRefusedError:
        return
    for saved in saved_of(bundle):
        assert clean_name("".join(saved.head.names)).isprintable()
        assert saved.head.id.isascii()
        assert game_line(saved).isascii()


letters = st.text(st.sampled_from("classi/2345+finh-tu rygb:@!#-\n\t\x0b\u2028\0A"))


@examples(200)
@given(data=st.binary() | letters.map(str.encode))
@example(data=b"\xed\xa0\x80")
@example(data=b"\x1c\x1d\x85")
def test_random_bytes_are_read_or_refused(data):
    only_refused(data)
    only_refused(b"{" + data)
    only_refused(b"classic/2 " + data)
    only_refused(OURS[:80] + data + OURS[80:])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from([*GOOD, "format"]), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@examples(100)
@given(
    value=json_values,
    outside=st.sampled_from(("format", "version", "games", "settings", None)),
    inside=st.sampled_from([*GOOD, "deleted"]),
)
def test_file_with_any_json_inside_is_read_or_refused(value, outside, inside):
    if outside is not None:
        only_refused(document(**{outside: value}))
    bundle = parse_file(document(games=[GOOD, GOOD | {inside: value}, value]), LATER)
    assert bundle.games[0] == IncomingGame(GAME)
    assert len(bundle.games) + bundle.unreadable == 3
