"""The fast rules that the value was learnt by are those of the core, and so is what it sees."""

import numpy as np
import pytest

from qwixx_pad.analysis.net import MEAN, POINTS
from qwixx_pad.analysis.value import value_of
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import Cross, EndRoll, Entry, MovePawn, PawnArrived, Penalty, SitOut
from qwixx_pad.layouts import installed_layouts
from tests.support.ci_scripts import ci_script

players = ci_script("analysis/players")
rules = ci_script("analysis/rules")
read = ci_script("analysis/files").read
GAMES = [
    ("classic", 2, False),
    ("classic", 3, True),
    ("classic", 5, False),
    ("on_board", 2, False),
    ("on_board", 4, True),
    ("mixx_a", 3, False),
    ("mixx_b", 2, True),
]


class Both:
    """One game, in the core and in the fast rules."""

    def __init__(self, name, seats, finish, seed):
        self.layout = installed_layouts()[name]
        self.setup = Setup.for_layout(self.layout, seats, finish_turn=finish)
        self.game = Game.start(self.setup)
        self.sheet = rules.sheet_of(self.layout)
        self.seats, self.table = rules.new_table(seats, finish)
        self.chance = np.random.default_rng(seed)
        np.random.seed(seed)  # noqa: NPY002 - the fast rules draw by it
        rules.draw_board(self.sheet)

    @property
    def position(self):
        return self.game.position

    def enter(self, move, seat=None):
        self.game = self.game.with_entry(Entry(move, seat))

    def token(self, row, place):
        printed = self.layout.rows[row]
        return Cross(printed.letter, printed.cells[place].number)

    def legal(self, i):
        return [
            (row, place)
            for row in range(rules.ROWS)
            for place in range(11)
            if rules.legal(self.seats[i], self.table, row, place)
        ]

    def cross(self, i, legal):
        """Cross a cell, rather one that skips little."""
        skipped = [place - self.seats[i, rules.LASTS + row] for row, place in legal]
        row, place = legal[int(np.argmin(skipped + self.chance.integers(0, 3, len(legal))))]
        rules.cross(self.seats[i], self.table, row, place)
        self.enter(self.token(row, place), i + 1)

    def move_pawn(self, i):
        space = self.seats[i, rules.PAWN] + self.chance.integers(1, 6)
        row = self.sheet.space_rows[min(space, rules.SPACES) - 1]
        place = self.sheet.places[row, self.sheet.space_numbers[min(space, rules.SPACES) - 1]]
        crossed = self.seats[i, rules.MARKS + row] >> place & 1
        if space <= rules.SPACES and rules.move_pawn(i, self.seats, self.table, self.sheet, space):
            self.enter(MovePawn(int(self.seats[i, rules.EXTRA])), i + 1)
            if self.seats[i, rules.ARRIVED]:
                self.enter(PawnArrived(), i + 1)
            if not crossed:
                self.enter(self.token(row, place), i + 1)

    def compare(self):
        """Points, rows, turns and what may be crossed first in the roll are the same."""
        position = self.position
        active = self.table[rules.ACTIVE]
        assert rules.over(self.seats, self.table) == position.is_over
        assert active + 1 == position.active
        for i, sheet in enumerate(position.sheets):
            assert rules.total(self.seats[i]) == sheet.total
            misthrown = i == active and self.table[rules.PENALISED]
            if (
                position.is_over
                or self.seats[i, rules.MADE]
                or misthrown
                or i + 1 in position.sitting_out
            ):
                continue
            mine = {self.token(*each) for each in self.legal(i)}
            cells = [self.token(r, p) for r in range(rules.ROWS) for p in range(11)]
            assert mine == {cell for cell in cells if position.move_refusal(i + 1, cell) is None}

    def roll(self):
        """A roll in which everybody crosses something or nothing; whether the game goes on."""
        active = int(self.table[rules.ACTIVE])
        for i in self.chance.permutation(len(self.seats)):
            legal = [] if self.seats[i, rules.OUT] else self.legal(i)
            if legal and self.chance.random() < 0.6 and not self.position.is_over:
                self.cross(i, legal)
                self.compare()
        legal = self.legal(active)
        if legal and not self.position.is_over and self.chance.random() < 0.7:
            self.cross(active, legal)
            self.compare()
        if self.sheet.board and not self.position.is_over:
            self.move_pawn(active)
            self.compare()
        if not self.seats[active, rules.MADE] and not self.position.is_over:
            rules.take_penalty(active, self.seats, self.table)
            self.enter(Penalty(), active + 1)
            self.compare()
        if not self.position.is_over and self.chance.random() < 0.03:
            self.sit_out()
        ended = rules.end_roll(self.seats, self.table)
        self.enter(EndRoll())
        assert ended == self.position.is_over
        return not ended

    def sit_out(self):
        i = int(self.chance.integers(len(self.seats)))
        if len(self.position.sitting_out | {i + 1}) < len(self.seats):
            self.seats[i, rules.OUT] = 1
            self.enter(SitOut(), i + 1)


@pytest.mark.parametrize(("name", "seats", "finish"), GAMES)
def test_fast_rules_play_the_games_of_the_core(name, seats, finish):
    for seed in range(5):
        both = Both(name, seats, finish, seed)
        while both.roll():
            both.compare()
        assert both.position.is_over


@pytest.mark.parametrize(("name", "seats", "finish"), GAMES)
def test_pad_value_equals_the_fast_net(name, seats, finish):
    value = value_of(Both(name, seats, finish, 0).setup)
    mind = players.Mind(*read(name), None)
    for seed in range(2):
        both = Both(name, seats, finish, 100 + seed)
        while both.roll():
            seat = int(both.chance.integers(seats))
            said = players.net_outputs(seat, both.seats, both.table, mind, both.sheet)
            points = rules.total(both.seats[seat]) + POINTS * said[MEAN]
            ours = value.chances_at(both.position).points[seat]
            out = seat + 1 in both.position.sitting_out
            assert ours == pytest.approx(
                both.position.sheets[seat].total if out else points, abs=0.01
            )
