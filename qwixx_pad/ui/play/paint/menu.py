"""The menu of a running game, and the cards of a table: who plays, one seat, the end."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.seat_session import TableState
from qwixx_pad.ui.design.cards import (
    DECISION_HEIGHT_DP,
    Card,
    CardButton,
    cancel_button,
    divide_into_lines,
    rules_and_settings,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button
from qwixx_pad.ui.design.primitives import write
from qwixx_pad.ui.play.state import PadState, Prompt, Question, next_sheet_button
from qwixx_pad.ui.text.table_texts import (
    SeatAction,
    answer_actions,
    away_text,
    end_roll_action,
    free_action,
    seat_asked_text,
    sit_out_action,
)
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import OPTION, Theme

_LINE: dict[str, Any] = {"size": 16}
"""The text size on a table's cards."""


_ALONE = TableState(names=("",), colors=(0,), own_seats=(1,))
"""The player of a single sheet may do with it what a host may do with a table."""


def game_menu(state: PadState, tr: Translator, *, low: bool) -> Card:
    """List what can be done besides playing; on a low screen two actions share a line."""
    table = state.table or _ALONE
    height, size = (50, 16) if state.table else (52, 17)
    line = partial(CardButton, height=height, options={"size": size, "wraps": low})
    urgent = [
        action
        for seat in table.requested_seats
        for action in answer_actions(seat, table.name_of(seat), tr)
    ]
    urgent += _free_actions(table, tr)
    choices = [
        ("home", tr.gettext("Leave and go home"), True),
        ("correct", tr.gettext("Correct"), table.own_seats or table.is_host),
        ("seats", tr.gettext("Add a phone"), table.code),
        (
            "open-again",
            tr.gettext("Reopen table {code} for phones", code=table.closed_code),
            table.closed_code,
        ),
    ]
    others = [SeatAction(identifier, text) for identifier, text, offered in choices if offered]
    others += _who_plays_actions(state, table, tr)
    ends = [line("cancel", tr.gettext("Back to the game"), outlined_button)]
    if table.acts_as_host and not state.game.position.is_over:
        ends.insert(0, line("finish", tr.gettext("Finish this game"), outlined_button))
    # A card grows upwards, so a line that appears at its top moves nothing under a finger.
    buttons = [
        *divide_into_lines([line(each.identifier, each.text) for each in urgent], in_pairs=low),
        *divide_into_lines([line(each.identifier, each.text) for each in others], in_pairs=low),
        rules_and_settings(tr, height=height),
        *divide_into_lines(ends, in_pairs=low),
    ]
    title = tr.gettext("This table") if state.table else tr.gettext("This game")
    if table.code:
        title = tr.gettext("Table {code}", code=table.code)
    return Card(title, (), buttons)


def _who_plays_actions(state: PadState, table: TableState, tr: Translator) -> list[SeatAction]:
    """List the action for one's own seat; for several seats, the one that opens a card of them."""
    actions = _sit_out_actions(state, table, tr)
    if not actions or (len(actions) == 1 and table.own_seat is not None):
        return actions
    return [SeatAction("who-plays", tr.gettext("Choose who plays"))]


def _free_actions(table: TableState, tr: Translator) -> list[SeatAction]:
    """List what frees the seats of absent phones, if this device may free them."""
    chairs = table.seating.chairs if table.seating else ()
    return [
        free_action(seat, chair.name, tr)
        for seat, chair in enumerate(chairs, 1)
        if seat in table.managed_seats and chair.device is not None and not table.is_present(seat)
    ]


def _sit_out_actions(state: PadState, table: TableState, tr: Translator) -> list[SeatAction]:
    """List who may sit out or play again by this device, in the order of their seats."""
    position = state.game.position
    if not isinstance(position, Table):
        return []
    actions = (
        sit_out_action(position, seat, table.name_of(seat), tr)
        for seat in sorted(table.managed_seats)
    )
    return [action for action in actions if action is not None]


def table_card(
    state: PadState, table: TableState, prompt: Prompt, tr: Translator, *, low: bool
) -> Card:
    """Build the card of a prompt at a table."""
    match prompt.question:
        case Question.SEATS:
            return actions_card(
                tr.gettext("Who plays"),
                _sit_out_actions(state, table, tr),
                tr.gettext("Back to the game"),
                tr.gettext("Players who sit out are skipped. Their sheets stay and count."),
            )
        case Question.LAST_CROSS:
            return _last_cross_card(state, table, tr, low=low)
        case Question.FINISH if state.game.setup.paper:
            return _blank_sheets_card(state.blank_seats, table, tr)
        case Question.FINISH:
            return finish_card(tr)
    return _other_seat_card(state, table, prompt.seat or state.seat, tr)


def _other_seat_card(state: PadState, table: TableState, seat: int, tr: Translator) -> Card:
    """List what this device may do for a seat of another one."""
    name = table.name_of(seat)
    position = state.game.position
    actions = answer_actions(seat, name, tr) if seat in table.requested_seats else []
    actions += [each for each in _free_actions(table, tr) if each.identifier == f"free-{seat}"]
    if isinstance(position, Table) and table.acts_as_host:
        actions += filter(None, [end_roll_action(position, seat, name, tr)])
    sit_outs = _sit_out_actions(state, table, tr)
    actions += [each for each in sit_outs if each.identifier.startswith(f"s{seat}-")]
    note = ""
    if seat in table.requested_seats:
        note = f"{seat_asked_text(name, tr)}."
    elif seat in table.announced_away:
        play_on = tr.gettext("Play on. We’ll sync when it’s back.")
        note = f"{away_text([name], tr)}. {play_on}"
    return actions_card(name, actions, tr.gettext("Cancel"), note)


def actions_card(title: str, actions: Sequence[SeatAction], back: str, note: str = "") -> Card:
    """List actions for seats, below a note if there is one; the last button is `back`."""
    buttons = [CardButton(action.identifier, action.text, options=_LINE) for action in actions]
    return Card(title, buttons=[*buttons, cancel_button(back, **_LINE)], note=note)


def lost_card(lines: Sequence[str], theme: Theme, tr: Translator) -> Card:
    """List the entries that were made offline and not accepted later."""
    text = tr.gettext("You entered this while offline. Once you were back, it didn’t fit any more.")
    lost = [write(line, OPTION.resized(16), color=theme.ink, line_height=1.35) for line in lines]
    confirm = CardButton("lost-seen", tr.gettext("Got it"), build=primary_button, options=_LINE)
    return Card(tr.gettext("This doesn’t count"), lost, [confirm], note=text)


def _last_cross_card(state: PadState, table: TableState, tr: Translator, *, low: bool) -> Card:
    """Ask the seats of this device for a last cross, as a penalty ends the game (rule 6)."""
    name = table.name_of(state.game.position.active or 1)
    text = tr.gettext(
        "{name}’s last penalty ends the game. A cross with the white dice still counts.", name=name
    )
    decision = partial(CardButton, height=DECISION_HEIGHT_DP)
    buttons = list[CardButton | Sequence[CardButton]]()
    for seat in state.last_cross_seats:
        enter = table.name_of(seat) if table.is_passed_around else tr.gettext("Enter a cross")
        cross = decision(f"cross-{seat}", enter, primary_button)
        buttons.append([cross, decision(f"s{seat}-done", tr.gettext("Done"), outlined_button)])
    if table.is_passed_around:
        height = 48 if low else 52
        buttons.append(
            CardButton("close-now", tr.gettext("Close now"), build=outlined_button, height=height)
        )
    return Card(tr.gettext("Last chance this roll"), [text], buttons)


def finish_card(tr: Translator) -> Card:
    """Ask once before a game ends on every phone."""
    finish = CardButton("finish-now", tr.gettext("Finish this game"), build=primary_button)
    return Card(
        tr.gettext("Finish this game for everyone?"),
        buttons=[finish, cancel_button(tr.gettext("Back to the game"), **_LINE)],
    )


def _blank_sheets_card(blank: Sequence[int], table: TableState, tr: Translator) -> Card:
    """Name the blank sheets of a paper game, and ask whether it is finished without them."""
    finish = CardButton("finish-now", tr.gettext("Finish this game"), build=outlined_button)
    text = tr.gettext("Still empty: {names}", names=tr.join_and([*map(table.name_of, blank)]))
    first = next_sheet_button(blank[0], table, tr)
    return Card(
        tr.gettext("Finish this game?"),
        [text],
        [CardButton(first.identifier, first.text, build=primary_button), finish],
    )
