"""The actions at a table besides playing, and for its seats."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from qwixx_pad.core.table import Table
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT,
    Card,
    Way,
    cancel,
    in_pairs,
    rules_and_settings,
)
from qwixx_pad.ui.design.controls import outlined, primary
from qwixx_pad.ui.design.primitives import write
from qwixx_pad.ui.design.tokens import OPTION, Theme
from qwixx_pad.ui.lobby import DeedLook, answering, asked_said, away_said, ending, sitting
from qwixx_pad.ui.play.state import PadState, Prompt, Question, TableState
from qwixx_pad.ui.text.translator import Words

_LINE: dict[str, Any] = {"size": 16}
"""How the words of a menu are written."""


def _deed(deed: DeedLook) -> Way:
    return Way(deed.identifier, deed.text, more=_LINE)


def seat_card(name: str, deeds: Sequence[DeedLook], words: Words, aside: str = "") -> Card:
    """Build the actions for the seat of somebody; `note` is what is the matter with it."""
    ways = [*map(_deed, deeds), cancel(words.text("Cancel"), **_LINE)]
    return Card(name, ways=ways, aside=aside)


def closing_card(words: Words, *, online: bool) -> Card:
    """Ask once before a table is closed in its game."""
    if online:  # its relay would find two games of one table then
        told = words.text(
            "The phones leave it. You can open it again until something is entered on this device."
        )
    else:
        told = words.text(
            "The phones leave it, and the game goes on on this device. You can open it again."
        )
    close = Way("close-now", words.text("Close this table"), primary)
    back = cancel(words.text("Cancel"), **_LINE)
    return Card(words.text("Close this table?"), [told], [close, back])


def lost_card(lines: Sequence[str], theme: Theme, words: Words) -> Card:
    """List what was entered without a link and not accepted."""
    told = words.text("You entered this without a link. When it was back, it did not fit any more.")
    lost = [write(line, OPTION.at(16), color=theme.ink, height=1.35) for line in lines]
    seen = Way("lost-seen", words.text("Got it"), primary, more=_LINE)
    return Card(words.text("This does not stand"), lost, [seen], aside=told)


def last_cross_card(state: PadState, words: Words, *, low: bool) -> Card:
    """Ask the seats of this device for the cross that comes before a last penalty (rule 6)."""
    table, seats = state.table, state.last_crosses
    if table is None or not seats:
        return Card("")
    name = table.names[(state.game.position.active or 1) - 1]
    told = words.text(
        "{name}’s last penalty ends the game. A cross with the white dice still counts.", name=name
    )
    done, ways = words.text("Done"), list[Way | Sequence[Way]]()
    for seat in seats:
        whose = table.names[seat - 1] if table.passed else words.text("Enter a cross")
        shown = Way(f"cross-{seat}", whose, primary, DECISION_HEIGHT)
        ways.append([shown, Way(f"s{seat}-done", done, outlined, DECISION_HEIGHT)])
    if table.passed:
        ways.append(Way("close-now", words.text("Close now"), outlined, 48 if low else 52))
    return Card(words.text("Last chance this roll"), [told], ways)


def table_card(state: PadState, prompt: Prompt, words: Words, *, low: bool) -> Card:
    """Build a table's card: its menu, who plays, or the actions for one seat."""
    if prompt.question is Question.SEATS:
        return _seats_card(state, words)
    if prompt.question is Question.LAST_CROSS:
        return last_cross_card(state, words, low=low)
    if prompt.question is Question.SEAT:
        return _one_seat(state, prompt.seat or state.seat, words)
    return _menu(state, words, low=low)


def _one_seat(state: PadState, seat: int, words: Words) -> Card:
    """Build what this device may do for a seat (from 1) of another one."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return Card("")
    name, out = table.names[seat - 1], f"s{seat}-"
    asked = seat in table.asked_for
    deeds = answering(seat, name, words) if asked else []
    deeds += [DeedLook(f"free-{one}", text) for one, text in _gone(table, words) if one == seat]
    if table.leads and (end := ending(position, seat, name, words)):
        deeds.append(end)
    deeds += [deed for deed in _sitting(state, words) if deed.identifier.startswith(out)]
    told = ""
    if seat in table.told_away:
        play_on = words.text("Play on. We sync when it is back.")
        told = f"{away_said([name], words)}. {play_on}"
    return seat_card(name, deeds, words, f"{asked_said(name, words)}." if asked else told)


def _menu(state: PadState, words: Words, *, low: bool) -> Card:
    """List leave, correct, let a phone in, who plays, free an absent seat, finish."""
    table = state.table
    if table is None:
        return Card("")

    def line(identifier: str, text: str) -> Way:
        return Way(identifier, text, more=_LINE | {"wraps": low})

    corrects, finishes = table.mine or table.owns, table.leads and not state.game.position.over
    again = words.text("Open table {code} for phones again", code=table.closed_code)
    code = words.text("Table {code}", code=table.code) if table.code else words.text("This table")
    # a card grows upwards: on top, what comes while it is open moves no line under a finger
    asked = [
        line(deed.identifier, deed.text)
        for seat in table.asked_for
        for deed in answering(seat, table.names[seat - 1], words)
    ]
    gone = [line(f"free-{seat}", text) for seat, text in _gone(table, words)]
    ways = [
        line("home", words.text("Leave it and go home")),
        *([line("correct", words.text("Correct"))] if corrects else []),
        *([line("seats", words.text("Let a phone in"))] if table.code else []),
        *([line("open-again", again)] if table.closed_code else []),
        *_who_plays(state, words, line),
    ]
    finish = replace(line("finish", words.text("Finish this game")), button=outlined)
    back = cancel(words.text("Back to the pad"), **_LINE, wraps=low)
    return Card(
        code,
        ways=[
            *in_pairs([*asked, *gone], low=low),
            *in_pairs(ways, low=low),
            rules_and_settings(words, height=50),
            *in_pairs([finish, back] if finishes else [back], low=low),
        ],
    )


def _sitting(state: PadState, words: Words) -> list[DeedLook]:
    """List what this device may do for the seats, in their order."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    names = enumerate(table.names, 1)
    mine = [(seat, name) for seat, name in names if seat in table.looks_after]
    deeds = [sitting(position, seat, name, words) for seat, name in mine]
    return [deed for deed in deeds if deed is not None]


def _who_plays(state: PadState, words: Words, line: Callable[[str, str], Way]) -> list[Way]:
    """Build one's own seat at once; several on a card of their own."""
    deeds = _sitting(state, words)
    if len(deeds) == 1 and state.table is not None and state.table.me is not None:
        return [line(deeds[0].identifier, deeds[0].text)]
    who = words.text("Who plays, who sits out")
    return [line("who-plays", who)] if deeds else []


def _seats_card(state: PadState, words: Words) -> Card:
    """Build who may be seated out, and who may be called back."""
    told = words.text("Who sits out is passed over. The sheet stays and counts.")
    ways = [*map(_deed, _sitting(state, words)), cancel(words.text("Back to the pad"), **_LINE)]
    return Card(words.text("Who plays"), ways=ways, aside=told)


def _gone(table: TableState, words: Words) -> Sequence[tuple[int, str]]:
    """List absent seats of other phones, for whoever may free them."""
    if table.seating is None:
        return []
    return [
        (seat, words.text("Free {name}’s seat for another phone", name=chair.name))
        for seat, chair in enumerate(table.seating.chairs, 1)
        if seat in table.looks_after and chair.holder is not None and not table.here[seat - 1]
    ]
