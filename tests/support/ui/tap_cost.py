"""What Flet does for a tap: controls built and compared, and bytes. Counted, never timed."""

from collections import Counter
from contextlib import contextmanager

from flet.controls import base_control
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page

from qwixx_pad.ui.flet_support import diffing


class Counts:
    """Controls that were built and compared, by the page that asked for them."""

    def __init__(self) -> None:
        self.built, self.compared = Counter(), Counter()

    def of(self, tab):
        page = id(tab.page)
        return self.built[page], self.compared[page], tab.wire.bytes_out


@contextmanager
def counted():
    """Count what Flet does; it is as fast as before, but for the counting."""
    counts = Counts()
    number = base_control.ControlId.next
    compare = diffing._flet_compare

    def built():
        counts.built[id(_context_page.get(None))] += 1
        return number()

    def compared(self, parent, path, src, dst, frozen):
        counts.compared[id(_context_page.get(None))] += (
            isinstance(dst, BaseControl) and dst is not src
        )
        return compare(self, parent, path, src, dst, frozen)

    base_control.ControlId.next = built
    diffing._flet_compare = compared
    try:
        yield counts
    finally:
        del base_control.ControlId.next
        diffing._flet_compare = compare
