"""What takes long to build: built once in a run of the tests, however many processes it has."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from qwixx_pad.pwa.build import build_site

ROOT = Path(__file__).parents[2]


def once(workshop, name, build):
    """Whoever comes first builds it, the others wait; all of them only read it.

    Args:
        workshop: A folder that all processes of the run share.
        name: Of what is built, and of its folder.
        build: Is given that folder, which is not there yet.
    """
    ready = workshop / name
    unfinished = workshop / f"{name}-unfinished"
    with (workshop / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            build(unfinished)
            unfinished.rename(ready)
    return ready


def built_site(workshop):
    """The site, built as the command does it."""
    return once(workshop, "site", build_site)


def built_wheel(workshop):
    """The wheel of the pad."""
    return next(once(workshop, "wheel", _wheel).glob("*.whl"))


def _wheel(folder):
    """Build it of a copy: a `build` that lies here may still have modules that are gone."""
    source = folder.with_name("wheel-source")
    for name in ("qwixx_pad", "assets"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", folder, source]
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout.decode()
    (folder / "build.log").write_bytes(done.stdout)
