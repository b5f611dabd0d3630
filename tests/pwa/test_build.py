"""The folder that a site is, built from little: what browsers really load, the journeys show."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from qwixx_pad import assets_folder
from qwixx_pad.cli import main
from qwixx_pad.pwa import CannotBuildError, build
from qwixx_pad.pwa.build import build_site
from qwixx_pad.server import manifest

COMMENT = re.compile(r"\s*(//|/?\*)")


@pytest.fixture(autouse=True)
def _little_content(monkeypatch):
    def fill(content, _relay):
        for name, text in {"boot.js": "1", "a/same.js": "2", "b/same.js": "3"}.items():
            (content / name).parent.mkdir(parents=True, exist_ok=True)
            (content / name).write_text(text)

    monkeypatch.setattr(build, "_fill_content", fill)


def files(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_site_build_is_reproducible(tmp_path):
    one = build_site(tmp_path / "one")
    other = build_site(tmp_path / "deep" / "other")
    assert files(one.folder) == files(other.folder)
    assert one.files == len(files(one.folder))


def test_any_content_change_gives_another_version(tmp_path, monkeypatch):
    """Its service worker would take the new site for the one that it has."""
    assets = shutil.copytree(assets_folder(), tmp_path / "assets")
    monkeypatch.setattr(manifest, "assets_folder", lambda: assets)
    versions = [build_site(tmp_path / "site").version]
    members = json.loads((assets / "manifest.json").read_text())
    (assets / "manifest.json").write_text(json.dumps(members | {"name": "Another"}))
    versions.append(build_site(tmp_path / "site").version)
    monkeypatch.setattr(build, "NO_SCRIPTS", "Another.")
    versions.append(build_site(tmp_path / "site").version)
    monkeypatch.setattr(build, "_NOT_OFFLINE", ("boot.js",))
    versions.append(build_site(tmp_path / "site").version)
    assert len({*versions}) == 4


def test_swapped_files_give_another_version():
    one = {"a/same.js": b"2", "b/same.js": b"3"}
    assert build._content_version(one) != build._content_version(
        {"a/same.js": b"3", "b/same.js": b"2"}
    )


def test_start_page_and_service_worker_name_the_version(tmp_path):
    site = build_site(tmp_path / "site")
    assert f'"{site.version}/"' in (site.folder / "index.html").read_text()
    assert f'"{site.version}"' in (site.folder / "sw.js").read_text()


def test_weights_of_the_usual_sheet_alone_are_stored_at_once():
    names = ["weights/classic.weights", "weights/longo.weights", "boot.js"]
    offline = build._offline_files("1", names)
    assert json.loads(offline["everywhere"]) == ["1/boot.js", "1/weights/classic.weights"]
    assert "weights/" in json.loads(offline["asked"])


@pytest.mark.parametrize("name", build._SCRIPTS)
def test_comments_of_scripts_are_not_sent(name):
    whole = (build._PAGES / name).read_text()
    sent = build._fill_script(name).decode()
    assert not re.search(r"^ *//", sent, re.MULTILINE)
    code, left = (
        [
            line.partition(" // ")[0].rstrip()
            for line in text.splitlines()
            if not COMMENT.match(line)
        ]
        for text in (whole, sent)
    )
    assert code == left


def test_new_site_replaces_only_files_of_the_old_one(tmp_path, monkeypatch, capsys):
    old = build_site(tmp_path / "site")
    foreign = {"CNAME": b"", ".git/HEAD": b"", ".git/config": b"", f"{old.version}/own.js": b""}
    for name in foreign:
        (old.folder / name).parent.mkdir(exist_ok=True)
        (old.folder / name).touch()
    monkeypatch.setattr(build, "NO_SCRIPTS", "Another.")
    assert main(["build-site", str(old.folder)]) == 0
    assert f"was left as it is: .git, {old.version}, CNAME.\n" in capsys.readouterr().out
    assert files(old.folder) == files(build_site(tmp_path / "other").folder) | foreign
    assert {path.name for path in tmp_path.iterdir()} == {"site", "other"}


def test_foreign_folder_is_left_unchanged(tmp_path):
    (tmp_path / "dear.txt").write_text("Dear")
    for mark in (None, "{", "[]", '{"files": 7}', '{"version": "1"}'):
        if mark is not None:
            (tmp_path / build._MARK_FILE).write_text(mark)
        before = files(tmp_path)
        with pytest.raises(CannotBuildError, match="something else"):
            build_site(tmp_path)
        assert files(tmp_path) == before


def test_mark_that_is_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / build._MARK_FILE)
    with pytest.raises(CannotBuildError, match="something else"):
        build_site(tmp_path)


@pytest.mark.parametrize("name", ["sw.js", "sw.js/own", "index.html"])
def test_existing_file_is_never_overwritten(tmp_path, name):
    (tmp_path / build._MARK_FILE).write_text('{"files": ["../other"]}')
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    before = files(tmp_path)
    with pytest.raises(CannotBuildError, match="of no site"):
        build_site(tmp_path)
    assert files(tmp_path) == before


def test_interrupted_build_is_completed_by_the_next(tmp_path, monkeypatch):
    folder = build_site(tmp_path / "site").folder
    unlink = Path.unlink
    monkeypatch.setattr(build, "NO_SCRIPTS", "Another.")
    monkeypatch.setattr(Path, "unlink", lambda _: (_ for _ in ()).throw(OSError("ended")))
    with pytest.raises(CannotBuildError, match="ended"):
        build_site(folder)
    monkeypatch.setattr(Path, "unlink", unlink)
    assert build_site(folder).other_files == ()
    assert files(folder) == files(build_site(tmp_path / "other").folder)


def test_unwritable_target_raises_with_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotBuildError, match="cannot be written"):
        build_site(tmp_path / "file" / "site")


def test_site_connects_only_to_its_relay(tmp_path):
    def asks(relay):
        page = (build_site(tmp_path / "site", relay).folder / "index.html").read_text()
        return page.partition("connect-src ")[2].partition(";")[0]

    alone = "'self' data: blob:"
    assert [asks(""), asks(".")] == [alone, alone]
    address = "wss://pad.example/games/relay"  # and behind it the code of a table
    reached = "https://pad.example/games/relay"  # is fetched, to know whether the relay is there
    allowed = f"{address} {address}/ {reached} {reached}/"
    assert asks("https://pad.example/games") == f"{alone} {allowed}"


@pytest.mark.parametrize("relay", ["ftp://pad.example", "wss://a.example/;script-src *", "wss://"])
def test_invalid_relay_address_builds_nothing(tmp_path, relay):
    with pytest.raises(CannotBuildError, match="not the address of a relay"):
        build_site(tmp_path / "site", relay)
    assert list(tmp_path.iterdir()) == []
