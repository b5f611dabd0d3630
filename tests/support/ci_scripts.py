"""The scripts of `.ci`, which are no package and not on the path of the tests."""

import importlib
import sys
from pathlib import Path

_FOLDER = Path(__file__).parents[2] / ".ci"


def ci_script(name):
    """Import a script, such as `analysis/rules`, as it runs: it finds the others in its folder."""
    path = _FOLDER / name
    sys.path.insert(0, str(path.parent))
    try:
        return importlib.import_module(path.name)
    finally:
        sys.path.remove(str(path.parent))
