"""A session without a browser: Flet's real session, diff and hooks over a connection of our own.

Nothing of the page is imitated; only the wire ends here.
"""

import asyncio
import functools
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from enum import Enum

import flet as ft
import msgpack
from flet import canvas as cv
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import MessageAction, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from qwixx_pad.identity import devices
from qwixx_pad.ui.flet_support.view_source import ViewSource
from qwixx_pad.ui.play.state import View
from tests.support.ui.tap_places import places


class Clock:
    """Seconds, which pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


CLOCK = Clock()
"""Of all pads in this process, by which their taps are distinguished."""
CALM = 1.0
"""Seconds between two taps of a person who looks before each."""
KEY = ft.CupertinoButton
"""A word that takes a finger and the focus."""
_INSIDE = {"_b", "_overlay", "_dialogs", "_services"}
_PLAIN = (type(None), str, bytes, int, float, Enum)
_HOLDING = (BaseControl, list, tuple, dict)


def packed(body) -> bytes:
    return msgpack.packb(body, default=configure_encode_object_for_msgpack(BaseControl))


def size_of(message) -> int:
    """The bytes of a packed message in which the number of each control takes one.

    They are counted through the whole process, and take up to five.
    """
    action, body = msgpack.unpackb(message, strict_map_key=False)
    return len(msgpack.packb([action, _unnumbered({**body, "id": 0})]))


def _unnumbered(value):
    if isinstance(value, dict):
        return {key: 0 if key == "_i" else _unnumbered(each) for key, each in value.items()}
    return [*map(_unnumbered, value)] if isinstance(value, list) else value


LINUX = {
    "locales": [{"language_code": "de", "country_code": "DE"}, {"language_code": "en"}],
    **dict.fromkeys(("name", "version", "id", "pretty_name"), "Debian"),
    "id_like": [],
}
"""What a browser on Linux says of its computer."""


class Wire(Connection):
    """The end of the line: packs what is sent, and answers what a device would be asked."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(1)
        self.pubsubhub = PubSubHub(loop=self.loop)
        self.page_url = "http://test"
        self.page_name = ""
        self.sent: list[tuple[MessageAction, object]] = []
        self.asked: list[str] = []
        self.calls: list[tuple[str, dict]] = []
        self.answers: dict[str, object] = {}
        self.device_fails = False
        self.focused: int | None = None

    def send_message(self, message) -> None:
        self.sent.append((message.action, packed([message.action, message.body])))
        if message.action == MessageAction.INVOKE_METHOD:
            self._answer(message.body)

    @property
    def bytes_out(self) -> int:
        return sum(size_of(message) for _, message in self.sent)

    def _answer(self, asked) -> None:
        self.asked.append(asked.name)
        self.calls.append((asked.name, asked.args or {}))
        if asked.name == "push_route":
            self.session.apply_page_patch({"route": asked.args["route"]})
            event = self.session.page._trigger_event("route_change", {"route": asked.args["route"]})
            self.loop.create_task(event)
        if asked.name == "focus":
            self.loop.create_task(self._focus(asked.control_id))
        error = "not supported" if self.device_fails else None
        self.loop.call_soon(
            lambda: self.session.handle_invoke_method_results(
                asked.control_id, asked.call_id, self.answers.get(asked.name), error
            )
        )

    async def _focus(self, control) -> None:
        """What a device does when it is asked to move its focus."""
        before = self.focused
        self.focused = control
        if before is not None and before in self.session.index:
            await self.session.dispatch_event(before, "blur", None)
        await self.session.dispatch_event(control, "focus", None)


class Client:
    """A tab: `async with Client(main) as tab`, then find, tap and read."""

    def __init__(self, main, width: float = 390, height: float = 844, **page) -> None:
        self._main = main
        self._page = {"width": width, "height": height, "route": "/", "platform": "android", **page}
        self._seen: list[BaseControl] = []

    async def __aenter__(self):
        self.wire = Wire()
        self.session = Session(self.wire)
        self.wire.session = self.session
        self.page = self.session.page
        _context_page.set(self.page)
        if devices.current_device.get(None) is None:  # what this computer's own server would say
            devices.current_device.set(devices.OWNER)
        self.session.apply_page_patch(self._page)
        packed(self.session.get_page_patch())
        context.reset_auto_update()
        self._main(self.page)
        await self.session.after_event(self.page)
        return await self.lay_out()

    async def __aexit__(self, *failure) -> None:
        if failure[0] is None:
            assert not self.crashes(), "the app was covered by Flet's error screen"
            assert self.alive(), "a control that Flet finds invalid has ended the updates"
            assert not self.find(lambda c: getattr(c, "key", None) == "error-card")
            assert not self.lost(), "a tap on a control would search the whole page for it"
        self.session.close()
        self.wire.executor.shutdown(wait=False)
        await self.settle()  # what its end has begun

    async def settle(self, turns: int = 12) -> "Client":
        for _ in range(turns):
            await asyncio.sleep(0)
        return self

    def alive(self) -> bool:
        """Whether what changes would still be painted; an app without components has no need."""
        updates = self.session._Session__updates_task
        return updates is None or not updates.done()

    def lost(self) -> list[BaseControl]:
        """Controls on the screen that do not lead to their page."""
        return self.find(lambda control: not self.session._Session__is_mounted_control(control))

    def crashes(self) -> list[object]:
        return [body for action, body in self.wire.sent if action == MessageAction.SESSION_CRASHED]

    def patches(self) -> int:
        return sum(action == MessageAction.PATCH_CONTROL for action, _ in self.wire.sent)

    # what is on the screen

    def walk(self, root: object = None) -> Iterator[BaseControl]:
        """Every control of the screen in front, and of the dialogs over it."""
        if root is not None:
            return _walk(root)
        if not self._seen:
            *_, front = _views(self.page.views)
            self._seen = [*_walk((front, self.page._dialogs))]
            self.wire.loop.call_soon(self._look_again)
        return iter(self._seen)

    def _look_again(self) -> None:
        """Nothing can have changed before the loop turns: till then one look is enough."""
        self._seen = []

    def find(self, true) -> list[BaseControl]:
        return [control for control in self.walk() if true(control)]

    def all(self, identifier: str) -> list[ft.Semantics]:
        return self.find(lambda c: isinstance(c, ft.Semantics) and c.identifier == identifier)

    def one(self, identifier: str) -> ft.Semantics:
        found = self.all(identifier)
        assert len(found) == 1, f"{len(found)} of {identifier!r} on the screen"
        return found[0]

    def field(self, identifier: str) -> ft.TextField:
        """The field behind an identifier."""
        inside = self.walk(self.one(identifier))
        return next(control for control in inside if isinstance(control, ft.TextField))

    def has(self, identifier: str) -> bool:
        return bool(self.all(identifier))

    def name(self, identifier: str) -> str:
        return self.one(identifier).label

    def numbers(self, identifier: str) -> list[int]:
        """The numbers that are said of something, in their order."""
        return [int(digits) for digits in re.findall(r"-?\d+", self.name(identifier))]

    def number(self, identifier: str) -> int:
        """The first of them, such as the points of a sheet."""
        return self.numbers(identifier)[0]

    def given(self, kind: type) -> list[object]:
        """What the components on the screen are given first, as far as it is of this kind."""
        first = (c.args[0] for c in self.walk() if isinstance(c, ft.Component) and c.args)
        return [each for each in first if isinstance(each, kind)]

    @property
    def view(self) -> View:
        """All that is seen of the play screen in front, as a plain value."""
        return self.given(ViewSource)[0].state

    def texts(self) -> list[str]:
        return [c.value for c in self.walk() if isinstance(c, ft.Text | cv.Text)]

    def sees(self, words: str) -> bool:
        """Whether these words stand anywhere on the screen."""
        return any(words in text for text in self.texts())

    def announced(self) -> list[str]:
        """What a screen reader was given to say."""
        return [args["message"] for name, args in self.wire.calls if name == "announce_message"]

    # what a person does

    def key(self, identifier: str) -> BaseControl:
        """What takes the finger that taps there, if it is alive."""
        node = self.one(identifier)
        within = [c for c in _walk(node) if _takes_taps(c)]
        return (within or self.find(lambda c: isinstance(c, KEY) and c.data == identifier))[0]

    async def tap(self, identifier: str, after: float = CALM) -> "Client":
        """Tap where something lies; what is dead itself lies in what hears the finger there.

        `after`: the seconds since whatever was done before.
        """
        CLOCK.wait(after)
        node = self.one(identifier)
        if node.disabled and isinstance(node, ft.LayoutControl):
            return await self.lift(node, node.width / 2, node.height / 2, after=0)
        key = self.key(identifier)
        if isinstance(key, ft.GestureDetector):
            return await self.lift(node, node.width / 2, node.height / 2, key, after=0)
        await self.session.dispatch_event(key._i, "click", None)
        await self.session.after_event(self.page)
        return await self.settle()

    async def lift(
        self, node: BaseControl, x: float, y: float, by=None, after: float = CALM
    ) -> "Client":
        """Lift a finger so far from the corner of a node: `by` hears it, or what lies around."""
        CLOCK.wait(after)
        corner = (x, y)
        point = next(_corners(next(self.walk()), node, (x, y)))
        if by is None:
            *_, by = self.find(lambda c: getattr(c, "on_tap_up", None) and node in [*_walk(c)])
            corner = next(_corners(by.content, node, (x, y)))
        there, on_screen = (dict(zip("xy", each, strict=True)) for each in (corner, point))
        data = {"k": "touch", "l": there, "g": on_screen}
        await self.session.dispatch_event(by._i, "tap_up", data)
        return await self.settle()

    async def taps(self, identifiers: str) -> "Client":
        for identifier in identifiers.split():
            await self.tap(identifier)
        return self

    async def press(self, *keys: str, after: float = CALM) -> "Client":
        """Press keys, such as `Arrow Left` or `Ctrl+Z`, as a browser tells of them."""
        for key in keys:
            CLOCK.wait(after)
            *held, name = key.split("+")
            event = {"key": " " if name == "Space" else name}
            event |= {x.lower(): x in held for x in ("Ctrl", "Alt", "Shift", "Meta")}
            await self.page._trigger_event("keyboard_event", event)
            await self.settle()
        return self

    @property
    def focused(self) -> str:
        """The identifier of what has the focus, or the cursor of the sheet that has it."""
        at = next((c for c in self.walk() if c._i == self.wire.focused), None)
        if not isinstance(at, ft.KeyboardListener):
            return "" if at is None else at.data
        cursor = next(c for c in self.walk() if getattr(c, "key", None) == "cursor")
        rings = [part for c in _walk(cursor) for part in getattr(c, "elements", ())]
        middle = [(r.x + r.width / 2, r.y + r.height / 2) for r in rings]
        return next((name for x, y in middle for name in _at(places(self), x, y)), "")

    async def resize(self, width: float, height: float) -> "Client":
        self.session.apply_page_patch({"width": width, "height": height})
        await self.page._trigger_event("resize", {"width": width, "height": height})
        return await self.settle()

    async def lose_link(self) -> "Client":
        await self.session.disconnect(3600)
        return await self.settle()

    async def come_back(self) -> "Client":
        self.wire = Wire()
        self.wire.session = self.session
        await self.session.connect(self.wire)
        return await self.lay_out()

    async def lay_out(self) -> "Client":
        """Tell how large the screen in front is, as a device does that has laid a new one out."""
        await self.settle()
        for area in self.find(lambda c: isinstance(c, ft.SafeArea) and c.on_size_change):
            await self.session.dispatch_event(area._i, "size_change", {"w": 390.0, "h": 844.0})
        return self


def _at(found, x: float, y: float) -> list[str]:
    """What lies at a point, the smallest first."""
    there = {
        name: width * height
        for name, (left, top, width, height) in found.items()
        if left < x < left + width and top < y < top + height
    }
    return sorted(there, key=there.__getitem__)


def _takes_taps(control: BaseControl) -> bool:
    return any(getattr(control, name, None) is not None for name in ("on_click", "on_tap_up"))


def _corners(root: object, wanted: BaseControl, at: tuple[float, float]):
    """Where a point of a control lies in the control around it."""
    if root is wanted:
        yield at[0] + (wanted.left or 0), at[1] + (wanted.top or 0)
        return
    for part in _parts(root):
        for x, y in _corners(part, wanted, at):
            left, top = (getattr(root, side, None) or 0 for side in ("left", "top"))
            yield x + left, y + top


def _walk(root: object) -> Iterator[BaseControl]:
    waiting = [root]
    seen = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, BaseControl):
            if id(value) in seen:
                continue
            seen.add(id(value))
            yield value
        waiting += reversed(_parts(value))


def _views(value: object) -> Iterator[ft.View]:
    """The screens that lie on each other, the one in front last; not what is on them."""
    if isinstance(value, ft.View):
        yield value
    else:
        for part in _parts(value):
            yield from _views(part)


def _parts(value: object) -> list[object]:
    """What a value consists of that may hold controls."""
    if isinstance(value, BaseControl):
        places, always = _fields(type(value))
        values = getattr(value, "_values", {}).items()
        names = {*(name for name, part in values if isinstance(part, _HOLDING)), *always}
        sent = sorted(names & places.keys(), key=places.__getitem__)
        parts = [getattr(value, name, None) for name in sent]
    else:
        parts = value.values() if isinstance(value, dict) else value
    return [part for part in parts if isinstance(part, _HOLDING)]


@functools.cache
def _fields(kind: type) -> tuple[dict[str, int], tuple[str, ...]]:
    """The fields of a kind of control that are sent, in order, and those to be asked always.

    Of all others Flet keeps in `_values` what is not the plain value that was declared; half of
    all tests' time went into asking for each.
    """
    names = [
        field.name
        for field in fields(kind)
        if not field.metadata.get("skip")
        if not field.name.startswith("_") or field.name in _INSIDE
    ]
    declared = getattr(kind, "_prop_defaults", {})
    always = (name for name in names if not isinstance(declared.get(name, kind), _PLAIN))
    return {name: place for place, name in enumerate(names)}, tuple(always)


@functools.cache
def named(kind: type, *beginnings: str) -> tuple[str, ...]:
    """The fields of a kind of control whose names begin so."""
    return tuple(field.name for field in fields(kind) if field.name.startswith(beginnings))


async def scroll(tab, pixels):
    """Scroll what hears of it so far."""
    column = next(c for c in tab.walk() if isinstance(c, ft.Column) and c.on_scroll is not None)
    event = {
        "event_type": "update",
        "pixels": pixels,
        "min_scroll_extent": 0.0,
        "max_scroll_extent": 1e6,
        "viewport_dimension": 600.0,
    }
    await tab.session.dispatch_event(column._i, "scroll", event)
    await tab.settle()


async def until(tab, true):
    """Wait for what is done aside."""
    for _ in range(500):
        await tab.settle()
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it has not come")
