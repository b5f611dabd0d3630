"""A PostgreSQL for tests, in a folder of its own, reached by a socket in that folder."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

OPTIONS = (
    *("listen_addresses=", "fsync=off", "max_connections=40", "shared_buffers=16MB"),
    *("autovacuum=off", "log_min_messages=fatal"),
)
"""No network; and as tests end processes, never the machine, they need not wait for the disk."""
USER = "nobody"
"""PostgreSQL does not run as root; root lends it to somebody else."""


def programs():
    """The folder of the newest PostgreSQL that is installed; without one the test is skipped."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")  # as Debian has them
    newest = max(folders, key=lambda folder: float(folder.parent.name), default=None)
    path = os.pathsep.join((str(newest or ""), os.environ["PATH"]))
    found = shutil.which("initdb", path=path)
    if found is None:
        message = "no PostgreSQL is installed (apt-get install postgresql)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return Path(found).parent


class Postgres:
    """One cluster, which is running; `address` is where its only database is reached."""

    def __init__(self):
        self._programs = programs()
        self._home = Path(tempfile.mkdtemp(prefix="pg"))  # short: so is the name of a socket
        self._data = self._home / "data"
        self.address = f"postgresql://pad@/postgres?host={self._home}"
        if os.getuid() == 0:
            shutil.chown(self._home, USER)
        self._run("initdb", "-A", "trust", "-U", "pad", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def _run(self, program, *words):
        become = ("setpriv", "--reuid", USER, "--clear-groups") if os.getuid() == 0 else ()
        command = (*become, self._programs / program, "-D", self._data, *words)
        subprocess.run(command, check=True, capture_output=True, cwd=self._home, timeout=60)

    def start(self):
        options = " ".join((f"-k {self._home}", *(f"-c {each}" for each in OPTIONS)))
        self._run("pg_ctl", "-w", "-l", self._home / "log", "-o", options, "start")

    def stop(self, how="fast"):
        """Stop it; `immediate` is a crash: no process of it may finish anything."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def ask(self, statement, *values):
        """Run one statement on a connection of its own; its rows."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def empty(self):
        """Delete all tables."""
        self.ask("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def close(self):
        if (self._data / "postmaster.pid").exists():  # a test that failed may have stopped it
            self.stop("immediate")
        shutil.rmtree(self._home)
