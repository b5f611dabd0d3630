"""An evening in one tab: the same people again in one tap, and a series to its end."""

from test_table import begin_setup, cross


def home(page):
    return page.show("/").wait_for("join-table")


def test_the_same_group_plays_again_in_one_tap(pad):
    begin_setup(home(pad), "Anna", "Ben").tap("start-game").wait_sees("Anna’s roll")
    cross(pad, "r5").tap("menu").tap("finish").wait_sees("Anna wins!")
    pad.tap("home").wait_name("same-group", "Anna, Ben")
    cross(pad.tap("same-group").wait_sees("Ben’s roll"), "y5")


def test_a_best_of_three_is_played_to_its_end(pad):
    begin_setup(home(pad), "Cleo", "Dan").tap("start-game")
    for winner in ("Cleo", "Dan"):
        cross(pad.wait_sees(f"{winner}’s roll"), "r5")
        pad.tap("menu").tap("finish").wait_sees(f"{winner} wins!")
        if winner == "Cleo":
            pad.tap("rematch")
    pad.wait_name("series-1", "1 win, 1 point").tap("best-of").wait_name("best-of", "Best of three")
    cross(pad.tap("rematch").wait_sees("Cleo’s roll"), "r5")
    pad.tap("menu").tap("finish").wait_sees("Cleo wins the series!")
    pad.wait_name("series-1", "Cleo, 2 wins, 2 points").wait_name("series-2", "Dan, 1 win, 1 point")
    pad.tap("home").wait_sees("series 2:1 (2:1)")
