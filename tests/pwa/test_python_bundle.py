"""The files that the pad reads, besides its modules, are on the site too."""

from pathlib import Path

import qwixx_pad
from qwixx_pad.pwa import python_bundle
from qwixx_pad.sbom import COMPONENTS_FILE

PACKAGE = Path(qwixx_pad.__file__).parent


def test_site_contains_all_layouts_and_components_but_no_weights(tmp_path):
    python_bundle._gather_sources(tmp_path)
    sent = python_bundle._collect_data(tmp_path)
    for path in (*PACKAGE.rglob("*.toml"), PACKAGE / "analysis" / "weights.json", COMPONENTS_FILE):
        assert path.relative_to(PACKAGE.parent).as_posix() in sent
    assert not any(name.endswith(".weights") for name in sent)
