"""Crosses that bring others about, as the rules tell them: chains, the bar, pairs. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qwixx_pad.core.layout import Layout, Mark, Pair, Place
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.rules.pieces import Example, Piece
from qwixx_pad.ui.rules.played import cells_named, crossed_rows, locking, played, sentence, token_of
from qwixx_pad.ui.speech import signed
from qwixx_pad.ui.speech.words import Words


def chains(layout: Layout, words: Words) -> Iterator[Piece]:
    """Linked numbers; nothing where there are none."""
    if not layout.chains:
        return
    yield words.text(
        "Some numbers are linked in pairs. Cross one, and you cross the other as well: also left "
        "of your last cross there, and in a closed row. It brings nothing more with it."
    )
    token = layout.chains[0][0]
    place = layout.cell_named(token)
    if place is not None:
        yield _forced(layout, (place,), (token,), words)


def bar(layout: Layout, words: Words) -> Iterator[Piece]:
    """Boxed numbers and the bar; nothing where there are none."""
    boxed = layout.marked(Mark.BOX)
    if not boxed:
        return
    yield words.text(
        "Cross a boxed number, and you cross the next free field of the bar as well. Its colour "
        "brings one more cross at once: the next free number of that row. If that one is boxed, it "
        "goes on."
    )
    yield words.text(
        "Fields in the colour of a closed row are passed over. A cross that is not allowed is lost."
    )
    yield _forced(layout, boxed[:1], (token_of(layout, boxed[0]),), words)


def pairs(layout: Layout, words: Words) -> Iterator[Piece]:
    """What pairs of like signs bring, one after the other; nothing where there are none."""
    if not layout.pairs:
        return
    yield words.text("Two numbers bear the same sign. Once you have crossed both, they bring you:")
    for pair in layout.pairs:
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
    """What crosses on some cells bring about."""

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
    """Crosses that come at once, or what the total is with the pair and without it."""
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
