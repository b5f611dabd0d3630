"""Random games for property tests: legal and illegal, one to five seats, early and late.

A game is grown token by token. Most tokens are picked from all that has a place on the sheets,
legal or not; near the end of a game those matter most that lock rows, so a game may start from a
table at which everybody has five crosses in some rows.
"""

import random
import sys

from hypothesis import settings
from hypothesis import strategies as st

from qwixx_pad.core.game import Game, Setup, rewrite_log
from qwixx_pad.core.moves import Cross, Entry, Finish, Refusal, parse_token
from qwixx_pad.core.notation import read_setup
from qwixx_pad.layouts import installed_layouts
from tests.support.legal_entries import candidates, is_legal

SLOW = sys.platform == "emscripten"
"""A browser's Python, a quarter as fast as the same Python elsewhere."""


def examples(number):
    """So many examples; a tenth of them where Python is slow, for the rest were tried elsewhere."""
    return settings(max_examples=number // 10 if SLOW else number, deadline=None)


HEADS = (
    *("classic", "classic/2", "classic/3", "classic/5"),
    *("classic/2+finish-turn", "classic/4+finish-turn"),
    *("on_board", "on_board/2", "on_board/3", "on_board/4+finish-turn"),
)
FAMILY_HEADS = (
    *("mixx_a/2", "mixx_b", "big_points/3", "big_points", "double_a/2", "longo/3", "longo"),
    *("bonus_a/2", "bonus_a/4", "bonus_a", "bonus_b/3", "bonus_b", "bonus_b/2+finish-turn"),
    *("chain_a,chain_c/2", "chain_b", "steps_b/2", "x_change/3", "lucky_15/2", "lucky_15"),
    *("random_colors:7/2", "random_numbers:7", "classic/3+paper", "bonus_b+paper"),
    *("chain_d/2+paper", "double_a+paper", "big_points/2+paper"),
)
NONSENSE = (
    *("r", "R5", "r05", "5r", "1:", ":r5", "1:/", "1:end", "#", "out", "9:in"),
    *("x3", "ry5", "gb4", "lr", "pb"),
)
OFF_THE_SHEET = ("r1", "r13", "9:r5", "0:r5", "@21", "@7", "@!", "2:@!", "2:@9", "r5", "2:r5", "-")
SWITCHES = (
    *("undo", "redo", "1:undo", "1:redo", "2:undo", "2:redo", "/", "end", "r#", "y#", "g#"),
    *("1:out", "2:out", "3:out", "1:in", "2:in"),
)


def setup_of(head: str) -> Setup:
    """The setup of a head of a game line, such as `classic/3+finish-turn`."""
    return read_setup(head, installed_layouts())


def start(head: str) -> Game:
    """A game before its first entry."""
    return Game.start(setup_of(head))


def played(line: str) -> Game:
    """The game of a line in which every token has to be legal."""
    head, *tokens = line.split()
    game = start(head)
    for token in tokens:
        game = game.with_entry(entry(token))
    return game


def entry(token: str) -> Entry:
    """The entry of a token that has to be well spelt."""
    found = parse_token(token)
    assert found is not None, token
    return found


def ready_to_lock(head: str, rows: str) -> list[str]:
    """Tokens after which every seat has the first five cells of these rows crossed."""
    setup = setup_of(head)
    printed = {row.letter: row.numbers for row in setup.layout.rows}
    tokens: list[str] = []
    for cell in (f"{letter}{number}" for letter in rows for number in printed[letter][:5]):
        if setup.seats == 1:
            tokens.append(cell)
        else:
            tokens += [f"{seat}:{cell}" for seat in range(1, setup.seats + 1)] + ["/"]
    return tokens


heads = st.sampled_from(HEADS)
every_sheet = st.sampled_from(HEADS + FAMILY_HEADS)
openings = st.sampled_from(("", "", "ry", "rgb", "-", "@"))


def opening(head: str, kind: str) -> list[str]:
    """Tokens that bring a game near one of its ends.

    By letters everybody may lock these rows next, by `-` everybody has three penalties, and by
    `@` the last round has begun where there is a board.
    """
    setup = setup_of(head)
    if setup.paper:
        return []
    if kind == "-":
        return ["-"] * 3 if setup.seats == 1 else ["/"] * 3 * setup.seats
    if kind == "@":
        seat = "1:" if setup.seats > 1 else ""
        return [] if setup.layout.board is None else [f"{seat}@!"]
    return ready_to_lock(head, kind) if head in HEADS else []


@st.composite
def tokens_after(draw: st.DrawFn, game: Game) -> str:
    """A token that might be entered now: usually one with a place on the sheets."""
    kind = draw(st.integers(0, 20))
    if kind == 20:
        return f"w{draw(st.integers(2, 12))}"
    if kind < 3:
        return draw(st.sampled_from((SWITCHES, SWITCHES, OFF_THE_SHEET + NONSENSE)[kind]))
    entries = list(candidates(game))
    if kind == 3:
        return draw(st.sampled_from(entries)).text
    if kind >= 7:
        return _some_legal(draw, game, [e for e in entries if not isinstance(e.move, Finish)])
    last = {(row.letter, row.numbers[-1:]) for row in game.setup.layout.rows}
    crosses = (e for e in entries if isinstance(e.move, Cross))
    return _some_legal(draw, game, [e for e in crosses if (e.move.row, (e.move.number,)) in last])


def _some_legal(draw: st.DrawFn, game: Game, entries: list[Entry]) -> str:
    """One of the legal ones, by asking few: the first from some place on, in an order of chance.

    In printed order what follows many illegal ones would come too often.
    """
    if not entries:
        return "undo"
    random.Random(0).shuffle(entries)
    place = draw(st.integers(0, len(entries) - 1))
    around = (*entries[place:], *entries[:place])
    return next((e.text for e in around if is_legal(game, e)), "undo")


@st.composite
def games(draw: st.DrawFn, heads: st.SearchStrategy[str] = heads) -> Game:
    """A game in which illegal tokens have been passed over."""
    head = draw(heads)
    game = played(" ".join((head, *opening(head, draw(openings)))))
    for _ in range(draw(st.integers(0, 30))):
        read = parse_token(draw(tokens_after(game)))
        if read is not None and is_legal(game, read):
            game = game.with_entry(read)
    return game


@st.composite
def lines(draw: st.DrawFn, heads: st.SearchStrategy[str] = heads) -> str:
    """The line of a game, and one token more, which may be refused."""
    game = draw(games(heads))
    return f"{game.text} {draw(tokens_after(game))}"


def refusal(line: str) -> str | None:
    """The word with which the last token of a line is refused; all before it have to be legal."""
    *legal, last = line.split()
    game = played(" ".join(legal))
    read = parse_token(last)
    reason = Refusal.SYNTAX if read is None else game.entry_refusal(read)
    return None if reason is None else reason.value


def without(game, place):
    """The correction that takes one of the standing entries (from 0) out and leaves the rest."""
    return rewrite_log(game, (*game.applied[:place], *game.applied[place + 1 :]))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
