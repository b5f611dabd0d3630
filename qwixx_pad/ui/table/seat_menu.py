"""What can be done at a table beside playing, and for its seats."""

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft

from qwixx_pad.core.table import Table
from qwixx_pad.ui.design.controls import lines_of, outlined, primary, rules_and_settings, tonal
from qwixx_pad.ui.design.primitives import Tap, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, OPTION, TITLE, Theme
from qwixx_pad.ui.pad.state import PadState, Prompt, Question, TableState
from qwixx_pad.ui.speech.words import Words
from qwixx_pad.ui.table import DeedLook, away_said, ending, sitting


def _line(  # noqa: PLR0913 - a button, and what it tells whom
    identifier: str,
    text: str,
    theme: Theme,
    tap: Tap,
    button: Callable[..., ft.Control] = tonal,
    *,
    wraps: bool = False,
) -> ft.Control:
    """A line of a menu; it tells its identifier; `wraps`: its words may take two lines."""
    look = {"height": 50, "size": 16, "wraps": wraps}
    return button(theme, identifier, text, lambda: tap(identifier), **look)


def seat_card(
    name: str, deeds: Sequence[DeedLook], theme: Theme, words: Words, tap: Tap
) -> list[ft.Control]:
    """What can be done for one seat.

    Args:
        name: Who sits there.
        deeds: In their order.
        theme: In which colours.
        words: The language.
        tap: Told the identifier of a deed, or `cancel`.
    """
    return [
        write(name, TITLE, color=theme.ink),
        *(_line(deed.identifier, deed.text, theme, tap) for deed in deeds),
        _line("cancel", words.text("Cancel"), theme, tap, outlined),
    ]


def closing_card(theme: Theme, words: Words, tap: Tap, *, online: bool) -> list[ft.Control]:
    """Asks once before a table is closed in its game; tells `close-now` or `cancel`."""
    if online:  # its relay would find two games of one table then
        told = words.text(
            "The phones leave it. You can open it again until something is entered on this device."
        )
    else:
        told = words.text(
            "The phones leave it, and the game goes on on this device. You can open it again."
        )
    close = primary(
        theme, "close-now", words.text("Close this table"), lambda: tap("close-now"), height=50
    )
    return [
        write(words.text("Close this table?"), TITLE, color=theme.ink),
        write(told, BODY, color=theme.ink, height=1.35),
        close,
        _line("cancel", words.text("Cancel"), theme, tap, outlined),
    ]


def lost_card(lines: Sequence[str], theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """What was entered without a link and did not come to stand; tells `lost-seen`."""
    told = words.text("You entered this without a link. When it was back, it did not fit any more.")
    return [
        write(words.text("This does not stand"), TITLE, color=theme.ink),
        write(told, ASIDE, color=theme.ink2, height=1.35),
        *(write(line, OPTION.at(16), color=theme.ink, height=1.35) for line in lines),
        _line("lost-seen", words.text("Got it"), theme, tap, primary),
    ]


def table_card(  # noqa: PLR0913 - what is shown, and how
    state: PadState, prompt: Prompt, theme: Theme, words: Words, tap: Tap, *, low: bool
) -> Sequence[ft.Control]:
    """What was asked for at a table: its menu, who plays, or what can be done for one seat."""
    if prompt.question is Question.SEATS:
        return seats_card(state, theme, words, tap)
    if prompt.question is Question.SEAT:
        return _one_seat(state, prompt.seat or state.seat, theme, words, tap)
    return table_menu(state, theme, words, tap, low=low)


def _one_seat(state: PadState, seat: int, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """What this device may do for a seat (from 1) of another one."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    name, out = table.names[seat - 1], f"s{seat}-"
    deeds = [DeedLook(f"free-{one}", text) for one, text in _gone(table, words) if one == seat]
    if table.leads and (end := ending(position, seat, name, words)):
        deeds.append(end)
    deeds += [deed for deed in _sitting(state, words) if deed.identifier.startswith(out)]
    title, *rest = seat_card(name, deeds, theme, words, tap)
    if seat in table.told_away:
        play_on = words.text("Play on. We sync when it is back.")
        told = f"{away_said([name], words)}. {play_on}"
        rest = [write(told, ASIDE, color=theme.ink2, height=1.35), *rest]
    return [title, *rest]


def table_menu(
    state: PadState, theme: Theme, words: Words, tap: Tap, *, low: bool = False
) -> Sequence[ft.Control]:
    """Leave, correct, let a phone in, who plays, free a seat whose phone is gone, finish.

    Args:
        state: What is shown.
        theme: In which colours.
        words: The language.
        tap: Told the identifier of a line.
        low: Whether the screen is low: two ways share a line.
    """
    table = state.table
    if table is None:
        return []

    corrects, finishes = table.mine or table.owns, table.leads and not state.game.position.over
    line = partial(_line, theme=theme, tap=tap, wraps=low)
    again = words.text("Open table {code} for phones again", code=table.closed_code)
    code = words.text("Table {code}", code=table.code) if table.code else words.text("This table")
    # a card grows upwards: on top, what comes while it is open moves no line under a finger
    gone = [line(f"free-{seat}", text) for seat, text in _gone(table, words)]
    ways = [
        line("home", words.text("Leave it and go home")),
        *([line("correct", words.text("Correct"))] if corrects else []),
        *([line("seats", words.text("Let a phone in"))] if table.code else []),
        *([line("open-again", again)] if table.closed_code else []),
        *_who_plays(state, words, line),
    ]
    ends = [("finish", words.text("Finish this game"))] if finishes else []
    ends.append(("cancel", words.text("Back to the pad")))
    return [
        write(code, TITLE, color=theme.ink),
        *lines_of(gone, theme, low=low),
        *lines_of(ways, theme, low=low),
        rules_and_settings(theme, words, tap, height=50),
        *lines_of([line(*end, button=outlined) for end in ends], theme, low=low),
    ]


def _sitting(state: PadState, words: Words) -> list[DeedLook]:
    """What this device may do for the seats, in their order."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    names = enumerate(table.names, 1)
    mine = [(seat, name) for seat, name in names if seat in table.looks_after]
    deeds = [sitting(position, seat, name, words) for seat, name in mine]
    return [deed for deed in deeds if deed is not None]


def _who_plays(
    state: PadState, words: Words, line: Callable[[str, str], ft.Control]
) -> list[ft.Control]:
    """One's own seat at once; several on a card of their own."""
    deeds = _sitting(state, words)
    if len(deeds) == 1 and state.table is not None and state.table.me is not None:
        return [line(deeds[0].identifier, deeds[0].text)]
    who = words.text("Who plays, who sits out")
    return [line("who-plays", who)] if deeds else []


def seats_card(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Who may be seated out, and who may be called back."""
    told = words.text("Who sits out is passed over. The sheet stays and counts.")
    return [
        write(words.text("Who plays"), TITLE, color=theme.ink),
        write(told, ASIDE, color=theme.ink2, height=1.35),
        *(_line(deed.identifier, deed.text, theme, tap) for deed in _sitting(state, words)),
        _line("cancel", words.text("Back to the pad"), theme, tap, outlined),
    ]


def _gone(table: TableState, words: Words) -> Sequence[tuple[int, str]]:
    """Seats of other phones that are not there, for whoever may free them."""
    if table.seating is None:
        return []
    return [
        (seat, words.text("Free {name}’s seat for another phone", name=chair.name))
        for seat, chair in enumerate(table.seating.chairs, 1)
        if seat in table.looks_after and chair.holder is not None and not table.here[seat - 1]
    ]
