"""Build an app: `flet build` with the version of the pad, which it cannot read itself.

    .venv/bin/python .ci/build_app.py apk|aab|ipa|linux|macos|windows [OPTIONS OF FLET BUILD]

All other settings are in `pyproject.toml` under `[tool.flet]`. It needs the extra `apps`, and what
`docs/apps.md` says about each system.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON = "3.14"
"""The version in the apps: the newest that Flet 1.0.5 has."""
_RELEASE = re.compile(r"(\d+)\.(\d\d?)\.(\d\d?)", re.ASCII)
_STEP = 100


def version() -> str:
    source = (ROOT / "qwixx_pad" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise ValueError("qwixx_pad/__init__.py names no version")
    return found[1]


def build_number(version: str) -> int:
    """The build number for app stores: for 1.2.3 it is 10203.

    Raises:
        ValueError: The version is no release such as `1.2.3`; stores accept nothing else.
    """
    parts = _RELEASE.fullmatch(version)
    if parts is None:
        raise ValueError(f"{version!r} is no release of the form 1.2.3; stores take nothing else")
    major, minor, patch = map(int, parts.groups())
    return (major * _STEP + minor) * _STEP + patch


def options(version: str) -> list[str]:
    """The options of `flet build` for a version.

    Args:
        version: Of the pad.
    """
    number = str(build_number(version))
    return ["--build-version", version, "--build-number", number, "--python-version", PYTHON]


def main(arguments: Sequence[str]) -> int:
    """Run `flet build` with a target and its options; return its exit status."""
    if not arguments or arguments[0].startswith("-"):
        sys.stderr.write(__doc__ or "")
        return 2
    target, *more = arguments
    command = [sys.executable, "-m", "flet.cli", "build", target, ".", *options(version()), *more]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
