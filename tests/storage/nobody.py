"""What somebody finds in a folder who may not write there."""

import os
import subprocess
import sys
from pathlib import Path

from contract import NOON, entry, head

from qwixx_pad.storage import open_store


def as_nobody(code, folder):
    """Run code as a user who may write in no folder but the temporary one; what it printed."""
    prelude = (
        "import os, sys, tempfile; from contract import *; from pathlib import Path;"
        "from qwixx_pad.storage import *; folder = Path(sys.argv[1])\n"
        "with tempfile.TemporaryDirectory() as elsewhere:\n"  # loads what nobody may not read
        "    open_store(Path(elsewhere), now=NOON)[0].close()\n"
        "os.setgid(65534); os.setuid(65534)\n"
    )
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", prelude + code, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": here},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


READING = """
store, rescue = open_store(folder, now=NOON)
print([e.token for e in store.load("one").entries], store.settings(), rescue)
for write in (
    lambda: store.start(head("two")),
    lambda: store.append("one", 1, entry("r3")),
    lambda: store.put_setting("shade", "light"),
):
    try:
        write()
    except CannotWrite:
        print("refused")
store.close()
"""
READ = ["['r2'] {'shade': 'dark'} None", "refused", "refused", "refused"]


def fill_one(folder):
    store, _ = open_store(folder, now=NOON)
    store.start(head())
    store.append("one", 0, entry("r2"))
    store.put_setting("shade", "dark")
    return store
