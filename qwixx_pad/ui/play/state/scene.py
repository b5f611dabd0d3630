"""What a play screen shows, as one value; its leaves ask this value for what they show. Pure."""

from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import white_shown
from qwixx_pad.core.layout import Place
from qwixx_pad.core.positions import Paper
from qwixx_pad.core.table import Table
from qwixx_pad.service.settings import initial
from qwixx_pad.ui.play.state.advance import around, sheet_in_front, sheet_of
from qwixx_pad.ui.play.state.correction_view import WhiteLook
from qwixx_pad.ui.play.state.state import (
    Message,
    PadState,
    TableState,
    may_redo,
    of_whole_log,
    undoing,
)
from qwixx_pad.ui.play.state.table_view import (
    Act,
    Banner,
    ButtonLook,
    TableLook,
    done_copying,
)
from qwixx_pad.ui.result import end_look
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.speech.words import Voice, Words


@dataclass(frozen=True, slots=True)
class Title:
    """What stands in the bar above: two lines, and words that must be seen."""

    title: str
    subtitle: str
    banner: Banner | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the leaves of a play screen show: one sheet, or all, clockwise from a corner."""

    state: PadState
    sheets: tuple[SheetLook, ...]
    table: TableLook | None
    words: Words
    all_sheets: bool = False
    offers_columns: bool = False

    @classmethod
    def of(cls, state: PadState, voice: Voice, *, all_sheets: bool, offers: bool) -> "Scene":
        """The scene of a state; `offers`: whether larger cells may be offered."""
        words = voice.words
        if not all_sheets:
            sheet, table = sheet_in_front(state, voice), around(state, voice)
            may = offers and state.mistaps.many
            return cls(state, (sheet,), table, words, offers_columns=may)
        seat = state.game.position.active or state.seat
        looks = tuple(sheet_of(state, each, voice) for each in table_of(state).round_table)
        table = around(replace(state, seat=seat), voice)
        return cls(state, looks, table, words, all_sheets=True)

    def with_cells_of(self, other: "Scene", cells: tuple[tuple[int, Place], ...]) -> "Scene":
        """The same with some cells as they are in another scene, by their sheets from 0."""
        sheets = list(self.sheets)
        for index in {sheet for sheet, _ in cells}:
            places = [place for sheet, place in cells if sheet == index]
            sheets[index] = sheets[index].with_cells_of(other.sheets[index], places)
        return replace(self, sheets=tuple(sheets))

    # one sheet

    @property
    def goes_back(self) -> bool:
        """Whether a button leads to another sheet, so that penalties are only looked at."""
        return not self.all_sheets and self.table is not None and self.table.back is not None

    @property
    def undo(self) -> bool:
        """Whether something can be taken back."""
        if self.all_sheets:
            return of_whole_log(self.state)[0]
        return undoing(self.state, self.state.seat) is not None

    @property
    def redo(self) -> bool:
        """Whether something can be brought back."""
        if self.all_sheets:
            return of_whole_log(self.state)[1]
        return may_redo(self.state, self.state.seat)

    @property
    def last_chance(self) -> bool:
        """Whether a single sheet has ended, and the cross of its last roll may still be entered."""
        position = self.state.game.position
        return self.table is None and position.over and not position.settled

    def title(self, name: str) -> Title:
        """Whose sheet or roll it is; `name` is of who plays a single sheet."""
        if self.table is not None:
            return Title(self.table.title, self.table.subtitle, self.table.banner)
        words = self.words
        if self.last_chance:  # and still shown: the cross of the same roll may be entered
            return Title(name, words.text("Last chance this roll"))
        return Title(name, words.layout(self.sheets[0].layout.name))

    @property
    def pill(self) -> Title:
        """The same where there is little room."""
        if self.table is None:
            raise TypeError(self.state.game.setup.text)
        title, roll = self.table.title, self.table.roll
        return Title(title, self.table.round if title == roll else roll)

    @property
    def button(self) -> ButtonLook | None:
        """What the sheet in front does next; of sheets copied from paper, that all is there."""
        if self.table is not None:
            button = self.table.button
            ends = button is not None and button.act in {Act.END_TURN, Act.MISTHROW}
            return (
                replace(button, deaf=True) if button and ends and 0 in self.state.deaf else button
            )
        paper = self.state.game.position
        return done_copying(paper, self.words) if isinstance(paper, Paper) else None

    def message(self, name: str = "") -> Message | None:
        """Words for a while; in the place of whose sheet it is they say its name themselves.

        Where all sheets are, words about one stand at it, and undo stands beside these.
        """
        message, table = self.state.message, self.state.table
        if self.all_sheets and message is not None and (message.seat is not None or message.undo):
            return None
        passed = table is not None and table.passed and message is not None
        if message is not None and name and passed and message.seat is not None:
            title = self.words.text("{name}: {said}", name=name, said=message.title)
            return replace(message, title=title)
        return message

    @property
    def white(self) -> WhiteLook | None:
        """The white dice of this roll, told by who may end it; None where there are no rolls."""
        position, table = self.state.game.position, self.state.table
        if table is None or not isinstance(position, Table):
            return None
        plays = any(seat not in position.out for seat in table.mine)
        instead = table.leads or (position.active in position.out and plays)
        may = not position.over and (instead or position.active in table.mine)
        return WhiteLook(white_shown(self.state.game, position.roll), may)

    # all sheets

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats (from 1) that have won, once all is over."""
        if not self.state.game.position.settled:
            return ()
        table = table_of(self.state)
        end = end_look(self.state.game, table.names, table.colors, self.words)
        return tuple(place.seat for place in end.winners)

    @property
    def roller(self) -> tuple[str, int] | None:
        """First letter and colour of who rolls or has won; None where sheets are copied."""
        if self.state.game.setup.paper:
            return None
        table = table_of(self.state)
        seat = next(iter(self.winners), self.state.game.position.active or 1)
        return initial(table.names[seat - 1]), table.colors[seat - 1]

    def bar_title(self, *, facing: bool) -> Title:
        """Whose roll it is, where all sheets are; where two face each other in less room."""
        table, around_, words = table_of(self.state), self.table, self.words
        if around_ is None:
            raise TypeError(self.state.game.setup.text)
        if self.state.game.position.settled:
            end = end_look(self.state.game, table.names, table.colors, words)
            return Title(end.headline, end.margin, around_.banner)
        players = words.text("{n} players on this tablet", n=len(around_.chips))
        below = around_.round if facing else f"{around_.round} • {players}"
        below = around_.subtitle if table.watches else below
        return Title(around_.roll, below, around_.banner)

    def note(self, seat: int) -> str:
        """Words on what was tapped on the sheet of a seat (from 1); empty for none."""
        message = self.state.message
        return message.title if message is not None and message.seat == seat else ""

    def card(self, seat: int) -> tuple[bool, bool, bool]:
        """Whether a seat (from 1) rolls, sits out, has won."""
        position = self.state.game.position
        rolls = seat == position.active and not position.over
        return rolls, seat in position.out, seat in self.winners

    def role(self, seat: int) -> tuple[str, bool]:
        """Its chance, or what a seat (from 1) may do in this roll, and whether it sits out."""
        position, chips = self.state.game.position, self.table.chips if self.table else ()
        out = seat in position.out
        chance = next((chip.chance for chip in chips if chip.seat == seat), "")
        if chance and not (out or position.over):
            return self.words.text("{chance} to win", chance=chance), out
        return _role(position, seat, self.words), out


def table_of(state: PadState) -> TableState:
    """The table of a state.

    Raises:
        TypeError: If it is a single sheet.
    """
    if state.table is None:
        raise TypeError(state.game.setup.text)
    return state.table


def _role(position: object, seat: int, words: Words) -> str:
    if not isinstance(position, Table) or position.settled:
        return ""
    if position.over:
        last = position.may_still_cross(seat)
        return words.text("last chance") if last else words.text("finished")
    if seat in position.out:
        return words.text("sits out")
    return words.text("rolling") if seat == position.active else words.text("white dice only")
