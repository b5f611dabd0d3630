"""The fast rules that the value was learnt by are those of the core, and so is what it sees."""

from itertools import count, product

import numpy as np
import pytest

from qwixx_pad.analysis import net
from qwixx_pad.analysis import value as values
from qwixx_pad.analysis.parts import parts_of
from qwixx_pad.core.game import Setup
from qwixx_pad.core.layout import ROW_LETTERS, Mark, RowKind
from qwixx_pad.core.moves import (
    ChooseRow,
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    EndRoll,
    Exchange,
    MovePawn,
    PawnArrived,
    Penalty,
    SitOut,
)
from qwixx_pad.layouts import installed_layouts
from tests.support.ci_scripts import ci_script

files = ci_script("analysis/files")
players = ci_script("analysis/players")
rules = ci_script("analysis/rules")
fast_seat = ci_script("analysis/seat")
seen = ci_script("analysis/seen")
sheets = ci_script("analysis/sheets")
uses = ci_script("analysis/uses")
BOXES = sorted({layout.box for layout in installed_layouts().values()})
_ENTRIES = 2000
"""How many entries are compared for each box at least."""
_ANY = 0.4
"""How often any entry is tried, legal or not."""
_PAWN = 0.8
"""How often the active seat moves its pawn."""
_LEAVES = 0.02
"""How often a seat sits out after a roll."""
_MOST_COST = 99


def printed_entries(layout):
    """All entries that a sheet has a field for, for the fast rules and for the core."""
    rows = [*enumerate(layout.rows)]
    fields = [(row, at, cell) for row, printed in rows for at, cell in enumerate(printed.cells)]
    for row, at, cell in fields:
        letter = layout.rows[row].letter
        match layout.rows[row].kind:
            case RowKind.EXCHANGE:
                yield (rules.EXCHANGE, row, at), Exchange(at)
            case RowKind.TRACK if at == 0:
                yield (rules.FIELD, row, 0), CrossTrackField()
            case RowKind.NUMBERS | RowKind.BONUS if cell.number is None:
                yield (rules.CROSS, row, at), CrossField(letter, int(cell.label[1:]))
            case RowKind.NUMBERS | RowKind.BONUS:
                yield (rules.CROSS, row, at), Cross(letter, cell.number)
    for row, printed in rows:
        if layout.has_lucky_numbers and printed.lock_mask:
            yield (rules.NEXT, row, 0), CrossNext(printed.letter)
        if layout.bonus_pair(Mark.FEWEST) and printed.lock_mask:
            yield (rules.CHOOSE, row, 0), ChooseRow(printed.letter)
    yield (rules.PENALISE, 0, 0), Penalty()


class Both:
    """One random game, in the core and in the fast rules, on the sheets of a box.

    Attributes:
        compared: How many entries were compared, legal and refused.
    """

    def __init__(self, box, seed):
        self.chance = np.random.default_rng(seed)
        layouts = sheets.box_of(box)
        n = int(self.chance.integers(2, layouts[0].max_seats + 1))
        which = self.chance.integers(0, len(layouts), n)
        self.setup = Setup(tuple(layouts[at] for at in which), finish_turn=bool(seed % 2))
        self.position = self.setup.start_position()
        self.sheets = sheets.sheets_of(layouts)
        self.seats, self.table = rules.new_table(n, seed % 2)
        self.seats[:, fast_seat.SHEET] = which
        self.entries = [dict(printed_entries(layout)) for layout in self.setup.layouts]
        self.compared = 0
        np.random.seed(seed)  # noqa: NPY002 - the fast rules draw by it
        rules.draw_board(self.sheets)

    def is_legal(self, i, entry):
        """Whether an entry is legal, which both must agree on."""
        legal = rules.may_enter(i, self.seats, self.table, self.sheets, *entry)
        move = self.entries[i][entry]
        assert legal == (self.position.move_refusal(i + 1, move) is None), move.text
        self.compared += 1
        return legal

    def try_entry(self):
        """Let a seat make an entry: any, or one of those that skip few cells and have symbols."""
        i = int(self.chance.integers(len(self.seats)))
        entries = [*self.entries[i]]
        if self.chance.random() < _ANY:
            entries = [entries[self.chance.integers(len(entries))]]
        legal = [entry for entry in entries if self.is_legal(i, entry)]
        if legal:
            entry = min(legal, key=lambda each: self.cost(i, *each))
            rules.enter(i, self.seats, self.table, self.sheets, *entry)
            self.position = self.position.with_move(i + 1, self.entries[i][entry])
            self.compare()

    def cost(self, i, kind, row, place):
        """How little an entry is to be wanted: by the cells that it skips, and by chance."""
        if kind == rules.PENALISE:
            return _MOST_COST
        sheet = self.seats[i, fast_seat.SHEET]
        passed = place - fast_seat.length(self.seats[i, fast_seat.CROSSED + row])
        wished = 2 if self.sheets[sheet].marks[row, place] else 0
        return (passed if kind == rules.CROSS else 1) - wished + 3 * self.chance.random()

    def move_pawn(self):
        i = int(self.table[rules.ACTIVE])
        space = self.seats[i, fast_seat.PAWN] + self.chance.integers(1, 6)
        if self.seats[i, fast_seat.OUT] or space > sheets.SPACES or self.position.is_over:
            return
        row = rules.space_row(self.seats[i], self.sheets, space)
        moves = [MovePawn(int(space + 1) // 2)]
        if space > sheets.SPACES - rules.LAST_SPACES:
            moves.append(PawnArrived())
        if row >= 0:
            letter = self.setup.layout.rows[row].letter
            moves.append(Cross(letter, int(self.sheets[0].space_numbers[space - 1])))
        refused = self.position.move_refusal(i + 1, moves[-1]) is not None
        moved = rules.move_pawn(i, self.seats, self.table, self.sheets, space)
        assert moved != (refused and row >= 0)
        for move in moves if moved else ():
            self.position = self.position.with_move(i + 1, move)
        self.compare()

    def end_roll(self):
        ended = rules.end_roll(self.seats, self.table, self.sheets)
        self.position = self.position.with_table_move(EndRoll())
        assert ended == self.position.is_over
        self.compare()

    def sit_out(self):
        seat = int(self.chance.integers(len(self.seats))) + 1
        if self.position.seat_refusal(seat, SitOut()) is None:
            self.seats[seat - 1, fast_seat.OUT] = 1
            self.position = self.position.with_seat_move(seat, SitOut())

    def compare(self):
        """The points, the closed rows, the end and the parts are the same."""
        position = self.position
        if not position.finished:
            assert rules.is_over(self.seats, self.table, self.sheets) == position.is_over
            assert self.table[rules.ACTIVE] + 1 == position.active
        closed = self.table[rules.BEFORE] | self.table[rules.NOW]
        rows = enumerate(self.setup.layout.rows)
        assert {row.letter for at, row in rows if closed >> at & 1} == position.closed_rows
        for i, sheet in enumerate(position.sheets):
            assert fast_seat.total(self.seats[i], self.sheets) == sheet.total
            fast = np.empty((2, self.sheets[0].most_parts), np.int64)
            seen.write_parts(self.seats[i], self.sheets, self.table, fast)
            for_net = values.closed_for_net(position, i + 1)
            halves = parts_of(sheet.layout).halves_of(sheet, for_net)
            assert [[p for p in half if p != seen.NO_PART] for half in fast] == [*map(list, halves)]

    def play_roll(self):
        for _ in range(int(self.chance.integers(1, 2 * len(self.seats) + 1))):
            self.try_entry()
        if self.sheets[0].board and self.chance.random() < _PAWN:
            self.move_pawn()
        if self.chance.random() < _LEAVES:
            self.sit_out()


@pytest.mark.parametrize("box", BOXES)
def test_fast_rules_play_the_games_of_the_core(box):
    compared = 0
    for seed in count():
        both = Both(box, seed)
        while not both.position.finished:
            both.play_roll()
            both.end_roll()
        compared += both.compared
        if compared >= _ENTRIES:
            break


@pytest.mark.parametrize("box", BOXES)
def test_sheets_of_a_box_have_the_same_vectors(box):
    found = [parts_of(layout) for layout in sheets.box_of(box)]
    assert len({each.length for each in found}) == 1
    assert len({frozenset((p.kind, p.first, p.size) for p in each.parts) for each in found}) == 1


def fits(cell, dice, row, list_uses):
    """Whether two dice cross a cell: both white ones, or a white one and that of its colour."""
    white = dice[:2].tolist()
    colored = [int(dice[2 + ROW_LETTERS.index(each)]) for each in row.bonus_for or cell.color]
    pairs = [white] if list_uses is uses.white_uses else [*product(white, colored)]
    if cell.number is None:
        return any({*pair} == {1, 5} for pair in pairs)
    return any(sum(pair) == cell.number for pair in pairs)


@pytest.mark.parametrize("box", BOXES)
def test_dice_allow_only_legal_crosses_of_their_colours(box):
    """What the players choose from is legal; coloured dice cross no row of another colour."""
    both = Both(box, 5)
    found = np.empty((uses.MOST_USES, uses.USE_LENGTH), np.int64)
    while not both.position.finished:
        both.play_roll()
        i = int(both.table[rules.ACTIVE])
        dice = uses.throw(both.sheets)
        for list_uses in (uses.white_uses, uses.colour_uses):
            many = list_uses(i, both.seats, both.table, both.sheets, dice, found)
            assert found[0, uses.KIND] == rules.NOTHING
            for *entry, pair, _ in found[1:many].tolist():
                assert both.is_legal(i, tuple(entry))
                if entry[0] == rules.CROSS and pair < 0:
                    cell = both.setup.layout_of(i + 1).rows[entry[1]].cells[entry[2]]
                    assert fits(cell, dice, both.setup.layout_of(i + 1).rows[entry[1]], list_uses)
        both.end_roll()


@pytest.mark.parametrize("box", [box for box in BOXES if net.has_weights(box)])
def test_pad_value_equals_the_fast_net(box):
    mind = players.Mind(*files.read(box), None)
    for seed in (2, 3):
        both = Both(box, seed)
        known = values.value_of(both.setup)
        while not both.position.finished:
            both.play_roll()
            compare_chances(both, known, mind)
            both.end_roll()


def compare_chances(both, known, mind):
    """The chances of all seats, from the pad and from the fast net, in the middle of a roll."""
    sheets_now = both.position.sheets
    if both.position.is_over or any(sheet.pending_choices for sheet in sheets_now):
        return
    outputs = [
        seen.outputs_of(i, both.seats, both.table, both.sheets, mind).tolist()
        for i in range(len(both.seats))
    ]
    win, draw = values._win_chances([sheet.total for sheet in sheets_now], outputs)
    said = known.chances_at(both.position)
    assert said.win == pytest.approx(win, abs=0.001)
    assert said.draw == pytest.approx(draw, abs=0.001)
    for seat, sheet in enumerate(sheets_now, 1):
        out = seat in both.position.sitting_out
        points = sheet.total + (0 if out else net.POINTS * outputs[seat - 1][net.MEAN])
        assert said.points[seat - 1] == pytest.approx(points, abs=0.01)
