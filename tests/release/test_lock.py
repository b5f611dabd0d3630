"""What is installed on the public CI and for a release was chosen once, and has a hash."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / ".ci" / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRY = re.compile(r"^([a-z0-9][a-z0-9.-]*==.+?) \\\n((?:    --hash=\S+(?: \\)?\n)+)", re.MULTILINE)
LOCKED = {
    requirement.name: requirement
    for requirement in (Requirement(entry) for entry, _ in ENTRY.findall(LOCK))
}


def asked():
    """All that pyproject.toml asks for, what builds the wheel included."""
    extras = PROJECT["project"]["optional-dependencies"].values()
    lists = [PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"], *extras]
    texts = [Requirement(text) for each in lists for text in each]
    return [each for each in texts if each.name != PROJECT["project"]["name"]]


@pytest.mark.parametrize("asked", asked(), ids=str)
def test_every_dependency_is_locked_in_a_version_that_suits_it(asked):
    """If it is not, renew the lock; CONTRIBUTING.md says how."""
    [pinned] = LOCKED[canonicalize_name(asked.name)].specifier
    assert asked.specifier.contains(pinned.version)


def test_the_lock_sends_nobody_to_a_place():
    assert "://" not in LOCK
    assert "--index" not in LOCK


def test_the_lock_says_how_it_is_renewed_as_contributing_does():
    [command] = re.findall(r"^#    (uv pip compile .+)$", LOCK, re.MULTILINE)
    assert f"\n    {command}\n" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_whatever_is_installed_on_the_public_ci_was_fetched_by_its_hash():
    texts = [(ROOT / ".ci" / "run").read_text(encoding="utf-8")]
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
        texts += ["\n".join(step.get("run", "") for step in job.get("steps", ())) for job in jobs]
    for text in texts:
        installs = re.search(r"pip install|release\.py", text)
        assert not installs or "--require-hashes" in text[: installs.start()]
