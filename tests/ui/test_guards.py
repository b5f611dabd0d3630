"""The traps of this Flet release, and what the guards make of them."""

import asyncio
from contextlib import asynccontextmanager

import flet as ft
import pytest
from flet import canvas as cv

from qwixx_pad.ui.flet_support.diffing import patch_diffing
from qwixx_pad.ui.flet_support.flet_patches import (
    FAILURE_MESSAGE,
    component,
    handler,
    root_component,
    run_in_session,
    use_reconnections,
)
from tests.support.ui.mirrored_screen import MirroredScreen
from tests.support.ui.session_client import Client


def button(identifier, on_click):
    return ft.Semantics(identifier=identifier, content=ft.Container(on_click=on_click))


def watched(child):
    """An app with a number that `more` raises, and a part that shows it; it counts its epochs."""

    def main(page):
        @component
        def app():
            number, put = ft.use_state(0)
            epoch = use_reconnections(page, lambda: None)
            more = button("more", handler(lambda _: put(lambda old: old + 1)))
            back = button("back", handler(lambda _: put(0)))
            return ft.Column([more, back, child(number), ft.Text(f"{epoch=}")], key=f"{epoch}")

        page.render(app)

    return main


def show_or_raise(number):
    if number == 1:
        raise ValueError("boom")
    return ft.Text(f"n={number}")


def invalid_at_one(number):
    """Flet finds a viewer invalid whose least scale is above its greatest."""
    least = 3.0 if number == 1 else 0.5
    return ft.Column(
        [ft.InteractiveViewer(ft.Text("x"), min_scale=least, max_scale=2.0), ft.Text(f"n={number}")]
    )


def card_is_shown(tab):
    return bool(tab.find(lambda c: getattr(c, "key", None) == "error-card"))


# a component that raises


async def test_raising_component_becomes_a_card_until_it_recovers(caplog):
    async with Client(watched(component(show_or_raise))) as tab:
        await tab.tap("more")
        assert card_is_shown(tab)
        assert "show_or_raise could not be painted" in caplog.text
        await tab.tap("more")
        assert "n=2" in tab.texts()
        assert not card_is_shown(tab)
        assert tab.alive()


async def test_raising_root_becomes_a_view_with_a_card():
    puts = []

    @root_component
    def root():
        number, put = ft.use_state(0)
        puts.append(put)
        return [ft.View(controls=[show_or_raise(number)])]

    async with Client(lambda page: page.render_views(root)) as tab:
        for number in (1, 2):
            puts[0](number)
            await tab.settle()
            assert card_is_shown(tab) == (number == 1)


# a control that Flet finds invalid


async def test_invalid_control_is_reported_and_updates_continue():
    async with Client(watched(component(invalid_at_one))) as tab:
        await tab.tap("more")
        assert tab.alive()
        assert FAILURE_MESSAGE in tab.texts()
        await tab.tap("more")
        assert "n=2" in tab.texts()
        await tab.taps("back more more")
        assert tab.alive(), "also after the second"
        assert "n=2" in tab.texts()


# a handler that raises


def raises(_):
    raise ValueError("boom")


async def raises_later(_):
    await asyncio.sleep(0)
    raise ValueError("boom")


@pytest.mark.parametrize("bad", [raises, raises_later])
async def test_raising_handler_is_reported_and_logged(bad, caplog):
    async with Client(watched(lambda _: button("bad", handler(bad)))) as tab:
        await tab.tap("bad")
        assert FAILURE_MESSAGE in tab.texts()
        assert not tab.crashes()
    assert "a tap failed" in caplog.text


# a change from another session


def sharing(setters, name):
    """An app that hands its setter to a common list; `all` calls everybody's."""

    def main(page):
        @component
        def app():
            number, put = ft.use_state(0)
            more = run_in_session(page)(lambda: put(lambda old: old + 1))
            ft.use_effect(lambda: setters.append(more), [])
            call_all = button("all", handler(lambda _: [setter() for setter in setters]))
            return ft.Column([call_all, ft.Text(f"{name}{number}")])

        page.render(app)

    return main


@asynccontextmanager
async def two_devices():
    """Both, and the setters of both."""
    setters = []
    async with Client(sharing(setters, "a")) as one, Client(sharing(setters, "b")) as other:
        yield one, other, setters


async def test_update_reaches_only_its_own_device():
    async with two_devices() as (one, other, _):
        one.wire.sent.clear()
        other.wire.sent.clear()
        await one.tap("all")
        assert (one.patches(), other.patches()) == (1, 1)
        assert (one.texts(), other.texts()) == (["a1"], ["b1"])


async def test_update_restores_the_current_page_context():
    """Flet leaves the page of a task bound in the caller; the next setter would be misled."""
    async with two_devices() as (_, _, setters):
        mine = ft.context.page
        setters[0]()
        assert ft.context.page is mine


# parts that change their places


def rows(number):
    """Two rows of words that change their order, one growing and the other shrinking with it."""
    words = {"a": "a" * (1 + 2 * number), "b": "b" * (3 - 2 * number)}
    order = sorted(words, reverse=not number)
    return ft.Column([ft.Row([*map(ft.Text, words[key])], key=key) for key in order])


async def test_reordered_children_are_not_mixed_up():
    patch_diffing()
    async with Client(watched(component(rows))) as tab:
        mirrored = MirroredScreen(tab)
        assert mirrored.texts() == [*"bbba", "epoch=0"]
        await tab.tap("more")
        assert mirrored.hear().texts() == [*"aaab", "epoch=0"]


def line(number):
    """A line of parts of two kinds, some of which are equal."""
    to = cv.Path.LineTo
    move = cv.Path.MoveTo
    parts = [move(1, 1), to(1, 1), to(1, 1)] if number else [to(1, 1), to(2, 2), move(2, 2)]
    return cv.Canvas([cv.Path(parts)])


async def test_equal_children_keep_their_places():
    patch_diffing()
    async with Client(watched(component(line))) as tab:
        mirrored = MirroredScreen(tab)
        await tab.tap("more")
        [path] = mirrored.hear().all("Path")
        parts = [[each["_type"], each["x"]] for each in path["elements"]]
        assert parts == [["MoveTo", 1], ["LineTo", 1], ["LineTo", 1]]


# a lost link


async def test_reconnected_device_is_repainted():
    what = {"n": 0}
    built = []

    @component
    def part(_):
        own, _ = ft.use_state(len(built))
        built.append(own)
        return ft.Text(f"n={what['n']}")

    async with Client(watched(part)) as tab:
        await tab.lose_link()
        what["n"] = 7
        await tab.come_back()
        assert tab.texts() == ["n=7", "epoch=1"]
        assert built == [0, 1], "a new key makes new parts"
        what["n"] = 8
        await tab.tap("more")
        assert tab.texts() == ["n=8", "epoch=1"]


async def test_event_with_bare_data_is_handled():
    """Flet hands the description of the media over bare, without the page it is about."""
    seen = []
    async with Client(lambda page: page.add(ft.Text("any"))):
        await handler(seen.append)("bare data")
    assert seen == ["bare data"]


async def test_update_from_any_thread_is_painted():
    setters = []
    async with Client(sharing(setters, "a")) as tab:
        await asyncio.get_running_loop().run_in_executor(None, setters[0])
        await tab.settle()
        assert tab.texts() == ["a1"]
        await tab.lose_link()
        setters[0]()
        await tab.come_back()
        assert not tab.crashes()
        setters[0]()
        await tab.settle()
        assert tab.texts() == ["a2"]


async def test_reconnected_device_gets_an_empty_screen_first(tab):
    await tab.taps("new-game r2 r3")
    await tab.lose_link()
    tab.session.apply_page_patch({"width": 390})  # what a device says first
    assert not tab.has("total")
    await tab.come_back()
    assert tab.number("total") == 3
    await tab.tap("r4")
    assert tab.number("total") == 6
