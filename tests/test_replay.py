"""The command `qwixx-pad replay`: files in, JSON lines out, and its exit status."""

import io
import json
import os
import subprocess
import sys
import textwrap

import pytest

from qwixx_pad.cli import ACCEPTED, REFUSED, UNREADABLE, main, replay_file, replay_lines

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
    out = io.StringIO()
    status = replay_file(str(path), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "qwixx_pad", *arguments],
        capture_output=True,
        check=False,
        timeout=WAIT,
        **options,
    )


# What is printed


def test_the_example_of_the_contract():
    status, [shown] = replayed("classic r2 r3 - undo - r7 r3")
    assert status == REFUSED
    assert {key: shown[key] for key in ("layout", "over", "active", "roll", "closed")} == {
        "layout": "classic",
        "over": False,
        "active": None,
        "roll": 1,
        "closed": [],
    }
    assert shown["refused"] == {"at": 6, "token": "r3", "reason": "crossed"}
    [seat] = shown["seats"]
    assert {key: seat[key] for key in seat if key != "rows"} == {
        "penalties": 1,
        "extra": 0,
        "total": 1,
        "out": False,
        "can_undo": True,
        "can_redo": False,
    }
    assert seat["rows"]["r"]["points"] == 6


def test_the_first_line_of_the_contract():
    status, [shown] = replayed("classic r2 r5 y3 - g12")
    assert status == ACCEPTED
    assert shown["refused"] is None
    assert shown["seats"][0]["total"] == 3 + 1 + 1 - 5


def test_the_second_line_of_the_contract():
    status, [shown] = replayed("classic/3 1:r5 2:y5 3:b10 1:r9 / 2:y7")
    assert status == ACCEPTED
    assert (shown["active"], shown["roll"]) == (2, 2)
    assert [seat["total"] for seat in shown["seats"]] == [3, 3, 1]


def test_what_stood_before_the_refused_token_is_reported():
    _, [shown] = replayed("classic r5 r4 r6")
    assert shown["refused"] == {"at": 1, "token": "r4", "reason": "passed"}
    assert shown["seats"][0]["total"] == 1


def test_nothing_after_a_refused_token_is_played():
    assert replayed("classic r5 r4 r6 r7")[1][0]["seats"] == replayed("classic r5")[1][0]["seats"]


def test_a_head_alone_is_a_game_without_entries():
    status, [shown] = replayed("classic/2")
    assert status == ACCEPTED
    assert len(shown["seats"]) == 2


def test_keys_stand_in_the_order_of_the_contract():
    _, [shown] = replayed("classic r5")
    assert list(shown) == ["layout", "over", "active", "roll", "closed", "refused", "seats"]
    seat = shown["seats"][0]
    assert list(seat) == ["penalties", "extra", "total", "out", "can_undo", "can_redo", "rows"]
    assert list(seat["rows"]) == ["r", "y", "g", "b"]
    assert list(seat["rows"]["r"]) == ["crosses", "points", "locked", "cells"]


def test_each_game_is_one_line_of_output_in_order():
    _, shown = replayed("classic r5", "on_board @3", "classic/2")
    assert [game["layout"] for game in shown] == ["classic", "on_board", "classic"]


# The exit status


def test_all_accepted_is_status_zero():
    assert replayed("classic r5", "classic/2 1:r5")[0] == ACCEPTED


def test_something_refused_is_status_one_and_the_other_lines_are_still_played():
    status, shown = replayed("classic r5 r4", "classic r5")
    assert status == REFUSED
    assert shown[1]["refused"] is None


def test_an_unknown_layout_is_status_two_and_named_with_its_line():
    status, shown = replayed("classic r5", "", "klassik r5", "classic r5 r4")
    assert status == UNREADABLE
    assert shown[1]["line"] == 3
    assert "klassik" in shown[1]["error"]
    assert list(shown[1]) == ["line", "error"]
    assert shown[2]["refused"]["reason"] == "passed"


def test_an_error_weighs_more_than_a_refusal_wherever_it_stands():
    for lines in (("klassik", "classic r5 r4"), ("classic r5 r4", "klassik")):
        assert replayed(*lines)[0] == UNREADABLE


def test_no_line_at_all_is_accepted():
    assert replayed() == (ACCEPTED, [])


# What a file may hold


def test_empty_lines_are_skipped_but_counted(tmp_path):
    status, shown = from_bytes(tmp_path, b"\n  \t \nclassic r5\n\n\nklassik\n")
    assert status == UNREADABLE
    assert len(shown) == 2
    assert shown[1]["line"] == 6


def test_lines_may_end_in_carriage_returns_and_the_last_in_nothing(tmp_path):
    status, shown = from_bytes(tmp_path, b"classic r5\r\n\r\nclassic/2 1:r5\r\nclassic r6")
    assert status == ACCEPTED
    assert len(shown) == 3


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path):
    status, shown = from_bytes(tmp_path, b"\xef\xbb\xbfclassic r5\n")
    assert status == ACCEPTED
    assert shown[0]["layout"] == "classic"


def test_bytes_that_are_no_text_are_refused_not_fatal(tmp_path):
    status, shown = from_bytes(tmp_path, b"classic r\xff5\n\xfe\xfe\nclassic r5\n")
    assert status == UNREADABLE
    assert shown[0]["refused"]["reason"] == "syntax"
    assert shown[1]["line"] == 2
    assert shown[2]["refused"] is None


def test_a_number_sign_starts_no_comment(tmp_path):
    status, shown = from_bytes(tmp_path, b"# games\nclassic r5 # r6\n")
    assert status == UNREADABLE
    assert shown[0]["line"] == 1
    assert shown[1]["refused"] == {"at": 1, "token": "#", "reason": "syntax"}


def test_digits_of_other_scripts_are_misspelt():
    for token in ("r\u0665", "\u0661:r5", "@\u0667", "r\u00b2"):
        assert replayed(f"on_board {token}")[1][0]["refused"]["reason"] == "syntax"


def test_a_very_long_token_is_refused_and_named_in_full():
    token = "r" + "7" * 1_000_000
    status, [shown] = replayed(f"classic {token}")
    assert status == REFUSED
    assert shown["refused"] == {"at": 0, "token": token, "reason": "syntax"}


def test_a_very_long_head_is_an_error_of_a_short_sentence():
    status, [shown] = replayed("classic/" + "9" * 1_000_000)
    assert status == UNREADABLE
    assert len(shown["error"]) < 200


def test_a_very_long_game_is_played_to_its_end():
    status, [shown] = replayed("classic" + " r5 undo redo undo" * 1500)
    assert status == ACCEPTED
    assert shown["seats"][0]["can_redo"]


def test_upper_case_is_misspelt():
    assert replayed("Classic r5")[0] == UNREADABLE
    assert replayed("classic R5")[1][0]["refused"]["reason"] == "syntax"


# The command


def test_a_missing_file_is_status_two_with_a_sentence(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.txt")]) == UNREADABLE
    said = capsys.readouterr()
    assert said.out == ""
    assert "none.txt" in said.err


def test_a_folder_is_no_file(tmp_path, capsys):
    assert main(["replay", str(tmp_path)]) == UNREADABLE
    assert "cannot read" in capsys.readouterr().err


def test_the_command_reads_a_file(tmp_path, capsys):
    path = tmp_path / "games.txt"
    path.write_text("classic r5\n", encoding="utf-8")
    assert main(["replay", str(path)]) == ACCEPTED
    assert json.loads(capsys.readouterr().out)["seats"][0]["total"] == 1


@pytest.mark.processes
def test_the_command_reads_standard_input():
    done = command("replay", "-", input=b"classic r5\r\nclassic r5 r4\n")
    assert done.returncode == REFUSED
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == b""


@pytest.mark.processes
@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_the_output_is_plain_json_whatever_the_terminal_speaks(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = command("replay", "-", input="classic r\u0665\n".encode(), env=environment)
    refused = json.loads(done.stdout.decode(encoding))["refused"]
    assert refused == {"at": 0, "token": "r\u0665", "reason": "syntax"}


@pytest.mark.processes
def test_each_object_is_flushed_before_the_next_line_is_read():
    with subprocess.Popen(
        [sys.executable, "-m", "qwixx_pad", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        for token in ("r5", "r6"):
            running.stdin.write(f"classic {token}\n".encode())
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["refused"] is None
        running.stdin.close()
        assert running.wait(WAIT) == ACCEPTED


@pytest.mark.processes
def test_a_reader_that_has_left_is_no_traceback():
    program = f"{sys.executable} -m qwixx_pad replay - | head -n 1"
    done = subprocess.run(  # noqa: S602 - a pipe is what is tested
        program,
        shell=True,
        input=b"classic r5\n" * 20_000,
        capture_output=True,
        check=False,
        timeout=WAIT,
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""


@pytest.mark.processes
def test_replaying_does_not_load_flet():
    program = textwrap.dedent(
        """
        import sys
        from qwixx_pad.cli import main
        main(["replay", "-"])
        print(sorted(name for name in sys.modules if name.split(".")[0].startswith("flet")))
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"classic r5\n",
        capture_output=True,
        check=True,
        timeout=WAIT,
    )
    assert done.stdout.splitlines()[1] == b"[]"
