"""Leading from screen to screen: routes, and what happens on the way."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from qwixx_pad.service.session import Failure, OpenGame, Reason
from qwixx_pad.service.settings import Person
from qwixx_pad.storage import Notice, StorageError
from qwixx_pad.tables.lobby import for_phones, new_table, next_game
from qwixx_pad.tables.open_tables import clean_code
from qwixx_pad.tables.remote.online import Attempt
from qwixx_pad.tables.requests import Rematch
from qwixx_pad.tables.seating import Seating
from qwixx_pad.tables.shared_table import SharedTable
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.actions import Errand, Go, Guard, UnknownIdentifierError, find_pressable
from qwixx_pad.ui.runtime.trail import Trail
from qwixx_pad.ui.shell import ScreenContext, UiSession

_SETTINGS, _RULES_OF = "/settings", "/rules-"
_PAGES = frozenset({"", "players", "licences", "own-sheets"})
"""What the settings lead to, and the settings themselves."""


@dataclass(frozen=True, slots=True)
class Flash:
    """What a screen has to say beside its own.

    Attributes:
        notice: Two lines at home.
        deleted: Identifier of the game that was just deleted.
        heard: What was known of the file of the games when this was said.
    """

    notice: tuple[str, str] | None = None
    deleted: str | None = None
    heard: Notice | None = None


def parts_of(route: str) -> tuple[str, str, str]:
    """A route in its parts: what, which one, and what of it.

    Routes are `/`, `/sheets`, `/new`, `/open`, `/paper`, `/join`, `/join/CODE`, `/watch/CODE`,
    `/games`, `/stats`, `/data`, `/rules` and `/rules/LAYOUT`; `/game/ID` and `/table/CODE`, which
    are played, and `/games/ID`, which is looked back on; behind these `/seats`, `/sheets`,
    `/review`, `/share`, `/remark`, `/rules`, and `/sheets` behind `/new` and `/paper` too; and all
    of them with `/settings` behind, and behind that `/players` and `/licences`; and behind all
    `/sheets` the rules of one, as `/rules-LAYOUT`. `/table/CODE.ID` is the table in one of its
    games: what stands behind it stays with that game; see `game_named`.
    """
    where, which, inside = _pieces(route)
    code = which.partition(".")[0]
    return where, clean_code(code) if where in {"join", "table", "watch"} else which, inside


def _pieces(route: str) -> tuple[str, str, str]:
    pieces = route.partition(_SETTINGS)[0].partition(_RULES_OF)[0].strip("/").split("/", 2)
    where, which, inside = (*pieces, "", "", "")[:3]
    return where, which, inside


def game_named(route: str) -> str:
    """Find which game of its table a route names; empty where it names none, or no table."""
    where, which, _ = _pieces(route)
    return which.partition(".")[2] if where in {"join", "table"} else ""


def settings_of(route: str) -> tuple[str, str] | None:
    """The route of the settings in a route, and which page behind them; None without them."""
    before, found, behind = route.partition(_SETTINGS)
    page = behind.removeprefix("/")
    return (f"{before}{found}", page) if found and page in _PAGES else None


def rules_behind(route: str) -> str:
    """The sheet whose rules are read behind the gallery; empty where none are."""
    return route.partition(_SETTINGS)[0].partition(_RULES_OF)[2]


class Router:
    """Leads a session from screen to screen."""

    def __init__(
        self, session: UiSession, context: ScreenContext, tell: Callable[[Flash], None]
    ) -> None:
        self._session, self._context, self._tell = session, context, tell

    @property
    def _route(self) -> str:
        return self._session.page.route or "/"

    def go(self, where: str) -> None:
        """Go to a route, which begins with `/`, or to where something leads that was pressed.

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
            Errand.GO_BACK: lambda: self._to(Trail.of(page).back(self._route)),
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
        """The route of a page behind the screen in front."""
        return f"{self._route.rstrip('/')}/{page}"

    def _read_rules(self) -> None:
        """Behind a game or a table that is on the screen; else those of all sheets."""
        where, which, _ = parts_of(self._route)
        plays = where in {"game", "table", "join"} and which
        self._to(self._behind("rules") if plays else "/rules")

    def _to(self, route: str) -> None:
        self._session.page.navigate(route)

    @property
    def _game(self) -> str:
        """The identifier of the game that the screen is on; empty for none."""
        where, which, _ = parts_of(self._route)
        if where in {"game", "games"}:
            return which
        table = self._session.host.known(which, self._session.identity.key)
        return game_named(self._route) or (table and table.seating.game) or ""

    def _play(self) -> None:
        """From the review of a game that goes on again to its pad; else home."""
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
        start = self._session.host.service.start
        self._enter(lambda: start(layout, names, finish_turn=finish_turn, corner=corner))

    def _enter(self, start: Callable[[], OpenGame]) -> None:
        """Go to a game that is started now."""
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
        house = seating.finish_turn
        self._start(seating.sheets, seating.names, finish_turn=house, corner=corner)

    def copy_paper(self, seating: Seating, day: date) -> None:
        """Let the sheets be copied that these people have filled on a day.

        They get the hour of now, so that games of one day stand in the order in which they came.
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
        """The same people again where they sit; the next one starts."""
        where, which, _ = parts_of(self._route)
        if where in {"join", "table"}:
            table = self._session.host.known(which, self._session.identity.key)
            if table is not None and self._on_phones(table) and game_named(self._route):
                self._to(f"/table/{which}")  # it may be a while until a relay tells of the game
            return
        if not self._session.identity.here:
            return
        try:
            opened = self._session.host.service.open(which)
        except StorageError:
            return
        self.begin(*next_game(opened, self._context.settings))

    def _on_phones(self, table: GameTable) -> bool:
        """The next game at a table of phones, unless one is played there; whether that went."""
        answer = table.ask(self._session.identity.key, Rematch())
        if answer is Failure.NO_LINK:
            self._could_not_save(Failure.NO_LINK)
        elif answer is Failure.NOT_KEPT:
            self._could_not_save()
        return answer not in {Failure.NO_LINK, Failure.NOT_KEPT}

    def _same_group(self) -> None:
        """The next game of those who played together last, on the devices that they had."""
        last = self._session.house.last_together
        if last is None:
            return
        table = self._session.host.of_game(last.head.id)
        if table is None or not table.seating.knows(self._session.identity.key):
            self.begin(*next_game(last, self._context.settings))
        elif table.online or self._on_phones(table):  # there a rematch waits for the link
            self.opened(table.seating.code)

    def _own_phones(self) -> None:
        """A table that waits for phones: the one that waits already, or one for the last group."""
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
        """Let every player's own phone in; this device has the seat of its own player."""
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
        """Ask for a table for those who have just been put down; None if nobody was."""
        draft = self._session.host.draft
        table = None if draft is None else self._open(draft)
        return table if isinstance(table, Attempt) else None

    def opened(self, code: str) -> None:
        """Go to a table that has just been opened."""
        self._session.host.draft = None
        self._to(f"/table/{code}")

    def _open_again(self) -> None:
        """Let the phones back to the game on the screen, whose table was closed."""
        _, which, _ = parts_of(self._route)
        table = self._session.host.open_again(self._session.identity.key, which)
        if table is Failure.NOT_KEPT:
            self._could_not_save()
        elif not isinstance(table, Reason):
            self._to(f"/table/{table.seating.code}/seats")
