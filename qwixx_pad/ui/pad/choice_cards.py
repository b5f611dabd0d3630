"""Cards on which a player chooses, and the one that tells how a sum came about."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.design.controls import colored, outlined, tonal
from qwixx_pad.ui.design.primitives import Tap, beside, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.choices import ChoiceKey, ChoiceLook
from qwixx_pad.ui.pad.sums import TermLook
from qwixx_pad.ui.speech.words import Words

_ONE_EACH = 4
"""So many choices stand below each other; more stand two in a line."""


def choice_card(look: ChoiceLook, theme: Theme, tap: Tap, *, low: bool) -> Sequence[ft.Control]:
    """What stands on the card.

    Args:
        look: What is asked, and what can be chosen.
        theme: In which colours.
        tap: Told the identifier of what is chosen.
        low: Whether the screen has no room for many lines.
    """
    text = [write(look.text, 15, 400, color=theme.ink, height=1.35)] if look.text else []
    keys = [_choice(key, theme, tap) for key in look.choices]
    each = 2 if low or len(keys) > _ONE_EACH else 1
    lines = (keys[at : at + each] for at in range(0, len(keys), each))
    chosen = [line[0] if each == 1 else beside(line, theme, spacing=8) for line in lines]
    ways = _ways_out(look, theme, tap)
    out = [beside(ways, theme, spacing=8)] if low else ways
    return [head(look.title, look.icon, theme), *text, *chosen, *out]


def head(title: str, icon: str, theme: Theme) -> ft.Control:
    """What a card is about, by a sign and in words; a reader says it when it appears."""
    tile = ft.Container(
        content=ft.Icon(getattr(ft.Icons, icon), size=26, color=theme.ink),
        width=48,
        height=48,
        bgcolor=theme.surface2,
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    said = write(title, 20, 600, color=theme.ink, height=1.2)
    return ft.Row([tile, ft.Semantics(live_region=True, content=said, expand=True)], spacing=12)


def _choice(key: ChoiceKey, theme: Theme, tap: Tap) -> ft.Control:
    def chosen() -> object:
        return tap(key.identifier)

    if not key.letter:
        return tonal(theme, key.identifier, key.text, chosen, height=52, wraps=True)
    return colored(theme, key.letter, key.identifier, key.text, chosen, height=52, wraps=True)


def _ways_out(look: ChoiceLook, theme: Theme, tap: Tap) -> list[ft.Control]:
    def way(key: ChoiceKey) -> ft.Control:
        return outlined(theme, key.identifier, key.text, lambda: tap(key.identifier), height=48)

    return [way(key) for key in look.ways_out]


def sum_card(
    terms: Sequence[TermLook], theme: Theme, words: Words, tap: Tap
) -> Sequence[ft.Control]:
    """Each term of a sum in a line of its own, the total last; without any they are hidden."""
    hidden = write(words.text("Points are hidden until the end."), 15, 400, color=theme.ink)
    lines = [_term(term, theme, last=term is terms[-1]) for term in terms]
    back = words.text("Back to the pad")
    return [
        head(words.text("How it adds up"), "FUNCTIONS_ROUNDED", theme),
        ft.Column([*lines], spacing=6, tight=True) if lines else hidden,
        outlined(theme, "cancel", back, lambda: tap("cancel"), height=48),
    ]


def _term(term: TermLook, theme: Theme, *, last: bool) -> ft.Control:
    """What for at the left, points at the right; read as one."""
    weight = 600 if last else 400
    mark = (
        ft.Icon(
            getattr(ft.Icons, theme.bands[term.letter].mark), size=14, color=theme.mark(term.letter)
        )
        if term.letter
        else ft.Container(width=14)
    )
    text = write(term.text, 15, weight, color=theme.ink, expand=True)
    points = write(term.points, 15, 600, color=theme.ink)
    line = ft.Row([mark, text, points], spacing=8)
    return ft.Semantics(
        label=f"{term.text}: {term.points}",
        container=True,
        content=ft.Semantics(content=line, exclude_semantics=True),
    )
