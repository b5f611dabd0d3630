"""The settings of a device that visits, kept under keys of their own."""

from qwixx_pad.session import Answer, Desk, Trouble, Watched
from qwixx_pad.settings import Settings


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
        self._prefix = f"device/{key}/"
        kept = desk.notes(self._prefix)
        own = {name.removeprefix(self._prefix): text for name, text in kept.items()}
        self.settings = Settings.read(own)

    def change(self, settings: Settings) -> Answer:
        """Keep new settings; every screen of this session is told."""
        old, new = self.settings.texts(), settings.texts()
        changed = [name for name in new if new[name] != old[name]]
        if not all(self._desk.keep_note(self._prefix + name, new[name]) for name in changed):
            return Answer(trouble=Trouble.NOT_SAVED)
        self.settings = settings
        self._changed()
        return Answer()
