"""What a tap costs a session: controls built and compared, bytes and messages. Never the time."""

from contextlib import contextmanager
from dataclasses import dataclass

from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import DiffBuilder


@dataclass
class Cost:
    """Of what one session did.

    Attributes:
        built: Controls that were made, components among them.
        compared: Controls that were held against those before them.
        bytes: Sent to the device.
        messages: In which they were sent.
    """

    built: int = 0
    compared: int = 0
    bytes: int = 0
    messages: int = 0


@contextmanager
def counted(*tabs):
    """What happens inside, one `Cost` a tab: a control counts for the session that makes it."""
    costs = {id(tab.page): Cost() for tab in tabs}
    before = [(tab.wire.bytes_out, len(tab.wire.sent)) for tab in tabs]
    make, compare = ControlId.next, DiffBuilder._compare_dataclasses

    def here():
        return costs.setdefault(id(_context_page.get(None)), Cost())

    def made():
        here().built += 1
        return make()

    def compared(self, parent, path, src, dst, frozen):
        here().compared += isinstance(dst, BaseControl) and src is not dst
        return compare(self, parent, path, src, dst, frozen)

    ControlId.next, DiffBuilder._compare_dataclasses = staticmethod(made), compared
    try:
        yield [costs[id(tab.page)] for tab in tabs]
    finally:
        ControlId.next, DiffBuilder._compare_dataclasses = make, compare
    for tab, (sent, messages) in zip(tabs, before, strict=True):
        cost = costs[id(tab.page)]
        cost.bytes, cost.messages = tab.wire.bytes_out - sent, len(tab.wire.sent) - messages
