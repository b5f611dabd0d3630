"""Compiling for numba, and the folder of what the scripts have computed."""

import ast
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path

from numba import config, njit

import qwixx_pad

_PACKAGE = Path(qwixx_pad.__file__).parent
_SCRIPTS = Path(__file__).parent
_MEASURING = ("advised", "figures")
"""Scripts that nothing is learnt by."""


def _code(path: Path) -> str:
    """The code of a module, without comments and docstrings; any other file as it is."""
    if path.suffix != ".py":
        return path.read_text(encoding="utf-8")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _learning_files() -> list[Path]:
    """The files that weights depend on: scripts, the parts and inputs of the net, and layouts."""
    scripts = [path for path in _SCRIPTS.glob("*.py") if path.stem not in _MEASURING]
    pad = [_PACKAGE / "analysis" / name for name in ("net.py", "parts.py")]
    return [*sorted(scripts), *pad, *sorted((_PACKAGE / "layouts").glob("*.toml"))]


def digest_code(paths: Iterable[Path], content: bytes = b"") -> str:
    """Make a name for the code of some files, and for other content."""
    code = "".join(map(_code, paths)).encode()
    return sha256(code + content).hexdigest()[:12]


MEASURING_FILES = [
    *(_SCRIPTS / f"{name}.py" for name in _MEASURING),
    *(_PACKAGE / "analysis" / f"{name}.py" for name in ("turning_points", "value")),
]
RESULTS = Path("build/analysis", digest_code(_learning_files()))
"""Where results are stored, so that a run that was ended can go on; other code begins anew."""
# numba looks only at the file of a function, not at those that it calls
config.CACHE_DIR = str(RESULTS.absolute() / "compiled")
jit = partial(njit, cache=True)
