"""The field that people type into: nothing that is painted around it takes a letter away."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.ui.design.tokens import Theme, family
from qwixx_pad.ui.runtime.guards import handler
from qwixx_pad.ui.runtime.keyboard import Keyboard

_STORED = "typed"


@dataclass(slots=True)
class Typed:
    """What one field shows besides what is stored, from the first letter until it is left.

    Attributes:
        identifier: Of the field.
        of: What the field is about, where an identifier is given again: a player, a game.
        text: What was typed; None while the field shows what is stored.
        focused: Whether the field hears the keyboard.
        autofocus: Whether a field that comes in the place of another one takes the focus.
        fields: How many show it: for a moment two, while one takes the other's place.
        repaint: Builds again what the field stands in.
    """

    identifier: str
    of: str = ""
    text: str | None = None
    focused: bool = False
    autofocus: bool = False
    fields: int = 0
    repaint: Callable[[], None] = lambda: None

    def or_else(self, stored: str) -> str:
        """Return what the field shows where this is stored."""
        return stored if self.text is None else self.text

    def show(self, text: str | None) -> None:
        """Show a text instead of what was typed; None shows what is stored."""
        self.text = text
        self.repaint()


def use_typed(identifier: str, of: str = "") -> Typed:
    """Remember what is typed into a field of this component while it is on the screen.

    A field that takes the place of another, as after a lost link, goes on with what that one had.
    """

    def begin() -> Typed:
        typed = _of_session(ft.context.page).get((identifier, of)) or Typed(identifier, of)
        typed.autofocus = typed.focused
        return typed

    typed = ft.use_memo(begin, [])
    _, count = ft.use_state(0)
    typed.repaint = lambda: count(lambda before: before + 1)
    return typed


def _of_session(page: ft.Page) -> dict[tuple[str, str], Typed]:
    """Find what is typed into the fields on the screens of a session, by what they are of."""
    store = page.session.store
    if not store.contains_key(_STORED):
        store.set(_STORED, {})
    typed: dict[tuple[str, str], Typed] = store.get(_STORED)
    return typed


@ft.control("TextField")  # type: ignore[arg-type]  # Flet's own controls are written so
class _Field(ft.TextField):
    """A field whose `data` is what is typed into it."""

    def did_mount(self) -> None:
        """Called by Flet when the field is on the screen."""
        super().did_mount()  # type: ignore[no-untyped-call]  # Flet left it bare
        self.data.fields += 1
        _of_session(ft.context.page)[self.data.identifier, self.data.of] = self.data

    def will_unmount(self) -> None:
        """Called by Flet when the field is no longer on the screen."""
        super().will_unmount()  # type: ignore[no-untyped-call]  # as above
        self.data.fields -= 1
        if not self.data.fields:
            _of_session(ft.context.page).pop((self.data.identifier, self.data.of), None)


def text_field(  # noqa: PLR0913 - a field, what it is about, and where its text goes
    typed: Typed,
    theme: Theme,
    label: str,
    stored: str = "",
    *,
    change: Callable[[str], object] | None = None,
    leave: Callable[[str], str | None] | None = None,
    send: Callable[[], object] | None = None,
    **more: Any,  # noqa: ANN401 - whatever else ft.TextField knows
) -> ft.Semantics:
    """Paint a field with its label in the frame; the keys are its own while in it.

    Args:
        typed: What was typed into it: see `use_typed`.
        theme: In which colours.
        label: What it asks for.
        stored: What it shows before anything is typed.
        change: Told the text after each letter.
        leave: Told a typed text when the field is left; returns what it shows from then on, or
            None for what is stored.
        send: Called when the text is sent by the keyboard; without it that leaves the field.
        more: Anything else that `ft.TextField` knows.
    """
    if typed.text == stored and not typed.focused:
        typed.text = None

    def changed(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        typed.text = event.control.value or ""
        if change is not None:
            change(typed.text)

    def came(event: ft.Event[Any]) -> None:
        Keyboard.came(event)
        typed.focused = True

    def left(event: ft.Event[Any]) -> None:
        Keyboard.left(event)
        typed.focused = False
        finished()

    def finished() -> None:
        if leave is not None and typed.text is not None:
            typed.show(leave(typed.text))

    field = _Field(
        data=typed,
        value=typed.or_else(stored),
        label=label,
        autofocus=typed.autofocus,
        on_focus=handler(came),
        on_change=handler(changed),
        on_blur=handler(left),
        on_submit=handler(lambda _: finished() if send is None else send()),
        border=_frames(theme),
        color=theme.ink,
        label_style=ft.TextStyle(color=theme.ink2, font_family=family(400)),
        **{"text_style": ft.TextStyle(font_family=family(500), size=16, letter_spacing=0), **more},
    )
    return ft.Semantics(identifier=typed.identifier, content=field, expand=more.get("expand"))


def _frames(theme: Theme) -> dict[ft.ControlState, ft.InputBorder]:
    def frame(width: float, color: str) -> ft.InputBorder:
        return ft.OutlineInputBorder(side=ft.BorderSide(width, color), border_radius=12)

    return {
        ft.ControlState.DEFAULT: frame(1, theme.box),
        ft.ControlState.FOCUSED: frame(2, theme.ink),
    }
