"""The seats of a shared table, how phones come to it, and what can be done in its game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import flet as ft

from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, Refusal, SitOut
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.multiplayer import lobby
from qwixx_pad.multiplayer.lock_questions import end_of_roll
from qwixx_pad.multiplayer.permissions import may_answer, may_ask
from qwixx_pad.multiplayer.requests import (
    Add,
    AnswerSeat,
    AskSeat,
    CloseNow,
    Enter,
    Free,
    OfATable,
    Rename,
    SeatChange,
    Sit,
    Start,
)
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import spelled
from qwixx_pad.ui.actions import MakeEntry, OwnAction, find_pressable
from qwixx_pad.ui.design.cards import Card, Way, cancel, card_sheet, under_card
from qwixx_pad.ui.design.controls import outlined, primary, tonal, use_typed
from qwixx_pad.ui.design.form import group, page_bar
from qwixx_pad.ui.design.primitives import Tap, beside, message, page_column
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby import (
    DeedLook,
    answering,
    asked_said,
    for_a_seat,
    lost_seat_said,
    status_said,
    table_said,
    where_played,
)
from qwixx_pad.ui.lobby.finding import CODE_SIDE, line, way_in, way_to_watch
from qwixx_pad.ui.lobby.people import (
    Chairs,
    PersonLook,
    add_person,
    no_more,
    people_heading,
    start_button,
)
from qwixx_pad.ui.lobby.seat_menu import closing_card, seat_card
from qwixx_pad.ui.shell import ScreenContext, UiSession, use_watched


@component
def seats_page(
    session: UiSession, table: GameTable, inside: str, context: ScreenContext, go: Tap
) -> ft.Control:
    """Show the seats of a table, before its game and while it runs.

    Inside it `sheets` shows the opener of the table those to choose from, before the game.
    """
    said, say = ft.use_state("")
    asked, ask = ft.use_state(_NOTHING)
    use_watched(context, table.watch, _of_game(table), lambda _: _of_game(table))
    host = session.host
    use_watched(context, host.watch, host.addresses, lambda _: host.addresses)
    typed, me = use_typed("player-name", table.seating.code), session.identity.key
    page = _Seats(context, go, host, typed, table, me, say, ask)
    if inside == "sheets" and page.may_choose:
        return page.sheets()
    door = way_in(host, table, context, page.code_side, opener=table.seating.opener == me)
    return under_card(page.whole(said, door), page.card(asked), "seats")


_LOW = 420
"""Below this height of the screen Start is in the bar, in dp."""
_CODE_SHARE = 0.4
"""The largest share of that height for the picture of the code."""
_Asked: TypeAlias = tuple[str, tuple[str, str | None] | None]
"""The open card, and about whom in which game, if it is about somebody."""
_NOTHING: _Asked = ("", None)


def _of_game(table: GameTable) -> tuple[object, ...]:
    """Return what the seats show of the running game: whose roll it is, who sits out."""
    now = table.position
    if now is None:
        return ()
    return now.roll, now.out, now.over, now.settled, now.made, now.penalised


@dataclass(frozen=True)
class _Seats(Chairs):
    """The seats of a table as one device sees them, and what its taps do."""

    table: GameTable
    me: str
    say: Callable[[str], object]
    see: Callable[[_Asked], object]

    @property
    def seating(self) -> Seating:
        """The players on their seats, and their sheets."""
        return self.table.seating

    def ask(self, what: str) -> None:
        """Open a card about a seat, or about closing the table."""
        self.see((what, self._whom(what)))

    def _whom(self, what: str) -> tuple[str, str | None] | None:
        """Return who has the seat (from 1) of a card, and in which game."""
        number, seating = what.rpartition("-")[2], self.seating
        if not number.isdigit() or int(number) > len(seating.everybody):
            return None
        return seating.everybody[int(number) - 1].name, seating.game

    def card(self, about: _Asked) -> ft.Control | None:
        """Build the card of a seat, or the one about closing the table.

        A card about somebody is gone with them: removed, moved to another seat, in another game.
        """
        words, chairs, (asked, whom) = self.words, self.seating.everybody, about
        if whom != self._whom(asked):
            return None
        if asked == "close-table":
            card = closing_card(words, online=self.table.online)
        elif asked.startswith("twin-"):
            card = self._twin_card(int(asked.removeprefix("twin-")))
        elif asked.startswith(("slip-", "person-")):
            return self.card_of(asked)
        elif asked:
            seat = int(asked.removeprefix("more-"))
            name = chairs[seat - 1].name
            card = seat_card(name, self._deeds(seat), words)
        else:
            return None
        return card_sheet(card, self.context, self._do)

    def _deeds(self, seat: int) -> list[DeedLook]:
        now = self.table.position
        if now is None or not self.seating.has(seat):
            return []
        return for_a_seat(now, self.table, seat, self.me, self.words)

    def _twin_card(self, seat: int) -> Card:
        """Offer whoever typed the name of a seat (from 1) another name, or to ask for the seat."""
        words, name = self.words, self.seating.everybody[seat - 1].name
        other = self.seating.other_name(name)
        asks = Way(f"asking-{seat}", words.text("Ask for {name}’s seat", name=name))
        ways = [
            Way(f"other-name-{seat}", words.text("Play as {name}", name=other), primary),
            *([asks] if may_ask(self.me, seat, self.seating, self.table.away) else []),
            cancel(words.text("Cancel")),
        ]
        return Card(words.text("{name} plays already.", name=name), ways=ways)

    def _do(self, identifier: str) -> None:
        """Do what was tapped on the card."""
        self.ask("")
        match find_pressable(identifier).does:
            case AnswerSeat() | AskSeat() | Free() as change:
                self.change(change)
            case OwnAction(which=seat):  # to play under another name than the one there
                name = self.seating.everybody[int(seat) - 1].name
                if self._add(self.seating.other_name(name)):
                    self.typed.show(None)
            case CloseNow():
                self._close()
            case MakeEntry(SitOut() | PlayAgain() as move, seat):
                self._enter(Entry(move, seat))
            case MakeEntry(EndRoll()) if self.table.opened is not None:
                mine = self.seating.seats_of(self.me)
                self._enter(end_of_roll(self.table.opened.game, mine))

    def _enter(self, entry: Entry) -> None:
        opened = self.table.opened
        seen = len(opened.game.log) if opened else 0
        reason = self.table.ask(self.me, Enter(entry, seen))
        if reason is None:
            self.say("")
        else:
            failure = Failure.NOT_ALLOWED if isinstance(reason, Refusal) else reason
            self.say(" ".join(self.words.failure(failure)).strip())

    def whole(self, said: str, door: ft.Control) -> ft.Control:
        """Build the screen, with the notice on the last tap, and the way to the table."""
        words, seating = self.words, self.seating
        subtitle = where_played(self.table, self.host, words)
        said = said or table_said(self.table, words)
        sit = len(seating.everybody)
        count = words.text("{n} of {most}", n=sit, most=self.most)
        seats = [
            people_heading(words.text("At the table"), count, self.theme),
            *self.lines(),
            *(self._room() if sit < self.most else self._full()),
            *([message(said, self.theme)] if said else []),
            *self._about_seats(),
            *self._buttons(),
            *(self._sheet() if seating.game is None else []),
        ]
        title = words.text("Table {code}", code=seating.code)
        start, low = self._start_buttons(), self.context.space.height < _LOW
        bar, foot = page_bar(self.context, title, self.go, subtitle), start
        if low and self.theme.large:  # a bar, a foot and a keyboard would leave no room
            seats, foot = [*seats, *start], []
        elif low and start:
            bar, foot = beside([bar, ft.Column(start, spacing=2)], self.theme, spacing=8), []
        parts = [
            *([door, *seats] if seating.opener == self.me else [*seats, door]),
            *way_to_watch(self.host, self.table, self.context),
        ]
        return page_column(parts, self.context.column, spacing=12, bar=bar, foot=foot)

    def _about_seats(self) -> Iterator[ft.Control]:
        """Yield what is asked of this device, what it has asked, and what it has lost."""
        words, seating, away = self.words, self.seating, self.table.away
        for seat, chair in enumerate(seating.chairs, 1):
            if may_answer(self.me, seat, seating, away):
                yield message(f"{asked_said(chair.name, words)}.", self.theme)
                for deed in answering(seat, chair.name, words):
                    tap = partial(self._do, deed.identifier)
                    yield tonal(self.theme, deed.identifier, deed.text, tap, height=48)
            if chair.asker == self.me:
                text = words.text(
                    "You have asked for {name}’s seat. Whoever opened the table answers, or if "
                    "that phone is away, somebody who sits.",
                    name=chair.name,
                )
                yield message(text, self.theme)
            elif chair.denied == self.me:
                text = words.text("You do not get {name}’s seat.", name=chair.name)
                yield message(text, self.theme)
        for seat in seating.lost_by(self.me):
            text = lost_seat_said(seating.chairs[seat - 1].name, words)
            yield message(f"{text}.", self.theme)
            heard = f"heard-{seat}"
            text, tap = words.text("Got it"), partial(self._do, heard)
            yield tonal(self.theme, heard, text, tap, height=48)

    @property
    def may_choose(self) -> bool:
        """True if this device chooses the sheet now."""
        seating = self.seating
        return seating.opener == self.me and seating.game is None

    def _sheet(self) -> list[ft.Control]:
        """Build the section of the sheet to be played on, and the slips of its edition."""
        return [group(self.words.text("Sheet"), [self.chosen_sheet()], self.context), *self.slips()]

    def may_take(self, seat: int) -> bool:
        """Return whether this device chooses the slip of a seat (from 1)."""
        return self.seating.opener == self.me or self.seating.holds(self.me, seat)

    def rename(self, seat: int, name: str) -> None:
        """Ask for another name of a seat (from 1)."""
        self.change(Rename(seat, self._spelled(name)))

    def _spelled(self, name: str) -> str:
        """Return a name with the capitals that this pad knows."""
        return spelled(name, (person.name for person in self.host.service.settings.people))

    def look_of(self, seat: int) -> PersonLook:
        """Describe a seat (from 1); those of the next game are numbered after the chairs."""
        chair, later = self.seating.everybody[seat - 1], not self.seating.has(seat)
        mine, opener = chair.holder == self.me, self.seating.opener == self.me
        here, before = not later and self.table.is_here(seat), self.seating.game is None
        now = self.table.position
        return PersonLook(
            seat=seat,
            name=chair.name,
            color=chair.color,
            status=status_said(self.table, seat, self.me, self.words, here=here),
            ready=None if chair.holder is None or later else here,
            offer=self._offer(seat),
            change=(before or later) and (mine or opener),
            move=before and opener,
            more=bool(self._deeds(seat)),
            out=now is not None and seat in now.out,
        )

    def _offer(self, seat: int) -> DeedLook | None:
        """Return the first action of this device for a seat (from 1): sit down, or ask."""
        words, seating, away = self.words, self.seating, self.table.away
        if not seating.has(seat):
            return None
        chair = seating.chairs[seat - 1]
        if chair.holder is None:
            spoken = words.text("Play as {name} on this phone", name=chair.name)
            return DeedLook(f"sit-{seat}", words.text("Sit here"), spoken)
        if chair.asker == self.me or not may_ask(self.me, seat, seating, away):
            return None
        # Translators: a button beside a player whose phone is away, for somebody on another phone.
        text = words.text("Ask for it")
        return DeedLook(f"ask-{seat}", text, words.text("Ask for {name}’s seat", name=chair.name))

    def tap(self, identifier: str) -> None:
        """Handle a tap on a line; whoever sits down in a game is led to it."""
        super().tap(identifier)
        if identifier.startswith("sit-") and self.table.opened is not None:
            self.go(f"/table/{self.seating.code}")

    def change(self, change: SeatChange) -> bool:
        """Ask the table for a change, and explain a refusal."""
        return self._ask(change) is None

    def _ask(self, request: OfATable) -> Reason | None:
        reason = self.table.ask(self.me, request)
        self.say("" if reason is None else self.words.why_not_done(reason))
        return reason

    @property
    def _sits(self) -> bool:
        """True if this device has a seat, now or from the next game on."""
        return any(chair.holder == self.me for chair in self.seating.everybody)

    def _room(self) -> list[ft.Control]:
        """Build a field for the name; in a future game, for whoever has no seat yet."""
        began = self.seating.game is not None
        text = self.words.text("You can sit down for the next game.")
        said = [] if self._sits or not began else [message(text, self.theme, live=False)]
        adds = self.table.settled or not began
        return [*said, *([self._adding()] if adds else [])]

    def _adding(self) -> ft.Control:
        seating, words = self.seating, self.words
        label = words.text("Add a player on this phone") if self._sits else words.text("Your name")

        def add(typed: str) -> bool:
            name = self._spelled(typed)
            waits, twin = seating.seat_for(name), seating.namesake(name)
            if waits is not None:  # somebody has put this player down already
                return self.change(Sit(waits))
            if twin is None:
                return self._add(name)
            self.ask(f"twin-{twin}")
            return False

        return add_person(self.typed, label, self.context, add)

    def _add(self, name: str) -> bool:
        return self.change(Add(name, self.host.service.settings.color_of(name)))

    def _full(self) -> list[ft.Control]:
        """Explain why nobody can be added, to those who might want to."""
        seating = self.seating
        opens = seating.opener == self.me and seating.game is None
        return [no_more(self.most, self.context)] if opens or not self._sits else []

    def _buttons(self) -> list[ft.Control]:
        """Build the buttons besides Start; those who have to wait for that read so."""
        seating = self.seating
        opener = seating.opener == self.me
        if seating.game is not None:
            return self._in_game(opener=opener)
        if not opener:
            waits, text = line(self._who_starts(), self.context), self.words.text("How to play")
            return [waits, tonal(self.theme, "rules", text, lambda: self.go("rules"), height=52)]
        return [self._end()]

    def _start_buttons(self) -> list[ft.Control]:
        """Build Start, for whoever has opened the table, until its first game."""
        if not self.may_choose:
            return []
        why_not = lobby.why_not_start(self.seating, self.me)
        return start_button(len(self.seating.chairs), why_not, self.context, self._start)

    @property
    def code_side(self) -> float:
        """The side of the code's picture, in dp: half as long once nobody needs to scan it."""
        taken = sum(chair.holder is not None for chair in self.seating.everybody)
        side = min(CODE_SIDE, _CODE_SHARE * self.context.space.height)
        return max(CODE_SIDE / 2, side * (1 - taken / (2 * self.most)))

    def _in_game(self, *, opener: bool) -> list[ft.Control]:
        """Build the way to the sheets; the opener may finish the game and close the table."""
        words, theme = self.words, self.theme
        sits = bool(self.seating.seats_of(self.me))
        if not sits and not opener:
            text, to = words.text("Only watch"), f"/watch/{self.seating.code}"
            watch = outlined(theme, "watch", text, lambda: self.go(to), height=52)
            settled = words.text("A rematch begins the next game.")
            said = settled if self.table.settled else words.text("The game has begun.")
            return [line(said, self.context), watch]
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

    def _end(self) -> ft.Control:
        """Close the table; a game that was begun goes on on this device, so that is asked."""
        text = self.words.text("Close this table")
        begun = self.seating.game is not None
        tap = partial(self.ask, "close-table") if begun else self._close
        return outlined(self.theme, "close-table", text, tap, height=48, size=15)

    def _close(self) -> None:
        refused = self.host.close(self.me, self.seating.code)
        if refused is None:
            self.go("home")
        else:
            self.say(self.words.why_not_done(refused))

    def _who_starts(self) -> str:
        seats = self.seating.seats_of(self.seating.opener)
        words, chairs = self.words, self.seating.chairs
        if not seats:
            return words.text("Whoever opened the table starts the game.")
        return words.text("{name} starts the game.", name=chairs[seats[0] - 1].name)

    def _start(self) -> None:
        if self._ask(Start()) is Failure.STARTED:
            self.go(f"/table/{self.seating.code}")
