"""What each released version wrote still opens, and means the same.

A folder of tests/released has the files of its version; nothing in it may ever be changed.
"""

import csv
import io
import json
from pathlib import Path

import pytest

from qwixx_pad import __version__
from qwixx_pad.cli import main
from qwixx_pad.layouts import custom_from_text
from qwixx_pad.multiplayer.online.replica import OnlineTableRecord, PendingState
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.wire import WIRE_VERSION, read_news, read_request
from qwixx_pad.settings import Settings
from qwixx_pad.storage import JOURNAL_FILE
from tests.support.recorded_files import RECORDED

RELEASED = sorted((Path(__file__).parent / "released").iterdir())


@pytest.fixture(params=RELEASED, ids=lambda folder: folder.name)
def released(request):
    """Reads a file of a released version."""
    return lambda name: (request.param / name).read_text(encoding="utf-8")


@pytest.fixture
def pad(tmp_path, capsys):
    """Runs a command on a pad, and returns what it prints."""

    def run(*command):
        assert main(["--data", str(tmp_path), *command]) == 0
        return capsys.readouterr().out

    return run


def sheets(text):
    """The sheets of a spreadsheet, by game and seat."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    return {(row["game"], row["seat"]): row for row in rows}


def assert_has_all_games(pad, released):
    assert {*released("lines.txt").splitlines()} <= {*pad("export", "--lines").splitlines()}
    now = sheets(pad("export", "--csv"))
    for key, row in sheets(released("games.csv")).items():
        assert row.items() <= now[key].items()


def test_this_version_writes_its_released_files():
    """Raise the version before the first change of a format; then copy the recorded files."""
    files = {file.name: file.read_bytes() for file in RECORDED.iterdir()}
    (folder,) = (folder for folder in RELEASED if folder.name == __version__)
    released = {file.name: file.read_bytes() for file in folder.iterdir() if file.name in files}
    assert released.items() <= files.items()


def test_released_journal_has_its_games_and_totals(released, tmp_path, pad):
    """Also after something of this version was written behind them."""
    (tmp_path / JOURNAL_FILE).write_text(released("journal.txt"), encoding="utf-8")
    assert_has_all_games(pad, released)
    (tmp_path / "further.txt").write_text("classic r2 r11\n", encoding="utf-8")
    pad("import", str(tmp_path / "further.txt"))
    assert_has_all_games(pad, released)
    assert "classic r2 r11" in pad("export", "--lines").splitlines()


def test_released_backup_restores_its_games_and_totals(released, tmp_path, pad):
    (tmp_path / "backup.json").write_text(released("backup.json"), encoding="utf-8")
    pad("import", str(tmp_path / "backup.json"))
    assert_has_all_games(pad, released)


def test_released_game_file_adds_its_game(released, tmp_path, pad):
    (tmp_path / "game.json").write_text(released("game.json"), encoding="utf-8")
    pad("import", str(tmp_path / "game.json"))
    (game,) = json.loads(released("game.json"))["games"]
    assert pad("export", "--lines") == f"{game['line']}\n"


def test_released_settings_are_all_read(released):
    settings = json.loads(released("settings.json"))
    assert settings.items() <= dict(Settings.from_texts(settings).to_texts()).items()


def test_released_sheet_is_read_from_its_text(released):
    assert custom_from_text("full", released("sheet.json").strip()).name.startswith("own:full-")


def test_released_tables_of_a_phone_are_read(released):
    table, record, pending = released("tables.txt").splitlines()
    assert Seating.read(table)
    assert OnlineTableRecord.read(record)
    assert PendingState.read(pending) != PendingState()


def test_released_wire_is_understood_as_long_as_its_version_is(released):
    """A phone of another version of the wire is refused at once, by its first message."""
    first = json.loads(released("answers.txt").splitlines()[0])
    if first["wire"] == WIRE_VERSION:
        requests = map(json.loads, released("requests.txt").splitlines())
        assert None not in map(read_request, requests)
        assert read_news(json.loads(released("news.txt").splitlines()[0]), "")
