"""Who sits at a shared table and how phones come to it; during the game what can be done."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, SitOut
from qwixx_pad.service.devices import DeviceIdentity
from qwixx_pad.service.session import EntryOutcome, GameService
from qwixx_pad.service.settings import spelled
from qwixx_pad.tables import lobby
from qwixx_pad.tables.lobby import No
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.requests import (
    Add,
    ChooseSheet,
    CloseNow,
    Enter,
    Free,
    MoveSeat,
    Rename,
    SeatChange,
    Sit,
    Start,
    TakeSlip,
)
from qwixx_pad.tables.seating import Seating
from qwixx_pad.tables.state import GameTable, TableAnswer, is_done
from qwixx_pad.ui.design.controls import avatar, outlined, prompt_sheet, tonal, under_card
from qwixx_pad.ui.design.form import Screen, group, option, options, page_bar, pill
from qwixx_pad.ui.design.primitives import Tap, for_the_eye, message, page_column, said, write
from qwixx_pad.ui.design.tokens import CHIP, OPTION
from qwixx_pad.ui.gallery import Choosing, blank_look
from qwixx_pad.ui.gallery.gallery_screen import chosen_sheet, gallery_screen
from qwixx_pad.ui.pad.actions import Go, MakeEntry, parse_action
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.sheet.canvas import small_sheet
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.table import DeedLook, for_a_seat, table_said, where_played
from qwixx_pad.ui.table.people import (
    SEAT_CHANGES,
    PersonLook,
    add_person,
    name_card,
    no_more,
    people,
    people_heading,
    seat_look,
    start_button,
)
from qwixx_pad.ui.table.seat_menu import closing_card, seat_card
from qwixx_pad.ui.table.way_in import line, way_in, way_to_watch

_PICTURE = 76.0


@dataclass(frozen=True)
class Slips:
    """Which slip each player takes."""

    service: GameService
    seating: Seating
    context: ScreenContext

    @property
    def choosing(self) -> Choosing:
        """What is to be known where another sheet is chosen for the whole table."""
        settings, words, seats = self.context.settings, self.context.words, len(self.seating.chairs)
        return Choosing(self.service, settings, words, self.seating.layout, seats)

    @property
    def box(self) -> tuple[Layout, ...]:
        """The slips to choose from; none where the table's sheet is alone in its box."""
        box = self.service.layout(self.seating.layout).box
        slips = tuple(layout for layout in self.service.layouts if box and layout.box == box)
        return slips if len(slips) > 1 else ()

    def group(self, may: Collection[int], ask: Callable[[int], object]) -> list[ft.Control]:
        """A line for each seat, where there is something to choose.

        Args:
            may: The seats (from 1) for which this device may choose.
            ask: Told for which seat another slip is wanted.
        """
        if not self.box or not self.seating.chairs:
            return []
        seats = range(1, len(self.seating.chairs) + 1)
        lines = [self._line(seat, ask if seat in may else None) for seat in seats]
        return [group(self.context.words.text("Slips"), lines, self.context)]

    def _line(self, seat: int, ask: Callable[[int], object] | None) -> ft.Control:
        theme, words, chair = self.context.theme, self.context.words, self.seating.chairs[seat - 1]
        slip = words.layout(self.seating.slip(seat))
        face = avatar(chair.name, theme.player(chair.color), 28)
        name = write(chair.name, OPTION.at(16), color=theme.ink, no_wrap=True)
        who = ft.Container(for_the_eye(name), expand=True)
        if ask is None:
            drawn = ft.Row([face, who, write(slip, CHIP, color=theme.ink2)], spacing=12)
            spoken = words.text("{name}, {slip}", name=chair.name, slip=slip)
            return said(f"slip-{seat}", spoken, ft.Container(for_the_eye(drawn), padding=8))
        leads = words.text("Another slip for {name}", name=chair.name)
        chosen = pill(f"slip-{seat}", slip, leads, self.context, partial(ask, seat))
        return ft.Container(
            ft.Row([face, who, chosen], spacing=12), padding=ft.Padding.only(left=8)
        )

    def card(self, seat: int, take: Callable[[str], object]) -> ft.Control:
        """The slips of the box.

        Args:
            seat: For whom, from 1.
            take: Told the name of the slip that was chosen; empty for none.
        """
        theme, words = self.context.theme, self.context.words
        taken, name = self.seating.slip(seat), self.seating.chairs[seat - 1].name
        lines = [self._option(slip, taken, take) for slip in self.box]
        inside = options(words.text("A slip for {name}", name=name), lines, self.context)
        return prompt_sheet(inside, theme, words, lambda _: take(""))

    def _option(self, slip: Layout, taken: str, take: Callable[[str], object]) -> ft.Control:
        theme = self.context.theme
        face = (
            None
            if theme.large
            else small_sheet(blank_look(slip, self.context.words), theme, _PICTURE, "blank")
        )
        return option(
            f"sheet-{slip.name}",
            self.context.words.layout(slip.name),
            self.context,
            partial(take, slip.name),
            checked=slip.name == taken,
            face=face,
        )


@component
def seats_page(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
    host: Host,
    table: GameTable,
    identity: DeviceIdentity,
    inside: str,
    context: ScreenContext,
    go: Tap,
) -> ft.Control:
    """The seats of a table, before its game and while it runs.

    Args:
        host: The tables.
        table: Which.
        identity: Who looks at it.
        inside: `sheets` shows who opened the table the sheets to choose from, before the game.
        context: Space, theme, words and settings.
        go: Leads to a screen by its identifier.
    """
    said, say = ft.use_state("")
    asked, ask = ft.use_state("")
    use_watched(context, table.watch, _of_game(table), lambda _: _of_game(table))
    page = _Seats(context, go, host, table, identity.key, say, ask)
    if inside == "sheets" and page.may_choose:
        return gallery_screen(page.slips.choosing, context, go, page.choose, key="sheets")
    return under_card(page.whole(said), page.card(asked), "seats")


def _of_game(table: GameTable) -> tuple[object, ...]:
    """What the seats show of the game that runs: whose roll it is, who sits out."""
    now = table.position
    if now is None:
        return ()
    return now.roll, now.out, now.over, now.settled, now.made, now.penalised


@dataclass(frozen=True)
class _Seats(Screen):
    """The seats of a table as one device sees them, and what its taps do."""

    host: Host
    table: GameTable
    me: str
    say: Callable[[str], object]
    ask: Callable[[str], object]

    def card(self, asked: str) -> ft.Control | None:
        """What can be done for a seat, or whether to close the table."""
        theme, words, chairs = self.theme, self.words, self.table.seating.everybody
        number = asked.rpartition("-")[2]
        if number.isdigit() and int(number) > len(chairs):  # removed while its card was open
            return None
        if asked == "close-table":
            inside = closing_card(words, online=self.table.online).painted(theme, self._do)
        elif asked.startswith("slip-"):
            seat = int(asked.removeprefix("slip-"))
            return self.slips.card(seat, lambda name: self._take_slip(seat, name))
        elif asked.startswith("name-"):
            seat = int(asked.removeprefix("name-"))
            name = chairs[seat - 1].name
            return name_card(name, self.context, lambda new: self._rename(seat, new))
        elif asked:
            seat = int(asked.removeprefix("more-"))
            name = chairs[seat - 1].name
            inside = seat_card(name, self._deeds(seat), words).painted(theme, self._do)
        else:
            return None
        return prompt_sheet(inside, theme, words, self._do)

    def _deeds(self, seat: int) -> list[DeedLook]:
        now = self.table.position
        if now is None or not self.table.seating.has(seat):
            return []
        return for_a_seat(now, self.table, seat, self.me, self.words)

    def _do(self, identifier: str) -> None:
        """What was tapped on the card."""
        self.ask("")
        match parse_action(identifier):
            case CloseNow():
                self._close()
            case Go(_, int(chair)):
                self._change(Free(chair))
            case MakeEntry(EndRoll() | SitOut() | PlayAgain() as move, seat):
                self._enter(Entry(move, seat))

    def _enter(self, entry: Entry) -> None:
        opened = self.table.opened
        seen = len(opened.game.log) if opened else 0
        answer = self.table.ask(self.me, Enter(entry, seen))
        trouble = answer.trouble if isinstance(answer, EntryOutcome) else None
        if is_done(answer):
            self.say("")
        else:
            words = self.words
            self.say(" ".join(words.trouble(trouble)) if trouble else words.no(No.NOT_YOURS))

    def whole(self, said: str) -> ft.Control:
        """The screen, with what there is to say about the last tap."""
        words, seating = self.words, self.table.seating
        most = self.host.service.layout(seating.layout).most_seats
        subtitle = where_played(self.table, self.host, words)
        said = said or table_said(self.table, words)
        sit = len(seating.everybody)
        count = words.text("{n} of {most}", n=sit, most=most)
        seats = [
            people_heading(words.text("At the table"), count, self.theme),
            *self._lines(),
            *(self._room() if sit < most else self._full(most)),
            *([message(said, self.theme)] if said else []),
            *self._buttons(),
            *([self._sheet(), *self._slips()] if seating.game is None else []),
        ]
        door = [way_in(self.host, self.table, self.context)]
        title = words.text("Table {code}", code=seating.code)
        parts = [
            page_bar(self.context, title, self.go, subtitle),
            *(door + seats if seating.opener == self.me else seats + door),
            *way_to_watch(self.host, self.table, self.context),
        ]
        return page_column(parts, self.context.column, spacing=12)

    @property
    def may_choose(self) -> bool:
        """Whether this device chooses the sheet now."""
        seating = self.table.seating
        return seating.opener == self.me and seating.game is None

    def choose(self, layout: str) -> None:
        """Another sheet for everybody, and back to the seats."""
        self._change(ChooseSheet(layout, self.table.seating.finish_turn))
        self.go("back")

    def _sheet(self) -> ft.Control:
        """What is going to be played on; who opened the table may choose another one."""
        look = self.slips.choosing.look(self.host.service.layout(self.table.seating.layout))
        choose = (lambda: self.go("sheets")) if self.may_choose else None
        chosen = chosen_sheet(look, self.theme, self.words, choose)
        return group(self.words.text("Sheet"), [chosen], self.context)

    @property
    def slips(self) -> Slips:
        return Slips(self.host.service, self.table.seating, self.context)

    def _slips(self) -> list[ft.Control]:
        """Which slip everybody takes, where a box has several."""
        seating = self.table.seating
        seats = range(1, len(seating.chairs) + 1)
        may = {seat for seat in seats if seating.opener == self.me or seating.holds(self.me, seat)}
        return self.slips.group(may, lambda seat: self.ask(f"slip-{seat}"))

    def _take_slip(self, seat: int, name: str) -> None:
        self.ask("")
        if name:
            self._change(TakeSlip(seat, name))

    def _rename(self, seat: int, name: str) -> None:
        self.ask("")
        if name:
            self._change(Rename(seat, self._spelled(name)))

    def _spelled(self, name: str) -> str:
        """A name with the capitals that this pad knows."""
        return spelled(name, (person.name for person in self.host.service.settings.people))

    def _lines(self) -> list[ft.Control]:
        looks = [self._look(seat) for seat, _ in enumerate(self.table.seating.everybody, 1)]
        if not looks:
            return []

        def moved(seat: int, to: int) -> None:
            self._change(MoveSeat(seat, to))

        return [people(looks, self.context, self._tap, moved)]

    def _look(self, seat: int) -> PersonLook:
        return seat_look(self.table, seat, self.me, self.words, more=bool(self._deeds(seat)))

    def _tap(self, identifier: str) -> None:
        what, _, number = identifier.partition("-")
        if what in {"more", "name"}:
            self.ask(identifier)
            return
        self._change(SEAT_CHANGES[what](int(number)))
        if what == "sit" and self.table.opened is not None:
            self.go(f"table/{self.table.seating.code}")

    def _change(self, change: SeatChange) -> None:
        self._said(self.table.ask(self.me, change))

    def _said(self, answer: TableAnswer) -> None:
        self.say(self.words.no(answer) if isinstance(answer, No) else "")

    @property
    def _sits(self) -> bool:
        """Whether a seat is this device's, now or from the next game on."""
        return any(chair.holder == self.me for chair in self.table.seating.everybody)

    def _room(self) -> list[ft.Control]:
        """A field for the name; in a game that there will be one, to who does not sit yet."""
        began = self.table.seating.game is not None
        text = self.words.text("You can sit down for the next game.")
        said = [] if self._sits or not began else [message(text, self.theme, live=False)]
        adds = self.table.settled or not began
        return [*said, *([self._adding()] if adds else [])]

    def _adding(self) -> ft.Control:
        seating, words = self.table.seating, self.words
        label = words.text("Add a player on this phone") if self._sits else words.text("Your name")

        def add(typed: str) -> None:
            name = self._spelled(typed)
            waits = seating.seat_for(name)
            if waits is not None:  # somebody has put this player down already
                self._change(Sit(waits))
            else:
                self._change(Add(name, self.host.service.settings.color_of(name)))

        serial = len(seating.everybody)
        return add_person(label, self.context, add, serial=serial, key="add")

    def _full(self, most: int) -> list[ft.Control]:
        """Why nobody can be added, to those who might want to."""
        seating = self.table.seating
        opens = seating.opener == self.me and seating.game is None
        return [no_more(most, self.context)] if opens or not self._sits else []

    def _buttons(self) -> list[ft.Control]:
        """Start, for whoever has opened the table; the others read what they wait for."""
        seating = self.table.seating
        opener = seating.opener == self.me
        if seating.game is not None:
            return self._in_game(opener=opener)
        if not opener:
            waits, text = line(self._who_starts(), self.context), self.words.text("How to play")
            return [waits, tonal(self.theme, "rules", text, lambda: self.go("rules"), height=52)]
        why_not = lobby.why_not_start(seating, self.me)
        start = start_button(len(seating.chairs), why_not, self.context, self._start)
        return [*start, self._end()]

    def _in_game(self, *, opener: bool) -> list[ft.Control]:
        """The way to the sheets; who has opened the table may finish the game and close it."""
        words, theme = self.words, self.theme
        sits = bool(self.table.seating.seats_of(self.me))
        if not sits and not opener:
            text, to = words.text("Only watch"), f"watch/{self.table.seating.code}"
            watch = outlined(theme, "watch", text, lambda: self.go(to), height=52)
            return [line(self._how_far, self.context), watch]
        text = words.text("Back to the pad") if sits else words.text("See the sheets")
        back = outlined(theme, "to-pad", text, lambda: self.go("back"), height=52)
        if not opener:
            return [back]
        now, text = self.table.position, words.text("Finish this game")
        finish = outlined(
            theme, "finish", text, lambda: self._enter(Entry(Finish())), height=48, size=15
        )
        running = now is not None and not now.finished
        return [back, *([finish] if running else []), self._end()]

    @property
    def _how_far(self) -> str:
        """Where the game is, for who does not play in it."""
        text = self.words.text
        return (
            text("A rematch begins the next game.")
            if self.table.settled
            else text("The game has begun.")
        )

    def _end(self) -> ft.Control:
        """Let the table go; a game that was begun goes on on this device, so that is asked."""
        text = self.words.text("Close this table")
        begun = self.table.seating.game is not None
        tap = partial(self.ask, "close-table") if begun else self._close
        return outlined(self.theme, "close-table", text, tap, height=48, size=15)

    def _close(self) -> None:
        refused = self.host.close(self.me, self.table.seating.code)
        if refused is None:
            self.go("home")
        else:
            self.say(self.words.no(refused))

    def _who_starts(self) -> str:
        seats = self.table.seating.seats_of(self.table.seating.opener)
        words, chairs = self.words, self.table.seating.chairs
        if not seats:
            return words.text("Whoever opened the table starts the game.")
        return words.text("{name} starts the game.", name=chairs[seats[0] - 1].name)

    def _start(self) -> None:
        refused = self.table.ask(self.me, Start())
        self._said(refused)
        if refused is No.STARTED:
            self.go(f"table/{self.table.seating.code}")
