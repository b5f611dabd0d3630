"""Journals that are damaged by chance, and what has to be found of them all the same.

The tests take a few of each, `python tests/bench/run.py kills` as many as it takes to believe it.
"""

import json
from binascii import crc32
from contextlib import closing, suppress

from qwixx_pad.storage import JOURNAL_FILE, Recovery, open_storage
from qwixx_pad.storage.saved import ImportBatch
from tests.support.random_evenings import evenings
from tests.support.storage.game_lists import archive_on, summary_of
from tests.support.storage.sample_journals import NOON, entry, head

GAMES = tuple(evenings(10))


def played(folder):
    """A journal with records of all kinds; the storage is still open."""
    storage, _ = open_storage(folder, now=NOON)
    for saved in GAMES[:5]:
        storage.add_game(saved.head)
        storage.append(saved.head.id, 0, *saved.entries)
    storage.put_setting("shade", "dark")
    storage.put_setting("name", "Zoë")
    assert archive_on(storage).read_index().deleted == set()
    storage.rewrite()
    one, two, three, *_ = (saved.head.id for saved in GAMES)
    storage.delete([one, two], NOON)
    new = tuple((saved, None) for saved in GAMES[5:8])
    more = (three, len(GAMES[2].entries), (entry("undo"), entry("redo")))
    storage.import_games(ImportBatch(new, (more,), (two,), (("best_of", "3"),)))
    storage.add_game(GAMES[8].head)
    for number, made in enumerate(GAMES[8].entries[:9]):
        storage.append(GAMES[8].head.id, number, made)
        with suppress(IndexError):
            storage.append(one, len(storage.load(one).entries), GAMES[9].entries[number])
    storage.purge([GAMES[3].head.id])
    storage.put_setting("name", "Anna")
    storage.add_game(head())
    storage.append("one", 0, entry("r2"))
    return storage


def settled(folder):
    """The same, closed: its content, and its bytes."""
    with closing(played(folder)) as storage:
        content = content_of(storage)
    return content, (folder / JOURNAL_FILE).read_bytes()


def content_of(storage):
    """All games, each with the time of its deletion, and all settings."""
    return {
        saved.head.id: (saved, gone) for saved, gone in storage.iter_games()
    }, storage.read_settings()


# damages


def flipped(data, rng):
    """One bit, anywhere."""
    return _changed(data, rng.randrange(len(data)), 1 << rng.randrange(8))


def first_line_flipped(data, rng):
    return _changed(data, rng.randrange(data.index(b"\n") + 1), 1 << rng.randrange(8))


def first_line_removed(data, _):
    return data[data.index(b"\n") + 1 :]


def end_flipped(data, rng):
    """The end of a cell or of a line, so that it runs into the next."""
    return _changed(data, rng.choice(_ends(data)), 1 << rng.randrange(8))


def end_exchanged(data, rng):
    """A line that goes on where it ended, or ends where it went on."""
    return _changed(data, rng.choice(_ends(data)[:-1]), ord("\t") ^ ord("\n"))


def split(data, rng):
    """What was a letter is the end of a cell or of a line."""
    place = rng.choice([*{*range(len(data))} - {*_ends(data)}])
    return _changed(data, place, data[place] ^ ord(rng.choice("\t\n")))


def cut(data, rng):
    return data[: rng.randrange(len(data) - 1)]


def cut_at_an_end(data, rng):
    """Behind a line or a cell, or where the end of one is missing."""
    return data[: rng.choice(_ends(data)[:-1]) + rng.randrange(2)]


def line_removed(data, rng):
    lines = data.split(b"\n")
    del lines[rng.randrange(len(lines) - 1)]
    return b"\n".join(lines)


def ends_removed(data, rng):
    """A line that goes on as the next one."""
    place = rng.choice([place for place in _ends(data)[:-1] if data[place] == ord("\n")])
    return data[:place] + data[place + 1 :]


def zeroed(data, rng):
    """Part of a block."""
    place = rng.randrange(len(data))
    length = rng.randrange(1, 513)
    return data[:place] + bytes(len(data[place : place + length])) + data[place + length :]


DAMAGES = (
    *(flipped, first_line_flipped, first_line_removed, end_flipped, end_exchanged, split),
    *(cut, cut_at_an_end, line_removed, ends_removed, zeroed),
)


def _changed(data, place, bits):
    return data[:place] + bytes([data[place] ^ bits]) + data[place + 1 :]


def _ends(data):
    return [place for place, byte in enumerate(data) if byte in b"\t\n"]


# what has to be found


def _whole_cells(data):
    """The cells of a journal that are as they were written, each with its end."""
    for line in data.split(b"\n"):  # without `splitlines`: to that one a "\r" is an end too
        *cells, last = line.split(b"\t")
        for cell in (*(cell + b"\t" for cell in cells), last + b"\n"):
            if cell[:9] == b"%08x " % crc32(cell[9:]):
                yield cell


def _spoilt(whole, data):
    """What the cells say that are damaged: words, and what they are about."""
    for cell in {*_whole_cells(whole)} - {*_whole_cells(data)}:
        word, _, values = cell[9:].decode().partition(" ")
        yield word, *json.loads(values)


def _losses(whole, data):
    """The games of which something is damaged, each with the entries before; and all names."""
    before = {}
    named = set()
    for word, *values in _spoilt(whole, data):
        named.update(str(values[0]) for _ in values[:1])
        if word in {"game", "log", "entries"}:
            number = -1 if word == "game" else values[1]
            before[values[0]] = min(number, before.get(values[0], number))
    return before, named


def damaged(content, whole, data, there):
    """Open a damaged journal in a new folder; how many entries are lost with their cells.

    Whatever is not damaged is there; of a damaged game, all that comes before the damage. The
    damage is reported, and the damaged file is set aside.
    """
    there.mkdir()
    (there / JOURNAL_FILE).write_bytes(data)
    storage, rescue = open_storage(there, now=NOON)
    with closing(storage):
        found, settings = content_of(storage)
        index = archive_on(storage).read_index()
        assert {game: index.find(game) for game in found} == {
            game: summary_of(saved) for game, (saved, _) in found.items()
        }
    games, texts = content
    before, named = _losses(whole, data)
    for game, (saved, gone) in games.items():
        least = before.get(game, len(saved.entries))
        if game not in found:
            assert least < 0
            continue
        left = found[game][0]
        assert left.head == saved.head
        assert left.entries == saved.entries[: max(least, len(left.entries))]
        assert found[game][1] == gone or game in named
    assert {*found} - {*games} <= named
    assert {key for key in {*settings, *texts} if settings.get(key) != texts.get(key)} <= named
    lost = _entries(games) - _entries({game: found[game] for game in found if game in games})
    assert isinstance(rescue, Recovery)
    assert rescue.quarantined.read_bytes() == data
    assert rescue.games == len(found)
    assert rescue.has_loss or not lost
    again, nothing = open_storage(there, now=NOON)
    with closing(again):
        assert content_of(again) == (found, settings)
    assert nothing is None
    return lost


def _entries(games):
    return sum(len(saved.entries) for saved, _ in games.values())


def damaged_by_chance(shelf, damage, rng, there, times):
    """Damage a journal so, again and again; how many entries were lost with their cells."""
    content, whole = shelf
    damages = (damage(whole, rng) for _ in range(times))
    each = enumerate(damages)
    return sum(damaged(content, whole, data, there / f"{n}") for n, data in each)
