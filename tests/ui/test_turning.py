"""Who led from when on, and what turned a game: a sentence on its result."""

import pytest
from hypothesis import given

from qwixx_pad.insight import Chances
from qwixx_pad.insight.value import chances
from qwixx_pad.ui import shell
from qwixx_pad.ui.result import has_turned, turning
from tests.support.strategies import every_sheet, examples, games, played, ready_to_lock
from tests.support.ui.pads_with_games import game_of, keep, pad_where
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import HOST, device, phones_where, share

NAMES = ("Anna", "Ben")
CLOSE = "classic/2 1:r2 / 2:y3 2:y4 / 1:r3 1:r4 end"
"""Anna 6, Ben 3; she leads with her last cross."""


def told(line, *first):
    """The sentence; the first one's chances to win at each moment, if they are known."""
    curve = [Chances((), (), (win, 1 - win)) for win in first]
    return turning(played(line), NAMES, curve, WORDS)


def test_by_points_alone_it_was_the_entry_that_brought_the_winner_into_the_lead_for_good():
    assert told(CLOSE) == "Anna led from roll 3 on; red 4 turned it."
    lock = " ".join(("classic/2", *ready_to_lock("classic/2", "r"), "1:r12 end"))
    assert told(lock).endswith("; red 12 with the lock turned it.")


def test_by_chances_it_was_what_helped_the_winner_most_in_the_roll_that_helped_most():
    by_chances = told(CLOSE, 0.5, 0.8, 0.8, 0.7, 0.6, 0.6, 0.7, 0.8, 0.8)
    assert by_chances == "Anna led from roll 3 on; red 2 turned it."


def test_an_entry_of_another_is_told_with_its_name():
    by_misthrow = "Ben led from roll 1 on; misthrow by Anna turned it."
    assert told("classic/2 / 2:r2 end") == by_misthrow
    assert told("classic/2 / 2:r2 end", 0.5, 0.2, 0.1, 0.0) == by_misthrow


def test_the_end_by_hand_turns_nothing_whatever_it_helped():
    by_hand = told("classic/2 1:r2 / 2:r2 1:r3 / end", 0.5, 0.6, 0.7, 0.6, 0.7, 0.7, 1.0)
    assert by_hand == "Anna led from roll 1 on; red 2 turned it."
    assert told("classic/2 1:r2 end", 0.5, 0.6, 1.0).endswith("; red 2 turned it.")


@examples(40)
@given(games(every_sheet))
def test_there_is_a_sentence_for_every_game_that_has_turned(game):
    if has_turned(game):
        names = ("Anna", "Ben", "Cleo", "Dan", "Eva")[: game.setup.seats]
        for curve in ((), tuple(chances(game))):
            assert "turned it" in turning(game, names, curve, WORDS)


@pytest.mark.parametrize(
    "line", ["classic r2 end", "classic/2 1:r2 2:r2 end", "classic/2+paper 1:r2 end"]
)
def test_alone_among_several_winners_and_on_copied_sheets_nothing_has_turned(line):
    assert not has_turned(played(line))


SLOW = f"classic/2 1:r2 {'2:out 2:in ' * 40}/ 2:- end"
"""Many moments: each is reckoned in a turn of its own."""


def helped_at_once(game):
    """All chances of Anna's change with her cross, which is the first entry."""
    yield Chances((), (), (0.5, 0.5))
    yield from [Chances((), (), (1.0, 0.0))] * len(game.standing)


def sentence(tab):
    return tab.one("turning").content.value


async def test_the_result_is_there_before_the_chances_are_and_the_sentence_comes_with_them(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(shell, "chances", helped_at_once)
    with pad_where(tmp_path, SLOW, *NAMES) as pad:
        async with device(pad, HOST, "/game/kept") as anna:
            assert anna.has("rematch")
            assert not anna.has("turning")
            await anna.settle(99)
            assert sentence(anna) == "Anna led from roll 1 on; red 2 turned it."


async def test_who_takes_the_end_back_meanwhile_plays_on_and_ends_again(tmp_path):
    with pad_where(tmp_path, SLOW, *NAMES) as pad:
        async with device(pad, HOST, "/game/kept") as anna:
            await anna.tap("undo")
            assert anna.has("r3")
            await anna.settle(99)
            await anna.taps("menu finish")
            await anna.settle(99)
            assert sentence(anna).startswith("Anna led from roll 1 on")
            assert anna.alive()


async def test_with_chances_off_or_unknown_the_sentence_goes_by_points_and_is_there_at_once(
    tmp_path, monkeypatch
):
    asked = []
    monkeypatch.setattr(shell, "chances", lambda game: asked.append(game) or ())
    games = [game_of(CLOSE, *NAMES), game_of("classic r2 end", "Anna", called="alone")]
    by_points = "Anna led from roll 3 on; red 4 turned it."
    for wanted, times in (("no", 0), ("yes", 1)):
        folder = tmp_path / wanted
        keep(folder, games, chances=wanted)
        with opened_pad(folder) as pad:
            async with device(pad, HOST, "/game/kept") as anna:
                assert (sentence(anna), len(asked)) == (by_points, times)
            async with device(pad, HOST, "/game/alone") as anna:
                assert not anna.has("turning")


async def test_a_correction_on_another_phone_is_told_here(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r2 1:r3 2:y4 end") as (anna, ben):
        assert sentence(ben).startswith("Anna led")
        await share(anna, "review menu correct first next take-out", ben)
        assert not ben.has("turning"), "both have won"
