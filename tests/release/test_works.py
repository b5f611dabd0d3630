"""All that ships is named with its licence: for people, and for machines."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path

import pytest

from qwixx_pad import assets_folder, licences
from qwixx_pad.licences import (
    CLIENT,
    NEEDED,
    WorkKind,
    parts,
    served_works,
    site_works,
    works,
    write_works,
)

ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
FONT_FILES = ("*.ttf", "*.otf", "*.woff", "*.woff2")


@pytest.fixture
def site(tmp_path):
    """Flet's client as a site has it: some fonts are left out."""
    fonts = CLIENT / "assets" / "fonts"
    shutil.copytree(fonts, tmp_path / "1" / "assets" / "fonts")
    shutil.copyfile(fonts.with_name("NOTICES"), tmp_path / "1" / "assets" / "NOTICES")
    return tmp_path / "1"


def font_files(folder):
    return {path.name for pattern in FONT_FILES for path in folder.rglob(pattern)}


def named_files(of):
    return {name for work in of if work.kind is WorkKind.FONT for name, _ in work.files}


def plainly(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_package_that_is_installed_for_the_pad_is_named_with_a_licence():
    named = {plainly(work.name): work.licence for work in works()}
    todo, seen = list(NEEDED), set()
    while todo:
        seen.add(name := plainly(todo.pop()))
        requires = [one for one in distribution(name).requires or () if ";" not in one]
        todo += [one for line in requires if (one := re.match(r"[\w.-]+", line)[0]) not in seen]
    assert len(seen) > 15
    assert seen <= set(named)
    assert all(named.values())


def test_every_font_file_of_the_pad_and_of_the_client_belongs_to_a_font_with_a_licence():
    fonts = [work for work in served_works() if work.kind is WorkKind.FONT]
    assert named_files(fonts) == font_files(assets_folder()) | font_files(CLIENT)
    assert len(font_files(assets_folder())) >= 5
    assert all(font.licence and font.files for font in fonts)


def test_a_site_names_the_fonts_and_packages_that_are_in_it_and_its_python(site):
    found = site_works(site)
    assert named_files(found) == font_files(assets_folder()) | font_files(site)
    names = {work.name for work in found}
    assert {"Python", "Pyodide", "SQLite", "Flutter", "Rubik", "flet", "msgpack"} <= names
    assert not {"uvicorn", "KaTeX fonts"} & names
    assert all(work.licence for work in found)


def printed_for(*folder):
    command = [sys.executable, "-P", ROOT / ".ci" / "works.py", *folder]
    epoch = os.environ | {"SOURCE_DATE_EPOCH": str(int(NOON.timestamp()))}
    done = subprocess.run(command, capture_output=True, text=True, env=epoch, check=False)
    return done.returncode, done.stdout


def test_the_list_of_a_site_is_printed_for_its_folder_and_for_no_other(site, tmp_path):
    (empty := tmp_path / "empty").mkdir()
    assert printed_for(tmp_path) == printed_for(site)
    assert json.loads(printed_for(site)[1])["metadata"]["timestamp"] == NOON.isoformat()
    assert printed_for(empty) == (1, "")


def test_where_no_client_is_installed_the_rest_is_named_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(licences, "CLIENT", tmp_path / "nowhere")
    names = {work.name for work in served_works()}
    assert {"Qwixx Pad", "Rubik", "babel"} <= names
    assert "Flutter" not in names


def test_works_of_which_only_the_licence_is_named_bring_its_text_from_elsewhere(site):
    texts = {work.name: work.text for work in site_works(site)}
    assert "Apache License" in texts["flet"]
    assert "Flutter Authors" in texts["Flutter"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["Python"]


def test_flutter_names_the_parts_of_its_client_and_most_licences_are_known_by_their_words():
    found = {work.name: work.licence for work in parts(CLIENT)}
    assert found["msgpack_dart"] == "MIT"
    assert found["wakelock_plus"] == "BSD-3-Clause"
    unknown = [name for name, licence in found.items() if licence == "see NOTICES"]
    assert len(unknown) < len(found) / 20


def test_the_list_that_a_site_is_built_with_is_the_list_it_shows(site, tmp_path, monkeypatch):
    written = tmp_path / "works.json"
    write_works(site_works(site), written)
    monkeypatch.setattr(licences, "WRITTEN", written)
    works.cache_clear()
    try:
        assert works() == tuple(replace(work, files=()) for work in site_works(site))
    finally:
        works.cache_clear()


def test_the_lists_for_machines_are_what_their_standard_asks_for(site, monkeypatch):
    # Not above: its grammars take seconds to read, and every process reads this file.
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415
    from jsonschema import Draft7Validator  # noqa: PLC0415

    formats = Draft7Validator.FORMAT_CHECKER.checkers
    is_address, raised = formats["iri-reference"]
    read_once = functools.cache(is_address)  # hundreds of parts have one of a few addresses
    monkeypatch.setitem(formats, "iri-reference", (read_once, raised))
    strictly = JsonStrictValidator(SchemaVersion.V1_6)
    for _, text in (printed_for(), printed_for(site)):
        assert strictly.validate_str(text) is None
        assert strictly.validate_str(text.replace('"MIT"', '"MIT-ish"')) is not None
    assert read_once.cache_info().misses > 1


def test_the_list_for_machines_names_all_that_people_read_and_the_parts_besides(site):
    document = json.loads(printed_for(site)[1])
    listed = [document["metadata"]["component"], *document["components"]]
    names = [one["name"] for one in listed]
    assert {work.name for work in site_works(site)} <= set(names)
    assert {"wakelock_plus", "libwebp"} <= set(names)
    assert all(one["licenses"] for one in listed)


def test_the_document_about_licences_names_all_but_what_packages_need_in_turn(site):
    told = (ROOT / "docs" / "licences.md").read_text()
    for work in site_works(site):
        assert f"{work.name} | {work.licence}" in told
    for name in NEEDED:
        assert f"| {name} |" in told
