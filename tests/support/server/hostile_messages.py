"""Every field that a device can send, and what it can say there that is not so."""

from itertools import cycle, product

from tests.support.server.device_words import EVENTS, FORBIDDEN, HONEST
from tests.support.server.hostile_guest import FakeDevice, evening
from tests.support.websocket_phone import EVENT, INVOKE, REGISTER, SET, walk

LIES = (
    float("nan"), -float("inf"), -1, 0.1, 16_384.0, 1e300, 1 << 62, True, None, "x" * 5000,
    "\x1b[2J\n", b"\xff" * 99, [], {}, [[[]]] * 9, {"_i": 1, "on_click": "x"},
    {"x": float("nan"), "y": 1e300}, {"left": 16_384, "top": -1},
)  # fmt: skip
_NAMES = ("resize", "media_change", "app_lifecycle_state_change", "focus", "connect", "close")
_EVENTS = EVENTS | {name: {"state": "show"} for name in _NAMES}
_EDGES = ("padding", "view_padding", "device_pixel_ratio", "orientation")
_CONTROL = ("value", "open", "content", "visible", "data", "_i", "_c", "on_click", "key", "width")
_BODIES = {
    EVENT: {"target": 1, "name": "resize", "data": None},
    SET: {"id": 1, "props": {}},
    INVOKE: {"control_id": 1, "call_id": "", "result": None, "error": None},
    REGISTER: {"session_id": "", "page_name": "", "page": {}},
    2: {"id": 1, "patch": {}},
    6: {"message": ""},
}


def false_messages(page):
    """Kind and body of one message for each field and each lie.

    Args:
        page: The tree of controls that the device has been shown.
    """
    for (kind, honest), lie in product(_BODIES.items(), LIES):
        yield from ((kind, honest | {field: lie}) for field in (*honest, "more"))
    there = [*walk(page)]
    for name, honest in _EVENTS.items():
        target = next((c["_i"] for c in there if c.get(f"on_{name}")), 1)
        for field, lie in product((*honest, "control", "name"), LIES):
            yield EVENT, {"target": target, "name": name, "data": honest | {field: lie}}
    button = next(control["_i"] for control in there if control.get("on_click"))
    for field, lie in product(_CONTROL, LIES):
        yield SET, {"id": button, "props": {field: lie}}
    pages = [{field: lie} for field, lie in product((*HONEST, *FORBIDDEN), LIES)]
    media = [{"media": {field: lie}} for field, lie in product(_EDGES, LIES)]
    for props in media + pages:
        yield SET, {"id": 1, "props": props}
        yield EVENT, {"target": 1, "name": "resize", "data": None}


class Fickle(dict):
    """What a device gives back for a method, whichever it is: another lie each time."""

    def __init__(self) -> None:
        super().__init__()
        self._lies = cycle(LIES)

    def __contains__(self, method) -> bool:
        return method != "push_route"

    def __missing__(self, _):
        return next(self._lies)


async def send_false_messages(folder, every=1):
    """Let a guest lie at a table, and see that nobody has noticed.

    Args:
        folder: Of the pad.
        every: Sends each so many-th lie; 13 sends one or two in each field.

    Returns:
        How many messages lied.
    """
    async with evening(folder) as here, here.guest(answers=Fickle()) as guest:
        await here.owner.tap("start-game")
        await guest.sees("seat-1", "rolling")
        messages = [*false_messages(guest.screen.page)][::every]
        for kind, body in messages:
            await guest.utters(kind, body)
        for lie in LIES[::every]:
            lies = dict.fromkeys(guest.screen.page, lie) | {"route": "/join"}
            async with FakeDevice(here.port, page=lies) as odd:
                await odd.sees("join")
        async with FakeDevice(here.port, "/join") as honest:
            await honest.sees("join")
        await here.owner.tap("r2")
        await here.owner.sees("points-r", "1")
        await guest.go(f"/table/{here.code}")
        await guest.sees("seat-1", "1 point")
    return len(messages)
