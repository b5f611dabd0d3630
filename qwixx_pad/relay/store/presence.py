"""Which devices other relays have at which table, as far as these have told it of late."""

from collections.abc import Collection

HEARTBEAT = 5.0
"""Seconds after which a relay says again that it is there."""
SILENCE = 3 * HEARTBEAT
"""Seconds after which what a silent relay said is forgotten."""


class Presence:
    """What was heard of other relays. A relay is a name; times are seconds of any one clock."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}
        self._here: dict[tuple[str, str], frozenset[str]] = {}

    def hear(self, relay: str, now: float) -> bool:
        """A relay is there; returns whether it was not known before."""
        is_new = relay not in self._heard
        self._heard[relay] = now
        return is_new

    def put(self, relay: str, code: str, keys: Collection[str]) -> None:
        """A relay, which was heard, has told the devices that it has at a table."""
        self._here[relay, code] = frozenset(keys)
        if not keys:
            del self._here[relay, code]

    def forget(self, relay: str) -> set[str]:
        """A relay has gone; returns the codes of tables at which it had devices."""
        self._heard.pop(relay, None)
        gone = {code for name, code in self._here if name == relay}
        for code in gone:
            del self._here[relay, code]
        return gone

    def forget_silent(self, now: float) -> set[str]:
        """Forget all that were silent for too long; returns codes as `forget`."""
        silent = [relay for relay, heard in self._heard.items() if now - heard > SILENCE]
        return set().union(*map(self.forget, silent))

    def at(self, code: str) -> frozenset[str]:
        """The devices that are at a table by way of others."""
        told = (keys for (_, table), keys in self._here.items() if table == code)
        return frozenset().union(*told)
