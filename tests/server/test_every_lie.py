"""A device that lies in every field that it can send harms nobody."""

import gc
import logging

from lies import lied_to
from test_liars import in_time


@in_time
async def test_no_lie_of_a_seated_guest_reaches_more_than_its_own_screen(tmp_path, caplog, capfd):
    """A message for each field of each kind; `bench/run.py kills` tells each lie in each."""
    assert await lied_to(tmp_path / "pad", every=13) > 150
    assert [file.name for file in tmp_path.iterdir()] == ["pad"]
    gc.collect()
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
    assert "Traceback" not in capfd.readouterr().err
