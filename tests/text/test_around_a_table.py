"""What a table says around a sheet: whose roll, everybody's points, what a button does."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from qwixx_pad.core.moves import Refusal
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.network_access import NetworkProblem, NetworkState
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.seating import Chair, RollAnswers, Seating
from qwixx_pad.multiplayer.state import Link, RejectedEntry
from qwixx_pad.ui.lobby import seat_actions, status_text
from qwixx_pad.ui.lobby.finding import attempt_text
from qwixx_pad.ui.lobby.phones import problem_text
from qwixx_pad.ui.lobby.table_screen import next_game_text
from qwixx_pad.ui.play.paint.menu import table_card
from qwixx_pad.ui.play.state import (
    ONE_SHEET,
    PadState,
    Prompt,
    Question,
    ScreenForm,
    TableState,
    announcement,
    make_view,
)
from qwixx_pad.ui.text.table_texts import location_text, lost_entry_text
from qwixx_pad.ui.text.translator import Voice
from tests.support.strategies import entry, played
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo")
READY = " / ".join(f"1:r{n} 2:r{n} 3:b{14 - n}" for n in range(2, 7))
"""Five rolls: Anna and Ben have five crosses in red, Cleo in blue; Ben is rolling."""
ROUNDS = " ".join(f"1:r{n} 1:y{n} / 2:b{14 - n} / 3:g{14 - n} /" for n in range(2, 7))


PHONE = TableState(NAMES, (0, 1, 2), (1,), present=(True,) * 3, code="K7PQ")
"""Anna's phone at a shared table."""
BENS = replace(PHONE, own_seats=(2,))
TWO_OF_THREE = replace(PHONE, own_seats=(1, 2))
ONE_DEVICE = TableState(NAMES, (0, 1, 2), (1, 2, 3))
DONE = RollAnswers(1, frozenset({2}))


def look(line, seat=1, table=PHONE, form=ONE_SHEET, **changes):
    state = PadState(played(line), seat, replace(table, **changes))
    return make_view(state, Voice(WORDS), form)


@pytest.mark.parametrize(
    ("line", "seat", "table", "title", "subtitle"),
    [
        ("1:r2", 1, PHONE, "Your turn", "Round 1 • table K7PQ"),
        ("1:r2 /", 1, PHONE, "Ben’s turn", "Round 1 • table K7PQ"),
        ("1:r2 / 2:r2 / 3:r2 /", 1, PHONE, "Your turn", "Round 2 • table K7PQ"),
        ("1:r2", 2, BENS, "Anna’s turn", "Round 1 • table K7PQ"),
        ("1:r2", 3, BENS, "Cleo’s sheet", "Round 1 • table K7PQ"),
        ("1:r2", 1, ONE_DEVICE, "Anna’s sheet", "Anna’s turn • Round 1"),
        ("1:r2", 2, TWO_OF_THREE, "Ben’s sheet", "Anna’s turn • Round 1"),
        (
            f"{ROUNDS} 1:r12 1:y12",
            2,
            ONE_DEVICE,
            "Ben’s sheet",
            "One more cross with the white dice",
        ),
    ],
)
def test_title_shows_roller_or_sheet_owner(line, seat, table, title, subtitle):
    shown = look(f"classic/3 {line}", seat, table).title
    assert (shown.title, shown.subtitle) == (title, subtitle)


def test_title_with_all_sheets_shows_the_roller():
    title = look("classic/3 1:r2", table=ONE_DEVICE, form=ScreenForm(all_sheets=True)).title
    assert (title.title, title.subtitle) == ("Anna’s turn", "Round 1 • 3 players on this tablet")


@pytest.mark.parametrize(
    ("line", "seat", "table", "identifier", "text"),
    [
        ("classic/3", 1, PHONE, "end-turn", "Penalty −5"),
        ("classic/3 1:r2", 1, PHONE, "end-turn", "End turn"),
        ("classic/3 1:-", 1, PHONE, "end-turn", "End turn"),
        ("on_board/3 1:@5", 1, PHONE, "end-turn", "Penalty −5"),
        ("classic/3", 2, BENS, "done", "Done"),
        ("classic/3", 2, replace(BENS, answers=DONE), "change", "Wait for me"),
        ("classic/3", 3, BENS, "to-pad", "Back to your sheet"),
        ("classic/3 2:out", 2, BENS, "in", "Play again"),
        ("classic/3 2:out", 1, PHONE, "end-turn", "Penalty −5"),
        ("classic/3 1:out", 1, PHONE, "in", "Play again"),
        ("classic/3 1:out", 2, BENS, "end-turn", "End Anna’s turn"),
        ("classic/3", 1, ONE_DEVICE, "end-turn", "Penalty −5"),
        ("classic/3", 2, ONE_DEVICE, "end-turn", "Anna: penalty"),
        ("classic/3 1:r2", 1, ONE_DEVICE, "end-turn", "End turn"),
        ("classic/3 1:r2 2:r2", 2, ONE_DEVICE, "end-turn", "End Anna’s turn"),
        ("classic/3 1:r2 / 2:r3", 1, ONE_DEVICE, "end-turn", "End Ben’s turn"),
        ("classic/3 1:r2 / 2:r3", 3, TWO_OF_THREE, "to-pad", "Back to Ben"),
        ("classic/3 1:r2 / 2:r3 /", 3, TWO_OF_THREE, "to-pad", "Back to Anna"),
        ("classic/3+paper", 1, ONE_DEVICE, "next-2", "Next: Ben"),
        ("classic/3+paper 3:r2", 2, ONE_DEVICE, "next-3", "Next: Cleo"),
        ("classic/3+paper", 3, ONE_DEVICE, "finish", "Done"),
        ("classic/3+paper", 2, replace(ONE_DEVICE, corners=(2, 3, 1)), "finish", "Done"),
    ],
)
def test_main_button_text_says_what_comes_next(line, seat, table, identifier, text):
    button = look(line, seat, table).button
    assert (button.identifier, button.text) == (identifier, text)
    assert button.is_penalty == ("enalty" in text)


def test_seat_that_has_crossed_has_a_tick_and_no_button():
    before = look("classic/3", 2, BENS)
    after = look("classic/3 2:r2", 2, BENS)
    assert (before.chips[1].ready, before.button.quiet) == (False, False)
    assert (after.chips[1].ready, after.button) == (True, None)


@pytest.mark.parametrize("line", ["classic/3", "classic/3 1:r2", "classic/3 1:-"])
def test_one_of_two_buttons_is_the_main_one(line):
    shown = look(line, 2, ONE_DEVICE)
    main = [x for x in (shown.back, shown.button) if not (x.is_penalty or x.quiet)]
    assert len(main) == 1


def test_chip_of_the_sheet_on_show_is_marked_on_every_device():
    for table in (PHONE, BENS, ONE_DEVICE):
        shown = look("classic/3", 2, table).chips
        assert [(chip.shown, chip.rolls) for chip in shown] == [
            (False, True),
            (True, False),
            (False, False),
        ]


def test_paper_with_all_sheets_on_the_screen_is_done_at_once():
    assert (
        look("classic/3+paper", 1, ONE_DEVICE, ScreenForm(all_sheets=True)).button.identifier
        == "finish"
    )
    assert look("classic/3+paper end", 1, ONE_DEVICE).button is None


def test_card_before_finishing_names_the_blank_sheets():
    asked = Prompt(Question.FINISH)
    state = PadState(played("classic/3+paper 2:r2"), 2, ONE_DEVICE)
    card = table_card(state, ONE_DEVICE, asked, WORDS, low=False)
    assert (card.title, list(card.lines)) == ("Finish this game?", ["Still empty: Anna and Cleo"])
    assert [key.text for key in card.buttons] == ["Next: Anna", "Finish this game"]
    shared = table_card(PadState(played("classic/3"), 1, PHONE), PHONE, asked, WORDS, low=False)
    assert shared.title == "Finish this game for everyone?"


@pytest.mark.parametrize(
    ("line", "table", "texts"),
    [
        ("1:r2 / 2:r3", ONE_DEVICE, ["Back to Ben", None, "Back to Ben"]),
        ("1:r2 / 2:r3", TWO_OF_THREE, ["Back to Ben", None, None]),
        ("1:r2 / 2:r3 /", TWO_OF_THREE, [None, None, None]),
    ],
)
def test_back_button_leads_to_the_rollers_sheet(line, table, texts):
    backs = [look(f"classic/3 {line}", seat, table).back for seat in (1, 2, 3)]
    assert [back and back.text for back in backs] == texts


@pytest.mark.parametrize(
    ("line", "changes", "text"),
    [
        ("on_board/3 1:@5", {}, None),
        ("on_board/3 1:@!", {}, "Last round: 3 rolls to go"),
        ("on_board/3 1:@! 1:r2 / 2:r2 /", {}, "Last round: this is the last roll"),
        ("classic/3", {"link": Link.DOWN}, "Offline"),
        ("classic/3", {"link": Link.CONNECTING}, "Connecting…"),
        ("classic/3", {"late": True, "unsent": (entry("1:r2"),)}, "Not sent yet: 1 entry"),
        ("classic/3", {"requested_seats": (2,)}, "A phone is asking for Ben’s seat"),
        ("classic/3", {"lost_seats": (2,)}, "Ben’s seat was given to another phone"),
        ("classic/3", {"announced_away": (2,)}, "Ben’s phone is away"),
        ("classic/3", {"announced_away": (2, 3)}, "2 phones are away"),
    ],
)
def test_banner_appears_below_the_title(line, changes, text):
    banner = look(line, **changes).title.banner
    assert (banner and banner.text) == text


@pytest.mark.parametrize(
    ("line", "hides", "spoken"),
    [
        (f"{READY} / 1:r12", False, ["You, 28 points, locked red", "Ben, 15 points, phone away"]),
        ("2:r5 2:out", False, ["You, 0 points, rolling", "Ben, 1 point, phone away, sitting out"]),
        ("2:r5 2:out", True, ["You, rolling", "Ben, phone away, sitting out"]),
    ],
)
def test_chip_shows_total_locks_roller_and_absence(line, hides, spoken):
    state = PadState(played(f"classic/3 {line}"), 1, replace(PHONE, present=(True, False, True)))
    chips = make_view(state, Voice(WORDS, hides_points=hides)).chips
    assert [chip.spoken for chip in chips[:2]] == spoken


@pytest.mark.parametrize(
    ("line", "more", "text", "shown"),
    [
        ("1:r2", "/", "Ben’s turn.", False),
        (f"{READY} /", "2:r12", "Ben is locking red. You may cross 12.", False),
        (f"{READY} / 1:y2", "2:r12", "Ben closed red", True),
        ("1:r2 /", "undo", "Anna is still rolling", True),
        ("1:r2", "end", "Game over. Anna wins!", False),
        ("2:out", "end", "Game over. Nothing was entered.", False),
        ("1:r2 2:r2 end", "undo", "The game was reopened.", True),
        ("1:-", "/", "Ben’s turn.", False),
        ("2:r2", "/", "Anna: penalty. Ben’s turn", True),
        ("", "2:out", "Ben sits out", True),
        ("2:out", "2:in", "Ben plays again", True),
        ("1:r2", "2:r2", None, None),
        ("2:out", "2:out", None, None),
    ],
)
def test_most_important_change_of_others_is_announced(line, more, text, shown):
    line = f"classic/3 {line}"
    spoken = announcement(*(PadState(played(x), 1, PHONE) for x in (line, f"{line} {more}")), WORDS)
    assert (spoken and spoken.text, spoken and spoken.shown) == (text, shown)


def test_row_locked_by_colored_die_is_announced_as_closed():
    table = replace(PHONE, unshared_rows=frozenset("r"))
    line = f"classic/3 {READY} /"
    before, after = (PadState(played(x), 1, table) for x in (line, f"{line} 2:r12"))
    assert announcement(before, after, WORDS).text == "Ben closed red"
    asks = "Red 12, closed by a coloured die. Tap if it was the white dice."
    assert make_view(after, Voice(WORDS)).sheets[0].rows[0].cells[-1].spoken == asks


def test_last_chance_card_names_who_ended_the_game():
    table = replace(BENS, waiting_seats=(2,))
    state = PadState(played("classic/3 1:- / / / 1:- / / / 1:- / / / 1:-"), 2, table)
    card = table_card(state, table, Prompt(Question.LAST_CROSS), WORDS, low=False)
    ends = "Anna’s last penalty ends the game. A cross with the white dice still counts."
    assert (card.title, list(card.lines)) == ("Last chance this roll", [ends])


# Around the sheets

SEATING = Seating(
    "K7PQ",
    "anna",
    "classic",
    (Chair("Anna", 0, "anna"), Chair("Ben", 1, "ben"), Chair("Cleo", 2)),
    next_chairs=(Chair("Dan", 3, "dan"),),
)


def table(line="", **changes):
    """That of Anna, Ben and Cleo; in the game of a line, if there is one."""
    position = played(f"classic/3 {line}").position if line else None
    seating = replace(SEATING, game="one" if line else None)
    return SimpleNamespace(current_position=position, seating=seating, **changes)


@pytest.mark.parametrize(
    ("line", "seat", "here", "status"),
    [
        ("", 1, True, "Ready • first roll"),
        ("", 2, True, "You"),
        ("", 3, False, "Waiting"),
        ("1:r2", 1, True, "Rolling"),
        ("1:r2", 3, True, "Waiting"),
        ("2:r2 / 1:r2", 1, True, "Playing"),
        ("1:out", 1, True, "Sits out"),
        ("1:r2 end", 1, True, "Ready"),
        ("1:r2", 1, False, "Phone away • rolling"),
        ("2:out", 2, True, "You • sitting out"),
        ("1:r2", 4, False, "From the next game"),
    ],
)
def test_seat_status_says_who_sits_and_does_what(line, seat, here, status):
    assert status_text(table(line), seat, "ben", WORDS, here=here) == status


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("2:r5 /", ["End Ben’s turn: penalty −5", "Let Ben sit out"]),
        ("/ 2:r5", ["End Ben’s turn", "Let Ben sit out"]),
        ("/ 2:out", ["End Ben’s turn", "Let Ben play again"]),
    ],
)
def test_seat_actions_name_the_turn_and_the_seat(line, texts):
    at = table(line)
    frees = "Free Ben’s seat for another phone"
    deeds = seat_actions(at.current_position, Rights("anna", at.seating), 2, WORDS)
    assert [deed.text for deed in deeds] == [*texts, frees]


@pytest.mark.parametrize(
    ("line", "me", "text"),
    [
        ("1:r2", "anna", "Go to game: your turn"),
        ("1:r2", "ben", "Go to game: Anna’s turn"),
        ("1:r2 end", "ben", "Go to game"),
    ],
)
def test_next_game_text_for_those_who_stay(line, me, text):
    assert next_game_text(table(line), me, WORDS) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Failure.CHANGED_ELSEWHERE, "Blue 12: the turn had already ended"),
        (Failure.NO_GAME, "Blue 12: the game was over or its table closed"),
        (Refusal.PASSED, "Blue 12: Only to the right of your last cross."),
    ],
)
def test_lost_entry_text_gives_the_reason(reason, text):
    assert (
        lost_entry_text(RejectedEntry(entry("2:b12"), reason), played("classic/2"), WORDS) == text
    )


@pytest.mark.parametrize(
    ("failed", "text"),
    [
        (None, ""),
        (Failure.TOO_MANY_TRIES, "Wait 2 seconds."),
        (
            Failure.NO_LINK,
            "Can’t connect. This device or the table server is offline.",
        ),
        (Failure.NO_TABLE, "No table with that code. Check the letters."),
        (Failure.TABLE_CLOSED, "This table was closed."),
    ],
)
def test_failed_table_text_gives_the_reason(failed, text):
    assert attempt_text(SimpleNamespace(failed=failed, retry_after_s=2.2), WORDS) == text


@pytest.mark.parametrize(
    ("online", "addresses", "word"),
    [(True, ("a",), "Online"), (False, ("a",), "On this Wi-Fi"), (False, (), "")],
)
def test_table_location_text_per_connection(online, addresses, word):
    host = SimpleNamespace(link_addresses=lambda _: addresses)
    assert location_text(SimpleNamespace(online=online), host, WORDS) == word


@pytest.mark.parametrize(
    ("problem", "platform", "says"),
    [
        (NetworkProblem.NO_NETWORK, "linux", ("isn’t on a network", "Connect it to your Wi-Fi")),
        (NetworkProblem.PORT_TAKEN, "linux", ("uses port 8550", "Quit that", "--port 8560")),
        (NetworkProblem.NOT_PERMITTED, "linux", ("port 8550", "firewall", "--port 8560")),
        (NetworkProblem.NO_PHONE, "linux", ("same Wi-Fi", "sudo ufw allow 8550/tcp")),
        (NetworkProblem.NO_PHONE, "win32", ("same Wi-Fi", "Windows Security")),
        (NetworkProblem.NO_PHONE, "darwin", ("same Wi-Fi", "System Settings")),
    ],
)
def test_problem_of_the_network_says_what_to_do(problem, platform, says):
    said = problem_text(NetworkState(8550, is_open=True, problem=problem), WORDS, platform)
    assert [part for part in says if part not in said] == []


@pytest.mark.parametrize(("port", "other"), [(8550, "8560"), (65530, "65520")])
def test_other_port_is_one_that_exists(port, other):
    state = NetworkState(port, is_open=True, problem=NetworkProblem.PORT_TAKEN)
    assert f"--port {other}." in problem_text(state, WORDS)
