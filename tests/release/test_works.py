"""All that ships is named with its licence: for people, and for machines."""

import functools
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path

import pytest

from qwixx_pad import __version__, assets_folder
from qwixx_pad.sbom import ComponentKind, Form, shipped_components
from qwixx_pad.server.client import client_files
from tests.support.ci_scripts import ci_script

works = ci_script("list_components")
ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
FONT_FILES = ("*.ttf", "*.otf", "*.woff", "*.woff2")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """What a site has of Flet's client besides its scripts: some fonts are left out."""
    folder = tmp_path_factory.mktemp("site")
    for name, content in client_files().items():
        if name.startswith("assets/"):
            path = folder / "1" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.read_bytes())
    return folder / "1"


def fonts_in(folder):
    return {path.name for pattern in FONT_FILES for path in folder.rglob(pattern)}


def named_fonts(form, client):
    fonts = [work.name for work in shipped_components(form) if work.kind is ComponentKind.FONT]
    return {path.name for name in fonts for path in works.font_files(name, client)}


def needed():
    """What the pad itself asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [re.match(r"[\w.-]+", line)[0] for line in project["dependencies"]]


def comparable(work):
    """A work, without its terms if the installed package is not the one that is locked."""
    package = work.address.startswith("pkg:pypi/")
    other = package and distribution(work.name).version != work.version
    return replace(work, licence="", text="") if other else work


@pytest.mark.parametrize("form", Form)
def test_shipped_list_matches_the_command_and_lock(form):
    """After a change: `.venv/bin/python .ci/list_components.py`."""
    (pad, *listed), (found_pad, *found) = shipped_components(form), works.found_works()
    assert replace(pad, version="", address="pkg:pypi/qwixx-pad") == found_pad
    assert pad.title == f"Qwixx Pad {__version__}"
    of_form = [work for work in found if form in work.ships_in]
    assert list(map(comparable, listed)) == list(map(comparable, of_form))


def test_app_list_omits_browser_components():
    names = {work.name for work in shipped_components(Form.APP)}
    assert {"Rubik", "flet", "platformdirs", "websockets", "httpx"} <= names
    assert not {"uvicorn", "flet-web", "Flutter", "Pyodide"} & names


def test_every_required_package_is_listed_with_a_licence():
    named = {works.plain_name(work.name): work.licence for work in shipped_components(Form.WHEEL)}
    todo = needed()
    seen = set()
    while todo:
        seen.add(name := works.plain_name(todo.pop()))
        requires = [one for one in distribution(name).requires or () if ";" not in one]
        todo += [one for line in requires if (one := re.match(r"[\w.-]+", line)[0]) not in seen]
    assert len(seen) > 15
    assert seen <= set(named)
    assert all(named.values())


def test_every_font_file_belongs_to_a_listed_font():
    assert named_fonts(Form.WHEEL, works.CLIENT) == fonts_in(assets_folder()) | fonts_in(
        works.CLIENT
    )
    assert len(fonts_in(assets_folder())) >= 5
    fonts = [work for work in shipped_components(Form.WHEEL) if work.kind is ComponentKind.FONT]
    assert all(font.licence and works.font_files(font.name, works.CLIENT) for font in fonts)


def test_site_list_names_its_fonts_packages_and_python(site):
    found = shipped_components(Form.SITE)
    assert named_fonts(Form.SITE, site) == fonts_in(assets_folder()) | fonts_in(site)
    names = {work.name for work in found}
    assert {"Python", "Pyodide", "SQLite", "Flutter", "Rubik", "flet", "msgpack"} <= names
    assert not {"uvicorn", "KaTeX fonts"} & names
    assert all(work.licence for work in found)


@functools.cache
def printed_for(*folder):
    """What the script prints of a wheel or of a site, and how it ends."""
    command = [sys.executable, ROOT / ".ci" / "sbom.py", *folder]
    epoch = os.environ | {"SOURCE_DATE_EPOCH": str(int(NOON.timestamp()))}
    done = subprocess.run(command, capture_output=True, text=True, env=epoch, check=False)
    return done.returncode, done.stdout


def test_site_list_is_printed_only_for_its_folder(site, tmp_path):
    assert printed_for(site.parent) == printed_for(site)
    assert json.loads(printed_for(site)[1])["metadata"]["timestamp"] == NOON.isoformat()
    assert printed_for(tmp_path) == (1, "")


def test_missing_licence_texts_come_from_elsewhere():
    texts = {work.name: work.text for work in shipped_components(Form.SITE)}
    assert "Apache License" in texts["flet"]
    assert "Flutter Authors" in texts["Flutter"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["Python"]


def test_flutter_components_have_recognized_licences():
    found = {work.name: work.licence for work in works.parts()}
    assert found["msgpack_dart"] == "MIT"
    assert found["wakelock_plus"] == "BSD-3-Clause"
    unknown = [name for name, licence in found.items() if licence == "see NOTICES"]
    assert len(unknown) < len(found) / 20


def test_sbom_validates_against_its_schema(site, monkeypatch):
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


def test_sbom_contains_all_listed_components(site):
    document = json.loads(printed_for(site)[1])
    listed = [document["metadata"]["component"], *document["components"]]
    names = [one["name"] for one in listed]
    assert {work.name for work in shipped_components(Form.SITE)} <= set(names)
    assert {"wakelock_plus", "libwebp"} <= set(names)
    assert all(one["licenses"] for one in listed)


def test_licences_page_names_direct_components():
    page = (ROOT / "docs" / "licences.md").read_text()
    for work in shipped_components(Form.SITE):
        assert f"{work.name} | {work.licence}" in page
    for name in needed():
        assert f"| {name} |" in page
