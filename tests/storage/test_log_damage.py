"""What becomes of a database whose write-ahead log is flipped, zeroed, cut off, or gone."""

import shutil

import pytest
from contract import entry, head
from journals import found

from qwixx_pad.storage import DATABASE as FILE

LOG, SHARED = f"{FILE}-wal", f"{FILE}-shm"
FRAME = 24 + 4096
TOKENS = [f"r{number}" for number in range(6)]


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


def frames_of(killed):
    """How many frames the log has that were written since it was begun anew."""
    data = (killed / LOG).read_bytes()
    places = range(32, len(data), FRAME)
    return sum(data[place + 8 : place + 16] == data[16:24] for place in places)


each = pytest.mark.parametrize("shared", [True, False], ids=["shared", "alone"])


@each
def test_one_flipped_bit_in_the_log_is_told_and_costs_at_most_the_entries_from_there(
    killed, shared
):
    """In its header, and in the header and the page of a frame."""
    begins = [32 + frame * FRAME for frame in (1, frames_of(killed) - 1)]
    for place in (0, 18, *(begin + beside for begin in begins for beside in (5, 9, 17, 4110))):

        def flip(data, place=place):
            data[place] ^= 1 << place % 8

        there, spoilt = damaged(killed, flip, shared=shared)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert len(tokens) >= len(TOKENS) - 1
        assert rescue.lost
        assert rescue.set_aside.with_name(f"{rescue.set_aside.name}-wal").read_bytes() == spoilt
        assert found(there) == (tokens, None)


@each
def test_a_zeroed_block_of_the_log_is_told(killed, shared):
    for place in range(0, 32 + frames_of(killed) * FRAME, 4096 * 3):

        def zero(data, place=place):
            end = min(place + 4096, len(data))
            data[place:end] = bytes(end - place)

        there, zeroed = damaged(killed, zero, shared=shared)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert (rescue is None) == (zeroed == (killed / LOG).read_bytes())


@pytest.mark.processes  # what tells of a cut is what processes share, and a browser has none of it
def test_after_a_kill_no_cut_and_no_removal_of_the_log_goes_unnoticed(killed):
    last = 32 + (frames_of(killed) - 1) * FRAME
    for length in (0, 31, 32 + FRAME - 9, 32 + FRAME, last - 9, last):

        def cut(data, length=length):
            del data[length:]

        there, _ = damaged(killed, cut, shared=True)
        tokens, rescue = found(there)
        assert tokens == TOKENS[: len(tokens)]
        assert rescue.lost
    there, _ = damaged(killed, lambda _: None, shared=True)
    (there / LOG).unlink()
    assert found(there)[1].lost
