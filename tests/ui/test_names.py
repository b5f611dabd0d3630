"""A name changed on the screen of names, and given back."""

import flet as ft

from tests.support.ui.pads_with_games import pad_with
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import write


async def test_name_is_changed_and_given_back(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        zoes = {game.head.id for game in games if "Zoë" in game.head.names}
        async with Client(pad.show_caller, route="/stats") as tab:
            await tab.tap("names")
            players = [player.name for player in pad._services.library.players()]
            await tab.tap(f"name-{players.index('Zoë')}")
            await write(tab, "new-name", "Zoe")
            assert any(str(len(zoes)) in text for text in tab.texts())
            await tab.tap("rename-now")
            assert {each.game for each in pad._services.library.last_rename().seats} == zoes
            await tab.tap("undo-message")
            assert pad._services.library.last_rename() is None
            assert [player.name for player in pad._services.library.players()] == players


async def test_name_of_another_player_says_what_is_left_out(tmp_path):
    with pad_with(tmp_path) as (pad, games):
        both = [game.head for game in games if {"Anna", "Ben"} <= {*game.head.names}]
        async with Client(pad.show_caller, route="/games") as tab:
            await tab.taps(f"more-{games[-1].head.id} names")
            players = [player.name for player in pad._services.library.players()]
            await tab.tap(f"name-{players.index('Ben')}")
            await write(tab, "new-name", "anna")
            assert both
            assert any(str(len(both)) in text for text in tab.texts())
            await tab.tap("keep-name")
            await tab.tap(f"name-{players.index('Ben')}")
            await write(tab, "new-name", "Benno", "submit")
        async with Client(pad.show_caller, route="/names") as again:
            assert "Benno" in {player.name for player in pad._services.library.players()}
            await again.tap("undo-rename")
            assert [player.name for player in pad._services.library.players()] == players


async def test_long_list_of_games_left_out_says_how_many_more(tmp_path):
    with pad_with(tmp_path, 60) as (pad, games):
        both = [game.head for game in games if {"Anna", "Ben"} <= {*game.head.names}]
        async with Client(pad.show_caller, route="/names") as tab:
            players = [player.name for player in pad._services.library.players()]
            await tab.tap(f"name-{players.index('Ben')}")
            await write(tab, "new-name", "anna")
            assert len(both) > 6
            preview = tab.one("preview")
            said = [text.value for text in tab.walk(preview) if isinstance(text, ft.Text)]
            assert str(len(both) - 5) in said[-1].split(), "behind the games that are named"
