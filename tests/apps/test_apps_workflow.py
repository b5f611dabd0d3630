"""The workflow that builds the apps on a public CI: what of it can be known without running it."""

import re
from argparse import ArgumentParser
from pathlib import Path

import dry_run
import yaml
from flet_cli.commands.build import Command

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github" / "workflows" / "apps.yml").read_text()
FLOW = yaml.safe_load(TEXT)
JOB = FLOW["jobs"]["app"]
STEPS = JOB["steps"]
SYSTEMS = {"ubuntu": "Linux", "macos": "Darwin", "windows": "Windows"}


def test_every_system_is_built():
    built = [each["target"] for each in JOB["strategy"]["matrix"]["include"]]
    assert sorted(built) == sorted(dry_run.TARGETS)


def test_each_is_built_where_flet_can_build_it():
    can = Command(ArgumentParser()).platforms
    for each in JOB["strategy"]["matrix"]["include"]:
        runner = SYSTEMS[each["runner"].partition("-")[0]]
        assert runner in can[each["target"]]["can_be_run_on"]


def test_it_runs_on_a_tag_and_by_hand_and_never_for_a_stranger():
    assert FLOW[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}


def test_secrets_reach_a_step_by_its_environment_and_never_by_the_text_of_a_command():
    for step in STEPS:
        assert not re.search(r"\$\{\{\s*(secrets|github\.event)", step.get("run", ""))
    assert "secrets" not in str(JOB.get("env", {})) + str(FLOW["env"])


def test_a_python_that_runs_the_apps_builds_them():
    (python,) = [step["with"] for step in STEPS if "setup-python" in step.get("uses", "")]
    assert python["python-version"] == dry_run.build_app.PYTHON


def test_what_a_person_reads_of_it_names_what_it_wants_to_be_told():
    told = (ROOT / "docs" / "apps.md").read_text()
    for name in re.findall(r"(?:secrets|vars)\.(\w+)", TEXT):
        assert f"`{name}`" in told
