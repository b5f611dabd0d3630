"""A release, and the facts about it in the repository."""

import re
import subprocess
import sys
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BRANCH = "main"
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_HEADING = re.compile(r"^## (?P<version>\S+), (?P<when>.+)$", re.MULTILINE)


class Reason(IntEnum):
    """The reasons for which there is no release; their numbers are exit statuses."""

    VERSION = 10
    TREE = 11
    BRANCH = 12
    TAG = 13
    CHANGELOG = 14
    CHECKS = 15
    WHEEL = 16
    REPEAT = 17
    SITE = 18
    FOLDER = 19
    WORKS = 20
    FAILED = 21


class RefusedError(Exception):
    """There is no release.

    Attributes:
        reason: Why; also the exit status.
    """

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass(frozen=True)
class Section:
    """The newest section of the change log."""

    version: str
    when: str
    text: str


@dataclass(frozen=True)
class Release:
    """The requested release.

    Attributes:
        version: The requested version.
        tagged: Whether the tag exists and is only to be built.
        commit: The commit that HEAD was at when it was requested.
    """

    version: str
    tagged: bool
    commit: str

    @property
    def tag(self) -> str:
        return f"v{self.version}"

    @cached_property
    def epoch(self) -> int:
        """The time of the commit in seconds, for all files made from it."""
        return int(git("show", "-s", "--format=%ct", self.commit))

    @cached_property
    def notes(self) -> Section:
        return newest_section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


def git(*arguments: str) -> str:
    """Run git and return its output.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def try_git(*arguments: str) -> str | None:
    """Run git and return its output; None if it failed."""
    try:
        return git(*arguments)
    except subprocess.CalledProcessError:
        return None


def refuse_if(is_wrong: object, reason: Reason, sentence: str) -> None:
    """Stop the release if a condition holds.

    Raises:
        RefusedError: It does.
    """
    if is_wrong:
        raise RefusedError(reason, sentence)


def newest_section(text: str) -> Section:
    """The first section of a change log; an empty one if there is none."""
    headings = list(_HEADING.finditer(text))
    if not headings:
        return Section("", "", "")
    end = headings[1].start() if len(headings) > 1 else len(text)
    first = headings[0]
    return Section(first["version"], first["when"], text[first.end() : end].strip())


def say(text: str) -> None:
    """Print a line about the progress."""
    sys.stdout.write(f"release: {text}\n")
    sys.stdout.flush()
