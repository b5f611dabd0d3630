"""A process that is killed loses no entry of which it was told that it is kept."""

import pytest

from tests.support.storage.killed_processes import AT_ONCE, killed_at_lines, killed_at_moments

pytestmark = pytest.mark.processes


def test_killed_at_any_moment_no_shown_entry_is_lost(folder):
    assert killed_at_moments(folder, kills=4, seed=1) > 4


@pytest.mark.parametrize("what", AT_ONCE)
def test_killed_at_any_line_of_the_code_nothing_is_lost(folder, tmp_path, what):
    assert killed_at_lines(folder, tmp_path / "work", what, most=12) == 12
