"""What is installed on the public CI and for a release was chosen once, and has a hash."""

import re
import tomllib
from importlib.metadata import distribution
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
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def asked(*, without=""):
    """All that pyproject.toml asks for, what builds the wheel included, but one kind of extras."""
    extras = PROJECT["project"]["optional-dependencies"]
    lists = [PROJECT["project"]["dependencies"], *(extras[e] for e in extras if e != without)]
    lists += [] if without else [PROJECT["build-system"]["requires"]]
    texts = [Requirement(text) for each in lists for text in each]
    return [each for each in texts if each.name != PROJECT["project"]["name"]]


def version_of(name):
    [pinned] = LOCKED[name].specifier
    return pinned.version


@pytest.mark.parametrize("asked", asked(), ids=str)
def test_every_dependency_is_locked_in_a_version_that_suits_it(asked):
    """If it is not, renew the lock; CONTRIBUTING.md says how."""
    assert asked.specifier.contains(version_of(canonicalize_name(asked.name)))


@pytest.mark.parametrize("python", PYTHONS)
def test_what_the_dependencies_ask_for_is_locked_for_every_python(python):
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    direct = asked(without="dev")  # whose tools are not installed where tests alone are run
    wanted, seen = [(canonicalize_name(each.name), *each.extras) for each in direct], set()
    while wanted:
        name, *extras = key = wanted.pop()
        if tuple(key) in seen or not applies(LOCKED[name].marker, environment):
            continue
        seen.add(tuple(key))
        for text in distribution(name).requires or ():
            needed = Requirement(text)
            if any(applies(needed.marker, environment | {"extra": e}) for e in ("", *extras)):
                assert canonicalize_name(needed.name) in LOCKED, f"{name} needs {needed}"
                wanted.append((canonicalize_name(needed.name), *needed.extras))
    assert len(seen) > 60


def applies(marker, environment):
    return marker is None or marker.evaluate(environment)


def test_every_entry_is_one_version_known_by_hashes_alone():
    entries = ENTRY.findall(LOCK)
    assert len(entries) == len(LOCKED) > 60
    for entry, hashes in entries:
        assert re.fullmatch(r"[a-z0-9.-]+==[0-9][^ ]*( ; .+)?", entry)
        assert re.fullmatch(r"(    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", hashes)


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
