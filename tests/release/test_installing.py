"""The README's commands install what was tested, and a new warning fails no test elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.ci_scripts import ci_script

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_constraints_are_the_versions_of_the_lock():
    """After a change: `python3 .ci/list_constraints.py`."""
    script = ci_script("list_constraints")
    text = script.CONSTRAINTS.read_text(encoding="utf-8")
    assert text == script.constraints()
    assert len(text.splitlines()) > 100


@pytest.mark.parametrize(("name", "runs"), [("run", "qwixx-pad"), ("test", "pytest")])
def test_readme_has_one_line_that_installs_and_runs(name, runs):
    [lines] = re.findall(rf"^<!-- {name} -->\n```sh\n((?:.+\n)+)```$", README, re.MULTILINE)
    assert lines.count("\n") == 1
    assert lines.endswith(f" && .venv/bin/{runs}\n")


def test_readme_installs_the_tested_versions():
    installs = re.findall(r"pip install .*", README)
    assert len(installs) == 5
    assert [each for each in installs if " -c .ci/constraints.txt " not in each] == []


@pytest.mark.parametrize("ci", ["true", ""])
def test_warnings_are_errors_only_on_the_ci(tmp_path, ci):
    test = tmp_path / "test_warning.py"
    test.write_text("import warnings\n\ndef test():\n    warnings.warn('new')\n")
    settings = ("-c", ROOT / "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *settings, test],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"CI": ci},
    )
    assert done.returncode == (1 if ci else 0), done.stdout.decode()
