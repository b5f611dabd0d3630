"""The end of a game on real screens: last crosses before a penalty, the result, its undo."""

import asyncio
from dataclasses import replace

from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import AT_ONCE, NO_MINUTE, opened_pad
from tests.support.ui.table_devices import HOST, device, phones_where, rest, share

THREE = "1:- / 2:b12 / 1:- / 2:b11 / 1:- / 2:b10 /"
"""Anna rolls and has three penalties."""


async def test_fourth_penalty_asks_the_other_phone(tmp_path):
    async with phones_where(tmp_path, f"classic/2 {THREE}") as (anna, ben):
        await share(anna, "end-turn", ben)
        assert ben.has("s2-done")
        assert "Ben" in anna.view.waiting
        assert not anna.has("rematch")
        await share(ben, "cross-2", anna)
        assert not ben.has("s2-done")
        await share(ben, "b9", anna)
        assert anna.has("rematch")
        assert ben.has("rematch")


async def test_ending_the_roll_of_an_absent_phone_asks_first(tmp_path):
    three = "1:b12 / 2:- / 1:b11 / 2:- / 1:b10 / 2:- / 1:b9 /"
    async with phones_where(
        tmp_path, f"classic/2 {three}", replace(AT_ONCE, away_after=NO_MINUTE.away_after)
    ) as (anna, ben):
        await ben.lose_link()
        await rest(anna)
        await anna.tap("end-turn")
        assert not anna.has("rematch")
        await anna.tap("s1-done")
        await rest(anna)
        assert anna.has("rematch")


async def test_undo_on_the_result_reopens_the_game_for_everyone(
    tmp_path,
):
    async with phones_where(tmp_path, f"classic/2 {THREE} 2:b9 1:- end") as (anna, ben):
        await share(ben, "undo", anna)
        assert ben.has("s2-done")
        assert "Ben" in anna.view.message.title
        await share(ben, "cross-2 b8", anna)
        assert anna.has("rematch")


async def test_single_device_card_lists_seats_without_cross(tmp_path):
    three = "1:- / 2:b12 / 3:b12 / 1:- / 2:b11 / 3:b11 / 1:- / 2:b10 / 3:b10 /"
    keep(tmp_path, [game_of(f"classic/3 {three}", "Anna", "Ben", "Cleo")])
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/game/saved") as tab:
            await tab.tap("end-turn")
            assert [tab.has(f"s{seat}-done") for seat in (1, 2, 3)] == [False, True, True]
            await tab.tap("s3-done")
            assert not tab.has("s3-done")
            await tab.tap("cross-2")
            assert not tab.has("s2-done")
            await tab.tap("b9")
            assert tab.has("rematch")


async def test_finished_sheet_shows_briefly_before_the_result(tmp_path):
    keep(tmp_path, [game_of("classic r3 - - -", "Anna")])
    with opened_pad(tmp_path, times=replace(AT_ONCE, result=0.05)) as pad:
        async with device(pad, HOST, "/game/saved") as tab:
            await tab.tap("penalty")
            assert tab.has("r2")
            assert not tab.view.last_chance
            await asyncio.sleep(0.06)
            await rest(tab)
            assert tab.has("review")
            await tab.tap("undo")
            assert tab.has("r2")
