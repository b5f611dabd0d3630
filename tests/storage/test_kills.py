"""A process that is killed loses no entry that was confirmed."""

import pytest

from tests.support.storage.killed_processes import AT_ONCE, killed_at_lines, killed_at_moments

pytestmark = pytest.mark.processes


def test_kill_at_any_moment_loses_no_shown_entry(folder):
    assert killed_at_moments(folder, kills=4, seed=1) > 4


@pytest.mark.parametrize("what", AT_ONCE)
def test_kill_at_any_code_line_loses_nothing(folder, tmp_path, what):
    assert killed_at_lines(folder, tmp_path / "work", what, most=12) == 12
