"""What somebody finds in a folder who may not write there."""

from another_python import said_by
from contract import NOON, entry, head

from qwixx_pad.storage import open_storage


def as_nobody(code, folder):
    """Run code as a user who may write in no folder but the temporary one; what it printed."""
    prelude = (
        "import os, sys, tempfile; from contract import *; from pathlib import Path;"
        "from qwixx_pad.storage import *; folder = Path(sys.argv[1])\n"
        "with tempfile.TemporaryDirectory() as elsewhere:\n"  # loads what nobody may not read
        "    open_storage(Path(elsewhere), now=NOON)[0].close()\n"
        "os.setgid(65534); os.setuid(65534)\n"
    )
    return said_by(prelude + code, folder).splitlines()


READING = """
storage, rescue = open_storage(folder, now=NOON)
print([e.token for e in storage.load("one").entries], storage.settings(), rescue)
for write in (
    lambda: storage.start(head("two")),
    lambda: storage.append("one", 1, entry("r3")),
    lambda: storage.put_setting("shade", "light"),
):
    try:
        write()
    except CannotWrite:
        print("refused")
storage.close()
"""
READ = ["['r2'] {'shade': 'dark'} None", "refused", "refused", "refused"]


def fill_one(folder):
    storage, _ = open_storage(folder, now=NOON)
    storage.start(head())
    storage.append("one", 0, entry("r2"))
    storage.put_setting("shade", "dark")
    return storage
