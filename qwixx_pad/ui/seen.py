"""What a device tells of itself: its space, its light, and where in the pad it is."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from qwixx_pad.ui.guards import handler
from qwixx_pad.ui.pad.geometry import Space


@dataclass(frozen=True, slots=True)
class Seen:
    """What the device tells of itself.

    Attributes:
        space: Inside the safe areas.
        dark: Whether the device is dark.
        route: Where in the pad it is; see `parts_of`.
    """

    space: Space
    dark: bool
    route: str

    @classmethod
    def of(cls, page: ft.Page) -> "Seen":
        """What a page tells now."""
        inset = page.media.padding
        width = (page.width or 390) - inset.left - inset.right
        height = (page.height or 844) - inset.top - inset.bottom
        dark = page.platform_brightness is ft.Brightness.DARK
        return cls(Space(width, height), dark, page.route or "/")


def watch_device(page: ft.Page, see: Callable[[Seen], None], ask: Callable[[], None]) -> None:
    """Let a session see what changes about its device, and ask again what tells of no change."""

    def changed(_: object) -> None:
        see(Seen.of(page))
        ask()

    look, page.on_route_change = handler(changed), handler(lambda _: see(Seen.of(page)))
    page.on_app_lifecycle_state_change = handler(lambda _: ask())
    page.on_resize = look
    page.on_media_change = look  # type: ignore[assignment]  # Flet types it by its data, not event
    page.on_platform_brightness_change = look
    page.on_view_pop = handler(lambda _: page.navigate(parent_route(page.route or "/")))


def parent_route(route: str) -> str:
    """Where back leads to."""
    above = route.strip("/").split("/")[:-1]
    return "/" if above in ([], ["game"], ["table"], ["join"], ["rules"]) else f"/{'/'.join(above)}"
