"""What this computer is called in its network, and the picture that says so."""

import io
import ipaddress
import shlex
import subprocess
import sys

import pytest
from PIL import Image

from qwixx_pad.identity.network import (
    host_names,
    lan_addresses,
    lan_command,
    qr_png,
    terminal_qr,
    url_host,
)

URL = "http://192.168.1.5:8550"
FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]


def test_lan_addresses_are_reachable_and_unique():
    addresses = lan_addresses()
    assert len(set(addresses)) == len(addresses)
    for address in addresses:
        known = ipaddress.ip_address(address)
        assert not known.is_loopback
        assert not known.is_unspecified
        assert not (known.version == 6 and known.is_link_local)


def test_host_names_are_lower_case_with_one_local_name():
    names = host_names()
    assert all(name == name.lower() for name in names)
    assert not names or names[-1].endswith(".local")
    assert not any(name.startswith("localhost") for name in names)


def said_in_a_network(setup, code):
    """What Python prints on a computer whose only network is the one that was set up."""
    script = f'{setup}; exec "$0" -c "$1"'
    alone = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c", script]
    ran = subprocess.run(
        [*alone, sys.executable, code], capture_output=True, text=True, check=False
    )
    if "unshare" in ran.stderr:
        pytest.skip(ran.stderr)
    assert not ran.stderr
    return ran.stdout


ADDRESSES = "from qwixx_pad.identity.network import lan_addresses; print(lan_addresses())"
SERVED = (
    "from qwixx_pad.server.serve import Serving; print(Serving.open_to_network(1).address_on(8550))"
)
ROUTED = "ip link set lo up; ip -6 route add default dev lo"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take its networks away")
def test_ipv6_only_computer_is_reachable():
    setup = f"{ROUTED}; ip addr add fd00:77::5/64 dev lo nodad"
    assert "elsewhere=('http://[fd00:77::5]:8550',)" in said_in_a_network(setup, SERVED)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take its networks away")
def test_link_local_address_is_not_offered():
    setup = f"{ROUTED}; ip addr add fe80::5/64 dev lo nodad"
    assert said_in_a_network(setup, ADDRESSES) == "()\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take its networks away")
def test_wifi_address_comes_first_despite_a_vpn():
    ways = {"docker0": "172.17.0.1/16", "wlan7": "192.168.77.5/24", "tun0": "10.8.0.2/24"}
    setup = "; ".join(
        f"ip link add {name} up type bridge && ip addr add {address} dev {name}"
        for name, address in ways.items()
    )
    setup += "; ip addr add fd00:77::5/64 dev wlan7 nodad; ip addr add 169.254.3.3/16 dev tun0"
    said = said_in_a_network(f"{setup}; ip route add default dev tun0", ADDRESSES)
    assert said == "('192.168.77.5', '10.8.0.2', '172.17.0.1', '169.254.3.3')\n"


def test_ipv6_address_is_bracketed_in_urls():
    assert [url_host(each) for each in ("192.168.1.5", "fd00::2")] == ["192.168.1.5", "[fd00::2]"]


def drawn(png):
    """The rows of a code, a sign a module, without its quiet zone of four modules."""
    picture = Image.open(io.BytesIO(png)).convert("L")
    width, height = picture.size
    rows = range(4, height - 4)
    return ["".join("#."[picture.getpixel((x, y)) > 0] for x in range(4, width - 4)) for y in rows]


def test_qr_code_is_square_in_a_quiet_zone():
    assert Image.open(io.BytesIO(qr_png(URL))).size == (33, 33)
    rows = drawn(qr_png(URL))
    assert {len(row) for row in rows} == {len(rows)} == {25}
    assert [row[:7] for row in rows[:7]] == FINDER
    assert [row[-7:] for row in rows[:7]] == FINDER
    assert [row[:7] for row in rows[-7:]] == FINDER


def test_terminal_qr_code_has_a_quiet_zone():
    upper = {"\u2588": "..", "\u2580": ".#", "\u2584": "#.", " ": "##"}
    halves = [[upper[sign] for sign in line] for line in terminal_qr(URL).split("\n")]
    rows = ["".join(half[i] for half in line) for line in halves for i in (0, 1)]
    assert [row[2:-2] for row in rows[2:27]] == drawn(qr_png(URL))
    assert set(rows[:2] + rows[27:29]) == {"." * 29}


@pytest.mark.skipif(sys.platform == "win32", reason="its shell quotes in another way")
@pytest.mark.parametrize(
    ("started", "asks"),
    [
        (".venv/bin/qwixx-pad", ".venv/bin/qwixx-pad --lan"),
        ("qwixx-pad --window --data 'my games'", "qwixx-pad --data 'my games' --lan"),
        ("python -m qwixx_pad --port 9000", "python -m qwixx_pad --port 9000 --lan"),
        ("flet run main.py", "qwixx-pad --lan"),
        ("qwixx-pad --lan", ""),
    ],
)
def test_lan_command_repeats_the_start_with_lan(monkeypatch, started, asks):
    words = shlex.split(started)
    module = words[0] == "python"
    monkeypatch.setattr(sys, "argv", ["qwixx_pad/__main__.py", *words[3:]] if module else words)
    monkeypatch.setattr(sys, "orig_argv", words if module else ["python", *words])
    assert lan_command() == asks
