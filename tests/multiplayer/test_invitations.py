"""A link or a code is found in whatever somebody types, pastes, or opens."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.support.multiplayer
from qwixx_pad.multiplayer.invitations import Invitation, read_invitation, route_code, site_name
from qwixx_pad.multiplayer.open_tables import CODE_ALPHABET, CODE_LENGTH, ONLINE_CODE_LENGTH

ROUTE_CODES = Path(tests.support.multiplayer.__file__).with_name("route_codes.json")
ONLINE = "https://pad.example/#"
LAN = "http://192.168.1.5:8550"
LINK = f"{ONLINE}/join/K7QF3M"

LINKS = {
    LINK: ONLINE,
    "HTTPS://PAD.EXAMPLE/#/JOIN/k7qf3m": ONLINE,
    "pad.example/#/watch/K7QF3M": ONLINE,
    f"{ONLINE}/table/K7QF3M.0a1b/seats": ONLINE,
    f"{LINK}?fbclid=IwAR2x_Y-z": ONLINE,
    f"{LINK}%20": ONLINE,
    "https://pad.example/?fbclid=IwAR2x#/join/K7QF3M": ONLINE,
    "https://pad.example/%23/join/K7QF3M": ONLINE,
    f"({LINK})": ONLINE,
    f"<{LINK}>": ONLINE,
    f"“{LINK}”": ONLINE,
    f"[Table]({LINK}).": ONLINE,
    f"{LINK}.": ONLINE,
    f"{LINK}\n\nSent from my phone": ONLINE,
    f"Come and play!\n{LINK}\nBring cake": ONLINE,
    f"The game ABCDEF is over, now this:{LINK}, see you at 2345": ONLINE,
    f"https://l.chat.example/l.php?u={LINK.replace(':', '%3A').replace('/', '%2F')}&h=AT2": ONLINE,
    "https://l.chat.example/l.php?u=https%3A%2F%2Fpad.example%2F%23%2Fjoin%2FK7QF3M&h=A": ONLINE,
    "https://pad.example@evil.example/#/join/K7QF3M": "https://evil.example/#",
    "javascript:alert(1)//evil.example/#/join/K7QF3M": "https://evil.example/#",
    "https://host.example/games/pad/#/join/K7QF3M": "https://host.example/games/pad/#",
    "http://[fe80::1]:8550/join/K7QF3M": "http://[fe80::1]:8550",
    "http://tower:8550/join/K7QF3M": "http://tower:8550",
    "192.168.1.5:8550/watch/K7QF3M": LAN,
    "#/join/K7QF3M": "",
    "/join/K7QF3M": "",
}

CODES = {
    "K7QF3M": "K7QF3M",
    "k7qf3m": "K7QF3M",
    " K7Q-F3M ": "K7QF3M",
    "K 7 Q F 3 M.": "K7QF3M",
    "Ｋ７ＱＦ３Ｍ": "K7QF3M",  # noqa: RUF001 - as a Japanese keyboard types it
    "Table K7QF3M": "K7QF3M",
    "Code: *K7QF3M*, 8 pm": "K7QF3M",
    "MESAS GHJKMN": "GHJKMN",
    "The people at the table: K7QF3M.": "K7QF3M",
    "summer at K7QF3M is better": "K7QF3M",
    "ABCD": "ABCD",
    "Hello everybody, come and play": "",
    "http://pad.example": "",
    "https://pad.example/#/join/K7QF3MX": "",
    "": "",
}


@pytest.mark.parametrize(("text", "site"), LINKS.items())
def test_code_and_pad_are_read_from_a_link(text, site):
    assert read_invitation(text, ONLINE_CODE_LENGTH) == Invitation("K7QF3M", site)
    assert read_invitation(text, CODE_LENGTH) == Invitation("K7QF3M", site)


@pytest.mark.parametrize(("text", "code"), CODES.items())
def test_code_is_found_in_a_message(text, code):
    assert read_invitation(text, ONLINE_CODE_LENGTH) == Invitation(code)


@pytest.mark.parametrize("text", ["8K6N", "8k-6n", "TABLE 8K6N", "game: 8k6n!", "MESA 8K6N"])
def test_short_code_is_found_in_a_message(text):
    assert read_invitation(text, CODE_LENGTH) == Invitation("8K6N")


codes = st.sampled_from([CODE_LENGTH, ONLINE_CODE_LENGTH]).flatmap(
    lambda length: st.text(CODE_ALPHABET, min_size=length, max_size=length)
)
sites = st.sampled_from([ONLINE, LAN, "https://host.example/games/#", "http://[fe80::1]:8550"])
messages = st.text(max_size=200).filter(lambda text: "/" not in text and "%" not in text)


@given(messages, sites, st.sampled_from(["join", "watch", "table"]), codes, messages)
def test_link_is_found_whatever_lies_around_it(before, site, page, code, after):
    text = f"{before} {site}/{page}/{code}\n{after}"
    assert read_invitation(text, ONLINE_CODE_LENGTH) == Invitation(code, site)


@given(st.text(), st.sampled_from([CODE_LENGTH, ONLINE_CODE_LENGTH]))
def test_any_text_has_at_most_one_code(text, length):
    code = read_invitation(text, length).code
    assert not {*code} - {*CODE_ALPHABET}
    assert len(code) <= ONLINE_CODE_LENGTH


@pytest.mark.parametrize(("part", "code"), json.loads(ROUTE_CODES.read_text("utf-8")).items())
def test_code_is_cut_out_of_its_route(part, code):
    assert route_code(part)[0] == code


@pytest.mark.parametrize(
    ("addresses", "is_there"),
    [
        ([LAN], True),
        (["ws://192.168.1.5:8550"], True),
        (["http://192.168.1.5:8550/join/8K6N?x=1"], False),
        (["http://192.168.1.6:8550", LAN], True),
        (["http://192.168.1.5:8551"], False),
        ([], False),
    ],
)
def test_link_is_of_a_pad_by_its_address(addresses, is_there):
    invitation = read_invitation(f"{LAN}/join/8K6N", CODE_LENGTH)
    assert invitation.is_at(addresses) is is_there
    assert read_invitation("8K6N", CODE_LENGTH).is_at(addresses)


def test_page_address_of_a_site_is_its_folder():
    assert site_name("https://pad.example/games/?x#/join/K7QF3M") == "pad.example/games"
