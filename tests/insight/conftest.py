"""The scripts that train what ships lie in `.ci/insight`; here they run as plain Python."""

import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling them would take longer than the tests
sys.path.append(str(Path(__file__).parents[2] / ".ci" / "insight"))
