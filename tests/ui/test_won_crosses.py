"""Crosses that a pair has won at a shared table: one phone asks, the others wait."""

from table import phones_where, rest

OWING = "bonus_b/2 2:r2 1:y11 / 2:b12 2:y11 / 2:g9 1:r2"
"""Anna rolls; Ben has completed a pair, and all of his rows tie."""
ASKS = "Which row gets 2 crosses?"


async def test_the_roller_waits_for_the_choice_and_goes_on_once_it_is_made(tmp_path):
    async with phones_where(tmp_path, OWING) as (anna, ben):
        assert ben.sees(ASKS)
        assert not anna.sees(ASKS)
        assert anna.sees("Waiting for Ben")
        await ben.tap("pr")
        await rest(anna, ben)
        assert not anna.sees("Waiting for Ben")
        assert anna.has("end-turn")
        assert ben.name("r4").startswith("Red 4, crossed")


async def test_the_roller_may_end_the_waiting_and_then_the_roll(tmp_path):
    async with phones_where(tmp_path, OWING) as (anna, ben):
        await anna.tap("close-now")
        await rest(anna, ben)
        assert ben.sees(ASKS), "until the roll is over"
        await anna.tap("end-turn")
        await rest(anna, ben)
        assert not ben.sees(ASKS)
