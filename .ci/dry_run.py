"""Show what `flet build` would do for a system, without Flutter or a network.

    .venv/bin/python .ci/dry_run.py apk

Flet's own command reads the pad's settings, decides and draws; its calls of Flutter and Dart are
only recorded. This relies on the inside of flet-cli 1.0.5: check it with another version.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import patch

import build_app
from flet_cli.commands import build, build_base
from flet_cli.commands.flutter_base import BaseFlutterCommand
from flet_cli.utils import python_versions

ROOT = Path(__file__).parents[1]
TARGETS = ("apk", "aab", "ipa", "linux", "macos", "windows")
_PYTHONS = {
    "default_python_version": "3.13",
    "pythons": {
        short: {
            "full_version": f"{short}.0",
            "pyodide_version": "0",
            "android_abis": ["arm64-v8a", "x86_64"],
            "prerelease": short == "3.15",
        }
        for short in ("3.12", "3.13", "3.14", "3.15")
    },
}
"""Replaces the list that Flet downloads; the pad's version is neither its default nor its last."""


class WouldStopError(Exception):
    """Flet would refuse to build; the text is its reason."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a build.

    Attributes:
        settings: The values from which the app's project is made, by Flet's names.
        packaging: The arguments with which the Python part is packed.
        build: The arguments of `flutter build`.
        files: The pad's files in the app.
        pictures: The sizes of icons and splash screens, by path.
        output: The lines that Flet prints.
        pictures_in: The folder of the pictures.
    """

    settings: dict[str, Any]
    packaging: tuple[str, ...]
    build: tuple[str, ...]
    files: tuple[str, ...]
    pictures: dict[str, tuple[int, int]]
    output: tuple[str, ...]
    pictures_in: str


class _Listening(build.Command):  # type: ignore[misc]  # flet-cli has no types
    """Flet's command, with its calls of other programs recorded."""

    called: list[list[str]]

    def cleanup(self, exit_code: int, message: Any = None, **_: object) -> NoReturn:  # noqa: ANN401
        raise WouldStopError(f"{message or exit_code}")

    def update_status(self, status: str) -> None:
        """Do nothing."""

    def run(self, args: list[str], *_: object, **__: object) -> SimpleNamespace:
        """Record a call."""
        self.called.append([*map(str, args)])
        assert self.build_dir is not None
        (self.build_dir / "python-app").mkdir(exist_ok=True)
        return SimpleNamespace(returncode=0, stdout="", stderr="")


def plan(target: str, pictures: Path, *more: str) -> Plan:
    """Plan a build for a system.

    Args:
        target: Such as `apk`.
        pictures: An empty folder for the pictures.
        more: Further options of `flet build`.

    Raises:
        WouldStopError: Flet would refuse.
    """
    with tempfile.TemporaryDirectory() as folder, _offline(Path(folder)):
        project = Path(folder) / "project"
        project.mkdir()
        for entry in ROOT.iterdir():
            if entry.name != "build":
                (project / entry.name).symlink_to(entry)
        return _plan(target, project, pictures, more)


@contextmanager
def _offline(folder: Path) -> Iterator[None]:
    """Let Flet read its list of Pythons from a file, look for no Flutter, and draw all pictures."""
    manifest = folder / "pythons.json"
    manifest.write_text(json.dumps(_PYTHONS), encoding="utf-8")
    write = build_base.write
    load_data = python_versions._load_data  # noqa: SLF001 - it caches for good

    def draw_all(result: Any, project: Path, **_: object) -> Any:  # noqa: ANN401
        return write(result, project, declared_only=False)

    with (
        patch.dict(os.environ, {python_versions.MANIFEST_PATH_ENV: str(manifest)}),
        patch.object(BaseFlutterCommand, "initialize_command", lambda _: None),
        patch.object(build_base, "write", draw_all),
    ):
        load_data.cache_clear()
        try:
            yield
        finally:
            load_data.cache_clear()


def _plan(target: str, project: Path, pictures: Path, more: tuple[str, ...]) -> Plan:
    command = _command(target, project, more)
    with build_base.console.capture() as output:
        command.initialize_command()
        command.validate_entry_point()
        command.setup_template_data()
        command.flutter_dir = pictures
        command.package_python_app()
        command.customize_icons()
        command.customize_splash_images()
        command._run_flutter_command()  # noqa: SLF001 - beyond it lies only Flutter
    packaging, building = command.called
    return Plan(
        settings=command.template_data | {"python": command.python_release.short},
        packaging=tuple(packaging),
        build=tuple(building),
        files=tuple(sorted(_packed(project, packaging))),
        pictures=dict(sorted(_drawn(pictures))),
        output=tuple(output.get().splitlines()),
        pictures_in=str(pictures),
    )


def _command(target: str, project: Path, more: tuple[str, ...]) -> _Listening:
    parser = argparse.ArgumentParser()
    command = _Listening(parser)
    arguments = [target, str(project), *build_app.options(build_app.version()), *more]
    # the command's own `handle` would build
    build_base.BaseBuildCommand.handle(command, parser.parse_args(arguments))
    command.called = []
    command.emojis = dict.fromkeys(("checkmark", "loading", "success", "directory"), "")
    command.dart_exe = "dart"
    command.flutter_exe = "flutter"
    command.template_digest = ""
    return command


def _packed(project: Path, packaging: list[str]) -> Iterator[str]:
    """Yield the files that the packer copies; it leaves out the excluded paths."""
    excluded = {path for flag, path in pairwise(packaging) if flag == "--exclude"}

    def walk(folder: Path) -> Iterator[str]:
        for entry in folder.iterdir():
            name = entry.relative_to(project).as_posix()
            if name in excluded:
                continue
            if entry.is_dir():
                yield from walk(entry)
            else:
                yield name

    return walk(project)


def _drawn(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    from PIL import Image  # noqa: PLC0415 - Flet brings it along

    for path in folder.rglob("*.*"):
        if path.suffix in {".png", ".ico"}:
            with Image.open(path) as picture:
                yield path.relative_to(folder).as_posix(), picture.size


def main() -> None:
    """Print the plan for a system as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--pictures", type=Path, help="keep what was drawn in this folder")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pictures = given.pictures or Path(folder)
        pictures.mkdir(parents=True, exist_ok=True)
        printed = asdict(plan(given.target, pictures))
    printed["settings"].pop("pyproject")
    json.dump(printed, sys.stdout, indent=1, default=str)


if __name__ == "__main__":
    main()
