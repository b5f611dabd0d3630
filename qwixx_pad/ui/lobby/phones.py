"""The switch that lets phones in, notes on why they cannot connect, and their closed screen."""

import sys

import flet as ft

from qwixx_pad.i18n import N_
from qwixx_pad.identity.devices import DeviceIdentity
from qwixx_pad.identity.network import lan_command
from qwixx_pad.multiplayer.network_access import NetworkAccess, NetworkProblem, NetworkState
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.context import (
    current_column_width,
    current_context,
    current_theme,
    current_translator,
    use_watched,
)
from qwixx_pad.ui.design.controls import outlined_button, primary_button, tonal_button
from qwixx_pad.ui.design.form import copy_box, settings_group, switch_line
from qwixx_pad.ui.design.primitives import page_column, write
from qwixx_pad.ui.flet_support.file_transfer import TransferOutcome
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.lobby.lobby_parts import quiet_line
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import BODY, HEADLINE

_PORT_STEP = 10
_HIGHEST_PORT = 65535
_PROBLEMS = {
    NetworkProblem.NO_NETWORK: N_(
        "This computer isn’t on a network right now. Connect it to your Wi-Fi: the code for phones "
        "then appears here by itself."
    ),
    NetworkProblem.PORT_TAKEN: N_(
        "Another program on this computer uses port {port} on your network. Quit that program: the "
        "code for phones then appears here by itself. Or quit the pad and start it with "
        "--port {other}."
    ),
    NetworkProblem.NOT_PERMITTED: N_(
        "This computer doesn’t let the pad use port {port} on your network. Allow it in its "
        "firewall or security program, or quit the pad and start it with --port {other}."
    ),
    NetworkProblem.NO_PHONE: N_(
        "No phone has come in yet. Is it on the same Wi-Fi as this computer, not on a guest "
        "network or mobile data? If the page never opens there, this computer’s firewall turns "
        "phones away."
    ),
}
_FIREWALLS = {
    "win32": N_(
        "In Windows Security, Firewall & network protection, allow Python as an app on private "
        "networks."
    ),
    "darwin": N_(
        "In System Settings, Network, Firewall, Options, let Python accept incoming connections."
    ),
}
_OTHER_FIREWALL = N_("Let TCP port {port} through, for example with: {command}")


def problem_text(state: NetworkState, tr: Translator, platform: str = sys.platform) -> str:
    """Explain why no phone can connect and what helps; empty if no problem is known."""
    problem = state.problem
    port = state.port
    if problem is None:
        return ""
    other = port + _PORT_STEP if port + _PORT_STEP <= _HIGHEST_PORT else port - _PORT_STEP
    text = tr.gettext(_PROBLEMS[problem], port=port, other=other)
    if problem is not NetworkProblem.NO_PHONE:
        return text
    command = f"sudo ufw allow {port}/tcp"
    firewall = _FIREWALLS.get(platform, _OTHER_FIREWALL)
    return f"{text} {tr.gettext(firewall, port=port, command=command)}"


def reach_notes(
    registry: TableRegistry, opener: DeviceIdentity, table: GameTable
) -> list[ft.Control]:
    """Build the notes on why phones cannot reach a table, and what its opener can do."""
    tr = current_translator()
    network = registry.network
    if network.keeps_phones_out and network.may_switch(opener):
        text = tr.gettext("Only this computer can reach this table.")
        leads = table.seating.game is None
        return [quiet_line(text, selectable=True), *_let_in(network, opener, leads=leads)]
    if network.is_open:
        text = problem_text(network.state, tr)
        return [quiet_line(text, selectable=True)] if text else []
    return [] if registry.link_addresses(table) else _unreachable_notes()


def _unreachable_notes() -> list[ft.Control]:
    """Explain how phones reach a pad that has no switch for them."""
    tr = current_translator()
    command = lan_command()
    if not command:
        text = tr.gettext(
            "This computer isn’t on a network right now, so phones can’t reach this table."
        )
        return [quiet_line(text, selectable=True)]
    text = tr.gettext(
        "Only this computer can reach this table. To let phones in, quit the pad and start it with:"
    )
    return [quiet_line(text, selectable=True), _command_line(command, key="command")]


@component
def _command_line(command: str) -> ft.Control:
    """Build the command that starts the pad with phones let in, and a button that copies it."""
    context = current_context()
    is_copied, set_copied = ft.use_state(False)  # noqa: FBT003 - the state itself
    tr = context.tr
    transfer = context.transfer

    async def copy_command() -> None:
        set_copied(await transfer.copy_text(command) is TransferOutcome.COPIED)

    button = outlined_button(
        "copy-command",
        tr.gettext("Copied") if is_copied else tr.gettext("Copy"),
        copy_command,
        height=48,
        size=15,
        action=transfer.copy_action(command),
    )
    return ft.Column(
        [copy_box(command), button], horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _let_in(network: NetworkAccess, device: DeviceIdentity, *, leads: bool) -> list[ft.Control]:
    """Build the button that lets phones in, and its meaning; it is dark if it `leads`."""
    tr = current_translator()
    build = primary_button if leads else tonal_button
    button = build(
        "let-phones-in",
        tr.gettext("Let phones in"),
        lambda: network.let_phones_in(device),
        icon=ft.Icons.SMARTPHONE_ROUNDED,
        height=52,
    )
    return [
        button,
        quiet_line(tr.gettext("Everyone on this network can then reach the pad."), selectable=True),
    ]


def phones_groups(network: NetworkAccess, device: DeviceIdentity) -> list[ft.Control]:
    """Build the settings of the switch; empty for a device that may not use it."""
    if not network.may_switch(device):
        return []
    return [_phones_group(network, device, key="phones")]


@component
def _phones_group(network: NetworkAccess, device: DeviceIdentity) -> ft.Control:
    state = use_watched(network.watch, lambda: network.state)
    tr = current_translator()
    on = state.opens_at_start
    at_start = switch_line(
        "phones-at-start",
        tr.gettext("Also at the next start"),
        on,
        lambda: network.set_opens_at_start(device, wanted=not on),
    )
    if state.is_open:
        lines = [
            ft.Container(
                write(
                    tr.gettext("Everyone on this network can reach the pad."),
                    BODY,
                    line_height=1.35,
                ),
                padding=6,
            ),
            at_start,
            outlined_button(
                "close-to-phones",
                tr.gettext("Close to phones"),
                lambda: network.close(device),
                height=48,
                size=15,
            ),
        ]
    else:
        lines = _let_in(network, device, leads=False)
        if on:  # the disk refused to clear it
            lines.append(at_start)
    return settings_group(tr.gettext("Phones on this network"), lines)


def closed_texts(tr: Translator) -> tuple[str, str]:
    """The title and the text of the screen of a phone while the pad is closed to phones."""
    return (
        tr.gettext("The host has closed this pad to phones."),
        tr.gettext(
            "Your seat and your crosses are kept. When the host lets phones in again, this page "
            "goes on by itself."
        ),
    )


def closed_to_phones_screen() -> ft.Control:
    """Show a phone that the pad is closed to phones."""
    title, text = closed_texts(current_translator())
    parts = [
        ft.Container(height=20),
        write(title, HEADLINE),
        write(text, BODY.resized(16), color=current_theme().ink2, line_height=1.45),
    ]
    return page_column(parts, current_column_width(), spacing=14)
