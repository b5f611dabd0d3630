"""The tasks of a session: opening screens, starting games, deleting and restoring them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial

from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.lobby import chairs_for_phones, next_game_seating
from qwixx_pad.multiplayer.online.online_tables import JoinAttempt
from qwixx_pad.multiplayer.requests import Rematch
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.shared_table import SharedTable
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import Person
from qwixx_pad.storage import Notice, StorageError
from qwixx_pad.ui.actions import Go, Guard, ScreenTask, UnknownIdentifierError, find_pressable
from qwixx_pad.ui.context import ScreenContext, UiSession
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.lobby.new_table_screen import first_seating
from qwixx_pad.ui.shell.route import TABLE_SECTIONS, Route


@dataclass(frozen=True, slots=True)
class Flash:
    """A message for the next screen.

    Attributes:
        notice: Two lines at home.
        deleted: The identifier of the game that was just deleted.
        known_notice: The notice of the storage when this was sent, which is not shown again.
    """

    notice: tuple[str, str] | None = None
    deleted: str | None = None
    known_notice: Notice | None = None


class SessionTasks:
    """Carries out the task of a button, such as starting a game, and opens the next screen."""

    def __init__(
        self, session: UiSession, context: ScreenContext, set_flash: Callable[[Flash], None]
    ) -> None:
        self._session = session
        self._registry = session.registry
        self._context = context
        self._set_flash = set_flash

    @property
    def _current_path(self) -> str:
        return self._session.page.route or "/"

    @property
    def _current_route(self) -> Route:
        return Route.parse(self._current_path)

    def go(self, target: str) -> None:
        """Open a route, which begins with `/`, or do what the button with an identifier does.

        Visitors cannot use the owner's buttons.

        Raises:
            UnknownIdentifierError: No button has it, or the button opens no screen.
        """
        if target.startswith("/"):
            self._go_to_route(target)
            return
        row = find_pressable(target)
        if not isinstance(row.does, Go):
            raise UnknownIdentifierError(target)
        if row.guard is Guard.OWNER and not self._session.identity.is_this_computer:
            return
        if isinstance(row.does.to, ScreenTask):
            self._run_task(row.does.to, row.does.which)
        else:
            to = row.does.to.format(which=row.does.which)
            self._go_to_route(to if to.startswith("/") else self._subpage_route(to))

    def _run_task(self, task: ScreenTask, item: str) -> None:
        page = self._session.page
        tasks: dict[ScreenTask, Callable[[], None]] = {
            ScreenTask.GO_BACK: lambda: self._go_to_route(
                Trail.for_page(page).previous_route(self._current_path)
            ),
            ScreenTask.START_GAME: lambda: self.start_on_sheet(
                self._registry.service.last_sheet.name
            ),
            ScreenTask.REMATCH: self._play_rematch,
            ScreenTask.PLAY_TOGETHER_AGAIN: self._play_same_group,
            ScreenTask.OPEN_TABLE: self._open_phone_table,
            ScreenTask.OPEN_TABLE_AGAIN: self._reopen_table,
            ScreenTask.READ_RULES: self._read_rules,
            ScreenTask.GO_ON_PLAYING: self._resume_game,
            ScreenTask.DELETE_GAME: lambda: self._delete_game(item or self._current_game_id),
            ScreenTask.PUT_BACK_GAME: lambda: self._restore_game(item),
        }
        tasks[task]()

    def _subpage_route(self, page: str) -> str:
        return f"{self._current_path.rstrip('/')}/{page}"

    def _read_rules(self) -> None:
        """Open the rules of the game, link or table on the screen, else those of the last sheet."""
        route = self._current_route
        has_sheet = route.section in {"game", "table", "join", "link"} and route.item
        self._go_to_route(self._subpage_route("rules") if has_sheet else "/rules")

    def _go_to_route(self, route: str) -> None:
        self._session.page.navigate(route)

    @property
    def _current_game_id(self) -> str:
        """The identifier of the game on the screen; empty for none."""
        route = self._current_route
        if route.section in {"game", "games"}:
            return route.item
        table = self._registry.known_table(route.item, self._session.identity.id)
        return route.game or (table and table.seating.game) or ""

    def _resume_game(self) -> None:
        """Open the pad of the game on the screen, else home."""
        game = self._current_game_id
        table = self._registry.table_of_game(game)
        pad = f"/table/{table.seating.code}" if table else f"/game/{game}"
        self._go_to_route(pad if game else "/")

    def _delete_game(self, game: str) -> None:
        if self._session.services.library.delete(game) is None:
            self._set_flash(Flash(deleted=game))
            self._go_to_route("/games")
        else:
            self._report_failure()

    def _restore_game(self, game: str) -> None:
        if self._session.services.library.restore_game(game) is None:
            self._set_flash(Flash())

    def _start_local_game(
        self, layout: str, names: tuple[str, ...], *, finish_turn: bool = False, corner: int = 1
    ) -> None:
        start = partial(
            self._registry.service.start, layout, names, finish_turn=finish_turn, corner=corner
        )

        def start_unshared() -> OpenGame:
            # `start` may reuse an untouched game; it must not be that of a shared table
            opened = start()
            is_shared = self._registry.table_of_game(opened.head.id) is not None
            return start(always_new=True) if is_shared else opened

        self._enter_game(start_unshared)

    def _enter_game(self, start: Callable[[], OpenGame]) -> None:
        try:
            opened = start()
        except StorageError as error:
            self._report_failure(Failure.from_error(error))
            return
        self._set_flash(Flash())
        self._go_to_route(f"/game/{opened.head.id}")

    def start_on_sheet(self, layout: str) -> None:
        """Start a game of the owner alone."""
        self._start_local_game(layout, (self._context.settings.name,))

    def start_local_table(self, seating: Seating, corner: int = 1) -> None:
        """Start a game on this device; `corner` is that of seat 1, from 1 and clockwise."""
        self._registry.draft = None
        self._save_people(seating)
        self._start_local_game(
            seating.sheets, seating.names, finish_turn=seating.finish_turn, corner=corner
        )

    def copy_paper(self, seating: Seating, day: date) -> None:
        """Start the copy of a game that was played on paper on a day.

        It gets the current time of day, so that games of one day keep their order.
        """
        service = self._registry.service
        self._save_people(seating)
        filled = datetime.combine(day, service.now().astimezone().time()).astimezone(UTC)
        self._enter_game(lambda: service.copy_from_paper(seating.sheets, seating.names, filled))

    def _save_people(self, seating: Seating) -> None:
        people = [Person(chair.name, chair.color) for chair in seating.chairs]
        self._registry.service.remember_players(people)

    def _report_failure(self, failure: Failure = Failure.NOT_SAVED) -> None:
        self._set_flash(Flash(notice=self._context.tr.failure_texts(failure)))
        self._go_to_route("/")

    def _play_rematch(self) -> None:
        """Start another game of the same players; the next seat has the first roll."""
        route = self._current_route
        if route.section in TABLE_SECTIONS:
            table = self._registry.known_table(route.item, self._session.identity.id)
            if table is not None and self._request_rematch(table) and route.game:
                # a relay may take a while to report the game
                self._go_to_route(f"/table/{route.item}")
            return
        if not self._session.identity.is_this_computer:
            return
        try:
            opened = self._registry.service.open(route.item)
        except StorageError:
            return
        self.start_local_table(*next_game_seating(opened, self._context.settings))

    def _request_rematch(self, table: GameTable) -> bool:
        """Request the next game at a table.

        Report a missing link or a full disk, and return False then.
        """
        answer = table.submit_request(self._session.identity.id, Rematch())
        if answer is Failure.NO_LINK:
            self._report_failure(Failure.NO_LINK)
        elif answer is Failure.SEATING_NOT_SAVED:
            self._report_failure()
        return answer not in {Failure.NO_LINK, Failure.SEATING_NOT_SAVED}

    def _play_same_group(self) -> None:
        """Start another game of the last group, on the same devices."""
        last = self._session.services.last_group_game
        if last is None:
            return
        table = self._registry.table_of_game(last.head.id)
        if table is None or not table.seating.is_member(self._session.identity.id):
            self.start_local_table(*next_game_seating(last, self._context.settings))
        elif table.online or self._request_rematch(table):  # online, only show the table
            self.enter_table(table.seating.code)

    def _open_phone_table(self) -> None:
        """Open a table for phones: one that waits already, or a new one for the last group."""
        last = self._session.services.last_group_game
        since = None if last is None else last.head.started
        waits = self._registry.unstarted_table(self._session.identity.id, since)
        if waits is not None:
            self._go_to_route(f"/table/{waits.seating.code}")
        else:
            self.open_table(self._registry.draft or first_seating(self._session.services))

    def open_table(self, seating: Seating) -> None:
        """Open a table for the players' phones; this device takes the seat of its owner.

        Online, save the draft and show `/open`, which requests the table.
        """
        if self._registry.opens_online:
            self._registry.draft = seating
            self._go_to_route("/open")
            return
        table = self._request_table(seating)
        if isinstance(table, SharedTable):
            self.enter_table(table.seating.code)
        else:
            self._report_failure()

    def _request_table(self, seating: Seating) -> SharedTable | JoinAttempt | Failure:
        device = self._session.identity.id
        chairs = chairs_for_phones(seating, device, self._context.settings.name)
        return self._registry.open(device, seating.layout, chairs, finish_turn=seating.finish_turn)

    def open_online_table(self) -> JoinAttempt | None:
        """Request an online table for the draft; None without a draft, or if that is refused."""
        draft = self._registry.draft
        table = None if draft is None else self._request_table(draft)
        return table if isinstance(table, JoinAttempt) else None

    def enter_table(self, code: str) -> None:
        """Show a table by its code, and drop the draft."""
        self._registry.draft = None
        self._go_to_route(f"/table/{code}")

    def _reopen_table(self) -> None:
        """Reopen the closed table of the game on the screen."""
        table = self._registry.reopen_table(self._session.identity.id, self._current_route.item)
        if table is Failure.SEATING_NOT_SAVED:
            self._report_failure()
        elif not isinstance(table, Reason):
            self._go_to_route(f"/table/{table.seating.code}/seats")
