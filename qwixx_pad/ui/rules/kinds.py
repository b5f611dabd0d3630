"""The kinds of rules that only some printed sheets have: a text and an example of each.

All numbers and examples are made from the layout that has the rule.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from qwixx_pad.core.layout import BonusPair, CellRef, Layout, Mark, Row, RowKind
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.i18n import capitalized
from qwixx_pad.ui.rules.examples import (
    Example,
    Piece,
    Section,
    cell_token,
    cells_text,
    crossed_rows_example,
    lockable_rows,
    play_tokens,
)
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.translator import Translator

_STEP_COUNT = 3
"""Steps that are crossed in an example."""
FindRule = Callable[[Layout], Any]
"""Finds the part of a layout with a kind of rule, such as the index of a row; None for none."""
DescribeRule = Callable[[Layout, Any, Translator], Iterator[Piece]]
"""Describes the rule for a layout and the part that was found."""


def special_rules(layout: Layout, tr: Translator) -> tuple[Section, ...]:
    """Describe each kind of rule that the sheet has beyond those of all sheets."""
    return tuple(
        Section(title, tuple(describe(layout, found, tr)))
        for title, find, describe in _rule_kinds(tr)
        if (found := find(layout)) is not None
    )


def _rule_kinds(tr: Translator) -> tuple[tuple[str, FindRule, DescribeRule], ...]:
    """The title, the finder and the description of each kind, in the order of learning."""
    gettext = tr.gettext
    return (
        (
            gettext("Mixed colours"),
            _find_row(lambda row: row.lock_mask and row.cell_colors),
            _mixed_color_pieces,
        ),
        (
            gettext("Bonus rows"),
            _find_row(lambda row: row.kind is RowKind.BONUS),
            _bonus_row_pieces,
        ),
        (gettext("Crossed twice"), _find_row(lambda row: row.last_counts_twice), _twice_pieces),
        (gettext("Double boxes"), _find_row(lambda row: row.double_mask), _double_box_pieces),
        (gettext("Linked numbers"), lambda layout: layout.chains or None, _chain_pieces),
        (
            gettext("The steps"),
            lambda layout: layout.cells_with_mark(Mark.STEP) or None,
            _step_pieces,
        ),
        (
            gettext("Boxed numbers and the bar"),
            lambda layout: layout.cells_with_mark(Mark.BOX) or None,
            _bar_pieces,
        ),
        # Translators: two numbers that bear the same symbol.
        (gettext("Symbol pairs"), lambda layout: layout.pairs or None, _pair_pieces),
        # Translators: numbers that each printed sheet has for itself.
        (gettext("Lucky numbers"), lambda layout: layout.has_lucky_numbers or None, _lucky_pieces),
        # Translators: a row of fields beside the numbers.
        (gettext("The track"), _find_row(lambda row: row.kind is RowKind.TRACK), _track_pieces),
        (
            # Translators: fields between two numbers.
            gettext("Connection fields"),
            _find_row(
                lambda row: (
                    row.kind is RowKind.NUMBERS and any(cell.number is None for cell in row.cells)
                )
            ),
            _connection_pieces,
        ),
        (
            gettext("Exchange"),
            _find_row(lambda row: row.kind is RowKind.EXCHANGE),
            _exchange_pieces,
        ),
    )


def _find_row(has: Callable[[Row], object]) -> FindRule:
    """A finder of the index of the first row that fulfils a condition."""
    return lambda layout: next((i for i, row in enumerate(layout.rows) if has(row)), None)


# colours and rows


def _mixed_color_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "Each number has a colour of its own. A coloured die goes with the numbers of its "
        "colour, whichever row they’re in; the white dice go with all numbers."
    )
    row = layout.rows[index]
    cells = [c for i, c in enumerate(row.cells[:-1]) if c.color not in row.cell_colors[:i]]
    names = [tr.row_text("{colour} {n}", cell.color, n=cell.number) for cell in cells]
    # Translators: such as "Red row: yellow 2, blue 5 and green 8 are crossed."
    says = tr.row_text("{row} row: {cells} are crossed.", row.letter, cells=tr.join_and(names))
    tokens = [f"{row.letter}{cell.number}" for cell in cells]
    yield crossed_rows_example(layout, tokens, lambda _: says)


def _bonus_row_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "A bonus row is printed between two rows. A number in it may be crossed once the same "
        "number is crossed in one of the two; the same roll is soon enough. It’s a cross like "
        "any other: the coloured die has to be that of the row in which the number is crossed."
    )
    yield tr.gettext(
        "A bonus row runs from left to right too. Its crosses count for both rows, but not towards "
        "the crosses before their last number. It stays open when they are closed."
    )
    bonus = layout.rows[index]
    first, other = (layout.row_index_or_raise(letter) for letter in bonus.bonus_for)
    number = layout.rows[first].numbers[len(bonus.numbers) // 3]

    def describe_bonus(sheet: Sheet) -> str:
        return tr.gettext(
            "{cell} frees the {n} of the bonus row. The crosses now: {one}, {other}.",
            cell=tr.row_text("{row} {n}", bonus.bonus_for[0], n=number),
            n=number,
            one=tr.row_text("{colour} {n}", bonus.bonus_for[0], n=sheet.cross_count(first)),
            other=tr.row_text("{colour} {n}", bonus.bonus_for[1], n=sheet.cross_count(other)),
        )

    tokens = (f"{bonus.bonus_for[0]}{number}", f"{bonus.letter}{number}")
    example = crossed_rows_example(layout, tokens, describe_bonus)
    yield replace(example, rows=tuple(sorted((first, index, other))))


# more than one cross on a number


def _twice_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    row = layout.rows[index]
    yield tr.gettext(
        "The number that you crossed last in a row may be crossed a second time, in another roll "
        "or with another sum. The last number of a row may not. Both crosses count, also towards "
        "the {needs} that its last number needs.",
        needs=row.crosses_to_lock,
    )
    number = row.numbers[len(row.numbers) // 3]
    yield crossed_rows_example(
        layout, (f"{row.letter}{number}",) * 2, _worth_text(index, number, tr)
    )


def _double_box_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    row = layout.rows[index]
    yield tr.gettext(
        "A number in a double box brings two crosses at once. Both count, also towards the {needs} "
        "that the last number of its row needs.",
        needs=row.crosses_to_lock,
    )
    number = next(cell.number for cell in row.cells if cell.weight > 1)
    yield crossed_rows_example(layout, (f"{row.letter}{number}",), _worth_text(index, number, tr))


def _worth_text(index: int, printed: int | None, tr: Translator) -> Callable[[Sheet], str]:
    """The caption that says how many points the crosses on one number bring."""
    return lambda sheet: tr.ngettext(
        "The {printed} counts as {n} cross: {points} points.",
        "The {printed} counts as {n} crosses: {points} points.",
        sheet.cross_count(index),
        printed=printed,
        points=sheet.points_line.rows[index],
    )


# extra points and fields


def _step_pieces(layout: Layout, marked: Sequence[CellRef], tr: Translator) -> Iterator[Piece]:
    steps = sorted(marked, key=lambda place: place.position)[:_STEP_COUNT]
    yield tr.gettext(
        "The dark numbers count again, all together like one more row: the more of them you "
        "cross, the more each of them is worth."
    )
    yield crossed_rows_example(
        layout,
        [cell_token(layout, place) for place in steps],
        lambda sheet: tr.gettext(
            "{cells} are steps: {n} points more.",
            cells=capitalized(cells_text(layout, steps, tr)),
            n=sheet.points_line.extra_points,
        ),
    )


def _track_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    if layout.target is not None:
        yield tr.gettext(
            "When both white dice and a coloured one make {n} together, the roller may cross the "
            "next field of the track, and nothing else in that roll.",
            n=layout.target,
        )
    numbers = tr.join_and([str(number) for number in layout.rows[index].numbers])
    yield tr.gettext("Only its highest crossed field counts: {points} points.", points=numbers)
    yield crossed_rows_example(
        layout,
        ("lucky", "lucky"),
        lambda sheet: tr.ngettext(
            "{n} field is crossed: {points} points more.",
            "{n} fields are crossed: {points} points more.",
            sheet.crossed[index].bit_count(),
            points=sheet.points_line.extra_points,
        ),
    )


def _connection_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    if layout.target is not None:
        one, other = divmod(layout.target, 10)
        yield tr.gettext(
            "When two dice show a {one} and a {other}, a field between two numbers may be crossed "
            "instead of a number.",
            one=one,
            other=other,
        )
    yield tr.gettext(
        "Numbers and fields are crossed in one order, from left to right. A field counts as a "
        "cross of its row, but not towards the crosses that the last number needs."
    )
    row = layout.rows[index]
    at = next(at for at, cell in enumerate(row.cells) if cell.number is None)
    yield crossed_rows_example(
        layout,
        [*(f"{row.letter}{cell.number}" for cell in row.cells[:at]), f"c{row.letter}0"],
        lambda sheet: tr.ngettext(
            "With the field it is {n} cross: {points} points.",
            "With the field it is {n} crosses: {points} points.",
            sheet.cross_count(index),
            points=sheet.points_line.rows[index],
        ),
    )


# crosses without their number


def _lucky_pieces(layout: Layout, _: object, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "Your printed sheet has lucky numbers of its own. When the white dice show one of them, "
        "you may cross, instead of that number, the next free one in your row with the fewest "
        "crosses; where several have as few, you choose."
    )
    *full, least = (layout.rows[index] for index in lockable_rows(layout))
    tokens = [*(f"{row.letter}{row.numbers[0]}" for row in full), f"l{least.letter}"]
    says = tr.row_text(
        "{row} has the fewest crosses: a lucky number crosses its {n}.",
        least.letter,
        n=least.numbers[0],
    )
    yield crossed_rows_example(layout, tokens, lambda _: says)


def _exchange_pieces(layout: Layout, index: int, tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "When the white dice show one number of a pair, you may spend the pair and cross its "
        "other number instead. You do it on your sheet alone, once a roll and before your first "
        "cross."
    )
    yield tr.gettext(
        "Pairs are spent from left to right; those passed over are lost. Spending one isn’t a "
        "cross: a roller who then crosses nothing takes a penalty."
    )
    pairs = layout.rows[index].cells
    at = min(1, len(pairs) - 1)
    row = layout.rows[lockable_rows(layout)[0]]
    says = tr.gettext(
        "The white dice show {n}: the pair is spent, and {cell} is crossed.",
        n=pairs[at].number,
        cell=tr.row_text("{colour} {n}", row.letter, n=pairs[at].other),
    )
    yield crossed_rows_example(layout, (f"x{at}", f"{row.letter}{pairs[at].other}"), lambda _: says)


# crosses that bring others about


def _chain_pieces(
    layout: Layout, chains: Sequence[tuple[str, str]], tr: Translator
) -> Iterator[Piece]:
    yield tr.gettext(
        "Some numbers are linked in pairs. Cross one, and you cross the other as well: also left "
        "of your last cross there, and in a closed row. It brings nothing more with it."
    )
    token = chains[0][0]
    place = layout.cell_of_token(token)
    if place is not None:
        yield _forced_example(layout, (place,), (token,), tr)


def _bar_pieces(layout: Layout, boxed: Sequence[CellRef], tr: Translator) -> Iterator[Piece]:
    yield tr.gettext(
        "Cross a boxed number, and you cross the next free field of the bar as well. Its colour "
        "brings one more cross at once: the next free number of that row. If that one is boxed, it "
        "goes on."
    )
    yield tr.gettext(
        "Fields in the colour of a closed row are passed over. A cross that isn’t allowed is lost."
    )
    yield _forced_example(layout, boxed[:1], (cell_token(layout, boxed[0]),), tr)


def _pair_pieces(layout: Layout, pairs: Sequence[BonusPair], tr: Translator) -> Iterator[Piece]:
    yield tr.gettext("Two numbers share a symbol. Once you’ve crossed both, they bring you:")
    for pair in pairs:
        cells = layout.cells_with_mark(pair.mark)
        names = capitalized(cells_text(layout, cells, tr))
        effect = _pair_effect_text(pair, layout, tr)
        # Translators: such as "Red 6 and blue 4: 13 points more."
        yield tr.gettext("{cells}: {told}", cells=names, told=effect)
        yield _pair_example(pair, layout, cells, tr)


def _pair_effect_text(pair: BonusPair, layout: Layout, tr: Translator) -> str:
    match pair.mark:
        case Mark.FEWEST:
            return tr.ngettext(
                "at once the next free number in your open row with the fewest crosses; where "
                "several have as few, you choose.",
                "at once the next {n} free numbers in your open row with the fewest crosses; where "
                "several have as few, you choose.",
                pair.amount,
            )
        case Mark.EACH:
            return tr.ngettext(
                "at once the next free number in each open row.",
                "at once the next {n} free numbers in each open row.",
                pair.amount,
            )
        case Mark.LOWEST:
            # Translators: {n} is 2, rarely more.
            return tr.gettext(
                "in the end the row with the fewest points counts {n} times.", n=pair.amount
            )
        case Mark.PLUS:
            return tr.ngettext("{n} point more.", "{n} points more.", pair.amount)
    return tr.gettext(
        "your penalties cost nothing. Number {n} still ends the game.", n=layout.penalties
    )


def _forced_example(
    layout: Layout, first: Sequence[CellRef], tokens: Sequence[str], tr: Translator
) -> Example:
    """Show the crosses that the entries force, beyond those on the cells `first`."""

    def describe_forced(sheet: Sheet) -> str:
        others = [
            CellRef(index, at)
            for index in lockable_rows(layout)
            for at, _ in enumerate(layout.rows[index].cells)
            if sheet.is_crossed(CellRef(index, at)) and CellRef(index, at) not in first
        ]
        # Translators: such as "You cross yellow 5, and with it red 2."
        return tr.gettext(
            "You cross {cells}, and with it {others}.",
            cells=cells_text(layout, first, tr),
            others=cells_text(layout, others, tr),
        )

    return crossed_rows_example(layout, tokens, describe_forced)


def _pair_example(
    pair: BonusPair, layout: Layout, cells: Sequence[CellRef], tr: Translator
) -> Example:
    """Show the crosses that a pair brings, or else the total with it and without it."""
    tokens = [cell_token(layout, place) for place in cells]
    if pair.mark in {Mark.FEWEST, Mark.EACH}:
        tied = play_tokens(layout, tokens).position.sheets[0].rows_to_choose()
        tokens += [f"p{letter}" for letter in tied[:1]]
        return _forced_example(layout, cells, tokens, tr)
    if pair.mark is Mark.WAIVE:
        tokens.append("-")
    if pair.mark is Mark.LOWEST:
        others = (layout.rows[i] for i in lockable_rows(layout) if i not in {c.row for c in cells})
        tokens += [f"{row.letter}{row.numbers[0]}" for row in others]
    alone = replace(layout, pairs=tuple(other for other in layout.pairs if other != pair))
    without = play_tokens(alone, tokens).position.sheets[0].total
    return crossed_rows_example(
        layout,
        tokens,
        lambda sheet: tr.gettext(
            "With both crossed the total is {n} instead of {without}.",
            n=signed_text(sheet.total),
            without=signed_text(without),
        ),
    )
