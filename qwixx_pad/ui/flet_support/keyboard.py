"""Taps and keys of a session: taps that are late or repeated, and what Flutter leaves to the pad.

Flet drops events of removed controls. A tap may cross a new screen on its way: this module finds
what was tapped by the identifier that the control had. Only the process that painted a control
knows that identifier; a tap on another process's screen is answered by a message (`adr/0028`).

Flutter moves the focus on Tab, and presses the focused control on Space. Enter in a browser,
Escape, Back, and the keys of the sheet are handled here.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import flet as ft
from flet.controls.id_counter import ControlId

from qwixx_pad.i18n import N_
from qwixx_pad.ui.flet_support.flet_patches import Handler, handler, show_snackbar, translate_for
from qwixx_pad.ui.flet_support.second_taps import SecondTaps, Tap
from qwixx_pad.ui.flet_support.times import TIMES, Times
from qwixx_pad.ui.flet_support.trail import Trail

_MAX_REMOVED_BUTTONS = 1_000
"""Five sheets have some three hundred buttons."""


class RemovedButtons:
    """The buttons that a session has removed from its screen, by Flet's numbers for them."""

    def __init__(self) -> None:
        self._identifiers: dict[int, str] = {}
        self._tapped: tuple[int, ...] = ()

    def set_newest_tap(self, *numbers: int) -> None:
        """Record the number of the control that was tapped last, and any that it had before."""
        self._tapped = numbers

    def is_same_tap(self, number: int) -> bool:
        """True if a number belongs to the control that was tapped last."""
        return number in self._tapped

    def add(self, number: int, identifier: str) -> None:
        """Record a removed button, unless its own tap removed it: no second tap on it is meant."""
        if self.is_same_tap(number):
            return
        self._identifiers[number] = identifier
        if len(self._identifiers) > _MAX_REMOVED_BUTTONS:
            del self._identifiers[next(iter(self._identifiers))]

    def pop(self, number: int) -> str | None:
        """The identifier of a removed button, once; None without one."""
        return self._identifiers.pop(number, None)


class PictureState:
    """Follows whether a device shows the newest picture.

    A page may outlive the process that painted it, or its link. It reports the size of the first
    control of each new picture. Events arrive in order, so a tap before that report was made on an
    older picture.

    Attributes:
        is_current: Whether the device is known to show the newest picture.
        was_current: Whether it has shown any picture of this session.

    Args:
        outlives: Whether a page may outlive what painted it; if not, both are always true.
    """

    def __init__(self, *, outlives: bool) -> None:
        self.is_current = not outlives
        self.was_current = not outlives
        self._outlives = outlives
        self._newest = object()

    def invalidate(self) -> None:
        """Wait for the next picture: the device has returned with an old one."""
        self.is_current = not self._outlives
        self._newest = object()

    def size_handler(self) -> Handler | None:
        """The handler of the first control's size in a new picture; None where none is needed."""
        newest = object()
        self._newest = newest

        def on_size(_: object) -> None:
            if newest is self._newest:
                self.is_current = True
                self.was_current = True

        return handler(on_size) if self._outlives else None


class _NotedControl:
    """A control that its session records when it comes and goes; `data` is its identifier."""

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
    """A button, which can have the focus."""


@ft.control("GestureDetector")  # type: ignore[arg-type]  # as above
class TapArea(_NotedControl, ft.GestureDetector):
    """A tap area over something printed, which cannot have the focus."""


@ft.control("Container")  # type: ignore[arg-type]  # as above
class Veil(_NotedControl, ft.Container):
    """A control that covers a page and receives its taps."""


_TAP_EVENTS = frozenset({"click", "tap_up"})
_KEY_EVENT = "keyboard_event"
"""An event of the page, which has the same number in each session."""
_TOUCH_EVENTS = _TAP_EVENTS | {"scroll"}


def _intercept_events(page: ft.Page, keyboard: "Keyboard") -> None:
    """Let the keyboard check each tap and each key before Flet handles it."""
    session = page.session
    flet_dispatch = session.dispatch_event

    async def dispatch_event(control_id: int, event_name: str, event_data: object) -> None:
        if event_name in _TOUCH_EVENTS:
            keyboard.is_untouched = False
        is_meant = (
            keyboard.takes_tap(control_id, event_data)
            if event_name in _TAP_EVENTS
            else event_name != _KEY_EVENT or keyboard.takes_key()
        )
        if is_meant:
            await flet_dispatch(control_id, event_name, event_data)

    session.dispatch_event = dispatch_event  # type: ignore[method-assign]  # the guard itself


KeyListener = Callable[[str], bool]
"""Called with the name of a key; returns whether it has used the key."""
VEIL_DATA = "veil"
"""`data` of the veil over a page, which receives the page's taps."""
CARD_DATA = "card"
"""`data` of the card on the veil."""
_KEY_NAMES = {" ": "Space", "Numpad Enter": "Enter"}
_CHILD_FIELDS = ("controls", "content", "_b")
_STORE_KEY = "keyboard"
_BACK_IDENTIFIER = "back"
"""The button that Back presses where there is no card."""
_BACK_KEY = "Go Back"
"""The key that a browser sends when its Back is pressed (`start.js`)."""
_FOCUS_STEPS = {"Arrow Down": 1, "Arrow Right": 1, "Arrow Up": -1, "Arrow Left": -1}


class Keyboard:
    """Taps and keys of one session.

    Attributes:
        removed: The buttons that were removed from the screen lately.
        second_taps: Recognizes repeated taps.
        picture: Follows whether the device shows the newest picture.
        is_untouched: Whether nothing was tapped, pressed or scrolled since a screen set this.
        on_cover: Called when a card or a page has come or gone, with whether Back closes something.

    Args:
        page: The page of the session.
        may_repeat: Whether a second press of a button, by identifier, means the same again.
        fixed: See `SecondTaps`.
        times: See `Times`.
        outlives: See `PictureState`.
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
        self._dispatch = page.session.dispatch_event
        self._listeners: dict[object, KeyListener] = {}
        self._focused_number: int | None = None
        page.on_keyboard_event = handler(self._on_key)
        page.session.store.set(_STORE_KEY, self)
        _intercept_events(page, self)

    @staticmethod
    def for_page(page: ft.Page | ft.BasePage | None) -> "Keyboard | None":
        """The keyboard of a page's session; None before it has one."""
        if not isinstance(page, ft.Page):
            return None
        keyboard = page.session.store.get(_STORE_KEY)
        return keyboard if isinstance(keyboard, Keyboard) else None

    @staticmethod
    def on_focus(event: ft.Event[Any]) -> None:
        """Note which control has the focus; Flet keeps its number when the screen is rebuilt."""
        keyboard = Keyboard.for_page(event.page)
        if keyboard is not None:
            keyboard._focused_number = event.target  # noqa: SLF001 - our own

    @staticmethod
    def on_blur(event: ft.Event[Any]) -> None:
        """Note that a control has lost the focus, unless another has it already."""
        keyboard = Keyboard.for_page(event.page)
        if keyboard is not None and keyboard._focused_number == event.target:  # noqa: SLF001 - as above
            keyboard._focused_number = None  # noqa: SLF001 - as above

    def add_listener(self, listener: KeyListener) -> Callable[[], None]:
        """Call a listener with each key; the returned function removes it.

        The newest listener is called first. The others are called only if it does not use the key.

        Keys have names such as "Arrow Left", "Home", "Space" or "Ctrl+Z".
        """
        key = object()
        self._listeners[key] = listener

        def remove_listener() -> None:
            self._listeners.pop(key, None)

        return remove_listener

    @property
    def focused_identifier(self) -> str:
        """The identifier of the button that has the focus; empty without one."""
        buttons = _tap_buttons(self._front_controls())
        return next((b.data for b in buttons if b._i == self._focused_number), "")  # noqa: SLF001 - Flet's number

    @property
    def is_covered(self) -> bool:
        """True if a card covers the page."""
        return _find_by_data(self._front_controls(), VEIL_DATA) is not None

    def report_cover(self) -> None:
        """Call `on_cover`, except in a browser, which handles Back itself."""
        if not self._page.web:
            self.on_cover(_find_closing(self._front_controls()) is not None)

    def focusable_identifiers(self) -> frozenset[str]:
        """The identifiers of the buttons on the screen in front."""
        return frozenset(button.data for button in _tap_buttons(self._front_controls()))

    def focus(self, identifier: str) -> None:
        """Give the focus to the control in front with this identifier."""
        self._run_on_button(identifier, _focus_control)

    def focus_stop(self, stop: ft.KeyboardListener) -> None:
        """Give the focus to a stop of Tab that has a cursor of its own."""
        self._page.run_task(stop.focus)

    def press(self, identifier: str) -> bool:
        """Press a button or a tap area; False if it is not on the screen in front."""
        return self._run_on_button(identifier, self._press_control)

    def takes_tap(self, number: int, data: object) -> bool:
        """True if Flet should handle a tap on the control with this number.

        If the control is gone, the control that now has its identifier is pressed instead. If there
        is none either, a message says that the screen is new.
        """
        is_repeated = self.removed.is_same_tap(number)
        if self.picture.is_current and number in self._page.session.index:
            self.removed.set_newest_tap(number)
            return not self._is_second_tap(self._page.session.index[number], data)
        if is_repeated:
            return False
        self.removed.set_newest_tap(number)
        identifier = self.removed.pop(number) if self.picture.was_current else None
        if identifier is None or not self._run_on_button(identifier, self._press_control, number):
            self._warn_outdated()
        return False

    def takes_key(self) -> bool:
        """True if a key was pressed on the newest picture; if not, a message says so."""
        if not self.picture.is_current:
            self._warn_outdated()
        return self.picture.is_current

    def _warn_outdated(self) -> None:
        message = N_("This is the latest version. Tap again if your move still works.")
        show_snackbar(self._page, translate_for(message, self._page))

    def _run_on_button(
        self, identifier: str, run: Callable[..., Coroutine[Any, Any, None]], *numbers: int
    ) -> bool:
        front = self._front_controls()
        areas = (control for control in front if isinstance(control, TapArea))
        target = _find_by_data((*_tap_buttons(front), *areas), identifier)
        if target is not None:
            self._page.run_task(run, target, *numbers)
        return target is not None

    async def focus_card(self) -> None:
        """Give the focus to the field on a new card, else to its first button."""
        content = [*walk_controls(_find_by_data(self._front_controls(), CARD_DATA))]
        fields = (control for control in content if isinstance(control, ft.TextField))
        first = next(fields, None) or next(_tap_buttons(content), None)
        if first is not None:
            await _focus_control(first)

    def _front_controls(self) -> Sequence[ft.BaseControl]:
        """All controls of the screen in front."""
        controls = walk_controls(self._page.views)
        views = [control for control in controls if isinstance(control, ft.View)]
        return [*walk_controls(views[-1])] if views else []

    async def _on_key(self, event: ft.KeyboardEvent) -> None:
        self.is_untouched = False
        name = key_name(event)
        front = self._front_controls()
        focused = next((c for c in front if c._i == self._focused_number), None)  # noqa: SLF001 - as above
        if event.key == _BACK_KEY or (name == "Escape" and self.is_covered):  # with any modifier
            await self.go_back()
        elif isinstance(focused, ft.TextField):
            return
        elif isinstance(focused, ft.CupertinoButton) and name in {"Enter", "Space"}:
            if name == "Enter" and self._page.web:  # Flutter handles it everywhere else
                await self._press_control(focused)
        elif name == "Escape":
            await self.go_back()
        elif _find_by_data(front, VEIL_DATA) is not None:
            await self._move_on_card(front, focused, name)
        else:
            for listener in tuple(reversed(self._listeners.values())):
                if listener(name):
                    return

    async def _press_control(self, control: ft.BaseControl, *tapped: int) -> None:
        """Press a control unless this is a second tap; `tapped` is the number it had before."""
        if not self._is_second_tap(control):
            await self._press_at_once(control, *tapped)

    async def _press_at_once(self, control: ft.BaseControl, *tapped: int) -> None:
        number = control._i  # noqa: SLF001 - as above
        self.removed.set_newest_tap(number, *tapped)
        event = "tap_up" if isinstance(control, TapArea) else "click"
        await self._dispatch(number, event, None)

    def _is_second_tap(self, control: ft.BaseControl, data: object = None) -> bool:
        name = control.data if isinstance(control, _NotedControl) and control.data else ""
        return self.second_taps.is_second(Tap(name, _point_of_finger(data), self._may_repeat(name)))

    async def go_back(self) -> None:
        """Go one step back: close the card, else the screen.

        A question that others wait for stays open. A step back is never taken for a second tap.
        """
        front = self._front_controls()
        button = _find_closing(front) or _find_by_data(_tap_buttons(front), _BACK_IDENTIFIER)
        page = self._page
        if button is not None:
            await self._press_at_once(button)
        elif (page.route or "/") != "/":
            page.navigate(Trail.for_page(page).previous_route(page.route))

    async def _move_on_card(
        self, front: Sequence[ft.BaseControl], focused: ft.BaseControl | None, key: str
    ) -> None:
        buttons = [*_tap_buttons(walk_controls(_find_by_data(front, CARD_DATA)))]
        if key not in _FOCUS_STEPS or not buttons:
            return
        index = buttons.index(focused) + _FOCUS_STEPS[key] if focused in buttons else 0
        await _focus_control(buttons[max(0, min(index, len(buttons) - 1))])


def _point_of_finger(data: object) -> tuple[float, float] | None:
    """The point where a finger was lifted on the screen; None if the event does not say."""
    match data:
        case {"k": kind, "g": {"x": x, "y": y}} if kind != "unknown":
            return x, y
    return None


def walk_controls(root: object) -> Iterator[ft.BaseControl]:
    """Yield a control, a list of them or a component, and all that it contains now."""
    if isinstance(root, list | tuple):
        for each in root:
            yield from walk_controls(each)
    elif isinstance(root, ft.BaseControl):
        yield root
        for name in _CHILD_FIELDS:
            yield from walk_controls(getattr(root, name, None))


def key_name(event: ft.KeyboardEvent) -> str:
    """The name of a key with its modifiers, such as `Ctrl+Shift+Z`."""
    modifiers = {
        "Ctrl": event.ctrl,
        "Alt": event.alt,
        "Shift": event.shift,
        "Meta": event.meta,
    }
    held = [name for name, is_held in modifiers.items() if is_held]
    return "+".join([*held, _KEY_NAMES.get(event.key, event.key)])


def _tap_buttons(controls: Iterable[ft.BaseControl]) -> Iterator[ft.CupertinoButton]:
    """The buttons among them that can be pressed."""
    return (c for c in controls if isinstance(c, ft.CupertinoButton) and c.data)


async def _focus_control(control: ft.CupertinoButton | ft.TextField) -> None:
    await control.focus()  # type: ignore[no-untyped-call]  # Flet left it bare


def _find_by_data(controls: Iterable[ft.BaseControl], data: str) -> ft.BaseControl | None:
    return next((control for control in controls if control.data == data), None)


def _find_closing(front: Sequence[ft.BaseControl]) -> ft.BaseControl | None:
    """Find the veil, which closes the card on it, or the button that cancels a choice."""
    return _find_by_data(front, VEIL_DATA) or _find_by_data(_tap_buttons(front), "cancel")


# Flet numbers controls from 3 in each process. After a restart the same numbers would belong to
# other controls, and a page that still shows the old screen would tap on those.

_BLOCK_SIZE = 1 << 20
"""Numbers in a block: an evening takes a few of them."""
MAX_BLOCKS = (1 << 32) // _BLOCK_SIZE - 1
"""Flet's client reads numbers below 2 ** 32; the first block has the page and the window."""


def number_by_blocks(take_block: Callable[[], int]) -> None:
    """Let Flet number controls in blocks from now on; `take_block` returns 0 up to `MAX_BLOCKS`."""
    ControlId._counter = _block_numbers(take_block)  # type: ignore[assignment]  # noqa: SLF001 - its own counts from 3


def _block_numbers(take_block: Callable[[], int]) -> Iterator[int]:
    while True:
        first = (1 + take_block()) * _BLOCK_SIZE
        yield from range(first, first + _BLOCK_SIZE)
