"""The switch by which the owner of a pad lets phones in, while it serves (`adr/0035`)."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from qwixx_pad.games.session import GameService
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.observable import Observable

OPENS_AT_START = "opens_to_phones"
"""Key of the note that phones may come in from the next start on.

No setting: a backup neither holds it nor brings it.
"""


class NetworkProblem(Enum):
    """Why no phone gets in, although it may."""

    NO_NETWORK = auto()
    PORT_TAKEN = auto()
    NOT_PERMITTED = auto()
    NO_PHONE = auto()
    """None has come for a while: perhaps a firewall is in between."""


@dataclass(frozen=True, slots=True)
class NetworkState:
    """The state of the switch.

    Attributes:
        port: The port on which phones are let in; 0 where there is no switch: no server of the pad,
            or one that was opened by its command.
        is_open: Whether phones may come in.
        opens_at_start: Whether they may from the next start on.
        problem: Why none gets in nevertheless.
    """

    port: int = 0
    is_open: bool = False
    opens_at_start: bool = False
    problem: NetworkProblem | None = None


class NetworkAccess(Observable):
    """Whether phones on the networks of this computer may come in, and who decides that.

    A server offers the switch, and listens as it says.
    """

    def __init__(self, service: GameService) -> None:
        super().__init__()
        self._service = service
        self.state = NetworkState()

    @property
    def is_open(self) -> bool:
        """True if phones may come in by the switch."""
        return self.state.is_open

    @property
    def keeps_phones_out(self) -> bool:
        """True if the switch is there, and off."""
        return self.state.port != 0 and not self.is_open

    def may_switch(self, by: DeviceIdentity) -> bool:
        """Return whether a device may let phones in: this computer, where there is a switch."""
        return by.is_this_computer and self.state.port != 0

    def is_closed_to(self, device: DeviceIdentity) -> bool:
        """Return whether the switch keeps a device out."""
        return self.keeps_phones_out and not device.is_this_computer

    def offer(self, port: int) -> None:
        """Offer the switch, for a server on this port; it is on if that was remembered."""
        remembered = bool(self._service.read_notes(OPENS_AT_START))
        self._publish(NetworkState(port, is_open=remembered, opens_at_start=remembered))

    def let_phones_in(self, by: DeviceIdentity) -> bool:
        """Let phones in; return whether this device may decide that."""
        if not self.may_switch(by):
            return False
        self._publish(replace(self.state, is_open=True))
        return True

    def close(self, by: DeviceIdentity) -> bool:
        """Let no phone in, now and at the next start; return whether this device may decide."""
        if not self.may_switch(by):
            return False
        self._publish(replace(self.state, is_open=False, problem=None))
        self.set_opens_at_start(by, wanted=False)
        return True

    def set_opens_at_start(self, by: DeviceIdentity, *, wanted: bool) -> bool:
        """Remember whether phones may come in from the next start on; return whether it was."""
        if not self.may_switch(by) or (wanted and not self.is_open):
            return False
        if wanted == self.state.opens_at_start:
            return True
        service = self._service
        saved = (
            service.save_note(OPENS_AT_START, "yes")
            if wanted
            else service.delete_note(OPENS_AT_START)
        )
        if saved:
            self._publish(replace(self.state, opens_at_start=wanted))
        return saved

    def report(self, problem: NetworkProblem | None) -> None:
        """Set why no phone gets in; the server knows."""
        self._publish(replace(self.state, problem=problem))

    def _publish(self, state: NetworkState) -> None:
        if state != self.state:
            self.state = state
            self._notify_watchers()
