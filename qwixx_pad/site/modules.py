"""Which modules a program can ever import, read from its sources.

What a browser has to load before the first cell can be tapped is mostly Python that the pad never
uses. A module is kept if something that is kept imports it, at the top of a file or deep inside
of a function; nothing has to run for that.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

_ELSEWHERE = re.compile(r"TYPE_CHECKING$|^sys\.platform == '(win32|darwin)'$|^os\.name == 'nt'$")
"""What stands after an `if` whose body no browser runs."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as source.

    Attributes:
        name: Full, such as `flet.controls.page`.
        path: From the root of where it is imported from, such as `flet/controls/page.py`.
        source: As it is written.
    """

    name: str
    path: str
    source: bytes

    @property
    def is_package(self) -> bool:
        """Whether other modules can be inside of it."""
        return self.path.endswith("__init__.py")


def modules(files: Mapping[str, bytes]) -> dict[str, Module]:
    """All modules of some files, by name.

    Args:
        files: Content by path; what is not Python is passed over.
    """
    found = (_module(path, content) for path, content in files.items() if path.endswith(".py"))
    return {module.name: module for module in found}


def _module(path: str, source: bytes) -> Module:
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return Module(name, path, source)


def reachable(
    known: Mapping[str, Module],
    first: Iterable[str],
    never: frozenset[str],
    more: Callable[[Module], Iterable[str]],
) -> dict[str, Module]:
    """The modules that can be imported, by name.

    Args:
        known: Where to look; what is not in it is built in, or not there.
        first: Names of those that are imported first.
        never: Names of modules, with all inside of them, that are left out although something
            names them.
        more: What a module imports without saying so in a way that can be read.
    """
    found: dict[str, Module] = {}
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name in found or name not in known or _is_inside(name, never):
            continue
        found[name] = module = known[name]
        waiting += [*imported(module), *more(module), *_parents(name)]
    return found


def _is_inside(name: str, packages: frozenset[str]) -> bool:
    return not packages.isdisjoint([name, *_parents(name)])


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


def imported(module: Module) -> Iterator[str]:
    """The names that a module imports; some may turn out to be no modules."""
    for node in _running(ast.parse(module.source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _source(module, node)
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads, or only another system runs."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and _ELSEWHERE.search(ast.unparse(child.test)):
            for other in child.orelse:
                yield from _running(other)
        else:
            yield from _running(child)


def _source(module: Module, node: ast.ImportFrom) -> str:
    """From where something is imported, relative or not."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    around = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*around, *filter(None, [node.module])])
