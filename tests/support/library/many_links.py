"""Links of random games with realistic times, and what strangers might make of them."""

import json
import random
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from copy import deepcopy
from datetime import timedelta

from qwixx_pad.games.custom_sheets import SheetText
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.exchange import ImportRefusedError
from qwixx_pad.library.links import pack_games, read_link, replay_games
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.storage import GameHead, SavedEntry, SavedGame
from tests.support.library.library_pad import DAY
from tests.support.own_layouts import DOUBLE, MIRROR
from tests.support.random_evenings import FRIENDS, whole_game

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
ALL_SHEETS = installed_layouts().with_custom({MIRROR.name: MIRROR, DOUBLE.name: DOUBLE})
_MEDIAN_SECONDS = 7.5
"""Between two entries; they scatter logarithmically."""
_SCATTER = 0.8
_BASES = (
    ("classic",),
    ("classic/5",),
    ("on_board/3",),
    ("bonus_b/4",),
    ("chain_b,chain_c,chain_d/3",),
    ("random_colors:4821/2",),
    (f"{MIRROR.name}/2",),
    (DOUBLE.name,),
    ("classic/2", "classic/2", "longo/3", "x_change/2"),
)


def played(head, rng):
    """A stored game to its end, with an identifier, names and times as a pad writes them."""
    log = whole_game(head, rng.randrange(10**6), ALL_SHEETS).log
    seats = int(head.partition("/")[2] or 1)
    at = DAY + timedelta(microseconds=rng.randrange(10**13))
    entries = []
    started = at
    for entry in log:
        at += timedelta(microseconds=int(1e6 * _MEDIAN_SECONDS * rng.lognormvariate(0, _SCATTER)))
        entries.append(SavedEntry(entry.text, at))
    names = tuple(rng.sample(FRIENDS, seats))
    return SavedGame(GameHead(f"{rng.getrandbits(128):032x}", head, names, started), tuple(entries))


def sheet_settings():
    """The settings of a pad with two sheets of its owner's."""
    sheets = map(SheetText.from_layout, (MIRROR, DOUBLE))
    return {f"sheet {sheet.name}": sheet.text for sheet in sheets}


def _nested(levels):
    value = None
    for _ in range(levels):
        value = {"ms": [value]}
    return value


_STRANGE_VALUES = (
    *(None, True, -1, 0, 1.5, 1e308, float("nan"), float("-inf"), 2**63, -(10**18), 10**15),
    *(10**4299, [], {}, [[]] * 5000, ["Anna"] * 30, _nested(1), _nested(48), _nested(60)),
    *("", "\x00", "\u202eannA\u2066", "\x1b[31mred\r\n", "\ud800", "Zoe\u0308" * 3000, "end"),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59", "now", "../../x", "a" * 65),
    *("1970-01-01T00:00:00+00:00", "8999-12-31T00:00:00+00:00"),
)


class DamagedLinks:
    """Items of links that strangers may have made; equal seeds make equal ones.

    Attributes:
        games: The games of the links from which they are made.
    """

    def __init__(self, seed):
        self._rng = random.Random(seed)
        evenings = [[played(head, self._rng) for head in heads] for heads in _BASES]
        self.games = [saved for evening in evenings for saved in evening]
        settings = sheet_settings()
        for saved in self.games[::2]:
            settings[remark_key(saved.head.id)] = Remark("At Ben’s", "Late").stored_text
        self._items = [pack_games(evening, settings) for evening in evenings]
        self._kinds = (
            self._flip_letter,
            self._flip_bit,
            self._cut,
            self._splice,
            *[self._mutate_records] * 3,
            self._mutate_text,
            self._repeat,
        )

    def make(self):
        """The next item, and the name of what was done to it."""
        kind = self._rng.choice(self._kinds)
        return kind(self._rng.choice(self._items)), kind.__name__.strip("_")

    def _flip_letter(self, item):
        at = self._rng.randrange(len(item))
        return item[:at] + self._rng.choice(LETTERS) + item[at + 1 :]

    def _flip_bit(self, item):
        data = bytearray(_packed_bytes(item))
        data[self._rng.randrange(len(data))] ^= 1 << self._rng.randrange(8)
        return f"1{urlsafe_b64encode(data).decode().rstrip('=')}"

    def _cut(self, item):
        start, end = sorted(self._rng.sample(range(len(item) + 1), 2))
        return self._rng.choice((item[:start], item[:start] + item[end:]))

    def _splice(self, item):
        other = self._rng.choice(self._items)
        return item[: self._rng.randrange(len(item))] + other[self._rng.randrange(len(other)) :]

    def _mutate_records(self, item):
        records = json.loads(zlib.decompress(_packed_bytes(item)))
        for _ in range(self._rng.choice((1, 1, 1, 2, 4))):
            record = self._rng.choice(records)
            if isinstance(record, dict):
                self._rng.choice((self._replace_value, self._change_line, self._change_sheet))(
                    record
                )
            if self._rng.random() < 0.05:
                records.insert(0, self._strange_value())
        return pack_text(json.dumps(records).encode())

    def _mutate_text(self, item):
        """Damage the unpacked text itself; packing it anew makes the checksum right."""
        text = bytearray(zlib.decompress(_packed_bytes(item)))
        for _ in range(self._rng.choice((1, 2, 8))):
            at = self._rng.randrange(len(text))
            text[at : at + self._rng.randrange(3)] = self._rng.choice(
                (b"[", b"]", b"{", b'"', b",", b"9", b"-", b"\\u202e", b"\xff", b"NaN", b"1e999")
            )
        return pack_text(bytes(text))

    def _repeat(self, item):
        """Many games, much text, many entries, or levels upon levels."""
        records = json.loads(zlib.decompress(_packed_bytes(item)))
        times = self._rng.choice((2, 12, 13, 5000))
        if self._rng.random() < 0.5:
            seats = self._rng.choice(("", "/2", "/5"))
            pair = ["1:r5", "1:undo"] if seats else ["r5", "undo"]
            entries = pair * self._rng.choice((300, 600, 601, 5000))
            record = {**records[0], "line": " ".join([f"classic{seats}", *entries])}
            records = [{**record, "ms": [7000] * len(entries)}]
        elif self._rng.random() < 0.5:
            records = [{**deepcopy(records[0]), "id": f"copy-{n}"} for n in range(times)]
            for number, record in enumerate(records):
                record["line"] = f"random_colors:{number} r5"
                record["ms"] = [7000]
        else:
            return pack_text(self._rng.choice((b"[", b" ", b'{"ms":', b"[{}]")) * times * 10)
        return pack_text(json.dumps(records).encode())

    def _replace_value(self, record):
        """Put something strange in the place of a value, or into it."""
        key = self._rng.choice([*record, "deleted", "settings", "note", "sheets", "sheet_info"])
        value = record.get(key)
        if isinstance(value, list) and value and self._rng.random() < 0.7:
            value[self._rng.randrange(len(value))] = self._strange_value()
        elif isinstance(value, dict) and value and self._rng.random() < 0.7:
            value[self._rng.choice([*value])] = self._strange_value()
        elif self._rng.random() < 0.2:
            record.pop(key, None)
        else:
            record[key] = self._strange_value()

    def _strange_value(self):
        return deepcopy(self._rng.choice(_STRANGE_VALUES))

    def _change_line(self, record):
        line = record.get("line")
        if not isinstance(line, str):
            return
        words = line.split(" ")
        at = self._rng.randrange(len(words))
        heads = [heads[0] for heads in _BASES] + ["own:x-00000000", "sheet_of_2031/9", "classic/99"]
        strange = [*heads, "r5", "9:r5", "undo", "/", "end", "2:out", "r" * 500, "", "\u0665"]
        words[at : at + self._rng.randrange(3)] = [self._rng.choice(strange)]
        record["line"] = " ".join(words)
        if isinstance(times := record.get("ms"), list):
            record["ms"] = (times + [5] * len(words))[: len(words) - 1]

    def _change_sheet(self, record):
        """Change the text of a sheet that a record brings; or bring one that fits no name."""
        own = SheetText.from_layout(self._rng.choice((MIRROR, DOUBLE)))
        sheets = record.get("sheets")
        text = next(iter(sheets.values()), own.text) if isinstance(sheets, dict) else own.text
        text = text if isinstance(text, str) else own.text
        at = self._rng.randrange(len(text) + 1)
        text = text[:at] + self._rng.choice(("9", "[", '"', "-", "\u202e", "")) + text[at + 1 :]
        count = self._rng.choice((1, 1, 5, 6, 100))
        names = [own.name, *(f"own:m{number}-{number:08x}" for number in range(1, count))]
        record["sheets"] = dict.fromkeys(names, text)
        record["sheet_info"] = {own.name: {"title": "\u202e<b>", "description": "x" * 5000}}


def _packed_bytes(item):
    packed = item[1:].partition(".")[0]
    return urlsafe_b64decode(packed + "=" * (-len(packed) % 4))


def pack_text(text):
    """The item of a link that somebody else has packed."""
    return f"1{urlsafe_b64encode(zlib.compress(text)).decode().rstrip('=')}"


def open_link(item, library, sheets):
    """Read a link, see what keeping its games would change, and replay them; None if refused.

    Args:
        item: The item of the link.
        library: Has games already.
        sheets: All sheets of that pad.
    """
    try:
        link = read_link(item)
    except ImportRefusedError:
        return None
    preview = library.preview_file(link.file)
    return link, preview, [*replay_games(link.file, sheets)]
