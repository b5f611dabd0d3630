"""What the pad reads beside its modules is on the site too."""

from pathlib import Path

import qwixx_pad
from qwixx_pad.pwa import python_bundle
from qwixx_pad.sbom import LIST

HOUSE = Path(qwixx_pad.__file__).parent


def test_every_sheet_all_that_was_learnt_of_them_and_whose_work_it_is_are_on_the_site(tmp_path):
    python_bundle._gather(tmp_path)
    sent = python_bundle._data(tmp_path)
    for path in (*HOUSE.rglob("*.toml"), *HOUSE.rglob("*.weights"), LIST):
        assert path.relative_to(HOUSE.parent).as_posix() in sent
