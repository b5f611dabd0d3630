"""What browsers install the pad by, held to the specifications of its members."""

import json
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from qwixx_pad import assets_folder
from qwixx_pad.pwa.build import _site_manifest
from qwixx_pad.server.manifest import MANIFEST
from qwixx_pad.server.static_cache import pads_bundle

TEXT = {"type": "string", "minLength": 1}
COLOR = {"type": "string", "pattern": "^#[0-9A-F]{6}$"}
TRANSLATIONS = {
    "type": "object",
    "propertyNames": {"pattern": "^[a-z]{2}$"},
    "required": ["de", "en", "es", "fr", "it", "nl"],
    "additionalProperties": TEXT,
}


def exactly(required, **others):
    """An object with these members and no others."""
    return {
        "type": "object",
        "properties": required | others,
        "required": [*required],
        "additionalProperties": False,
    }


def several(items):
    return {"type": "array", "items": items, "minItems": 1, "uniqueItems": True}


PICTURE = {
    "src": TEXT,
    "sizes": {"type": "string", "pattern": "^[1-9][0-9]*x[1-9][0-9]*$"},
    "type": {"const": "image/png"},
}
SCHEMA = exactly(
    {
        "name": TEXT,
        "short_name": {"type": "string", "maxLength": 12},
        "description": TEXT,
        "description_localized": TRANSLATIONS,
        "lang": {"const": "en"},
        "dir": {"enum": ["ltr", "rtl", "auto"]},
        "categories": several({"enum": ["games", "utilities"]}),
        "start_url": TEXT,
        "scope": TEXT,
        "display": {"enum": ["fullscreen", "standalone", "minimal-ui", "browser"]},
        "orientation": {"enum": ["any", "natural", "portrait", "landscape"]},
        "background_color": COLOR,
        "theme_color": COLOR,
        "prefer_related_applications": {"const": False},
        "icons": several(exactly(PICTURE, purpose={"enum": ["any", "maskable", "monochrome"]})),
        "screenshots": several(exactly(PICTURE | {"form_factor": {"enum": ["narrow", "wide"]}})),
        "shortcuts": several(exactly({"name": TEXT, "name_localized": TRANSLATIONS, "url": TEXT})),
        "share_target": exactly(
            {
                "action": TEXT,
                "method": {"const": "GET"},
                "enctype": {"const": "application/x-www-form-urlencoded"},
                "params": exactly({"title": TEXT, "text": TEXT, "url": TEXT}),
            }
        ),
        "launch_handler": exactly(
            {
                "client_mode": {
                    "enum": ["auto", "focus-existing", "navigate-existing", "navigate-new"]
                }
            }
        ),
    },
    id=TEXT,
    file_handlers=several(
        exactly(
            {
                "action": TEXT,
                "accept": {
                    "type": "object",
                    "propertyNames": {"pattern": "^[a-z]+/[a-z.+-]+$"},
                    "additionalProperties": several({"type": "string", "pattern": r"^\.[a-z]+$"}),
                },
            }
        )
    ),
)
"""Members of https://www.w3.org/TR/appmanifest and of the specifications that extend it (manifest
incubations, Web Share Target, Web App Launch Handler, File Handling): no other name passes."""


def served():
    return json.loads(pads_bundle().files[MANIFEST].read())


def of_site():
    return json.loads(_site_manifest("1"))


@pytest.fixture(params=[served, of_site])
def manifest(request):
    return request.param()


def test_manifest_follows_its_specifications(manifest):
    errors = [error.message for error in Draft202012Validator(SCHEMA).iter_errors(manifest)]
    assert not errors


def test_schema_refuses_a_misspelled_member(manifest):
    manifest["share_target"]["params"]["titel"] = "title"
    assert not Draft202012Validator(SCHEMA).is_valid(manifest)


def test_pictures_have_the_sizes_that_the_manifest_names(manifest):
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        with Image.open(assets_folder() / picture["src"].removeprefix("1/")) as image:
            assert f"{image.width}x{image.height}" == picture["sizes"]
            assert image.format == "PNG"


def test_shortcuts_have_words_of_all_languages(manifest):
    named = {shortcut["name_localized"]["de"] for shortcut in manifest["shortcuts"]}
    assert named == {"Neue Partie", "Mitspielen"}
    assert len({*manifest["description_localized"].values()}) == 6


def test_installed_pads_stay_the_same_app():
    """An app is known by its id, and by its start page where there is none."""
    assert served()["id"] == served()["start_url"] == "/"
    assert "id" not in of_site()
    assert of_site()["start_url"] == "./"


def test_site_asks_for_nothing_outside_of_its_folder():
    found = of_site()
    addresses = [found["start_url"], found["share_target"]["action"]]
    addresses += [each["url"] for each in found["shortcuts"]]
    addresses += [each["action"] for each in found["file_handlers"]]
    for address in addresses:
        parts = urlsplit(address)
        assert (parts.scheme, parts.netloc, parts.path, parts.query) == ("", "", "./", "")
