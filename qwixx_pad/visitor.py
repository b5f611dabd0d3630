"""Who speaks: each device that calls is known by a secret of its own, and never by the secret."""

import hashlib
from contextvars import ContextVar
from dataclasses import dataclass

_KEY_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is at the other end of a connection.

    Attributes:
        key: Fingerprint of the secret that the device keeps, never the secret itself. Empty for
            the person at this computer's own window, where no web server is between.
        address: Where it calls from; empty if unknown.
        here: Whether it calls from this computer: the owner of the pad.
        languages: Codes that its browser asks for, such as `de-AT`, the most wanted first.
    """

    key: str
    address: str
    here: bool
    languages: tuple[str, ...] = ()


OWNER = Visitor("", "", here=True)
"""The person at this computer's own window."""

current: ContextVar[Visitor] = ContextVar("visitor", default=OWNER)
"""Whose connection the running code answers. A session reads it once, when it begins."""


def fingerprint(secret: str) -> str:
    """What a device is known by: it tells nothing about the secret and is always the same.

    Args:
        secret: What the device keeps.
    """
    return hashlib.sha256(secret.encode()).hexdigest()[:_KEY_LENGTH]
