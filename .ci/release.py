"""Make a release, or say in one sentence why there is none: `python3 .ci/release.py 0.1.0`.

It needs git, Python 3.11 and the network; nothing has to be installed. Everything is built from a
fresh export of the commit, so that it contains no other files, and built twice, so that anyone who
builds the commit can compare the bytes. It pushes nothing. The source is an archive of the commit.
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from release_build import Workshop, build
from release_checks import (
    check_branch,
    check_changelog,
    check_tag,
    check_tests,
    check_tree,
    check_version,
)
from release_facts import BRANCH, ROOT, Reason, RefusedError, Release, git, refuse_if, say


def write_release(files: dict[str, bytes], out: Path) -> None:
    """Write the files of a release with their checksums."""
    out.mkdir(parents=True, exist_ok=True)
    sums = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())]
    for name, data in {**files, "SHA256SUMS": "".join(sums).encode()}.items():
        (out / name).write_bytes(data)


def make(given: argparse.Namespace) -> None:
    release = Release(given.version, given.tagged, git("rev-parse", "HEAD"))
    out = given.out or ROOT / "dist" / release.version
    full = out.is_dir() and any(out.iterdir())
    refuse_if(full and not given.dry_run, Reason.FOLDER, f"{out} is not empty.")
    check_version(release)
    check_tree()
    check_branch(release)
    check_tag(release)
    check_changelog(release)
    check_tests(release, given.tests_passed_for)
    with tempfile.TemporaryDirectory() as folder:
        files = build(release, Workshop(Path(folder), release))
    if given.dry_run:
        say(f"{release.tag} could be released: {', '.join(sorted(files))}.")
        return
    write_release(files, out)
    say(f"{release.tag} is in {out}.")
    if not release.tagged:
        message = f"Qwixx Pad {release.version}\n\n{release.notes.text}\n"
        git(
            "tag",
            "--annotate",
            "--cleanup=verbatim",
            "--message",
            message,
            release.tag,
            release.commit,
        )
        say(f"tagged. To publish it: git push --atomic origin {BRANCH} {release.tag}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is the reason for which there is no release."""
    parser = argparse.ArgumentParser(description="Make a release, or say why there is none.")
    parser.add_argument("version", help="like 1.2.3")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep it here (dist/VERSION)")
    parser.add_argument(
        "--dry-run", action="store_true", help="check and build; keep and tag nothing"
    )
    parser.add_argument(
        "--tagged", action="store_true", help="the tag is there: check it and build"
    )
    parser.add_argument(
        "--tests-passed-for", metavar="SHA", help="for CI: checks passed on this commit"
    )
    try:
        make(parser.parse_args(arguments))
    except RefusedError as error:
        sys.stderr.write(f"release: {error}\n")
        return error.reason
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd))
        sys.stderr.write(f"{error.stderr or ''}release: This failed: {command}\n")
        return Reason.FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
