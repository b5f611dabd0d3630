"""The files that a pad keeps as it has packed them."""

import time

from tests.support.websocket_phone import PATIENCE


def wait_kept(folder, count=1):
    """Until this many files lie there whole."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        kept = sorted(path for path in folder.glob("*") if path.suffix != ".part")
        if len(kept) >= count:
            return kept
        time.sleep(0.05)
    raise AssertionError(f"nothing is kept in {folder}")
