"""The keys of a pad: arrows lead the focus about, Ctrl+Z and its friends take back and again."""

from collections.abc import Callable, Sequence

from qwixx_pad.ui.keyboard import Keyboard
from qwixx_pad.ui.pad.actions import SHORTCUTS
from qwixx_pad.ui.pad.focus_map import KEYS, Stop, next_stop


class PadKeys:
    """What the keys do while a pad is in front.

    Args:
        keyboard: Of the session.

    Attributes:
        stops: Tells where the focus can stop, as the pad lies now.
    """

    def __init__(self, keyboard: Keyboard | None) -> None:
        self.stops: Callable[[], Sequence[Stop]] = tuple
        self._at = ""
        self._keyboard = keyboard

    def listen(self) -> Callable[[], None]:
        """Hear keys until the returned function is called."""
        return (lambda: None) if self._keyboard is None else self._keyboard.listen(self.hear)

    def hear(self, key: str) -> bool:
        """Told each key; whether it was for the pad."""
        if self._keyboard is None:
            return False
        reach = self._keyboard.within_reach()
        which = SHORTCUTS.get(key)
        if which is not None:
            if which in reach:
                self._keyboard.press(which)
            return which in reach
        here = [stop for stop in self.stops() if stop.identifier in reach]
        if key not in KEYS or not here:
            return False
        last = self._keyboard.last
        if any(stop.identifier == last for stop in here):
            self._at = last  # else a card had the focus since: go on from where the pad had it
        to = next_stop(here, self._at, key)
        if to is not None:
            self._at = to
            self._keyboard.lead(to)
        return True
