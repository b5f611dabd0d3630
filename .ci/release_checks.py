"""The checks before a release is built, one function each."""

import re
import subprocess
from datetime import datetime

from release_facts import BRANCH, ROOT, VERSION, Reason, Release, git, refuse_if, try_git


def check_tree() -> None:
    """Check that all files are committed."""
    status = git("status", "--porcelain", "--untracked-files=all")
    files = ", ".join(status.splitlines()[:5])
    refuse_if(status, Reason.TREE, f"The work tree is not clean: {files}.")


def check_branch(release: Release) -> None:
    """Check that the release is on the public branch, as it is now."""
    if release.tagged:
        is_inside = try_git("merge-base", "--is-ancestor", "HEAD", f"origin/{BRANCH}") is not None
        refuse_if(not is_inside, Reason.BRANCH, f"{release.tag} is not a commit of {BRANCH}.")
        return
    current = try_git("symbolic-ref", "--short", "HEAD") or "no branch"
    refuse_if(
        current != BRANCH, Reason.BRANCH, f"A release is made on {BRANCH}, and this is {current}."
    )
    if try_git("rev-parse", "@{upstream}") is None:
        return
    refuse_if(try_git("fetch", "--quiet") is None, Reason.BRANCH, "The upstream cannot be asked.")
    behind = int(git("rev-list", "--count", "HEAD..@{upstream}"))
    refuse_if(
        behind, Reason.BRANCH, f"{BRANCH} is {behind} commits behind its upstream; pull first."
    )


def check_tag(release: Release) -> None:
    """Check that the tag is new and the version newer than all others."""
    if release.tagged:
        kind = try_git("cat-file", "-t", f"refs/tags/{release.tag}")
        refuse_if(kind != "tag", Reason.TAG, f"{release.tag} is no annotated tag.")
        commit = git("rev-parse", f"{release.tag}^{{commit}}")
        refuse_if(
            commit != release.commit, Reason.TAG, f"{release.tag} is another commit than HEAD."
        )
    else:
        existing = try_git("rev-parse", "--verify", "--quiet", f"refs/tags/{release.tag}")
        refuse_if(existing, Reason.TAG, f"The tag {release.tag} is there already.")
        nobody = try_git("var", "GIT_COMMITTER_IDENT") is None
        refuse_if(nobody, Reason.TAG, "git does not know who you are, and a tag names who made it.")
    others = [tag[1:] for tag in git("tag", "--list", "v*").split() if tag != release.tag]
    newest = max((version_numbers(tag) for tag in others if VERSION.fullmatch(tag)), default=(-1,))
    tagged = ".".join(map(str, newest))
    is_late = version_numbers(release.version) <= newest
    refuse_if(
        is_late, Reason.TAG, f"{release.version} is not newer than {tagged}, which is tagged."
    )


def version_numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparison."""
    return tuple(map(int, version.split(".")))


def check_version(release: Release) -> None:
    """Check that the requested version is that of the pad."""
    plain = VERSION.fullmatch(release.version)
    refuse_if(not plain, Reason.VERSION, f"{release.version} is no version like 1.2.3.")
    source = (ROOT / "qwixx_pad" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.*)"$', source, re.MULTILINE)
    own = found[1] if found else "no version"
    refuse_if(
        own != release.version,
        Reason.VERSION,
        f"Asked for {release.version}, but qwixx_pad/__init__.py says {own}.",
    )


def check_changelog(release: Release) -> None:
    """Check that the newest section is for this version and this day, and has an entry."""
    notes = release.notes
    version = release.version
    refuse_if(
        notes.version != version,
        Reason.CHANGELOG,
        f"Asked for {version}, but CHANGELOG.md begins with {notes.version or 'no version'}.",
    )
    unreleased = notes.when.lower() == "unreleased"
    refuse_if(unreleased, Reason.CHANGELOG, f"CHANGELOG.md still calls {version} unreleased.")
    day = _day_of(release)
    refuse_if(
        notes.when != day,
        Reason.CHANGELOG,
        f"CHANGELOG.md dates {version} {notes.when}, and the release is of {day}.",
    )
    entry = re.search(r"^- \S", notes.text, re.MULTILINE)
    refuse_if(not entry, Reason.CHANGELOG, f"CHANGELOG.md says nothing about {version}.")


def _day_of(release: Release) -> str:
    """The date of the tag; today if there is none yet."""
    if release.tagged:
        return git("for-each-ref", f"refs/tags/{release.tag}", "--format=%(taggerdate:short)")
    return datetime.now().astimezone().date().isoformat()


def check_tests(release: Release, passed_for: str | None) -> None:
    """Check that all tests pass.

    Args:
        release: The requested release.
        passed_for: The commit for which they passed already; None to run them.
    """
    if passed_for is not None:
        refuse_if(
            passed_for != release.commit,
            Reason.CHECKS,
            f"The checks passed for {passed_for}, and HEAD is {release.commit}.",
        )
        return
    status = subprocess.run(["bash", ".ci/run", "kills"], cwd=ROOT, check=False).returncode
    refuse_if(status, Reason.CHECKS, "The checks of .ci/run do not pass.")
    check_tree()
    has_moved = git("rev-parse", "HEAD") != release.commit
    refuse_if(has_moved, Reason.CHECKS, "HEAD moved while the checks ran.")
