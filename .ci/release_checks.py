"""The checks before a release is built, one function each."""

import re
import subprocess
from datetime import datetime

from release_facts import BRANCH, ROOT, VERSION, Release, Why, asks, git, refuse_if


def check_tree() -> None:
    """Check that all files are committed."""
    status = git("status", "--porcelain", "--untracked-files=all")
    files = ", ".join(status.splitlines()[:5])
    refuse_if(status, Why.TREE, f"The work tree is not clean: {files}.")


def check_branch(release: Release) -> None:
    """Check that the release is on the public branch, as it is now."""
    if release.tagged:
        is_inside = asks("merge-base", "--is-ancestor", "HEAD", f"origin/{BRANCH}") is not None
        refuse_if(not is_inside, Why.BRANCH, f"{release.tag} is not a commit of {BRANCH}.")
        return
    current = asks("symbolic-ref", "--short", "HEAD") or "no branch"
    refuse_if(
        current != BRANCH, Why.BRANCH, f"A release is made on {BRANCH}, and this is {current}."
    )
    if asks("rev-parse", "@{upstream}") is None:
        return
    refuse_if(asks("fetch", "--quiet") is None, Why.BRANCH, "The upstream cannot be asked.")
    behind = int(git("rev-list", "--count", "HEAD..@{upstream}"))
    refuse_if(behind, Why.BRANCH, f"{BRANCH} is {behind} commits behind its upstream; pull first.")


def check_tag(release: Release) -> None:
    """Check that the tag is new and the version newer than all others."""
    if release.tagged:
        kind = asks("cat-file", "-t", f"refs/tags/{release.tag}")
        refuse_if(kind != "tag", Why.TAG, f"{release.tag} is no annotated tag.")
        commit = git("rev-parse", f"{release.tag}^{{commit}}")
        refuse_if(commit != release.commit, Why.TAG, f"{release.tag} is another commit than HEAD.")
    else:
        existing = asks("rev-parse", "--verify", "--quiet", f"refs/tags/{release.tag}")
        refuse_if(existing, Why.TAG, f"The tag {release.tag} is there already.")
        nobody = asks("var", "GIT_COMMITTER_IDENT") is None
        refuse_if(nobody, Why.TAG, "git does not know who you are, and a tag names who made it.")
    others = [tag[1:] for tag in git("tag", "--list", "v*").split() if tag != release.tag]
    newest = max((ordered(tag) for tag in others if VERSION.fullmatch(tag)), default=(-1,))
    tagged = ".".join(map(str, newest))
    is_late = ordered(release.version) <= newest
    refuse_if(is_late, Why.TAG, f"{release.version} is not newer than {tagged}, which is tagged.")


def ordered(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparison."""
    return tuple(map(int, version.split(".")))


def check_version(release: Release) -> None:
    """Check that the requested version is that of the pad."""
    plain = VERSION.fullmatch(release.version)
    refuse_if(not plain, Why.VERSION, f"{release.version} is no version like 1.2.3.")
    source = (ROOT / "qwixx_pad" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.*)"$', source, re.MULTILINE)
    own = found[1] if found else "no version"
    refuse_if(
        own != release.version,
        Why.VERSION,
        f"Asked for {release.version}, but qwixx_pad/__init__.py says {own}.",
    )


def check_changelog(release: Release) -> None:
    """Check that the newest section is for this version and this day, and has an entry."""
    notes = release.notes
    version = release.version
    refuse_if(
        notes.version != version,
        Why.CHANGELOG,
        f"Asked for {version}, but CHANGELOG.md begins with {notes.version or 'no version'}.",
    )
    unreleased = notes.when.lower() == "unreleased"
    refuse_if(unreleased, Why.CHANGELOG, f"CHANGELOG.md still calls {version} unreleased.")
    day = _day_of(release)
    refuse_if(
        notes.when != day,
        Why.CHANGELOG,
        f"CHANGELOG.md dates {version} {notes.when}, and the release is of {day}.",
    )
    entry = re.search(r"^- \S", notes.text, re.MULTILINE)
    refuse_if(not entry, Why.CHANGELOG, f"CHANGELOG.md says nothing about {version}.")


def _day_of(release: Release) -> str:
    """The date of the tag; today if there is none yet."""
    if release.tagged:
        return git("for-each-ref", f"refs/tags/{release.tag}", "--format=%(taggerdate:short)")
    return datetime.now().astimezone().date().isoformat()


def check_tests(release: Release, passed_for: str | None) -> None:
    """Check that all tests pass.

    Args:
        release: The release.
        passed_for: The commit for which they passed already; None to run them.
    """
    if passed_for is not None:
        refuse_if(
            passed_for != release.commit,
            Why.CHECKS,
            f"The checks passed for {passed_for}, and HEAD is {release.commit}.",
        )
        return
    status = subprocess.run(["bash", ".ci/run", "kills"], cwd=ROOT, check=False).returncode
    refuse_if(status, Why.CHECKS, "The checks of .ci/run do not pass.")
    check_tree()
    has_moved = git("rev-parse", "HEAD") != release.commit
    refuse_if(has_moved, Why.CHECKS, "HEAD moved while the checks ran.")
