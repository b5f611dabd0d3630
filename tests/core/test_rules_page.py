"""`docs/rules.md`: its examples replay as it says, and its numbers are those that are cited."""

import re
from pathlib import Path

import pytest

from qwixx_pad.core.moves import Refusal
from qwixx_pad.core.notation import read_line, report_game
from qwixx_pad.layouts import installed_layouts

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
RULES = {
    int(number): text
    for number, text in re.findall(r"^### Rule (\d+)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
}
EXAMPLES = re.findall(r"^(\S.*)\n= (.+)$", PAGE, re.MULTILINE)
"""Game lines, each with what it comes to."""
CITING = {".js", ".md", ".mjs", ".py", ".toml"}
"""The kinds of files in which rules are cited."""


def cited_rules(text, *, ranges=True):
    """The rules in phrases such as `rule 8`, `rules 1 to 6` and `rules 6, 10 and 12`."""
    one_line = re.sub(r"[\s#]+", " ", text)
    for numbers in re.findall(r"\b[Rr]ules? (\d+(?:(?:, | and | or | to )\d+)*)", one_line):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", numbers):
            if not last:
                yield int(first)
            elif ranges:
                yield from range(int(first), int(last) + 1)


def results(report):
    """What the output of `replay` says, in the words of the page."""
    for key in ("total", "penalties"):
        yield " ".join([key, *(str(seat[key]) for seat in report["seats"])])
    yield " ".join(["closed", *report["closed"]])
    yield f"active {report['active']}"
    if report["over"]:
        yield "over"
    if report["refused"]:
        yield "refused {token} {reason}".format(**report["refused"])


@pytest.mark.parametrize(("line", "stated"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_example_replays_as_the_page_states(line, stated):
    """The page has to state an end and a refusal; anything else it may leave out."""
    read = read_line(line, installed_layouts())
    game, refused = read.replay_tokens()
    found = {*results(report_game(game, read.tokens, refused))}
    expected = {*stated.split("; ")}
    assert expected - found == set()
    assert [each for each in found - expected if each.startswith(("over", "refused"))] == []


def test_each_rule_has_an_example():
    assert [*RULES] == [*range(1, 14)]
    assert [rule for rule, text in RULES.items() if "\n= " not in text] == []
    assert len(EXAMPLES) == PAGE.count("\n= ")


def test_every_cited_rule_is_on_the_page():
    folders = [ROOT / name for name in ("qwixx_pad", "tests", "docs", ".ci")]
    unknown = [
        f"{path.relative_to(ROOT)} cites rule {rule}"
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in CITING
        for rule in cited_rules(path.read_text(encoding="utf-8"))
        if rule not in RULES
    ]
    assert unknown == []


def test_each_rule_is_cited_by_a_test():
    """By its own number: a range such as `rules 1 to 6` cites none of them."""
    tests = {*(ROOT / "tests").rglob("test_*.py")} - {Path(__file__)}
    texts = [path.read_text(encoding="utf-8") for path in tests]
    cited = {rule for text in texts for rule in cited_rules(text, ranges=False)}
    assert RULES.keys() - cited == set()


def test_page_lists_every_refusal_in_order():
    section = PAGE.partition("## Refusals\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [*Refusal]
