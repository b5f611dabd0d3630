"""Both kinds of storage tell alike, whatever is done to them in whatever order."""

from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from archives import archive_on
from contract import NOON
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from qwixx_pad.storage import GameHead, SavedEntry, SavedGame, journal
from qwixx_pad.storage.journal import open_journal
from qwixx_pad.storage.protocol import Intake
from qwixx_pad.storage.sql import open_database
from qwixx_pad.storage.summary import GameQuery

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
    storage.start(GameHead(name, *seating, now()))


def append(storage, now, name, ahead, tokens):
    made = tuple(SavedEntry(token, now()) for token in tokens)
    storage.append(name, storage.length(name) + ahead, *made)


def delete(storage, now, names):
    storage.delete(names, now())


def take_in(storage, now, new, longer, ahead, back, told):
    here = [name for name in longer if name in storage.games()]
    storage.take_in(
        Intake(
            new=tuple(
                (saved(now, name, seating, tokens), now().isoformat() if gone else None)
                for name, (seating, tokens, gone) in new.items()
            ),
            longer=tuple(
                (name, storage.length(name) + ahead, (SavedEntry("r2", now()),)) for name in here
            ),
            back=tuple(name for name in back if name not in new),
            settings=told,
        )
    )


names = st.sampled_from(GAMES)
some = st.lists(st.sampled_from((*GAMES, *COMERS)), max_size=3).map(tuple)
tokens = st.lists(st.sampled_from(TOKENS), max_size=4)
seatings = st.sampled_from(SEATINGS)
ahead = st.sampled_from((0, 0, 0, 0, 1))
keys = st.sampled_from(("name", "shade", "\ud800"))
told = st.dictionaries(keys.filter(str.isascii), st.sampled_from(("Anna", "dark"))).map(
    lambda texts: tuple(texts.items())
)
new = st.dictionaries(st.sampled_from(COMERS), st.tuples(seatings, tokens, st.booleans()))
deeds = st.one_of(
    st.tuples(st.just(start), names, seatings),
    st.tuples(st.just(append), names, ahead, tokens),
    st.tuples(st.just(append), names, ahead, tokens),
    st.tuples(st.just("put_setting"), keys, st.sampled_from(("", "dark", "Anna"))),
    st.tuples(st.just("drop_setting"), keys),
    st.tuples(st.sampled_from((delete, "put_back", "wipe")), some),
    st.tuples(st.just(take_in), new, st.sets(names), ahead, some, told),
    st.tuples(st.sampled_from(("take_back", "refresh", "rebuild", "close"))),
)


def done(deed, storage, archive, now):
    """What a deed gives, or with which error it is refused."""
    do, *values = deed
    try:
        if callable(do):
            return do(storage, now, *values)
        return getattr(archive if do in {"refresh", "rebuild"} else storage, do)(*values)
    except Exception as error:  # noqa: BLE001 - which one it is, is compared
        return type(error)


def answers(storage, archive):
    """All that an index is made of, and all else that a storage tells."""
    archive.refresh()
    index, every = archive.index, (*GAMES, *COMERS)
    return {
        "storage": [storage.games(), storage.newest(), storage.settings(), list(storage.each())],
        "gone": index.deleted,
        "found": [index.find(name) for name in every],
        "listed": [*index.all(GameQuery()), *index.all(GameQuery(deleted=True))],
        "back": archive.can_take_back(),
    }


def played(open_one, folder, deeds):
    """What a kind of storage answers to each deed, and in the end."""
    now = clock()
    with ExitStack() as closing:

        def opened():
            storage, notice = open_one(folder, now=NOON)
            assert notice is None
            closing.callback(storage.close)
            return storage, archive_on(storage)

        storage, archive = opened()
        said = []
        for deed in deeds:
            said.append(done(deed, storage, archive, now))
            if deed[0] == "close":
                storage, archive = opened()
        return said, answers(storage, archive)


@examples(60)
@given(deeds=st.lists(deeds, max_size=25), spare=st.sampled_from((0, 1000)))
def test_a_journal_answers_like_a_database(deeds, spare):
    with TemporaryDirectory() as folder:
        journal._SPARE = spare
        said, answered = played(open_journal, Path(folder), deeds)
        journal._SPARE = 1000
        expected, known = played(open_database, Path(folder), deeds)
        assert said == expected
        for question, answer in known.items():
            assert answered[question] == answer, question
