"""What becomes of a database whose write-ahead log is flipped, zeroed, cut off, or gone."""

import shutil
from contextlib import closing

import pytest
from contract import NOON, entry, head

from qwixx_pad.storage import DATABASE as FILE
from qwixx_pad.storage import open_storage

LOG, SHARED = f"{FILE}-wal", f"{FILE}-shm"
FRAME = 24 + 4096
TOKENS = [f"r{number}" for number in range(6)]


@pytest.fixture(scope="module")
def kind():
    return "sqlite"


@pytest.fixture
def killed(folder, opened):
    """The files of a pad that was killed: the game is in its file, its entries in the log."""
    storage = opened()
    storage.start(head())
    storage.settle()
    for number, token in enumerate(TOKENS):
        storage.append("one", number, entry(token))
    there = folder.with_name("killed")
    shutil.copytree(folder, there)
    return there


def damaged(killed, change, *, shared):
    """A copy of these files with another log, with what processes shared of it or without."""
    there = killed.with_name("damaged")
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(killed, there)
    data = bytearray((there / LOG).read_bytes())
    change(data)
    (there / LOG).write_bytes(data)
    if not shared:
        (there / SHARED).unlink()
    return there, bytes(data)


def found(folder):
    storage, rescue = open_storage(folder, now=NOON)
    with closing(storage):
        return [e.token for e in storage.load("one").entries], rescue


def frames_of(killed):
    """How many frames the log has that were written since it was begun anew."""
    data = (killed / LOG).read_bytes()
    places = range(32, len(data), FRAME)
    return sum(data[place + 8 : place + 16] == data[16:24] for place in places)


def test_a_log_that_is_whole_is_taken_as_it_is(killed):
    assert found(killed) == (TOKENS, None)


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "alone"])
def test_one_flipped_bit_in_the_log_is_told_and_costs_at_most_the_entries_from_there(
    killed, shared
):
    """Its header, and of each frame its header and its page."""
    places = [*range(0, 32, 9)]
    for frame in range(0, frames_of(killed), 2):
        places += [32 + frame * FRAME + beside for beside in (5, 9, 17, 4110)]
    for place in places:

        def flip(data, place=place):
            data[place] ^= 1 << place % 8

        there, spoilt = damaged(killed, flip, shared=shared)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert len(tokens) >= len(TOKENS) - 1
        assert rescue.lost
        assert rescue.set_aside.with_name(f"{rescue.set_aside.name}-wal").read_bytes() == spoilt
        assert found(there) == (tokens, None)


@pytest.mark.parametrize("size", [512, 4096])
@pytest.mark.parametrize("shared", [True, False], ids=["shared", "alone"])
def test_a_zeroed_block_of_the_log_is_told(killed, shared, size):
    for place in range(0, 32 + frames_of(killed) * FRAME, size * 3):

        def zero(data, place=place):
            end = min(place + size, len(data))
            data[place:end] = bytes(end - place)

        there, zeroed = damaged(killed, zero, shared=shared)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert (rescue is None) == (zeroed == (killed / LOG).read_bytes())


@pytest.mark.processes  # what tells of a cut is what processes share, and a browser has none of it
def test_after_a_kill_no_cut_and_no_removal_of_the_log_goes_unnoticed(killed):
    for length in (
        0,
        1,
        31,
        *(32 + n * FRAME - k for n in range(frames_of(killed)) for k in (0, 9)),
    ):

        def cut(data, length=length):
            del data[length:]

        there, _ = damaged(killed, cut, shared=True)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert rescue.lost
    there, _ = damaged(killed, lambda _: None, shared=True)
    (there / LOG).unlink()
    assert found(there)[1].lost
