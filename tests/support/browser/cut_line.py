"""A pad and a phone in two networks of their own, and the line between them, which can be cut."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.support.browser.chromium_pad import CHROMIUM_ARGS, Server, chromium

PROGRAMS = ("unshare", "nsenter", "ip", "nft")
PAD = "10.77.0.1"
PHONE = "10.77.0.2"
OTHER_PHONE = "10.77.0.3"
_SYSTEM_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
"""Where `ip` and `nft` are, for those who are not root too."""
_ENVIRONMENT = os.environ | {"PATH": _SYSTEM_PATH}
_DROP_ALL = (
    "add table inet cut; "
    "add chain inet cut input { type filter hook input priority 0; policy drop; }"
)
"""Where packets arrive: a sender gets an error for those that it may not send."""


class Line:
    """The two networks. Without root they belong to a user of their own, who may change them.

    Raises:
        OSError: The system lends out no networks, or has not all of the programs.
    """

    def __init__(self, ends: ExitStack) -> None:
        if missing := [name for name in PROGRAMS if not shutil.which(name, path=_SYSTEM_PATH)]:
            raise OSError(f"no {' and no '.join(missing)} on this system")
        is_root = os.geteuid() == 0
        self._entering = ["nsenter", *([] if is_root else ["--user", "--preserve-credentials"])]
        own_user = [] if is_root else ["--map-root-user"]
        self._pad = _new_network(ends, ["unshare", "--net", *own_user])
        self._phone = _new_network(ends, [*self._in(self._pad), "unshare", "--net"])
        self._do(self._pad, "ip link set lo up")
        self._do(self._pad, f"ip link add line type veth peer name line netns {self._phone}")
        self._do(self._pad, f"ip addr add {PAD}/24 dev line")
        self._do(self._pad, "ip link set line up")
        self.join()

    def _in(self, network: int) -> list[str]:
        return [*self._entering, "--target", str(network), "--net", "--"]

    def _do(self, network: int, command: str) -> None:
        words = [*self._in(network), *command.split(maxsplit=1)[:1]]
        rest = [command.split(maxsplit=1)[1]] if words[-1] == "nft" else command.split()[1:]
        subprocess.run([*words, *rest], check=True, timeout=20, env=_ENVIRONMENT)

    def drop(self) -> None:
        """From now on nothing arrives, and neither end gets an error."""
        for network in (self._pad, self._phone):
            self._do(network, f"nft {_DROP_ALL}")

    def mend(self) -> None:
        for network in (self._pad, self._phone):
            self._do(network, "nft delete table inet cut")

    def leave(self) -> None:
        """The phone is in no network, and knows it."""
        self._do(self._phone, "ip addr flush dev line")
        self._do(self._phone, "ip link set line down")
        ending = [*self._in(self._phone), "ss", "--kill", "dst", PAD]  # as Android does
        subprocess.run(ending, capture_output=True, check=False, env=_ENVIRONMENT)

    def join(self, address: str = PHONE) -> None:
        """It is in one again, perhaps under another address."""
        self._do(self._phone, f"ip addr add {address}/24 dev line")
        self._do(self._phone, "ip link set line up")

    def launch(self, browser_type, folder: Path, *, at_pad: bool):
        """A Chromium on the computer of the pad, or on the phone."""
        network = self._pad if at_pad else self._phone
        program = folder / f"chromium-{network}"
        program.write_text(f'#!/bin/sh\nexec {" ".join(self._in(network))} {chromium()} "$@"\n')
        program.chmod(0o755)
        reached = f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {PAD}, EXCLUDE 127.0.0.1"
        others = [each for each in CHROMIUM_ARGS if not each.startswith("--host-resolver-rules")]
        return browser_type.launch(executable_path=program, args=[*others, reached], headless=True)

    def serve(self, data: Path) -> "DistantServer":
        return DistantServer(data, self._in(self._pad))


class DistantServer(Server):
    """The pad's own command in the network of the pad."""

    def __init__(self, data: Path, command_prefix: list[str]) -> None:
        self.command_prefix = command_prefix
        super().__init__(data, lan=True)
        self.guest_url = f"http://{PAD}:{self.port}"

    def is_reached(self) -> bool:
        asking = f"import urllib.request; urllib.request.urlopen({self.url!r})"
        command = [*self.command_prefix, sys.executable, "-c", asking]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _new_network(ends: ExitStack, unshare: list[str]) -> int:
    """Begin a network that ends with the test; its name is the process that keeps it."""
    process = subprocess.Popen([*unshare, "sleep", "infinity"])
    ends.callback(process.wait)
    ends.callback(process.kill)
    name = Path(f"/proc/{process.pid}/comm")
    end = time.monotonic() + 20
    while name.read_text().strip() != "sleep":
        if process.poll() is not None or time.monotonic() > end:
            raise OSError("this system lends out no networks")
        time.sleep(0.01)
    return process.pid
