"""The part of the build that runs on the browser's Python: only that one knows its bytecode."""

import ast
import io
import marshal
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import MAGIC_NUMBER, resolve_name
from pathlib import Path
from types import ModuleType
from typing import TypedDict

from qwixx_pad.pwa.precompiled_dataclasses import COMPILED_FILE, pack_compiled, record_compiled

_NEVER_IN_BROWSER = re.compile(
    r"TYPE_CHECKING$|^sys\.platform == '(win32|darwin)'$|^os\.name == 'nt'$"
)
"""What stands after an `if` whose body no browser runs."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as source.

    Attributes:
        path: From the root of where it is imported from, such as `flet/controls/page.py`.
        source: As it is written.
    """

    path: str
    source: bytes

    @property
    def name(self) -> str:
        """The full name, such as `flet.controls.page`."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def is_package(self) -> bool:
        """True if other modules can be inside of it."""
        return self.path.endswith("__init__.py")


def find_modules(files: Mapping[str, bytes]) -> dict[str, Module]:
    """Return all modules of some files, by name; what is not Python is passed over."""
    found = (Module(path, content) for path, content in files.items() if path.endswith(".py"))
    return {module.name: module for module in found}


def reachable_modules(
    known: Mapping[str, Module],
    first: Iterable[str],
    never: frozenset[str],
    more: Callable[[Module], Iterable[str]],
) -> dict[str, Module]:
    """Return the modules that can be imported after the `first`, by name.

    What is not known is built in, or not there. What is in `never` is left out with all inside of
    it, although something names it. `more` tells what a module imports without saying so in a way
    that can be read.
    """
    found: dict[str, Module] = {}
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        around = [".".join(parts[:length]) for length in range(1, len(parts))]
        if name in found or name not in known or not never.isdisjoint([name, *around]):
            continue
        found[name] = module = known[name]
        waiting += [*imported_names(module), *more(module), *around]
    return found


def imported_names(module: Module) -> Iterator[str]:
    """Yield the names that a module imports; some may turn out to be no modules."""
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for node in _runtime_nodes(ast.parse(module.source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those that only a type checker reads, or only another system runs."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and _NEVER_IN_BROWSER.search(ast.unparse(child.test)):
            for other in child.orelse:
                yield from _runtime_nodes(other)
        else:
            yield from _runtime_nodes(child)


STANDARD = "standard"
PACKAGES = "packages"
DATA = "data"
"""Folders of the stage: the standard library, all that is put beside it, and what is no module."""
FIRST_ARCHIVE = "first.zip"
REST_ARCHIVE = "pad.zst"
"""What the interpreter needs to start, and the rest, which Python itself unpacks."""
_ZSTD_LEVEL = 22
_OPTIMIZE_LEVEL = 2
_UNCHECKED_HASH_FLAG = (1).to_bytes(4, "little")
_HASH_BYTES = 8
_PRECOMPILED = f"qwixx_pad/pwa/{COMPILED_FILE.name}"
_PAGE_MODULES = ("pad_js", "flet_js")
"""Modules that the page brings with it."""
_LAZY_TABLE = "_LAZY"
"""Where Flet says which module each of its names is in."""


class Plan(TypedDict):
    """The compilation order, passed from another Python as JSON.

    Attributes:
        first: Modules that are imported first.
        never: Modules that are left out although something names them.
        names: The names of Flet that the pad uses.
    """

    first: Sequence[str]
    never: Sequence[str]
    names: Sequence[str]


def compile_stage(stage: Path, made: Path, plan: Plan, started: Iterable[str]) -> None:
    """Compile what can be reached: what comes first into one archive, the rest into another.

    What comes first are the packages of what the interpreter has `started` with: modules that it
    imports before it runs anything.
    """
    standard, packages = (find_modules(files_in(stage / name)) for name in (STANDARD, PACKAGES))
    known = {**packages, **standard}
    first = [name for name in started if name in known]
    names = frozenset(plan["names"])
    kept = reachable_modules(
        known,
        (*first, *plan["first"]),
        frozenset(plan["never"]),
        lambda module: _lazy_modules(module, names),
    )
    early = {_top_package(name) for name in first}
    rest = files_in(stage / DATA)
    rest[_PRECOMPILED] = pack_compiled(_dataclass_texts(stage / PACKAGES, names))
    with zipfile.ZipFile(made / FIRST_ARCHIVE, "w", zipfile.ZIP_STORED) as archive:
        for module in sorted(kept.values(), key=lambda module: module.path):
            if _top_package(module.name) in early:
                archive.writestr(zipfile.ZipInfo(f"{module.path}c"), _compile_module(module))
            else:
                rest[f"{module.path}c"] = _compile_module(module)
    (made / REST_ARCHIVE).write_bytes(_pack_tar(rest))


def _dataclass_texts(packages: Path, names: Iterable[str]) -> list[str]:
    """Return the texts that the dataclasses of the pad and its controls compile at each start."""
    texts = record_compiled()
    sys.modules.update({name: ModuleType(name) for name in _PAGE_MODULES})
    sys.path.insert(0, str(packages))
    import_module("qwixx_pad.pwa.in_browser")
    flet = import_module("flet")
    for name in names:
        getattr(flet, name, None)  # Flet imports it now
    return texts


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all that lies in a folder, by its name below it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _pack_tar(files: Mapping[str, bytes]) -> bytes:
    """Return a tar, the same for the same files, as small as can be and unpacked in no time."""
    from compression import zstd  # noqa: PLC0415 - only this Python has it

    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return bytes(zstd.compress(content.getvalue(), level=_ZSTD_LEVEL))


def _top_package(name: str) -> str:
    """Return the package that a module is in: one package is not torn into two places."""
    return name.partition(".")[0]


def _compile_module(module: Module) -> bytes:
    """Return the bytecode, as it lies in a file without a source beside it (PEP 552)."""
    tree = ast.fix_missing_locations(_AddDocstrings().visit(ast.parse(module.source)))
    code = compile(tree, module.path, "exec", dont_inherit=True, optimize=_OPTIMIZE_LEVEL)
    return MAGIC_NUMBER + _UNCHECKED_HASH_FLAG + bytes(_HASH_BYTES) + marshal.dumps(code)


class _AddDocstrings(ast.NodeTransformer):
    """Gives decorated classes some description that stays.

    A dataclass that has none would work one out from its signature, at each start.
    """

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        if node.decorator_list:
            name = ast.Name("__doc__", ast.Store())
            node.body.insert(0, ast.Assign([name], ast.Constant(".")))
        return node


def _lazy_modules(module: Module, names: frozenset[str]) -> Iterable[str]:
    """Return the modules of names that a package imports lazily by a table."""
    for node in ast.parse(module.source).body if module.is_package else ():
        if isinstance(node, ast.Assign) and _LAZY_TABLE in map(ast.unparse, node.targets):
            table = ast.literal_eval(node.value)
            return [table[name] for name in sorted(names & table.keys())]
    return ()
