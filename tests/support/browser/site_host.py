"""Any web host: it serves the files of a folder, and knows nothing of the pad."""

import functools
import http.server
import json
import re
import shutil
import threading
from pathlib import Path

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages does
        super().end_headers()

    def log_message(self, *_):
        pass


class SiteHost:
    """The site on a port of this computer; it can be renewed, and taken off the net."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(_Files, directory=str(folder))
        )
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def version(self) -> str:
        return json.loads((self.folder / "qwixx-pad-site.json").read_text())["version"]

    def renew(self) -> str:
        """Put another version there, as a person does who uploads one."""
        old = self.version
        new = re.sub(r"-.*", "-renewed", old)
        (self.folder / old).rename(self.folder / new)
        for name in ("index.html", "sw.js", "manifest.json", "qwixx-pad-site.json"):
            page = self.folder / name
            page.write_text(page.read_text().replace(old, new))
        return new

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def with_relay(site: Path, folder: Path) -> Path:
    """A copy that asks the relay which serves it, as if it had been built so."""
    copy = copied(site, folder)
    for script in (path for name in ("guest.js", "worker.js") for path in copy.glob(f"*/{name}")):
        script.write_text(script.read_text().replace('RELAY = ""', 'RELAY = "."'))
    return copy


def copied(site: Path, folder: Path) -> Path:
    return Path(shutil.copytree(site, folder / "copy"))
