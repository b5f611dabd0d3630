"""Another Python, which finds the pad and what these tests share."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def said_by(code, *arguments):
    """What some code prints; it has to end well, and may complain of nothing."""
    found = os.pathsep.join([str(HERE), str(HERE.parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": found},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
