"""Blocks of numbers: whoever starts takes others than all who started before."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from qwixx_pad.storage import take_block
from qwixx_pad.storage.folder import USED_BLOCKS_FILE
from tests.support.breakable_disk import refuse
from tests.support.storage.another_python import said_by

TAKE = """
import sys
from pathlib import Path
from qwixx_pad.storage import take_block
print(*(take_block(Path(sys.argv[1]), 100) for _ in range(5)))
"""


def test_concurrent_processes_take_different_blocks(tmp_path):
    with ThreadPoolExecutor(3) as several:
        said = [*several.map(lambda _: said_by(TAKE, tmp_path), range(3)), said_by(TAKE, tmp_path)]
    taken = [int(block) for each in said for block in each.split()]
    assert sorted(taken) == [*range(20)]


def test_blocks_start_over_when_exhausted(tmp_path):
    assert [take_block(tmp_path, 3) for _ in range(7)] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize("there", [False, True])
def test_block_is_taken_even_from_an_unwritable_folder(tmp_path, there):
    folder = tmp_path / "blocks"
    if there:
        (folder / USED_BLOCKS_FILE).mkdir(parents=True)  # whoever runs this may write anywhere else
    assert {take_block(folder, 3) for _ in range(99)} == {0, 1, 2}


def test_unsynced_block_is_never_reused(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", refuse)
    assert all(take_block(tmp_path, 100) in range(100) for _ in range(3))
    monkeypatch.undo()
    assert take_block(tmp_path, 100) == 3, "what may be there is not taken again"
