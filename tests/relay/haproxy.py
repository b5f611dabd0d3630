"""One door to several relays, which notices when one of them has gone."""

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest

CONFIG = """
global
  maxconn 500
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
  default_backend relays
backend relays
  balance roundrobin
  option forwardfor
"""
SERVER = "  server relay{port} 127.0.0.1:{port} check inter 100ms fall 1 rise 1\n"


def program():
    """Where it is installed; without it the test is skipped."""
    found = shutil.which("haproxy", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))
    if found is None:
        message = "haproxy is not installed (apt-get install haproxy)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return found


@contextmanager
def haproxy(folder, door, ports):
    """Runs, and sends each new connection from a port to the next one of those of relays."""
    file = folder / "haproxy.cfg"
    file.write_text(CONFIG.format(door=door) + "".join(SERVER.format(port=port) for port in ports))
    with subprocess.Popen([program(), "-db", "-q", "-f", file]) as process:
        yield
        process.terminate()
