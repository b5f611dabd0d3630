"""Who is at the other end of a connection."""

from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256

_FINGERPRINT = 32
"""Letters of a key: enough that no two devices ever share one."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A device, as far as the pad knows it.

    Attributes:
        key: Fingerprint of the secret that the device keeps, never the secret itself; empty for
            the person in front of this computer's own window.
        address: Where it calls from; empty if unknown.
        here: Whether it calls from this computer: the owner of the pad.
    """

    key: str
    address: str
    here: bool


OWNER = Visitor("", "", here=True)
current: ContextVar[Visitor] = ContextVar("visitor", default=OWNER)
"""Who the session that is just beginning belongs to."""


def fingerprint(secret: str) -> str:
    """What a device is known by: it tells devices apart and opens nothing."""
    return sha256(secret.encode()).hexdigest()[:_FINGERPRINT]
