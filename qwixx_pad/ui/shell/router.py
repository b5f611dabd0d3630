"""Routes, and the router that opens screens and does the tasks on the way."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial

from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.lobby import for_phones, new_table, next_game
from qwixx_pad.multiplayer.online.online_tables import Attempt
from qwixx_pad.multiplayer.open_tables import clean_code
from qwixx_pad.multiplayer.requests import Rematch
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import Person
from qwixx_pad.storage import Notice, StorageError
from qwixx_pad.ui.actions import Errand, Go, Guard, UnknownIdentifierError, find_pressable
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.shell import ScreenContext, UiSession

_TABLES = frozenset({"join", "table", "watch"})
_PAGES = frozenset({"", "players", "licences", "own-sheets"})
"""Pages of the settings; empty for the settings themselves."""


@dataclass(frozen=True, slots=True)
class Flash:
    """A message for the next screen.

    Attributes:
        notice: Two lines at home.
        deleted: Identifier of the game that was just deleted.
        heard: The notice on the file of the games when this was sent.
    """

    notice: tuple[str, str] | None = None
    deleted: str | None = None
    heard: Notice | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A route in its parts.

    Routes are `/`, `/sheets`, `/new`, `/open`, `/paper`, `/join`, `/join/CODE`, `/watch/CODE`,
    `/games`, `/stats`, `/data`, `/rules` and `/rules/LAYOUT`; `/game/ID` and `/table/CODE`, which
    are played, and `/games/ID`, which is reviewed; behind these `/seats`, `/sheets`,
    `/review`, `/share`, `/remark`, `/rules`, and `/sheets` behind `/new` and `/paper` too; and all
    of them with `/settings` behind, and behind that `/players` and `/licences`; and behind all
    `/sheets` the rules of one, as `/rules-LAYOUT`. `/table/CODE.ID` is the table in one of its
    games: its subpages stay with that game.

    Attributes:
        where: The first word; empty at home.
        which: The code of a table, else a game or a sheet.
        game: The game of a table; empty for none.
        inside: The rest before the settings.
        above: The path before the settings.
        rules: The sheet whose rules are open in the gallery; empty for none.
        settings: The page behind the settings, empty for the settings; None without them.
    """

    where: str
    which: str
    game: str
    inside: str
    above: str
    rules: str
    settings: str | None

    @classmethod
    def of(cls, route: str) -> "Route":
        """Parse a route."""
        above, found, page = route.partition("/settings")
        below, _, rules = above.partition("/rules-")
        where, which, inside = (*below.strip("/").split("/", 2), "", "", "")[:3]
        game, page = "", page.removeprefix("/")
        if where in _TABLES:
            code, _, game = which.partition(".")
            which = clean_code(code)
        settings = page if found and page in _PAGES else None
        return cls(where, which, game, inside, above, rules, settings)


class Router:
    """Opens the screens of a session."""

    def __init__(
        self, session: UiSession, context: ScreenContext, tell: Callable[[Flash], None]
    ) -> None:
        self._session, self._context, self._tell = session, context, tell

    @property
    def _path(self) -> str:
        return self._session.page.route or "/"

    @property
    def _route(self) -> Route:
        return Route.of(self._path)

    def go(self, where: str) -> None:
        """Go to a route, which begins with `/`, or to the target of a pressed button.

        Raises:
            UnknownIdentifierError: No such thing can be pressed, or it leads nowhere.
        """
        if where.startswith("/"):
            self._to(where)
            return
        row = find_pressable(where)
        if not isinstance(row.does, Go):
            raise UnknownIdentifierError(where)
        if row.guard is Guard.OWNER and not self._session.identity.here:
            return
        if isinstance(row.does.to, Errand):
            self._run(row.does.to, row.does.which)
        else:
            to = row.does.to.format(which=row.does.which)
            self._to(to if to.startswith("/") else self._behind(to))

    def _run(self, errand: Errand, which: str) -> None:
        page, host = self._session.page, self._session.host
        errands: dict[Errand, Callable[[], None]] = {
            Errand.GO_BACK: lambda: self._to(Trail.of(page).back(self._path)),
            Errand.START_GAME: lambda: self.start_on(host.service.last_sheet.name),
            Errand.REMATCH: self._rematch,
            Errand.PLAY_TOGETHER_AGAIN: self._same_group,
            Errand.OPEN_TABLE: self._own_phones,
            Errand.OPEN_TABLE_AGAIN: self._open_again,
            Errand.READ_RULES: self._read_rules,
            Errand.GO_ON_PLAYING: self._play,
            Errand.DELETE_GAME: lambda: self._delete(which or self._game),
            Errand.PUT_BACK_GAME: lambda: self._put_back(which),
        }
        errands[errand]()

    def _behind(self, page: str) -> str:
        """Return the route of a subpage of the current screen."""
        return f"{self._path.rstrip('/')}/{page}"

    def _read_rules(self) -> None:
        """Open the rules of the game or table on the screen; else those of all sheets."""
        route = self._route
        plays = route.where in {"game", "table", "join"} and route.which
        self._to(self._behind("rules") if plays else "/rules")

    def _to(self, route: str) -> None:
        self._session.page.navigate(route)

    @property
    def _game(self) -> str:
        """The identifier of the game that the screen is on; empty for none."""
        route = self._route
        if route.where in {"game", "games"}:
            return route.which
        table = self._session.host.known(route.which, self._session.identity.key)
        return route.game or (table and table.seating.game) or ""

    def _play(self) -> None:
        """Go from the review of a game that goes on again to its pad; else home."""
        game = self._game
        table = self._session.host.of_game(game)
        pad = f"/table/{table.seating.code}" if table else f"/game/{game}"
        self._to(pad if game else "/")

    def _delete(self, game: str) -> None:
        if self._session.house.library.delete(game) is None:
            self._tell(Flash(deleted=game))
            self._to("/games")
        else:
            self._could_not_save()

    def _put_back(self, game: str) -> None:
        if self._session.house.library.put_back(game) is None:
            self._tell(Flash())

    def _start(
        self, layout: str, names: tuple[str, ...], *, finish_turn: bool = False, corner: int = 1
    ) -> None:
        host = self._session.host
        start = partial(host.service.start, layout, names, finish_turn=finish_turn, corner=corner)

        def start_alone() -> OpenGame:
            opened = start()  # an untouched game of the same kind, which may be a table's
            return opened if host.of_game(opened.head.id) is None else start(always_new=True)

        self._enter(start_alone)

    def _enter(self, start: Callable[[], OpenGame]) -> None:
        """Start a game and go to it."""
        try:
            opened = start()
        except StorageError as error:
            self._could_not_save(Failure.of(error))
            return
        self._tell(Flash())
        self._to(f"/game/{opened.head.id}")

    def start_on(self, layout: str) -> None:
        """Start a game of this device's own player on a sheet."""
        self._start(layout, (self._context.settings.name,))

    def begin(self, seating: Seating, corner: int = 1) -> None:
        """Start a game of several people on this device; the first sits at a corner."""
        self._session.host.draft = None
        self._remember(seating)
        self._start(seating.sheets, seating.names, finish_turn=seating.finish_turn, corner=corner)

    def copy_paper(self, seating: Seating, day: date) -> None:
        """Copy the paper sheets that these players filled on a day.

        They get the current time of day, so that games of one day keep their order.
        """
        service = self._session.host.service
        self._remember(seating)
        filled = datetime.combine(day, service.now().astimezone().time()).astimezone(UTC)
        self._enter(lambda: service.copy(seating.sheets, seating.names, filled))

    def _remember(self, seating: Seating) -> None:
        people = [Person(chair.name, chair.color) for chair in seating.chairs]
        self._session.host.service.remember(people)

    def _could_not_save(self, failure: Failure = Failure.NOT_SAVED) -> None:
        self._tell(Flash(notice=self._context.words.failure(failure)))
        self._to("/")

    def _rematch(self) -> None:
        """Start a game of the same players in their seats; the next one begins."""
        route = self._route
        if route.where in _TABLES:
            table = self._session.host.known(route.which, self._session.identity.key)
            if table is not None and self._on_phones(table) and route.game:
                # it may be a while until a relay reports the game
                self._to(f"/table/{route.which}")
            return
        if not self._session.identity.here:
            return
        try:
            opened = self._session.host.service.open(route.which)
        except StorageError:
            return
        self.begin(*next_game(opened, self._context.settings))

    def _on_phones(self, table: GameTable) -> bool:
        """Request the next game at a table of phones; return False if it failed."""
        answer = table.ask(self._session.identity.key, Rematch())
        if answer is Failure.NO_LINK:
            self._could_not_save(Failure.NO_LINK)
        elif answer is Failure.NOT_KEPT:
            self._could_not_save()
        return answer not in {Failure.NO_LINK, Failure.NOT_KEPT}

    def _same_group(self) -> None:
        """Start the next game of the last group, on the devices that they had."""
        last = self._session.house.last_together
        if last is None:
            return
        table = self._session.host.of_game(last.head.id)
        if table is None or not table.seating.knows(self._session.identity.key):
            self.begin(*next_game(last, self._context.settings))
        elif table.online or self._on_phones(table):  # there a rematch waits for the link
            self.opened(table.seating.code)

    def _own_phones(self) -> None:
        """Open a table for phones: the one that waits already, or one for the last group."""
        host, last = self._session.host, self._session.house.last_together
        since = None if last is None else last.head.started
        waits = host.waiting(self._session.identity.key, since)
        if waits is not None:
            self._to(f"/table/{waits.seating.code}")
        else:
            self.open_table(
                host.draft or new_table(host.service.settings, host.service.last_sheet, last)
            )

    def open_table(self, seating: Seating) -> None:
        """Open a table for every player's phone; this device has the seat of its own player."""
        if self._session.host.opens_online:
            self._session.host.draft = seating
            self._to("/open")
            return
        table = self._open(seating)
        if isinstance(table, SharedTable):
            self.opened(table.seating.code)
        else:
            self._could_not_save()

    def _open(self, seating: Seating) -> SharedTable | Attempt | Failure:
        host, key = self._session.host, self._session.identity.key
        chairs = for_phones(seating, key, self._context.settings.name)
        return host.open(key, seating.layout, chairs, finish_turn=seating.finish_turn)

    def begin_online(self) -> Attempt | None:
        """Request an online table for the drafted seating; None without a draft."""
        draft = self._session.host.draft
        table = None if draft is None else self._open(draft)
        return table if isinstance(table, Attempt) else None

    def opened(self, code: str) -> None:
        """Go to a table that has just been opened."""
        self._session.host.draft = None
        self._to(f"/table/{code}")

    def _open_again(self) -> None:
        """Reopen the closed table of the game on the screen."""
        table = self._session.host.open_again(self._session.identity.key, self._route.which)
        if table is Failure.NOT_KEPT:
            self._could_not_save()
        elif not isinstance(table, Reason):
            self._to(f"/table/{table.seating.code}/seats")
