"""The pages of the project: short lines, links that lead somewhere, decisions with a date."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", ".github/SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LONGEST_README = 110
LINE_COLUMNS = 100


def links():
    """Each link of a page inside the project: the page, where it leads, and to which heading."""
    for text in TEXTS:
        for link, heading in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)", text.read_text("utf-8")):
            if "://" not in link:
                yield text, text.parent / link if link else text, heading


def test_readme_is_short_and_its_links_work():
    assert len(TEXTS[0].read_text(encoding="utf-8").splitlines()) <= LONGEST_README
    assert [f"{text.name} leads to {page}" for text, page, _ in links() if not page.exists()] == []


def anchors(page):
    """Fragments of the links to a page's headings, as GitHub derives them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_lead_to_existing_headings():
    dead = [
        f"{text.name} leads to {page}#{heading}"
        for text, page, heading in links()
        if heading and heading not in anchors(page)
    ]
    assert dead == []


def test_pages_name_their_readers_and_fit_into_100_columns():
    """Tables and code, which may be indented, are as wide as they must be."""
    pages = {
        text.name: re.sub(
            r"^```.*?^```", "", text.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE
        )
        for text in TEXTS
        if text.parent.name != "adr"
    }
    silent = [name for name, page in pages.items() if not re.match(r"# .+\n\n\*For .+\.\*\n", page)]
    assert silent == ["README.md"]
    wide = [
        f"{name}: {line}"
        for name, page in pages.items()
        for line in page.splitlines()
        if len(line) > LINE_COLUMNS and not line.startswith(("|", "    "))
    ]
    assert wide == []


def test_decision_records_have_a_state_and_a_date():
    decisions = sorted((ROOT / "docs/adr").glob("*.md"))
    numbers = [int(path.name[:4]) for path in decisions]
    assert len({*numbers}) == len(numbers), "that of one which is gone is not used again"
    state = r"^\*(Accepted|Superseded by \d+|Withdrawn), \d{4}-\d\d-\d\d\b"
    dated = re.compile(state, re.MULTILINE)
    assert [path.name for path in decisions if not dated.search(path.read_text("utf-8"))] == []
