"""The manifest by which a browser installs the pad as an app."""

import json
from typing import Any

from qwixx_pad import assets_folder
from qwixx_pad.i18n import N_, available_languages, catalogue

MANIFEST = "manifest.json"
_DESCRIPTION = N_("A score pad for Qwixx")
_SHORTCUTS = {"/sheets": N_("New game"), "/join": N_("Join a table")}
"""Names of shortcuts by their routes. None starts a game by itself, as any page may link to it."""


def read_manifest(root: str, routes: str) -> dict[str, Any]:
    """Read the manifest of a pad, in all of its languages.

    Browsers that don't know the `…_localized` members show English.

    Args:
        root: The address of its start page, relative to the manifest.
        routes: What comes before the routes of screens, which begin with a slash.
    """
    manifest: dict[str, Any] = json.loads((assets_folder() / MANIFEST).read_text(encoding="utf-8"))
    manifest |= {"start_url": root, "scope": root} | _localized("description", _DESCRIPTION)
    manifest["shortcuts"] = [
        {**_localized("name", text), "url": f"{routes}{route}"}
        for route, text in _SHORTCUTS.items()
    ]
    manifest["share_target"]["action"] = root
    return manifest


def _localized(member: str, text: str) -> dict[str, Any]:
    """A member and its translations."""
    languages = available_languages()
    translations = {language: catalogue(language).gettext(text) for language in languages}
    return {member: text, f"{member}_localized": translations}
