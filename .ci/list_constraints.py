"""Write `constraints.txt`: the locked versions without their hashes, for `pip install -c`.

    python3 .ci/list_constraints.py

Run it when the lock was renewed. If constraints had hashes, pip would demand one for the pad's own
folder too.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
CONSTRAINTS = FOLDER / "constraints.txt"
_HEAD = "# The versions of requirements.lock, written by list_constraints.py.\n"
_LOCKED = re.compile(r"^(\S+==.+?) \\$", re.MULTILINE)


def constraints() -> str:
    lock = (FOLDER / "requirements.lock").read_text(encoding="utf-8")
    return _HEAD + "".join(f"{each}\n" for each in _LOCKED.findall(lock))


if __name__ == "__main__":
    CONSTRAINTS.write_text(constraints(), encoding="utf-8")
