"""Whatever is done in whatever order, all who have a folder open see the same."""

from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, StorageError, open_storage
from qwixx_pad.storage.saved import (
    UNDO_IMPORT_KEY,
    ImportBatch,
    PlayerRename,
    RenamedSeat,
    RenamedSetting,
)
from qwixx_pad.storage.summary import GameQuery
from tests.support.storage.game_lists import archive_on
from tests.support.storage.sample_journals import NOON
from tests.support.strategies import examples

GAMES = tuple(f"g{number}" for number in range(6))
COMERS = tuple(f"n{number}" for number in range(3))
SEATINGS = (
    ("classic", ("",)),
    ("classic", ("ANNA",)),
    ("classic/2", ("Anna", "Ben")),
    ("classic/2", ("", "ben")),
    ("on_board/3", ("Zoë", "anna", "Cleo")),
    ("mixx_z/2", ("Anna", "Ben")),
    ("longo", ("\ud83d",)),
)
TOKENS = ("r2", "r3", "-", "1:r2", "2:y3", "/", "end", "undo", "nonsense")


def clock():
    """No two moments are the same, so that nothing depends on chance."""
    return partial(next, (NOON + timedelta(seconds=n) for n in count(1)))


def saved(now, name, seating, tokens):
    head = GameHead(name, *seating, now())
    return SavedGame(head, tuple(SavedEntry(token, now()) for token in tokens))


# what needs more than the storage and plain values


def start(storage, now, name, seating):
    storage.add_game(GameHead(name, *seating, now()))


def append(storage, now, name, ahead, tokens):
    made = tuple(SavedEntry(token, now()) for token in tokens)
    storage.append(name, len(storage.load(name).entries) + ahead, *made)


def delete(storage, now, names):
    storage.delete(names, now())


def rename(storage, _now, old, new):
    seats = tuple(
        RenamedSeat(game, seat, old)
        for game, players in storage.read_names().items()
        for seat, player in enumerate(players, 1)
        if player == old
    )
    own = storage.read_settings().get("name") == old
    settings = (RenamedSetting("name", old, new),) if own else ()
    storage.rename(PlayerRename(new, seats, settings))


def take_in(storage, now, new, longer, ahead, back, settings):
    here = [name for name in longer if name in storage.game_ids()]
    storage.import_games(
        ImportBatch(
            new_games=tuple(
                (saved(now, name, seating, tokens), now().isoformat() if gone else None)
                for name, (seating, tokens, gone) in new.items()
            ),
            continued=tuple(
                (name, len(storage.load(name).entries) + ahead, (SavedEntry("r2", now()),))
                for name in here
            ),
            restored=tuple(name for name in back if name not in new),
            settings=settings,
        )
    )


names = st.sampled_from(GAMES)
some = st.lists(st.sampled_from((*GAMES, *COMERS)), max_size=3).map(tuple)
tokens = st.lists(st.sampled_from(TOKENS), max_size=4)
seatings = st.sampled_from(SEATINGS)
ahead = st.sampled_from((0, 0, 0, 0, 1))
keys = st.sampled_from(("name", "shade", "\ud800"))
players = st.sampled_from(("Anna", "Ben", "Zoë"))
settings = st.dictionaries(keys.filter(str.isascii), st.sampled_from(("Anna", "dark"))).map(
    lambda texts: tuple(texts.items())
)
new = st.dictionaries(st.sampled_from(COMERS), st.tuples(seatings, tokens, st.booleans()))
deeds = st.one_of(
    st.tuples(st.just(start), names, seatings),
    st.tuples(st.just(append), names, ahead, tokens),
    st.tuples(st.just(append), names, ahead, tokens),
    st.tuples(st.just("put_setting"), keys, st.sampled_from(("", "dark", "Anna"))),
    st.tuples(st.just("drop_setting"), keys),
    st.tuples(st.sampled_from((delete, "restore", "purge")), some),
    st.tuples(st.just(take_in), new, st.sets(names), ahead, some, settings),
    st.tuples(st.just(rename), players, players),
    st.tuples(st.sampled_from(("undo_import", "undo_rename", "checkpoint"))),
)


def done(deed, storage, now):
    """What a deed gives, or with which error it is refused."""
    do, *values = deed
    try:
        if callable(do):
            return do(storage, now, *values)
        return getattr(storage, do)(*values)
    except (StorageError, UnicodeError) as error:
        return type(error)


def answers(storage):
    """All that an index is made of, and all else that a storage tells."""
    index = archive_on(storage).read_index()
    every = (*GAMES, *COMERS)
    return {
        "storage": [
            storage.game_ids(),
            storage.newest_game(),
            storage.read_settings(),
            list(storage.iter_games()),
            storage.last_rename(),
        ],
        "gone": index.deleted,
        "found": [index.find(name) for name in every],
        "listed": [
            *index.matching_summaries(GameQuery()),
            *index.matching_summaries(GameQuery(deleted=True)),
        ],
        "back": UNDO_IMPORT_KEY in storage.read_settings(),
    }


def played(folder, deeds, *, storages=1, anew=frozenset()):
    """What is answered to each deed, and in the end by each of the storages that take turns.

    Args:
        folder: Where.
        deeds: What is done.
        storages: How many are open there.
        anew: Before which deeds the file is written anew, or is opened again.
    """
    now = clock()
    with ExitStack() as closing:

        def opened():
            storage, notice = open_storage(folder, now=NOON)
            assert notice is None
            closing.callback(storage.close)
            return storage

        turns = [opened() for _ in range(storages)]
        said = []
        for number, deed in enumerate(deeds):
            turn = number % storages
            if number in anew:
                turns[turn - 1].rewrite()
                turns[turn].close()
                turns[turn] = opened()
            said.append(done(deed, turns[turn], now))
        answered = [answers(storage) for storage in (*turns, opened())]
        assert all(each == answered[0] for each in answered)
        return said, answered[0]


@examples(60)
@given(deeds=st.lists(deeds, max_size=25), anew=st.sets(st.integers(0, 24)))
def test_random_writers_and_rewrites_give_the_same_content(deeds, anew):
    with TemporaryDirectory() as alone, TemporaryDirectory() as shared:
        plain = played(Path(alone), deeds)
        assert played(Path(shared), deeds, storages=2, anew=anew) == plain
