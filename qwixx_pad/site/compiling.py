"""The part of the build that runs on the Python of the browser: only that one knows its bytecode.

Started by `pages/compile.mjs`, in Node.
"""

import ast
import json
import marshal
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from qwixx_pad.site.modules import Module, modules, reachable

STANDARD, PACKAGES = "standard", "packages"
"""Folders of the stage: the standard library, and all that is put beside it."""
FIRST_ARCHIVE = "first.zip"
"""What the interpreter needs to start; the rest is unpacked by Python itself."""
_WITHOUT_DOCSTRINGS = 2
_KNOWN_BY_HASH = (1).to_bytes(4, "little")
_HASH_LENGTH = 8
_LAZY_NAMES = "_LAZY"
"""Where Flet says which module each of its names is in."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be compiled.

    Attributes:
        first: Modules that are imported first.
        early: Modules that are needed to unpack the rest.
        never: Modules that are left out although something names them.
        names: The names of Flet that the pad uses.
    """

    first: tuple[str, ...]
    early: tuple[str, ...]
    never: frozenset[str]
    names: frozenset[str]

    @classmethod
    def read(cls, text: str) -> "Plan":
        """A plan as `json.dumps` has written its fields."""
        fields = json.loads(text)
        first, early = tuple(fields["first"]), tuple(fields["early"])
        return cls(first, early, frozenset(fields["never"]), frozenset(fields["names"]))


def compile_stage(stage: Path, made: Path, plan: Plan, started: Iterable[str]) -> None:
    """Compile what can be reached: what comes first into an archive, the rest into files.

    Args:
        stage: Holds the sources.
        made: Where the archive and the folder of the packages are put.
        plan: What is to be compiled.
        started: Modules that the interpreter imports before it runs anything.
    """
    standard, packages = (_sources(stage / name) for name in (STANDARD, PACKAGES))
    known = {**modules(packages), **modules(standard)}
    early = (*started, *plan.early)
    kept = reachable(
        known, (*early, *plan.first), plan.never, lambda module: _lazily(module, plan.names)
    )
    tops = {_top(name) for name in early if name in known and known[name].path in standard}
    with zipfile.ZipFile(made / FIRST_ARCHIVE, "w", zipfile.ZIP_STORED) as archive:
        for module in sorted(kept.values(), key=lambda module: module.path):
            if _top(module.name) in tops:
                archive.writestr(zipfile.ZipInfo(f"{module.path}c"), _compiled(module))
            else:
                _write(made / PACKAGES / f"{module.path}c", _compiled(module))


def _sources(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")}


def _top(name: str) -> str:
    """The package that a module is in: one package is not torn into two places."""
    return name.partition(".")[0]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _compiled(module: Module) -> bytes:
    """The bytecode, as it lies in a file without a source beside it (PEP 552)."""
    code = compile(
        module.source, module.path, "exec", dont_inherit=True, optimize=_WITHOUT_DOCSTRINGS
    )
    return MAGIC_NUMBER + _KNOWN_BY_HASH + bytes(_HASH_LENGTH) + marshal.dumps(code)


def _lazily(module: Module, names: frozenset[str]) -> Iterable[str]:
    """Where the names are that are looked up in a table of the module when first asked for."""
    for node in ast.parse(module.source).body if module.is_package else ():
        if isinstance(node, ast.Assign) and _LAZY_NAMES in map(ast.unparse, node.targets):
            table = ast.literal_eval(node.value)
            return [table[name] for name in sorted(names & table.keys())]
    return ()
