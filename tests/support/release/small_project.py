"""A small pad in a repository of its own, of which releases are made."""

import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).parents[3]
LOCK = (ROOT / ".ci" / "requirements.lock").read_text(encoding="utf-8")
TODAY = datetime.now().astimezone().date().isoformat()
FILES = {
    ".gitignore": "/dist/\n__pycache__/\n",
    ".ci/run": "exit 0\n",
    ".ci/requirements.lock": re.search(r"^setuptools==(.*\n    )+", LOCK, re.MULTILINE)[0],
    ".ci/sbom.py": "import sys\n\nprint(sys.argv[1:])\n",
    "LICENSE": "Do what you like.\n",
    "CHANGELOG.md": f"# What changed\n\n## 1.2.0, {TODAY}\n\n- Crosses.\n- Locks.\n\n"
    "## 1.1.0, 2025-01-31\n\n- Rows.\n",
    "README.md": "A pad.\n",
    "assets/fonts/OFL-pen.txt": "Fonts for everybody.\n",
    "assets/icon.svg": "<svg/>\n",
    "assets/icon_app.svg": "<svg/>\n",
    "qwixx_pad/__init__.py": '"""A pad."""\n\n__version__ = "1.2.0"\n',
    "qwixx_pad/cli.py": (
        "import sys\nfrom pathlib import Path\n\nfrom qwixx_pad import __version__\n\n\n"
        "def main():\n"
        "    if sys.argv[1] == '--version':\n"
        "        print('qwixx-pad', __version__)\n"
        "        return\n"
        "    site = Path(sys.argv[2])\n"
        "    (site / 'deep').mkdir(parents=True)\n"
        "    (site / 'index.html').write_text('a pad')\n"
        "    (site / 'deep' / 'icon.svg').write_text('<svg/>')\n"
    ),
    "qwixx_pad/sheet.toml": "rows = 4\n",
    "tests/test_pad.py": "",
    "pyproject.toml": """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "qwixx-pad"
license = "MIT"
license-files = ["LICENSE", "assets/fonts/OFL-*.txt"]
dynamic = ["version"]
[project.optional-dependencies]
release = []
site = []
[project.scripts]
qwixx-pad = "qwixx_pad.cli:main"
[tool.setuptools]
packages = ["qwixx_pad", "qwixx_pad.assets", "qwixx_pad.assets.fonts"]
package-dir = { "qwixx_pad.assets" = "assets" }
[tool.setuptools.package-data]
"qwixx_pad" = ["*.toml"]
"qwixx_pad.assets" = ["*"]
"qwixx_pad.assets.fonts" = ["*"]
[tool.setuptools.exclude-package-data]
"qwixx_pad.assets" = ["icon_*.svg"]
[tool.setuptools.dynamic]
version = { attr = "qwixx_pad.__version__" }
""",
}
WITH_READY_TOOLS = (
    "import sys, venv; sys.path.insert(0, '.ci'); ready, *arguments = sys.argv[1:]\n"
    "venv.create = lambda folder, *, with_pip: folder.symlink_to(ready)\n"
    "import release; sys.exit(release.main(arguments))"
)
"""The release script in a workshop whose tools are there."""
EXPORTED = f'#!/bin/sh\nexport PYTHONPATH=once\nexec "{sys.executable}"'
TOOLS = {
    "pip": '#!/bin/sh\n[ "$1" = wheel ] || exit 0\nmkdir "$6" && cp "{wheel}" "$6"\n{more}\n',
    "qwixx-pad": f'{EXPORTED} -c "from qwixx_pad.cli import main; main()" "$@"\n',
    "python": f'{EXPORTED} "$@"\n',
}
"""What a workshop runs, around a wheel that is there: nothing is built and nothing installed."""


class Project:
    """A small pad under version control, with its upstream in the next folder."""

    def __init__(self, folder):
        self.folder, self.upstream = folder / "pad", folder / "upstream.git"
        self._tools = None
        for name, text in FILES.items():
            self.write(name, text)
        for script in (ROOT / ".ci").glob("release*.py"):
            shutil.copy(script, self.folder / ".ci")
        self.git("init", "-q", "-b", "main")
        self.commit("Begin")
        self.git("init", "-q", "--bare", "-b", "main", str(self.upstream))
        self.git("remote", "add", "origin", str(self.upstream))
        self.git("push", "-q", "--set-upstream", "origin", "main")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, name, old, new):
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))
        self.commit(f"Change {name}")

    def take_tools(self, wheel, more=""):
        """Take a wheel that is there for what the tools build; `more` is done each time."""
        self._tools = self.folder.parent / "tools"
        (self._tools / "bin").mkdir(parents=True, exist_ok=True)
        for name, text in TOOLS.items():
            tool = self._tools / "bin" / name
            tool.write_text(text.replace("{wheel}", str(wheel)).replace("{more}", more))
            tool.chmod(0o755)

    def git(self, *arguments):
        named = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        command = ["git", *who, "-C", str(self.folder), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env=os.environ | named
        )
        return done.stdout.strip()

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "-q", "-m", message)

    def tag(self, name):
        self.git("tag", "--annotate", "-m", name, name)

    def release(self, *arguments, who="Ann"):
        """The exit status and the last line that the release script says."""
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_COMMITTER_NAME": who,
            "GIT_COMMITTER_EMAIL": "ann@example.org",
            **{name: value for name, value in os.environ.items() if name.startswith("PIP_")},
        }
        script = ("-c", WITH_READY_TOOLS, self._tools) if self._tools else (".ci/release.py",)
        done = subprocess.run(
            [sys.executable, *script, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
        said = (done.stderr or done.stdout).strip().splitlines()
        return done.returncode, said[-1] if said else ""
