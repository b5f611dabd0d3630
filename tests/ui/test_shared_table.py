"""Many phones at one table, in real sessions: all see what one enters; each writes for itself."""

from table import BEN, CLEO, HOST, device, open_table, rest, write

RENAME = "Tap for another name."


async def five_each(anna, ben, row="r", more=""):
    """Five rounds: both have five crosses in a row, and Anna's roll begins."""
    for n in range(2, 7):
        await anna.taps(f"{row}{n}")
        await ben.taps(f"{row}{n}")
        await anna.taps(f"{more and more + str(n)} end-turn")
        await ben.settle()
        await ben.taps(f"b{14 - n} end-turn")
        await rest(anna, ben)


async def test_a_phone_with_the_code_takes_a_seat_that_waits(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN) as ben:
            await write(ben, "code", code.lower())
            await ben.tap("join")
            assert ben.name("person-2") == "Ben, Waiting"
            await ben.tap("sit-2")
            await rest(anna, ben)
            assert ben.name("person-2") == f"Ben, You. {RENAME}"
            assert anna.name("person-2") == f"Ben, Ready. {RENAME}"


async def test_a_wrong_code_says_so_and_the_fourth_has_to_wait(pad):
    async with device(pad, BEN) as ben:
        for _ in range(3):
            await write(ben, "code", "AAAA")
            await ben.tap("join")
            assert "No table with that code. Check the letters." in ben.texts()
        await ben.tap("join")
        assert "Wait 1 second." in ben.texts()


async def test_what_one_enters_all_see_at_once(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            assert "Your roll" in anna.texts()
            assert "Anna’s roll" in ben.texts()
            await ben.tap("b12")
            await rest(anna, ben)
            assert anna.name("seat-2") == "Ben, 1 point"
            await anna.taps("r2 end-turn")
            await rest(anna, ben)
            assert "Your roll" in ben.texts()
            assert "Ben’s roll" in anna.texts()


async def test_a_phone_looks_at_another_sheet_but_cannot_write_on_it(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r5")
            await rest(anna, ben)
            await ben.taps("seat-1 r9")
            assert "That is somebody else’s pad" in ben.texts()
            assert not ben.has("end-turn")
            assert anna.name("total") == "Total 1"
            await ben.taps("undo y5 penalty")
            await rest(anna, ben)
            assert anna.name("total") == "Total 1"


async def test_a_stranger_with_the_code_finds_no_free_seat_and_no_game(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            async with device(pad, CLEO, f"/table/{code}") as cleo:
                assert not any(cleo.has(f"sit-{n}") for n in (1, 2))
                assert not cleo.has("total")
                assert "The game has begun." in cleo.texts()


async def test_a_visitor_sees_no_game_of_the_owner(pad):
    async with device(pad, HOST) as anna:
        await anna.taps("new-game r2")
        game = anna.page.route
        for route in ("/", game, "/new", "/settings/../game"):
            async with device(pad, BEN, route) as ben:
                assert ben.has("join")
                assert not ben.has("continue-game")
                assert not ben.has("r2")


async def test_a_visitors_settings_are_its_own_and_come_back(pad):
    async with device(pad, HOST) as anna:
        async with device(pad, BEN, "/settings") as ben:
            await ben.tap("set-dark")
        await anna.tap("settings")
        assert not anna.one("set-dark").checked
    async with device(pad, BEN, "/settings") as ben:
        assert ben.one("set-dark").checked


async def test_a_lock_with_the_white_dice_is_offered_to_the_others(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await five_each(anna, ben)
            await anna.tap("r12")
            assert "You lock red" in anna.texts()
            await rest(ben)
            assert not ben.has("no-r"), "nobody is asked before the roller has said which dice"
            await anna.tap("white-r")
            await rest(anna, ben)
            assert "Anna is locking red" in ben.texts()
            assert "Waiting for Ben" in anna.texts()
            too = next(n for n in ben.all("r12") if n.label == "Cross 12 too")
            assert too
            await ben.session.dispatch_event(button(ben, too)._i, "click", None)
            await rest(anna, ben)
            assert ben.name("points-r") == "Red 28 points"
            assert anna.has("end-turn"), "all have answered"
            await anna.tap("end-turn")
            await rest(anna, ben)
            assert "Closed by you and Ben" in anna.texts()


def button(tab, node):
    return next(c for c in tab.walk() if getattr(c, "content", None) is node)


async def test_a_lock_with_a_coloured_die_asks_nobody(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await five_each(anna, ben)
            await anna.taps("r12 colored-r")
            await rest(anna, ben)
            assert not ben.has("no-r")
            assert anna.has("end-turn")


async def test_with_too_few_crosses_the_row_just_closes_and_the_roller_may_close_now(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            for n in range(2, 7):
                await anna.taps(f"r{n} end-turn")
                await rest(anna, ben)
                await ben.taps(f"b{14 - n} end-turn")
                await rest(anna, ben)
            await anna.taps("r12 white-r")
            await rest(anna, ben)
            assert "Red closes for you. You have 0 crosses." in ben.texts()
            await anna.tap("close-now")
            await rest(anna, ben)
            assert not ben.has("no-r")
            assert anna.has("end-turn")


async def test_the_roller_takes_back_the_end_of_the_roll_and_everybody_is_told(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r2 end-turn")
            await rest(anna, ben)
            await anna.tap("undo")
            await rest(anna, ben)
            assert "Anna is still rolling" in ben.texts()
            await anna.tap("end-turn")
            await rest(ben)
            await ben.tap("g12")
            await rest(anna)
            await anna.tap("undo")
            assert "Nothing to take back." in anna.texts(), "Ben has gone on"
            assert ben.name("total") == "Total 1"


async def test_a_phone_that_is_away_is_seen_to_be_and_finds_everything_when_it_is_back(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await ben.lose_link()
            await rest(anna)
            assert anna.name("seat-2") == "Ben, 0 points, phone away"
            assert "Ben’s phone is away" in anna.texts()
            await anna.taps("r2 r3 end-turn")
            await ben.come_back()
            await rest(anna, ben)
            assert "Your roll" in ben.texts()
            assert ben.name("seat-1") == "Anna, 3 points"
            assert anna.name("seat-2") == "Ben, 0 points, rolling"


async def test_who_opened_the_table_frees_the_seat_of_a_phone_that_is_gone(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r2")
            await rest(anna, ben)
            await ben.tap("b12")
            await anna.tap("menu")
            assert not anna.has("free-2"), "its phone is there"
            await anna.tap("cancel")
            await ben.lose_link()
            await rest(anna)
            await anna.taps("menu free-2")
            async with device(pad, CLEO, f"/join/{code}") as cleo:
                await cleo.tap("sit-2")
                await rest(anna, cleo)
                assert cleo.name("total") == "Total 1", "what was entered stays on the sheet"
                await ben.come_back()
                await rest(anna, ben, cleo)
                assert not ben.has("total")
                assert "The game has begun." in ben.texts()


async def test_a_phone_that_lost_its_tab_is_back_on_its_own_seat(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await ben.tap("b12")
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            assert not cleo.has("sit-2")
        async with device(pad, BEN) as again:
            await again.tap(f"table-{code}")
            assert again.name("total") == "Total 1"


async def test_a_device_may_hold_two_seats(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Eva", "Ben")
        await anna.tap("sit-2")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-3")
            await anna.taps("start-game r2 seat-2 r3 seat-1 end-turn")
            await rest(anna, ben)
            assert anna.sees("Eva’s roll")
            await anna.taps("y5 end-turn")
            await rest(anna, ben)
            assert "Your roll" in ben.texts()


async def test_after_the_game_all_see_the_result_and_a_rematch_takes_all_along(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r2 menu finish")
            await rest(anna, ben)
            assert "Anna wins!" in ben.texts()
            await ben.tap("rematch")
            await rest(anna, ben)
            assert "Your roll" in ben.texts()
            assert "Ben’s roll" in anna.texts()


async def test_an_undo_on_the_result_takes_back_the_end_before_anybodys_cross(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await ben.tap("b12")
            await anna.taps("r2 menu finish")
            await rest(anna, ben)
            await ben.tap("undo")
            await rest(anna, ben)
            assert ben.name("total") == "Total 1"
            assert "Anna’s roll" in ben.texts()
            assert anna.has("end-turn")


async def test_the_first_roller_has_to_be_there_before_the_start(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await anna.taps("first-2 start-game")
        assert "Somebody has to sit where the first roll is." in anna.texts()


async def test_phones_have_a_way_of_their_own_from_home_to_the_table_that_waits(pad):
    async with device(pad, HOST) as anna:
        await anna.tap("own-phones")
        table = anna.page.route
        assert table.startswith("/table/")
        await write(anna, "player-name", "Anna")
        await anna.taps("add-player back own-phones")
        assert anna.page.route == table, "nobody plays there yet"
        assert anna.name("person-1").startswith("Anna, You")
        assert anna.name("start-game") == "Start. A table needs two players."


async def test_the_same_group_plays_again_on_its_phones(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r5 menu home same-group")
            assert anna.has("total"), "the game that goes on there"
            await anna.taps("menu seats finish to-pad home own-phones")
            assert anna.page.route != f"/table/{code}"
            assert anna.name("person-1").startswith("Ben, Waiting"), "who has the next first roll"
            await anna.taps("back same-group")
            assert anna.page.route == f"/table/{code}"
            await rest(anna, ben)
            assert ben.sees("Your roll")


async def test_who_types_a_name_that_waits_takes_that_seat(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await write(ben, "player-name", "ben")
            await ben.tap("add-player")
            assert ben.name("person-2") == f"Ben, You. {RENAME}"
            assert not ben.has("person-3")


async def test_another_sheet_is_marked_and_one_tap_leads_back(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await ben.tap("seat-1")
            assert "Anna’s pad" in ben.texts()
            assert "Back to your pad" in ben.texts()


async def test_only_who_opened_the_table_finishes_early(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.tap("start-game")
            await rest(anna, ben)
            await ben.tap("menu")
            assert not ben.has("finish")


async def test_a_table_that_is_closed_lets_its_phones_go_and_its_game_stay(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await ben.tap("sit-2")
            await anna.taps("start-game r2 menu seats close-table close-now")
            await rest(anna, ben)
            assert "This table was closed." in ben.texts()
            await anna.taps("continue-game seat-2 b12")
            assert anna.name("total") == "Total 1", "one device has all seats now"


async def test_nothing_watches_a_table_any_more_when_its_phones_are_gone(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        table = pad._house.host.known(code, HOST.key)
        alone = len(table._watchers), len(table._present), len(pad._house.host._watchers)
        for _ in range(3):
            async with device(pad, BEN, f"/join/{code}") as ben:
                if ben.has("sit-2"):
                    await ben.tap("sit-2")
                await ben.resize(844, 390)
                await anna.taps("color-1 color-1")
                await rest(anna, ben)
                assert len(table._watchers) > alone[0]
            await rest(anna)
            assert (
                len(table._watchers),
                len(table._present),
                len(pad._house.host._watchers),
            ) == alone
