"""The command `qwixx-pad replay`: files in, JSON lines out, and its exit status."""

import io
import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace

import pytest

from qwixx_pad import commands
from qwixx_pad.cli import ACCEPTED, REFUSED, UNREADABLE, main, replay_file, replay_lines
from qwixx_pad.layouts import canonical_text, installed_layouts
from qwixx_pad.library.links import pack_games
from qwixx_pad.library.summaries import game_line
from tests.support.library import recorded_pad
from tests.support.own_layouts import MIRROR

COMMAND = [sys.executable, "-m", "qwixx_pad", "replay", "-"]
WAIT = 60
"""Seconds after which a command that answers at once is taken for dead."""


def replayed(*lines):
    out = io.StringIO()
    status = replay_lines(lines, out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def from_bytes(tmp_path, content):
    """Status and objects for a file with these bytes."""
    path = tmp_path / "games.txt"
    path.write_bytes(content)
    return replayed_file(path)


def replayed_file(path):
    out = io.StringIO()
    status = replay_file(str(path), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


# What is printed


def test_replay_object_has_documented_keys_in_order():
    status, [shown] = replayed("classic r2 r3 - undo - r7 r3")
    assert status == REFUSED
    [seat] = shown.pop("seats")
    assert list(shown.items()) == [
        *(("layout", "classic"), ("over", False), ("active", None), ("roll", 1), ("closed", [])),
        ("refused", {"at": 6, "token": "r3", "reason": "crossed"}),
    ]
    rows = seat.pop("rows")
    assert list(seat.items()) == [
        *(("penalties", 1), ("extra", 0), ("total", 1)),
        *(("out", False), ("can_undo", True), ("can_redo", False)),
    ]
    assert list(rows) == ["r", "y", "g", "b"]
    cells = rows["r"].pop("cells")
    assert list(rows["r"].items()) == [("crosses", 3), ("points", 6), ("locked", False)]
    assert list(cells.items())[:3] == [("2", "crossed"), ("3", "crossed"), ("4", "skipped")]


def test_replay_stops_at_the_first_refused_token():
    _, [shown] = replayed("classic r5 r4 r6 r7")
    assert shown["refused"] == {"at": 1, "token": "r4", "reason": "passed"}
    assert shown["seats"] == replayed("classic r5")[1][0]["seats"]


# The exit status


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ((), ACCEPTED),
        (("classic r5", "classic/2 1:r5"), ACCEPTED),
        (("classic r5 r4", "classic r5"), REFUSED),
        (("klassik", "classic r5 r4"), UNREADABLE),
        (("classic r5 r4", "klassik"), UNREADABLE),
    ],
)
def test_exit_status_is_that_of_the_worst_line(lines, status):
    assert replayed(*lines)[0] == status


def test_unknown_layout_exits_with_status_two():
    status, shown = replayed("classic r5", "", "klassik r5", "classic r5 r4")
    assert status == UNREADABLE
    assert shown[1]["line"] == 3
    assert "klassik" in shown[1]["error"]
    assert list(shown[1]) == ["line", "error"]
    assert shown[2]["refused"]["reason"] == "passed"


# What a file may hold


def test_empty_lines_are_skipped_but_counted(tmp_path):
    status, shown = from_bytes(tmp_path, b"\n  \t \nclassic r5\r\n\r\n\nklassik\nclassic r6")
    assert status == UNREADABLE
    assert [game.get("line") for game in shown] == [None, 6, None]


def test_byte_order_mark_is_ignored(tmp_path):
    status, shown = from_bytes(tmp_path, b"\xef\xbb\xbfclassic r5\n")
    assert status == ACCEPTED
    assert shown[0]["layout"] == "classic"


def test_invalid_utf8_is_refused_without_a_crash(tmp_path):
    status, shown = from_bytes(tmp_path, b"classic r\xff5\n\xfe\xfe\nclassic r5\n")
    assert status == UNREADABLE
    assert shown[0]["refused"]["reason"] == "syntax"
    assert shown[1]["line"] == 2
    assert shown[2]["refused"] is None


def test_very_long_token_is_refused_and_quoted_whole():
    token = "r" + "7" * 1_000_000
    assert replayed(f"classic {token}")[1][0]["refused"]["token"] == token


def test_very_long_head_gives_a_short_error():
    status, [shown] = replayed("classic/" + "9" * 1_000_000)
    assert status == UNREADABLE
    assert len(shown["error"]) < 200


def test_line_longer_than_any_game_ends_the_reading(tmp_path):
    (endless := tmp_path / "endless.txt").touch()
    os.truncate(endless, 1 << 28)  # a hole, which takes no space on the disk
    status, [shown] = replayed_file(endless)
    assert (status, shown["line"]) == (UNREADABLE, 1)
    assert "longer than any game" in shown["error"]


# Links

OWN = recorded_pad.game("own", f"{MIRROR.name} r12 r11 - end", 1, "Zoë")
ODD = replace(OWN, head=replace(OWN.head, id="", setup="classic"))


def link_of(*games):
    settings = {f"sheet {MIRROR.name}": canonical_text(MIRROR)}
    return f"See https://pad.example/#/link/{pack_games(games, settings)}, Zoë!"


def test_link_is_replayed_as_the_line_of_its_game():
    """The sheet of one's own that the link brings need not be known here."""
    line = game_line(OWN)
    layouts = installed_layouts().with_custom({MIRROR.name: MIRROR})
    out = io.StringIO()
    assert replay_lines([line], out, layouts) == ACCEPTED
    assert replayed(link_of(OWN)) == (ACCEPTED, [json.loads(out.getvalue())])


def test_unreadable_link_is_an_error_of_its_line():
    torn = link_of(OWN).replace("link/1", "link/1A")
    lines = ("", link_of(OWN, OWN), link_of(ODD), torn, "classic r5")
    status, shown = replayed(*lines)
    assert status == UNREADABLE
    assert [game.get("line") for game in shown] == [2, 3, 4, None]
    assert ["2 games" in shown[0]["error"], "0 games" in shown[1]["error"]] == [True, True]
    assert "damaged" in shown[2]["error"]


# The command


def test_unreadable_file_exits_with_status_two(tmp_path, capsys):
    for path in (tmp_path / "none.txt", tmp_path):
        assert main(["replay", str(path)]) == UNREADABLE
        said = capsys.readouterr()
        assert said.out == ""
        assert "cannot read" in said.err
        assert path.name in said.err


@pytest.mark.processes
@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_output_is_ascii_json_in_any_terminal_encoding(encoding):
    done = subprocess.run(
        COMMAND,
        input="classic r\u0665\n".encode(),
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=WAIT,
    )
    assert (done.returncode, done.stderr) == (REFUSED, b"")
    refused = json.loads(done.stdout.decode(encoding))["refused"]
    assert refused == {"at": 0, "token": "r\u0665", "reason": "syntax"}


@pytest.mark.processes
def test_replay_reads_a_pipe_with_a_timeout(tmp_path, monkeypatch, capsys):
    os.mkfifo(pipe := tmp_path / "pipe")
    with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write('classic r5')"]):
        assert replayed_file(pipe)[0] == ACCEPTED
    monkeypatch.setattr(commands, "_PIPE_TIMEOUT_S", 0)
    assert main(["replay", str(pipe)]) == UNREADABLE
    assert f"cannot read {pipe}: nobody writes to this pipe" in capsys.readouterr().err


@pytest.mark.processes
def test_each_object_is_flushed_before_the_next_line():
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe) as running:
        for token in ("r5", "r6"):
            running.stdin.write(f"classic {token}\n".encode())
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["refused"] is None
        running.stdin.close()
        assert running.wait(WAIT) == ACCEPTED


@pytest.mark.processes
def test_closed_output_pipe_prints_no_traceback():
    done = subprocess.run(  # noqa: S602 - a pipe is what is tested
        f"{shlex.join(COMMAND)} | head -n 1",
        shell=True,
        input=b"classic r5\n" * 20_000,
        capture_output=True,
        check=False,
        timeout=WAIT,
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""
