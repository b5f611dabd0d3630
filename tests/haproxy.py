"""One door to several relays, which notices when one of them has gone."""

import csv
import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

import pytest
from relays import listens

CONFIG = """
global
  maxconn 500
  stats socket {said}
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 60s
  retries 3
  option redispatch
  retry-on conn-failure
frontend door
  bind 127.0.0.1:{door}
  use_backend tables if {{ path /relay }}
  default_backend site
backend site
  balance roundrobin
{servers}
backend tables
  balance leastconn
  option forwardfor
{servers}
"""
SERVER = "  server relay{port} 127.0.0.1:{port} check inter 100ms fall 3 rise 1"


def program():
    """Where it is installed; without it the test is skipped."""
    found = shutil.which("haproxy", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))
    if found is None:
        message = "haproxy is not installed (apt-get install haproxy)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return found


class Door:
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
def haproxy(folder, door, ports):
    """Sends each new connection to a port on to one of those of relays; phones to the emptiest."""
    file, said = folder / "haproxy.cfg", folder / "haproxy.said"
    servers = "\n".join(SERVER.format(port=port) for port in ports)
    file.write_text(CONFIG.format(door=door, said=said, servers=servers))
    with subprocess.Popen([program(), "-db", "-q", "-f", file]) as process:
        try:
            while not listens(door):
                time.sleep(0.02)
            yield Door(said)
        finally:
            process.terminate()
