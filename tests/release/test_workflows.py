"""The public CI does what anybody can do by hand: no more rights than it needs, what was locked."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.release.small_project import LOCK

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAY_WRITE = {
    ("site", "deploy"): {"pages", "id-token"},
    ("release", "publish"): {"contents"},
    ("release", "site"): {"pages", "id-token"},
}
OURS = re.compile(r"(?<![\w/])(?:\.ci|tests|docs)/[\w./-]+")

each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path):
    return yaml.safe_load(path.read_text())


def steps(path):
    for job in read(path)["jobs"].values():
        yield from job.get("steps", ())


def commands(path):
    return [step["run"] for step in steps(path) if "run" in step]


@each
def test_foreign_actions_are_pinned_by_commit(path):
    jobs = read(path)["jobs"].values()
    used = [part["uses"] for part in (*steps(path), *jobs) if "uses" in part]
    assert used
    assert not [name for name in used if not re.fullmatch(r"\./.+|\S+@[0-9a-f]{40}", name)]


@each
def test_workflow_permissions_are_minimal(path):
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        writes = {what for what, how in job.get("permissions", {}).items() if how != "read"}
        assert writes == MAY_WRITE.get((path.stem, name), set())


@each
def test_only_app_signing_uses_secrets(path):
    assert path.stem == "apps" or not re.search(r"\bsecrets\.", path.read_text())
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_tag_publishes_only_after_the_checks():
    release, site = (
        read(ROOT / ".github" / "workflows" / f"{name}.yml") for name in ("release", "site")
    )
    jobs = release["jobs"]
    needs = {name: job.get("needs") for name, job in jobs.items()}
    assert needs == {"tests": None, "build": "tests", "publish": "build", "site": "publish"}
    assert jobs["site"]["uses"] == "./.github/workflows/site.yml"
    assert "push" not in site[True]  # YAML takes the word `on` for this


@each
def test_jobs_have_timeouts_and_run_once(path):
    workflow = read(path)
    assert workflow["concurrency"]["group"]
    for job in workflow["jobs"].values():
        assert "uses" in job or job["timeout-minutes"] <= 90


@each
def test_commands_name_existing_scripts_and_folders(path):
    named = {name for command in commands(path) for name in OURS.findall(command)}
    assert {name for name in named if not (ROOT / name).exists()} == set()


@each
def test_commands_are_valid_shell_without_event_text(path):
    for command in commands(path):
        only_read = ["bash", "-n", "-c", command]
        subprocess.run(only_read, check=True)
        assert not re.search(r"\$\{\{\s*github\.(event|head_ref)", command)


def test_tests_run_on_every_promised_python():
    kinds = PROJECT["project"]["classifiers"]
    promised = [kind.rpartition(" ")[2] for kind in kinds if re.search(r" 3\.\d+$", kind)]
    jobs = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    assert jobs["all"]["strategy"]["matrix"]["python"] == promised
    assert {"run": "bash .ci/run"} in jobs["all"]["steps"]


def test_release_command_uses_existing_options():
    command = next(c for c in commands(FILES[0].with_name("release.yml")) if "release.py" in c)
    options = re.findall(r"--[\w-]+", command)
    helped = subprocess.run(
        [sys.executable, ROOT / ".ci" / "release.py", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert len(options) == 3
    assert all(f"{option} " in helped for option in options)


# What people find on the page of the repository


FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_form_asks_as_github_reads_it(path):
    form = read(path)
    assert {*form} == {"name", "description", "labels", "body"}
    asked = [part for part in form["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in asked} <= {"textarea", "input", "dropdown"}
    assert all(part["attributes"]["label"] for part in asked)
    names = [part["id"] for part in asked]
    assert len({*names}) == len(names) > 4


def test_newer_packages_and_actions_are_proposed():
    updates = read(ROOT / ".github" / "dependabot.yml")["updates"]
    assert {each["package-ecosystem"] for each in updates} == {"pip", "github-actions"}
    assert all((ROOT / each["directory"][1:]).is_dir() for each in updates)


def test_lock_is_audited_every_week():
    audit = next(path for path in FILES if path.stem == "audit")
    [when] = read(audit)[True]["schedule"]
    minute, hour, *other, weekday = when["cron"].split()
    assert (minute.isdigit(), hour.isdigit(), other, len(weekday)) == (True, True, ["*", "*"], 1)
    assert any("pip-audit --strict" in command for command in commands(audit))


# What is installed was chosen once, and has a hash


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRY = re.compile(r"^([a-z0-9][a-z0-9.-]*==.+?) \\\n((?:    --hash=\S+(?: \\)?\n)+)", re.MULTILINE)
LOCKED = {
    requirement.name: requirement
    for requirement in (Requirement(entry) for entry, _ in ENTRY.findall(LOCK))
}


TRAINING = "training"
"""What learns the chances anew, by hand: no pad, no test and no release asks for it."""


def asked():
    """All that the pad, its tests and releases ask for, what builds the wheel included."""
    named = PROJECT["project"]["optional-dependencies"].items()
    extras = [texts for extra, texts in named if extra != TRAINING]
    lists = [PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"], *extras]
    texts = [Requirement(text) for each in lists for text in each]
    return [each for each in texts if each.name != PROJECT["project"]["name"]]


@pytest.mark.parametrize("asked", asked(), ids=str)
def test_every_dependency_is_locked_to_a_fitting_version(asked):
    """If it is not, renew the lock; CONTRIBUTING.md says how."""
    [pinned] = LOCKED[canonicalize_name(asked.name)].specifier
    assert asked.specifier.contains(pinned.version)


def test_lock_leaves_out_only_the_training_extra():
    extras = PROJECT["project"]["optional-dependencies"]
    taken = set()
    waiting = re.findall(r" --extra (\w+)", LOCK)
    while waiting:
        extra = waiting.pop()
        taken.add(extra)
        ours = (each for each in map(Requirement, extras[extra]) if each.name == "qwixx-pad")
        waiting += [other for each in ours for other in each.extras if other not in taken]
    assert {*extras} - taken == {TRAINING}


def test_lock_contains_no_index_or_address():
    assert "://" not in LOCK
    assert "--index" not in LOCK


def test_lock_header_matches_contributing():
    [command] = re.findall(r"^#    (uv pip compile .+)$", LOCK, re.MULTILINE)
    assert f"\n    {command}\n" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_ci_installs_only_hashed_packages():
    scripts = ("run", "release_build.py")
    texts = [(ROOT / ".ci" / name).read_text(encoding="utf-8") for name in scripts]
    for path in FILES:
        jobs = read(path)["jobs"].values()
        texts += ["\n".join(step.get("run", "") for step in job.get("steps", ())) for job in jobs]
    for text in texts:
        installs = re.search(r"pip (install|wheel)|\"pip\", \"(install|wheel)\"", text)
        assert not installs or "--require-hashes" in text[: installs.start()]
