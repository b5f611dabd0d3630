"""After a game at a shared table: every phone looks back on it, only the owner corrects it."""

from dataclasses import replace

import flet as ft

from tests.support.ui.heights import clipped
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.table_devices import CLEO, HOST, device, phones_where, share, two_phones

OVER = "classic/2 1:r2 1:r3 2:y4 end"


async def test_every_phone_reviews_and_shares_but_corrects_and_deletes_nothing(tmp_path):
    async with phones_where(tmp_path, OVER) as (_, ben):
        await ben.tap("review")
        assert ben.has("scrubber")
        assert ben.name("seat-1").startswith("Anna, 3")
        await ben.tap("menu")
        assert ben.has("cancel")
        assert not any(map(ben.has, ("correct", "delete", "statistics")))
        await ben.taps("cancel share")
        assert ben.has("share-picture")
        await ben.taps("back back")
        assert ben.has("rematch")


async def test_another_browser_of_the_owner_opens_the_result_from_the_list_and_no_lobby(pad):
    other = replace(HOST, key="other")
    async with two_phones(pad, "start-game r5 menu finish"), device(pad, other, "/games") as tab:
        rows = tab.find(lambda c: str(getattr(c, "identifier", "")).startswith("game-"))
        await tab.tap(rows[0].identifier)
        assert tab.sees("Anna wins!")
        assert not tab.has("person-1")


async def test_a_stranger_sees_nothing_of_the_table(pad):
    async with two_phones(pad, "start-game r2 menu finish") as (anna, _):
        code = anna.page.route.rpartition("/")[2]
        for inside in ("review", "share", "review/share"):
            async with device(pad, CLEO, f"/table/{code}/{inside}") as cleo:
                assert not cleo.has("scrubber")
                assert not cleo.has("copy-line")


async def test_a_correction_is_seen_on_every_phone(tmp_path):
    async with phones_where(tmp_path, OVER) as (anna, ben):
        assert ben.sees("Anna wins!")
        await share(anna, "review menu correct first next take-out", ben)
        assert ben.sees("Anna and Ben win!")
        await share(anna, "undo-message", ben)
        assert ben.sees("Anna wins!")


async def test_rematches_of_a_day_are_a_series_on_the_result_and_in_the_list(tmp_path):
    line = "classic/2 1:r5 / end"
    games = [game_of(line, "Anna", "Ben", called=called) for called in ("first", "kept")]
    keep(tmp_path, games, hints="cross lock misthrow")
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/game/kept") as anna:
            assert anna.name("series-1") == "Anna, 2 wins, 2 points"
            assert anna.name("series-2") == "Ben, 0 wins, 0 points"
            assert "Series, game 2" in anna.texts()
            await anna.taps("best-of best-of-3")
            assert anna.name("best-of").startswith("Best of three.")
            assert "Anna wins the series!" in anna.texts()
            await anna.tap("home")
            assert anna.sees("series 2:0 (2:0)")
            assert not anna.sees("series 1:0"), "one game is none yet"


async def test_the_series_of_three_has_room_for_two_lines_in_a_narrow_list(tmp_path):
    names, line = ("Katharina", "Maximilian", "Bernadette"), "classic/3 1:r5 / end"
    games = [game_of(line, *names, called=called) for called in ("first", "kept")]
    keep(tmp_path, games, hints="cross lock misthrow")
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/games", width=320, height=568) as anna:
            for width, lines in ((320, 2), (390, 2), (1180, 1)):
                await anna.resize(width, 820)
                series = next(c for c in anna.walk() if "series 2:0:0 (2:0:0)" in texts_of(c))
                assert series.max_lines == lines
                assert clipped(anna, 1.0) == []


def texts_of(control):
    return control.value if isinstance(control, ft.Text) else ""


async def test_every_phone_counts_the_games_of_the_table_and_says_how_many_decide(pad):
    async with two_phones(pad, "start-game r5 menu finish") as (anna, ben):
        for tab, other in ((ben, anna), (anna, ben), (ben, anna)):
            await share(anna, "rematch", ben)
            await share(ben, "next-game", anna)
            await share(tab, "r5 end-turn", other)
            await share(anna, "menu finish", ben)
        for tab in (anna, ben):
            assert tab.name("series-2") == "Anna, 2 wins, 2 points"
            assert "Series, game 4" in tab.texts()
        await share(ben, "best-of best-of-3", anna)
        for tab in (anna, ben):
            assert "Series, game 1" in tab.texts()
            assert "All games of the day: Ben 2, Anna 2" in tab.texts(), "no count is lost"
        await share(anna, "best-of best-of-0", ben)
        assert "Series, game 4" in ben.texts()


async def test_a_shared_picture_names_the_series_that_was_won_and_the_day(tmp_path):
    line = "classic/2 1:r5 / end"
    games = [game_of(line, "Anna", "Ben", called=called) for called in ("first", "kept")]
    keep(tmp_path, games, best_of="3")
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/games/kept/share") as anna:
            assert "Anna wins the series!" in anna.texts()
            assert "2 Jan 2026" in anna.texts()
        async with device(pad, HOST, "/games/first/share") as anna:
            assert not anna.sees("series"), "it still went on"


async def test_the_result_tells_what_its_owner_has_never_reached_before(tmp_path):
    games = [game_of("classic r2 y2 end", "Anna", called=f"a{n}") for n in range(5)]
    keep(tmp_path, [*games, game_of("classic r2 r3 y2 end", "")], name="anna")
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/game/kept") as anna:
            assert "Your best so far: total 4, red 3." in anna.texts()
        async with device(pad, HOST, "/game/a4") as anna:
            assert not anna.sees("Your best")
