"""One's own records: what was never reached before on the same printed sheet."""

from qwixx_pad.history.series import MIN_SHEETS_BEFORE_RECORD, PersonalRecords, find_records
from qwixx_pad.history.sheets import ScoredSheet
from qwixx_pad.storage.summary import RowScore, Score
from tests.support.storage.game_lists import game_summary


def sheet(number, red=3, blue=6, *, on="classic", most=12):
    """A sheet of the game that began so many hours after noon, by the points of two rows."""
    points = {"r": red, "b": blue}
    rows = tuple(
        RowScore(
            letter, 0, 2, made, locked=False, closed=False, crosses_to_lock=5, max_crosses=most
        )
        for letter, made in points.items()
    )
    score = Score(1, "Anna", 1, red + blue, 0, 0, (), rows, on)
    game = game_summary(number, (score,), number, on=on)
    return ScoredSheet(game, score, "anna")


BEFORE = [sheet(number) for number in range(MIN_SHEETS_BEFORE_RECORD)]


def test_record_is_reported_for_total_and_each_row():
    assert find_records(sheet(9, red=10), BEFORE) == PersonalRecords(16, (("r", 10),))
    assert find_records(sheet(9, red=10, blue=-5), BEFORE) == PersonalRecords(None, (("r", 10),))
    assert find_records(sheet(9), BEFORE) == PersonalRecords(), "as many as before are no record"


def test_record_compares_only_earlier_sheets_of_the_layout():
    later = sheet(10, red=55)
    another = sheet(1, red=55, on="mixx_a")
    assert find_records(sheet(9, red=10), [*BEFORE, later, another]).rows == (("r", 10),)
    seeds = [sheet(n, on=f"random_colors:{n}") for n in range(MIN_SHEETS_BEFORE_RECORD)]
    assert find_records(sheet(9, red=10, on="random_colors:77"), seeds).total == 16


def test_first_few_sheets_set_no_records():
    assert find_records(sheet(9, red=10), BEFORE[1:]) == PersonalRecords()


def test_row_without_lock_has_no_record():
    assert find_records(sheet(9, red=10, most=0), BEFORE).rows == ()
