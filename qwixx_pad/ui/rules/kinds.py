"""The kinds of rules that only some printed sheets have: a few words and an example of each.

All numbers and examples are made from the layout that has the rule.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from qwixx_pad.core.layout import Layout, Mark, Pair, Place, Row, RowKind
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.rules.examples import (
    Example,
    Piece,
    Section,
    cells_named,
    crossed_rows,
    locking,
    played,
    sentence,
    token_of,
)
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words

_STEPS, _FIELDS = 3, 2
"""Steps, and fields of a track, that are crossed in an example."""


Find = Callable[[Layout], Any]
"""Finds the subject of a kind of rule, such as the first row, from 0, that has it; or None."""
Tell = Callable[[Layout, Any, Words], Iterator[Piece]]
"""Describes the rule for a layout and the subject that was found."""


def own_rules(layout: Layout, words: Words) -> tuple[Section, ...]:
    """Describe each kind of rule that the sheet has beyond those of all sheets."""
    found = ((title, find(layout), tell) for title, find, tell in _kinds(words))
    return tuple(
        Section(title, tuple(tell(layout, about, words)))
        for title, about, tell in found
        if about is not None
    )


def _kinds(words: Words) -> tuple[tuple[str, Find, Tell], ...]:
    """List title, subject and description of each kind, in the order of learning."""
    text = words.text
    return (
        (text("Mixed colours"), _row(lambda row: row.lock_mask and row.inks), _colors),
        (text("Bonus rows"), _row(lambda row: row.kind is RowKind.BONUS), _bonus_rows),
        (text("Crossed twice"), _row(lambda row: row.twice), _twice),
        (text("Double boxes"), _row(lambda row: row.heavy), _heavy),
        (text("Linked numbers"), lambda layout: layout.chains or None, _chains),
        (text("The steps"), lambda layout: layout.marked(Mark.STEP) or None, _steps),
        (text("Boxed numbers and the bar"), lambda layout: layout.marked(Mark.BOX) or None, _bar),
        # Translators: two numbers that bear the same sign.
        (text("Pairs of signs"), lambda layout: layout.pairs or None, _pairs),
        # Translators: numbers that each printed sheet has for itself.
        (text("Lucky numbers"), lambda layout: layout.lucky or None, _lucky),
        # Translators: a row of fields beside the numbers.
        (text("The track"), _row(lambda row: row.kind is RowKind.TRACK), _track),
        # Translators: fields between two numbers.
        (text("Connection fields"), _row(_has_fields), _connections),
        (text("Exchange"), _row(lambda row: row.kind is RowKind.EXCHANGE), _exchange),
    )


def _row(has: Callable[[Row], object]) -> Find:
    """Return a finder of the first row of which something holds."""
    return lambda layout: next((i for i, row in enumerate(layout.rows) if has(row)), None)


def _has_fields(row: Row) -> bool:
    return row.kind is RowKind.NUMBERS and any(cell.number is None for cell in row.cells)


# colours and rows


def _colors(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    yield words.text(
        "Each number has a colour of its own. A coloured die goes with the numbers of its colour, "
        "whichever row they stand in; the white dice go with all numbers."
    )
    row = layout.rows[index]
    cells = [c for i, c in enumerate(row.cells[:-1]) if c.color not in row.inks[:i]]
    told = [words.of_row("{colour} {n}", cell.color, n=cell.number) for cell in cells]
    # Translators: such as "Red row: yellow 2, blue 5 and green 8 are crossed."
    says = words.of_row("{row} row: {cells} are crossed.", row.letter, cells=words.both(told))
    yield crossed_rows(layout, [f"{row.letter}{cell.number}" for cell in cells], lambda _: says)


def _bonus_rows(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    yield words.text(
        "A bonus row stands between two rows. A number in it may be crossed once the same number "
        "is crossed in one of the two; in the same roll is soon enough. It is a cross like any "
        "other: the coloured die has to be that of the row in which the number is crossed."
    )
    yield words.text(
        "A bonus row runs from left to right too. Its crosses count for both rows, but not towards "
        "the crosses before their last number. It stays open when they are closed."
    )
    bonus = layout.rows[index]
    first, other = (layout.index_of(letter) for letter in bonus.between)
    number = layout.rows[first].numbers[len(bonus.numbers) // 3]

    def says(sheet: Sheet) -> str:
        return words.text(
            "{cell} frees the {n} of the bonus row. The crosses now: {one}, {other}.",
            cell=words.of_row("{row} {n}", bonus.between[0], n=number),
            n=number,
            one=words.of_row("{colour} {n}", bonus.between[0], n=sheet.crosses(first)),
            other=words.of_row("{colour} {n}", bonus.between[1], n=sheet.crosses(other)),
        )

    tokens = (f"{bonus.between[0]}{number}", f"{bonus.letter}{number}")
    example = crossed_rows(layout, tokens, says)
    yield replace(example, rows=tuple(sorted((first, index, other))))


# more than one cross on a number


def _twice(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    row = layout.rows[index]
    yield words.text(
        "The number that you crossed last in a row may be crossed a second time, in another roll "
        "or with another sum. The last number of a row may not. Both crosses count, also towards "
        "the {needs} that its last number needs.",
        needs=row.needs,
    )
    number = row.numbers[len(row.numbers) // 3]
    yield crossed_rows(layout, (f"{row.letter}{number}",) * 2, _worth(index, number, words))


def _heavy(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    row = layout.rows[index]
    yield words.text(
        "A number in a double box brings two crosses at once. Both count, also towards the {needs} "
        "that the last number of its row needs.",
        needs=row.needs,
    )
    number = next(cell.number for cell in row.cells if cell.weight > 1)
    yield crossed_rows(layout, (f"{row.letter}{number}",), _worth(index, number, words))


def _worth(index: int, printed: int | None, words: Words) -> Callable[[Sheet], str]:
    """Return a caption: the points of a row for the crosses on one number."""

    def says(sheet: Sheet) -> str:
        return words.count(
            "The {printed} counts as {n} cross: {points} points.",
            "The {printed} counts as {n} crosses: {points} points.",
            sheet.crosses(index),
            printed=printed,
            points=sheet.sum_line.rows[index],
        )

    return says


# points and fields beside the rows


def _steps(layout: Layout, marked: Sequence[Place], words: Words) -> Iterator[Piece]:
    steps = sorted(marked, key=lambda place: place.position)[:_STEPS]
    yield words.text(
        "The dark numbers count once more, all together like one more row: the more of them you "
        "cross, the more each of them is worth."
    )
    tokens = [token_of(layout, place) for place in steps]
    yield crossed_rows(
        layout,
        tokens,
        lambda sheet: words.text(
            "{cells} are steps: {n} points more.",
            cells=sentence(cells_named(layout, steps, words)),
            n=sheet.sum_line.extra,
        ),
    )


def _track(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    if layout.target is not None:
        yield words.text(
            "When both white dice and a coloured one make {n} together, the roller may cross the "
            "next field of the track, and nothing else in that roll.",
            n=layout.target,
        )
    numbers = words.both([str(number) for number in layout.rows[index].numbers])
    yield words.text("Only its highest crossed field counts: {points} points.", points=numbers)
    yield crossed_rows(
        layout,
        ("lucky",) * _FIELDS,
        lambda sheet: words.count(
            "{n} field is crossed: {points} points more.",
            "{n} fields are crossed: {points} points more.",
            sheet.marks[index].bit_count(),
            points=sheet.sum_line.extra,
        ),
    )


def _connections(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    if layout.target is not None:
        one, other = divmod(layout.target, 10)
        yield words.text(
            "When two dice show a {one} and a {other}, a field between two numbers may be crossed "
            "instead of a number.",
            one=one,
            other=other,
        )
    yield words.text(
        "Numbers and fields are crossed in one order, from left to right. A field counts as a "
        "cross of its row, but not towards the crosses that the last number needs."
    )
    row = layout.rows[index]
    at = next(at for at, cell in enumerate(row.cells) if cell.number is None)
    tokens = [*(f"{row.letter}{cell.number}" for cell in row.cells[:at]), f"c{row.letter}0"]
    yield crossed_rows(
        layout,
        tokens,
        lambda sheet: words.count(
            "With the field it is {n} cross: {points} points.",
            "With the field it is {n} crosses: {points} points.",
            sheet.crosses(index),
            points=sheet.sum_line.rows[index],
        ),
    )


# other ways to a cross


def _lucky(layout: Layout, _: object, words: Words) -> Iterator[Piece]:
    yield words.text(
        "Your printed sheet has lucky numbers of its own. When the white dice show one of them, "
        "you may cross, instead of that number, the next free one in your row with the fewest "
        "crosses; where several have as few, you choose."
    )
    *full, least = (layout.rows[index] for index in locking(layout))
    tokens = [*(f"{row.letter}{row.numbers[0]}" for row in full), f"l{least.letter}"]
    says = words.of_row(
        "{row} has the fewest crosses: a lucky number crosses its {n}.",
        least.letter,
        n=least.numbers[0],
    )
    yield crossed_rows(layout, tokens, lambda _: says)


def _exchange(layout: Layout, index: int, words: Words) -> Iterator[Piece]:
    yield words.text(
        "When the white dice show one number of a pair, you may spend the pair and cross its other "
        "number instead. You do it on your sheet alone, once in a roll and before your first cross."
    )
    yield words.text(
        "Pairs are spent from left to right; those passed over are lost. To spend one is no cross: "
        "a roller who then crosses nothing takes a misthrow."
    )
    pairs = layout.rows[index].cells
    at = min(1, len(pairs) - 1)
    row = layout.rows[locking(layout)[0]]
    says = words.text(
        "The white dice show {n}: the pair is spent, and {cell} is crossed.",
        n=pairs[at].number,
        cell=words.of_row("{colour} {n}", row.letter, n=pairs[at].other),
    )
    yield crossed_rows(layout, (f"x{at}", f"{row.letter}{pairs[at].other}"), lambda _: says)


# crosses that bring others about


def _chains(layout: Layout, chains: Sequence[tuple[str, str]], words: Words) -> Iterator[Piece]:
    yield words.text(
        "Some numbers are linked in pairs. Cross one, and you cross the other as well: also left "
        "of your last cross there, and in a closed row. It brings nothing more with it."
    )
    token = chains[0][0]
    place = layout.cell_named(token)
    if place is not None:
        yield _forced(layout, (place,), (token,), words)


def _bar(layout: Layout, boxed: Sequence[Place], words: Words) -> Iterator[Piece]:
    yield words.text(
        "Cross a boxed number, and you cross the next free field of the bar as well. Its colour "
        "brings one more cross at once: the next free number of that row. If that one is boxed, it "
        "goes on."
    )
    yield words.text(
        "Fields in the colour of a closed row are passed over. A cross that is not allowed is lost."
    )
    yield _forced(layout, boxed[:1], (token_of(layout, boxed[0]),), words)


def _pairs(layout: Layout, pairs: Sequence[Pair], words: Words) -> Iterator[Piece]:
    """Describe the effects of pairs of like signs, one after the other."""
    yield words.text("Two numbers bear the same sign. Once you have crossed both, they bring you:")
    for pair in pairs:
        cells = layout.marked(pair.mark)
        # Translators: such as "Red 6 and blue 4: 13 points more."
        said = cells_named(layout, cells, words)
        told = _brought(pair, layout, words)
        yield words.text("{cells}: {told}", cells=sentence(said), told=told)
        yield _pair_example(pair, layout, cells, words)


def _brought(pair: Pair, layout: Layout, words: Words) -> str:
    match pair.mark:
        case Mark.FEWEST:
            return words.count(
                "at once the next free number in your open row with the fewest crosses; where "
                "several have as few, you choose.",
                "at once the next {n} free numbers in your open row with the fewest crosses; where "
                "several have as few, you choose.",
                pair.amount,
            )
        case Mark.EACH:
            return words.count(
                "at once the next free number in each open row.",
                "at once the next {n} free numbers in each open row.",
                pair.amount,
            )
        case Mark.LOWEST:
            # Translators: {n} is 2, rarely more.
            return words.text(
                "in the end the row with the fewest points counts {n} times.", n=pair.amount
            )
        case Mark.PLUS:
            return words.count("{n} point more.", "{n} points more.", pair.amount)
    return words.text(
        "your misthrows cost nothing. Number {n} still ends the game.", n=layout.penalties
    )


def _forced(layout: Layout, first: Sequence[Place], tokens: Sequence[str], words: Words) -> Example:
    """Show the crosses that come with crosses on some cells."""

    def says(sheet: Sheet) -> str:
        others = [
            Place(index, at)
            for index in locking(layout)
            for at, _ in enumerate(layout.rows[index].cells)
            if sheet.is_crossed(Place(index, at)) and Place(index, at) not in first
        ]
        # Translators: such as "You cross yellow 5, and with it red 2."
        return words.text(
            "You cross {cells}, and with it {others}.",
            cells=cells_named(layout, first, words),
            others=cells_named(layout, others, words),
        )

    return crossed_rows(layout, tokens, says)


def _pair_example(pair: Pair, layout: Layout, cells: Sequence[Place], words: Words) -> Example:
    """Show the crosses that a pair brings at once, or the total with it and without it."""
    tokens = [token_of(layout, place) for place in cells]
    if pair.mark in {Mark.FEWEST, Mark.EACH}:
        tied = played(layout, tokens).position.sheets[0].choices()
        tokens += [f"p{letter}" for letter in tied[:1]]
        return _forced(layout, cells, tokens, words)
    if pair.mark is Mark.WAIVE:
        tokens.append("-")
    if pair.mark is Mark.LOWEST:
        others = (layout.rows[i] for i in locking(layout) if i not in {c.row for c in cells})
        tokens += [f"{row.letter}{row.numbers[0]}" for row in others]
    alone = replace(layout, pairs=tuple(other for other in layout.pairs if other != pair))
    without = played(alone, tokens).position.sheets[0].total
    return crossed_rows(
        layout,
        tokens,
        lambda sheet: words.text(
            "With both crossed the total is {n} instead of {without}.",
            n=signed(sheet.total),
            without=signed(without),
        ),
    )
