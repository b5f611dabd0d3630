"""The statistics agree with a plain count over the logs that knows no storage."""

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from statistics import fmean, pstdev, quantiles

import pytest
from archives import index_of
from contract import NOON
from evenings import FRIENDS, evenings
from hypothesis import given
from hypothesis import strategies as st
from oddities import some
from strategies import examples

from qwixx_pad.core.game import Game, replay
from qwixx_pad.core.line import read_setup
from qwixx_pad.core.moves import parse
from qwixx_pad.layouts import installed
from qwixx_pad.storage.summary import GameQuery, State

OWNER = "Anna"


# the reference: folds each log, and counts as one would on paper


@dataclass(frozen=True)
class Paper:
    """One finished sheet."""

    game: str
    layout: str
    touched: datetime
    seat: int
    name: str
    total: int
    penalties: int
    won: bool
    players: tuple[str, ...]
    rows: tuple[tuple[str, int, int, bool, bool], ...]
    extra: int

    @property
    def alone(self):
        return len(self.players) == 1

    @property
    def who(self):
        """Whom it counts for; None: a guest without a name."""
        name = self.name or (OWNER if self.alone else "")
        return name.casefold() or None


def game_of(saved):
    setup = read_setup(saved.head.setup, installed())
    game, refused = replay(setup, (parse(e.token) for e in saved.entries))
    assert refused is None
    return game


def rows_of(game: Game, sheet):
    for row, marks in zip(sheet.layout.rows, sheet.marks, strict=True):
        locked = f"{marks:b}".zfill(len(row.numbers))[0] == "1"
        crosses = f"{marks:b}".count("1") + locked
        points = sum(range(crosses + 1))
        closed = row.letter in game.position.closed and not locked
        yield row.letter, points, crosses, locked, closed


def papers_of(saved):
    game = game_of(saved)
    if not game.position.over:
        return
    rows = [tuple(rows_of(game, sheet)) for sheet in game.position.sheets]
    totals = [
        sum(points for _, points, *_ in lines) + sheet.extra - 5 * sheet.penalties
        for lines, sheet in zip(rows, game.position.sheets, strict=True)
    ]
    for seat, sheet in enumerate(game.position.sheets, 1):
        yield Paper(
            game=saved.head.id,
            layout=game.setup.layout.name,
            touched=saved.entries[-1].at,
            seat=seat,
            name=saved.head.names[seat - 1],
            total=totals[seat - 1],
            penalties=sheet.penalties,
            won=len(totals) > 1 and totals[seat - 1] == max(totals),
            players=saved.head.names,
            rows=rows[seat - 1],
            extra=sheet.extra,
        )


def chosen(papers, wanted):
    """The sheets that are asked for, those of earlier games first."""
    asked = [name.casefold() for name in wanted.players]
    seated = defaultdict(set)
    for paper in papers:
        seated[paper.game].add(paper.who)
    return sorted(
        (
            paper
            for paper in papers
            if all(name in seated[paper.game] for name in asked)
            and (len(asked) != 1 or paper.who == asked[0])
            and paper.layout.startswith(wanted.layout)
            and (wanted.since is None or paper.touched >= wanted.since)
        ),
        key=lambda paper: (paper.touched, paper.game, paper.seat),
    )


def quarters(totals):
    if len(totals) < 2:
        return tuple(totals * 3) or (0, 0, 0)
    return tuple(quantiles(totals, n=4, method="inclusive"))


def bars(totals):
    counted = Counter(total // 10 * 10 for total in totals)
    first, last = min(counted, default=0), max(counted, default=-1)
    return tuple((start, counted[start]) for start in range(first, last + 1, 10))


def per_row(papers):
    by_letter = defaultdict(list)
    for paper in papers:
        for letter, *figures in paper.rows:
            by_letter[letter].append(figures)
    for letter, lines in by_letter.items():
        points, crosses, locked, closed = zip(*lines, strict=True)
        yield {
            "letter": letter,
            "needs": 5,
            "most": 12,
            "sheets": len(lines),
            "points": pytest.approx(fmean(points)),
            "crosses": pytest.approx(fmean(crosses)),
            "locked": sum(locked),
            "closed": sum(closed),
        }


def rivals(papers, everyone):
    """The others at the tables of these sheets; `everyone` are all sheets there are."""
    at_table, met, shown = defaultdict(list), defaultdict(list), {}
    for paper in everyone:
        at_table[paper.game].append(paper)
    for paper in papers:
        for other in at_table[paper.game]:
            if other.who not in (None, paper.who):
                met[other.who].append(paper.total - other.total)
                shown[other.who] = other.name
    for who, gaps in sorted(met.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        yield {
            "name": shown[who],
            "games": len(gaps),
            "ahead": sum(gap > 0 for gap in gaps),
            "behind": sum(gap < 0 for gap in gaps),
            "difference": pytest.approx(fmean(gaps)),
        }


def on_each_sheet(papers):
    """The sheets by their names, the most frequent first."""
    count = Counter(paper.layout for paper in papers)
    names = sorted(count, key=lambda name: (-count[name], name))
    return {name: [paper for paper in papers if paper.layout == name] for name in names}


def beside(papers):
    boards = [paper.extra for paper in papers if paper.layout == "on_board"]
    if boards:
        yield {"purpose": "board", "sheets": len(boards), "points": pytest.approx(fmean(boards))}


def numbers_on_paper(everyone, wanted):
    papers = chosen(everyone, wanted)
    printed = on_each_sheet(papers)
    compared = next(iter(printed.values()), [])
    totals = [paper.total for paper in compared]
    penalties = Counter(paper.penalties for paper in papers)
    best = max(totals, default=0)
    return {
        "sheets": len(papers),
        "contests": sum(not paper.alone for paper in papers),
        "wins": sum(paper.won for paper in papers),
        "best": best,
        "best_at": min((p.touched for p in compared if p.total == best), default=None),
        "average": pytest.approx(fmean(totals) if totals else 0),
        "spread": pytest.approx(pstdev(totals) if totals else 0),
        "quartiles": pytest.approx(quarters(totals)),
        "bins": bars(totals),
        "latest": totals[-1] if totals else None,
        "penalties": pytest.approx(fmean(p.penalties for p in papers) if papers else 0),
        "penalty_counts": tuple(penalties[n] for n in range(max(penalties, default=-1) + 1)),
        "rows": tuple(per_row(papers)),
        "rivals": tuple(rivals(papers, everyone)) if len(wanted.players) == 1 else (),
        "recent": tuple((paper.touched, paper.total) for paper in compared[-50:]),
        "by_sheet": tuple(
            {
                "sheet": name,
                "sheets": len(alike),
                "average": pytest.approx(fmean(paper.total for paper in alike)),
                "best": max(paper.total for paper in alike),
            }
            for name, alike in printed.items()
        ),
        "beside": tuple(beside(papers)),
    }


def on_one_sheet(totals):
    average = pytest.approx(fmean(totals)) if totals else None
    return {"average": average, "best": max(totals, default=None)}


def standings_on_paper(everyone, wanted):
    by_who, papers = defaultdict(list), chosen(everyone, wanted)
    main = next(iter(on_each_sheet(papers)), "")
    for paper in papers:
        by_who[paper.who].append(paper)
    asked = {name.casefold() for name in wanted.players} or {who for who in by_who if who}
    lines = [
        {
            "name": papers[-1].name or OWNER,
            "games": len(papers),
            "wins": sum(paper.won for paper in papers),
            **on_one_sheet([paper.total for paper in papers if paper.layout == main]),
        }
        for who, papers in by_who.items()
        if who in asked
    ]
    return sorted(lines, key=lambda line: (-line["games"], line["name"].casefold()))


# what is counted


TIES = tuple(
    some(
        *("classic/3", ("", "Anna", "Ben"), 0),
        *(f"1:r{n + 2}", f"2:y{n + 2}", "/", "end"),
        name=f"tie{n}",
    )
    for n in range(3)
)
"""Three games that ended at the same moment, each with a shared win and a nameless guest."""
ODD = (
    *TIES,
    some("classic", ("",), 5, "r2", "r3", "r4", "-", "end"),
    some("classic", ("ANNA",), 6, "-", "-", "-", "-"),
    some("classic/2", ("Anna", "Ben"), 7, "1:r2", "/"),
    some("classic/2", ("aNNa", "ben"), 8, *"//////", "end"),
    some("classic", ("Cleo",), 9, "b12", "r#", "y#", "end"),
)
KEPT = (*evenings(60), *ODD)
EVERYONE = [paper for saved in KEPT for paper in papers_of(saved)]


@pytest.fixture(scope="module")
def index():
    return index_of(KEPT)


MIDDLE = sorted(paper.touched for paper in EVERYONE)[len(EVERYONE) // 2]
LATER = datetime(2999, 1, 1, tzinfo=UTC)
players = st.one_of(
    st.just(()),
    st.sampled_from([*FRIENDS, "anna", "Nobody"]).map(lambda name: (name,)),
    st.lists(st.sampled_from(FRIENDS), min_size=2, max_size=4, unique=True).map(tuple),
)
wishes = st.builds(
    GameQuery,
    players=players,
    layout=st.sampled_from(("", "", "classic", "on_board", "longo")),
    since=st.sampled_from((None, None, MIDDLE, MIDDLE + timedelta(microseconds=1), NOON, LATER)),
)


@examples(100)
@given(wanted=wishes)
def test_the_numbers_are_those_that_one_counts_on_paper(index, wanted):
    expected = numbers_on_paper(EVERYONE, wanted)
    counted = asdict(index.numbers(wanted, OWNER))
    assert set(counted) == set(expected)
    for figure, value in expected.items():
        assert counted[figure] == value, figure


@examples(100)
@given(wanted=wishes)
def test_the_standings_are_those_that_one_counts_on_paper(index, wanted):
    counted = [asdict(line) for line in index.standings(wanted, OWNER)]
    assert counted == standings_on_paper(EVERYONE, wanted)


ASKED = (GameQuery(), GameQuery(players=("Anna",)), GameQuery(players=("Anna", "Ben")))


@pytest.mark.parametrize("wanted", ASKED)
def test_without_a_game_all_numbers_are_nothing(wanted):
    index = index_of(())
    assert asdict(index.numbers(wanted, OWNER)) == numbers_on_paper([], wanted)
    assert index.standings(wanted, OWNER) == ()
    assert (index.players(), index.layouts()) == ((), ())


@pytest.mark.parametrize("wanted", ASKED[:2])
@pytest.mark.parametrize("saved", [TIES[0], *ODD[3:5], *ODD[6:], KEPT[0]])
def test_one_game_alone_is_counted_whole(saved, wanted):
    index, papers = index_of([saved]), list(papers_of(saved))
    assert asdict(index.numbers(wanted, OWNER)) == numbers_on_paper(papers, wanted)
    lines = [asdict(line) for line in index.standings(wanted, OWNER)]
    assert lines == standings_on_paper(papers, wanted)


@pytest.mark.parametrize("tokens", [(), ("r2",), ("r2", "r99")])
def test_a_game_that_has_not_ended_or_cannot_be_read_is_not_counted(tokens):
    index = index_of([some("classic", ("Anna",), 0, *tokens)])
    assert index.numbers(GameQuery(), OWNER).sheets == 0
    assert index.numbers(GameQuery(state=State.OPEN), OWNER).sheets == 0
    assert index.standings(GameQuery(), OWNER) == ()


def test_without_an_owners_name_a_nameless_sheet_is_in_the_numbers_and_in_no_line():
    index = index_of([ODD[3], TIES[0]])
    assert index.numbers(GameQuery(), "").sheets == 4
    assert {line.name for line in index.standings(GameQuery(), "")} == {"Anna", "Ben"}
