"""What all sessions of a process share, and what one of them may reach."""

from dataclasses import dataclass

import flet as ft

from qwixx_pad.archive.library import Library
from qwixx_pad.service.browser import Browser
from qwixx_pad.service.device_identity import Visitor
from qwixx_pad.service.preferences import Preferences
from qwixx_pad.service.session import Desk
from qwixx_pad.storage import Notice
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.ui.courier import Courier
from qwixx_pad.ui.device import Device
from qwixx_pad.ui.keyboard import Keyboard
from qwixx_pad.ui.lifeline import Lifeline
from qwixx_pad.ui.senses import Senses


@dataclass(frozen=True, slots=True)
class House:
    """What all sessions of a process share.

    Attributes:
        host: The shared tables, and the desk behind them.
        library: The kept games.
        notice: What the owner has to know about the kept games; the owner's home tells it.
        browser: The one that runs the pad by itself; None where Python runs outside of it.
    """

    host: Host
    library: Library
    notice: Notice | None = None
    browser: Browser | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """One session: whose it is, and what it may reach.

    Attributes:
        page: Its page.
        house: What all sessions share.
        visitor: Who is at the other end.
        preferences: What this device has set; the owner's are the desk's.
        device: What the device can do.
        courier: What it takes in and out.
        keyboard: Its keys.
        senses: What it asks for on behalf of the eyes before it.
        lifeline: What must stop when the session ends.
    """

    page: ft.Page
    house: House
    visitor: Visitor
    preferences: Desk | Preferences
    device: Device
    courier: Courier
    keyboard: Keyboard
    senses: Senses
    lifeline: Lifeline

    @property
    def host(self) -> Host:
        """The shared tables."""
        return self.house.host

    @property
    def own_games(self) -> Library | None:
        """The kept games, if they are those of who sits here."""
        return self.house.library if self.visitor.here else None
