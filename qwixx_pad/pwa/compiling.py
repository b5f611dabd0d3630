"""The part of the build that the browser's Python runs: only it can compile to its own bytecode."""

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
"""Matches the condition of an `if` whose body no browser runs."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as source.

    Attributes:
        path: Below the folder that it is imported from, such as `flet/controls/page.py`.
        source: Its text.
    """

    path: str
    source: bytes

    @property
    def name(self) -> str:
        """The full name, such as `flet.controls.page`."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def is_package(self) -> bool:
        return self.path.endswith("__init__.py")


def find_modules(files: Mapping[str, bytes]) -> dict[str, Module]:
    """The modules among some files, by name."""
    modules = (Module(path, content) for path, content in files.items() if path.endswith(".py"))
    return {module.name: module for module in modules}


def reachable_modules(
    known: Mapping[str, Module],
    first: Iterable[str],
    never: frozenset[str],
    more: Callable[[Module], Iterable[str]],
) -> dict[str, Module]:
    """The modules that are imported by the first ones, directly or not, by name.

    Args:
        known: All modules; others are built in, or do not exist.
        first: Names of the first modules.
        never: Names of modules to leave out, with all inside them.
        more: Returns the names that a module imports without an import statement.
    """
    found: dict[str, Module] = {}
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        packages = [".".join(parts[:length]) for length in range(1, len(parts))]
        if name in found or name not in known or not never.isdisjoint([name, *packages]):
            continue
        module = known[name]
        found[name] = module
        waiting += [*imported_names(module), *more(module), *packages]
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
"""Folder of the stage for the standard library."""
PACKAGES = "packages"
"""Folder of the stage for the pad and other packages."""
DATA = "data"
"""Folder of the stage for files that are no modules."""
FIRST_ARCHIVE = "first.zip"
"""The archive with the modules that the interpreter needs to start."""
REST_ARCHIVE = "pad.zst"
"""The archive with all other files, which Python itself unpacks."""
_ZSTD_LEVEL = 22
_OPTIMIZE_LEVEL = 2
_UNCHECKED_HASH_FLAG = (1).to_bytes(4, "little")
_HASH_BYTES = 8
_PRECOMPILED = f"qwixx_pad/pwa/{COMPILED_FILE.name}"
_PAGE_MODULES = ("pad_js", "flet_js")
"""Modules that the page provides."""
_LAZY_TABLE = "_LAZY"
"""The dictionary in which Flet has the module of each of its names."""


class Plan(TypedDict):
    """The files to compile; passed from another Python as JSON.

    Attributes:
        first: Modules that are imported first.
        never: Modules to leave out, although others import them.
        names: The names of Flet that the pad uses.
    """

    first: Sequence[str]
    never: Sequence[str]
    names: Sequence[str]


def compile_stage(stage: Path, archives: Path, plan: Plan, started: Iterable[str]) -> None:
    """Compile the modules that are imported, and write them into two archives.

    The first archive has the packages of the modules with which the interpreter has `started`.

    Args:
        stage: Folder of the sources and data.
        archives: Folder to write to.
        plan: What to compile.
        started: Modules that the interpreter imports before it runs anything.
    """
    known = {
        **find_modules(files_in(stage / PACKAGES)),
        **find_modules(files_in(stage / STANDARD)),
    }
    first = [name for name in started if name in known]
    names = frozenset(plan["names"])
    reachable = reachable_modules(
        known,
        (*first, *plan["first"]),
        frozenset(plan["never"]),
        lambda module: _lazy_modules(module, names),
    )
    early = {_top_package(name) for name in first}
    rest = files_in(stage / DATA)
    rest[_PRECOMPILED] = pack_compiled(_dataclass_texts(stage / PACKAGES, names))
    with zipfile.ZipFile(archives / FIRST_ARCHIVE, "w", zipfile.ZIP_STORED) as archive:
        for module in sorted(reachable.values(), key=lambda module: module.path):
            if _top_package(module.name) in early:
                archive.writestr(zipfile.ZipInfo(f"{module.path}c"), _compile_module(module))
            else:
                rest[f"{module.path}c"] = _compile_module(module)
    (archives / REST_ARCHIVE).write_bytes(_pack_tar(rest))


def _dataclass_texts(packages: Path, names: Iterable[str]) -> list[str]:
    """The texts that the dataclasses of the pad and its controls compile at each start."""
    texts = record_compiled()
    sys.modules.update({name: ModuleType(name) for name in _PAGE_MODULES})
    sys.path.insert(0, str(packages))
    import_module("qwixx_pad.pwa.in_browser")
    flet = import_module("flet")
    for name in names:
        getattr(flet, name, None)  # Flet imports it now
    return texts


def files_in(folder: Path) -> dict[str, bytes]:
    """The contents of all files in a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _pack_tar(files: Mapping[str, bytes]) -> bytes:
    """A compressed tar of the files, the same for the same files."""
    from compression import zstd  # noqa: PLC0415 - only this Python has it

    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return bytes(zstd.compress(content.getvalue(), level=_ZSTD_LEVEL))


def _top_package(name: str) -> str:
    """The package of a module: Python has to find all modules of a package in one archive."""
    return name.partition(".")[0]


def _compile_module(module: Module) -> bytes:
    """The content of a compiled file that is used without its source (PEP 552)."""
    tree = ast.fix_missing_locations(_AddDocstrings().visit(ast.parse(module.source)))
    code = compile(tree, module.path, "exec", dont_inherit=True, optimize=_OPTIMIZE_LEVEL)
    return MAGIC_NUMBER + _UNCHECKED_HASH_FLAG + bytes(_HASH_BYTES) + marshal.dumps(code)


class _AddDocstrings(ast.NodeTransformer):
    """Gives decorated classes a docstring that the compiler does not remove.

    A dataclass without one would derive it from its signature, at each start.
    """

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        if node.decorator_list:
            name = ast.Name("__doc__", ast.Store())
            node.body.insert(0, ast.Assign([name], ast.Constant(".")))
        return node


def _lazy_modules(module: Module, names: frozenset[str]) -> Iterable[str]:
    """The modules of these names in a package with a table for lazy imports; none in others."""
    for node in ast.parse(module.source).body if module.is_package else ():
        if isinstance(node, ast.Assign) and _LAZY_TABLE in map(ast.unparse, node.targets):
            table = ast.literal_eval(node.value)
            return [table[name] for name in sorted(names & table.keys())]
    return ()
