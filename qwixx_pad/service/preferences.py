"""The settings of a device that visits, kept under keys of their own."""

from datetime import timedelta

from qwixx_pad.service.observable import Observable
from qwixx_pad.service.session import EntryOutcome, GameService, Trouble
from qwixx_pad.service.settings import Settings

_DEVICE = "device/"
_MOST = 200
"""Visiting devices whose settings are kept."""
_SEEN = "seen"
"""When a device was here last, beside its settings: the one that stayed away longest gives way."""
_FRESH = timedelta(days=1)


class Preferences(Observable):
    """What a visiting device has set; the owner's own settings are the service's.

    Args:
        service: Where they are kept.
        key: Of the device.

    Attributes:
        settings: As they are now.
    """

    def __init__(self, service: GameService, key: str) -> None:
        super().__init__()
        self._service = service
        self._prefix = f"{_DEVICE}{key}/"
        kept = service.notes(self._prefix)
        own = {name.removeprefix(self._prefix): text for name, text in kept.items()}
        self.settings = Settings.read(own)

        self._seen = own.get(_SEEN, "")
        if own and self._is_long_ago():
            service.keep_note(*self._visit())  # if not, the next visit tries again

    def change(self, settings: Settings) -> EntryOutcome:
        """Keep new settings; every screen of this session is told.

        Strangers fill no disk: where many devices have settings already, those of the one that
        stayed away longest are forgotten.
        """
        old, new = self.settings.texts(), settings.texts()
        changed = {self._prefix + name: new[name] for name in new if new[name] != old[name]}
        if changed and not self._seen:
            self._make_room()
        if changed and self._is_long_ago():
            changed |= [self._visit()]
        if not all(self._service.keep_note(key, text) for key, text in changed.items()):
            return EntryOutcome(trouble=Trouble.NOT_SAVED)
        self._seen = changed.get(self._prefix + _SEEN, self._seen)
        self.settings = settings
        self._changed()
        return EntryOutcome()

    def _is_long_ago(self) -> bool:
        """Whether the visit that is remembered is none of today."""
        return self._seen < (self._service.now() - _FRESH).isoformat()

    def _visit(self) -> tuple[str, str]:
        return self._prefix + _SEEN, self._service.now().isoformat()

    def _make_room(self) -> None:
        kept = self._service.notes(_DEVICE)
        seen: dict[str, str] = {}
        for key, text in kept.items():
            device, _, name = key.removeprefix(_DEVICE).partition("/")
            seen[device] = max(seen.get(device, ""), text if name == _SEEN else "")
        others = sorted(device for device in seen if f"{_DEVICE}{device}/" != self._prefix)
        for device in sorted(others, key=seen.__getitem__)[: max(0, len(others) + 1 - _MOST)]:
            for key in kept:
                if key.startswith(f"{_DEVICE}{device}/"):
                    self._service.drop_note(key)
