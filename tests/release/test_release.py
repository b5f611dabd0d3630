"""A release is made when everything agrees; otherwise one sentence says what does not."""

import gzip
import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile

import pytest

from tests.support.release.small_project import TODAY


def refuses(project, status, sentence, *arguments, version="1.2.0"):
    """The release is refused for this reason, and nothing was made."""
    tags = project.git("tag")
    assert project.release(version, *arguments) == (status, f"release: {sentence}")
    assert project.git("tag") == tags
    assert not (project.folder / "dist").exists()


# versions


@pytest.mark.parametrize("version", ["v1.2.0", "1.02.0", "1.2.0rc1"])
def test_version_must_be_three_numbers(project, version):
    refuses(project, 10, f"{version} is no version like 1.2.3.", version=version)


def test_version_must_match_the_package(project):
    sentence = "Asked for 1.3.0, but qwixx_pad/__init__.py says 1.2.0."
    refuses(project, 10, sentence, version="1.3.0")


# the work tree


def test_unclean_work_tree_is_refused(project):
    project.write("README.md", "A better pad.\n")
    refuses(project, 11, "The work tree is not clean: M README.md.")


# the branch


def test_release_needs_the_main_branch(project):
    project.git("switch", "-q", "-c", "idea")
    refuses(project, 12, "A release is made on main, and this is idea.")


def test_release_must_contain_the_upstream(project):
    project.git("commit", "-q", "--allow-empty", "-m", "Mend")
    project.git("push", "-q")
    project.git("reset", "-q", "--hard", "HEAD^")
    project.git("update-ref", "refs/remotes/origin/main", "HEAD")  # as before anybody pushed
    refuses(project, 12, "main is 1 commits behind its upstream; pull first.")


def test_unreachable_upstream_is_refused(project, tmp_path):
    project.upstream.rename(tmp_path / "gone.git")
    refuses(project, 12, "The upstream cannot be asked.")


# the tag


def test_existing_tag_is_refused(project):
    project.tag("v1.2.0")
    refuses(project, 13, "The tag v1.2.0 is there already.")


def test_version_must_be_numerically_newer(project):
    project.tag("v1.10.0")
    project.tag("v1.9.0")
    refuses(project, 13, "1.2.0 is not newer than 1.10.0, which is tagged.")


def test_tag_needs_a_git_identity(project):
    answer = project.release("1.2.0", who="")
    assert answer == (13, "release: git does not know who you are, and a tag names who made it.")


# the change log


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("## 1.2.0,", "## 1.1.9,", "Asked for 1.2.0, but CHANGELOG.md begins with 1.1.9."),
        ("## 1.", "# 1.", "Asked for 1.2.0, but CHANGELOG.md begins with no version."),
        (f"0, {TODAY}", "0, unreleased", "CHANGELOG.md still calls 1.2.0 unreleased."),
        (
            TODAY,
            "2025-02-01",
            f"CHANGELOG.md dates 1.2.0 2025-02-01, and the release is of {TODAY}.",
        ),
        ("- Crosses.\n- Locks.\n", "Soon.\n", "CHANGELOG.md says nothing about 1.2.0."),
    ],
)
def test_changelog_must_describe_the_release_today(project, old, new, sentence):
    project.replace("CHANGELOG.md", old, new)
    refuses(project, 14, sentence)


# the checks


def test_failing_checks_refuse_the_release(project):
    project.write(".ci/run", 'if [ "$1" = kills ]; then exit 3; fi\n')
    project.commit("Break it")
    refuses(project, 15, "The checks of .ci/run do not pass.")


def test_checks_that_leave_files_refuse_the_release(project):
    project.write(".ci/run", "touch left.txt\n")
    project.commit("Leave it")
    refuses(project, 11, "The work tree is not clean: ?? left.txt.")


def test_checks_that_commit_refuse_the_release(project):
    who = "-c user.name=Ann -c user.email=ann@example.org"
    project.write(".ci/run", f"git {who} commit -q --allow-empty -m More\n")
    project.commit("Commit more")
    refuses(project, 15, "HEAD moved while the checks ran.")


def test_checks_of_another_commit_do_not_count(project):
    other = "0" * 40
    head = project.git("rev-parse", "HEAD")
    sentence = f"The checks passed for {other}, and HEAD is {head}."
    refuses(project, 15, sentence, "--tests-passed-for", other)


# what is built


LOOK = (
    "import sys; sys.path.insert(0, '.ci')\n"
    "from pathlib import Path; from release_build import Release, check_wheel\n"
    "check_wheel(Release('1.2.0', tagged=False, commit=''), Path(sys.argv[1]))"
)


def seen_in(project, wheel):
    """What is said of a wheel."""
    command = [sys.executable, "-c", LOOK, wheel]
    done = subprocess.run(command, cwd=project.folder, capture_output=True, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2].removeprefix("release_facts.RefusedError: ")


FACTS = "qwixx_pad-1.2.0.dist-info/METADATA"


def without(name):
    return lambda files: files.pop(name)


def with_file(name):
    return lambda files: files.update({name: b""})


def telling(new, instead):
    return lambda files: files.update({FACTS: files[FACTS].replace(instead, new)})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (dict.copy, ""),
        (without("qwixx_pad/sheet.toml"), "The wheel lacks qwixx_pad/sheet.toml."),
        (with_file("tests/test_pad.py"), "The wheel has what it should not: tests/test_pad.py."),
        (
            with_file("qwixx_pad/assets/icon_app.svg"),
            "The wheel has what it should not: qwixx_pad/assets/icon_app.svg.",
        ),
        (
            telling(b"", instead=b"License-File: assets/fonts/OFL-pen.txt\n"),
            "The wheel lacks the licence assets/fonts/OFL-pen.txt.",
        ),
        (without(FACTS), "changed.whl is not version 1.2.0."),
        (telling(b"1.2.1", instead=b"1.2.0"), "The wheel names another version."),
    ],
)
def test_wheel_contains_only_the_pad_and_its_licences(released, tmp_path, change, sentence):
    with zipfile.ZipFile(next(released.out.glob("*.whl"))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(tmp_path / "changed.whl", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    assert seen_in(released, tmp_path / "changed.whl") == sentence


def test_irreproducible_wheel_is_refused(built_project, released):
    wheel = next(released.out.glob("*.whl"))
    built_project.take_tools(wheel, f'echo "$7" >> "$6/{wheel.name}"')
    refuses(built_project, 17, "Built a second time, the wheel is not the same.")


def test_irreproducible_site_is_refused(built_project):
    built_project.replace("qwixx_pad/cli.py", "'a pad'", "site.name")
    refuses(built_project, 17, "Built a second time, the site is not the same.")


def test_failing_site_build_refuses_the_release(built_project):
    built_project.replace("qwixx_pad/cli.py", "    site = ", "    sys.exit('no site') or ")
    refuses(built_project, 18, "`qwixx-pad build-site` does not build the site.")


def test_missing_component_list_refuses_the_release(built_project):
    built_project.replace(".ci/sbom.py", "print", "sys.exit")
    refuses(built_project, 20, "The pad does not name the works in it.")


# a release


def test_release_is_tagged_with_changes_but_not_pushed(released):
    push = "git push --atomic origin main v1.2.0"
    assert released.answer == (0, f"release: tagged. To publish it: {push}")
    made = {path.name: path.read_bytes() for path in released.out.iterdir()}
    assert sorted(made) == [
        "SHA256SUMS",
        "qwixx-pad-1.2.0.tar.gz",
        "qwixx-pad-site-1.2.0.cdx.json",
        "qwixx-pad-site-1.2.0.tar.gz",
        "qwixx_pad-1.2.0-py3-none-any.cdx.json",
        "qwixx_pad-1.2.0-py3-none-any.whl",
    ]
    sums = dict(line.split()[::-1] for line in made.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in made.items()}
    assert released.git("cat-file", "-t", "v1.2.0") == "tag"
    message = released.git("tag", "--list", "v1.2.0", "--format=%(contents)")
    assert message == "Qwixx Pad 1.2.0\n\n- Crosses.\n- Locks."
    assert released.git("ls-remote", "--tags", "origin") == ""
    assert released.release("1.2.0") == (19, f"release: {released.out} is not empty.")


def test_release_files_carry_the_commit_time(released):
    epoch = int(released.git("show", "-s", "--format=%ct", "HEAD"))
    packed = (released.out / "qwixx-pad-site-1.2.0.tar.gz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(packed))) as tar:
        entries = tar.getmembers()
    assert [entry.name.partition("/")[2] for entry in entries] == ["deep/icon.svg", "index.html"]
    assert {(entry.mtime, entry.uid, entry.uname) for entry in entries} == {(epoch, 0, "")}
    wheel = released.out / "qwixx_pad-1.2.0-py3-none-any.whl"
    days = {entry.date_time[:3] for entry in zipfile.ZipFile(wheel).infolist()}
    assert days == {tuple(map(int, released.git("show", "-s", "--format=%cs").split("-")))}


def test_dry_run_builds_but_keeps_and_tags_nothing(built_project):
    status, said = built_project.release("1.2.0", "--dry-run")
    assert status == 0
    assert said.startswith("release: v1.2.0 could be released: qwixx-pad-1.2.0.tar.gz, ")
    assert built_project.git("tag") == ""
    assert not (built_project.folder / "dist").exists()


# the public CI, which builds what was tagged


def tagged(project):
    """As a public CI has it: the commit of a pushed tag, on no branch."""
    project.tag("v1.2.0")
    project.git("push", "-q", "origin", "main", "v1.2.0")
    project.git("switch", "-q", "--detach", "v1.2.0")


def test_tagged_release_is_built_again(built_project):
    tagged(built_project)
    head = built_project.git("rev-parse", "HEAD")
    out = built_project.folder.parent / "out"
    made = built_project.release("1.2.0", "--tagged", "--tests-passed-for", head, "--out", str(out))
    assert made == (0, f"release: v1.2.0 is in {out}.")
    assert len(list(out.iterdir())) == 6


def test_tag_outside_main_is_refused(project):
    project.git("switch", "-q", "-c", "idea")
    project.git("commit", "-q", "--allow-empty", "-m", "An idea")
    project.tag("v1.2.0")
    refuses(project, 12, "v1.2.0 is not a commit of main.", "--tagged")


def test_lightweight_tag_is_refused(project):
    project.git("tag", "v1.2.0")
    refuses(project, 13, "v1.2.0 is no annotated tag.", "--tagged")


def test_tag_of_another_commit_is_refused(project):
    project.tag("v1.2.0")
    project.git("commit", "-q", "--allow-empty", "-m", "Go on")
    project.git("push", "-q", "origin", "main")
    refuses(project, 13, "v1.2.0 is another commit than HEAD.", "--tagged")
