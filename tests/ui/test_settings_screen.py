"""Settings: few, sensible, applied at once, stored; and the pages behind them."""

import json

from qwixx_pad.i18n import available_languages, native_name
from qwixx_pad.settings import MAX_PEOPLE, PLAYER_COLOR_COUNT, Person, Settings, known_spelling
from qwixx_pad.ui.settings import NEW_GAMES_NOTE
from qwixx_pad.ui.text.translator import FINISH_TURN_TEXT
from tests.support.own_layouts import MIRROR
from tests.support.ui.online_phones import sheets_of
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, device, set_up, write

FAMILY = Settings(people=(Person("Anna", 0), Person("Ben", 1), Person("Cleo", 2)))


def names(settings):
    return [person.name for person in settings.people]


def test_remembered_player_can_be_renamed():
    assert names(FAMILY.with_renamed_player("Ben", " Benjamin ")) == ["Anna", "Benjamin", "Cleo"]
    assert FAMILY.with_renamed_player("Ben", "  ") == FAMILY, "but not none"
    assert FAMILY.with_renamed_player("Dora", "Dan") == FAMILY


def test_remembered_players_are_unique():
    both = FAMILY.with_renamed_player("Ben", "anna")
    assert both.people == (Person("anna", 1), Person("Cleo", 2))


def test_player_name_ignores_case():
    assert FAMILY.color_of("anna") == 0
    assert known_spelling(" anna ", names(FAMILY)) == "Anna"
    assert known_spelling("dora", names(FAMILY)) == "dora"
    assert names(FAMILY.with_recent_players([Person("ben", 4)])) == ["ben", "Anna", "Cleo"]
    assert FAMILY.with_renamed_player("ben", "BEN").people[1] == Person("BEN", 1)
    assert names(FAMILY.without_player("ANNA")) == ["Ben", "Cleo"]


def test_imported_players_are_offered_after_five_recent():
    people = tuple(Person(name, 0) for name in "abcdefgh")
    assert "".join(Settings(people=people).offered_names(("Z", "A"))) == "abcdeZfgh"


def test_forgotten_player_is_not_offered_again():
    played = ("Dora", "ben", "Émile")
    assert FAMILY.offered_names(played) == ("Anna", "Ben", "Cleo", "Dora", "Émile")
    gone = FAMILY.without_player("Ben")
    renamed = FAMILY.with_renamed_player("Ben", "Benno")
    assert renamed.offered_names(played) == ("Anna", "Benno", "Cleo", "Dora", "Émile")
    twice = renamed.with_renamed_player("Benno", "Benjamin")
    assert twice.current_name("ben") == "Benjamin"
    assert gone.offered_names(played) == ("Anna", "Cleo", "Dora", "Émile")
    assert Settings.from_texts(gone.to_texts()) == gone
    many = Settings.from_texts({"people": json.dumps([(" Anna\n", 1)] * 40)}).people
    assert many == (Person("Anna", 1),) * MAX_PEOPLE
    for text in ('[["", "Anna"]]', "[1]", "{", '[["Ben"]]', "[" * 100_000):
        assert Settings.from_texts({"former_names": text}).former_names == ()
    assert gone.with_recent_players([Person("ben", 2)]).offered_names(played)[0] == "ben"


def test_player_color_cycles():
    settings = FAMILY
    for step in range(1, PLAYER_COLOR_COUNT + 1):
        settings = settings.with_next_color("Ben")
        assert settings.color_of("Ben") == (1 + step) % PLAYER_COLOR_COUNT
    assert settings == FAMILY


async def test_players_can_be_edited_and_forgotten_without_games(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.taps("start-game end-turn menu home settings players")
    assert tab.page.route == "/settings/players"
    await write(tab, "person-name-2", "Benno", "blur")
    await tab.taps("person-color-2 forget-1")
    assert not tab.has("person-name-2")
    await tab.tap("undo-message")
    assert tab.has("person-name-2")
    await tab.taps("back back")
    assert {"Anna", "Ben"} <= set(tab.texts())
    await tab.tap("one-device")
    assert {"Anna", "Benno"} <= set(tab.texts())


async def test_every_language_is_offered_by_its_own_name(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        assert not tab.has("set-language-en"), "one line"
        await tab.tap("choose-language")
        assert tab.one("set-language-device").checked
        for code in available_languages():
            assert tab.name(f"set-language-{code}") == native_name(code)
        await tab.tap("set-language-en")
        assert not tab.has("set-language-en")
        assert native_name("en") in tab.name("choose-language")
        await tab.tap("choose-language")
        assert tab.one("set-language-en").checked
        assert not tab.one("set-language-device").checked
        await tab.tap("set-language-device")
        assert native_name("en") not in tab.name("choose-language")


async def test_every_switch_toggles_at_once(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        names = ("awake", "haptics", "hide-points", "finish-turn", "play-chances", "white-dice")
        for name in names:
            before = tab.one(f"set-{name}").toggled
            await tab.tap(f"set-{name}")
            assert tab.one(f"set-{name}").toggled is not before, name


async def test_one_switch_turns_off_all_chances(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        await tab.taps("set-play-chances set-white-dice")
        assert tab.one("set-play-chances").toggled
        await tab.tap("set-chances")
        assert not tab.has("set-play-chances")
        assert not tab.has("set-white-dice")
    off = Settings(chances=False, play_chances=True, white_dice=True)
    assert not off.chances_in_play
    assert not off.asks_white_dice


async def test_finish_turn_default_applies_to_new_tables(tab):
    await tab.taps("settings set-finish-turn back one-device")
    said = WORDS.gettext(FINISH_TURN_TEXT)
    assert tab.sees(said)
    await tab.tap("options")
    assert tab.one("set-finish-turn").toggled
    await tab.taps("set-finish-turn cancel")
    assert not tab.has("set-finish-turn")
    assert not tab.sees(said)
    await tab.taps("back settings")
    assert not tab.one("set-finish-turn").toggled


async def test_visitor_settings_are_private_to_its_device(pad):
    async with device(pad, BEN, "/settings") as ben:
        for name in ("players", "data", "set-finish-turn"):
            assert not ben.has(name), name
        for name in ("set-hide-points", "choose-language", "set-columns", "licences"):
            assert ben.has(name), name
    sheets_of(pad).add(MIRROR)
    for page in ("players", "own-sheets"):
        async with device(pad, BEN, f"/settings/{page}") as ben:
            for name in ("person-name-1", "add-sheet", "remove-sheet-1"):
                assert not ben.has(name), name
            assert ben.has("set-hide-points")


async def test_licence_opens_on_tap_one_at_a_time(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        await tab.tap("licences")
        assert tab.name("licence-0").endswith(", MIT")
        await tab.tap("licence-0")
        assert any("MIT License" in text for text in tab.texts())
        await tab.tap("licence-0")
        assert not tab.has("licence-text")
        await tab.tap("back")
        assert tab.page.route == "/settings"


async def test_settings_for_later_games_say_so(pad):
    async with Client(pad.show_caller, route="/settings") as tab:
        notes = [text for text in tab.texts() if NEW_GAMES_NOTE in text]
        assert len(notes) == 2, "the name, and the house rule"
