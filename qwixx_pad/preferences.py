"""The settings of a device that visits, kept under keys of their own."""

from qwixx_pad.session import Answer, Desk, Trouble, Watched
from qwixx_pad.settings import Settings

_DEVICE = "device/"
_MOST = 200
"""Visiting devices whose settings are kept."""


class Preferences(Watched):
    """What a visiting device has set; the owner's own settings are the desk's.

    Args:
        desk: Where they are kept.
        key: Of the device.

    Attributes:
        settings: As they are now.
    """

    def __init__(self, desk: Desk, key: str) -> None:
        super().__init__()
        self._desk = desk
        self._prefix = f"{_DEVICE}{key}/"
        kept = desk.notes(self._prefix)
        own = {name.removeprefix(self._prefix): text for name, text in kept.items()}
        self.settings = Settings.read(own)

    def change(self, settings: Settings) -> Answer:
        """Keep new settings; every screen of this session is told.

        Strangers fill no disk: where many devices have settings already, those of one more last
        as long as its session.
        """
        old, new = self.settings.texts(), settings.texts()
        changed = [name for name in new if new[name] != old[name]] if self._has_room() else []
        if not all(self._desk.keep_note(self._prefix + name, new[name]) for name in changed):
            return Answer(trouble=Trouble.NOT_SAVED)
        self.settings = settings
        self._changed()
        return Answer()

    def _has_room(self) -> bool:
        devices = {name.split("/")[1] for name in self._desk.notes(_DEVICE)}
        return len(devices) < _MOST or self._prefix.split("/")[1] in devices
