"""Guards for every screen: a fault in one place does not freeze the rest.

Flet 1.0.5 stops updating a session when a component raises, and covers the app when a handler
raises. It sends a change to the session that is current instead of the one that it belongs to, and
does not repaint after a lost link. Each function here answers one of these faults.
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
from qwixx_pad.ui.flet_support.session_surroundings import find_surroundings

_log = logging.getLogger("qwixx_pad")
FAILURE_MESSAGE = N_("That didn’t work. Your game is safe.")
_SURROUNDINGS = "_surroundings"
"""The argument that makes Flet compare the surroundings; the component does not get it."""
P = ParamSpec("P")
R = TypeVar("R")


def component(body: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """Make a Flet component that shows a small card if it raises.

    Without the guard an exception in a second rendering ends the session's updates silently.
    """
    return _guarded_component(body, _error_card)


def memo(component: Callable[..., ft.Control]) -> Callable[..., ft.Control]:
    """Make a component that is rebuilt only when its arguments or the surroundings change.

    Flet compares arguments only, so the surroundings are passed as one.
    """
    memoized: Callable[..., ft.Control] = ft.memo(component)  # type: ignore[no-untyped-call]  # Flet's

    def build_memoized(*args: object, **kwargs: Any) -> ft.Control:  # noqa: ANN401 - as the component
        return memoized(*args, **kwargs, **{_SURROUNDINGS: find_surroundings().memo_key})

    return build_memoized


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
    message = N_("This part couldn’t be shown. Your game is safe; go back or reload.")
    return ft.Container(
        key="error-card",
        content=ft.Text(translate_for(message, ft.context.page)),
        padding=16,
        bgcolor=ft.Colors.with_opacity(0.12, "#8B8592"),
        border_radius=14,
    )


Handler = Callable[[ft.Event[Any]], Awaitable[None]]


def handler(callback: Callable[[Any], object]) -> Handler:
    """Make an event handler that logs and reports an exception; coroutine functions too."""

    async def guarded(event: ft.Event[Any]) -> None:
        page = getattr(event, "page", None) or ft.context.page  # some events carry only their data
        _restart_updates(page)
        try:
            result = callback(event)
            if inspect.isawaitable(result):
                await result
        except Exception:  # noqa: BLE001 - a guard catches what nobody foresaw
            _log.exception("a tap failed")
            show_snackbar(page, translate_for(FAILURE_MESSAGE, page))

    return guarded


def _restart_updates(page: ft.Page | ft.BasePage) -> None:
    """Restart the session's updates if an invalid control has ended them."""
    if not isinstance(page, ft.Page):
        return
    before = _updates_task(page)
    page.session.start_updates_scheduler()  # type: ignore[no-untyped-call]  # Flet left it bare
    if _updates_task(page) is not before:
        _watch_updates(page)


def _updates_task(page: ft.Page) -> asyncio.Task[None] | None:
    """The task in which Flet updates the session; None before the first component."""
    task: asyncio.Task[None] | None = vars(page.session)["_Session__updates_task"]
    return task


def translate_for(message: str, page: ft.Page | ft.BasePage) -> str:
    """Translate a text for a session; untranslated until its root has stored the translator."""
    translate = page.data
    return str(translate(message)) if callable(translate) else message


def show_snackbar(page: ft.Page | ft.BasePage, text: str) -> None:
    """Show a text that no screen has a place for; it disappears by itself."""
    try:
        page.show_dialog(ft.SnackBar(ft.Text(text)))
    except Exception:  # noqa: BLE001 - there is no other way to show it
        _log.exception("nor could that be said")


def run_in_session(page: ft.Page) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Make a wrapper for functions that then run in the session of this page, whoever calls them.

    Flet would send a change to the device of the calling session. `run_task` binds the right page,
    but leaves it bound in the caller, hence the copied context. While a page has no connection the
    function is not called: all is repainted when it returns.
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
    """Count how often the device has returned after a lost link; `on_return` is called each time.

    Put the number into the key of the root: a root with a new key is all that Flet's client paints
    after a reconnection. From here on the session's updates are watched too.
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
    """Send empty screens to a device that returns; the returned function restores them.

    Flet's client compares its old controls with the new ones, level by level, which keeps it busy
    for a minute with a full pad. The comparison is useless, for the root gets a new key.
    """
    session = page.session
    flet_apply = session.apply_page_patch
    emptied: list[tuple[list[ft.BaseControl], list[ft.BaseControl]]] = []

    def apply_page_patch(patch: dict[str, Any]) -> None:
        flet_apply(patch)
        if getattr(session, "connection", None) is None:
            for view in getattr(page.views, "_b", page.views):  # inside of the root component
                if isinstance(view, ft.View):
                    emptied.append((view.controls, [*view.controls]))
                    view.controls.clear()

    def restore_views() -> None:
        while emptied:
            controls, content = emptied.pop()
            controls.extend(content)

    session.apply_page_patch = apply_page_patch  # type: ignore[method-assign]  # the guard
    return restore_views


def _watch_updates(page: ft.Page) -> None:
    """Notice when an invalid control ends the updates."""
    updates = _updates_task(page)
    if updates is not None:
        updates.add_done_callback(functools.partial(_on_updates_ended, page))


def _on_updates_ended(page: ft.Page, ended: asyncio.Task[None]) -> None:
    """Log why the updates have ended, restart them and report it."""
    failure = None if ended.cancelled() else ended.exception()
    if failure is None:
        return
    _log.error("a control could not be painted", exc_info=failure)
    _restart_updates(page)
    show_snackbar(page, translate_for(FAILURE_MESSAGE, page))


def sanitize_results(page: ft.Page) -> None:
    """Check what a device answers (`client_input.sanitize_answer`).

    Unasked messages are checked by the server before they get here. An answer to a control that is
    gone is dropped: Flet would end the connection.
    """
    session = page.session
    flet_invoke = session.invoke_method
    flet_handle = session.handle_invoke_method_results

    async def invoke_method(
        control_id: int,
        method_name: str,
        args: object,
        timeout: float | None = None,  # noqa: ASYNC109 - as Flet has it
    ) -> object:
        answer = await flet_invoke(control_id, method_name, args, timeout)
        return client_input.sanitize_answer(method_name, answer)

    def handle_results(control_id: int, call_id: str, result: object, error: str | None) -> None:
        if control_id in session.index:
            flet_handle(control_id, call_id, result, error)

    session.invoke_method = invoke_method  # type: ignore[method-assign]  # the guard itself
    session.handle_invoke_method_results = handle_results  # type: ignore[method-assign]  # as above
