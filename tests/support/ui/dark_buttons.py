"""The dark button of a screen, which says the one thing that is to be done."""

from qwixx_pad.ui.flet_support.keyboard import CARD_DATA
from qwixx_pad.ui.theme.tokens import LIGHT
from tests.support.ui.screen_reader import Heard, role

DARK = {LIGHT.primary, LIGHT.hero}
"""Colours of what is to be done next."""


def dark_buttons(tab):
    """The dark buttons, first to last: of the card on the screen, where there is one."""
    heard = Heard(tab)
    cards = tab.find(lambda c: c.data == CARD_DATA)
    on_card = {c._i for card in cards for c in tab.walk(card)}
    return [
        node.identifier
        for key in heard.keys
        if (not cards or key._i in on_card) and (node := heard.by_name.get(key.data))
        if role(node) == "button" and node.selected is None and _is_dark(key, node)
    ]


def _is_dark(key, node):
    return not {getattr(c, "bgcolor", None) for c in (key, node.content)}.isdisjoint(DARK)
