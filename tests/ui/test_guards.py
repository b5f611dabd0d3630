"""Each trap of this Flet release: seen without the guard, gone with it.

When Flet mends one of them, the test that sees the trap fails, and its guard may go.
"""

import asyncio

import flet as ft
import pytest
from client import Client, in_a_loop

from qwixx_pad.app import opened_pad
from qwixx_pad.ui.runtime.guards import component, handler, memo, run_in_session, use_epoch, views


class Ruin(Client):
    """A tab that may be broken at the end; the test says what is left of it."""

    async def __aexit__(self, *failure):
        self.session.close()
        self.wire.executor.shutdown(wait=False)
        await asyncio.sleep(0)


def button(identifier, on_click):
    return ft.Semantics(identifier=identifier, content=ft.Container(on_click=on_click))


def counting(child, make=component):
    """An app with a number that `more` raises, and a part that shows it."""

    @make
    def app():
        number, put = ft.use_state(0)
        return ft.Column([button("more", lambda _: put(lambda old: old + 1)), child(number)])

    return lambda page: page.render(app)


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


async def test_trap_a_component_that_raises_ends_the_updates():
    async with Ruin(counting(ft.component(show_or_raise))) as tab:
        await tab.taps("more more")
        assert not tab.alive()
        assert "n=2" not in tab.texts()


async def test_a_component_that_raises_is_a_card_until_it_can_be_painted_again():
    async with Ruin(counting(component(show_or_raise))) as tab:
        await tab.tap("more")
        assert card_is_shown(tab)
        await tab.tap("more")
        assert "n=2" in tab.texts()
        assert not card_is_shown(tab)
        assert tab.alive()


async def test_a_component_that_raises_is_logged_with_its_name(caplog):
    async with Ruin(counting(component(show_or_raise))) as tab:
        await tab.tap("more")
    assert "show_or_raise could not be painted" in caplog.text


async def test_a_component_that_raised_between_its_hooks_keeps_their_values():
    @component
    def two_hooks(number):
        first, _ = ft.use_state(f"first of {number}")
        show_or_raise(number)
        second, _ = ft.use_state(f"second of {number}")
        return ft.Text(f"{first}, {second}")

    async with Ruin(counting(two_hooks)) as tab:
        await tab.taps("more more")
        assert "first of 0, second of 0" in tab.texts()


async def test_a_root_that_raises_is_a_view_with_a_card():
    def main(page):
        @views
        def root():
            number, put = ft.use_state(0)
            more = button("more", lambda _: put(lambda old: old + 1))
            return [ft.View(controls=[more, show_or_raise(number)])]

        page.render_views(root)

    async with Ruin(main) as tab:
        await tab.tap("more")
        assert card_is_shown(tab)
        assert tab.alive()


async def test_guarded_components_are_told_apart_by_their_keys():
    @component
    def named(name):
        born, _ = ft.use_state(name)
        return ft.Text(f"{name} was {born}")

    def both(number):
        names = ["a", "b"] if number == 0 else ["b", "a"]
        return ft.Column([named(name, key=name) for name in names])

    async with Client(counting(both)) as tab:
        await tab.tap("more")
        assert tab.texts() == ["b was b", "a was a"]


async def test_a_remembered_component_is_built_again_only_for_something_new():
    built = []

    @component
    def half(number):
        built.append(number)
        return ft.Text(f"half={number}")

    remembered = memo(half)
    async with Client(counting(lambda number: remembered(number // 2))) as tab:
        await tab.taps("more more more")
        assert built == [0, 1]
        assert "half=1" in tab.texts()


# a control that Flet finds invalid


async def test_trap_an_invalid_control_ends_the_updates():
    async with Ruin(counting(component(invalid_at_one))) as tab:
        await tab.tap("more")
        assert not tab.alive()


def watched(child):
    """The counting app under a root that counts its epochs, as the pad's does."""

    def main(page):
        @component
        def app():
            number, put = ft.use_state(0)
            epoch = use_epoch(page, lambda: None)
            more = button("more", handler(lambda _: put(lambda old: old + 1)))
            back = button("back", handler(lambda _: put(0)))
            return ft.Column([more, back, child(number), ft.Text(f"{epoch=}")], key=f"{epoch}")

        page.render(app)

    return main


async def test_after_an_invalid_control_the_updates_go_on_and_the_player_is_told():
    async with Ruin(watched(component(invalid_at_one))) as tab:
        await tab.tap("more")
        assert tab.alive()
        assert any("did not work" in text for text in tab.texts())
        await tab.tap("more")
        assert "n=2" in tab.texts()


async def test_also_after_the_second_invalid_control():
    async with Ruin(watched(component(invalid_at_one))) as tab:
        await tab.taps("more more back more more")
        assert tab.alive()
        assert "n=2" in tab.texts()


# a handler that raises


def raises(_):
    raise ValueError("boom")


async def raises_later(_):
    await asyncio.sleep(0)
    raise ValueError("boom")


async def test_trap_a_handler_that_raises_covers_the_app():
    async with Ruin(lambda page: page.add(button("bad", raises))) as tab:
        await tab.tap("bad")
        assert tab.crashes()


@pytest.mark.parametrize("bad", [raises, raises_later])
def test_a_handler_that_raises_is_a_few_words_and_a_line_in_the_log(bad, caplog):
    @in_a_loop
    async def session():
        async with Client(counting(lambda _: button("bad", handler(bad)))) as tab:
            await tab.tap("bad")
            assert any("did not work" in text for text in tab.texts())
            assert not tab.crashes()

    session()
    assert "a tap failed" in caplog.text


async def test_a_handler_is_told_its_event():
    told = []
    async with Client(lambda page: page.add(button("good", handler(told.append)))) as tab:
        await tab.tap("good")
    assert [event.name for event in told] == ["click"]


# a change from another session


def sharing(setters, name, wrap):
    """An app that hands its setter to a common list; `all` calls everybody's."""

    def main(page):
        @component
        def app():
            number, put = ft.use_state(0)
            more = wrap(page)(lambda: put(lambda old: old + 1))
            ft.use_effect(lambda: setters.append(more), [])
            call_all = button("all", handler(lambda _: [setter() for setter in setters]))
            return ft.Column([call_all, ft.Text(f"{name}{number}")])

        page.render(app)

    return main


def as_it_is(_):
    return lambda change: change


async def test_trap_a_change_from_another_session_is_sent_to_the_wrong_device():
    setters = []
    async with (
        Ruin(sharing(setters, "a", as_it_is)) as one,
        Ruin(sharing(setters, "b", as_it_is)) as other,
    ):
        one.wire.sent.clear()
        other.wire.sent.clear()
        await one.tap("all")
        assert (one.patches(), other.patches()) == (2, 0)


async def test_a_change_in_its_own_turn_reaches_its_own_device():
    setters = []
    async with (
        Client(sharing(setters, "a", run_in_session)) as one,
        Client(sharing(setters, "b", run_in_session)) as other,
    ):
        one.wire.sent.clear()
        other.wire.sent.clear()
        await one.tap("all")
        assert (one.patches(), other.patches()) == (1, 1)
        assert (one.texts(), other.texts()) == (["a1"], ["b1"])


async def test_a_change_in_its_own_turn_may_come_from_any_thread():
    setters = []
    async with Client(sharing(setters, "a", run_in_session)) as tab:
        await asyncio.get_running_loop().run_in_executor(None, setters[0])
        await tab.settle()
        assert tab.texts() == ["a1"]


async def test_a_change_does_not_change_whose_turn_it_is():
    """Flet leaves the page of a task bound in the caller; the next setter would be misled."""
    setters = []
    async with (
        Client(sharing(setters, "a", run_in_session)) as one,
        Client(sharing(setters, "b", run_in_session)) as other,
    ):
        mine = ft.context.page
        for setter in setters:
            setter()
        assert ft.context.page is mine
        await one.settle()
        assert (one.texts(), other.texts()) == (["a1"], ["b1"])


# a lost link


async def test_trap_a_change_while_the_device_is_away_is_never_painted():
    kept = {}

    def main(page):
        @component
        def app():
            number, kept["put"] = ft.use_state(0)
            return ft.Text(f"n={number}")

        page.render(app)

    async with Client(main) as tab:
        await tab.lose_link()
        kept["put"](7)
        await tab.come_back()
        assert tab.texts() == ["n=0"]


async def test_a_device_that_comes_back_is_painted_afresh():
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


async def test_after_the_link_came_back_taps_are_painted_again():
    async with Client(watched(lambda number: ft.Text(f"n={number}"))) as tab:
        await tab.lose_link()
        await tab.come_back()
        await tab.tap("more")
        assert "n=1" in tab.texts()
        assert tab.patches()


async def test_a_device_that_is_away_is_left_alone():
    setters = []
    async with Client(sharing(setters, "a", run_in_session)) as tab:
        await tab.lose_link()
        setters[0]()
        await tab.come_back()
        assert not tab.crashes()
        setters[0]()
        await tab.settle()
        assert tab.texts() == ["a1"]


async def test_an_event_that_carries_only_its_data_is_handled_too():
    """Flet hands the description of the media over bare, without the page it is about."""
    seen = []

    def main(page):
        page.on_media_change = handler(lambda _: seen.append(page.media))
        page.add(ft.Text("any"))

    async with Client(main) as tab:
        edges = dict.fromkeys(("top", "bottom", "left", "right"), 8.0)
        paddings = dict.fromkeys(("padding", "view_padding", "view_insets"), edges)
        media = {**paddings, "device_pixel_ratio": 2.0, "orientation": "portrait"}
        await tab.page._trigger_event("media_change", media)
        await tab.settle()
        assert len(seen) == 1


async def test_a_device_that_comes_back_is_sent_an_empty_screen_and_then_the_pad(tmp_path):
    with opened_pad(tmp_path / "data") as opened:
        async with Client(opened.show) as tab:
            await tab.taps("new-game r2 r3")
            whole = len(tab._pack(tab.page))
            await tab.lose_link()
            tab.session.apply_page_patch({"width": 390})  # what a device says first
            assert len(tab._pack(tab.page)) < whole / 10
            await tab.come_back()
            assert tab.name("total") == "Total 3"
            await tab.tap("r4")
            assert tab.name("total") == "Total 6"
            assert len(tab._pack(tab.page)) > whole * 0.9
