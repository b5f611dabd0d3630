"""Another Python, which finds the pad and what these tests share."""

import os
import subprocess
import sys


def said_by(code, *arguments):
    """What some code prints; it has to end well, and may complain of nothing."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
