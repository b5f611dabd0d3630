"""The list of all games: found, opened, deleted, put back; a long one is built where it is seen."""

import flet as ft
import pytest
from client import Client
from hypothesis import given
from hypothesis import strategies as st
from kept_games import game_of, keep, pad_with
from table import BEN, device, write

from qwixx_pad.app import opened_pad
from qwixx_pad.ui.games.window import CHUNK, EXTENT, window


def rows(tab):
    """Identifiers of the games whose rows are built, from above."""
    found = tab.find(lambda c: isinstance(c, ft.Semantics) and str(c.identifier)[:5] == "game-")
    return [row.identifier.removeprefix("game-") for row in found]


async def scroll(tab, pixels):
    column = next(c for c in tab.walk() if isinstance(c, ft.Column) and c.on_scroll is not None)
    event = {
        "event_type": "update",
        "pixels": pixels,
        "min_scroll_extent": 0.0,
        "max_scroll_extent": 1e6,
        "viewport_dimension": 600.0,
    }
    await tab.session.dispatch_event(column._i, "scroll", event)
    await tab.settle()


async def test_the_newest_game_comes_first_and_letters_of_a_name_narrow_the_list(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        async with Client(pad.show, route="/games") as tab:
            assert rows(tab) == [game.head.id for game in reversed(games)]
            assert "12 games" in tab.texts()
            await write(tab, "search", "zO")
            with_zoe = [g.head.id for g in reversed(games) if "Zoë" in g.head.names]
            assert rows(tab) == with_zoe != []
            await write(tab, "search", "nobody of that name")
            assert rows(tab) == []
            assert "No game fits." in tab.texts()


async def test_a_deleted_game_is_gone_until_it_is_put_back(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        first = games[-1].head.id
        async with Client(pad.show, route="/games") as tab:
            await tab.taps(f"more-{first} delete/{first}")
            assert first not in rows(tab)
            assert "Game deleted" in tab.texts()
            await tab.tap("undo-message")
            assert rows(tab)[0] == first
            await tab.taps(f"more-{first} delete/{first} choose-shown choose-deleted")
            assert rows(tab) == [first]
            await tab.taps(f"game-{first} put-back/{first}")
            assert rows(tab) == []
            await tab.taps("choose-shown choose-every")
            assert rows(tab)[0] == first


async def test_games_are_removed_for_good_only_after_a_question(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        first = games[-1].head.id
        async with Client(pad.show, route="/games") as tab:
            await tab.taps(f"more-{first} delete/{first} choose-shown choose-deleted wipe cancel")
            assert rows(tab) == [first]
            await tab.taps("wipe wipe-now")
            assert rows(tab) == []
            await tab.taps("choose-shown choose-every")
            assert len(rows(tab)) == 11


async def test_a_new_game_is_never_played_on_a_deleted_sheet(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show) as tab:
            await tab.taps("new-game menu home settings data delete-all delete-now back")
            await tab.taps("new-game r2 menu home")
            assert tab.has("continue-game")


async def test_an_unfinished_game_is_marked_and_leads_to_its_pad(tmp_path):
    with pad_with(tmp_path, 3) as (pad, _):
        async with Client(pad.show) as tab:
            await tab.taps("new-game r2 menu home history choose-shown choose-open")
            (unfinished,) = rows(tab)
            assert tab.name(f"game-{unfinished}").endswith("open")
            await tab.tap(f"game-{unfinished}")
            assert tab.page.route == f"/game/{unfinished}"


async def test_a_finished_game_leads_to_its_review_and_back_to_the_list(lasting_pad):
    async with Client(lasting_pad.show, route="/games") as tab:
        await tab.tap("game-table")
        assert tab.has("scrubber")
        await tab.tap("back")
        assert tab.page.route == "/games"


async def test_of_a_long_list_only_what_is_near_is_built(tmp_path):
    with pad_with(tmp_path, 300) as (pad, games):
        newest_first = [game.head.id for game in reversed(games)]
        async with Client(pad.show, route="/games") as tab:
            assert rows(tab) == newest_first[: len(rows(tab))]
            assert len(rows(tab)) < 60
            await scroll(tab, 200 * EXTENT)
            shown = rows(tab)
            assert newest_first[200] in shown
            assert len(shown) < 80
            at = newest_first.index(shown[0])
            assert shown == newest_first[at : at + len(shown)]


@given(
    total=st.integers(1, 100_000),
    share=st.floats(0, 1),
    height=st.floats(200, 2000),
)
def test_what_is_seen_of_a_list_is_always_built_and_its_length_never_changes(total, share, height):
    length = total * EXTENT
    pixels = share * max(0.0, length - height)
    seen = window(pixels, height, total)
    built = (min(seen.end * CHUNK, total) - seen.first * CHUNK) * EXTENT
    assert seen.above(total) + built + seen.below(total) == pytest.approx(length)
    assert seen.above(total) <= pixels + 0.001
    assert length - seen.below(total) >= min(length, pixels + height) - 0.001


@pytest.mark.parametrize("place", ["games", "stats", "data", "games/table", "game/won/review"])
async def test_a_visitor_sees_nothing_of_it(lasting_pad, place):
    async with device(lasting_pad, BEN, f"/{place}") as tab:
        assert tab.has("join"), "the screen for a code"
        assert not any(map(tab.has, ("games-found", "scrubber", "backup", "stats-player")))


@pytest.mark.parametrize(
    ("line", "said", "corrected"),
    [
        ("classic r2 end", "point", False),
        ("classic r2 r3", "open", False),
        ("classic r2 end undo", "open", False),
        ("classic r2 end undo undo r3 end", "point", True),
    ],
)
async def test_a_row_says_points_and_corrections_of_a_game_that_is_over_only(
    tmp_path, line, said, corrected
):
    keep(tmp_path, [game_of(line, "Anna")])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route="/games") as tab:
            assert said in tab.texts()
            assert tab.sees("corrected") == corrected
