"""The command that builds an app, its icons, and the workflow that builds all of them."""

import re
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest
import yaml
from flet_cli.commands.build import Command
from PIL import Image

from qwixx_pad import __version__
from tests.support.ci_scripts import ci_script

build_app, draw_icons, dry_run = map(ci_script, ("build_app", "draw_icons", "dry_run"))
ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github" / "workflows" / "apps.yml").read_text()
FLOW = yaml.safe_load(TEXT)
JOB = FLOW["jobs"]["app"]
SYSTEMS = {"ubuntu": "Linux", "macos": "Darwin", "windows": "Windows"}


def test_later_release_has_a_higher_build_number():
    releases = ["0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0", "1.0.99", "1.1.0", "2.0.0"]
    numbers = [build_app.build_number(release) for release in releases]
    assert numbers == sorted(set(numbers))
    assert build_app.build_number("1.2.3") == 10203


@pytest.mark.parametrize(
    "version", ["1.0", "1.0.0rc1", "1.0.0.dev3", "1.0.100", "v1.0.0", "1.0.0\n"]
)
def test_unusable_version_is_refused(version):
    with pytest.raises(ValueError, match="no release"):
        build_app.build_number(version)


def test_flet_gets_version_build_number_and_python(monkeypatch):
    heard = []

    def listen(command, **_):
        heard.append(command)
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", listen)
    assert build_app.main(["apk", "-v"]) == 3
    number = str(build_app.build_number(__version__))
    assert heard[0][1:] == [
        *("-m", "flet.cli", "build", "apk", "."),
        *("--build-version", __version__, "--build-number", number, "--python-version", "3.14"),
        "-v",
    ]


def test_app_icons_are_drawn_from_the_pad_icon():
    drawn = draw_icons.drawings((ROOT / "assets" / "icon.svg").read_text())
    assert set(drawn) == {path.name for path in (ROOT / "assets").glob("icon_*.png")}
    for name, svg in drawn.items():
        assert 'rx="228"' not in svg, "what a system cuts itself has no round corners"
        with Image.open(ROOT / "assets" / name) as icon:
            assert icon.size == (draw_icons.SIDE, draw_icons.SIDE)
            assert ("A" in icon.getbands()) == (name == "icon_android.png")


# The workflow


def test_workflow_builds_every_system():
    built = [each["target"] for each in JOB["strategy"]["matrix"]["include"]]
    assert sorted(built) == sorted(dry_run.TARGETS)


def test_workflow_builds_where_flet_supports_it():
    can = Command(ArgumentParser()).platforms
    for each in JOB["strategy"]["matrix"]["include"]:
        runner = SYSTEMS[each["runner"].partition("-")[0]]
        assert runner in can[each["target"]]["can_be_run_on"]


def test_workflow_runs_only_on_tags_or_by_hand():
    assert FLOW[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}


def test_secrets_are_passed_by_environment_only():
    for step in JOB["steps"]:
        assert not re.search(r"\$\{\{\s*(secrets|github\.event)", step.get("run", ""))
    assert "secrets" not in str(JOB.get("env", {})) + str(FLOW["env"])


def test_build_uses_the_python_that_runs_the_apps():
    (python,) = [step["with"] for step in JOB["steps"] if "setup-python" in step.get("uses", "")]
    assert python["python-version"] == dry_run.build_app.PYTHON


def test_apps_page_names_every_secret_and_variable():
    page = (ROOT / "docs" / "apps.md").read_text()
    for name in re.findall(r"(?:secrets|vars)\.(\w+)", TEXT):
        assert f"`{name}`" in page
