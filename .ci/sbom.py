"""The works in a release as a list for machines, in the format CycloneDX 1.6.

Run by the Python that the pad is installed for: prints the list that lies beside the wheel; with
the folder of a built site behind it, the one that lies beside the site.
What is in both was written down by `list_components.py`.
"""

import hashlib
import os
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    XsUri,
)
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from list_components import CLIENT, font_files, parts
from packageurl import PackageURL

from qwixx_pad.sbom import ComponentKind, Form, ShippedComponent, shipped_components


def _listed(form: Form, client: Path, made: datetime) -> str:
    """Return the works, the pad first, and the parts of Flet's client; the same for the same time.

    Of the fonts the files, as far as they lie in this folder of Flet's client or in the pad's own.
    """
    pad, *rest = shipped_components(form)
    known = {work.name.lower() for work in rest}
    more = (part for part in parts() if part.name.lower() not in known)
    listed = [_component(work, client) for work in rest]
    components = [*listed, *(_component(part, client, "part:") for part in more)]
    bom = Bom(components=components)
    bom.metadata.timestamp = made
    bom.metadata.component = _component(pad, client)
    bom.register_dependency(bom.metadata.component, components)
    bom.serial_number = uuid.UUID(int=0)
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, JsonV1Dot6(bom).output_as_string())
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def _component(work: ShippedComponent, client: Path, prefix: str = "") -> Component:
    """Return a listed component; `prefix` tells a part from a package of the same name."""
    files = font_files(work.name, client) if work.kind is ComponentKind.FONT else ()
    named = Component(
        bom_ref=f"{prefix}{work.title}",
        type=ComponentType(work.kind),
        name=work.name,
        version=work.version or None,
        licenses=[LicenseFactory().make_from_string(work.licence or "unknown")],
        components=[_file(work, path) for path in files],
    )
    if work.address.startswith("pkg:"):
        named.purl = PackageURL.from_string(work.address)
    elif work.address:
        page = XsUri(work.address)
        named.external_references.add(
            ExternalReference(type=ExternalReferenceType.WEBSITE, url=page)
        )
    return named


def _file(work: ShippedComponent, path: Path) -> Component:
    """Return a file of a font; left to itself the library would name each by a random number."""
    content = hashlib.sha256(path.read_bytes()).hexdigest()
    hashed = HashType(alg=HashAlgorithm.SHA_256, content=content)
    ref = f"{work.title}: {path.name}"
    return Component(bom_ref=ref, type=ComponentType.FILE, name=path.name, hashes=[hashed])


def _release_time() -> datetime:
    """Return the time that is agreed upon for builds that can be repeated, or now."""
    agreed = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(agreed), UTC) if agreed else datetime.now(UTC)


def main() -> None:
    """Print a list."""
    form = Form.WHEEL
    client = CLIENT
    if len(sys.argv) > 1:
        notices = next(Path(sys.argv[1]).rglob("assets/NOTICES"), None)
        if notices is None:
            sys.exit(f"{sys.argv[1]} is no site with the licences of Flet's client in it")
        form = Form.SITE
        client = notices.parents[1]
    sys.stdout.write(_listed(form, client, _release_time()))


if __name__ == "__main__":
    main()
