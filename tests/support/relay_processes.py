"""Relays in processes of their own, which can be killed and started again."""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def listens(port):
    """Whether somebody answers there."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Relay:
    """A process that keeps tables, which may be started again once it was killed."""

    def __init__(self, port, *options):
        command = [sys.executable, "-m", "qwixx_pad", "relay", "--port", str(port)]
        self._command = [*command, *map(str, options)]
        self.port = port
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def is_up(self):
        assert self._process.poll() is None, "the relay has ended"
        return listens(self.port)

    def kill(self):
        self._process.kill()
        self._process.wait()


@contextmanager
def relays(ports, *options):
    """A relay on each of these ports, all with the same options; they listen."""
    running = [Relay(port, *options) for port in ports]
    try:
        until = time.monotonic() + 60
        while not all(each.is_up() for each in running):
            assert time.monotonic() < until, "a relay does not start"
            time.sleep(0.05)
        yield running
    finally:
        for each in running:
            each.kill()
