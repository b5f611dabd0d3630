"""Under Flet's roof: its window, where it can be had, and `flet run`."""

import os
import signal
import socket
import sys
import urllib.request
from contextvars import copy_context
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwixx_pad.identity import devices
from qwixx_pad.server.window import _show_as_stranger
from tests.support.breakable_disk import LEFT
from tests.support.server.pad_process import free_port, started


@pytest.fixture
def window_program(tmp_path):
    """Puts a package on the path, found before Flet's own one."""
    package = tmp_path / "site" / "flet_desktop"
    package.mkdir(parents=True)
    (package / "version.py").write_text("version = '1.0.5'\n")

    def behaving(code):
        (package / "__init__.py").write_text(code)
        path = [str(package.parent), *filter(None, [os.environ.get("PYTHONPATH"), str(Path.cwd())])]
        return {"PYTHONPATH": os.pathsep.join(path), "DISPLAY": ":77"}

    return behaving


linux = pytest.mark.skipif(sys.platform != "linux", reason="Flet runs its window differently")


FETCHED = "def ensure_client_cached(): ...\ndef close_flet_view(pid_file): ...\n"
OPENS = "import asyncio, sys\nasync def open_flet_view_async(url, assets, hidden):\n    "
NOTHING_SHOWN = 'asyncio.create_subprocess_exec(sys.executable, "-c", "")'


@linux
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (
            "def ensure_client_cached():\n    raise OSError('no network')",
            "Flet's window program could not be fetched. The browser opens instead.\n",
        ),
        (f"{FETCHED}{OPENS}return await {NOTHING_SHOWN}, None", "ended before it showed anything"),
        (f"{FETCHED}{OPENS}raise FileNotFoundError('flet')", "cannot be started"),
    ],
)
def test_failed_window_falls_back_to_the_browser(tmp_path, window_program, program, said):
    port = str(free_port())
    arguments = ("--window", "--no-browser", "--port", port, "--data", str(tmp_path / "data"))
    with started(*arguments, **window_program(program)) as process:
        assert "fetched" in process.stdout.readline()
        assert said in process.stdout.readline()
        assert "is open on http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=20)
    assert (process.returncode, rest) == (0, "")


def flets_run(tmp_path, **more):
    """The environment that `flet run --web` gives its child."""
    return {
        "FLET_FORCE_WEB_SERVER": "true",
        "FLET_SERVER_PORT": str(free_port()),
        "FLET_DISPLAY_URL_PREFIX": "PAGE_URL_1",
        "FLET_APP_STORAGE_DATA": str(tmp_path),
        **more,
    }


@linux
def test_flet_run_serves_only_this_computer(tmp_path):
    environment = flets_run(tmp_path)
    port = int(environment["FLET_SERVER_PORT"])
    url = f"http://127.0.0.1:{port}"
    with started(**environment) as process:
        assert process.stdout.readline() == f"PAGE_URL_1 {url} web_browser\n"
        with urllib.request.urlopen(url) as page:
            assert b"Qwixx Pad" in page.read()
            assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        with socket.socket() as elsewhere, pytest.raises(ConnectionRefusedError):
            elsewhere.connect(("127.0.0.2", port))
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=20)
    assert (process.returncode, rest) == (0, "")
    assert {file.name for file in tmp_path.iterdir()} == LEFT


def test_flet_run_reports_an_unusable_data_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with started(**flets_run(tmp_path, FLET_APP_STORAGE_DATA=str(tmp_path / "file"))) as process:
        said, _ = process.communicate(timeout=20)
    assert process.returncode != 0
    assert said.startswith("qwixx-pad: cannot use the folder")
    assert "Traceback" not in said


def test_caller_of_flets_own_server_is_not_the_owner():
    known = []
    show = _show_as_stranger(lambda _: known.append(devices.current_device.get()))
    for _ in range(2):
        copy_context().run(show, SimpleNamespace(client_ip="10.0.0.9"))
    assert [(who.is_this_computer, who.address) for who in known] == [(False, "10.0.0.9")] * 2
    assert len({who.id for who in known} | {""}) == 3
