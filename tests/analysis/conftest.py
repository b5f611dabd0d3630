"""The scripts that train what ships lie in `.ci/analysis`; here they run as plain Python."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling them would take longer than the tests
