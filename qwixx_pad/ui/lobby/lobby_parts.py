"""Parts of the lobby and the board: notes about seats, cards, the button that starts a game."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.cards import (
    Card,
    CardButton,
    cancel_button,
    card_overlay,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import name_field
from qwixx_pad.ui.design.primitives import TapHandler, decorative, heading, message_line, write
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.text.table_texts import (
    SeatAction,
    answer_actions,
    seat_asked_text,
    seat_lost_text,
)
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import ASIDE, TITLE


def quiet_line(text: str, *, selectable: bool = False) -> ft.Control:
    """Build a centred text in the secondary colour."""
    return write(
        text,
        ASIDE,
        color=current_theme().ink2,
        text_align=ft.TextAlign.CENTER,
        line_height=1.35,
        selectable=selectable,
    )


def seat_notes(rights: Rights, tap: TapHandler) -> Iterator[ft.Control]:
    """Yield the requests for seats that a device may answer, its own ones, and its lost seats."""
    tr = current_translator()
    seating = rights.seating

    def action_button(action: SeatAction) -> ft.Control:
        return tonal_button(
            action.identifier, action.text, partial(tap, action.identifier), height=48
        )

    for seat, chair in enumerate(seating.chairs, 1):
        if rights.may_assign_seat(seat):
            yield message_line(f"{seat_asked_text(chair.name, tr)}.")
            yield from map(action_button, answer_actions(seat, chair.name, tr))
        if chair.asker == rights.device:
            text = tr.gettext(
                "You’ve asked for {name}’s seat. The host answers, or another player if the "
                "host is away.",
                name=chair.name,
            )
            yield message_line(text)
        elif chair.denied == rights.device:
            yield message_line(tr.gettext("You didn’t get {name}’s seat.", name=chair.name))
    for seat in seating.seats_lost_by(rights.device):
        yield message_line(f"{seat_lost_text(seating.chair_of(seat).name, tr)}.")
        yield action_button(SeatAction(f"heard-{seat}", tr.gettext("Got it")))


@component
def name_card(name: str, done: Callable[[str], object]) -> ft.Control:
    """Build the card on which a player is renamed.

    Args:
        name: The present name.
        done: Called with the new name; empty to leave it as it is.
    """
    tr = current_translator()
    typed = use_field_state("new-name")

    def on_finished(identifier: str = "rename") -> None:
        done("" if identifier == "keep-name" else typed.text_or(name).strip())

    field = name_field(typed, tr.gettext("Name"), name, send=on_finished, expand=True)
    cancel = CardButton("keep-name", tr.gettext("Cancel"), build=outlined_button)
    card = Card(
        heading(
            tr.gettext("New name for {name}", name=name), TITLE.resized(19), current_theme().ink
        ),
        [ft.Row([field])],
        [CardButton("rename", tr.gettext("Done"), build=primary_button, height=52), cancel],
    )
    return card_overlay(card, on_finished, saves_at_once=True)


def twin_card(seating: Seating, seat: int, tr: Translator, *, may_ask: bool) -> Card:
    """Offer someone who typed a name that is taken a numbered name, or to ask for its seat."""
    name = seating.chair_of(seat).name
    text = tr.gettext("Play as {name}", name=seating.numbered_name(name))
    buttons = [CardButton(f"other-name-{seat}", text, build=primary_button)]
    if may_ask:
        text = tr.gettext("Ask for {name}’s seat", name=name)
        buttons.append(CardButton(f"asking-{seat}", text))
    buttons.append(cancel_button(tr.gettext("Cancel")))
    return Card(tr.gettext("{name} is already playing.", name=name), buttons=buttons)


def closing_card(tr: Translator, *, online: bool) -> Card:
    """Ask whether to close a table in the middle of its game."""
    if online:  # once the game goes on here, its relay would have another one
        text = tr.gettext(
            "All phones leave it. You can reopen it until something is entered on this device."
        )
    else:
        text = tr.gettext(
            "All phones leave it, and the game continues on this device. You can reopen it."
        )
    buttons = [
        CardButton("close-now", tr.gettext("Close this table"), build=primary_button),
        cancel_button(tr.gettext("Cancel"), size=16),
    ]
    return Card(tr.gettext("Close this table?"), [text], buttons)


def start_text(players: int, missing: Sequence[str], tr: Translator) -> str:
    """The text of Start: the number of players, or those whose phones are not there."""
    if not missing:
        return tr.gettext("Start with {n} players", n=players)
    if len(missing) == 1:
        return tr.gettext("Start without {name}", name=tr.short_name(missing[0]))
    # Translators: of two players or more.
    return tr.ngettext("Start without {n} player", "Start without {n} players", len(missing))


def start_button(
    text: str,
    why_not: Failure | None,
    start: Callable[[], object],
    look: Callable[..., ft.Control] = primary_button,
) -> list[ft.Control]:
    """Build Start with its `start_text`. With `why_not` it is pale, and the reason is below it."""
    tr = current_translator()
    icon = ft.Icons.CASINO_ROUNDED
    if why_not is None:
        return [look("start-game", text, start, icon=icon)]
    text = tr.gettext("Start")
    reason = tr.failure_text(why_not)
    pale = look(
        "start-game",
        text,
        start,
        icon=icon,
        opacity=0.38,
        spoken=f"{text}. {reason}",
    )
    return [pale, decorative(message_line(reason, live=False))]


def full_note(most: int) -> ft.Control:
    """Explain that a table has no seat left; `most` is the number of its seats."""
    return message_line(
        current_translator().gettext(
            "Up to {most} can play at a table. More of you? Make two tables.", most=most
        ),
        live=False,
    )


def use_awaited_game(table: GameTable, me: str, go: TapHandler) -> None:
    """Lead a device, by its id, from the board of a table to the game for which it waited."""
    awaited = ft.use_ref(False)  # noqa: FBT003 - the state
    sits = bool(table.seating.seats_of(me))

    def enter_game() -> None:
        if sits and awaited.current:
            go(f"/table/{table.seating.code}")
        awaited.current = not sits and table.seating.is_expected(me)

    ft.use_effect(enter_game, [table.seating])
