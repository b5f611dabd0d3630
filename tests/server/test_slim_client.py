"""Flet's client as the pad hands it out: nothing that is never used, nothing that is missed."""

import base64
import json
import re
from pathlib import Path

import pytest

from qwixx_pad import FONTS, assets_folder
from qwixx_pad.server import client
from qwixx_pad.server.client import client_files, copy_client, flet_client_folder, icon_font_path
from qwixx_pad.ui.sheet.cells import ICON_GLYPHS
from tests.support.server import icon_font

NEVER_USED = re.compile(
    r"\.symbols$|\.map$|KaTeX|katex|media_kit|record_web|flutter_map|CupertinoIcons|wimp"
    r"|experimental|heavy|service_worker|^pyodide/"
)


@pytest.fixture
def copied(tmp_path):
    """Copies a client and lists what came."""

    def copy():
        copy_client(tmp_path / "client")
        there = filter(Path.is_file, (tmp_path / "client").rglob("*"))
        return {path.relative_to(tmp_path / "client").as_posix(): path for path in there}

    return copy


def test_unused_client_files_are_left_out(copied):
    flets = {
        path.relative_to(flet_client_folder()).as_posix()
        for path in flet_client_folder().rglob("*.*")
    }
    assert any(NEVER_USED.search(name) for name in flets)
    assert not [name for name in copied() if NEVER_USED.search(name)]


def test_icon_font_is_replaced_by_the_own_subset(copied):
    icons = copied()["assets/fonts/MaterialIcons-Regular.otf"]
    assert icons.read_bytes() == icon_font_path().read_bytes()
    assert icons.stat().st_size < 20_000


def test_client_offers_only_the_shipped_builds(copied):
    files = copied()
    config = re.search(r"buildConfig = (.*);", files["flutter_bootstrap.js"].read_text())
    builds = json.loads(config[1])["builds"]
    assert [build["renderer"] for build in builds] == ["skwasm", "canvaskit"]
    assert {build.get("mainJsPath") or build["mainWasmPath"] for build in builds} <= files.keys()


def test_client_does_not_choose_the_heavy_renderer(copied):
    text = copied()["flutter_bootstrap.js"].read_text()
    assert "wasmAllowList = { blink: false }" in text.partition("_flutter.loader.load")[0]


def test_flutter_service_worker_is_disabled(copied):
    text = copied()["flutter_bootstrap.js"].read_text()
    assert 'serviceWorkerVersion: "' not in text
    assert "sourceMappingURL" not in text
    assert "onEntrypointLoaded: async" in text


def test_all_declared_fonts_are_shipped(copied):
    files = copied()
    families = json.loads(files["assets/FontManifest.json"].read_text())
    named = {family["family"]: family["fonts"][0]["asset"] for family in families}
    assert [*named] == ["MaterialIcons", "Roboto", *FONTS]
    assert f"assets/{named.pop('MaterialIcons')}" in files
    own = {name: (assets_folder() / "assets" / place).resolve() for name, place in named.items()}
    assert all(path.is_file() for path in own.values())
    assert sum(path.stat().st_size for path in own.values()) < 300_000


def test_asset_manifests_list_the_shipped_files(copied):
    files = copied()
    listed = files["assets/AssetManifest.bin"].read_bytes()
    assert (
        re.findall(rb"packages/[ -~]+?\.\w+", listed)
        == [b"packages/wakelock_plus/assets/no_sleep.js"] * 2
    )
    assert base64.b64decode(json.loads(files["assets/AssetManifest.bin.json"].read_text())) == (
        listed
    )


def test_asset_manifest_has_flutters_format():
    flets = (flet_client_folder() / "assets" / "AssetManifest.bin").read_bytes()
    names = {name.decode() for name in re.findall(rb"packages/[ -~]+?\.(?:ttf|js|png)", flets)}
    assert client._asset_manifest(names) == flets


def test_loader_of_another_version_is_refused(tmp_path, monkeypatch):
    for name, content in client_files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else b"")
    monkeypatch.setenv("FLET_WEB_PATH", str(tmp_path))
    with pytest.raises(ValueError, match="another version"):
        client_files()


# The pad's own font of icons


@pytest.mark.parametrize("icon", sorted(icon_font.used() | icon_font.OF_FLUTTER))
def test_every_used_icon_is_in_the_font(icon):
    """If it is not, run `python tests/support/server/icon_font.py`."""
    name = icon_font.glyph(icon)
    whole, ours = (icon_font.codepoints(font) for font in (icon_font.WHOLE, icon_font_path()))
    assert ours.get(name) == whole[name]


def test_unused_icon_is_not_in_the_font():
    assert icon_font.glyph("ZOOM_OUT_MAP_ROUNDED") not in icon_font.codepoints(icon_font_path())


def test_drawing_signs_match_their_icons():
    known = icon_font.codepoints(icon_font_path())
    assert {name: known[icon_font.glyph(name)] for name in ICON_GLYPHS} == {
        name: ord(sign) for name, sign in ICON_GLYPHS.items()
    }


def test_icon_font_build_is_reproducible(tmp_path):
    icon_font.make(tmp_path / "again.otf")
    assert icon_font.codepoints(tmp_path / "again.otf") == icon_font.codepoints(icon_font_path())
