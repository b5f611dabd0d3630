"""List the components of a release for machines, in CycloneDX 1.6.

Run it with the Python in which the pad is installed. It prints the list for the wheel, or, with the
folder of a built site as its argument, the list for that site. `list_components.py` has collected
what is in both.
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


def _list_components(form: Form, client: Path, made: datetime) -> str:
    """List the components as JSON: the pad first, then the parts of Flet's client.

    Fonts list their files in this folder of Flet's client or among the pad's assets. The same time
    `made` gives the same list.
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
    """Describe a work; `prefix` distinguishes a part from a package of the same name."""
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
    """Describe a file of a font, with a reference instead of the library's random one."""
    content = hashlib.sha256(path.read_bytes()).hexdigest()
    hashed = HashType(alg=HashAlgorithm.SHA_256, content=content)
    ref = f"{work.title}: {path.name}"
    return Component(bom_ref=ref, type=ComponentType.FILE, name=path.name, hashes=[hashed])


def _release_time() -> datetime:
    """The time in `SOURCE_DATE_EPOCH`, for repeatable builds; else now."""
    agreed = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(agreed), UTC) if agreed else datetime.now(UTC)


def main() -> None:
    """Print the list."""
    form = Form.WHEEL
    client = CLIENT
    if len(sys.argv) > 1:
        notices = next(Path(sys.argv[1]).rglob("assets/NOTICES"), None)
        if notices is None:
            sys.exit(f"{sys.argv[1]} is no site with the licences of Flet's client in it")
        form = Form.SITE
        client = notices.parents[1]
    sys.stdout.write(_list_components(form, client, _release_time()))


if __name__ == "__main__":
    main()
