"""After a game at a shared table: every phone looks back on it, only the owner corrects it."""

from contextlib import contextmanager
from dataclasses import replace

from qwixx_pad.history.series import PersonalRecords, PlayerResult, Series
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.history.evenings import join_tallies, tally_text
from qwixx_pad.ui.result import best_of_text, end_look, records_text, series_won_text
from tests.support.strategies import played
from tests.support.ui.heights import clipped
from tests.support.ui.pads_with_games import NOON, game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    HOST,
    device,
    phones_where,
    share,
    two_phones,
    winners,
)

OVER = "classic/2 1:r2 1:r3 2:y4 end"
ANNA_WON = series_won_text(
    Series(((PlayerResult("Anna", 1), PlayerResult("Ben", 0)),) * 2, 3), WORDS
)


@contextmanager
def pad_with_two(folder, *names, **settings):
    """A pad on which these people have played two games on one day, both of which Anna has won."""
    line = f"classic/{len(names)} 1:r5 / end"
    games = [game_of(line, *names, called=called) for called in ("first", "saved")]
    keep(folder, games, seen_hints="cross lock penalty", **settings)
    with opened_pad(folder) as pad:
        yield pad


async def test_phone_reviews_and_shares_but_cannot_correct(tmp_path):
    async with phones_where(tmp_path, OVER) as (_, ben):
        await ben.tap("review")
        assert ben.has("scrubber")
        assert ben.numbers("seat-1")[0] == 3
        await ben.tap("menu")
        assert ben.has("cancel")
        assert not any(map(ben.has, ("correct", "delete", "statistics")))
        await ben.taps("cancel share")
        assert ben.has("share-picture")
        await ben.taps("back back")
        assert ben.has("rematch")


async def test_every_phone_says_how_long_the_game_took(tmp_path, pad):
    async with two_phones(pad, "start-game r5 menu finish finish-now") as phones:
        assert all(phone.has("game-length") for phone in phones)
    async with phones_where(tmp_path, OVER) as phones:  # all its entries are of one moment
        assert not any(phone.has("game-length") for phone in phones)


async def test_owners_other_browser_opens_the_result(pad):
    other = replace(HOST, id="other")
    async with (
        two_phones(pad, "start-game r5 menu finish finish-now"),
        device(pad, other, "/games") as tab,
    ):
        rows = tab.find(lambda c: str(getattr(c, "identifier", "")).startswith("game-"))
        await tab.tap(rows[0].identifier)
        assert winners(tab) == [1]
        assert not tab.has("person-1")


async def test_correction_appears_on_every_phone(tmp_path):
    async with phones_where(tmp_path, OVER) as (anna, ben):
        assert winners(ben) == [1]
        assert ben.has("turning")
        await share(anna, "review menu correct first next take-out", ben)
        assert winners(ben) == [1, 2]
        assert not ben.has("turning"), "both have won"
        await share(anna, "undo-message", ben)
        assert winners(ben) == [1]


def two_wins(name):
    """What the list says of who has won both games of a series."""
    return join_tallies([tally_text(name, 2, 2, WORDS)], 99)


async def test_rematches_form_a_series_on_result_and_list(tmp_path):
    with pad_with_two(tmp_path, "Anna", "Ben") as pad:
        async with device(pad, HOST, "/game/saved") as anna:
            assert [anna.numbers(f"series-{n}") for n in (1, 2)] == [[2, 2], [0, 0]]
            assert not anna.sees(ANNA_WON)
            await anna.taps("best-of best-of-3")
            assert anna.name("best-of").startswith(best_of_text(3, WORDS))
            assert anna.sees(ANNA_WON)
            await anna.taps("home history")
            assert anna.sees(ANNA_WON)
            assert anna.sees(two_wins("Anna"))


NOTHING = end_look(played("classic/2 end"), (), (), WORDS).headline
OF_A_RESULT = "place-1", "total", "review", "share", "remark", "series-1", "game-length"


async def test_blank_rematch_has_no_result_and_no_series(tmp_path):
    with pad_with_two(tmp_path, "Anna", "Ben") as pad:
        before = pad._services.library.player_stats(GameQuery())
        async with device(pad, HOST, "/game/saved") as anna:
            await anna.taps("rematch menu finish")
            assert anna.sees(NOTHING)
            assert not any(map(anna.has, OF_A_RESULT))
            await anna.taps("undo r2 menu finish")
            assert anna.has("review"), "one cross is enough"
            await anna.taps("undo menu finish home history")
            assert anna.sees(two_wins("Anna"))
        assert pad._services.library.player_stats(GameQuery()) == before


async def test_blank_game_of_phones_names_no_winner(pad):
    async with two_phones(pad, "start-game r5 undo menu finish finish-now") as (anna, ben):
        for tab in (anna, ben):
            assert tab.sees(NOTHING)
            assert not any(map(tab.has, OF_A_RESULT))
        await share(ben, "rematch", anna)
        await share(anna, "next-game r5 menu finish finish-now", ben)
        assert anna.has("review")
        assert not anna.has("series-1"), "it is the first one"


async def test_series_fits_above_a_narrow_list(tmp_path):
    with pad_with_two(tmp_path, "Katharina", "Maximilian", "Bernadette") as pad:
        async with device(pad, HOST, "/games", width=320, height=568) as anna:
            for width in (320, 390, 1180):
                await anna.resize(width, 820)
                assert anna.sees(two_wins("Katharina"))
                assert clipped(anna, 1.0) == []


async def test_phones_show_games_played_and_needed(pad):
    async with two_phones(pad, "start-game r5 menu finish finish-now") as (anna, ben):
        for tab, other in ((ben, anna), (anna, ben), (ben, anna)):
            await share(anna, "rematch", ben)
            await share(tab, "r5 end-turn", other)
            await share(anna, "menu finish finish-now", ben)
        for tab in (anna, ben):
            assert [tab.numbers(f"series-{n}") for n in (1, 2)] == [[2, 2], [2, 2]]
        await share(ben, "best-of best-of-3", anna)
        for tab in (anna, ben):
            assert [tab.numbers(f"series-{n}")[0] for n in (1, 2)] == [1, 0]
            assert tab.sees("Ben 2, Anna 2"), "no count is lost"
        await share(anna, "best-of best-of-0", ben)
        assert ben.numbers("series-1") == [2, 2]


async def test_shared_picture_names_series_winner_and_day(tmp_path):
    with pad_with_two(tmp_path, "Anna", "Ben", best_of="3") as pad:
        async with device(pad, HOST, "/games/saved/share") as anna:
            assert anna.sees(ANNA_WON)
            assert WORDS.full_date(NOON.date()) in anna.texts()
        async with device(pad, HOST, "/games/first/share") as anna:
            assert not anna.sees(ANNA_WON), "it still went on"


async def test_result_shows_new_records_of_the_owner(tmp_path):
    games = [game_of("classic r2 y2 end", "Anna", called=f"a{n}") for n in range(5)]
    keep(tmp_path, [*games, game_of("classic r2 r3 y2 end", "")], name="anna")
    with opened_pad(tmp_path) as pad:
        async with device(pad, HOST, "/game/saved") as anna:
            assert records_text(PersonalRecords(4, (("r", 3),)), WORDS) in anna.texts()
        async with device(pad, HOST, "/game/a4") as anna:
            assert not anna.has("message")
