"""An evening in one tab: the same people again in one tap, a series to its end, a paper game."""

from datetime import UTC, datetime, timedelta

from test_table import begin_setup, cross, with_players


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


def test_a_paper_game_of_three_is_found_in_the_list_and_the_statistics_and_undone(pad):
    home(pad).show("/games").tap("copy-paper").wait_for("copy-sheets")
    with_players(pad, "Eva", "Finn", "Gil").tap("choose-day").tap("month-earlier")
    day = f"day-{datetime.now(UTC).astimezone().date().replace(day=1) - timedelta(days=1)}"
    pad.tap(day).wait_gone(day).tap("copy-sheets").wait_sees("Eva’s pad")
    cross(pad, "r2", "r5", "r3").tap("seat-2").wait_sees("Finn’s pad")
    cross(pad, "g12", "g10").tap("g12").wait_name("g12", "skipped")
    pad.tap("seat-3").wait_sees("Gil’s pad").tap("penalty").wait_number("total", -5)
    pad.reload().wait_name("seat-1", "6 points").tap("finish").wait_sees("Eva wins!")
    game = pad.page.url.rpartition("/")[2]
    pad.show("/games").wait_name(f"game-{game}", "Eva, Finn, Gil")
    pad.wait_name(f"game-{game}", "From paper")
    pad.show("/stats").tap("stats-player").wait_for("player-all")
    everybody = [f"player-{i}" for i in range(9) if pad.has(f"player-{i}")]
    pad.tap(next(who for who in everybody if "Eva" in pad.name(who))).wait_number("stats-best", 6)
    pad.show(f"/game/{game}").tap("undo").wait_for("finish").wait_name("seat-2", "1 point")
    pad.show("/games").wait_name(f"game-{game}", "open")
