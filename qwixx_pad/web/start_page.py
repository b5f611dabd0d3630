"""The one page that is asked for anew each time: small, and it says where all the rest lies."""

import html
import json
import os
import re

from qwixx_pad.i18n import SOURCE, catalogue, choose_tongue, languages, phrase
from qwixx_pad.service.assets import assets_folder
from qwixx_pad.service.device_identity import languages_of
from qwixx_pad.web.bundle import Bundle
from qwixx_pad.web.client import client_files

_PAGE, _MANIFEST = "index.html", "manifest.json"
_OF_APPS = "icon_"
_CONFIG = "<!-- fletAppConfig -->"
_FOR_PYTHON = re.compile(r'\n *<script src="python.js"></script>')
_LINK = re.compile(r'(?<==")[^"]+(?=")')
_LANGUAGE = f'<html lang="{SOURCE}">'
_LABEL = 'aria-label="{}"'
# Translators: while the pad is loaded for the first time; heard, not seen.
_LOADING = phrase("Loading")
_AWAY = (
    # Translators: in place of the sheet while a device has lost its link to the pad.
    phrase("No connection"),
    phrase("Your crosses are kept. The pad comes back by itself."),
)


def pads_bundle() -> Bundle:
    """All that a browser loads from this computer: the slimmed client, and the pad's assets."""
    assets = assets_folder()
    files = (path for path in assets.rglob("*.*") if not path.name.startswith(_OF_APPS))
    own = {path.relative_to(assets).as_posix(): path for path in files}
    manifest = json.loads(own.pop(_MANIFEST).read_text(encoding="utf-8"))
    del own[_PAGE]
    rooted = json.dumps(manifest | {"start_url": "/", "scope": "/", "id": "/"}).encode()
    return Bundle.of({**client_files(), **own, _MANIFEST: rooted})


class StartPage:
    """The page that loads a bundle, in every language of the pad.

    Args:
        bundle: What it loads.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._pages = {language: _page(bundle, language) for language in languages()}

    def for_reader(self, wanted: str) -> bytes:
        """The page in the language that a browser asks for, as far as the pad speaks it.

        Args:
            wanted: The browser's own words for it, such as `de-AT,de;q=0.9`.
        """
        return self._pages[choose_tongue("", languages_of(wanted)).language]


def _page(bundle: Bundle, language: str) -> bytes:
    say = catalogue(language).gettext
    settings = {
        "entrypointBaseUrl": bundle.base,
        "assetBase": bundle.base,
        "assetsDir": bundle.base,
        "canvasKitBaseUrl": f"{bundle.base}canvaskit/",
        "fontFallbackBaseUrl": f"{bundle.base}assets/fonts/",
        "webRenderer": os.environ.get("FLET_WEB_RENDERER", "auto"),
        "away": [say(text) for text in _AWAY],
    }
    script = f"<script>Object.assign(flet, {json.dumps(settings)});</script>"
    page = _FOR_PYTHON.sub("", (assets_folder() / _PAGE).read_text(encoding="utf-8")).replace(
        _CONFIG, script
    )
    page = page.replace(_LANGUAGE, f'<html lang="{language}">')
    page = page.replace(_LABEL.format(_LOADING), _LABEL.format(html.escape(say(_LOADING))))
    return _LINK.sub(lambda link: _address(link[0], bundle), page).encode()


def _address(link: str, bundle: Bundle) -> str:
    return bundle.base + link if link in bundle.files else link
