"""Leading from screen to screen: routes, and what happens on the way."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.host import lobby
from qwixx_pad.host.guesses import clean_code
from qwixx_pad.host.lobby import No
from qwixx_pad.host.seating import Seating
from qwixx_pad.host.tables import Host
from qwixx_pad.settings import Person
from qwixx_pad.store import StoreError
from qwixx_pad.ui.frame import Frame
from qwixx_pad.visitor import Visitor

Notice = tuple[str, str]
_SETTINGS = "/settings"


def parts_of(route: str) -> tuple[str, str, str]:
    """A route in its parts: what, which one, and what of it.

    Routes are `/`, `/settings`, `/new`, `/join`, `/join/CODE`, `/game/ID`, `/table/CODE`,
    `/table/CODE/seats`, and all of them with `/settings` behind.
    """
    pieces = route.removesuffix(_SETTINGS).strip("/").split("/")
    where, which, inside = (*pieces, "", "", "")[:3]
    return where, clean_code(which) if where in {"join", "table"} else which, inside


def parent_route(route: str) -> str:
    """Where back leads to."""
    if route.endswith(_SETTINGS):
        return route.removesuffix(_SETTINGS) or "/"
    where, which, inside = parts_of(route)
    return f"/{where}/{which}" if inside else "/"


class Guide:
    """Leads a session from screen to screen.

    Args:
        page: Of the session.
        host: The tables and games.
        visitor: Whose session it is.
        frame: Words and settings.
        tell: Shows two lines at home, or none.
    """

    def __init__(
        self,
        page: ft.Page,
        host: Host,
        visitor: Visitor,
        frame: Frame,
        tell: Callable[[Notice | None], None],
    ) -> None:
        self._page = page
        self._host = host
        self._visitor = visitor
        self._frame = frame
        self._tell = tell

    @property
    def _route(self) -> str:
        return self._page.route or "/"

    def go(self, where: str) -> None:
        """Go to a screen, a game or a table by its identifier.

        Args:
            where: `home`, `back`, `settings`, `new-game`, `one-device`, `join-table`, `seats`,
                `rematch`, `game/ID`, `table/CODE`; `free-N` frees a seat instead.
        """
        steps: dict[str, Callable[[], None]] = {
            "new-game": self._start_alone,
            "rematch": self._rematch,
            "settings": lambda: self._to(f"{self._route.rstrip('/')}{_SETTINGS}"),
            "seats": lambda: self._to(f"{self._route}/seats"),
            "back": lambda: self._to(parent_route(self._route)),
            "home": lambda: self._to("/"),
            "one-device": lambda: self._to("/new"),
            "join-table": lambda: self._to("/join"),
        }
        if where.startswith("free-"):
            self._free(int(where.removeprefix("free-")))
        else:
            steps.get(where, lambda: self._to(f"/{where}"))()

    def _to(self, route: str) -> None:
        self._page.navigate(route)

    def _start_alone(self) -> None:
        self._start("classic", (self._frame.settings.name,))

    def _start(self, layout: str, names: tuple[str, ...], *, finish_turn: bool = False) -> None:
        try:
            opened = self._host.desk.start(layout, names, finish_turn=finish_turn)
        except StoreError:
            self._could_not_save()
            return
        self._tell(None)
        self._to(f"/game/{opened.head.id}")

    def begin(self, seating: Seating) -> None:
        """Start a game of several people on this device."""
        people = [Person(chair.name, chair.color) for chair in seating.chairs]
        self._host.desk.remember(people)
        self._start(seating.layout, seating.names, finish_turn=seating.finish_turn)

    def _could_not_save(self) -> None:
        words = self._frame.words
        self._tell((words.text("Could not save"), words.text("Free some space and try again.")))
        self._to("/")

    def _rematch(self) -> None:
        """The same people again, the next one starts."""
        where, which, _ = parts_of(self._route)
        if where in {"join", "table"}:
            table = self._host.known(which, self._visitor.key)
            if table and table.rematch(self._visitor.key) is No.NOT_SAVED:
                self._could_not_save()
            return
        if not self._visitor.here:
            return
        try:
            opened = self._host.desk.open(which)
        except StoreError:
            return
        setup, names = opened.game.setup, opened.head.names
        self._start(setup.layout.name, (*names[1:], *names[:1]), finish_turn=setup.finish_turn)

    def _free(self, seat: int) -> None:
        _, which, _ = parts_of(self._route)
        key = self._visitor.key
        table = self._host.known(which, key)
        if table is not None:
            table.seat(lambda seating: lobby.free(seating, key, seat))
            self._to(f"{self._route}/seats")
