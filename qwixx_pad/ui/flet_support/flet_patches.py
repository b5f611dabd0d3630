"""The guards that every screen needs: what goes wrong in one place must not freeze the rest.

Flet 1.0.5 stops updating a session for good when a component raises, covers the app when a
handler raises, sends a change to the session that is current instead of the one it belongs to,
and does not repaint after a lost link. Each function here answers one of these.
"""

import asyncio
import functools
import inspect
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

import flet as ft

from qwixx_pad.i18n import N_
from qwixx_pad.identity import client_input
from qwixx_pad.ui.flet_support.session_surroundings import surroundings_key

_log = logging.getLogger("qwixx_pad")
FAILURE_MESSAGE = N_("That didn’t work. Your game is safe.")
_SURROUNDINGS = "_surroundings"
"""The argument by which Flet compares the surroundings; the component itself never gets it."""
P = ParamSpec("P")
R = TypeVar("R")


def component(body: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """Make a Flet component whose failure is a small card in its place.

    Without it an exception in a second rendering ends the session's updates without a word.
    """
    return _guarded_component(body, _error_card)


def memo(component: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a component that is built again only when its arguments or surroundings have changed.

    Flet compares the arguments alone, so the surroundings go along as one.
    """
    remembered: Callable[..., ft.Control] = ft.memo(component)  # type: ignore[no-untyped-call]  # Flet's

    def build_remembered(*args: object, **kwargs: Any) -> ft.Control:  # noqa: ANN401 - as the component
        return remembered(*args, **kwargs, **{_SURROUNDINGS: surroundings_key()})

    return build_remembered


def root_component(body: Callable[P, list[ft.View]]) -> Callable[..., list[ft.View]]:
    """Make the root component, with the same guard for a list of views."""
    return _guarded_component(body, lambda: [ft.View(route="/", controls=[_error_card()])])


def _guarded_component(body: Callable[P, R], fallback: Callable[[], R]) -> Callable[..., R]:
    @functools.wraps(body)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        kwargs.pop(_SURROUNDINGS, None)
        try:
            return body(*args, **kwargs)
        except Exception:  # noqa: BLE001 - a guard catches what nobody foresaw
            _log.exception("%s could not be painted", body.__name__)
            return fallback()

    return ft.component(guarded)


def _error_card() -> ft.Control:
    said = N_("This part couldn’t be shown. Your game is safe; go back or reload.")
    return ft.Container(
        key="error-card",
        content=ft.Text(_translate_for(said, ft.context.page)),
        padding=16,
        bgcolor=ft.Colors.with_opacity(0.12, "#8B8592"),
        border_radius=14,
    )


Handler = Callable[[ft.Event[Any]], Awaitable[None]]


def handler(callback: Callable[[Any], object]) -> Handler:
    """Make an event handler whose failure is logged and reported; coroutines too."""

    async def guarded(event: ft.Event[Any]) -> None:
        page = getattr(event, "page", None) or ft.context.page  # some events carry only their data
        _restart_updates(page)
        try:
            done = callback(event)
            if inspect.isawaitable(done):
                await done
        except Exception:  # noqa: BLE001 - a guard catches what nobody foresaw
            _log.exception("a tap failed")
            show_snackbar(page, FAILURE_MESSAGE)

    return guarded


def _restart_updates(page: ft.Page | ft.BasePage) -> None:
    """Start the session's updates again if a control that Flet finds invalid has ended them."""
    if not isinstance(page, ft.Page):
        return
    before = _updates_task(page)
    page.session.start_updates_scheduler()  # type: ignore[no-untyped-call]  # Flet left it bare
    if _updates_task(page) is not before:
        _watch_updates(page)


def _updates_task(page: ft.Page) -> asyncio.Task[None] | None:
    """Find the task that Flet updates the session in; None before the first component."""
    task: asyncio.Task[None] | None = vars(page.session)["_Session__updates_task"]
    return task


def _translate_for(message: str, page: ft.Page | ft.BasePage) -> str:
    """Translate a sentence for a session, once its root has left the translator there."""
    translate = page.data
    return str(translate(message)) if callable(translate) else message


def show_snackbar(page: ft.Page | ft.BasePage, message: str) -> None:
    """Say something that no screen has a place for, as translators know it; it goes by itself."""
    try:
        page.show_dialog(ft.SnackBar(ft.Text(_translate_for(message, page))))
    except Exception:  # noqa: BLE001 - nothing is left to tell it with
        _log.exception("nor could that be said")


def run_in_session(page: ft.Page) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Wrap functions so that they run as this page's own, whichever session calls them.

    A state that another session changes directly is sent to that session's device. `run_task`
    binds the right page, but also leaves it bound in the caller; hence the copied context.
    A page without a connection is left alone: it paints afresh when it returns.
    """

    def wrap_change(change: Callable[[], None]) -> Callable[[], None]:
        async def run_change() -> None:
            change()

        def schedule_change() -> None:
            if page.session.connection is not None:
                copy_context().run(page.run_task, run_change)

        return schedule_change

    return wrap_change


def use_reconnections(page: ft.Page, on_return: Callable[[], object]) -> int:
    """Return a number that grows whenever the device comes back after a lost link.

    The root carries it in its key: a root with a new key is the only thing that this client
    paints after a reconnection. Also watches over the session's updates from here on. `on_return`
    is called when the device is back.
    """
    reconnections, set_count = ft.use_state(0)
    restore_views = ft.use_memo(lambda: clear_views_on_disconnect(page), [])

    def on_connect(_: object) -> None:
        restore_views()
        on_return()
        set_count(lambda before: before + 1)

    page.on_connect = handler(on_connect)
    ft.use_effect(lambda: _watch_updates(page), [])
    return reconnections


def clear_views_on_disconnect(page: ft.Page) -> Callable[[], None]:
    """Let a device that returns be sent empty screens first; gives what fills them again.

    Flet's client compares all that it had with all that it gets, level within level: a whole pad
    keeps it busy for a minute, and nothing else happens in it. What it had is thrown away in any
    case, for the root is painted afresh with a new key.
    """
    session = page.session
    inner = session.apply_page_patch
    emptied: list[tuple[list[ft.BaseControl], list[ft.BaseControl]]] = []

    def apply_page_patch(patch: dict[str, Any]) -> None:
        inner(patch)
        if getattr(session, "connection", None) is None:
            for view in _built_views(page):
                emptied.append((view.controls, [*view.controls]))
                view.controls.clear()

    def restore_views() -> None:
        while emptied:
            controls, had = emptied.pop()
            controls.extend(had)

    session.apply_page_patch = apply_page_patch  # type: ignore[method-assign]  # the guard
    return restore_views


def _built_views(page: ft.Page) -> list[ft.View]:
    """Return the screens, from inside the component that has built them."""
    built = getattr(page.views, "_b", page.views)
    return [view for view in built if isinstance(view, ft.View)]


def _watch_updates(page: ft.Page) -> None:
    """Notice when a control that Flet finds invalid ends the updates: nobody else would."""
    updates = _updates_task(page)
    if updates is not None:
        updates.add_done_callback(functools.partial(_on_updates_ended, page))


def _on_updates_ended(page: ft.Page, ended: asyncio.Task[None]) -> None:
    """Log why the updates have ended, begin them again and say so."""
    failure = None if ended.cancelled() else ended.exception()
    if failure is None:
        return
    _log.error("a control could not be painted", exc_info=failure)
    _restart_updates(page)
    show_snackbar(page, FAILURE_MESSAGE)


def sanitize_results(page: ft.Page) -> None:
    """Take of what a device answers no more than is believed: see `client_input.sanitize_answer`.

    What it says unasked is looked at before it comes here, by who serves it. An answer of a control
    that is no longer there is for nobody; Flet would end the connection.
    """
    session = page.session
    inner = session.invoke_method
    answered = session.handle_invoke_method_results

    async def invoke_method(
        control_id: int,
        method_name: str,
        args: object,
        timeout: float | None = None,  # noqa: ASYNC109 - as Flet has it
    ) -> object:
        answer = await inner(control_id, method_name, args, timeout)
        return client_input.sanitize_answer(method_name, answer)

    def handle_results(control_id: int, call_id: str, result: object, error: str | None) -> None:
        if control_id in session.index:
            answered(control_id, call_id, result, error)

    session.invoke_method = invoke_method  # type: ignore[method-assign]  # the guard itself
    session.handle_invoke_method_results = handle_results  # type: ignore[method-assign]  # as above
