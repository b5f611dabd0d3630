"""The statistics screen in real sessions: what is there, and what taps ask for."""

from datetime import date

import flet as ft
import pytest

from qwixx_pad.history.figures import FactCard
from qwixx_pad.history.players import ComebackStats, PlayerStats, Rival
from qwixx_pad.settings import Person, Settings
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.statistics import FilterChoices, Span, StatsFilter, group_look, stats_look
from qwixx_pad.ui.statistics.stats_screen import statistics_screen
from qwixx_pad.ui.theme.tokens import DARK, LIGHT
from tests.support.ui.sample_numbers import NOON, numbers
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS, surroundings

PLAYERS = ("Anna", "Ben", "Cleo")
TODAY = date(2026, 11, 21)
ANNA = StatsFilter(("Anna",))
MANY = numbers(
    [*range(-5, 165, 5), 75],
    penalty_counts=(20, 10, 3, 2),
    rivals=(Rival("Ben", 12, 7, 4, 5.2),),
    comeback_stats=ComebackStats(12, 3, 22, NOON, 9, 7),
)
GROUP = (PlayerStats("Anna", 42, 17, 63.2, 104), PlayerStats("Ben", 38, 14, 58.9, 97))
TILES = ("stats-best", "stats-average", "stats-wins", "stats-misthrows")
CARDS = (
    *("stats-totals", "stats-rows", "stats-locked", "stats-trend", "stats-penalties"),
    "stats-course",
)


class Shown(Client):
    """A session with nothing but the screen; keeps what it asks for and where it leads."""

    def __init__(
        self, asked=ANNA, counted=MANY, group=(), layouts=("classic",), theme=LIGHT, width=390
    ):
        super().__init__(self.show, width, 844)
        self.asked = asked
        self.counted = counted
        self.group = group
        self.theme = theme
        self.choices = FilterChoices(PLAYERS, layouts, (1, 2))
        self.chosen = []
        self.gone = []

    def show(self, page):
        settings = Settings("Anna", people=(Person("Anna", 2), Person("Ben", 0)))
        surroundings(page, self.theme, settings)
        page.render(_shown, self)


@component
def _shown(shown):
    return statistics_screen(
        shown.asked,
        shown.counted,
        shown.group,
        shown.choices,
        TODAY,
        shown.chosen.append,
        shown.gone.append,
        max((line.games for line in shown.group), default=None),
    )


@pytest.mark.parametrize(
    ("width", "theme", "sides"),
    [(390, LIGHT, 0), (700, LIGHT, 0), (792, LIGHT, 2), (1180, DARK, 2)],
)
async def test_statistics_use_one_or_two_columns(width, theme, sides):
    async with Shown(theme=theme, width=width) as tab:
        for identifier in (*TILES, *CARDS, "stats-rivals", "stats-export", "stats-player"):
            assert tab.has(identifier), identifier
        assert tab.has("stats-span")
        assert not tab.has("stats-players")
        assert not tab.has("stats-layout"), "there is one sheet"
        wide = tab.find(lambda c: isinstance(c, ft.Column) and c.width is not None)
        assert len(wide) == sides + 1  # one more is the axis of the line


async def test_statistics_card_reads_as_one_sentence():
    async with Shown() as tab:
        for identifier in (*TILES, *CARDS, "stats-rivals"):
            node = tab.one(identifier)
            assert node.label
            assert node.content.content.exclude_semantics, identifier
        (ben,) = stats_look(MANY, WORDS, TODAY).facts[FactCard.RIVALS]
        assert tab.name("stats-rivals").endswith(f"{ben.spoken}.")
        (difference,) = tab.find(lambda c: isinstance(c, ft.Text) and c.value == ben.value)
        assert difference.color == LIGHT.gain


async def test_chosen_player_filters_and_closes_the_list():
    async with Shown(StatsFilter(("Anna",), "classic", Span.YEAR)) as tab:
        await tab.tap("stats-player")
        assert [tab.one(f"player-{i}").checked for i in range(3)] == [True, False, False]
        await tab.tap("player-1")
        assert tab.chosen == [StatsFilter(("Ben",), "classic", Span.YEAR)]
        assert not tab.has("player-1")
        await tab.taps("stats-player player-all")
        assert tab.chosen[-1] == StatsFilter((), "classic", Span.YEAR)


async def test_group_is_selected_in_list_order():
    async with Shown() as tab:
        await tab.taps("stats-player players-several player-2")
        assert not tab.has("players-show")
        await tab.taps("player-0 player-1 player-1 players-show")
        assert tab.chosen == [StatsFilter(("Anna", "Cleo"))]


async def test_group_selection_can_be_changed_and_left():
    async with Shown(StatsFilter(("Anna", "Ben")), group=GROUP) as tab:
        await tab.taps("stats-player players-several")
        assert [tab.one(f"player-{i}").checked for i in range(3)] == [True, True, False]
        await tab.taps("player-0 players-one player-2")
        assert tab.chosen == [StatsFilter(("Cleo",))]


async def test_span_sheet_and_export_are_selectable():
    async with Shown(layouts=("classic", "on_board")) as tab:
        await tab.taps("stats-span span-quarter stats-seats seats-2")
        await tab.taps("stats-layout layout-on_board stats-export")
        assert tab.chosen == [
            StatsFilter(("Anna",), span=Span.QUARTER),
            StatsFilter(("Anna",), seats=2),
            StatsFilter(("Anna",), layout="on_board"),
        ]
        assert tab.gone == ["stats-export"]


@pytest.mark.parametrize("players", [(), ("Anna", "Ben")])
async def test_group_has_a_line_per_player(players):
    async with Shown(StatsFilter(players), group=GROUP) as tab:
        assert all(line.spoken in tab.name("stats-players") for line in group_look(GROUP, WORDS))
        shown = [name for name in PLAYERS if name in tab.name("stats-player")]
        assert shown == [*players]


async def test_players_have_their_own_colors():
    async with Shown() as tab:
        fills = {c.bgcolor for c in tab.find(lambda c: isinstance(c, ft.Container))}
        assert {LIGHT.player_color(2), LIGHT.player_color(0)} <= fills


async def test_few_games_show_tiles_and_a_notice():
    async with Shown(counted=numbers([50, 60])) as tab:
        assert all(tab.has(tile) for tile in TILES)
        assert not any(tab.has(card) for card in CARDS)
    nothing = stats_look(numbers([]), WORDS, TODAY).notice
    for span in (Span.ALL, Span.MONTH):
        async with Shown(StatsFilter(span=span), numbers([])) as tab:
            assert (tab.name("stats-notice") == nothing) == (span is Span.ALL), "look farther back"
            assert not any(tab.has(each) for each in (*TILES, *CARDS, "stats-export"))
