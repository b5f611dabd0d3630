"""The actions at a table besides playing, and for its seats."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.ui.context import ScreenContext
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT_DP,
    Card,
    CardButton,
    cancel_button,
    in_pairs,
    prompt_overlay,
    rules_and_settings,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import name_field
from qwixx_pad.ui.design.primitives import TapHandler, heading, message_line, write
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby import (
    SeatAction,
    answer_actions,
    away_text,
    end_roll_action,
    seat_asked_text,
    seat_lost_text,
    sit_out_action,
)
from qwixx_pad.ui.play.state import (
    PadState,
    Prompt,
    Question,
    TableState,
    next_sheet_button,
)
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import OPTION, TITLE, Theme

_LINE: dict[str, Any] = {"size": 16}
"""How the words of a menu are written."""


def _action_button(action: SeatAction) -> CardButton:
    return CardButton(action.identifier, action.text, look=_LINE)


def seat_actions_card(
    name: str, actions: Sequence[SeatAction], tr: Translator, note: str = ""
) -> Card:
    """Build the actions for the seat of somebody; `note` is what is the matter with it."""
    buttons = [*map(_action_button, actions), cancel_button(tr.gettext("Cancel"), **_LINE)]
    return Card(name, buttons=buttons, note=note)


def seat_notes(rights: Rights, context: ScreenContext, tap: TapHandler) -> Iterator[ft.Control]:
    """Yield what is asked of a device, what it has asked, and what it has lost."""
    words, seating = context.tr, rights.seating

    def action_button(action: SeatAction) -> ft.Control:
        does = partial(tap, action.identifier)
        return tonal_button(context.theme, action.identifier, action.text, does, height=48)

    for seat, chair in enumerate(seating.chairs, 1):
        if rights.may_assign_seat(seat):
            yield message_line(f"{seat_asked_text(chair.name, words)}.", context.theme)
            yield from map(action_button, answer_actions(seat, chair.name, words))
        if chair.asker == rights.device:
            text = words.gettext(
                "You’ve asked for {name}’s seat. The host answers, or another player if the "
                "host is away.",
                name=chair.name,
            )
            yield message_line(text, context.theme)
        elif chair.denied == rights.device:
            text = words.gettext("You didn’t get {name}’s seat.", name=chair.name)
            yield message_line(text, context.theme)
    for seat in seating.seats_lost_by(rights.device):
        text = seat_lost_text(seating.chair_of(seat).name, words)
        yield message_line(f"{text}.", context.theme)
        yield action_button(SeatAction(f"heard-{seat}", words.gettext("Got it")))


@component
def name_card(name: str, context: ScreenContext, done: Callable[[str], object]) -> ft.Control:
    """Ask for another name.

    Args:
        name: The present one.
        context: Theme and words.
        done: Called with the new name; empty to leave it as it is.
    """
    theme, words = context.theme, context.tr
    typed = use_field_state("new-name")

    def on_finished(identifier: str = "rename") -> None:
        done("" if identifier == "keep-name" else typed.text_or(name).strip())

    field = name_field(typed, context, words.gettext("Name"), name, send=on_finished, expand=True)
    cancel = CardButton("keep-name", words.gettext("Cancel"), outlined_button)
    card = Card(
        heading(words.gettext("New name for {name}", name=name), TITLE.resized(19), theme.ink),
        [ft.Row([field])],
        [CardButton("rename", words.gettext("Done"), primary_button, height=52), cancel],
    )
    content = card.paint_content(theme, on_finished)
    return prompt_overlay(content, theme, words, on_finished, keeps=True)


def twin_card(seating: Seating, seat: int, tr: Translator, *, may_ask: bool) -> Card:
    """Offer whoever typed the name of a seat another name, or to ask for the seat."""
    name = seating.chair_of(seat).name
    text = tr.gettext("Play as {name}", name=seating.numbered_name(name))
    plays = CardButton(f"other-name-{seat}", text, primary_button)
    asks = CardButton(f"asking-{seat}", tr.gettext("Ask for {name}’s seat", name=name))
    buttons = [plays, *([asks] if may_ask else []), cancel_button(tr.gettext("Cancel"))]
    return Card(tr.gettext("{name} is already playing.", name=name), buttons=buttons)


def closing_card(tr: Translator, *, online: bool) -> Card:
    """Ask once before a table is closed in its game."""
    if online:  # its relay would find two games of one table then
        text = tr.gettext(
            "All phones leave it. You can reopen it until something is entered on this device."
        )
    else:
        text = tr.gettext(
            "All phones leave it, and the game continues on this device. You can reopen it."
        )
    close = CardButton("close-now", tr.gettext("Close this table"), primary_button)
    back = cancel_button(tr.gettext("Cancel"), **_LINE)
    return Card(tr.gettext("Close this table?"), [text], [close, back])


def lost_card(lines: Sequence[str], theme: Theme, tr: Translator) -> Card:
    """List what was entered without a link and not accepted."""
    text = tr.gettext("You entered this while offline. Once you were back, it didn’t fit any more.")
    lost = [write(line, OPTION.resized(16), color=theme.ink, height=1.35) for line in lines]
    seen = CardButton("lost-seen", tr.gettext("Got it"), primary_button, look=_LINE)
    return Card(tr.gettext("This doesn’t count"), lost, [seen], note=text)


def last_cross_card(state: PadState, tr: Translator, *, low: bool) -> Card:
    """Ask the seats of this device for the cross that comes before a last penalty (rule 6)."""
    table, seats = state.table, state.last_cross_seats
    if table is None or not seats:
        return Card("")
    name = table.name_of(state.game.position.active or 1)
    text = tr.gettext(
        "{name}’s last penalty ends the game. A cross with the white dice still counts.", name=name
    )
    done, buttons = tr.gettext("Done"), list[CardButton | Sequence[CardButton]]()
    for seat in seats:
        whose = table.name_of(seat) if table.is_passed_around else tr.gettext("Enter a cross")
        shown = CardButton(f"cross-{seat}", whose, primary_button, DECISION_HEIGHT_DP)
        buttons.append(
            [shown, CardButton(f"s{seat}-done", done, outlined_button, DECISION_HEIGHT_DP)]
        )
    if table.is_passed_around:
        buttons.append(
            CardButton("close-now", tr.gettext("Close now"), outlined_button, 48 if low else 52)
        )
    return Card(tr.gettext("Last chance this roll"), [text], buttons)


def finish_card(tr: Translator) -> Card:
    """Ask once before a game ends on every phone."""
    finish = CardButton("finish-now", tr.gettext("Finish this game"), primary_button)
    back = cancel_button(tr.gettext("Back to the game"), **_LINE)
    return Card(tr.gettext("Finish this game for everyone?"), buttons=[finish, back])


def _blank_sheets_card(state: PadState, table: TableState, tr: Translator) -> Card:
    """Name the blank sheets of a paper game, and ask whether it is finished with them."""
    finish = CardButton("finish-now", tr.gettext("Finish this game"), outlined_button)
    blank = state.blank_seats
    text = tr.gettext("Still empty: {names}", names=tr.join_and([*map(table.name_of, blank)]))
    following = next_sheet_button(blank[0], table, tr)
    fill = CardButton(following.identifier, following.text, primary_button)
    return Card(tr.gettext("Finish this game?"), [text], [fill, finish])


def table_prompt_card(state: PadState, prompt: Prompt, tr: Translator, *, low: bool) -> Card:
    """Build a table's card: its menu, who plays, or the actions for one seat."""
    if prompt.question is Question.FINISH:
        blank = state.game.setup.paper and state.table
        return _blank_sheets_card(state, blank, tr) if blank else finish_card(tr)
    if prompt.question is Question.SEATS:
        return _seats_card(state, tr)
    if prompt.question is Question.LAST_CROSS:
        return last_cross_card(state, tr, low=low)
    if prompt.question is Question.SEAT:
        return _other_seat_card(state, prompt.seat or state.seat, tr)
    return _table_menu(state, tr, low=low)


def _other_seat_card(state: PadState, seat: int, tr: Translator) -> Card:
    """Build what this device may do for a seat of another one."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return Card("")
    name, out = table.name_of(seat), f"s{seat}-"
    asked = seat in table.requested_seats
    actions = answer_actions(seat, name, tr) if asked else []
    actions += [
        SeatAction(f"free-{one}", text) for one, text in _absent_seats(table, tr) if one == seat
    ]
    if table.acts_as_host and (end := end_roll_action(position, seat, name, tr)):
        actions.append(end)
    actions += [deed for deed in _sit_out_actions(state, tr) if deed.identifier.startswith(out)]
    note = ""
    if seat in table.announced_away:
        play_on = tr.gettext("Play on. We’ll sync when it’s back.")
        note = f"{away_text([name], tr)}. {play_on}"
    return seat_actions_card(name, actions, tr, f"{seat_asked_text(name, tr)}." if asked else note)


def _table_menu(state: PadState, tr: Translator, *, low: bool) -> Card:
    """List leave, correct, let a phone in, who plays, free an absent seat, finish."""
    table = state.table
    if table is None:
        return Card("")

    def menu_line(identifier: str, text: str) -> CardButton:
        return CardButton(identifier, text, look=_LINE | {"wraps": low})

    corrects, finishes = (
        table.own_seats or table.is_host,
        table.acts_as_host and not state.game.position.is_over,
    )
    again = tr.gettext("Reopen table {code} for phones", code=table.closed_code)
    code = tr.gettext("Table {code}", code=table.code) if table.code else tr.gettext("This table")
    # a card grows upwards: on top, what comes while it is open moves no line under a finger
    asked = [
        menu_line(deed.identifier, deed.text)
        for seat in table.requested_seats
        for deed in answer_actions(seat, table.name_of(seat), tr)
    ]
    gone = [menu_line(f"free-{seat}", text) for seat, text in _absent_seats(table, tr)]
    buttons = [
        menu_line("home", tr.gettext("Leave and go home")),
        *([menu_line("correct", tr.gettext("Correct"))] if corrects else []),
        *([menu_line("seats", tr.gettext("Add a phone"))] if table.code else []),
        *([menu_line("open-again", again)] if table.closed_code else []),
        *_who_plays_buttons(state, tr, menu_line),
    ]
    finish = replace(menu_line("finish", tr.gettext("Finish this game")), build=outlined_button)
    back = cancel_button(tr.gettext("Back to the game"), **_LINE, wraps=low)
    return Card(
        code,
        buttons=[
            *in_pairs([*asked, *gone], low=low),
            *in_pairs(buttons, low=low),
            rules_and_settings(tr, height=50),
            *in_pairs([finish, back] if finishes else [back], low=low),
        ],
    )


def _sit_out_actions(state: PadState, tr: Translator) -> list[SeatAction]:
    """List what this device may do for the seats, in their order."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    names = enumerate(table.names, 1)
    mine = [(seat, name) for seat, name in names if seat in table.managed_seats]
    actions = [sit_out_action(position, seat, name, tr) for seat, name in mine]
    return [deed for deed in actions if deed is not None]


def _who_plays_buttons(
    state: PadState, tr: Translator, line: Callable[[str, str], CardButton]
) -> list[CardButton]:
    """Build one's own seat at once; several on a card of their own."""
    actions = _sit_out_actions(state, tr)
    if len(actions) == 1 and state.table is not None and state.table.own_seat is not None:
        return [line(actions[0].identifier, actions[0].text)]
    who = tr.gettext("Choose who plays")
    return [line("who-plays", who)] if actions else []


def _seats_card(state: PadState, tr: Translator) -> Card:
    """Build who may be seated out, and who may be called back."""
    text = tr.gettext("Players who sit out are skipped. Their sheets stay and count.")
    buttons = [
        *map(_action_button, _sit_out_actions(state, tr)),
        cancel_button(tr.gettext("Back to the game"), **_LINE),
    ]
    return Card(tr.gettext("Who plays"), buttons=buttons, note=text)


def _absent_seats(table: TableState, tr: Translator) -> Sequence[tuple[int, str]]:
    """List absent seats of other phones, for whoever may free them."""
    if table.seating is None:
        return []
    return [
        (seat, tr.gettext("Free {name}’s seat for another phone", name=chair.name))
        for seat, chair in enumerate(table.seating.chairs, 1)
        if seat in table.managed_seats and chair.device is not None and not table.is_present(seat)
    ]
