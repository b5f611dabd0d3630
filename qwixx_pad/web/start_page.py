"""The one page that is asked for anew each time: small, and it says where all the rest lies."""

import json
import os
import re

from qwixx_pad.assets_folder import assets_folder
from qwixx_pad.web.bundle import Bundle
from qwixx_pad.web.client import client_files

_PAGE, _MANIFEST = "index.html", "manifest.json"
_CONFIG = "<!-- fletAppConfig -->"
_FOR_PYTHON = re.compile(r'\n *<script src="python.js"></script>')
_LINK = re.compile(r'(?<==")[^"]+(?=")')


def pads_bundle() -> Bundle:
    """All that a browser loads from this computer: the slimmed client, and the pad's assets."""
    assets = assets_folder()
    own = {path.relative_to(assets).as_posix(): path for path in assets.rglob("*.*")}
    manifest = json.loads(own.pop(_MANIFEST).read_text())
    del own[_PAGE]
    rooted = json.dumps(manifest | {"start_url": "/", "scope": "/", "id": "/"}).encode()
    return Bundle.of({**client_files(), **own, _MANIFEST: rooted})


def start_page(bundle: Bundle) -> bytes:
    """The page that loads a bundle.

    Args:
        bundle: What it loads.
    """
    settings = {
        "entrypointBaseUrl": bundle.base,
        "assetBase": bundle.base,
        "assetsDir": bundle.base,
        "canvasKitBaseUrl": f"{bundle.base}canvaskit/",
        "fontFallbackBaseUrl": f"{bundle.base}assets/fonts/",
        "webRenderer": os.environ.get("FLET_WEB_RENDERER", "auto"),
    }
    script = f"<script>Object.assign(flet, {json.dumps(settings)});</script>"
    template = (assets_folder() / _PAGE).read_text()
    page = _FOR_PYTHON.sub("", template).replace(_CONFIG, script)
    return _LINK.sub(lambda link: _address(link[0], bundle), page).encode()


def _address(link: str, bundle: Bundle) -> str:
    return bundle.base + link if link in bundle.files else link
