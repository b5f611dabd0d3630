"""Packing: in a blink for who waits, well for everybody after, and never wrong."""

import asyncio
import gzip
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import brotli
import pytest

from qwixx_pad.server import compressor, static_cache
from qwixx_pad.server.client import Bundle, File
from qwixx_pad.server.static_cache import Compression
from tests.support.server.packed_files import wait_kept
from tests.support.websocket_phone import PATIENCE

LARGE = b"".join(b"%d red and %d blue\n" % (n, n * n) for n in range(8_000))
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}


@pytest.fixture
def large(tmp_path):
    """A file that takes a while to pack well."""
    path = tmp_path / "large.js"
    path.write_bytes(LARGE)
    return File.from_source(path.name, path)


def pressing(folder):
    return closing(Compression(folder, patience=0))


def ask(compression, file, encoding="gzip"):
    return asyncio.run(compression.packed_file(file, encoding))


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_first_request_gets_fast_compression_later_ones_the_best(tmp_path, large, encoding):
    with pressing(tmp_path / "kept") as compression:
        first = ask(compression, large, encoding)
        wait_kept(tmp_path / "kept")
        later = ask(compression, large, encoding)
    assert UNPACK[encoding](first) == UNPACK[encoding](later) == LARGE
    assert len(later) < len(first)


def test_stored_compression_is_reused_after_a_restart(tmp_path, large):
    with pressing(tmp_path / "kept") as compression:
        ask(compression, large)
        [kept] = wait_kept(tmp_path / "kept")
    with pressing(tmp_path / "kept") as compression:
        assert ask(compression, large) == kept.read_bytes()
        assert compression._process is None


def test_concurrent_requests_share_one_compression(tmp_path, large, monkeypatch):
    packed = []
    blink = static_cache._compress_now
    monkeypatch.setattr(
        static_cache, "_compress_now", lambda *asked: packed.append(asked) or blink(*asked)
    )

    async def crowd(compression):
        return await asyncio.gather(*(compression.packed_file(large, "br") for _ in range(20)))

    with pressing(tmp_path / "kept") as compression:
        answers = asyncio.run(crowd(compression))
    assert len(set(answers)) == len(packed) == 1


def test_picture_is_not_compressed(tmp_path):
    picture = tmp_path / "large.png"
    picture.write_bytes(LARGE)
    with pressing(tmp_path / "kept") as compression:
        compression.order_files([File.from_source(picture.name, picture)], "gzip")
        assert compression._process is None


@pytest.mark.parametrize(
    "damage",
    [b"", b"nonsense", gzip.compress(b"something else", mtime=0)],
    ids=["nothing", "nonsense", "something else"],
)
def test_damaged_stored_file_is_compressed_again(tmp_path, large, damage):
    folder = tmp_path / "kept"
    folder.mkdir()
    spoiled = folder / f"{large.digest}.gz"
    spoiled.write_bytes(damage)
    with pressing(folder) as compression:
        assert gzip.decompress(ask(compression, large)) == LARGE
        wait_kept(folder)
    assert gzip.decompress(spoiled.read_bytes()) == LARGE


def test_unwritable_cache_leaves_fast_compression(tmp_path, large):
    (tmp_path / "file").write_text("no folder can be here")
    with pressing(tmp_path / "file" / "kept") as compression:
        first = ask(compression, large)
        compression._process.wait(PATIENCE)
        assert ask(compression, large) == first
        compression.order_files([large], "br")
        assert gzip.decompress(first) == LARGE


def test_missing_process_leaves_fast_compression(tmp_path, large, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    with pressing(tmp_path / "kept") as compression:
        assert gzip.decompress(ask(compression, large)) == LARGE
        assert gzip.decompress(ask(compression, large)) == LARGE


def test_concurrent_writers_never_leave_half_a_file(tmp_path):
    target = tmp_path / "kept" / "file"
    compressor.write_atomically(target, LARGE)
    with ThreadPoolExecutor(2) as pads:
        writing = [pads.submit(compressor.write_atomically, target, LARGE) for _ in range(100)]
        seen = []
        while not all(each.done() for each in writing):
            seen.append(target.read_bytes() == LARGE)
        assert not any(each.exception() for each in writing)
    assert seen
    assert all(seen)
    assert [*target.parent.iterdir()] == [target]


def test_compressor_ends_with_the_server(tmp_path, large):
    with pressing(tmp_path / "kept") as compression:
        ask(compression, large, "br")
        process = compression._process
    assert process.poll() is not None
    compression.order_files([large], "gzip")
    assert compression._process is None


def test_compressor_ends_after_the_server_was_killed(tmp_path):
    """Nothing says goodbye then; its input just ends."""
    source = tmp_path / "endless.js"
    source.write_bytes(os.urandom(1 << 24))
    command = [sys.executable, "-P", compressor.__file__, "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process:
        process.stdin.write(f'["{source}", "{tmp_path / "kept"}", "br"]\n')
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert not (tmp_path / "kept").exists()


def test_files_of_other_versions_expire_after_a_week(tmp_path, large):
    folder = tmp_path / "kept"
    folder.mkdir()
    bundle = Bundle({"large.js": large}, "/c-0/")
    ours, old, fresh = (folder / name for name in (f"{large.digest}.gz", "0a.gz", "0b.br"))
    for path in (ours, old, fresh):
        path.write_bytes(b"packed")
    for path in (ours, old):
        os.utime(path, (time.time() - 8 * 24 * 3600,) * 2)
    Compression(folder).forget_others(bundle)
    assert {*folder.iterdir()} == {ours, fresh}


def test_missing_cache_folder_is_not_cleaned(tmp_path):
    Compression(tmp_path / "nowhere").forget_others(Bundle({}, "/c-0/"))
    assert not (tmp_path / "nowhere").exists()


def test_failed_write_leaves_no_partial_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        compressor.write_atomically(tmp_path / "kept" / "file", LARGE)
    assert not list((tmp_path / "kept").iterdir())
