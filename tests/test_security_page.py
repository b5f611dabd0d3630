"""What `docs/security.md` says is shown by tests is shown by tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")


def test_security_page_names_existing_tests():
    named = re.findall(r"`(tests/[\w/.]+)::(\w+)`", PAGE)
    assert len(named) > 20
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{test}"
