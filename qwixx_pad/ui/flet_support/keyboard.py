"""Taps and keys on a screen: by a finger, perhaps too late, or by the keys of a keyboard.

Flet drops an event of a control that is gone without a word. Between a device and the pad a new
picture and a tap on the old one may pass each other; what was meant is known, for a key has the
identifier of what it enters. Only the process that showed it knows that: a tap on the picture of
another one is answered (`adr/0028`).

Flutter moves the focus on Tab and presses the focused thing on Space. The rest is done here:
Enter in a browser, Escape, and the keys of the screen that listens.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import flet as ft
from flet.controls.id_counter import ControlId

from qwixx_pad.i18n import N_
from qwixx_pad.ui.flet_support.flet_patches import Handler, handler, show_snackbar
from qwixx_pad.ui.flet_support.second_taps import SecondTaps, Tap
from qwixx_pad.ui.flet_support.times import TIMES, Times
from qwixx_pad.ui.flet_support.trail import Trail

_MAX_REMOVED_BUTTONS = 1_000
"""Keys; five sheets have some three hundred."""


class RemovedButtons:
    """The keys that a session has taken from the screen, by the numbers that Flet had for them."""

    def __init__(self) -> None:
        self._identifiers: dict[int, str] = {}
        self._tapped: tuple[int, ...] = ()

    def set_newest_tap(self, *numbers: int) -> None:
        """Keep by which numbers the newest tap is known: what follows on them belongs to it."""
        self._tapped = numbers

    def is_same_tap(self, number: int) -> bool:
        """Tell whether a tap is a second one of the same finger."""
        return number in self._tapped

    def add(self, number: int, identifier: str) -> None:
        """Keep what is gone, unless it went with the tap on it: a second one is not meant again."""
        if self.is_same_tap(number):
            return
        self._identifiers[number] = identifier
        if len(self._identifiers) > _MAX_REMOVED_BUTTONS:
            del self._identifiers[next(iter(self._identifiers))]

    def pop(self, number: int) -> str | None:
        """Take the identifier of a removed button; None if there was none, or it was taken."""
        return self._identifiers.pop(number, None)


class PictureState:
    """True if a device shows the picture that was made last.

    A page may outlive the process that has painted it, or its link. What is tapped there comes
    before the size of the first thing in the new picture: one connection tells all in order.

    Attributes:
        is_current: Whether it is known to show it.
        was_current: Whether it has shown any of this session.
    """

    def __init__(self, *, outlives: bool) -> None:
        self.is_current = self.was_current = not outlives
        self._outlives = outlives
        self._newest = object()

    def invalidate(self) -> None:
        """Begin to wait for the next one: the device is back, and shows what it had."""
        self.is_current = not self._outlives
        self._newest = object()

    def size_handler(self) -> Handler | None:
        """Make the handler of sizes in a new picture, by which it is known to stand.

        None where there is nothing to be known.
        """
        newest = self._newest = object()

        def on_size(_: object) -> None:
            if newest is self._newest:
                self.is_current = self.was_current = True

        return handler(on_size) if self._outlives else None


class _NotedControl:
    """What a session notes when it comes and goes; its `data` is the identifier that it enters."""

    _i: int
    data: Any

    def did_mount(self) -> None:
        super().did_mount()  # type: ignore[misc]  # of the control that this is part of
        keyboard = Keyboard.for_page(ft.context.page)
        if keyboard is not None and self.data:
            keyboard.second_taps.add(self.data)

    def will_unmount(self) -> None:
        super().will_unmount()  # type: ignore[misc]  # as above
        keyboard = Keyboard.for_page(ft.context.page)
        if keyboard is not None and self.data:
            keyboard.second_taps.remove(self.data)
            keyboard.removed.add(self._i, self.data)


@ft.control("CupertinoButton")  # type: ignore[arg-type]  # Flet's own controls are written so
class TapButton(_NotedControl, ft.CupertinoButton):
    """A button, which takes a finger and the focus."""


@ft.control("GestureDetector")  # type: ignore[arg-type]  # as above
class TapArea(_NotedControl, ft.GestureDetector):
    """A tap area over something printed: it takes a finger, and no focus."""


@ft.control("Container")  # type: ignore[arg-type]  # as above
class Veil(_NotedControl, ft.Container):
    """What lies over a page and takes its taps."""


_TAP_EVENTS = frozenset({"click", "tap_up"})
_KEY_EVENT = "keyboard_event"
"""Told of the page, which has the same number in each session."""
_TOUCH_EVENTS = _TAP_EVENTS | {"scroll"}


def _intercept_events(page: ft.Page, keyboard: "Keyboard") -> None:
    """Let the keyboard look at each tap and each key before Flet carries it out."""
    session, inner = page.session, page.session.dispatch_event

    async def dispatch_event(control_id: int, event_name: str, event_data: object) -> None:
        if event_name in _TOUCH_EVENTS:
            keyboard.is_untouched = False
        is_meant = (
            keyboard.takes_tap(control_id, event_data)
            if event_name in _TAP_EVENTS
            else event_name != _KEY_EVENT or keyboard.takes_key()
        )
        if is_meant:
            await inner(control_id, event_name, event_data)

    session.dispatch_event = dispatch_event  # type: ignore[method-assign]  # the guard itself


KeyListener = Callable[[str], bool]
"""Told the name of a key; answers whether it has used it."""
VEIL_DATA = "veil"
CARD_DATA = "card"
"""Data of what lies over a page and takes its taps, and of the card upon it."""
_KEY_NAMES = {" ": "Space", "Numpad Enter": "Enter"}
_CHILD_FIELDS = ("controls", "content", "_b")
_STORE_KEY = "keyboard"
_BACK_IDENTIFIER = "back"
"""What a step back presses where there is no card."""
_BACK_KEY = "Go Back"
"""Sent by a browser whose Back was pressed (`start.js`); no field uses it."""
_FOCUS_STEPS = {"Arrow Down": 1, "Arrow Right": 1, "Arrow Up": -1, "Arrow Left": -1}


class Keyboard:
    """What is pressed in one session: the newest listener hears a key of a keyboard first.

    Attributes:
        removed: What could be pressed, and no longer is on the screen.
        second_taps: What of all that is pressed is not meant.
        picture: Whether what is pressed is pressed on the newest one.
        is_untouched: Whether nothing was tapped, pressed or scrolled since a screen has set this.
        on_cover: Told whether a card lies over the page when a card or a page has come or gone.

    Args:
        page: Of the session.
        may_repeat: Tells whether a button, by its identifier, is pressed again for the same again.
        fixed: See `SecondTaps`.
        times: See `Times`.
        outlives: Whether the device may show a picture that no process knows any more.
    """

    def __init__(
        self,
        page: ft.Page,
        may_repeat: Callable[[str], bool],
        fixed: AbstractSet[str],
        *,
        times: Times = TIMES,
        outlives: bool = False,
    ) -> None:
        self.removed = RemovedButtons()
        self.second_taps = SecondTaps(times, fixed)
        self.picture = PictureState(outlives=outlives)
        self.is_untouched = False
        self.on_cover: Callable[[bool], object] = lambda _: None
        self._page = page
        self._may_repeat = may_repeat
        self._carry_out = page.session.dispatch_event
        self._listeners: dict[object, KeyListener] = {}
        self._focused_number: int | None = None
        page.on_keyboard_event = handler(self._on_key)
        page.session.store.set(_STORE_KEY, self)
        _intercept_events(page, self)

    @staticmethod
    def for_page(page: ft.Page | ft.BasePage | None) -> "Keyboard | None":
        """Return the keyboard of the session that a page belongs to."""
        if not isinstance(page, ft.Page):
            return None
        own = page.session.store.get(_STORE_KEY)
        return own if isinstance(own, Keyboard) else None

    @staticmethod
    def on_focus(event: ft.Event[Any]) -> None:
        """Note which control has the focus; its number outlives a rebuilt screen."""
        own = Keyboard.for_page(event.page)
        if own is not None:
            own._focused_number = event.target  # noqa: SLF001 - our own

    @staticmethod
    def on_blur(event: ft.Event[Any]) -> None:
        """Note that a control has lost the focus, perhaps to another."""
        own = Keyboard.for_page(event.page)
        if own is not None and own._focused_number == event.target:  # noqa: SLF001 - as above
            own._focused_number = None  # noqa: SLF001 - as above

    def add_listener(self, listener: KeyListener) -> Callable[[], None]:
        """Hear keys before all who listen already, until the returned function is called.

        `hear` is told a name such as `Arrow Left`, `Home`, `Space` or `Ctrl+Z`.
        """
        key = object()
        self._listeners[key] = listener

        def remove_listener() -> None:
            self._listeners.pop(key, None)

        return remove_listener

    @property
    def focused_identifier(self) -> str:
        """The identifier of the button that has the focus; empty if none has."""
        buttons = _tap_buttons(self._front_controls())
        return next((x.data for x in buttons if x._i == self._focused_number), "")  # noqa: SLF001 - Flet's number

    @property
    def is_covered(self) -> bool:
        """True if a card lies over the page."""
        return _find_by_data(self._front_controls(), VEIL_DATA) is not None

    def report_cover(self) -> None:
        """Report to `on_cover` whether Back closes something; a browser keeps Back itself."""
        if not self._page.web:
            self.on_cover(_find_closing(self._front_controls()) is not None)

    def focusable_identifiers(self) -> frozenset[str]:
        """Return the identifiers of the buttons that can have the focus."""
        return frozenset(key.data for key in _tap_buttons(self._front_controls()))

    def focus(self, identifier: str) -> None:
        """Give the focus to what is in front and has this identifier."""
        self._run_on_button(identifier, _focus_control)

    def focus_stop(self, stop: ft.KeyboardListener) -> None:
        """Give the focus to what is one stop of Tab with a cursor of its own."""
        self._page.run_task(stop.focus)

    def press(self, identifier: str) -> bool:
        """Do what a tap on it would do; whether it is on the screen in front."""
        return self._run_on_button(identifier, self._press_control)

    def takes_tap(self, number: int, data: object) -> bool:
        """Tell whether a tap finds what it was made on, and is meant.

        Else it is carried out by the identifier of that, if this session had it, or is answered.
        """
        gone = self.removed
        again = self.removed.is_same_tap(number)
        is_there = self.picture.is_current and number in self._page.session.index
        if is_there or not again:
            gone.set_newest_tap(number)
        if is_there or again:
            return is_there and not self._is_second_tap(self._page.session.index[number], data)
        identifier = gone.pop(number) if self.picture.was_current else None
        if identifier is None or not self._run_on_button(identifier, self._press_control, number):
            self._warn_outdated()
        return False

    def takes_key(self) -> bool:
        """Tell whether a key is pressed on the newest picture; it is answered if not."""
        if not self.picture.is_current:
            self._warn_outdated()
        return self.picture.is_current

    def _warn_outdated(self) -> None:
        said = N_("This is the latest version. Tap again if your move still works.")
        show_snackbar(self._page, said)

    def _run_on_button(
        self, identifier: str, run: Callable[..., Coroutine[Any, Any, None]], *more: int
    ) -> bool:
        front = self._front_controls()
        areas = (each for each in front if isinstance(each, TapArea))
        key = _find_by_data((*_tap_buttons(front), *areas), identifier)
        if key is not None:
            self._page.run_task(run, key, *more)
        return key is not None

    async def focus_card(self) -> None:
        """Give the focus to the field on the card that has come, else to its first button."""
        inside = [*walk_controls(_find_by_data(self._front_controls(), CARD_DATA))]
        fields = (control for control in inside if isinstance(control, ft.TextField))
        first = next(fields, None) or next(iter(_tap_buttons(inside)), None)
        if first is not None:
            await _focus_control(first)

    def _front_controls(self) -> Sequence[ft.BaseControl]:
        """All controls of the screen in front."""
        views = [seen for seen in walk_controls(self._page.views) if isinstance(seen, ft.View)]
        return [*walk_controls(views[-1])] if views else []

    async def _on_key(self, event: ft.KeyboardEvent) -> None:
        self.is_untouched = False
        name = key_name(event)
        front = self._front_controls()
        at = next((c for c in front if c._i == self._focused_number), None)  # noqa: SLF001 - as above
        if event.key == _BACK_KEY or (name == "Escape" and self.is_covered):  # whatever is held
            await self.go_back()
        elif isinstance(at, ft.TextField):
            return
        elif isinstance(at, ft.CupertinoButton) and name in {"Enter", "Space"}:
            if name == "Enter" and self._page.web:  # there Flutter leaves it to us
                await self._press_control(at)
        elif name == "Escape":
            await self.go_back()
        elif _find_by_data(front, VEIL_DATA) is not None:
            await self._move_on_card(front, at, name)
        else:
            await self._notify_listeners(name)

    async def _notify_listeners(self, name: str) -> None:
        for hear in tuple(reversed(self._listeners.values())):
            if hear(name):
                return

    async def _press_control(self, control: ft.BaseControl, *instead: int) -> None:
        """Press a control, perhaps for a tap on the numbers that it had before, if it is meant."""
        if not self._is_second_tap(control):
            await self._press_at_once(control, *instead)

    async def _press_at_once(self, control: ft.BaseControl, *instead: int) -> None:
        number = control._i  # noqa: SLF001 - as above
        self.removed.set_newest_tap(number, *instead)
        event = "tap_up" if isinstance(control, TapArea) else "click"
        await self._carry_out(number, event, None)

    def _is_second_tap(self, control: ft.BaseControl, data: object = None) -> bool:
        name = control.data if isinstance(control, _NotedControl) and control.data else ""
        return self.second_taps.is_second(Tap(name, _point_of_finger(data), self._may_repeat(name)))

    async def go_back(self) -> None:
        """One step back: from the card, else from the screen; a question that waits stays.

        It is always meant: no other press leads here, and a held key says so once.
        """
        front = self._front_controls()
        way = _find_closing(front) or _find_by_data(_tap_buttons(front), _BACK_IDENTIFIER)
        if way is not None:
            await self._press_at_once(way)
        elif (self._page.route or "/") != "/":
            page = self._page
            page.navigate(Trail.for_page(page).previous_route(page.route))

    async def _move_on_card(
        self, front: Sequence[ft.BaseControl], at: ft.BaseControl | None, name: str
    ) -> None:
        keys = [*_tap_buttons(walk_controls(_find_by_data(front, CARD_DATA)))]
        if name not in _FOCUS_STEPS or not keys:
            return
        place = keys.index(at) + _FOCUS_STEPS[name] if at in keys else 0
        await _focus_control(keys[max(0, min(place, len(keys) - 1))])


def _point_of_finger(data: object) -> tuple[float, float] | None:
    """Return where a finger was lifted on the screen; None where the event does not say."""
    match data:
        case {"k": kind, "g": {"x": x, "y": y}} if kind != "unknown":
            return x, y
    return None


def walk_controls(root: object) -> Iterator[ft.BaseControl]:
    """Yield a control and all that it is made of now."""
    if isinstance(root, list | tuple):
        for each in root:
            yield from walk_controls(each)
    elif isinstance(root, ft.BaseControl):
        yield root
        for name in _CHILD_FIELDS:
            yield from walk_controls(getattr(root, name, None))


def key_name(event: ft.KeyboardEvent) -> str:
    """Return the name of a key with the modifiers held, such as `Ctrl+Shift+Z`."""
    held = (("Ctrl", event.ctrl), ("Alt", event.alt), ("Shift", event.shift), ("Meta", event.meta))
    key = _KEY_NAMES.get(event.key, event.key)
    return "+".join([*(name for name, down in held if down), key])


def _tap_buttons(controls: Iterable[ft.BaseControl]) -> Iterator[ft.CupertinoButton]:
    """Those that can be pressed."""
    return (c for c in controls if isinstance(c, ft.CupertinoButton) and c.data)


async def _focus_control(key: ft.CupertinoButton | ft.TextField) -> None:
    await key.focus()  # type: ignore[no-untyped-call]  # Flet left it bare


def _find_by_data(controls: Iterable[ft.BaseControl], mark: str) -> ft.BaseControl | None:
    return next((control for control in controls if control.data == mark), None)


def _find_closing(front: Sequence[ft.BaseControl]) -> ft.BaseControl | None:
    """Find what closes the card that lies over a page, or calls off a choice made on it."""
    return _find_by_data(front, VEIL_DATA) or _find_by_data(_tap_buttons(front), "cancel")


# Flet counts the numbers of controls from 3 in each process, so the next process gives the same
# ones to other things, and a page that still shows a picture of the last one would tap on those.

_BLOCK_SIZE = 1 << 20
"""Numbers of a block: an evening takes a few."""
MAX_BLOCKS = (1 << 32) // _BLOCK_SIZE - 1
"""Flet's client reads no larger number; the first block is Flet's own, of its page and window."""


def number_by_blocks(take_block: Callable[[], int]) -> None:
    """Let Flet number controls from now on in blocks from `take_block`, 0 to `MAX_BLOCKS`."""
    ControlId._counter = _block_numbers(take_block)  # type: ignore[assignment]  # noqa: SLF001 - its own counts from 3


def _block_numbers(take_block: Callable[[], int]) -> Iterator[int]:
    while True:
        first = (1 + take_block()) * _BLOCK_SIZE
        yield from range(first, first + _BLOCK_SIZE)
