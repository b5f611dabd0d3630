"""What a pad keeps and writes, in the words of the recorded files.

`pytest -n 0 tests/library/test_recorded_pad.py --accept-golden` writes them anew.
"""

import io
import json
import tomllib
from contextlib import closing
from dataclasses import fields, replace

import pytest

from qwixx_pad.cli import main, replay_lines
from qwixx_pad.layouts import canonical_text, custom_from_text, custom_from_toml
from qwixx_pad.library import exchange
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.settings import Settings
from qwixx_pad.storage import JOURNAL_FILE, open_storage
from qwixx_pad.storage.content import RecordType
from tests.support.library.recorded_pad import FULL_SHEET, SETTINGS, all_settings, fill, game
from tests.support.own_layouts import MIRROR
from tests.support.recorded_files import RECORDED
from tests.support.sample_games import GAMES
from tests.support.storage.sample_journals import NOON


@pytest.fixture
def folder(tmp_path, monkeypatch):
    fill(tmp_path / "pad", monkeypatch)
    return tmp_path / "pad"


def test_recorded_journal_has_each_record_type(recorded, folder):
    """It holds `RecordType`, the values of a summary, and the keys of all settings."""
    text = (folder / JOURNAL_FILE).read_text(encoding="ascii")
    recorded("journal.txt", text)
    cells = [cell for line in text.splitlines() for cell in line.split("\t")]
    assert {cell.split(" ")[1] for cell in cells} == {*RecordType}


def test_recorded_settings_have_every_field(recorded):
    """They hold the keys that the fields of `Settings` are annotated with."""
    recorded("settings.json", f"{json.dumps(SETTINGS.to_texts(), indent=1)}\n")
    for field in fields(SETTINGS):
        assert getattr(SETTINGS, field.name) != field.default, field.name


def test_recorded_backup(recorded, folder):
    """It holds the keys of `library/exchange.py`, and those of sheets in `layouts/text.py`."""
    with closing(open_storage(folder, now=NOON)[0]) as storage:
        texts = storage.read_settings()
        text = "".join(
            exchange.encode_file(storage.iter_games(), NOON, Settings.from_texts(texts), texts)
        )
    recorded("backup.json", text)
    read = exchange.parse_file(text.encode(), NOON)
    assert [len(read.games), read.unreadable, read.damaged_sheets] == [25, 0, frozenset()]
    assert dict(read.settings) == Settings.from_texts(texts).to_texts()


def test_recorded_game_file(recorded):
    """It holds what the file of one game on a sheet of one's own says."""
    saved = game("mirror", f"{MIRROR.name} r12 r11 - end", 1, "Zoë")
    texts = dict(all_settings()) | {remark_key("mirror"): Remark("Home", "Late").stored_text}
    recorded("game.json", "".join(exchange.encode_file([(saved, None)], NOON, all_settings=texts)))


def test_recorded_sheet_text_has_every_key(recorded):
    """It holds the canonical text of a sheet; its hash names the sheet in a game line."""
    content = tomllib.loads(FULL_SHEET)
    layout = custom_from_toml("full", FULL_SHEET.encode())
    text = canonical_text(layout)
    recorded("sheet.json", f"{text}\n")
    unsaid = {"title", "description", "family", "default", "bgg"}
    assert content.keys() - unsaid == json.loads(text).keys()
    assert custom_from_text("full", text) == replace(
        layout, title="", description="", family="", bgg=None
    )


def test_recorded_statistics(recorded, folder, capsys):
    """They hold the keys of the figures in `history`."""
    for player in ([], ["--player", "Anna"]):
        assert main(["--data", str(folder), "stats", "--json", *player]) == 0
    recorded("stats.json", capsys.readouterr().out)


def test_recorded_import_result(recorded, tmp_path, capsys):
    assert main(["--data", str(tmp_path), "import", "--json", str(RECORDED / "backup.json")]) == 0
    recorded("import.json", capsys.readouterr().out)


def test_recorded_replay(recorded):
    out = io.StringIO()
    replay_lines([*GAMES, "no game"], out)
    recorded("replay.txt", out.getvalue())
