"""What a pad keeps and writes, in the words of the recorded files.

`pytest -n 0 tests/library/test_recorded_pad.py --accept-golden` writes them anew.
"""

import pytest

from qwixx_pad.storage import JOURNAL
from qwixx_pad.storage.content import RecordType
from tests.support.library.recorded_pad import fill


@pytest.fixture
def folder(tmp_path, monkeypatch):
    fill(tmp_path / "pad", monkeypatch)
    return tmp_path / "pad"


def test_recorded_journal_has_each_record_type(recorded, folder):
    """It holds `RecordType`, the values of a summary, and the keys of all settings."""
    text = (folder / JOURNAL).read_text(encoding="ascii")
    recorded("journal.txt", text)
    cells = [cell for line in text.splitlines() for cell in line.split("\t")]
    assert {cell.split(" ")[1] for cell in cells} == {*RecordType}
