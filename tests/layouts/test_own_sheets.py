"""Sheets of one's own: checked by a command, named by what they say, played by `replay`."""

import io
import json
import os

import pytest

from qwixx_pad.cli import ACCEPTED, REFUSED, UNREADABLE, main, replay_file
from qwixx_pad.layouts.loader import MAX_LAYOUT_CHARS
from tests.support.own_layouts import MIRROR, MIRROR_FILE

NAME = MIRROR.name
NO_CROSS = "actions: The roller makes 1 to 9 crosses in a roll."


@pytest.fixture
def folder(tmp_path):
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "mirror.toml").write_bytes(MIRROR_FILE)
    (sheets / "broken.toml").write_text('extends = "classic"\nactions = 0\n')
    return sheets


def replayed(tmp_path, folder, line):
    game = tmp_path / "game.txt"
    game.write_text(line)
    out = io.StringIO()
    return replay_file(str(game), out, folder), json.loads(out.getvalue())


def test_check_prints_the_game_line_name(folder, capsys):
    assert main(["layout", "check", str(folder / "mirror.toml")]) == 0
    assert capsys.readouterr().out.rstrip().endswith(NAME)
    assert NAME.startswith("own:mirror-")


def test_check_reports_every_problem_with_its_line(folder, capsys):
    path = folder / "broken.toml"
    assert main(["layout", "check", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}:2: {NO_CROSS}\n"


def test_check_reports_a_missing_file(tmp_path, capsys):
    assert main(["layout", "check", str(tmp_path / "none.toml")]) == UNREADABLE
    assert "none.toml" in capsys.readouterr().out


@pytest.mark.processes
def test_only_beginnings_of_regular_files_are_read(tmp_path, folder, capsys):
    """A pipe would be waited for; the large file is a hole, which takes no space on the disk."""
    os.mkfifo(pipe := folder / "pipe.toml")
    (huge := folder / "huge.toml").touch()
    os.truncate(huge, 1 << 40)
    assert main(["layout", "check", str(folder / "mirror.toml")]) == ACCEPTED
    assert main(["layout", "check", str(huge)]) == REFUSED
    assert main(["layout", "check", str(pipe)]) == UNREADABLE
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == [
        f"{huge}:1: A sheet has at most {MAX_LAYOUT_CHARS} characters.",
        f"{pipe}: Not a regular file",
    ]
    assert replayed(tmp_path, folder, f"{NAME} r12 r11")[0] == ACCEPTED


def test_replay_plays_a_sheet_of_the_folder(tmp_path, folder):
    status, shown = replayed(tmp_path, folder, f"{NAME}/2+finish-turn 1:r12 1:r2")
    assert (status, shown["layout"]) == (REFUSED, NAME)
    assert shown["refused"]["reason"] == "needs_more"
    assert replayed(tmp_path, folder, f"{NAME} r12 r11")[0] == ACCEPTED


def test_changed_sheet_file_does_not_match_the_line(tmp_path, folder):
    (folder / "mirror.toml").write_bytes(MIRROR_FILE + b"needs = 6\n")
    status, shown = replayed(tmp_path, folder, f"{NAME} r12")
    assert status == UNREADABLE
    assert list(shown) == ["line", "error"]


def test_missing_layout_folder_is_reported(tmp_path, capsys):
    game = tmp_path / "game.txt"
    game.write_text("classic r5")
    assert replay_file(str(game), io.StringIO(), tmp_path / "nowhere") == UNREADABLE
    assert "nowhere" in capsys.readouterr().err


def test_faults_of_all_files_in_the_folder_are_reported(tmp_path, folder, capsys):
    (folder / "worse.toml").write_text('extends = "classic"\ncolour = 1\nactions = 0\n')
    assert replayed(tmp_path, folder, "classic r5")[0] == ACCEPTED
    errors = capsys.readouterr().err.splitlines()
    assert [line.rpartition("/")[2] for line in errors] == [
        f"broken.toml:2: {NO_CROSS}",
        "worse.toml:2: colour: There is no such key.",
        f"worse.toml:3: {NO_CROSS}",
    ]


@pytest.mark.parametrize("behind", [False, True])
def test_layouts_option_works_before_or_after_the_command(tmp_path, folder, capsys, behind):
    game = tmp_path / "game.txt"
    game.write_text(f"{NAME} r12")
    option = ["--layouts", str(folder)]
    command = ["replay", str(game)]
    assert main([*command, *option] if behind else [*option, *command]) == ACCEPTED
    assert json.loads(capsys.readouterr().out)["layout"] == NAME


def test_layouts_option_is_refused_for_other_commands(tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--layouts", str(tmp_path), "stats"])
    assert "--layouts is for the pad itself and for replay" in capsys.readouterr().err
