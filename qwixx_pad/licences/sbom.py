"""The works in a release as a list for machines, in the format CycloneDX 1.6.

`python -m qwixx_pad.licences.sbom` prints the list that lies beside a released wheel; with the
folder of a built site behind it, the one that lies beside the site.
"""

import json
import os
import re
import sys
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from qwixx_pad.licences.browser_parts import Work, WorkKind, parts
from qwixx_pad.licences.installed import CLIENT, served_works, site_works

_ID = re.compile(r"[A-Za-z0-9.-]+")
_EXPRESSION = re.compile(r"[A-Za-z0-9.-]+(?: (?:AND|OR) [A-Za-z0-9.-]+)+")


def served_sbom(made: datetime) -> str:
    """The list for the wheel: the pad, and all that is installed with it here.

    Args:
        made: When the release was made: the time of its commit.
    """
    return _written(served_works(), made)


def site_sbom(web: Path, made: datetime) -> str:
    """The list for a site without a server.

    Args:
        web: The folder of the site that has Flet's client in it.
        made: When the release was made: the time of its commit.
    """
    return _written(site_works(web), made)


def release_time() -> datetime:
    """The time that is agreed upon for builds that can be repeated, or now."""
    agreed = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(agreed), UTC) if agreed else datetime.now(UTC)


def _written(works: Iterable[Work], made: datetime) -> str:
    """The same works and time give the same text."""
    pad, *rest = works
    known = {work.name.lower() for work in rest}
    more = [part for part in parts(CLIENT) if part.name.lower() not in known]
    components = [*map(_component, rest), *(_component(part, "part:") for part in more)]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": made.astimezone(UTC).isoformat(), "component": _component(pad)},
        "components": components,
        "dependencies": [
            {"ref": _component(pad)["bom-ref"], "dependsOn": [one["bom-ref"] for one in components]}
        ],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document))
    return json.dumps({**document, "serialNumber": f"urn:uuid:{number}"}, indent=1) + "\n"


def _component(work: Work, prefix: str = "") -> dict[str, Any]:
    plain: dict[str, Any] = {
        "type": str(work.kind),
        "bom-ref": f"{prefix}{work.title}",
        "name": work.name,
        "licenses": _licences(work.licence),
    }
    if work.version:
        plain["version"] = work.version
    if work.address.startswith("pkg:"):
        plain["purl"] = work.address
    elif work.address:
        plain["externalReferences"] = [{"type": "website", "url": work.address}]
    if work.kind is WorkKind.FONT:
        plain["components"] = [_file(*file) for file in work.files]
    return plain


def _file(name: str, sha256: str) -> dict[str, Any]:
    return {"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": sha256}]}


def _licences(name: str) -> list[dict[str, Any]]:
    """SPDX's name or expression as such; anything else as words."""
    if _EXPRESSION.fullmatch(name):
        return [{"expression": name}]
    return [{"license": {"id" if _ID.fullmatch(name) else "name": name or "unknown"}}]


def main() -> None:
    """Print a list."""
    made = release_time()
    if len(sys.argv) == 1:
        sys.stdout.write(served_sbom(made))
        return
    notices = next(Path(sys.argv[1]).rglob("assets/NOTICES"), None)
    if notices is None:
        sys.exit(f"{sys.argv[1]} is no site with the licences of Flet's client in it")
    sys.stdout.write(site_sbom(notices.parents[1], made))


if __name__ == "__main__":
    main()
