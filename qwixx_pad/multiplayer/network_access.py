"""The switch with which the owner lets phones connect to a pad that serves (docs/adr/0035)."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from qwixx_pad.games.session import GameService
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.observable import Observable

OPENS_AT_START = "opens_to_phones"
"""Key of the note that exists if phones may connect from the next start on.

It is not among the settings, so that no backup contains it.
"""


class NetworkProblem(Enum):
    """Why no phone connects, although phones may."""

    NO_NETWORK = auto()
    PORT_TAKEN = auto()
    NOT_PERMITTED = auto()
    NO_PHONE = auto()
    """None has connected for a while: perhaps a firewall prevents it."""


@dataclass(frozen=True, slots=True)
class NetworkState:
    """The state of the switch.

    Attributes:
        port: The port for phones; 0 where there is no switch, because the pad does not serve, or
            its command line has let phones in.
        is_open: Whether the switch is on; False where there is none.
        opens_at_start: Whether they may from the next start on.
        problem: Why no phone connects while the switch is on; None if no problem is known.
    """

    port: int = 0
    is_open: bool = False
    opens_at_start: bool = False
    problem: NetworkProblem | None = None


class NetworkAccess(Observable):
    """The switch that allows phones on the networks of this computer to connect.

    A server offers the switch, watches it, and listens accordingly.
    """

    def __init__(self, service: GameService) -> None:
        super().__init__()
        self._service = service
        self.state = NetworkState()

    @property
    def is_open(self) -> bool:
        return self.state.is_open

    @property
    def keeps_phones_out(self) -> bool:
        """True if there is a switch, and it is off."""
        return self.state.port != 0 and not self.is_open

    def may_switch(self, by: DeviceIdentity) -> bool:
        """True for this computer, if there is a switch."""
        return by.is_this_computer and self.state.port != 0

    def is_closed_to(self, device: DeviceIdentity) -> bool:
        """True if the switch prevents a device from connecting."""
        return self.keeps_phones_out and not device.is_this_computer

    def offer(self, port: int) -> None:
        """Offer the switch for a server on this port, in its remembered position."""
        remembered = bool(self._service.read_notes(OPENS_AT_START))
        self._publish(NetworkState(port, is_open=remembered, opens_at_start=remembered))

    def let_phones_in(self, by: DeviceIdentity) -> bool:
        """Let phones in; return False if this device may not."""
        if not self.may_switch(by):
            return False
        self._publish(replace(self.state, is_open=True))
        return True

    def close(self, by: DeviceIdentity) -> bool:
        """Let no phones in, now or at the next start; return False if this device may not.

        The result is True even if the note for the next start could not be deleted. The next start
        then lets phones in, and the state says so.
        """
        if not self.may_switch(by):
            return False
        self._publish(replace(self.state, is_open=False, problem=None))
        self.set_opens_at_start(by, wanted=False)
        return True

    def set_opens_at_start(self, by: DeviceIdentity, *, wanted: bool) -> bool:
        """Set whether phones may connect from the next start on; return True if that is saved.

        It is refused to a device that may not use the switch, and if `wanted` while the switch is
        off.
        """
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
        """Set why no phone connects; the server finds that out."""
        self._publish(replace(self.state, problem=problem))

    def _publish(self, state: NetworkState) -> None:
        if state != self.state:
            self.state = state
            self._notify_watchers()
