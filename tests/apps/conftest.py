"""The scripts that build the apps lie in `.ci`, which is no package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / ".ci"))
