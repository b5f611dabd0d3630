"""A shared table: who sits there, how to come to it, and then the game."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.host import lobby
from qwixx_pad.host.lobby import No
from qwixx_pad.host.seating import NOTHING_SAID, Chair, Seating
from qwixx_pad.host.shared_table import SharedTable
from qwixx_pad.host.tables import Host
from qwixx_pad.network import qr
from qwixx_pad.play import Play
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.lifeline import use_held
from qwixx_pad.ui.pad_state import Feel
from qwixx_pad.ui.parts.buttons import outlined, primary, tonal
from qwixx_pad.ui.parts.form import page_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.parts.people import PersonLook, add_person, people
from qwixx_pad.ui.parts.qr import qr_code
from qwixx_pad.ui.screens.join import look_for
from qwixx_pad.ui.screens.play import play_screen
from qwixx_pad.visitor import Visitor

_QR = 240
Go = Callable[[str], None]


@component
def table_screen(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
    host: Host, visitor: Visitor, code: str, inside: str, frame: Frame, feel: Feel, go: Go
) -> ft.Control:
    """The table of a code: its game if this device plays there, else its seats.

    Args:
        host: The tables.
        visitor: Who looks at it.
        code: Of the table.
        inside: `seats` shows the seats although a game runs.
        frame: Space, theme, words and settings.
        feel: The device.
        go: Leads to a screen by its identifier.
    """
    found = ft.use_memo(lambda: look_for(host, visitor, code, frame), [code])
    if isinstance(found, str):
        return _nothing(found, frame, go)
    return _found(host, found, visitor, inside, frame, feel, go, key=code)


@component
def _found(  # noqa: PLR0913, PLR0917 - as above
    host: Host,
    table: SharedTable,
    visitor: Visitor,
    inside: str,
    frame: Frame,
    feel: Feel,
    go: Go,
) -> ft.Control:
    _, see = ft.use_state(_seen(table))
    again = frame.in_own_turn(lambda: see(lambda _: _seen(table)))
    use_held(frame.lifeline, lambda: table.watch(again), [])
    use_held(frame.lifeline, lambda: table.arrive(visitor.key), [], while_there=True)
    if table.closed:
        return _nothing(frame.words.text("This table was closed."), frame, go)
    opened, sits = table.opened, bool(table.seating.seats_of(visitor.key))
    play = ft.use_memo(lambda: opened and Play(opened, table, visitor.key), [opened])
    if play is not None and sits and inside != "seats":
        return play_screen(play, frame, feel, go, key=play.head.id)
    return _seats(host, table, visitor, frame, go, key="seats")


def _seen(table: SharedTable) -> tuple[object, ...]:
    """What this screen shows of a table; what is tapped and said in the game is not part of it."""
    seating = replace(table.seating, answers=NOTHING_SAID)
    here = tuple(table.is_here(seat) for seat in range(1, len(seating.chairs) + 1))
    return seating, here, table.closed, table.opened


@component
def _seats(host: Host, table: SharedTable, visitor: Visitor, frame: Frame, go: Go) -> ft.Control:
    said, say = ft.use_state("")
    return _Seats(host, table, visitor, frame, go, say).control(said)


def _nothing(said: str, frame: Frame, go: Go) -> ft.Control:
    width = min(frame.space.width, WIDEST) - 32
    words = frame.words
    text = ft.Semantics(
        identifier="message",
        container=True,
        content=write(said, 17, 600, color=frame.theme.ink),
    )
    back = primary(frame.theme, "join-table", words.text("Type the code"), lambda: go("join-table"))
    return page_column([page_bar(frame, words.text("Table"), go), text, back], width, spacing=16)


class _Seats:
    """The seats of a table as one device sees them, and what its taps do."""

    def __init__(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
        self,
        host: Host,
        table: SharedTable,
        visitor: Visitor,
        frame: Frame,
        go: Go,
        say: Callable[[str], object],
    ) -> None:
        self.host = host
        self.table = table
        self.me = visitor.key
        self.frame = frame
        self.go = go
        self.say = say

    def control(self, said: str) -> ft.Control:
        """The screen, with what there is to say about the last tap."""
        words, seating = self.frame.words, self.table.seating
        width = min(self.frame.space.width, WIDEST) - 32
        most = self.host.desk.layout(seating.layout).most_seats
        subtitle = words.text("Everyone on the same Wi-Fi") if self.host.address else ""
        count = words.text("{n} of {most}", n=len(seating.chairs), most=most)
        open_yet = seating.game is None and len(seating.chairs) < most
        seats = [
            self._heading(words.text("At the table"), count),
            *self._lines(),
            *([self._adding()] if open_yet else []),
            *([self._told(said)] if said else []),
            *self._buttons(),
        ]
        way_in = [self._way_in()]
        title = words.text("Table {code}", code=seating.code)
        parts = [
            page_bar(self.frame, title, self.go, subtitle),
            *(way_in + seats if seating.opener == self.me else seats + way_in),
        ]
        return page_column(parts, width, spacing=12)

    def _way_in(self) -> ft.Control:
        """The picture and the letters by which phones find the table."""
        theme, words, code = self.frame.theme, self.frame.words, self.table.seating.code
        address = self.host.address
        parts: list[ft.Control] = []
        if address:
            url = f"{address}/join/{code}"
            parts.append(qr_code(qr(url), _QR, words.text("Code for {url}", url=url)))
            parts.append(_line(words.text("Scan with the camera, or open"), self.frame))
            parts.append(write(address, 15, 600, color=theme.ink, selectable=True))
        else:
            closed = words.text(
                "Only this computer reaches this table. Start the pad with --lan to let phones in."
            )
            parts.append(_line(closed, self.frame))
        parts.append(_tiles(code, self.frame))
        return ft.Container(
            ft.Column([*parts], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            bgcolor=theme.surface,
            border_radius=24,
            padding=16,
            alignment=ft.Alignment.CENTER,
            shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
        )

    def _heading(self, text: str, count: str) -> ft.Control:
        theme = self.frame.theme
        title = ft.Semantics(header=True, content=write(text, 17, 600, color=theme.ink))
        return ft.Row([title, ft.Container(expand=True), write(count, 15, 400, color=theme.ink2)])

    def _lines(self) -> list[ft.Control]:
        looks = [self._look(s, chair) for s, chair in enumerate(self.table.seating.chairs, 1)]
        if not looks:
            return []

        def moved(seat: int, to: int) -> None:
            self._change(lambda seating: lobby.move(seating, self.me, seat, to))

        return [people(looks, self.frame.theme, self.frame.words, self._tap, moved)]

    def _look(self, seat: int, chair: Chair) -> PersonLook:
        seating, words = self.table.seating, self.frame.words
        mine, opener = chair.holder == self.me, seating.opener == self.me
        here = self.table.is_here(seat)
        before = seating.game is None
        if mine:
            status = words.text("You")
        elif chair.holder is None:
            status = words.text("Waiting")
        else:
            status = words.text("Ready") if here else words.text("Phone away")
        if seat == 1 and before:
            status = words.text("{status} • first roll", status=status)
        return PersonLook(
            seat=seat,
            name=chair.name,
            color=chair.color,
            status=status,
            ready=None if chair.holder is None else here,
            take=chair.holder is None,
            change=before and (mine or opener),
            move=before and opener,
        )

    def _tap(self, identifier: str) -> None:
        what, _, number = identifier.partition("-")
        seat = int(number)
        if what == "sit":
            self._change(lambda seating: lobby.sit(seating, self.me, seat))
            if self.table.opened is not None:
                self.go(f"table/{self.table.seating.code}")
            return
        does = {"color": lobby.recolor, "first": lobby.begin_with, "remove": lobby.remove}[what]
        self._change(lambda seating: does(seating, self.me, seat))

    def _change(self, change: Callable[[Seating], lobby.Outcome]) -> None:
        refused = self.table.seat(change)
        self.say("" if refused is None else self.frame.words.no(refused))

    def _adding(self) -> ft.Control:
        seating, words = self.table.seating, self.frame.words
        sits = bool(seating.seats_of(self.me))
        label = words.text("Add a player on this phone") if sits else words.text("Your name")
        most = self.host.desk.layout(seating.layout).most_seats

        def add(name: str) -> None:
            color = self.host.desk.settings.color_of(name)
            waits = seating.seat_for(name)
            if waits is not None:  # somebody has put this player down already
                self._change(lambda now: lobby.sit(now, self.me, waits))
            else:
                self._change(lambda now: lobby.add(now, self.me, name, color, most))

        serial = len(seating.chairs)
        return add_person(label, self.frame.theme, words, add, serial=serial, key="add")

    def _told(self, said: str) -> ft.Control:
        return ft.Semantics(
            identifier="message",
            live_region=True,
            container=True,
            content=write(said, 14, 600, color=self.frame.theme.ink),
        )

    def _buttons(self) -> list[ft.Control]:
        """Start, for whoever has opened the table; the others read what they wait for."""
        seating, words, theme = self.table.seating, self.frame.words, self.frame.theme
        opener = seating.opener == self.me
        if seating.game is not None:
            sits = bool(seating.seats_of(self.me))
            text = words.text("Back to the pad") if sits else words.text("The game has begun.")
            back = outlined(theme, "to-pad", text, lambda: self.go("back"), height=52)
            shown = back if sits else _line(text, self.frame)
            return [shown, *([self._end()] if opener else [])]
        if not opener:
            waits, text = _line(self._who_starts(), self.frame), words.text("How to play")
            return [waits, tonal(theme, "rules", text, lambda: self.go("rules"), height=52)]
        count = len(seating.chairs)
        ready = count > 1
        text = words.text("Start with {n} players", n=count) if ready else words.text("Start")
        start = primary(
            theme,
            "start-game",
            text,
            self._start,
            icon=ft.Icons.CASINO_ROUNDED,
            opacity=1 if ready else 0.38,
        )
        return [start, self._end()]

    def _end(self) -> ft.Control:
        """Let the table go; a game that was begun can go on on this device."""
        text = self.frame.words.text("Close this table")
        return outlined(self.frame.theme, "close-table", text, self._close, height=48, size=15)

    def _close(self) -> None:
        refused = self.host.close(self.me, self.table.seating.code)
        if refused is None:
            self.go("home")
        else:
            self.say(self.frame.words.no(refused))

    def _who_starts(self) -> str:
        seats = self.table.seating.seats_of(self.table.seating.opener)
        words, chairs = self.frame.words, self.table.seating.chairs
        if not seats:
            return words.text("Who opened the table starts the game.")
        return words.text("{name} starts the game.", name=chairs[seats[0] - 1].name)

    def _start(self) -> None:
        refused = self.table.start(self.me)
        self.say("" if refused is None else self.frame.words.no(refused))
        if refused is No.STARTED:
            self.go(f"table/{self.table.seating.code}")


def _line(text: str, frame: Frame) -> ft.Control:
    return write(text, 14, 400, color=frame.theme.ink2, text_align=ft.TextAlign.CENTER, height=1.35)


def _tiles(code: str, frame: Frame) -> ft.Control:
    """The code as four tiles; their colours say nothing."""
    colors = frame.theme.bands
    tiles = [
        ft.Container(
            write(letter, 28, 700, color=colors[row].text, height=1.0),
            width=50,
            height=56,
            border_radius=12,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, "rygb", strict=True)
    ]
    spelt = " ".join(code)
    return ft.Semantics(
        identifier="table-code",
        label=frame.words.text("Code {code}", code=spelt),
        container=True,
        content=ft.Semantics(
            content=ft.Row([*tiles], spacing=8, tight=True), exclude_semantics=True
        ),
    )
