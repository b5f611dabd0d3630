"""Text typed into the fields of a session until it is saved or left."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

_STORE_KEY = "typed"


@dataclass(slots=True)
class FieldState:
    """Text that a field shows instead of the stored one, from the first letter until it is left.

    Attributes:
        identifier: Of the field.
        subject: What the field is about, if several have the identifier: a player, a game.
        text: What was typed; None while the field shows the stored text.
        focused: Whether the field has the focus.
        autofocus: Whether its field takes the focus: as the first of a screen, or in place of a
            field that had it.
        field_count: How many fields show it: two for a moment, while one replaces the other.
        field: The newest of them.
        repaint: Rerenders the component of the field.
        leave: Called with the typed text when the field is left: see `text_field`.
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
        return stored if self.text is None else self.text

    def set_text(self, text: str | None) -> None:
        """Show a text instead of what was typed; None for the stored one."""
        self.text = text
        self.repaint()

    async def take_focus(self) -> None:
        if self.field is not None:
            await self.field.focus()  # type: ignore[no-untyped-call]  # Flet left it bare

    def commit_text(self) -> None:
        """Do with a typed text what leaving the field does."""
        if self.leave is not None and self.text is not None:
            self.set_text(self.leave(self.text))


def use_field_state(identifier: str, subject: str = "", *, first: bool = False) -> FieldState:
    """Remember what is typed into a field of this component while it is on the screen.

    A field that replaces another, as after a lost link, continues with its state. The `first` field
    of a screen has the focus when the screen opens.
    """

    def create_state() -> FieldState:
        shown = _session_fields(ft.context.page).get((identifier, subject))
        state = shown or FieldState(identifier, subject)
        state.autofocus = state.focused or first
        return state

    state = ft.use_memo(create_state, [])
    _, set_count = ft.use_state(0)
    state.repaint = lambda: set_count(lambda count: count + 1)
    return state


def leave_fields(page: ft.Page) -> None:
    """Leave every field of a session, because another screen comes."""
    for state in tuple(_session_fields(page).values()):
        state.commit_text()


def _session_fields(page: ft.Page) -> dict[tuple[str, str], FieldState]:
    """The states of the fields on a session's screens, by identifier and subject."""
    store = page.session.store
    if not store.contains_key(_STORE_KEY):
        store.set(_STORE_KEY, {})
    states: dict[tuple[str, str], FieldState] = store.get(_STORE_KEY)
    return states


@ft.control("TextField")  # type: ignore[arg-type]  # Flet's own controls are written so
class TypedTextField(ft.TextField):
    """A field whose `data` is its `FieldState`."""

    def did_mount(self) -> None:
        """Register the state of the field."""
        super().did_mount()  # type: ignore[no-untyped-call]  # Flet left it bare
        self.data.field_count += 1
        self.data.field = self
        _session_fields(ft.context.page)[self.data.identifier, self.data.subject] = self.data

    def will_unmount(self) -> None:
        """Forget the state when no field shows it any more."""
        super().will_unmount()  # type: ignore[no-untyped-call]  # as above
        self.data.field_count -= 1
        if not self.data.field_count:
            _session_fields(ft.context.page).pop((self.data.identifier, self.data.subject), None)
