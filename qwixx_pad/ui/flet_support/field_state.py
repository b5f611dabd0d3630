"""What is typed into the fields of a session until it is stored or left."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

_STORE_KEY = "typed"


@dataclass(slots=True)
class FieldState:
    """What one field shows besides what is stored, from the first letter until it is left.

    Attributes:
        identifier: Of the field.
        subject: What the field is about, where an identifier is given again: a player, a game.
        text: What was typed; None while the field shows what is stored.
        focused: Whether the field hears the keyboard.
        autofocus: Whether a field that comes in the place of another one takes the focus.
        field_count: How many show it: for a moment two, while one takes the other's place.
        field: The newest of them.
        repaint: Builds again what the field stands in.
        leave: Told the typed text when the field is left: see `text_field`.
    """

    identifier: str
    subject: str = ""
    text: str | None = None
    focused: bool = False
    autofocus: bool = False
    field_count: int = 0
    field: ft.TextField | None = None
    repaint: Callable[[], None] = lambda: None
    leave: Callable[[str], str | None] | None = None

    def text_or(self, stored: str) -> str:
        """Return what the field shows where this is stored."""
        return stored if self.text is None else self.text

    def set_text(self, text: str | None) -> None:
        """Show a text instead of what was typed; None shows what is stored."""
        self.text = text
        self.repaint()

    async def take_focus(self) -> None:
        """Put the cursor into the field."""
        if self.field is not None:
            await self.field.focus()  # type: ignore[no-untyped-call]  # Flet left it bare

    def commit_text(self) -> None:
        """Do what leaving the field does with a typed text."""
        if self.leave is not None and self.text is not None:
            self.set_text(self.leave(self.text))


def use_field_state(identifier: str, subject: str = "", *, first: bool = False) -> FieldState:
    """Remember what is typed into a field of this component while it is on the screen.

    A field that takes the place of another, as after a lost link, goes on with what that one had.
    With the cursor in its `first` field a screen opens.
    """

    def create_state() -> FieldState:
        typed = _session_fields(ft.context.page).get((identifier, subject)) or FieldState(
            identifier, subject
        )
        typed.autofocus = typed.focused or first
        return typed

    typed = ft.use_memo(create_state, [])
    _, count = ft.use_state(0)
    typed.repaint = lambda: count(lambda before: before + 1)
    return typed


def leave_fields(page: ft.Page) -> None:
    """Leave every field on the screens of a session: another screen comes."""
    for typed in tuple(_session_fields(page).values()):
        typed.commit_text()


def _session_fields(page: ft.Page) -> dict[tuple[str, str], FieldState]:
    """Find what is typed into the fields on the screens of a session, by what they are of."""
    store = page.session.store
    if not store.contains_key(_STORE_KEY):
        store.set(_STORE_KEY, {})
    typed: dict[tuple[str, str], FieldState] = store.get(_STORE_KEY)
    return typed


@ft.control("TextField")  # type: ignore[arg-type]  # Flet's own controls are written so
class TypedTextField(ft.TextField):
    """A field whose `data` is what is typed into it."""

    def did_mount(self) -> None:
        """Record the field that now shows this text."""
        super().did_mount()  # type: ignore[no-untyped-call]  # Flet left it bare
        self.data.field_count += 1
        self.data.field = self
        _session_fields(ft.context.page)[self.data.identifier, self.data.subject] = self.data

    def will_unmount(self) -> None:
        """Forget the text when no field shows it any more."""
        super().will_unmount()  # type: ignore[no-untyped-call]  # as above
        self.data.field_count -= 1
        if not self.data.field_count:
            _session_fields(ft.context.page).pop((self.data.identifier, self.data.subject), None)
