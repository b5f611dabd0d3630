"""A game that the screens cannot show yet opens with a sentence, and is kept."""

import pytest
from client import Client, in_a_loop
from kept_games import game_of, keep

from qwixx_pad.app import opened_pad

PAPER = (
    "This game was copied from paper, which this version cannot show yet."
    " It is kept, with its points."
)


@pytest.mark.parametrize(
    ("line", "route", "said"),
    [
        ("classic+paper r2", "/game/kept", PAPER),
        ("classic/2+paper 1:r2 end", "/games/kept", PAPER),
        ("longo/2+paper 1:r2 end", "/game/kept/review", PAPER),
    ],
)
@in_a_loop
async def test_it_opens_with_a_sentence(tmp_path, line, route, said):
    keep(tmp_path, [game_of(line, "Anna", "Ben")])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route=route) as tab:
            assert tab.sees(said)


@in_a_loop
async def test_the_list_tells_its_points_and_leads_to_sharing_but_not_to_the_pad(tmp_path):
    keep(tmp_path, [game_of("longo/2+paper 1:r2 1:y3 2:r2 end", "Anna", "Ben")])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route="/games") as tab:
            assert {"Anna, Ben", "2 · 1"} <= {*tab.texts()}
            assert tab.sees("Longo")
            await tab.taps("more-kept")
            assert not tab.has("games/kept")
            await tab.taps("games/kept/share")
            assert tab.has("share-text")
            assert not tab.has("share-picture")


@in_a_loop
async def test_home_and_the_statistics_count_it(tmp_path):
    games = [game_of("longo/2+paper 1:r2 1:y3 2:r2 end", "Anna", "Ben")]
    keep(tmp_path, games, name="Anna")
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route="/") as tab:
            assert tab.has("game-kept")
        async with Client(pad.show, route="/stats") as tab:
            assert "1 game" in tab.texts()
