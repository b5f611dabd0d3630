"""The command as a person at a terminal meets it."""

import asyncio
import io
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from qwixx_pad import __version__
from qwixx_pad.cli import FAILED, main
from qwixx_pad.identity.network import lan_addresses, terminal_qr, url_host
from qwixx_pad.server.serve import Address
from qwixx_pad.storage import StorageError
from tests.support.own_layouts import MIRROR, MIRROR_FILE
from tests.support.server.pad_process import ENVIRONMENT, command, free_port, started
from tests.support.websocket_phone import Phone


@pytest.fixture
def start(tmp_path, last):
    """Starts the pad and waits for its first line."""

    def start_one(*arguments):
        options = ("--no-browser", "--data", tmp_path / "data", *arguments)
        process = last.enter_context(started(*options))
        return process, process.stdout.readline()

    return start_one


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The port of a pad that nobody asked for anything but that port, and what it said."""
    port = free_port()
    folder = tmp_path_factory.mktemp("data")
    with started("--no-browser", "--data", folder, "--port", str(port)) as process:
        yield port, process.stdout.readline()


def test_version_option_prints_the_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.strip() == f"qwixx-pad {__version__}"


@pytest.mark.parametrize("port", ["0", "65536", "\u0668"])
def test_invalid_port_is_refused(port, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--port", port])
    assert "is not a port" in capsys.readouterr().err


def test_commands_without_screens_do_not_import_flet(tmp_path):
    code = (
        "import contextlib, os, sys; from qwixx_pad.cli import main\n"
        "for line in sys.argv[2:]:\n"
        "    with contextlib.suppress(SystemExit):\n"
        "        main(['--data', sys.argv[1], *line.split()])\n"
        "print({'flet', 'segno', 'uvicorn', 'numpy'} & {*sys.modules}, file=sys.stderr)"
    )
    lines = [
        "--version",
        "--help",
        "chances -",
        "replay -",
        "export",
        "export --links",
        "import -",
        "stats",
    ]
    ran = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "data", *lines],
        input="classic r2",
        capture_output=True,
        text=True,
        check=True,
        env=ENVIRONMENT,
    )
    assert ran.stderr.splitlines()[-1] == "set()"


def test_pad_gets_the_site_of_its_links(monkeypatch):
    def opened(*_, site, **__):
        raise StorageError(f"opened for {site}")

    monkeypatch.setattr("qwixx_pad.app.opened_pad", opened)
    for arguments, site in ((["--site", "pad.example/"], "https://pad.example"), ([], "")):
        said = io.StringIO()
        monkeypatch.setattr(sys, "stderr", said)
        assert main(arguments) == FAILED
        assert said.getvalue() == f"qwixx-pad: opened for {site}\n"


def test_command_serves_this_computer_and_prints_the_address(served):
    port, line = served
    assert f"http://127.0.0.1:{port}" in line
    page = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
    assert b"Qwixx Pad" in page
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/fonts/rubik-400.ttf").status == 200


def test_taken_port_is_replaced_by_the_next(start):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, line = start("--port", str(port))
        assert f"(port {port} is taken; " in line
        assert f":{port} " not in line.partition("(port")[0]


def test_signal_ends_the_server_with_an_open_tab(start):
    port = free_port()
    process, _ = start("--port", str(port))
    with socket.create_connection(("127.0.0.1", port)) as tab:
        tab.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert b"101" in tab.recv(64)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in said


def test_layouts_folder_is_offered_and_its_faults_reported(tmp_path, monkeypatch, capsys):
    (tmp_path / "mirror.toml").write_bytes(MIRROR_FILE)
    (tmp_path / "broken.toml").write_text('extends = "classic"\nactions = 0\n')
    served = []
    monkeypatch.setattr("qwixx_pad.server.serve.serve_pad", lambda show, *_: served.append(show))
    main(["--no-browser", "--data", str(tmp_path / "data"), "--layouts", str(tmp_path)])
    [show] = served
    assert show.__self__._services.registry.service.offered_layouts[-1] == MIRROR
    assert "broken.toml:2: actions: " in capsys.readouterr().err


def test_missing_layouts_folder_prevents_the_start(tmp_path, capsys):
    given = ["--data", str(tmp_path / "data"), "--layouts", str(tmp_path / "nowhere")]
    assert main(["--no-browser", *given]) == FAILED
    assert "nowhere" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_unusable_data_folder_is_reported(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["--no-browser", "--data", str(tmp_path / "file" / "x")]) == FAILED
    assert capsys.readouterr().err.startswith("qwixx-pad: cannot use the folder")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tell that it has no screen")
def test_window_without_display_falls_back_to_the_browser(tmp_path, monkeypatch, capsys):
    served = []
    monkeypatch.setattr("qwixx_pad.server.serve.serve_pad", lambda *given: served.append(given))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["--window", "--data", str(tmp_path / "data")]) == 0
    said = "There is no screen for a window here. The browser opens instead.\n"
    assert capsys.readouterr().out == said
    assert len(served) == 1


networked = pytest.mark.skipif(not lan_addresses(), reason="this computer is in no network")


@networked
def test_server_listens_on_loopback_by_default(served):
    port, _ = served
    for address in (*lan_addresses(), "127.0.0.2"):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as phone:
            phone.settimeout(2)
            assert phone.connect_ex((address, port)) != 0


@networked
def test_lan_option_prints_the_address_for_phones(start):
    port = free_port()
    process, line = start("--lan", "--port", str(port))
    url = f"http://{url_host(lan_addresses()[0])}:{port}"
    assert line == f"Qwixx Pad is open on http://127.0.0.1:{port} (press Ctrl-C to stop)\n"
    assert process.stdout.readline() == f"Phones on the same Wi-Fi: {url}\n"
    second = ["http://127.0.0.2"] if sys.platform == "linux" else []
    for each in (url, *(f"{address}:{port}" for address in second)):
        assert b"Qwixx Pad" in urllib.request.urlopen(each).read()
    process.send_signal(signal.SIGINT)
    assert (process.communicate(timeout=20)[0], process.returncode) == ("", 0)


@networked
async def test_switch_opens_the_next_start_if_ticked_until_it_is_closed(start):
    port = free_port()
    url = f"http://{url_host(lan_addresses()[0])}:{port}"
    welcome = f"Qwixx Pad is open on http://127.0.0.1:{port} (press Ctrl-C to stop)\n"
    invitation = f"Phones on the same Wi-Fi: {url}\n"
    process, line = start("--port", str(port))
    assert line == welcome
    with pytest.raises(OSError, match="refused"):
        await page_of(url)
    async with Phone(port, route="/settings") as owner:
        await owner.tap("let-phones-in")
        assert process.stdout.readline() == "Phones are let in.\n"
        assert process.stdout.readline() == invitation
        assert b"Qwixx Pad" in await page_of(url)
        await owner.tap("set-phones-at-start")
        await owner.sees("set-phones-at-start")
    ended(process)
    process, line = start("--port", str(port))
    assert (line, process.stdout.readline()) == (welcome, invitation)
    async with Phone(port, route="/settings") as owner:
        await owner.tap("close-to-phones")
        assert process.stdout.readline() == "Closed to phones.\n"
        with pytest.raises(OSError, match="refused"):
            await page_of(url)
    ended(process)
    process, line = start("--port", str(port))
    assert line == welcome
    assert ended(process) == ""


async def page_of(url):
    return await asyncio.to_thread(lambda: urllib.request.urlopen(url).read())


def ended(process):
    """What a pad says at its end."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=20)[0]


class Terminal(io.TextIOWrapper):
    """What is printed there goes to somebody's screen."""

    def isatty(self):
        return True


@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("ascii", False)])
def test_lan_address_is_printed_as_a_qr_code(tmp_path, monkeypatch, encoding, drawn):
    phones = "http://192.168.77.5:8550"
    at = Address("http://127.0.0.1:8550", (phones,), is_open=True)
    terminal = Terminal(io.BytesIO(), encoding, write_through=True)
    monkeypatch.setattr("qwixx_pad.server.serve.serve_pad", lambda *given: given[-1](at))
    monkeypatch.setattr(sys, "stdout", terminal)
    main(["--no-browser", "--lan", "--data", str(tmp_path)])
    said = terminal.buffer.getvalue().decode()
    code = f"{terminal_qr(phones)}\n" if drawn else ""
    assert said.endswith(f"Phones on the same Wi-Fi: {phones}\n{code}")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take its networks away")
def test_lan_without_network_reports_the_address_later(tmp_path):
    arguments = command("--no-browser", "--lan", "--data", str(tmp_path))
    alone = ["unshare", "--user", "--map-root-user", "--net", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(alone, env=ENVIRONMENT, **pipes) as process:
        said = [process.stdout.readline() for _ in range(2)]
        inside = ["nsenter", "--preserve-credentials", "-U", "-n", "-t", str(process.pid)]
        joined = [*inside, "ip", "addr", "add", "192.168.77.5/24", "dev", "lo"]
        if said[1] and subprocess.run(joined, check=False).returncode == 0:
            said += [process.stdout.readline() for _ in range(2)]
        process.terminate()
        complaint = process.communicate(timeout=20)[1]
    if complaint.startswith("unshare"):
        pytest.skip(complaint)
    assert said[1].startswith("This computer is in no network; phones cannot reach it until")
    assert said[2] == "The network has changed.\n"
    assert re.fullmatch("Phones on the same Wi-Fi: http://192.168.77.5:[0-9]+\n", said[3])


def test_window_and_lan_options_exclude_each_other(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--window", "--lan"])
    assert "--lan: not allowed with argument --window" in capsys.readouterr().err
