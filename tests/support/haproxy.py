"""One address for several relays, which notices when one of them has gone."""

import csv
import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.relay_processes import listens

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
SERVER = "  server relay{port} 127.0.0.1:{port} check inter 100ms fall 3 rise 1"


def config(said, own, ports):
    """What docs/hosting.md has, with addresses of this computer."""
    [lines] = re.findall(r"```haproxy\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    lines = re.sub(r"bind .*", f"bind 127.0.0.1:{own}", lines)
    servers = "\n".join(SERVER.format(port=port) for port in ports)
    lines = re.sub(r"(  server .*\n)+", f"{servers}\n", lines)
    return f"global\n  stats socket {said}\n{lines}"


def program():
    """Where it is installed; without it the test is skipped."""
    found = shutil.which("haproxy", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))
    if found is None:
        message = "haproxy is not installed (apt-get install haproxy)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return found


class Balancer:
    """A running one, which tells at a socket how it is."""

    def __init__(self, said):
        self._said = said

    def links(self):
        """How many phones each relay has now, by their ports."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._said))
            line.sendall(b"show stat\n")
            rows = csv.DictReader(line.makefile())
            relays = [r for r in rows if r["# pxname"] == "tables" and r["svname"] != "BACKEND"]
        return {int(row["svname"].removeprefix("relay")): int(row["scur"]) for row in relays}


@contextmanager
def haproxy(folder, own, ports):
    """Sends each connection to a port on to one of those of relays; of one path all to the same."""
    file = folder / "haproxy.cfg"
    said = folder / "haproxy.said"
    file.write_text(config(said, own, ports))
    with subprocess.Popen([program(), "-db", "-q", "-f", file]) as process:
        try:
            while not listens(own):
                time.sleep(0.02)
            yield Balancer(said)
        finally:
            process.terminate()
