"""The command of the pad in a process of its own."""

import contextlib
import os
import socket
import subprocess
import sys

ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("FLET_")}


def command(*arguments):
    return [sys.executable, "-m", "qwixx_pad", *arguments]


@contextlib.contextmanager
def started(*arguments, **environment):
    """A pad of its own process; all that it says is read in one place."""
    process = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=ENVIRONMENT | environment,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
