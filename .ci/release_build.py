"""Build a release from a fresh export of the commit, twice, and inspect the result."""

import gzip
import io
import os
import subprocess
import tarfile
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from fnmatch import fnmatch
from pathlib import Path

from release_facts import ROOT, Reason, RefusedError, Release, git, refuse_if, say


@dataclass(frozen=True)
class Workshop:
    """A folder with a Python of its own, in which a release is built from the commit."""

    folder: Path
    release: Release

    def run(self, *command: str | Path) -> str:
        """Run a program of the workshop's Python and return its output."""
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("PYTHON")},
            "SOURCE_DATE_EPOCH": str(self.release.epoch),
        }
        program = self.folder / "python" / "bin" / str(command[0])
        return subprocess.run(
            [program, *command[1:]],
            check=True,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            cwd=self.folder,
            env=environment,
        ).stdout

    def export(self, name: str) -> Path:
        """Extract the files of the commit into a folder."""
        command = ["git", "-C", str(ROOT), "archive", "--format=tar", self.release.commit]
        packed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            tar.extractall(self.folder / name, filter="data")
        return self.folder / name

    def fetch_locked(self) -> None:
        """Download the locked files, which are checked by their hashes.

        Other versions would give other bytes of the site.
        """
        files = self.folder / "files"
        lock = ROOT / ".ci" / "requirements.lock"
        self.run("pip", "download", "-q", "--require-hashes", "-d", files, "-r", lock)

    def install(self, *asked: str) -> None:
        """Install packages from the locked files alone."""
        files = self.folder / "files"
        self.run("pip", "install", "-q", "--no-index", "--find-links", files, *asked)

    def wheel(self, name: str) -> Path:
        """Build a wheel from its own export, with the locked build tools."""
        source = self.export(name)
        built = self.folder / f"{name}-wheel"
        asked = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
        self.install(*asked["build-system"]["requires"])
        self.run("pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", built, source)
        return next(built.glob("*.whl"))

    def site(self, name: str) -> Path:
        """Build the site with the installed pad."""
        folder = self.folder / name
        try:
            self.run("qwixx-pad", "build-site", folder)
        except subprocess.CalledProcessError as error:
            sentence = "`qwixx-pad build-site` does not build the site."
            raise RefusedError(Reason.SITE, sentence) from error
        return folder

    def works(self, *site: Path) -> bytes:
        """List the components of the installed pad, or of a site, in CycloneDX."""
        try:
            script = self.folder / "once" / ".ci" / "sbom.py"
            return self.run("python", script, *site).encode()
        except subprocess.CalledProcessError as error:
            raise RefusedError(Reason.WORKS, "The pad does not name the works in it.") from error


def check_wheel(release: Release, wheel: Path) -> None:
    """Check that the wheel has the right version, all licences, and exactly the pad's files."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        about = f"qwixx_pad-{release.version}.dist-info"
        wrong = f"{about}/METADATA" not in names
        refuse_if(wrong, Reason.WHEEL, f"{wheel.name} is not version {release.version}.")
        facts = Parser().parsestr(archive.read(f"{about}/METADATA").decode())
    refuse_if(facts["Version"] != release.version, Reason.WHEEL, "The wheel names another version.")
    licences = facts.get_all("License-File", [])
    missing = {"LICENSE", *tracked_files("assets/fonts/OFL-*")} - set(licences)
    refuse_if(missing, Reason.WHEEL, f"The wheel lacks the licence {', '.join(sorted(missing))}.")
    wanted = wanted_files()
    inside = {name for name in names if not name.startswith(f"{about}/")}
    lacking = sorted(wanted - inside)
    foreign = sorted(inside - wanted)
    refuse_if(lacking, Reason.WHEEL, f"The wheel lacks {', '.join(lacking[:5])}.")
    refuse_if(foreign, Reason.WHEEL, f"The wheel has what it should not: {', '.join(foreign[:5])}.")


def wanted_files() -> set[str]:
    """The files of the pad by their names in a wheel; those excluded by name are left out."""
    files = {
        *tracked_files("qwixx_pad"),
        *(f"qwixx_pad/{name}" for name in tracked_files("assets")),
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    left_out = project["tool"]["setuptools"].get("exclude-package-data", {})
    named = [(one.replace(".", "/"), name) for one, names in left_out.items() for name in names]
    return {file for file in files if not any(fnmatch(file, f"{at}/{name}") for at, name in named)}


def tracked_files(pattern: str) -> list[str]:
    """The files of the commit in a folder, or with names that match a pattern."""
    return [name for name in git("ls-files", "-z", "--", pattern).split("\0") if name]


def check_same(first: bytes, second: bytes, what: str) -> None:
    refuse_if(first != second, Reason.REPEAT, f"Built a second time, {what} is not the same.")


def pack_folder(folder: Path, name: str, epoch: int) -> bytes:
    """Pack a folder as an archive that depends only on its content."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(f"{name}/{path.relative_to(folder).as_posix()}")
            entry.size = path.stat().st_size
            entry.mtime = epoch
            with path.open("rb") as file:
                tar.addfile(entry, file)
    return gzip.compress(plain.getvalue(), mtime=epoch)


def build(release: Release, workshop: Workshop) -> dict[str, bytes]:
    """Build and check all files of the release, by name."""
    venv.create(workshop.folder / "python", with_pip=True)
    say("what is locked")
    workshop.fetch_locked()
    say("the wheel, twice")
    wheel = workshop.wheel("once")
    check_same(wheel.read_bytes(), workshop.wheel("again").read_bytes(), "the wheel")
    check_wheel(release, wheel)
    say("the wheel, installed")
    workshop.install(f"{wheel}[site,release]")
    own = workshop.run("qwixx-pad", "--version").split()
    refuse_if(
        own[-1] != release.version, Reason.WHEEL, f"Installed, the wheel says {' '.join(own)}."
    )
    say("the site, twice")
    site = workshop.site("site")
    again = workshop.site("site-again")
    name = f"qwixx-pad-site-{release.version}"
    archive = pack_folder(site, name, release.epoch)
    check_same(archive, pack_folder(again, name, release.epoch), "the site")
    source = f"qwixx-pad-{release.version}"
    return {
        f"{source}.tar.gz": pack_folder(workshop.export("source"), source, release.epoch),
        wheel.name: wheel.read_bytes(),
        f"{wheel.stem}.cdx.json": workshop.works(),
        f"{name}.tar.gz": archive,
        f"{name}.cdx.json": workshop.works(site),
    }
