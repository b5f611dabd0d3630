"""A phone as a table of a relay knows it."""

from typing import Protocol


class Phone(Protocol):
    """One connection.

    Attributes:
        key: What its device is known by at the table.
        address: From where it calls; empty where no limit holds.
    """

    key: str
    address: str

    def send(self, text: str) -> None:
        """Have it told something; never waits."""

    def end(self, error: str) -> None:
        """Have it told why, and be cut off; never waits."""
