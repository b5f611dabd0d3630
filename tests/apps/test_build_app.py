"""The command that builds an app, its icons, and the workflow that builds all of them."""

import re
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import build_app
import draw_icons
import dry_run
import pytest
import yaml
from flet_cli.commands.build import Command
from PIL import Image

from qwixx_pad import __version__

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github" / "workflows" / "apps.yml").read_text()
FLOW = yaml.safe_load(TEXT)
JOB = FLOW["jobs"]["app"]
SYSTEMS = {"ubuntu": "Linux", "macos": "Darwin", "windows": "Windows"}


def test_a_later_release_has_a_higher_number():
    releases = ["0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0", "1.0.99", "1.1.0", "2.0.0"]
    numbers = [build_app.build_number(release) for release in releases]
    assert numbers == sorted(set(numbers))
    assert build_app.build_number("1.2.3") == 10203


@pytest.mark.parametrize(
    "version", ["1.0", "1.0.0rc1", "1.0.0.dev3", "1.0.100", "v1.0.0", "1.0.0\n"]
)
def test_what_no_store_takes_is_no_release(version):
    with pytest.raises(ValueError, match="no release"):
        build_app.build_number(version)


def test_flet_hears_the_version_the_number_and_the_python_beside_what_a_person_adds(monkeypatch):
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


def test_the_icons_of_the_apps_are_drawn_from_the_icon_of_the_pad():
    drawn = draw_icons.drawings((ROOT / "assets" / "icon.svg").read_text())
    assert set(drawn) == {path.name for path in (ROOT / "assets").glob("icon_*.png")}
    for name, svg in drawn.items():
        assert 'rx="228"' not in svg, "what a system cuts itself has no round corners"
        with Image.open(ROOT / "assets" / name) as icon:
            assert icon.size == (draw_icons.SIDE, draw_icons.SIDE)
            assert ("A" in icon.getbands()) == (name == "icon_android.png")


# The workflow


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
    for step in JOB["steps"]:
        assert not re.search(r"\$\{\{\s*(secrets|github\.event)", step.get("run", ""))
    assert "secrets" not in str(JOB.get("env", {})) + str(FLOW["env"])


def test_a_python_that_runs_the_apps_builds_them():
    (python,) = [step["with"] for step in JOB["steps"] if "setup-python" in step.get("uses", "")]
    assert python["python-version"] == dry_run.build_app.PYTHON


def test_what_a_person_reads_of_it_names_what_it_wants_to_be_told():
    told = (ROOT / "docs" / "apps.md").read_text()
    for name in re.findall(r"(?:secrets|vars)\.(\w+)", TEXT):
        assert f"`{name}`" in told
